//! What is known about a claim: its proof and disproof numbers.

/// More than any number of a claim that is still open.
const INFINITE: u32 = u32::MAX;

/// How much is left to do for a proof and for a disproof of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// Positions that at least must still be proven; 0: the claim is proven.
    pub(super) proof: u32,
    /// Positions that at least must still be disproven; 0: the claim is disproven.
    pub(super) disproof: u32,
    /// Once it is solved: how many actions are left to the end, as far as is known, if the
    /// side for which the claim stands hurries and the other one holds out.
    pub(super) length: u16,
}

impl Numbers {
    /// Nothing stops a search before it has solved the claim.
    pub(super) const NO_LIMITS: Numbers =
        Numbers { proof: INFINITE, disproof: INFINITE, length: 0 };

    /// Solved: the claim stands or falls.
    pub(super) const fn solved(stands: bool, length: u16) -> Self {
        let (proof, disproof) = if stands { (0, INFINITE) } else { (INFINITE, 0) };
        Numbers { proof, disproof, length }
    }

    /// The first guess where a player has so many actions: whoever must answer them all has
    /// that much to do.
    pub(super) fn guess(claimant_acts: bool, actions: usize) -> Self {
        let actions = u32::try_from(actions).unwrap_or(INFINITE - 1);
        let (proof, disproof) = if claimant_acts { (1, actions) } else { (actions, 1) };
        Numbers { proof, disproof, length: 0 }
    }

    /// Whether the claim stands; `None` while it is open.
    pub(super) const fn verdict(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Whether one of the numbers has come to its limit.
    pub(super) const fn reach(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    /// What is left for whoever acts, and what for the other one.
    const fn sides(self, claimant_acts: bool) -> (u32, u32) {
        if claimant_acts { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    const fn from_sides(claimant_acts: bool, own: u32, other: u32) -> Self {
        let (proof, disproof) = if claimant_acts { (own, other) } else { (other, own) };
        Numbers { proof, disproof, length: 0 }
    }

    /// The numbers of a position from those after each of its actions.
    ///
    /// One action is enough for whoever acts, so the least of their numbers counts; the other
    /// one must answer all, so theirs add up. (The same positions stand behind many actions and
    /// are counted each time. The usual cure, the most of any one instead of the sum, has been
    /// measured to be a tenth slower.)
    pub(super) fn of_actions(
        claimant_acts: bool,
        actions: impl Iterator<Item = Numbers> + Clone,
    ) -> Self {
        let sides = actions.clone().map(|numbers| numbers.sides(claimant_acts));
        let mut least = INFINITE;
        let mut sum: u32 = 0;
        for (own, other) in sides {
            least = least.min(own);
            sum = sum.saturating_add(other);
        }
        if least > 0 && sum > 0 {
            return Numbers::from_sides(claimant_acts, least, sum.min(INFINITE - 1));
        }
        let own = least == 0;
        let lengths = actions
            .filter(|numbers| numbers.verdict() == Some(claimant_acts == own))
            .map(|numbers| numbers.length);
        let length = if own { lengths.min() } else { lengths.max() };
        Numbers::solved(claimant_acts == own, length.unwrap_or(0).saturating_add(1))
    }

    /// Which action to look at next, and how far: until another one looks better by a
    /// quarter (less would throw away and do again what the table cannot hold), or the
    /// position itself comes to its limits.
    pub(super) fn choose(
        claimant_acts: bool,
        limits: Numbers,
        actions: impl Iterator<Item = Numbers>,
    ) -> (usize, Numbers) {
        let (mut chosen, mut least, mut second) = (0, INFINITE, INFINITE);
        let (mut sum, mut of_chosen): (u32, u32) = (0, 0);
        for (at, numbers) in actions.enumerate() {
            let (own, other) = numbers.sides(claimant_acts);
            sum = sum.saturating_add(other);
            if own < least {
                (chosen, least, second, of_chosen) = (at, own, least, other);
            } else {
                second = second.min(own);
            }
        }
        let (own, other) = limits.sides(claimant_acts);
        let patience = second.saturating_add(second / 4).saturating_add(1);
        let other = if other == INFINITE { INFINITE } else { other - (sum - of_chosen) };
        (chosen, Numbers::from_sides(claimant_acts, own.min(patience), other))
    }
}
