"""What holds for every plan: going on is as if nothing had happened, and the parts of it are the whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from marchsim.errors import StateMismatch
from marchsim.recorder import RunFolder, compaction
from marchsim.recorder.merging import merge
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.repairing import repair
from tests.runner.test_run import digests
from tests.toy import HERE

NAMES = ("roller", "rester", "wavering", "miser")
KINDS = ("roundrobin", "gauntlet", "mirror", "random", "fixed")
CHUNKS = st.sampled_from([17, 5, 3, 1, 2, 7, 30])
EXAMPLES = [1, pytest.param(20, marks=pytest.mark.slow)]
PLANS = pytest.mark.parametrize(
    ("kind", "examples"),
    [("gauntlet", 1), ("random", 1), *(pytest.param(kind, 20, marks=pytest.mark.slow) for kind in KINDS)],
)


def law(examples: int, holds: Callable[[st.DataObject], None]) -> None:
    """Try a law on so many plans."""
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.differing_executors]
    alone = settings(max_examples=examples, suppress_health_check=checks, phases=[Phase.generate])
    alone(
        given(st.data())(holds)
    )()  # an example takes so long that looking for a simpler one would take hours


@st.composite
def plans(draw: st.DrawFn, kind: str) -> Configuration:
    """A small configuration of a kind; the simplest, which is tried first, has some of everything."""
    players = draw(st.sampled_from([[2, 3], [4], [3], [2, 4]]))
    design: dict[str, Any] = {"kind": kind, "blocks": draw(st.sampled_from([2, 5, 4, 3, 1]))}
    design["deals"] = draw(st.sampled_from(["per-matchup", "shared"]))
    if kind == "fixed":
        design["line_ups"] = [list(NAMES[:count]) for count in players] + [["miser", "rester"]]
    else:
        design["players"] = players
    if kind == "gauntlet":
        design |= {"focal": "miser", "opponents": draw(st.sampled_from(["mixed", "copies"]))}
    data: dict[str, Any] = {
        "name": "law", "game": "toy", "seed": draw(st.integers(0, 2**40)), "design": design,
        "record": draw(st.sampled_from(["rounds", "events"])),
        "strategies": [{"use": f"{name}.py"} for name in NAMES],
    }  # fmt: skip
    if draw(st.sampled_from([True, False])):
        data["variants"] = [{"name": "short", "preset": "short"}]
    if draw(st.sampled_from([False, True])):
        data["sweep"] = {"strategies": {"wavering": {"bold": [0.1, 0.9]}}}
    return replace(configs.parse(data, "law.toml"), folder=Path.cwd())


def fresh(place: Path, *names: str) -> None:
    for name in names:
        shutil.rmtree(place / name, ignore_errors=True)


@PLANS
def test_going_on_is_as_if_nothing_had_happened(place: Path, kind: str, examples: int) -> None:
    """Any parts of any tables lost or cut short, in any chunks: played again they are what they were."""
    law(examples, lambda data: goes_on(place, kind, data))


def goes_on(place: Path, kind: str, data: st.DataObject) -> None:
    plan = data.draw(plans(kind))
    fresh(place, "whole", "run")
    whole = run(plan, "whole", workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compaction, "TARGET", data.draw(st.sampled_from([0, 20_000])))
        run(plan, "run", workers=1, chunk=data.draw(CHUNKS))
    parts = sorted(p for p in (place / "run" / "tables").rglob("part-*") if p.parent.name != "items")
    lost = data.draw(st.lists(st.sampled_from(parts), unique=True, min_size=2, max_size=6))
    for part in lost:
        if data.draw(st.booleans()):
            part.unlink()
        else:
            part.write_bytes(part.read_bytes()[: data.draw(st.integers(0, 200))])
    if any(part.exists() for part in lost):
        with pytest.raises(StateMismatch, match="runs repair"):
            run(plan, "run", workers=1)
        assert repair("run", workers=1, strategy_paths=HERE).whole
    again = run(plan, "run", workers=1, chunk=data.draw(CHUNKS))
    assert digests(again.folder) == digests(whole.folder)
    assert again.games == whole.games and again.folder.digests() == digests(whole.folder)


@PLANS
def test_the_parts_of_a_plan_are_the_whole(place: Path, kind: str, examples: int) -> None:
    """However a plan is divided and each part chunked, the merge has the digests of the undivided run."""
    law(examples, lambda data: is_the_whole(place, kind, data))


def is_the_whole(place: Path, kind: str, data: st.DataObject) -> None:
    plan = data.draw(plans(kind))
    of = data.draw(st.integers(2, 4))
    names = [f"part{number}" for number in range(1, of + 1)]
    fresh(place, "whole", "merged", *names)
    whole = run(plan, "whole", workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compaction, "TARGET", data.draw(st.sampled_from([9_000, 30_000, 10**9])))
        for number, name in enumerate(names, 1):
            run(plan, name, workers=1, part=f"{number}/{of}", chunk=data.draw(CHUNKS))
        merged = merge(data.draw(st.permutations(names)), "merged")
    assert digests(merged) == digests(whole.folder) and all(digests(merged).values())


@pytest.mark.parametrize("examples", EXAMPLES)
def test_an_extended_run_is_the_longer_run(place: Path, examples: int) -> None:
    """Blocks added one after the other give the tables of all blocks at once."""
    law(examples, lambda data: is_longer(place, data))


def is_longer(place: Path, data: st.DataObject) -> None:
    plan = data.draw(plans(data.draw(st.sampled_from(KINDS))))
    more = data.draw(st.sampled_from([2, 1, 3, 0]))
    fresh(place, "whole", "run")
    whole = run(plan, "whole", workers=1, blocks=plan.design.blocks + more)
    for blocks in range(plan.design.blocks, plan.design.blocks + more + 1):
        run(plan, "run", workers=1, blocks=blocks, chunk=5)
    assert digests(RunFolder("run")) == digests(whole.folder)
