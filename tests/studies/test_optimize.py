"""Rules that meet targets: planted worlds, a game with a known answer, files, resumption, errors."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import typer

from marchsim import errors, games
from marchsim.analysis.variants.quantities import ITEM, SEAT, Quantity
from marchsim.cli.main import run as command_line
from marchsim.cli.playing import read_seconds, resumable
from marchsim.errors import ConfigError
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.config import MOST_VARIANTS
from marchsim.runner.configuration.schema import VariantEntry
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.studies import measuring
from marchsim.studies.optimize import confirmation, output, sizes
from marchsim.studies.optimize.confirmation import INCONCLUSIVE, MET, MISSED, RuleSetResult
from marchsim.studies.optimize.optimize import Optimized, optimize
from marchsim.studies.optimize.preparation import PreparedOptimize, prepare, screened
from marchsim.studies.optimize.sizes import PACE, OptimizeOptions, Sizes, layout
from marchsim.studies.optimize.targets import Knob, read
from marchsim.studies.stages import StagePlayer
from tests.policies import uses
from tests.studies.blank import STRONG, configuration
from tests.studies.head_start import FOOD
from tests.studies.tunable import written
from tests.toy import script

Capture = pytest.CaptureFixture[str]
CONFIG = """
name = "start"
game = "head-start"
seed = 6
[rules]
rounds = 1
[design]
players = 3
[[strategies]]
use = "roller.py"
[[strategies]]
use = "rester.py"
[[strategies]]
use = "miser.py"
"""
TARGETS = """
config = "start.toml"
[targets]
"seat.any" = [80, 120]
keep = ["rounds"]
[free]
food_seat_0 = [-2, 2]
food_seat_2 = [-2, 2]
luck_seat_1 = [-1, 1]
[limits]
changes = 2
"""
GAMES = OptimizeOptions(10_000, confirm=700)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with strategies, a configuration and targets."""
    games.register("toy", "tests.toy:TOY")
    games.register("head-start", "tests.studies.head_start:GAME")
    monkeypatch.chdir(tmp_path)
    return laid(tmp_path)


def laid(folder: Path) -> Path:
    """Write strategies, configuration and targets into a folder."""
    for name, body in (("roller", "return 0"), ("rester", "return 1"), ("miser", "return int(score > 6)")):
        (folder / f"{name}.py").write_text(script(body, name.title()))
    (folder / "start.toml").write_text(CONFIG)
    (folder / "targets.toml").write_text(TARGETS)
    return folder


def ready(text: str = TARGETS) -> PreparedOptimize:
    """Write a file of targets and resolve it."""
    Path("targets.toml").write_text(text)
    file = read(Path("targets.toml"))
    return prepare(file, configs.load(file.config))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Optimized, Path]:
    """A search in the world with a known answer, and its folder."""
    games.register("toy", "tests.toy:TOY")
    games.register("head-start", "tests.studies.head_start:GAME")
    folder = laid(tmp_path_factory.mktemp("found"))
    file = read(folder / "targets.toml")
    prepared = prepare(file, configs.load(str(folder / "start.toml")))
    result = optimize(prepared, GAMES, StagePlayer(folder / "out", Quiet(), {"workers": 1}))
    output.write(result, folder / "out")
    return result, folder


# planted worlds ---------------------------------------------------------------------


# sealed deals ------------------------------------------------------------------------


# forced deals ------------------------------------------------------------------------
def test_a_card_is_measured_by_forced_deals(place: Path) -> None:
    """Each deal says something of each card: a blank is worth nothing, a planted one much."""
    cards = [Quantity(ITEM, one, 4, "cards") for one in ("blank-08", STRONG)]
    made = configuration(1, planted=8).changed(blocks=10)
    for now in (100, 0):  # the second time nothing is played
        player = StagePlayer(place, Quiet(), {"workers": 1})
        blank, strong = measuring.played(player, "stage", made, cards, "deals")
        assert player.played.now == now and player.played.games == 100
    assert (blank.means[0], blank.deals[0], strong.deals[0]) == (0, 10, 10) and strong.means[0] > 40
    assert measuring.games_each(made, cards) == 10


