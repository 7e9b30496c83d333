//! What the bot may do in a channel.

/// Everything, whatever a channel says.
pub const ADMINISTRATOR: u64 = 1 << 3;

/// What somebody may do in a channel: what is asked of the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights {
    pub view: bool,
    pub send: bool,
    pub send_in_threads: bool,
    pub attach: bool,
    pub embed: bool,
    /// To answer messages one must see the older ones.
    pub history: bool,
    pub create_threads: bool,
    pub manage_messages: bool,
    pub mention_everyone: bool,
}

impl Default for Rights {
    /// What everybody may do where nobody has changed anything.
    fn default() -> Self {
        Rights {
            view: true,
            send: true,
            send_in_threads: true,
            attach: true,
            embed: true,
            history: true,
            create_threads: true,
            manage_messages: false,
            mention_everyone: false,
        }
    }
}

impl Rights {
    /// As Discord writes them; using commands is always allowed.
    pub fn bits(self) -> u64 {
        let bits = [
            (self.view, 1 << 10),
            (self.send, 1 << 11),
            (self.manage_messages, 1 << 13),
            (self.embed, 1 << 14),
            (self.attach, 1 << 15),
            (self.history, 1 << 16),
            (self.mention_everyone, 1 << 17),
            (true, 1 << 31),
            (self.create_threads, 1 << 35),
            (self.send_in_threads, 1 << 38),
        ];
        bits.iter().filter(|(has, _)| *has).map(|(_, bit)| bit).sum()
    }

    /// Whether messages may be sent there.
    pub fn writes(self, in_thread: bool) -> bool {
        if in_thread { self.send_in_threads } else { self.send }
    }
}
