"""A person's own sequences in the app: opening, choosing, stepping, editing, saving, coming back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rnntui.dialogs.row_list import RowList
from rnntui.memory import Memory
from rnntui.seen import Choices
from rnntui.start import keep, started
from rnntui.text import clean
from rnntui.viewing import Viewing
from rnntui.widgets.axis import axis_for
from rnntui_engine.records import NetworkChoice
from rnntui_engine.sequences import Own, Source, opened

from .conftest import LARGE, MIDDLE, SMALL, Opened, golden, screen_text, settled
from .view_tools import app_of, computed, sentence_of

DATA = Path(__file__).parents[1] / "data"
LONG, WIDE = DATA / "own_long.csv", DATA / "own_wide.csv"


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RNNTUI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("RNNTUI_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def own(path: Path, **constants: object) -> Choices:
    data = opened(Source(str(path), **constants), clean)  # type: ignore[arg-type]
    return Choices(NetworkChoice(length=data.length_of(0), data=data.name), 0)


async def open_by_key(pilot: Pilot[None], path: object) -> str:
    """Press the key, type the path; what the sentence says then."""
    await pilot.press("O")
    await pilot.pause()
    app_of(pilot).screen.query_one("Input").value = str(path)  # type: ignore[attr-defined]
    await pilot.press("enter")
    await settled(pilot)
    return sentence_of(pilot)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=["small", "middle", "large"])
@pytest.mark.parametrize("path", [LONG, WIDE], ids=["long", "wide"])
async def test_they_look_finished(opened: Opened, size: tuple[int, int], path: Path) -> None:
    async with opened(size, own(path)) as pilot:
        await pilot.press("space", "space")
        await settled(pilot)
        golden(f"own_{path.stem.removeprefix('own_')}_{size[0]}", screen_text(app_of(pilot)))


async def test_a_file_is_opened_by_a_key_and_the_lesson_again(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        said = await open_by_key(pilot, LONG)
        assert said == "own_long.csv: 4 sequences of 2 to 5 periods, 2 of them marked. s lists them, Space goes on."
        seen = app_of(pilot).viewing.seen
        assert (seen.choices.name, seen.trace.length, seen.period) == ("Anna", 4, 1)
        assert "own_long.csv  Anna ● marked" in screen_text(app_of(pilot))
        assert "None is marked, so there is no label" in await open_by_key(pilot, WIDE)
        await open_by_key(pilot, "lesson")
        assert app_of(pilot).viewing.choices == Choices()


async def test_what_cannot_be_opened_is_said_and_changes_nothing(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("subscriber,1,2\na,1,x\n")
    async with opened(LARGE) as pilot:
        before = app_of(pilot).viewing.place
        assert "bad.csv, line 2, 2: 'x' is not a finite number." in await open_by_key(pilot, tmp_path / "bad.csv")
        assert "is a folder, not a file." in await open_by_key(pilot, tmp_path)
        assert "there is no such file." in await open_by_key(pilot, "none.csv")
        assert app_of(pilot).viewing.place == before


async def test_reading_is_stopped_by_escape(opened: Opened, tmp_path: Path) -> None:
    async with opened(SMALL) as pilot:
        app = app_of(pilot)
        before = app.viewing.place
        app.action_perform(f"open {LONG}")
        job = app.opener.job
        assert job is not None
        app.action_perform("leave")
        assert job.cancelled
        assert "The reading was stopped" in sentence_of(pilot)
        job.join()
        app.opener.poll()
        assert app.viewing.place == before


async def test_each_sequence_keeps_its_own_length(opened: Opened) -> None:
    async with opened(SMALL, own(LONG)) as pilot:
        viewing = app_of(pilot).viewing
        await pilot.press("end")
        for name, length, period in (("Bjørn", 3, 3), ("Chen 陳", 5, 3), ("Dora", 2, 2), ("Anna", 4, 2)):
            await pilot.press("n")
            assert (viewing.choices.name, viewing.trace.length, viewing.period) == (name, length, period)
        await pilot.press("<")
        assert viewing.trace.length == 2
        await pilot.press("n")
        assert (viewing.choices.name, viewing.trace.length) == ("Bjørn", 2), "not the whole one: T stays"
        await pilot.press(">", ">", ">")
        assert viewing.trace.length == 3
        assert "T = 3 is the longest shown here" in sentence_of(pilot)


def test_chrono_waits_for_a_sequence_that_is_long_enough() -> None:
    choices = own(LONG)
    viewing = Viewing(Choices(NetworkChoice("lstm", mode="exact", length=4, memory_bias="chrono",
                                            data=choices.network.data), 0))  # fmt: skip
    for _ in range(3):
        viewing.next_subscriber(1)
    assert (viewing.choices.name, viewing.choices.network.memory_bias) == ("Dora", 0.0)
    viewing.next_subscriber(1)
    assert (viewing.choices.name, viewing.choices.network.memory_bias) == ("Anna", "chrono")


async def test_the_list_shows_names_and_finds_parts_of_them(opened: Opened) -> None:
    async with opened(SMALL, own(LONG)) as pilot:
        await pilot.press("s", *"陳")
        await settled(pilot)
        text = screen_text(app_of(pilot))
        assert "1 of 4" in text
        assert "Chen 陳" in text
        await pilot.press("enter")
        assert app_of(pilot).viewing.choices.name == "Chen 陳"
        await pilot.press("s", *"unmarked")
        await settled(pilot)
        assert "2 of 4" in screen_text(app_of(pilot))


async def test_a_list_of_fifty_thousand_makes_only_the_rows_on_the_screen(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("subscriber,1,2\n" + "".join(f"pump {i:05},{i % 2},{i % 50}\n" for i in range(50_000)))
    async with opened(SMALL, own(path)) as pilot:
        await pilot.press("s")
        await settled(pilot)
        rows = app_of(pilot).screen.query_one(RowList)
        made: list[int] = []
        make = rows._row
        rows._row = lambda row: made.append(row) or make(row)  # type: ignore[func-returns-value]
        await pilot.press("up", "end", *["pagedown"] * 3)
        await settled(pilot)
        assert set(made) <= set(range(60))
        await pilot.press(*"49999")
        await settled(pilot)
        assert "1 of 50000" in screen_text(app_of(pilot))
        await pilot.press("enter")
        assert app_of(pilot).viewing.choices.name == "pump 49999"


async def test_a_click_in_the_list_takes_the_row(opened: Opened) -> None:
    async with opened(SMALL, own(LONG)) as pilot:
        await pilot.press("s")
        await settled(pilot)
        await pilot.click(RowList, offset=(5, 3))
        await settled(pilot)
        assert app_of(pilot).viewing.choices.name == "Chen 陳"


async def test_an_edit_is_compared_where_there_is_no_marker(opened: Opened) -> None:
    async with opened(MIDDLE, own(WIDE)) as pilot:
        await settled(pilot)
        assert "No sequence of own_wide.csv" in screen_text(app_of(pilot))
        assert "no label, none marked" in screen_text(app_of(pilot))
        await pilot.press("e", *"-1e20", "enter")
        await settled(pilot)
        assert "Original / edited" in screen_text(app_of(pilot))
        assert app_of(pilot).viewing.trace.compared
        await pilot.press("u")
        assert not app_of(pilot).viewing.trace.compared


async def test_views_say_where_there_is_nothing_to_show(opened: Opened) -> None:
    async with opened(SMALL, own(WIDE)) as pilot:
        for key, need in (("2", "Decay needs sequences with the marker"), ("3", "Train needs"), ("4", "Reach needs")):
            await pilot.press(key)
            assert f"no sequence in own_wide.csv starts with the marker, 0; {need}" in sentence_of(pilot)
            assert app_of(pilot).view == "step"
        await pilot.press("t")
        assert "no sequence in own_wide.csv starts with the marker, 0." in sentence_of(pilot)
        assert not app_of(pilot).viewing.choices.trained
        assert app_of(pilot).trainer.job is None


async def test_views_show_what_can_be_learned_of_it(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "my.csv"
    lines = [f"s{i},{0 if i % 2 else 30},{20 + i % 11},{20 + i % 7}{',30' if i < 3 else ''}" for i in range(80)]
    path.write_text("subscriber,1,2,3,4\n" + "\n".join(lines) + "\n")
    async with opened(MIDDLE, own(path)) as pilot:
        assert app_of(pilot).viewing.trace.length == 4
        text = await computed(pilot, "2")
        assert "mean of 80" in text
        assert app_of(pilot).view == "decay"
        await computed(pilot, "1", "n", "n", "n")
        assert app_of(pilot).viewing.trace.length == 3
        await pilot.press("t")
        await settled(pilot)
        assert app_of(pilot).viewing.trace.trained
        await pilot.press("N")
        await settled(pilot)
        assert not app_of(pilot).viewing.choices.trained
        assert "It is untrained: my.csv has too few sequences of 4 periods" in sentence_of(pilot)
        await pilot.press("3")
        assert "plain: 2 networks to train" in sentence_of(pilot), "two runs at T = 2, not at 4"


async def test_an_edited_sequence_is_saved_and_opens_again(opened: Opened, tmp_path: Path) -> None:
    async with opened(SMALL, own(LONG, features=("temperature", "reading"))) as pilot:
        await pilot.press("n", "space", "e", *"7.5", "enter", "x")
        await settled(pilot)
        trace = app_of(pilot).viewing.trace
    saved = next(tmp_path.glob("rnntui-step-*-sequence.csv"))
    assert saved.read_text("utf-8").splitlines()[:2] == ["subscriber,period,reading,temperature", "Bjørn,1,18.75,4.5"]
    again = Viewing(own(saved, features=("temperature", "reading"))).trace
    assert again.real.states.tobytes() == trace.real.states.tobytes()


async def test_the_last_place_reads_its_file_again(tmp_path: Path) -> None:
    path = tmp_path / "my.csv"
    path.write_bytes(LONG.read_bytes())
    memory = Memory()
    app = started(memory)
    async with app.run_test(size=SMALL) as pilot:
        await open_by_key(pilot, "my.csv")
        await pilot.press("n", "n", "space", "c", "b")
        await settled(pilot)
        before = app.viewing.place
    keep(app, memory)
    again = started(Memory())
    async with again.run_test(size=LARGE) as pilot:
        assert sentence_of(pilot) == "o opens my.csv again where you were. Space goes on here, ? helps."
        assert again.viewing.choices == Choices()
        await pilot.press("o")
        await settled(pilot)
        assert again.viewing.place == before
        keep(again, Memory())
    path.write_text(path.read_text("utf-8").replace("31.25", "31.5"), "utf-8")
    changed = started(Memory())
    async with changed.run_test(size=LARGE) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert sentence_of(pilot) == "my.csv is another one than it was: this is its first sequence."
        assert changed.viewing.choices.name == "Anna"
    path.unlink()
    gone = started(Memory())
    async with gone.run_test(size=LARGE) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert "my.csv: there is no such file." in sentence_of(pilot)
        assert gone.viewing.choices == Choices()


def test_a_session_that_does_not_return_to_it_forgets_it_but_a_demo_does_not(tmp_path: Path) -> None:
    memory = Memory()
    app = started(memory, own(LONG))
    keep(app, memory)
    later = Memory()
    assert later.found.later is not None
    app = started(later)
    app.demo = object()  # type: ignore[assignment]
    keep(app, later)
    kept = Memory().found.later
    assert kept is not None
    assert kept.sources == later.found.later.sources


@pytest.mark.parametrize(
    "sources",
    [3, [3], [{}], [{"path": 3, "scale": 1, "tier": None, "marker": 0, "features": []}],
     [{"path": "a", "scale": 0, "tier": None, "marker": 0, "features": []}],
     [{"path": "a", "scale": 1, "tier": "x", "marker": 0, "features": []}],
     [{"path": "a", "scale": 1, "tier": None, "marker": 0, "features": [1]}],
     [{"path": "a", "scale": 1, "tier": None, "marker": 0, "features": []}] * 3],
)  # fmt: skip
def test_broken_sources_are_set_aside(tmp_path: Path, sources: object) -> None:
    (tmp_path / "state").mkdir()
    text = json.dumps({"theme": "dark", "view": "step", "place": {}, "sources": sources})
    (tmp_path / "state" / "state.json").write_text(text)
    assert "set aside" in Memory().notice


async def test_a_place_that_makes_no_sense_in_its_file_opens_the_file(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    source = {"path": str(LONG), "scale": 40, "tier": None, "marker": 0, "features": []}
    text = json.dumps({"theme": "dark", "view": "step", "place": {"choices": 3}, "sources": [source]})
    (tmp_path / "state" / "state.json").write_text(text)
    app = started(Memory())
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert app.viewing.choices.name == "Anna"


@pytest.mark.parametrize("rows", [1, 3, 5, 9])
@pytest.mark.parametrize(
    "readings",
    [[0.0], [-5.0, 5.0], [1e100, -1e100], [1e-300, 2e-300], [1000.0, 1001.0], [7.0, 7.0], [-3.0, -1.0], [0.0, 30.0]],
)
def test_any_scale_has_an_axis_that_holds_every_bar(tmp_path: Path, rows: int, readings: list[float]) -> None:
    path = tmp_path / "my.csv"
    path.write_text("subscriber," + ",".join(str(i) for i in range(1, len(readings) + 1)) + "\na,"
                    + ",".join(map(repr, readings)) + "\n")  # fmt: skip
    data = opened(Source(str(path)), clean)
    assert isinstance(data, Own)
    axis = axis_for(data, data.readings_of(0), rows)
    assert axis.up + axis.down == rows
    lengths = [axis.eighths(reading) for reading in readings]
    assert all(-axis.down * 8 <= length <= axis.up * 8 for length in lengths)
    if rows > 1:
        assert all((length > 0) == (reading > axis.base) for length, reading in zip(lengths, readings, strict=True))
        assert all(
            a <= b for (_, a), (_, b) in zip(*[iter(sorted(zip(readings, lengths, strict=True)))] * 2, strict=False)
        )


async def test_ten_thousand_periods_can_be_read(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "river.csv"
    rows = "".join(f"river,{t},{(t * 37) % 4001 - 2000}\n" for t in range(1, 10_001))
    path.write_text("subscriber,period,reading\n" + rows)
    async with opened(SMALL, own(path)) as pilot:
        await pilot.press("g", *"9876", "enter")
        await settled(pilot)
        text = screen_text(app_of(pilot))
        assert "period 9876/10000" in text
        assert " 9875 ▲9876" in text or "▲9876  9877" in text
        assert "#" not in text.split("Hidden units")[0]
