"""Claims on longer sequences, and on gates: few runs unless many are asked for, and their intervals beside them."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from ..cells import cell_named
from ..networks import initial, with_cell
from ..readings import FAR, LENGTHS, LONGEST, data_set
from ..records import NetworkChoice, Trained
from ..shares import clearly_above, wilson
from ..training import epochs, train
from .common import AS_PUBLISHED, MEASURED, Bench, Finding, Published, claim

DATA = f"long-{LONGEST}"
PLAIN = NetworkChoice(data=DATA, length=LONGEST)
EXACT = replace(PLAIN, mode="exact")
TENFOLD = 10.0
OPEN = with_cell(replace(PLAIN, memory_bias=3.0), "lstm")  # its forget gate begins nearly open
CLAIMED = (10, 50, 500)
HUNDREDS = (10, 50, 200)  # what gates are said to carry, as far as a quick check goes
TOP = LENGTHS[-3:]  # where the gated cells differ
BIASES = (0.0, 1.0)
PAIRS, PACE = 7, 5  # how often the two are timed in turn, and for how many epochs


def updates_to_the_end(choice: NetworkChoice) -> int:
    """How many updates a training that runs away makes until its probability is no number any more."""
    for progress in epochs(choice):
        if progress.last_finite is not None:
            learnt = len(data_set(choice.data).train)
            return progress.last_finite.epoch * learnt + (progress.last_finite.sequence or learnt)
    raise ValueError(f"{choice} does not run away")


def ran_away(trained: list[Trained]) -> list[int]:
    """After how many updates those ran away that did, the soonest first."""
    return sorted(updates_to_the_end(one.choice) for one in trained if one.stopped_at is not None)


@claim("nan-in-a-few-updates", MEASURED)
def nan_in_a_few_updates(bench: Bench, said: Published) -> Finding:
    """The plain cell on the longest sequences: in place at the lesson's rate and at a tenfold one, and there with the
    gradient itself, too."""
    fast = TENFOLD * PLAIN.rate
    ways = {
        "in_place": PLAIN,
        "in_place_tenfold": replace(PLAIN, rate=fast),
        "exact_tenfold": replace(EXACT, rate=fast),
    }
    ours: dict[str, int] = {"runs": bench.few}
    says = []
    for name, choice in ways.items():
        after = ran_away(bench.runs(choice, bench.few))
        ours[name] = len(after)
        words = f"{choice.mode.replace('-', ' ')}, rate {choice.rate:g}: {len(after)} of {bench.few} runs end in NaN"
        says.append(words + (f", after {after[0]} to {after[-1]} updates" if after else ""))
    only = "" if ours["exact_tenfold"] else "; in place only: the gradient itself ends in none"
    return Finding(ours, None, "; ".join([f"T = {LONGEST}, no clipping{only}", *says]))


def beating(bench: Bench, choice: NetworkChoice, lengths: tuple[int, ...]) -> dict[int, int]:
    """How many of the runs beat the baseline by more than 0.10, by length."""
    baseline = data_set(choice.data).baseline_correct
    return {
        t: sum(
            one.stopped_at is None and clearly_above(one.correct, baseline(t), one.tested)
            for one in bench.runs(replace(choice, length=t), bench.few)
        )
        for t in lengths
    }  # fmt: skip


def of_runs(count: int, runs: int) -> str:
    """The share as a count, with its interval."""
    low, high = wilson(count, runs)
    return f"{count} of {runs} ({low:.2f} to {high:.2f})"


@claim("ten-fifty-five-hundred", MEASURED)
def ten_fifty_five_hundred(bench: Bench, said: Published) -> Finding:
    """Shares of runs on one longer data set, cut to each length."""
    lengths = {"plain": FAR if bench.full else CLAIMED, "lstm_3": FAR if bench.full else HUNDREDS}
    ours: dict[str, int] = {"runs": bench.few}
    says = []
    for name, choice in (("plain", PLAIN), ("lstm_3", OPEN)):
        counts = beating(bench, choice, lengths[name])
        ours |= {f"{name}_{t}": count for t, count in counts.items()}
        title = "the plain cell" if name == "plain" else "an LSTM with memory bias 3"
        each = ", ".join(f"{of_runs(count, bench.few)} at T = {t}" for t, count in counts.items())
        says.append(f"{title} learns it in {each}")
    reason = f"{'; '.join(says)}: in {PLAIN.epochs} epochs of {len(data_set(DATA).train)} sequences"
    return Finding(ours, None, reason)


def gated(name: str, bias: float = 0.0) -> NetworkChoice:
    """A gated cell on the lesson's data."""
    return with_cell(NetworkChoice(memory_bias=bias), name)


@claim("gru-smaller", AS_PUBLISHED)
def gru_smaller(bench: Bench, said: Published) -> Finding:
    """The numbers counted in the arrays."""
    ours = {name: initial(gated(name)).parameters for name in ("gru", "lstm")}
    reason = f"{ours['gru'] / ours['lstm']:.2f} of the LSTM's, {gated('gru').hidden} hidden units each"
    return Finding(ours, ours["gru"] < ours["lstm"], reason)


@claim("gru-faster", MEASURED)
def gru_faster(bench: Bench, said: Published) -> Finding:
    """Both trained in turn, and the median of the ratios: what else the machine does falls on both."""
    gru, lstm = (replace(gated(name), epochs=PACE) for name in ("gru", "lstm"))
    for choice in (gru, lstm):
        train(replace(choice, epochs=1))  # compiled by then
    ratios = sorted(seconds(gru) / seconds(lstm) for _ in range(PAIRS))
    ours = ratios[PAIRS // 2]
    blocks = cell_named("gru").blocks / cell_named("lstm").blocks
    reason = (
        f"time for the GRU's epoch over the LSTM's on this machine, {ratios[0]:.2f} to {ratios[-1]:.2f} in {PAIRS} "
        f"pairs; by its gates one would expect {blocks:.2f}"
    )
    return Finding(ours, None, reason)


def seconds(choice: NetworkChoice) -> float:
    """How long a training takes here and now."""
    begun = perf_counter()
    train(choice)
    return perf_counter() - begun


@claim("gru-comparable", MEASURED)
def gru_comparable(bench: Bench, said: Published) -> Finding:
    """Shares of runs at the longest lengths, each cell with the same memory bias; where the intervals lie apart."""
    ours: dict[str, int] = {"runs": bench.few}
    apart, says = [], []
    for bias in BIASES:
        counts = {name: beating(bench, gated(name, bias), TOP) for name in ("gru", "lstm")}
        for name, found in counts.items():
            ours |= {f"{name}_{bias:g}_at_{t}": count for t, count in found.items()}
        for t in TOP:
            gru, lstm = (wilson(counts[name][t], bench.few) for name in ("gru", "lstm"))
            if gru[0] > lstm[1] or lstm[0] > gru[1]:
                better = "GRU" if gru[0] > lstm[1] else "LSTM"
                apart.append(f"the {better} learns it more often at T = {t} with memory bias {bias:g}")
        each = ", ".join(f"{counts['gru'][t]} and {counts['lstm'][t]} at T = {t}" for t in TOP)
        says.append(f"memory bias {bias:g}: {each}")
    lead = f"runs that learn it, GRU and LSTM, of {bench.few} each"
    verdict = ", ".join(apart) if apart else "the 95 % intervals overlap everywhere"
    return Finding(ours, None, f"{lead}; {'; '.join(says)}; {verdict}")
