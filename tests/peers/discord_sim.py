"""A network front of simcord, a model of Discord that was written elsewhere.

What Discord does is decided by simcord alone: permissions, the life of an interaction, who sees
what. This file brings calls, events and files to it and back on a port of this machine, adds
the fields that Discord has and simcord leaves out, and notes what went wrong and what was said.
"""

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import discord
import simcord
from aiohttp import WSMsgType, web
from simcord import intents as gates
from simcord._clock import Clock
from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401  (they are known when they are loaded)

TOKEN = "peer.of.simcord"
# How long something is waited for that has to come: longer than anything here takes.
PATIENCE = 60.0
# The most characters of what a message is sent under.
NONCE = 25

EPHEMERAL = 1 << 6


class Fault(Exception):
    """Something is not as it has to be."""


@dataclass
class Request:
    """A call of the bot. Whoever meddles with it changes it, or answers it."""

    method: str
    path: str
    query: dict
    body: object
    files: dict[str, bytes]
    # The names of the files, by the parts of the form in which they come.
    names: dict[str, str]
    answer: tuple[int, object] | None = None


@dataclass
class Said:
    """A message of the bot as it was said or changed."""

    channel: int
    message: int
    changed: bool
    content: str
    file: str | None
    # The names of who is called by it, and of who sees it if that is one person only.
    called: frozenset[str]
    reader: str | None


@dataclass(eq=False)
class Listener:
    """A connection by which the bot hears."""

    intents: discord.Intents
    lines: asyncio.Queue = field(default_factory=asyncio.Queue)
    sequence: int = 0

    def tell(self, event: str, payload: object) -> None:
        self.sequence += 1
        self.lines.put_nowait({"op": 0, "t": event, "s": self.sequence, "d": payload})


class Started(Clock):
    """Time that begins now and then stands still: the bot looks how old messages are, and
    nothing has to be in time on a machine that has other work.
    """

    def __init__(self) -> None:
        super().__init__()
        self.begun = datetime.now(UTC)

    def now(self) -> datetime:
        return self.begun + timedelta(seconds=self.elapsed)


