"""The configuration file: the theme and other keys; and what a broken one says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnntui import actions, keyboard
from rnntui.actions import ACTIONS, rebound
from rnntui.memory import Memory
from rnntui.settings import Settings, folder, read_settings
from rnntui.start import started
from rnntui_engine.records import BadInput

from .conftest import SMALL, screen_text, settled


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("RNNTUI_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("RNNTUI_STATE_DIR", str(tmp_path / "state"))
    yield
    keyboard.know({action.name: action.keys for action in ACTIONS})


def settings_of(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return read_settings(path)


def test_theme_and_keys_are_read(tmp_path: Path) -> None:
    found = settings_of(tmp_path, 'theme = "high-contrast"\n[keys]\nnext = ["space", "j"]\npin = "f2"\nslower = "-"\n')
    assert found == Settings("high-contrast", {"next": ("space", "j"), "pin": ("f2",), "slower": ("minus",)})
    assert read_settings(tmp_path / "there is none.toml") == Settings()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("them = 1", "line 1: them is not a setting; there are theme and keys"),
        ('\ntheme = "blue"', "line 2: theme is one of dark, light, high-contrast"),
        ("keys = 3", "line 1: keys is a table"),
        ('[keys]\nnxt = "j"', "line 2: nxt is not an action; did you mean next"),
        ("[keys]\nnext = 3", "line 2: next takes a key or a list of keys"),
        ('[keys]\nnext = []', "line 2: next takes a key or a list of keys"),
        ('[keys]\nnext = "hyper+j"', "line 2: 'hyper+j' is not a key that can be bound"),
        ('[keys]\nnext = "1"', "line 2: '1' is not a key that can be bound"),
        ('[keys]\nnext = "ctrl+c"', "is not a key that can be bound"),
        ('[keys]\nnext = "j"\nback = "j"', "line 3: j is given to next and to back"),
        ('[keys]\nquit = "j"\nback = "escape"', "line 3: escape is the key of leave; give leave another one first"),
        ('[keys]\nview = "j"', "view needs something after it"),
        ('[keys]\npanel = "j"', "panel keeps its key, Tab"),
        ("[keys\n", "config.toml: "),
        ('theme = "\\u001b[31m"', "theme is one of"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadInput) as problem:
        settings_of(tmp_path, text)
    assert says in str(problem.value)
    assert "config.toml" in str(problem.value)
    assert "\n" not in str(problem.value)
    assert "\x1b" not in str(problem.value)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(BadInput, match="not a file"):
        read_settings(tmp_path / "config.toml")
    (tmp_path / "bytes.toml").write_bytes(b"theme = '\xff'")
    with pytest.raises(BadInput, match="UTF-8"):
        read_settings(tmp_path / "bytes.toml")


def test_a_pipe_is_not_waited_for_and_a_huge_file_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.toml")
    assert "is not a file" in complaint(tmp_path / "config.toml")
    assert "is not a file" in complaint(Path("/dev/zero"))
    (tmp_path / "large.toml").write_text("")
    os.truncate(tmp_path / "large.toml", 10**12)
    assert "has over 100000 bytes" in complaint(tmp_path / "large.toml")
    (tmp_path / "nul.toml").write_bytes(b'theme = "\0"\n')
    assert complaint(tmp_path / "nul.toml").isprintable()
    assert complaint(tmp_path / "nul.toml")


@given(st.text(max_size=200))
def test_any_text_is_settings_or_one_clear_line(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder_name:
        path = Path(folder_name) / "config.toml"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        assert complaint(path).isprintable()


def complaint(path: Path) -> str:
    """What is wrong with a file; nothing where it is read."""
    try:
        read_settings(path)
    except BadInput as problem:
        return str(problem)
    return ""


def test_every_key_of_the_table_can_be_written() -> None:
    for action in ACTIONS:
        for key in action.keys:
            assert keyboard.called(key) == key
            assert keyboard.called(keyboard.printed(key)) == key


def test_no_key_means_two_things_in_one_view() -> None:
    for actions_of in (ACTIONS, rebound({"next": ("b",), "pin": ("space",)})):
        for _, view, _ in actions.VIEWS:
            here = [action for action in actions_of if not action.demo and (not action.views or view in action.views)]
            here = [action for action in here if not action.gives_way(view, actions_of)]
            bound = [key for action in here for key in action.keys]
            assert len(bound) == len(set(bound))


async def test_a_rebound_key_works_and_every_text_names_it(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('theme = "light"\n[keys]\nnext = "j"\npin = "space"\ncell = "f2"\n', "utf-8")
    app = started(Memory())
    async with app.run_test(size=SMALL) as pilot:
        assert app.theme == "rnntui-light"
        text = screen_text(app)
        assert "j goes on" in text
        assert "j next" in text
        assert "F2 plain" in text
        await pilot.press("j", "j")
        assert app.viewing.period == 3
        await pilot.press("right", "c", "b")
        assert (app.viewing.period, app.viewing.choices.network.cell, app.viewing.other) == (3, "rnn", None)
        await pilot.press("space", "f2")
        await settled(pilot)
        assert app.viewing.other is not None
        assert app.viewing.choices.network.cell == "erase-write"
        await pilot.press("?")
        await settled(pilot)
        assert "j steps on" in screen_text(app)


async def test_broken_settings_are_left_aside_and_said_so(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[keys]\nnxt = "j"\n', "utf-8")
    app = started(Memory())
    async with app.run_test(size=(160, 40)) as pilot:
        await settled(pilot)
        assert "The settings are not used" in app.viewing.sentence.long
        assert "did you mean next" in app.viewing.sentence.long
        await pilot.press("space")
        assert app.viewing.period == 2
    assert path.read_text("utf-8") == '[keys]\nnxt = "j"\n', "a person's own file is never touched"


def test_the_folders_are_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RNNTUI_CONFIG_DIR")
    monkeypatch.delenv("RNNTUI_STATE_DIR")
    assert folder("config").name == "rnntui"
    assert folder("state").name == "rnntui"


def test_what_cannot_be_done_without_keeps_its_key() -> None:
    assert actions.TABLE["quit"].keys
    assert rebound({"next": ("q",), "quit": ("f3",)})
