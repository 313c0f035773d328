"""Play a stage and measure the quantities of its rule sets, from its games and from forced deals."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from marchsim.analysis.variants.quantities import ITEM, LABEL, Measured, Quantity, measure
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import BASE
from marchsim.studies import forced as forced_deals
from marchsim.studies.stages import StagePlayer


def forced(quantity: Quantity) -> bool:
    """Whether a quantity needs forced deals."""
    return quantity.kind in (LABEL, ITEM)


def games_each(configuration: Configuration, quantities: Sequence[Quantity], folders: Any = ()) -> int:
    """The number of games of one block under one rule set, including those of forced deals."""
    plan = plans.make(configuration.changed(blocks=1), folders, "pilot")
    own = plan.schedule.games_per_block if not all(map(forced, quantities)) else 0
    return own + sum(1 + one.players for one in quantities if forced(one))


def played(
    player: StagePlayer, name: str, made: Configuration, quantities: Sequence[Quantity], deals: str,
    note: str = "",
) -> list[Measured]:  # fmt: skip
    """Play a stage on the deals called `deals`, and return its quantities. Rule set 0 is the base game."""
    name = f"{name}-{mark([[entry.data() for entry in made.variants], made.design.blocks])}"
    arms = [BASE, *(one.name for one in made.variants)]
    own = [one for one in quantities if not forced(one)]
    found = {}
    if own:
        folder = player.play(name, made, deals, note)
        found = dict(zip(own, measure(folder, own, arms), strict=True))
    if wanted := tuple(one for one in quantities if forced(one)):
        player.progress.note(note or "forced deals")
        found |= forced_deals.played(player, f"{name}-forced", made, wanted, deals)
    return [found[one] for one in quantities]


def mark(told: Any) -> str:
    """A short hash of plain data. Stages with different data get different names."""
    return sha256(plans.canonical(told).encode()).hexdigest()[:8]
