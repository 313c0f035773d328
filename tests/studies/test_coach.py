"""A coach finds the known regret of a planted game and the decision that is made worse on purpose."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest

import marchsim
from marchsim.analysis.reading.estimates import Estimate
from marchsim.cli.main import run as command_line
from marchsim.games.march.game import MARCH
from marchsim.games.march.table.session import MarchSession
from marchsim.kernel.telling import Choice
from marchsim.runner.configuration.schema import MOST_SEED
from marchsim.runner.planning import plan as plans
from marchsim.studies.coach.answers import FAKE, MATTERS, OPEN, verdict
from marchsim.studies.coach.playing import CoachDeals
from marchsim.studies.coach.study import CoachResult, coach
from marchsim.studies.dealing.study import configured
from tests import policies
from tests.strategies.test_fair import hidden, put
from tests.studies import rolled_toy
from tools import games

RESTS = {"rester": "return 1", "other": "return 1"}
compiled = pytest.mark.skipif(not marchsim.MODE.compiled, reason="rollouts take long interpreted")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None) -> Path:
    """A working folder in which the planted game is known."""
    rolled_toy.register()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MARCHSIM_STRATEGY_PATH", ".")
    return tmp_path


def studied(place: Path, bodies: Mapping[str, str], **more: Any) -> CoachResult:
    """Coach strategies of the planted game with these bodies of `choose`."""
    policies.write(place, bodies)
    (place / "race.toml").write_text(rolled_toy.configuration(bodies))
    return coach("race.toml", strategy_paths=[place], **{"deals": 40, "workers": 1, **more})


def test_known_regret_and_spread_are_found(place: Path) -> None:
    """Regret by kind, wins lost in a game, and the spread of the values are as they are known to be."""
    panel = studied(place, RESTS, rollouts=120, deals=20).panels[0]
    assert [one.name for one in panel.kinds] == ["with boots", "plain"]
    for one, share in zip(panel.kinds, (1 / 3, 2 / 3), strict=True):
        true = 100 * rolled_toy.REGRETS[one.name]
        for found, known in ((one.regret, true), (one.lost, 4 * share * true)):
            assert found.value is not None and found.se is not None
            assert abs(found.value - known) < 2.5 * found.se
        assert one.spread.low is not None and one.spread.high is not None
        assert one.spread.low <= true / 2**0.5 <= one.spread.high


def test_worse_on_purpose_is_first(place: Path) -> None:
    """A strategy that rests with boots only errs there, and its study has no other strategy."""
    bodies = {"poor": "return int(view.card == 'boots')", "other": "return 0"}
    panel = studied(place, bodies, strategy="poor", rollouts=24, deals=20).panels[0]
    assert panel.kinds[0].name == "with boots" and panel.actions[0].name == "with boots: rest"
    assert {one.name for one in panel.strategies} == {"poor"}


def test_verdicts_need_the_whole_interval() -> None:
    """Decisions matter above a hundredth of a win and are fake below, with 30 deals or more."""
    known = {(1.2, 3.0, 30): MATTERS, (0.0, 0.9, 30): FAKE, (0.0, 0.9, 29): OPEN, (0.8, 1.2, 99): OPEN}
    for (low, high, deals), told in known.items():
        assert verdict(Estimate(1.0, low, high, deals=deals)) == told
    assert verdict(Estimate(0.0, deals=99)) == OPEN


SLEEPY = """from marchsim.games.march.players import Heuristic


class Sleepy(Heuristic):
    def action(self, me, table):
        return "rest"
