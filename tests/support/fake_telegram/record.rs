//! Everything that goes over the wire, written down for those who check it elsewhere.

use super::{params::Params, refusal::Refusal};
use serde_json::{Value, json};
use std::{
    fs::{File, OpenOptions, create_dir_all},
    io::Write as _,
    path::Path,
};

/// The folder in which every fake writes its record.
const FOLDER: &str = "KOSTI_WIRE";

/// A record, if one is wanted.
#[derive(Default)]
pub struct Record {
    file: Option<File>,
}

impl Record {
    /// The record that the environment wants, called after the running test.
    pub fn from_environment() -> Self {
        let Some(folder) = std::env::var_os(FOLDER) else { return Record::default() };
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("telegram").replace("::", "-");
        Record::new(Path::new(&folder), &name)
    }

    /// A record in a folder; what is there already stays.
    pub fn new(folder: &Path, name: &str) -> Self {
        create_dir_all(folder).unwrap();
        let path = folder.join(format!("{name}.jsonl"));
        Record { file: Some(OpenOptions::new().create(true).append(true).open(path).unwrap()) }
    }

    pub fn request(&mut self, method: &str, params: &Params) {
        if self.file.is_some() {
            self.write(&json!({
                "kind": "request",
                "method": method,
                "params": params.values,
                "files": params.files(),
            }));
        }
    }

    pub fn outcome(&mut self, method: &str, outcome: &Result<Value, Refusal>) {
        if self.file.is_some() {
            self.write(&match outcome {
                Ok(result) => json!({ "kind": "result", "method": method, "result": result }),
                Err(refusal) => {
                    json!({ "kind": "error", "method": method, "error": refusal.to_json() })
                }
            });
        }
    }

    pub fn update(&mut self, update: &Value) {
        if self.file.is_some() {
            self.write(&json!({ "kind": "update", "update": update }));
        }
    }

    fn write(&mut self, line: &Value) {
        if let Some(file) = &mut self.file {
            // One write a line: several fakes may share a file.
            file.write_all(format!("{line}\n").as_bytes()).unwrap();
        }
    }
}
