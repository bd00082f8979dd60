"""The format of scenarios: what is read, and that what is wrong is told in one line with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rnntui.prose import text_of
from rnntui.scenario.play import checked
from rnntui.scenario.read import ScenarioError, read, read_file
from rnntui.scenario.shelf import find, names
from rnntui.scenario.template import template
from rnntui_engine.records import BadInput

from .conftest import HEAD, Beats

SAY = 'say = "Something."'
LET = "let = { x = 'parameters --cell rnn --lengths 2 : parameters @ cell=rnn' }"
QUESTION = 'ask = "What?"\ntruth = "This."'
TWO = 'choices = [{ say = "one", right = "period == 1" }, { say = "two", right = "period == 2" }]'


def of(text: str) -> str:
    """A scenario with a figure."""
    return HEAD + f"[[beat]]\n{SAY}\nlet = {{ x = '{text}' }}\n"


# The text of a file, the line that is named, and words of the message.
BAD: list[tuple[str, int, str]] = [
    ("title = ", 1, "Invalid value"),
    (HEAD + "[[beat]\n", 4, "Expected"),
    (HEAD + '[[beat]]\nsay = """\nnever closed', 6, "at its end: "),
    (HEAD + f"[[beat]]\n{SAY}\n{SAY}\n", 6, "overwrite"),
    ("", 1, "title: text was expected, not nothing"),
    ('title = "x"\nteaches = 5\n', 2, "teaches: text was expected, not the number 5"),
    ('title = "x"\nteaches = "y"\nminutes = "5"\n', 3, "minutes: a whole number from 1 to 600 was expected, not text"),
    ('title = "x"\nteaches = "y"\nminutes = 0\n', 3, "not the number 0"),
    ('title = "x"\nteaches = "y"\nminutes = true\n', 3, "not true or false"),
    (HEAD, 1, "beat: at least one [[beat]] was expected"),
    (HEAD + "beat = 5\n", 4, "at least one [[beat]]"),
    ("titel = 'x'\n" + HEAD, 1, "titel: there is no such key; did you mean title?"),
    (HEAD + f"[[beat]]\n{SAY}\nexpct = []\n", 6, "beat 1, expct: there is no such key; did you mean expect?"),
    (HEAD + f"[[beat]]\n{SAY}\nlet = 5\n", 6, 'beat 1, let: { name = "TABLE options : FIELD" } was expected, not the'),
    (HEAD + f"[[beat]]\n{SAY}\nlet = {{ x = 5 }}\n", 6, "beat 1, let, x: text was expected, not the number 5"),
    (of("training"), 6, "was expected, but there is no : in 'training'"),
    (of(": run_1"), 6, "names no table"),
    (HEAD + f"[[beat]]\n{SAY}\nlet = {{ X = 'training : run_1' }}\n", 6, "'X' is not a name: small letters"),
    (HEAD + f"[[beat]]\n{SAY}\nlet = {{ period = 'training : run_1' }}\n", 6, "it is a name of what is shown"),
    (HEAD + f"[[beat]]\n{SAY}\nlet = {{ h7 = 'training : run_1' }}\n", 6, "it is a name of what is shown"),
    (of("trainig : run_1"), 6, "not a table; did you mean training?"),
    (of("training : run_3"), 6, "training has no field 'run_3'; did you mean r"),
    (of("training : run 1"), 6, "a field of the table was expected after"),
    (of("training : run_1 @ 12"), 6, "after @ a row was expected, as in length=12"),
    (of("training : run_1 @ leng=2"), 6, "no field 'leng'; did you mean length?"),
    (of("training --cel lstm : run_1"), 6, "no such option here; did you mean --c"),
    (of("training --cell lstn : run_1"), 6, "--cell: 'lstn' is not one of 'rnn'"),
    (of("training --lengths 13 : run_1"), 6, "--lengths: 13 is not a length"),
    (of("training --help : run_1"), 6, "--help: there is no such option"),
    (of("training --format csv : run_1"), 6, "--format: there is no such"),
    (of("training 5 : run_1"), 6, "unexpected extra argument"),
    (of("check : ours"), 6, "say which claim: @ name="),
    (of("check : ours @ name=positive"), 6, "did you mean positives?"),
    (of("step --length 1 : h.1"), 6, "--length: 1 is not a length"),
    (of("parameters : parameters"), 6, "beat 1, let: nothing uses x"),
    (HEAD + f"[[beat]]\n{SAY}\n[beat.let]\na = 'parameters : parameters'\nb = 'x'\n", 8, "beat 1, let, b:"),
    (HEAD + f"[[beat]]\n{SAY}\nlet.a = 'parameters : parameters'\nlet.b = 'x'\n", 7, "beat 1, let, b:"),
    (HEAD + f"[[beat]]\n{LET}\nsay = '{{x}}'\nexpect = ['x > 0']\n[[beat]]\n{SAY}\n{LET}\n", 10, "beat 1 has one"),
    (HEAD + f"[[beat]]\n{SAY}\nexpect = ['x > 0']\n[[beat]]\n{SAY}\n{LET}\n", 6, "x is named in a later beat"),
    (HEAD + f"[[beat]]\n{SAY}\nexpect = ['zzzz > 0']\n", 6, "no zzzz; `rnntui demo --names` lists those there are"),
    (HEAD + f"[[beat]]\n{SAY}\n{LET}\nexpect = ['xx > 0']\n", 7, "there is no xx; did you mean x?"),
    (HEAD + "[[beat]]\n", 4, "beat 1, say: text was expected, not nothing"),
    (HEAD + "[[beat]]\nsay = '  '\n", 5, "not an empty text"),
    (HEAD + f"[[beat]]\n{SAY}\n[[beat]]\nsay = 3\n", 7, "beat 2, say: text was expected, not the number 3"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = "next"\n', 6, 'do: a list of texts like ["…", "…"] was expected, not text'),
    (HEAD + f'[[beat]]\n{SAY}\ndo = [\n  "next",\n  "perod 5",\n]\n', 8, "did you mean period?"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["next 3"]\n', 6, "next takes nothing after it"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["period 13"]\n', 6, "13 is not a period from 0 to 12"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["cell lstn"]\n', 6, "lstn"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["unit 7"]\n', 6, "7 is not a unit"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["view attic"]\n', 6, "not a view"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["quit"]\n', 6, "'quit': this is for a person at the keyboard"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["subscribers"]\n', 6, "for a person at the keyboard"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["demo 1"]\n', 6, "for a person at the keyboard"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["beat-next"]\n', 6, "for a person at the keyboard"),
    (HEAD + f'[[beat]]\n{SAY}\nlight = "twin"\n', 6, "'twin' is not a panel; did you mean twins?"),
    (HEAD + f"[[beat]]\n{SAY}\nlight = 3\n", 6, "'3' is not a panel"),
    (HEAD + f'[[beat]]\n{SAY}\nlight = "published"\n', 6, "not a panel of the view that is open, step; there are seq"),
    (HEAD + f'[[beat]]\n{SAY}\ndo = ["view decay"]\nlight = "twins"\n', 7, "the view that is open, decay"),
    (HEAD + f'[[beat]]\n{SAY}\ncover = ["twins", "twin"]\n', 6, "cover: 'twin' is not a panel; did you mean twins?"),
    (HEAD + f'[[beat]]\n{SAY}\ncover = "twins"\n', 6, 'cover: a list of texts like ["…", "…"] was expected, not text'),
    (HEAD + f'[[beat]]\n{SAY}\ncover = ["toy"]\n', 6, "cover: 'toy' is not a panel of the view that is open, step"),
    (HEAD + f'[[beat]]\n{SAY}\n{QUESTION}\n{TWO}\ndo = ["view gradient"]\ncover = ["toy"]\n', 10, "is open, step"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = ["period"]\n', 6, "'period' is a number; a comparison was expected"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = ["perid == 1"]\n', 6, "there is no perid; did you mean period?"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = [\n  "period == 1",\n  "period.x == 1",\n]\n', 8, "is not part of"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = ["period == 2"]\n', 6, "'period == 2' does not hold: period is 1"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = ["forget > 0"]\n', 6, "forget has no value at period 1 of the untrained plain"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = ["h7 > 0"]\n', 6, "h7 has no value"),
    (HEAD + f'[[beat]]\n{SAY}\nexpect = ["1 / (period - 1) > 0"]\n', 6, "division by zero"),
    (HEAD + f'[[beat]]\n{SAY}\nask = "Is 0.93 much?"\n{TWO}\ntruth = "Yes."\n', 6, "ask: 0.93 is typed; numbers"),
    (HEAD + f'[[beat]]\n{SAY}\nask = "Is it much?"\n{TWO}\ntruth = "0.93, yes."\n', 8, "truth: 0.93 is typed; numbers"),
    (HEAD + '[[beat]]\nsay = """\nTwo lines,\nit is 0.93 here."""\n', 7, "0.93 is typed; numbers are computed"),
    (HEAD + '[[beat]]\nsay = "{period}"\n', 5, "it has a number, so the beat must expect something of it"),
    (HEAD + '[[beat]]\nsay = """\nOne.\n{perid}"""\nexpect = ["period == 1"]\n', 7, "no perid; did you mean period?"),
    (HEAD + '[[beat]]\nsay = "{period:x}"\nexpect = ["period == 1"]\n', 5, "'x' is not a format like .4f"),
    (HEAD + '[[beat]]\nsay = "{period"\n', 5, "a { that has no partner"),
    (HEAD + '[[beat]]\nsay = "Not *closed."\n', 5, "emphasis that does not end"),
    (HEAD + f'[[beat]]\nsay = "{"Many words. " * 40}"\n', 5, "takes 7 lines; there is room for 5 lines of 78"),
    (HEAD + f"[[beat]]\n{SAY}\n{TWO}\n", 6, "choices: it belongs to a question, but there is no ask"),
    (HEAD + f"[[beat]]\n{SAY}\n{QUESTION}\n", 4, "choices: a list of two to four choices was expected"),
    (HEAD + f"[[beat]]\n{SAY}\n{TWO}\nask = 'What?'\n", 4, "truth: text was expected"),
    (HEAD + f"[[beat]]\n{SAY}\n{QUESTION}\nchoices = [1, 2]\n", 8, 'each is { say = "…", right = "a claim" }'),
    (HEAD + f'[[beat]]\n{SAY}\n{QUESTION}\nchoices = [\n  {{ say = "one" }},\n  {{ say = "two" }},\n]\n', 9, "each is"),
    (HEAD + f'[[beat]]\n{SAY}\n{QUESTION}\n{TWO}\ndo = ["period 3"]\n', 8, "none of the choices is right"),
    (HEAD + f'[[beat]]\n{SAY}\n{QUESTION}\n{TWO.replace("== 2", "< 2")}\n', 8, "2 of the choices is right"),
    (HEAD + f"[[beat]]\n{SAY}\n{QUESTION}\n{TWO.replace('one', 'x' * 61)}\n", 8, "room for 1 line of 60"),
    (HEAD + f'[[beat]]\n{SAY}\nnotes = """\n[[beat]]\nsay = 1\n"""\nlight = "attic"\n', 10, "beat 1, light: 'attic'"),
    (HEAD + f'beat = [ {{ {SAY} }}, {{ say = "x", light = "attic" }} ]\n', 4, "beat 2, light: 'attic'"),
    (HEAD + f"[[beat]]\n{SAY}\n" * 1 + f"[[beat]]\n{SAY}\n" * 99, 202, "more than 99 beats"),
    ("x = " + "[" * 5000, 1, ""),
    (HEAD + "x = " + "9" * 5000 + "\n", 1, ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "words"), BAD, ids=[f"{line}-{words[:30]}" for _, line, words in BAD])
def test_a_bad_file_is_refused_in_one_line_with_its_place(text: str, line: int, words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        checked(read(text, "lecture.toml"), {})
    message = str(caught.value)
    assert message.startswith(f"lecture.toml, line {line}"), message
    assert words in message
    assert "\n" not in message
    assert len(message) < 400


def test_what_is_read(beats: Beats) -> None:
    scenario = beats(
        'say = "At period {period} it is *{difference:.2f}*."\ndo = ["next"]\nlight = "twins"\nnotes = "n"\n'
        'expect = ["period == 2", "difference < 1"]',
        f'{SAY}\nask = "What?"\n{TWO}\ntruth = "It is {{period}}."',
    )
    first, second = scenario.beats
    assert (scenario.title, scenario.teaches, scenario.minutes) == ("A title", "something", 1)
    assert (first.number, first.do, first.light, first.notes) == (1, ("next",), "twins", "n")
    assert [claim.text for claim in first.expect] == ["period == 2", "difference < 1"]
    assert second.question is not None
    assert [choice.right.text for choice in second.question.choices] == ["period == 1", "period == 2"]
    checked(scenario, {})


def test_text_of_a_file_is_only_text(beats: Beats) -> None:
    scenario = beats(r'say = "\u001b[31m[red]x[/] \u202e[@click=app.quit]q[/]"')
    assert [text_of(p) for p in scenario.beats[0].say.filled(None)] == ["[31m[red]x[/] [@click=app.quit]q[/]"]


def test_numbers_in_text() -> None:
    filled = template("{a} {a:d} {a:.3f} {a:+.1f} {a:.1e} {a:.1%} {a:%} {{a}} 3 * 4, *b* **c**").filled(
        lambda _: -0.125
    )
    assert text_of(filled[0]) == "−0.1250 −0 −0.125 −0.1 −1.2e−01 −12.5% −12% {a} 3 * 4, b c"
    assert text_of(template("{a} {a:.2f}").filled(lambda _: 7)[0]) == "7 7.00"
    assert text_of(template("{a} {a:.2f}").filled(None)[0]) == "… …"
    assert [piece.text for piece in template("x *{a} is* y").filled(lambda _: 7)[0] if piece.bold] == ["7", " is"]


@pytest.mark.parametrize("text", ["1.5", "is 0,7 here", "1e-5", "{period}.5{period} 2.5"])
def test_a_typed_decimal_is_found(text: str) -> None:
    assert template(text).typed_decimal


@pytest.mark.parametrize("text", ["In 2026. Then", "12 periods", "{a:.4f}", "k1, k2", "1/12", "{a}.{b}"])
def test_other_numbers_may_be_typed(text: str) -> None:
    assert not template(text).typed_decimal


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + (HEAD + f"[[beat]]\n{SAY}\n").replace("\n", "\r\n").encode())
    assert read_file(path).title == "A title"
    assert find(str(path)).name == "own.toml"
    path.write_bytes(HEAD.encode() + b"[[beat]]\nsay = '\xff'\n")
    with pytest.raises(ScenarioError, match=re.escape("own.toml, line 5: this is not UTF-8 text")):
        read_file(path)
    path.write_bytes(b"#" * 300_000)
    with pytest.raises(BadInput, match="larger than 200 kB"):
        read_file(path)
    for missing, words in [(tmp_path / "none.toml", "No such file"), (tmp_path, "Is a directory")]:
        with pytest.raises(BadInput, match=words):
            read_file(missing)


@pytest.mark.parametrize(
    "name", ["01_the_sequence_and_the_marker", "the_sequence_and_the_marker", "the-sequence-and-the-marker", "1", "01",
             "The sequence and the marker"],
)  # fmt: skip
def test_a_name_with_or_without_its_number(name: str) -> None:
    assert find(name).title == "The sequence and the marker"


def test_a_wrong_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(BadInput, match="did you mean the_sequence_and_the_marker"):
        find("sequence_and_marker")
    with pytest.raises(BadInput, match=f"expected is 1 to {len(names())}, or a name of rnntui demo --list"):
        find("zzz")
