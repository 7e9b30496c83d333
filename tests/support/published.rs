//! The published game of Senegalese draughts and its side line, as `rules/senegal.md`
//! of the rulebook prints them.

use kosti::{
    app::reply::Picture,
    game::{DealNo, OptionSet},
    games::Games,
};

/// Every action of it is legal.
pub const MAIN: &str = "\
1. d2-d3 d4:d2 2. d1:d3 e4-d4 3. e2-d2 f4-e4 4. f2-e2 c4-c3 5. c2:c4 c5:c3 6. c1-c2 c3:c1 7. e1-d1 b4-c4 8. b2:b4 b5:b3
9. a2-b2 a5-b5 10. b2:b4 b5:b3 11. f1-e1 c4-c3 12. b1-b2 b3:b1 13. d3:b3 a3:c3 14. e3-d3 c3:e3 15. f3:d3 a4-a3 16. a1-a2 a3:a1
17. d1-c1 f5-f4 18. c1-c2 f4-f3 19. d3-c3 f3-e3 20. e1-f1 e3:e1 21. c3-d3 e5-f5 22. f1-f2 d5-e5 23. d3:d5 f5-f4 24. d2-d3 e5-d5
25. c2-d2 d5-d4 26. d3:d5 e4-d4 27. f2-e2 f4-e4 28. e2-f2 e4-e3 29. f2-e2 e3:e1 30. d2-c2 d4-d3 31. c2-b2 d3-c3 32. b2-a2 c3-b3
33. a2-a3 b3-c3 34. a3-a4.";

/// What follows the third move of the main line in the side line.
pub const SIDE: &str =
    "4. c1-d1? e4:e2 5. e1:e3 e5-e4 6. e3:e5 f5-f4 7. f3:f5 b3-c3 8. d3:b3 a3:c3:c1:e1.";

/// "a draw 1:1": one checker each, and Black would be to move.
pub const LAST_POSITION: &str = "6/w5/2b3/6/6 b 0";

fn words(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split_whitespace()
        .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|word| word.trim_end_matches(['.', '?']))
}

/// The actions of the main line.
pub fn main_line() -> Vec<&'static str> {
    words(MAIN).collect()
}

/// The PNG of the board after so many moves, drawn from the rules alone.
pub fn picture(moves: &[&str], names: [&str; 2]) -> Vec<u8> {
    let games = Games::registered();
    let game = games.find("senegal").unwrap();
    let mut from = game.start(&OptionSet::defaults(game.facts()), DealNo::FIRST);
    let (last, earlier) =
        moves.split_last().map_or((None, moves), |(last, rest)| (Some(last), rest));
    for step in earlier {
        from = from.after(step).unwrap();
    }
    let picture = Picture {
        name: String::new(),
        game: "senegal".into(),
        options: String::new(),
        from: from.text(),
        steps: last.map(|step| (*step).to_owned()).into_iter().collect(),
        viewer: None,
        below: 1,
        names: names.map(|name| Some(name.into())),
        score: None,
        over: moves.len() == main_line().len(),
        legend: false,
        theme: "birch".into(),
    };
    picture.png(games).unwrap()
}
