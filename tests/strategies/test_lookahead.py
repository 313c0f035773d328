"""The strategy that looks ahead: what it may not know, what it finds, and that it leaves the game alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from scipy.stats import chi2_contingency

from marchsim.cli import main
from marchsim.errors import StrategyError
from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import take_action
from marchsim.games.march.players import loading
from marchsim.kernel.rng import Stream, deal_key, seat_key
from marchsim.kernel.table import Listener, Seat, Table
from marchsim.runner.configuration import sources
from marchsim.studies.play import play
from marchsim.tabletop.players.rollouts import Trials
from marchsim.tabletop.players.seats import Player, PlayerSeat
from marchsim.tabletop.telling.decisions import TRIALS, lines
from tests.march.conftest import make_scene
from tests.strategies.test_fair import Twins, hidden, put, relabelled
from tools import games

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"samples": 4, "further": 3}
WAYS = (("standard", 1), ("standard", 3), ("two", 2), ("five", 5), ("primitive", 3), ("solo", 1), ("coop", 2))


def mind(g: Play, seat: int, key: int, **parameters: object) -> PlayerSeat:
    """Return a lookahead for a seat, with chance of this key."""
    return seeing(View(g.s, g.kit, g.rules, g.mats, g.table, seat), key, **parameters)


def seeing(view: View, key: int, **parameters: object) -> PlayerSeat:
    """Return a lookahead that has this view, with chance of this key."""
    player = loading.factory(loading.strategy_class(sources.find("lookahead")), parameters or QUICK)()
    assert isinstance(player, Player)
    player.core.rng = player.user.rng = Stream(key)
    player.begin(view)
    return PlayerSeat(view, player.core, player.user, player.mask)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_what_is_hidden_changes_no_answer(way: tuple[str, int]) -> None:
    """With its own chance fixed it answers the same, whatever hands, decks and pile hold."""
    preset, players = way
    g = games.deal_out(games.table({"preset": preset}, players), 5, ["forager"] * players)
    twins = Twins(g, 0, mind(g, 0, 9), mind(g, 0, 9), Random(11))
    g.table.seats[0] = twins
    games.run(g)
    assert twins.asked > 10
    assert twins.parted == []


class Relabelled(Seat):
    """Sits for a strategy; asks lookaheads about its turns, as they are and with the seats renumbered."""

    def __init__(self, g: Play, seat: int) -> None:
        self.g, self.seat, self.mind = g, seat, g.table.seats[seat]
        self.given: list[tuple[int, int]] = []

    def answer(self, question: int) -> int:
        """Ask both of every third turn."""
        g = self.g
        if question == w.Q_ACTION and g.s.turns % 3 == 0:
            table = Table([], 1)
            table.open(g.table.a, g.table.b, g.table.c, g.table.d)
            table.question = question
            for at in range(g.table.n):
                table.offer(g.table.options[at])
            moved = View(relabelled(g.s), g.kit, g.rules, g.mats, table, (self.seat + 1) % g.s.players)
            here = mind(g, self.seat, 77).answer(question)
            self.given.append((int(here), int(seeing(moved, 77).answer(question))))
        return int(self.mind.answer(question))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_numbers_of_the_seats_change_no_answer(way: tuple[str, int]) -> None:
    """Nor does what it imagines depend on them: with its own chance fixed the answer is the same.

    But for Mating Flight, which lists ants by seat: chance then takes another of equals, which is as good.
    """
    preset, players = way
    overlay = {"preset": preset, "cards": {"mating-flight": {"enabled": False}}}
    g = games.deal_out(games.table(overlay, players), 4, ["forager"] * players)
    seats = [Relabelled(g, seat) for seat in range(players)]
    g.table.seats[:] = seats
    games.run(g)
    given = [pair for seat in seats for pair in seat.given]
    assert len(given) > 2
    assert [pair for pair in given if pair[0] != pair[1]] == []


def test_steps_that_are_tried_differ_and_to_pass_is_tried() -> None:
    """Two ants of a hex that go to the same hex are one candidate, unless one leaves more behind."""
    cls = loading.strategy_class(sources.find("lookahead"))
    races: list[tuple[bool, list[tuple[int, int, int]]]] = []

    class Watched(cls):  # type: ignore[misc, valid-type]  # a strategy's class, found by name
        """Notes what takes part in its races for steps."""

        def race(self, view: View, trials: Trials, most: int) -> int:
            if view.question == w.Q_STEP:
                ratings = self.rate_all(view)
                entered = [(int(view.option(at)), int(ratings[at])) for at in trials.left]
                offered = w.O_PASS in [view.option(at) for at in range(view.n)]
                races.append(
                    (
                        offered and w.O_PASS not in [option for option, _ in entered],
                        [
                            (w.part(o, 0), w.part(o, 2), value)
                            for o, value in entered
                            if w.code_of(o) == w.O_STEP
                        ],
                    )
                )
            return int(super().race(view, trials, most))

    session = games.table(players=3)
    make = loading.factory(Watched, QUICK)
    for deal in range(4):
        key = deal_key(1, "test", 3, deal)
        seats = [seat_key(key, 0, seat) for seat in range(3)]
        players = [make(), games.maker("forager")(), games.maker("warlord")()]
        assert not session.play(deal, key, seats, players).void
    assert races
    assert [steps for _, steps in races if len(set(steps)) < len(steps)] == []
    assert not any(missing for missing, _ in races)


@pytest.mark.slow
def test_nor_does_it_change_the_distribution_of_answers() -> None:
    """Fresh chance each time: answers to the truth against answers to shuffled truths, by chi-square."""
    tested: list[float] = []

    class Sampler(Seat):
        """Asks many fresh minds the same, half of them with everything hidden shuffled."""

        def __init__(self, g: Play) -> None:
            self.g, self.mind, self.dice = g, g.table.seats[0], Random(3)

        def answer(self, question: int) -> int:
            """Ask, and play as the strategy that sits here."""
            if question == w.Q_ACTION and self.g.s.turns % 8 == 1 and self.g.table.n > 2:
                tested.append(self.compared(question))
            return int(self.mind.answer(question))

        def compared(self, question: int) -> float:
            """Return the p-value of no difference."""
            counts: list[Counter[int]] = [Counter(), Counter()]
            for key in range(240):
                groups = hidden(self.g.s, 0)
                before = [[vector[at] for vector, at in places] for places in groups]  # type: ignore[index]  # vectors
                if key % 2:
                    for places, cards in zip(groups, before, strict=True):
                        put(places, self.dice.sample(cards, len(cards)))
                counts[key % 2][int(mind(self.g, 0, 5000 + key).answer(question))] += 1
                for places, cards in zip(groups, before, strict=True):
                    put(places, cards)
            columns = [one for one in counts[0] | counts[1] if counts[0][one] + counts[1][one] >= 8]
            if len(columns) < 2:
                return 1.0
            return float(chi2_contingency([[row[one] for one in columns] for row in counts]).pvalue)

    g = games.deal_out(games.table(players=4), 6, games.line_up(("forager", "evolver"), 4))
    g.table.seats[0] = Sampler(g)
    games.run(g)
    print("seeds 5000 to 5239, deal 6, dice 3:", tested)
    assert len(tested) > 1
    assert min(tested) * len(tested) > 0.001


class Heard(Listener):
    """Writes down all answers."""

    def __init__(self) -> None:
        self.answers: list[int] = []

    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Hear one."""
        self.answers.append(index)


