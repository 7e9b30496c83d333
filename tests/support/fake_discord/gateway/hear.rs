//! What the bot says to the gateway.

use super::{
    super::state::{State, TOKEN},
    Order, Session, opcode,
};
use serde_json::{Value, json};

/// What is told only to those to whom Discord has granted it: members, presences, contents.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
/// All intents that there are.
const INTENTS: u64 = (1 << 26) - 1;

impl State {
    /// The bot says something by a socket.
    pub(super) fn hear(&mut self, number: u64, said: &Value) {
        let data = &said["d"];
        let known = self.gateway.sockets.get(&number).is_some_and(|s| s.session.is_some());
        match said["op"].as_u64() {
            Some(opcode::HEARTBEAT) => self.acknowledge(number),
            Some(opcode::IDENTIFY | opcode::RESUME) if known => self.refuse_socket(number, 4005),
            Some(opcode::IDENTIFY) => self.identify(number, data),
            Some(opcode::RESUME) => self.resume(number, data),
            Some(opcode::PRESENCE) if known => {}
            Some(opcode::PRESENCE) => self.refuse_socket(number, 4003),
            Some(other) => {
                self.violation(format!("gateway: the bot says {other}"));
                self.refuse_socket(number, 4001);
            }
            None => self.refuse_socket(number, 4002),
        }
    }

    fn refuse_socket(&mut self, number: u64, code: u16) {
        self.gateway.order(number, Order::Close(code));
    }

    fn acknowledge(&mut self, number: u64) {
        if self.gateway.swallow_acks > 0 {
            self.gateway.swallow_acks -= 1;
            return;
        }
        self.gateway.acknowledged += 1;
        self.gateway.order(number, Order::Say(json!({ "op": opcode::HEARTBEAT_ACK })));
    }

    fn identify(&mut self, number: u64, data: &Value) {
        let token = data["token"].as_str().unwrap_or_default();
        if token.strip_prefix("Bot ").unwrap_or(token) != TOKEN {
            return self.refuse_socket(number, 4004);
        }
        let shard = match &data["shard"] {
            Value::Null => Some((0, 1)),
            shard => numbers(shard).filter(|(index, total)| index < total),
        };
        let Some(shard) = shard else { return self.refuse_socket(number, 4010) };
        let intents = data["intents"].as_u64().filter(|intents| intents & !INTENTS == 0);
        let Some(intents) = intents else { return self.refuse_socket(number, 4013) };
        if intents & PRIVILEGED & !self.gateway.granted != 0 {
            return self.refuse_socket(number, 4014);
        }
        if self.gateway.left == 0 {
            self.violation("gateway: the bot has identified itself too often".to_owned());
        }
        self.gateway.left = self.gateway.left.saturating_sub(1);
        self.gateway.identified.push(shard);
        let id = format!("session-{}", self.gateway.identified.len());
        let session = Session { shard, intents, log: Vec::new() };
        self.begin(&id, session);
        if let Some(socket) = self.gateway.sockets.get_mut(&number) {
            socket.session = Some(id);
        }
    }

    fn resume(&mut self, number: u64, data: &Value) {
        let token = data["token"].as_str().unwrap_or_default();
        if token.strip_prefix("Bot ").unwrap_or(token) != TOKEN {
            return self.refuse_socket(number, 4004);
        }
        let gateway = &mut self.gateway;
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let seen = data["seq"].as_u64().and_then(|seen| usize::try_from(seen).ok()).unwrap_or(0);
        let refused = gateway.refuse_resumes > 0;
        gateway.refuse_resumes = gateway.refuse_resumes.saturating_sub(1);
        let session = gateway.sessions.get_mut(&id).filter(|_| !refused);
        let Some(session) = session else {
            gateway.sessions.remove(&id);
            let invalid = json!({ "op": opcode::INVALID_SESSION, "d": false });
            return gateway.order(number, Order::Say(invalid));
        };
        if seen > session.log.len() {
            return self.refuse_socket(number, 4007);
        }
        session.push("RESUMED", json!({ "_trace": ["fake"] }));
        gateway.resumed += 1;
        // Whoever held the session before has lost it.
        for (_, other) in gateway.sockets.iter_mut().filter(|(other, _)| **other != number) {
            if other.session.as_ref() == Some(&id) {
                other.session = None;
                other.orders.push_back(Order::Close(4000));
            }
        }
        if let Some(socket) = gateway.sockets.get_mut(&number) {
            socket.session = Some(id);
            socket.told = seen;
        }
    }
}

/// Two numbers of a list.
fn numbers(json: &Value) -> Option<(u32, u32)> {
    let number = |at: usize| json[at].as_u64().and_then(|number| u32::try_from(number).ok());
    Some((number(0)?, number(1)?))
}
