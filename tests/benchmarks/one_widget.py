"""The least that Textual can show: what the app's first frame is compared with."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class OneWidget(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("this is one widget")


if __name__ == "__main__":
    OneWidget().run()
