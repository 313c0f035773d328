"""Best responses: a planted exploit is found and bounded, none is found where there is none."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StrategyError
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import StrategyEntry
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.chunks import Sizer
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.stats.clusters import cluster_mean
from marchsim.studies.candidates import SEARCH, Tables, stage
from marchsim.studies.responding.field import PILOT_DEALS, AnswerTrial, Candidate, Sought
from marchsim.studies.responding.responding import (
    CHOICE,
    CONFIRM,
    META,
    PILOT,
    PLANS,
    Response,
    best_response,
    populations,
    tuning,
)
from tests.studies.tunable import BEST, stored_voids, stumble, written

SMALL: dict[str, Any] = {
    "against": ("seeker", "drifter"),
    "budget": 480,
    "choose": 30,
    "confirm": 60,
    "meta": 40,
}
GONE = """
[[variants]]
name = "rests-count"
rules = { rest_points = 9 }
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with toy strategies, without waiting for the disk."""
    games.register("toy", "tests.toy:TOY")
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    return tmp_path


def sought(out: str = "out.toml", workers: int = 1, **more: Any) -> Response:
    asked = Sought(**{**SMALL, **more})
    [found] = best_response(populations("race.toml", asked), asked, out, workers=workers)
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Response:
    """The double oracle for two who rest too often: who never rests (aim at BEST) is the best answer."""
    folder = tmp_path_factory.mktemp("found")
    games.register("toy", "tests.toy:TOY")
    asked = Sought(**{**SMALL, "budget": 1200, "confirm": 120}, rounds=3)
    [found] = best_response(populations(str(written(folder)), asked), asked, folder / "out.toml", workers=1)
    return found


def test_a_planted_exploit_is_found_and_bounded(found: Response) -> None:
    """The seeker never rests once tuned; nobody wins more against it, so the second round ends the search."""
    first, last = found.answers[0], found.answers[-1]
    assert (first.chosen.kind, first.chosen.entry.use) == ("tuned", "seeker.py")
    assert abs(first.chosen.entry.parameters["weights"]["aim"][0] - BEST) < 0.5
    assert first.gains and first.bounds is not None and 0.2 < first.bounds[0] < first.gain < first.bounds[1]
    assert found.ended and not last.gains and last.number < 3
    assert last.bounds is not None and last.bounds[0] <= 0 <= last.bounds[1]
    mixed = {one.strategy: one.weight for one in found.mixture}
    assert mixed["answer-1"] > 0.9 and mixed["seeker"] == mixed["drifter"] == 0.0


def test_the_bound_is_that_of_the_sealed_deals(found: Response) -> None:
    """Share and interval, worked out apart from the stored games of the chosen answer."""
    [path] = sorted((found.folder / "round-1" / "answer").glob("step-*.parquet"))
    credit = pl.read_parquet(path)["credit"].to_numpy().reshape(120, 3).mean(axis=1)
    mean = cluster_mean(credit, credit * 0 + 1)
    answer = found.answers[0]
    assert mean is not None and mean.se is not None and answer.bounds is not None
    assert answer.confirmed.value == pytest.approx(mean.mean) and answer.gain == pytest.approx(
        mean.mean - 1 / 3
    )
    assert answer.bounds[1] - answer.bounds[0] == pytest.approx(2 * 1.98 * mean.se, rel=0.15)


def test_the_mixture_is_a_population(found: Response, place: Path) -> None:
    """It plays in place of what is listed, with the weights of the answer; the file has the rounds."""
    data = tomllib.loads(found.path.read_text())
    assert data["population"]["rounds"][0]["answer"] == "seeker tuned"
    assert sum(one["share"] for one in data["strategies"]) == pytest.approx(1, abs=1e-5)
    (place / "out.toml").write_text(found.path.read_text())
    text = (place / "race.toml").read_text().replace("blocks = 1", 'blocks = 1\nkind = "random"')
    (place / "race.toml").write_text(text)
    played = configs.load("race.toml", "out.toml")
    assert played.strategies[0].name == "answer-1"
    assert plans.make(played).job.entrants[0].parameters == found.answers[0].chosen.entry.parameters
    assert command_line(["run", "race.toml", "--population", "out.toml", "--workers", "1"]) == 0
    again = populations(played, Sought())["base"]
    assert again.weights() == pytest.approx([one.weight for one in found.mixture if one.weight >= 0.005])


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_chunks_and_interruptions_change_no_byte(
    place: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stop(Quiet):
        def __init__(self, after: int) -> None:
            self.left = after

        def update(self, done: int, *_: object) -> None:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt

    sought("one.toml", budget=240)
    asked = Sought(**{**SMALL, "budget": 240})
    playing = populations("race.toml", asked)
    for after in (1, 16):
        with pytest.raises(Interrupted, match="are stored in"):
            best_response(playing, asked, "stopped.toml", workers=1, progress=Stop(after))
        assert not (place / "stopped.toml").exists()
    monkeypatch.setattr(Sizer, "size", lambda self, *left: 7)
    ended = sought("stopped.toml", workers=workers, budget=240)
    assert 0 < ended.played.now < ended.played.games
    assert sought("stopped.toml", budget=240).played.now == 0
    text = (place / "stopped.toml").read_text().replace("stopped.toml", "one.toml")
    assert text == (place / "one.toml").read_text()
    assert files(place / "stopped.search") == files(place / "one.search")


def files(folder: Path) -> dict[str, bytes]:
    """Return the stored steps of a search; a run's parts hold times beside the games."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "meta" not in path.parts
    }


