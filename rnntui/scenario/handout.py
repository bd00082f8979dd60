"""A scenario as one HTML page: its texts, questions and pictures, and how each number is computed again.

The page stands alone: no script, nothing from a network, one style sheet inside. It follows the reader's dark or light
setting, folds what would give a question's answer away, prints with all of it in place, and has every picture as text
for those who do not see it. No Textual here: the pictures are handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.metadata import version
from shlex import quote

from rnntui_engine.records import BadInput

from ..sentences import plural
from .expressions import Number
from .page_style import STYLE
from .play import Networks, Scene, moment, truth_of
from .read import Scenario
from .recompute import commands
from .template import Field, Template

GENERATOR = "rnntui handout"  # begins the page's meta name=generator: how an earlier page is known
PREFIX = re.compile(r"terminal-[0-9]+")
CLIPPED = re.compile(r' clip-path="url\(#([^)]+)\)"')
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True)
class Picture:
    """The screen at a beat, as SVG and as text."""

    svg: str
    text: str


@dataclass(frozen=True)
class Shown:
    """A number on the page. `at`: its anchor in the list of numbers."""

    at: str
    beat: int
    text: str
    expression: str
    value: Number
    commands: tuple[str, ...]


@dataclass
class _Numbers:
    """Every number of the page in its order; the same one twice in a beat is listed once."""

    found: list[Shown] = field(default_factory=list)

    def enter(self, beat: int, text: str, expression: str, value: Number, how: Sequence[str]) -> Shown:
        for known in self.found:
            if (known.beat, known.text, known.expression, known.value) == (beat, text, expression, value):
                return known
        number = sum(known.beat == beat for known in self.found) + 1
        self.found.append(Shown(f"number-{beat}-{number}", beat, text, expression, value, tuple(how)))
        return self.found[-1]


@dataclass(frozen=True, eq=False)
class _Page:
    scenario: Scenario
    scenes: Sequence[Scene]
    networks: Networks
    asked: str  # how the scenario is named on the command line
    numbers: _Numbers = field(default_factory=_Numbers)

    def html(self, template: Template, scene: Scene, before: bool = False) -> list[str]:
        """A template's paragraphs, its numbers marked up; `before`: by what is shown before the beat."""
        place, lets = scene.before if before else scene.place, scene.beat.lets
        here = moment(place, self.networks, lets)
        assert here is not None, "everything is computed by now"

        def number(part: Field) -> str:
            try:
                value = part.expression.value(here.number)
            except BadInput as problem:
                text = part.expression.text
                raise self.scenario.wrong(scene.beat.number, "say", str(problem), text) from None
            how = commands(part.expression.names, place.choices, place.pinned, lets)
            written = part.written(value)
            shown = self.numbers.enter(scene.beat.number, written, part.expression.text, value, how)
            title = escape(f"{shown.expression} = {_exact(value)}")
            return f'<a class="number" href="#{shown.at}" title="{title}">{escape(written)}</a>'

        return [_paragraph(parts, number) for parts in template.paragraphs]


def page(
    scenario: Scenario, scenes: Sequence[Scene], networks: Networks, pictures: Sequence[Picture], asked: str,
    notes: bool = False, language: str = "en",
) -> str:  # fmt: skip
    """The whole page. `networks` holds every trained network that is shown; `pictures`: one a beat; `asked`: the name
    by which a command finds the scenario; `notes`: what is for the speaker, too. Raises ScenarioError."""
    made = _Page(scenario, scenes, networks, quote(asked))
    beats = [_beat(made, scene, picture, notes) for scene, picture in zip(scenes, pictures, strict=True)]
    title, asked = escape(scenario.title), quote(asked)
    claims = sum(len(beat.expect) for beat in scenario.beats)
    return "\n".join([
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="{GENERATOR} {escape(version("rnntui"))}">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{title}</title>",
        f"<style>\n{STYLE}</style>",
        "</head>",
        "<body>",
        "<header>",
        f"<h1>{title}</h1>",
        f"<p>It teaches {escape(scenario.teaches.rstrip('.'))}.</p>",
        f"<p>{plural(scenario.minutes, 'minute')}, {plural(len(beats), 'beat')}. Play it: "
        f"<code>{escape(f'rnntui demo {asked}')}</code></p>",
        "</header>",
        "<main>",
        *beats,
        "</main>",
        *_listed(made.numbers.found),
        "<footer>",
        f"<p>Made by rnntui {escape(version('rnntui'))}. Every number on this page was computed when it was made, and "
        f"{plural(claims, 'claim')} about what is shown checked.</p>",
        "</footer>",
        "</body>",
        "</html>",
    ]) + "\n"  # fmt: skip


