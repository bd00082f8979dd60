"""The choices, the same options wherever they make sense, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from rnntui_engine import jit, training
from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.loaded import NONLINEARITIES, Stack, load, stack_named
from rnntui_engine.networks import checked, usual_mode
from rnntui_engine.readings import EXAMPLE, LENGTHS, PERIODS, data_set
from rnntui_engine.records import BadInput, NetworkChoice, Trained
from rnntui_engine.toy import Toy

from ..shipped import file_or_shipped
from ..text import clean
from . import data, lists
from .data import data_of, subscriber_of
from .elsewhere import elsewhere

Asked = Mapping[str, Any]  # a command's options by name; None where nothing was said

VIEWS = ("step", "decay", "train", "reach", "gradient", "forecast", "gates")
MOST_HIDDEN = 4096
DEFAULT = NetworkChoice()
RUNS = (1, 2)
MANY_RUNS = tuple(range(1, 101))  # of a share, or of a sweep

OPTIONS: dict[str, Callable[..., Any]] = {
    "subscriber": click.option(
        "--subscriber", type=lists.TEXT, metavar="N",
        help=f"Which subscriber, 0 to 499, or a name in your own --data.  [default: {EXAMPLE}, the example; the first "
        "with another --data]",
    ),
    "length": click.option(
        "--length", type=int, metavar="T",
        help=f"How many periods the network reads.  [default: {PERIODS}; the whole sequence with another --data]",
    ),
    "lengths": click.option(
        "--lengths", type=lists.LENGTHS, metavar="2,4,12", help="Which lengths, or a range like 2-12; a row each.",
    ),
    "cell": click.option("--cell", type=click.Choice(tuple(CELLS)), help="Which cell.  [default: rnn, the plain one]"),
    "run": click.option("--run", type=lists.RUN, metavar="kN", help="Which initial values and shuffling: k1, k2, ..."),
    "runs": click.option("--runs", type=lists.RUNS, metavar="k1,k2", help="Which runs, or a range like 1-100."),
    "memory_bias": click.option(
        "--memory-bias", type=lists.MEMORY_BIAS, metavar="X|chrono",
        help="The bias of the gate that keeps, of a gated cell.  [default: 0]",
    ),
    "trained": click.option("--trained", is_flag=True, help="The trained network, not the initial values."),
    "mode": click.option(
        "--mode", type=click.Choice(("in-place", "exact")),
        help="How training applies the gradient.  [default: in-place for rnn without --clip, else exact]",
    ),
    **data.OPTIONS,
    "weights": click.option(
        "--weights", type=lists.TEXT, metavar="F.safetensors",
        help="A network of your own: PyTorch's nn.RNN, nn.GRU or nn.LSTM.",
    ),
    "module": click.option(
        "--module", type=lists.TEXT, metavar="NAME",
        help="Which recurrent module of --weights, where there are several.",
    ),
    "layer": click.option(
        "--layer", type=int, metavar="N", help="Which layer of --weights, from 1.  [default: the last]",
    ),
    "nonlinearity": click.option(
        "--nonlinearity", type=click.Choice(NONLINEARITIES), help="Of an nn.RNN in --weights.  [default: tanh]",
    ),
    "epochs": click.option("--epochs", type=int, metavar="N", help=f"Epochs of training.  [default: {DEFAULT.epochs}]"),
    "rate": click.option("--rate", type=float, metavar="X", help=f"The learning rate.  [default: {DEFAULT.rate}]"),
    "hidden": click.option("--hidden", type=int, metavar="H", help=f"Hidden units.  [default: {DEFAULT.hidden}]"),
    "clip": click.option(
        "--clip", type=float, metavar="X", help="The largest norm of a sequence's gradient.  [default: no bound]"
    ),
    "how_far": click.option(
        "--how-far", is_flag=True,
        help="Up to 500 steps back, on --data long-500: plain, and LSTM with memory bias 0, 3 and chrono.",
    ),
    "lambda": click.option(
        "--lambda", "lambda", type=float, metavar="X", help=f"The toy's eigenvalue.  [default: {Toy.eigenvalue:g}]"
    ),
    "derivative": click.option(
        "--derivative", type=float, metavar="X", help=f"The toy's activation derivative.  [default: {Toy.derivative:g}]"
    ),
    "gates": click.option(
        "--gates", type=lists.TEXT, metavar="F.csv",
        help="Gates to drive by hand, a row a step.  [default: the textbook's forty steps]",
    ),
    "sensitivity": click.option(
        "--sensitivity", type=int, metavar="M",
        help="Find chaotic cells by M trials of initial weights moved in their last bit; the lesson's number is 40.",
    ),
    "seeds": click.option(
        "--seeds", type=lists.SEEDS, metavar="0,3|0-29", help="Seeds of the initial values.  [default: 0]"
    ),
    "window": click.option("--window", type=int, metavar="N", help="Months that a network sees.  [default: 12]"),
    "horizon": click.option(
        "--horizon", type=int, metavar="N",
        help="Months ahead, each forecast fed back as if it were true.  [default: 1, one step ahead]",
    ),
    "forecast_hidden": click.option(
        "--hidden", "hidden", type=int, metavar="H", help="Hidden units.  [default: 32]"
    ),
    "forecast_epochs": click.option(
        "--epochs", "epochs", type=int, metavar="N", help="Epochs of training.  [default: 400]"
    ),
    "difference": click.option(
        "--difference", is_flag=True, help="Networks see the change against the same month last year, not the level."
    ),
    "series": click.option(
        "--series", type=lists.TEXT, metavar="F.csv",
        help="A monthly series of your own, month,value.  [default: airline passengers]"
    ),
}  # fmt: skip

DATA = ("data", *data.CONSTANTS)
NETWORK = ("cell", "memory_bias", "hidden", *DATA)
WEIGHTS = ("weights", "module", "nonlinearity")
TRAINING = ("mode", "epochs", "rate", "clip")
ONE = ("subscriber", "length", "run", "trained", *NETWORK, *WEIGHTS, *TRAINING)
LISTS = ("lengths", "length", "runs", "run")


def options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a command the options of those names, in that order."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for name in reversed(names):
            command = OPTIONS[name](command)
        return command

    return add


def format_option(*formats: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """--format, with text as its default."""
    return click.option("--format", "form", type=click.Choice(formats), default="text", show_default=True)


def network(asked: Asked) -> NetworkChoice:
    """The network that was asked for. Raises BadInput for one that there is not."""
    return checked(_network(asked))


def stack(asked: Asked) -> Stack | None:
    """The network of --weights, if one was asked for. Raises BadInput, also for a choice that the file makes itself."""
    if asked.get("weights") is None:
        for name in WEIGHTS[1:]:
            if asked.get(name) is not None:
                raise BadInput("it says something of --weights, and there are none", name)
        return None
    for name in ("cell", "run", "runs", "memory_bias", "trained", "hidden", *TRAINING):
        if asked.get(name) not in (None, False):  # a flag that was not given is False
            raise BadInput("the network comes from --weights as it is; leave this out", name)
    return load(
        Path(file_or_shipped(asked["weights"], "weights")), asked.get("module"), asked.get("nonlinearity") or ""
    )


def _network(asked: Asked) -> NetworkChoice:
    found = data_of(asked)
    own = stack(asked)
    if own is not None:
        length = asked.get("length")
        if length is None:
            length = DEFAULT.length if found.name == DEFAULT.data else found.periods
        return own.choice(length, found.name)
    cell = cell_named(asked.get("cell") or DEFAULT.cell)
    hidden = asked.get("hidden")
    if hidden is not None and hidden > MOST_HIDDEN:
        raise BadInput(f"{hidden} hidden units are too many; the most is {MOST_HIDDEN}", "hidden")
    given = {
        "length": asked.get("length"), "run": asked.get("run"), "memory_bias": asked.get("memory_bias"),
        "epochs": asked.get("epochs"), "rate": asked.get("rate"), "hidden": hidden, "clip": asked.get("clip"),
    }  # fmt: skip
    mode = asked.get("mode") or usual_mode(cell, asked.get("clip"))
    length = DEFAULT.length if found.name == DEFAULT.data else found.periods
    base = NetworkChoice(cell=cell.name, length=length, mode=mode, data=found.name)
    return replace(base, **{name: value for name, value in given.items() if value is not None})


def one(asked: Asked) -> tuple[NetworkChoice, int]:
    """The network and the subscriber that were asked for, its whole sequence unless told otherwise. Raises BadInput."""
    found = data_of(asked)
    subscriber = subscriber_of(found, asked.get("subscriber"))
    length = asked.get("length")
    if length is None and found.length_of(subscriber) != found.periods:
        length = found.length_of(subscriber)
    chosen = network({**asked, "length": length})
    found.check_sequence(subscriber, chosen.length)
    return chosen, subscriber


def lengths(asked: Asked) -> tuple[int, ...]:
    """The lengths asked for; if none, the lesson's as far as the data and the memory bias allow. Raises BadInput."""
    there = data_of(asked)
    if asked.get("length") is not None:
        if asked.get("lengths") is not None:
            raise BadInput("give either this or --lengths", "length")
        found: tuple[int, ...] = (asked["length"],)
    elif asked.get("lengths") is not None:
        found = asked["lengths"]
    else:
        shortest = 3 if asked.get("memory_bias") == "chrono" else 2
        found = tuple(n for n in LENGTHS if shortest <= n <= there.periods) or (there.periods,)
    for length in found:
        there.check_length(length)
    return found


