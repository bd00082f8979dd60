"""A scenario being played: the beat it is at, what it says there, the answers, the hands and the score. No Textual."""

from __future__ import annotations

from rnntui_engine.records import BadInput

from ..prose import Paragraph
from .play import Asked, Networks, Scene, Truth, asked_of, check, requests_of, told_of, truth_of
from .read import Scenario

MOST_HANDS = 9999


class Player:
    """A scenario being played: the beat it is at, and the answers given so far. `networks` are the app's, and may
    grow while it plays."""

    def __init__(self, scenario: Scenario, scenes: tuple[Scene, ...], networks: Networks) -> None:
        self.scenario, self.scenes, self.networks = scenario, scenes, networks
        self.at = 0
        self.answers: dict[int, int | None] = {}  # the beat's index: the choice's, both from 0; None: hands alone
        self.hands: dict[int, dict[int, int]] = {}  # the beat's index: how many hands for each choice
        self._told: dict[int, tuple[Paragraph, ...]] = {}
        self._asked: dict[int, Asked] = {}
        self._truths: dict[int, Truth] = {}

    @property
    def scene(self) -> Scene:
        """The beat it is at."""
        return self.scenes[self.at]

    @property
    def waits(self) -> bool:
        """Whether the beat's numbers wait for a training or a table."""
        return bool(self.scene.place.lacks(self.networks) or requests_of(self.scene.beat.figures))

    @property
    def told(self) -> tuple[Paragraph, ...]:
        """What the beat says. Raises ScenarioError where a claim about a network just trained does not hold."""
        if self.at not in self._told:
            if self.waits:
                return told_of(self.scenario, self.scene, self.networks)
            check(self.scenario, self.scene, self.networks)
            self._told[self.at] = told_of(self.scenario, self.scene, self.networks)
        return self._told[self.at]

    @property
    def open_question(self) -> bool:
        """Whether the beat has a question that is not answered yet."""
        return self.scene.beat.question is not None and self.at not in self.answers

    @property
    def asked(self) -> Asked:
        """The beat's question; with … for numbers that are not there yet."""
        if self.at in self._asked:
            return self._asked[self.at]
        asked = asked_of(self.scenario, self.scene, self.networks)
        if not (requests_of(self.scene.beat.asked_figures) or self.scene.before.lacks(self.networks)):
            self._asked[self.at] = asked
        return asked

    @property
    def truth(self) -> Truth | None:
        """The truth about the beat's question; None while it waits for a training."""
        if self.at not in self._truths:
            found = truth_of(self.scenario, self.scene, self.networks)
            if found is None:
                return None
            self._truths[self.at] = found
        return self._truths[self.at]

    @property
    def known_truth(self) -> Truth | None:
        """The truth about the beat's question where it is known and nothing is wrong with it."""
        if self.scene.beat.question is None:
            return None
        try:
            return self.truth
        except BadInput:
            return None

    def answer(self, choice: int | None) -> None:
        """Lock an answer, counted from 0: the first one given stays. None: a class has answered, by hands."""
        self.answers.setdefault(self.at, choice)

    @property
    def locked(self) -> bool:
        """Whether the beat's question is answered."""
        return self.at in self.answers

    def raise_hands(self, choice: int, count: int) -> None:
        """So many hands went up for a choice of the beat's question, as long as it is not answered."""
        if not self.locked:
            self.hands.setdefault(self.at, {})[choice] = max(0, min(MOST_HANDS, count))

    def hands_for(self, choice: int) -> int:
        """How many hands went up for a choice of the beat's question."""
        return self.hands.get(self.at, {}).get(choice, 0)

    @property
    def hands_up(self) -> int:
        """How many hands went up in all."""
        return sum(self.hands.get(self.at, {}).values())

    @property
    def score(self) -> tuple[int, int]:
        """How many answers were right, and how many of the answers have been revealed."""
        known = [
            self._truths[at].right == choice for at, choice in self.answers.items()
            if at in self._truths and choice is not None
        ]  # fmt: skip
        return sum(known), len(known)

    @property
    def class_score(self) -> tuple[int, int]:
        """How many hands were right, and how many there were, where the truth has been shown."""
        counted = [
            (self.hands[at], self._truths[at].right) for at in self.answers if at in self.hands and at in self._truths
        ]
        return sum(hands.get(right, 0) for hands, right in counted), sum(sum(hands.values()) for hands, _ in counted)

    def sign(self, at: int) -> str:
        """✓ or ✗ for an answer that was given at a beat, if the truth about it is known; • for hands alone."""
        if at not in self.answers or at not in self._truths:
            return ""
        choice = self.answers[at]
        return "•" if choice is None else "✓" if self._truths[at].right == choice else "✗"

    @property
    def result(self) -> str:
        """The score in a sentence; nothing where nothing was answered."""
        (right, answered), (hands, all_hands) = self.score, self.class_score
        parts = []
        if answered:
            parts.append(f"{right} of {answered} {'answer' if answered == 1 else 'answers'} right")
        if all_hands:
            parts.append(f"{hands} of {all_hands} {'hand' if all_hands == 1 else 'hands'} right")
        return f"{', '.join(parts)}." if parts else ""
