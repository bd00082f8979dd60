'''The format of a guided scenario: a TOML file, read and checked as far as that can be done without playing it.

    title = "The sequence and the marker"
    teaches = "what the network is given, and what it has to remember"
    minutes = 5

    [[beat]]
    do = ["period 12"]                        lines of the action table, done one after the other; may be left out
    light = "twins"                           the panel to look at; may be left out
    cover = ["curve"]                         panels not to be shown here, of a question not until it is answered
    say = """
    After *{length} periods* the difference is {difference:.5f}."""
    expect = ["difference < 0.05"]            what must hold, else the scenario is refused
    notes = "for the speaker only"            may be left out

    ask = "How much of the difference is left after period {length}?"        a question, asked before `do` is done
    choices = [                               two to four; the right one is the one whose `right` holds after `do`:
      { say = "about half", right = "0.25 < difference / first_difference < 0.75" },
      { say = "next to nothing", right = "difference / first_difference < 0.05" },
    ]
    truth = "{difference:.5f} of {first_difference:.5f} is left."            shown beside the answer

`say` and the texts of a question are templates (template.py): numbers are expressions over the names of names.py and
are filled in by the engine. A typed decimal in `say` is refused, and a number in it without an `expect`. A beat starts
from where the beat before it ended; the first from the example subscriber and the untrained plain network k1 at period
1.

    let = { bias3 = "training --cell lstm --memory-bias 3 --lengths 12 --runs k1 : run_1" }

gives names to figures of the command line's tables (figures.py), from that beat on. A name that nobody uses is refused.

What is wrong is told in one line: file, line, beat, key, and what was expected.
'''

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from rnntui_engine.records import BadInput

from ..actions import find
from ..text import clean
from .expressions import Expression
from .expressions import read as read_expression
from .figures import Let
from .figures import read as read_let
from .lines import Lines
from .names import check, taken
from .template import Template, template

LARGEST_FILE = 200_000  # bytes
MOST_BEATS = 99
MOST_TEXT = 2000
PANELS = {  # of each view
    "step": ("sequence", "units", "twins", "curve", "gates", "equation", "output", "unrolled"),
    "decay": ("decay", "decay-numbers", "decay-table", "published"),
    "train": ("loss", "accuracy", "learned", "queue"),
    "reach": ("reach", "reach-count", "reach-table"),
    "gradient": ("gradient", "gradient-numbers", "toy", "slopes"),
    "gates": ("hand-tracks", "hand-memory", "hand-equation"),
    "forecast": ("forecast", "forecast-table", "forecast-residuals", "forecast-seeds", "forecast-loss"),
}
FIELD = re.compile(r"\{[^{}]*\}")
HEAD = ("title", "teaches", "minutes", "beat")
BEAT = ("say", "do", "light", "notes", "ask", "choices", "truth", "expect", "let", "cover")

T = TypeVar("T")


class ScenarioError(BadInput):
    """A scenario that cannot be played; the message names the file, the line and the key, and what was expected."""

    def __init__(self, name: str, line: int, where: str, problem: str) -> None:
        super().__init__(f"{name}, line {line}{f', {where}' if where else ''}: {problem}", "scenario")
        self.line = line


@dataclass(frozen=True)
class Choice:
    """One answer of a question. `right`: the claim that makes it the right one."""

    say: Template
    right: Expression


@dataclass(frozen=True)
class Question:
    """What is asked before a beat is shown, and the truth that is shown beside the answer."""

    ask: Template
    choices: tuple[Choice, ...]
    truth: Template


@dataclass(frozen=True)
class Beat:
    """One thing said and shown. `number` counts from 1."""

    number: int
    say: Template
    do: tuple[str, ...] = ()
    light: str = ""
    notes: str = ""
    question: Question | None = None
    expect: tuple[Expression, ...] = ()
    lets: Mapping[str, Let] = field(default_factory=dict)
    cover: tuple[str, ...] = ()

    @property
    def figures(self) -> tuple[Let, ...]:
        """The figures with names that it speaks of, or that the truth about its question hangs on."""
        found = [*self.say.expressions, *self.expect]
        if self.question is not None:
            found += [*self.question.truth.expressions, *(choice.right for choice in self.question.choices)]
        return self._figures_in(found)

    @property
    def asked_figures(self) -> tuple[Let, ...]:
        """Those that its question speaks of."""
        if self.question is None:
            return ()
        templates = (self.question.ask, *(choice.say for choice in self.question.choices))
        return self._figures_in(expression for one in templates for expression in one.expressions)

    def _figures_in(self, expressions: Iterable[Expression]) -> tuple[Let, ...]:
        names = dict.fromkeys(name for expression in expressions for name in expression.names)
        return tuple(self.lets[name] for name in names if name in self.lets)


@dataclass(frozen=True, eq=False)
class Scenario:
    """A guided scenario. `name` is its file's, for messages; `lines` finds the lines of what is wrong."""

    name: str
    title: str
    teaches: str
    minutes: int
    beats: tuple[Beat, ...]
    lines: Lines

    def wrong(self, beat: int, key: str, problem: str, text: str = "") -> ScenarioError:
        """The error to raise for a key of a beat, counted from 1; `text`: a part of its value, to find the line."""
        where = f"beat {beat}, {key}" if beat else key
        return ScenarioError(self.name, self.lines.of(beat, key, text), where, problem)


