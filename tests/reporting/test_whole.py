"""The whole report of a run with variants: what they change and one panel, never all panels."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError
from marchsim.recorder import RunFolder
from marchsim.reporting import tournament as reports
from marchsim.reporting.whole import report_all
from tests.analysis.planted import Planted, frames, manifest, save, written
from tests.reporting.test_hostile import NAMES
from tests.reporting.test_report import FOUR, Page, data_of, every_panel
from tests.robustness.test_known import study

VARIANTS = ("decree-6", "base", "steps 4")
LEFT = (
    "Shown in full: “base” with 4 players. The other 2 groups of 3 variants are left out. "
    "To see one: marchsim "
)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of three variants, of which the second is the configuration itself."""
    return written(tmp_path / "a run", Planted(FOUR, blocks=4, variants=VARIANTS))


def panels(data: dict[str, Any]) -> list[str]:
    """Return the titles of the panels that are shown in full."""
    return [section["title"] for section in data["sections"] if section["id"].startswith("p")
            and section["level"] == 2 and "players" in section["title"]]  # fmt: skip


def test_it_has_the_variants_and_one_panel(run: Path, tmp_path: Path) -> None:
    """The base, and in words what is left out and how it is seen; every identifier is there once."""
    told: list[str] = []
    report_all(run, tmp_path / "out", tell=told.append, full=True)
    page = Page((tmp_path / "out" / "full.html").read_text("utf-8"))
    data = data_of(tmp_path / "out")
    assert panels(data) == ["4 players, rules “base”"]
    assert {"changes", "v-k4-verdicts", "p1-k4-wins", "methods", "panel-methods"} <= {
        section["id"] for section in data["sections"]
    }
    assert len(data["tables"]["design"]["rows"]) == 3  # of all panels
    assert len(page.ids) == len(set(page.ids))
    assert data["notices"][0] == LEFT + "report all RUN --variant decree-6 --players 4"
    assert told == [LEFT + f"report all '{run}' --variant decree-6 --players 4"]
    assert sum("was void" in line for line in data["summary"]) == 1
    assert {(one["rules"], one["question"]) for one in data["verdicts"]} == {
        (name, question) for name in VARIANTS for question in ("seats", "strategies", "length", "sure")
    }
    assert "for certain" not in page.text
    assert not any("not finished" in notice for notice in data["notices"])


def test_another_panel_is_named(run: Path, tmp_path: Path) -> None:
    report_all(run, tmp_path / "out", "steps 4", 4)
    assert panels(data_of(tmp_path / "out")) == ["4 players, rules “steps 4”"]
    with pytest.raises(ConfigError, match=r"the run has no games of 'step 4'\. Did you mean 'steps 4'\?"):
        report_all(run, tmp_path / "out", "step 4")
    with pytest.raises(ConfigError, match=r"--players: the run has no games of 'base' with 5; it has: 4\."):
        report_all(run, tmp_path / "out", players=5)


def test_its_panel_has_the_numbers_of_all_panels_together(run: Path, tmp_path: Path) -> None:
    """Choosing one panel changes nothing in it."""
    report_all(run, tmp_path / "one")
    every_panel(run, tmp_path / "all")
    one, every = (data_of(tmp_path / name)["tables"] for name in ("one", "all"))
    assert one["p1-k4-shares"]["rows"] == every["p2-k4-shares"]["rows"]
    assert [key for key in every if key.startswith("p2-")] == [
        key.replace("p1-", "p2-") for key in one if key.startswith("p1-")
    ]


def test_a_part_shows_all_panels_up_to_a_number(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From there on one, as where one is named."""
    reports.report_part("seats", run, tmp_path / "all")
    reports.report_part("seats", run, tmp_path / "named", variant="steps 4")
    monkeypatch.setattr(reports, "MOST_PANELS", 2)
    told: list[str] = []
    reports.report_part("seats", run, tmp_path / "one", tell=told.append)
    assert [len(panels(data_of(tmp_path / name))) for name in ("all", "named", "one")] == [3, 1, 1]
    assert told == [LEFT + f"report part seats '{run}' --variant decree-6 --players 4"]


def test_names_stay_text(tmp_path: Path) -> None:
    """Also where both reports show them."""
    plan = Planted(dict.fromkeys(NAMES, 1.0), players=3, blocks=4, kind="random", variants=NAMES[:2])
    report_all(save(tmp_path / "run", manifest(plan), frames(plan)), tmp_path / "out", full=True)
    page = Page((tmp_path / "out" / "full.html").read_text("utf-8"))
    assert not {"script", "img", "b", "i"} & set(page.tags)
    assert not [attribute for attribute in page.attributes if attribute.startswith("on")]


def test_the_verb_says_what_it_leaves_out(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line(["report", "a run", "--variant", "base", "--out", "out"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-3] == "report: out/index.html" and "report.json, report.md" in out[-2]
    assert out[-1] == LEFT + "report all 'a run' --variant decree-6 --players 4"
    assert command_line(["report", "part", "winrate", "--table", "t.csv", "--variant", "base"]) == 2
    assert "--variant, --players: work with a run only" in capsys.readouterr().err


def test_a_run_without_variants_shows_one_number_of_players(tmp_path: Path) -> None:
    run = written(tmp_path / "run", Planted(FOUR, blocks=2))
    told: list[str] = []
    report_all(run, tmp_path / "out", players=4, tell=told.append, full=True)
    assert told == ["Shown in full: “standard” with 4 players."]
    assert panels(data_of(tmp_path / "out")) == ["4 players"]


def test_studies_of_the_same_rules_are_on_every_page(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the first page, in the detailed report and in the tables; those of other rules are not."""
    mark = next(one for one in RunFolder(run).manifest["variants"] if one["name"] == "base")["fingerprint"]
    study(tmp_path / "robustness" / "own", mark=mark)
    study(tmp_path / "robustness" / "other", mark="another")
    monkeypatch.chdir(tmp_path)
    report_all(run, tmp_path / "out", full=True)
    first = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "With other numbers and players, 1 of 1 claim holds." in first
    data = data_of(tmp_path / "out")
    assert len(data["tables"]["first-robust"]["rows"]) == len(data["tables"]["robust"]["rows"]) == 1
    written = {f"tables/{path.name}" for path in (tmp_path / "out" / "tables").iterdir()}
    assert set(re.findall(r'href="(tables/[^"]+)"', first)) == written and f"{len(written)} as CSV" in first
    robust = (tmp_path / "out" / "tables" / "robust.csv").read_text("utf-8")
    assert "108 wins (100 wins to 116 wins)" in robust
