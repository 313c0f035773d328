"""A try: what is asked, how much is played, and that it says what a study of variants would."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

from marchsim.analysis.cards.confirmation import confirmation
from marchsim.analysis.reading.estimates import mean_of
from marchsim.analysis.trying.swept import FairValue, Swept, crossing, joint_levels
from marchsim.analysis.variants.comparisons import study
from marchsim.analysis.variants.rulesets import of_run
from marchsim.cli import main, try_change
from marchsim.errors import ConfigError, MarchsimError
from marchsim.recorder import RunFolder
from marchsim.reporting.variants.phrases import is_share
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.studies.card_study import cards_study
from marchsim.studies.trying.playing import Budget, blocks_for, slow, try_
from marchsim.studies.trying.request import TryRequest, label, prepare
from tests import policies
from tests.accessible import faults
from tests.analysis.test_by_deal import worth_by_deal

TOY = """
name = "race"
game = "toy"
seed = 5
[design]
kind = "roundrobin"
players = [2, 3]
""" + policies.uses("roller.py", "rester.py", "wavering.py")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a field of the toy game."""
    policies.register()
    policies.write(tmp_path, policies.STEADY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MARCHSIM_STRATEGY_PATH", ".")
    Path("race.toml").write_text(TOY)
    return tmp_path


def tried(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return code and output of a try."""
    capsys.readouterr()
    code = main.run(["try", *words, "--workers", "1"])
    return code, capsys.readouterr().out


# what is asked -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["march_steps=4"], "march_steps-4"),
        (["cards.army-head.cost=4"], "army-head.cost-4"),
        (["march_steps=4", "difficulty=hard"], "march_steps-4_difficulty-hard"),
        (["tiles.5.sites=D F"], "5.sites-D-F"),
        (["my rules.toml"], "my-rules"),
        (["x=base"], "x-base"),
    ],
)
def test_a_try_is_named_after_its_change(words: list[str], name: str) -> None:
    assert label(words) == name


def test_long_names_are_cut_and_still_tell_tries_apart() -> None:
    """So that a second try never meets the run of another."""
    one, other = ([f"{'long' * 20}={value}"] for value in (1, 2))
    assert label(one) != label(other) and len(label(one)) <= 48


def test_the_changed_game_is_a_variant_of_the_field_as_it_is() -> None:
    """Four players, all metrics in one family, and no rule of stopping but the number of deals."""
    trial = prepare(TryRequest(("march_steps=4", "cards.army-head.cost=4")))
    one = trial.configuration
    assert one.name == "march_steps-4_army-head.cost-4" and one.design.players == (4,)
    (entry,) = one.variants
    assert entry.overlay == {"rules": {"march_steps": 4}, "cards": {"army-head": {"cost": 4}}}
    assert trial.lines == ("rule march_steps (MAR-01): 5 -> 4", "cards army-head: cost 2 -> 4")
    names = [strategy.name for strategy in one.strategies if not strategy.handicapped]
    assert set(one.reported.metrics) >= {"seats", "turns", *(f"share.{name}" for name in names)}


def test_what_holds_before_and_after_is_no_change() -> None:
    """--set and --preset lie under the change; a configuration's own variants are left out."""
    trial = prepare(
        TryRequest(("march_steps=4",), "study-march-steps", rules=("preset=long", "march_cost=2"))
    )
    assert [change.path for change in trial.changes] == [("rules", "march_steps")]
    assert trial.configuration.preset == "long"
    (note,) = trial.notes
    assert note.startswith("Its variants (march_steps-4, march_steps-5, march_steps-6) are not played")
    assert trial.configuration.name == "study-march-steps_march_steps-4_preset-long_march_cost-2"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (TryRequest(()), "say what to change"),
        (TryRequest((), rules=("march_steps=4",)), "--set changes the game before and after: leave it out"),
        (TryRequest(("march_steps=5",)), "march_steps=5: changes nothing"),
        (TryRequest(("cards.army-head.cost=2",)), "changes nothing"),
        (TryRequest(("march_step=4",)), "there is no rule march_step. Did you mean 'march_steps'"),
        (TryRequest(("cards.army-heda.cost=4",)), "there is no card 'army-heda'. Did you mean 'army-head'"),
        (TryRequest(("march_steps=4",), "nowhere"), "there is no configuration 'nowhere'"),
        (TryRequest(("march_steps=4",), players=9), "--players: 9 is outside 1 to 8"),
        (TryRequest(("preset=coop",), "field-5"), "preset coop is for 2 to 4 players, not 5"),
    ],
)
def test_what_cannot_be_tried_is_said_before_anything_is_played(
    asked: TryRequest, told: str, tmp_path: Path
) -> None:
    with pytest.raises(MarchsimError) as found:
        try_(asked, tmp_path / "run", Budget(deals=1), workers=1)
    assert told in str(found.value)
    assert not (tmp_path / "run").exists()


