//! The configuration: three sources, secrets in files, and what is said of faults. The example,
//! the README and the options know every key.

use crate::program::{kosti, told};
use clap::{CommandFactory as _, Parser as _};
use kosti::{
    app::manners::Manners,
    cli::Options,
    config::{Config, Flag, KEYS, Key, Loaded, Sources},
};
use pretty_assertions::assert_eq;
use secrecy::ExposeSecret as _;
use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// What is said in a test.
#[derive(Default)]
struct Said<'a> {
    file: &'a str,
    environment: &'a [(&'a str, &'a str)],
    flags: &'a [Flag<'a>],
}

struct World {
    folder: TempDir,
}

impl World {
    fn new() -> Self {
        World { folder: tempfile::tempdir().unwrap() }
    }

    /// Writes a file that only its owner can read.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        path
    }

    fn read(&self, said: &Said<'_>) -> Result<Loaded, Vec<String>> {
        let path = self.write("kosti.toml", said.file);
        let environment = said.environment.iter().map(|(name, value)| (name.into(), value.into()));
        let sources = Sources {
            file: Some(&path),
            environment: environment.collect(),
            variables: &["KOSTI_DATA".to_owned()],
            flags: said.flags,
        };
        let folder = format!("{}/", self.folder.path().display());
        Loaded::read(sources).map_err(|faults| {
            faults.0.iter().map(|fault| fault.to_string().replace(&folder, "")).collect()
        })
    }

    fn faults(&self, said: &Said<'_>) -> Vec<String> {
        self.read(said).err().unwrap_or_default()
    }
}

fn read(file: &str) -> Loaded {
    World::new().read(&Said { file, ..Said::default() }).unwrap()
}

fn faults(file: &str) -> Vec<String> {
    World::new().faults(&Said { file, ..Said::default() })
}

fn key(path: &str) -> &'static Key {
    KEYS.iter().find(|key| key.path() == path).unwrap()
}

/// A value that makes sense for a key and is not its default.
fn other(key: &Key) -> String {
    match (key.range(), key.name) {
        (Some((least, _)), _) => (least + 4).to_string(),
        (_, "pooler") => "transaction".to_owned(),
        (_, "level") => "kosti=debug".to_owned(),
        (_, "format") => "json".to_owned(),
        (_, "webhook_listen" | "listen") => "127.0.0.1:9999".to_owned(),
        (_, "shards") => "0/2".to_owned(),
        (_, "every") => "48h".to_owned(),
        (_, "url" | "direct_url") => "postgres://kosti@localhost/other".to_owned(),
        (_, "api_url") => "http://localhost:9999/".to_owned(),
        (_, "webhook_url") => "https://localhost/hook".to_owned(),
        (_, "token") => "123456789:AAother".to_owned(),
        (_, name) => panic!("what else can {name} be?"),
    }
}

#[test]
fn what_is_left_out_is_as_usual() {
    let loaded = read("[play]\nnudge_hours = 48");
    assert_eq!(loaded.config.play, Manners { nudge_hours: 48, ..Manners::default() });
    assert!(loaded.config.database.url.is_none());
    assert!(loaded.origin(key("play.nudge_hours")).to_string().ends_with("kosti.toml:2"));
    assert_eq!(loaded.origin(key("play.silence_days")).to_string(), "default");
}

#[test]
fn every_key_can_be_said_in_the_file_and_in_the_environment() {
    let world = World::new();
    for key in KEYS {
        let value = other(key);
        let quoted = if key.range().is_some() { value.clone() } else { format!("{value:?}") };
        let file = format!("[{}]\n{} = {quoted}\n", key.section, key.name);
        let by_file = world.read(&Said { file: &file, ..Said::default() }).unwrap();
        let environment = [(key.variable(), value)];
        let environment = environment.each_ref().map(|(name, value)| (&name[..], &value[..]));
        let environment = Said { environment: &environment, ..Said::default() };
        let by_environment = world.read(&environment).unwrap();
        for loaded in [&by_file, &by_environment] {
            let is = key.shown(&loaded.config);
            assert_ne!(is, key.shown(&Config::default()), "{}", key.path());
            assert_eq!(is, Some(if key.is_secret() { "\"***\"".into() } else { quoted.clone() }));
            // And it is this key alone.
            let changed = KEYS
                .iter()
                .filter(|other| other.shown(&loaded.config) != other.shown(&Config::default()));
            assert_eq!(changed.map(Key::path).collect::<Vec<_>>(), [key.path()]);
        }
        assert_eq!(by_environment.origin(key).to_string(), key.variable());
    }
}

