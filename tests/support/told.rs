//! Whether a match has been told: every line, in its order.

/// The fewest messages that are doubles if `messages` tell the lines `made`; `None` when they
/// do not. A double tells again what the message before it told, and perhaps more.
pub fn doubles<T: PartialEq>(made: &[T], messages: &[Vec<T>]) -> Option<usize> {
    // Told so far, where the last message began, doubles.
    let mut ways = vec![(0, 0, 0)];
    for message in messages.iter().filter(|message| !message.is_empty()) {
        let mut next = Vec::new();
        for (told, began, doubles) in ways {
            for (from, doubles) in [(told, doubles), (began, doubles + 1)] {
                let to = from + message.len();
                let way = (to.max(told), from, doubles);
                if made.get(from..to) == Some(&message[..]) && !next.contains(&way) {
                    next.push(way);
                }
            }
        }
        ways = next;
    }
    let whole = ways.into_iter().filter(|(told, ..)| *told == made.len());
    whole.map(|(_, _, doubles)| doubles).min()
}

#[test]
fn doubles_are_counted_and_losses_found() {
    let lines = |text: &str| text.chars().collect::<Vec<_>>();
    for (made, messages, wanted) in [
        ("", "", Some(0)),
        ("abc", "a b c", Some(0)),
        ("abc", "abc", Some(0)),
        ("abc", "a a b c", Some(1)),
        ("abc", "a abc", Some(1)),
        ("abc", "ab a c", Some(1)),
        ("abc", "a a ab abc", Some(3)),
        ("aab", "a a b", Some(0)),
        ("aab", "a a a b", Some(1)),
        ("abc", "a b", None),
        ("abc", "a c", None),
        ("abc", "b a c", None),
        ("abc", "a b a c", None),
        ("abc", "a b c d", None),
    ] {
        let messages: Vec<Vec<char>> = messages.split(' ').map(lines).collect();
        assert_eq!(doubles(&lines(made), &messages), wanted, "{made}: {messages:?}");
    }
}
