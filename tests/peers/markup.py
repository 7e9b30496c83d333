"""Telegram's HTML: which text it makes."""

import re

TAGS = {
    "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "span", "tg-spoiler", "a",
    "tg-emoji", "tg-time", "code", "pre", "blockquote",
}  # fmt: skip
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
TOKEN = re.compile(
    r"""<(?P<end>/?)(?P<tag>[a-z][a-z-]*)(?:\s+[a-z-]+(?:=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))?)*\s*>
    |&(?:\#(?P<decimal>\d{1,7})|\#x(?P<hex>[0-9a-f]{1,6})|(?P<named>lt|gt|amp|quot));
    |(?P<wrong>[<>&])""",
    re.IGNORECASE | re.VERBOSE,
)


def plain(mode: str | None, text: str) -> str:
    """The text without its markup. Raises ValueError if Telegram could not read it."""
    if mode is None:
        return text
    if mode.lower() != "html":
        raise ValueError(f"{mode} is a markup that this check cannot read")
    opened: list[str] = []
    made, end = [], 0
    for token in TOKEN.finditer(text):
        made.append(text[end : token.start()])
        end = token.end()
        if token["wrong"]:
            raise ValueError(f"{token['wrong']} at {token.start()} is neither a tag nor escaped")
        if token["tag"]:
            tag = token["tag"].lower()
            if tag not in TAGS:
                raise ValueError(f"<{tag}> is not a tag of Telegram's")
            if not token["end"]:
                opened.append(tag)
            elif not opened or opened.pop() != tag:
                raise ValueError(f"</{tag}> at {token.start()} ends nothing")
        elif token["named"]:
            made.append(NAMED[token["named"].lower()])
        else:
            made.append(chr(int(token["decimal"]) if token["decimal"] else int(token["hex"], 16)))
    if opened:
        raise ValueError(f"<{opened[-1]}> has no end")
    made.append(text[end:])
    return "".join(made)
