//! Files that are downloaded.

use crate::support::fake_telegram::{params::Params, refusal::Refusal, state::State};
use serde_json::Value;

pub const PARAMS: &[&str] = &["file_id"];

/// The largest file that a bot may download.
const LARGEST: usize = 20 << 20;

pub fn file(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let id = params.text("file_id").filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| Refusal::bad("file_id not specified"))?;
    let file = state.files.iter().find(|file| file.has_id(id));
    let file =
        file.ok_or_else(|| Refusal::bad("wrong file_id or the file is temporarily unavailable"))?;
    if file.bytes.len() > LARGEST {
        return Err(Refusal::bad("file is too big"));
    }
    Ok(file.described())
}
