"""Tuning: a planted optimum is found, no effect is not confirmed, and nothing but the games matters."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, StateMismatch
from marchsim.games.march.players.heuristic.weights import NAMES
from marchsim.games.march.players.loading import GROUPS
from marchsim.kernel.numbers import Tunable, Weight
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.sources import find
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.chunks import Sizer
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.stats.clusters import cluster_mean
from marchsim.studies.candidates import CONFIRM, PILOT, SEARCH, Tables, margin
from marchsim.studies.tuning import findings, search
from marchsim.studies.tuning.preparation import PILOT_DEALS, SearchRequest, budget, prepare
from marchsim.studies.tuning.search import Space, chosen
from marchsim.studies.tuning.strategy_file import Tuned
from marchsim.studies.tuning.tuning import forecast, tune
from tests.studies.tunable import BEST, stored_voids, stumble, written
from tools import antgames

SMALL: dict[str, Any] = {"games": 1500, "confirm": 40, "ablation": 20}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with toy strategies, without waiting for the disk."""
    games.register("toy", "tests.toy:TOY")
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    return tmp_path


def tuned(out: str, focal: str = "seeker", workers: int = 1, **more: Any) -> Tuned:
    return tune(prepare("race.toml", SearchRequest(focal, **{**SMALL, **more})), out, workers=workers)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Tuned:
    """A search of 3,000 games for the planted optimum."""
    folder = tmp_path_factory.mktemp("found")
    games.register("toy", "tests.toy:TOY")
    path = written(folder)
    asked = SearchRequest("seeker", games=3000, confirm=120, ablation=60)
    return tune(prepare(str(path), asked), folder / "best.toml", workers=1)


def test_the_planted_optimum_is_found_and_confirmed(found: Tuned) -> None:
    """The aim comes near its best; the share rises by far more than chance; the idle weight is told so."""
    assert abs(found.values["aim"][0] - BEST) < 0.5
    proof = found.confirmed
    assert proof.low is not None and proof.low > 0.1 and proof.p is not None and proof.p < 1e-6
    assert (proof.deals, proof.games, proof.voids) == (120, 720, 0)
    aim, idle = found.ablated["aim"], found.ablated["idle"]
    assert findings.matters(aim) and aim is not None and aim.value > 0.1
    assert idle is not None and idle.value == 0.0 and not findings.matters(idle)


def test_shares_and_difference_are_those_of_the_deals(found: Tuned) -> None:
    """Both shares and the standard error of their difference, worked out apart from the stored games."""
    stored = sorted(found.folder.glob("step-*.parquet"))
    rows = pl.concat([pl.read_parquet(path) for path in stored[1 + found.prepared.budget.generations :]])
    credit = rows["credit"].head(120 * 2 * 3).to_numpy().reshape(120, 2, 3).mean(axis=2)
    proof = found.confirmed
    assert [proof.before.value, proof.after.value] == pytest.approx(credit.mean(axis=0))
    each = credit[:, 1] - credit[:, 0]
    mean = cluster_mean(each, np.ones(120))
    assert mean is not None and mean.se is not None and proof.low is not None and proof.high is not None
    assert proof.difference == pytest.approx(mean.mean)
    assert proof.high - proof.low == pytest.approx(2 * 1.98 * mean.se, rel=0.1)


def test_the_file_is_a_strategy_of_a_configuration(found: Tuned, place: Path) -> None:
    """It plays as the same weights written out do; a name and parameters beside `use` come first."""
    text = found.path.read_text()
    data = tomllib.loads(text)
    assert data["strategy"]["weights"]["aim"] == list(found.values["aim"])
    told = data["tuned"]
    assert told["confirmed"]["after"]["share"] == pytest.approx(found.confirmed.after.value, abs=1e-6)
    (place / "best.toml").write_text(text)
    more = (
        '[[strategies]]\nuse = "best.toml"\n[[strategies]]\nuse = "best.toml"\nname = "other"\nbold = 0.2\n'
    )
    (place / "race.toml").write_text((place / "race.toml").read_text() + more)
    configuration = configs.load("race.toml")
    assert [entry.name for entry in configuration.strategies[3:]] == ["seeker-tuned", "other"]
    assert configuration.strategies[4].parameters == {"bold": 0.2, "weights": data["strategy"]["weights"]}
    entrant = plans.make(configuration).job.entrants[3]
    assert entrant.source.use == "seeker.py" and entrant.fingerprint() == told["fingerprint"]
    assert command_line(["run", "race.toml", "--plan", "--blocks", "3"]) == 0
    assert run("race.toml", "played", workers=1).void_games == 0