#[test]
fn options_are_stronger_than_the_environment_and_this_than_the_file() {
    let world = World::new();
    let file = "[telegram]\napi_url = 'http://file/'\n[database]\nurl = 'file'\n";
    let flags: [Flag<'_>; 2] = [("--api-url", Some("http://flag/")), ("--database-url", None)];
    let variable = [("KOSTI_TELEGRAM_API_URL", "http://variable/")];
    let api = |environment: &[(&str, &str)], flags: &[Flag<'_>]| {
        let loaded = world.read(&Said { file, environment, flags }).unwrap();
        loaded.config.telegram.api_url.unwrap().to_string()
    };
    assert_eq!(api(&[], &[]), "http://file/");
    assert_eq!(api(&variable, &[]), "http://variable/");
    assert_eq!(api(&variable, &flags), "http://flag/");
    // What is set to nothing is not set.
    assert_eq!(api(&[("KOSTI_TELEGRAM_API_URL", " ")], &[("--api-url", Some(""))]), "http://file/");
    // The general name of the address is weaker than ours.
    let url = |environment: &[(&str, &str)]| {
        let loaded = world.read(&Said { file, environment, flags: &flags }).unwrap();
        loaded.config.database.url.unwrap().expose_secret().to_owned()
    };
    assert_eq!(url(&[]), "file");
    let (general, own) = (("DATABASE_URL", "general"), ("KOSTI_DATABASE_URL", "own"));
    assert_eq!(url(&[general]), "general");
    assert_eq!(url(&[own, general]), "own");
    assert_eq!(url(&[general, own]), "own");
    assert_eq!(url(&[general, ("KOSTI_DATABASE_URL", "")]), "general");
}

#[test]
fn secrets_stand_in_files_of_their_own() {
    let world = World::new();
    let secret = world.write("secret", "\n 123456789:AAsecret \n\n");
    let path = secret.to_str().unwrap();
    for key in KEYS.iter().filter(|key| key.is_secret()) {
        let section = key.section;
        let file = format!("[{section}]\n{} = {path:?}\n", key.twin().unwrap());
        let variable = key.twin_variable().unwrap();
        let weaker = format!("[{section}]\n{} = 'weaker'\n", key.name);
        for said in [
            Said { file: &file, ..Said::default() },
            Said { file: &weaker, environment: &[(&variable, path)], ..Said::default() },
        ] {
            let loaded = world.read(&said).unwrap();
            let Config { database, telegram, discord, .. } = &loaded.config;
            let all = [&database.url, &database.direct_url, &telegram.token, &discord.token];
            let found: Vec<_> = all.into_iter().flatten().map(|it| it.expose_secret()).collect();
            assert_eq!(found, ["123456789:AAsecret"]);
            assert!(loaded.origin(key).to_string().ends_with(&format!(": {path}")));
            assert_eq!(loaded.warnings, [""; 0]);
        }
        // A stronger source makes the file needless.
        let lost = format!("[{section}]\n{} = '/no/such/file'\n", key.twin().unwrap());
        let own = [(&key.variable()[..], "own")];
        assert!(world.read(&Said { file: &lost, environment: &own, flags: &[] }).is_ok());
    }
}

#[test]
fn a_secret_that_cannot_be_had_is_a_fault() {
    let world = World::new();
    let nothing = world.write("nothing", " \n");
    for (value, reason) in [
        ("/no/such/file", "names /no/such/file, which cannot be read: No such file"),
        (nothing.to_str().unwrap(), "which holds nothing"),
    ] {
        let environment = [("KOSTI_TELEGRAM_TOKEN_FILE", value)];
        let said = world.faults(&Said { environment: &environment, ..Said::default() });
        assert_eq!(said.len(), 1);
        let start = "KOSTI_TELEGRAM_TOKEN_FILE: telegram.token_file names ";
        assert!(said[0].starts_with(start) && said[0].contains(reason), "{said:?}");
    }
    assert_eq!(
        faults("[discord]\ntoken = 'a'\ntoken_file = '/no/such/file'"),
        [
            "kosti.toml:3: discord.token_file stands beside discord.token: choose one",
            "kosti.toml:3: discord.token_file names /no/such/file, which cannot be read: No such \
             file or directory (os error 2)",
        ]
    );
}

#[test]
fn a_secret_that_everybody_can_read_is_warned_of() {
    let world = World::new();
    let file = world.write("token", "123:abc");
    let environment = [("KOSTI_TELEGRAM_TOKEN_FILE", file.to_str().unwrap())];
    let warnings = |said: &Said<'_>| world.read(said).unwrap().warnings;
    let by_file = Said { environment: &environment, ..Said::default() };
    for (mode, warned) in [(0o600, 0), (0o640, 0), (0o644, 1), (0o604, 1)] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(warnings(&by_file).len(), warned, "{mode:o}");
    }
    let told = warnings(&by_file).remove(0);
    assert!(told.contains(file.to_str().unwrap()) && told.contains("chmod o-r"), "{told}");
    // So it is with the configuration itself, if there is a secret in it.
    let config = world.folder.path().join("open.toml");
    for (text, warned) in [("[discord]\ntoken = 'a.b.c'\n", 1), ("[play]\nnudge_hours = 2\n", 0)] {
        fs::write(&config, text).unwrap();
        fs::set_permissions(&config, fs::Permissions::from_mode(0o644)).unwrap();
        let sources =
            Sources { file: Some(&config), environment: vec![], variables: &[], flags: &[] };
        assert_eq!(Loaded::read(sources).unwrap().warnings.len(), warned, "{text}");
    }
}

