"""Opening a dialog by its name, and doing what it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen

from rnntui_engine.readings import data_set

from ..marks import reading
from .ask import AskNumber
from .beats import BeatList
from .demos import DemoList
from .forecasting import QUESTIONS, question
from .help import HelpScreen
from .of_hand import HAND, hand_question
from .subscribers import SubscriberList

if TYPE_CHECKING:
    from ..app import RnnApp


FILE_HINT = (
    "The path of a file (~ is home) with the header\n"
    "subscriber,period,reading or subscriber,1,2,3,…\n"
    "After the path, as on a command line:\n"
    "--features reading,temperature (the inputs' columns),\n"
    "--scale 40, --tier 25, --marker 0.\n"
    "The word lesson opens the lesson's data again; own:days.csv ships."
)
WEIGHTS_HINT = (
    "a .safetensors file with an nn.RNN, nn.GRU or nn.LSTM; relu after it for an nn.RNN with ReLU; "
    "own:first.safetensors ships"
)
SERVED = "In a browser no file of the serving machine is opened but those that ship: "
SERVED_DATA = f"{SERVED}own:days.csv. After it, as on a command line, --scale, --tier, --marker; or lesson."
SERVED_WEIGHTS = f"{SERVED}own:first.safetensors and own:second.safetensors."


def open_dialog(app: RnnApp, name: str) -> None:
    """The help, the lists of subscribers and demos, the question for a period, a reading or a run."""
    choices, trace = app.viewing.choices, app.viewing.trace
    if name == "help":
        focused = app.focused or app.screen_stack[0].query_one(f"#{app.view}")
        text = getattr(focused, "help_text", None) or getattr(focused, "HELP", "")
        app.push_screen(HelpScreen(str(text or ""), app.actions))
    elif name == "subscribers":
        data = data_set(choices.network.data)
        _ask(app, SubscriberList(data, choices.network.length, choices.subscriber), "subscriber")
    elif name == "demos":
        from ..scenario.shelf import listed

        _ask(app, DemoList(listed()), "demo")
    elif name == "beats" and app.demo is not None:
        player = app.demo.player
        _ask(app, BeatList(player.scenario.title, app.demo.lines, player.at + 1), "beat")
    elif name == "reading":
        period = app.viewing.period
        now = f"now {reading(float(trace.readings[period - 1]))} {trace.data.unit}".rstrip()
        marker = f"; {trace.data.marker:g} is the marker" if trace.data.labelled else ""
        now = f"{now}{marker}; original: its own again"
        _ask(app, AskNumber(f"Reading of period {period}", now), f"edit {period}")
    elif name == "file":
        hint = SERVED_DATA if app.served else FILE_HINT
        _ask(app, AskNumber("Open a CSV", hint, most=1000), "open")
    elif name == "period":
        _ask(app, AskNumber("Go to period", f"0 (before anything is read) to {trace.length}"), "period")
    elif name in HAND:
        _ask(app, AskNumber(*hand_question(name, app.viewing.hand.seen)), name)
    elif name in QUESTIONS:
        _ask(app, AskNumber(*question(name, app.viewing.forecast.place)), name)
    elif name == "weights":
        hint = SERVED_WEIGHTS if app.served else WEIGHTS_HINT
        _ask(app, AskNumber("Weights of your own network", hint, most=4096), name)
    elif name == "epochs":
        _ask(app, AskNumber("Epochs", f"times through the training set; now {choices.network.epochs}"), name)
    elif name == "rate":
        _ask(app, AskNumber("Learning rate", f"now {choices.network.rate:g}; 50 is far too large"), name)
    elif name == "toy-lambda":
        _ask(
            app,
            AskNumber("λ of the toy", f"the eigenvalue of its state matrix; now {app.viewing.toy.eigenvalue:g}"),
            name,
        )
    elif name == "toy-derivative":
        now = f"of its activation: at most 1 for tanh, 0.25 for σ; now {app.viewing.toy.derivative:g}"
        _ask(app, AskNumber("Derivative of the toy", now), name)
    elif name == "clip":
        now = "none" if choices.network.clip is None else f"{choices.network.clip:g}"
        _ask(app, AskNumber("Clip the gradient", f"its largest norm, like 1, or none; now {now}"), name)
    elif name == "lengths":
        _ask(app, AskNumber("Lengths", "like 2,4,12 or 2-12"), name)
    elif name == "train-runs":
        _ask(app, AskNumber("Runs", "like k1,k2 or 1-5"), name)
    else:
        _ask(app, AskNumber("Run", "1 and 2 are the lesson's; any other number draws other weights"), "run")


def _ask(app: RnnApp, screen: Screen[str | None] | Screen[int | None], action: str) -> None:
    def answer(value: str | int | None) -> None:
        if value is not None:
            app.action_perform(f"{action} {value}")

    app.push_screen(screen, answer)
