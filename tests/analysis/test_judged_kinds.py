"""Whether kinds of seats (species) win equally often, in planted runs that deal them to seats by chance."""

from __future__ import annotations

import copy

import numpy as np
import polars as pl
import pytest

from marchsim.analysis.judging.fairness import kinds
from marchsim.analysis.judging.verdict import AMBER, GREEN, GREY, RED, Family, Verdict
from marchsim.analysis.reading.panels import panels
from tests.analysis.planted import MemoryRun, Planted, in_memory

NAMES = ("ash", "beech", "elm", "oak")
FIELD = {"a": 1.5, "b": 1.0, "c": 1.0, "d": 0.7}


def dealt(plan: Planted, seed: int, worth: float = 0.0) -> MemoryRun:
    """Return a run in which each seat of a deal has a kind; an oak takes a lost game with chance `worth`."""
    run, chance = in_memory(plan, seed), np.random.default_rng(seed + 500)
    games, seats = run.frames["games"].sort("game"), run.frames["seats"].sort("game", "seat")
    deal = games["deal"].rank("dense").to_numpy().astype(int) - 1
    had = chance.integers(0, len(NAMES), (deal.max() + 1, plan.players))[deal]
    lucky = np.argwhere((had == NAMES.index("oak")) & (chance.random(had.shape) < worth))
    credit = seats["credit"].to_numpy().reshape(-1, plan.players).copy()
    credit[lucky[:, 0]] = lucky[:, 1, None] == np.arange(plan.players)
    species = pl.Series("species", np.array(NAMES, dtype=object)[had.ravel()], pl.String)
    manifest = copy.deepcopy(run.manifest)
    column = {"name": "species", "dtype": "str", "meaning": "its species", "labels": list(NAMES)}
    manifest["tables"]["seats"]["columns"].append(column)
    frame = seats.with_columns(species, credit=credit.ravel())
    return MemoryRun(manifest, {**run.frames, "games": games, "seats": frame})


def judged(run: MemoryRun, margin: float = 20.0) -> Verdict:
    """Return the verdict, alone in its family."""
    asked = kinds(run, "base", panels(run), margin)
    assert asked is not None
    return asked.judge(Family(1, 0.05))


def test_a_kind_that_takes_games_is_found_and_named() -> None:
    """With its wins where 100 are fair as the games have them, pooled; the others are less."""
    run = dealt(Planted(FIELD, blocks=150), 1, worth=0.3)
    found = judged(run)
    own = run.frames["seats"].filter(pl.col("species") == "oak")["credit"].cast(pl.Float64)
    assert found.asks == "Are the species equal?" and found.chip == RED
    assert (found.rows[0].name, found.estimate) == ("oak", pytest.approx(400 * float(own.mean() or 0)))
    assert "The species are not equal: “oak” wins" in found.sentence and len(found.rows) == 4


def test_what_is_equal_or_too_few_is_said() -> None:
    """Alike with many deals is fine; on few deals nothing is tested; without kinds nothing is asked."""
    assert judged(dealt(Planted(FIELD, blocks=400), 3), margin=60.0).chip == GREEN
    few = kinds(dealt(Planted(FIELD, blocks=20), 1), "base", panels(dealt(Planted(FIELD, blocks=20), 1)), 20)
    assert few is not None and not few.tested and few.judge(Family(1, 0.05)).chip == GREY
    plain = in_memory(Planted(FIELD, blocks=20))
    assert kinds(plain, "base", panels(plain), 20) is None


def claims(worlds: int, blocks: int) -> int:
    """Return in how many worlds whose kinds are alike one is said to be off."""
    found = (judged(dealt(Planted(FIELD, blocks=blocks), seed)).chip for seed in range(worlds))
    return sum(one in (RED, AMBER) for one in found)


def test_alike_kinds_are_seldom_told_apart() -> None:
    assert claims(20, 60) <= 4  # 1 is expected, and 2 in 1,000 such tests have more


@pytest.mark.slow
def test_alike_kinds_are_told_apart_in_a_twentieth() -> None:
    """Of 600 worlds in 30; under 1 % of such tests have more than 43."""
    assert claims(600, 60) <= 43
