"""Playing a scenario: every beat rehearsed once, then shown, filled in, asked and scored. No Textual here.

A rehearsal does every beat's actions once and keeps where each beat stands. So entering a beat, from either side, is
standing there again: nothing that was done by hand in between changes what a beat shows or says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from rnntui_engine.loaded import load
from rnntui_engine.readings import EXAMPLE, data_set
from rnntui_engine.records import BadInput, NetworkChoice, Trained
from rnntui_engine.sequences import Source, opened

from .. import lists, own_network
from ..actions import VIEWS, Stage, perform
from ..lengths import check_view
from ..prose import Paragraph, wrap
from ..seen import SLOTS, Place
from ..shipped import is_shipped, path_of
from ..text import clean
from ..viewing import Viewing
from . import figures
from .expressions import Expression, Number
from .figures import BadFigure, Let, Request
from .names import Moment
from .read import PANELS, Beat, Question, Scenario
from .template import Template

WIDTH, MOST_LINES = 78, 5  # of what is said in a beat
ASK_WIDTH, MOST_ASKED, MOST_TRUTH, CHOICE_WIDTH = 68, 4, 2, 60  # of a question, its truth and its choices

ONLY_SHIPPED = "a scenario opens files that ship, like own:days.csv, and no others"

LISTED = {"lengths": lists.lengths, "runs": lists.runs}

Networks = Mapping[NetworkChoice, Trained]


@dataclass(frozen=True)
class Queue:
    """What the Train view is to train: its lists as they are written, none for its own; `learn`: it begins."""

    lengths: str = ""
    runs: str = ""
    learn: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """A beat and where it stands; `before`: where the beat before it stands, which is what a question sees."""

    beat: Beat
    view: str
    place: Place
    before: Place
    view_before: str
    queue: Queue


class _ForPeople(BadInput):
    """An action that opens, closes or changes something for a person at the keyboard."""


class _Rehearsal:
    """The stage of a rehearsal. It knows what an action does to the viewing, and refuses everything else."""

    def __init__(self) -> None:
        self.viewing, self.view, self.queue = Viewing(), VIEWS[0][1], Queue()

    def open_view(self, name: str) -> None:
        names = [known for _, known, _ in VIEWS]
        if name not in names:
            raise BadInput(f"{name!r} is not a view; there are {', '.join(names)}", "view")
        check_view(name, self.viewing.choices)
        self.view = name

    def toggle_trained(self) -> None:
        self.viewing.choose(trained=not self.viewing.choices.trained)

    def next_runs(self) -> None:
        self.viewing.next_runs()

    def open_weights(self, text: str) -> None:
        """A network that ships; whose other files are opened is for a person to say."""
        if not is_shipped(text):
            raise _ForPeople(ONLY_SHIPPED)
        own_network.show(self.viewing, load(path_of(text, "weights")))

    def open_data(self, name: str) -> None:
        """Data that ship, or the lesson's again."""
        if is_shipped(name):
            self.viewing.open(opened(Source(str(path_of(name, "data"))), clean))
            return
        try:
            found = data_set(name)
        except BadInput:
            raise _ForPeople(ONLY_SHIPPED) from None
        self.viewing.open(found, EXAMPLE if found.name == "lesson" else 0)

    def in_view(self, view: str, what: str, argument: str = "") -> None:
        """The queue of the Train view can be chosen and begun; what else a view does is for people."""
        if view == "train" and what == "learn":
            self.queue = replace(self.queue, learn=True)
        elif view == "train" and what in LISTED and argument:
            try:
                LISTED[what](argument)
            except ValueError as problem:
                raise BadInput(str(problem), what) from None
            lengths, runs = (argument if what == name else getattr(self.queue, name) for name in LISTED)
            self.queue = replace(self.queue, lengths=lengths, runs=runs)
        else:
            raise _ForPeople("this is for a person at the keyboard, not for a scenario")

    def __getattr__(self, name: str) -> object:
        raise _ForPeople("this is for a person at the keyboard, not for a scenario")