def runs(asked: Asked, default: tuple[int, ...] = RUNS) -> tuple[int, ...]:
    """The runs asked for; without any, the default: the lesson's two. A network from a file is one. Raises BadInput."""
    if asked.get("weights") is not None:
        return (DEFAULT.run,)
    if asked.get("run") is not None:
        if asked.get("runs") is not None:
            raise BadInput("give either this or --runs", "run")
        return (asked["run"],)
    return asked.get("runs") or default


def grid(asked: Asked, default: tuple[int, ...] = RUNS) -> dict[int, list[NetworkChoice]]:
    """Per length, the networks of all runs: all looked at before anything is computed. Raises BadInput."""
    one_of = _network({**asked, "length": None, "run": None})
    return {n: [checked(replace(one_of, length=n, run=run)) for run in runs(asked, default)] for n in lengths(asked)}


def trained(chosen: NetworkChoice, report: Callable[[int, int], None]) -> Trained:
    """Train one network, epoch by epoch. Ctrl+C is answered at once, however long an epoch takes."""
    jit.load()
    losses = []
    for progress in elsewhere(training.epochs(chosen)):
        losses.append(progress.loss)
        report(progress.epoch, progress.epochs)
    return training.finished(chosen, progress.weights, losses, progress.last_finite)


def ran_away(result: Trained) -> str:
    """What went wrong in a training that ran away."""
    assert result.stopped_at is not None
    return f"the training ran away in epoch {result.stopped_at + 1}: its weights are no longer finite numbers"


