"""Games of Ant Wars for tests and measurements: frozen policies, deals, digests.

The module has the same names as `games`.

As a program it prints the digests of some games for each preset and number of players, so that a test can
compare two processes: `python -m tools.antgames 20`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_game
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players import Strategy, loading
from marchsim.games.antwars.rules import variant
from marchsim.games.antwars.rules.variant import PRESETS
from marchsim.games.antwars.table.assembly import Assembly, assemble
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.words import (
    ENTRANCE,
    NOBODY,
    O_EXPLORE,
    O_STOP,
    O_TRANSFORM,
    Q_ACTION,
    Q_MAJORS,
    Q_MINORS,
    code_of,
    part,
)
from marchsim.kernel.game import Outcome
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import Player, seated
from marchsim.tabletop.recording import RoundEnd
from tools.games import together

__all__ = ["together"]
FROZEN = ("random", "first", "last", "rover", "marauder")
PLANS = ("besieger", "breeder", "harvester", "hunter", "opportunist", "rusher", "turtle")
FLOOR = "random"
PLAYERS = (2, 3, 4, 5, 6)


class Rover(Strategy):
    """Plays at random, but opens its gate and hardly ever stops, so that colonies meet."""

    def otherwise(self, view: View) -> int:
        """Draw an option. It opens a closed Entrance first, and seldom stops."""
        index = self.rng.below(view.n)
        if view.question == Q_ACTION:
            for at in range(view.n):
                option = view.option(at)
                gate = code_of(option) == O_TRANSFORM and part(option, 1) == ENTRANCE
                if gate and view.open[view.seat] == 0:
                    return at
                if at == index and (option == O_STOP or gate):
                    index = self.rng.below(view.n)
        return index


class Marauder(Rover):
    """A rover that enters other anthills with all its ants, so that nests are taken and pupae killed."""

    def otherwise(self, view: View) -> int:
        """Go on into another's anthill, leave nobody behind, and otherwise act as a rover."""
        if view.question in (Q_MINORS, Q_MAJORS):
            return view.n - 1
        if view.question == Q_ACTION:
            for at in range(view.n):
                option = view.option(at)
                if code_of(option) == O_EXPLORE:
                    home, pupae = view.board.home[part(option, 1)], view.pupae[part(option, 1)]
                    if home not in (NOBODY, view.seat) and (pupae > 0 or self.rng.below(2) == 0):
                        return at
        return super().otherwise(view)


OWN = {"rover": Rover, "marauder": Marauder}


def ways() -> list[tuple[str, int]]:
    """Every preset with each number of players, the standard game first."""
    return [(name, players) for name in PRESETS for players in PLAYERS]


@cache
def maker(use: str) -> Callable[[], object]:
    """A factory of fresh players for a strategy, either a shipped one or one of this module."""
    cls = OWN.get(use) or loading.strategy_class(sources.find(use, game="antwars"))
    return loading.factory(cls, {})


def line_up(words: Sequence[str], players: int, shift: int = 0) -> list[str]:
    """The strategy of each seat: the words in turn, beginning with number `shift`."""
    return [words[(seat + shift) % len(words)] for seat in range(players)]


@cache
def standard(preset: str = "standard") -> Assembly:
    """The assembly of an unchanged preset."""
    return assemble(variant.resolve("test", preset))


def table(overlay: Mapping[str, Any] | None = None, players: int = 4, record: str = "") -> AntWarsSession:
    """A session for games of the standard variant, with an overlay if one is given."""
    if not overlay or list(overlay) == ["preset"]:
        return AntWarsSession(standard((overlay or {}).get("preset", "standard")), players, record)
    return AntWarsSession(assemble(variant.resolve("test", "", [("test", overlay)])), players, record)


def keys(session: AntWarsSession, deal: int) -> tuple[int, list[int]]:
    """The key of a deal and the keys of its seats."""
    key = deal_key(1, "test", session.players, deal)
    return key, [seat_key(key, 0, seat) for seat in range(session.players)]


def play(session: AntWarsSession, deal: int, names: Sequence[str]) -> Outcome:
    """Play one game with these strategies on the deal with this number."""
    return session.play(deal, *keys(session, deal), [maker(name)() for name in names])


def deal_out(session: AntWarsSession, deal: int, names: Sequence[str]) -> Play:
    """The same game before its start, for tests that observe it (`run` plays it)."""
    key, seats = keys(session, deal)
    g = session.fresh(key)
    for seat, name in enumerate(names):
        player, view = maker(name)(), View(g, seat)
        assert isinstance(player, Player)
        g.table.seats.append(seated(view, seats[seat], player))
        player.begin(view)
    return g


def run(g: Play) -> Play:
    """Play a game from `deal_out` to its end."""
    play_game(g, RoundEnd())
    return g


class Halt(Exception):
    """Raised to stop the game."""


class Until(RoundEnd):
    """Stops the game at the end of one round."""

    def __init__(self, number: int) -> None:
        self.number = number

    def ended(self, g: Play) -> None:
        """Stop at the end of the selected round."""
        if g.s.round == self.number:
            raise Halt


def reached(number: int, players: int = 4, deal: int = 3) -> Play:
    """A game of plans, played for `number` rounds."""
    g = deal_out(table({"preset": "dealt"}, players), deal, line_up(PLANS, players))
    with suppress(Halt):
        play_game(g, Until(number))
    assert g.s.round == number
    return g


def lines(count: int) -> list[str]:
    """A line for each game: preset, players, deal, digest, decisions and winners."""
    found = []
    for preset, players in ways():
        session = table({"preset": preset}, players)
        for deal in range(count):
            words = line_up((*FROZEN, *PLANS), players, deal)
            outcome = play(session, deal, words)
            told = outcome.void or f"{outcome.digest} {outcome.decisions} {outcome.winners}"
            found.append(f"{preset} {players} {deal} {told}")
    return found


if __name__ == "__main__":
    print("\n".join(lines(int(sys.argv[1]))))
