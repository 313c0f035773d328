"""The report on variants: its words, numbers and files, hostile names, edges, and the verb."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim.analysis.variants.rulesets import of_run, of_two
from marchsim.cli.main import run as command_line
from marchsim.reporting.pages.document import Document
from marchsim.reporting.pages.format import clean
from marchsim.reporting.pages.saving import as_json, write
from marchsim.reporting.variants.report import variants
from tests.analysis.planted import MemoryRun, Planted, save
from tests.analysis.ruled import ruled
from tests.analysis.test_factorial import combined
from tests.reporting.test_hostile import NAMES
from tests.reporting.test_report import Page

FOUR = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
PLAN = Planted(FOUR, blocks=320, luck=0.8)
CHANGES: dict[str, dict[str, Any]] = {"base": {}, "same": {}, "first": {"seat_worth": (2.5, 1, 1, 1)}}


def told(document: Document) -> str:
    """Return the summary as one text."""
    return " ".join(document.summary)


@pytest.fixture(scope="module")
def document() -> Document:
    """Return the report on equal rules and a strong first seat, with a target that is met and one missed."""
    run = ruled(PLAN, CHANGES)
    run.manifest["configuration"]["resolved"]["targets"] = {
        "first-seat": {"value": 0.25, "tolerance": 0.06}, "rounds": {"value": 9, "tolerance": 1},
    }  # fmt: skip
    return variants(of_run(run, "planted"))


def test_the_summary_says_what_changed_and_what_did_not(document: Document) -> None:
    said = told(document)
    assert "2 variants are compared with “base” on the same 320 deals with 4 players." in said
    assert "“same”: every metric of the primary family is identical in all deals." in said
    assert "“first”: changed: wins of seat 1 " in said
    primary = [row for one in document.tables() if "-k4-verdicts-" in one.id for row in one.rows]
    tests = sum(row["p"] is not None for row in primary)
    assert (
        2 < tests < len(primary) == 16
        and f"of such runs, judged once, have anything wrongly called changed (Holm over {tests} tests)."
        in said
    )
    assert "Of 2 targets “base” meets 1 (1 by its own 90 % interval)" in said and "“first” meets none" in said
    assert "Strategies were not tuned anew for any ruleset" in said
    assert "Pairing on deals took away" in said and "none was void" in said


def test_the_summary_says_whom_a_population_tuned_for_which_ruleset() -> None:
    """The manifest has all players of the base, and of other variants those tuned for them."""
    run = ruled(Planted(FOUR, blocks=20), CHANGES)
    players = {"base": {"a": "1", "b": "2"}, "first": {"b": "3"}}
    run.manifest["population"] = {"name": "adapted", "fingerprint": "f", "players": players}
    said = told(variants(of_run(run, "planted")))
    assert "Tuned anew: “b” for “first”. For all others a change may be one of the game, or only of" in said
    assert "not tuned anew" not in said


def test_tables_hold_what_pictures_show(document: Document) -> None:
    tables = {table.id: table for table in document.tables()}
    rows = [row for row in tables["v-k4-verdicts-shares"].rows if row["ruleset"] == "same"]
    assert rows and all(row["verdict"] == "identical" and row["difference"] == 0 for row in rows)
    assert {figure.table for figure in document.figures()} <= set(tables)
    assert {"v-k4-forest", "v-k4-ranks", "v-k4-strategies"} == {one.id for one in document.figures()}
    assert "v-k4-exploratory-shares" in tables and "v-k4-levels-numbers" in tables
    for row in tables["v-k4-exploratory-numbers"].rows:
        assert not {"verdict", "holm", "narrow", "margin"} & set(row)
    assert tables["changes"].rows[1]["changes"] == 'rules kind: "base" -> "first"'


@pytest.mark.parametrize(
    "blocks", [40, pytest.param(320, marks=[pytest.mark.slow, pytest.mark.drawn])]
)  # fmt: skip
def test_a_report_is_equal_on_repeat_and_a_later_one_takes_its_place(tmp_path: Path, blocks: int) -> None:
    run = ruled(replace(PLAN, blocks=blocks), CHANGES)
    pages = []
    for _ in range(2):
        page = write(variants(of_run(run, "planted")), tmp_path / "out")
        pages.append({path.name: path.read_bytes() for path in page.parent.rglob("*") if path.is_file()})
    assert pages[0] == pages[1] and b"v-k4-forest" in pages[0]["report.json"]
    assert "NaN" not in pages[0]["report.json"].decode()
    assert b"nan" not in pages[0]["report.md"].lower().replace(b"dominan", b"")


def test_a_sweep_has_curves_and_an_order(tmp_path: Path) -> None:
    """Its base stands in its place, and the picture of ranks follows the axis."""
    worth = {"v6": 1.8, "base": 1.4, "v4": 1.0}
    run = ruled(PLAN, {name: {"seat_worth": (value, 1, 1, 1)} for name, value in worth.items()})
    resolved = run.manifest["configuration"]["resolved"]
    resolved["variants"] = [{"name": f"v{n}", "rules": {"steps": n}} for n in (6, 4)]
    for one, steps in zip(run.manifest["variants"], (6, 5, 4), strict=True):
        one["resolved"] = {"rules": {"steps": steps}}
        one["base"] = one["name"] == "base"
    found = variants(of_run(run, "planted"))
    assert {"v-k4-curves", "v-k4-field"} < {figure.id for figure in found.figures()}
    ranked = next(table for table in found.tables() if table.id == "v-k4-rank-table")
    assert list(dict.fromkeys(row["ruleset"] for row in ranked.rows)) == ["v4", "base", "v6"]


def test_combined_changes_have_sentences_a_table_and_a_picture(tmp_path: Path) -> None:
    """Each of two changes triples the odds of the first seat and both leave them, so they cancel."""
    run = combined({(0,): 3.0, (1,): 3.0, (0, 1): 1 / 9})
    found = variants(of_run(run, "planted"))
    (sentence,) = [one for one in found.summary if "cancel" in one]
    assert "“rules.r0 0 to 1” and “rules.r1 0 to 1” cancel each other in the wins of seat 1 " in sentence
    assert "(the first alone +77 wins, the second alone +77 wins, both 0.0 wins)" in sentence
    assert sentence.count("both ") == len(PLAN.worth)
    section = next(one for one in found.sections if one.id == "v-k4-factorial")
    text = as_json(found)
    assert "2 changes in all combinations, on the same 320 deals" in text
    assert "One change at a time would take 1.5 times as many games" in text
    tables = [one for one in found.tables() if "factorial" in one.id]
    assert [one.id for one in tables] == ["v-k4-factorial-shares", "v-k4-factorial-numbers"]
    row = next(one for one in tables[0].rows if one["together"])
    assert row["changes"] == "r0 with r1" and row["effect"] < 0 < row["first"]
    assert [one.id for one in found.figures() if "factorial" in one.id] == ["v-k4-factorial"]
    assert "v-k4-curves" not in {one.id for one in found.figures()} and section.title.startswith(
        "Each change"
    )
    none = variants(of_run(combined({}), "planted"))
    assert "No change has an effect in the mean over the others. No pair of changes is shown" in told(none)


@pytest.mark.parametrize(("common", "few"), [(0, "No"), (10, "Fewer than 30")])
def test_two_runs_without_enough_deals_in_common_are_warned_of(common: int, few: str) -> None:
    first, second = (ruled(Planted(FOUR, blocks=80), {"base": {}}) for _ in range(2))
    for table, frame in first.frames.items():
        first.frames[table] = frame.filter(pl.col("game") < 4 * 40) if table != "items" else frame
        later = second.frames[table]
        second.frames[table] = (
            later.filter(pl.col("game") >= 4 * (40 - common)) if table != "items" else later
        )
    found = variants(of_two(first, second, ("one", "two")))
    assert f"{few} deals are in common, so rulesets are compared as independent samples" in as_json(found)
    assert found.title == "two against one"
    assert any("compared as independent samples" in notice.text for notice in found.notices)
    assert "1 variant is compared with “one”, on different deals." in told(found)
    assert "Welch" in as_json(found)


def test_numbers_of_players_of_one_side_alone_are_said() -> None:
    first = ruled(Planted(FOUR, blocks=40), {"base": {}})
    second = ruled(Planted(FOUR, players=3, blocks=40), {"base": {}})
    found = variants(of_two(first, second, ("one", "two")))
    assert "nothing is compared" in told(found)
    assert any("“two” has no game that counts beside the control's." in one.text for one in found.notices)


@pytest.mark.parametrize("blocks", [1, 29])
def test_few_deals_are_sentences(blocks: int) -> None:
    changes = CHANGES | {"first": {"worth": FOUR | {"c": 90.0}, "seat_worth": (90.0, 1, 1, 1)}}
    found = variants(of_run(ruled(Planted(FOUR, blocks=blocks), changes), "planted"))
    assert f"on the same {blocks} deal{'' if blocks == 1 else 's'} with 4 players" in told(found)
    assert f"not tested ({blocks} deal" in told(found)
    assert "no test under 30 deals" in as_json(found) and "Pairing on deals" not in told(found)


def test_a_variant_of_voids_alone_is_a_sentence() -> None:
    changes = {**CHANGES, "first": {"void": dict.fromkeys(range(2, 3 * 4 * 40, 3), "error")}}
    found = variants(of_run(ruled(Planted(FOUR, blocks=40), changes), "planted"))
    assert "“first”: no game counts both here and under the control." in told(found)
    assert "160 games of 480 recorded games were void" in told(found)


@pytest.mark.parametrize(
    "blocks",
    [pytest.param(20, marks=pytest.mark.made), pytest.param(40, marks=[pytest.mark.slow, pytest.mark.drawn])],
)
def test_names_from_files_do_no_harm(tmp_path: Path, blocks: int) -> None:
    """Of variants, strategies, parameters and runs, in the page, the Markdown and the pictures."""
    plan = Planted(dict.fromkeys(NAMES[:6], 1.0), players=3, blocks=blocks, kind="random")
    run = ruled(plan, {name: {} for name in NAMES[:4]})
    run.manifest["configuration"]["resolved"] |= {
        "name": NAMES[0],
        "variants": [{"name": name, "rules": {NAMES[5]: at}} for at, name in enumerate(NAMES[1:4])],
        "targets": {
            f"share.{NAMES[0]}": {"value": 0.2, "tolerance": 0.1},
            NAMES[6]: {"value": 1, "tolerance": 1},
        },
    }
    for one in run.manifest["variants"]:
        one["resolved"] = {NAMES[5]: {NAMES[6]: one["name"]}}
    page = write(variants(of_run(run, NAMES[7])), tmp_path / "out")
    text = page.read_text("utf-8")
    parsed = Page(text)
    assert not {"script", "img", "b", "i"} & set(parsed.tags)
    assert not [attribute for attribute in parsed.attributes if attribute.startswith("on")]
    for name in NAMES[:4]:
        assert " ".join(clean(name).split()) in parsed.text
    assert "v-k3-curves" in (tmp_path / "out" / "report.json").read_text("utf-8")


# the verb ----------------------------------------------------------------------------
def saved(place: Path, run: MemoryRun) -> Path:
    """Write a run as a folder."""
    return save(place, json.loads(json.dumps(run.manifest)), run.frames)


def test_the_verb_writes_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run = saved(tmp_path / "runs" / "one", ruled(Planted(FOUR, blocks=30), CHANGES))
    saved(tmp_path / "runs" / "two", ruled(Planted(FOUR, blocks=30), {"base": {}}))
    assert command_line(["report", "variants", "one", "--control", "same"]) == 0
    assert "report: reports/one-variants/report.html" in capsys.readouterr().out
    data = json.loads((tmp_path / "reports" / "one-variants" / "report.json").read_text("utf-8"))
    assert "compared with “same”" in data["summary"][0]
    assert command_line(["report", "variants", "two", str(run)]) == 0
    assert "report: reports/two-against-one/report.html" in capsys.readouterr().out
    for words, said in (
        (["two"], "one variant alone"),
        (["two", "two"], "are one folder"),
        (["one", "--control", "bse"], "Did you mean 'base'"),
        (["nothing"], "not a run folder"),
    ):
        assert command_line(["report", "variants", *words]) in (2, 6)
        assert said in capsys.readouterr().err


def test_no_game_at_all_is_reported_and_nothing_measured(tmp_path: Path) -> None:
    run = ruled(Planted(FOUR, blocks=2), CHANGES)
    empty = MemoryRun(run.manifest, {name: frame.head(0) for name, frame in run.frames.items()})
    place = saved(tmp_path / "run", empty)
    assert command_line(["report", "variants", str(place), "--out", str(tmp_path / "out")]) == 5
    assert "nothing is compared" in (tmp_path / "out" / "report.md").read_text("utf-8")
