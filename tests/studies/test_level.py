"""Levelling seats: a planted compensation is found and confirmed on deals of its own, whoever plays them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import marchsim
from marchsim import games
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.variants.seat_effects import Lever, seat_effects, seat_shares
from marchsim.analysis.variants.seats_level import LEVELLED, UNEVEN
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, RulesError, StateMismatch
from marchsim.kernel.numbers import Handicapped
from marchsim.recorder.folder import RunFolder
from marchsim.runner import checking, run
from marchsim.runner.configuration import config as configs
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.studies.levelling import level as levelling
from marchsim.studies.levelling import output
from marchsim.studies.levelling.level import CONFIRM, SWEEP, Levelled, candidates, forecast, level, prepare
from tests.studies.head_start import BIAS, FOOD, LEVEL
from tests.toy import script

Capture = pytest.CaptureFixture[str]
CONFIG = """
name = "start"
game = "head-start"
seed = {seed}
[rules]
rounds = 1
{rules}
[design]
players = {players}
[report.margins]
seats = 15
[[strategies]]
use = "roller.py"
[[strategies]]
use = "rester.py"
[[strategies]]
use = "miser.py"
{more}
"""


def configured(folder: Path, more: str = "", rules: str = "", players: str = "3", seed: int = 6) -> str:
    """Write the strategies and the configuration start.toml into a folder; return its path."""
    games.register("toy", "tests.toy:TOY")
    games.register("head-start", "tests.studies.head_start:GAME")
    for name, body in (("roller", "return 0"), ("rester", "return 1"), ("miser", "return int(score > 6)")):
        (folder / f"{name}.py").write_text(script(body, name.title()))
    path = folder / "start.toml"
    path.write_text(CONFIG.format(more=more, rules=rules, players=players, seed=seed))
    return str(path)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, without waiting for the disk."""
    monkeypatch.setattr(checking, "LONGER", 0.01)  # seconds of a plan's pilot
    monkeypatch.chdir(tmp_path)
    configured(tmp_path)
    return tmp_path


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few ways to begin are compared, and confirmed on few deals."""
    monkeypatch.setattr(levelling, "MOST_OPTIONS", 2)
    monkeypatch.setattr(levelling, "MOST_TIMES", (4,))


def said(words: str) -> int:
    """Run a command of the program; return its exit code."""
    return command_line(words.split())


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Levelled, Path]:
    """A study of 80 deals and its folder."""
    folder = tmp_path_factory.mktemp("found")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(levelling, "MOST_TIMES", (4, 6))
        result = level(prepare(configured(folder), blocks=80), folder / "out", workers=1)
    output.write(result, folder / "out")
    return result, folder / "out"


def units(result: Levelled, resource: str) -> tuple[int, ...]:
    """Return the units of a resource by seat."""
    return tuple(result.units[at] for at in result.effects.of(resource))


def test_the_planted_compensation_is_found_and_confirmed(found: tuple[Levelled, Path]) -> None:
    """Each seat is given one food more than the one before; then all are level, as they were not before."""
    result, _ = found
    food = units(result, "food")
    assert [one - food[1] for one in food] == list(LEVEL)
    assert result.before.verdict == UNEVEN and result.after.verdict == LEVELLED
    assert result.before.shares == pytest.approx([1 / 3 + bias for bias in BIAS[:3]], abs=0.05)
    assert result.after.shares == pytest.approx([1 / 3] * 3, abs=0.05)
    assert result.closer is not None and result.closer.statistic > 0 and result.closer.p < 0.001
    assert result.compared_deals == 160 and result.effects.deals == 80
    assert result.deals in (320, 480) and result.look == ""


def inside(found: Estimate, true: float) -> bool:
    return found.low is not None and found.high is not None and found.low < true < found.high


def test_units_and_effects_are_those_of_the_world(found: tuple[Levelled, Path]) -> None:
    """Intervals hold what was planted; the resource that does nothing is told so."""
    by_lever = {one.lever: one for one in found[0].effects.effects}
    for seat, bias in enumerate(BIAS[:3]):
        food, luck = by_lever[Lever("food", seat)], by_lever[Lever("luck", seat)]
        worth = FOOD * 2 / 3  # of a unit, which lifts the mean as well
        assert food.units is not None and inside(food.effect, worth) and inside(food.units, -bias / worth)
        assert food.together == pytest.approx(LEVEL[seat], abs=0.4)
        assert luck.effect.value == 0 and luck.units is None
    assert found[0].compared[0].unevenness == min(one.unevenness for one in found[0].compared)


def test_no_stage_shares_a_deal_with_another_or_with_a_run(found: tuple[Levelled, Path], place: Path) -> None:
    folders = [*found[0].played.stages, run("start.toml", "run", blocks=80, workers=1).folder.path]
    seeds = [set(RunFolder(one).scan("games").select("seed").collect()["seed"].to_list()) for one in folders]
    assert [len(one) for one in seeds] == [80, 160, found[0].deals, 80]
    assert len(set.union(*seeds)) == sum(map(len, seeds))


def test_files_say_what_was_found_and_go_on_from_it(found: tuple[Levelled, Path], place: Path) -> None:
    """The overlay is one of the configuration, whose next study begins from there."""
    result, folder = found
    rules = tomllib.loads((folder / "level.toml").read_text())["rules"]
    assert rules == {f"food_seat_{at}": one for at, one in enumerate(units(result, "food")) if one}
    told = json.loads((folder / "level.json").read_text())
    assert told["rules"] == rules and told["answer"] == output.answer(result)
    assert told["confirmed"]["after"]["shares"] == pytest.approx(result.after.shares)
    assert told["games"] == sum(one.height for one in map(games_of, result.played.stages))
    overlaid = configs.load("start.toml").changed(
        overlays=configs.read_overlays([folder / "level.toml"], "head-start")
    )
    again = prepare(overlaid, blocks=30)
    assert [again.own[Lever("food", seat)] for seat in range(3)] == list(units(result, "food"))
    assert again.rules([0] * 6) == {} and again.overlay([0] * 6) == again.begun == rules
    luck = prepare(overlaid, ["luck"], blocks=30)
    assert luck.overlay([0, 1, 0]) == {**rules, "luck_seat_1": 1}
    assert run("start.toml", "next", rules=[str(folder / "level.toml")], blocks=2, workers=1).void_games == 0


def games_of(folder: Path) -> pl.DataFrame:
    return RunFolder(folder).scan("games").collect()


@pytest.mark.slow
def test_workers_and_interruptions_change_no_byte(place: Path, few: None) -> None:
    """One worker, and two who are stopped in each of the stages: equal overlays, data and run folders."""

    class Stop(Quiet):
        def __init__(self, stage: int) -> None:
            self.stage = stage

        def begin(self, total: int, stored: int) -> None:
            self.stage -= 1
            if not self.stage:
                raise KeyboardInterrupt

    prepared, contents = prepare("start.toml", blocks=30), []
    for out, workers, stopped in (("one", 1, ()), ("cut", 2, (1, 2, 2))):
        for stage in stopped:  # of those that are still to be played
            with pytest.raises((Interrupted, KeyboardInterrupt)):
                level(prepared, Path(out), workers=workers, progress=Stop(stage))
        result = level(prepared, Path(out), workers=workers)
        output.write(result, Path(out))
        digests = [RunFolder(one).digests() for one in result.played.stages]
        contents.append(
            (digests, *((Path(out) / name).read_bytes() for name in ("level.toml", "level.json")))
        )
    assert contents[0] == contents[1]


def test_more_blocks_add_to_a_study_and_another_is_refused(place: Path, few: None) -> None:
    """The sweep goes on where it was; other rules in the same folder are exit code 6."""
    first = level(prepare("start.toml", ["food"], blocks=30), Path("out"), workers=1)
    more = level(prepare("start.toml", ["food"], blocks=40), Path("out"), workers=1)
    assert first.played.now == first.played.games and more.effects.deals == 40
    assert first.look == "" and more.look.startswith("Look 2")
    assert more.played.games - more.played.now >= 30 * 13 * 3
    with pytest.raises(StateMismatch, match="out/sweep"):
        level(prepare("start.toml", ["luck"], blocks=30), Path("out"), workers=1)


def test_a_confirmation_is_never_shorter_than_it_was(
    place: Path, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command plays nothing again, whatever it would ask for now."""
    monkeypatch.setattr(levelling, "deals_to_decide", lambda *given: 150)
    first = level(prepare("start.toml", ["food"], blocks=30), Path("out"), workers=1)
    monkeypatch.setattr(levelling, "deals_to_decide", lambda *given: 120)
    again = level(prepare("start.toml", ["food"], blocks=30), Path("out"), workers=1)
    assert first.deals == again.deals == 150 and again.played.now == 0
    assert again.before == first.before and again.after == first.after and again.look == ""


