"""Has the published game played through by Kosti in simcord, a model of Discord.

usage: discord_game.py BINARY

BINARY is the program, which is started as it is, with a database of its own; simcord stands for
Discord. Two people play the published game by commands and buttons, somebody else meddles, and
the program is killed on the way. Every board is downloaded and compared with what the program
draws for that position by itself.
"""

import asyncio
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import aiohttp

from discord_bot import REPOSITORY, Program
from discord_sim import Fault, Simulator, simulator

WHITE, BLACK, BYSTANDER = "Anna", "Boris", "Vera"
PLAYERS = (WHITE, BLACK)
NAMES = ("--first", WHITE, "--second", BLACK)
# The move before which the program is killed, and the one that is stored when it is killed
# again, before it knows that its board was taken.
KILLED, CUT_OFF = 20, 41
# The move before which the players ask for what can be asked for.
ASKED = 3

NOT_YOURS = "You do not play in this game."


def published() -> list[str]:
    """The actions of the published game."""
    text = (REPOSITORY / "tests/support/published.rs").read_text(encoding="utf-8")
    main = re.search(r'MAIN: &str = "\\\n(.*?)"', text, re.DOTALL)[1]
    return [word.rstrip(".") for word in main.split() if not word[0].isdigit()]


def board_name(number: int) -> str:
    return f"senegal-1-{number:03}.png"


