"""A gate keeps its word: changes without effect seldom raise an alarm, and too few deals are named.

A change without effect touches a share of the deals, which get the values of another deal of the baseline in
all metrics. Deals are drawn with replacement, so no true mean moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import special

from marchsim.analysis.variants.blocks import Blocks
from marchsim.cli import main
from marchsim.studies.gate import baseline, sizes
from marchsim.studies.gate.case import PASSED, Tier
from marchsim.studies.gate.judging import judged
from marchsim.studies.gate.preparation import paired, prepare
from tests.gate.conftest import write_config
from tests.gate.mutating import BASELINE, CONFIG

Capture = pytest.CaptureFixture[str]


def imagined(part: Blocks, touched: float, chance: np.random.Generator) -> tuple[Blocks, Blocks]:
    """Simulated deals before and after a change without effect, the latter in another order."""
    count = len(part.deals)
    then, other = chance.integers(0, count, (2, count))
    now = np.where(chance.random(count) < touched, other, then)
    order = chance.permutation(count)

    def having(chosen: np.ndarray, deals: tuple[int, ...]) -> Blocks:
        values = {name: tuple(listed[at] for at in chosen) for name, listed in part.values.items()}
        return replace(part, deals=deals, values=values)

    return having(then, part.deals), having(now[order], tuple(part.deals[at] for at in order))


def most_alarms(gates: int, level: float) -> int:
    """The upper end of the binomial range for the number of false alarms at 5 %."""
    chances = special.bdtr(np.arange(gates + 1), gates, 0.05)
    return int(np.searchsorted(chances, (1 + level) / 2))


def test_the_band_is_binomial() -> None:
    """As the tables have it: at most 19 of 200 trials at 5 % in 99.5 % of all cases."""
    assert most_alarms(200, 0.99) == 19
    assert most_alarms(1, 0.99) == 1


def test_an_imagined_change_touches_so_many_deals_and_has_no_effect(place: Path) -> None:
    """Values of a deal stay together; over many changes the mean difference is 0."""
    (part,) = baseline.read(place / "base.json").blocks
    chance, shares, means = np.random.default_rng(1), [], []
    for _ in range(300):
        then, now = imagined(part, 0.1, chance)
        assert sorted(now.deals) == list(then.deals) != list(now.deals)
        turns, spread = ({p.metric: p for p in paired([then], [now])}[m].differences
                         for m in ("seat.1", "spread"))  # fmt: skip
        shares.append(float(np.mean((turns != 0) | (spread != 0))))
        means.append(float(spread.mean()))
    assert 0.05 < np.mean(shares) < 0.1
    assert abs(np.mean(means)) < 3.3 * np.std(means) / np.sqrt(300)


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
def test_two_hundred_gates_of_changes_without_effect() -> None:
    """The project's own gate: few alarms, and it answers.

    200 gates for each share of deals that a change touches. One that touches every game passes in 80 % at
    least, less what chance takes.
    """
    prepared, stored = prepare(CONFIG), baseline.read(BASELINE)
    chance = np.random.default_rng(1)
    for touched in (0.01, 0.1, 1.0):
        ends, alarms = Counter[str](), 0
        for _ in range(200):
            both = [imagined(part, touched, chance) for part in stored.blocks]
            pairs = paired([then for then, _ in both], [now for _, now in both])
            cases = judged(prepared, stored.margins, pairs, "")
            ends[Tier(2, len(pairs), tuple(cases)).status] += 1
            alarms += any(case.numbers["changed"] for case in cases)
        print(f"{touched:.0%}: {dict(ends)}, a metric called changed in {alarms}")
        assert alarms <= most_alarms(200, 1 - 0.01 / 3)
        assert ends[PASSED] >= 141  # 99.9 % of 200 at 80 %
