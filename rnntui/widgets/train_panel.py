"""The panels of the Train view: loss and accuracy as they come, the queue, and the table of what was learned."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rnntui_engine.readings import data_set

from ..canvas import Canvas, Span, fitting
from ..keyboard import shown
from ..marks import number, page, short
from ..plot import Axis, Series, draw
from ..train_figure import DONE, LEARNING, Line, TrainFigure
from .figure_panel import FigurePanel
from .panel import Area

FLIP = math.log(2.0)  # the loss of someone who always says one half


class TrainPanel(FigurePanel[TrainFigure]):
    """A panel that reads a `TrainFigure`."""


class LossPanel(TrainPanel):
    """The loss after each epoch."""

    NAME = "loss"
    HELP = (
        "**Loss.** After each epoch (once through all training subscribers) the mean cross-entropy, in nats: how far "
        "the probabilities that the network gave lie from the right answers. 0 would be perfect; whoever always says "
        f"one half has {FLIP:.3f}. It is taken before each sequence's own update, so it is that of the network while "
        "it learns. The thick line is the network named in the title, thin ones are the other runs at the same T. A "
        "loss that falls while the test accuracy stays where it was means: it learns these sequences, not the rule."
    )

    def paint_figure(self, canvas: Canvas, figure: TrainFigure) -> None:
        learning = figure.learning(figure.shown)
        now: list[Span] = [("  ", "dim"), (number(learning.losses[-1], 3), "text", True)] if (
            learning and learning.losses) else []  # fmt: skip
        title: list[Span] = [("Loss", "text"), (f"  {figure.called(figure.shown)}", "dim"), *now]
        losses = [one.losses for c in figure.beside if (one := figure.learning(c)) and one.losses]
        thin = "   thin: other runs" if len(losses) > 1 else ""
        foot: list[Span] = [(f"nats; {short(FLIP, 3)}: always one half{thin}", "dim")] if self.boxed else []
        area = self.frame(canvas, title, foot)
        top = max([0.75, *(max(found) for found in losses)])
        top = min(10.0 ** math.ceil(math.log10(top)), math.ceil(top * 4) / 4)
        curves(canvas, figure, area, [(0.0, "0"), (FLIP, short(FLIP)), (top, f"{top:g}")], "losses")


class AccuracyPanel(TrainPanel):
    """The test accuracy after each epoch."""

    NAME = "accuracy"
    gap = 2
    HELP = (
        "**Test accuracy.** After each epoch the share of the 200 test subscribers, none of which it is trained on, "
        "that the network gets right. The dashed line is the **baseline**: the share of the larger class, which "
        "one gets by reading nothing. The label moves with T, and the baseline with it: compare differences, never "
        "raw accuracies."
    )

    def paint_figure(self, canvas: Canvas, figure: TrainFigure) -> None:
        learning = figure.learning(figure.shown)
        now: list[Span] = [("  ", "dim"), (number(learning.accuracies[-1], 3), "text", True)] if (
            learning and learning.accuracies) else []  # fmt: skip
        name = figure.called(figure.shown) if self.boxed else f"T {figure.shown.length} k{figure.shown.run}"
        title: list[Span] = [("Test accuracy" if self.boxed else "Accuracy", "text"),
                             (f"  {name}", "dim"), *now]  # fmt: skip
        baseline = data_set(figure.shown.data).baseline(figure.shown.length)
        foot: list[Span] = [(f"╌ baseline {number(baseline, 3)}", "dim")] if self.boxed else []
        area = self.frame(canvas, title, foot)
        bottom = floor_of(figure)
        curves(
            canvas, figure, area, [(bottom, short(bottom, 1)), (baseline, short(baseline)), (1.0, "1")], "accuracies"
        )


def floor_of(figure: TrainFigure) -> float:
    """Where the axis of the accuracies begins: at one half, or at the tenth below the smallest one."""
    drawn = [learning for choice in figure.beside if (learning := figure.learning(choice))]
    least = min((value for learning in drawn for value in tuple(learning.accuracies)), default=0.5)
    return min(0.5, math.floor(10.0 * least) / 10.0)


def curves(
    canvas: Canvas, figure: TrainFigure, area: Area, labels: Sequence[tuple[float, str]], name: str
) -> None:  # fmt: skip
    """One curve for each network that has any, the shown one thick; the middle label gets a dashed line."""
    rows, left = area.height - 1, area.x + 6
    width = area.x + area.width - left
    if rows < 2 or width < 8:
        return
    last = max(2, figure.shown.epochs)
    across = Axis(1, last, width)
    up = Axis(labels[0][0], labels[-1][0], rows)
    for place, (value, text) in enumerate(labels):
        cell = up.cell(value)
        if cell is None:
            continue
        row = area.y + rows - 1 - cell
        canvas.put(left, row, ("╌" if place == 1 else "┈") * width, "dim" if place == 1 else "border")
        if place != 1 or 0 < cell < rows - 1:
            canvas.right(left - 1, row, text, "text" if place == 1 else "dim")
    series = []
    for choice in sorted(figure.beside, key=lambda c: c == figure.shown):
        learning = figure.learning(choice)
        values = tuple(getattr(learning, name)) if learning else ()
        if values:
            lit = choice == figure.shown
            series.append(
                Series(
                    tuple(float(e) for e in range(1, len(values) + 1)), values, "text" if lit else "unread",
                    thick=2 if lit else 1,
                )
            )  # fmt: skip
    draw(series, across, up).paint(canvas, left, area.y)
    learning = figure.learning(figure.shown)
    if learning and learning.epoch:
        value = getattr(learning, name)[-1]
        x, y = across.cell(float(learning.epoch)), up.cell(value)
        if x is not None and y is not None:
            canvas.put(left + x, area.y + rows - 1 - y, "●", "lit_bar", True)
    elif not series:
        words = "preparing…" if figure.running else f"{shown('learn')} starts the training"
        canvas.put(left + 2, area.y + rows // 2, f" {words} ", "text")
    axis = area.y + area.height - 1
    canvas.put(area.x, axis, "epoch", "dim")
    canvas.put(left, axis, "1", "dim")
    canvas.right(left + width, axis, str(last), "dim")
    if learning and 1 < learning.epoch < last:
        x = across.cell(float(learning.epoch)) or 0
        text = f"▲{learning.epoch}"
        canvas.put(min(left + max(2, x), left + width - len(text) - 3), axis, text, "on_lit", True, "lit")


class TrainTablePanel(TrainPanel):
    """What was learned: accuracy and difference to the baseline for each length and run."""

    NAME = "learned"
    HELP = (
        "**What was learned.** A row for each length T: the baseline, the test accuracy of each run, what each is "
        "above (+) or below (−) the baseline, and the *range*: how far the runs lie apart. Two runs are two runs: a "
        "difference that is smaller than the range says little, and the Reach view asks a hundred.\n\n"
        "**≈ chaotic**: `⟨trials⟩` trains each network again from initial values moved by at most one unit in their "
        "last bit. Where that moves the accuracy, the figure hangs on rounding, and the range of the trials is shown "
        "instead of being trusted.\n\n"
        "A click on a row chooses that T."
    )

    def paint_figure(self, canvas: Canvas, figure: TrainFigure) -> None:
        notes = (figure.how, figure.how.replace(" epochs", " ep."), figure.how.split(",")[0])
        title = fitting(
            self.title_room(canvas), *([("Learned", "text"), (f"  {figure.name}, {note}", "dim")] for note in notes)
        )
        foot: list[Span] = [("≈ chaotic: hangs on the last bit", "dim")] if self.boxed else []
        area = self.frame(canvas, title, foot)
        runs = figure.runs[:2] if len(figure.runs) > 4 or area.width < 60 else figure.runs
        wide = area.width >= 52
        step = 8 if wide else 7
        x = area.x + 4
        heads = ["base", *(f"k{run}" for run in runs), *(f"±k{run}" for run in runs), "range"]
        ends = [x + step * (place + 1) - 1 for place in range(len(heads))]
        canvas.right(area.x + 3, area.y, "T", "dim")
        for end, head in zip(ends, heads, strict=True):
            canvas.right(end, area.y, head, "dim")
        lines = figure.table()
        now = figure.choices.network.length
        at = next((place for place, line in enumerate(lines) if line.length == now), 0)
        y, bottom = area.y + 1, area.y + area.height - 1
        tried = _tried(figure, lines[at], runs) if lines else ""
        for place in page(at, len(lines), area.height - (2 if tried else 1)):
            self._line(canvas, area, y, lines[place], ends, runs, lines[place].length == now, wide)
            y += 1
        if tried:
            canvas.put(area.x, bottom, tried[: area.width], "text")
        elif y < bottom:
            whole = f"{len(figure.runs)} runs; baseline: the larger class of the test set"
            note = whole if len(whole) < area.width else "base: the larger class of the test set"
            canvas.put(area.x, bottom, note[: area.width], "dim")

    def _line(
        self, canvas: Canvas, area: Area, y: int, line: Line, ends: list[int], runs: Sequence[int], lit: bool,
        wide: bool,
    ) -> None:  # fmt: skip
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        name = f"{'▲' if lit else ''}{line.length}"
        canvas.right(area.x + 3, y, name, "on_lit" if lit else "dim", lit, "lit" if lit else None)
        canvas.right(ends[0], y, number(line.baseline, 3), "dim")
        for run in range(len(runs)):
            value, gain = line.accuracies[run], line.differences[run]
            canvas.right(ends[1 + run], y, "–" if value is None else number(value, 3), "text", lit)
            ink = "dim" if gain is None else "positive" if gain > 0 else "negative" if gain < 0 else "text"
            canvas.right(ends[1 + len(runs) + run], y, "–" if gain is None else number(gain, 3, "+"), ink, lit)
            spread = line.ranges[run]
            if spread is not None:
                canvas.put(ends[1 + run], y, "≈", "wrong", True)
        shown_range = line.run_range
        canvas.right(ends[-1], y, "–" if shown_range is None else number(shown_range, 3), "dim")
        chaotic = [_range(run, span) for run, span in zip(runs, line.ranges, strict=False) if span is not None]
        if chaotic and wide:
            canvas.put(ends[-1] + 2, y, ("≈ " + ", ".join(chaotic))[: area.x + area.width - ends[-1] - 2], "dim")
        canvas.link(area.x, y, area.width, 1, f"length {line.length}")


def _range(run: int, span: tuple[float, float]) -> str:
    """k1 .655–1.000"""
    low, high = span
    return f"k{run} {short(low, 3)}–{short(high, 3)}"


def _tried(figure: TrainFigure, line: Line, runs: Sequence[int]) -> str:
    """Between what a row's chaotic figures lie, and in how many trials; empty where none is known to be chaotic."""
    found = [(run, span) for run, span in zip(runs, line.ranges, strict=False) if span is not None]
    count = max((figure.tried(line.length, run) for run, _ in found), default=0)
    return (
        f"≈ T {line.length}: {', '.join(_range(run, span) for run, span in found)} in {count} trials" if found else ""
    )


