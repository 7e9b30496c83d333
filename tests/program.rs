//! The program as people run it.

use crate::support::{database, published};
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Output, Stdio},
};

/// The program, with no database named.
pub fn kosti(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosti"));
    command.args(arguments).env_remove("DATABASE_URL");
    // What is said to the tests is not said to the program.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("KOSTI_") {
            command.env_remove(name);
        }
    }
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    told(kosti(arguments).output().unwrap())
}

/// Exit code, output and errors.
pub fn told(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn replay(record: &str) -> (Option<i32>, String, String) {
    let mut child = kosti(&["rules", "replay", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(record.as_bytes()).unwrap();
    told(child.wait_with_output().unwrap())
}

#[test]
fn rules_list_and_start() {
    assert_eq!(
        run(&["rules", "list"]).1,
        "senegal goal=most movers=own\nashtarashki\nshemshesh home-doubles=four\n\
         emir cover-head=no\nsausage hands=open cut=9\n"
    );
    let start = run(&["rules", "start", "senegal", "-o", "goal=fewest", "--seed", "7"]);
    assert_eq!(start.1, "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 0\n");
}

#[test]
fn rules_moves_and_outcome() {
    let position = "1b1b2/2b3/2w3/6/6 w 7";
    let moves = run(&["rules", "moves", "senegal", position]);
    assert_eq!(
        moves.1,
        "c3:c5\t1b1b2/6/6/6/6 b 0\nc3:c5:a5\t3b2/6/6/6/6 b 0\nc3:c5:e5\t1b4/6/6/6/6 b 0\n"
    );
    assert_eq!(run(&["rules", "outcome", "senegal", position]).1, "none\n");
    let over = "6/6/w5/5b/6 b 3";
    assert_eq!(run(&["rules", "outcome", "senegal", over]).1, "draw 0 equal\n");
    assert_eq!(run(&["rules", "moves", "senegal", over]), (Some(0), String::new(), String::new()));
    let more = "6/6/w1w3/5b/6 b 3";
    assert_eq!(run(&["rules", "outcome", "senegal", more]).1, "white 1 count\n");
    let fewest = run(&["rules", "outcome", "senegal", more, "-o", "goal=fewest"]);
    assert_eq!(fewest.1, "black 1 count\n");
}

#[test]
fn rules_perft_counts_by_depth() {
    let counted = run(&["rules", "perft", "senegal", "--depth", "5"]);
    assert_eq!(counted.1, "1 3\n2 6\n3 6\n4 10\n5 29\n");
    let any = run(&["rules", "perft", "senegal", "--depth", "3", "-o", "movers=any"]);
    assert_eq!(any.1, "1 6\n2 22\n3 50\n");
}

/// "Published study 11, White to move and win" (`rules/ashtarashki.md`), after which Black
/// could also lose at once by 2… M3h4V 3. M1f4.
#[test]
fn rules_solve_finds_the_only_win_of_a_study() {
    let study = "M1c3;V2d4;Wa5;Fd8,f8,h8 | M3c5,g3;V3e3;Fa1,c1,g1 w";
    let values = "M1b2V\tloss\nM1b4\tloss\nM1d2V\tloss\nV2e5\tloss\nWb4Z\twin\nWb6\tloss\n";
    let line = "1. Wb4Z M3:d4 2. M1:d4:e3 M3h2 3. M1f4 M3g3V 4. M1:g3 white 1 blocked\n";
    let solve = ["rules", "solve", "ashtarashki", study];
    let solved = |options: &[&str]| run(&[&solve[..], options].concat());
    assert_eq!(solved(&[]), (Some(0), values.to_owned(), String::new()));
    for options in [&["--line"][..], &["--line", "--memory", "0"]] {
        assert_eq!(solved(options).1, format!("{values}{line}"), "{options:?}");
    }
    let unknown = values.replace("win", "unknown").replace("loss", "unknown");
    assert_eq!(solved(&["--nodes", "20"]).1, unknown);
    assert_eq!(solved(&["--nodes", "20", "--line"]).1, format!("{unknown}unknown\n"));
}

#[test]
fn rules_solve_tells_draws_and_follows_the_defence() {
    let solve = |position, line, option| {
        run(&["rules", "solve", "senegal", position, line, "-o", option]).1
    };
    assert_eq!(
        solve("1b1b2/2b3/2w3/6/6 w 7", "--line", "goal=most"),
        "c3:c5\tloss\nc3:c5:a5\tloss\nc3:c5:e5\tloss\n1. c3:c5 black 1 count\n"
    );
    let drawn = solve("5b/6/1w4/3w2/6 b 2", "--line", "movers=any");
    let lines: Vec<&str> = drawn.lines().collect();
    let (line, values) = lines.split_last().unwrap();
    assert!(values.len() == 8 && values.iter().all(|value| value.ends_with("\tdraw")), "{drawn}");
    assert!(line.starts_with("1. ") && line.ends_with(" draw 0 equal"), "{line}");
    // A game that is over.
    assert_eq!(solve("6/6/w5/5b/6 b 3", "--line", "goal=most"), "draw 0 equal\n");
    let over = run(&["rules", "solve", "senegal", "6/6/w1w3/5b/6 b 3", "-o", "goal=fewest"]);
    assert_eq!(over.1, "black 1 count\n");
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    for (arguments, reason) in [
        (&["rules", "start", "chess"][..], "unknown game \"chess\": there is senegal, ashtarashki"),
        (
            &["rules", "start", "senegal", "-o", "gaol=most"],
            "unknown option \"gaol\": there is goal, movers",
        ),
        (
            &["rules", "start", "senegal", "-o", "goal=few"],
            "unknown value \"few\" of option goal: there is most, fewest",
        ),
        (
            &["rules", "moves", "senegal", "w5/6/6/6/6 w 0"],
            "the white checker on a5 stands on its last rank",
        ),
        (
            &["rules", "moves", "senegal", "6/6/6/6/b5 w 0"],
            "the black checker on a1 stands on its last rank",
        ),
        (
            &["rules", "moves", "senegal", "6/wwwwww/wwwwww/wwwbbb/6 w 0"],
            "white has 15 checkers: there are only 14",
        ),
        (&["rules", "moves", "senegal", "6/6/6/6/7 w 0"], "rank 1 has '7'"),
        (&["rules", "moves", "senegal", "6/6/6/6/wwwwwww w 0"], "rank 1 does not have six squares"),
        (
            &["rules", "moves", "senegal", "6/6/33/6/6 w 0"],
            "this position is written \"6/6/6/6/6 w 0\"",
        ),
        (&["rules", "moves", "senegal", "6/6/6/6/6 w 21"], "a count from 0 to 20"),
        (&["rules", "moves", "senegal", "6/6/6/6/6 x 0"], "five ranks"),
        (&["rules", "moves", "senegal", "6/6/6/6 w 0"], "five ranks"),
        (
            &["rules", "moves", "ashtarashki", "M1b2 | M1b3 w"],
            "b3 is a light square: stones stand on dark ones only",
        ),
        (&["rules", "moves", "ashtarashki", "M1b2,b2 | M1a7 w"], "two stones stand on b2"),
        (
            &["rules", "moves", "ashtarashki", "M1a1,a3,a5;V1a7,b2 | M1h6 w"],
            "white has 5 stones of group 1: there are only 4",
        ),
        (
            &["rules", "moves", "ashtarashki", "M1b2 | Wa1 w"],
            "the black stone on a1 stands on its last rank: it would be an F",
        ),
        (
            &["rules", "moves", "ashtarashki", "Fc7 | M1a7 w"],
            "the white F on c7 does not stand on its last rank",
        ),
        (
            &["rules", "moves", "ashtarashki", "M1c3,b2 | M1a7 w"],
            "this position is written \"M1b2,c3 | M1a7 w\"",
        ),
        (&["rules", "start", "ashtarashki", "-o", "goal=most"], "this game has no options"),
        (&["rules", "solve", "senegal", "6/6/6/6 w 0"], "five ranks"),
        (&["rules", "solve", "chess", "6/6/6/6 w 0"], "unknown game \"chess\""),
        (
            &["rules", "solve", "senegal", "6/6/w5/5b/6 w 0", "--memory", "99999999999999"],
            "there is not so much memory",
        ),
        (
            &["rules", "start", "sausage", "-o", "cut=8"],
            "unknown value \"8\" of option cut: there is 7, 9, 11, 13",
        ),
        (&["rules", "perft", "sausage", "--depth", "2"], "a deal here has too many kinds to count"),
        (&["rules", "moves", "sausage", "u 0-1 2-3 / l - / a - / b - / a"], "2-3 does not match"),
        (&["rules", "moves", "sausage", "u 0-1 / l - / a 1-0 / b - / a"], "1-0 stands twice"),
        (
            &["rules", "moves", "sausage", "u 0-1 1-2 2-3 3-4 / l - / a - / b - / a"],
            "the branches have 4 and 0 tiles: they may differ by three",
        ),
        (
            &["rules", "moves", "sausage", "u - / l - / a 1-0 0-0 / b - / b"],
            "a holds the soap: it is the first tile and a lays it",
        ),
        (&["rules", "moves", "sausage", "u 0-1 / l - / a ?x3 / b - / a"], "no hand is hidden"),
        (&["rules", "replay", "no-such-file"], "cannot read no-such-file"),
    ] {
        let (code, out, error) = run(arguments);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(error.contains(reason), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn records_are_replayed() {
    let main = format!("[Game \"senegal\"]\n[Result \"draw 0 equal\"]\n\n{}\n", published::MAIN);
    let over = format!("{}\ndraw 0 equal\n", published::LAST_POSITION);
    assert_eq!(replay(&main), (Some(0), over.clone(), String::new()));
    let three = published::MAIN.split("4. ").next().unwrap();
    let side = format!("[Game \"senegal\"]\n\n{three}{}\n", published::SIDE);
    let (code, out, _) = replay(&side);
    assert_eq!((code, out.as_str()), (Some(0), "bbbb2/bbbb2/6/ww1w1w/ww3w w 0\nnone\n"));

    let wrong = main.replace("draw 0 equal", "white 1 count");
    let (code, out, error) = replay(&wrong);
    assert_eq!((code, out), (Some(1), over));
    assert!(
        error.contains("the record says \"white 1 count\", but the game came to \"draw 0 equal\"")
    );

    let broken = main.replace("2. d1:d3", "2. d1-c1");
    let (code, out, error) = replay(&broken);
    assert_eq!((code, out.as_str()), (Some(1), "bbbbbb/bbb1bb/bb2ww/wwwbww/wwwwww w 0\nnone\n"));
    assert!(error.contains("line 4, column 19: after 2 steps: d1-c1: c1 is occupied."), "{error}");

    let resigned = "[Game \"senegal\"]\n[Result \"black 1 resign\"]\n\n1. d2-d3 d4:d2\n";
    assert_eq!(replay(resigned).1, "bbbbbb/bbb1bb/bb2ww/wwwbww/wwwwww w 0\nblack 1 resign\n");
    let late = main.replace("34. a3-a4.", "34. a3-a4 c3-c2");
    assert!(replay(&late).2.contains("\"c3-c2\" comes after the end of the game"));
}

/// Lines of two people who play actions in turn.
fn lines(moves: &[&str], from: usize) -> String {
    let line = |(at, action): (usize, &&str)| {
        let name = if (from + at).is_multiple_of(2) { "anna" } else { "boris" };
        format!("@{name} {action}\n")
    };
    moves.iter().enumerate().map(line).collect()
}

fn play(data: &Path, script: &str, url: Option<&str>) -> (Option<i32>, String, String) {
    let file = data.join("script.txt");
    fs::create_dir_all(data).unwrap();
    fs::write(&file, script).unwrap();
    let mut command = kosti(&["play", "--lang", "en", "--data"]);
    command.arg(data).arg("--script").arg(&file);
    if let Some(url) = url {
        command.env("KOSTI_DATABASE_URL", url);
    }
    told(command.output().unwrap())
}

#[test]
fn the_published_game_is_played_in_a_console_chat_over_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let moves = published::main_line();
    let first =
        format!("@anna /play senegal @boris white\n@boris /accept\n{}", lines(&moves[..34], 0));
    let (code, _, error) = play(data.path(), &first, None);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let second = format!("{}@carol /top\n@carol /record\n", lines(&moves[34..], 34));
    let (code, out, error) = play(data.path(), &second, None);
    assert_eq!((code, error.as_str()), (Some(0), ""));

    assert!(out.contains("anna: a3-a4\n#1: a draw, equal checkers.\n"));
    assert!(out.contains("1. anna – 0 points (won 0, drawn 1, lost 0)\n1. boris – 0 points (won 0, drawn 1, lost 0)\n"));
    let pictures = fs::read_dir(data.path().join("pictures")).unwrap();
    let mut count = 0;
    for picture in pictures {
        let png = fs::read(picture.unwrap().path()).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        count += 1;
    }
    assert_eq!(count, 68);
    let record = data.path().join("records/senegal-1.txt");
    let (code, out, _) = run(&["rules", "replay", record.to_str().unwrap()]);
    assert_eq!((code, out), (Some(0), format!("{}\ndraw 0 equal\n", published::LAST_POSITION)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_ends_where_a_line_is_not_understood() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let check = |script: &str| play(data.path(), script, Some(&url));
    let (code, out, _) =
        check("# a comment\n\n@anna /play senegal @boris\n@boris /accept\n@boris d4-d3\n");
    assert_eq!(code, Some(0), "what is understood but not allowed is no error");
    assert!(out.ends_with("It is not your turn: anna is to move.\n"), "{out}");
    for line in [
        "/frobnicate",
        "@anna",
        "/as",
        "@anna xyzzy",
        "@anna /move",
        "/play chess",
        "/play senegal goal=x",
        "/play @b\0b green",
    ] {
        let (code, out, error) = check(&format!("/as anna\n{line}\n/games\n"));
        assert_eq!(code, Some(1), "{line}");
        assert_eq!(error, "kosti: line 2 is not understood\n", "{line}");
        assert!(!out.contains("to move\n"), "nothing after {line} is run: {out}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_are_piped_in_are_spoken_without_a_prompt() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let mut child = kosti(&["play", "--lang", "ru", "--data"])
        .arg(data.path())
        .env("KOSTI_DATABASE_URL", &url)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = b"/as \xff\xfeanna\nnonsense\n/games\n/quit\n/games\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let (code, out, error) = told(child.wait_with_output().unwrap());
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert_eq!(
        out,
        "Теперь вы \u{fffd}\u{fffd}anna.\n\
         Здесь сейчас не играют. Начать можно командой /play.\n\
         Здесь ничего не играют. Начать можно командой /play.\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_accepted_but_not_shown_is_shown_by_the_next_run() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    play(data.path(), "@anna /play senegal @boris\n", Some(&url));
    // The output is closed before the board is shown.
    let mut child = kosti(&["play", "--lang", "en", "--data"])
        .arg(data.path())
        .env("KOSTI_DATABASE_URL", &url)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"@boris /accept\n").unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let (code, out, _) = play(data.path(), "/games\n", Some(&url));
    assert_eq!(code, Some(0));
    assert!(
        out.starts_with("Senegalese draughts: here we go!\n#1: @anna (White) to move.\n"),
        "{out}"
    );
    assert_eq!(out.matches("here we go").count(), 1);
}

#[test]
fn signals_end_the_program_and_its_server() {
    let data = tempfile::tempdir().unwrap();
    // At once, while the server is made, and again while it starts.
    for _ in 0..3 {
        let _ = fs::remove_file(data.path().join("postgres.control"));
        let mut child = kosti(&["play", "--data"])
            .arg(data.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // It has taken over its signals when it makes the first file.
        while !data.path().join("postgres.control").exists() {
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(128 + 15));
        assert!(!data.path().join("postgres/postmaster.pid").exists(), "the server is stopped");
    }
}

/// The private database is killed under a game, which goes on.
#[test]
fn a_game_goes_on_when_its_database_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut child = kosti(&["play", "--data"])
        .arg(data.path())
        .env("USER", "anna")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut said = BufReader::new(stdout).lines().map(Result::unwrap);
    stdin.write_all(b"/play senegal\n").unwrap();
    said.find(|line| line.contains("anna looks for an opponent")).unwrap();
    crate::local_cluster::kill(data.path());
    stdin.write_all(b"@boris /accept\n").unwrap();
    said.find(|line| line.contains("here we go!")).unwrap();
    drop(stdin);
    said.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_output_ends_a_long_count() {
    let mut child = kosti(&["rules", "perft", "senegal", "--depth", "40"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_cannot_be_kept_does_not_stop_the_game() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("pictures"), "").unwrap();
    let script = "@anna /play senegal @b\0oris\n@boris /accept\n@anna d2-d3\n";
    let (code, out, error) = play(data.path(), script, Some(&url));
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("#1: @boris (Black) to move."), "{out}");
    assert!(error.contains("cannot write") && error.contains("pictures"), "{error}");
}

#[test]
fn scenes_and_positions_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let start = "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 0";
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/render/tests/scenes/shemshesh.scene");
    let draw = |arguments: &[&str], name: &str| {
        let out = file(name);
        let (code, _, error) = run(&[&["render"], arguments, &["-o", &out]].concat());
        assert_eq!((code, error.as_str()), (Some(0), ""), "{arguments:?}");
        fs::read(out).unwrap()
    };
    let plain = draw(&["senegal", start], "plain.png");
    let moved = draw(&["senegal", start, "--action", "d2d3", "--action", "d4"], "moved.png");
    let turned = draw(&["senegal", start, "--turned"], "turned.png");
    let night = draw(&["senegal", start, "--theme", "night"], "night.png");
    let named = draw(&["senegal", start, "--first", "Anna"], "named.png");
    let nardy = draw(&[scene], "nardy.png");
    let record = format!("[Game \"senegal\"]\n[White \"Anna\"]\n\n{}\n", published::MAIN);
    fs::write(file("game.txt"), record).unwrap();
    let gif = draw(&[&file("game.txt")], "game.gif");
    assert!(gif.starts_with(b"GIF89a") && gif.len() < 5 << 20, "{}", gif.len());
    let rounds = |count: usize| {
        let round = |number| format!("[Game \"senegal\"]\n[Deal \"{number}\"]\n\n1. d2-d3 d4:d2\n");
        let text: Vec<String> = (1..=count).map(round).collect();
        fs::write(file("rounds.txt"), text.join("\n")).unwrap();
        draw(&[&file("rounds.txt")], "rounds.gif").len()
    };
    assert!(rounds(2) > rounds(1), "every round is drawn");
    let all = [&plain, &moved, &turned, &night, &named, &nardy];
    for (at, one) in all.iter().enumerate() {
        assert!(one.starts_with(b"\x89PNG"));
        assert!(all.iter().skip(at + 1).all(|other| one != other));
    }
    for (arguments, reason) in [
        (&["render", "senegal", "-o", "x"][..], "a game wants a position"),
        (&["render", "chess", "x", "-o", "x"], "unknown game \"chess\""),
        (&["render", "no-such.scene", "-o", "x"], "cannot read no-such.scene"),
        (&["render", "README.md", "-o", "x"], "README.md is no scene"),
        (&["render", "senegal", start, "--action", "d2-d4", "-o", "x"], "d2-d4: d4 is occupied."),
        (
            &["render", "senegal", start, "-o", "/no/such/folder/x.png"],
            "cannot write /no/such/folder/x.png",
        ),
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, Some(1), "{arguments:?}");
        assert!(error.contains(reason), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_at_any_point_loses_and_doubles_nothing() {
    use sqlx::Row as _;
    for point in kosti::app::fault::POINTS {
        let url = database::url().await;
        let data = tempfile::tempdir().unwrap();
        play(data.path(), "@anna /play senegal @boris\n@boris /accept\n", Some(&url));
        let script = data.path().join("script.txt");
        fs::write(&script, "@anna d2-d3\n").unwrap();
        let killed = kosti(&["play", "--lang", "en", "--data"])
            .arg(data.path())
            .arg("--script")
            .arg(&script)
            .env("KOSTI_DATABASE_URL", &url)
            .env("KOSTI_KILL_AT", point)
            .output()
            .unwrap();
        assert_eq!(killed.status.code(), None, "{point}");
        let told = String::from_utf8(killed.stdout).unwrap();
        // The next run shows what was accepted and not shown, or shown and not noted; then
        // Anna, who does not know, says her move again.
        let (code, out, error) = play(data.path(), "@anna d2-d3\n@anna /moves\n", Some(&url));
        assert_eq!((code, error.as_str()), (Some(0), ""), "{point}");
        let accepted = !["received", "remembered", "handled"].contains(&point);
        let board = "anna: d2-d3\n#1: @boris (Black) to move.\n";
        let before = told.matches(board).count();
        let after = out.matches(board).count();
        assert_eq!(before, usize::from(point == "shown"), "{point}");
        assert_eq!(after, 1, "{point}: {out}");
        assert_eq!(out.contains("It is not your turn: boris is to move."), accepted, "{point}");
        let pool = sqlx::PgPool::connect(&url).await.unwrap();
        for (sql, wanted) in [
            ("select count(*) from steps", 1),
            ("select count(*) from matches where revision = 1 and last_seq = 1", 1),
            ("select count(*) from outbox where state <> 'sent'", 0),
        ] {
            let found: i64 = sqlx::query(sql).fetch_one(&pool).await.unwrap().get(0);
            assert_eq!(found, wanted, "{point}: {sql}");
        }
    }
}

#[test]
fn a_signal_ends_the_waiting_for_a_lock() {
    let data = tempfile::tempdir().unwrap();
    let lock = fs::File::create(data.path().join("postgres.control")).unwrap();
    lock.lock().unwrap();
    let mut child =
        kosti(&["play", "--data"]).arg(data.path()).stdin(Stdio::piped()).spawn().unwrap();
    // It waits for the lock when it has opened the file: then a second name of it is in use.
    let open = format!("/proc/{}/fd", child.id());
    let holds = |entry: std::io::Result<fs::DirEntry>| {
        entry
            .and_then(|entry| fs::read_link(entry.path()))
            .is_ok_and(|to| to.ends_with("postgres.control"))
    };
    while Path::new("/proc/self/fd").exists()
        && !fs::read_dir(&open).is_ok_and(|mut fds| fds.any(holds))
    {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(128 + 2));
}

#[test]
fn an_audit_of_nothing_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let (code, _, error) = run(&["audit", "--data", data.path().to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(error.starts_with("kosti: there is no database in "), "{error}");
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
    let verify = "[Game \"senegal\"]\n\n1. d2-d3\n";
    let file = data.path().join("r.txt");
    fs::write(&file, verify).unwrap();
    let (code, _, error) = run(&["dice", "verify", file.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(error.contains("this game has no chance: there is nothing to verify"), "{error}");
    fs::write(&file, format!("[Game \"senegal\"]\n\n1. {}\n", "x".repeat(100_000))).unwrap();
    assert!(run(&["rules", "replay", file.to_str().unwrap()]).2.len() < 3000);
}

#[test]
fn a_configuration_is_read_and_nonsense_in_it_is_told() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("kosti.toml");
    let audit = |config: &str| {
        let mut command = kosti(&["audit", "--data"]);
        command.arg(data.path()).env("KOSTI_CONFIG", config);
        told(command.output().unwrap())
    };
    let config = file.to_str().unwrap();
    for (text, told) in [
        (
            "[play]\nnudge_hour = 1\n",
            "kosti.toml:2: play.nudge_hour is not known; did you mean nudge_hours?",
        ),
        ("[play]\nnudge_hours = 0\n", "kosti.toml:2: play.nudge_hours has to be 1 to 720"),
        (
            "[database]\nurl = 'nonsense'\n",
            "kosti.toml:2: database.url: the database URL cannot be read",
        ),
        ("[play]\nnudge_hours = 1\n", "there is no database in "),
        ("[database]\nurl = ''\ndirect_url = ''\n", "there is no database in "),
    ] {
        fs::write(&file, text).unwrap();
        let (code, _, error) = audit(config);
        assert_eq!(code, Some(1));
        assert!(error.contains(told), "{text:?}: {error}");
    }
    // A variable that is set to nothing names no file.
    let (_, _, error) = audit("");
    assert!(error.contains("there is no database in "), "{error}");
    fs::remove_file(&file).unwrap();
    let (_, _, error) = audit(config);
    assert!(error.contains("the configuration cannot be read"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_are_pressed_by_their_labels() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let script = "/lang ru chat\n@anna /play senegal @boris\n@boris (ПРИНЯТЬ)\n@anna d2-d3\n\
                  @boris ( отказаться )\n@boris (Нажать)\n";
    let (code, out, error) = play(data.path(), script, Some(&url));
    assert!(out.contains("(Принять) (Отказаться)"), "{out}");
    assert!(out.contains("anna: d2-d3"), "{out}");
    // The challenge is over, so that its other button is refused; what is no button at all
    // is not understood.
    assert_eq!((code, error.as_str()), (Some(1), "kosti: line 6 is not understood\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_chosen_by_buttons() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let moves = ["d2-d3", "d4:d2", "d1:d3", "e4-d4", "e2-d2", "f4-e4", "d3-c3", "b3:d3:d1"];
    let mut script = "@anna /play senegal @boris\n@boris (Accept)\n".to_owned();
    for (at, label) in moves.iter().enumerate() {
        script += &format!("@{} ({label})\n", if at % 2 == 0 { "anna" } else { "boris" });
    }
    script += "@anna (c2)\n@anna (undo)\n@anna (C2)\n@anna (c2-d2)\n";
    // What stood under an older board cannot be pressed any more.
    script += "@boris (e1)\n";
    let (code, out, error) = play(data.path(), &script, Some(&url));
    let board = "(b2-b3) (c1-d1) (c2) (e1)\n(e3-d3) (f2-e2) (f3-f4)\n";
    let chosen = "#1: @anna (White) to move: c2 …\n(c2-c3) (c2-d2)\n(Undo)\n";
    let back = format!("#1: @anna (White) to move.\n{board}");
    assert!(out.contains(&format!("{board}{chosen}{back}{chosen}anna: c2-d2\n")), "{out}");
    assert_eq!((code, error.as_str()), (Some(1), "kosti: line 15 is not understood\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn control_characters_of_the_input_do_not_reach_the_terminal() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    for line in ["/play \u{1b}[31mRED\u{7}", "/\u{1b}[2Jx", "/play senegal \u{1b}[1mx=y"] {
        let (code, out, _) = play(data.path(), &format!("@anna {line}\n"), Some(&url));
        assert_eq!(code, Some(1));
        assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn variables_that_are_set_to_nothing_count_as_not_set() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let script = data.path().join("script.txt");
    fs::write(&script, "/games\n").unwrap();
    let mut command = kosti(&["play", "--data"]);
    command.arg(data.path()).arg("--script").arg(&script).env("KOSTI_DATABASE_URL", url);
    for name in ["KOSTI_LANG", "KOSTI_PICTURES", "KOSTI_CONFIG", "KOSTI_DATABASE_POOLER"] {
        command.env(name, "");
    }
    let (code, out, error) = told(command.env("LC_ALL", "ru_RU.UTF-8").output().unwrap());
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert_eq!(out, "Здесь ничего не играют. Начать можно командой /play.\n");
}
