"""The whole way from tables to p values: labels permuted in each block make all strategies equal."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.field.winrates import all_equal, pairs, shares
from marchsim.analysis.reading.panels import layout, panels
from tests.analysis.planted import MemoryRun, Planted, in_memory

UNEQUAL = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0, "e": 0.5}


def permuted(run: MemoryRun, names: list[str], generator: np.random.Generator) -> MemoryRun:
    """Return a run in which strategies change names with each other, anew in each block."""
    blocks = run.frames["games"]["block"].n_unique()
    orders = generator.permuted(np.tile(np.arange(len(names)), (blocks, 1)), axis=1)
    block = run.frames["seats"].join(run.frames["games"].select("game", "block"), on="game", how="left")
    old = block["strategy"].cast(pl.Enum(names)).to_physical().to_numpy()
    new = np.array(names, dtype=object)[orders[block["block"].to_numpy(), old]]
    seats = run.frames["seats"].with_columns(strategy=pl.Series(new, dtype=pl.Enum(names)))
    return MemoryRun(run.manifest, {**run.frames, "seats": seats})


def p_values(plan: Planted, repeats: int, seed: int) -> tuple[list[float], list[float]]:
    """Return p of "all equal" and the smallest Holm p over pairs, of a run with labels permuted each time."""
    names, generator = sorted(plan.worth), np.random.default_rng(seed)
    run = in_memory(plan, seed)
    equal, least = [], []
    for _ in range(repeats):
        (panel,) = panels(permuted(run, names, generator))
        design = layout(panel, run.manifest)
        test = all_equal(panel, design, shares(panel)).test
        assert test is not None
        equal.append(test.p)
        least.append(min(pair.holm for pair in pairs(panel, design) if pair.holm is not None))
    return equal, least


def test_permuted_labels_are_equal() -> None:
    """Of 20 permutations 5 at most reject at 5 %, by all together or by any pair (99.9 % band, seed 41)."""
    four = {name: UNEQUAL[name] for name in "abcd"}
    equal, least = p_values(Planted(four, blocks=110, luck=0.5, seat_worth=(1.5, 1.2, 1, 1)), 20, 41)
    assert sum(p < 0.05 for p in equal) <= 5
    assert sum(p < 0.05 for p in least) <= 5


@pytest.mark.slow
@pytest.mark.parametrize(("players", "shared", "blocks"), [(4, False, 33), (4, False, 120), (3, True, 60)])
def test_p_of_permuted_labels_is_uniform_at_length(players: int, shared: bool, blocks: int) -> None:
    """Over 600 permutations p is uniform (Kolmogorov, Smirnov: 0.1 %), its size in the band (seed 42)."""
    worth = UNEQUAL if shared else {name: UNEQUAL[name] for name in "abcd"}
    plan = Planted(worth, players=players, blocks=blocks, shared=shared, luck=0.5)
    equal, least = p_values(plan, 600, 42)
    assert stats.kstest(equal, "uniform").pvalue > 0.001
    low, high = stats.binom.interval(0.999, 600, 0.05)
    assert low <= sum(p < 0.05 for p in equal) <= high
    assert sum(p < 0.05 for p in least) <= high
