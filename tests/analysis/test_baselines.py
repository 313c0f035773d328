"""Games with a baseline player are in no comparison: of blocks, variants, targets, ranks, seats and cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from marchsim.analysis.cards.screening import screenings
from marchsim.analysis.reading.panels import barred
from marchsim.analysis.variants.blocks import blocks, by_block, by_strategy
from marchsim.analysis.variants.comparisons import study
from marchsim.analysis.variants.ranks import panels_of, rankings
from marchsim.analysis.variants.rulesets import of_run
from marchsim.analysis.variants.targets import targets
from marchsim.stats.equivalence import IDENTICAL, INCONCLUSIVE
from tests.analysis import held
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.ruled import ruled

WORTH = {"fox": 2.0, "hen": 1.0, "owl": 1.0, "pig": 1.0, "random": 0.05}
PLAN = Planted(WORTH, players=3, blocks=40, luck=0.5)
METRICS = ("first-seat", "seat-trend", "turns", "lead-changes", "spread", "score")
# what a baseline player does changes between the rules, and the games of all others are the same
CHANGES: dict[str, dict[str, Any]] = {"base": {}, "other": {"worth": WORTH | {"random": 9.0}}}


def declared(run: MemoryRun) -> MemoryRun:
    """Return a run whose manifest says where its strategies are from: `random` is a shipped baseline."""
    names = run.frames["seats"]["strategy"].cast(pl.String).unique().sort().to_list()
    uses = [{"name": name, "use": "random" if name == "random" else f"{name}.py"} for name in names]
    run.manifest["strategies"] = uses
    return run


def bare(run: MemoryRun) -> MemoryRun:
    """Return a run without the games in which `random` sat, which declares nothing."""
    sat = run.frames["seats"].filter(pl.col("strategy").cast(pl.String) == "random")["game"].unique()
    rest = {
        table: frame.filter(~pl.col("game").is_in(sat.implode())) if "game" in frame.columns else frame
        for table, frame in run.frames.items()
    }
    listed = [one for one in run.manifest["strategies"] if one["name"] != "random"]
    return MemoryRun({**run.manifest, "strategies": [{"name": one["name"]} for one in listed]}, rest)


@pytest.fixture(scope="module")
def run() -> MemoryRun:
    """Return a run of two rule sets that differ in what the baseline player wins alone."""
    made = declared(ruled(PLAN, CHANGES))
    made.manifest["configuration"]["resolved"]["targets"] = {"first-seat": {"value": 0.33, "tolerance": 0.2}}
    return made


def test_values_of_deals_are_those_without_its_games(run: MemoryRun) -> None:
    """Of blocks, of what strategies see of them, and of the deals of a baseline."""
    rest = bare(run)
    assert by_block(run, METRICS).equals(by_block(rest, METRICS))
    assert by_strategy(run, METRICS).equals(by_strategy(rest, METRICS))
    assert blocks(run, METRICS) == blocks(rest, METRICS)
    assert blocks(run, METRICS)[0].games == 2 * 40 * 4 * 3


def test_what_a_baseline_does_is_no_change_of_the_game(run: MemoryRun) -> None:
    """Its strength changes, all other games are the same: nothing differs, is ranked or aimed otherwise."""
    found, rest = (study(of_run(one, "planted")) for one in (run, bare(run)))
    assert {one.verdict for one in found.primary} <= {IDENTICAL, INCONCLUSIVE}
    assert all(one.difference == 0 for one in (*found.primary, *found.exploratory))
    assert found.primary == rest.primary and found.levels == rest.levels and targets(found) == targets(rest)
    rules = found.rulesets
    sound, own = panels_of(rules, sound=True), panels_of(rest.rulesets)
    assert rankings(sound) == rankings(own)
    assert "random" in {one.strategy for one in rankings(panels_of(rules))[0].ranks}
    assert (found.barred.names, found.barred.empty) == (("random",), ())
    assert (found.barred.games, found.barred.of) == (2 * 40 * 6 * 3, 2 * 40 * 10 * 3)


def test_where_it_sits_in_every_game_nothing_is_compared() -> None:
    """With five of five at each table there is no game without it, and the number of players is named."""
    made = declared(ruled(replace(PLAN, players=5), CHANGES))
    found = study(of_run(made, "planted"))
    assert not found.primary and not found.levels and not found.meetings and found.barred.empty == (5,)
    assert rankings(panels_of(found.rulesets, sound=True)) == []
    assert barred([bare(run_of := declared(ruled(PLAN, CHANGES)))]).games == 0 < barred([run_of]).games


def test_cards_are_screened_without_its_games() -> None:
    """Effects, deviations and counts are those of a run without these games; all barred, none is left."""
    plan = Planted(worth={"a": 1.0, "b": 1.0, "c": 1.0, "random": 0.1}, players=3, blocks=60)
    made = declared(held.run(plan, seed=3))
    (found,), (rest,) = screenings(made), screenings(bare(made))
    assert found == rest and found.strategies == ["a", "b", "c"]
    assert screenings(declared(held.run(replace(plan, players=4), seed=3))) == []
