"""Every view but the first, by name."""

from .decay import DecayView
from .gradient import GradientView
from .reach import ReachView
from .train import TrainView
from .working import WorkingView

OTHERS: dict[str, type[WorkingView]] = {
    "decay": DecayView, "train": TrainView, "reach": ReachView, "gradient": GradientView,
}  # fmt: skip