def test_what_changes_nothing_is_not_given(place: Path, few: None, capsys: Capture) -> None:
    """With `luck` alone all ways to begin play the same games, and the fewest units are none."""
    assert said("level start.toml --by luck --deals 60 --workers 1 --out out") == 3
    told = capsys.readouterr().out
    assert "page: marchsim try" not in told  # the rules are the same
    assert "With 3 players: nothing of luck levels the seats." in told and "No end:" in told
    assert tomllib.loads(Path("out/level.toml").read_text()) == {"rules": {}}
    assert said("run start.toml --plan --rules out/level.toml --blocks 30 --workers 1") == 0


def test_nothing_is_given_where_seats_are_level_as_they_are(place: Path, few: None, capsys: Capture) -> None:
    """The overlay keeps what they begin with; the most level way is told, and not recommended."""
    configured(place, rules="food_seat_0 = -1\nfood_seat_2 = 1")
    assert said("level start.toml --by food --deals 80 --workers 1") == 0
    told = capsys.readouterr().out
    assert told.startswith("With 3 players: nothing needs to be given.") and "every seat is within" in told
    path = Path("levelled/start-3")
    assert tomllib.loads((path / "level.toml").read_text())["rules"] == {"food_seat_0": -1, "food_seat_2": 1}
    data = json.loads((path / "level.json").read_text())
    assert data["verdict"] == data["confirmed"]["before"]["verdict"] == LEVELLED
    assert ("The most level way to begin" in told) == (data["confirmed"]["rules"] != data["rules"])


