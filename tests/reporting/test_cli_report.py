"""`marchsim report all`."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from marchsim.analysis.judging import findings
from marchsim.analysis.reading.panels import panels
from marchsim.cli.main import run as command_line
from marchsim.cli.report import app
from marchsim.errors import ConfigError, NothingMeasured, RecordError
from tests.analysis.planted import Planted, frames, in_memory, manifest, save, written

PLAN = Planted({"a": 1.0, "b": 1.0, "c": 1.0}, players=3, blocks=2)


def test_report_all_says_where_the_page_lies(tmp_path: Path) -> None:
    """The verb writes the report and prints the path of the page."""
    run = written(tmp_path / "run", PLAN)
    result = CliRunner().invoke(app, ["all", str(run), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert str(tmp_path / "out" / "index.html") in result.output.replace("\n", "")
    assert not (tmp_path / "out" / "full.html").exists()


def test_what_several_parts_of_a_report_ask_is_computed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a million games each takes seconds: the details, the first page and the terminal share them."""
    asked: list[str] = []

    def counted(name: str) -> Callable[..., Any]:
        own = getattr(findings, name)
        return lambda *given, **named: asked.append(name) or own(*given, **named)

    names = ("panels", "verdicts", "telling", "analyse")
    for name in names:
        monkeypatch.setattr(findings, name, counted(name))
    for name in ("drama", "kinds"):  # the results of the details have them
        monkeypatch.setattr(findings, name, None)
    run = written(tmp_path / "run", PLAN)
    assert CliRunner().invoke(app, ["all", str(run), "--out", str(tmp_path / "out")]).exit_code == 0
    assert sorted(asked) == sorted(names)


def test_results_are_those_of_a_panel_itself() -> None:
    """Findings keep the panels that they know: the number of one that is gone may be that of another."""
    found = findings.Findings(in_memory(PLAN))
    shown = panels(found.run)
    found.estimated(shown, profiled=False)
    known = weakref.ref(shown[0])
    del shown
    gc.collect()
    assert known() is not None


def test_a_run_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare name stands for the folder of that name in runs/."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "runs" / "demo", PLAN, name="demo")
    assert CliRunner().invoke(app, ["all", "demo"]).exit_code == 0
    assert (tmp_path / "reports" / "demo" / "index.html").is_file()


def test_unreadable_bytes_of_the_right_number_are_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A part whose bytes were changed is named with the command that mends it, by reports."""
    monkeypatch.chdir(tmp_path)
    part = next((written(tmp_path / "runs" / "demo", PLAN) / "tables" / "seats").iterdir())
    bytes_ = bytearray(part.read_bytes())
    bytes_[4 : len(bytes_) // 2] = bytes(len(bytes_) // 2 - 4)
    part.write_bytes(bytes_)
    for words in (
        ["report", "part", "winrate", "demo"],
        ["report", "part", "seats", "demo"],
    ):
        assert command_line(words) == 6
        told = capfd.readouterr().err
        assert f"error: runs/demo/tables/seats/{part.name}: damaged: " in told
        assert "replays their games" in told


def test_a_run_without_a_command_is_reported_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`marchsim report RUN` is `report all RUN`, also with options first; misspelt commands are named."""
    monkeypatch.chdir(tmp_path)
    for name in ("my demo", "al"):
        written(tmp_path / "runs" / name, PLAN)
    for words in (["my demo"], ["--out", "elsewhere", "runs/my demo"], ["al"]):
        assert command_line(["report", *words]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("report: ")] == [
        f"report: {place}/index.html" for place in ("reports/my demo", "elsewhere", "reports/al")
    ]
    assert command_line(["report", "nothing"]) == 6 and "not a run folder" in capsys.readouterr().err
    assert command_line(["report", "nope"]) == 6  # no command is called nearly so
    assert "nope: not a run folder" in capsys.readouterr().err
    assert command_line(["report", "variant", "x"]) == 2
    assert "has no command 'variant'. Did you mean 'variants' or 'part'?" in capsys.readouterr().err


def test_a_missing_run_is_our_error(tmp_path: Path) -> None:
    """A folder that is no run is a RecordError that says what makes one."""
    result = CliRunner().invoke(app, ["all", str(tmp_path / "nothing")])
    assert isinstance(result.exception, RecordError) and "not a run folder" in str(result.exception)