class Simulator:
    """A Discord with one server of three channels, two players and somebody else."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.backend = env.backend
        self.guild = env.create_guild("Friends")
        self.channels = {
            name: self.guild.create_text_channel(name) for name in ("general", "games")
        }
        # The bot may not write there, and can only answer.
        self.channels["closed"] = self.guild.create_text_channel(
            "closed", overwrites={env.bot.user: discord.PermissionOverwrite(send_messages=False)}
        )
        self.people = {
            name: self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in ("Anna", "Boris", "Vera")
        }
        self.url = ""
        self.patience = PATIENCE
        self.faults: list[str] = []
        self.said: list[Said] = []
        self.calls: list[str] = []
        self.listeners: list[Listener] = []
        # What a message was sent under, and which it became.
        self.nonces: dict[tuple[str, str], int] = {}
        # Changes a call or an event, for those who look whether that is found.
        self.meddle: Callable[[Request], None] = lambda request: None
        self.meddle_event: Callable[[str, dict], None] = lambda event, payload: None
        self.meddle_file: Callable[[str, bytes], bytes] = lambda name, file: file
        # Answers to calls that this fits are held back for ever, once the call is done.
        self.hold: Callable[[Request], bool] = lambda request: False
        self.held = 0
        self._changed = asyncio.Event()

    # What goes on.

    def fault(self, text: str) -> None:
        self.faults.append(text)
        self.change()

    def change(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def until(self, done: Callable[[], object], what: str) -> object:
        """Waits until this is true, and gives what it is."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience
        while True:
            changed = self._changed
            if self.faults:
                raise Fault("\n".join(self.faults))
            if found := done():
                return found
            left = min(self.patience, end - loop.time())
            try:
                await asyncio.wait_for(changed.wait(), max(left, 0))
            except TimeoutError:
                raise Fault(f"missing: {what}") from None

    # What people see and do.

    def messages(self, channel: str = "games") -> list[dict]:
        """The messages of the bot in a channel that everybody sees."""
        stored = self.backend.messages[self.channels[channel].id].values()
        me = self.backend.bot_user.id
        return [
            self.shown(message)
            for message in stored
            if message.author_id == me and not message.is_ephemeral
        ]

    def shown(self, message: object) -> dict:
        return self.wire(serializers.message_payload(self.backend, message))

    def commands(self) -> list[str]:
        return list(self.people["Anna"].available_commands(self.channels["games"]))

    async def slash(self, who: str, name: str, channel: str = "games", **options) -> dict | None:
        """Gives a command. The answer, if it has one, is what only this person sees."""
        given = {
            option: self.people.get(value, value) if isinstance(value, str) else value
            for option, value in options.items()
        }
        person, place = self.people[who], self.channels[channel]
        result = await person.slash(place, name, **given)
        await self.until(lambda: answered(result), f"an answer to /{name} {options}")
        if result.response is None:
            return None
        return self.private(result.response.id, f"the answer to /{name} {options}")

    def private(self, message: int, what: str) -> dict:
        for stored in self.backend.messages.values():
            if message in stored:
                if not stored[message].is_ephemeral:
                    raise Fault(f"{what} is seen by everybody")
                return self.shown(stored[message])
        raise Fault(f"{what} is gone")

    async def complete(self, who: str, name: str, option: str, typed: str, **filled) -> list[str]:
        """Types into an option; what is suggested."""
        # Answers come later than simcord waits for them, so that its own result is of no use.
        before = set(self.backend.interactions)
        place = self.channels["games"]
        await self.people[who].autocomplete(place, name, option, typed, **filled)
        (asked,) = set(self.backend.interactions) - before
        record = self.backend.interactions[asked]
        await self.until(lambda: record.responded, f"suggestions for /{name} {option}")
        if record.autocomplete_choices is None:
            raise Fault(f"/{name} {option} is answered by something else than suggestions")
        return [choice["value"] for choice in record.autocomplete_choices]

    def handle(self, message: dict) -> simcord.ResponseMessage:
        """A message as simcord's people take it."""
        stored = self.backend.get_message(int(message["channel_id"]), int(message["id"]))
        return simcord.ResponseMessage(self.env, stored)

    async def answer_to(self, who: str, message: dict, text: str) -> None:
        """Answers a message by another, which pings its author as it does in Discord."""
        await self.people[who].send(self.channels["games"], text, reply_to=self.handle(message))

    async def write(self, who: str, text: str) -> None:
        await self.people[who].send(self.channels["games"], text)

    async def press(self, who: str, message: dict, label: str) -> simcord.InteractionResult:
        """Presses the button of a message that has this label."""
        result = await self.people[who].click(self.handle(message), label=label)
        await self.until(lambda: result.acknowledged, f"an answer to ({label})")
        return result

    async def refusal(self, who: str, message: dict, label: str) -> str:
        """Presses a button that is not for this person; what they are told."""
        result = await self.press(who, message, label)
        await self.until(lambda: result.followups, f"a refusal of ({label}) for {who}")
        [told] = result.followups
        return self.private(told.id, f"the refusal of ({label}) for {who}")["content"]

    # What the bot sends and gets.

    def wire(self, payload: object) -> object:
        """What simcord makes, as Discord sends it."""
        text = json.dumps(payload, default=str).replace(CDN_BASE, f"{self.url}/cdn")
        return filled(json.loads(text))

    async def request(self, request: web.Request) -> Request:
        """Reads a call."""
        body, files, names = None, {}, {}
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                data = bytes(await part.read())
                if part.name == "payload_json":
                    body = json.loads(data)
                elif match := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
                    files[match[1]], names[match[1]] = data, part.filename or ""
                else:
                    self.fault(f"{request.path}: a part of a form called {part.name!r}")
        elif request.can_read_body and (raw := await request.read()):
            body = json.loads(raw)
        path = "/" + request.match_info["path"]
        return Request(request.method, path, dict(request.query), body, files, names)

    async def call(self, incoming: web.Request) -> web.StreamResponse:
        """Answers a call of the bot."""
        request = await self.request(incoming)
        # What has a token of its own in its path needs none of the bot.
        if not re.match("/(interactions|webhooks)/", request.path):
            if incoming.headers.get("Authorization") != f"Bot {TOKEN}":
                self.fault(f"{request.method} {request.path}: without the bot's token")
                return web.json_response({"code": 0, "message": "401: Unauthorized"}, status=401)
        if not re.match(r"DiscordBot \(.+, .+\)", incoming.headers.get("User-Agent", "")):
            self.fault(f"{request.method} {request.path}: without the User-Agent of a bot")
        self.meddle(request)
        status, answer = request.answer or self.answer(request)
        self.calls.append(f"{status} {request.method} {request.path}")
        held = self.hold(request)
        self.held += held
        self.change()
        if held:
            await asyncio.Event().wait()
        if answer is None:
            return web.Response(status=204)
        return web.json_response(answer, status=status)

    def answer(self, request: Request) -> tuple[int, object]:
        if request.method == "GET" and request.path in ("/gateway", "/gateway/bot"):
            limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            address = self.url.replace("http", "ws", 1) + "/gateway"
            return 200, {"url": address, "shards": 1, "session_start_limit": limit}
        if earlier := self.repeated(request):
            return 200, self.shown(earlier)
        for fault in form_faults(request):
            self.fault(f"{request.method} {request.path}: {fault}")
        numbers = sorted(request.files, key=int)
        files = [Upload(request.names[number], request.files[number]) for number in numbers]
        try:
            made = router.dispatch(
                self.backend,
                request.method,
                request.path,
                json=request.body,
                params=request.query,
                files=files,
            )
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            self.fault(f"{request.method} {request.path}: simcord cannot tell: {gap}")
            return 501, {"code": 0, "message": str(gap)}
        except simcord.BackendError as error:
            self.fault(f"{request.method} {request.path}: {error}: {request.body}")
            return error.status, error.to_json()
        self.note(request, made)
        if request.path.endswith("/callback") and "with_response" not in request.query:
            return 204, None
        return (204, None) if made is None else (200, self.wire(made))

    def repeated(self, request: Request) -> object:
        """The message that was sent under the same nonce already."""
        body = request.body if isinstance(request.body, dict) else {}
        if request.method == "POST" and body.get("enforce_nonce"):
            made = self.nonces.get((request.path, str(body.get("nonce"))))
            return made and self.backend.get_message(int(request.path.split("/")[2]), made)

    def note(self, request: Request, made: object) -> None:
        """Notes what a call has said."""
        body = request.body if isinstance(request.body, dict) else {}
        message = made.get("resource", {}).get("message", made) if isinstance(made, dict) else {}
        if not isinstance(message, dict) or not {"channel_id", "content"} <= message.keys():
            return
        channel, number = int(message["channel_id"]), int(message["id"])
        if request.method == "POST" and body.get("enforce_nonce"):
            self.nonces[request.path, str(body["nonce"])] = number
        stored = self.backend.get_message(channel, number)
        names = {person.id: name for name, person in self.people.items()}
        reader = (stored.interaction_metadata or {}).get("user", {}).get("id")
        self.said.append(Said(
            channel=channel,
            message=number,
            changed=request.method == "PATCH",
            content=stored.content,
            file=stored.attachments[0]["filename"] if stored.attachments else None,
            called=frozenset(names.get(id, str(id)) for id in stored.ping_user_ids),
            reader=names[int(reader)] if stored.is_ephemeral else None,
        ))  # fmt: skip

    async def file(self, request: web.Request) -> web.Response:
        address = f"{CDN_BASE}/{request.match_info['path']}"
        file = self.backend.cdn.get(address)
        if file is None:
            return web.Response(status=404)
        name = address.rsplit("/", 1)[1]
        return web.Response(body=self.meddle_file(name, file))

    # What the bot hears.

    def emit(self, event: str, payload: dict) -> None:
        """Tells everybody who listens what has happened."""
        gate = gates.required_intent(event, payload)
        for listener in self.listeners:
            if gate is None or getattr(listener.intents, gate):
                told = self.wire(payload)
                self.prepare(event, told, listener.intents)
                self.meddle_event(event, told)
                listener.tell(event, told)
        self.change()

    def prepare(self, event: str, payload: dict, intents: discord.Intents) -> None:
        """Leaves out what these intents do not let the bot see."""
        me = self.backend.bot_user.id
        if event == "GUILD_CREATE":
            joined = self.backend.guilds[int(payload["id"])].members[me].joined_at
            payload["joined_at"] = joined
            gates.prune_guild_create(payload, intents, me)
        elif event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not intents.message_content:
            gates.censor_message(payload, me, backend=self.backend)

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        hello = {"op": 10, "s": None, "t": None, "d": {"heartbeat_interval": 41250}}
        await socket.send_json(hello)
        listener, writer = None, None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                said = json.loads(message.data)
                if said["op"] == 1:
                    await socket.send_json({"op": 11, "s": None, "t": None, "d": None})
                elif said["op"] == 2:
                    if listener is not None or said["d"]["token"].removeprefix("Bot ") != TOKEN:
                        self.fault("the bot identifies itself by another token, or twice")
                        break
                    listener = self.identified(said["d"])
                    writer = asyncio.create_task(write(socket, listener))
                elif said["op"] == 6:
                    # As after a long time: the session is over.
                    await socket.send_json({"op": 9, "s": None, "t": None, "d": False})
                elif said["op"] not in (3, 4):
                    self.fault(f"the bot says opcode {said['op']}")
        finally:
            if listener is not None:
                self.listeners.remove(listener)
            if writer is not None:
                writer.cancel()
            self.change()
        return socket

    def identified(self, data: dict) -> Listener:
        intents = discord.Intents._from_value(int(data["intents"]))
        for name in gates.missing_privileged_intents(intents, discord.Intents.none()):
            self.fault(f"the bot wants the privileged intent {name}")
        listener = Listener(intents)
        guilds = list(self.backend.guilds.values())
        listener.tell("READY", self.wire({
            "v": 10,
            "user": serializers.user_payload(self.backend.bot_user),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": "peer",
            "resume_gateway_url": self.url.replace("http", "ws", 1) + "/gateway",
            "shard": data.get("shard") or [0, 1],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }))  # fmt: skip
        for guild in guilds:
            payload = self.wire(serializers.guild_create_payload(self.backend, guild))
            self.prepare("GUILD_CREATE", payload, intents)
            listener.tell("GUILD_CREATE", payload)
        self.listeners.append(listener)
        self.change()
        return listener


