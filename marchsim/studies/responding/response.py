"""What came of the answers to the population of one variant, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.studies.responding.answering import RoundAnswer
from marchsim.studies.responding.field import DrawnField


@dataclass(frozen=True)
class Response:
    """What came of a variant: the population, an answer for each round, the mixture, and its file."""

    variant: str
    before: DrawnField
    after: DrawnField
    answers: list[RoundAnswer]
    mixture: list[MixtureWeight]
    path: Path
    folder: Path
    games: int
    played: int
    seconds: float

    @property
    def ended(self) -> bool:
        """Return whether the last answer could not be told to win more than its share."""
        return not self.answers[-1].gains
