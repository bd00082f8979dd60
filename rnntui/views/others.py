"""Every view but the first, by name."""

from .decay import DecayView
from .forecast import ForecastView
from .reach import ReachView
from .train import TrainView
from .working import WorkingView

OTHERS: dict[str, type[WorkingView]] = {
    "decay": DecayView, "train": TrainView, "reach": ReachView, "forecast": ForecastView,
}  # fmt: skip
