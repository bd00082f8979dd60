"""Any actions in any order: the cursor stays in the trace, the trace stays the choices', and back is what was there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rnntui import own_network
from rnntui.actions import ACTIONS, VIEWS, perform
from rnntui.app import RnnApp
from rnntui.opening_weights import parsed
from rnntui.viewing import Viewing
from rnntui_engine.forecast.learning import Forecaster
from rnntui_engine.forecast.many import Part
from rnntui_engine.forecast.network import Choice, initial
from rnntui_engine.forecast.problem import Problem
from rnntui_engine.loaded import load
from rnntui_engine.records import BadInput
from rnntui_engine.unroll import trace

from .conftest import MIDDLE, SMALL, Opened, choices, screen_text, settled

WEIGHTS = Path(__file__).parents[1] / "data" / "weights" / "rnn_three_layers.safetensors"
ARGUMENTS = {
    "unit": ["1", "6", "7", "0", "x"], "period": ["0", "5", "12", "13", "x"], "goto": ["3", "99"],
    "length": ["2", "7", "12", "13", ""], "subscriber": ["0", "260", "499", "500"], "subscribers": ["42"],
    "open": ["", "long-20", "lesson"],
    "cell": ["", "rnn", "gru", "nothing"], "run": ["", "1", "77", "0", "k3"], "bias": ["", "-2", "chrono", "nan"],
    "slot": ["", "heat", "equation", "none"], "play": ["", "yes", "no"],
    "train": ["", "yes", "no", "x"],
    "mode": ["", "exact", "x"], "epochs": ["", "1", "0", "x"], "rate": ["", "0.1", "0", "x"],
    "clip": ["", "1", "none", "0", "x"], "data": ["", "long-7", "lesson", "long-501", "x"],
    "look": ["2 1", "x", "13 1"],
    "pin": ["", "yes", "no", "x"], "runs": ["", "30", "0", "5001", "x"],
    "toy-lambda": ["", "0.8", "x", "nan"], "toy-derivative": ["", "0,25", "1e9"],
    "edit": ["3 10.5", "1 0", "12 x", "3 original"], "unroll": ["", "yes", "no", "x"],
    "gates-step": ["", "1", "40", "41", "x"], "gates-track": ["input", "candidate", "h"],
    "gate": ["", "0.5", "forget 16-20 0.95", "candidate 3 -1", "output 40-end 0", "input all 2", "x", "forget 9-3 1"],
    "gates-scope": ["", "block", "all"],
    "forecast-model": ["lstm", "x"], "forecast-window": ["6", "0", "x"], "forecast-horizon": ["", "24", "25"],
    "forecast-seeds": ["", "2", "0"], "forecast-hidden": ["", "0"], "forecast-epochs": ["", "1", "0"],
    "forecast-slot": ["", "loss", "x"], "forecast-series": ["", "airline", "missing.csv"],
    "weights": ["", "nowhere.safetensors", str(WEIGHTS), f"{WEIGHTS} relu"], "layer": ["", "1", "3", "x"],
    "sort": ["", "difference", "saturation", "x"],
}  # fmt: skip
VIEWED = [action for action in ACTIONS if not action.demo]
LINES = [f"{a.name} {argument}".strip() for a in VIEWED for argument in ARGUMENTS.get(a.name, [""])]


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty trials of twelve networks would take a while, and so would ninety networks that forecast."""
    monkeypatch.setattr("rnntui.queue_job.trials", lambda choice, count, stop: [140, 141])
    monkeypatch.setattr("rnntui.forecast_job.train_many", untrained)
    monkeypatch.setattr("rnntui_engine.forecast.sarima.available", lambda: False)


def untrained(choices: Sequence[Choice], problem: Problem, stop: object) -> Iterator[Part]:
    """In the place of trained networks that forecast."""
    for index, choice in enumerate(choices):
        yield Part(index, choice.epochs, (1.0,), Forecaster(choice, initial(choice), (1.0,)), 1.0)


class Stage:
    """What the actions of the Step view act on, without a screen."""

    def __init__(self, viewing: Viewing) -> None:
        self.viewing = viewing

    def toggle_trained(self) -> None:
        own_network.toggle_trained(self.viewing)

    def open_weights(self, text: str) -> None:
        own_network.show(self.viewing, load(*parsed(text)[:1], None, parsed(text)[1]))

    def __getattr__(self, name: str) -> Callable[..., None]:
        """What only an app can do: open something, close it, save."""
        return lambda *_: None


def valid(viewing: Viewing) -> None:
    network = viewing.choices.network
    assert 0 <= viewing.period <= viewing.trace.length == network.length
    assert 0 <= viewing.unit < network.hidden
    assert viewing.trace.choice == network
    assert viewing.trace.subscriber == viewing.choices.subscriber
    assert viewing.trace.edits == viewing.choices.edits
    assert viewing.sentence.long
    assert viewing.seen.explanation is None or viewing.period > 0


@settings(max_examples=25, deadline=None, suppress_health_check=[
    HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture,
])  # fmt: skip
@given(st.lists(st.sampled_from(LINES), min_size=200, max_size=200))
def test_two_hundred_random_actions_leave_a_valid_trace_and_cursor(lines: list[str]) -> None:
    viewing = Viewing()
    stage = Stage(viewing)
    for line in lines:
        before = viewing.place
        try:
            perform(stage, line)  # type: ignore[arg-type]
        except BadInput:
            assert viewing.place == before, f"{line} was refused and yet changed something"
    valid(viewing)
    now = viewing.choices
    fresh = trace(now.network, now.subscriber, edits=now.edits, layer=now.layer)
    assert fresh.real.states.tobytes() == viewing.trace.real.states.tobytes()


