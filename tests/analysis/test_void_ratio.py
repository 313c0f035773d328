"""Void games that gather under a variant or with a strategy are named first, and chance alone names few."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.reading.void_ratio import void_ratios
from marchsim.reporting.sections.design import voids_differ
from tests.analysis.planted import MemoryRun, Planted, in_memory

FIVE = dict.fromkeys("abcde", 1.0)
PLAN = Planted(FIVE, players=3, blocks=12, variants=("base", "new"))


def spoilt(plan: Planted, rate: float, generator: np.random.Generator, of: str = "") -> MemoryRun:
    """Return a planted run of which so many games are void: of all, of a variant's, or of a strategy's."""
    run = in_memory(plan)
    games, seats = run.frames["games"], run.frames["seats"]
    who = seats.group_by("game").agg(names=pl.col("strategy").cast(pl.String).str.join(","))
    labels = (
        games.join(who, on="game", maintain_order="left")
        .select(pl.format("{},{}", "variant", "names"))
        .to_series()
    )
    own = [not of or of in label.split(",") for label in labels]
    hit = pl.Series(generator.random(len(games)) < rate) & pl.Series(own)
    void = pl.when(hit).then(pl.lit("exception")).otherwise(pl.lit(""))
    run.frames["games"] = games.with_columns(void=void.cast(games.schema["void"]))
    return run


def test_voids_of_a_variant_or_a_strategy_are_said_first() -> None:
    """A tenth of its games is enough, whether deals have all line-ups or one."""
    generator = np.random.default_rng(3)
    (found,) = void_ratios(spoilt(PLAN, 0.1, generator, "new"))
    assert found.variant == "new" and found.share > 0.05 and found.others == 0
    for shared in (False, True):
        run = spoilt(Planted(FIVE, players=3, blocks=80, shared=shared), 0.1, generator, "c")
        first = void_ratios(run)[0]
        assert first.strategy == "c" and first.share > 0.05 and first.others == 0
        (notice,) = voids_differ(run)
        assert notice.text.startswith("Void games are not spread evenly: ") and "with “c”" in notice.text


def alarms(repeats: int, seed: int) -> int:
    """Return how many runs with voids at random name a variant or a strategy."""
    generator, count = np.random.default_rng(seed), 0
    for at in range(repeats):
        kind, blocks, shared = ("roundrobin", "random")[at % 2], (6, 40)[at % 2], at % 4 < 2
        plan = Planted(FIVE, 3, blocks, kind, shared=shared, variants=("base", "new"))
        count += bool(void_ratios(spoilt(plan, 0.03, generator)))
    return count


def test_voids_at_random_name_nobody() -> None:
    """Of 8 runs few name one (99.9 % band); a run without voids names none."""
    assert alarms(8, 5) <= stats.binom.isf(0.001, 8, 0.05)
    assert void_ratios(in_memory(PLAN)) == [] == voids_differ(in_memory(PLAN))


@pytest.mark.slow
def test_voids_at_random_name_nobody_at_length() -> None:
    """Of 400 runs at most 5 % name one (99.9 % band)."""
    assert alarms(400, 6) <= stats.binom.isf(0.001, 400, 0.05)