"""


@compiled
@pytest.mark.slow
def test_a_bad_hook_is_named_first(place: Path) -> None:
    """A heuristic that rests whenever it may loses most by its actions."""
    (place / "sleepy.py").write_text(SLEEPY)
    names = ("sleepy.py", "forager", "warlord", "explorer")
    uses = "".join(f'[[strategies]]\nuse = "{name}"\n' for name in names)
    design = '[design]\nkind = "random"\nplayers = 4\nblocks = 1\n'
    (place / "bad.toml").write_text(f'name = "bad"\nseed = 3\n{design}{uses}')
    more: dict[str, Any] = {"strategy": "sleepy", "deals": 20, "rollouts": 12, "workers": 1}
    assert coach("bad.toml", strategy_paths=[place], **more).panels[0].kinds[0].name == "action"


def test_stops_and_workers_change_nothing(place: Path) -> None:
    """A study in two calls, or by two workers, has the same rows and the same page."""
    studied(place, RESTS, rollouts=4, deals=3, out=place / "one")
    again = studied(place, RESTS, rollouts=4, deals=6, out=place / "one")
    studied(place, RESTS, rollouts=4, deals=6, out=place / "two", workers=2)
    rows = [pl.read_parquet(place / out / "data" / "decisions.parquet") for out in ("one", "two")]
    assert again.games == 3
    assert rows[0].equals(rows[1]) and rows[0].height == 30


def test_line_ups_take_all_seatings_and_seeds_stay_small(place: Path) -> None:
    """Of 24 deals of six pairs, each pair has both seatings twice. A large seed gives seeds for `play`."""
    policies.write(place, names := dict.fromkeys("abcd", "return 1"))
    (place / "race.toml").write_text(
        rolled_toy.configuration(names).replace("seed = 5", f"seed = {MOST_SEED}")
    )
    plan = plans.make(configured("race.toml", 24, "a coach"), [place])
    work = CoachDeals(plan.job, (2,), "", 4, -1)
    seated = Counter(work.entry(deal).seats for deal in range(24))
    assert len(seated) == 12 and set(seated.values()) == {2}
    assert len({work.seed(deal) for deal in range(24)}) == 24
    assert all(0 <= work.seed(deal) <= MOST_SEED for deal in range(24))


def test_page_json_and_commands(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page names the kinds; JSON has the panels; the printed command plays the same game."""
    policies.write(place, RESTS)
    (place / "race.toml").write_text(rolled_toy.configuration(RESTS))
    words = ["coach", "race.toml", "--deals", "4", "--rollouts", "12", "--workers", "1"]
    assert command_line(words) == 0
    assert "Most wins are lost by “with boots”" in " ".join(capsys.readouterr().out.split())
    assert command_line([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["panels"][0]["deals"] == 4 and found["played"] == 0
    page = (place / "reports" / "race-coach" / "report.md").read_text()
    assert "So they may exceed 100." in page.partition("Wins lost by strategy")[2]
    play = next(line for line in page.splitlines() if "marchsim play" in line).split("|")[-2].strip()
    assert play.startswith("marchsim play --strategies") and "--game rolled" in play


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--strategy", "restr"], "Did you mean 'rester'"),
        (["--rollouts", "5"], "no even number from 4"),
        (["--deals", "0"], "outside 1 to"),
    ],
)
def test_bad_options(place: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is an error of a line or two."""
    policies.write(place, RESTS)
    (place / "race.toml").write_text(rolled_toy.configuration(RESTS))
    assert command_line(["coach", "race.toml", *words]) == 2
    assert told in " ".join(capsys.readouterr().err.split())


def test_a_game_without_the_ability(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the method."""
    policies.register()
    policies.write(place, RESTS)
    (place / "race.toml").write_text(rolled_toy.configuration(RESTS).replace(rolled_toy.NAME, "toy"))
    assert command_line(["coach", "race.toml"]) == 2
    assert "give it rehearse (marchsim.kernel.telling.RolledOut)" in " ".join(capsys.readouterr().err.split())


def test_what_is_hidden_changes_no_value() -> None:
    """Rollouts by the same keys come out alike, whatever hands, decks and pile hold."""
    session = games.table({}, 3)
    assert isinstance(session, MarchSession)
    dice, seen = Random(7), []

    def hear(choice: Choice) -> None:
        if not choice.playable or len(seen) > 24 or dice.randrange(4):
            return
        options = choice.likely(3)
        values = [choice.credits(options, key) for key in range(2)]
        for places in hidden(session.game.s, choice.seat):
            held = [vector[at] for vector, at in places]  # type: ignore[index]  # vectors
            put(places, dice.sample(held, len(held)))
        seen.append((values, [choice.credits(options, key) for key in range(2)]))

    names = ["warlord", "forager", "explorer"]
    MARCH.rehearse(session, [games.maker(name) for name in names], hear)
    games.play(session, 5, names)
    assert len(seen) > 15 and len({str(values) for values, _ in seen}) > 3
    assert all(values == again for values, again in seen)
