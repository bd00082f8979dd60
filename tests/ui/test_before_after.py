"""What is said after a change of the choices: what it was before, what it is now, and what becomes of the answer."""

from __future__ import annotations

import pytest

from rnntui.viewing import Viewing


@pytest.fixture
def viewing() -> Viewing:
    """At the last period of the example."""
    found = Viewing()
    found.go(12)
    return found


def test_another_network_is_compared_with_the_one_before(viewing: Viewing) -> None:
    plain = float(viewing.trace.difference[12, 0])
    viewing.choose_network(cell="lstm")
    lstm = float(viewing.trace.difference[12, 0])
    assert viewing.sentence.long == (
        f"Now the LSTM k1 bias 0. Difference here: {lstm:.4f}, before {plain:.4f}; the answer: it says 1, right."
    )
    assert viewing.sentence.short == f"Now the LSTM k1 bias 0. Difference here: {lstm:.4f}, before {plain:.4f}."
    viewing.choose_network(memory_bias=3.0)
    assert viewing.sentence.long == (
        f"Memory bias 3: the gate starts more open. Difference here: 0.1021, before {lstm:.4f}; "
        "the answer: it says 1, right."
    )
    assert len(viewing.sentence.long) <= 117, "at 120 columns"
    assert viewing.sentence.short == f"Memory bias 3, gate more open. Difference here: 0.1021, before {lstm:.4f}."


def test_other_sequences_periods_and_sides_are_not_compared(viewing: Viewing) -> None:
    viewing.choose(subscriber=3)
    assert viewing.sentence.long == "Subscriber 3, not marked, label 0. Difference here: 0.0082."
    viewing.choose_network(length=10)
    assert viewing.sentence.long.startswith("T = 10: the answer is given after period 10. Difference here: ")
    assert "before" not in viewing.sentence.long, "period 12 is no longer there"
    viewing.go(0)
    viewing.choose_network(run=2)
    assert viewing.sentence.long == "Run k2: other initial values.", "nothing has been read yet"


def test_an_edit_beyond_a_shorter_t_is_not_taken_for_one_without_effect(viewing: Viewing) -> None:
    viewing.edit(12, 0.0)
    viewing.choose_network(length=10)
    assert viewing.sentence.long == "T = 10: the answer is given after period 10. What was edited lies beyond it."
