"""Gates driven by hand: the textbook's forty steps, what happens at each, what is left of what was written, files."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnntui_engine import by_hand
from rnntui_engine.arithmetic import tanh
from rnntui_engine.by_hand import MOST_STEPS, TEXTBOOK, TRACKS, Gates, as_csv, drive, from_csv, what_happened
from rnntui_engine.cells import CELLS
from rnntui_engine.records import BadInput

SHARES, CANDIDATES = st.floats(0.0, 1.0), st.floats(-1.0, 1.0)


@st.composite
def any_gates(draw: st.DrawFn, most: int = 12) -> Gates:
    """Gates of any values."""
    count = draw(st.integers(1, most))
    some = [draw(st.lists(kind, min_size=count, max_size=count)) for kind in (SHARES, SHARES, SHARES, CANDIDATES)]
    return Gates(*map(tuple, some))


def runs(values: tuple[float, ...]) -> list[tuple[float, int]]:
    """Values that are equal in a row, and how many."""
    found: list[tuple[float, int]] = []
    for value in values:
        count = found.pop()[1] if found and found[-1][0] == value else 0
        found.append((value, count + 1))
    return found


def test_the_forty_steps_are_the_textbooks() -> None:
    assert TEXTBOOK.steps == 40
    assert runs(TEXTBOOK.forget) == [(0.95, 15), (0.1, 5), (0.95, 20)]
    assert runs(TEXTBOOK.input) == [(0.1, 12), (0.9, 6), (0.15, 22)]
    assert runs(TEXTBOOK.output) == [(0.5, 8), (0.9, 24), (0.3, 8)]


def test_the_memory_is_the_sum_worked_out_in_exact_fractions() -> None:
    driven, c = drive(TEXTBOOK), Fraction(0)
    for t in range(40):
        c = Fraction(TEXTBOOK.forget[t]) * c + Fraction(TEXTBOOK.input[t]) * Fraction(TEXTBOOK.candidate[t])
        assert driven.memory[t + 1] == pytest.approx(float(c), abs=1e-15)
        assert driven.hidden[t + 1] == pytest.approx(TEXTBOOK.output[t] * math.tanh(float(c)), abs=1e-15)
    assert driven.memory[0] == driven.hidden[0] == 0.0


def test_it_is_the_lstms_own_last_two_equations() -> None:
    driven, lstm = drive(TEXTBOOK), CELLS["lstm"]
    for t in range(40):
        gates = np.array([TEXTBOOK.input[t], TEXTBOOK.forget[t], TEXTBOOK.candidate[t], TEXTBOOK.output[t]])
        before, after = (np.array([driven.hidden[k], driven.memory[k]]) for k in (t, t + 1))
        c, h = lstm.combine(gates, before, after)
        assert (c.left, c.right) == (driven.kept[t], driven.written[t])
        assert c.left + c.right == driven.memory[t + 1]
        assert h.left * h.right == driven.hidden[t + 1]


def test_the_figures_of_the_illustration() -> None:
    driven = drive(TEXTBOOK)
    assert [f"{driven.memory[t]:.4f}" for t in (12, 15, 16, 18, 20, 40)] == [
        "0.1744", "2.4601", "-0.2940", "-0.5969", "-0.0270", "0.3555",
    ]  # fmt: skip
    assert runs(driven.happened) == [("kept", 12), ("written", 3), ("replaced", 3), ("erased", 2), ("kept", 20)]


@pytest.mark.parametrize(
    ("forget", "into", "before", "candidate", "word"),
    [
        (0.95, 0.1, 1.0, 1.0, "kept"), (0.5, 0.5, 1.0, 1.0, "kept"), (0.49, 0.5, 1.0, 1.0, "erased"),
        (0.5, 0.51, 1.0, 1.0, "written"), (0.1, 0.9, -1.0, -1.0, "replaced"),
        (0.1, 0.9, 0.0, 1.0, "written"),  # there was nothing to erase
        (0.1, 0.9, 1.0, 0.0, "erased"),  # there is nothing to write
        (0.0, 1.0, 0.0, 0.0, "kept"),
    ],
)  # fmt: skip
def test_what_happens_is_named_by_one_rule(
    forget: float, into: float, before: float, candidate: float, word: str
) -> None:
    assert what_happened(forget, into, before, candidate) == word


@settings(deadline=None, max_examples=40)
@given(any_gates())
def test_the_parts_add_up_and_what_is_left_is_the_product_of_the_forget_gates(gates: Gates) -> None:
    driven = drive(gates)
    for t in range(1, gates.steps + 1):
        assert math.fsum(driven.parts(t)) == pytest.approx(driven.memory[t], abs=1e-14)
        assert driven.kept[t - 1] + driven.written[t - 1] == driven.memory[t]
        assert driven.kept[t - 1] + driven.erased[t - 1] == pytest.approx(driven.memory[t - 1], abs=1e-15)
        assert abs(driven.hidden[t]) <= 1.0
        for k in range(1, gates.steps + 1):
            wanted = math.prod(gates.forget[k:t]) if k <= t else 0.0
            assert driven.left[t - 1, k - 1] == pytest.approx(wanted, rel=1e-12, abs=1e-300)


def test_the_same_bits_whenever_and_read_only() -> None:
    driven = drive(TEXTBOOK)
    assert driven is drive(Gates(*(TEXTBOOK.track(name) for name in TRACKS)))
    for name in ("memory", "hidden", "kept", "written", "erased", "left"):
        assert not getattr(driven, name).flags.writeable
    c = 0.0
    for t, (f, i, o, g) in enumerate(zip(*(TEXTBOOK.track(name) for name in TRACKS), strict=True), 1):
        c = f * c + i * g
        assert (driven.memory[t], driven.hidden[t]) == (c, o * tanh(c))


def test_some_steps_are_set_and_the_others_stay() -> None:
    changed = TEXTBOOK.with_values("forget", 16, 20, 0.95)
    assert set(changed.forget) == {0.95}
    assert changed.input is TEXTBOOK.input
    assert drive(changed).memory[40] > 0.5 > drive(TEXTBOOK).memory[40]
    assert math.copysign(1.0, TEXTBOOK.with_values("candidate", 1, 1, -0.0).candidate[0]) == 1.0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (("forget", 1, 1, 1.01), "forget"), (("input", 1, 1, -0.01), "input"),
        (("candidate", 1, 1, -1.01), "candidate"),
        (("output", 1, 1, math.nan), "output"), (("forget", 0, 1, 0.5), "step"), (("forget", 5, 4, 0.5), "step"),
        (("forget", 1, 41, 0.5), "step"), (("h", 1, 1, 0.5), "gate"),
    ],
)  # fmt: skip
def test_what_cannot_be_set_is_refused(change: tuple[str, int, int, float], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        TEXTBOOK.with_values(*change)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("tracks", "field"),
    [
        (((), (), (), ()), "step"),
        (((0.5,) * 201,) * 4, "step"),
        (((0.5,), (0.5, 0.5), (0.5,), (0.5,)), "input"),
    ],
)
def test_gates_that_are_none_are_refused(tracks: tuple[tuple[float, ...], ...], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        Gates(*tracks)
    assert refused.value.field == field


# Files.


@settings(deadline=None, max_examples=40)
@given(any_gates())
def test_what_is_written_is_read_back_as_the_same(gates: Gates) -> None:
    assert from_csv(as_csv(gates)) == gates


def test_the_most_steps() -> None:
    most = Gates(*((0.25,) * MOST_STEPS,) * 4)
    assert from_csv(as_csv(most)) == most
    with pytest.raises(BadInput, match="line 202, step: there are more than 200 steps"):
        from_csv(as_csv(most) + "201,1,1,1,1\n")


def test_files_as_spreadsheets_write_them() -> None:
    plain = Gates((0.5, 1.0), (0.0, 0.25), (1.0, 0.75), (-0.5, 0.1))
    german = "\ufeffstep;forget;input;output;candidate\r\n1;0,5;0;1;-0,5\r\n2;1;,25;7,5e-1;+0,1\r\n\r\n"
    quoted = '"Step","forget", "input","output","candidate"\r\n"1",".5","0","1.","−.5"\r\n2, 1 ,0.25,.75,.1'
    assert from_csv(german) == plain
    assert from_csv(quoted.replace(', "input"', ',"input"')) == plain


HEAD = "step,forget,input,output,candidate\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the header is step,forget,input,output,candidate, not ''"),
        ("step,forget\n", "line 1: the header is"),
        ("a;b\n", "line 1: the header is step;forget;input;output;candidate, not 'a;b'"),
        (HEAD, "line 1, step: there are no steps; the first is 1"),
        (HEAD + "1,1,1,1,1\n\n2,1,1,1,1\n", "line 3: an empty line stands between the steps"),
        (HEAD + "1,1,1,1\n", "line 2, candidate: a row has 5 values, not 4"),
        (HEAD + "1,1,1,1,1,1\n", "line 2, candidate: a row has 5 values, not 6"),
        (HEAD + "2,1,1,1,1\n", "line 2, step: it is 1 here, not '2'"),
        (HEAD + "1,1,1,1,1\n1,1,1,1,1\n", "line 3, step: it is 2 here, not '1'"),
        (HEAD + "1,1,x,1,1\n", "line 2, input: 'x' is not a number from 0 to 1"),
        (HEAD + "1,1,nan,1,1\n", "line 2, input: 'nan' is not a number from 0 to 1"),
        (HEAD + "1,1,1,1,inf\n", "line 2, candidate: 'inf' is not a number from -1 to 1"),
        (HEAD + "1,1,1,1,1e999\n", "line 2, candidate: inf is not a number from -1 to 1"),
        (HEAD + "1,1,1,-.1,1\n", "line 2, output: -0.1 is not a number from 0 to 1"),
        (HEAD + '1,"1\n1",1,1,1\n', "line 3, forget: "),
        (HEAD + "1," + "9" * 200_000 + ",1,1,1\n", "line 2: it is not CSV: "),
        (HEAD + "1,\u0663,1,1,1\n", "line 2, forget: "),
    ],
)
def test_a_bad_file_is_refused_by_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        from_csv(text)
    assert refused.value.field == "gates"
    assert str(refused.value).startswith(message)


@settings(deadline=None, max_examples=80)
@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(st.sampled_from([*HEAD.split(","), "1", "2", ",", ";", "\n", "\r", '"', ".5", "-1", " ", "\x00"])).map(
            "".join
        ),
        st.text(alphabet=',;"\n\r.0123456789-e x', max_size=60).map(lambda rest: HEAD + rest),
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    problem = None
    try:
        gates = from_csv(text)
    except BadInput as refused:
        problem = refused
    if problem is None:
        assert from_csv(as_csv(gates)) == gates
    else:
        assert problem.field == "gates" and str(problem).startswith("line ")


def test_the_docstring_says_what_the_candidate_is() -> None:
    assert by_hand.__doc__ is not None
    for words in ("+.6 and −.2 by turns", "+.9 at the three steps", "−.6 at the three"):
        assert words in " ".join(by_hand.__doc__.split())
    assert TEXTBOOK.candidate == (0.6, -0.2) * 6 + (0.9,) * 3 + (-0.6,) * 3 + (0.6, -0.2) * 11
