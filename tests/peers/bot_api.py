"""The Bot API as aiogram's models describe it.

A model forgives much that a description of the wire should not: it keeps unknown keys, makes
numbers of texts and fills in the constant that tells one type from another. So what is read is
compared with what was given, part by part.
"""

import ast
import inspect
import json
import textwrap
import types
import typing
from collections.abc import Iterator
from datetime import datetime
from functools import cache

import aiogram.methods
from aiogram.methods.base import TelegramMethod
from aiogram.types import BufferedInputFile, InputFile, Message
from pydantic import BaseModel, TypeAdapter, ValidationError

# Where it is wrong, and what is.
Fault = tuple[str, str]

METHODS: dict[str, type[TelegramMethod]] = {
    method.__api_method__.lower(): method
    for method in vars(aiogram.methods).values()
    if isinstance(method, type)
    and issubclass(method, TelegramMethod)
    and method is not TelegramMethod
}

# A key under which a parameter that is not itself a file may name one.
FILE_KEYS = {"media", "thumbnail", "cover"}
ATTACHED = "attach://"

# What Telegram's server still sends for the bots of old though it is documented no more.
UNDOCUMENTED = {Message: {"new_chat_member", "new_chat_participant", "left_chat_participant"}}

# As pydantic's paths call them.
SCALARS = {"bool", "float", "int", "str"}


def join(*parts: object) -> str:
    """A path of these parts; empty ones are left out."""
    return ".".join(str(part) for part in parts if part != "")


def read(annotation: object, given: object) -> tuple[object, list[Fault]]:
    """What a model makes of data. Nothing if it refuses them."""
    try:
        return adapter(annotation).validate_python(given), []
    except ValidationError as error:
        return None, list(refusals(error))


@cache
def adapter(annotation: object) -> TypeAdapter:
    return TypeAdapter(annotation)


def refusals(error: ValidationError) -> Iterator[Fault]:
    """What a model refuses; of the types that something may have, only for that which fits best:
    whose constants are right, then whose faults lie deepest."""
    errors = error.errors(include_url=False, include_context=False)
    fits: dict[tuple, dict[str, tuple[int, int]]] = {}
    for each in errors:
        for index, part in enumerate(each["loc"]):
            if names_type(part):
                rivals = fits.setdefault(each["loc"][:index], {})
                constants, depth = rivals.get(part, (0, 0))
                wrong = each["type"] == "literal_error"
                rivals[part] = (constants - wrong, max(depth, len(each["loc"])))
    best = {loc: max(rivals, key=rivals.get) for loc, rivals in fits.items()}
    for each in errors:
        loc = each["loc"]
        if all(best[loc[:i]] == part for i, part in enumerate(loc) if names_type(part)):
            yield join(*(part for part in loc if not names_type(part))), each["msg"]


def names_type(part: str | int) -> bool:
    """Whether a part of pydantic's path names one type of several, not a field."""
    return isinstance(part, str) and (part in SCALARS or part[:1].isupper() or "[" in part)


def differences(read_as: object, given: object, path: str = "") -> Iterator[Fault]:
    """Where data hold more than a model knows or something else than it read."""
    if isinstance(read_as, BaseModel):
        yield from differences_of_model(read_as, given, path)
    elif isinstance(read_as, list):
        for index, (one, other) in enumerate(zip(read_as, given, strict=True)):
            yield from differences(one, other, join(path, index))
    elif isinstance(read_as, datetime):
        if type(given) is not int or int(read_as.timestamp()) != given:
            yield path, f"{given!r} is not a time in seconds"
    elif type(read_as) is not type(given) and not (type(read_as) is float and type(given) is int):
        yield path, f"{given!r} is not {read_as!r}, as which it was read"


def differences_of_model(model: BaseModel, given: dict, path: str) -> Iterator[Fault]:
    named = wire_names(type(model))
    for key, value in given.items():
        if key in UNDOCUMENTED.get(type(model), ()):
            continue
        if key not in named:
            yield join(path, key), f"unknown field of {type(model).__name__}"
            continue
        field = type(model).model_fields[named[key]]
        if (field.json_schema_extra or {}).get("deprecated"):
            yield join(path, key), f"no longer a field of {type(model).__name__}"
        yield from differences_of_field(
            field.annotation, getattr(model, named[key]), value, join(path, key)
        )
    for key, name in named.items():
        field = type(model).model_fields[name]
        if key not in given and typing.get_origin(field.annotation) is typing.Literal:
            yield join(path, key), f"missing; {type(model).__name__} is told by it"