def test_no_stage_shares_a_deal_with_another() -> None:
    """Pilot, tuning, both choices, confirmation and meta-game, in two rounds; nor with a run."""
    asked = Sought(**SMALL)
    against = populations("race.toml", asked)["base"]
    trial = AnswerTrial([Candidate(one, "member", "") for one in against.entries], against)
    every: list[set[int]] = []
    for number in (1, 2):
        seed = asked.seed(number)
        chosen = [(word, asked.choose) for word in (PLANS, CHOICE)]
        for word, deals in ((PILOT, PILOT_DEALS), *chosen, (CONFIRM, asked.confirm)):
            task = trial.task(word, seed, deals, [0])
            tables = Tables(trial.job, 3)
            every.append({tables.entry(task, at).deal_key for at in range(task.games(3))})
            assert len(every[-1]) == deals
        prepared = tuning(against, asked, against.entries[0], seed)
        task = prepared.task(SEARCH, 0, 40, [prepared.space.own()])
        every.append({Tables(prepared.job, 3).entry(task, at).deal_key for at in range(task.games(3))})
        whole = plans.make(against.configured(against.entries, asked.meta), stage=stage(META, seed))
        every.append({whole.schedule.entry(at).deal_key for at in range(whole.schedule.total())})
    usual = plans.make(configs.load("race.toml").changed(blocks=50)).schedule
    every.append({usual.entry(at).deal_key for at in range(usual.total())})
    assert len(set.union(*every)) == sum(map(len, every))


def test_candidates_of_several_strategies_sit_where_they_should() -> None:
    """The candidate is in every seat of each deal, whoever it is; all meet the same others."""
    against = populations("race.toml", Sought())["base"]
    candidates = [Candidate(StrategyEntry("x", use), "search", use) for use in ("roller.py", "drifter.py")]
    trial = AnswerTrial(candidates, against)
    task, tables = trial.task("s", 1, 4, [0, 1]), Tables(trial.job, 3)
    entries = [tables.entry(task, at) for at in range(task.games(3))]
    for at, entry in enumerate(entries):
        deal, candidate, rotation = task.place(at, 3)
        others = [seat for seat in entry.seats if seat != candidate]
        assert len(others) == 2 and min(others) >= 2
        twin = entries[(deal * 2 + 1 - candidate) * 3 + rotation]
        assert twin.deal_key == entry.deal_key
        assert [s for s in twin.seats if s >= 2] == others


