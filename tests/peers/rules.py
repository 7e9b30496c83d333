"""What Telegram's documentation says in words beyond the types of the fields."""

import re
from collections.abc import Callable, Iterator

from aiogram import methods, types
from aiogram.enums import ChatType, MessageEntityType, UpdateType
from pydantic import BaseModel

import bot_api
import markup
from bot_api import Fault, join

# Of each text that may be marked up: the field of its markup and that of its entities.
MARKED = {
    "text": ("parse_mode", "entities"),
    "caption": ("parse_mode", "caption_entities"),
    "quote": ("quote_parse_mode", "quote_entities"),
}

LENGTH = re.compile(r"\b(\d+)-(\d+) (characters|bytes)", re.IGNORECASE)
RANGE = re.compile(r"[;,] (\d+)-(\d+)(?=[.;]|$)|\bbetween (\d+)-(\d+) are accepted")
AT_MOST = re.compile(r"\bAt most (\d+) [a-z ]+ can be specified")

# The documentation does not tell these; python-telegram-bot's constants do.
BUTTONS = 100
BUTTONS_IN_ROW = 8

STYLES = {"bold", "italic", "underline", "strikethrough", "spoiler"}
QUOTES = {"blockquote", "expandable_blockquote"}
CODES = {"code", "pre"}
# The only kind of entity that has the field, which it needs unless it may choose.
FIELD_OF = {
    "url": ("text_link", True),
    "user": ("text_mention", True),
    "custom_emoji_id": ("custom_emoji", True),
    "unix_time": ("date_time", True),
    "language": ("pre", False),
    "date_time_format": ("date_time", False),
}
BEGINNING = {"mention": "@", "hashtag": "#", "cashtag": "$", "bot_command": "/"}

# core.telegram.org/api/bots/ids
CHAT_IDS = {
    "private": range(1, 1 << 40),
    "group": range(-999_999_999_999, 0),
    "supergroup": range(-4_000_000_000_000, -1_000_000_000_000),
    "channel": range(-4_000_000_000_000, -1_000_000_000_000),
}


def faults(value: object) -> Iterator[Fault]:
    """What is wrong with a value that the models accept, or with anything in it."""
    for path, model in bot_api.models(value):
        for name in sorted(model.model_fields_set & type(model).model_fields.keys()):
            for fault in faults_of_field(model, name):
                yield join(path, name), fault
        for kind, rule in RULES.items():
            if isinstance(model, kind):
                for field, fault in rule(model):
                    yield join(path, field), fault


def given(model: BaseModel, name: str) -> object:
    """A field's value, nothing if it was left out."""
    return getattr(model, name) if name in model.model_fields_set else None


def utf16(text: str) -> list[int]:
    """The code units in which Telegram counts."""
    coded = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(coded[i : i + 2], "little") for i in range(0, len(coded), 2)]


def faults_of_field(model: BaseModel, name: str) -> Iterator[str]:
    value = getattr(model, name)
    said = bot_api.documentation(type(model)).get(name, "")
    if isinstance(value, str):
        mode, entities = (given(model, field) for field in MARKED.get(name, ("", "")))
        try:
            text = markup.plain(mode, value)
        except ValueError as fault:
            yield str(fault)
            return
        if mode and entities:
            yield "has both a markup and entities"
        if limits := LENGTH.search(said):
            unit = limits[3].lower()
            length = len(utf16(text)) if unit == "characters" else len(text.encode())
            if not int(limits[1]) <= length <= int(limits[2]):
                yield f"{length} {unit}; {limits[1]}-{limits[2]} are allowed"
            elif int(limits[1]) and not text.strip():
                yield "nothing but blanks"
        yield from entity_faults(text, entities or [])
    elif isinstance(value, int) and not isinstance(value, bool):
        if limits := RANGE.search(said):
            low, high = (int(limit) for limit in limits.groups() if limit)
            if not low <= value <= high:
                yield f"{value}; {low}-{high} are allowed"
    elif isinstance(value, list):
        if (limit := AT_MOST.search(said)) and len(value) > int(limit[1]):
            yield f"{len(value)} of them; {limit[1]} are allowed"


def entity_faults(text: str, entities: list[types.MessageEntity]) -> Iterator[str]:
    """Whether entities fit into the text and with one another."""
    units = utf16(text)
    fitting = []
    for entity in entities:
        start, end = entity.offset, entity.offset + entity.length
        what = f"{entity.type} at {start}+{entity.length}"
        if start < 0 or entity.length <= 0 or end > len(units):
            yield f"{what} is not within its {len(units)} units"
        elif any(i < len(units) and 0xDC00 <= units[i] < 0xE000 for i in (start, end)):
            yield f"{what} splits a character"
        elif entity.type in BEGINNING and units[start] != ord(BEGINNING[entity.type]):
            yield f"{what} does not begin with {BEGINNING[entity.type]}"
        else:
            fitting.append((start, end, entity.type, what))
    for index, one in enumerate(fitting):
        for other in fitting[index + 1 :]:
            if one[0] < other[1] and other[0] < one[1] and not may_share(one, other):
                yield f"{one[3]} and {other[3]} share characters"


