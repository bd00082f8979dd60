"""--runs and --lengths."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnntui.cli.lists import memory_bias
from rnntui.lists import MOST, lengths, run_number, runs, seed_count

always_alike = settings(derandomize=True, deadline=None)
numbers = st.lists(st.integers(0, 10**9 - 1), min_size=1, unique=True)


@always_alike
@given(numbers, st.booleans())
def test_a_list_of_runs_is_read_in_its_order(wanted: list[int], with_k: bool) -> None:
    assert runs(",".join(f"k{n}" if with_k else str(n) for n in wanted)) == tuple(wanted)


@always_alike
@given(numbers)
def test_a_list_of_lengths_is_read_in_its_order(wanted: list[int]) -> None:
    assert lengths(" , ".join(map(str, wanted))) == tuple(wanted)


@always_alike
@given(st.integers(0, 10**8), st.integers(0, 200))
def test_a_range_has_both_its_ends(first: int, more: int) -> None:
    wanted = tuple(range(first, first + more + 1))
    assert runs(f"{first}-{first + more}") == runs(f"k{first}-k{first + more}") == lengths(f"{first}-{first + more}")
    assert runs(f"{first}-{first + more}") == wanted


@always_alike
@given(st.text())
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    for read in (runs, lengths):
        try:
            found = read(text)
        except ValueError:
            continue
        assert len(set(found)) == len(found) >= 1


@pytest.mark.parametrize(
    "text", ["", ",", "k", "k1,", "1,,2", "-3", "1-", "3-1", "k1,k1", "1-3,2", "1.5", "1;2", "¹", "٣", "9" * 5000]
)
def test_a_bad_list_of_runs_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        runs(text)


def test_an_endless_range_is_refused_before_it_is_made() -> None:
    with pytest.raises(ValueError, match=str(MOST)):
        runs("1-999999999")
    assert len(runs(f"1-{MOST}")) == MOST


def test_lengths_have_no_k() -> None:
    with pytest.raises(ValueError, match="'k2' is neither a length like 12"):
        lengths("k2")


def test_one_run_with_and_without_its_k() -> None:
    assert run_number("k7") == run_number("7") == 7
    with pytest.raises(ValueError, match="'x' is not a run like k1"):
        run_number("x")


def test_a_memory_bias_is_a_number_or_chrono() -> None:
    assert (memory_bias("1.5"), memory_bias("-3"), memory_bias("chrono")) == (1.5, -3.0, "chrono")
    with pytest.raises(ValueError, match="neither a number nor chrono"):
        memory_bias("big")


def test_seeds_are_counted_from_0_on() -> None:
    assert [seed_count(text) for text in ("30", "0", "0-29", "0,1,2", "0-1,2-3")] == [30, 0, 30, 3, 4]
    for text in ("1-3", "0,2", "1,0", "x", "", "-1", "0-"):
        with pytest.raises(ValueError, match="neither a number of seeds like 30 nor a range from 0 on like 0-29"):
            seed_count(text)
