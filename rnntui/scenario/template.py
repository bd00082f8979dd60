"""Text with expressions in it: "What is left is {difference:.4f}", and **emphasis**.

A field is {expression} or {expression:format}; the format is an optional +, an optional .digits and one of f, e, %
or d. Without one, whole numbers are written as they are and others with four decimals. {{ and }} are braces. A line
break is a space, an empty line a new paragraph, and T = 12 and 1 − z stay together; *one* or **two** stars around words
make them bold. [the dashed line|the line] is the first for the eye and the second for the ear. All else is text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from rnntui_engine.records import BadInput

from ..marks import number
from ..prose import Paragraph, Piece
from .expressions import BadExpression, Expression, Number, read

FORMAT = re.compile(r"(\+?)(?:\.([0-9]))?([fed%])")
PART = re.compile(r"(?P<brace>\{\{|\}\})|(?P<field>\{[^{}]*\})|(?P<stars>\*\*?)|(?P<stray>[{}])|(?P<text>[^{}*]+)")
DECIMAL = re.compile(r"[0-9]+[.,][0-9]+|[0-9]+[eE][-+−]?[0-9]+")
KEPT = re.compile(r"\b([a-zA-Z])\s=\s")  # never at the end of a line
FIELDS = re.compile(r"\{[^{}]*\}")
OPERAND = r"(?:(?<!\w)\w{1,2}′?|[)}])"  # x1, h′, the end of a sum in parentheses or of a field
TIMES = re.compile(rf"({OPERAND})\s([−·×])\s")  # 1 − z and f · c′ stay on one line
BEFORE = re.compile(rf"({OPERAND})\s([+=])(?=\s)")  # a line may end with + or =, and begins with neither
SUM = re.compile(r"\((?:[^()\n]|\n(?!\n)){1,24}\)")
EITHER = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
WAITING = "…"

Value = Callable[[Expression], Number]


@dataclass(frozen=True)
class Field:
    """A number to be filled in. `sign` is "+" or nothing; `places` and `kind` as in a format, kind "" for none."""

    expression: Expression
    sign: str = ""
    places: int = 0
    kind: Literal["", "f", "e", "d", "%"] = ""

    def written(self, value: Number) -> str:
        """The number as it is shown, with a true minus sign."""
        if self.kind == "" and isinstance(value, int):
            return number(value, 0)
        if self.kind == "":
            return number(value, 4)
        if self.kind == "e":
            return f"{value:{self.sign}.{self.places}e}".replace("-", "−")
        if self.kind == "%":
            return number(100 * value, self.places, self.sign) + "%"
        return number(value, self.places, self.sign)


Parts = tuple[tuple[str | Field, bool], ...]


@dataclass(frozen=True)
class Template:
    """Paragraphs of text and fields, each with whether it is bold. `heard`: the same for the ear, where it differs."""

    paragraphs: tuple[Parts, ...]
    heard: tuple[Parts, ...] = ()

    @property
    def aloud(self) -> Template:
        """What is said to the ear."""
        return Template(self.heard) if self.heard else self

    @property
    def expressions(self) -> list[Expression]:
        """Every expression in it."""
        both = (*self.paragraphs, *self.heard)
        return [part.expression for parts in both for part, _ in parts if isinstance(part, Field)]

    @property
    def typed_decimal(self) -> str:
        """The first decimal that was typed instead of computed; nothing if there is none."""
        for parts in (*self.paragraphs, *self.heard):
            found = DECIMAL.search("".join(part if isinstance(part, str) else " " for part, _ in parts))
            if found:
                return found.group()
        return ""

    def filled(self, value: Value | None) -> tuple[Paragraph, ...]:
        """The text with its numbers; with … for each of them where there is no `value` yet."""

        def piece(part: str | Field, bold: bool) -> Piece:
            if isinstance(part, str):
                return Piece(part, bold)
            return Piece(part.written(value(part.expression)) if value else WAITING, bold)

        return tuple(tuple(piece(*part) for part in parts) for parts in self.paragraphs)


def kept_together(text: str) -> str:
    """The text with T = 12, 1 − z and (U h′ + d) held together by no-break spaces."""
    text = KEPT.sub("\\1\u00a0=\u00a0", text)
    fields = FIELDS.findall(text)  # they stay as they are
    text = SUM.sub(lambda found: _joined(found.group()), FIELDS.sub("{}", text))
    text = BEFORE.sub("\\1\u00a0\\2", TIMES.sub("\\1\u00a0\\2\u00a0", text))
    filled = iter(fields)
    return re.sub(r"\{\}", lambda _: next(filled), text)


def _joined(text: str) -> str:
    """What stands in parentheses on one line, if it is a formula."""
    return re.sub(r"\s", "\u00a0", text) if re.search(r"\s[−+·×]\s", text) else text


def template(text: str) -> Template:
    """Read a template. Raises BadInput that says what is wrong."""
    text = kept_together(text.strip())
    heard = EITHER.sub(r"\2", text)
    return Template(_paragraphs(EITHER.sub(r"\1", text)), _paragraphs(heard) if EITHER.search(text) else ())


def _paragraphs(text: str) -> tuple[Parts, ...]:
    return tuple(tuple(_parts(part)) for part in re.split(r"\n[ ]*\n\s*", text) if part)


def _parts(text: str) -> Iterator[tuple[str | Field, bool]]:
    """Text and fields of one paragraph."""
    stars, opened_at = "", 0
    for found in PART.finditer(text):
        kind, part = found.lastgroup, found.group()
        if kind == "stray":
            raise BadInput(
                f"a {part} that has no partner near {_near(text, found.start())!r}; a brace itself is {part * 2}"
            )
        if kind == "stars" and (part == stars or (not stars and text[found.end() : found.end() + 1].strip())):
            stars, opened_at = "" if stars else part, found.start()
        elif kind == "brace":
            yield part[0], bool(stars)
        elif kind == "field":
            yield _field(part[1:-1]), bool(stars)
        else:
            yield part, bool(stars)
    if stars:
        raise BadInput(f"emphasis that does not end near {_near(text, opened_at)!r}")


def _near(text: str, at: int) -> str:
    return " ".join(text[max(0, at - 10) : at + 20].split())


def _field(text: str) -> Field:
    """expression or expression:format."""
    source, colon, form = text.partition(":")
    expression = read(source.strip())
    if expression.claim:
        raise BadExpression(f"{source.strip()!r} is true or false; a number was expected")
    if not colon:
        return Field(expression)
    found = FORMAT.fullmatch(form.strip())
    if not found or (found[3] == "d" and found[2]):
        raise BadInput(f"{{{text}}}: {form.strip()!r} is not a format like .4f, +.2f, .1e, .0% or d")
    kind: Literal["f", "e", "d", "%"] = found[3]  # type: ignore[assignment]
    places = int(found[2]) if found[2] else 0 if kind == "d" or kind == "%" else 4
    return Field(expression, found[1], places, kind)
