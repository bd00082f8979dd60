"""What is being looked at: the choices and the cursor. No Textual here.

`Viewing` is the one owner. Its methods are what a person can do; each tells in `sentence` what it changed, and calls
`changed`. Panels get a `Seen`: the whole trace and where the cursor stands in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rnntui_engine.cells import cell_named
from rnntui_engine.long_trace import long_trace
from rnntui_engine.networks import checked
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, Edits, NetworkChoice, Trace, Trained, Weights
from rnntui_engine.toy import Toy
from rnntui_engine.unroll import edited, trace

from . import end_sentences, own_sentences, sentences
from .by_hand import Hand
from .choosing import Choosing
from .forecasting import Forecasting
from .kept import Networks
from .keyboard import spelled
from .seen import SLOTS, SORTINGS, SPEEDS, Choices, Place, Seen, Side
from .text import clean

if TYPE_CHECKING:
    from rnntui_engine.datasets import DataSet


KEPT = 2000  # states; a trace of more of them is not kept
_kept = lru_cache(maxsize=32)(trace)  # of networks from files, whose layers take their time: a demo goes to and fro


class Viewing(Choosing):
    """The owner of choices and cursor."""

    def __init__(self, choices: Choices | None = None, period: int = 1) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.choices = choices or Choices()
        checked(self.choices.network)
        self.networks: dict[NetworkChoice, Trained] = Networks()
        self.unit, self.slot, self.products = 0, SLOTS[0], False
        self.playing, self.speed, self.training, self.lit = False, SPEEDS[2], "", ""
        self.covered: tuple[str, ...] = ()  # panels that a demo does not show yet
        self.reading = ""  # how far a long trace is, for its chip
        self._goal: int | None = None  # the period to stand at as soon as it is computed
        self._bias: float | str = self.choices.network.memory_bias
        self._chrono_waits = False
        self._past: list[Edits] = []
        self._future: list[Edits] = []
        self.other: Side | None = None
        self._learning: tuple[NetworkChoice, Weights] | None = None  # a network on its way, and its weights by now
        self.runs, self.toy = 100, Toy()
        self.hand = Hand(self._say)
        self.forecast = Forecasting(self._say)
        self.sentence = sentences.Said("")
        self._seen: Seen | None = None
        self.period, self.sorting = max(0, period), SORTINGS[0]
        self._retrace()
        self._say(sentences.opening(self.seen))

    @property
    def seen(self) -> Seen:
        """The present moment, for panels: the same object until something is different, so that nothing is painted or
        explained twice. A long trace is different each time: it grows."""
        found = Seen(
            self.choices, self.trace, self.period, self.unit, self.slot, self.products,
            self.playing, self.speed, self.sentence, self.training or self.reading, self.lit, self.other, self.runs,
            self.toy, self.hand.seen, self.forecast.place, self.sorting, self.covered,
        )  # fmt: skip
        grows = any(side.trace.stream is not None for side in (self, self.other) if side)
        if self._seen is None or grows or not found.same(self._seen):
            self._seen = found
        return self._seen

    @property
    def wanted(self) -> NetworkChoice | None:
        """The network that has been asked for trained, on either side, and is not trained yet."""
        return next(iter(self.place.lacks(self.networks)), None)

    @property
    def place(self) -> Place:
        """Where it stands now, to come back to."""
        return Place(
            self.choices, self.period, self.unit, self.slot, self.products, self.playing, self.speed, self._bias,
            self.lit, self.other.choices if self.other else None, self.runs, self.toy,
            self.hand.place, self.forecast.place, self.sorting, self.covered,
        )  # fmt: skip

    def stand(self, place: Place) -> None:
        """Stand again where it stood when that place was taken."""
        self.choices, self._bias, self.lit = place.choices, place.bias, place.lit
        self.runs, self.toy, self.covered = place.runs, place.toy, place.covered
        self.slot, self.products, self.playing, self.speed = place.slot, place.products, place.playing, place.speed
        self.hand.stand(place.hand)
        self.forecast.stand(place.forecast)
        self.period, self.unit, self.sorting, self._goal = place.period, place.unit, place.sorting, None
        self._retrace()
        self.other = Side(place.pinned, self._trace_of(place.pinned)) if place.pinned else None
        found = self.networks.get(self.choices.network) if self.choices.trained and not self.other else None
        self._say(self._trained_sentence(found) if found else sentences.at(self.seen))

    # The cursor: nothing is computed again, so going back gives exactly what was there.

    def go(self, period: int) -> None:
        """Stand at a period, 0 … T. Raises BadInput for any other."""
        if not 0 <= period <= self.trace.length:
            raise BadInput(f"{period} is not a period from 0 to {self.trace.length}", "period")
        if self.trace.stream is not None:
            self.trace.stream.stopped = False  # a long trace that was stopped goes on
        if period > self.trace.ready:
            self._goal, self.playing = period, False
            self._say(own_sentences.not_yet(self.trace, period))
            return
        self._goal = None
        before, self.period = self.period, period
        self._say(sentences.moved(self.seen, before))

    def step(self, by: int) -> None:
        """Some periods forward or back, as far as there are any."""
        goal = max(0, min(self.trace.length, self.period + by))
        if goal == self.period:
            self.playing = False
            self._say(end_sentences.at_end(self.trace, self.period))
        else:
            self.go(goal)

    def choose_unit(self, unit: int) -> None:
        """Light a unit, counted from 0. Raises BadInput for one that there is not."""
        if not 0 <= unit < self.trace.weights.hidden:
            raise BadInput(f"{unit + 1} is not a unit from 1 to {self.trace.weights.hidden}", "unit")
        self.unit = unit
        self._say(sentences.unit(self.trace, self.period, unit))

    def move_unit(self, by: int) -> None:
        """The unit so many rows further down, around the ends."""
        seen, hidden = self.seen, self.trace.weights.hidden
        self.choose_unit(seen.unit_at((seen.place_of(self.unit) + by) % hidden))

    def play(self, on: bool | None = None) -> None:
        """Start or stop playing; from the last period it starts again at the first."""
        self.playing = not self.playing if on is None else on
        if self.playing and self.period == self.trace.length:
            self.period = 0
        self._say(sentences.playing(self.playing, self.speed))

    def change_speed(self, by: int) -> None:
        """Faster or slower, within the speeds there are."""
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, place))]
        self._say(sentences.speed(self.speed, not 0 <= place < len(SPEEDS)))

    def next_slot(self) -> None:
        """What the small screen's one free panel shows."""
        self.show_slot(SLOTS[(SLOTS.index(self.slot) + 1) % len(SLOTS)])

    def show_slot(self, slot: str) -> None:
        """Show one of SLOTS in the free panel. Raises BadInput for any other."""
        if slot not in SLOTS:
            raise BadInput(f"{slot!r} is none of {', '.join(SLOTS)}", "slot")
        self.slot = slot
        self._say(own_sentences.of_slot(self.seen))

    def unroll(self, on: bool | None = None) -> None:
        """Show the unrolled cell, or again what is shown without it; None: whichever is not so yet."""
        self.show_slot("unrolled" if (self.slot != "unrolled" if on is None else on) else SLOTS[0])

    def toggle_products(self) -> None:
        """Every product in the equation, or the sums only."""
        self.products = not self.products
        self._say(sentences.products(self.products))

    # The choices: the trace is computed anew, the period stays or is the last one there is.

    def choose(self, network: NetworkChoice | None = None, **changes: object) -> None:
        """Change the choices. Raises BadInput, and then nothing has changed."""
        asked = self._fitting(replace(self.choices, network=network or self.choices.network, **changes))  # type: ignore[arg-type]
        checked(asked.network)
        asked.data.check_sequence(asked.subscriber, asked.network.length)
        asked, refused = self._trainable(asked)
        if asked == self.choices:
            return
        if asked.subscriber != self.choices.subscriber or asked.network.data != self.choices.network.data:
            asked = replace(asked, edits=())  # edits belong to one sequence
            self._past, self._future = [], []
        before, self.choices = self.seen, asked
        waiting = asked.trained and asked.network not in self.networks and not asked.network.weights
        if cell_named(asked.network.cell).keeps is not None and not asked.network.weights:
            self._bias = asked.network.memory_bias
        self._retrace()
        said = sentences.chosen(before, self.seen, waiting)
        self._say(f"{said.short} It is untrained: {refused}." if refused else said)

    def _fitting(self, asked: Choices) -> Choices:
        """Another subscriber's sequence may be shorter: T is then its last period, and its whole sequence where it was
        the whole one before. A memory bias of chrono waits while T is too short for it."""
        data, network, now = asked.data, asked.network, self.choices
        if asked.subscriber == now.subscriber or network.data != now.network.data:
            return asked
        data.check_subscriber(asked.subscriber)
        room = data.length_of(asked.subscriber)
        whole = network.length == data.length_of(now.subscriber)
        length = room if whole else min(network.length, room)
        if length == network.length:
            return asked
        bias = network.memory_bias
        if bias == "chrono" and length < 3:
            bias, self._chrono_waits = 0.0, True
        elif self._chrono_waits and length > 2:
            bias, self._chrono_waits = "chrono", False
        return replace(asked, network=replace(network, length=length, memory_bias=bias))

    def _trainable(self, asked: Choices) -> tuple[Choices, str]:
        """The choices, untrained where there is too little to train on, and why. Raises BadInput where it was just
        this that was asked for."""
        if not asked.trained or asked.network in self.networks or asked.network.weights:
            return asked, ""
        try:
            asked.data.check_training(asked.network.length)
        except BadInput as problem:
            if not self.choices.trained:
                raise
            return replace(asked, trained=False), str(problem)
        return asked, ""

    def open(self, data: DataSet, subscriber: int = 0) -> None:
        """Look at a subscriber of another data set, untrained and whole."""
        network = replace(self.choices.network, data=data.name, length=data.length_of(subscriber))
        if network.memory_bias == "chrono" and network.length < 3:
            network = replace(network, memory_bias=0.0)
        self.choose(network, subscriber=subscriber, trained=bool(network.weights), edits=())
        self.go(1)

    # Editing: the original and the edited sequence become the compared pair.

    def edit(self, period: int, reading: float | None) -> None:
        """Replace a reading, or put the original back with None. Raises BadInput, and then nothing has changed."""
        edits, data = dict(self.choices.edits), self.choices.data
        if not data.reads_readings:
            raise BadInput("The reading is none of this network's inputs, so an edit would change nothing", "edit")
        readings = data.readings_of(self.choices.subscriber)
        original = float(readings[period - 1]) if 1 <= period <= len(readings) else None
        if reading is None or reading == original:
            edits.pop(period, None)
        else:
            edits[period] = reading
        asked = tuple(sorted(edits.items()))
        edited(readings, ((period, reading or 0.0),), data.most)
        if asked != self.choices.edits:
            self._past.append(self.choices.edits)
            self._future.clear()
        self._with_edits(asked, sentences.edited(period, original, reading))

    def undo(self, by: int = 1) -> None:
        """Take the last edit back, or with −1 make it again."""
        source, other = (self._past, self._future) if by > 0 else (self._future, self._past)
        if not source:
            self._say(f"There is no edit to {'undo' if by > 0 else 'redo'}. ⟨edit⟩ edits the reading of this period.")
            return
        other.append(self.choices.edits)
        self._with_edits(source.pop(), "Undone." if by > 0 else "Redone.")

    def _with_edits(self, edits: Edits, what: str) -> None:
        self.choices = replace(self.choices, edits=edits)
        self._retrace()
        self._say(sentences.compared(self.seen, what))

    # Comparing: what is shown can be pinned as side B, and side A changed beside it.

    def pin(self, on: bool | None = None) -> None:
        """Pin what is shown as side B, or let side B go; None: whichever is not so yet."""
        if on if on is not None else self.other is None:
            self.other = self._side()
            self._say(sentences.PINNED)
        elif self.other is not None:
            self.other = None
            self._say(sentences.UNPINNED)

    def swap(self) -> None:
        """Exchange the sides. Raises BadInput where nothing is pinned."""
        if self.other is None:
            raise BadInput("Nothing is pinned to swap with; ⟨pin⟩ pins what is shown as side B", "swap")
        other, self.other = self.other, self._side()
        self.choices, self.trace = other.choices, other.trace
        self._past, self._future, self._chrono_waits = list(other.past), list(other.future), False
        if other.cell.keeps is not None and not other.choices.network.weights:
            self._bias = other.choices.network.memory_bias
        self._stand_at(self.period)
        self.unit = min(self.unit, self.trace.weights.hidden - 1)
        self._say(sentences.swapped(self.seen))

    def _side(self) -> Side:
        return Side(self.choices, self.trace, tuple(self._past), tuple(self._future))

    # Trained networks.

    def adopt(self, trained: Trained) -> None:
        """A training has finished: keep its network, and show it on the side that asks for it."""
        self.networks[trained.choice] = trained
        self._learning, self.training = None, ""
        if self.other and self.other.choices.trained and trained.choice == self.other.choices.network:
            self.other = replace(self.other, trace=self._trace_of(self.other.choices))
            self._say(self._trained_sentence(trained))
        if self.choices.trained and trained.choice == self.choices.network:
            self._retrace()
            self._say(self._trained_sentence(trained))

    def follow(self, network: NetworkChoice, weights: Weights, epoch: int, aloud: bool = True) -> None:
        """A network is being trained and has come so far: show it on the side that asks for it, and say so."""
        self._learning = network, weights
        shown = False
        if self.other and self.other.choices.trained and network == self.other.choices.network:
            self.other, shown = replace(self.other, trace=self._trace_of(self.other.choices)), True
        if self.choices.trained and network == self.choices.network:
            self._retrace()
            shown = True
        self.training = f"epoch {epoch}/{network.epochs}" if shown else ""
        if shown and aloud:
            self._say(sentences.learning(self.seen, epoch, network.epochs))
        else:
            self.changed()

    def follow_no_more(self) -> None:
        """The training that was followed has been stopped: its weights so far are nobody's."""
        self._learning, self.training = None, ""
        self._retrace()
        self.changed()

    def give_up(self, network: NetworkChoice) -> None:
        """That network will not be trained: show it untrained on the side that asks for it."""
        if self.other and self.other.choices.network == network and self.other.choices.trained:
            untrained = replace(self.other.choices, trained=False)
            self.other = replace(self.other, choices=untrained, trace=self._trace_of(untrained))
        if self.choices.network == network:
            self.choose(trained=False)

    def say(self, sentence: str | sentences.Said) -> None:
        """Put a sentence of the app's own on the sentence line."""
        self._say(sentence)

    def refuse(self, problem: BadInput) -> None:
        """Say why something that was asked for makes no sense; names from outside may stand in it."""
        self._say(f"{clean(str(problem), 400)}.")

    def _trained_sentence(self, trained: Trained) -> str:
        return sentences.trained(trained, data_set(trained.choice.data).baseline(trained.choice.length))

    def _retrace(self) -> None:
        self.trace = self._trace_of(self.choices)
        self._stand_at(self._goal or self.period)
        self.unit = min(self.unit, self.trace.weights.hidden - 1)

    def _trace_of(self, choices: Choices) -> Trace:
        found = self.networks.get(choices.network) if choices.trained else None
        weights = found.weights if found else None
        if choices.trained and found is None and self._learning and self._learning[0] == choices.network:
            weights = self._learning[1]
        asked = choices.network, choices.subscriber, weights, choices.edits, choices.layer
        network = choices.network
        keeps = network.weights and network.length * network.hidden <= KEPT
        return long_trace(*asked) or (_kept if keeps else trace)(*asked)

    def _stand_at(self, period: int) -> None:
        """Stand at a period of the trace: there, at its last one, or, until it is computed, as near as may be."""
        wanted = max(0, min(period, self.trace.length))
        self.period = min(wanted, self.trace.ready)
        self._goal = wanted if wanted > self.period else None

    def arrive(self) -> None:
        """Stand at the period that was asked for, once it is computed."""
        if self._goal is not None and self._goal <= self.trace.ready:
            self.go(self._goal)

    def _say(self, sentence: str | sentences.Said) -> None:
        said = sentence if isinstance(sentence, sentences.Said) else sentences.Said(sentence)
        self.sentence = sentences.Said(spelled(said.long), spelled(said.short))
        self.changed()
