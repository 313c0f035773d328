"""Whole reports of null worlds: no seat, strategy or card matters, and hardly any page says that one does."""

from __future__ import annotations

from functools import cache

import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.run_verdicts import TOTAL
from marchsim.analysis.judging.verdict import CLAIMS
from marchsim.reporting.tournament import tournament
from tests.analysis import held, planted
from tests.analysis.planted import MemoryRun, Planted

FEW, MANY = 30, 200  # deals a card
CARDS = 20


def plan(players: int, deals: int) -> Planted:
    """Return level seats and strategies, about as many deals of each card, and luck that deals share."""
    blocks = -(-deals * CARDS // (held.HAND * players))
    return Planted(dict.fromkeys("abcde"[:players], 1.0), players=players, blocks=max(blocks, 31), luck=0.5)


@cache
def described(players: int, deals: int) -> MemoryRun:
    """Return a run with cards, for what it says of its tables."""
    return held.run(plan(players, deals), CARDS)


def null_world(players: int, deals: int, seed: int) -> MemoryRun:
    """Return a run of new games and hands, in which all cards are played."""
    known = described(players, deals)
    drawn = {name: one for name, one in planted.frames(plan(players, deals), seed).items() if name != "items"}
    run = held.dealt_again(MemoryRun(known.manifest, {**known.frames, **drawn}), CARDS, seed)
    return MemoryRun(
        run.manifest, {**run.frames, "cards": run.frames["cards"].with_columns(played=pl.lit(True))}
    )


def wrong_pages(players: int, deals: int, worlds: int, seed: int = 0) -> dict[str, int]:
    """Return how many pages claim something of each question, and of any."""
    found = dict.fromkeys(("seats", "strategies", "cards", "any"), 0)
    for world in range(worlds):
        verdicts = tournament(Findings(null_world(players, deals, seed + world))).verdicts
        assert {one["question"] for one in verdicts} >= {"seats", "strategies", "cards"}
        claimed = {one["question"] for one in verdicts if one["chip"] in CLAIMS or one["apart"]}
        claimed -= {"sure"}  # amber there counts guesses
        for question in (*claimed, *(["any"] if claimed else [])):
            found[question] += 1
    return found


def test_a_null_page_claims_nothing() -> None:
    """Of two pages at most one has a wrong verdict (99 % band of 5 %)."""
    assert wrong_pages(3, FEW, 2)["any"] <= stats.binom.isf(0.01, 2, TOTAL)


@pytest.mark.slow
@pytest.mark.parametrize(("deals", "worlds"), [(FEW, 60), (MANY, 40)])
def test_null_pages_err_in_their_part(deals: int, worlds: int) -> None:
    """Of 180 and 120 pages at most 5 % have any wrong verdict, and each question at most its third (99.9 %).

    They are of 3, 4 and 5 players alike.
    """
    whole = dict.fromkeys(("seats", "strategies", "cards", "any"), 0)
    for players in (3, 4, 5):
        found = wrong_pages(players, deals, worlds, 1_000)
        print(f"{players} players, {deals} deals a card: {found} of {worlds} pages")
        whole = {question: whole[question] + found[question] for question in whole}
    assert whole.pop("any") <= stats.binom.isf(0.001, 3 * worlds, TOTAL)
    assert max(whole.values()) <= stats.binom.isf(0.001, 3 * worlds, TOTAL / 3)
