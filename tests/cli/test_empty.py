"""No option takes an empty text for its default: a script whose variable is unset is told so."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from rnntui.cli import rnntui

OWN_WORDS = ("--out", "--dask")  # refused when the command runs, which says what file or address it needs


def taking_values(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each option that takes a value, of the command and all under it."""
    for option in command.params:
        valued = isinstance(option, click.Option) and not option.is_flag and not option.is_eager
        if valued and option.opts[0] not in OWN_WORDS:
            yield path, option.opts[0]
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            under = command.get_command(click.Context(command), name)
            assert under is not None
            yield from taking_values(under, (*path, name))


ALL = list(taking_values(rnntui))


def test_there_are_many() -> None:
    assert {"--data", "--series", "--weights", "--demo", "--lengths"} <= {option for _, option in ALL}


@pytest.mark.parametrize(("path", "option"), ALL, ids=lambda part: part if isinstance(part, str) else " ".join(part))
def test_an_empty_text_is_no_value(path: tuple[str, ...], option: str) -> None:
    command: click.Command = rnntui
    for name in path:
        assert isinstance(command, click.Group)
        under = command.get_command(click.Context(command), name)
        assert under is not None
        command = under
    with pytest.raises(click.BadParameter):
        command.make_context("x", [f"{option}="])