class Reader(Seat):
    """Answers from a list."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers

    def answer(self, question: int) -> int:
        """Read the next one."""
        return self.answers.pop(0)


@pytest.mark.parametrize("way", [("standard", 4), ("coop", 2)], ids=str)
def test_the_game_is_what_its_answers_make_it(way: tuple[str, int]) -> None:
    """Imagining leaves no trace: the same answers read from a list lead to the same digest."""
    preset, players = way
    session = games.table({"preset": preset}, players)
    g = games.deal_out(session, 8, ["forager"] * players)
    g.table.seats[:] = [mind(g, seat, seat) for seat in range(players)]
    g.table.listener = heard = Heard()
    digest = games.run(g).events.digest()
    again = games.deal_out(session, 8, ["forager"] * players)
    again.table.seats[:] = [Reader(heard.answers)] * players
    assert games.run(again).events.digest() == digest
    assert heard.answers == []


def played() -> str:
    """Return the digest of a game in which one of three looks ahead a little."""
    g = games.deal_out(games.table(players=3), 2, ["forager"] * 3)
    g.table.seats[1] = mind(g, 1, 1, samples=2, further=2)
    return games.run(g).events.digest()


def test_the_sources_decide_as_this_process_does() -> None:
    """Interpreted, in a process of its own, the game is the same to the last event."""
    code = "from tests.strategies.test_lookahead import played; print(played())"
    finished = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "MARCHSIM_PURE": "1"},
    )  # fmt: skip
    assert finished.stdout.strip() == played()


def test_it_says_that_it_is_slow(capsys: pytest.CaptureFixture[str]) -> None:
    """So tests and measurements of all strategies leave it out; the list of strategies tells it."""
    assert set(sources.available()) - set(sources.quick()) == {"lookahead"}
    assert main.run(["strategies", "--json"]) == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out) if row["slow"]] == ["lookahead"]
    assert main.run(["strategies", "lookahead"]) == 0
    told = capsys.readouterr().out
    assert "slow: its games take long" in told
    assert "own hooks: none" in told


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"sample": 3}, "'sample'. Did you mean 'samples'?"),
        ({"samples": 0}, "samples must be a number from 1 to 10000, not 0"),
        ({"rounds": 1.5}, "rounds must be a number from 1 to 20, not 1.5"),
        ({"weights": {"fod": 1}}, "there is no weight 'fod'"),
    ],
)
def test_wrong_parameters_are_told(parameters: dict[str, object], words: str) -> None:
    with pytest.raises(StrategyError) as caught:
        loading.factory(loading.strategy_class(sources.find("lookahead")), parameters)
    assert words in str(caught.value)


def choice(position: str, key: int) -> tuple[str, Play]:
    """Return red's action in a position (its card, if it plays one), and the game after it."""
    scene = make_scene(position)
    g = scene.g
    for seat in range(g.s.players):
        g.table.seats[seat] = mind(g, seat, 10 * key + seat, samples=24)
    take_action(g, 0, w.NONE)
    actions = [event for event in games.events(g) if event[0] == w.E_ACTION]
    return g.kit.ids[actions[0][3]] if actions[0][3] >= 0 else str(actions[0][2]), g


