"""`marchsim run --plan`: what a run takes, measured, and what its design cannot answer, told beforehand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.cli.show import duration
from marchsim.runner import checking, run
from marchsim.runner.checking import CheckResult, check
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning import plan as plans
from tests.toy import script

NAMES = ("roller", "rester", "wavering", "miser")


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further games are not needed here."""
    monkeypatch.setattr(checking, "LONGER", 0.0)


def design(place: Path, text: str, names: tuple[str, ...] = NAMES, more: str = "") -> str:
    field = "".join(f'[[strategies]]\nuse = "{name}.py"\n' for name in names)
    (place / "d.toml").write_text(f'game = "toy"\n[design]\n{text}\n{field}{more}')
    return "d.toml"


def told(found: CheckResult) -> str:
    return "\n".join([*found.warnings, *found.refusals])


def test_a_sound_design_has_nothing_against_it(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games and deals are those of the run; nothing is stored."""
    config = design(place, "players = [2, 3]\nblocks = 30")
    found = check(config, workers=2)
    result = run(config, "run", workers=1)
    plan = result.folder.manifest["plan"]
    assert (found.games, found.deals, found.blocks) == (plan["games"], plan["deals"], 30)
    assert not found.warnings and not found.refusals and found.seconds > 0
    (place / "run").rename(place / "elsewhere")
    before = sorted(place.rglob("*"))
    assert command_line(["run", config, "--plan"]) == 0
    assert sorted(place.rglob("*")) == before
    out = capsys.readouterr().out
    assert "3 players: 4 line-ups a block, 360 games on 120 deals; shares known to 9.7 points" in out
    assert "one strategy off by 16.4 points found in 80 of 100 runs (test of all)" in " ".join(out.split())
    assert "in all: 720 games on 300 deals in 30 blocks, about " in out
    assert "no problems found" in out


def test_every_strategy_plays_at_every_player_count_in_every_variant(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dry run finds what only one strategy does wrong in one variant with one number of players."""
    body = "if turn == 9: raise ValueError('nine turns')\nreturn 0"
    (place / "late.py").write_text(script(body))
    more = "[[strategies]]\nuse = 'late.py'\n[[variants]]\nname = 'long'\nrules = { rounds = 10 }\n"
    found = check(design(place, "players = [2, 4]\nblocks = 40", more=more))
    voids = [warning for warning in found.warnings if "late made game" in warning]
    assert len(voids) >= 2 and all("error: ValueError: nine turns" in void for void in voids)


@pytest.mark.parametrize("kind", ["roundrobin", "gauntlet", "mirror", "random", "fixed"])
def test_the_dry_run_meets_the_whole_field(place: Path, kind: str) -> None:
    """In each design the first games seat everybody once, in as few games as that needs."""
    more = {
        "gauntlet": "focal = 'miser'",
        "fixed": "line_ups = [['roller', 'rester'], ['wavering', 'miser']]",
    }
    config = design(place, f"kind = '{kind}'\nplayers = 2\nblocks = 30\n{more.get(kind, '')}")
    plan = plans.make(configs.load(config))
    first = list(checking._first_games(plan, 0, plan.schedule.matchups[0]))
    seated = [set(plan.schedule.entry(game).seats) for game in first]
    assert set().union(*seated) == {0, 1, 2, 3} and len(first) <= 4
    found = check(config)
    assert found.games == plan.schedule.total() and found.played >= len(first)


DESIGNS = [
    ("blocks = 7\nplayers = 3", "3 players: 28 deals; with fewer than 30 nothing is tested. Play 8 blocks."),
    ("blocks = 29\nplayers = 3\ndeals = 'shared'", "3 players: 29 deals; with fewer than 30"),
    ("blocks = 1\nplayers = 3\ndeals = 'shared'", "3 players: 1 deal; with fewer than 30"),
    ("blocks = 40\nplayers = 4", ""),
    ("blocks = 5\nplayers = 4\nkind = 'random'", "line-ups are played in 5 of the 6 possible orders"),
    ("blocks = 40\nkind = 'mirror'\nplayers = 3", "copies of one strategy only"),
    ("blocks = 1\nkind = 'random'\nplayers = 2", "never play (1 blocks are fewer than the field needs, 2)."),
    ("blocks = 40\nkind = 'random'\nplayers = 5", "the field has 4, so strategies play in"),
    ("blocks = 40\nplayers = 2\nkind = 'gauntlet'\nfocal = 'miser'",
     "roller and rester, roller and wavering, rester and wavering never meet"),
    ("blocks = 40\nplayers = 3\nkind = 'gauntlet'\nfocal = 'miser'\nopponents = 'copies'",
     "roller and rester, roller and wavering, rester and wavering never meet"),
    ("blocks = 40\nkind = 'fixed'\nline_ups = [['roller', 'rester', 'miser'], ['roller', 'miser', 'rester']]",
     "line-ups keep their order: each strategy's left neighbour stays the same"),
    ("blocks = 40\nkind = 'fixed'\nline_ups = [['roller', 'rester'], ['roller', 'miser']]",
     "wavering never plays."),
    ("blocks = 40\nkind = 'fixed'\nline_ups = [['roller', 'rester'], ['roller', 'miser']]",
     "strategies do not play equally often"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), DESIGNS)
def test_blind_spots_are_told(place: Path, text: str, message: str) -> None:
    """Each weakness of a design is one warning that names the number of players."""
    found = told(check(design(place, text)))
    assert message in found and (message or not found)


def test_one_strategy_cannot_be_compared(place: Path) -> None:
    """A field of one is told so, once."""
    found = check(design(place, "blocks = 40\nkind = 'random'\nplayers = 2", ("roller",)))
    assert told(found).count("there is one strategy, so nothing can be compared") == 1


def test_too_few_deals_are_refused_with_the_number_that_would_do(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3; with as many blocks as it says there is nothing to refuse; parts count the whole plan."""
    config = design(place, "players = 3\nblocks = 7")
    assert command_line(["run", config, "--plan"]) == 3
    assert "refused: 3 players: 28 deals" in capsys.readouterr().out
    assert command_line(["run", config, "--plan", "--blocks", "8"]) == 0
    assert "Play 32 blocks" in told(check(config, part="1/4"))
    assert not check(config, part="1/4", blocks=32).refusals


def test_a_precision_out_of_reach_is_told(place: Path) -> None:
    """The interval after the most deals is foretold with the sequence that will be used."""
    config = design(place, "players = 2\nblocks = 100", more="[stop]\nprecision = 0.05\n")
    assert "stop.precision = 0.05 is unlikely to be reached" in told(check(config))
    config = design(place, "players = 2\nblocks = 100", more="[stop]\nprecision = 0.5\n")
    assert not told(check(config))


def test_megabytes_are_about_right(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a factor of two of what is stored."""
    monkeypatch.setattr(checking, "LONGER", 5.0)
    config = design(place, "players = 3\nblocks = 200")
    found = check(config)
    folder = run(config, "run", workers=1).folder
    stored = sum(path.stat().st_size for path in (folder.path / "tables").rglob("*.parquet"))
    assert 0.5 < found.bytes / stored < 2


def test_check_speaks_json_and_names_mistakes(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For programs; bad input is exit code 2."""
    assert command_line(["run", design(place, "players = 2\nblocks = 30"), "--plan", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 360 and data["estimates"][0]["players"] == 2 and data["warnings"] == []
    assert command_line(["run", "nothing.toml", "--plan"]) == 2
    assert command_line(["run", "d.toml", "--plan", "--part", "3/2"]) == 2


@pytest.mark.parametrize(("seconds", "words"), [(1.23, "1.2 s"), (600, "10 min"), (7200, "2.0 h")])
def test_durations_are_told_short(seconds: float, words: str) -> None:
    assert duration(seconds) == words