@pytest.mark.slow
def test_workers_chunks_and_interruptions_change_no_byte(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One, two and three workers, other chunks, and a search stopped in each of its stages: equal files."""

    class Stop(Quiet):
        def __init__(self, after: int) -> None:
            self.after = after

        def update(self, done: int, *_: object) -> None:
            if done >= self.after:
                raise KeyboardInterrupt

    asked = prepare("race.toml", SearchRequest("seeker", **SMALL))
    tuned("one.toml")
    tuned("two.toml", workers=2)
    with monkeypatch.context() as patched:
        patched.setattr(Sizer, "size", lambda self, *left: 7)
        tune(asked, "three.toml", workers=3)
    for after in (1, 700, 1720):
        with pytest.raises(Interrupted, match=r"games are stored in stopped\.search"):
            tune(asked, "stopped.toml", workers=1, progress=Stop(after))
        assert not (place / "stopped.toml").exists()
    last = tune(asked, "stopped.toml", workers=1)
    assert 0 < last.played.now < last.played.games
    assert tune(asked, "stopped.toml", workers=1).played.now == 0
    for name in ("two", "three", "stopped"):
        text = (place / f"{name}.toml").read_text().replace(f"{name}.toml", "one.toml")
        assert text == (place / "one.toml").read_text()
        files = {path.name: path.read_bytes() for path in (place / f"{name}.search").iterdir()}
        assert files == {path.name: path.read_bytes() for path in (place / "one.search").iterdir()}


def test_no_stage_shares_a_deal_with_another() -> None:
    """Nor with a run of the configuration; generations have none in common, candidates all."""
    prepared = prepare("race.toml", SearchRequest("seeker", **SMALL))
    tables, own, laid = Tables(prepared.job, 3), [prepared.space.own()], prepared.budget

    def keys(word: str, first: int, deals: int) -> set[int]:
        task = prepared.task(word, first, deals, own * 2)
        entries = [tables.entry(task, at) for at in range(task.games(3))]
        assert {entry.seats.index(0) for entry in entries} == {0, 1, 2}
        by_candidate = [
            [entry.deal_key for at, entry in enumerate(entries) if task.place(at, 3)[1] == candidate]
            for candidate in (0, 1)
        ]
        assert by_candidate[0] == by_candidate[1]
        return set(by_candidate[0])

    generations = [keys(SEARCH, at * laid.deals, laid.deals) for at in range(laid.generations)]
    stages = [*generations, keys(PILOT, 0, PILOT_DEALS), keys(CONFIRM, 0, laid.confirm)]
    plan = plans.make(configs.load("race.toml").changed(blocks=200))
    stages.append({plan.schedule.entry(game).deal_key for game in range(plan.schedule.total())})
    other = prepare("race.toml", SearchRequest("seeker", **SMALL, stage_seed=2))
    task = other.task(CONFIRM, 0, laid.confirm, own)
    stages.append({Tables(other.job, 3).entry(task, at).deal_key for at in range(task.games(3))})
    assert len(set().union(*stages)) == sum(map(len, stages))


def significant(runs: int) -> int:
    """Return in how many searches of a weight without effect the confirmation is significant at 5 %."""
    count = 0
    for number in range(runs):
        asked = SearchRequest("drifter", games=200, confirm=60, ablation=0, stage_seed=number)
        proof = tune(prepare("race.toml", asked), f"null-{number}.toml", workers=1).confirmed
        count += proof.p is not None and proof.p < 0.05
    return count


def test_without_effect_nothing_is_confirmed() -> None:
    """More than 2 of 4 happen once in 2,000 times at 5 %."""
    assert significant(4) <= 2


@pytest.mark.slow
def test_the_size_of_the_confirmation() -> None:
    """5 % of 100 searches without effect, up to the 99.9 % quantile of their number."""
    assert significant(100) <= 12


def test_damaged_or_other_state_is_never_continued(place: Path) -> None:
    """Each is exit code 6 with what to do, and leaves no result."""
    words = ["tune", "race.toml", "--focal", "seeker", "--games", "1500", "--confirm", "9", "--ablation", "0"]
    words += ["--workers", "1", "--quiet", "--out", "mine.toml"]
    assert command_line(words) == 0
    result = (place / "mine.toml").read_bytes()
    (place / "mine.toml").unlink()
    (step,), noted = (place / "mine.search").glob("step-00003-*"), place / "mine.search" / "tune.json"
    for path, change in (
        (step, lambda old: old[:40] + bytes([old[40] ^ 1]) + old[41:]),
        (step, lambda old: b""),
        (noted, lambda old: old.replace(b"marchsim.tune/2", b"marchsim.tune/1")),
        (noted, lambda old: old[:-9]),
        (noted, lambda old: b"[]"),
    ):
        before = path.read_bytes()
        path.write_bytes(change(before))
        assert command_line(words) == 6
        assert not (place / "mine.toml").exists()
        path.write_bytes(before)
    number, candidates, games = step.stem.removeprefix("step-").split("-")
    other = step.rename(step.with_name(f"step-{number}-{candidates[::-1]}-{games}.parquet"))
    assert command_line(words) == 6
    other.rename(step)
    assert command_line([*words, "--seed", "6"]) == 6
    seeker = place / "seeker.py"
    text = seeker.read_text()
    seeker.write_text(text + "# another\n")
    with pytest.raises(StateMismatch, match=r"holds another search \(differs in strategy seeker\)"):
        tuned("mine.toml", confirm=9, ablation=0)
    seeker.write_text(text)
    left = step.with_name(step.name.replace("00003", "00099"))
    left.write_bytes(b"left by a process that was killed")
    known = noted.stat()
    step.unlink()  # it and those after it are played again
    assert command_line(words) == 0
    assert (place / "mine.toml").read_bytes() == result
    assert not left.exists() and step.exists()
    assert (noted.stat().st_ino, noted.stat().st_mtime_ns) == (known.st_ino, known.st_mtime_ns)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--focal seker", "no strategy is named 'seker'. Did you mean 'seeker'"),
        ("--focal roller", "roller has no weights, so there is nothing to tune"),
        ("--focal seeker --against rollr", "Did you mean 'roller'"),
        ("--focal seeker --against roller,roller", "named twice"),
        ("--focal seeker --against ,", "--against: names nothing; give names"),
        ("--focal seeker --weights aims", "there is no weight or group 'aims'. Did you mean 'aim'"),
        ("--focal seeker --games 5", "are not one generation"),
        ("--focal seeker --confirm 1", "--confirm: 1 is outside 2 to"),
        ("--focal seeker --confirm 20 --ablation 30", "more than the 20 of --confirm"),
        ("--focal seeker --scale 0", "--scale: 0.0 is outside"),
        ("--focal seeker --players 6", "2 to 5 players, not 6"),
        ("--focal seeker --players 0", "--players: 0 is outside"),
        ("--focal seeker --out mine.txt", "name it .toml"),
        ("--focal seeker --out taken.toml", "is a folder, where a file will be"),
        ("--focal all --out taken.toml", "is a folder, where a file will be"),
        ("--focal seeker --workers 1000", "--workers: 1000 is outside"),
        ("--focal seeker --rules none.toml", "none.toml: there is no such overlay"),
    ],
)
def test_what_cannot_be_tuned_is_said(
    words: str, said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line, and before a game is played."""
    (place / "taken.toml").mkdir()
    assert command_line(["tune", "race.toml", *words.split()]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1
    assert not list(place.glob("*.search"))


def test_configurations_that_are_not_one_question(place: Path) -> None:
    """Several numbers of players, variants, and nobody to play against."""
    for players, more, said in (
        ("[2, 3]", "", "a plan is tuned for one: give --players"),
        ("3", '[[variants]]\nname = "v"\nrules = { rounds = 2 }\n', "one set of rules"),
    ):
        path = written(place, players=players)
        path.write_text(path.read_text() + more)
        with pytest.raises(ConfigError, match=said):
            prepare("race.toml", SearchRequest("seeker"))
    written(place, players="[2, 3]")
    assert prepare("race.toml", SearchRequest("seeker", players=2)).budget.players == 2
    alone = (place / "race.toml").read_text().split("[[strategies]]")
    (place / "race.toml").write_text("[[strategies]]".join(alone[:2]))
    with pytest.raises(ConfigError, match="is the only one"):
        prepare("race.toml", SearchRequest("seeker", players=2))
    itself = prepare("race.toml", SearchRequest("seeker", players=2, against=("seeker",)))
    assert itself.against == ("seeker",) and len(itself.job.entrants) == 2
    assert prepare("solo", SearchRequest("defender"), variant="normal").against == ()


def test_bad_strategy_files_are_said_in_a_line(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Missing, outside, no TOML, other keys, one inside another, weights that there are not."""
    (place / "inner").mkdir()
    text = (place / "race.toml").read_text()
    (place / "outside.toml").write_text('[strategy]\nuse = "seeker.py"\n')
    for content, use, said in (
        (None, "x.toml", "there is no strategy file 'x.toml'"),
        (None, "../../x.toml", "there is no strategy file"),
        ("[strategy", "x.toml", "this strategy file is not TOML"),
        ("[other]\n", "x.toml", "strategy: missing; a strategy file has a table [strategy]"),
        ('[[strategies]]\nuse = "seeker.py"\n', "x.toml", "strategies: this is a population; play it with"),
        ("strategy = 1\n", "x.toml", "1 is not a table"),
        ('[strategy]\nuse = "seeker.py"\n[more]\n', "x.toml", "more: unknown key"),
        ("[strategy]\n", "x.toml", "strategy.use: missing"),
        ('[strategy]\nuse = "y.toml"\n', "x.toml", "is a strategy file too"),
        ('[strategy]\nuse = "seeker.py"\nname = "a b"\n', "x.toml", "is not a name"),
        (
            '[strategy]\nuse = "seeker.py"\nweights = { aims = 1 }\n',
            "x.toml",
            "no weight 'aims'. Did you mean 'aim'",
        ),
    ):
        (place / "x.toml").unlink(missing_ok=True)
        if content is not None:
            (place / "x.toml").write_text(content)
        (place / "race.toml").write_text(f'{text}[[strategies]]\nuse = "{use}"\n')
        assert command_line(["run", "race.toml", "--plan"]) == 2
        told = capsys.readouterr().err
        assert said in told and told.count("\n") == 1, told


def test_the_forecast_plays_the_pilot_alone(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared = prepare("race.toml", SearchRequest("seeker"))
    told = forecast(prepared, workers=1)
    assert told["seconds"] == pytest.approx(told["seconds_per_game"] * prepared.budget.games)
    before = sorted(place.iterdir())
    words = ["tune", "race.toml", "--focal", "seeker", "--workers", "1", "--plan"]
    assert command_line([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["search_games"], data["sealed_games"]) == (prepared.budget.search, 8400)
    assert command_line(words) == 0
    assert "about " in capsys.readouterr().out
    assert sorted(place.iterdir()) == before


def test_json_has_what_the_file_has(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "race.toml", "--focal", "seeker", "--games", "500", "--confirm", "30", "--workers", "1"]
    assert command_line([*words, "--ablation", "9", "--weights", "a", "--by-round", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    stored = tomllib.loads(Path(data["file"]).read_text())
    assert data["strategy"] == stored["strategy"] and len(data["strategy"]["weights"]["aim"]) == 4
    extra = {"confirmed": data["confirmed"], "ablation": data["ablation"]}
    assert stored["tuned"] == {**data["tuned"], **{key: value for key, value in extra.items() if value}}
    assert command_line(words) == 6  # other weights are another search
    assert command_line([*words, "--out", "other.toml", "--ablation", "0"]) == 0
    assert "points on 30" in capsys.readouterr().out


def test_without_the_library_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cmaes", None)
    assert command_line(["tune", "race.toml", "--focal", "seeker"]) == 2
    assert capsys.readouterr().err == f"marchsim: error: {search.INSTALL}\n"


def test_void_games_do_not_count() -> None:
    """Neither in what a candidate is worth, nor in shares; one whose games are all void is worth nothing."""
    rows = {
        "position": range(8), "credit": [1.0, 0.0] * 4, "margin": [2, -2, 0, 0, None, None, 4, -4],
        "void": ["", "", "", "time", "time", "time", "", ""],
    }  # fmt: skip
    frame = pl.DataFrame(rows)
    assert findings.worth(frame, 4, 2, 2.0) == pytest.approx([0.5, 0.5, 0.0, 0.5])
    assert findings.worth(frame, 4, 2, None) == pytest.approx([0.5, 1.0, 0.0, 0.5])
    sums, counts = findings.by_deal(frame, 2, 2, 2)
    assert sums.tolist() == [[1.0, 1.0], [0.0, 1.0]] and counts.tolist() == [[2.0, 1.0], [0.0, 2.0]]
    proof = findings.confirmed(sums, counts)
    assert (proof.games, proof.voids) == (5, 3)
    assert (
        findings.scale_of(
            pl.DataFrame({"margin": [None], "void": [""]}, schema={"margin": pl.Int32, "void": pl.String})
        )
        is None
    )


def test_void_games_of_all_stages_are_counted(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line at the end counts those of the search, too, also where the search is resumed."""
    stumble(place)
    words = ["tune", "race.toml", "--focal", "seeker", "--games", "500", "--confirm", "30", "--workers", "1"]
    for _ in range(2):
        assert command_line([*words, "--ablation", "0"]) == 0
        voids = stored_voids(place)
        said = f"warning: {voids:,} games were void; they do not count ("
        assert voids > 0 and said in " ".join(capsys.readouterr().out.split())


def test_games_that_nobody_wins_make_credit_the_aim() -> None:
    """Such a game has no margin, whatever the points, and with one in the pilot wins are counted."""
    session = antgames.table({"preset": "dealt", "rules": {"rounds": 2}}, 2)
    outcome = antgames.play(session, 1, ["breeder", "turtle"])
    assert outcome.winners == 0 and min(outcome.scores) > 0 and margin(outcome, 0) is None
    won = pl.DataFrame({"margin": [5, -5, 9], "void": ["", "", ""]})
    assert findings.scale_of(won) is not None
    assert (
        findings.scale_of(pl.concat([won, pl.DataFrame({"margin": [None], "void": [""]}, won.schema)]))
        is None
    )


def test_weights_are_kept_as_the_game_keeps_them() -> None:
    """Rounded, within bounds; one correction for all rounds, or one for each."""
    plan = (Weight("a", (1.0, 0.5), -2, 2, 1, 0.3, "g"), Weight("b", (0.0, 0.0), -9, 9, 0, 1.0, "h"))
    constant, rounds = Space(plan), Space(plan, by_round=True)
    assert (constant.size, rounds.size) == (2, 4)
    assert constant.values([1.0, -0.2]) == {"a": (1.3, 0.8), "b": (0.0, 0.0)}
    assert rounds.values([9, -9, 0.6, 0]) == {"a": (2, -2), "b": (1.0, 0.0)}
    assert constant.changed(constant.values([0.1, 3])) == ["b"]
    assert [weight.name for weight in chosen(plan, ["h", "a"], False).weights] == ["a", "b"]


def test_weights_of_march_are_those_of_the_plan() -> None:
    """By round, in groups, the Horde's only against it; what is written back is the plan with those."""
    march = games.load("march")
    assert isinstance(march, Tunable)
    sources = {name: find(name) for name in ("warden", "defender", "random")}
    standard, coop = (march.variant("v", preset, ()) for preset in ("standard", "coop"))
    listed = march.weights_of(standard, 4, sources["warden"], {"weights": {"ant": 0.9}})
    own = {weight.name: weight for weight in listed}
    assert own["inner"].values == (6.9, 6.9, 6.7, 6.2) and own["ant"].values == (0.9,) * 4
    assert (own["larva"].group, own["march"].group, own["march"].decimals) == ("stores", "actions", 2)
    assert "horde" not in own
    parameters = march.weighed({"weights": {"ant": 0.9}}, {"inner": (1.0, 1.0, 2.0, 2.0), "food": (0.5,) * 4})
    assert parameters == {"weights": {"ant": 0.9, "inner": [1.0, 1.0, 2.0], "food": 0.5}}
    again = {
        weight.name: weight.values for weight in march.weights_of(standard, 4, sources["warden"], parameters)
    }
    assert again == {name: weight.values for name, weight in own.items()} | {
        "inner": (1.0, 1.0, 2.0, 2.0), "food": (0.5,) * 4,
    }  # fmt: skip
    together, alone = (
        {weight.name: weight.values for weight in march.weights_of(coop, players, sources["defender"], {})}
        for players in (3, 1)
    )
    assert "horde" in together and together != alone
    assert march.weights_of(standard, 4, sources["random"], {}) == ()
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(NAMES)


def test_a_budget_gives_up_deals_before_generations() -> None:
    laid = budget(SearchRequest("x"), 4, 25, 25)
    assert (laid.candidates, laid.search <= 130_000 < laid.search + 4 * 26 * laid.deals) == (26, True)
    small = budget(SearchRequest("x", games=5_000), 4, 25, 25)
    assert small.deals == 1 and small.generations == 48


def test_a_weight_without_which_no_game_counts_is_told() -> None:
    """It has neither number nor interval, and the others keep theirs."""
    sums = np.array([[2.0, 0.0, 1.0], [1.0, 0.0, 1.0], [3.0, 0.0, 1.0]] * 10)
    counts = np.array([[3.0, 0.0, 3.0]] * 30)
    found = findings.ablated(["gone", "held"], sums, counts)
    held = found["held"]
    assert found["gone"] is None and not findings.matters(None)
    assert held is not None and held.value == pytest.approx(1 / 3) and findings.matters(held)


def test_all_strategies_are_tuned_into_a_population(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each under the name of its plan, marked with the variant; one without weights is named; it resumes."""
    with (place / "race.toml").open("a") as file:
        file.write('[[variants]]\nname = "short-race"\nrules = { rounds = 2 }\n')
    words = ["tune", "race.toml", "--focal", "all", "--games", "500", "--confirm", "60", "--ablation", "0"]
    words += ["--workers", "1", "--out", "all.toml"]
    assert command_line(words) == 2
    assert "say which with --variant NAME" in capsys.readouterr().err
    assert command_line([*words, "--variant", "short-race"]) == 0
    assert "without weights, so not in it: roller" in capsys.readouterr().out
    data = tomllib.loads((place / "all.toml").read_text())
    assert [(one["name"], one["use"], one["tuned_for"]) for one in data["strategies"]] == [
        ("seeker", "seeker.py", "short-race"), ("drifter", "drifter.py", "short-race"),
    ]  # fmt: skip
    one = plans.make(configs.load("race.toml")).job
    weights = data["strategies"][0]["weights"]
    assert len(weights["aim"]) == 2
    before = (place / "all.toml").read_bytes()
    (place / "all.toml").unlink()
    assert command_line([*words, "--variant", "short-race", "--quiet"]) == 0
    assert (place / "all.toml").read_bytes() == before
    text = before.decode() + '[[strategies]]\nuse = "seeker.py"\nname = "seeker"\n'
    (place / "all.toml").write_text(text.replace('name = "drifter"', 'name = "x"'))
    listed = (place / "race.toml").read_text().replace('use = "seeker.py"', 'use = "seeker"')
    (place / "race.toml").write_text(listed)
    job = plans.make(configs.load("race.toml", "all.toml")).job
    assert job.entrants[0].source == one.entrants[0].source and job.entrants[0].parameters == {}
    assert job.variants[1].parameters(job.entrants[0])["weights"] == weights
