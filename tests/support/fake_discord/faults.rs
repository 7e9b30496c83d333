//! What goes wrong because a test wants it to.

use super::{FakeDiscord, routes};

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fault {
    /// Too many requests of this kind: so many seconds of silence are wanted.
    RetryAfter(f64),
    /// Too many requests of all kinds.
    RetryAfterAll(f64),
    /// Too many requests of somebody else for the same thing.
    Shared(f64),
    /// What stands in front of Discord takes nothing more from this address: no JSON.
    ShutOut(u32),
    /// 500, with JSON.
    Internal,
    /// 502, with a page of HTML.
    BadGateway,
    /// Discord's refusal of that number.
    Code(u32),
    /// Any other refusal: status, number and what it says.
    Refuse(u16, u32, &'static str),
    /// The connection ends; nothing was done.
    CutBefore,
    /// All is done, but the connection ends instead of an answer.
    CutAfter,
}

/// Where a call stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Nothing is done yet.
    Before,
    /// All is done; only the answer is missing.
    After,
}

/// What is to go wrong.
#[derive(Default)]
pub struct Faults {
    planned: Vec<Planned>,
    holds: Vec<Hold>,
}

struct Planned {
    /// `None`: any call.
    name: Option<&'static str>,
    fault: Fault,
    left: usize,
}

struct Hold {
    name: &'static str,
    when: When,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Planned,
    Reached,
    Released,
}

/// A call that stands still, or will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held(usize);

impl Faults {
    /// What goes wrong with this call.
    pub fn take(&mut self, name: &str) -> Option<Fault> {
        let fits = |planned: &&mut Planned| planned.name.is_none_or(|wanted| wanted == name);
        let planned = self.planned.iter_mut().filter(|planned| planned.left > 0).find(fits)?;
        planned.left -= 1;
        Some(planned.fault)
    }

    /// Whether this call is to stand still here.
    pub fn reach(&mut self, name: &str, when: When) -> Option<Held> {
        let waits =
            |hold: &Hold| hold.stage == Stage::Planned && hold.when == when && hold.name == name;
        let number = self.holds.iter().position(waits)?;
        self.holds[number].stage = Stage::Reached;
        Some(Held(number))
    }

    pub fn is_released(&self, held: Held) -> bool {
        self.holds[held.0].stage == Stage::Released
    }

    /// What has not come to pass.
    pub fn unmet(&self) -> impl Iterator<Item = String> {
        let planned = self.planned.iter().filter(|planned| planned.left > 0);
        let planned = planned.map(|planned| {
            format!("never met: {:?} of {}", planned.fault, planned.name.unwrap_or("any call"))
        });
        let holds = self.holds.iter().filter(|hold| hold.stage == Stage::Planned);
        planned.chain(holds.map(|hold| format!("never stood still: {}", hold.name)))
    }
}

impl FakeDiscord {
    /// Lets the next so many calls of a kind go wrong.
    pub fn fail(&self, call: &str, fault: Fault, times: usize) {
        self.plan(Some(routes::named(call)), fault, times);
    }

    /// Lets the next so many calls go wrong, whatever they ask.
    pub fn fail_any(&self, fault: Fault, times: usize) {
        self.plan(None, fault, times);
    }

    fn plan(&self, name: Option<&'static str>, fault: Fault, times: usize) {
        let planned = Planned { name, fault, left: times };
        self.shared.change(|state| state.faults.planned.push(planned));
    }

    /// Lets the next call of a kind stand still until it is released.
    pub fn hold(&self, call: &str, when: When) -> Held {
        let name = routes::named(call);
        self.shared.change(|state| {
            let holds = &mut state.faults.holds;
            holds.push(Hold { name, when, stage: Stage::Planned });
            Held(holds.len() - 1)
        })
    }

    /// Waits until a call stands still.
    pub async fn held(&self, held: Held) {
        self.until("a call that stands still", |state| {
            (state.faults.holds[held.0].stage != Stage::Planned).then_some(())
        })
        .await;
    }

    /// Lets the call go on.
    pub fn release(&self, held: Held) {
        self.shared.change(|state| state.faults.holds[held.0].stage = Stage::Released);
    }
}
