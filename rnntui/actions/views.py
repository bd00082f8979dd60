"""The views, in the order of their number keys, and groups of them."""

from __future__ import annotations

VIEWS = (
    ("1", "step", "Step"), ("2", "decay", "Decay"), ("3", "train", "Train"), ("4", "reach", "Reach"),
    ("5", "gradient", "Gradient"),
)  # fmt: skip
STEP, DECAY, TRAIN, REACH, GRADIENT = ("step",), ("decay",), ("train",), ("reach",), ("gradient",)
KINDS = (*DECAY, *TRAIN, *REACH, *GRADIENT)  # where cell, run, T and memory bias stand in the footer
ONE = (*STEP, *GRADIENT)  # where one sequence in one network is looked at, at one period
