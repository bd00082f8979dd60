"""Every view but the first, by name."""

from .decay import DecayView
from .forecast import ForecastView
from .gates import GatesView
from .gradient import GradientView
from .reach import ReachView
from .train import TrainView
from .working import WorkingView

OTHERS: dict[str, type[WorkingView]] = {
    "decay": DecayView, "train": TrainView, "reach": ReachView, "gradient": GradientView,
    "forecast": ForecastView, "gates": GatesView,
}  # fmt: skip
