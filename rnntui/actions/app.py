"""Demos, and what concerns the whole app."""

from __future__ import annotations

from .action import Action, Stage, whole


def _demo(stage: Stage, name: str) -> None:
    if name:
        stage.start_demo(name)
    else:
        stage.open_dialog("demos")


def _beat(stage: Stage, number: str) -> None:
    if number:
        stage.jump(whole(number, "beat"))
    else:
        stage.open_dialog("beats")


APP: tuple[Action, ...] = (
    Action("demo", "Guided demos", "Demo", _demo, ("d",), "d", takes="a demo's name or file"),
    Action("beat-next", "On to the demo's next beat; Space does too", "Demo", lambda s, _: s.move_beat(1),
           ("pagedown",), "PgDn", demo=True),
    Action("beat-back", "Back to the demo's beat before", "Demo", lambda s, _: s.move_beat(-1),
           ("pageup",), "PgUp", demo=True),
    Action("beat", "To one of the demo's beats", "Demo", _beat, ("j",), "j", takes="a beat's number", demo=True),
    Action("view", "Open a view", "App", lambda s, name: s.open_view(name), takes="a view's name"),
    Action("last-place", "Return to where the last session ended", "App", lambda s, _: s.return_to_last(), ("o",), "o"),
    Action("theme", "Another theme: dark, light, high contrast", "App", lambda s, _: s.change_theme(), ("T",), "T"),
    Action("panel", "The next panel; the help then explains it", "App", lambda s, _: s.next_panel(),
           (), "Tab", "panel", 3),
    Action("export", "Save the picture as SVG and text, and the numbers as CSV", "App", lambda s, _: s.export(),
           ("x",), "x"),
    Action("copy", "Copy the numbers of the focused panel as CSV", "App", lambda s, _: s.copy(), ("y",), "y"),
    Action("commands", "Every command by its name", "App", lambda s, _: s.open_dialog("commands"), (), "^p"),
    Action("help", "Help on this panel and on every key", "App", lambda s, _: s.open_dialog("help"),
           ("question_mark", "f1"), "?", "help", 1),
    Action("leave", "Leave the innermost thing; stop what runs", "App", lambda s, _: s.leave(), ("escape",), "Esc"),
    Action("quit", "Quit", "App", lambda s, _: s.quit(), ("q",), "q", "quit", 1),
)  # fmt: skip