#[test]
fn secrets_are_not_shown() {
    let loaded = read("[database]\nurl = 'postgres://anna:secret@host/db'");
    let url = loaded.config.database.url.as_ref().unwrap();
    assert_eq!(url.expose_secret(), "postgres://anna:secret@host/db");
    assert!(!format!("{loaded:?}").contains("secret@"));
    assert!(!loaded.shown().contains("secret@"));
    for text in [
        "[database]\nurl = ['postgres://anna:secret@host/db']",
        "[database]\nurl = 'postgres://anna:secret@host/db",
        "[telegram]\napi_url = 'secret@host'",
        "[play]\nnudge_hours = 'secret@host'",
    ] {
        let told = faults(text).join("\n");
        assert!(told.contains("kosti.toml:2: ") && !told.contains("secret@"), "{told}");
    }
}

#[test]
fn nonsense_is_refused_with_its_place() {
    for (text, told) in [
        (
            "[play]\nnudge_hour = 3",
            "kosti.toml:2: play.nudge_hour is not known; did you mean nudge_hours?",
        ),
        ("[play]\n\nqwertyuiop = 3", "kosti.toml:3: play.qwertyuiop is not known"),
        (
            "[telegram]\nshards = '0/1'",
            "kosti.toml:2: telegram.shards is not known; did you mean discord.shards?",
        ),
        (
            "[telegram]\ntoken_fil = 'x'",
            "kosti.toml:2: telegram.token_fil is not known; did you mean token_file?",
        ),
        ("[database]\npooler_file = 'x'", "kosti.toml:2: database.pooler_file is not known"),
        ("[game]\n", "kosti.toml:1: [game] is not known"),
        ("[discrod]\n", "kosti.toml:1: [discrod] is not known; did you mean discord?"),
        (
            "nudge_hours = 3",
            "kosti.toml:1: nudge_hours is not known; did you mean play.nudge_hours?",
        ),
        ("play = 3", "kosti.toml:1: play has to be a section: [play]"),
        ("[play]\n\nnudge_hours = 'often'", "kosti.toml:3: play.nudge_hours has to be 1 to 720"),
        ("[play]\nnudge_hours = -1", "kosti.toml:2: play.nudge_hours has to be 1 to 720"),
        ("[play]\nnudge_hours = 0", "kosti.toml:2: play.nudge_hours has to be 1 to 720"),
        ("[play]\nnudge_hours = 0x2D1", "kosti.toml:2: play.nudge_hours has to be 1 to 720"),
        ("[play]\nnudge_hours = 1.5", "kosti.toml:2: play.nudge_hours has to be 1 to 720"),
        (
            "[play]\nnudge_hours = 99999999999999999999",
            "kosti.toml:2: play.nudge_hours has to be 1 to 720",
        ),
        ("[play]\nwarning_percent = 91", "kosti.toml:2: play.warning_percent has to be 1 to 90"),
        (
            "[database]\npooler = 'session'",
            "kosti.toml:2: database.pooler has to be none or transaction",
        ),
        ("[database]\nurl = 1", "kosti.toml:2: database.url has to be a text between quotes"),
        (
            "[database]\nurl_file = 1",
            "kosti.toml:2: database.url_file has to be a text between quotes",
        ),
        (
            "[telegram]\nwebhook_listen = 'localhost:80'",
            "kosti.toml:2: telegram.webhook_listen has to be an address like 127.0.0.1:8080",
        ),
        (
            "[ops]\nlisten = '9464'",
            "kosti.toml:2: ops.listen has to be an address like 127.0.0.1:9464",
        ),
        (
            "[log]\nlevel = 'loud'",
            "kosti.toml:2: log.level has to be error, warn, info, debug, trace or levels of parts, \
             like warn,kosti=info",
        ),
        ("[log]\n\nformat = 'xml'", "kosti.toml:3: log.format has to be text or json"),
        (
            "[discord]\napi_url = 'ftp://discord.com'",
            "kosti.toml:2: discord.api_url has to be an address that begins with https:// or http://",
        ),
    ] {
        assert_eq!(faults(text), [told], "{text}");
    }
    let told = faults("[play]\nnudge_hours = 1\nnudge_hours = 2\n");
    assert!(told[0].starts_with("kosti.toml:3: duplicate key"), "{told:?}");
    assert!(faults("play = [")[0].starts_with("kosti.toml:1: "));
}

