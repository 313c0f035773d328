"""The chips and words of a change, by made-up intervals on each side of each border."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from marchsim.analysis.judging.verdict import AMBER, GREEN, GREY, RED
from marchsim.analysis.trying.answers import answers, sure
from marchsim.analysis.trying.rows import ChangedMetric, row
from marchsim.analysis.variants.verdicts import Compared
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL
from marchsim.stats.intervals import Interval


def compared(metric: str, verdict: str, difference: float = 0.0, **more: Any) -> Compared:
    """Return a comparison of 1,000 deals with a margin of 0.02; `joint` is half its joint interval."""
    wide = Interval(difference - 0.01, difference + 0.01, "t")
    values = {"se": 0.005, "margin": 0.02, "joint": 0.01, **more}
    joint = Interval(difference - values["joint"], difference + values["joint"], "t")
    return Compared(
        metric, 4, 1000, 0.3, 0.3 + difference, difference, values["se"], wide, wide, values["margin"], 0.01,
        0.01, "t", verdict, differ=900, joint=joint,
    )  # fmt: skip


def shown(metric: str, verdict: str, difference: float = 0.0, **more: Any) -> ChangedMetric:
    return row(compared(metric, verdict, difference, **more), {"army-head": "Army Head"})


@pytest.mark.parametrize(
    ("verdict", "difference", "more", "chip", "word"),
    [
        (IDENTICAL, 0.0, {}, GREEN, "same"),
        (EQUIVALENT, 0.001, {}, GREEN, "same"),
        (TRIVIAL, 0.012, {}, GREEN, "small"),
        (INCONCLUSIVE, 0.012, {}, GREY, "?"),
        (CHANGED, 0.0299, {}, AMBER, "changed"),  # from 0.0199
        (CHANGED, 0.0301, {}, RED, "clearly"),  # from 0.0201
        (CHANGED, -0.0301, {}, RED, "clearly"),
        (CHANGED, 0.0301, {"joint": 0.02}, AMBER, "changed"),  # of all together the interval is wider
    ],
)
def test_a_chip_is_an_interval_against_a_margin(
    verdict: str, difference: float, more: dict[str, Any], chip: str, word: str
) -> None:
    found = shown("first-seat", verdict, difference, **more)
    assert (found.chip, found.word, found.found) == (chip, word, verdict == CHANGED)


def test_wins_are_counted_where_100_are_fair() -> None:
    """A share of 30 % at four players is 120 wins; other metrics keep their units."""
    found = shown("share.warlord", CHANGED, 0.05)
    assert (found.before, found.after, found.change, found.margin) == pytest.approx((120, 140, 20, 8))
    assert found.interval == pytest.approx((16, 24)) and found.label == "warlord"
    assert shown("lead-changes", INCONCLUSIVE).before == pytest.approx(30)
    assert shown("turns", INCONCLUSIVE).before == pytest.approx(0.3)
    assert shown("dealt.army-head", CHANGED).label == "Army Head, when dealt"


def test_what_is_open_needs_as_many_deals_as_find_the_margin() -> None:
    """The error that finds 0.02 in four of five tries is 0.02 / 2.8, so 0.005 is enough: twice the deals."""
    assert shown("first-seat", INCONCLUSIVE).times == 2.0
    assert shown("first-seat", INCONCLUSIVE, se=0.02).times == pytest.approx((2.8 * 0.02 / 0.02) ** 2)


@pytest.mark.parametrize(
    ("rows", "word", "claim"),
    [
        ([shown("first-seat", CHANGED, 0.2)], "clearly more favoured",
         "the first player is clearly more favoured"),
        ([shown("first-seat", CHANGED, -0.03, se=0.01)], "less favoured",
         "the first player is less favoured, perhaps enough to matter"),
        ([shown("first-seat", EQUIVALENT), shown("seat-trend", CHANGED, 0.2)], "clearly further apart",
         "the seats are clearly further apart"),
        ([shown("first-seat", INCONCLUSIVE), shown("seat-trend", CHANGED, -0.2)], "clearly closer together",
         "the seats are clearly closer together"),
        ([shown("first-seat", CHANGED, 0.2), shown("seat-trend", CHANGED, 0.2)], "clearly more favoured",
         "the first player is clearly more favoured"),
        ([shown("first-seat", CHANGED, 0.03, se=0.01), shown("seat-trend", CHANGED, 0.2)],
         "clearly further apart", "the seats are clearly further apart"),
        ([shown("first-seat", EQUIVALENT), shown("seat-trend", INCONCLUSIVE)], "same", ""),
        ([shown("turns", CHANGED, -0.2)], "clearly shorter", "games are clearly shorter"),
        ([shown("turns", EQUIVALENT)], "same", ""),
        ([shown("turns", TRIVIAL)], "hardly changed", ""),
        ([shown("turns", INCONCLUSIVE)], "cannot tell yet", ""),
        ([shown("lead-changes", CHANGED, 0.2)], "clearly closer", "games are clearly closer"),
        ([shown("spread", CHANGED, 0.2)], "clearly less close", "games are clearly less close"),
        ([shown("lead-changes", EQUIVALENT), shown("spread", INCONCLUSIVE)], "cannot tell yet", ""),
        ([shown("won", CHANGED, -0.2)], "clearly harder", "the game is clearly harder"),
        ([shown("share.warlord", CHANGED, 0.2), shown("share.forager", EQUIVALENT)], "changed",
         "warlord clearly gains"),
        ([shown("share.warlord", CHANGED, 0.2), shown("share.forager", CHANGED, -0.2)], "changed",
         "2 strategies clearly gain or lose"),
        ([shown("dealt.army-head", CHANGED, -0.2)], "clearly worth less", "Army Head is clearly worth less"),
    ],
)  # fmt: skip
def test_an_answer_claims_what_its_rows_do(rows: list[ChangedMetric], word: str, claim: str) -> None:
    (found,) = answers(rows)
    assert (found.word, found.claim) == (word, claim)


@pytest.mark.parametrize(
    ("verdict", "difference", "word", "claim"),
    [
        (CHANGED, 0.2, "clearly stronger than the others", "Army Head is clearly stronger than the others"),
        (CHANGED, -0.2, "clearly weaker than the others", "Army Head is clearly weaker than the others"),
        (EQUIVALENT, 0.0, "like the others", ""),
        (TRIVIAL, 0.0, "hardly different", ""),
        (INCONCLUSIVE, 0.0, "cannot tell yet", ""),
    ],
)
def test_a_new_card_is_compared_with_the_others(
    verdict: str, difference: float, word: str, claim: str
) -> None:
    """There is no before, so it is neither worth more nor less than that."""
    (found,) = answers([replace(shown("dealt.army-head", verdict, difference), new=True)])
    assert (found.word, found.claim) == (word, claim)


def test_strategies_are_told_by_what_became_of_them() -> None:
    rows = [
        shown("share.warlord", CHANGED, 0.2), shown("share.forager", INCONCLUSIVE, -0.01),
        shown("share.greedy", EQUIVALENT),
    ]  # fmt: skip
    (found,) = answers(rows)
    assert found.sentence == (
        "Warlord (120 → 200) clearly gains; open: forager (\N{MINUS SIGN}4.0); greedy stays the same."
    )
    told = sure(rows, {4: 1000}, 2000)
    assert told.word == "1 of 3 open" and "2,000 deals would be enough to show" in told.sentence
    assert "under 30 nothing is tested" in sure(rows, {4: 29}, None).sentence


@pytest.mark.parametrize(
    ("before", "after", "word", "end"),
    [
        (0.30, 0.26, "clearly less favoured", "The first player is now closer to fair (100)."),
        (0.27, 0.15, "clearly worse off", "The first player is now further from fair (100)."),
        (0.22, 0.28, "clearly better off", "matters from 8)."),
        (0.15, 0.24, "clearly less behind", "The first player is now closer to fair (100)."),
    ],
)
def test_a_first_player_who_changes_sides_is_not_called_less_favoured(
    before: float, after: float, word: str, end: str
) -> None:
    """And where it came nearer to fair, or further from it, by what matters, the sentence says so."""
    one = shown("first-seat", CHANGED, after - before, se=0.002)
    (found,) = answers([replace(one, before=400 * before, after=400 * after)])
    assert found.word == word and found.sentence.endswith(end)