def test_a_species_is_measured_by_forced_deals(place: Path) -> None:
    """Each seat in turn is dealt it, and a species that begins without Minors wins less."""
    text = 'name = "ants"\ngame = "antwars"\npreset = "dealt"\nseed = 3\n[design]\nplayers = 2\nblocks = 1\n'
    (place / "ants.toml").write_text(text + uses("besieger", "rusher"))
    whole = configs.load("ants.toml").changed(blocks=16)
    frail = whole.changed(overlays=configs.read_overlays(["species.lasius.minors=0"], "antwars"))
    lasius, found = [Quantity(ITEM, "lasius", 2, "species")], []
    for name, made in (("whole", whole), ("frail", frail)):
        player = StagePlayer(place, Quiet(), {"workers": 1})
        found.append(measuring.played(player, name, made, lasius, "deals")[0])
        assert player.played.games == 16 * measuring.games_each(made, lasius) == 48
    assert [one.deals[0] for one in found] == [16, 16]
    assert np.abs(found[0].values).max() == 100 and found[0].values.sum() > found[1].values.sum()


# a game with a known answer -------------------------------------------------------------
def test_the_compensation_is_found_and_confirmed(found: tuple[Optimized, Path]) -> None:
    """The first seat begins with less or the third with more, as the world wants it."""
    result, folder = found
    assert result.best.verdict == MET
    own = dict(zip((knob.name for knob in result.prepared.knobs), result.best.values, strict=True))
    assert own["luck_seat_1"] == 0
    gap = own["food_seat_2"] - own["food_seat_0"]
    assert abs(0.24 - gap * FOOD) <= FOOD  # between the first and the last seat, once both are paid
    base = result.results[0]
    assert base.verdict == MISSED and base.targets[0].base == pytest.approx(136, abs=8)
    whole = tomllib.loads((folder / "out" / "change.toml").read_text())
    assert whole == {"rules": {name: value for name, value in own.items() if value}}
    told = json.loads((folder / "out" / "optimize.json").read_text())
    assert told["verdict"] == MET and told["change"] == whole and told["games"] == result.played.games
    assert {len(one["targets"]) for one in told["rule_sets"]} == {4}


def test_any_number_of_workers_gives_the_same_bytes(found: tuple[Optimized, Path], place: Path) -> None:
    again = optimize(ready(), GAMES, StagePlayer(place / "out", Quiet(), {"workers": 2}))
    output.write(again, place / "out")
    for name in (output.DATA, output.OVERLAY):
        assert (place / "out" / name).read_bytes() == (found[1] / "out" / name).read_bytes()


class Stopping(Quiet):
    """Stops a search at its third stage."""

    stages = 0

    def note(self, words: str) -> None:
        """Count the stages."""
        self.stages += words.startswith("search")
        if self.stages == 2:
            raise Interrupted("for a test")


def test_a_stopped_search_goes_on(found: tuple[Optimized, Path], place: Path) -> None:
    with pytest.raises(Interrupted):
        optimize(ready(), GAMES, StagePlayer(place / "out", Stopping(), {"workers": 1}))
    again = optimize(ready(), GAMES, StagePlayer(place / "out", Quiet(), {"workers": 1}))
    output.write(again, place / "out")
    assert again.played.now < again.played.games == found[0].played.games
    assert (place / "out" / output.DATA).read_bytes() == (found[1] / "out" / output.DATA).read_bytes()


def timed(place: Path, stop: int, *speeds: float) -> float:
    """Count a search of 100 seconds up to a stage, at so many games a second in each. Returns the seconds."""
    player, seconds = StagePlayer(place, Quiet(), {}), [0.0]
    own = Sizes(ready(), OptimizeOptions(20_000, seconds=100.0), player, lambda: seconds[0])

    def play(stage: int, games: float) -> None:
        with own.playing():
            player.played.count(place / str(stage), int(games), 0, int(games), 0.0)
            seconds[0] += games / speeds[min(stage, len(speeds) - 1)]

    for stage, blocks in enumerate(own.of_search()):
        if stage == stop:
            return seconds[0]
        if blocks:
            play(stage, (11 if stage else own.laid.start) * blocks * own.laid.each)
    play(stop, own.left())
    return seconds[0]