def test_every_action_is_drawn() -> None:
    assert {line.split()[0] for line in LINES} == {action.name for action in VIEWED}


BY_KEY = tuple((key, name) for key, name, _ in VIEWS)
IN_TRAIN = {
    "learn": "space", "train-faster": "+", "train-slower": "-", "lengths": "l", "train-runs": "K", "trials": "z",
    "queue": "a",
}  # fmt: skip
IN_GRADIENT = {
    "further": "right", "nearer": "left", "nearest": "home", "furthest": "end", "lambda-up": "+", "lambda-down": "-",
    "derivative-up": "up", "derivative-down": "down", "toy-lambda": "l", "toy-derivative": "D",
    "gradient-layer": "L",
}  # fmt: skip
IN_GATES = {
    "gates-next": "right", "gates-back": "left", "gates-first": "home", "gates-last": "end", "gates-step": "g",
    "gates-up": "up", "gates-down": "down", "gates-more": "+", "gates-less": "-", "gate": "e", "gates-scope": "v",
    "gates-undo": "u", "gates-redo": "U", "gates-reset": "z", "gates-save": "S", "gates-load": "O",
}  # fmt: skip
IN_FORECAST = {
    "forecast-go": "space", "forecast-up": "up", "forecast-down": "down", "forecast-scale": "l",
    "forecast-window": "w", "forecast-horizon": "h", "forecast-difference": "f", "forecast-seeds": "#",
    "forecast-hidden": "H", "forecast-epochs": "e", "forecast-span": "z", "forecast-slot": "v", "forecast-series": "S",
}  # fmt: skip
CHANGED_BY = {
    "next": "right", "back": "left", "first": "home", "last": "end", "play": "p", "faster": "+", "slower": "-",
    "up": "up", "down": "down", "slot": "v", "products": "enter", "next-subscriber": "n", "previous-subscriber": "N",
    "cell": "c", "run": "r", "longer": ">", "shorter": "<", "bias": "m", "train": "t", "theme": "T",
    "goto": "g", "edit": "e", "subscribers": "s", "any-run": "R", "help": "?", "demo": "d", "undo": "u", "redo": "U",
    "open": "O", "leave": "escape", "export": "x", "last-place": "o", "mode": "M", "unroll": "w",
    "epochs": "E", "rate": "L", "clip": "C", "data": "D", "pin": "b", "swap": "B", "runs": "#", "copy": "y",
    "weights": "i", "own": "I", "layer": "l", "sort": "S", "jump": "J",
}  # fmt: skip


async def test_every_key_changes_something_when_it_can(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keyed = {action.name for action in ACTIONS if action.keys and not action.demo} - {"quit"}
    there = {"3": IN_TRAIN, "5": IN_GRADIENT, "6": IN_FORECAST, "7": IN_GATES}
    every = {name: key for known in (CHANGED_BY, *there.values()) for name, key in known.items()}
    assert keyed == set(every), "a new action with a key belongs in this test"
    async with opened(SMALL, choices("lstm", 1.0, length=8)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("space", "space", "e", "1", "enter", "space", "e", "2", "enter", "u", "left")
        await pilot.pause()
        start, past, future = app.viewing.place, list(app.viewing._past), list(app.viewing._future)
        shown = "1"
        for name, key in sorted(every.items(), key=lambda one: next((v for v, k in there.items() if one[0] in k), "1")):
            view = next((view for view, known in there.items() if name in known), "1")
            await pilot.press("escape", *([view] if view != shown or app.view != dict(BY_KEY)[view] else []))
            shown = view
            app.viewing._past, app.viewing._future = list(past), list(future)
            app.viewing.stand(start)
            if name == "swap":
                await pilot.press("b", "n")
            if name in IN_GATES:
                await pilot.press("-", "-", "u")
            await pilot.pause()
            before = (screen_text(app), app.theme, len(app.screen_stack))
            await pilot.press(key)
            await settled(pilot)
            assert (screen_text(app), app.theme, len(app.screen_stack)) != before, name
            while len(app.screen_stack) > 1:
                await pilot.press("escape")


@pytest.mark.parametrize("seed", range(1))
async def test_random_keys_and_sizes_on_the_screen(opened: Opened, seed: int) -> None:
    import random

    draw = random.Random(seed)
    keys = [key for action in ACTIONS for key in action.keys if action.name not in ("quit", "demo", "export")]
    keys += ["1", "2", "5", "tab", "9", "pageup", "f5"]
    async with opened(MIDDLE) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        for _ in range(100):
            if draw.random() < 0.06:
                await pilot.resize_terminal(draw.randint(1, 220), draw.randint(1, 70))
            await pilot.press(draw.choice(keys))
            if len(app.screen_stack) > 1 and draw.random() < 0.4:
                await pilot.press("escape")
        await settled(pilot)
        valid(app.viewing)
        while len(app.screen_stack) > 1:
            await pilot.press("escape")
        await pilot.resize_terminal(*MIDDLE)
        await pilot.press("1", "home", "end")
        await settled(pilot)
        assert "period" in screen_text(app)
