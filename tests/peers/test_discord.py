"""That the check of Discord passes what is right and finds what is wrong.

The program is that of KOSTI_PEERS_BINARY. Between it and the model of Discord somebody meddles
with one thing, and the first moves of the game are played.
"""

import asyncio
import os
import re
import unittest

import discord_game
from discord_bot import Program
from discord_sim import EPHEMERAL, Fault, Request, Simulator

MOVES = discord_game.published()[:5]


def shows(request: Request, number: int) -> bool:
    """Whether a call sends the board after so many moves."""
    return discord_game.board_name(number) in request.names.values()


def refused(sim: Simulator) -> None:
    path = "/channels/*/messages/*"
    sim.env.inject_error("PATCH", path, status=403, code=50013, message="Missing Permissions")


def other_picture(sim: Simulator) -> None:
    def meddle(name: str, file: bytes) -> bytes:
        return file[:-1] + b"\\0" if name == discord_game.board_name(2) else file

    sim.meddle_file = meddle


def older_picture(sim: Simulator) -> None:
    """The board shows the position before the last move."""
    sent = {}

    def meddle(request: Request) -> None:
        for number, name in request.names.items():
            sent[name] = request.files[number]
            if name == discord_game.board_name(2):
                request.files[number] = sent[discord_game.board_name(1)]

    sim.meddle = meddle


def no_picture(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 2):
            request.files, request.names = {}, {}
            request.body["attachments"] = []

    sim.meddle = meddle


def lost(sim: Simulator) -> None:
    """A board is taken and never seen."""

    def meddle(request: Request) -> None:
        if shows(request, 2):
            request.answer = 200, {"id": "1"}
            # It cannot come any more.
            sim.patience = 1.0

    sim.meddle = meddle


def twice(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 2):
            again = Request(**vars(request) | {"body": request.body | {"nonce": "again"}})
            sim.answer(again)

    sim.meddle = meddle


def name_somebody(request: Request, person: int) -> None:
    request.body["content"] += f" <@{person}>"
    request.body["allowed_mentions"]["users"].append(str(person))


def bystander_called(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 2):
            name_somebody(request, sim.people["Vera"].id)

    sim.meddle = meddle


def nobody_called(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 2):
            request.body["allowed_mentions"] = {"parse": []}

    sim.meddle = meddle


