"""The quantities of a configuration by name, and their values in a stage, also those of forced deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim import games
from marchsim.analysis.variants.quantities import ITEM, METRIC, SEAT, STRATEGY, Measured, Quantity, measure
from marchsim.errors import ConfigError, nearest
from marchsim.kernel.game import Game, Variant
from marchsim.recorder import metrics
from marchsim.recorder.metrics import Margin
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import BASE
from marchsim.studies import forced as forced_deals
from marchsim.studies.stages import StagePlayer, mark

ANY = "any"


def usual(own: Configuration, players: int) -> list[Quantity]:
    """All metrics, seats and strategies of a configuration with `players` players."""
    base = games.load(own.game).variant("base", own.preset, own.overlays)
    found = [Quantity(METRIC, name, players) for name in metrics.known(bool(base.opponent), ())]
    if not base.opponent:
        found += [Quantity(SEAT, str(seat), players) for seat in range(1, players + 1)]
        found += [Quantity(STRATEGY, one.name, players) for one in own.strategies if not one.baseline]
    return found


def dealt(game: Game, base: Variant, table: str, players: int) -> list[Quantity]:
    """The components of an overlay table that seats can be dealt. Raises ConfigError if there are none."""
    kind, _, column = forced_deals.place_of(game, base)
    if table not in (column, f"{column}s"):
        raise ConfigError(f"{game.title} cannot deal {table} to a seat of your choice; leave it out.")
    rows = [row for row in base.items() if row.get("kind", column) == column and row.get("enabled", True)]
    return [Quantity(kind, str(row["id"]), players, table) for row in rows]


def named(own: Configuration, base: Variant, name: str, players: int) -> list[Quantity]:
    """The quantities that a name stands for, with `players` players. Raises ConfigError if there are none."""
    table, _, rest = name.partition(".")
    known, game = usual(own, players), games.load(own.game)
    if rest and table not in (SEAT, STRATEGY) and table in game.overlay_keys:
        known = dealt(game, base, table, players)
    wanted = name if rest else name.replace("_", "-")
    found = [one for one in known if one.name == wanted or (rest == ANY and one.name.startswith(f"{table}."))]
    if not found:
        options = [one.name for one in known]
        options += dict.fromkeys(f"{one.partition('.')[0]}.{ANY}" for one in options if "." in one)
        told = nearest(wanted, options)
        if known[0].kind != METRIC:
            raise ConfigError(f"there is none in play.{told}")
        raise ConfigError(f"is no quantity.{told} Known: {', '.join(options)}, or a component.")
    return found


def margin(quantity: Quantity, declared: Mapping[str, Any]) -> Margin:
    """The margin of a quantity, given those that a configuration declares."""
    if quantity.kind == METRIC:
        return metrics.margin(quantity.of, declared, quantity.players)
    question = metrics.CARDS if quantity.kind == ITEM else metrics.SEATS
    return Margin(metrics.question_margin(question, declared))


def forced(quantity: Quantity) -> bool:
    """Whether a quantity needs forced deals."""
    return quantity.kind not in (METRIC, SEAT, STRATEGY)


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
