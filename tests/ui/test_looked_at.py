"""What pictures showed to be cut, missing or at odds with itself, as text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from textual.color import Color
from textual.widgets import DataTable

import rnntui.reach_job
import rnntui.views.train
from rnntui.canvas import Span, fitting
from rnntui.forecast_figure import _of_sarima
from rnntui.job import Job
from rnntui.opener import OpenJob
from rnntui.palette import PALETTES
from rnntui.sentences import SHORT, Said
from rnntui.text import width_of
from rnntui.widgets.decay_panel import decimal
from rnntui.widgets.gradient_slopes import SlopesPanel
from rnntui_engine.forecast.sarima import Coefficient, Sarima
from rnntui_engine.records import NetworkChoice, Row
from rnntui_engine.sequences import Source

from .conftest import MIDDLE, SMALL, Opened, choices, screen_text
from .forecast_tools import Networks as Forecasters
from .forecast_tools import small, small_networks  # noqa: F401
from .reach_tools import BASELINE, Rows, made_up
from .view_tools import app_of, computed, sentence_of


class Waiting(Job):
    """Work that has not come to anything yet."""

    @property
    def done(self) -> bool:
        return self.cancelled


def test_the_first_text_that_fits() -> None:
    long: list[Span] = [("Queue", "text"), ("  0 of 12 trained", "dim")]
    short: list[Span] = [("Queue", "text"), ("  0/12", "dim")]
    assert fitting(22, long, short) == long
    assert fitting(21, long, short) == fitting(3, long, short) == short


@pytest.mark.parametrize(("value", "text"), [
    (0.00031, "0.00031"), (0.000101, "0.00010"), (0.000051, "5.1e−5"), (0.000012, "1.2e−5"), (9e-6, "9.0e−6"),
])  # fmt: skip
def test_a_small_number_has_two_digits_that_count(value: float, text: str) -> None:
    assert decimal(value, 5, 7).strip() == text


def test_in_a_narrow_column_a_small_number_stays_in_it() -> None:
    assert [decimal(value, 3, 4, True) for value in (0.052, 0.0052)] == [".052", ".005"]


def test_sarima_has_its_errors_and_its_time_on_a_small_screen() -> None:
    logs = np.zeros(24)
    numbers = [
        Coefficient("θ", -0.3419, 0.0871),
        Coefficient("Θ", -0.5408, 0.1002),
        Coefficient("σ²", 0.00138, 0.00018),
    ]
    fitted = Sarima(logs, logs, logs, tuple(numbers), 0.317)
    said = _of_sarima("SARIMA 0.0340", fitted, timed=True)
    assert said == "SARIMA 0.0340: θ −0.342 ± 0.087, Θ −0.541 ± 0.1, σ² 0.00138 ± 0.00018, 0.3 s."
    assert width_of(said) <= SHORT
    wide = Sarima(logs, logs, logs, (*numbers, Coefficient("φ", -0.1234, 0.0567)), 0.317)
    assert _of_sarima("SARIMA 0.0340", wide, timed=True) == "SARIMA 0.0340: " + wide.in_words(errors=False) + "."


def test_of_a_file_that_is_not_opened_the_reason_counts() -> None:
    job = OpenJob([Source("/a/long/way/down/bad.csv")], named="/a/long/way/down/bad.csv", reading="bad.csv")
    job.error = "/a/long/way/down/bad.csv, line 4, period: Anna has period 4 but no period 3"
    assert job.without_folder == "bad.csv, line 4, period: Anna has period 4 but no period 3"


async def test_no_title_of_the_train_view_is_cut(opened: Opened) -> None:
    async with opened(SMALL, choices("lstm")) as pilot:
        await pilot.press("3")
        await pilot.pause()
        text = screen_text(app_of(pilot))
        (row,) = (line for line in text.splitlines() if "Queue" in line)
        assert "LSTM bias 0, exact, 30 ep., rate 0.05" in row and "0/12 trained, 1 to 9" in row and "…" not in row
        assert "base: the larger class of the test set   " in text, "it does not touch the queue"


async def test_while_the_first_epoch_is_waited_for_nothing_is_to_be_started(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await pilot.press("3")
        view = app_of(pilot).query_one(rnntui.views.train.TrainView)
        view.job = Waiting()
        view._refresh()
        await pilot.pause()
        assert "preparing…" in screen_text(app_of(pilot)) and "starts the training" not in screen_text(app_of(pilot))


async def test_the_scatter_says_what_its_signs_are(opened: Opened, quick: Forecasters) -> None:
    async with opened(MIDDLE) as pilot:
        await pilot.press("6")
        small(pilot)
        assert "digits: how many   ▲ seed 0   ┃ median" in await computed(pilot)


async def test_no_steps_back_are_explained(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def few(choice: NetworkChoice) -> Row:
        """Four runs of five learn, at every length."""
        row = made_up(choice)
        return replace(row, correct=BASELINE + 30 * (choice.run % 5 > 0))

    monkeypatch.setattr(rnntui.reach_job, "rows", Rows(made=few))
    async with opened(MIDDLE) as pilot:
        text = await computed(pilot, "4")
        assert "0: <90 % at T = 2" in text and "a run alone: median 12" in text
        assert "0 steps back in 100 runs (fewer than 90 % learn at T = 2)" in sentence_of(pilot)


async def test_a_dialog_says_its_keys_whole(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Tab, then ?: another panel ─╯" in screen_text(app_of(pilot))


@pytest.mark.parametrize("theme", list(PALETTES))
async def test_every_list_has_the_same_cursor(opened: Opened, theme: str) -> None:
    async with opened(SMALL, theme=theme) as pilot:
        await pilot.press("d")
        await pilot.pause()
        style = app_of(pilot).screen.query_one(DataTable).get_component_styles("datatable--cursor")
        lit = Color.parse(PALETTES[theme].lit)
        assert max(abs(a - b) for a, b in zip(style.background.rgb, lit.rgb, strict=True)) <= 1  # rounded on its way


@pytest.mark.parametrize(("text", "shown"), [
    ("All are there. J goes to where a unit moves most.", "All are there."),
    ("Side A is the LSTM, T 12. Trace here: 0.2427 in A, 0.2427 in B.", "Side A is the LSTM, T 12."),
    ("Computing over 60 subscribers… All are untrained.", "Computing over 60 subscribers…"),
    ("One sentence alone that is too long", "One sentence alone that is too long"),
])  # fmt: skip
def test_where_several_sentences_do_not_fit_the_last_are_left_out(text: str, shown: str) -> None:
    assert Said(text).fitting(31) == shown
    assert Said(text, text).fitting(31) == shown and Said(text).fitting(80) == text


async def test_gates_keep_their_columns_while_they_are_measured(opened: Opened) -> None:
    async with opened(SMALL, choices("lstm")) as pilot:
        await computed(pilot, "5")
        panel = app_of(pilot).query_one(SlopesPanel)
        assert panel.figure is not None and panel.seen is not None
        half = replace(panel.figure, recurrent=panel.figure.recurrent[:2])
        panel.show_figure(panel.seen, half)
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "i   f   g   o" in text and "singular value  .95 .86   …   …" in text
