"""The Train view: a queue of networks learns while one watches."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Horizontal

from rnntui_engine.networks import checked
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.training import TRIALS

from .. import lists
from ..job import Job
from ..keyboard import spelled
from ..messages import Learned, Told
from ..queue_job import PACES, Learning, QueueJob, SensitivityJob
from ..seen import Choices, Seen
from ..sentences import Said, kind_name, plural
from ..train_figure import TrainFigure, kind_of, queue_of
from ..widgets.train_panel import AccuracyPanel, LossPanel, QueuePanel, TrainPanel, TrainTablePanel
from .working import WorkingView

if TYPE_CHECKING:
    from ..app import RnnApp

RUNS = (1, 2)
MOST = 200  # networks in a queue: more are a sweep
OTHERS = "⟨cell⟩, ⟨epochs⟩ or ⟨rate⟩ make others, ⟨trials⟩ finds the chaotic ones."


class TrainView(WorkingView):
    """Lays out the panels, runs the queue, and hands finished networks to everybody."""

    HELP = QueuePanel.HELP

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.runs: tuple[int, ...] = RUNS
        self.lengths: tuple[int, ...] = ()
        self.kept: tuple[NetworkChoice, ...] = ()  # kinds that stay in the queue when another is chosen
        self.pace = PACES[2]
        self.learnings: dict[NetworkChoice, Learning] = {}
        self.trials: dict[NetworkChoice, tuple[float, ...]] = {}
        self.choices = Choices()
        self._seen: Seen | None = None
        self._queue: tuple[NetworkChoice, ...] = ()
        self._words = ""
        self._told = Said("")

    def compose(self) -> ComposeResult:
        with Horizontal(id="train-upper"):
            yield LossPanel(id="loss")
            yield AccuracyPanel(id="accuracy")
        with Horizontal(id="train-lower"):
            yield TrainTablePanel(id="learned")
            yield QueuePanel(id="queue")

    # What is chosen.

    def turn(self, before: Seen | None, seen: Seen) -> None:
        """Plan what there is to train; a queue that runs goes on with what it has begun."""
        if self.job is None:
            self._plan(seen.choices)
        if self.app.still and self.job is None and self.display and self._todo:  # type: ignore[attr-defined]
            self.learn()  # a picture shows what is learned
        if before is None and self.display:
            self._greet()  # it came on the screen before there was anything to say of it

    def tell(self) -> None:
        """Say once more what there is to train."""
        if self._seen is not None:
            self._again()
            self._greet()

    def _greet(self) -> None:
        """Say what there is to train."""
        if self.job is None:
            network, todo = self.choices.network, plural(len(self._todo), "network")
            kinds = len({kind_of(choice) for choice in self._queue})
            more = f" and {plural(kinds - 1, 'more kind')}" if kinds > 1 else ""
            what = f"{kind_name(network.cell, network.memory_bias)}{more}"
            if self._todo:
                self._say(f"{what}: {todo} to train. ⟨learn⟩ starts.")
            else:
                self._say(f"{what}: all trained. {OTHERS}", f"{what}: all trained.")

    def _again(self) -> None:
        """Show the same moment with another queue."""
        if self._seen is not None:
            self.turn(self._seen, self._seen)
            self._refresh()

    def _plan(self, choices: Choices) -> None:
        self.choices = choices
        self._queue = queue_of(choices, self.lengths, self.runs, self.kept)

    @property
    def _todo(self) -> list[NetworkChoice]:
        """What is not trained yet."""
        return [choice for choice in self._queue if choice not in self._networks]

    def do(self, what: str, argument: str) -> None:
        """Do one of the view's actions. Raises BadInput."""
        if what in ("lengths", "runs") and not argument:
            self.app.open_dialog("lengths" if what == "lengths" else "train-runs")  # type: ignore[attr-defined]
        elif what == "lengths":
            self.choose_lengths(_list(lists.lengths, argument, what))
        elif what == "runs":
            self.choose_runs(_list(lists.runs, argument, what))
        elif what in ("faster", "slower"):
            self.change_pace(1 if what == "faster" else -1)
        elif what == "trials":
            self.try_again()
        elif what == "keep":
            self.keep(argument)
        elif what == "queued":
            self.look_at(int(argument))
        else:
            self.learn()

    def stand(self, lengths: str, runs: str, learn: bool) -> None:
        """Where a demo has it stand: these lists, or its own, and a queue that is begun. One that runs goes on."""
        self.lengths = _list(lists.lengths, lengths, "lengths") if lengths else ()
        self.runs = _list(lists.runs, runs, "runs") if runs else RUNS
        self.show(self.app.viewing.seen)  # type: ignore[attr-defined]
        if learn and self.job is None and self._todo:
            self.learn()

    def choose_lengths(self, lengths: tuple[int, ...]) -> None:
        """Train these lengths from now on. Raises BadInput."""
        for length in lengths:
            data_set(self.choices.network.data).check_training(length)
        self._most("lengths", lengths=lengths)
        self.lengths = lengths
        self._again()

    def choose_runs(self, runs: tuple[int, ...]) -> None:
        """Train these runs from now on. Raises BadInput."""
        self._most("runs", runs=runs)
        self.runs = runs
        self._again()

    def keep(self, wish: str = "") -> None:
        """Keep the chosen kind in the queue beside whatever is chosen next, or keep it no more. Raises BadInput."""
        kind = kind_of(self.choices.network)
        name, had = kind_name(kind.cell, kind.memory_bias), kind in self.kept
        if wish == "none":
            self.kept, words = (), f"The queue has one kind of network again: {name}."
        elif had and wish != "yes":
            self.kept = tuple(one for one in self.kept if one != kind)
            words = f"{name} is not kept in the queue any more: choose another kind, and it is gone."
        else:
            kept = tuple(dict.fromkeys([*self.kept, kind]))
            self._most("queue", kept=kept)
            self.kept = kept
            words = f"{name} stays in the queue. Choose another kind with ⟨cell⟩, ⟨bias⟩ or ⟨mode⟩: both are trained."
        self._again()
        self._say(words[0].upper() + words[1:])

    def look_at(self, place: int) -> None:
        """Choose the network at a place of the queue, from 1. Raises BadInput."""
        if not 1 <= place <= len(self._queue):
            raise BadInput(f"{place} is not a place in the queue, which has {len(self._queue)}", "queued")
        self.app.viewing.choose(self._queue[place - 1])  # type: ignore[attr-defined]

    def _most(self, field: str, **wish: tuple[Any, ...]) -> None:
        parts = {"lengths": self.lengths, "runs": self.runs, "kept": self.kept, **wish}
        count = len(queue_of(self.choices, **parts))
        if count > MOST:
            raise BadInput(f"{count} networks are too many to watch; the most is {MOST}", field)

    # What a person can do.

    def learn(self) -> None:
        """Start, pause, or go on."""
        if isinstance(self.job, QueueJob):
            self.job.paused = not self.job.paused
            self.job.wake()
            self._say("Paused. ⟨learn⟩ goes on, ⟨leave⟩ stops." if self.job.paused else self._standing(self.job))
        elif self.job is not None:
            self._say("The trials are running. ⟨leave⟩ stops them.")
        else:
            todo = self._todo
            if not todo:
                self._say(f"All of them are trained already. {OTHERS}", "All of them are trained already.")
                return
            for choice in todo:
                checked(choice)
            at_once = bool(getattr(self.app, "still", False))
            self.begin(QueueJob(todo, math.inf if at_once else self.pace, self.learnings))
            self._say("The queue is begun. The first time its loops are compiled, which takes some seconds.")
        self._refresh()

    def change_pace(self, by: int) -> None:
        """Faster or slower, within the paces there are."""
        place = max(0, min(len(PACES) - 1, PACES.index(self.pace) + by))
        self.pace = PACES[place]
        if isinstance(self.job, QueueJob):
            self.job.pace = self.pace
            self.job.wake()
        self._say(f"{pace_text(self.pace)[0].upper()}{pace_text(self.pace)[1:]}.")
        self._refresh()

    def try_again(self) -> None:
        """Trials from initial values moved in their last bit, for each network of the queue that is trained."""
        if self.job is not None:
            self._say("Something is running. ⟨leave⟩ stops it.")
            return
        todo = [c for c in self._queue if c in self._networks and c not in self.trials]
        if not todo:
            trained = any(c in self._networks for c in self._queue)
            self._say("Each was tried already." if trained else "Nothing is trained yet. ⟨learn⟩ starts.")
            return
        self.begin(SensitivityJob(todo, TRIALS, self.trials))
        self._say(f"{TRIALS} trials of each: initial values moved in their last bit. ⟨leave⟩ stops them.")

    def leave(self) -> bool:
        """Stop what runs at once; what is finished is kept. False where nothing runs."""
        job = self.job
        if job is None:
            return False
        self.drop()
        self.app.viewing.follow_no_more()  # type: ignore[attr-defined]
        if isinstance(job, QueueJob):
            job.wake()
            done = sum(choice in self._networks for choice in job.todo)
            self._say(f"Stopped. {done} of {len(job.todo)} finished networks are kept. ⟨learn⟩ goes on with the rest.")
        elif isinstance(job, SensitivityJob):
            job.stop()
            self._say("The trials are stopped; those that are complete are kept.")
        self._words = ""
        self._refresh()
        return True

    def hurry(self) -> None:
        if isinstance(self.job, QueueJob):
            self.job.pace, self.job.paused = math.inf, False
            self.job.wake()

    @property
    def pending(self) -> frozenset[NetworkChoice]:
        """What the queue is training or is going to train: nobody else need do it."""
        return frozenset(self.job.todo) - frozenset(self._networks) if isinstance(self.job, QueueJob) else frozenset()

    @property
    def _networks(self) -> dict[NetworkChoice, object]:
        networks: dict[NetworkChoice, object] = self.app.viewing.networks  # type: ignore[attr-defined]
        return networks

    # What comes.

    def take(self, job: Job, done: bool) -> None:
        """Hand on what has been learned by now."""
        if job.error:
            self._say(f"Training failed. {job.error}")
        elif isinstance(job, QueueJob):
            for learning in list(job.learnings.values()):
                if learning.result is not None and learning.choice not in self._networks:
                    self.post_message(
                        Learned(learning.choice, learning.result.weights, learning.epoch, learning.result)
                    )
            now = job.current
            if now is not None and now.result is None and now.weights is not None:
                self.post_message(Learned(now.choice, now.weights, now.epoch))
            left = job.seconds_left
            self._words = "" if done or left is None else f"about {left:.0f} s left"
            self._progress(self._summary(job) if done else self._standing(job), done)
        elif isinstance(job, SensitivityJob):
            self._words = "" if done else f"trials: {len(job.found)} of {len(job.todo)} networks"
            chaotic = sum(len(set(values)) > 1 for values in job.found.values())
            found = f"{chaotic} of {plural(len(job.todo), 'network')} chaotic: the accuracy hangs on the last bit."
            standing = f"Trials: {len(job.found)} of {plural(len(job.todo), 'network')}. ⟨leave⟩ stops them."
            self._progress(found if done else standing, done)
        if done and self._seen is not None:
            self._plan(self._seen.choices)
        self._refresh()

    def _standing(self, job: QueueJob) -> str:
        now, left = job.current, job.seconds_left
        if now is None or not job.epochs_done:
            return "preparing: the loops are compiled the first time"
        at = list(job.todo).index(now.choice) + 1 if now.choice in job.todo else 0
        time_left = "" if left is None else f", about {left:.0f} s left" if left >= 1 else ", nearly done"
        return f"network {at} of {len(job.todo)}, epoch {now.epoch} of {now.choice.epochs}{time_left}"

    def _summary(self, job: QueueJob) -> str:
        broken = [one for choice in job.todo if (one := job.learnings.get(choice)) and one.broken]
        if broken:
            one = broken[0]
            which = self._figure().called(one.choice)
            return f"{which} {one.ran_away}: the last weights that were numbers are kept. A smaller rate helps."
        return f"{plural(len(job.todo), 'network')} trained. 1 looks at one in Step, ⟨trials⟩ finds the chaotic ones."

    def _progress(self, words: str, done: bool) -> None:
        """Say where it stands, unless the person has done something else meanwhile; what it came to is always said."""
        app: RnnApp = self.app  # type: ignore[assignment]
        if app.view != "train" or not (done or app.viewing.sentence.long == spelled(self._told.long)):
            return
        self._say(words[0].upper() + words[1:] + ("" if words.endswith(".") else "."))

    def _say(self, words: str, short: str = "") -> None:
        self._told = Said(words, short)
        self.post_message(Told(self._told))

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        figure = self._figure()
        self.set_class(self._seen.lit in (LossPanel.NAME, AccuracyPanel.NAME), "lit-upper")
        for panel in self.query(TrainPanel):
            panel.show_figure(self._seen, figure)

    def _figure(self) -> TrainFigure:
        job = self.job if isinstance(self.job, QueueJob) else None
        current = job.current.choice if job and job.current else None
        chosen = self.choices.network
        return TrainFigure(
            self.choices, self._queue, self.runs, self.learnings, self._networks, self.trials,  # type: ignore[arg-type]
            current or chosen, current, self.job is not None, bool(job and job.paused), self._words, self.pace,
        )  # fmt: skip


def _list(read: Callable[[str], tuple[int, ...]], text: str, field: str) -> tuple[int, ...]:
    """A list that a person has typed. Raises BadInput."""
    try:
        return read(text)
    except ValueError as problem:
        raise BadInput(str(problem), field) from None


def pace_text(pace: float) -> str:
    """10 epochs a second, or as fast as it goes."""
    return "as fast as it goes" if math.isinf(pace) else f"{pace:g} epochs a second"