def called_by_an_edit(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.method == "PATCH" and request.body == {"components": []}:
            vera = sim.people["Vera"].id
            request.body["content"] = f"<@{vera}>"
            request.body["allowed_mentions"] = {"users": [str(vera)]}

    sim.meddle = meddle


def unknown_field(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 1):
            request.body["picture"] = "board"

    sim.meddle = meddle


def unknown_call(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 1):
            request.path += "/pictures"

    sim.meddle = meddle


def unnamed_file(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 1):
            request.body["attachments"] = [{"id": 1, "filename": "board.png"}]

    sim.meddle = meddle


def long_nonce(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 1):
            request.body["nonce"] = "1" * 26

    sim.meddle = meddle


def buttons_stay(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.method == "PATCH" and request.body == {"components": []}:
            request.answer = 200, {"id": request.path.rsplit("/", 1)[1]}
            if len(sim.messages()) > 1:
                # The board is there, so that only the end of the buttons is waited for.
                sim.patience = 1.0

    sim.meddle = meddle


def no_buttons(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if shows(request, 1):
            request.body["components"] = []

    sim.meddle = meddle


def public_answers(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.path.endswith("/callback") and request.body["type"] == 5:
            del request.body["data"]["flags"]

    sim.meddle = meddle


def public_refusals(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.method == "POST" and request.path.startswith("/webhooks/"):
            request.body["flags"] &= ~EPHEMERAL

    sim.meddle = meddle


def answered_twice(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.path.endswith("/callback"):
            sim.answer(request)

    sim.meddle = meddle


def never_acknowledged(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.path.endswith("/callback"):
            request.answer = 204, None

    sim.meddle = meddle


def no_suggestions(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.path.endswith("/callback") and request.body["type"] == 8:
            request.answer = 204, None
            sim.patience = 1.0

    sim.meddle = meddle


def other_suggestions(sim: Simulator) -> None:
    def meddle(request: Request) -> None:
        if request.path.endswith("/callback") and request.body["type"] == 8:
            request.body["data"]["choices"] = request.body["data"]["choices"][1:]

    sim.meddle = meddle


def unreadable(sim: Simulator) -> None:
    """An interaction comes without a field that Discord never leaves out."""

    def meddle(event: str, payload: dict) -> None:
        if event == "INTERACTION_CREATE":
            del payload["locale"]

    sim.meddle_event = meddle


def no_commands(sim: Simulator) -> None:
    sim.env.inject_error("PUT", "/applications/*/commands")


# What is meddled with, and what is found.
BAD = [
    (other_picture, "the board after 2 moves is another picture"),
    (older_picture, "the board after 2 moves is another picture"),
    (no_picture, r"the board after 2 moves: the channel ends with .*'senegal-1-001.png', None\]"),
    (lost, "missing: the board after 2 moves"),
    (twice, "the channel ends with .*'senegal-1-002.png', 'senegal-1-002.png'"),
    (bystander_called, "(?s)Boris: d4:d2.* calls .*'Vera'.*, not {'Anna'}"),
    (nobody_called, r"(?s)Boris: d4:d2.* calls set\(\), not {'Anna'}"),
    (called_by_an_edit, "calls {'Vera'}"),
    (unknown_field, r"simcord cannot tell: .*\[picture\]"),
    (unknown_call, "simcord cannot tell: .*/messages/pictures"),
    (unnamed_file, r"files\[0\] is 'senegal-1-001.png', and None in attachments"),
    (long_nonce, "a nonce of more than 25 characters"),
    (buttons_stay, "missing: the end of the buttons above senegal-1-000.png"),
    (no_buttons, r"no button leads to d4:d2"),
    (public_answers, r"the answer to /move {'action': 'a1-a9'} is seen by everybody|is gone"),
    (public_refusals, r"the refusal of \(Accept\) for Vera is seen by everybody"),
    (answered_twice, "40060"),
    (never_acknowledged, "DELETE .*/@original: 404 .*Unknown Message"),
    (no_suggestions, "missing: suggestions for /move action"),
    (other_suggestions, "/move offers .*, not"),
    (unreadable, "a challenge is answered by"),
    (no_commands, "PUT /applications/.*: 500"),
    (refused, "PATCH /channels/.*: 403 .*Missing Permissions"),
]


class Meddling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = Program(os.environ["KOSTI_PEERS_BINARY"])

    @classmethod
    def tearDownClass(cls):
        asyncio.run(cls.program.close())

    def play(self, prepare=lambda sim: None):
        asyncio.run(discord_game.played(self.program, MOVES, prepare))

    def test_what_is_right_passes(self):
        self.play()

    def test_what_is_wrong_is_found(self):
        for meddle, fault in BAD:
            with self.subTest(meddle.__name__):
                with self.assertRaises(Fault) as found:
                    self.play(meddle)
                self.assertRegex(str(found.exception), re.compile(fault))

    def test_a_program_that_ends_is_found(self):
        def prepare(sim):
            def meddle(request):
                if shows(request, 1):
                    self.program.running.kill()

            sim.meddle = meddle

        with self.assertRaisesRegex(Fault, "the program has ended by itself: -9"):
            self.play(prepare)

    def test_errors_in_the_log_are_found(self):
        self.program.log.write_text("1 INFO x\n2 \x1b[31mERROR\x1b[0m y\n3 z: panicked at w\n")
        self.assertEqual(self.program.faults(), ["2 ERROR y", "3 z: panicked at w"])


if __name__ == "__main__":
    unittest.main()