# how much is played --------------------------------------------------------------------------
def test_the_number_of_deals_comes_from_the_game_alone(place: Path) -> None:
    """It is fixed before play: by deals with each number of players, games, or decisions of a pilot."""
    one = prepare(TryRequest(("rest_points=3",), "race.toml")).configuration
    assert blocks_for(one, Budget(deals=40)) == 40  # one line-up of three players a block
    usual = [blocks_for(one, Budget(seconds=seconds)) for seconds in (30, 60, 0.01)]
    assert usual[0] == blocks_for(one, Budget()) and abs(usual[1] - 2 * usual[0]) <= 1
    assert usual[2] == 30  # at least 30 deals with each number of players, and 400 games


def test_a_slow_machine_is_told_of_the_time() -> None:
    """The number of deals is that of every machine; only the time to come is said, and what takes 3 min."""
    out = Path("runs/a try")
    assert slow(10.0, 30.0, 100, out) == "" == slow(0.0, 0.0, 0, out)
    told = (
        "this takes about 10 min on this machine now; --deals 600 --out 'runs/a try-short' takes about 3 min"
    )
    assert slow(10.0, 600.0, 2000, out) == told
    assert slow(10.0, 120.0, 2000, out) == "this takes about 2 min on this machine now"
    assert slow(10.0, 6000.0, 100, out).endswith("; --deals 30 --out 'runs/a try-short' takes about 30 min")


def test_a_folder_with_more_deals_keeps_them_and_says_so(place: Path) -> None:
    """Fewer deals than are stored are an error of nobody, but the user is told that all count."""
    asked, said = TryRequest(("rest_points=3",), "race.toml", 3), []
    try_(asked, Path("a"), Budget(deals=4), workers=1, warn=said.append)
    assert said == []
    found = try_(asked, Path("a"), Budget(deals=2), workers=1, warn=said.append).found
    assert found.deals == {3: 4}
    assert said == ["a has more deals than that, and all of them count; for fewer choose another --out"]


@pytest.mark.parametrize(
    "budget", [Budget(1, 1), Budget(deals=0), Budget(seconds=-1.0), Budget(deals=10**12)]
)
def test_a_budget_is_one_number_above_0(budget: Budget) -> None:
    with pytest.raises(ConfigError, match=r"^--"):
        budget.check()


# what it finds -------------------------------------------------------------------------------
def test_a_rule_that_matters_is_found_and_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twice the rounds, on the same deals: twice the turns; the code tells it where that is asked."""
    words = ("rounds=8", "race.toml", "--deals", "40")
    code, out = tried(*words, "--fail-on", "changed", capsys=capsys)
    assert code == 3
    assert "rule rounds (RACE-01): 4 -> 8" in out and "Games are clearly longer" in out
    assert out.count("before   after") == 2 and max(map(len, out.splitlines()[:30])) <= 80
    code, again = tried(*words, "--json", capsys=capsys)
    data = json.loads(again)
    assert code == 0 and data["schema"] == "marchsim.try/1" and data["changed"]
    assert data["changes"] == [{"path": ["rules", "rounds"], "old": 4, "new": 8}]
    turns = [row for row in data["metrics"] if row["metric"] == "turns"]
    assert [(row["before"], row["after"], row["chip"]) for row in turns] == [
        (8, 16, "red"),
        (12, 24, "red"),
    ]


@pytest.mark.slow
def test_all_is_the_same_for_any_number_of_workers_and_goes_on_from_what_is_stored(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer deals than are stored are not asked for; more are added, and found as if played at once."""
    asked = TryRequest(("rest_points=3",), "race.toml")
    one = try_(asked, Path("one"), Budget(deals=8), workers=1)
    two = try_(asked, Path("two"), Budget(deals=12), workers=2)
    assert one.found != two.found
    more = try_(asked, Path("one"), Budget(deals=12), workers=1)
    assert more.result.played == 4 * 18 and more.found == two.found
    fewer = try_(asked, Path("one"), Budget(deals=8), workers=1)
    assert fewer.result.played == 0 and fewer.found == two.found
    assert main.run(["try", "rest_points=4", "race.toml", "--out", "one"]) == 6
    assert "was played with another" in capsys.readouterr().err


