//! What stands of an append-only history.

use crate::store::matches::{StepKind, StoredStep};

/// The steps that no later takeback has undone, in their order.
#[must_use]
pub fn standing(steps: &[StoredStep]) -> Vec<&StoredStep> {
    let mut standing: Vec<&StoredStep> = Vec::new();
    for step in steps {
        if step.kind != StepKind::Takeback {
            standing.push(step);
            continue;
        }
        // Its text is the `seq` of the last step that still stands, or 0.
        let to = step.text.parse().unwrap_or(i32::MAX);
        while standing.last().is_some_and(|last| last.seq > to) {
            standing.pop();
        }
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(seq: i32, kind: StepKind, text: &str) -> StoredStep {
        StoredStep { seq, deal: 1, kind, player: None, text: text.to_owned() }
    }

    fn check(steps: &[(StepKind, &str)], stands: &[i32]) {
        let steps: Vec<StoredStep> =
            (1..).zip(steps).map(|(seq, (kind, text))| step(seq, *kind, text)).collect();
        let found: Vec<i32> = standing(&steps).iter().map(|step| step.seq).collect();
        assert_eq!(found, stands);
    }

    #[test]
    fn takebacks_undo_what_came_after_their_goal() {
        use StepKind::{Action, Takeback};
        check(&[], &[]);
        check(&[(Action, "a"), (Action, "b"), (Action, "c")], &[1, 2, 3]);
        check(&[(Action, "a"), (Action, "b"), (Takeback, "1"), (Action, "c")], &[1, 4]);
        check(&[(Action, "a"), (Takeback, "0"), (Action, "b"), (Takeback, "0")], &[]);
        // The second takeback goes back to before what the first one kept.
        check(
            &[
                (Action, "a"),
                (Action, "b"),
                (Action, "c"),
                (Takeback, "2"),
                (Action, "d"),
                (Takeback, "1"),
                (Action, "e"),
            ],
            &[1, 7],
        );
    }
}
