"""The card study itself: checks the request, then plays the deals that its folder lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.errors import ConfigError, nearest
from marchsim.kernel.game import Arranged, Table, Variant
from marchsim.recorder.components import item_column
from marchsim.runner.backends import choosing as places
from marchsim.runner.configuration import shipped
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.stats.clusters import FEW
from marchsim.studies.cards.playing import PAIRS, STAGE, CardDeals
from marchsim.studies.dealing.store import DealStore
from marchsim.studies.dealing.study import StoredStudy, configured, manifest

SCHEMA = "marchsim.cards/1"


@dataclass(frozen=True)
class Studied:
    """A study that has been played: its folder, deals of all items, games played now and time."""

    folder: Path
    items: int
    deals: int
    games: int
    seconds: float


def cards_study(
    config: str | Configuration,
    out: str | Path | None = None,
    *,
    cards: Sequence[str] = (),
    deals: int = 200,
    workers: int | None = None,
    strategy_paths: Sequence[Path] = (),
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
) -> Studied:
    """Play `deals` deals for each card (all enabled ones, or those with the ids `cards`) into a folder.

    `out` is by default reports/NAME-cards. Stored deals are not played again; a folder with a different study
    is a StateMismatch. Results do not depend on `workers`.
    """
    where = places.read(workers=workers)
    configuration = configured(config, deals, "a card study")
    plan = _plan(replace(configuration, record="rounds"), strategy_paths)
    for warning in plan.warnings():
        warn(warning)
    if deals < FEW:
        warn(f"with fewer than {FEW} deals for each card nothing is tested; use --deals {FEW} or more")
    work = _work(plan, cards)
    folder = Path(out) if out is not None else Path("reports") / f"{configuration.name}-cards"
    known = manifest(
        plan, schema=SCHEMA, players=plan.players()[0], column=work.column,
        asked={"items": list(work.parts), "deals": deals}, items=_items(plan.variants[0], work.column),
    )  # fmt: skip
    with DealStore(folder, known, PAIRS, "card study") as store:
        games, seconds = StoredStudy(work, store, deals, folder, progress or Quiet()).play(where)
    return Studied(folder, len(work.parts), deals, games, seconds)


def _plan(configuration: Configuration, folders: Sequence[Path]) -> Plan:
    """Return the plan of one ruleset at one player count."""
    plan = plans.make(configuration, folders, stage=STAGE)
    if isinstance(plan.game, Arranged):
        _table_of(plan)
    if len(plan.players()) > 1:
        listed = ", ".join(str(players) for players in plan.players())
        raise ConfigError(
            f"{configuration.file}: design.players: a card study has one number of players, and this has "
            f"{listed}; give one of them{_in_a_copy(configuration)}."
        )
    return plan


def _in_a_copy(configuration: Configuration) -> str:
    """Return how to change a configuration that comes with the program; '' for one's own."""
    if configuration.folder != shipped.folder("configs").resolve():
        return ""
    return f" in a copy (marchsim new config mine.toml --from {configuration.name})"


def _work(plan: Plan, cards: Sequence[str]) -> CardDeals:
    """Return what is studied: the enabled items of the game's table of items that came to seats."""
    game = games.able(plan.job.game, Arranged, "it cannot be dealt differently, so no card can be studied")
    table, column = _table_of(plan)
    if column not in game.arranged:
        kinds = ", ".join(game.arranged)
        raise ConfigError(f"{plan.game.title}: a {column} cannot be dealt differently, only a {kinds}.")
    known = [str(row["id"]) for row in _items(plan.variants[0], column)]
    for card in cards:
        if card not in known:
            raise ConfigError(f"--cards: there is no {column} {card!r} in force.{nearest(card, known)}")
    chosen = [item for item in known if item in cards] if cards else known
    if not chosen:
        raise ConfigError(f"no {column} is in force, so there is nothing to study.")
    return CardDeals(plan.job, tuple(chosen), column, table.name)


def _table_of(plan: Plan) -> tuple[Table, str]:
    """Return the game's table with a row for each item that came to a seat, and its column of items."""
    for table in plan.game.tables(plan.variants[0], plan.job.record):
        column = item_column(table.key, (column.name for column in table.columns))
        if column:
            return table, column
    raise ConfigError(
        f"{plan.game.title} deals nobody a hand, so no card can be studied; `marchsim species-study` "
        "exchanges what its seats are dealt."
    )


def _items(variant: Variant, kind: str) -> list[dict[str, Any]]:
    rows = [row for row in variant.items() if row.get("kind", kind) == kind and row.get("enabled", True)]
    return sorted(rows, key=lambda row: str(row["id"]))
