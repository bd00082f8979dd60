"""The app as a visitor of the server sees it: nothing of the serving machine is opened, saved or remembered."""

from __future__ import annotations

from ..app import RnnApp
from ..start import keep_out_of_the_collectors_way


def main() -> None:
    """Run the app for one visitor, until the page is closed."""
    app = RnnApp(served=True)
    app.loaded = keep_out_of_the_collectors_way
    app.run()


if __name__ == "__main__":
    main()
