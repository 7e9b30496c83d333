//! The commands that Telegram lists to whoever types `/`.

use crate::{
    app::{
        command::WORDS,
        texts::{Lang, Texts},
    },
    game::Message,
};
use teloxide::{
    Bot, RequestError,
    payloads::SetMyCommandsSetters as _,
    requests::Requester as _,
    types::{BotCommand, BotCommandScope},
};

/// Commands that are of use to somebody alone with the bot.
const ALONE: [&str; 7] = ["help", "rules", "rank", "lang", "theme", "notify", "forget"];

/// The commands of a scope in a language.
fn commands(texts: &Texts, lang: Lang, words: &[&str]) -> Vec<BotCommand> {
    let describe = |word: &&str| {
        let description = texts.plain(lang, &Message::new(format!("menu-{word}")));
        BotCommand::new(*word, description)
    };
    words.iter().map(describe).collect()
}

/// Lists the commands, in every language and scope; English where Kosti does not speak the
/// reader's language.
pub(super) async fn set(bot: &Bot, texts: &Texts) -> Result<(), RequestError> {
    for (scope, words) in [
        (BotCommandScope::Default, &WORDS[..]),
        (BotCommandScope::AllGroupChats, &WORDS[..]),
        (BotCommandScope::AllPrivateChats, &ALONE[..]),
    ] {
        bot.set_my_commands(commands(texts, Lang::En, words)).scope(scope.clone()).await?;
        for lang in Lang::ALL {
            let list = commands(texts, lang, words);
            let request = bot.set_my_commands(list).scope(scope.clone());
            request.language_code(lang.as_str()).await?;
        }
    }
    Ok(())
}
