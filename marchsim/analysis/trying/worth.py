"""What being dealt a component is worth before and after a change of the game, deal by deal.

A try judges it of what it changed (`analysis.trying.tried`); of a run with several rulesets each pair of the
base and another is told, of the components that differ between them, and nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.cards.by_deal import worth_by_deal
from marchsim.analysis.cards.items import item_table, items_of
from marchsim.analysis.reading.source import Run, described, resolved
from marchsim.analysis.trying.rows import ChangedMetric, row
from marchsim.analysis.variants.differences import ChangedValue, changes, shown
from marchsim.analysis.variants.rulesets import ComparedRuleset, of_run
from marchsim.analysis.variants.verdicts import Paired, compare
from marchsim.errors import RecordError
from marchsim.recorder import questions
from marchsim.recorder.metrics import DEALT, Margin


@dataclass(frozen=True)
class ItemChange:
    """What a ruleset changes of a component, in words, and what that does to its worth."""

    rules: str
    what: str
    worth: ChangedMetric


def items(run: Run, rulesets: Sequence[ComparedRuleset]) -> dict[str, str]:
    """Return the items that come to seats under some rulesets: id -> name; none in a game without."""
    try:
        _, kind = item_table(run)
    except RecordError:
        return {}
    if described(run, "items") is None:
        return {}
    return {item.id: item.name for one in rulesets for item in items_of(run, one.variant, kind, ())}


def touched(found: list[ChangedValue]) -> set[str]:
    """Return the ids of what changes of a game are about."""
    return {change.path[1] for change in found if len(change.path) > 1}


def pairs(
    run: Run, control: ComparedRuleset, changed: ComparedRuleset, names: Mapping[str, str]
) -> list[tuple[Paired, Margin]]:
    """Return what being dealt each item is worth under both rulesets, deal by deal.

    A new item is compared with 0 in each deal, which is worth as much as the others.
    """
    if not names:
        return []
    margin = questions.margin(questions.CARDS, resolved(run.manifest, "report", "margins"))
    frame = worth_by_deal(run, names).filter(pl.col("players") > 1)
    then, now = (frame.filter(pl.col("variant") == one.variant) for one in (control, changed))
    new = [item for item in names if item not in items(run, [control])]
    fair = now.filter(pl.col("item").is_in(new)).with_columns(worth=pl.lit(0.0))
    then = pl.concat([then, fair]) if new else then
    keys = ["players", "item", "deal"]
    both = then.join(now, on=keys, suffix=" now").sort(keys)
    found = []
    for (players, item), here in both.group_by("players", "item", maintain_order=True):
        before, after = (here[name].to_numpy() for name in ("worth", "worth now"))
        pair = Paired(f"{DEALT}{item}", int(str(players)), before, after, changed.name)
        found.append((pair, Margin(margin / (100 * pair.players))))
    return found


def item_changes(run: Run) -> dict[str, list[ItemChange]]:
    """Return of each component that a ruleset changes what that does to its worth, by number of players.

    Each interval is of 95 % by itself.
    """
    rulesets = of_run(run, "run")
    every = items(run, [rulesets.control])
    told: dict[str, list[ItemChange]] = {}
    for other in rulesets.others if every else ():
        differing = changes(rulesets.control.resolved, other.resolved)
        names = {item: name for item, name in every.items() if item in touched(differing)}
        held = pairs(run, rulesets.control, other, names)
        for one in compare([pair for pair, _ in held], [margin for _, margin in held], adjust=False):
            item = one.metric.removeprefix(DEALT)
            told.setdefault(item, []).append(ItemChange(other.name, _what(differing, item), row(one, names)))
    return told


def _what(found: list[ChangedValue], item: str) -> str:
    return ", ".join(
        f"{'.'.join(one.path[2:])} {shown(one.old)} \N{RIGHTWARDS ARROW} {shown(one.new)}"
        for one in found
        if len(one.path) > 2 and one.path[1] == item
    )
