"""`[design]` of a configuration: who plays whom, how often, and on which deals.

`[stop]` has the rules that end a run before its last block. A run always ends with whole blocks. Limits on
games and blocks shorten the plan. Minutes and precision are checked during the run. Precision is checked only
after fixed numbers of blocks, so that the end does not depend on the speed of the workers.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from marchsim.runner.configuration.fields import Fields

KINDS = ("roundrobin", "gauntlet", "mirror", "random", "fixed")
DEALS = ("per-matchup", "shared")
OPPONENTS = ("mixed", "copies")
MOST_PLAYERS = 8


@dataclass(frozen=True)
class Design:
    """The design of a configuration: who plays whom, how often, and on which deals.

    `shares` are the relative frequencies of strategies in a random design. They are () if all are equal.
    """

    kind: str
    players: tuple[int, ...]
    blocks: int
    deals: str = "per-matchup"
    opponents: str = "mixed"
    focal: tuple[str, ...] = ()
    line_ups: tuple[tuple[str, ...], ...] = ()
    shares: tuple[tuple[str, float], ...] = ()

    def data(self) -> dict[str, Any]:
        """The design as plain data, in the form of a configuration."""
        data: dict[str, Any] = {"kind": self.kind, "blocks": self.blocks, "deals": self.deals}
        data["players"] = list(self.players)
        if self.kind == "gauntlet":
            data |= {"focal": list(self.focal), "opponents": self.opponents}
        if self.kind == "fixed":
            data["line_ups"] = [list(line_up) for line_up in self.line_ups]
        if self.shares:
            data["shares"] = dict(self.shares)
        return data


MOST_GAMES = 10**12
MOST_MINUTES = 60.0 * 24 * 366
USUAL_EVERY = 10


@dataclass(frozen=True)
class Stop:
    """The stopping rules. A rule that is not set is 0. `every` is the number of blocks between two checks."""

    games: int = 0
    blocks: int = 0
    minutes: float = 0.0
    precision: float = 0.0
    every: int = USUAL_EVERY

    @property
    def open_ended(self) -> bool:
        """Whether only the run itself shows where it ends."""
        return bool(self.minutes or self.precision)

    def blocks_of(self, most: int, games_per_block: int) -> int:
        """The number of blocks to which these rules limit a design of `most` blocks."""
        return min(most, self.blocks or most, -(-self.games // games_per_block) or most)

    def data(self) -> dict[str, Any]:
        """The rules that are set, as plain data, in the form of a configuration."""
        given = {key: value for key, value in asdict(self).items() if key != "every" and value}
        return given | ({"every": self.every} if self.precision else {})


def read_stop(fields: Fields, most_blocks: int, maximum_given: bool) -> Stop:
    """Read the stopping rules from a table [stop]."""
    found = Stop(
        fields.integer("games", 1, MOST_GAMES) if fields.get("games") is not None else 0,
        fields.integer("blocks", 1, most_blocks) if fields.get("blocks") is not None else 0,
        fields.number("minutes", 0.001, MOST_MINUTES, 0.0),
        fields.number("precision", 0.001, 0.999, 0.0),
        fields.integer("every", 1, most_blocks, USUAL_EVERY),
    )
    fields.finish()
    if "every" in fields.data and not found.precision:
        raise fields.error("every", "works only with stop.precision; remove it, or give a precision.")
    for key, given in (("minutes", found.minutes), ("precision", found.precision)):
        if given and not (maximum_given or found.blocks or found.games):
            raise fields.error(
                key, "needs a maximum; give design.blocks, the largest number of blocks to play."
            )
    return found
