//! The face that all games show to the application: texts and plain data.

use crate::game::{
    Actor, BySeat, DealNo, Entropy, Facts, Limits, Line, Message, Notation, OptionSet, Outcome,
    ReadError, Record, Refusal, Replay, Seat, Solver, Step, StepOf, Unsolvable, Value, Written,
    perft, replay, start_of,
};
use kosti_render::Scene;
use std::marker::PhantomData;

/// How a position is to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Who looks; `None` sees what a spectator sees.
    pub viewer: Option<Seat>,
    /// The seat at the bottom.
    pub below: Seat,
    /// Names for the strips, where they are wanted.
    pub names: BySeat<Option<String>>,
    /// The score of the match, for matches of several deals.
    pub score: Option<BySeat<u32>>,
    /// Whether the game has ended, by its rules or otherwise: nobody is to move then, and
    /// nothing is hidden any more.
    pub over: bool,
    /// Whether nothing is hidden, because the game has ended since.
    pub open: bool,
    /// Whether what explains the game is shown beside the board, where the game has that.
    pub legend: bool,
}

/// A game that can be shown.
pub trait Drawn: Notation {
    /// The keys of all sentences that [`Self::remarks`], [`Self::tally`], [`Self::foretold`] and
    /// [`Self::called`] say.
    const REMARKS: &'static [&'static str] = &[];

    /// A position, by the usual options, that shows what the rules tell of better than the start
    /// does; `None` where that shows it well enough.
    const EXAMPLE: Option<&'static str> = None;

    /// The scene of this position; `since` are the steps that led here since the last
    /// picture, each with the position before it. The last action is marked. The positions
    /// are as the viewer may see them, but a step may hold what he may not see (a deal):
    /// only what the position shows is drawn.
    fn scene(&self, view: &View, since: &[(Self, StepOf<Self>)]) -> Scene;

    /// The position as lines of text for a fixed-width font.
    fn diagram(&self, view: &View) -> String;

    /// What players have words for in what a step has made of the position `before` it. This
    /// is the position behind it; both are as a spectator may see them.
    fn remarks(&self, before: &Self, step: &StepOf<Self>) -> Vec<Message> {
        let _ = (before, step);
        Vec::new()
    }

    /// How far the sides have come, where that takes counting: a line of a few words.
    fn tally(&self) -> Option<Message> {
        None
    }

    /// What an action will do, by its canonical text, where that is more than the text tells: a
    /// few words, said before it is played by a button. They take [`LONGEST_FORETOLD`] characters
    /// at the most.
    fn foretold(&self, action: &str) -> Option<Message> {
        let _ = action;
        None
    }

    /// What an action is called on a button, by its canonical text, where that is a word of some
    /// language.
    fn called(&self, action: &str) -> Option<Message> {
        let _ = action;
        None
    }
}

/// The most characters in which is told what an action will do.
pub const LONGEST_FORETOLD: usize = 160;

/// A game, without its types.
pub trait Game: Send + Sync {
    /// What is fixed about it.
    fn facts(&self) -> &'static Facts;

    /// Its locale files: language and Fluent source.
    fn locales(&self) -> [(&'static str, &'static str); 2];

    /// The keys of all sentences with which its rules refuse an action.
    fn refusal_ids(&self) -> &'static [&'static str];

    /// The keys of all sentences that it has for what happens on the board.
    fn remark_ids(&self) -> &'static [&'static str];

    /// The usual start of a deal.
    fn start(&self, options: &OptionSet, deal: DealNo) -> AnyPosition;

    /// The text of the position that is shown with the rules.
    fn example(&self) -> String;

    /// Reads a position text.
    ///
    /// # Errors
    /// The reason why the text is no position.
    fn read(&self, options: &OptionSet, text: &str) -> Result<AnyPosition, String>;

    /// The position that a record begins from.
    ///
    /// # Errors
    /// The reason why its tags cannot be read.
    fn start_of(&self, options: &OptionSet, record: &Record) -> Result<AnyPosition, String>;

    /// Plays a record.
    fn replay(&self, options: &OptionSet, record: &Record) -> Replay<AnyPosition>;
}

