"""The numbers of one panel at this moment, as rows: what is copied where a panel is asked for. No Textual here."""

from __future__ import annotations

from collections.abc import Callable

from rnntui_engine.passing import passing

from .seen import Seen

Rows = list[dict[str, object]]


def rows_of(panel: str, seen: Seen) -> Rows:
    """What a panel of the Step view shows, at full precision; nothing for a panel without numbers of its own."""
    found = PANELS.get(seen.slot if panel == "slot" else panel)
    return found(seen) if found else []


def _sequence(seen: Seen) -> Rows:
    return [{"period": t, "reading": float(r)} for t, r in enumerate(seen.trace.readings, 1)]


def _units(seen: Seen) -> Rows:
    states = seen.trace.real.states
    before = max(0, seen.period - 1)
    return [
        {"unit": k + 1, **{part: float(states[seen.period, s, k]) for s, part in enumerate(seen.cell.parts)},
         **{f"{part} before": float(states[before, s, k]) for s, part in enumerate(seen.cell.parts)}}
        for k in range(states.shape[2])
    ]  # fmt: skip


def _twins(seen: Seen) -> Rows:
    if seen.other is not None and seen.apart is not None:
        one, other = seen.trace.real.h[seen.period], seen.other.trace.real.h[seen.other.at(seen.period)]
        names = ("side A", "side B")
    else:
        one, other = seen.trace.marked_twin.h[seen.period], seen.trace.unmarked_twin.h[seen.period]
        names = ("original", "edited") if seen.trace.edits else ("marked", "unmarked")
    return [
        {"unit": k, names[0]: float(a), names[1]: float(b), "difference": float(a - b)}
        for k, (a, b) in enumerate(zip(one, other, strict=False), 1)
    ]


def _curve(seen: Seen) -> Rows:
    found = seen.trace.difference
    names = ["difference", *(f"{part} difference" for part in seen.cell.parts[1:])]
    return [
        {"period": t, **{name: float(found[t, part]) for part, name in enumerate(names)}}
        for t in range(1, seen.period + 1)
    ]


def _gates(seen: Seen) -> Rows:
    if not seen.cell.gates or not seen.period:
        return []
    now = seen.trace.real.gates[seen.period - 1]
    return [
        {"unit": k + 1, **{gate: float(now[row, k]) for row, gate in enumerate(seen.cell.gates)}}
        for k in range(now.shape[1])
    ]


def _heat(seen: Seen) -> Rows:
    if seen.trace.stream is not None:
        return _near(seen)
    gates, h = seen.trace.real.gates, seen.trace.real.h
    names = seen.cell.gates or ("h",)
    return [
        {"period": t, "unit": k + 1,
         **{name: float(gates[t - 1, row, k] if seen.cell.gates else h[t, k]) for row, name in enumerate(names)}}
        for t in range(1, seen.period + 1) for k in range(h.shape[1])
    ]  # fmt: skip


def _near(seen: Seen) -> Rows:
    """Of a very long sequence the periods around the cursor, up to now: what is shown is at hand for these."""
    stream = seen.trace.stream
    if stream is None or not seen.period:
        return []
    block = stream.block_of(seen.period)
    return [
        {"period": block.first + place + 1, "unit": k + 1,
         **{part: float(block.states[place + 1, 0, s, k]) for s, part in enumerate(seen.cell.parts)},
         **{gate: float(block.gates[place, 0, row, k]) for row, gate in enumerate(seen.cell.gates)}}
        for place in range(seen.period - block.first) for k in range(seen.trace.weights.hidden)
    ]  # fmt: skip


def _equation(seen: Seen) -> Rows:
    if seen.explanation is None:
        return []
    rows: Rows = []
    for term in seen.explanation.terms:
        named = [("bias", term.bias), *((f"x{i}", p) for i, p in enumerate(term.inputs, 1))]
        named += [*zip(term.names, term.recurrent, strict=True), (term.squash, term.result)]
        rows += [{"sum": term.symbol, "of": name, "value": value} for name, value in named]
    return rows


def _output(seen: Seen) -> Rows:
    return [
        {"period": t, "probability": float(p)}
        for t, p in enumerate(seen.trace.real.probabilities[1 : seen.period + 1], 1)
    ]


def _unrolled(seen: Seen) -> Rows:
    if not seen.period:
        return []
    found = passing(seen.trace, 1, seen.period)
    return [
        {"period": t, "reading": float(seen.trace.readings[t - 1]), "stays": float(found.stays[t - 1]),
         "enters": None if found.enters is None else float(found.enters[t - 1]), "ratio": seen.trace.ratio(t),
         "probability": float(seen.trace.real.probabilities[t])}
        for t in range(1, seen.period + 1)
    ]  # fmt: skip


PANELS: dict[str, Callable[[Seen], Rows]] = {
    "sequence": _sequence, "units": _units, "twins": _twins, "curve": _curve, "gates": _gates, "heat": _heat,
    "equation": _equation, "output": _output, "unrolled": _unrolled,
}  # fmt: skip
