"""Populations: the same configuration by other players, in each variant those tuned for it."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StrategyError
from marchsim.kernel.numbers import Tunable
from marchsim.recorder.manifest import FORMER, baselines, handicapped, is_baseline
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import populations, sources
from marchsim.runner.configuration.design import Design
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.configuration.sources import find, quick
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.schedule import TICKETS, Schedule, tickets
from tests.toy import HERE, script
from tools import rebase
from tools.games import heuristics
from tools.populations import text

CONFIG = """
name = "c"
game = "toy"
{population}
[design]
kind = "random"
players = 2
blocks = 4
[[strategies]]
use = "steady"
[[strategies]]
use = "steady"
name = "steady-bold"
bold = 0.9
[[strategies]]
use = "other"
[[variants]]
name = "long"
rules.rounds = 6
[[variants]]
name = "shorter"
preset = "short"
"""
POPULATION = """
[[strategies]]
use = "steady"
weights = {a = 1.0, b = 2.0}
[[strategies]]
use = "steady"
tuned_for = "long"
weights = {b = 3.0}
[[strategies]]
use = "steady"
tuned_for = "short"
weights = {a = 4.0}
[[strategies]]
use = "steady"
players = [3]
weights = {a = 5.0}
"""
MIXTURE = """
[[strategies]]
use = "steady"
share = 0.75
[[strategies]]
use = "steady"
name = "answer-1"
share = 0.25
bold = 0.1
[[strategies]]
use = "other"
share = 0.0
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    games.register("toy", "tests.toy:TOY")
    monkeypatch.chdir(tmp_path)
    text = script("return 0", "Steady").replace(
        "    def choose", "    weights = {'a': 0, 'b': 0}\n\n    def choose"
    )
    (tmp_path / "steady.py").write_text(text)
    (tmp_path / "other.py").write_text(script("return 1", "Other"))
    (tmp_path / "pop.toml").write_text(POPULATION)
    (tmp_path / "mixture.toml").write_text(MIXTURE)
    configured(tmp_path)
    return tmp_path


def configured(folder: Path, population: str = "", text: str = CONFIG) -> None:
    (folder / "c.toml").write_text(text.format(population=population))


def parameters(found: Configuration) -> dict[str, dict[str, Any]]:
    return {one.name: dict(one.parameters) for one in found.strategies}


def test_a_population_plays_the_names_that_it_has(place: Path) -> None:
    """By `use`; what the configuration says of a strategy lies above it, and who is not in it stays."""
    found = configs.load("c.toml", "pop.toml")
    assert parameters(found) == {
        "steady": {"weights": {"a": 1.0, "b": 2.0}},
        "steady-bold": {"weights": {"a": 1.0, "b": 2.0}, "bold": 0.9},
        "other": {},
    }
    assert found.name == "c-pop" and found.population is not None
    assert found.population.played == {"steady": "steady", "steady-bold": "steady"}
    assert found.population.as_listed == ("other",)
    configured(place, 'population = "pop.toml"')
    assert configs.load("c.toml").strategies == found.strategies
    assert configs.load("c.toml").name == "c"


def test_a_variant_is_played_by_those_tuned_for_it(place: Path) -> None:
    """By its name or preset; their parameters replace those of other games instead of adding to them."""
    plan = plans.make(configs.load("c.toml", "pop.toml"))
    found = {recipe.name: recipe.parameters(plan.job.entrants[0])["weights"] for recipe in plan.job.variants}
    assert found == {"base": {"a": 1.0, "b": 2.0}, "long": {"b": 3.0}, "shorter": {"a": 4.0}}
    bold = {recipe.name: recipe.parameters(plan.job.entrants[1]) for recipe in plan.job.variants}
    assert bold["long"] == {"weights": {"b": 3.0}, "bold": 0.9}
    configured(place, text=CONFIG.replace("players = 2", "players = 3"))
    three = configs.load("c.toml", "pop.toml")
    assert parameters(three)["steady"] == {"weights": {"a": 5.0}}
    configured(place, text=CONFIG.replace("players = 2", "players = [2, 3]"))
    both = configs.load("c.toml", "pop.toml")
    assert parameters(both)["steady"] == {"weights": {"a": 1.0, "b": 2.0}}