class QueuePanel(TrainPanel):
    """The networks to train, and how far each has come."""

    NAME = "queue"
    gap = 1
    HELP = (
        "**Queue.** The networks in the order in which they are trained: every length with every run, the chosen "
        "one first. `⟨queue⟩` keeps the chosen kind in the queue: choose another cell, bias or mode, and both are "
        "trained; `⟨queue⟩` on a kept kind lets it go. A click on a network chooses it. `⟨learn⟩` starts, pauses and "
        "goes on; `⟨train-faster⟩` and `⟨train-slower⟩` change the pace; ⟨leave⟩ stops at once, and what is finished "
        "is kept. `⟨mode⟩` changes between in place and exact, `⟨epochs⟩` and `⟨rate⟩` ask for a number, `⟨lengths⟩` "
        "and `⟨train-runs⟩` for a list.\n\n"
        "A finished network is kept for all views: in the Step view `⟨train⟩` shows it, and while it is being trained "
        "the Step view follows it epoch by epoch."
    )

    def paint_figure(self, canvas: Canvas, figure: TrainFigure) -> None:
        done = sum(figure.state(choice) == DONE for choice in figure.queue)
        total = len(figure.queue)
        kinds = f", {len(figure.kinds)} kinds" if len(figure.kinds) > 1 else ""
        height = canvas.height - (2 if self.boxed else 1)
        words = [line for line in (figure.words, "paused" if figure.paused else "") if line] if height > 4 else []
        at = figure.queue.index(figure.shown) if figure.shown in figure.queue else 0
        listed = page(at, total, height - len(words))
        here = f"{listed.start + 1} to {listed.stop}" if len(listed) < total else ""
        notes = [f"{done} of {total} trained{kinds}{f', {here} here' if here else ''}"]
        if here:
            notes += [f"{done} of {total} trained, {here} here", f"{done}/{total} trained, {here}", f"{done}/{total}"]
        title = fitting(self.title_room(canvas), *([("Queue", "text"), (f"  {note}", "dim")] for note in notes))
        area = self.frame(canvas, title)
        y = area.y
        for line in words:
            canvas.put(area.x, y, line[: area.width], "text", True)
            y += 1
        for place in listed:
            self._network(canvas, figure, area, y, place)
            y += 1

    def _network(self, canvas: Canvas, figure: TrainFigure, area: Area, y: int, place: int) -> None:
        choice = figure.queue[place]
        name = figure.called(choice)
        after = area.x + 3 + max(9, *(len(figure.called(one)) for one in figure.queue))
        room = max(0, area.x + area.width - after)
        state, lit = figure.state(choice), choice == figure.shown
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        sign, ink = {DONE: ("✓", "positive"), LEARNING: ("►", "lit_bar")}.get(state, ("·", "dim"))
        canvas.put(area.x, y, sign, ink, lit)
        canvas.put(area.x + 2, y, name, "text" if state in (DONE, LEARNING) else "dim", lit)
        learning, result = figure.learning(choice), figure.networks.get(choice)
        if state == LEARNING and learning is not None:
            bar = max(0, room - 8)
            full = bar * learning.epoch // max(1, choice.epochs)
            canvas.put(after, y, f"{learning.epoch}/{choice.epochs}", "text", True)
            canvas.put(after + 7, y, "■" * full + "□" * (bar - full), "text")
        elif learning is not None and learning.broken:
            canvas.put(after, y, learning.ran_away[:room], "wrong", True)
        elif result is not None:
            canvas.put(after, y, number(result.accuracy, 3 if room > 4 else 2), "text", lit)
            if result.stopped_at is not None:
                canvas.put(after + 7, y, "ran away"[: max(0, room - 7)], "wrong", True)
        else:
            canvas.put(after, y, "waits" if state == "waiting" else "not trained", "dim")
        canvas.link(area.x, y, area.width, 1, f"queued {place + 1}")
