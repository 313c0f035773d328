"""Sweeps: lists of values become variants with names of their own, all on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim.errors import MarchsimError
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning import plan as plans
from marchsim.runner.replay import game_of
from tests.policies import uses
from tests.runner.test_run import digests
from tests.toy import HERE

HEAD = """
game = "toy"
[design]
players = 2
blocks = 12
""" + uses("wavering.py", "rester.py")


def swept(place: Path, text: str, head: str = HEAD) -> str:
    (place / "s.toml").write_text(head + text)
    return "s.toml"


def variants(place: Path, text: str) -> dict[str, dict[str, Any]]:
    found = configs.load(swept(place, text)).variants
    return {entry.name: {k: v for k, v in entry.data().items() if k != "name"} for entry in found}


def test_a_grid_is_every_combination(place: Path) -> None:
    """Names say the values; the last axis turns fastest."""
    found = variants(place, "[sweep.rules]\nrounds = [2, 3]\nrest_points = [1, 2, 3]\n")
    assert list(found)[:4] == [
        "rounds-2_rest_points-1", "rounds-2_rest_points-2", "rounds-2_rest_points-3", "rounds-3_rest_points-1"
    ]  # fmt: skip
    assert len(found) == 6
    assert found["rounds-3_rest_points-2"] == {"rules": {"rounds": 3, "rest_points": 2}}


def test_a_list_takes_values_side_by_side(place: Path) -> None:
    """The first values together, then the second."""
    text = "[sweep]\nkind = 'list'\nrules.rounds = [2, 3]\npreset = ['short', 'coop']\n"
    found = variants(place, text)
    assert found == {
        "preset-short_rounds-2": {"preset": "short", "rules": {"rounds": 2}},
        "preset-coop_rounds-3": {"preset": "coop", "rules": {"rounds": 3}},
    }


def test_a_factorial_plays_a_fraction_with_the_first_values_first(place: Path) -> None:
    """Five changes in 16 of 32 combinations, each value in half of them; two changes in all four."""
    names = [f"strategies.wavering.p{at} = [1, 2]\n" for at in range(5)]
    found = variants(place, f"[sweep]\nkind = 'factorial'\n{''.join(names)}")
    rows = [tuple(one["strategies"]["wavering"].values()) for one in found.values()]
    assert len(rows) == len(set(rows)) == 16 and rows[0] == (1,) * 5
    assert all(sum(row[at] for row in rows) == 24 for at in range(5))
    two = variants(place, f"[sweep]\nkind = 'factorial'\n{''.join(names[:2])}")
    assert list(two) == ["p0-1_p1-1", "p0-2_p1-1", "p0-1_p1-2", "p0-2_p1-2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules.rounds = [2, 3]\n", "sweep two rules or more"),
        ("rules.rounds = [2, 3]\nrules.rest_points = [1, 2, 3]\n", "needs two values.*not 3"),
        ("".join(f"strategies.wavering.p{at} = [1, 2]\n" for at in range(12)), "11 changes at most, not 12"),
    ],
)
def test_a_factorial_that_cannot_be_is_told(place: Path, text: str, words: str) -> None:
    with pytest.raises(MarchsimError, match=words):
        variants(place, f"[sweep]\nkind = 'factorial'\n{text}")


def test_components_and_strategies_can_be_swept(place: Path) -> None:
    """A card switched on and off, and a parameter of a strategy, beside variants that are written out."""
    text = (
        "[[variants]]\nname = 'plain'\n[sweep]\ncards.map.enabled = [true, false]\n"
        "strategies.wavering.bold = [0.1, 0.9]\n"
    )
    found = variants(place, text)
    assert list(found) == [
        "plain", "enabled-true_bold-0.1", "enabled-true_bold-0.9", "enabled-false_bold-0.1",
        "enabled-false_bold-0.9",
    ]  # fmt: skip
    assert found["enabled-false_bold-0.9"] == {
        "cards": {"map": {"enabled": False}}, "strategies": {"wavering": {"bold": 0.9}},
    }  # fmt: skip


def test_names_that_would_be_ambiguous_are_longer_or_numbers(place: Path) -> None:
    """Equal last keys are told apart by their paths; lists and long texts are counted."""
    found = variants(place, "[sweep]\ncards.map.enabled = [true]\ncards.rope.enabled = [true, false]\n")
    assert list(found) == [
        "cards-map-enabled-true_cards-rope-enabled-true", "cards-map-enabled-true_cards-rope-enabled-false"
    ]  # fmt: skip
    assert list(variants(place, "[sweep]\nstrategies.rester.bold = [[1], [2]]\n")) == ["bold-1", "bold-2"]
    many = ", ".join(f"'{at}{'x' * 80}'" for at in range(12))
    assert list(variants(place, f"[sweep]\nstrategies.rester.bold = [{many}]\n"))[:2] == [
        "sweep-01", "sweep-02",
    ]  # fmt: skip


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_swept_strategies_play_the_same_deals(place: Path, workers: int) -> None:
    """Rows differ by variant only: same deals, same seats; the strategy plays as its parameter says."""
    config = swept(place, "[sweep]\nstrategies.wavering.bold = [0.0, 1.0]\n")
    result = run(config, "run", workers=1)
    games = result.folder.scan("games").collect()
    assert games["variant"].unique(maintain_order=True).to_list() == ["base", "bold-0.0", "bold-1.0"]
    assert games.group_by("deal").agg(pl.col("seed").n_unique())["seed"].unique().to_list() == [1]
    assert result.games == 12 * 2 * 3
    # `wavering` rests with probability `bold`: with 1.0 it always has 8 points, like `rester`
    seats = result.folder.scan("seats").join(result.folder.scan("games").select("game", "variant"), on="game")
    scores = seats.filter(pl.col("strategy") == "wavering").group_by("variant").agg("score").collect()
    found = {name: set(score) for name, score in scores.iter_rows()}
    assert found["bold-1.0"] == {8} and found["bold-0.0"] != {8}
    two = run(config, "two", workers=workers, chunk=25)
    assert digests(two.folder) == digests(result.folder)


def test_a_swept_run_is_replayed_with_its_parameters(place: Path) -> None:
    """A recorded game of a variant is made of the strategies of that variant."""
    run(swept(place, "[sweep]\nstrategies.wavering.bold = [1.0]\n"), "run", workers=1)
    for game in range(4):
        found = game_of("run", game, HERE)
        session = found.game.session(found.variant, found.entry.players, "rounds")
        outcome = session.play(
            game, found.entry.deal_key, found.entry.seat_keys(), [make() for make in found.makers]
        )
        assert found.row is not None and outcome.digest == found.row["digest"]


def test_identity_knows_what_a_variant_does_to_strategies(place: Path) -> None:
    """Another value is another variant; a value that is the strategy's own makes the variant the base."""
    one = plans.make(configs.load(swept(place, "[sweep]\nstrategies.wavering.bold = [0.2]\n")))
    two = plans.make(configs.load(swept(place, "[sweep]\nstrategies.wavering.bold = [0.3]\n")))
    assert one.variants[0].fingerprint == one.variants[1].fingerprint
    assert [recipe.identity() for recipe in one.job.variants] != [r.identity() for r in two.job.variants]
    own = HEAD.replace('use = "wavering.py"', 'use = "wavering.py"\nbold = 0.2')
    config = swept(place, "[sweep]\nstrategies.wavering.bold = [0.2, 0.3]\n", own)
    same = plans.make(configs.load(config))
    assert [recipe.name for recipe in same.job.variants] == ["bold-0.2", "bold-0.3"]
    again = configs.from_data(same.configuration.data(), "manifest.json")
    assert plans.make(again, [place]).identity() == same.identity()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[sweep]\nrules.rounds = 3\n", r"sweep.rules.rounds: 3 is not a list of values; write \[1, 2\]"),
        ("[sweep]\nrules.rounds = []\n", "is not a list of values"),
        ("[sweep]\nrules.rounds = [2, 2]\n", "a value is listed twice"),
        ("[sweep]\nrules = [2, 3]\n", r"sweep.rules: say which of its keys to sweep, as rules.NAME = \[1, 2"),
        ("[sweep]\nrule.rounds = [2]\n", "sweep.rule: unknown key. Did you mean 'rules'"),
        ("[sweep]\nkind = 'all'\nrules.rounds = [2]\n", "'all' is not one of grid, list"),
        ("[sweep]\nkind = 'list'\nrules.rounds = [2]\nrules.rest_points = [1, 2]\n", "give equal numbers"),
        (f"[sweep]\nrules.rounds = {list(range(1, 31))}\nrules.rest_points = {list(range(9))}\n",
         "270 variants; at most 200 are allowed"),
        ("[sweep]\nstrategies.restr.bold = [1]\n", "no strategy is named 'restr'. Did you mean 'rester'"),
        ("[sweep]\nstrategies.rester = [1]\n", "strategies.rester: 1 is not a table of parameters"),
        ("[sweep]\nstrategies.rester.use = ['x', 'y']\n", "a variant changes parameters, not `use`"),
        ("[sweep]\nstrategies.rester.bold = [nan]\n", "must be finite numbers"),
        ("[sweep]\nstrategies.rester.bald = [1]\n",
         "variant 'bald-1': strategies.rester: .*unknown parameter 'bald'. Did you mean 'bold'"),
        ("[sweep]\nrules.rounds = [2, 99]\n", "variants.rounds-99: .rules. rounds must be .* from 1 to 50"),
        ("[[variants]]\nname = 'rounds-2'\n[sweep]\nrules.rounds = [2]\n", "'rounds-2' is taken"),
    ],
)  # fmt: skip
def test_bad_sweeps_say_what_and_where(place: Path, text: str, message: str) -> None:
    """Whatever is wrong with a sweep is an error with its place, before anything is played."""
    with pytest.raises(MarchsimError, match=message):
        plans.make(configs.load(swept(place, text)))