def test_commands_that_it_prints_work(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Figure, "savefig", lambda self, file, **more: file.write("<svg></svg>"))
    code, out = tried("rest_points=3", "race.toml", "--deals", "8", "--players", "2", capsys=capsys)
    commands = [line.removeprefix("next:").strip() for line in out[out.index("next:") :].splitlines()]
    assert code == 0 and len(commands) == 4
    assert commands[0].startswith(
        "marchsim try rest_points=3 race.toml --players 2 --strategy-path . --deals "
    )
    for command in commands:
        words = shlex.split(command, comments=True)[1:]
        assert main.run(words if "--deals" not in words else [*words[:-1], "9"]) == 0, command


def test_without_a_sound_game_nothing_is_measured(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policies.write(place, {"roller": "return 7"})
    code, _ = tried("rest_points=3", "race.toml", "--deals", "1", "--players", "3", capsys=capsys)
    assert code == 5


def test_baselines_sit_out(tmp_path: Path) -> None:
    """Their games would count for nothing."""
    text = Path(configs.find("demo")).read_text() + '[[strategies]]\nuse = "first"\n'
    path = tmp_path / "field.toml"
    path.write_text(text)
    trial = prepare(TryRequest(("march_steps=4",), str(path), 4))
    assert "first" not in [one.name for one in trial.configuration.strategies]
    assert any("first" in note and "baseline" in note for note in trial.notes)
    assert not any("Played by" in note for note in trial.notes)
    usual = prepare(TryRequest(("march_steps=4",)))
    assert usual.notes[-1].startswith("Played by the strategies of standard.")


def test_a_try_says_what_the_study_of_the_same_deals_says(tmp_path: Path) -> None:
    """`try march_steps=4 study-march-steps` has the numbers of the committed study, but for the family."""
    mine = try_(
        TryRequest(("march_steps=4",), "study-march-steps"), tmp_path / "a", Budget(deals=12), workers=1
    )
    theirs = run("study-march-steps", tmp_path / "b", blocks=12, workers=1).folder
    whole = study(of_run(theirs, "b", "march_steps-5"))
    found = {one.metric: one for one in whole.primary if one.variant == "march_steps-4"}
    assert {row.metric for row in mine.found.rows} == set(found)
    for row in mine.found.rows:
        one = found[row.metric]
        times = 100.0 if row.metric == "lead-changes" else 400.0 if is_share(row.metric) else 1.0
        assert row.change == pytest.approx(times * one.difference)
        assert one.wide is None or row.interval == pytest.approx(
            (times * one.wide.low, times * one.wide.high)
        )


def test_a_changed_card_has_its_own_answer(tmp_path: Path) -> None:
    """What being dealt it is worth before and after, in the family with all else."""
    played = try_(
        TryRequest(("cards.army-head.cost=9",), "field-4"), tmp_path / "a", Budget(deals=40), workers=1
    )
    first = played.found.rows[0]
    assert (first.metric, first.label) == ("cards.army-head", "Army Head, when dealt")
    rows = worth_by_deal(RunFolder(tmp_path / "a"), ["army-head"])
    means: dict[str, Any] = dict(rows.group_by("variant").agg(pl.col("worth").mean()).iter_rows())
    assert first.before == pytest.approx(400 * means["base"])
    assert first.after == pytest.approx(400 * means[played.found.changed])
    (answer,) = [one for one in played.found.answers if one.question == "item"]
    assert answer.title == "Army Head" and "extra wins where 100 are fair" in answer.sentence
    later = rows.filter(pl.col("variant") == played.found.changed)["worth"].to_numpy()
    alone = mean_of(400 * later, np.ones(len(later)))
    assert first.level == pytest.approx((first.after, alone.low, alone.high))
    command = "marchsim try cards.army-head.cost=2,3,4,5,6,7,8,9 field-4"
    assert try_change.cost_curve(played.trial) == command


def test_a_changed_species_has_its_own_answer(place: Path) -> None:
    """Its wins before and after are those of its seats, on the deals that have it."""
    text = 'name = "ants"\ngame = "antwars"\npreset = "dealt"\nseed = 3\n[design]\nplayers = [2]\n'
    Path("ants.toml").write_text(text + policies.uses("besieger", "rusher"))
    asked = TryRequest(("species.lasius.queen_life=1",), "ants.toml")
    found = try_(asked, Path("a"), Budget(deals=12), workers=1).found
    first = found.rows[0]
    games = RunFolder(Path("a")).scan("games").select("game", "variant", "deal")
    seats = RunFolder(Path("a")).scan("seats").filter(pl.col("species").cast(pl.String) == "lasius")
    deals = seats.join(games, on="game").group_by("variant", "deal").agg(pl.col("credit").mean()).collect()
    means = dict(deals.group_by(pl.col("variant").cast(pl.String)).agg(pl.col("credit").mean()).iter_rows())
    assert (first.metric, first.label) == ("species.lasius", "Lasius niger, when dealt")
    assert (first.before, first.after) == pytest.approx((200 * means["base"], 200 * means[found.changed]))
    assert first.after < first.before and found.answers[0].title == "Lasius niger"


@pytest.mark.slow
def test_a_changed_card_is_worth_what_forced_hands_say(tmp_path: Path) -> None:
    """The screening before and after, and two card studies on deals of their own: within their errors."""
    change = "cards.army-head.cost=4"
    played = try_(TryRequest((change,), "field-4"), tmp_path / "try", Budget(deals=700), workers=2)
    row = next(row for row in played.found.rows if row.metric == "cards.army-head")
    worth = []
    for name, rules in (("before", []), ("after", [change])):
        field = configs.load("field-4").changed(overlays=configs.read_overlays(rules))
        cards_study(field, tmp_path / name, cards=["army-head"], deals=150, workers=2)
        (one,) = confirmation(tmp_path / name).forced.rows
        worth.append(one.raw)
    assert row.interval is not None and worth[0].value is not None and worth[1].value is not None
    forced = 400 * (worth[1].value - worth[0].value)
    own = (row.interval[1] - row.interval[0]) / (2 * 1.96)
    error = np.hypot(own, 400 * np.hypot(worth[0].se or 0.0, worth[1].se or 0.0))
    assert abs(row.change - forced) < 3 * error
    assert row.change < 0 and forced < 0


def test_a_new_card_is_judged_against_the_others(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its answer is what being dealt it wins more than being dealt another; its text stands for it."""
    Path("new.toml").write_text(
        '[cards.flood]\nname = "Flood"\ntype = "event"\ncost = 0\nferocity = 2\namounts = { gain_food = 4 }\n'
    )
    found = try_(TryRequest(("new.toml",), "standard", 2), Path("a"), Budget(deals=40), workers=1).found
    dealt = next(one for one in found.rows if one.metric == "cards.flood")
    worth = worth_by_deal(RunFolder(Path("a")), ["flood"])["worth"].to_numpy()
    assert dealt.new and (dealt.before, dealt.deals) == (0.0, len(worth))
    assert dealt.change == pytest.approx(200 * worth.mean())
    assert found.answers[0].asks == "Is Flood balanced?" and not found.notes
    lines = prepare(TryRequest(("new.toml",), "standard", 2)).lines
    assert lines == ("cards flood: new: Flood, event, cost 0. Gain 4 food.",)
    Path("old.toml").write_text("[cards.brood-surge]\nenabled = false\n")
    gone = try_(TryRequest(("old.toml",), "standard", 2), Path("b"), Budget(deals=4), workers=1).found
    assert gone.notes == ("Brood Surge is not in the game any more.",)


def test_several_values_are_one_table_with_the_fair_value(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Today's value is a column like the others and is played once; the data has the same numbers."""
    code, out = tried("rest_points=1,2,4", "race.toml", "--players", "3", "--deals", "40", capsys=capsys)
    assert code == 0 and "rest_points: 2 -> 1, 2, 4" in out and "each under 3 rules" in out
    assert "3 players                     1    2 now        4   matters from" in out
    assert "95 % sure of all values together" in " ".join(out.split())
    written = json.loads(Path("reports/try/race_rest_points-1-2-4_3-players/try.json").read_text())
    assert (written["values"], written["now"]) == (["1", "2", "4"], 1)
    assert list(written["metrics"]) == ["rest_points-1", "rest_points-4"]
    text = Path("reports/try/race_rest_points-1-2-4_3-players/index.html").read_text()
    assert faults(text) == [] and "Along the values" in text
    assert "<code>rest_points</code></span><span>2 → <b>1, 4</b>" in text and "rest_points: 2" not in text


def test_values_that_may_be_fair_hold_the_true_one() -> None:
    """In 400 planted sweeps the fair value is among them in 95 %, and is told with its interval."""
    random = np.random.default_rng(1)
    truth, held = np.array([60.0, 30.0, 0.0, -30.0]), 0
    for _ in range(400):
        shared = random.normal(0.0, 60.0, (60, 1))
        levels = tuple(joint_levels(truth + shared + random.normal(0.0, 60.0, (60, 4))))
        held += 2 in FairValue("Tunnel", 4, levels, None, None).may_be_fair()
    assert 0.95 < held / 400 <= 1.0  # (Bonferroni: 98.75 % for one of four)
    levels = tuple(joint_levels(np.array([[60.0, 30.0, 0.0], [62.0, 31.0, 1.0], [58.0, 29.0, -1.0]])))
    whole = Swept("cost", ("2", "3", "4"), (2.0, 3.0, 4.0), ("a", "b", "c"), 0, {}, (), 9, 0, {4: 3})
    assert replace(whole, fair=(FairValue("Tunnel", 4, levels, None, None),)).verdict == (
        "Tunnel is too strong at 2 and 3, and may be fair at 4. 4: 0 (\N{MINUS SIGN}4.4 to +4.4); extra wins "
        "where 100 are fair, when dealt it, 95 % sure of all values together."
    )
    assert replace(whole, fair=(FairValue("", 4, levels[:2], None, None),)).verdict == (
        "The seats are better for the last at 2 and 3, so none of these values is fair."
    )
    named = replace(whole, fair=(FairValue("St. Elmo", 4, levels, None, None),))
    assert named.headline == "St. Elmo is too strong at 2 and 3, and may be fair at 4"
    assert whole.headline == "cost at 3 values"


def test_the_report_on_a_price_sweep_is_about_the_card(place: Path) -> None:
    """Without any metric in the configuration, the swept card is in the primary family of each variant."""
    prices = '[design]\nblocks = 4\nplayers = [4]\nkind = "mirror"\n[[strategies]]\nuse = "forager"\n'
    text = f'name = "prices"\ngame = "march"\nseed = 1\n{prices}[sweep]\ncards.army-head.cost = [3, 4]\n'
    Path("prices.toml").write_text(text)
    rulesets = of_run(run("prices.toml", "prices", blocks=20, workers=1).folder, "run")
    named = {(one.variant, one.metric) for one in study(rulesets).primary}
    assert {(f"cost-{price}", "cards.army-head") for price in (3, 4)} <= named


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("a=1,2", "b=1,2"), "one change may have several values"),
        (("rounds=4,4",), "give at most 12 values, each once"),
    ],
)
def test_only_one_change_has_several_values(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        prepare(TryRequest(words))


def test_a_game_has_a_usual_field() -> None:
    """With --game alone its namesake plays; a configuration of another game is refused."""
    asked = TryRequest(("species.solenopsis.major_cost=2,3",), game="antwars")
    assert prepare(asked).configuration.game == "antwars" and prepare(asked).several
    with pytest.raises(ConfigError, match="--game: field-4 plays march, not antwars"):
        prepare(TryRequest(("march_steps=4",), "field-4", game="antwars"))


def test_where_a_line_meets_0_has_an_interval_that_holds_the_truth() -> None:
    """By simulation with a known root of 3 and errors shared by the values of a deal: 95 % cover it."""
    rng, places = np.random.default_rng(7), np.array([1.0, 2.0, 4.0, 5.0])
    held = 0
    for _ in range(1200):
        shared, own = rng.normal(0, 40, (60, 1)), rng.normal(0, 30, (60, 4))
        root, interval = crossing(10 * (3 - places) + shared + own, places)
        held += root is None or interval is None or interval[0] <= 3 <= interval[1]
    assert 0.93 <= held / 1200 <= 0.97
    assert crossing(np.ones((60, 4)) + rng.normal(0, 0.1, (60, 4)), places) == (None, None)  # no slope
    assert crossing(np.zeros((29, 4)), places) == (None, None)  # too few deals


def test_words_that_are_no_change_name_one_configuration() -> None:
    assert try_change.sorted_out(["a=1", "demo", "b=2"]) == (["a=1", "b=2"], "demo")
    with pytest.raises(ConfigError, match="one configuration may be named"):
        try_change.sorted_out(["a=1", "demo", "standard"])
