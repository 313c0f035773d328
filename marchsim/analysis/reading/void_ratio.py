"""Tests whether void games are concentrated in one variant or strategy, which biases the valid ones.

This is a check for sample ratio mismatch (Fabijan and others 2019, KDD). The deal is the independent unit.
Holm's adjustment covers all variants and strategies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run, scan
from marchsim.stats import bounded
from marchsim.stats.multiplicity import holm

ALPHA = 0.05  # the chance of any wrong claim, over all variants and strategies
BLOCK = ("variant", "players", "deal", "line_up")


@dataclass(frozen=True)
class VoidRatio:
    """The share of void games with a variant or strategy, and with the `others`.

    A variant is compared with the first variant, and a strategy with the games in which it does not play.
    """

    variant: str
    strategy: str
    share: float
    others: float
    p: float

    @property
    def words(self) -> str:
        """The difference as a sentence."""
        where = f"under “{self.variant}”" if self.variant else f"with “{self.strategy}”"
        rest = "under the first variant" if self.variant else "in games without it"
        return f"{100 * self.share:.1f} % of games {where} are void, {rest} {100 * self.others:.1f} %"


def void_ratios(run: Run) -> list[VoidRatio]:
    """The significant differences in shares of void games, sorted by p. Empty if no game is void."""
    games = classify(run).filter(pl.col("state") != "open")
    void = pl.col("state") == "void"
    if not games.select(void.any()).item():
        return []
    rows = games.select("game", *BLOCK, void=void)
    found = [*_by_variant(rows), *_by_strategy(run, rows)]
    adjusted = holm([p for _, p in found])
    shown = [VoidRatio(*told, p) for (told, _), p in zip(found, adjusted, strict=True) if p < ALPHA]
    return sorted(shown, key=lambda one: one.p)


Counted = tuple[tuple[str, str, float, float], float]


def _by_variant(rows: pl.DataFrame) -> list[Counted]:
    """Each variant compared with the first: a sign test over deals with more void games on one side."""
    names = rows["variant"].unique(maintain_order=True).to_list()
    deals = rows.group_by("variant", "players", "deal").agg(pl.col("void").mean())
    first, found = deals.filter(pl.col("variant") == names[0]), []
    for name in names[1:]:
        both = first.join(deals.filter(pl.col("variant") == name), on=["players", "deal"], suffix=" now")
        signs = np.sign((both["void now"] - both["void"]).to_numpy())
        signs = signs[signs != 0]
        if len(signs):
            shares = [_share(rows.filter(pl.col("variant") == one)) for one in (name, names[0])]
            found.append(((name, "", *shares), bounded.mean_test(signs, -1, 1).p))
    return found


def _by_strategy(run: Run, rows: pl.DataFrame) -> list[Counted]:
    """Each strategy that is absent from some blocks: how often it sits in void blocks and in all blocks."""
    blocks = rows.group_by(BLOCK).agg(pl.col("void").any(), pl.col("game").first())
    seats = scan(run, "seats", ("game", "strategy")).select("game", pl.col("strategy").cast(pl.String))
    seated = seats.join(rows.select("game").lazy(), on="game", how="semi").unique().collect()
    found = []
    for name in sorted(seated["strategy"].unique().to_list()):
        own = seated.filter(pl.col("strategy") == name)["game"].implode()
        here = blocks.with_columns(sits=pl.col("game").is_in(own).cast(pl.Float64))
        here = here.with_columns(due=pl.col("sits").mean().over("players")).filter(pl.col("due") < 1)
        void = here.filter("void").group_by("players", "deal").agg((pl.col("sits") - pl.col("due")).mean())
        if void.is_empty():
            continue
        low, high = -float(here["due"].max()), 1 - float(here["due"].min())  # type: ignore[arg-type]
        with_it = pl.col("game").is_in(own)
        shares = [_share(rows.filter(one)) for one in (with_it, ~with_it)]
        found.append((("", name, *shares), bounded.mean_test(void["sits"].to_numpy(), low, high).p))
    return found


def _share(rows: pl.DataFrame) -> float:
    return float(rows["void"].to_numpy().mean()) if rows.height else 0.0
