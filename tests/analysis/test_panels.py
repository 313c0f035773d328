"""Which games count, and how they are summed per deal."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations

import numpy as np
import polars as pl
import pytest

from marchsim.analysis.course.pace import scores_by_round
from marchsim.analysis.reading.estimates import mean_of
from marchsim.analysis.reading.panels import layout, panels
from marchsim.analysis.reading.rows import rounds_of
from marchsim.analysis.reading.source import provenance
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.analysis.tournament import analyse
from marchsim.errors import RecordError
from tests.analysis.planted import MemoryRun, Planted, frames, in_memory, manifest

FOUR = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.5}
FIVE = {**FOUR, "e": 1.0}


def test_a_void_game_leaves_with_its_block() -> None:
    """The other games of the block are left out too and counted; other blocks of the deal stay."""
    run = in_memory(Planted(FIVE, blocks=10, shared=True, void={0: "error", 21: "limit", 22: "limit"}))
    (panel,) = panels(run)
    found = layout(panel, run.manifest)
    assert found.recorded == 200
    assert found.voids == {"error": 1, "limit": 2}
    assert found.n_games + found.beside + found.n_void == 200
    assert found.beside == 3 * 4 - 3
    assert found.n_deals == 10 and found.most_per_deal == 20 and found.balanced


def test_a_block_not_finished_is_left_out() -> None:
    """Games whose block lacks rotations do not count until it is whole."""
    run = in_memory(Planted(FOUR, blocks=6))
    run.frames["games"] = run.frames["games"].head(22)
    found = layout(panels(run)[0], run.manifest)
    assert (found.n_games, found.open) == (20, 2)
    assert found.balanced


def test_sums_equal_a_plain_loop() -> None:
    """Credit, entries and games per deal and strategy equal those of a loop over the rows."""
    run = in_memory(Planted(FIVE, players=3, blocks=5, ties=0.3))
    (panel,) = panels(run)
    deal = dict(run.frames["games"].select("game", "deal").iter_rows())
    expected: dict[tuple[int, str], list[float]] = {}
    for row in run.frames["seats"].iter_rows(named=True):
        sums = expected.setdefault((deal[row["game"]], row["strategy"]), [0, 0.0, 0])
        sums[0] += 1
        sums[1] += row["credit"]
        sums[2] += row["points_battle"]
    for row in panel.by_strategy.iter_rows(named=True):
        entries, credit, battle = expected.pop((row["deal"], row["strategy"]))
        assert row["entries"] == entries and row["points_battle"] == battle
        assert row["credit"] / CREDIT == pytest.approx(credit)
    assert not expected


@pytest.mark.parametrize("kind", ["roundrobin", "mirror"])
def test_pairs_and_rounds_equal_a_plain_loop(kind: str) -> None:
    """Differences of mean credit by deal, and mean scores by round, are those of a loop."""
    run = in_memory(Planted(FOUR, players=3, blocks=5, kind=kind, ties=0.3, shared=True))
    (panel,) = panels(run)
    deal = dict(run.frames["games"].select("game", "deal").iter_rows())
    seats = run.frames["seats"].rows(named=True)
    won: dict[int, dict[str, list[float]]] = {}
    for row in seats:
        won.setdefault(row["game"], {}).setdefault(row["strategy"], []).append(row["credit"])
    pairs: dict[tuple[int, str, str], float] = {}
    for game, held in won.items():
        means = {name: sum(own) / len(own) for name, own in sorted(held.items())}
        for first, second in combinations(means, 2):
            key = deal[game], first, second
            pairs[key] = pairs.get(key, 0.0) + means[first] - means[second]
    told = panel.by_pair.select("deal", "first", "second", pl.col("difference") / CREDIT**2).iter_rows()
    assert {row[:3]: pytest.approx(row[3]) for row in told} == pairs and bool(pairs) == (kind != "mirror")
    who = {(row["game"], row["seat"]): row["strategy"] for row in seats}
    sums: dict[tuple[str, int], dict[int, list[int]]] = {}
    for row in run.frames["rounds"].iter_rows(named=True):
        by_deal = sums.setdefault((who[row["game"], row["seat"]], row["round"]), {})
        by_deal.setdefault(deal[row["game"]], []).append(row["score"])
    found = scores_by_round(panel, rounds_of(run, panel))
    scores = {(name, at): score for name, rounds in found.items() for at, score in rounds.items()}
    assert list(scores) == sorted(sums)
    for key, score in scores.items():
        parts = list(sums[key].values())
        expected = mean_of(np.array([float(sum(x)) for x in parts]), np.array([float(len(x)) for x in parts]))
        assert score == expected and expected.entries == sum(map(len, parts))


def test_the_order_of_rows_changes_nothing() -> None:
    """Shuffled rows give equal results to the last bit."""
    run = in_memory(Planted(FIVE, players=3, blocks=40, luck=0.7, ties=0.2))
    mixed = {name: frame.sample(fraction=1.0, shuffle=True, seed=5) for name, frame in run.frames.items()}
    again, once = analyse(MemoryRun(run.manifest, mixed)), analyse(run)
    assert len(once) == 1
    np.testing.assert_equal([asdict(one) for one in again], [asdict(one) for one in once])


def test_panels_are_apart() -> None:
    """Each rule set and player count is a panel of its own, in order."""
    three = Planted(FOUR, players=3, blocks=3, variants=("zebra", "ant"))
    four = Planted(FOUR, players=4, blocks=3, variants=("zebra", "ant"), first_deal=100, first_game=1000)
    one, other = frames(three), frames(four)
    run = MemoryRun(manifest(three), {name: pl.concat([one[name], other[name]]) for name in one})
    found = [(panel.variant, panel.players, len(panel.valid)) for panel in panels(run)]
    assert found == [("zebra", 3, 36), ("zebra", 4, 12), ("ant", 3, 36), ("ant", 4, 12)]


def test_a_missing_column_is_named() -> None:
    """A table of another shape is an error that names the column, not a traceback of polars."""
    run = in_memory(Planted(FOUR, blocks=2))
    run.frames["games"] = run.frames["games"].drop("deal")
    with pytest.raises(RecordError, match="table games: no column deal"):
        panels(run)


def test_provenance_adds_up_items() -> None:
    """Numbers are added over components per rule set; without an items table nothing is claimed."""
    run = in_memory(Planted(FOUR, blocks=2, variants=("x", "y")))
    found = provenance(run)
    assert [(row.variant, row.components, row.numbers) for row in found] == [("x", 4, 20), ("y", 4, 20)]
    assert found[0].counts == {"rulebook": 4, "implied": 4, "assumed": 9, "printed": 3, "design": 0}
    assert found[0].assumed == pytest.approx(0.45)
    run.frames["items"] = run.frames["items"].with_columns(enabled=pl.col("item") > 0)
    assert provenance(run)[0].counts["assumed"] == 9 and provenance(run)[0].components == 3
    del run.manifest["tables"]["items"]
    assert provenance(run) == []


def test_seats_that_are_not_balanced_are_noticed() -> None:
    """Without rotations strategies sit unevenly, so the seats are not tested."""
    run = in_memory(Planted(FIVE, blocks=41, rotate=False))
    (result,) = analyse(run)
    assert not result.layout.balanced
    assert result.seats_equal.test is None and "equally often" in result.seats_equal.reason
    assert result.trend is None


def test_credits_of_joint_winners_add_up_to_one_win_a_game() -> None:
    """Over all strategies the credit is the number of games."""
    run = in_memory(Planted(FOUR, blocks=30, ties=0.5))
    (panel,) = panels(run)
    assert int(panel.by_strategy["credit"].sum()) == 120 * CREDIT
    assert np.isclose(float(run.frames["seats"]["credit"].sum()), 120)