/// A position of any game.
pub type AnyPosition = Box<dyn Erased>;

/// A position, without its types. Actions, movements and chances are their
/// canonical texts.
pub trait Erased: Send + Sync {
    /// What is fixed about the game.
    fn facts(&self) -> &'static Facts;

    /// The position text.
    fn text(&self) -> String;

    /// Who acts.
    fn actor(&self) -> Actor;

    /// The outcome by the rules.
    fn outcome(&self) -> Option<Outcome>;

    /// What the rules would give had the other side won here.
    fn concede(&self, loser: Seat) -> Outcome;

    /// Every legal action, sorted.
    fn legal(&self) -> Vec<String>;

    /// The movements that continue a prefix of movements.
    fn next(&self, prefix: &[String]) -> Vec<Continuation>;

    /// Reads an action generously and gives its canonical text.
    ///
    /// # Errors
    /// See [`ReadFault`].
    fn read_action(&self, text: &str) -> Result<String, ReadFault>;

    /// Draws the chance that is due; `None` when none is.
    fn sample(&self, entropy: &mut dyn Entropy) -> Option<String>;

    /// The position after a step, an action or a chance, by its exact text.
    ///
    /// # Errors
    /// When the step is not legal here.
    fn after(&self, step: &str) -> Result<AnyPosition, StepFault>;

    /// The position as a seat (`None`: a spectator) may see it.
    fn hide(&self, viewer: Option<Seat>) -> AnyPosition;

    /// The number of leaf nodes; `None` when chances on the way cannot be listed.
    fn perft(&self, depth: u32) -> Option<u64>;

    /// The values of all actions, and the best line if it is wanted.
    ///
    /// # Errors
    /// When the game cannot be solved, or there is no room for its table.
    fn solve(&self, limits: Limits, line: bool) -> Result<Solution, Unsolvable>;

    /// The scene after these steps, which it marks.
    ///
    /// # Errors
    /// When a step is not legal.
    fn scene(&self, view: &View, steps: &[String]) -> Result<Scene, StepFault>;

    /// The position as lines of text.
    fn diagram(&self, view: &View) -> String;

    /// What players have words for in what a step makes of this position.
    ///
    /// # Errors
    /// When the step is not legal here.
    fn remarks(&self, step: &str) -> Result<Vec<Message>, StepFault>;

    /// How far the sides have come, where that takes counting.
    fn tally(&self) -> Option<Message>;

    /// What an action will do, where that is more than its text tells; see [`Drawn::foretold`].
    fn foretold(&self, action: &str) -> Option<Message>;

    /// What an action is called on a button, where that is a word of some language.
    fn called(&self, action: &str) -> Option<Message>;

    /// A copy.
    fn boxed(&self) -> AnyPosition;
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

impl std::fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // What a spectator may see: this can come into a log.
        write!(f, "{} {:?}", self.facts().key, self.hide(None).text())
    }
}

/// A movement that continues a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// The movement.
    pub movement: String,
    /// The action that the sequence makes with it, if it is a whole one.
    pub action: Option<String>,
}

/// What was found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Every legal action, sorted, and its value for whoever plays it.
    pub values: Vec<(String, Value)>,
    /// The actions of the best line; empty if the value of the position is not known.
    pub line: Vec<Written>,
    /// How the game ends with the line; `None` if it does not come to the end.
    pub end: Option<Outcome>,
}

/// Why a text is no action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadFault {
    /// It is not written as an action.
    Syntax,
    /// The rules forbid it, as the sentence says.
    Illegal(Message),
    /// It fits all of these actions.
    Ambiguous(Vec<String>),
}

/// The step is not legal in the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal step {0:?}")]
pub struct StepFault(pub String);

