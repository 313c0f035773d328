"""What a search is asked for, checked, and how its budget of games is laid out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from marchsim.errors import ConfigError
from marchsim.studies.tuning.search import population

GENERATIONS = 40  # that a budget is laid out for: fewer deals a generation before fewer generations
MOST_GAMES = 1_000_000_000
MOST_DEALS = 10_000_000
PILOT_DEALS = 50
ABLATION = 400
STEP_GAMES = 4_000  # of a step of the confirmation: what an interruption can cost


@dataclass(frozen=True)
class SearchRequest:
    """The arguments of a search. `scale` None: from the pilot; `players` None: the configuration's.

    `games` are those of the search; `confirm` and `ablation` are deals, each played in every seat, the second
    some of the first (None: as many as are usual). `team`: the candidate takes all seats of a game that is
    won together.
    """

    focal: str
    players: int | None = None
    games: int = 130_000
    weights: tuple[str, ...] = ()
    by_round: bool = False
    pull: float = 0.0
    against: tuple[str, ...] = ()
    scale: float | None = None
    confirm: int = 1_000
    ablation: int | None = None
    stage_seed: int = 1
    team: bool = False

    def check(self) -> None:
        """Raise ConfigError for a number out of range."""
        for option, value, low, high in (
            ("--games", self.games, 1, MOST_GAMES),
            ("--confirm", self.confirm, 2, MOST_DEALS),
            ("--ablation", self.set_back, 0, MOST_DEALS),
            ("--stage-seed", self.stage_seed, 0, 2**63 - 1),
            ("--pull", self.pull, 0.0, 1_000.0),
            ("--scale", 1.0 if self.scale is None else self.scale, 0.01, 1e6),
        ):
            if not low <= value <= high:  # no number at all is not either
                raise ConfigError(f"{option}: {value:,} is outside {low:,} to {high:,}.")
        if self.set_back > self.confirm:
            raise ConfigError(
                f"--ablation: {self.set_back} deals are more than the {self.confirm} of --confirm, of which "
                "they are the first; give fewer, or 0 for none."
            )

    @property
    def set_back(self) -> int:
        """Return on how many deals each weight is set back."""
        return min(ABLATION, self.confirm) if self.ablation is None else self.ablation

    def data(self) -> dict[str, Any]:
        """Return the arguments as plain data."""
        found = {**asdict(self), "ablation": self.set_back}
        return found if self.team else {key: value for key, value in found.items() if key != "team"}


@dataclass(frozen=True)
class SearchBudget:
    """How a search is laid out: generations of candidates, each on a number of deals in every seat."""

    generations: int
    candidates: int
    deals: int
    players: int
    confirm: int
    ablated: int

    @property
    def pilot(self) -> int:
        """Return the games of the pilot."""
        return PILOT_DEALS * self.players

    @property
    def search(self) -> int:
        """Return the games of the search."""
        return self.generations * self.candidates * self.deals * self.players

    @property
    def sealed(self) -> int:
        """Return the games of confirmation and ablation, as many as there can be."""
        return (2 * self.confirm + self.ablated) * self.players

    @property
    def games(self) -> int:
        """Return all games."""
        return self.pilot + self.search + self.sealed


def budget(asked: SearchRequest, players: int, size: int, weights: int) -> SearchBudget:
    """Return how the games are laid out, by the size of the space and the number of weights."""
    candidates = population(size)
    each = candidates * players
    deals = max(1, asked.games // (GENERATIONS * each))
    generations = asked.games // (each * deals)
    if not generations:
        raise ConfigError(
            f"--games: {asked.games:,} are not one generation: {candidates} candidates in {players} seats "
            f"take {each:,} games at least, and some {GENERATIONS} generations find something."
        )
    return SearchBudget(generations, candidates, deals, players, asked.confirm, asked.set_back * weights)
