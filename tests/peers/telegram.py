"""Checks recorded talk with the Bot API against aiogram's models and Telegram's documentation.

usage: telegram.py FOLDER

FOLDER holds files NAME.jsonl, in which each line is an object:

    {"kind": "request", "method": "sendPhoto", "params": {...}, "files": {"photo": ...}}
    {"kind": "result", "method": "sendPhoto", "result": ...}
    {"kind": "error", "method": "sendPhoto", "error": {"error_code": ..., "description": ...}}
    {"kind": "update", "update": {...}}

A part of a form may be its text or what that text is as JSON; a file goes by the name of its
parameter or by that of its part of the form. Each fault is told with its file, line and field.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from aiogram import types
from aiogram.methods.base import TelegramMethod

import bot_api
import rules
from bot_api import Fault, join

# What a recording has to have seen for the check to mean something: requests that got a
# result, and updates. A photograph is told by how it is given.
REQUESTS = (
    "getMe",
    "getUpdates",
    "setMyCommands",
    "sendMessage",
    "sendPhoto, file",
    "sendPhoto, file id",
    "editMessageReplyMarkup",
    "answerCallbackQuery",
)
UPDATES = ("message", "callback_query")

# The field of a message that a method makes.
MAKES = {
    "sendMessage": "text",
    "editMessageText": "text",
    "sendPhoto": "photo",
    "sendDocument": "document",
    "sendAnimation": "animation",
}

# How a description begins.
REFUSALS = {
    400: "Bad Request: ",
    401: "Unauthorized",
    403: "Forbidden: ",
    404: "Not Found",
    409: "Conflict: ",
    413: "Request Entity Too Large",
    429: "Too Many Requests: retry after ",
}


class Recording:
    """The lines of one file, read in order."""

    def __init__(self, counts: Counter) -> None:
        self.counts = counts
        # Requests less answers, by method.
        self.unanswered: Counter = Counter()
        # The methods that were once asked to edit an inline message.
        self.inline: set[str] = set()
        # The kinds of updates last asked for, nothing before that.
        self.wanted: list[str] | None = None

    def faults(self, text: str) -> Iterator[Fault]:
        """What is wrong with a line."""
        try:
            line = json.loads(text)
        except ValueError as error:
            yield "", f"not JSON: {error}"
            return
        kind = line.get("kind") if isinstance(line, dict) else None
        body = {"request": "params", "result": "result", "error": "error", "update": "update"}.get(
            kind
        )
        if body is None:
            yield "kind", f"{kind!r} is none of request, result, error, update"
            return
        # A method without parameters may be asked for without a body.
        if body not in line and kind != "request":
            yield body, "missing"
            return
        if kind == "update":
            yield from located("update", self.update(line["update"]))
            return
        name = line.get("method")
        method = bot_api.METHODS.get(name.lower()) if isinstance(name, str) else None
        if method is None:
            yield "method", f"{name!r} is not a method"
            return
        name = method.__api_method__
        if kind == "request":
            read = self.request(method, line.get("params") or {}, line.get("files") or {})
            yield from located(name, read)
            return
        self.unanswered[name] -= 1
        if self.unanswered[name] < 0:
            yield name, "an answer without a request"
        if kind == "result":
            yield from located(f"{name} result", self.result(method, line["result"]))
        else:
            self.counts["error", name] += 1
            yield from located(f"{name} error", error_faults(line["error"]))

    def request(
        self, method: type[TelegramMethod], params: object, files: object
    ) -> Iterator[Fault]:
        name = method.__api_method__
        self.unanswered[name] += 1
        if not isinstance(params, dict) or not isinstance(files, dict):
            yield "", "params and files are objects"
            return
        for key in params:
            if params[key] is None:
                yield key, "null; what is not there is left out"
        ready, faults = bot_api.parameters(method, params, files)
        yield from faults
        request, refused = bot_api.read(method, ready)
        yield from refused
        if request is None:
            for key in sorted(params.keys() - bot_api.wire_names(method).keys()):
                yield key, f"unknown field of {method.__name__}"
            return
        yield from bot_api.differences(request, ready)
        yield from rules.faults(request)
        self.counts["request", described(name, ready)] += 1
        if "inline_message_id" in params:
            self.inline.add(name)
        if name == "getUpdates" and "allowed_updates" in ready:
            self.wanted = ready["allowed_updates"]

    def result(self, method: type[TelegramMethod], given: object) -> Iterator[Fault]:
        name = method.__api_method__
        self.counts["result", name] += 1
        value, faults = bot_api.read(method.__returning__, given)
        yield from faults
        if faults:
            return
        yield from bot_api.nulls(given)
        yield from bot_api.differences(value, given)
        yield from rules.faults(value)
        if value is False:
            yield "", "false; success is told by true"
        elif value is True and method.__returning__ is not bool and name not in self.inline:
            yield "", "true; the message is told unless it is an inline one"
        elif isinstance(value, types.Message) and name in MAKES and MAKES[name] not in given:
            yield MAKES[name], "missing in the message that was made"
        if name == "getMe" and not (value.is_bot and value.username):
            yield "", "is not a bot with a name"
        if name == "getUpdates" and self.wanted:
            for index, update in enumerate(given):
                for kind in sorted(update.keys() - {"update_id", *self.wanted}):
                    yield join(index, kind), "was not asked for"

    def update(self, given: object) -> Iterator[Fault]:
        value, faults = bot_api.read(types.Update, given)
        yield from faults
        if faults:
            return
        yield from bot_api.nulls(given)
        yield from bot_api.differences(value, given)
        yield from rules.faults(value)
        for kind in given.keys() - {"update_id"}:
            self.counts["update", kind] += 1


def located(where: str, faults: Iterator[Fault]) -> Iterator[Fault]:
    for path, fault in faults:
        yield (f"{where}: {path}" if path else where), fault


def described(name: str, params: dict) -> str:
    """The name of a request in the table."""
    if name != "sendPhoto":
        return name
    photo = params["photo"]
    if not isinstance(photo, str):
        return "sendPhoto, file"
    return "sendPhoto, address" if re.match("https?://", photo) else "sendPhoto, file id"


def error_faults(given: object) -> Iterator[Fault]:
    if not isinstance(given, dict):
        yield "", f"{given!r} is not an object"
        return
    for key in sorted(given.keys() - {"ok", "error_code", "description", "parameters"}):
        yield key, "unknown field of an error"
    code, description = given.get("error_code"), given.get("description")
    if type(code) is not int or not 400 <= code < 600:
        yield "error_code", f"{code!r} is not that of an error"
        return
    if not isinstance(description, str) or not description.startswith(REFUSALS.get(code, "")):
        yield "description", f"{description!r} is not that of a {code}"
        return
    parameters = given.get("parameters", {})
    value, faults = bot_api.read(types.ResponseParameters, parameters)
    yield from located("parameters", iter(faults))
    if faults:
        return
    yield from located("parameters", bot_api.differences(value, parameters))
    seconds = description.removeprefix(REFUSALS[429]) if code == 429 else None
    if seconds != (None if value.retry_after is None else str(value.retry_after)):
        yield "parameters.retry_after", "says other than code and description"
    if value.migrate_to_chat_id is not None and code != 400:
        yield "parameters.migrate_to_chat_id", f"comes with 400, not {code}"


def table(counts: Counter) -> str:
    """What was seen, how often."""
    return "\n".join(f"{count:6}  {kind:8}{name}" for (kind, name), count in sorted(counts.items()))


def missing(counts: Counter) -> Iterator[str]:
    """What was not seen though it has to be."""
    for name in REQUESTS:
        if not counts["request", name]:
            yield f"no request: {name}"
        elif not counts["result", name.partition(",")[0]]:
            yield f"no result: {name}"
    for kind in UPDATES:
        if not counts["update", kind]:
            yield f"no update: {kind}"


def check(folder: Path) -> tuple[Counter, list[str]]:
    """What a folder's files have seen, and all that is wrong with them."""
    counts: Counter = Counter()
    faults = []
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        faults.append(f"{folder}: nothing is recorded")
    for file in files:
        recording = Recording(counts)
        text = file.read_text(encoding="utf-8")
        if not text:
            faults.append(f"{file.name}: nothing is recorded")
        # Not splitlines: JSON may hold other ends of lines as they are.
        for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
            for path, fault in recording.faults(line):
                faults.append(": ".join(filter(None, (f"{file.name}:{number}", path, fault))))
    faults.extend(missing(counts))
    return counts, faults


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    counts, faults = check(Path(sys.argv[1]))
    print(table(counts))
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"faults: {len(faults)}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
