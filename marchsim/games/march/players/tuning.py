"""The weights of a strategy that a search may change, in groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.loading import KIND
from marchsim.kernel.game import StrategySource
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players import tuning

TOGETHER = ("horde",)  # weights that count against the Centipede Horde alone
GROUPS = {
    "stores": ("food", "larva", "card", "ant", "hunger"),
    "land": ("inner", "site", "point", "end"),
    "war": ("battle", "centipede", "harm", "invade", "ferocity"),
    "cards": ("head", "thorax", "abdomen", "body", "goal", "event"),
    "actions": ("explore", "march", "forage", "play", "rest"),
    "horde": TOGETHER,
}


def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, horde: bool, players: int
) -> tuple[Weight, ...]:
    """Return a strategy's weights in games of this length. () if it is not a heuristic with weights."""
    player: Heuristic | None = tuning.weighted(KIND, source, parameters)
    if player is None:
        return ()
    own = player.weights_at(players, horde)
    groups = {group: names for group, names in GROUPS.items() if horde or names != TOGETHER}
    return tuning.weights_of(own, rounds, groups, {})