def in_words(chosen: NetworkChoice, is_trained: bool) -> Iterator[str]:
    """What a network is, as far as it is not the same in every table: its cell, bias, size, training, data."""
    cell = cell_named(chosen.cell)
    yield cell.title
    if chosen.weights:
        found = stack_named(chosen.weights)
        yield f"from {clean(found.path.name)}"
        yield f"{len(found.layers)} layers of {found.hidden} hidden units" if len(found.layers) > 1 else (
            f"{found.hidden} hidden units")  # fmt: skip
        yield from found.notes if found.notes else () if found.readout else ("no readout",)
        if chosen.data != DEFAULT.data:
            yield f"data {data_set(chosen.data).title}"
        return
    if cell.keeps is not None:
        yield f"memory bias {bias_in_words(chosen.memory_bias)}"
    if chosen.hidden != DEFAULT.hidden:
        yield f"{chosen.hidden} hidden units"
    if is_trained:
        clipped = "" if chosen.clip is None else f", clipped at {chosen.clip:g}"
        yield f"trained {chosen.epochs} epochs {chosen.mode.replace('-', ' ')}, rate {chosen.rate:g}{clipped}"
    else:
        yield "untrained"
    if chosen.data != DEFAULT.data:
        yield f"data {data_set(chosen.data).title}"


def bias_in_words(bias: float | str) -> str:
    """chrono, or the number."""
    return bias if isinstance(bias, str) else f"{bias:g}".replace("-", "minus ")