def differences_of_field(
    annotation: object, read_as: object, given: object, path: str
) -> Iterator[Fault]:
    if isinstance(read_as, BaseModel):
        # What suits no type as it should may pass for one whose only field is filled in: it is
        # told what the type would want whose fields it has.
        known = {
            model: len(wire_names(model).keys() & given.keys())
            for model in choices(annotation)
            if isinstance(model, type) and issubclass(model, BaseModel)
        }
        meant = max(known, key=known.get, default=None)
        if meant and known[meant] > known.get(type(read_as), 0):
            refused = read(meant, given)[1]
            for where, fault in refused:
                yield join(path, where), fault
            if refused:
                return
    yield from differences(read_as, given, path)


@cache
def wire_names(model: type[BaseModel]) -> dict[str, str]:
    """The fields of a model by the names they have on the wire."""
    return {field.alias or name: name for name, field in model.model_fields.items()}


def nulls(given: object, path: str = "") -> Iterator[Fault]:
    """What is null though Telegram leaves out what is not there."""
    if given is None:
        yield path, "null; what is not there is left out"
    elif isinstance(given, dict):
        for key, value in given.items():
            yield from nulls(value, join(path, key))
    elif isinstance(given, list):
        for index, value in enumerate(given):
            yield from nulls(value, join(path, index))


def models(value: object, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Every model within a value, and where it is."""
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from models(part, join(path, index))
    elif isinstance(value, BaseModel):
        yield path, value
        for key, name in wire_names(type(value)).items():
            if name in value.model_fields_set:
                yield from models(getattr(value, name), join(path, key))


def parameters(method: type[TelegramMethod], given: dict, files: dict) -> tuple[dict, list[Fault]]:
    """The parameters of a request as the models want them: parts of a form that are JSON are
    read, and placeholders stand for the files."""
    faults: list[Fault] = []
    unused = set(files)
    named = wire_names(method)

    def attached(key: str, path: str, value: object) -> object:
        if isinstance(value, str) and value.startswith(ATTACHED):
            for name in (value.removeprefix(ATTACHED), key):
                if name in files:
                    unused.discard(name)
                    return BufferedInputFile(b"", name)
            faults.append((path, f"no file comes with the request for {value}"))
        return value

    def within(value: object, path: str) -> object:
        if isinstance(value, list):
            return [within(part, join(path, index)) for index, part in enumerate(value)]
        if isinstance(value, dict):
            return {
                key: attached(key, join(path, key), part)
                if key in FILE_KEYS
                else within(part, join(path, key))
                for key, part in value.items()
            }
        return value

    ready = {}
    for key, value in given.items():
        accepted = choices(method.model_fields[named[key]].annotation) if key in named else set()
        if isinstance(value, str) and accepted and str not in accepted:
            try:
                value = json.loads(value)
            except ValueError:
                faults.append((key, f"{value!r} is not JSON"))
        ready[key] = attached(key, key, value) if InputFile in accepted else within(value, key)
    for name in sorted(unused):
        if name in named and name not in given:
            ready[name] = BufferedInputFile(b"", name)
        else:
            faults.append((name, "a file of which no parameter speaks"))
    return ready, faults


def choices(annotation: object) -> set:
    """The types of which something may be."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return set().union(*map(choices, typing.get_args(annotation)))
    if typing.get_origin(annotation) is typing.Annotated:
        return choices(typing.get_args(annotation)[0])
    return {annotation}


@cache
def documentation(model: type[BaseModel]) -> dict[str, str]:
    """What Telegram's documentation, which aiogram's sources copy, says of each field."""
    said: dict[str, str] = {}
    for base in model.__mro__:
        # A base with its type filled in has no source of its own.
        if not base.__module__.startswith("aiogram.") or "[" in base.__name__:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0].body
        for field, text in zip(body, body[1:]):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(words))):
                    said.setdefault(name, words)
    return said
