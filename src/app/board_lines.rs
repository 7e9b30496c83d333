//! Boards as signs, where no picture can be shown.

use super::{
    delivery::Outbound,
    reply::{Picture, Reply, Segment},
    service::App,
};
use crate::game::Message;

/// What is said instead of a file that the chat does not let us send. The status stays in the
/// last line, where an edit looks for it.
#[must_use]
pub fn instead_of_file(app: &App, message: &Outbound) -> Vec<Segment> {
    let reply = &message.reply;
    let line_break = || Segment::Text("\n".to_owned());
    let mut segments = reply.text.clone();
    if !segments.is_empty() {
        segments.push(line_break());
    }
    segments.extend(app.texts.say(message.lang, &Message::new("no-right-to-files")));
    segments.extend(lines(app, reply).map(Segment::Code));
    if !reply.status.is_empty() {
        segments.push(line_break());
        segments.extend(reply.status.iter().cloned());
    }
    segments
}

/// The picture as signs, or the document as it is.
fn lines(app: &App, reply: &Reply) -> Option<String> {
    match (&reply.picture, &reply.document) {
        (Some(picture), _) => diagram(app, picture),
        (None, document) => document.as_ref().map(|document| document.text.clone()),
    }
}

fn diagram(app: &App, picture: &Picture) -> Option<String> {
    match picture.diagram(app.games) {
        Ok(diagram) => Some(diagram),
        Err(error) => {
            tracing::error!(error = format!("{:#}", anyhow::Error::new(error)), "no board");
            None
        }
    }
}
