"""`marchsim tune --team`: one plan in all seats of a game that is won together, tuned as a team."""

from __future__ import annotations

import tomllib
from pathlib import Path

import polars as pl
import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from marchsim.studies.candidates import CONFIRM, SEARCH, Tables
from marchsim.studies.tuning import findings
from marchsim.studies.tuning.preparation import SearchRequest, prepare
from tests.studies.tunable import written
from tools import horde_bound
from tools import team as team_tool

TEAM = SearchRequest("defender", players=3, games=600, confirm=4, ablation=0, team=True)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a configuration that is not played together."""
    games.register("toy", "tests.toy:TOY")
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    return tmp_path


def test_a_candidate_sits_in_every_seat_of_a_deal_of_its_own() -> None:
    """No game is played twice, all candidates play the same deals, and no stage shares one."""
    prepared = prepare("coop", TEAM, variant="normal")
    tables, own = Tables(prepared.job, 3), [prepared.space.own()]
    seen: set[int] = set()
    for word in (SEARCH, CONFIRM):
        task = prepared.task(word, 2, 5, own * 2)
        entries = [tables.entry(task, at) for at in range(task.games(3))]
        assert {entry.seats for entry in entries} == {(0, 0, 0)}
        keys = [
            {entry.deal_key for at, entry in enumerate(entries) if task.place(at, 3)[1] == candidate}
            for candidate in (0, 1)
        ]
        assert keys[0] == keys[1] and len(keys[0]) == 5 * 3
        assert not keys[0] & seen
        seen |= keys[0]


def test_a_team_is_tuned_and_told_by_its_margin(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    """The file says that it is one, and by how much it beats its opponent; played again it is the same."""
    words = "tune coop --focal defender --team --players 2 --variant normal --weights horde --games 60"
    words += " --confirm 3 --ablation 0 --workers 1 --out team.toml"
    assert command_line([*words.split(), "--plan"]) == 0
    assert "a team of 2 together" in capsys.readouterr().out
    assert command_line(words.split()) == 0
    told = capsys.readouterr().out
    before = (place / "team.toml").read_bytes()
    data = tomllib.loads(before.decode())["tuned"]
    assert data["team"] is True and data["against"] == []
    margin = data["confirmed"]["margin"]
    assert data["confirmed"]["games"] == 2 * 2 * 3
    assert margin["low"] <= margin["difference"] <= margin["high"]
    assert f"its mean margin is {margin['after']:.2f} points, {margin['before']:.2f} before" in told
    assert command_line(words.split()) == 0
    assert (place / "team.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("race.toml --focal seeker --team", "its players play against each other"),
        ("coop --focal defender --team --players 2 --variant normal --against forager", "takes all seats"),
    ],
)
def test_what_is_no_team_is_said(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line(["tune", *words.split()]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


def frame(margins: list[int], void: list[str]) -> pl.DataFrame:
    """Return games with these margins."""
    return pl.DataFrame(
        {
            "position": list(range(len(margins))),
            "credit": [float(one >= 0) for one in margins],
            "margin": margins,
            "void": void,
        }
    )


def test_a_soft_win_is_half_one_at_the_margin_before_the_search() -> None:
    """A team that always loses can still be told from a worse one; void games count nowhere."""
    pilot = frame([-22, -18, 90], ["", "", "time"])
    assert findings.middle_of(pilot) == -20.0
    games = frame([-20, -20, -30, -30], [""] * 4)
    assert list(findings.worth(games, 2, 2, 5.0, -20.0)) == pytest.approx([0.5, 1 / (1 + 2.718281828**2)])


def test_margins_before_and_after_are_compared_by_deal() -> None:
    """Two deals of two games each: the plan's, then the result's."""
    games = frame([-10, -12, -8, -8, -20, -22, -15, -17], [""] * 8)
    found = findings.margins(games, 2, 2)
    assert found is not None
    assert (found.before, found.after, found.difference) == (-16.0, -12.0, 4.0)
    assert found.low is not None and found.high is not None
    assert found.low == pytest.approx(4 - 12.7062 * 1.0, abs=1e-3)  # t with one degree of freedom, SE 1
    assert findings.margins(frame([1, 2, 3, 4], ["", "", "time", "time"]), 1, 2) is None


def test_the_team_that_the_search_imagines_can_be_tuned(tmp_path: Path) -> None:
    """What the tool tunes plays as the heuristics that `lookahead` imagines; it writes what they read."""
    weights = team_tool.shipped()
    config = tomllib.loads(team_tool.config(tmp_path, weights).read_text())
    (asked,) = config["strategies"]
    tuned = horde_bound.Team("tuned", asked["use"], {"weights": asked["weights"]})
    deals = range(4)
    assert horde_bound.margins(tuned, 3, deals) == horde_bound.margins(horde_bound.IMAGINED, 3, deals)
    file = tmp_path / "lookahead.py"
    file.write_text(team_tool.FILE.read_text())
    team_tool.write(weights, file)
    assert file.read_text() == team_tool.FILE.read_text()


def test_the_best_of_all_plans_meets_the_horde() -> None:
    """The page names the plan with the best margin; `defender`, made for it, stands beside another."""
    found = horde_bound.lines(2, 1)
    plans = horde_bound.games.heuristics()
    margin = {
        name: horde_bound.margins(horde_bound.Team(name, name, {}), 2, range(1), "horde-plans")[0]
        for name in plans
    }
    assert margin[found[0].use] == max(margin.values())
    assert f"the best of {len(plans)} plans" in found[0].name
    assert [line.use for line in found].count("defender") == 1
