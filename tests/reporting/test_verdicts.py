"""Verdicts on the page: its head and its data, none in exploratory parts, none in null worlds."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.verdict import CLAIMS
from marchsim.reporting.pages.document import Bullets, Document, Table, Text
from marchsim.reporting.tournament import report_part, tournament
from marchsim.stats.anytime import bounded_mean
from tests.analysis.planted import MemoryRun, Planted, frames, in_memory, manifest, save
from tests.analysis.worlds import joined, permuted
from tests.reporting.test_report import sane

FOUR = {"warlord": 4.0, "nomad": 2.0, "farmer": 1.0, "random": 0.2}
UNEQUAL = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0, "e": 0.5}
WORDS = re.compile(
    r"\bclear(ly)?\b|dominat|favour|at a disadvantage|(un|not )?balanced|reject|is (not )?shown|separated|"
    r"distinguishable|cannot tell|equivalent|too little to matter|verdict:",
    re.IGNORECASE,
)


def exploratory(document: Document) -> list[str]:
    """Return every sentence, note, heading and cell that is no verdict, without the methods."""
    told = []
    for section in document.sections:
        if section.id not in ("verdicts", "methods"):
            told.append(section.title)
            for block in section.blocks:
                if isinstance(block, Text):
                    told.append(block.text)
                elif isinstance(block, Bullets):
                    told += block.items
                elif isinstance(block, Table):
                    told += [block.title, block.note, *(column.heading for column in block.columns)]
                    told += [
                        str(cell) for row in block.rows for cell in row.values() if isinstance(cell, str)
                    ]
                else:
                    told += [block.title, block.alt]
    return told


def claims(document: Document) -> list[str]:
    """Return whatever a report says was found: chips, pairs told apart, verdict words in other places."""
    found = [str(one["sentence"]) for one in document.verdicts if one["chip"] in CLAIMS or one["apart"]]
    return found + [text for text in exploratory(document) if WORDS.search(text)]


def test_exploratory_parts_use_no_verdict_words() -> None:
    """Where everything differs, sections say so in numbers alone; the verdicts stand at the head."""
    plan = Planted(FOUR, blocks=150, luck=0.5, seat_worth=(2.0, 1.2, 1.0, 1.0), ties=0.05)
    document = tournament(Findings(in_memory(plan)))
    assert [one["chip"] for one in document.verdicts] == ["red", "red", "blue", "green"]
    assert [text for text in exploratory(document) if WORDS.search(text)] == []
    assert document.summary[0].startswith("Seats: The seats are not fair: seat 1 of 4 wins ")
    assert document.summary[1].startswith("Strategies: “warlord” clearly wins too often; ")
    budget = "of such runs, judged once, have any wrong verdict (2.5 % for each of 2 that are tested)"
    assert budget in " ".join(document.summary)
    assert document.sections[0].id == "verdicts"
    apart = [table for table in document.tables() if not table.id.startswith("verdict")]
    assert not [column.key for table in apart for column in table.columns if column.key == "verdict"]


def test_the_data_are_the_verdicts(tmp_path: Path) -> None:
    """JSON has each verdict with question, chip, estimate, interval, margin, family and sentence."""
    plan = Planted(FOUR, blocks=60)
    report_part("winrate", save(tmp_path / "run", manifest(plan), frames(plan)), tmp_path / "out")
    data = sane(tmp_path / "out")
    (found,) = data["verdicts"]
    assert found["question"] == "strategies" and found["sentence"] in data["summary"][0]
    assert found["family"] == {"tests": 2, "total": 0.05, "look": 1} and found["margin"] == 60
    assert found["interval"][0] < found["estimate"] < found["interval"][1]
    row = data["tables"]["verdicts"]["rows"][0]
    assert (row["estimate"], row["interval"]) == (found["estimate"], found["interval"])
    assert [one["name"] for one in found["rows"]] == [
        one["strategy"] for one in data["tables"]["verdict-strategies"]["rows"]
    ]


def test_baselines_are_told_and_left_out() -> None:
    """What they won is a line of its own; their games are in tables below, and in no verdict."""
    run = in_memory(Planted({**FOUR, "farmer-2": 1.0}, players=3, blocks=40))
    run.manifest["strategies"] = [{"name": "random", "use": "random"}]
    document = tournament(Findings(run))
    told = " ".join(document.summary)
    assert re.search(
        r"Baseline players: “random” won \d\.\d % with 3 players \(720 entries\); games with it are in no",
        told,
    )
    assert "3 players, games with baseline players too: A game lasted" in told and "won most" not in told
    head = next(section for section in document.sections if section.id == "p1-k3")
    assert "Games with “random” count here, and in no verdict." in [
        block.text for block in head.blocks if isinstance(block, Text)
    ]
    assert all("random" not in one["sentence"] for one in document.verdicts)


def test_numbers_of_players_are_not_pooled_for_baselines() -> None:
    """A share for each number of players, of several rule sets the least and the most."""
    run = joined(
        [Planted({"a": 1.0, "b": 1.0, "c": 1.0, "random": 1.0}, players=k, blocks=20) for k in (2, 4)]
    )
    run.manifest["strategies"] = [{"name": "random", "use": "random"}]
    told = " ".join(tournament(Findings(run), ("winrate",)).summary)
    found = re.search(r"won (\d+\.\d) % with 2 players and (\d+\.\d) % with 4 players \(200 entries\)", told)
    assert found and abs(float(found[1]) - 50) < 12 and abs(float(found[2]) - 25) < 12
    plan = Planted({"a": 1.0, "b": 1.0, "random": 1.0}, players=2, blocks=20, variants=("v1", "v2"))
    two = in_memory(plan)
    two.manifest["strategies"] = [{"name": "random", "use": "random"}]
    assert re.search(
        r"won \d+\.\d % to \d+\.\d % with 2 players", " ".join(tournament(Findings(two)).summary)
    )


def test_many_rule_sets_are_counted() -> None:
    """Of more than four rule sets the summary says how many have which chip, and names those that claim."""
    names = ("v1", "v2", "v3", "v4", "v5")
    plan = Planted(dict.fromkeys("abcd", 1.0), blocks=40, variants=names)
    document = tournament(Findings(in_memory(plan)), ("seats",))
    assert re.match(
        r"Seats: .*(cannot tell yet|fine) \d times\. The table of verdicts lists", document.summary[0]
    )
    assert len(document.verdicts) == 5
    assert all(one["family"]["tests"] == 10 for one in document.verdicts if one["family"])


def test_a_stopped_run_prints_the_intervals_of_its_sequence() -> None:
    """Shares of strategies and seats have the intervals that hold whenever a run stops, and it is said."""
    run = in_memory(Planted(FOUR, blocks=80))
    run.manifest["stopped"] = {"by": "precision", "blocks": 80, "words": "narrow enough"}
    document = tournament(Findings(run))
    tables = {table.id: table for table in document.tables()}
    row = tables["p1-k4-shares"].rows[0]
    seats = run.frames["seats"].join(run.frames["games"].select("game", "deal"), on="game")
    mine = seats.filter(pl.col("strategy").cast(pl.String) == row["strategy"])
    means = mine.group_by("deal").agg(pl.col("credit").mean()).sort("deal")["credit"].to_numpy()
    at = bounded_mean(means)
    assert row["interval"] == pytest.approx((at.low, at.high))
    assert "holds whenever the run stops" in str(row["method"])
    wider = bounded_mean(means, 0.05 / 4)
    assert row["together"] == pytest.approx((wider.low, wider.high))
    assert "holds whenever the run stops" in str(tables["p1-k4-seats-table"].rows[0]["method"])
    assert any(
        "p values and other intervals are those of a run of a fixed length" in n.text
        for n in document.notices
    )


@pytest.mark.slow
def test_whole_reports_of_null_worlds_claim_nothing_at_length() -> None:
    """Of 300 worlds whose labels change places by deal at most 5 % of the reports claim anything (99.9 %)."""
    plans = [Planted(UNEQUAL, players=k, blocks=b, luck=0.5) for k, b in ((3, 8), (4, 12))]
    run, generator = joined(plans, 4), np.random.default_rng(92)
    parts = ("winrate", "seats")
    found = sum(bool(claims(tournament(Findings(permuted(run, generator)), parts))) for _ in range(300))
    assert found <= stats.binom.isf(0.001, 300, 0.05)


@pytest.mark.slow
def test_whole_reports_of_planted_worlds_find_it_at_length() -> None:
    """Of 20 worlds with a first seat of 140 and a strategy of 220 where 100 are fair all find both."""
    for seed in range(20):
        plan = Planted({"a": 5.0, "b": 1.0, "c": 1.0, "d": 1.0}, blocks=500, seat_worth=(1.7, 1.0, 1.0, 1.0))
        document = tournament(Findings(MemoryRun(manifest(plan), frames(plan, seed))), ("winrate", "seats"))
        assert [one["chip"] for one in document.verdicts[:2]] == ["red", "red"], seed