def test_each_variant_is_answered_by_itself(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a rest brings nine points the best answer rests; each variant has its file."""
    with (place / "race.toml").open("a") as file:
        file.write(GONE)
    words = [
        "best-response",
        "race.toml",
        "--games",
        "480",
        "--choose",
        "30",
        "--confirm",
        "40",
        "--meta",
        "40",
    ]
    assert command_line([*words, "--workers", "1", "--json", "--out", "v.toml", "--quiet"]) == 0
    data = json.loads(capsys.readouterr().out)
    base, rests = data["variants"]
    assert (base["variant"], rests["variant"]) == ("base", "rests-count")
    assert Path(base["file"]).name == "v-base.toml" and Path(rests["file"]).exists()
    assert rests["rounds"][0]["answer"]["use"] == "seeker.py"
    assert rests["rounds"][0]["gain"]["low"] > 0.2
    assert command_line([*words, "--workers", "1", "--out", "v.toml"]) == 0
    told = capsys.readouterr().out
    assert "variant rests-count, 3 players: exploitable by at least" in told and "0 played now" in told


def test_a_damaged_or_another_search_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 6, as in tune: a step that was changed, an answer that was sought otherwise."""
    sought()
    words = ["best-response", "race.toml", "--against", "seeker,drifter", "--choose", "30", "--meta", "40"]
    words += ["--confirm", "60", "--out", "out.toml", "--workers", "1", "--quiet", "--games"]
    assert command_line([*words, "470"]) == 6
    assert "holds another search (differs in --games" in capsys.readouterr().err
    assert command_line([*words, "480"]) == 0
    path = sorted((place / "out.search" / "round-1" / "plans").glob("step-*.parquet"))[0]
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert command_line([*words, "480"]) == 6
    assert "not what was stored; it is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"against": ("nobody",)}, "--against: .*no strategy is named 'nobody'"),
        ({"against": ("seeker", "seeker")}, "named twice"),
        ({"budget": 3}, "--games: of 3 games, shared by 2 plans, each has 1 are not one generation"),
        ({"meta": 5}, "--meta: 5 is outside 30"),
        ({"players": 9}, "--players: 9 is outside"),
        ({"players": 1}, "the race is for 2 to 5 players"),
        ({"against": ("roller",)}, "no strategy has weights .* name one with --search"),
        ({"search": ("nobody",)}, "--search: there is no strategy 'nobody'"),
        ({"search": ("seeker.py", "seekr.py")}, "--search: there is no strategy file 'seekr.py'. Did you"),
    ],
)
def test_what_cannot_be_answered_is_said(more: dict[str, Any], told: str) -> None:
    with pytest.raises((ConfigError, StrategyError), match=told):
        sought(**more)


def test_what_is_missing_is_said_before_a_game_is_played(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder where the file will be, one for each variant too; the extra; a searcher that there is not."""
    with (place / "race.toml").open("a") as file:
        file.write(GONE)
    (place / "out-rests-count.toml").mkdir()
    with pytest.raises(ConfigError, match=r"--out: out-rests-count\.toml: is a folder"):
        sought()
    with pytest.raises(StrategyError, match="--search: there is no strategy 'nobody'"):
        sought(search=("nobody",))
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(ConfigError, match="needs the extra `tune`"):
        sought()
    assert not list(place.glob("*.search"))


def test_who_plays_together_is_not_exploited(place: Path) -> None:
    text = (place / "race.toml").read_text().replace('game = "toy"', 'game = "toy"\npreset = "coop"')
    (place / "race.toml").write_text(text)
    with pytest.raises(ConfigError, match="together against the Storm, so nobody exploits anybody"):
        sought()


def test_an_answer_by_search_alone(place: Path) -> None:
    """Where nothing can be tuned, strategies that are named as searching are the answers."""
    found = sought(against=("roller",), search=("drifter.py",))
    assert [one.kind for one in found.answers[0].candidates] == ["member", "search"]
    assert not found.answers[0].gains and found.ended
    assert [one.strategy for one in found.mixture] == ["roller"]


def test_void_games_of_trials_and_tuning_are_counted(place: Path) -> None:
    stumble(place)
    found = sought()
    stages = {path.name: voids for path, (_, voids) in found.played.stages.items()}
    assert stages["tune-drifter"] and stages["pilot"]
    assert found.played.voids - stages["meta"] == stored_voids(found.folder)


def test_the_plan_stores_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(place.iterdir())
    words = ["best-response", "race.toml", "--against", "seeker,drifter", "--workers", "1", "--plan"]
    assert command_line([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["variants"][0]["games"]["confirmation"] == 1200 and data["variants"][0]["seconds"] > 0
    assert command_line(words) == 0
    assert "variant base, against seeker, drifter: at most pilot 1,200" in capsys.readouterr().out
    assert sorted(place.iterdir()) == before
