"""The budget of error: one for a page, of all its families, said once in its summary and in its methods."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from scipy import stats

from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.verdict import CLAIMS, Family
from marchsim.analysis.reading.panels import choose
from marchsim.analysis.variants.rulesets import of_run
from marchsim.reporting.cards.report import cards
from marchsim.reporting.pages.document import Bullets, Document, Table, Text
from marchsim.reporting.sections.verdicts import NOTHING, ErrorBudget
from marchsim.reporting.sections.verdicts import budget_line as line
from marchsim.reporting.sections.verdicts import budget_methods as methods
from marchsim.reporting.tournament import tournament
from marchsim.reporting.variants.report import variants
from marchsim.reporting.whole import whole
from marchsim.stats.equivalence import CHANGED, TRIVIAL
from tests.analysis import held
from tests.analysis.planted import MemoryRun, Planted
from tests.analysis.ruled import ruled

FIVE = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0, "random": 0.3}
PLAN = Planted(FIVE, players=3, blocks=12, luck=0.5, seat_worth=(1.5, 1.0, 1.0))
WRONG = re.compile(r"[Aa]t most \d+\.\d % (of such (runs|pages)(, judged once,)? have|have)")


def declared(run: MemoryRun) -> MemoryRun:
    """Return a run that says where its strategies are from, and aims at something."""
    for one in run.manifest["strategies"]:
        one["use"] = "random" if one["name"] == "random" else f"{one['name']}.py"
    run.manifest["configuration"]["resolved"]["targets"] = {"first-seat": {"value": 0.33, "tolerance": 0.3}}
    return run


@pytest.fixture(scope="module")
def run() -> MemoryRun:
    """Return a run of two rule sets, under which different strategies lead."""
    changes: dict[str, dict[str, Any]] = {"base": {}, "other": {"worth": FIVE | {"a": 0.3}}}
    return declared(ruled(PLAN, changes))


def texts(document: Document) -> list[str]:
    """Return every sentence, note, heading and cell of a report."""
    said = [*document.summary, *(notice.text for notice in document.notices)]
    for block in (block for section in document.sections for block in section.blocks):
        if isinstance(block, Text):
            said.append(block.text)
        elif isinstance(block, Bullets):
            said += block.items
        elif isinstance(block, Table):
            said += [block.title, block.note, *(column.heading for column in block.columns)]
            said += [cell for row in block.rows for cell in row.values() if isinstance(cell, str)]
        else:
            said += [block.title, block.alt]
    return said


def test_errors_of_all_families_add_up() -> None:
    """Two families are 10 %, one is 5 %; what is equivalent has its own error; without tests is none."""
    both = ErrorBudget(Family(4, 0.05), 12)
    assert both.total == pytest.approx(0.1)
    assert "At most 10.0 % of such runs" in line(both)
    assert "at most 10.0 % have any wrong verdict about the game, or anything wrongly" in methods(both)
    for part in ("5.0 % for the verdicts about the game (1.2 % for each of 4", "Holm over 12 tests"):
        assert part in line(both)
    alone = ErrorBudget(tests=12)
    assert alone.total == 0.05 and line(alone).startswith(
        "At most 5.0 % of such runs, judged once, have anything wrongly"
    )
    assert "at most 5.0 % have anything wrongly called changed. One family:" in methods(alone)
    for told in (line(both), line(alone), methods(both), methods(alone)):
        assert "each is wrong in at most 5.0 % of cases for its own metric" in told
    assert line(ErrorBudget(tests=0)).startswith("Nothing could be called changed.")
    assert line(ErrorBudget()) == "" and methods(ErrorBudget()) == NOTHING
    assert line(ErrorBudget(Family(1, 0.05))).startswith(
        "At most 5.0 % of such runs, judged once, have any wrong verdict."
    )


@pytest.mark.parametrize(("page", "total"), [("whole", "10.0 %"), ("variants", "5.0 %"), ("run", "5.0 %")])
def test_a_page_says_its_budget_once_in_its_head_and_once_in_its_methods(
    run: MemoryRun, page: str, total: str
) -> None:
    """The whole report, that on variants alone and that on panels alone; nothing is said for certain."""
    made = {"whole": whole_of, "variants": variants_of, "run": run_of}[page](run)
    said = [text for text in texts(made) if WRONG.search(text)]
    (head,) = [text for text in made.summary if WRONG.search(text)]
    (foot,) = [text for text in said if text not in made.summary]
    assert f"At most {total}" in head and f"at most {total}" in foot and foot.startswith("Budget of error")
    assert not [text for text in texts(made) if "for certain" in text]


def variants_of(run: MemoryRun) -> Document:
    """Return the report on what variants change."""
    return variants(of_run(run, "planted"))


def run_of(run: MemoryRun) -> Document:
    """Return the report of all panels."""
    return tournament(Findings(run))


def whole_of(run: MemoryRun) -> Document:
    """Return the whole report with the panel of the base."""
    return whole(Findings(run), "planted", choose(run, "base", 3))


def test_ranks_and_targets_are_exploratory(run: MemoryRun) -> None:
    """They say so where the summary tells of them, and their tables have no column of verdicts."""
    document = variants_of(run)
    told = " ".join(document.summary)
    assert "Ranks flip: “a” is ahead of “b” under “base” and behind under “other”" in told
    assert "(exploratory, 95 % for each number of players)" in told
    assert re.search(r"“other” meets [^.]* \(exploratory\)\.", told.replace("1.", "1"))
    tables = {table.id: table for table in document.tables()}
    for ident in ("v-k3-flips", "v-k3-targets-shares"):
        assert "Verdict" not in [column.heading for column in tables[ident].columns]


def test_a_page_without_games_for_it_says_that_nothing_was_measured() -> None:
    """With a baseline player in every game there is no verdict, rank, target or card of it, and no budget."""
    lone = declared(ruled(Planted(FIVE, players=5, blocks=30), {"base": {}, "other": {"luck": 2.0}}))
    document = whole(Findings(lone), "planted", choose(lone, "base", 5))
    told = " ".join(document.summary)
    assert "Not measured with 5 players: a baseline player (“random”) sat in every game." in told
    assert not re.search("equivalent|identical|called changed|Ranks|flip|targets|At most", told)
    assert not any("no game that counts" in notice.text for notice in document.notices)
    hands = held.run(Planted(FIVE, players=5, blocks=5))
    hands.manifest["strategies"] = lone.manifest["strategies"]
    page = cards(hands)
    assert "Not measured with 5 players" in page.summary[0] and len(page.summary) == 1
    assert not any("does not record where" in text for text in texts(page))


# null worlds --------------------------------------------------------------------------
def claims(document: Document) -> tuple[bool, bool]:
    """Return whether a page has a verdict about the game that claims something, and a metric that changed."""
    judged = any(one["chip"] in CLAIMS or one["apart"] for one in document.verdicts)
    rows = [row for table in document.tables() if "-verdicts-" in table.id for row in table.rows]
    return judged, any(row["verdict"] in (CHANGED, TRIVIAL) for row in rows)


def null_world(seed: int, blocks: int) -> MemoryRun:
    """Return a run in which all is level under both rules, but for what a baseline player does.

    It loses nearly everything under one and wins it under the other, so the share of "a", which is declared,
    changes in games with it.
    """
    level = dict.fromkeys("abcd", 1.0)
    plan = Planted(level | {"random": 0.01}, players=2, blocks=blocks, luck=0.5)
    changes: dict[str, dict[str, Any]] = {"base": {}, "other": {"worth": level | {"random": 100.0}}}
    run = declared(ruled(plan, changes, seed, apart=True))
    run.manifest["configuration"]["resolved"]["design"]["focal"] = ["a"]
    return run


def whole_pages(repeats: int, blocks: int) -> np.ndarray:
    """Return how many pages of null worlds claim something of the game, a change, and either."""
    found = []
    for seed in range(repeats):
        run = null_world(seed, blocks)
        found.append(claims(whole(Findings(run), "planted", choose(run, "base", 2))))
    made = np.array(found)
    return np.array([*made.sum(axis=0), made.any(axis=1).sum()])


def test_null_worlds_with_a_baseline_claim_nothing() -> None:
    """Of 2 whole pages at most 1 claims anything; with its games in, all would (98 % band of 10 %)."""
    assert whole_pages(2, 8)[2] <= stats.binom.isf(0.02, 2, 0.1)
    (with_it,) = [claims(variants_of(undeclared(null_world(1, 12))))]
    assert with_it[1]


def undeclared(run: MemoryRun) -> MemoryRun:
    """Return a run whose baseline player is none."""
    for one in run.manifest["strategies"]:
        one["baseline"] = False
    return MemoryRun(run.manifest, {name: frame.clone() for name, frame in run.frames.items()})


@pytest.mark.slow
def test_null_worlds_with_a_baseline_claim_nothing_at_length() -> None:
    """Of 300 whole pages at most 5 % claim something of the game or a change, and 10 % either (99.9 %)."""
    judged, changed, either = whole_pages(300, 12)
    print(f"of 300 pages {judged} claim something of the game, {changed} a change, {either} either")
    assert max(judged, changed) <= stats.binom.isf(0.001, 300, 0.05)
    assert either <= stats.binom.isf(0.001, 300, 0.1)