def rehearse(scenario: Scenario) -> tuple[Scene, ...]:
    """Do all beats' actions, one after the other. Raises ScenarioError for one that cannot be done there."""
    stage = _Rehearsal()
    viewing, scenes = stage.viewing, []
    for beat in scenario.beats:
        before, view_before = viewing.place, stage.view
        stage.queue = replace(stage.queue, learn=False)
        for line in beat.do:
            try:
                perform(cast(Stage, stage), line)
            except BadInput as found:
                raise scenario.wrong(beat.number, "do", f"{line!r}: {found}", line) from None
        covered_view = view_before if beat.question else stage.view
        _there(scenario, beat, "light", (beat.light,) if beat.light else (), stage.view)
        _there(scenario, beat, "cover", beat.cover, covered_view)
        if beat.question:  # what it covers is shown with the answer
            before, viewing.covered = replace(before, covered=beat.cover), ()
        else:
            viewing.covered = beat.cover
        viewing.lit = beat.light
        if beat.light in SLOTS:
            viewing.show_slot(beat.light)
        scenes.append(Scene(beat, stage.view, viewing.place, before, view_before, stage.queue))
    return tuple(scenes)


def _there(scenario: Scenario, beat: Beat, key: str, panels: tuple[str, ...], view: str) -> None:
    """Each of these panels belongs to the view that is open there. Raises ScenarioError."""
    for name in panels:
        if name not in PANELS[view]:
            problem = f"{name!r} is not a panel of the view that is open, {view}"
            raise scenario.wrong(beat.number, key, f"{problem}; there are {', '.join(PANELS[view])}", name)


def moment(place: Place, networks: Networks, lets: Mapping[str, Let] | None = None) -> Moment | None:
    """What is shown at a place, and the figures that have a name; None as long as a network is not trained yet."""
    network = place.choices.network
    if place.lacks(networks):
        return None
    viewing = Viewing(place.choices)
    viewing.networks = dict(networks)
    viewing.stand(place)
    return Moment(viewing.seen, networks.get(network) if place.choices.trained else None, lets or {})


def now(scene: Scene, networks: Networks) -> Moment | None:
    """What a beat speaks of; None as long as a network or a figure of it is not there yet."""
    if requests_of(scene.beat.figures):
        return None
    return moment(scene.place, networks, scene.beat.lets)


def requests_of(lets: Iterable[Let]) -> list[Request]:
    """The tables that are not there yet for these figures, each once."""
    missing = (let.request for let in lets if not figures.FIGURES.has(let.request))
    return list(dict.fromkeys(missing))


def requests(scenes: Iterable[Scene]) -> list[Request]:
    """The tables that are not there yet for these beats, in their order, each once."""
    return requests_of(let for scene in scenes for let in (*scene.beat.asked_figures, *scene.beat.figures))


def checked(scenario: Scenario, networks: Networks) -> tuple[Scene, ...]:
    """Rehearse a scenario and hold it to its claims, as far as its networks are trained. Raises ScenarioError.

    Each claim holds, each question has one right answer, and each text fits where it is shown.
    """
    scenes = rehearse(scenario)
    for scene in scenes:
        check(scenario, scene, networks)
    return scenes


def check(scenario: Scenario, scene: Scene, networks: Networks) -> None:
    """Hold one beat to its claims. Raises ScenarioError."""
    beat, here = scene.beat, now(scene, networks)
    _fits(scenario, beat, "say", _filled(scenario, beat, "say", beat.say, here), WIDTH, MOST_LINES)
    if here is not None:
        for claim in beat.expect:
            if not _true(scenario, beat, "expect", claim, here):
                raise scenario.wrong(
                    beat.number, "expect", f"{claim.text!r} does not hold{_because(claim, here)}", claim.text
                )
    if beat.question is not None:
        asked, truth = asked_of(scenario, scene, networks), truth_of(scenario, scene, networks)
        _fits(scenario, beat, "ask", asked.ask, ASK_WIDTH, MOST_ASKED)
        for choice in asked.choices:
            _fits(scenario, beat, "choices", (choice,), CHOICE_WIDTH, 1)
        if truth is not None:
            _fits(scenario, beat, "truth", truth.say, ASK_WIDTH, MOST_TRUTH)