#[test]
fn nonsense_in_the_environment_and_in_options_is_refused_with_its_place() {
    let world = World::new();
    for (name, value, told) in [
        (
            "KOSTI_PLAY_NUDGE_HOUR",
            "3",
            "KOSTI_PLAY_NUDGE_HOUR: is not known; did you mean KOSTI_PLAY_NUDGE_HOURS?",
        ),
        (
            "KOSTI_TELEGRAM__TOKEN",
            "x",
            "KOSTI_TELEGRAM__TOKEN: is not known; did you mean KOSTI_TELEGRAM_TOKEN?",
        ),
        ("KOSTI_DATAA", "x", "KOSTI_DATAA: is not known; did you mean KOSTI_DATA?"),
        (
            "KOSTI_PLAY_NUDGE_HOURS",
            "often",
            "KOSTI_PLAY_NUDGE_HOURS: play.nudge_hours has to be 1 to 720",
        ),
    ] {
        let environment = [(name, value)];
        let said = world.faults(&Said { environment: &environment, ..Said::default() });
        assert_eq!(said, [told]);
    }
    for known in ["KOSTI_DATA", "KOSTIX", "PATH"] {
        let environment = [(known, "x")];
        assert!(world.read(&Said { environment: &environment, ..Said::default() }).is_ok());
    }
    let flags: [Flag<'_>; 1] = [("--webhook-listen", Some("80"))];
    let told = "--webhook-listen: telegram.webhook_listen has to be an address like 127.0.0.1:8080";
    assert_eq!(world.faults(&Said { flags: &flags, ..Said::default() }), [told]);
    // All that is wrong is told, also where something stronger is said.
    let environment = [("KOSTI_PLAY_NUDGE_HOURS", "3"), ("KOSTI_PLAY_SILENCE_DAYS", "0")];
    let file = "[play]\nnudge_hours = 0\n[x]\n";
    assert_eq!(world.faults(&Said { file, environment: &environment, flags: &[] }).len(), 3);
}

fn content(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The example says what counts without it, and names every key.
#[test]
fn the_example_has_every_key_at_its_default() {
    let example = content("config/kosti.example.toml");
    let plain = read(&example);
    let usual = Config::default();
    let mut expected = BTreeSet::new();
    for key in KEYS {
        let path = key.path();
        assert_eq!(key.shown(&plain.config), key.shown(&usual), "{path}");
        match key.shown(&usual) {
            Some(default) => expected.insert(format!("[{}] {} = {default}", key.section, key.name)),
            None => expected.insert(format!("[{}] # {}", key.section, key.name)),
        };
        expected.extend(key.twin().map(|twin| format!("[{}] # {twin}", key.section)));
    }
    let mut section = "";
    let mut found = BTreeSet::new();
    let mut whole = String::new();
    for line in example.lines() {
        let said = line
            .strip_prefix("# ")
            .filter(|rest| rest.split_once(" = ").is_some_and(|(name, _)| !name.contains(' ')));
        match said {
            Some(said) => {
                let (name, _) = said.split_once(" = ").unwrap();
                assert!(found.insert(format!("{section} # {name}")), "{line}");
                // A secret and the file of it exclude each other.
                if !name.ends_with("_file") {
                    whole += &format!("{said}\n");
                }
            }
            None if line.starts_with('[') => {
                section = line;
                whole += &format!("{line}\n");
            }
            None if line.is_empty() || line.starts_with('#') => {}
            None => {
                assert!(found.insert(format!("{section} {line}")), "{line}");
                whole += &format!("{line}\n");
            }
        }
    }
    assert_eq!(found, expected);
    // With what is commented out too it is still a configuration, of which all is used.
    let whole = read(&whole);
    for key in KEYS {
        assert!(key.shown(&whole.config).is_some(), "{}", key.path());
    }
    let path = World::new();
    let file = path.write("whole.toml", &whole_text(&example));
    let (code, _, error) = told(kosti(&["check-config", "--config"]).arg(file).output().unwrap());
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

/// The example with what is commented out, but for the files.
fn whole_text(example: &str) -> String {
    let lines = example.lines().map(|line| match line.strip_prefix("# ") {
        Some(said) if said.contains(" = ") && !said.contains("_file = ") => said,
        _ => line,
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// One table of the README has a row for every key, and no other ones.
#[test]
fn the_readme_has_every_key() {
    let readme = content("README.md");
    let rows: Vec<Vec<&str>> = readme
        .lines()
        .skip_while(|line| *line != "| key | option | meaning | default | values |")
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let code = |text: Option<String>| text.map_or_else(String::new, |text| format!("`{text}`"));
    let expected: Vec<[String; 4]> = KEYS
        .iter()
        .map(|key| {
            let range = match (key.range(), key.name) {
                (Some((least, most)), _) => format!("{least} to {most}"),
                (None, "pooler") => "none or transaction".to_owned(),
                (None, "level") => "error, warn, info, debug, trace".to_owned(),
                (None, "format") => "text or json".to_owned(),
                (None, _) => String::new(),
            };
            let flag = key.flag.map(str::to_owned);
            [code(Some(key.path())), code(flag), code(key.shown(&Config::default())), range]
        })
        .collect();
    let found: Vec<[String; 4]> = rows
        .iter()
        .map(|row| {
            assert!(!row[2].is_empty(), "{row:?}");
            [row[0], row[1], row[3], row[4]].map(str::to_owned)
        })
        .collect();
    assert_eq!(found, expected);
    for key in KEYS.iter().filter(|key| key.is_secret()) {
        let twin = format!("`{}.{}`", key.section, key.twin().unwrap());
        assert!(readme.contains(&twin), "{twin}");
    }
}

/// Every key that says it has an option has one, whose help names the variable; and `kosti run`
/// has none that is no key's.
#[test]
fn options_and_keys_agree() {
    let command = Options::command();
    let run = command.find_subcommand("run").unwrap();
    let mut flags: BTreeSet<String> = run
        .get_arguments()
        .filter_map(|argument| argument.get_long())
        .filter(|name| !["data", "config", "help"].contains(name))
        .map(|name| format!("--{name}"))
        .collect();
    for key in KEYS {
        let Some(flag) = key.flag else { continue };
        assert!(flags.remove(flag), "{flag}");
        let named = |argument: &&clap::Arg| argument.get_long() == flag.strip_prefix("--");
        let help = run.get_arguments().find(named).unwrap().get_help().unwrap().to_string();
        assert!(help.contains(&format!("[env: {}]", key.variable())), "{help}");
        // And it arrives where it should.
        let (code, out, error) =
            told(kosti(&["check-config", flag, &other(key)]).output().unwrap());
        let shown = if key.is_secret() { "***".to_owned() } else { other(key) };
        // A token has to be one of its own platform.
        if flag == "--discord-token" {
            assert!(error.starts_with("--discord-token: discord.token: "), "{error}");
            continue;
        }
        assert_eq!((code, error.as_str()), (Some(0), ""), "{flag}");
        assert!(out.contains(&format!("{} = {shown:?}  # {flag}\n", key.name)), "{flag}: {out}");
    }
    assert_eq!(flags, BTreeSet::new());
    assert!(Options::try_parse_from(["kosti", "check-config"]).is_ok());
}

#[test]
fn the_program_tells_what_counts_or_all_that_is_wrong() {
    let world = World::new();
    let config = world.write("kosti.toml", "[play]\nnudge_hours = 48\n");
    let token = world.write("token", "123456789:AAsecret\n");
    let check = |environment: &[(&str, &str)]| {
        let mut command = kosti(&["check-config"]);
        command.env("KOSTI_CONFIG", &config).envs(environment.iter().copied());
        told(command.output().unwrap())
    };
    let token = token.to_str().unwrap();
    let (code, out, error) = check(&[("KOSTI_TELEGRAM_TOKEN_FILE", token)]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(out.starts_with("[play]\nchallenge_hours = 24  # default\n"), "{out}");
    assert!(out.contains(&format!("nudge_hours = 48  # {}:2\n", config.display())), "{out}");
    assert!(out.contains(&format!("token = \"***\"  # KOSTI_TELEGRAM_TOKEN_FILE: {token}\n")));
    assert!(out.contains("\n[discord]\n# token is not set\n") && !out.contains("AAsecret"));
    // It is a configuration itself.
    assert_eq!(read(&out).config.play.nudge_hours, 48);

    fs::write(&config, "[play]\nnudge_hour = 48\n[database]\nurl = 'x'\n").unwrap();
    let unknown = ("KOSTI_PLAI_NUDGE_HOURS", "1");
    let (code, out, error) = check(&[unknown]);
    assert_eq!((code, out.as_str(), error.lines().count()), (Some(1), "", 2), "{error}");
    // The other commands tell the first one.
    let mut command = kosti(&["migrate"]);
    command.env("KOSTI_CONFIG", &config).env(unknown.0, unknown.1);
    let (code, _, error) = told(command.output().unwrap());
    let first = format!(
        "kosti: {}:2: play.nudge_hour is not known; did you mean nudge_hours? (and 1 more: kosti \
         check-config tells all)\n",
        config.display()
    );
    assert_eq!((code, error), (Some(1), first));

    // What only those know who use it is found out, too.
    fs::write(&config, "[database]\nurl = 'x'\n[telegram]\ntoken = 'x'\n[discord]\ntoken = 'x'\n")
        .unwrap();
    let (code, _, error) = check(&[]);
    let starts: Vec<&str> = error.lines().map(|line| line.split(": ").nth(1).unwrap()).collect();
    assert_eq!((code, starts), (Some(1), vec!["database.url", "telegram.token", "discord.token"]));
    fs::write(&config, "[discord]\nshards = 'x'\n").unwrap();
    let (code, _, error) = check(&[]);
    assert!(code == Some(1) && error.contains("kosti.toml:2: discord.shards: "), "{error}");

    // What is right for a server of one's own is told of where it is meant for Telegram's.
    fs::write(&config, "[telegram]\nwebhook_url = 'http://localhost/hook'\n").unwrap();
    let (code, _, error) = check(&[]);
    let warning = "telegram.webhook_url begins with http://, but Telegram uses https alone\n";
    assert_eq!((code, error.as_str()), (Some(0), warning));
    let (code, _, error) = check(&[("KOSTI_TELEGRAM_API_URL", "http://localhost/")]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

#[test]
fn a_file_that_is_not_there_is_told() {
    let mut command = kosti(&["check-config", "--config", "/no/such/kosti.toml"]);
    let (code, _, error) = told(command.output().unwrap());
    let told = "/no/such/kosti.toml:1: the configuration cannot be read: No such file or directory \
                (os error 2)\n";
    assert_eq!((code, error.as_str()), (Some(1), told));
}
