"""A few pictures with their colours: what goldens of text cannot show. The rest is compared as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.palette import HIGH_CONTRAST, PALETTES, Palette, contrast, ink_on, mixed

from .conftest import MIDDLE, SMALL, choices, settled

KEYS = ("down", "down", "space", "space", "space", "space")


@pytest.mark.parametrize("theme", list(PALETTES))
@pytest.mark.parametrize(("cell", "bias", "size"), [("rnn", 0.0, SMALL), ("lstm", 1.0, MIDDLE)], ids=["rnn", "lstm"])
def test_step(snap_compare: Callable[..., bool], theme: str, cell: str, bias: float, size: tuple[int, int]) -> None:
    app = RnnApp(choices(cell, bias), theme_name=theme)
    app.still = True
    assert snap_compare(app, press=KEYS, terminal_size=size)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_decay(snap_compare: Callable[..., bool], theme: str) -> None:
    app = RnnApp(choices("lstm", 1.0), view="decay", theme_name=theme)
    app.still = True

    async def measured(pilot: Pilot[None]) -> None:
        await settled(pilot)

    assert snap_compare(app, run_before=measured, terminal_size=MIDDLE)


PAIRS = [
    ("text", "ground"), ("text", "surface"), ("dim", "ground"), ("dim", "surface"), ("on_lit", "lit"), ("text", "tint"),
    ("marked", "ground"), ("unmarked", "ground"), ("wrong", "ground"), ("positive", "ground"), ("negative", "ground"),
    ("marked", "tint"), ("unmarked", "tint"), ("positive", "tint"), ("negative", "tint"), ("dim", "tint"),
]  # fmt: skip


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_legible(palette: Palette, ink: str, ground: str) -> None:
    least = 7.0 if palette is HIGH_CONTRAST else 4.5
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= least


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_bars_stand_out_and_heat_is_legible(palette: Palette) -> None:
    for bar in ("positive_muted", "negative_muted", "read", "unread", "lit_bar", *palette.curves):
        colour = bar if bar[0] == "#" else getattr(palette, bar)
        assert contrast(colour, palette.ground) >= 3.0, bar
    low, middle, high = palette.heat
    for colours in ((low, middle), (middle, high), palette.heat_negative):
        for step in range(11):
            ground = mixed(*colours, step / 10)
            assert contrast(ink_on(ground), ground) >= 4.5
