"""What a search for best responses is asked for, checked."""

from __future__ import annotations

from dataclasses import dataclass

from marchsim.errors import ConfigError
from marchsim.kernel.streams import stream_key
from marchsim.stats.clusters import FEW

MOST_GAMES = 1_000_000_000
MOST_DEALS = 10_000_000
MOST_ROUNDS = 20
MOST_PLANS = 20
PILOT_DEALS = 200


@dataclass(frozen=True)
class Sought:
    """The arguments. `budget` is the games of tuning in each round and variant; the others are deals.

    `plans` is how many of the plans that answer best as they are get tuned, with equal parts of the budget.
    `search` names strategies that search (None: all of the game's slow ones).
    """

    against: tuple[str, ...] = ()
    players: int | None = None
    budget: int = 130_000
    rounds: int = 1
    plans: int = 2
    search: tuple[str, ...] | None = None
    choose: int = 100
    confirm: int = 400
    meta: int = 1_000
    stage_seed: int = 1

    def check(self) -> None:
        """Raise ConfigError for a number out of range."""
        for option, value, low, high in (
            ("--games", self.budget, 1, MOST_GAMES),
            ("--plans", self.plans, 1, MOST_PLANS),
            ("--rounds", self.rounds, 1, MOST_ROUNDS),
            ("--choose", self.choose, 2, MOST_DEALS),
            ("--confirm", self.confirm, 2, MOST_DEALS),
            ("--meta", self.meta, FEW, MOST_DEALS),
            ("--stage-seed", self.stage_seed, 0, 2**63 - 1),
        ):
            if not low <= value <= high:
                raise ConfigError(f"{option}: {value:,} is outside {low:,} to {high:,}.")
        if len(set(self.against)) < len(self.against):
            raise ConfigError("--against: a strategy is named twice; name each once.")

    def seed(self, number: int) -> int:
        """Return the stage seed of a round: its deals are in no other round."""
        return stream_key("best-response", self.stage_seed, number) >> 2