def test_the_manifest_says_which_variant_is_the_base(place: Path) -> None:
    """The one that equals the configuration, wherever it stands; else the base that is added."""
    for rounds, expected in (([2, 4, 5], "rounds-4"), ([2, 5], "base")):
        plan = plans.make(configs.load(swept(place, f"[sweep]\nrules.rounds = {rounds}\n")))
        assert [one["name"] for one in plan.manifest()["variants"] if one["base"]] == [expected]


def test_what_a_report_is_about_is_declared(place: Path) -> None:
    """[report] is kept in the manifest, makes the same plan, and a misspelt metric is told."""
    text = '[report]\nmetrics = ["turns", "share.rester"]\nmargins = { turns = 0.1 }\n'
    found = configs.load(swept(place, text))
    data = found.data()
    assert data["report"] == {"metrics": ["turns", "share.rester"], "margins": {"turns": 0.1}}
    assert configs.from_data(data, "manifest.json").reported == found.reported
    plain = configs.load(swept(place, ""))
    assert "report" not in plain.data()
    assert plans.make(found, [place]).identity() == plans.make(plain, [place]).identity()
    for wrong, message in (
        ('metrics = ["trns"]', r"report.metrics: there is no metric 'trns'\. Did you mean 'turns'"),
        ('metrics = ["share.restr"]', "Did you mean 'share.rester'"),
        ("margins = { turn = 1 }", "report.margins.turn: there is no metric 'turn'"),
        ("metric = []", "report.metric: unknown key"),
    ):
        with pytest.raises(MarchsimError, match=message):
            configs.load(swept(place, f"[report]\n{wrong}\n"))