/// The Fluent sources of a game.
#[derive(Clone, Copy, Debug)]
pub struct Locales {
    /// Russian.
    pub ru: &'static str,
    /// English.
    pub en: &'static str,
}

/// Makes a [`Game`] of a typed game.
#[derive(Debug)]
pub struct Face<P> {
    locales: Locales,
    game: PhantomData<fn() -> P>,
}

impl<P> Face<P> {
    /// The face of the game `P` with its texts.
    #[must_use]
    pub const fn new(locales: Locales) -> Self {
        Face { locales, game: PhantomData }
    }
}

impl<P: Drawn> Game for Face<P> {
    fn facts(&self) -> &'static Facts {
        P::FACTS
    }

    fn locales(&self) -> [(&'static str, &'static str); 2] {
        [("ru", self.locales.ru), ("en", self.locales.en)]
    }

    fn refusal_ids(&self) -> &'static [&'static str] {
        P::Refusal::IDS
    }

    fn remark_ids(&self) -> &'static [&'static str] {
        P::REMARKS
    }

    fn start(&self, options: &OptionSet, deal: DealNo) -> AnyPosition {
        Box::new(Typed(P::start(&P::options(options), deal)))
    }

    fn example(&self) -> String {
        let start = || self.start(&OptionSet::defaults(P::FACTS), DealNo::FIRST).text();
        P::EXAMPLE.map_or_else(start, str::to_owned)
    }

    fn read(&self, options: &OptionSet, text: &str) -> Result<AnyPosition, String> {
        match P::from_text(text, &P::options(options)) {
            Ok(position) => Ok(Box::new(Typed(position))),
            Err(error) => Err(error.to_string()),
        }
    }

    fn start_of(&self, options: &OptionSet, record: &Record) -> Result<AnyPosition, String> {
        match start_of::<P>(record, &P::options(options)) {
            Ok(position) => Ok(Box::new(Typed(position))),
            Err(fault) => Err(format!("{fault:?}")),
        }
    }

    fn replay(&self, options: &OptionSet, record: &Record) -> Replay<AnyPosition> {
        let Replay { position, steps, outcome, failure } =
            replay::<P>(record, &P::options(options));
        let position = position.map(|position| Box::new(Typed(position)) as AnyPosition);
        Replay { position, steps, outcome, failure }
    }
}

/// A typed position behind its texts.
struct Typed<P>(P);

impl<P: Drawn> Typed<P> {
    fn legal(&self) -> Vec<P::Action> {
        let mut legal = Vec::new();
        self.0.legal(&mut legal);
        legal
    }

    /// As it is to be shown.
    fn seen(&self, view: &View) -> P {
        if view.over || view.open { self.0.clone() } else { self.0.hide(view.viewer) }
    }

    fn step(&self, text: &str) -> Result<StepOf<P>, StepFault> {
        let action = || self.legal().into_iter().find(|action| self.0.action_text(action) == text);
        let step = match self.0.actor() {
            Actor::Over => None,
            Actor::Player(_) => action().map(Step::Action),
            Actor::Chance => self.0.read_chance(text).map(Step::Chance),
        };
        step.ok_or_else(|| StepFault(text.to_owned()))
    }

    /// Reads movement texts back into movements, as far as they are legal.
    fn movements(&self, texts: &[String]) -> Option<Vec<P::Movement>> {
        let mut prefix = Vec::with_capacity(texts.len());
        for text in texts {
            let movement = self
                .0
                .next(&prefix)
                .into_iter()
                .find(|movement| self.0.movement_text(&prefix, movement) == *text)?;
            prefix.push(movement);
        }
        Some(prefix)
    }
}

