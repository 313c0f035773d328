"""Every game keeps the laws of tests/laws.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest

from marchsim import games
from marchsim.kernel.game import Game, StrategySource, Variant
from marchsim.runner.configuration import sources
from tests import laws, toy

RAISING = "raise ValueError('boom')"
MARCH_RAISING = """
from marchsim.games.march.players import Strategy


class Raising(Strategy):
    def otherwise(self, view):
        raise ValueError("boom")
"""


@dataclass(frozen=True)
class Put:
    """A game that is put under the laws: who plays it, who fails in it, its presets, and what changes it."""

    game: Game
    makers: list[Callable[[], object]]
    failing: Callable[[], object]
    presets: tuple[str, ...]
    overlay: dict[str, Any]

    @property
    def variant(self) -> Variant:
        """Return the standard game."""
        return self.game.variant("law", self.presets[0], ())


def maker(game: Game, text: str) -> Callable[[], object]:
    """Return what makes the strategy of a text."""
    source = StrategySource("law.py", text, sha256(text.encode()).hexdigest(), origin="law.py")
    return game.strategy_factory(game.strategy_class(source), {})


def dice_race() -> Put:
    """Dice Race, with one that rolls and one that is bold by chance."""
    texts = ("return 0", "return int(self.rng.random() < self.bold)", "return int(score > 6)")
    makers = [maker(toy.TOY, toy.script(text)) for text in texts]
    overlay = {"rules": {"rest_points": 3}}
    return Put(toy.TOY, makers, maker(toy.TOY, toy.script(RAISING)), tuple(toy.PRESETS), overlay)


def march() -> Put:
    """March of the Ants, with shipped strategies."""
    from marchsim.games.march.rules.presets import PRESETS

    game = games.load("march")
    texts = [sources.typed(name, (), "march").text for name in ("random", "warlord", "forager")]
    makers = [maker(game, text) for text in texts]
    return Put(game, makers, maker(game, MARCH_RAISING), tuple(PRESETS), {"rules": {"march_steps": 6}})


def antwars() -> Put:
    """Ant Wars, with shipped strategies."""
    from marchsim.games.antwars.rules.presets import PRESETS

    game = games.load("antwars")
    texts = [sources.typed(name, (), "antwars").text for name in ("random", "harvester", "turtle")]
    makers = [maker(game, text) for text in texts]
    failing = maker(game, MARCH_RAISING.replace("games.march", "games.antwars"))
    return Put(game, makers, failing, tuple(PRESETS), {"rules": {"breach": 6}})


@pytest.fixture(params=[dice_race, march, antwars], ids=["dice race", "march", "antwars"], scope="module")
def put(request: pytest.FixtureRequest) -> Put:
    found: Put = request.param()
    return found


@pytest.mark.parametrize(
    "law",
    [
        laws.same_keys_same_game,
        laws.recording_changes_nothing,
        laws.outcomes_add_up,
        laws.rows_are_as_described,
    ],
)
def test_a_game_keeps_the_laws(put: Put, law: Callable[[Game, Variant, laws.Makers, int], None]) -> None:
    law(put.game, put.variant, put.makers, 6)


def test_a_failure_is_void_and_leaves_nothing(put: Put) -> None:
    laws.a_failure_is_void_and_leaves_nothing(put.game, put.variant, put.makers, put.failing)


def test_a_variant_tells_itself(put: Put) -> None:
    laws.a_variant_tells_itself(put.game, put.presets, put.overlay)
