"""Each exit code of the gate is for what it is said to be for, with a sentence that says so."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from marchsim.cli import main
from marchsim.reporting.gate import github, lines, markdown
from marchsim.studies.gate.case import Case, Gated, Tier
from tests import policies
from tests.gate.conftest import Gate, write_config

Capture = pytest.CaptureFixture[str]


def test_equal_rules_pass(gate: Gate, capsys: Capture) -> None:
    """Every tier passes, every metric is identical."""
    capsys.readouterr()
    assert gate() == 0
    out = capsys.readouterr().out
    assert "verdict: passed" in out and "20 games are the same" in out
    assert out.count("identical") == 6


def test_an_overlay_that_states_what_is_so_passes(place: Path, gate: Gate) -> None:
    (place / "same.toml").write_text("[rules]\nrest_points = 2\n")
    assert gate("--rules", "same.toml") == 0


@pytest.mark.parametrize("text", ["# rules.rest_points = 3\n", "[rules]\nrest_points = 2\n"])
def test_an_overlay_without_effect_is_told(place: Path, gate: Gate, capsys: Capture, text: str) -> None:
    """It passes, in a line of its own; one that changes a rule has none."""
    (place / "idle.toml").write_text(text)
    said = "--rules idle.toml: no rule or component differs from those without it"
    assert gate("--rules", "idle.toml", "--tiers", "1", "--markdown", "g.md", "--json", "g.json") == 0
    assert said in capsys.readouterr().out and said in (place / "g.md").read_text()
    assert json.loads((place / "g.json").read_text())["idle"] == "--rules idle.toml"
    assert gate("--rules", "rules.toml", "--tiers", "1") == 3
    assert "from those without it" not in capsys.readouterr().out


def test_games_that_depend_on_a_clock_are_told_from_changed_rules(
    place: Path, gate: Gate, capsys: Capture
) -> None:
    """Whether they differ when played twice, or differ from the baseline though nothing has changed."""
    assert gate("--rules", "rules.toml", "--tiers", "1", "--json", "g.json") == 3
    (case,) = json.loads((place / "g.json").read_text())["tiers"][0]["cases"]
    assert case["numbers"]["repeatable"] and "NOT REPEATABLE" not in capsys.readouterr().out
    policy = (place / "wavering.py").read_text()
    seeded = policy.replace("self.rng.random()", "int(pathlib.Path('clock').read_text())")
    (place / "wavering.py").write_text(f"import pathlib\n{seeded}")
    (place / "clock").write_text("0")
    accept = ["baseline", "accept", "base.json", "--config", "race.toml", "--reason", "a clock"]
    assert main.run([*accept, "--workers", "1"]) == 0
    (place / "clock").write_text("1")
    capsys.readouterr()
    assert gate("--tiers", "1") == 3
    assert "NOT REPEATABLE: rules, components, engine and policies are those of" in capsys.readouterr().out
    counting = policy.replace("self.rng.random()", "next(TICKS) % 5 / 5")
    (place / "wavering.py").write_text(f"import itertools\nTICKS = itertools.count()\n{counting}")
    assert gate("--tiers", "1", "--json", "g.json") == 3
    printed = capsys.readouterr().out
    assert "NOT REPEATABLE: played twice now, " in printed and "baseline accept" not in printed
    (case,) = json.loads((place / "g.json").read_text())["tiers"][0]["cases"]
    assert not case["numbers"]["repeatable"]


def test_changed_rules_are_3(gate: Gate, capsys: Capture) -> None:
    """The parameter is named with both values, and the command that accepts the change."""
    assert gate("--rules", "rules.toml") == 3
    out = capsys.readouterr().out
    assert "rules rest_points: 2 -> 3" in out
    assert "of 20 games" in out and "differ" in out
    assert "marchsim baseline accept base.json --config race.toml --rules rules.toml --reason" in out


def test_a_code_change_alone_is_noticed(place: Path, gate: Gate, capsys: Capture) -> None:
    """A policy that plays otherwise is named, though the rules are the same."""
    text = (place / "wavering.py").read_text()
    (place / "wavering.py").write_text(text.replace("< self.bold", "> self.bold"))
    assert gate("--tiers", "1") == 3
    out = capsys.readouterr().out
    assert "rules and components are those of the baseline" in out
    assert "code changed since the baseline: strategy wavering, policy wavering.py" in out
    assert "warning: tier 2" not in out and "not played: tier 0 and tier 2" in out


def test_changed_rules_and_code_are_shown_together(place: Path, gate: Gate, capsys: Capture) -> None:
    """Tier 2 cannot attribute its differences, and `accept` and the history name the changed code too."""
    text = (place / "wavering.py").read_text()
    (place / "wavering.py").write_text(text.replace("< self.bold", "> self.bold"))
    gate("--rules", "rules.toml", "--tiers", "2")
    assert "warning: tier 2 shows these changes together with those of the rules" in capsys.readouterr().out
    accept = ["baseline", "accept", "base.json", "--config", "race.toml", "--rules", "rules.toml"]
    assert main.run([*accept, "--reason", "rest is worth more", "--workers", "1"]) == 0
    code = "code changed since the baseline: strategy wavering, policy wavering.py"
    out = capsys.readouterr().out
    assert code in out and "commit base.json" in out
    for more in ([], ["--history"]):
        assert main.run(["baseline", "show", "base.json", *more]) == 0
        assert code in capsys.readouterr().out


def test_a_pass_of_some_tiers_is_no_reason_to_accept(gate: Gate, capsys: Capture) -> None:
    capsys.readouterr()
    assert gate("--rules", "rules.toml", "--tiers", "0") == 0
    out = capsys.readouterr().out
    assert "not played: tier 1 and tier 2" in out and "baseline accept" not in out
    assert gate() == 0
    assert "not played" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ('metrics = ["turn"]', "gate.metrics: there is no metric 'turn' here. Did you mean 'turns'"),
        ('metrics = ["share.rollr"]', "Did you mean 'share.roller'"),
        ("margins = { seat = 0.1 }", "Did you mean 'seats'"),
        ('replays = "same"', "gate.replays: unknown key. Did you mean 'replay'"),
        ('replay = "sane"', "'sane' is not one of same, may-change"),
        ("[targets.spred]\nvalue = 1\ntolerance = 1", "Did you mean 'spread'"),
        ("[targets.spread]\nvalue = 1", "targets.spread.tolerance: missing"),
        ('policies = ["rollr.py"]', "gate.policies"),
    ],
)
def test_what_is_misspelt_is_2(place: Path, gate: Gate, capsys: Capture, more: str, sentence: str) -> None:
    """With its place and the nearest name."""
    config = (place / "race.toml").read_text()
    if more.startswith("policies"):
        config = config.replace('policies = ["roller.py", "wavering.py"]', "")
    if more.startswith("margins"):
        config = re.sub("margins = .*", "", config)
    (place / "race.toml").write_text(f"{config}\n{more}\n")
    assert gate() == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--tiers", "3"), "--tiers: '3' is not a list of tiers"),
        (("--game", "20"), "--game: 20: the baseline has the games 0 to 19"),
        (("--rules", "none.toml"), "none.toml: there is no such overlay"),
    ],
)
def test_wrong_arguments_are_2(
    gate: Gate, capsys: Capture, arguments: tuple[str, ...], sentence: str
) -> None:
    assert gate(*arguments) == 2
    assert sentence in capsys.readouterr().err


def test_variants_in_a_gate_are_2(place: Path, gate: Gate, capsys: Capture) -> None:
    config = (place / "race.toml").read_text()
    (place / "race.toml").write_text(config + '[[variants]]\nname = "other"\nrules = { rounds = 5 }\n')
    assert gate() == 2
    assert "a gate compares one ruleset with its baseline" in capsys.readouterr().err


def test_too_few_deals_are_4_unless_let_pass(place: Path, capsys: Capture) -> None:
    """Under 30 deals there is no test, and the configuration decides."""
    write_config(place, blocks=2, more='replay = "may-change"')
    made = ["baseline", "create", "race.toml", "--out", "few.json", "--workers", "1"]
    assert main.run(made) == 0
    arguments = ["gate", "race.toml", "--baseline", "few.json", "--workers", "1", "--rules", "rules.toml"]
    assert main.run(arguments) == 4
    assert "no test under 30 deals" in capsys.readouterr().out
    write_config(place, blocks=2, more='replay = "may-change"\ninconclusive = "pass"')
    assert main.run(arguments) == 0
    assert 'let pass: inconclusive = "pass"' in capsys.readouterr().out


def test_where_the_replay_may_change_tier_2_decides(place: Path, capsys: Capture) -> None:
    """A large change is 3, none is 0, though the fixed games are others."""
    more = 'replay = "may-change"\nmetrics = ["spread"]'
    write_config(place, games=20, blocks=60, more=more, margins="{ spread = 0.1 }")
    made = ["baseline", "create", "race.toml", "--out", "may.json", "--workers", "1"]
    assert main.run(made) == 0
    arguments = ["gate", "race.toml", "--baseline", "may.json", "--workers", "1", "--rules", "rules.toml"]
    (place / "rules.toml").write_text("[rules]\nrest_points = 9\n")
    capsys.readouterr()
    assert main.run(arguments) == 3
    out = capsys.readouterr().out
    margin = json.loads((place / "may.json").read_text())["margins"]["3"]["spread"]
    assert (
        "changed:" in out and f"margins with 3 players, as the baseline has them: spread {margin:.3g}" in out
    )
    assert 'lenient: fixed games may change (replay = "may-change")' in out
    assert "changes counted: 0 improvements, 0 regressions, 1 with no better or worse" in out
    assert main.run([*arguments, "--tiers", "1"]) == 0
    assert "differ" in capsys.readouterr().out


def test_nothing_measured_is_5(place: Path, gate: Gate, capsys: Capture) -> None:
    """No fixed game, or no time for any block."""
    assert gate("--tiers", "2", "--seconds", "0") == 5
    assert "verdict: nothing measured" in capsys.readouterr().out
    write_config(place, games=0)
    made = ["baseline", "create", "race.toml", "--out", "none.json", "--workers", "1"]
    assert main.run(made) == 0
    assert main.run(["gate", "race.toml", "--baseline", "none.json", "--tiers", "0,1"]) == 5


def test_a_missing_baseline_is_6(gate: Gate, capsys: Capture) -> None:
    assert main.run(["gate", "race.toml", "--baseline", "gone.json"]) == 6
    assert "gone.json: there is no such baseline; make one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("schema", 99, "has schema '99', and this version of marchsim reads schema 2"),
        ("kind", "other", "it is not a baseline"),
        ("games", [[1, 2]], "cannot be read as a baseline"),
        ("games", "x", "cannot be read as a baseline"),
        ("blocks", [{"players": "3"}], "cannot be read as a baseline"),
        ("streams", {"a": 1}, "cannot be read as a baseline"),
        ("command", None, "cannot be read as a baseline"),
        ("workload", [], "cannot be read as a baseline"),
    ],
)
def test_a_baseline_that_is_not_one_is_6(
    place: Path, gate: Gate, capsys: Capture, key: str, value: object, sentence: str
) -> None:
    data = json.loads((place / "base.json").read_text())
    (place / "base.json").write_text(json.dumps({**data, key: value}))
    assert gate() == 6
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b" " * 5_000_001])
def test_garbage_is_6(place: Path, gate: Gate, content: bytes) -> None:
    (place / "base.json").write_bytes(content)
    assert gate() == 6


def test_another_workload_is_6(place: Path, gate: Gate, capsys: Capture) -> None:
    """It is named, with the command that makes a baseline of it; margins are fixed with it too."""
    write_config(place, games=19, blocks=21, margins="{ spread = 0.2 }")
    assert gate() == 6
    error = capsys.readouterr().err
    assert "was made for another workload: design, games, margins of race.toml changed since" in error
    (line,) = re.findall("marchsim (baseline accept .*)", error)
    assert main.run([*shlex.split(line), "--workers", "1"]) == 0
    assert gate("--tiers", "0,1") == 0


def test_interrupted_is_130(place: Path) -> None:
    """Ctrl-C ends it at once, leaving no file behind and no report half written.

    Also where it strikes inside a policy, of whose failure a game makes a void one.
    """
    sleeping = "open('playing', 'w').close(); time.sleep(3000); return"
    text = "import time\n" + (place / "wavering.py").read_text().replace("return", sleeping)
    (place / "wavering.py").write_text(text)
    arguments = ["gate", "race.toml", "--baseline", "base.json", "--json", "gate.json", "--workers", "1"]
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, "-c", policies.PROGRAM, *arguments], stderr=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root, "TMPDIR": str(place)}, text=True, cwd=place,
    )  # fmt: skip
    while not (place / "playing").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=300)
    assert process.returncode == 130, error
    assert "interrupted" in error
    assert not (place / "gate.json").exists()
    assert not list(place.glob("marchsim-gate-*"))


def test_a_gate_that_cannot_judge_says_so_where_people_look(
    place: Path, gate: Gate, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Codes 2 and 6 leave annotation, summary, JUnit and JSON; a file that is to blame is named."""
    (place / "bad.toml").write_text("[rules]\nrest_pints = 3\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    capsys.readouterr()
    assert gate("--rules", "bad.toml", "--junit", "g.xml", "--json", "g.json", "--markdown", "g.md") == 2
    assert "::error file=bad.toml,line=2,title=gate race.toml::bad.toml: " in capsys.readouterr().out
    told = json.loads(Path("g.json").read_text())
    assert (told["verdict"], told["exit_code"], told["file"]) == ("error", 2, "bad.toml")
    assert '<error type="exit code 2"' in Path("g.xml").read_text()
    assert Path("summary.md").read_text() == Path("g.md").read_text()
    assert "no verdict (exit code 2)" in Path("g.md").read_text()
    Path("summary.md").unlink()
    Path("base.json").write_text('{\n"kind": "other"}')
    assert gate("--junit", "g.xml", "--json", "g.json", "--markdown", "g.md") == 6
    assert "::error file=base.json,line=1,title=gate race.toml::base.json: " in capsys.readouterr().out
    told = json.loads(Path("g.json").read_text())
    assert (told["verdict"], told["exit_code"], told["file"]) == ("error", 6, "base.json")
    assert '<error type="exit code 6"' in Path("g.xml").read_text()
    assert Path("summary.md").read_text() == Path("g.md").read_text()
    assert "no verdict (exit code 6)" in Path("g.md").read_text()
    Path("base.json").unlink()
    assert gate("--json", "g.json", "--junit", "g.xml") == 6
    assert "::error title=gate race.toml::base.json: there is no such baseline" in capsys.readouterr().out
    assert json.loads(Path("g.json").read_text())["exit_code"] == 6
    assert "there is no such baseline" in Path("g.xml").read_text()


def test_annotations_name_the_line_that_changed_the_game(
    gate: Gate, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub shows them on the diff, by a path from the root of the repository."""
    Path("late.toml").write_text("# ours\n\n[rules] # all\nrounds = 4\nrest_points = 3\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path.cwd().parent))
    capsys.readouterr()
    assert gate("--rules", "late.toml", "--tiers", "1") == 3
    assert f"::error file={Path.cwd().name}/late.toml,line=5,title=gate" in capsys.readouterr().out


def test_what_is_too_small_to_matter_passes_with_a_warning() -> None:
    """The margin says from where a change matters, and this one lies inside it."""
    small = Case(2, "turns, 4 players", "passed", "changed but trivial: 1 -> 2", numbers={"changed": True})
    tiers = (Tier(2, 40, (small,)),)
    told = Gated("g", "c", "b", "1", "same", "fail", (), (), {}, tiers, "", place=("r.toml", 3))
    assert told.code == 0 and "  warning: turns, 4 players: changed but trivial" in "\n".join(lines(told))
    assert "| turns, 4 players | warning | changed but trivial: 1 -\\> 2 |" in markdown(told)
    (note,) = github(told)
    assert note.startswith("::warning file=r.toml,line=3,title=gate g")
