"""`rnntui table answers`: what one network says of every sequence of its data set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rnntui_engine import jit
from rnntui_engine.answers import answers as answers_of
from rnntui_engine.answers import check
from rnntui_engine.readings import data_set

from .choices import NETWORK, TRAINING, WEIGHTS, Asked, in_words, network, trained
from .formats import Row, decimals, fixed, whole
from .table import Computed, Report, Table

COLUMNS = (
    whole("subscriber", "subscriber"), fixed("probability", "probability"), whole("says", "says"),
    whole("label", "label"), whole("right", "right"),
)  # fmt: skip


def answers(asked: Asked, report: Report) -> Computed:
    """The probability after period T, the decision and the label, a row a sequence. Raises BadInput."""
    chosen, is_trained = network(asked), bool(asked.get("trained"))
    check(chosen)
    data = data_set(chosen.data)

    def rows() -> Iterator[Row]:
        jit.load()
        weights = trained(chosen, report).weights if is_trained and not chosen.weights else None
        found = answers_of(chosen, weights)
        for place, subscriber in enumerate(found.who.tolist()):
            p = float(found.probabilities[place])
            label = None if found.labels is None else int(found.labels[place])
            says = int(p >= 0.5)
            yield {
                "subscriber": data.name_of(subscriber), "probability": p, "says": says, "label": label,
                "right": None if label is None else int(says == label),
            }  # fmt: skip

    def notes(done: Sequence[Row]) -> list[str]:
        marks = [row["right"] for row in done if row["right"] is not None]
        said = [f"{sum(marks)} of {len(marks)} right, {decimals(sum(marks) / len(marks))}."] if marks else []
        if is_trained and not chosen.weights:
            said.append("Those it was trained on are among them; `rnntui table training` counts the others alone.")
        missing = data.count - len(data.long_enough(chosen.length))
        if missing:
            said.append(f"{missing} of {data.count} sequences have no period {chosen.length}.")
        return said

    what = ", ".join(in_words(chosen, is_trained))
    return Computed(f"What it says after period {chosen.length}: {what}", COLUMNS, rows(), notes)


ANSWERS = Table(
    "answers", "What one network says of every sequence of its data set, and how many it decides right.",
    ("length", "run", "trained", *NETWORK, *WEIGHTS, *TRAINING), answers,
)  # fmt: skip
