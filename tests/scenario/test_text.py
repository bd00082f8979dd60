"""The door for text from outside, and laying text out in cells."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rnntui.prose import Piece, text_of, wrap
from rnntui.scenario.template import template
from rnntui.text import UNREADABLE, clean


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain", "plain"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07x\x9b5n", "]0;titlex5n"),
        ("a\u202eb\u200bc\ufeffd\u00ade", "abcde"),
        ("a\ue000\ud800b", "ab"),
        ("one\ntwo\tthree\r\nfour\u2028five", "one two three four five"),
        ("e\u0301", "é"),
        ("漢字 한글 ไทย \u0e17\u0e35\u0e48", "漢字 한글 ไทย \u0e17\u0e35\u0e48"),
        ("M\udcc3\udcbcller \udcfc \ud800x", "Müller \ufffd x"),  # bytes that the locale could not read
        ("a\U0001f3fd\u20e3", "a\u20e3"),
        ("[bold]x[/bold] [@click=app.quit]y[/]", "[bold]x[/bold] [@click=app.quit]y[/]"),
    ],
)
def test_text_from_outside_is_only_text(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_length_and_lines() -> None:
    assert clean("x" * 300) == "x" * 199 + "…"
    assert clean("x" * 10, 10) == "x" * 10
    assert clean("x" * 11, 10) == "x" * 9 + "…"
    assert clean("\x00" * 1000 + "x", 10).endswith("…"), "cut off, even where nothing of it is seen"
    assert clean("a\r\nb\rc\n", lines=True) == "a\nb\nc\n"


@given(st.text(), st.integers(1, 50))
def test_whatever_comes_in(text: str, most: int) -> None:
    cleaned = clean(text, most)
    assert len(cleaned) <= most
    assert not any(unicodedata.category(char) in UNREADABLE for char in cleaned)
    assert clean(cleaned, most) == cleaned


def test_lines_break_at_spaces_and_keep_their_styles() -> None:
    lines = wrap([(Piece("one "), Piece("two three", True), Piece(", four")), (Piece("five"),)], 9)
    assert [text_of(line) for line in lines] == ["one two", "three,", "four", "", "five"]
    assert lines[0] == (Piece("one "), Piece("two", True))
    assert lines[1] == (Piece("three", True), Piece(","))


def test_no_break_spaces_and_wide_letters() -> None:
    assert [text_of(line) for line in wrap([(Piece("T\u00a0= 12"),)], 4)] == ["T =", "12"]
    assert [text_of(line) for line in wrap([(Piece("漢字漢字漢"),)], 5)] == ["漢字", "漢字", "漢"]
    assert wrap([], 5) == []


@given(st.lists(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60), max_size=3), st.integers(2, 30))
def test_no_line_is_too_wide_and_nothing_is_lost(texts: list[str], width: int) -> None:
    lines = wrap([(Piece(text),) for text in texts], width)
    assert all(cell_len(text_of(line)) <= width for line in lines)
    letters = "".join(text_of(line) for line in lines).replace(" ", "")
    assert letters == "".join(texts).replace(" ", "").replace("\u00a0", "")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("books it is 1 − z in its place", ["books it is", "1 − z in its", "place"]),
        ("then h = o · tanh(c) is seen", ["then", "h = o · tanh(c)", "is seen"]),
        ("whose r · (U h′ + d) acts", ["whose", "r · (U h′ + d)", "acts"]),
        ("of c = f · c′ + i · g, so", ["of c = f · c′ +", "i · g, so"]),
        ("press them: + and − change it", ["press them: +", "and − change it"]),
        ("a (word + others and more of them) b", ["a (word +", "others and more", "of them) b"]),
    ],
)
def test_a_formula_is_not_broken(text: str, lines: list[str]) -> None:
    assert [text_of(line) for line in wrap(template(text).filled(None), 15)] == lines


def test_what_is_computed_is_not_touched_by_it() -> None:
    filled = template("(1 − {period - 1}) · {period}").filled(lambda expression: expression.value(lambda _: 5))
    assert text_of(filled[0]) == "(1\u00a0−\u00a04)\u00a0·\u00a05"
