"""Lines of a recording that are as they should be."""

import json

ANNA = {"id": 7, "is_bot": False, "first_name": "Анна", "username": "anna"}
BOT = {"id": 99, "is_bot": True, "first_name": "Kosti", "username": "kosti_bot"}
CHAT = {"id": -1001234567890, "type": "supergroup", "title": "Кости"}
BUTTON = {"text": "a3-a4", "callback_data": "1m1.2.3.0ab"}
KEYBOARD = {"inline_keyboard": [[BUTTON, {"text": "?", "url": "https://example.org/"}]]}
PHOTO = [
    {"file_id": "AgAD-1", "file_unique_id": "AQAD1", "width": 90, "height": 90, "file_size": 900},
    {"file_id": "AgAD-2", "file_unique_id": "AQAD2", "width": 960, "height": 960},
]


def request(method, params=None, **more):
    return {"kind": "request", "method": method, "params": params or {}, **more}


def result(method, value):
    return {"kind": "result", "method": method, "result": value}


def refusal(method, code, description, **more):
    error = {"ok": False, "error_code": code, "description": description, **more}
    return {"kind": "error", "method": method, "error": error}


def update(**what):
    return {"kind": "update", "update": {"update_id": 5, **what}}


def message(**more):
    return {"message_id": 3, "date": 1760000000, "chat": CHAT, "from": BOT, **more}


def says(text, **more):
    return message(text=text, **{"from": ANNA}, **more)


def presses(**more):
    return {"id": "400", "from": ANNA, "chat_instance": "8", **more}


COMMAND = says("/play @boris", entities=[
    {"type": "bot_command", "offset": 0, "length": 5},
    {"type": "mention", "offset": 6, "length": 6},
])
BOARD = message(photo=PHOTO, caption="1", reply_markup=KEYBOARD)
PRESS = presses(message=BOARD, data=BUTTON["callback_data"])

