"""Adapted players: weights that are better by a variant's rules alone are chosen there, and only there."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from marchsim import games
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning import plan as plans
from tests.studies.tunable import BEST, written
from tools.adapted import Choice, Deals, pooled, proved

VARIANTS = """
[[variants]]
name = "lazy"
rules.rest_points = 9
[[variants]]
name = "longer"
rules.rounds = 6
"""
NEVER, ALWAYS, SOMETIMES = BEST, BEST - 2.5, BEST - 1.5  # rests of a seeker by its aim
DEALS = Deals(general=20, screen=20, prove=60, check=10)


def member(name: str, aim: float) -> str:
    return f'[[strategies]]\nname = "{name}"\nuse = "{name}"\nweights = {{ aim = {aim} }}\n'


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games.register("toy", "tests.toy:TOY")
    folder = tmp_path_factory.mktemp("adapted")
    config = written(folder)
    config.write_text(config.read_text().replace('.py"', '"') + VARIANTS)
    tuned = member("seeker", SOMETIMES) + member("drifter", 0.0)
    (folder / "tuned.toml").write_text(tuned)
    return folder


@pytest.fixture(scope="module")
def found(place: Path) -> Choice:
    return choice(place)


SEARCHES = {
    "base": member("seeker", NEVER) + member("drifter", 1.0) + member("roller", 0.0),
    "lazy": member("seeker", ALWAYS) + member("drifter", 2.0),
}


def choice(place: Path, crew: Executor | None = None) -> Choice:
    known = dict.fromkeys(("base", "lazy", "longer"), str(place / "race.toml"))
    found = Choice(place / "tuned.toml", SEARCHES, known, DEALS, crew)
    found.make()
    return found


def test_what_wins_by_one_variants_rules_is_chosen_there_alone(found: Choice) -> None:
    """By the standard rules who never rests wins, where rest is paid who always does; drifters are alike."""
    assert found.general["seeker"] == "base"
    assert found.by_variant == {"lazy": {"seeker": "lazy"}, "longer": {}}


def test_the_file_is_played_by_variant_and_tells_shares_of_other_deals(place: Path, found: Choice) -> None:
    found.check()
    (place / "adapted.toml").write_text(found.text())
    plan = plans.make(configs.load(str(place / "race.toml"), str(place / "adapted.toml")))
    seeker = next(one for one in plan.job.entrants if one.name == "seeker")
    aims = {one.name: one.parameters(seeker)["weights"]["aim"] for one in plan.job.variants}
    assert aims == {"base": NEVER, "lazy": ALWAYS, "longer": NEVER}
    assert found.told["lazy", "seeker"].count("%") == 2 and found.told["longer", "seeker"].count("%") == 1
    assert [one.get("tuned_for") for one in tomllib.loads(found.text())["strategies"]] == [None, "lazy", None]


def processes() -> Executor:
    return ProcessPoolExecutor(2, get_context("spawn"), games.register, ("toy", "tests.toy:TOY"))


@pytest.mark.parametrize("made", [ThreadPoolExecutor, pytest.param(processes, marks=pytest.mark.slow)])
def test_workers_change_nothing(place: Path, found: Choice, made: Callable[[], Executor]) -> None:
    with made() as crew:
        other = choice(place, crew)
    assert (other.general, other.by_variant) == (found.general, found.by_variant)


def test_candidates_are_different_and_of_tuned_plans() -> None:
    """The first name of equal weights counts; `roller` is no tuned plan."""
    tuned = tomllib.loads(member("seeker", NEVER) + member("drifter", 0.0))["strategies"]
    found = pooled(tuned, SEARCHES)
    assert {name: list(each) for name, each in found.items()} == {
        "seeker": ["tuned", "lazy"],
        "drifter": ["tuned", "base", "lazy"],
    }


def test_one_family_of_tests_for_all_plans() -> None:
    """What is proved by itself is not in a large family; a loss that is proved is no reason to change."""
    rng = np.random.default_rng(1)
    counts = np.full((300, 2), 4.0)
    even = rng.binomial(4, 0.25, (300, 2)).astype(float)
    better = np.column_stack([rng.binomial(4, 0.25, 300), rng.binomial(4, 0.31, 300)]).astype(float)
    worse = better[:, ::-1]
    assert proved([(even, counts), (worse, counts)], 2) == [False, False]
    assert proved([(better, counts)], 1) == [True]
    assert proved([(better, counts)], 1_000) == [False]


def test_a_plan_that_tuning_left_as_it_was_is_a_candidate() -> None:
    """Its entry has no weights. A search that left it as it was, too, adds no candidate."""
    plain = '[[strategies]]\nname = "seeker"\nuse = "seeker"\n'
    tuned = tomllib.loads(plain)["strategies"]
    found = pooled(tuned, {"base": plain, "lazy": member("seeker", ALWAYS)})
    assert found == {"seeker": {"tuned": {}, "lazy": {"aim": ALWAYS}}}
