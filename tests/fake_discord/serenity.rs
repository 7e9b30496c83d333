//! A client that knows nothing of the fake.

use super::{place, register};
use crate::support::fake_discord::{APP_ID, Answer, FakeDiscord, TOKEN};
use pretty_assertions::assert_eq;
use serenity::all::*;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Tells what it hears.
struct Ear {
    interactions: UnboundedSender<Interaction>,
    events: UnboundedSender<String>,
}

impl Ear {
    fn tell(&self, event: String) {
        // The test may have ended.
        let _ = self.events.send(event);
    }
}

#[async_trait]
impl EventHandler for Ear {
    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let _ = self.interactions.send(interaction);
    }

    async fn message(&self, _: Context, message: Message) {
        self.tell(format!("message {}", message.content));
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.tell(format!("no channel {}", channel.id));
    }

    async fn thread_delete(
        &self,
        _: Context,
        thread: PartialGuildChannel,
        _: Option<GuildChannel>,
    ) {
        self.tell(format!("no thread {}", thread.id));
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        self.tell(format!("guild {} of {}", guild.id, guild.channels.len()));
    }

    async fn guild_delete(&self, _: Context, guild: UnavailableGuild, _: Option<Guild>) {
        self.tell(format!("no guild {}: {}", guild.id, guild.unavailable));
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.tell("again".to_owned());
    }
}

/// A client with its ears.
async fn client(
    fake: &FakeDiscord,
) -> (Client, UnboundedReceiver<Interaction>, UnboundedReceiver<String>) {
    let http = HttpBuilder::new(TOKEN).proxy(fake.url()).ratelimiter_disabled(true);
    let http = http.application_id(APP_ID).build();
    let (interactions, heard) = unbounded_channel();
    let (events, told) = unbounded_channel();
    let intents =
        GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    let client = ClientBuilder::new_with_http(http, intents);
    let client = client.event_handler(Ear { interactions, events }).await.unwrap();
    (client, heard, told)
}

#[tokio::test]
async fn serenity_hears_and_answers() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, guild, channel) = place(&fake);
    let boris = fake.user_with("Boris", |boris| boris.locale = "ru".to_owned());
    fake.joins(guild, boris);
    fake.nick(guild, boris, Some("Borya"));
    let (mut client, mut heard, _) = client(&fake).await;
    let (http, shards) = (client.http.clone(), client.shard_manager.clone());
    let running = tokio::spawn(async move { client.start_autosharded().await });
    fake.connected(1).await;

    let asked = fake.slash(anna, channel, &format!("/play game:senegal opponent:@{boris}"));
    let Some(Interaction::Command(command)) = heard.recv().await else { panic!("no command") };
    assert_eq!(
        (command.user.id, command.guild_id, command.locale.as_str()),
        (anna, Some(guild), "en-US")
    );
    assert_eq!(command.guild_locale.as_deref(), Some("en-US"));
    assert!(command.app_permissions.unwrap().attach_files());
    assert_eq!(command.context, Some(InteractionContext::Guild));
    let options = command.data.options();
    assert!(matches!(options[0].value, ResolvedValue::String("senegal")));
    let ResolvedValue::User(user, Some(member)) = options[1].value else { panic!("no user") };
    assert_eq!((user.id, member.nick.as_deref()), (boris, Some("Borya")));
    command.defer_ephemeral(&http).await.unwrap();
    assert_eq!(fake.acknowledged(asked).await, Answer::Deferred { ephemeral: true });
    command.delete_response(&http).await.unwrap();
    assert!(fake.answered(asked).await.is_none());

    let file = CreateAttachment::bytes(b"\x89PNG....".to_vec(), "board-1.png");
    let button = CreateButton::new("m:1").label("Move");
    let message = CreateMessage::new()
        .content(format!("{}, it is your turn", boris.mention()))
        .add_file(file)
        .button(button)
        .allowed_mentions(CreateAllowedMentions::new().users([boris]));
    let sent = channel.send_message(&http, message).await.unwrap();
    let board = fake.next(channel).await;
    assert_eq!((board.id, board.plain().as_str()), (sent.id, "@Borya, it is your turn"));
    assert_eq!((board.notified.as_slice(), board.labels()), (&[boris][..], vec![vec!["Move"]]));
    assert_eq!(
        (board.file().name.as_str(), &board.file().bytes[..4]),
        ("board-1.png", &b"\x89PNG"[..])
    );

    let pressed = fake.presses(boris, board.id, "Move");
    let Some(Interaction::Component(press)) = heard.recv().await else { panic!("no press") };
    assert_eq!((press.message.id, press.data.custom_id.as_str()), (sent.id, "m:1"));
    assert_eq!(press.message.attachments[0].filename, "board-1.png");
    press.defer(&http).await.unwrap();
    assert_eq!(fake.acknowledged(pressed).await, Answer::DeferredUpdate);
    let member = http.get_member(guild, boris).await.unwrap();
    assert_eq!(member.nick.as_deref(), Some("Borya"));
    let channels = http.get_channels(guild).await.unwrap();
    assert_eq!(channels.len(), 1);
    let Channel::Guild(general) = http.get_channel(channel).await.unwrap() else { panic!() };
    assert_eq!(general.name, "general");
    let dm = http.create_private_channel(&serde_json::json!({ "recipient_id": anna })).await;
    assert_eq!(dm.unwrap().recipient.id, anna);

    let typing = fake.types(anna, channel, "move", &[("text", "d".into())], "text");
    let Some(Interaction::Autocomplete(typed)) = heard.recv().await else {
        panic!("nothing typed")
    };
    assert_eq!(typed.data.autocomplete().unwrap().value, "d");
    let choices = CreateAutocompleteResponse::new().add_string_choice("d2-d3", "d2-d3");
    typed.create_response(&http, CreateInteractionResponse::Autocomplete(choices)).await.unwrap();
    assert_eq!(fake.offered(typing).await[0].name, "d2-d3");
    shards.shutdown_all().await;
    running.await.unwrap().unwrap();
    fake.finish();
}

#[tokio::test]
async fn serenity_hears_what_happens_and_takes_sessions_up_again() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    let thread = fake.thread(channel, "thread");
    fake.heartbeat_every(Duration::from_millis(50));
    let (mut client, _, mut told) = client(&fake).await;
    let shards = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start_autosharded().await });
    fake.connected(1).await;
    assert_eq!(told.recv().await.unwrap(), format!("guild {guild} of 1"));
    fake.says(anna, fake.dm(anna), "hello");
    assert_eq!(told.recv().await.unwrap(), "message hello");
    fake.deletes_channel(thread);
    assert_eq!(told.recv().await.unwrap(), format!("no thread {thread}"));
    fake.deletes_channel(channel);
    assert_eq!(told.recv().await.unwrap(), format!("no channel {channel}"));
    fake.outage(guild, true);
    assert_eq!(told.recv().await.unwrap(), format!("no guild {guild}: true"));
    fake.outage(guild, false);
    assert_eq!(told.recv().await.unwrap(), format!("guild {guild} of 0"));
    fake.removes_bot(guild);
    assert_eq!(told.recv().await.unwrap(), format!("no guild {guild}: false"));

    fake.until("heartbeats", |state| (state.gateway.heartbeats() > 1).then_some(())).await;
    fake.asks_to_reconnect();
    assert_eq!(told.recv().await.unwrap(), "again");
    fake.cuts();
    assert_eq!(told.recv().await.unwrap(), "again");
    assert_eq!((fake.identifies().len(), fake.resumes()), (1, 2));
    shards.shutdown_all().await;
    running.await.unwrap().unwrap();
    fake.finish();
}
