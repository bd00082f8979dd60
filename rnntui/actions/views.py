"""The views, in the order of their number keys, and groups of them."""

from __future__ import annotations

VIEWS = (
    ("1", "step", "Step"), ("2", "decay", "Decay"), ("3", "train", "Train"), ("4", "reach", "Reach"),
    ("6", "forecast", "Forecast"),
)  # fmt: skip
STEP, DECAY, TRAIN, REACH, FORECAST = ("step",), ("decay",), ("train",), ("reach",), ("forecast",)
KINDS = (*DECAY, *TRAIN, *REACH)  # where a kind of network is chosen rather than one
