//! Ratings: which matches count, and the job that changes them.

use super::{
    glicko,
    service::{Context, Stop},
};
use crate::{
    game::Message,
    store::{
        jobs::{Ended, JobKey},
        matches::Match,
        members, pairs,
        ratings::{self, Discipline, Entry, Rated, Skill},
        results::{self, Booked},
    },
};
use anyhow::anyhow;
use time::Duration;

/// Decides whether a match that begins is rated; if the two have had their share of the day
/// it is not, and the sentence says so.
pub(super) async fn begin(
    context: &mut Context<'_>,
    row: &mut Match,
) -> Result<Option<Message>, Stop> {
    let day = row.started_at.to_offset(time::UtcOffset::UTC).date();
    let most = context.app.manners.rated_per_day;
    if !row.rated || pairs::take(context.db, row.players, &row.game, day, most.into()).await? {
        return Ok(None);
    }
    row.rated = false;
    Ok(Some(Message::new("match-unrated").with("count", u32::from(most))))
}

/// A match that came to nothing does not use up the share of the day.
pub(super) async fn forgo(context: &mut Context<'_>, row: &Match) -> Result<(), Stop> {
    let day = row.started_at.to_offset(time::UtcOffset::UTC).date();
    if row.rated {
        pairs::give_back(context.db, row.players, &row.game, day).await?;
    }
    Ok(())
}

/// Changes the ratings of those who have played a match, once.
pub(super) async fn rate(context: &mut Context<'_>, key: &JobKey) -> Result<Ended, Stop> {
    let booked = results::of_match(context.db, key.scope, key.number).await?;
    let [one, two] = &booked[..] else {
        // A void match has no results; one alone cannot be.
        return if booked.is_empty() {
            Ok(Ended::Done)
        } else {
            Err(anyhow!("match {} has {} results", key.number, booked.len()).into())
        };
    };
    if !(one.rated && two.rated) {
        return Ok(Ended::Done);
    }
    let players = [one.person, two.person];
    ratings::lock(context.db, &players).await?;
    if !ratings::of_match(context.db, key.scope, key.number, players).await?.is_empty() {
        return Ok(Ended::Done);
    }
    let of = Discipline { game: &one.game, variant: &one.options };
    let stored = [
        ratings::read(context.db, one.person, of).await?,
        ratings::read(context.db, two.person, of).await?,
    ];
    let before = [before(stored[0], one), before(stored[1], two)];
    // Whoever is forgotten is not rated any more, the opponent is.
    let forgotten = [
        members::is_forgotten(context.db, key.scope, one.person).await?,
        members::is_forgotten(context.db, key.scope, two.person).await?,
    ];
    let mut changes = Vec::new();
    for (at, result) in booked.iter().enumerate().filter(|(at, _)| !forgotten[*at]) {
        let against = before[1 - at];
        let skill = glicko::after(before[at], &[(against, result.verdict)]);
        let rated = rated(skill, stored[at], result);
        let entry = Entry {
            person: result.person,
            scope: key.scope,
            number: key.number,
            of,
            nth: rated.matches,
            opponent: (!forgotten[1 - at]).then_some(result.opponent),
            verdict: result.verdict,
            before: before[at],
            against,
            after: skill,
            ended_at: result.ended_at,
        };
        ratings::log(context.db, &entry).await?;
        changes.push((result.person, stored[at], rated));
    }
    ratings::write(context.db, of, &changes).await?;
    Ok(Ended::Done)
}

/// A skill right before a match.
fn before(stored: Option<Rated>, result: &Booked) -> Skill {
    stored.map_or(glicko::NEW, |rated| {
        // Matches are rated in the order of their jobs, not of their ends.
        let rest = (result.ended_at - rated.rated_at).max(Duration::ZERO);
        glicko::rested(rated.skill, rest)
    })
}

fn rated(skill: Skill, stored: Option<Rated>, result: &Booked) -> Rated {
    let rated_at = stored.map_or(result.ended_at, |rated| rated.rated_at.max(result.ended_at));
    Rated {
        skill,
        shown: glicko::shown(skill),
        matches: stored.map_or(0, |rated| rated.matches) + 1,
        rated_at,
        ranked_until: glicko::ranked_until(skill, rated_at),
    }
}
