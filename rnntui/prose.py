"""Running text with emphasis, laid out in character cells: pieces, paragraphs, lines. No Textual here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len


@dataclass(frozen=True)
class Piece:
    """Some text in one style."""

    text: str
    bold: bool = False


Line = tuple[Piece, ...]
Paragraph = tuple[Piece, ...]
Letter = tuple[str, bool]


def wrap(paragraphs: Iterable[Paragraph], width: int) -> list[Line]:
    """The lines of some paragraphs, none wider than `width` cells; an empty line between two paragraphs.

    Lines break at spaces; a word that is wider than a line is broken. A no-break space holds two words together.
    """
    lines: list[Line] = []
    for paragraph in paragraphs:
        if lines:
            lines.append(())
        lines += [_line(letters) for letters in _filled(list(_words(paragraph, width)), width)]
    return lines


def text_of(line: Sequence[Piece]) -> str:
    """A line without its styles."""
    return "".join(piece.text for piece in line)


def _words(paragraph: Paragraph, width: int) -> Iterator[list[Letter]]:
    """The words as letters with their style, each at most `width` cells wide."""
    letters = [(char, piece.bold) for piece in paragraph for char in piece.text]
    for blank, group in groupby(letters, key=lambda letter: letter[0] in " \n"):
        word = [] if blank else list(group)
        part: list[Letter] = []
        for letter in word:
            if part and _width(part) + cell_len(letter[0]) > width:
                yield part
                part = []
            part.append(letter)
        if part:
            yield part


def _filled(words: list[list[Letter]], width: int) -> Iterator[list[Letter]]:
    """As many words a line as go into it."""
    line: list[Letter] = []
    for word in words:
        if line and _width(line) + 1 + _width(word) > width:
            yield line
            line = []
        if line:
            line = [*line, (" ", line[-1][1] and word[0][1])]
        line = [*line, *word]
    if line:
        yield line


def _width(letters: list[Letter]) -> int:
    return cell_len("".join(char for char, _ in letters))


def _line(letters: list[Letter]) -> Line:
    """Letters of one style in a row as one piece."""
    return tuple(
        Piece("".join(char for char, _ in group).replace("\u00a0", " "), bold)
        for bold, group in groupby(letters, key=lambda letter: letter[1])
    )
