"""The views, in the order of their number keys, and groups of them."""

from __future__ import annotations

VIEWS = (
    ("1", "step", "Step"), ("2", "decay", "Decay"), ("3", "train", "Train"), ("4", "reach", "Reach"),
    ("5", "gradient", "Gradient"), ("6", "forecast", "Forecast"), ("7", "gates", "Gates"),
)  # fmt: skip
STEP, DECAY, TRAIN, REACH, GRADIENT, FORECAST, GATES = ((name,) for _, name, _ in VIEWS)
KINDS = (*DECAY, *TRAIN, *REACH, *GRADIENT)  # where cell, run, T and memory bias stand in the footer
ONE = (*STEP, *GRADIENT)  # where one sequence in one network is looked at, at one period