class Upload:
    """A file as simcord takes it."""

    description = None

    def __init__(self, name: str, data: bytes) -> None:
        self.filename = name
        self.fp = io.BytesIO(data)


async def write(socket: web.WebSocketResponse, listener: Listener) -> None:
    while not socket.closed:
        await socket.send_json(await listener.lines.get())


def answered(result: simcord.InteractionResult) -> bool:
    """Whether an interaction has been answered, and not only acknowledged."""
    record = result._interaction
    return record.responded and (result.response is None or not record.loading)


def form_faults(request: Request) -> Iterable[str]:
    """What Discord would not take of a call that says something, and simcord does not look at."""
    body = request.body if isinstance(request.body, dict) else {}
    data = body.get("data") if isinstance(body.get("data"), dict) else body
    if len(str(data.get("nonce", ""))) > NONCE:
        yield f"a nonce of more than {NONCE} characters"
    told = {str(file.get("id")): file.get("filename") for file in data.get("attachments") or ()}
    for number, name in request.names.items():
        if told.get(number) != name:
            yield f"files[{number}] is {name!r}, and {told.get(number)!r} in attachments"
    # In an edit the others are files that stay.
    if request.method == "POST" and (missing := told.keys() - request.names.keys()):
        yield f"attachments {sorted(missing)} do not come with it"


