"""`[design]` of a configuration: who plays whom, how often, and on which deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