# Everything that a recording has to have seen, and the like.
GOOD = [
    request("GetMe"),
    result("GetMe", BOT | {
        "can_join_groups": True, "can_read_all_group_messages": False,
        "supports_inline_queries": False, "can_connect_to_business": False,
        "has_main_web_app": False,
    }),
    request("SetMyCommands", {
        "commands": [{"command": "play", "description": "сыграть"}],
        "scope": {"type": "all_group_chats"}, "language_code": "ru",
    }),
    result("SetMyCommands", True),
    request("GetUpdates", {
        "offset": 5, "limit": 100, "timeout": 10,
        "allowed_updates": ["message", "callback_query", "my_chat_member", "chat_member"],
    }),
    update(message=COMMAND),
    result("GetUpdates", [{"update_id": 5, "message": COMMAND}]),
    request("SendPhoto", {
        "chat_id": CHAT["id"], "photo": "attach://f1", "caption": "🎲 Анна: a3-a4",
        "caption_entities": [
            {"type": "text_mention", "offset": 3, "length": 4, "user": ANNA},
            {"type": "bold", "offset": 0, "length": 7},
        ],
        "reply_markup": KEYBOARD, "message_thread_id": 4,
        "reply_parameters": {"message_id": 3, "allow_sending_without_reply": True},
    }, files={"f1": "board.png"}),
    result("SendPhoto", message(
        photo=PHOTO, caption="🎲 Анна: a3-a4", reply_markup=KEYBOARD,
        reply_to_message=COMMAND, message_thread_id=4, is_topic_message=True,
        caption_entities=[{"type": "text_mention", "offset": 3, "length": 4, "user": ANNA}],
    )),
    request("sendphoto", {
        "chat_id": str(CHAT["id"]), "photo": "AgAD-2", "reply_markup": json.dumps(KEYBOARD),
    }),
    result("sendphoto", message(photo=PHOTO)),
    request("sendPhoto", {"chat_id": "@kosti"}, files={"photo": "board.png"}),
    refusal("sendPhoto", 400, "Bad Request: not enough rights to send photos to the chat"),
    request("SendMessage", {"chat_id": 7, "text": "<b>&lt;Анна&gt;</b>", "parse_mode": "HTML"}),
    refusal("SendMessage", 429, "Too Many Requests: retry after 5", parameters={"retry_after": 5}),
    request("SendMessage", {"chat_id": 7, "text": "x" * 4096, "parse_mode": "HTML"}),
    result("SendMessage", says("x")),
    request("SendMessage", {"chat_id": 7, "text": f"<i>{'x' * 4096}</i>", "parse_mode": "HTML"}),
    refusal("SendMessage", 400, "Bad Request: group chat was upgraded to a supergroup chat",
            parameters={"migrate_to_chat_id": CHAT["id"]}),
    update(callback_query=PRESS),
    update(callback_query=presses(message={"message_id": 3, "date": 0, "chat": CHAT}, data="1")),
    request("AnswerCallbackQuery", {"callback_query_id": "400", "text": "", "show_alert": True}),
    result("AnswerCallbackQuery", True),
    request("EditMessageReplyMarkup", {
        "chat_id": CHAT["id"], "message_id": 3, "reply_markup": {"inline_keyboard": []},
    }),
    result("EditMessageReplyMarkup", message(photo=PHOTO)),
    request("EditMessageMedia", {
        "chat_id": CHAT["id"], "message_id": 3,
        "media": {"type": "photo", "media": "attach://f2", "caption": "2"},
    }, files={"f2": "board.png"}),
    result("EditMessageMedia", message(photo=PHOTO, caption="2", edit_date=1760000001)),
    request("EditMessageMedia", {
        "chat_id": CHAT["id"], "message_id": 3,
        "media": json.dumps({"type": "photo", "media": "attach://f3"}),
    }, files={"media": "board.png"}),
    refusal("EditMessageMedia", 400, "Bad Request: message to edit not found"),
    request("GetChatMember", {"chat_id": CHAT["id"], "user_id": 7}),
    result("GetChatMember", {"status": "left", "user": ANNA}),
    *(request("SendMessage", {"chat_id": 7, "text": "🎲 Анна", "entities": each}) for each in (
        [{"type": "code", "offset": 0, "length": 2},
         {"type": "pre", "offset": 2, "length": 5, "language": "c"}],
        [{"type": "blockquote", "offset": 0, "length": 7},
         {"type": "code", "offset": 3, "length": 4}],
        [{"type": "italic", "offset": 3, "length": 1}, {"type": "bold", "offset": 3, "length": 4}],
        [{"type": "bold", "offset": 3, "length": 4}, {"type": "italic", "offset": 3, "length": 1}],
        [{"type": "code", "offset": 2, "length": 5}, {"type": "pre", "offset": 0, "length": 2}],
    )),
    request("SendMessage", {"chat_id": 7, "text": "x", "reply_markup": {"inline_keyboard": [
        *[[BUTTON] * 8] * 12, [BUTTON | {"callback_data": "x" * 64}] * 4,
    ]}}),
    request("SetMyCommands", {
        "commands": [{"command": f"c_{n}", "description": "x"} for n in range(100)],
    }),
    request("GetUpdates", {"limit": 1, "allowed_updates": []}),
    result("GetUpdates", [{"update_id": 6, "edited_message": says("x")}]),
    request("SetWebhook", {"url": "https://example.org/", "secret_token": "Az_-09",
                           "max_connections": 100}),
    result("SetWebhook", True),
    request("SendMediaGroup", {"chat_id": 7, "media": [
        {"type": "photo", "media": "attach://a"}, {"type": "photo", "media": "attach://b"},
    ]}, files={"a": "", "b": ""}),
    request("SendLocation", {"chat_id": 7, "latitude": 55, "longitude": 37.5}),
    request("GetChat", {"chat_id": 7}),
    result("GetChat", {
        "id": 7, "type": "private", "first_name": "Анна",
        "accent_color_id": 1, "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys((
            "unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription",
            "gifts_from_channels",
        ), True),
    }),
    update(message=message(
        chat={"id": -5, "type": "group", "title": "x"},
        new_chat_members=[BOT], new_chat_member=BOT, new_chat_participant=BOT,
    )),
    request("GetMyName"),
    refusal("GetMyName", 502, "Bad Gateway"),
    request("EditMessageText", {"inline_message_id": "1", "text": "x"}),
    result("EditMessageText", True),
]  # fmt: skip