def test_the_verb_answers_first_and_in_json(place: Path, few: None, capsys: Capture) -> None:
    """Words, then JSON of the same study, which nothing plays again."""
    line = "level start.toml --by food --deals 80 --workers 1"
    code = said(line)
    told = capsys.readouterr()
    assert code in (0, 4) and "Traceback" not in told.err
    lines = told.out.splitlines()
    assert lines[0].startswith("With 3 players: give the ") and "player 1 food" in lines[0]
    assert lines[1].startswith("Seats then win ") and "where 100 are fair, before 1" in lines[1]
    assert not {"%", "points"} & set(" ".join(lines).replace("95 %", "").replace("at 5 %", "").split())
    assert "[rules]" in told.out
    assert "3 players, 1 resource" not in told.out and "overlay: levelled/start-3/level.toml" in told.out
    assert said(f"{line} --json") == code
    told = capsys.readouterr()
    assert json.loads(told.out)["verdict"] == (LEVELLED if code == 0 else "not told")
    assert json.loads(told.out)["file"] == "levelled/start-3/level.toml"


def test_a_plan_foretells_the_games_and_keeps_nothing(place: Path, capsys: Capture) -> None:
    """A sweep of 25 ways, at most 9 compared on twice the deals, two confirmed on four times as many."""
    assert said("level start.toml --deals 100 --workers 1 --plan --json") == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["stages"].values()) == [25 * 300, 9 * 600, 2 * 1_200] and told["games"] == 15_300
    assert told["seconds"] > 0 and not Path("levelled").exists()
    assert said("level start.toml --deals 100 --workers 1 --plan") == 0
    assert "in all 15,300 games" in capsys.readouterr().out
    assert forecast(prepare("start.toml", ["food"], blocks=30), 1)["stages"][SWEEP] == 13 * 90


def test_candidates_are_possible_and_of_every_resource(found: tuple[Levelled, Path], place: Path) -> None:
    """A lever at the end of its range is not moved beyond it; both resources have a way of their own."""
    result, _ = found
    chosen = candidates(result.effects, result.prepared)
    assert len(chosen) == len(set(chosen)) == 8
    for resource in ("food", "luck"):
        own = set(result.effects.of(resource))
        assert any({at for at, one in enumerate(way) if one} <= own for way in chosen)
    configured(place, rules="food_seat_2 = 2")
    near = prepare("start.toml", blocks=30)
    assert len(near.ways()) == 24 and (0, 0, 2, 0, 0, 0) not in near.ways()  # 4 is too much
    assert near.possible((0, 0, 1, 0, 0, 0)) and not near.possible((0, 0, 2, 0, 0, 0))
    assert near.rules((0, 0, 1, 0, 0, -1)) == {"food_seat_2": 3, "luck_seat_2": -1}


def test_baselines_do_not_play_and_mixtures_keep_their_shares(place: Path) -> None:
    configured(place, more='[[strategies]]\nuse = "roller.py"\nname = "rod"\nbaseline = true')
    prepared = prepare("start.toml", blocks=30)
    assert prepared.dropped == ("rod",) and len(prepared.configuration.strategies) == 3
    mixture = (("roller", 0.5), ("rester", 0.1), ("miser", 0.2), ("rod", 0.2))
    asked = configs.load("start.toml")
    mixed = prepare(replace(asked, design=replace(asked.design, kind="random", shares=mixture)), blocks=30)
    assert mixed.stage(CONFIRM, {}).design.shares == mixture[:3]


