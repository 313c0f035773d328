"""Games that nobody won: shares are of the games that were won, and verdicts keep their stated error."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.course.drama import drama
from marchsim.analysis.course.pace import NOBODY, decided_words, endings
from marchsim.analysis.field.seats import all_equal as equal_seats
from marchsim.analysis.field.seats import places, seats, trend
from marchsim.analysis.field.standing import standing
from marchsim.analysis.field.winrates import pairs, shares
from marchsim.analysis.judging.run_verdicts import TOTAL, verdicts
from marchsim.analysis.judging.verdict import CLAIMS, STRATEGIES
from marchsim.analysis.reading.panels import Panel, layout, panels
from marchsim.analysis.reading.rows import rounds_of
from marchsim.analysis.variants.blocks import by_block, by_strategy
from tests.analysis.planted import MemoryRun, Planted, in_memory
from tests.analysis.worlds import joined, permuted

WORTH = {"bold": 3.0, "calm": 2.0, "late": 1.0}
UNWON = {"bold": 0.1, "calm": 0.3, "late": 0.7}  # by who would win; about 30 % in all
WAITS = Planted(WORTH, players=3, blocks=60, unwon=UNWON)
SEATS = ("first-seat", "seat-trend", "share.bold", "turns")


def of_won(panel: Panel) -> Panel:
    """The same panel without the games that nobody won."""
    games = panel.games.filter(pl.col("winners") != 0)
    return replace(panel, games=games, entries=panel.entries.join(games, on="game", how="semi"))


def test_shares_are_of_the_games_that_were_won() -> None:
    """Of strategies, seats and both, they are credit by won game; scores and lengths are of all games."""
    run = in_memory(WAITS, 3)
    (panel,) = panels(run)
    won = run.frames["seats"].drop_nulls("credit")
    mine = won.group_by("strategy").agg(pl.col("credit").mean()).sort("strategy")
    found = shares(panel)
    assert [one.share.value for one in found] == pytest.approx(mine["credit"].to_list())
    assert sum(one.share.value or 0 for one in found) == pytest.approx(1)
    assert found[0].score.entries == panel.valid.height > found[0].share.entries
    by_seat = won.group_by("seat").agg(pl.col("credit").mean()).sort("seat")
    assert [one.share.value for one in seats(panel)] == pytest.approx(by_seat["credit"].to_list())
    each = {(one.strategy, one.seat): one.share.entries for one in places(panel)}
    assert sum(each.values()) == won.height
    design = layout(panel, run.manifest)
    assert design.balanced and design.n_games == panel.valid.height
    assert equal_seats(panel, design).test is not None and trend(panel, design) is not None
    assert {one.games for one in pairs(panel, design)} == {won.height // 3}


def test_ladders_drama_and_metrics_are_of_games_won() -> None:
    """Ladders, comebacks and shares by block do not see the others; the ending is named first."""
    run = in_memory(WAITS, 3)
    (panel,) = panels(run)
    alone = of_won(panel)
    unwon = int(panel.unwon.sum())
    name, share = next(iter(endings(panel).items()))
    assert (name, share.value) == (NOBODY, pytest.approx(unwon / panel.valid.height))
    assert 0.2 < unwon / panel.valid.height < 0.4
    assert decided_words([panel], {}).startswith(f"{100 - 100 * unwon / panel.valid.height:.0f} of 100 games")
    one, other = standing(panel, shares(panel)), standing(alone, shares(panel))
    assert one and other and one.winners.log_worth == pytest.approx(other.winners.log_worth)
    told, rest = drama(panel, rounds_of(run, panel)), drama(alone, rounds_of(run, alone))
    assert told and rest and told.late.value == rest.late.value and told.deficit.value == rest.deficit.value
    assert told.after[0].behind.value == rest.after[0].behind.value
    assert told.chances == rest.chances and told.changes.entries == panel.valid.height
    blocks = by_block(run, SEATS)
    for deal, first in blocks.select("deal", "first-seat").iter_rows():
        here = panel.valid.filter((pl.col("deal") == deal) & (pl.col("winners") != 0))
        wanted = (here["winners"] == 1).mean() if here.height else None
        assert first == (pytest.approx(wanted) if wanted is not None else None)
    assert by_strategy(run, SEATS)["own share"].null_count() < blocks.height


def test_a_run_in_which_nobody_wins_is_told_and_judges_nothing() -> None:
    """No share, no claim, no crash."""
    run = in_memory(Planted(WORTH, players=3, blocks=40, unwon=dict.fromkeys(WORTH, 1.0)))
    (panel,) = panels(run)
    assert (
        [one.share.value for one in shares(panel)] == [None] * 3 == [one.share.value for one in seats(panel)]
    )
    assert places(panel) == [] and standing(panel, shares(panel)) is None
    found = drama(panel, rounds_of(run, panel))
    assert found and found.late.value is None and found.quantiles == () and found.chances == []
    assert not [one for one in verdicts(run) if one.chip in CLAIMS and one.question != "length"]
    assert decided_words([panel], {}) == "Nobody won a game."


def claims(run: MemoryRun) -> bool:
    """Whether a verdict on seats or strategies says that something was found."""
    return any(one.chip in CLAIMS or one.apart for one in verdicts(run))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["roundrobin", "random"])
def test_verdicts_keep_their_error_with_games_unwon(kind: str) -> None:
    """Of 300 null worlds with 30 % of games unwon, at most 5 % have a verdict (99.9 % band)."""
    worth = {**WORTH, "dull": 0.5, "eager": 0.5}
    chance = {**UNWON, "dull": 0.5, "eager": 0.2}
    blocks = (8, 12) if kind == "roundrobin" else (120, 120)
    plans = [
        Planted(worth, players=k, blocks=b, kind=kind, luck=0.5, unwon=chance)
        for k, b in zip((3, 4), blocks, strict=True)
    ]
    run, generator = joined(plans, 7), np.random.default_rng(7)
    seen = sum(claims(permuted(run, generator)) for _ in range(300))
    assert seen <= stats.binom.isf(0.001, 300, TOTAL)


@pytest.mark.slow
def test_intervals_hold_the_share_of_games_won() -> None:
    """Over 400 runs the intervals of a field hold the truth at once: w(1 - u) over its sum (97.5 %, band)."""
    part = {name: WORTH[name] * (1 - UNWON[name]) for name in WORTH}
    truth = {name: 300 * one / sum(part.values()) for name, one in part.items()}
    held = 0
    for seed in range(400):
        field = next(one for one in verdicts(in_memory(WAITS, seed)) if one.question == STRATEGIES)
        held += all((row.low or 0.0) <= truth[row.name] <= (row.high or 0.0) for row in field.rows)
    assert held >= stats.binom.ppf(0.001, 400, 0.965)
