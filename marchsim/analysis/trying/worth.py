"""The effect of being dealt a component, before and after a change of the game, deal by deal.

A try judges the components that it changed (`analysis.trying.tried`). In a run with several rule sets, the
base is compared with each other one, for the components that differ. Nothing is claimed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.cards.by_deal import worth_by_deal
from marchsim.analysis.reading.source import Run, resolved
from marchsim.analysis.trying.rows import ChangedMetric, row
from marchsim.analysis.variants import components
from marchsim.analysis.variants.blocks import FINE
from marchsim.analysis.variants.components import Component
from marchsim.analysis.variants.differences import ChangedValue, changes, shown
from marchsim.analysis.variants.rulesets import ComparedRuleset, of_run
from marchsim.analysis.variants.verdicts import Paired, compare
from marchsim.recorder import questions
from marchsim.recorder.metrics import Margin, component


@dataclass(frozen=True)
class ItemChange:
    """A rule set's change of a component, in words, and the change of its effect."""

    rules: str
    what: str
    worth: ChangedMetric


def pairs(
    run: Run, control: ComparedRuleset, changed: ComparedRuleset, known: Mapping[str, Component]
) -> list[tuple[Paired, Margin]]:
    """The effects of being dealt each card under both rule sets, deal by deal."""
    ids = {one.id: metric for metric, one in known.items() if one.extra}
    if not ids:
        return []
    margin = questions.margin(questions.CARDS, resolved(run.manifest, "report", "margins"))
    frame = worth_by_deal(run, ids).filter(pl.col("players") > 1).with_columns(pl.col("worth").round(FINE))
    then, now = (frame.filter(pl.col("variant") == one.variant) for one in (control, changed))
    keys = ["players", "item", "deal"]
    both = then.join(now, on=keys, suffix=" now").sort(keys)
    found = []
    for (players, item), here in both.group_by("players", "item", maintain_order=True):
        before, after = (here[name].to_numpy() for name in ("worth", "worth now"))
        pair = Paired(ids[str(item)], int(str(players)), before, after, changed.name)
        found.append((pair, Margin(margin / (100 * pair.players))))
    return found


def item_changes(run: Run) -> dict[str, list[ItemChange]]:
    """The changes of the effect of each changed component, by number of players and with 95 % intervals."""
    rulesets = of_run(run, "run")
    every = components.of([rulesets.control])
    told: dict[str, list[ItemChange]] = {}
    for other in rulesets.others if every else ():
        differing = changes(rulesets.control.resolved, other.resolved)
        known = {
            metric: one for metric, one in components.changed(rulesets, [other]).items() if metric in every
        }
        held = pairs(run, rulesets.control, other, known)
        for one in compare([pair for pair, _ in held], [margin for _, margin in held], adjust=False):
            item = component(one.metric)
            change = ItemChange(other.name, _what(differing, item), row(one, known))
            told.setdefault(item, []).append(change)
    return told


def _what(found: list[ChangedValue], item: str) -> str:
    return ", ".join(
        f"{'.'.join(one.path[2:])} {shown(one.old)} \N{RIGHTWARDS ARROW} {shown(one.new)}"
        for one in found
        if len(one.path) > 2 and one.path[1] == item
    )
