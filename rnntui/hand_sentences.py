"""What the sentence line says in the Gates view: in plain words, what happens at a step and what a change has done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rnntui_engine.by_hand import ERASED, KEPT, REPLACED, WRITTEN, Gates

from .marks import number, scientific
from .sentences import Said

if TYPE_CHECKING:
    from .by_hand import HandPlace, HandSeen

TENTHS = ("none", "a tenth", "two tenths", "three tenths", "four tenths", "half", "six tenths", "seven tenths",
          "eight tenths", "nine tenths", "all")  # fmt: skip
TITLES = {"forget": "forget gate", "input": "input gate", "output": "output gate", "candidate": "candidate"}
WORDS = {
    KEPT: "the memory is kept", WRITTEN: "something is written", ERASED: "the memory is erased",
    REPLACED: "the memory is replaced",
}  # fmt: skip


def level(value: float) -> str:
    """What a gate is set to, as people write it: .95, −.40, 1, 0; more decimals where there are more."""
    if value in (-1.0, 0.0, 1.0):
        return number(value, 0)
    if abs(value) < 0.0001:
        return ("−" if value < 0 else "") + scientific(abs(value))
    text = f"{abs(value):.2f}" if round(value, 2) == value else f"{abs(value):.4f}".rstrip("0")
    return ("−" if value < 0 else "") + text.removeprefix("0")


def share(value: float) -> str:
    """A share in words where there are plain ones: a tenth, half, nine tenths, nineteen twentieths; else per cent."""
    tenths, twentieths = round(value * 10), round(value * 20)
    if abs(value * 10 - tenths) < 1e-9:
        return TENTHS[tenths]
    if twentieths in (1, 19) and abs(value * 20 - twentieths) < 1e-9:
        return "a twentieth" if twentieths == 1 else "nineteen twentieths"
    return f"{value * 100:.3g} %"


def steps(first: int, last: int) -> str:
    """Step 16, or steps 16–20."""
    return f"step {first}" if first == last else f"steps {first}–{last}"


def at(seen: HandSeen) -> Said:
    """What happens at the current step."""
    t, driven = seen.step, seen.driven
    before, now = float(driven.memory[t - 1]), float(driven.memory[t])
    gone, came = float(driven.erased[t - 1]), float(driven.written[t - 1])
    happened = driven.happened[t - 1]
    if before == 0.0:
        went = "there is nothing to keep yet" if t == 1 else "there was nothing to keep"
        short = went
    else:
        went = f"the forget gate is {level(seen.value('forget'))}: {share(1.0 - seen.value('forget'))} of the memory "
        went += f"{_verb(1.0 - seen.value('forget'), 'go')}, {number(gone, 2)} of {number(before, 2)}"
        short = f"{number(gone, 2)} of {number(before, 2)} went"
    return Said(
        f"Step {t}: {went}; {number(came, 2, '+')} comes in. The memory is {number(now, 2)}: {happened}.",
        f"Step {t}, {happened}: {short}, {number(came, 2, '+')} came in; memory {number(now, 2)}.",
    )


def at_end(seen: HandSeen) -> str:
    """A step that led nowhere."""
    if seen.step == 1:
        return "Step 1 is the first; before it the memory is 0. ⟨gates-next⟩ goes on."
    return f"Step {seen.step} is the last. ⟨gates-back⟩ goes back."


def track(seen: HandSeen) -> str:
    """After another track was lit."""
    return (
        f"The {TITLES[seen.track]}: {level(seen.value(seen.track))} at step {seen.step}. "
        "⟨gates-more⟩ and ⟨gates-less⟩ change it, ⟨gate⟩ types it."
    )


def scope(seen: HandSeen) -> str:
    """After another reach of changes was chosen."""
    first, last = seen.span
    what = {"step": "this step only", "block": "the block of equal values", "rest": "from here to the end"}
    return f"A change reaches {what[seen.place.scope]}: {TITLES[seen.track]}, {steps(first, last)}."


def changed(seen: HandSeen, before: HandPlace, first: int, last: int) -> Said:
    """After a change: from what to what, and what that does here and at the end."""
    was, now = before.gates.track(seen.track), seen.value(seen.track)
    place = steps(first, last)
    if before.gates == seen.gates:
        return Said(f"{place[0].upper()}{place[1:]}: the {TITLES[seen.track]} is {level(now)} already.")
    olds = {was[t - 1] for t in range(first, last + 1)}
    instead = f", not {level(olds.pop())}" if len(olds) == 1 else ""
    head = f"{place[0].upper()}{place[1:]}: {TITLES[seen.track]} {level(now)}{instead}"
    return Said(
        f"{head}. {_here(seen, before.gates)}",
        f"{head}. Memory {_number(seen.driven.memory[seen.step])}, at the end {_number(seen.driven.memory[-1])}.",
    )


def _here(seen: HandSeen, before: Gates) -> str:
    """What the change has done to the step where one stands, and to the last one."""
    t, driven = seen.step, seen.driven
    if seen.track == "output":
        return f"{share(seen.value('output')).capitalize()} of tanh(memory) is shown here: {_number(driven.hidden[t])}."
    if seen.track == "forget" and driven.memory[t - 1] != 0.0:
        what = f"{share(seen.value('forget')).capitalize()} of the memory {_verb(seen.value('forget'), 'stay')} here"
    elif seen.track == "forget":
        what = "There is nothing to keep here yet"
    else:
        what = f"{_number(driven.written[t - 1], '+')} comes in here"
    return f"{what}: memory {_number(driven.memory[t])}, at the end {_end(seen)}."


def _end(seen: HandSeen) -> str:
    """The memory after the last step, and what it was before anything was changed."""
    now = _number(seen.driven.memory[-1])
    if seen.before is None:
        return now
    return f"{now} ({_number(seen.before.memory[-1])} unchanged)"


def undone(seen: HandSeen, before: HandPlace, back: bool) -> str:
    """After undoing or redoing."""
    now = f"memory {_number(seen.driven.memory[seen.step])} at step {seen.step}, {_end(seen)} at the end"
    return f"{'Undone' if back else 'Redone'}: {now}."


def put_back(seen: HandSeen) -> str:
    """After everything was put back."""
    whose = f"those of {seen.place.name}" if seen.place.name else "the textbook's"
    return f"The gates are {whose} again. ⟨gates-undo⟩ brings your changes back."


def loaded(seen: HandSeen) -> str:
    """After other gates were loaded."""
    count = seen.gates.steps
    name = seen.place.name or "the textbook's gates"
    return f"Loaded {name}, {count} step{'' if count == 1 else 's'}. ⟨gates-undo⟩ goes back to those before."


def at_bound(seen: HandSeen, by: int) -> str:
    """A value that goes no further."""
    return f"The {TITLES[seen.track]} is {level(seen.value(seen.track))}: it goes no {'higher' if by > 0 else 'lower'}."


def _verb(part: float, verb: str) -> str:
    """The verb for a share: nine tenths go, a tenth goes."""
    plural = share(part).endswith(("tenths", "twentieths"))
    if verb == "be":
        return "are" if plural else "is"
    return verb if plural else f"{verb}es" if verb.endswith("o") else f"{verb}s"


def _number(value: float, sign: str = "") -> str:
    return number(float(value), 2, sign)


def words(seen: HandSeen) -> list[str]:
    """What happens at the current step, a paragraph for each thing, without terms that need explaining."""
    t, driven = seen.step, seen.driven
    before, now = float(driven.memory[t - 1]), float(driven.memory[t])
    forget, into, output = (seen.value(name) for name in ("forget", "input", "output"))
    if before == 0.0:
        first = "There is nothing in the memory yet." if t == 1 else "There was nothing in the memory."
    else:
        gone = share(1.0 - forget)
        first = f"{gone.capitalize()} of the memory {_verb(1.0 - forget, 'go')}: {_number(driven.erased[t - 1])} of "
        first += f"{_number(before)}."
    came = share(into)
    second = f"{came.capitalize()} of the candidate {_verb(into, 'come')} in: {_number(driven.written[t - 1], '+')}."
    third = f"The memory is {_number(now)}; {share(output)} of its tanh {_verb(output, 'be')} shown."
    return [first, second, third, *_owes(seen)]


def _owes(seen: HandSeen) -> list[str]:
    """Which steps the memory owes most to: the one or two blocks of steps in a row that have most in it."""
    parts = [float(part) for part in seen.driven.parts(seen.step)]
    total = sum(map(abs, parts))
    if total == 0.0:
        return []
    (first, last), *rest = _blocks(parts)
    kept = [(first, last), *(block for block in rest[:1] if abs(sum(parts[block[0] - 1 : block[1]])) >= 0.2 * total)]
    had = [f"{_number(sum(parts[a - 1 : b]), '+')} from {steps(a, b)}" for a, b in kept]
    lines = [f"In it: {', '.join(had)}."]
    if first < seen.step:
        lines.append(f"Of what step {first} wrote, {share(float(seen.driven.left[seen.step - 1, first - 1]))} is left.")
    return lines


def _blocks(parts: list[float]) -> list[tuple[int, int]]:
    """Steps in a row (from 1) whose parts have one sign and are alike, none less than half of the one beside it; the
    block with most in it first."""
    blocks: list[tuple[int, int]] = []
    for step, part in enumerate(parts, 1):
        before = parts[step - 2] if step > 1 else 0.0
        low, high = sorted((abs(part), abs(before)))
        if blocks and before * part > 0.0 and low >= 0.5 * high:
            blocks[-1] = blocks[-1][0], step
        else:
            blocks.append((step, step))
    return sorted(blocks, key=lambda block: -abs(sum(parts[block[0] - 1 : block[1]])))