class Game:
    """A game that is played move by move."""

    def __init__(self, sim: Simulator, program: Program, moves: list[str]) -> None:
        self.sim = sim
        self.program = program
        self.moves = moves
        self.position = program.says("rules", "start", "senegal").decode().strip()
        self.legal: dict[str, str] = {}
        # Everything that everybody sees, as it has to be: the names of files, else None.
        self.expected: list[str | None] = []
        # How the last board is drawn: the position before the last action, and that.
        self.drawn: tuple[str, ...] = (self.position,)
        # The most buttons that an action has taken.
        self.longest_press = 0
        self.file = Path(program.home.name) / "record.txt"
        self.look()

    def look(self) -> None:
        """Has the program tell the legal actions, and what each leads to."""
        told = self.program.says("rules", "moves", "senegal", self.position).decode()
        self.legal = dict(line.split("\t") for line in told.splitlines())

    def mover(self, number: int) -> str:
        return PLAYERS[number % 2]

    async def play(self) -> None:
        await self.begin()
        for number, action in enumerate(self.moves):
            if number in (2, 3):
                await self.meddle(number)
            if number == ASKED:
                await self.ask(number)
            if number == KILLED:
                await self.program.end(signal.SIGKILL)
                await self.program.serve(self.sim)
            await self.turn(number, action)
        for fault in self.called_faults():
            raise Fault(fault)

    async def begin(self) -> None:
        sim = self.sim
        # The bot says that it has come.
        await sim.until(lambda: sim.messages("general"), "the welcome")
        told = await sim.slash(WHITE, "play", game="senegal", opponent=BLACK, more="white")
        if told is not None:
            raise Fault(f"a challenge is answered by {told['content']!r}")
        self.expected.append(None)
        [challenge] = await self.seen("the challenge")
        refused = await sim.refusal(BYSTANDER, challenge, "Accept")
        if not refused:
            raise Fault("a bystander's acceptance is refused without a word")
        await sim.press(BLACK, challenge, "Accept")
        await self.board(0, (self.position,))
        await self.buttons_go()

    async def seen(self, what: str) -> list[dict]:
        """Everything that everybody sees, once it is as much as it has to be."""
        wanted = len(self.expected)
        messages = await self.sim.until(
            lambda: len(found := self.sim.messages()) >= wanted and found, what
        )
        files = [file_of(message) for message in messages]
        if files != self.expected:
            raise Fault(f"{what}: the channel ends with {files[-4:]}, not {self.expected[-4:]}")
        return messages

    async def board(self, number: int, drawn: tuple[str, ...]) -> None:
        """The board after so many moves is there, once and right."""
        self.expected.append(board_name(number))
        self.drawn = drawn
        what = f"the board after {number} moves"
        message = (await self.seen(what))[-1]
        [attachment] = message["attachments"]
        shown = await fetch(attachment["url"])
        right = self.program.says("render", "senegal", *drawn, *NAMES, "--output", "-")
        if shown != right:
            raise Fault(f"{what} is another picture: {len(shown)} bytes, not {len(right)}")

    async def buttons_go(self) -> None:
        """What is older than the last board asks for nothing any more."""
        await self.sim.until(
            lambda: not any(old["components"] for old in self.sim.messages()[:-1]),
            f"the end of the buttons above {self.expected[-1]}",
        )

    async def turn(self, number: int, action: str) -> None:
        if action not in self.legal:
            raise Fault(f"{action} is not legal in {self.position}, only {list(self.legal)}")
        if number == CUT_OFF:
            await self.cut_off(number, action)
        else:
            await self.act(number, action)
        await self.board(number + 1, (self.position, "--action", action))
        await self.buttons_go()
        self.position = self.legal[action]
        self.look()

    async def act(self, number: int, action: str) -> None:
        """Plays an action. Both players play in all the ways, by turns."""
        sim, who = self.sim, self.mover(number)
        if number % 3 == 0:
            told = await sim.slash(who, "move", action=action)
            if told is not None:
                raise Fault(f"/move {action} is answered by {told['content']!r}")
        elif number % 3 == 1:
            await self.press(who, action)
        else:
            # What does not ping the bot is none of its business.
            await sim.write(who, action)
            await sim.answer_to(who, sim.messages()[-1], action)

    async def press(self, who: str, action: str) -> None:
        """Plays by the buttons under the board: by that of the action, or step by step."""
        sim, board = self.sim, len(self.expected) - 1
        steps, labels = 0, labels_of(sim.messages()[board])
        while labels and len(sim.messages()) == board + 1:
            # The longest is that of the action, or of the step that leads to it.
            label = max(filter(action.startswith, labels), key=len, default=None)
            if label is None:
                break
            steps += 1
            await sim.press(who, sim.messages()[board], label)
            await sim.until(
                lambda before=labels: (
                    len(sim.messages()) > board + 1 or labels_of(sim.messages()[board]) != before
                ),
                f"what the step {steps} to {action} leads to",
            )
            labels = labels_of(sim.messages()[board])
        if not steps or len(sim.messages()) == board + 1 and labels:
            raise Fault(f"after {steps} steps no button leads to {action}: {labels}")
        self.longest_press = max(self.longest_press, steps)

    async def cut_off(self, number: int, action: str) -> None:
        """Has the program killed when Discord has the board, before it has heard so."""
        sim, held, asked = self.sim, self.sim.held, len(self.sim.calls)
        sim.hold = lambda request: board_name(number + 1) in request.names.values()
        await self.act(number, action)
        await sim.until(lambda: sim.held > held, "the board whose answer is held back")
        await self.program.end(signal.SIGKILL)
        sim.hold = lambda request: False
        await self.program.serve(sim)
        sent = "200 POST .*/messages$"
        await sim.until(
            lambda: sum(bool(re.match(sent, call)) for call in sim.calls[asked:]) > 1,
            "the board that is sent again",
        )

    async def meddle(self, number: int) -> None:
        """Somebody else and the other player press every button: nothing comes of it."""
        message = self.sim.messages()[-1]
        for label in labels_of(message):
            told = await self.sim.refusal(BYSTANDER, message, label)
            if told != NOT_YOURS:
                raise Fault(f"a bystander's ({label}) is answered by {told!r}")
        other = self.mover(number + 1)
        told = await self.sim.refusal(other, message, labels_of(message)[0])
        if not told.startswith("It is not your turn"):
            raise Fault(f"{other}, who is not to move, is told {told!r}")
        if self.sim.messages()[-1] != message:
            raise Fault("meddling has changed the board")

    async def ask(self, number: int) -> None:
        """Whoever is to move asks for what a game can be asked for."""
        sim, who = self.sim, self.mover(number)
        # It is legal in no position.
        wrong = await sim.slash(who, "move", action="a1-a9")
        if wrong is None or "a9" not in wrong["content"]:
            raise Fault(f"a wrong move is answered by {wrong and wrong['content']!r}")
        moves = await sim.slash(who, "moves")
        listed = re.findall(r"\b[a-f][1-5](?:[-:][a-f][1-5])+", plain(moves))
        if sorted(listed) != sorted(self.legal):
            raise Fault(f"/moves lists {listed}, not {list(self.legal)}")
        offered = await sim.complete(who, "move", "action", "")
        if sorted(offered) != sorted(self.legal):
            raise Fault(f"/move offers {offered}, not {list(self.legal)}")
        some = next(iter(self.legal))
        if some not in await sim.complete(who, "move", "action", some[:2]):
            raise Fault(f"/move does not offer {some} to who has typed {some[:2]}")
        if offered := await sim.complete(BYSTANDER, "move", "action", ""):
            raise Fault(f"/move offers {offered} to a bystander")
        elsewhere = await sim.slash(who, "moves", channel="general", match=1)
        if "elsewhere" not in plain(elsewhere):
            raise Fault(f"/moves in another channel is answered by {plain(elsewhere)!r}")
        await self.public(who, "board")
        await self.board(number, self.drawn)

    async def public(self, who: str, name: str) -> None:
        told = await self.sim.slash(who, name)
        if told is not None:
            raise Fault(f"/{name} is answered by {told['content']!r}")

    async def finish(self) -> None:
        """The game is over: everybody sees how, and gets its record."""
        sim, last = self.sim, self.sim.messages()[-1]
        if self.legal or "a draw, equal checkers" not in plain(last):
            raise Fault(f"the end of the game is told by {last['content']!r}")
        if self.longest_press < 2:
            raise Fault("no action has taken more than one button")
        await self.public(BLACK, "board")
        await self.board(len(self.moves), self.drawn)
        await self.public(WHITE, "top")
        self.expected.append(None)
        top = plain((await self.seen("/top"))[-1])
        for name in PLAYERS:
            if f"{name} – 0 points (won 0, drawn 1, lost 0)" not in top:
                raise Fault(f"/top says {top!r}")
        await self.public(BYSTANDER, "record")
        self.expected.append("senegal-1.txt")
        await self.record((await self.seen("/record"))[-1])
        await self.public(WHITE, "replay")
        self.expected.append("senegal-1.gif")
        shown = await fetch((await self.seen("/replay"))[-1]["attachments"][0]["url"])
        if shown != self.program.says("render", str(self.file), "--output", "-"):
            raise Fault("/replay is another animation")
        if len(sim.messages("general")) != 1:
            raise Fault("something was said in another channel")
        await self.closed()
        for fault in self.called_faults():
            raise Fault(fault)

    async def closed(self) -> None:
        """Where the bot may not write everything is an answer, and is there all the same."""
        sim = self.sim

        async def last(count: int) -> dict:
            what = f"message {count} where the bot may only answer"
            messages = await sim.until(
                lambda: len(found := sim.messages("closed")) >= count and found, what
            )
            if len(messages) > count:
                raise Fault(f"more than {what}: {[file_of(message) for message in messages]}")
            return messages[-1]

        await sim.slash(
            WHITE, "play", channel="closed", game="senegal", opponent=BLACK, more="white"
        )
        await sim.press(BLACK, await last(1), "Accept")
        await last(2)
        await sim.slash(WHITE, "move", channel="closed", action=self.moves[0])
        await sim.press(BLACK, await last(3), self.moves[1])
        if file_of(await last(4)) != "senegal-2-002.png":
            raise Fault("where the bot may only answer there is another board")

    async def record(self, message: dict) -> None:
        """The record tells this game, and the program plays it to the same end."""
        text = await fetch(message["attachments"][0]["url"])
        self.file.write_bytes(text)
        body = text.decode().rsplit("]", 1)[1]
        told = re.findall(r"\b[a-f][1-5](?:[-:][a-f][1-5])+", body)
        if told != self.moves:
            raise Fault(f"the record tells {told}, not {self.moves}")
        end = self.program.says("rules", "replay", str(self.file)).decode()
        if self.position not in end:
            raise Fault(f"the record ends with {end!r}, not with {self.position}")

    def called_faults(self) -> Iterator[str]:
        """Who was called though nothing is wanted of them, or not called though it is."""
        for said in self.sim.said:
            board = re.fullmatch(r"senegal-\d-(\d+)\.png", said.file or "")
            if said.reader is not None:
                wanted = {said.reader} & said.called
            elif board is not None and int(board[1]) < len(published()):
                wanted = {self.mover(int(board[1]))}
            elif said.content.startswith(f"{WHITE} challenges"):
                wanted = {BLACK}
            else:
                wanted = set()
            # By what is changed nobody is called again.
            if said.called - wanted or not said.changed and said.called != wanted:
                yield f"{said.content!r} calls {set(said.called)}, not {wanted}"


