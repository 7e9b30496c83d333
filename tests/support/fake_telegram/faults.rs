//! What goes wrong because a test wants it to.

use super::FakeTelegram;

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Too many requests: so many seconds of silence are wanted.
    RetryAfter(u32),
    /// 500, with JSON.
    Internal,
    /// 502, with a page of HTML.
    BadGateway,
    /// Any other refusal.
    Refuse(u16, &'static str),
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
    /// `None`: any method but `getUpdates`.
    method: Option<String>,
    fault: Fault,
    left: usize,
}

struct Hold {
    method: String,
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
    pub fn take(&mut self, method: &str) -> Option<Fault> {
        let fits = |planned: &&mut Planned| match &planned.method {
            Some(named) => named.eq_ignore_ascii_case(method),
            None => method != "getUpdates",
        };
        let planned = self.planned.iter_mut().filter(|planned| planned.left > 0).find(fits)?;
        planned.left -= 1;
        Some(planned.fault)
    }

    /// Whether this call is to stand still here.
    pub fn reach(&mut self, method: &str, when: When) -> Option<Held> {
        let waits = |hold: &Hold| {
            hold.stage == Stage::Planned
                && hold.when == when
                && hold.method.eq_ignore_ascii_case(method)
        };
        let number = self.holds.iter().position(waits)?;
        self.holds[number].stage = Stage::Reached;
        Some(Held(number))
    }

    pub fn is_released(&self, held: Held) -> bool {
        self.holds[held.0].stage == Stage::Released
    }
}

impl FakeTelegram {
    /// Lets the next so many calls of a method go wrong.
    pub fn fail(&self, method: &str, fault: Fault, times: usize) {
        self.plan(Some(method.to_owned()), fault, times);
    }

    /// Lets the next so many calls go wrong, whatever they ask but for updates.
    pub fn fail_any(&self, fault: Fault, times: usize) {
        self.plan(None, fault, times);
    }

    fn plan(&self, method: Option<String>, fault: Fault, times: usize) {
        let planned = Planned { method, fault, left: times };
        self.shared.change(|state| state.faults.planned.push(planned));
    }

    /// Lets the next call of a method stand still until it is released.
    pub fn hold(&self, method: &str, when: When) -> Held {
        self.shared.change(|state| {
            let holds = &mut state.faults.holds;
            holds.push(Hold { method: method.to_owned(), when, stage: Stage::Planned });
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