@pytest.mark.slow
def test_nineteen_of_twenty_intervals_hold_the_truth(place: Path) -> None:
    """Of 75 effects, and of the units that level a seat, at least 66 do (binomial, p < 0.01)."""
    worth, effects, ratios = FOOD * 2 / 3, 0, 0
    for seed in range(1, 26):
        configured(place, seed=seed)
        prepared = prepare("start.toml", ["food"], blocks=60)
        played = run(prepared.sweep(), place / f"sweep-{seed}", stage=SWEEP, workers=1)
        for one in seat_effects(seat_shares(played.folder), prepared.levers, prepared.ways()).effects:
            effects += inside(one.effect, worth)
            ratios += one.units is None or inside(one.units, -BIAS[one.lever.seat] / worth)
    assert min(effects, ratios) >= 66


@pytest.mark.parametrize(
    ("given", "options", "error", "words"),
    [
        ({"more": '[[variants]]\nname = "x"\nrules = { rounds = 2 }'}, {}, ConfigError, "one set of rules"),
        ({"rules": "storm = 6"}, {}, ConfigError, "win or lose together, against the Storm"),
        ({"players": "[2, 3]"}, {}, ConfigError, "2, 3; seats are levelled for one: give --players"),
        ({}, {"players": 1}, ConfigError, "--players: 1 is outside 2 to 8"),
        (
            {},
            {"by": ["fod"]},
            ConfigError,
            "seats begin with no 'fod'. Did you mean 'food'. Known: food, luck",
        ),
        ({}, {"blocks": 29}, ConfigError, "--deals: 29 is outside 30 to"),
        (
            {"rules": "food_seat_1 = 3"},
            {},
            RulesError,
            "food_seat_1 must be .* from -3 to 3, not 4.*other resources",
        ),
        ({}, {"players": 7}, ConfigError, "2 to 5 players, not 7"),
    ],
)
def test_what_cannot_be_levelled_is_told(
    place: Path, given: dict[str, str], options: dict[str, Any], error: type[Exception], words: str
) -> None:
    configured(place, **given)
    with pytest.raises(error, match=words):
        prepare("start.toml", **options)


def test_a_game_without_handicaps_says_so(place: Path, capsys: Capture) -> None:
    """Dice Race has none; March of the Ants has three, whose parameters its rules have for five seats."""
    path = Path("start.toml")
    path.write_text(path.read_text().replace("head-start", "toy"))
    assert said("level start.toml") == 2
    assert "Dice Race: no seat can begin with more or less than another" in capsys.readouterr().err
    march = games.load("march")
    assert isinstance(march, Handicapped)
    rules = march.variant("", "", ()).resolved()["rules"]
    for handicap in march.handicaps.values():
        assert [rules[handicap.parameter(seat)] for seat in range(5)] == [0] * 5
    assert march.handicaps["larvae"].words(1) == "1 larva more"
    assert march.handicaps["larvae"].words(-2) == "2 larvae fewer"


def test_too_few_deals_without_void_games_are_exit_code_5(place: Path, capsys: Capture) -> None:
    """A strategy that fails now and then in every deal leaves nothing to measure, and is named."""
    body = "if self.rng.random() < 0.08: raise ValueError('lost')\nreturn 0"
    (place / "roller.py").write_text(script(body, "Roller"))
    code = said("level start.toml --by food --deals 31 --workers 1 --quiet")
    told = capsys.readouterr().err
    assert (code, "under 30 there is no test" in told) == (5, True), told


def test_a_study_can_be_had_in_python(found: tuple[Levelled, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same study as frames: nothing is played again, and its overlay has the rules that it names."""
    result, folder = found
    monkeypatch.setattr(levelling, "MOST_TIMES", (4, 6))
    monkeypatch.chdir(folder.parent)
    before = (folder / "level.json").read_bytes()
    mine = marchsim.level("start.toml", deals=80, out="out", workers=1)
    assert (mine.verdict, mine.rules) == (LEVELLED, result.prepared.overlay(result.units))
    assert mine.seats["before"].to_list() == pytest.approx(result.before.shares)
    assert mine.seats["after"].sum() == pytest.approx(1) and "give" in str(mine)
    assert "<table" in mine._repr_html_() and mine.file.read_text().count("food_seat") > 0
    assert (folder / "level.json").read_bytes() == before