def file_of(message: dict) -> str | None:
    return message["attachments"][0]["filename"] if message["attachments"] else None


def labels_of(message: dict) -> list[str]:
    return [button["label"] for row in message["components"] for button in row["components"]]


def plain(message: dict | None) -> str:
    """The text of a message, without its markup."""
    return re.sub(r"\\(.)", r"\1", message["content"]) if message else ""


async def fetch(address: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        if answer.status != 200:
            raise Fault(f"{address}: {answer.status}")
        return await answer.read()


async def played(
    program: Program, moves: list[str], prepare: Callable[[Simulator], None] = lambda sim: None
) -> Counter[str]:
    """Has these moves played, with what follows if they are the whole game; which calls that
    took, and how often.
    """
    program.log.unlink(missing_ok=True)
    try:
        async with simulator() as sim:
            prepare(sim)
            try:
                await program.serve(sim)
                game = Game(sim, program, moves)
                await game.play()
                if moves == published():
                    await game.finish()
            finally:
                code = await program.end(signal.SIGTERM)
            if code:
                raise Fault(f"the program ends with {code}")
            if faults := sim.faults + program.faults():
                raise Fault("\n".join(faults))
            return Counter(described(call) for call in sim.calls)
    except Exception as error:
        error.add_note("What the program has logged:\n" + program.told())
        raise


def described(call: str) -> str:
    """A call without what is in no other."""
    return re.sub(r"/(?:\d+|simcord_interaction_\d+)\b", "/…", call)


async def check(binary: str) -> Counter[str]:
    program = Program(binary)
    try:
        calls = await played(program, published())
        # What is stored is what was played.
        program.says("audit")
        return calls
    finally:
        await program.close()


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        calls = asyncio.run(check(sys.argv[1]))
    except Fault as fault:
        print(f"fault: {fault}", *getattr(fault, "__notes__", ()), sep="\n", file=sys.stderr)
        return 1
    for call, count in sorted(calls.items()):
        print(f"{count:6}  {call}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
