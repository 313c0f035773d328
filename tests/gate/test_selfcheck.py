"""A gate keeps its word: the stored game comes again, and changes without effect seldom raise an alarm."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from marchsim.cli import main
from marchsim.studies.gate import baseline, selfcheck, sizes
from marchsim.studies.gate.prepared import prepare
from tests.gate.conftest import Gate, write_config

Capture = pytest.CaptureFixture[str]


def test_the_band_is_binomial() -> None:
    """As the tables have it: 200 trials at 5 % are within 3 to 19 in 99 % of all cases."""
    assert selfcheck.band(200) == (3, 19)
    assert selfcheck.band(1) == (0, 1)


def test_selfcheck_of_few_gates(gate: Gate, capsys: Capture) -> None:
    """It plays what is stored, and says how gates of changes without effect end."""
    capsys.readouterr()
    assert gate("--selfcheck", "--reps", "5") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "0 of 20 fixed games and 0 of 80 deals differ from what is stored" in out
    for touched in ("1%", "10%", "100%"):
        assert f"5 gates of a change without effect that touches {touched} of deals: " in out
    assert out.endswith("the gate keeps its error rates")


def test_a_stored_value_that_is_another_is_found(place: Path, gate: Gate, capsys: Capture) -> None:
    """Before, no stored value was looked at; a game that is said to have changed may differ."""
    data = json.loads((place / "base.json").read_text())
    data["blocks"][0]["values"]["turns"][7] += 1
    (place / "base.json").write_text(json.dumps(data))
    assert gate("--selfcheck", "--reps", "1") == 3
    assert "0 of 20 fixed games and 1 of 80 deals differ from what is stored" in capsys.readouterr().out
    assert gate("--selfcheck", "--reps", "1", "--rules", "rules.toml") == 0
    assert "changed since the baseline was made: rules and components" in capsys.readouterr().out


def test_an_imagined_change_touches_so_many_deals_and_has_no_effect(place: Path) -> None:
    """Values of a deal stay together; over many changes the mean difference is 0."""
    (part,) = baseline.read(place / "base.json").blocks
    chance, shares, means = np.random.default_rng(1), [], []
    for _ in range(300):
        then, now = selfcheck._imagined(part, 0.1, chance)
        assert sorted(now.deals) == list(then.deals) != list(now.deals)
        turns, spread = ({p.metric: p for p in selfcheck.paired([then], [now])}[m].differences
                         for m in ("seat.1", "spread"))  # fmt: skip
        shares.append(float(np.mean((turns != 0) | (spread != 0))))
        means.append(float(spread.mean()))
    assert 0.05 < np.mean(shares) < 0.1
    assert abs(np.mean(means)) < 3.3 * np.std(means) / np.sqrt(300)


def test_alarms_beyond_chance_end_as_3(gate: Gate, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where changes have an effect after all, every gate raises an alarm, and the check fails."""
    honest = selfcheck._imagined

    def moved(*given: object) -> tuple[selfcheck.Blocks, selfcheck.Blocks]:
        then, now = honest(*given)  # type: ignore[arg-type]
        more = {
            name: tuple(None if v is None else v + 9 for v in listed) for name, listed in now.values.items()
        }
        return then, replace(now, values=more)

    monkeypatch.setattr(selfcheck, "_imagined", moved)
    assert gate("--selfcheck", "--reps", "5") == 3
    assert "the gate does NOT keep its error rates" in capsys.readouterr().out


# sizes ------------------------------------------------------------------------------
def test_baseline_create_warns_where_a_gate_cannot_answer(place: Path, capsys: Capture) -> None:
    """With the blocks that would do; with so many there is no warning."""
    margins = "{ seats = 0.1, lead-changes = 0.1, spread = 0.1 }"
    write_config(place, margins=margins)
    create = ["baseline", "create", "race.toml", "--workers", "1", "--out"]
    assert main.run([*create, "few.json"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "warning: too few deals with 3 players for seat.1" in out
    wanted = int(out.split("with design.blocks = ")[1].split(",")[0])
    write_config(place, blocks=2 * wanted, margins=margins)
    assert main.run([*create, "many.json"]) == 0
    assert "warning" not in capsys.readouterr().out


def test_an_unchanged_game_that_cannot_pass_is_told(place: Path, capsys: Capture) -> None:
    """149 deals alike show that under 2 % of deals differ, which is the usual margin."""
    write_config(place, margins="{}")
    assert main.run(["baseline", "create", "race.toml", "--workers", "1", "--out", "few.json"]) == 0
    assert "Even an unchanged game stays inconclusive in seat.1" in " ".join(capsys.readouterr().out.split())
    assert main.run(["gate", "race.toml", "--baseline", "few.json", "--workers", "1"]) == 4
    out = capsys.readouterr().out
    assert "the same in all 80 deals; up to 3.68% of deals may differ, and 149 deals alike would" in out
    found = {one.metric: one for one in sizes.needs(baseline.read(place / "few.json"))}
    assert found["seat.1"].alike == found["seat.3"].alike == 149


def test_margins_are_fixed_in_the_baseline(place: Path) -> None:
    """In each metric's own unit; a part of a mean is reckoned once, from the deals of then."""
    stored = baseline.read(place / "base.json")
    (part,) = stored.blocks
    turns = [value for value in part.values["turns"] if value is not None]
    assert stored.margins[3]["seat.3"] == 0.1
    assert stored.margins[3]["turns"] == pytest.approx(0.1 * np.mean(turns), rel=1e-5)
    assert prepare("race.toml").workload()["margins"]["turns"] == 0.1


@pytest.mark.slow
def test_selfcheck_of_two_hundred_gates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's own gate: few alarms, and it answers. Before, it counted no inconclusive gate at all.

    200 reps of each kind; a change that touches every game passes in 80 % at least, less what chance takes.
    What is judged are the 9,000 deals that are stored. Of those 300 blocks (3,600 games of 36,000) are played
    again, which on sources that are not compiled takes a minute and not an hour.
    """
    from tests.gate.mutating import BASELINE, CONFIG

    measured = selfcheck.measure
    monkeypatch.setattr(selfcheck, "measure", lambda gate, workers: measured(gate, 1, most_blocks=300))
    found = selfcheck.selfcheck(CONFIG, BASELINE, 200)
    for one in found.worlds:
        print(f"{one.touched:.0%}: {one.passed} passed, {one.inconclusive} open, {one.changed} changed")
    assert found.within and found.differing_games == found.differing_deals == 0
    assert all(one.passed >= 141 for one in found.worlds)  # 99.9 % of 200 at 80 %
