"""Weights: names, rounds, hundredths, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from marchsim.errors import StrategyError
from marchsim.games.march.players import Heuristic, loading
from marchsim.games.march.players.heuristic.weights import DEFAULTS, NAMES, TABLE, WEIGHTS
from marchsim.games.march.players.strategy import Strategy
from marchsim.kernel.game import StrategySource
from marchsim.tabletop.players.loading import hook_mask
from marchsim.tabletop.players.seats import Player
from marchsim.tabletop.vectors import zeros

SHIPPED = ("trapper", "pacifist", "defender", "greedy")
HEAD = "from marchsim.games.march.players import Heuristic\n\n\nclass Mine(Heuristic):\n"


def cls_of(body: str) -> type:
    """Return the strategy class that a file with this class body defines."""
    return loading.strategy_class(StrategySource("mine", HEAD + body, "0" * 64))


def weight(strategy: Heuristic, name: str, number: int) -> int:
    """Return a weight of a round in hundredths."""
    now = zeros(WEIGHTS)
    strategy.weights.load(number, now)
    return now[NAMES.index(name)]


def test_a_weight_holds_from_its_round_on() -> None:
    """A number counts in all rounds; the last of a list in all rounds that follow."""
    strategy = Heuristic()
    strategy.weigh(food=2, battle=[0.5, 1.25])
    assert [weight(strategy, "food", number) for number in (1, 4, 40)] == [200, 200, 200]
    assert [weight(strategy, "battle", number) for number in (1, 2, 3, 40)] == [50, 125, 125, 125]


def test_what_is_not_weighed_stays_as_it_is_for_all() -> None:
    """Weights set for one player are not those of another, and the table says what they are by default."""
    Heuristic().weigh(food=9)
    for name, value, _ in TABLE:
        assert weight(Heuristic(), name, 2) == round(value * 100)
    assert Heuristic().weights is DEFAULTS


def test_a_core_takes_over_the_weights() -> None:
    strategy, core = Heuristic(), Heuristic()
    strategy.weigh(goal=3)
    core.adopt(strategy)
    core.adopt(Strategy())
    assert weight(core, "goal", 1) == 300


def test_the_configuration_sets_weights_over_those_of_the_file() -> None:
    player = loading.factory(cls_of("    pass\n"), {"weights": {"card": 1.5, "end": [0, 2]}})()
    assert isinstance(player, Player)
    core = player.core
    assert isinstance(core, Heuristic)
    assert (weight(core, "card", 3), weight(core, "end", 1), weight(core, "end", 4)) == (150, 0, 200)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"weights": {"batle": 2}}, "no weight 'batle'. Did you mean 'battle'"),
        ({"weight": {"battle": 2}}, "no parameter 'weight'. Did you mean 'weights'"),
        ({"weights": 2}, "weights: give a table"),
        ({"weights": {"food": "much"}}, "food: 'much' is not a number"),
        ({"weights": {"food": True}}, "food: True is not a number"),
        ({"weights": {"food": 1000}}, "food: 1000 is not a number between -100 and 100"),
        ({"weights": {"food": []}}, "food: give one number, or one for each"),
        ({"weights": {"food": [1] * 13}}, "food: give one number, or one for each"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], said: str) -> None:
    """The message names the weight and what it may be."""
    with pytest.raises(StrategyError, match=re.escape(said)):
        loading.factory(cls_of("    pass\n"), parameters)


def test_strategies_of_weights_alone_have_no_hook() -> None:
    """They run natively from the first question to the last: no object of theirs is kept for the game."""
    for name in SHIPPED:
        cls = loading.strategy_class(minds_source(name))
        assert hook_mask(loading.KIND, cls) == 0, name
        player = loading.factory(cls, {})()
        assert isinstance(player, Player)
        assert player.core is player.user
        assert type(player.core) is Heuristic


def test_a_hook_of_ones_own_is_asked_alone() -> None:
    cls = cls_of("    def decree(self, me, table):\n        return 'food'\n")
    assert hook_mask(loading.KIND, cls) == 1 << loading.HOOKS.index("decree")
    player = loading.factory(cls, {})()
    assert isinstance(player, Player)
    assert player.core is not player.user


def minds_source(name: str) -> StrategySource:
    """Return the source of a shipped strategy."""
    from marchsim.runner.configuration import sources

    return sources.find(name)


def test_the_page_on_strategies_lists_every_weight() -> None:
    """docs/reference/strategies.md shows each weight with its default and its meaning."""
    page = (Path(__file__).parents[2] / "docs/reference/strategies.md").read_text(encoding="utf-8")
    for name, value, meaning in TABLE:
        assert f"| `{name}` | {value} | {meaning} |" in page