@pytest.mark.parametrize("key", range(3))
def test_a_body_is_completed_while_it_can_be(key: int) -> None:
    """The others rest in the last round: to rest too would end it, and cost three points."""
    done, g = choice(
        "round: 4; soil: red control; red: larvae 2, acted 1, head bulldog, thorax driver,"
        "hand dairying-abdomen; black: rested, food 5, larvae 5, hand swarm royal-jelly; yellow: rested;"
        "deck: rest",
        key,
    )
    assert done == "dairying-abdomen"
    assert g.s.bodies[0] == 1


@pytest.mark.parametrize("key", range(3))
def test_control_is_taken_before_the_last_slumber(key: int) -> None:
    """A point for a hex beside the Great Tunnel, where the heuristics' prices have nothing to say."""
    done, _ = choice(
        "round: 4; soil: black food; red: food 1, larvae 3, acted 1; black: rested, food 5, larvae 5;"
        "yellow: rested, food 5, larvae 5; tunnel: red",
        key,
    )
    assert done == str(w.O_MARCH)


def test_it_is_explained_by_its_trials() -> None:
    """`play --explain` shows for each action mean, standard error and number of imagined games."""
    told = play(("lookahead", "first", "last"), 3, explain="lookahead")
    assert told.decisions is not None
    tried = [row for row in told.decisions if row["by"] == TRIALS]
    assert len(tried) > 4
    assert len({row["question"] for row in tried}) > 1
    for row in tried:
        shown = [one for one in row["options"] if "samples" in one]
        most = max(one["samples"] for one in shown)
        finalists = [one for one in shown if one["samples"] == most]
        best = finalists[0]
        assert most >= 2
        assert all(-12 <= one["score"] <= 105 and one["error"] >= 0 for one in shown)
        assert best["score"] == max(one["score"] for one in finalists)
        said = list(lines(row, "red"))
        assert said[0].endswith(f", by {TRIALS}")
        assert f"{best['score']:6.2f} +- {best['error']:.2f} in {most} games" in said[1]