def _beat(made: _Page, scene: Scene, picture: Picture, notes: bool) -> str:
    beat = scene.beat
    lines = [
        f'<section id="beat-{beat.number}" aria-labelledby="beat-{beat.number}-name">',
        f'<h2 id="beat-{beat.number}-name">{beat.number} of {len(made.scenes)}</h2>',
    ]
    shown = ['<div class="said">', *made.html(beat.say, scene), "</div>", *_figure(made, scene, picture)]
    if notes and beat.notes:
        shown.append(f'<aside class="notes"><p>For the speaker: {escape(" ".join(beat.notes.split()))}</p></aside>')
    if beat.question is not None:  # what is said and shown next answers it
        lines += _question(made, scene, shown)
    else:
        lines += shown
    return "\n".join([*lines, "</section>"])


def _question(made: _Page, scene: Scene, shown: Sequence[str]) -> list[str]:
    """What is asked. The answer and all that the beat shows then is folded: it stands behind the line that unfolds it,
    not in it, so that paper has it."""
    question = scene.beat.question
    truth = truth_of(made.scenario, scene, made.networks)
    assert question is not None and truth is not None
    choices = [f"<li>{''.join(made.html(choice.say, scene, before=True))}</li>" for choice in question.choices]
    answer = [f"<p>The answer is {truth.right + 1}.</p>", *made.html(question.truth, scene)]
    return [
        '<div class="question">',
        *made.html(question.ask, scene, before=True),
        "<ol>",
        *(choice.replace("<p>", "").replace("</p>", "") for choice in choices),
        "</ol>",
        "</div>",
        '<details class="fold"><summary>The answer</summary></details>',
        '<div class="folded">',
        f'<div class="answer">{"".join(answer)}</div>',
        *shown,
        "</div>",
    ]


def _figure(made: _Page, scene: Scene, picture: Picture) -> list[str]:
    number = scene.beat.number
    again = escape(f"rnntui shot --demo {made.asked} --beat {number} --size 80x24 --out beat.svg")
    return [
        "<figure>",
        _svg(picture.svg, f"b{number}", f"The {scene.view} view at beat {number}", f"screen-{number}"),
        f"<figcaption>The picture again: <code>{again}</code></figcaption>",
        f'<details class="screen"><summary>The picture as text</summary><pre id="screen-{number}">'
        f"{escape(picture.text.rstrip())}</pre></details>",
        "</figure>",
    ]


def _svg(svg: str, prefix: str, label: str, described: str) -> str:
    """A picture to stand in a page beside others: ids and classes of its own, and a name for who does not see it."""
    own = PREFIX.search(svg)
    svg = COMMENT.sub("", svg)
    if own:
        svg = svg.replace(own.group(), prefix)
    ids = set(re.findall(r'id="([^"]+)"', svg))
    # the last row's is named, but not there
    svg = CLIPPED.sub(lambda found: found.group() if found[1] in ids else "", svg)
    named = f'role="img" aria-label="{escape(label)}" aria-describedby="{described}"'
    return re.sub(r"\n\s*\n+", "\n", svg.replace("<svg ", f"<svg {named} ", 1)).strip()


def _paragraph(parts: tuple[tuple[str | Field, bool], ...], number: Callable[[Field], str]) -> str:
    pieces = []
    for part, bold in parts:
        text = escape(part) if isinstance(part, str) else number(part)
        pieces.append(f"<strong>{text}</strong>" if bold else text)
    return f"<p>{''.join(pieces).strip()}</p>".replace("</strong><strong>", "")


def _listed(numbers: Sequence[Shown]) -> list[str]:
    """The list of all numbers, with the commands that print what they are made of."""
    if not numbers:
        return []
    rows = [
        f'<tr id="{shown.at}"><td><a href="#beat-{shown.beat}">{shown.beat}</a></td><td>{escape(shown.text)}</td>'
        f"<td><code>{escape(shown.expression)}</code></td><td>{escape(_exact(shown.value))}</td>"
        f"<td>{'<br>'.join(f'<code>{escape(command)}</code>' for command in shown.commands)}</td></tr>"
        for shown in numbers
    ]
    return [
        '<section class="numbers" aria-labelledby="numbers">',
        '<h2 id="numbers">Every number, and how to compute it again</h2>',
        "<p>A command prints what its number is made of; <code>--format json</code> gives all digits.</p>",
        "<table>",
        "<thead><tr><th>beat</th><th>shown</th><th>what it is</th><th>all digits</th><th>command</th></tr></thead>",
        "<tbody>",
        *rows,
        "</tbody>",
        "</table>",
        "</section>",
    ]


def _exact(value: Number) -> str:
    return repr(value).replace("-", "−") if value < 0 else repr(value)


def is_ours(beginning: str) -> bool:
    """Whether a file that begins so is a page of this kind, which may be written anew."""
    return f'<meta name="generator" content="{GENERATOR}' in beginning