@dataclass(frozen=True)
class Asked:
    """A question, filled in."""

    ask: tuple[Paragraph, ...]
    choices: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Truth:
    """The right choice, counted from 0, and what is said of it."""

    right: int
    say: tuple[Paragraph, ...]


def told_of(scenario: Scenario, scene: Scene, networks: Networks, aloud: bool = False) -> tuple[Paragraph, ...]:
    """What a beat says; with … for its numbers as long as its network is not trained, or a figure not computed.
    `aloud`: what it says to the ear."""
    return _filled(scenario, scene.beat, "say", _for(scene.beat.say, aloud), now(scene, networks))


def asked_of(scenario: Scenario, scene: Scene, networks: Networks, aloud: bool = False) -> Asked:
    """The question of a beat, by what is shown before it."""
    question, before = _question(scene), moment(scene.before, networks, scene.beat.lets)
    if requests_of(scene.beat.asked_figures):
        before = None
    ask = _filled(scenario, scene.beat, "ask", _for(question.ask, aloud), before)
    said = [_for(choice.say, aloud) for choice in question.choices]
    choices = [_filled(scenario, scene.beat, "choices", choice, before) for choice in said]
    return Asked(ask, tuple(choice[0] for choice in choices))


def truth_of(scenario: Scenario, scene: Scene, networks: Networks, aloud: bool = False) -> Truth | None:
    """The truth by the engine; None as long as its network is not trained, or a figure not computed. Raises
    ScenarioError unless exactly one of the choices is right."""
    beat, question, here = scene.beat, _question(scene), now(scene, networks)
    if here is None:
        return None
    rights = [
        place for place, choice in enumerate(question.choices) if _true(scenario, beat, "choices", choice.right, here)
    ]
    if len(rights) != 1:
        count = "none" if not rights else f"{len(rights)}"
        because = _because(question.choices[rights[0] if rights else 0].right, here)
        raise scenario.wrong(beat.number, "choices", f"{count} of the choices is right; exactly one must be{because}")
    return Truth(rights[0], _filled(scenario, beat, "truth", _for(question.truth, aloud), here))


def _for(said: Template, aloud: bool) -> Template:
    return said.aloud if aloud else said


def _question(scene: Scene) -> Question:
    assert scene.beat.question is not None
    return scene.beat.question


def _filled(
    scenario: Scenario, beat: Beat, key: str, template: Template, here: Moment | None
) -> tuple[Paragraph, ...]:  # fmt: skip
    return template.filled(
        None if here is None else lambda expression: _value(scenario, beat, key, expression, here)
    )  # fmt: skip


def _true(scenario: Scenario, beat: Beat, key: str, claim: Expression, here: Moment) -> bool:
    return bool(_value(scenario, beat, key, claim, here))


def _value(scenario: Scenario, beat: Beat, key: str, expression: Expression, here: Moment) -> Number:
    """What an expression comes to. Raises ScenarioError, with the place of a figure that is wrong where that is it."""
    try:
        return expression.value(here.number)
    except BadFigure as problem:
        raise scenario.wrong(problem.let.beat, "let", str(problem), problem.let.text) from None
    except BadInput as problem:
        raise scenario.wrong(beat.number, key, str(problem), expression.text) from None


def _because(claim: Expression, here: Moment) -> str:
    """The values of the names in a claim."""
    return ": " + ", ".join(f"{name} is {here.number(name):.6g}" for name in claim.names) if claim.names else ""


def _fits(
    scenario: Scenario, beat: Beat, key: str, paragraphs: tuple[Paragraph, ...], width: int, most: int
) -> None:  # fmt: skip
    """Raises ScenarioError for a text that needs more lines than there are."""
    lines = len(wrap(paragraphs, width))
    if lines > most:
        room = f"{most} line{'s' if most > 1 else ''} of {width} characters"
        raise scenario.wrong(beat.number, key, f"the text takes {lines} lines; there is room for {room}")