def read_file(path: Path) -> Scenario:
    """Read a scenario from a file. Raises ScenarioError."""
    name = clean(path.name)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise BadInput(f"{clean(str(path))}: {problem.strerror or problem}", "scenario") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"{name} is larger than {LARGEST_FILE // 1000} kB, which no scenario needs", "scenario")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise ScenarioError(name, line, "", "this is not UTF-8 text") from None
    return read(text, name)


def read(text: str, name: str) -> Scenario:
    """Read a scenario from the text of a file of that name. Raises ScenarioError."""
    return _reader(text, name).scenario()


def head(text: str, name: str) -> tuple[str, str, int]:
    """Title, what it teaches and minutes alone: a list of all scenarios need not read their beats. Raises
    ScenarioError."""
    return _reader(text, name).head()


def _reader(text: str, name: str) -> _Reader:
    text = text.replace("\r\n", "\n")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise ScenarioError(name, 1, "", "brackets within brackets without end") from None
    except ValueError as problem:  # TOMLDecodeError, or a number with too many digits
        raise _syntax(text, name, problem) from None
    return _Reader(table, Lines(text), name)


def _syntax(text: str, name: str, problem: ValueError) -> ScenarioError:
    """tomllib's own words, with the line where this module puts it."""
    words = str(problem).splitlines()[0]
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", words)
    if not found:
        return ScenarioError(name, 1, "", clean(words))
    line = int(found[1]) if found[1] else text.count("\n") + 1
    where = f"column {found[2]}" if found[2] else "at its end"
    return ScenarioError(name, line, where, clean(words[: found.start()]))