def test_no_game_is_reported_and_nothing_measured(tmp_path: Path) -> None:
    """The report is written, and the exit code says that nothing was measured."""
    found = {name: frame.head(0) for name, frame in frames(PLAN).items()}
    run = save(tmp_path / "run", manifest(PLAN), found)
    result = CliRunner().invoke(app, ["all", str(run), "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, NothingMeasured) and result.exception.exit_code == 5
    assert "No game was played yet" in (tmp_path / "out" / "index.html").read_text("utf-8")


def test_void_games_alone_are_a_warning(tmp_path: Path) -> None:
    """With every game void the report is written, a warning printed, and the exit code is 0."""
    plan = Planted({"a": 1.0, "b": 1.0, "c": 1.0}, players=3, blocks=1, void=dict.fromkeys(range(3), "error"))
    run = written(tmp_path / "run", plan)
    result = CliRunner().invoke(app, ["all", str(run), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0
    assert "warning: 3 of 3 games are void" in result.stderr


@pytest.mark.parametrize("part", ["winrate", "seats", "pace", "profile"])
def test_a_part_is_a_page_of_its_own(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the sections of its question alone, in files of its own, and its numbers are those of `all`."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "runs" / "demo", PLAN)
    told = CliRunner().invoke(app, ["part", part, "demo"])
    assert told.exit_code == 0
    assert CliRunner().invoke(app, ["all", "demo"]).exit_code == 0
    own, whole = (json.loads((tmp_path / "reports" / name / "report.json").read_text("utf-8"))
                  for name in (f"demo-{part}", "demo"))  # fmt: skip
    spoken = " ".join(told.output.split("report: ")[0].split())
    facts = [fact for fact in own["summary"] if not any(one["sentence"] in fact for one in own["verdicts"])]
    assert facts and all(" ".join(fact.split()) in spoken for fact in facts)
    ends = {
        "winrate": {"wins", "field", "matchups"}, "seats": {"seats"}, "pace": {"scores", "drama", "pace"},
        "profile": {"profile"},
    }  # fmt: skip
    sections = {s["id"].partition("-k3-")[2] for s in own["sections"] if s["id"].startswith("p1-k3-")}
    assert sections == ends[part]
    for name, table in own["tables"].items():
        if name.startswith("verdict"):
            assert all(row in whole["tables"][name]["rows"] for row in table["rows"])
        else:
            assert table == whole["tables"][name]
    assert all(verdict in whole["verdicts"] for verdict in own["verdicts"])


@pytest.mark.parametrize("part", ["winrate", "seats"])
def test_outside_tables_are_reported(part: str, tmp_path: Path) -> None:
    """A run's games written as a table give its own numbers; neither or both of run and table is an error."""
    plan = Planted({"a": 3.0, "b": 1.0, "c": 1.0, "<b>": 1.0}, players=3, blocks=12, ties=0.1)
    found = frames(plan)
    wide = found["seats"].join(found["games"].select("game", "deal"), on="game")
    place = pl.when(pl.col("credit") > 0).then(1).otherwise(2)
    wide.select("game", "seat", "strategy", "deal", rank=place).write_csv(tmp_path / "results.csv")
    arguments = ["part", part, "--table", str(tmp_path / "results.csv"), "--out"]
    assert CliRunner().invoke(app, [*arguments, str(tmp_path / "t")]).exit_code == 0
    run = written(tmp_path / "run", plan)
    assert CliRunner().invoke(app, ["part", part, str(run), "--out", str(tmp_path / "r")]).exit_code == 0
    told, own = (json.loads((tmp_path / name / "report.json").read_text("utf-8")) for name in "tr")
    name = {"winrate": "p1-k3-shares", "seats": "p1-k3-places-table"}[part]
    values = [[(r["strategy"], r["share"], r["interval"]) for r in one["tables"][name]["rows"]]
              for one in (told, own)]  # fmt: skip
    assert values[0] == values[1] and "provenance" not in told["tables"]
    scored = told["tables"][{"winrate": "p1-k3-shares", "seats": "p1-k3-seats-table"}[part]]["rows"]
    assert all(row["score"] is None and row["score_interval"] is None for row in scored)
    assert "no scores" in told["notices"][0] and len(told["notices"]) == 1
    assert "<b>" not in (tmp_path / "t" / "report.html").read_text("utf-8")
    for wrong in (
        ["part", part],
        ["part", part, str(run), *arguments[2:4]],
        ["part", "pace", *arguments[2:4]],
    ):
        assert isinstance(CliRunner().invoke(app, wrong).exception, ConfigError)
