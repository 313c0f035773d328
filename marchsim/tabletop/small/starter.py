"""A starter package for a small game: rules, strategies, a configuration, and tests that pass."""

from __future__ import annotations

from marchsim.tabletop.players.loading import named

GAME = '''"""{title}: roll a die as often as you dare. A 1 loses the points of the turn.

Rule 1: players take turns, round by round. Rule 2: the game ends after a round in which somebody has enough
points. Rule 3: in your turn, roll until you hold or a 1 falls. If you hold, you score the sum of your rolls.
"""

from marchsim.tabletop.small import Play, SmallGame, Strategy, number


class {name}Strategy(Strategy):
    """The questions of the game, each with a default answer."""

    def go_on(self, view):
        """Answer "roll" or "hold". The view has `pot`, the points of this turn so far."""
        return "roll" if view.pot < 20 else "hold"


class {name}(Play):
    """One game."""

    def play(self):
        """Play rounds until somebody has enough points (rules 1 and 2)."""
        while max(self.scores) < self.rules.goal and self.round < self.rules.rounds:
            self.begin_round()
            for seat in self.seats:
                self.turn(seat)

    def turn(self, seat):
        """Roll until the player holds or a 1 falls (rule 3)."""
        pot = 0
        while pot == 0 or self.ask(seat, "go_on", ("roll", "hold"), pot=pot) == "roll":
            die = self.roll()
            self.event("roll", seat, die=die)
            if die == 1:
                return
            pot += die
        self.scores[seat] += pot
        self.event("score", seat, points=pot, total=self.scores[seat])


GAME = SmallGame(
    "{stem}",
    "{title}",
    players=(2, 6),
    play={name},
    strategy={name}Strategy,
    rules=(
        number("goal", 100, 10, 1000, "2", "points that end the game"),
        number("rounds", 100, 1, 1000, "", "rounds after which the game ends in any case", "program"),
    ),
    events={{
        "roll": "{{player}} rolls {{die}}",
        "score": "{{player}} scores {{points}} and has {{total}}",
    }},
)
'''
STRATEGIES = {
    "careful": '''"""Holds early."""

from {stem}.game import {name}Strategy


class Careful({name}Strategy):
    """Holds as soon as the turn has some points."""

    stop_at = 12  # a parameter: set it in a configuration, or let `marchsim tune` find a better one

    def go_on(self, view):
        return "roll" if view.pot < self.stop_at else "hold"
''',
    "bold": '''"""Rolls long, and longer when others are about to win."""

from {stem}.game import {name}Strategy


class Bold({name}Strategy):
    """Holds late; never stops when another player is far ahead."""

    stop_at = 25
    fear = 30  # points behind the leader from which it no longer holds early

    def go_on(self, view):
        behind = max(view.scores) - view.scores[view.seat]
        goal = self.stop_at * 2 if behind > self.fear else self.stop_at
        return "roll" if view.pot < goal else "hold"
''',
    "middling": '''"""Holds at the default of the game."""

from {stem}.game import {name}Strategy


class Middling({name}Strategy):
    """Answers every question as the game's own base class does."""
''',
    "random": '''"""Answers by chance: the floor of any field."""

from {stem}.game import {name}Strategy


class Random({name}Strategy):
    """Picks an option."""

    def go_on(self, view):
        return self.pick(view.options)
''',
}
CONFIG = """\
# {title}: every line-up of three of its strategies, turned through all seats. Change any line.
name = "{stem}"
game = "{stem}"
seed = 1

[design]
kind = "roundrobin"
players = [3]
blocks = 200                # fresh deals of each line-up

# [rules]                   # changed rules: marchsim rules --game {stem}
# goal = 50

[[strategies]]
use = "careful"

[[strategies]]
use = "bold"

[[strategies]]
use = "middling"

[[strategies]]
use = "random"              # a baseline player by its name: games in which it sits count in no verdict
"""
TESTS = '''"""The rules of {title}, and the laws that every game keeps."""

import pytest

from marchsim.testing import LAWS, dealt, subject


@pytest.mark.parametrize("law", LAWS)
def test_the_game_keeps_the_laws(law):
    law(subject("{stem}"))


def test_a_one_loses_the_points_of_the_turn():
    game = dealt("{stem}", dice=[6, 6, 1])
    game.turn(0)
    assert game.scores == [0, 0]


def test_points_count_when_the_player_holds():
    game = dealt("{stem}", dice=[6, 6, 6, 6])
    game.turn(0)
    assert game.scores == [24, 0]
'''
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{stem}"
version = "0.1.0"
description = "{title}, a game for marchsim"
dependencies = ["marchsim"]

# This line makes the game known: `marchsim run {stem}`, `marchsim play --game {stem}`.
[project.entry-points."marchsim.games"]
{stem} = "{stem}.game:GAME"

[tool.setuptools]
packages = ["{stem}"]

[tool.setuptools.package-data]
{stem} = ["strategies/*.py", "configs/*.toml"]
"""
README = """\
# {title}

A game for marchsim. Install it beside marchsim, and every verb knows it:

    pip install -e .
    marchsim run {stem}                    # a tournament of configs/{stem}.toml
    marchsim report runs/{stem}            # who wins, how often, how sure
    marchsim play --game {stem} --strategies bold,careful
    marchsim try goal=50 --game {stem}     # the effect of a change
    pytest                                 # its rules, and the laws of every game
"""


def package(name: str) -> dict[str, str]:
    """The files of a package for a game with this name, by path. Raises ConfigError for an invalid name."""
    names = named(name)
    words = {"stem": names.stem, "name": names.class_name, "title": names.title}
    texts = {
        "pyproject.toml": PROJECT,
        "README.md": README,
        f"{names.stem}/__init__.py": '"""{title}, a game for marchsim."""\n',
        f"{names.stem}/game.py": GAME,
        f"{names.stem}/configs/{names.stem}.toml": CONFIG,
        **{f"{names.stem}/strategies/{one}.py": text for one, text in STRATEGIES.items()},
        f"tests/test_{names.stem}.py": TESTS,
    }
    return {path: text.format(**words) for path, text in texts.items()}
