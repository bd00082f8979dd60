"""A network of one's own in the app: opened, its layers, what stays as it is, left again, compared."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.dialogs.modules import ModuleList
from rnntui.memory import Memory, Remembered
from rnntui.opening_weights import parsed
from rnntui.seen import Choices
from rnntui.viewing import Viewing
from rnntui_engine.loaded import load
from rnntui_engine.records import BadInput
from rnntui_engine.unroll import trace

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text, settled
from .view_tools import app_of, computed, sentence_of

FILES = Path(__file__).parents[1] / "data" / "weights"


@pytest.fixture(autouse=True)
def _beside_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FILES)


def file(name: str) -> str:
    return f"{name}.safetensors"


def shown(name: str, nonlinearity: str = "", **more: Any) -> Choices:
    return Choices(load(Path(file(name)), None, nonlinearity).choice(12, "lesson"), trained=True, **more)


async def open_file(pilot: Pilot[None], path: str, *keys: str) -> str:
    """Type a path into the question box, then press some keys; what the screen shows after them."""
    await pilot.press("i", *path, "enter", *keys)
    await settled(pilot)
    return screen_text(app_of(pilot))


@pytest.mark.parametrize(("size", "where"), [(SMALL, "80x24"), (MIDDLE, "120x36"), (LARGE, "200x60")])
async def test_a_network_of_two_layers(opened: Opened, size: tuple[int, int], where: str) -> None:
    async with opened(size, shown("lstm_two_layers")) as pilot:
        app_of(pilot).viewing.go(5)
        await settled(pilot)
        golden(f"own-lstm-{where}", screen_text(app_of(pilot)))


async def test_without_a_readout_the_output_says_so(opened: Opened) -> None:
    async with opened(MIDDLE, shown("gru_two_answers")) as pilot:
        app_of(pilot).viewing.go(12)
        await settled(pilot)
        text = screen_text(app_of(pilot))
        golden("own-gru-no-readout-120x36", text)
        assert "no readout in the file" in text
        assert "it says nothing" in text


async def test_it_is_opened_by_its_path(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await pilot.press("space", "space")
        text = await open_file(pilot, file("lstm_two_layers"))
        viewing = app_of(pilot).viewing
        assert viewing.period == 3
        assert "file lstm_two_layers.safetensors LSTM" in text
        assert "layer 2/2" in text
        assert sentence_of(pilot).startswith("lstm_two_layers.safetensors: nn.LSTM, 2 layers of 5 units, 2 inputs.")
        assert (viewing.trace.trained, viewing.wanted) == (True, None)
        await open_file(pilot, file("lstm_two_layers"))
        assert sentence_of(pilot) == "lstm_two_layers.safetensors is shown already."
        await open_file(pilot, "x.safetensors")
        assert sentence_of(pilot) == "x.safetensors: cannot be read: No such file or directory."
        assert viewing.choices.network.weights
        await open_file(pilot, f"{file('rnn_relu')} relu")
        assert viewing.seen.cell.name == "rnn-relu"


async def test_of_several_modules_one_is_chosen(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await open_file(pilot, file("two_modules"))
        app = app_of(pilot)
        assert isinstance(app.screen, ModuleList)
        assert "encoder" in screen_text(app)
        await pilot.press("escape")
        assert not app.viewing.choices.network.weights
        await open_file(pilot, file("two_modules"))
        row = app.screen.modules.index("encoder")  # type: ignore[attr-defined]
        await pilot.press(*["down"] * row, "enter")
        await settled(pilot)
        assert app.viewing.seen.cell.name == "gru"


async def test_a_module_that_cannot_read_the_data_says_why(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await open_file(pilot, file("two_modules"))
        row = app_of(pilot).screen.modules.index("decoder")  # type: ignore[attr-defined]
        await pilot.press(*["down"] * row, "enter")
        await settled(pilot)
        assert "3 inputs" in sentence_of(pilot)
        assert "First O opens a CSV, with --features" in sentence_of(pilot)
        assert not app_of(pilot).viewing.choices.network.weights


async def test_layers_one_after_the_other(opened: Opened) -> None:
    async with opened(MIDDLE, shown("rnn_three_layers")) as pilot:
        viewing = app_of(pilot).viewing
        found = []
        for _ in range(4):
            await pilot.press("l")
            await settled(pilot)
            found.append(viewing.trace.layer)
            assert f"layer {found[-1]}/3" in screen_text(app_of(pilot))
            expected = trace(viewing.choices.network, 260, layer=found[-1])
            assert viewing.trace.real.states.tobytes() == expected.real.states.tobytes()
        assert found == [1, 2, 3, 1]
        assert sentence_of(pilot) == "Layer 1 of 3: its inputs are what the network reads."
        app_of(pilot).action_perform("layer 4")
        assert sentence_of(pilot) == "4 is not a layer from 1 to 3."
        await pilot.press("2")
        await pilot.press("1", "enter")
        await settled(pilot)


@pytest.mark.parametrize(("key", "words"), [
    ("c", "The network is the file's"), ("r", "The network is the file's"), ("m", "The network is the file's"),
    ("t", "there is no untrained twin of it"),
])  # fmt: skip
async def test_what_the_file_decides_stays(opened: Opened, key: str, words: str) -> None:
    async with opened(MIDDLE, shown("rnn_relu", "relu")) as pilot:
        viewing = app_of(pilot).viewing
        before = viewing.place
        await pilot.press(key)
        await settled(pilot)
        assert words in sentence_of(pilot)
        assert viewing.place == before
        await pilot.press(">", "<", "n")
        assert viewing.choices.network.weights == before.choices.network.weights


async def test_it_is_left_for_the_lessons_own_and_compared_with_it(opened: Opened) -> None:
    async with opened(MIDDLE, shown("lstm_two_layers")) as pilot:
        viewing = app_of(pilot).viewing
        await pilot.press("b", "I", "end")
        await settled(pilot)
        assert not viewing.choices.network.weights
        assert viewing.seen.other is not None
        assert viewing.seen.other_name == "LSTM of lstm_two_layers"
        assert viewing.seen.apart is not None
        gap = viewing.trace.real.h[12, :5] - viewing.seen.other.trace.real.h[12]
        assert viewing.seen.apart.per_unit[12].tolist() == gap.tolist()
        assert "LSTM of lstm_two_layers" in screen_text(app_of(pilot))
        await pilot.press("B")
        await settled(pilot)
        assert viewing.choices.network.weights
        await pilot.press("I", "I")
        assert "from no file" in sentence_of(pilot)


async def test_views_of_kinds_train_networks_of_their_own(opened: Opened) -> None:
    async with opened(MIDDLE, shown("rnn_relu", "relu")) as pilot:
        text = await computed(pilot, "2")
        assert "plain k1" in text
        text = await computed(pilot, "3")
        assert "0 of 12 trained" in text
        await computed(pilot, "1")
        assert app_of(pilot).viewing.choices.network.weights


def test_what_is_typed_is_a_path_and_perhaps_a_nonlinearity(tmp_path: Path) -> None:
    assert parsed("a b.safetensors") == (Path("a b.safetensors"), "")
    assert parsed(" net.safetensors relu ") == (Path("net.safetensors"), "relu")
    assert parsed("'a b.safetensors'") == (Path("a b.safetensors"), "")
    assert parsed("~/n.safetensors")[0] == Path.home() / "n.safetensors"
    (tmp_path / "my relu").write_bytes(b"")
    assert parsed(str(tmp_path / "my relu")) == (tmp_path / "my relu", "")


def test_names_from_a_file_are_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m[b]net.safetensors"
    path.write_bytes(Path(file("gru_two_answers")).read_bytes())
    viewing = Viewing(Choices(load(path).choice(12, "lesson"), trained=True))
    viewing.say(viewing.sentence)
    assert viewing.seen.choices.network.weights
    app = RnnApp(viewing.choices)
    with pytest.raises(BadInput):
        load(tmp_path / "x\x1b]0;owned\x07.safetensors")
    app.action_perform(f"weights {tmp_path}/x\x1b]0;owned\x07.safetensors")
    assert "\x1b" not in app.viewing.sentence.long
    assert "\x07" not in app.viewing.sentence.long


def test_the_last_place_is_opened_again_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "net.safetensors"
    path.write_bytes(Path(file("lstm_two_layers")).read_bytes())
    viewing = Viewing(Choices(load(path).choice(12, "lesson"), trained=True, layer=1))
    viewing.go(7)
    memory = Memory(tmp_path / "state.json")
    assert memory.keep(Remembered("dark", "step", viewing.place)) == ""
    monkeypatch.setattr("rnntui_engine.loaded._stacks", {})
    again = Memory(tmp_path / "state.json")
    assert again.notice == ""
    assert again.found.place == viewing.place
    path.unlink()
    monkeypatch.setattr("rnntui_engine.loaded._stacks", {})
    gone = Memory(tmp_path / "state.json")
    assert (gone.found.place, gone.found.theme) == (None, "dark")
    assert "net.safetensors" in gone.notice
    assert (tmp_path / "state.json").exists()


async def test_sorting_and_the_period_of_the_largest_move(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 1.0)) as pilot:
        viewing = app_of(pilot).viewing
        viewing.go(4)
        await pilot.press("S")
        await settled(pilot)
        gaps = viewing.trace.difference_per_unit[4, 0]
        assert viewing.sorting == "difference"
        assert viewing.unit == int(gaps.argmax())
        assert viewing.seen.order is not None
        assert [float(gaps[k]) for k in viewing.seen.order] == sorted(gaps.tolist(), reverse=True)
        golden("sorted-lstm-120x36", screen_text(app_of(pilot)))
        await pilot.press("down")
        assert viewing.unit == int(viewing.seen.order[1])
        await pilot.press("S", "S")
        assert viewing.sorting == "number"
        await pilot.press("J")
        h = viewing.trace.real.h[:, viewing.unit]
        moved = [abs(float(b - a)) for a, b in pairwise(h)]
        assert viewing.period == moved.index(max(moved)) + 1
        assert sentence_of(pilot).startswith(f"Unit {viewing.unit + 1} moves most at period {viewing.period}:")
        app_of(pilot).action_perform("sort x")
        assert sentence_of(pilot) == "'x' is none of number, difference, saturation."