@pytest.mark.parametrize("speeds", [(200.0,), (50.0,), (400.0, 200.0, 100.0), (100.0, 300.0)])
def test_a_time_is_kept_at_any_speed(speeds: tuple[float, ...], place: Path) -> None:
    assert 90 < timed(place, 99, *speeds) < 110


def test_a_search_by_time_goes_on_with_the_sizes_that_it_began_with(place: Path) -> None:
    """Stages that were sized before an interruption keep their size at any speed, later ones do not."""
    before = timed(place, 5, 200.0)
    first = json.loads((place / PACE).read_text())
    assert 90 < before + timed(place, 99, 100.0) < 125  # half as fast, and the first stages once more
    whole = json.loads((place / PACE).read_text())
    sizes_of = [{name: one[name] for name in one if name.startswith("batch")} for one in (first, whole)]
    assert len(sizes_of[0]) == 5 and sizes_of[0].items() <= sizes_of[1].items()
    assert whole["batch-06"] < 0.7 * first["batch-01"]
    timed(place, 99, 9_000.0)
    assert {**json.loads((place / PACE).read_text())} | {"spent": 0, "played": 0, "playing": 0} == whole | {
        "spent": 0, "played": 0, "playing": 0
    }  # fmt: skip


def test_a_search_stopped_between_stages_says_that_it_goes_on(capsys: Capture) -> None:
    """Ctrl-C while the surfaces are fitted, when no game is played."""
    with pytest.raises(typer.Exit) as stopped, resumable():
        raise KeyboardInterrupt
    assert stopped.value.exit_code == errors.INTERRUPTED
    assert "The same command resumes it" in capsys.readouterr().err