def may_share(one: tuple, other: tuple) -> bool:
    """Whether two entities that meet may do so."""
    if not (one[0] <= other[0] and other[1] <= one[1] or other[0] <= one[0] and one[1] <= other[1]):
        return False
    kinds = {one[2], other[2]}
    if kinds & QUOTES:
        return not kinds <= QUOTES
    return bool(kinds & STYLES) and not kinds & CODES


def entity(model: types.MessageEntity) -> Iterator[Fault]:
    if model.type not in set(MessageEntityType):
        yield "type", f"{model.type} is not a kind of entity"
    for field, (kind, needed) in FIELD_OF.items():
        there = given(model, field) is not None
        if there and model.type != kind:
            yield field, f"a {model.type} has none"
        elif needed and not there and model.type == kind:
            yield field, f"missing, which a {kind} needs"


def keyboard(model: types.InlineKeyboardMarkup) -> Iterator[Fault]:
    for index, row in enumerate(model.inline_keyboard):
        if len(row) > BUTTONS_IN_ROW:
            yield (
                f"inline_keyboard.{index}",
                f"{len(row)} buttons; {BUTTONS_IN_ROW} are allowed in a row",
            )
    if (count := sum(map(len, model.inline_keyboard))) > BUTTONS:
        yield "inline_keyboard", f"{count} buttons; {BUTTONS} are allowed"


def button(model: types.InlineKeyboardButton) -> Iterator[Fault]:
    if not model.text.strip():
        yield "text", "empty"
    known = model.model_fields_set & type(model).model_fields.keys()
    does = sorted(known - {"text", "icon_custom_emoji_id", "style"})
    if len(does) != 1:
        yield "", f"does {', '.join(does) or 'nothing'}; a button does exactly one thing"


def command(model: types.BotCommand) -> Iterator[Fault]:
    if not re.fullmatch("[a-z0-9_]*", model.command):
        yield "command", f"{model.command} has other than lowercase letters, digits and underscores"


def update(model: types.Update) -> Iterator[Fault]:
    kinds = sorted(model.model_fields_set - {"update_id"})
    if len(kinds) != 1:
        yield "", f"tells of {', '.join(kinds) or 'nothing'}; an update tells of one thing"


def callback(model: types.CallbackQuery) -> Iterator[Fault]:
    if (given(model, "data") is None) == (given(model, "game_short_name") is None):
        yield "data", "exactly one of data and game_short_name is there"
    if (given(model, "message") is None) == (given(model, "inline_message_id") is None):
        yield "message", "exactly one of message and inline_message_id is there"
    if model.data is not None and not 1 <= len(model.data.encode()) <= 64:
        yield "data", f"{len(model.data.encode())} bytes; 1-64 are allowed"


def message(model: types.Message) -> Iterator[Fault]:
    if model.reply_to_message and given(model.reply_to_message, "reply_to_message"):
        yield "reply_to_message.reply_to_message", "a reply is shown without what it replies to"
    if given(model, "text") is not None and given(model, "caption") is not None:
        yield "caption", "a message has a text or a caption"


def chat(model: types.Chat) -> Iterator[Fault]:
    if model.type not in set(ChatType):
        yield "type", f"{model.type} is not a kind of chat"
    elif model.type in CHAT_IDS and model.id not in CHAT_IDS[model.type]:
        yield "id", f"{model.id} is not that of a {model.type}"
    if (given(model, "title") is None) != (model.type == ChatType.PRIVATE):
        yield "title", "is there in all chats but private ones"


def user(model: types.User) -> Iterator[Fault]:
    if model.id not in CHAT_IDS["private"]:
        yield "id", f"{model.id} is not that of a user"


def allowed_updates(model: methods.GetUpdates | methods.SetWebhook) -> Iterator[Fault]:
    for index, name in enumerate(given(model, "allowed_updates") or []):
        if name not in set(UpdateType):
            yield f"allowed_updates.{index}", f"{name} is not a kind of update"


def webhook(model: methods.SetWebhook) -> Iterator[Fault]:
    yield from allowed_updates(model)
    if not re.fullmatch("[A-Za-z0-9_-]*", given(model, "secret_token") or ""):
        yield "secret_token", "has other than letters, digits, underscores and hyphens"


def edit(model: BaseModel) -> Iterator[Fault]:
    """That an edit tells of which message."""
    in_chat = [given(model, "chat_id") is not None, given(model, "message_id") is not None]
    inline = given(model, "inline_message_id") is not None
    if in_chat != [not inline, not inline]:
        yield "message_id", "either chat_id and message_id or inline_message_id is there"


RULES: dict[type | tuple, Callable[[BaseModel], Iterator[Fault]]] = {
    types.MessageEntity: entity,
    types.InlineKeyboardMarkup: keyboard,
    types.InlineKeyboardButton: button,
    types.BotCommand: command,
    types.Update: update,
    types.CallbackQuery: callback,
    types.Message: message,
    types.Chat: chat,
    types.User: user,
    methods.GetUpdates: allowed_updates,
    methods.SetWebhook: webhook,
    (
        methods.EditMessageText,
        methods.EditMessageCaption,
        methods.EditMessageMedia,
        methods.EditMessageReplyMarkup,
    ): edit,
}