def filled(value: object) -> object:
    """A payload with the fields that Discord has and simcord leaves out."""
    if isinstance(value, list):
        return [filled(part) for part in value]
    if not isinstance(value, dict):
        return value
    value = {key: filled(part) for key, part in value.items()}
    if {"application_id", "description", "options"} <= value.keys():
        value.setdefault("version", value["id"])
    if {"owner_id", "preferred_locale"} <= value.keys():
        value.setdefault("nsfw_level", 0)
    if value.get("authorizing_integration_owners") == {} and "guild_id" in value:
        # The server has installed the bot.
        value["authorizing_integration_owners"] = {"0": value["guild_id"]}
    return value


@asynccontextmanager
async def simulator() -> AsyncIterator[Simulator]:
    """Serves a simulator on a free port of this machine."""
    # simcord wants a bot of its own, which only listens, and so reads everything that the bot
    # under test says.
    env = simcord.Env(discord.Client(intents=discord.Intents.all()), strict_sync=False)
    env.backend = simcord.Backend(clock=Started())
    await env.start()
    try:
        with env.time_context():
            sim = Simulator(env)
            await env.settle()
            async with served(sim):
                yield sim
            simcord.assert_no_errors(env)
    finally:
        await env.shutdown()


@asynccontextmanager
async def served(sim: Simulator) -> AsyncIterator[None]:
    app = web.Application(client_max_size=64 << 20)
    app.router.add_route("*", "/api/v10/{path:.*}", sim.call)
    app.router.add_get("/cdn/{path:.*}", sim.file)
    app.router.add_get("/gateway", sim.gateway)
    app.router.add_get("/gateway/", sim.gateway)
    # Whatever is still held back at the end is not waited for.
    runner = web.AppRunner(app, shutdown_timeout=0, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    sim.url = f"http://{host}:{port}"
    sim.backend.subscribers.append(sim.emit)
    try:
        yield
    finally:
        sim.backend.subscribers.remove(sim.emit)
        await runner.cleanup()