def test_without_free_numbers_all_rules_are_screened(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Food moves the seats and luck does not, so only food is searched."""
    monkeypatch.setattr(sizes, "SCREENED_BLOCKS", 100)
    monkeypatch.setattr(sizes, "SCREEN_SHARE", 0.6)
    text = TARGETS.partition("[free]")[0].replace('keep = ["rounds"]', "") + "[limits]\nchanges = 2\n"
    player = StagePlayer(place / "out", Quiet(), {"workers": 1})
    result = optimize(ready(text), OptimizeOptions(14_000, confirm=60), player)
    assert set(result.screened) >= {"food_seat_0", "food_seat_2"}
    assert not any(name.startswith("luck") for name in result.screened)


@pytest.mark.parametrize(
    ("players", "there", "gone"),
    [
        ((4,), {"starting_larvae", "food_seat_3"}, {"starting_larvae_two", "food_seat_4"}),
        ((2,), {"starting_larvae_two"}, {"starting_larvae", "food_seat_2"}),
        ((2, 4), {"starting_larvae", "starting_larvae_two"}, {"starting_larvae_solo"}),
    ],
)
def test_rules_of_other_numbers_of_players_are_not_screened(
    players: tuple[int, ...], there: set[str], gone: set[str]
) -> None:
    game = games.load("march")
    names = {one.name for one in screened(game, game.variant("base", "standard", []), players)}
    assert there <= names and not gone & names


def test_a_zero_that_is_a_state_and_parts_that_are_off_are_not_screened() -> None:
    """No limit and "never" stay, a number does not become them, and the game stays the same game."""
    march, ants = games.load("march"), games.load("antwars")
    knobs = {one.name: one for one in screened(march, march.variant("base", "standard", []), (4,))}
    assert not {"food_tokens", "horde", "species", "rampage_strength", "raid_cost"} & set(knobs)
    assert knobs["play_reaction_cards"].values == (1, 2, 3) and knobs["body_points"].values[0] == 1
    boxed = march.variant("base", "coop", configs.read_overlays(["food_tokens=30"], "march"))
    knobs = {one.name: one for one in screened(march, boxed, (4,))}
    assert knobs["food_tokens"].values[0] == 18 and "rampage_strength" in knobs and "horde" not in knobs
    knobs = {one.name: one for one in screened(ants, ants.variant("base", "standard", []), (4,))}
    assert "spider_faces" in knobs and not {"upkeep", "dice_most", "famine"} & set(knobs)


def test_changes_that_cancel_each_other_are_named(found: tuple[Optimized, Path]) -> None:
    whole, _ = found
    base, best = whole.results[0], whole.best
    values = tuple(knob.values[0] for knob in whole.prepared.knobs)
    row = replace(best.targets[0], low=80.0, high=120.0, margin=8.0, base=136.0)
    far = replace(row, estimate=160.0, interval=(150.0, 170.0), verdict=MISSED)
    near = replace(row, estimate=132.0, interval=(126.0, 138.0), verdict=MISSED)

    def told(*rows: confirmation.TargetResult) -> str:
        fewer = [RuleSetResult((*values[:at], 0, *values[at + 1 :]), (one,)) for at, one in enumerate(rows)]
        one = replace(best, values=values, targets=(row,))
        made = replace(whole, results=(base, one), at=1, left_out=tuple(fewer))
        return " ".join(output.left_out(made))

    assert "cancel each other: without food_seat_0 the game" in told(far, near)
    assert "cancel" not in told(near, near)


def test_void_games_are_named_with_rule_set_and_reason(found: tuple[Optimized, Path], place: Path) -> None:
    prepared = ready()
    (place / "miser.py").write_text(script("return 1 // 0", "Miser"))
    player = StagePlayer(place / "out", Quiet(), {"workers": 1})
    player.play("stage", prepared.stage("stage", {"base": (0, 0, 0), "set-001": (-1, 0, 1)}, 1), "deals")
    made = replace(found[0], played=player.played)
    rows = made.played.voids_by_change()
    assert {row["rule_set"] for row in rows} == {
        "the game as it is", "food_seat_0 = -1, luck_seat_1 = 1"
    }  # fmt: skip
    assert sum(row["games"] for row in rows) == player.played.voids > 0
    assert rows[0]["reason"] == "error" and "(a strategy failed)" in output.sentences(made)[-1]


def test_void_games_of_a_screening_are_counted(place: Path) -> None:
    """It has more rule sets than a configuration may have, and those of a path are not told one by one."""
    (place / "miser.py").write_text(script(
        "Miser.calls = getattr(Miser, 'calls', 0) + 1\nreturn 1 // (Miser.calls % 50)", "Miser"
    ))  # fmt: skip
    rules = {f"{name}_seat_{seat}": 1 for name in ("food", "luck") for seat in range(5)} | {"rest_points": 2}
    sets = tuple(VariantEntry(f"set-{at:03}", {"rules": rules}) for at in range(MOST_VARIANTS + 1))
    player = StagePlayer(place / "out", Quiet(), {"workers": 1})
    player.play("stage", replace(ready().stage("stage", {}, 1), variants=sets), "deals")
    told = {row["rule_set"]: row["games"] for row in player.played.voids_by_change()}
    assert sum(told.values()) == player.played.voids > 0
    assert "rule sets with more than 10 changes" in told and len(told) <= 2


def test_words_of_a_single_target_and_of_a_single_change(found: tuple[Optimized, Path]) -> None:
    """One target is not counted, and a single change has no others to be left out beside."""
    whole = found[0]
    base, best = whole.results[0], whole.best
    target = replace(best.targets[0], verdict=INCONCLUSIVE, low=0.04, high=9.5)
    one = replace(whole, results=(base, replace(best, targets=(target,))), at=1)
    assert output.headline(one).endswith("may meet the target: more games are needed to tell")
    assert output.wanted(target) == "0.04 to 9.5" and output.shown(target, 12.34) == "12.3"
    alone = tuple(value if at == 0 else knob.base for at, (value, knob) in
                  enumerate(zip((-1, 0, 0), whole.prepared.knobs, strict=True)))  # fmt: skip
    single = replace(whole, results=(base, replace(best, values=alone)), at=1)
    assert output.left_out(single) == ["Without its one change the game is as it was before."]


def test_finalists_are_played_by_retuned_strategies_too(place: Path) -> None:
    """The seeker rests too often until it is tuned; then it wins far more, and the answer shows both."""
    written(place)
    text = 'config = "race.toml"\n[targets]\n"strategy.seeker" = [60, 140]\n[free]\nrest_points = [0, 2]\n'
    player = StagePlayer(place / "out", Quiet(), {"workers": 1})
    options = OptimizeOptions(3_000, confirm=60, retune=480)
    result = optimize(ready(text), options, player)
    assert len(result.results) == 3 and not result.results[0].retuned
    for one in result.results[1:]:
        assert one.retuned[0].estimate > one.targets[0].estimate + 20
        assert one.misses[0] <= one.miss <= one.misses[1]
    assert any("With strategies retuned" in line for line in output.sentences(replace(result, at=1)))
    again = optimize(ready(text), options, StagePlayer(place / "out", Quiet(), {"workers": 1}))
    first, second = (
        [output.refereed_data(one.prepared, each, 60) for each in one.results] for one in (result, again)
    )
    assert first == second and again.played.now == 0  # as written: sums of floats differ in the last bit


def test_a_rule_among_the_targets_is_told_where_it_belongs(place: Path) -> None:
    written(place)
    text = 'config = "race.toml"\n[targets]\nrest_points = [0, 2]\n'
    with pytest.raises(
        ConfigError, match=r"targets\.rest_points: is a rule that may move: put it under \[free\]"
    ):
        ready(text)


# the command --------------------------------------------------------------------------------
def said(words: str) -> int:
    """Run a command of the program; return its exit code."""
    return command_line(words.split())


def test_the_command_answers_with_page_data_and_exit_code(place: Path, capsys: Capture) -> None:
    words = "optimize targets.toml --games 10000 --confirm 700 --workers 1 --out out"
    assert said(words) == 0
    told = capsys.readouterr().out
    assert "food_seat" in told.splitlines()[0] and "met" in told
    assert "<h1>" in (place / "out" / "index.html").read_text()
    assert said(f"{words} --json") == 0
    again = json.loads(capsys.readouterr().out)
    assert again["schema"] == "marchsim.optimize/1" and again["page"] == str(Path("out") / "index.html")
    assert said("optimize targets.toml --referee out/change.toml --confirm 700 --workers 1 --json") == 0
    refereed = json.loads(capsys.readouterr().out)
    assert (
        refereed["verdict"] == MET and refereed["interval"][0] <= refereed["loss"] <= refereed["interval"][1]
    )
    (place / "none.toml").write_text("")
    assert (
        said("optimize targets.toml --referee none.toml --confirm 700 --workers 1 --quiet --out other") == 3
    )
    capsys.readouterr()
    assert said("optimize targets.toml --games 10000 --plan --json") == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["free"] == ["food_seat_0", "food_seat_2", "luck_seat_1"] and plan["games"] == 10000


def test_a_file_to_start_from_can_be_read(place: Path, capsys: Capture) -> None:
    for config in ("field-4", "antwars"):
        assert said(f"new targets {config}-targets.toml --from {config}") == 0
        path = place / f"{config}-targets.toml"
        path.write_text(path.read_text().replace('# "seat.any"', '"seat.any"'))
        file = read(path)
        assert prepare(file, configs.load(file.config)).knobs
        free = [line[2:] for line in path.read_text().splitlines() if line.startswith("# ") and "= [" in line]
        every = path.read_text().replace("# [free]", "[free]")
        for line in free[-3:]:
            every = every.replace(f"# {line}", line)
        path.write_text(every)
        assert len(prepare(read(path), configs.load(file.config)).knobs) == 3


def test_the_file_of_the_guide_can_be_searched(place: Path) -> None:
    """The example of docs/howto/optimize.md names targets and numbers that the game has."""
    guide = (Path(__file__).parents[2] / "docs" / "howto" / "optimize.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    prepared = ready(example)
    assert len(prepared.knobs) == 5 and {knob.ordered for knob in prepared.knobs} == {True, False}
    assert len(prepared.targets) == 4 + 2 and not prepared.possible(prepared.base[:4] + (99,))


# errors ----------------------------------------------------------------------------------------
WRONG = [
    ('"seat.any" = [80, 120]', '"seat.9" = [80, 120]', "targets.seat.9"),
    ('"seat.any" = [80, 120]', "tuns = [1, 2]", "turns"),
    ('"seat.any" = [80, 120]', "turns = [3, 2]", "targets.turns"),
    ('"seat.any" = [80, 120]', 'turns = "3"', "targets.turns"),
    ('keep = ["rounds"]', 'keep = ["seat.1"]', "twice"),
    ('keep = ["rounds"]', 'keep = ["cards.none"]', "targets.cards.none"),
    ('"seat.any" = [80, 120]', "", "targets"),
    ("food_seat_0 = [-2, 2]", "food_seat_0 = [1, 2]", "free.food_seat_0"),
    ("food_seat_0 = [-2, 2]", "food_seat_0 = [-9, 2]", "free.food_seat_0"),
    ("food_seat_0 = [-2, 2]", "food_seat_9 = [-2, 2]", "free.food_seat_9"),
    ("food_seat_0 = [-2, 2]", "food_seat_0 = { cost = 2 }", "free.food_seat_0"),
    ("food_seat_0 = [-2, 2]", "food_seat_0 = [0.5, 2]", "free.food_seat_0"),
    ("changes = 2", "changes = 0", "limits.changes"),
    ("changes = 2", "chances = 2", "changes"),
    ('config = "start.toml"', "", "config"),
]


@pytest.mark.parametrize(("old", "new", "named"), WRONG)
def test_what_is_wrong_is_named(old: str, new: str, named: str) -> None:
    assert old in TARGETS
    with pytest.raises(ConfigError) as refused:
        ready(TARGETS.replace(old, new))
    assert "targets.toml" in str(refused.value) and named in str(refused.value)


@pytest.mark.parametrize("budget", ["5 x", "-1m", "", "m", "1e9h"])
def test_a_budget_is_a_time(budget: str) -> None:
    assert read_seconds("90") == read_seconds("90s") == read_seconds("1.5m") == 90
    assert read_seconds("1h") == 3600
    with pytest.raises(ConfigError, match="--seconds"):
        read_seconds(budget)


def test_too_small_a_budget_is_refused_with_what_is_needed() -> None:
    with pytest.raises(ConfigError, match="games are too few"):
        layout(ready(), 100)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[rules]\nfood_seat_0 = 9\n", "food_seat_0"),
        ("[rules]\nrounds = 2\n", "rounds"),
        ("[rules]\nfood_seat_0 = 1\nfood_seat_2 = 1\nluck_seat_1 = 1\n", "at most 2"),
    ],
)
def test_a_submission_keeps_to_the_free_numbers(text: str, named: str, place: Path, capsys: Capture) -> None:
    (place / "mine.toml").write_text(text)
    assert said("optimize targets.toml --referee mine.toml") == 2
    told = capsys.readouterr().err
    assert "mine.toml" in told and named in told


def test_a_target_that_nothing_measures_is_an_error(place: Path, capsys: Capture) -> None:
    """A card that is dealt to nobody is a clear error with its name."""
    text = TARGETS.replace("start.toml", "two").replace(
        '"seat.any" = [80, 120]', '"cards.army-head" = [-5, 5]'
    )
    text = text.partition("[free]")[0].replace('keep = ["rounds"]', "") + "[free]\nmarch_steps = [4, 6]\n"
    (place / "cards.toml").write_text(text)
    assert said("optimize cards.toml --games 7000 --workers 1 --set cards.army-head.enabled=false") == 2
    assert "army-head" in capsys.readouterr().err


def test_knobs_have_coordinates_and_neighbours() -> None:
    line, choice = Knob("n", (2, 4, 8), 1.0, True, 4), Knob("c", ("a", "b"), 1.0, False, "a")
    assert line.columns(4) == [1 / 3] and line.neighbours(4) == [2, 8] and line.neighbours(8) == [4]
    assert choice.columns("b") == [0.0, 1.0] and choice.neighbours("a") == ["b"]
    assert Quantity(SEAT, "2", 4).name == "seat.2"
