"""The frame of all decisions: options are rated, a rating may be overridden, ties are broken by chance."""

from __future__ import annotations

import re

import pytest

from marchsim.errors import StrategyError
from marchsim.games.march.engine.view import View
from marchsim.games.march.game import MARCH
from marchsim.games.march.players import Heuristic, loading
from marchsim.games.march.players.heuristic.questions import BY_NAME, RATINGS
from marchsim.games.march.words import O_LARVAE, O_TILE, Q_DECREE, Q_TILE, QUESTIONS, code_of, option, part
from marchsim.kernel.game import StrategySource
from marchsim.kernel.rng import Stream
from marchsim.tabletop.players.loading import hook_mask
from marchsim.tabletop.players.seats import PlayerSeat
from tests.march.conftest import make_scene
from tools import games

HEAD = "from marchsim.games.march.players import Heuristic\n\n\nclass Mine(Heuristic):\n"


def cls_of(body: str) -> type:
    """Return the strategy class that a file with this class body defines."""
    source = StrategySource("mine.py", HEAD + body, "0" * 64, origin="mine.py")
    return loading.strategy_class(source)


class Judge(Heuristic):
    """Gives tiles what the test says, and larvae a point more."""

    worths = (5, 2, 5, 5)

    def rate_tile(self, view: View, choice: int, value: int) -> int:
        """Return the worth of a tile by its number, from 1."""
        return self.worths[part(choice, 0) - 1]

    def rate_decree(self, view: View, choice: int, value: int) -> int:
        """Return a point more for larvae."""
        return value + 100 if code_of(choice) == O_LARVAE else value


def seated(position: str) -> tuple[Judge, View]:
    """Return a judge in red's seat, and what it sees."""
    g = make_scene(position).g
    view = View(g.s, g.kit, g.rules, g.mats, g.table, 0)
    judge = Judge()
    judge.rng = Stream(7)
    judge.begin(view)
    g.table.seats[0] = PlayerSeat(view, judge, judge, 0)
    return judge, view


def test_every_question_has_a_rating_of_its_own() -> None:
    """Listed by its name, found by its number."""
    names = [name for name, _, _ in QUESTIONS]
    assert sorted(BY_NAME) == sorted(names)
    assert [BY_NAME[name] for name in names] == RATINGS


def test_ties_are_broken_by_chance_alone() -> None:
    """Equal ratings win equally often, whatever their order; a lower one never."""
    judge, view = seated("soil: red control; deck: rest")
    table = view._table
    table.open(0, 0, 0, 0)
    for tile in (1, 2, 3, 4):
        table.offer(option(O_TILE, tile, 0, 0, 0))
    table.question = Q_TILE
    won = [0, 0, 0, 0]
    for _ in range(3000):
        won[judge.otherwise(view)] += 1
    assert won[1] == 0
    assert all(900 < won[index] < 1100 for index in (0, 2, 3))


@pytest.mark.parametrize(("food", "wanted"), [(0, "food"), (6, "larvae")])
def test_a_rating_of_ones_own_starts_from_the_heuristics(food: int, wanted: str) -> None:
    """One point more for larvae decides where food is not short, and only there."""
    judge, view = seated(f"phase: queen; soil: red control; red: food {food}, larvae 9; deck: rest")
    table = view._table
    table.open(0, 0, 0, 0)
    for code in (O_LARVAE - 1, O_LARVAE):  # food, larvae
        table.offer(code)
    table.question = Q_DECREE
    plain = Heuristic()
    plain.begin(view)
    assert ("food", "larvae")[plain.otherwise(view)] == "food"
    assert ("food", "larvae")[judge.otherwise(view)] == wanted


def test_a_rating_is_asked_for_its_question_alone() -> None:
    text = HEAD + "    def rate_decree(self, view, option, value):\n        return value\n"
    source = StrategySource("mine.py", text, "0" * 64, origin="mine.py")
    assert hook_mask(loading.KIND, loading.strategy_class(source)) == 1 << Q_DECREE
    assert MARCH.profile(source).hooks == ("rate_decree",)


@pytest.mark.both
@pytest.mark.parametrize("question", ["decree", "action", "step", "discard", "ferocity", "exchange_card"])
def test_a_rating_that_changes_nothing_changes_no_game(question: str) -> None:
    """Also where the heuristic does not work out what cannot win."""
    session = games.table(players=4)
    outcomes = []
    for body in (
        "    pass\n",
        f"    def rate_{question}(self, view, option, value):\n        return value\n",
    ):
        make = loading.factory(cls_of(body), {})
        outcomes.append(
            [session.play(7, 7, [1, 2, 3, 4 + deal], [make() for _ in range(4)]) for deal in (0, 1)]
        )
    assert outcomes[0] == outcomes[1]
    assert not outcomes[0][0].void


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "    def rate_decre(self, view, option, value):\n        return value\n",
            "Mine.rate_decre is not a hook, so nothing calls it. Did you mean 'rate_decree'",
        ),
        (
            "    def rate_decree(self, view):\n        return 0\n",
            "must take view, option, value: def rate_decree(self, view, option, value).",
        ),
    ],
)
def test_a_rating_that_could_never_work_is_refused(body: str, said: str) -> None:
    with pytest.raises(StrategyError, match=re.escape(said)):
        cls_of(body)


def test_a_rating_that_is_no_number_makes_the_game_void() -> None:
    """The message names the rating and what it returned."""
    make = loading.factory(
        cls_of("    def rate_action(self, view, option, value):\n        return 1.5\n"), {}
    )
    outcome = games.table(players=3).play(1, 1, [1, 2, 3], [make() for _ in range(3)])
    assert outcome.void == "error"
    assert "rate_action returned 1.5, and not a whole number of hundredths" in outcome.fault
