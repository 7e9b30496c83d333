"""That the check of recordings passes what is right and finds what is wrong."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

import markup
import telegram
from bad import BAD, BAD_ANSWERS, BEFORE, PRESSED, TOLD, changed, keys, sends
from good import ANNA, BOT, CHAT, GOOD, request, result, says, update

HTML = [
    ("a &lt;b&gt; &amp; &quot;&#1102;&#x44E;", 'a <b> & "юю'),
    ('<a href="tg://user?id=7">A</a><u>\n</u>', "A\n"),
    ('<span class="tg-spoiler"><B>x</B></span>', "x"),
    ("<blockquote expandable>x</blockquote>", "x"),
    ('<pre><code class="language-c">x</code></pre>', "x"),
]
BAD_HTML = [
    "<x>y</x>",
    "a < b",
    "a > b",
    "a & b",
    "&nbsp;",
    "<b>x</i>",
    "x</b>",
    "<b><i>x</b></i>",
    "<b",
    "&#9999999;",
]


def found(lines):
    """The faults of these lines, each as it is told but for the file."""
    recording = telegram.Recording(Counter())
    return [
        ": ".join(filter(None, (str(number), *fault)))
        for number, line in enumerate(lines, start=1)
        for fault in recording.faults(json.dumps(line))
    ]


class Lines(unittest.TestCase):
    def test_what_is_right_passes(self):
        self.assertEqual(found(GOOD), [])

    def test_what_is_wrong_is_found(self):
        for line, *faults in BAD:
            self.check(found([line]), 1, faults)

    def test_wrong_answers_are_found(self):
        self.assertEqual(found(BEFORE), [])
        for line, *faults in BAD_ANSWERS:
            self.check(found([*BEFORE, line]), len(BEFORE) + 1, faults)

    def check(self, found, number, faults):
        """These faults are found in the line of that number and no others anywhere."""
        with self.subTest(faults):
            self.assertEqual(len(found), len(faults), found)
            for told, fault in zip(found, faults):
                self.assertTrue(told.startswith(f"{number}: "), told)
                self.assertIn(fault, told)

    def test_a_fault_is_told_once_and_of_the_type_that_fits_best(self):
        for line, fault in (
            (
                keys([{"label": "x", "callback_data": "x"}]),
                "sendMessage: reply_markup.inline_keyboard.0.0.text: Field required",
            ),
            (
                changed(PRESSED, "update.callback_query.message.chat.id", ...),
                "update: callback_query.message.chat.id: Field required",
            ),
            (
                changed(PRESSED, "update.callback_query.message.from.id", ...),
                "update: callback_query.message.from.id: Field required",
            ),
            (
                update(my_chat_member={
                    "chat": CHAT, "from": ANNA, "date": 1760000000,
                    "old_chat_member": {"status": "left", "user": BOT},
                    "new_chat_member": {"status": "kicked", "user": BOT},
                }),
                "update: my_chat_member.new_chat_member.kicked.until_date: Field required",
            ),
        ):  # fmt: skip
            with self.subTest(fault):
                self.assertEqual(found([line]), [f"1: {fault}"])

    def test_an_answer_needs_a_request(self):
        lines = [request("GetMe"), result("GetMe", BOT), result("GetMe", BOT)]
        self.assertEqual(found(lines), ["3: getMe: an answer without a request"])

    def test_what_is_not_json_is_found(self):
        recording = telegram.Recording(Counter())
        self.assertIn("not JSON", "".join(*recording.faults('{"kind":')))


class Markup(unittest.TestCase):
    def test_html_is_read(self):
        for text, plain in HTML:
            with self.subTest(text):
                self.assertEqual(markup.plain("html", text), plain)

    def test_bad_html_is_refused(self):
        for text in BAD_HTML:
            with self.subTest(text), self.assertRaises(ValueError):
                markup.plain("HTML", text)


class Folders(unittest.TestCase):
    def check(self, **files):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for stem, lines in files.items():
                text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
                folder.joinpath(f"{stem}.jsonl").write_text(text, encoding="utf-8")
            folder.joinpath("notes.txt").write_text("not one of them")
            out, err = io.StringIO(), io.StringIO()
            with (
                mock.patch.object(sys, "argv", ["telegram.py", name]),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(err),
            ):
                code = telegram.main()
        return code, out.getvalue(), err.getvalue()

    def test_a_good_folder_passes_and_is_counted(self):
        code, out, err = self.check(one=GOOD, two=[TOLD, update(message=says("a\u2028b"))])
        self.assertEqual((code, err), (0, "faults: 0\n"))
        self.assertIn("     1  request sendPhoto, file id\n", out)
        self.assertIn("     2  request sendPhoto, file\n", out)
        self.assertIn("     2  result  sendPhoto\n", out)
        self.assertIn("     4  update  message\n", out)
        self.assertIn("     2  error   sendMessage\n", out)

    def test_faults_are_told_with_file_and_line(self):
        code, _, err = self.check(one=GOOD, two=[TOLD, sends(txt="x")])
        self.assertEqual(code, 1)
        self.assertEqual(
            err, "two.jsonl:2: sendMessage: txt: unknown field of SendMessage\nfaults: 1\n"
        )

    def test_each_file_is_a_talk_of_its_own(self):
        _, _, err = self.check(one=GOOD, two=[request("GetMe")], zwei=[result("GetMe", BOT)])
        self.assertEqual(err, "zwei.jsonl:1: getMe: an answer without a request\nfaults: 1\n")

    def test_a_folder_is_wanted(self):
        err = io.StringIO()
        with mock.patch.object(sys, "argv", ["telegram.py"]), contextlib.redirect_stderr(err):
            self.assertEqual(telegram.main(), 2)
        self.assertIn("usage: telegram.py FOLDER", err.getvalue())

    def test_nothing_recorded_is_a_fault(self):
        self.assertIn("nothing is recorded", self.check()[2])
        self.assertIn("two.jsonl: nothing is recorded", self.check(one=GOOD, two=[])[2])

    def test_what_was_never_seen_is_a_fault(self):
        for kind, names in ("request", telegram.REQUESTS), ("update", telegram.UPDATES):
            for name in names:
                with self.subTest(f"{kind} {name}"):
                    kept = [line for line in GOOD if not self.is_seen(line, kind, name)]
                    code, _, err = self.check(one=kept)
                    self.assertEqual(code, 1)
                    self.assertIn(f"no {kind}: {name}", err)

    def test_a_request_never_granted_is_a_fault(self):
        kept = [
            line for line in GOOD if line["kind"] != "result" or line["method"] != "SetMyCommands"
        ]
        self.assertIn("no result: setMyCommands", self.check(one=kept)[2])

    @staticmethod
    def is_seen(line, kind, name):
        counts = Counter()
        list(telegram.Recording(counts).faults(json.dumps(line)))
        return counts[kind, name] > 0


if __name__ == "__main__":
    unittest.main()
