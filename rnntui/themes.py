"""The palettes as themes of Textual's, for what Textual itself paints: dialogs, lists, the command palette."""

from __future__ import annotations

from textual.theme import Theme

from .palette import PALETTES, Palette

PREFIX = "rnntui-"


def themes() -> list[Theme]:
    """A theme for each palette, in their order."""
    return [_theme(palette, PREFIX + name) for name, palette in PALETTES.items()]


def palette_of(theme: str) -> Palette:
    """The palette of a theme by the theme's name."""
    return PALETTES.get(theme.removeprefix(PREFIX)) or PALETTES["dark"]


def after(theme: str) -> str:
    """The name of the palette after that of a theme, around the end."""
    names = list(PALETTES)
    return names[(names.index(theme.removeprefix(PREFIX)) + 1) % len(names)]


def _theme(palette: Palette, name: str) -> Theme:
    return Theme(
        name=name, dark=not name.endswith("light"), primary=palette.positive, secondary=palette.unmarked,
        accent=palette.lit, foreground=palette.text, background=palette.ground, surface=palette.surface,
        panel=palette.surface, warning=palette.negative, error=palette.wrong, success=palette.unmarked,
    )  # fmt: skip