impl<P: Drawn> Erased for Typed<P> {
    fn facts(&self) -> &'static Facts {
        P::FACTS
    }

    fn text(&self) -> String {
        self.0.to_text()
    }

    fn actor(&self) -> Actor {
        self.0.actor()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn concede(&self, loser: Seat) -> Outcome {
        self.0.concede(loser)
    }

    fn legal(&self) -> Vec<String> {
        Typed::legal(self).iter().map(|action| self.0.action_text(action)).collect()
    }

    fn next(&self, prefix: &[String]) -> Vec<Continuation> {
        let Some(mut sequence) = self.movements(prefix) else { return Vec::new() };
        self.0
            .next(&sequence)
            .into_iter()
            .map(|movement| {
                let text = self.0.movement_text(&sequence, &movement);
                sequence.push(movement);
                let action = self.0.composed(&sequence);
                sequence.pop();
                let action = action.map(|action| self.0.action_text(&action));
                Continuation { movement: text, action }
            })
            .collect()
    }

    fn read_action(&self, text: &str) -> Result<String, ReadFault> {
        let canonical = |action| self.0.action_text(action);
        match self.0.read_action(text) {
            Ok(action) => Ok(canonical(&action)),
            Err(ReadError::Syntax) => Err(ReadFault::Syntax),
            Err(ReadError::Illegal(refusal)) => Err(ReadFault::Illegal(refusal.message())),
            Err(ReadError::Ambiguous(actions)) => {
                Err(ReadFault::Ambiguous(actions.iter().map(canonical).collect()))
            }
        }
    }

    fn sample(&self, entropy: &mut dyn Entropy) -> Option<String> {
        self.0.sample(entropy).map(|chance| self.0.chance_text(&chance))
    }

    fn after(&self, step: &str) -> Result<AnyPosition, StepFault> {
        let mut after = self.0.clone();
        after.apply_unchecked(&self.step(step)?);
        Ok(Box::new(Typed(after)))
    }

    fn hide(&self, viewer: Option<Seat>) -> AnyPosition {
        Box::new(Typed(self.0.hide(viewer)))
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        perft(&self.0, depth)
    }

    fn solve(&self, limits: Limits, line: bool) -> Result<Solution, Unsolvable> {
        let mut solver = Solver::new(limits.memory)?;
        let values = solver.values(&self.0, limits.nodes);
        let value = Value::of_actions(values.iter().map(|(_, value)| *value));
        let value = if line { value } else { Value::Unknown };
        let Line { actions, end } = solver.line(&self.0, value, limits.nodes);
        let written = |(before, action): (P, P::Action)| {
            let by = match before.actor() {
                Actor::Player(seat) => Some(seat),
                Actor::Chance | Actor::Over => None,
            };
            Written { by, text: before.action_text(&action) }
        };
        let text = |(action, value)| (self.0.action_text(&action), value);
        Ok(Solution {
            values: values.into_iter().map(text).collect(),
            line: actions.into_iter().map(written).collect(),
            end,
        })
    }

    fn scene(&self, view: &View, steps: &[String]) -> Result<Scene, StepFault> {
        let mut now = Typed(self.0.clone());
        let mut since = Vec::with_capacity(steps.len());
        for text in steps {
            let step = now.step(text)?;
            let before = now.seen(view);
            now.0.apply_unchecked(&step);
            since.push((before, step));
        }
        Ok(now.seen(view).scene(view, &since))
    }

    fn diagram(&self, view: &View) -> String {
        self.seen(view).diagram(view)
    }

    fn remarks(&self, text: &str) -> Result<Vec<Message>, StepFault> {
        let step = self.step(text)?;
        let mut after = self.0.clone();
        after.apply_unchecked(&step);
        Ok(after.hide(None).remarks(&self.0.hide(None), &step))
    }

    fn tally(&self) -> Option<Message> {
        self.0.hide(None).tally()
    }

    fn foretold(&self, action: &str) -> Option<Message> {
        self.0.hide(None).foretold(action)
    }

    fn called(&self, action: &str) -> Option<Message> {
        self.0.called(action)
    }

    fn boxed(&self) -> AnyPosition {
        Box::new(Typed(self.0.clone()))
    }
}
