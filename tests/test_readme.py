"""The README is true: its commands exist, its picture is current, its demo plays."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rnntui.actions import ACTIONS
from rnntui.cli import rnntui
from rnntui.settings import read_settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands() -> list[str]:
    """Every `rnntui …` that the README writes, without placeholders and comments."""
    found = re.findall(r"`(rnntui[^`]*)`", README) + re.findall(r"^(rnntui .*)$", "\n".join(blocks("sh")), re.MULTILINE)
    return list(dict.fromkeys(found))


def command_of(group: click.Command, name: str) -> click.Command | None:
    """A group's command of that name, if there is one."""
    return group.get_command(click.Context(group), name) if isinstance(group, click.Group) else None


@pytest.mark.parametrize("command", commands())
def test_every_command_and_option_it_names_exists(command: str) -> None:
    words = command.split()[1:]
    group, path = rnntui, []
    while words and (found := command_of(group, words[0])) is not None:
        path.append(words.pop(0))
        group = found
    known = {option for parameter in group.params for option in parameter.opts}
    for word in words:
        if word.startswith("--"):
            assert word in known, f"{word} is not an option of rnntui {' '.join(path)}"
    if isinstance(group, click.Group):
        assert not words or words[0].startswith("--"), f"{words[0]} is not a command"


def test_it_names_every_command() -> None:
    for name in rnntui.list_commands(click.Context(rnntui)):
        assert f"rnntui {name}" in README
    table = command_of(rnntui, "table")
    assert isinstance(table, click.Group)
    for name in table.list_commands(click.Context(table)):
        assert f"rnntui table {name}" in README


def test_its_picture_is_what_the_command_draws(tmp_path: Path) -> None:
    fresh = tmp_path / "step.svg"
    choices = "--cell lstm --memory-bias 1 --period 5 --unit 3 --size 120x36"
    done = CliRunner().invoke(rnntui, ["shot", *choices.split(), "--out", str(fresh)])
    assert done.exit_code == 0, done.output
    assert fresh.read_text(encoding="utf-8") == (ROOT / "docs" / "step.svg").read_text(encoding="utf-8")


def test_its_picture_calls_nobody() -> None:
    picture = (ROOT / "docs" / "step.svg").read_text(encoding="utf-8")
    assert not re.search(r"url\((?!#)", picture)
    assert set(re.findall(r"https?://[\w.]+", picture)) <= {"http://www.w3.org", "https://www.textualize.io"}


def test_its_demos_play(tmp_path: Path) -> None:
    own, words = tmp_path / "own.toml", ("The answer is 2", "times as much")
    demos = [block for block in blocks("toml") if "[[beat]]" in block]
    for demo, word in zip(demos, words, strict=True):
        own.write_text(demo, encoding="utf-8")
        done = CliRunner().invoke(rnntui, ["demo", str(own), "--plain"])
        assert done.exit_code == 0, done.output
        assert word in done.output


def test_its_settings_are_read(tmp_path: Path) -> None:
    own = tmp_path / "config.toml"
    own.write_text(next(block for block in blocks("toml") if "[keys]" in block), encoding="utf-8")
    found = read_settings(own)
    assert (found.theme, found.keys["next"]) == ("high-contrast", ("space", "f4"))


def test_it_names_every_action_that_can_have_another_key() -> None:
    for action in ACTIONS:
        assert not action.keys or re.search(rf"`{action.name}`\s", README), action.name