class _Reader:
    """Turns tomllib's tables into records, checking each thing on the way."""

    def __init__(self, table: dict[str, Any], lines: Lines, name: str) -> None:
        self.table, self.scenario_so_far = table, Scenario(name, "", "", 0, (), lines)
        self.lets: dict[str, Let] = {}
        self.used: set[str] = set()

    def head(self) -> tuple[str, str, int]:
        title, teaches = self._text(0, self.table, "title"), self._text(0, self.table, "teaches")
        minutes = self.table.get("minutes")
        if not isinstance(minutes, int) or isinstance(minutes, bool) or not 1 <= minutes <= 600:
            raise self._wrong(0, "minutes", f"a whole number from 1 to 600 was expected, not {_kind(minutes)}")
        return title, teaches, minutes

    def scenario(self) -> Scenario:
        beats = self._known(0, self.table, HEAD).get("beat")
        title, teaches, minutes = self.head()
        if not isinstance(beats, list) or not beats or not all(isinstance(beat, dict) for beat in beats):
            raise self._wrong(0, "beat", "at least one [[beat]] was expected")
        if len(beats) > MOST_BEATS:
            raise self._wrong(MOST_BEATS + 1, "", f"more than {MOST_BEATS} beats")
        read = tuple(self._beat(number, table) for number, table in enumerate(beats, 1))
        for let in self.lets.values():
            if let.name not in self.used:
                raise self._wrong(let.beat, "let", f"nothing uses {let.name}", let.text)
        so_far = self.scenario_so_far
        return Scenario(so_far.name, title, teaches, minutes, read, so_far.lines)

    def _beat(self, number: int, table: dict[str, Any]) -> Beat:
        self._known(number, table, BEAT)
        self._let(number, table.get("let", {}))
        say = self._computed(number, table, "say")
        expect = tuple(self._claim(number, "expect", text) for text in self._list(number, table, "expect"))
        if say.expressions and not expect:
            raise self._wrong(number, "say", "it has a number, so the beat must expect something of it")
        return Beat(
            number, say, tuple(self._action(number, text) for text in self._list(number, table, "do")),
            self._panel(number, "light", table.get("light", "")),
            self._text(number, table, "notes") if "notes" in table else "",
            self._question(number, table), expect, dict(self.lets),
            tuple(self._panel(number, "cover", name) for name in self._list(number, table, "cover")),
        )  # fmt: skip

    def _let(self, number: int, table: Any) -> None:
        """Names for figures, from here on."""
        if not isinstance(table, dict):
            raise self._wrong(number, "let", f'{{ name = "TABLE options : FIELD" }} was expected, not {_kind(table)}')
        for name, text in table.items():
            shown = f"let, {clean(name, 60)}"
            if not isinstance(text, str):
                raise self._wrong(number, shown, f"text was expected, not {_kind(text)}", name, "let")
            if taken(name) or name in self.lets:
                where = f"beat {self.lets[name].beat} has one" if name in self.lets else "it is a name of what is shown"
                raise self._wrong(number, shown, f"another name was expected: {where}", name, "let")
            try:
                self.lets[name] = read_let(name, number, clean(text, MOST_TEXT))
            except BadInput as problem:
                raise self._wrong(number, shown, str(problem), text, "let") from None

    def _question(self, number: int, table: dict[str, Any]) -> Question | None:
        if "ask" not in table:
            for key in ("choices", "truth"):
                if key in table:
                    raise self._wrong(number, key, "it belongs to a question, but there is no ask")
            return None
        choices = table.get("choices")
        if not isinstance(choices, list) or not 2 <= len(choices) <= 4:
            raise self._wrong(number, "choices", "a list of two to four choices was expected")
        ask, truth = self._computed(number, table, "ask"), self._computed(number, table, "truth")
        return Question(ask, tuple(self._choice(number, choice) for choice in choices), truth)

    def _choice(self, number: int, table: Any) -> Choice:
        if not isinstance(table, dict) or set(table) != {"say", "right"}:
            raise self._wrong(number, "choices", 'each is { say = "…", right = "a claim" }', _text_in(table))
        say = self._template(number, table, "say", "choices")
        return Choice(say, self._claim(number, "choices", self._text(number, table, "right", "choices")))

    def _known(self, number: int, table: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        for key in table:
            if key not in names:
                near = difflib.get_close_matches(key, names, 1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
                raise self._wrong(number, clean(key), f"there is no such key; {hint}", key=key)
        return table

    def _text(self, number: int, table: dict[str, Any], key: str, shown: str = "") -> str:
        text = table.get(key)
        if not isinstance(text, str) or not text.strip():
            raise self._wrong(number, shown or key, f"text was expected, not {_kind(text)}")
        return clean(text, MOST_TEXT, lines=True).strip()

    def _list(self, number: int, table: dict[str, Any], key: str) -> list[str]:
        items = table.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise self._wrong(number, key, f'a list of texts like ["…", "…"] was expected, not {_kind(items)}')
        return [clean(item) for item in items]

    def _panel(self, number: int, key: str, name: Any) -> str:
        known = [panel for panels in PANELS.values() for panel in panels]
        if name and name not in known:
            near = difflib.get_close_matches(str(name), known, 1)
            hint = f"did you mean {near[0]}?" if near else f"the Step view has {', '.join(PANELS['step'])}"
            raise self._wrong(number, key, f"{clean(str(name))!r} is not a panel; {hint}")
        return str(name)

    def _template(self, number: int, table: dict[str, Any], key: str, shown: str = "") -> Template:
        text = self._text(number, table, key, shown)
        for part in FIELD.findall(text):
            self._attempt(number, shown or key, part, template)  # one by one, to know the line
        read = self._attempt(number, shown or key, text, template)
        for expression in read.expressions:
            self._names(number, shown or key, expression)
        return read

    def _computed(self, number: int, table: dict[str, Any], key: str) -> Template:
        """A text for the audience that states what is so: in a choice, which may be wrong, a decimal may be typed."""
        read = self._template(number, table, key)
        if read.typed_decimal:
            words = f"{read.typed_decimal} is typed; numbers are computed, as in {{difference:.4f}}"
            raise self._wrong(number, key, words, read.typed_decimal)
        return read

    def _names(self, number: int, key: str, expression: Expression) -> None:
        try:
            check(expression.names, self.lets)
        except BadInput as problem:
            words = next((f"{name} is named in a later beat" for name in expression.names if self._later(name)), "")
            raise self._wrong(number, key, words or str(problem), expression.text) from None
        self.used.update(expression.names)

    def _later(self, name: str) -> bool:
        """Whether a beat that has not been read yet gives a figure this name."""
        lets = [beat.get("let") for beat in self.table["beat"]]
        return name not in self.lets and any(isinstance(let, dict) and name in let for let in lets)

    def _claim(self, number: int, key: str, text: str) -> Expression:
        expression = self._attempt(number, key, text, read_expression)
        if not expression.claim:
            raise self._wrong(number, key, f"{text!r} is a number; a comparison was expected", text)
        self._names(number, key, expression)
        return expression

    def _action(self, number: int, text: str) -> str:
        self._attempt(number, "do", text, find)
        return text

    def _attempt(self, number: int, key: str, text: str, read: Callable[[str], T]) -> T:
        """Read a text; what is wrong with it is said with its place."""
        try:
            return read(text)
        except BadInput as problem:
            raise self._wrong(number, key, str(problem), text) from None

    def _wrong(self, number: int, shown: str, problem: str, text: str = "", key: str = "") -> ScenarioError:
        scenario = self.scenario_so_far
        where = ", ".join(part for part in (f"beat {number}" if number else "", shown) if part)
        return ScenarioError(scenario.name, scenario.lines.of(number, key or shown, text), where, problem)


def _kind(value: Any) -> str:
    """What was found, in the words of the format."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return "text" if value.strip() else "an empty text"
    kinds = {bool: "true or false", int: f"the number {value}", float: f"the number {value}", list: "a list"}
    return clean(kinds.get(type(value), "a table" if isinstance(value, dict) else "a date"), 60)


def _text_in(table: Any) -> str:
    """Some text of a value, to find its line."""
    texts = [value for value in table.values() if isinstance(value, str)] if isinstance(table, dict) else []
    return texts[0] if texts else ""