def test_the_manifest_names_the_population_and_resumes_without_it(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each player has a fingerprint for each variant it differs in; a run goes on when the file is gone."""
    played = run(configs.load("c.toml", "pop.toml"), "out", workers=1)
    told = played.folder.manifest["population"]
    assert told["name"] == "pop" and told["as_listed"] == ["other"]
    assert set(told["players"]) == {"base", "long", "shorter"}
    assert len({told["players"][variant]["steady"] for variant in told["players"]}) == 3
    again = configs.from_data(
        json.loads(json.dumps(played.folder.manifest["configuration"]["resolved"])), "m"
    )
    plan = plans.make(configs.load("c.toml", "pop.toml"))
    assert plans.make(again, HERE).identity() == plan.identity()
    (place / "pop.toml").unlink()
    assert (
        command_line(["runs", "extend", "--strategy-path", ".", "out", "--blocks", "1", "--workers", "1"])
        == 0
    )
    assert command_line(["runs", "verify", "--strategy-path", ".", "out"]) == 0
    assert command_line(["report", "part", "winrate", "out", "--out", "page"]) == 0
    assert "Played by population “pop”" in (place / "page" / "report.md").read_text()
    capsys.readouterr()


def test_an_option_that_names_nobody_plays_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As where a variable of a script is not set."""
    for verb in ("run c.toml", "tune c.toml --focal steady", "run c.toml --plan"):
        assert command_line([*verb.split(), "--population", ""]) == 2
        assert "it names nobody; give a population, or leave it out" in capsys.readouterr().err
    assert not (place / "runs").exists() and not (place / "tuned").exists()


def test_a_list_left_out_is_the_whole_population(place: Path) -> None:
    text = CONFIG.partition("[[strategies]]")[0].format(population='population = "pop.toml"')
    (place / "c.toml").write_text(text)
    assert list(parameters(configs.load("c.toml"))) == ["steady"]


def test_a_mixture_is_drawn_by_its_shares(place: Path) -> None:
    """It takes the place of all that is listed; one without a share is left out; copies may meet."""
    found = configs.load("c.toml", "mixture.toml")
    assert parameters(found) == {"steady": {}, "answer-1": {"bold": 0.1}}
    assert found.design.shares == (("steady", 0.75), ("answer-1", 0.25))
    again = configs.from_data(json.loads(json.dumps(found.data())), "m")
    assert (again.design, again.population) == (found.design, found.population)
    schedule = plans.make(found.changed(blocks=TICKETS)).schedule
    seats = [schedule.entry(game).seats for game in range(0, schedule.total(), 2 * 3)]
    counts = Counter(at for table in seats for at in table)
    assert counts == {0: 300, 1: 100}
    assert {tuple(sorted(table)) for table in seats} == {(0, 0), (0, 1), (1, 1)}
    numbers = {tuple(sorted(schedule.entry(g).seats)): schedule.entry(g).line_up for g in range(600)}
    assert len(set(numbers.values())) == len(numbers) == 3


def test_a_mixture_leaves_out_what_is_said_of_who_does_not_play(place: Path) -> None:
    """Metrics, margins and claims about listed strategies that it lacks; a misspelt one is still an error."""
    said = """
[report]
metrics = ["turns", "share.{name}", "share.steady"]
margins = {{ "share.{name}" = 0.1 }}
[[claims]]
metric = "share.{name}"
[[claims]]
metric = "share.steady"
"""
    (place / "c.toml").write_text(CONFIG.format(population="") + said.format(name="other"))
    found = configs.load("c.toml", "mixture.toml")
    assert (found.reported.metrics, found.reported.margins) == (("turns", "share.steady"), {})
    assert [claim.metric for claim in found.claims] == ["share.steady"]
    (place / "c.toml").write_text(CONFIG.format(population="") + said.format(name="othre"))
    with pytest.raises(ConfigError, match=r"report\.metrics: there is no metric 'share\.othre'"):
        configs.load("c.toml", "mixture.toml")


def test_tickets_are_in_proportion_and_nobody_is_forgotten() -> None:
    assert Counter(tickets((3.0, 1.0))) == {0: 150, 1: 50}
    assert Counter(tickets((1.0, 1.0, 1.0))) == {0: 67, 1: 67, 2: 66}
    assert Counter(tickets((1.0, 1e-6))) == {0: TICKETS - 1, 1: 1}
    schedule = Schedule(Design("random", (3,), 5, shares=(("a", 1.0),)), ["a"], 1, 1)
    assert {schedule.entry(game).seats for game in range(schedule.total())} == {(0, 0, 0)}


@pytest.mark.parametrize(
    ("population", "text", "told"),
    [
        ("nobody", "", "there is no population 'nobody' of the game toy. Shipped: none"),
        ("none.toml", "", "there is no such population"),
        ("wrong.toml", "x = 1", "x: unknown key"),
        ("wrong.toml", "", "strategies: missing"),
        ("wrong.toml", '[[strategies]]\nuse = "stranger"', "none of the strategies listed here"),
        ("wrong.toml", '[[strategies]]\nuse = "steady"\n' * 2, "'steady' is there twice"),
        (
            "wrong.toml",
            '[[strategies]]\nuse = "steady"\n[[strategies]]\nname = "steady"\nuse = "x"\nplayers = 2',
            "'steady' uses 'steady' above",
        ),
        ("wrong.toml", '[[strategies]]\nuse = "steady"\nplayers = 99', "players: 99 is outside 1 to 8"),
        ("wrong.toml", '[[strategies]]\nuse = "steady"\nplayers = 3', "steady: is for other games"),
        ("wrong.toml", '[strategy]\nuse = "steady"', "strategy: this is one strategy, and no population"),
        ("wrong.toml", '[[strategies]]\nuse = "steady"\nshare = 2', "share: 2 is not a number from 0 to 1"),
        (
            "wrong.toml",
            '[[strategies]]\nuse = "steady"\nshare = 0.5\n[[strategies]]\nuse = "other"',
            "share: other without one",
        ),
    ],
)
def test_a_wrong_population_is_named(place: Path, population: str, text: str, told: str) -> None:
    (place / "wrong.toml").write_text(text)
    with pytest.raises(ConfigError, match=told.replace("[", r"\[")):
        configs.load("c.toml", population)


def test_whose_parameters_are_wrong_is_named(place: Path) -> None:
    """Those of a population made for another game are not the configuration's fault."""
    (place / "wrong.toml").write_text('[[strategies]]\nuse = "steady"\nweights = {c = 1.0}\n')
    told = r"strategies\[1\] \(steady of the population wrong\): .*no weight 'c'"
    with pytest.raises(StrategyError, match=told):
        plans.make(configs.load("c.toml", "wrong.toml"))


def test_a_mixture_needs_a_design_that_draws(place: Path) -> None:
    configured(place, text=CONFIG.replace('kind = "random"', 'kind = "roundrobin"'))
    with pytest.raises(ConfigError, match=r'design\.kind: a mixture .* which only "random" does'):
        configs.load("c.toml", "mixture.toml")
    with pytest.raises(ConfigError, match=r"shares: 'other' has none; give every strategy"):
        more = CONFIG.replace("blocks = 4", 'blocks = 4\nshares = { steady = 1, "steady-bold" = 1 }')
        configured(place, text=more.replace("{ steady", "{{ steady").replace("1 }", "1 }}"))
        configs.load("c.toml")


def test_other_players_are_other_games(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The verbs that play a configuration take --population; a run's folder is one of its own."""
    words = ["--population", "pop.toml", "--workers", "1"]
    assert command_line(["run", "c.toml", *words]) == 0
    assert command_line(["run", "c.toml", "--plan", *words]) in (0, 3)
    assert (place / "runs" / "c-pop" / "manifest.json").exists()
    assert command_line(["run", "c.toml", "--out", "runs/c-pop", "--workers", "1"]) == 6
    shown = ["play", "--strategies", "steady,other", "--game", "toy", "--strategy-path", "."]
    assert command_line([*shown, "--population", "pop.toml"]) == 0
    assert command_line([*shown[:2], "other", *shown[3:], "--players", "2", "--population", "pop.toml"]) == 2
    assert "none of other is in it; it has steady" in capsys.readouterr().err


def test_shipped_populations_know_every_plan() -> None:
    """`shipped` has the quick strategies; the others play the plans with weights they know."""
    plans_known = {name for name in quick() if not is_baseline(name)}
    known = sources.shipped_names("strategies/march/populations", ".toml")
    assert known == ("adapted", "search", "shipped", "strong", "tuned")
    march = games.load("march")
    assert isinstance(march, Tunable)
    for name in known:
        found = populations.read(name, "test", "march", [])
        assert set(found.names) == (plans_known if name == "shipped" else set(heuristics())), name
        for member in found.members:
            source = find(member.use)
            march.strategy_factory(march.strategy_class(source), member.parameters)()
            assert (member.use == "lookahead") == (name == "search")


def test_a_shipped_population_finds_the_files_beside_it(tmp_path: Path) -> None:
    """The run plays, and is verified by the same file."""
    out = str(tmp_path / "run")
    asked = ["run", "field-4", "--population", "strong", "--blocks", "1", "--workers", "0", "--out", out]
    assert command_line(asked) == 0
    assert command_line(["runs", "verify", out, "--sample", "2"]) == 0


def test_search_is_made_of_tuned() -> None:
    """By `python -m tools.populations`, so that both hold the same weights."""
    folder = sources.shipped_folder("strategies/march/populations")
    assert (folder / "search.toml").read_text() == text((folder / "tuned.toml").read_text())


def test_searchers_think_by_a_plan_that_tuning_left_as_it_was() -> None:
    """Its entry has no weights then. Its searcher has those in the plan's file."""
    (left,) = tomllib.loads(text('[[strategies]]\nname = "explorer"\nuse = "explorer"\n'))["strategies"]
    march = rebase.world("march")
    written = rebase.idea(march, "explorer") | rebase.start(march, "explorer", 4)
    assert left["use"] == "lookahead" and len(written) > 20
    for name, value in written.items():
        assert by_round(left["weights"][name]) == by_round(value)


def by_round(value: float | list[float]) -> list[float]:
    """The values of a weight in four rounds. The last one holds for the rest."""
    values = value if isinstance(value, list) else [value]
    return [values[min(at, len(values) - 1)] for at in range(4)]


def test_a_gate_and_its_baseline_have_the_same_players(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another population is another workload; the baseline remembers which one, for `accept`."""
    gate = '[gate]\npolicies = ["other", "steady"]\ngames = 5\nstreams = 1\nmetrics = ["turns"]\n'
    text = CONFIG.partition("[[variants]]")[0].format(population="")
    (place / "c.toml").write_text(text.replace("blocks = 4", "blocks = 60") + gate)
    made = ["baseline", "create", "c.toml", "--out", "b.json", "--workers", "1"]
    assert command_line([*made, "--population", "pop.toml"]) == 0
    assert "--population pop.toml" in capsys.readouterr().out
    asked = ["gate", "c.toml", "--baseline", "b.json", "--workers", "1"]
    assert command_line(asked) == 6
    said = capsys.readouterr().err
    assert "another workload: strategies" in said
    assert "It was played by the population pop.toml, and now by the players as listed" in said
    assert command_line([*asked, "--population", "pop.toml"]) == 0
    assert command_line(["baseline", "accept", "b.json", "--reason", "same", "--strategy-path", "."]) == 0
    assert command_line([*asked, "--population", "pop.toml"]) == 0
    (place / "pop.toml").write_text(POPULATION.replace("a = 1.0", "a = 1.5"))
    assert command_line([*asked, "--population", "pop.toml"]) == 6


@pytest.mark.parametrize("former, word", FORMER.items())
def test_former_words_are_read_for_one_release(place: Path, former: str, word: str) -> None:
    """`yardstick` in a configuration or a manifest means `baseline`. A warning names the new word."""
    own = f'\n[[strategies]]\nuse = "steady"\nname = "rod"\n{former} = true\n'
    text = CONFIG.format(population="") + own
    (place / "old.toml").write_text(text)
    (place / "new.toml").write_text(text.replace(former, word))
    old, new = (plans.make(configs.load(str(place / f"{name}.toml"))) for name in ("old", "new"))
    marked = {"baseline": baselines, "handicapped": handicapped}[word]
    assert marked(old.manifest()) == marked(new.manifest()) == {"rod"}
    assert any(f"called `{word}` now" in told for told in old.warnings()) and not new.warnings()
    assert marked({"strategies": [{"name": "rod", "use": "a.py", former: True}]}) == {"rod"}
