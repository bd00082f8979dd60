"""What a scenario says, for the ear: words for signs, and where a beat stands. No Textual here.

A screen reader names few of the signs that a screen is full of, and nobody hears where something stands. So the plain
narration has a word for each sign, and says what is shown in its own sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rnntui_engine.by_hand import TRACKS, Gates
from rnntui_engine.cells import cell_named
from rnntui_engine.readings import data_set

from ..actions import VIEWS
from ..forecasting import ForecastPlace
from ..own_sentences import file_name
from ..seen import Choices
from .play import Scene
from .recompute import step, table_of_view

OF_NETWORKS = ("step", "decay", "train", "reach", "gradient")  # views in which a network is chosen
NAMED = ("period", "periods", "step", "steps", "half-hour", "month")
WORDS = {
    "●": "the marked twin", "○": "the unmarked twin", "◇": "side B", "┆": "the mark of the value before",
    "■": "the square", "◆": "the diamond", "★": "the star", "□": "the empty square", "✓": "a tick", "✗": "a cross",
    "↑": "arrow up", "↓": "arrow down", "→": "arrow right", "←": "arrow left",
    "λ": "lambda", "σ": "sigma", "Δ": "delta", "∞": "infinity",
    "≥": "at least", "≤": "at most", "≠": "is not equal to", "≈": "about", "³": " cubed", "²": " squared",
    "½": "a half", "′": " before", "…": "...", "–": "to", "—": ",", "“": '"', "”": '"', "’": "'", "‘": "'",
}  # fmt: skip
RULES = tuple((re.compile(pattern), words) for pattern, words in (
    (r"(\d(?:\.\d+)?)e([−-])0*(\d+)", r"\1 times 10 to the minus \3"),
    (r"(\d(?:\.\d+)?)e\+?0*(\d+)", r"\1 times 10 to the \2"),
    (r"\b([Uu]nits?)\s+►(?=\d|…)", r"\1 "), (r"►(?=\d|…)", "unit "),
    (rf"\b((?i:{'|'.join(NAMED)}))\s+▲(?=\d|…)", r"\1 "), (r"▲(?=\d|…)", "period "),
    (r"(?<!\S)< and >(?!\S)", "the keys less-than and greater-than"),
    (r"(?<!\S)\+ and −(?!\S)", "the keys plus and minus"), (r"(?<!\S)#(?!\S)", "the number sign key"),
    (r"\s*[×·]\s*", " times "), (r"(?<=\w)–(?=\w)", "-"),
    (r"(?<![\w.])\+(?=\d)", "plus "), (r"−\s*", "minus "), (r"\|([^|]+)\|", r"the size of \1"),
))  # fmt: skip


def spoken(text: str) -> str:
    """Text with a word for each sign that is not read aloud."""
    for pattern, words in RULES:
        text = pattern.sub(words, text)
    return re.sub(r" {2,}", " ", "".join(WORDS.get(char, char) for char in text)).strip()


def where(scene: Scene, before: Scene | None) -> Iterator[str]:
    """Sentences: what is shown at a beat, as far as it was not at the one before; and the period, the unit."""
    place, old = scene.place, before.place if before else None
    if before is None or scene.view != before.view:
        yield f"The {_title(scene.view)} view."
    if scene.view in OF_NETWORKS:
        told = old if before is not None and before.view in OF_NETWORKS else None
        changed = ", ".join(_changes(place.choices, told.choices if told else None))
        if changed:
            yield f"{'Now' if told else 'Shown'}: {changed}."
        if place.pinned != (told.pinned if told else None):
            pinned = place.pinned
            yield f"Pinned as side B: {', '.join(_changes(pinned, None))}." if pinned else "Nothing is pinned any more."
    if scene.view == "gradient" and old is not None and place.toy != old.toy:
        yield f"The toy: lambda {place.toy.eigenvalue:g}, derivative {place.toy.derivative:g}."
    if scene.view == "forecast":
        yield from _forecast(place.forecast, old.forecast if old else ForecastPlace())
    if scene.view == "gates" and old is not None and place.hand.gates != old.hand.gates:
        yield f"Changed by hand: {_by_hand(place.hand.gates, old.hand.gates)}."
    here = place.choices
    if scene.view in ("step", "gradient"):
        period, length = scene.place.period, here.network.length
        unit = f", unit {scene.place.unit + 1}" if scene.view == "step" else ""
        yield f"Period {period} of {length}{unit}." if period else "Before period 1: nothing has been read."
    elif scene.view == "gates":
        yield f"Step {scene.place.hand.step} of {scene.place.hand.gates.steps}."


def numbers_by(scene: Scene, before: Scene | None) -> str:
    """The command that prints all numbers of what is shown, where it is another one than before; else nothing."""
    now = _command(scene)
    return "" if before is not None and _command(before) == now else now


def _command(scene: Scene) -> str:
    return step(scene.place.choices) if scene.view == "step" else table_of_view(scene.view, scene.place.choices)


def _forecast(here: ForecastPlace, was: ForecastPlace) -> Iterator[str]:
    """What of a forecast is another than before."""
    if here.horizon != was.horizon:
        yield f"Forecast {here.horizon} months ahead." if here.horizon > 1 else "Forecast one month ahead."
    if here.window != was.window:
        yield f"The window has {here.window} months."
    if here.difference != was.difference:
        yield "The networks see yearly differences." if here.difference else "The networks see the series itself."
    if here.model != was.model:
        yield f"Whose forecasts: {here.model}."


def _by_hand(here: Gates, was: Gates) -> str:
    """The tracks of which something was changed, and at what steps."""
    found = []
    for name in TRACKS:
        pairs = enumerate(zip(here.track(name), was.track(name), strict=False), 1)
        steps = [step for step, (now, before) in pairs if now != before]
        if steps:
            found.append(f"{name}, steps {steps[0]} to {steps[-1]}" if len(steps) > 1 else f"{name}, step {steps[0]}")
    return "; ".join(found) or "another number of steps"


def _title(view: str) -> str:
    return next(title for _, name, title in VIEWS if name == view)


def _changes(here: Choices, was: Choices | None) -> Iterator[str]:
    """What is chosen, each in words, where it is another than before."""
    network, old = here.network, was.network if was else None
    if network.data != (old.data if old else "lesson"):
        yield f"data {data_set(network.data).title}"
    if was is None or here.subscriber != was.subscriber:
        yield f"subscriber {here.name}"
    if old is None or (network.cell, network.memory_bias, network.weights) != (old.cell, old.memory_bias, old.weights):
        cell = cell_named(network.cell)
        bias = f" with memory bias {network.memory_bias}" if cell.keeps is not None and not network.weights else ""
        yield f"{f'the network of {file_name(network)}' if network.weights else cell.title}{bias.removesuffix('.0')}"
    if not network.weights and (old is None or network.run != old.run):
        yield f"run k{network.run}"
    if old is None or network.length != old.length:
        yield f"T = {network.length}"
    if not network.weights and (was is None or here.trained != was.trained):
        yield "trained" if here.trained else "untrained"
    if was is not None and here.edits != was.edits:
        edits = [f"reading {period} edited to {reading:g}" for period, reading in here.edits]
        yield ", ".join(edits) or "no reading is edited"
    if was is not None and here.layer != was.layer:
        yield f"layer {here.layer}" if here.layer else "the last layer"
