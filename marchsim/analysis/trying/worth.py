"""The effect of being dealt a component, before and after a change of the game, deal by deal.

A try judges the components that it changed (`analysis.trying.tried`).
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from marchsim.analysis.cards.by_deal import worth_by_deal
from marchsim.analysis.reading.source import Run, resolved
from marchsim.analysis.variants.blocks import FINE
from marchsim.analysis.variants.components import Component
from marchsim.analysis.variants.rulesets import ComparedRuleset
from marchsim.analysis.variants.verdicts import Paired
from marchsim.recorder import questions
from marchsim.recorder.metrics import Margin


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
