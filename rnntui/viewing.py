"""What is being looked at: the choices and the cursor."""

from __future__ import annotations

from dataclasses import dataclass, field

from rnntui_engine.readings import EXAMPLE
from rnntui_engine.records import NetworkChoice


@dataclass(frozen=True)
class Choices:
    """What a person has chosen to look at: a network, a subscriber, trained or not."""

    network: NetworkChoice = field(default_factory=NetworkChoice)
    subscriber: int = EXAMPLE
    trained: bool = False
