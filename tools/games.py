"""Games for tests and measurements: frozen policies, line-ups, deals, and digests of many games.

As a program it prints the digests of N games for each number of players of the standard game, and of a fifth
as many in each other way of playing, so that a test can compare two processes: `python -m tools.games 20`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import play_game
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Strategy, loading
from marchsim.games.march.players.pieces import Me
from marchsim.games.march.players.strategy import Table
from marchsim.games.march.rules import variant
from marchsim.games.march.rules.variant import PRESETS
from marchsim.games.march.table.assembly import Assembly, assemble
from marchsim.games.march.table.record import Recorder
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.words import O_FORAGE, O_PASS, O_PLAY, O_REST, code_of
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.kernel.game import Outcome
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.scripts import Offer
from marchsim.tabletop.recording import RoundEnd

PLAYERS = (3, 4, 5)
SAME = ("two", "five")  # the standard game's rules for as many players
FROZEN = ("random", "first", "last")
FLOOR, PLAIN = "random", "greedy"
LIMITED = ("pacifist", "defender")  # deliberately: what each does without stands in its file
Maker = Callable[[], object]


class Eager(Strategy):
    """Plays cards whenever it can, otherwise forages, and takes all it may, so that every card is used."""

    def action(self, me: Me, table: Table) -> Offer:
        """Prefer a card, then Forage. Never choose Rest if there is another option."""
        options = table.options
        best = [one for one in options if code_of(one.code) == O_PLAY]
        if not best or self.rng.below(8) == 0:
            best = [one for one in options if code_of(one.code) == O_FORAGE]
        if not best or self.rng.below(3) == 0:
            best = [one for one in options if code_of(one.code) != O_REST]
        return best[self.rng.below(len(best))] if best else options[0]

    def otherwise(self, view: View) -> int:
        """Draw an option. Passing is refused more often than not."""
        index = self.rng.below(view.n)
        if view.option(index) == O_PASS:
            index = self.rng.below(view.n)
        return index


def ways() -> list[tuple[str, int]]:
    """Every preset with each of its numbers of players, without repeated games, the standard game first."""
    found = []
    for name in PRESETS:
        low, high = variant.resolve("way", name).players()
        found += [(name, players) for players in range(low, high + 1) if name not in SAME]
    return found


@cache
def maker(use: str) -> Maker:
    """A factory of fresh players for a strategy: a shipped one, `strong.py`, or `eager` of this module."""
    cls = Eager if use == "eager" else loading.strategy_class(sources.find(use))
    return loading.factory(cls, {})


@cache
def entrants() -> tuple[str, ...]:
    """The shipped strategies that are neither frozen nor slow: heuristics, the plain one, and random."""
    return tuple(name for name in sources.quick() if name not in FROZEN or name == FLOOR)


def heuristics() -> tuple[str, ...]:
    """The shipped strategies with a plan of their own: heuristics that are neither plain nor slow."""
    return tuple(name for name in entrants() if name not in (FLOOR, PLAIN))


def plans() -> tuple[str, ...]:
    """The heuristics that are not handicapped, which are tuned to be hard to beat."""
    return tuple(name for name in heuristics() if name not in LIMITED)


def slow_ones() -> tuple[str, ...]:
    """The shipped strategies that declare themselves slow."""
    return tuple(name for name in sources.available() if name not in sources.quick())


def line_up(words: Sequence[str], players: int, shift: int = 0) -> list[str]:
    """The strategy of each seat: the words in turn, beginning with number `shift`."""
    return [words[(seat + shift) % len(words)] for seat in range(players)]


@cache
def standard(preset: str = "standard") -> Assembly:
    """The assembly of the standard variant, or of another unchanged preset."""
    return assemble(variant.resolve("test", preset))


def table(overlay: Mapping[str, Any] | None = None, players: int = 4, record: str = "") -> MarchSession:
    """A session for games of the standard variant, with an overlay if one is given."""
    if not overlay or list(overlay) == ["preset"]:
        return MarchSession(standard((overlay or {}).get("preset", "standard")), players, record)
    return MarchSession(assemble(variant.resolve("test", "", [("test", overlay)])), players, record)


def card_ids() -> list[str]:
    """The ids of the shipped cards."""
    return [card.id for card in standard().variant.components.cards]


@cache
def column(kind: str, name: str) -> int:
    """The index of a column in the rows that a session keeps of a table."""
    known = {rows.table.name: rows.table for rows in Recorder("events").tables}
    return [column.name for column in known[kind].columns].index(name)


def play(session: MarchSession, deal: int, names: Sequence[str]) -> Outcome:
    """Play one game with these strategies on the deal with this number."""
    key = deal_key(1, "test", session.players, deal)
    seats = [seat_key(key, 0, seat) for seat in range(session.players)]
    return session.play(deal, key, seats, [maker(name)() for name in names])


def deal_out(session: MarchSession, deal: int, names: Sequence[str]) -> Play:
    """The same game before its start, for tests that observe it or answer themselves (`run` plays it)."""
    key = deal_key(1, "test", session.players, deal)
    seats = [seat_key(key, 0, seat) for seat in range(session.players)]
    players = [maker(name)() for name in names]
    g = session.seat_players(key, seats, players)
    for seat, player in enumerate(players):
        player.begin(View(g.s, g.kit, g.rules, g.mats, g.table, seat))
    return g


def events(g: Play) -> list[list[int]]:
    """The events of a game whose session keeps them."""
    flat = list(g.events.rows)
    return [flat[at : at + EVENT_WIDTH] for at in range(0, len(flat), EVENT_WIDTH)]


def run(g: Play) -> Play:
    """Play a game from `deal_out` to its end."""
    play_game(g, RoundEnd())
    return g


def digests(count: int, players: int, preset: str = "standard") -> list[str]:
    """The digests of some games of frozen policies. A void game has its reason in place of a digest."""
    session = table({"preset": preset}, players)
    found = []
    for deal in range(count):
        words = line_up(FROZEN, players, deal) if deal % 2 else ["random"] * players
        outcome = play(session, deal, words)
        found.append(outcome.digest or f"void: {outcome.void} {outcome.fault}")
    return found


def together(parts: Sequence[str]) -> str:
    """One digest for a sequence of digests."""
    return blake2b("".join(parts).encode(), digest_size=8).hexdigest()


def main(arguments: Sequence[str]) -> int:
    """Print `preset players game digest` for each game."""
    for line in lines(int(arguments[0])):
        print(line)
    return 0


def lines(count: int) -> list[str]:
    """The lines that the program prints."""
    found = []
    for preset, players in ways():
        base = preset == "standard" and players in PLAYERS
        played = digests(count if base else max(1, count // 5), players, preset)
        found += [f"{preset} {players} {number} {digest}" for number, digest in enumerate(played)]
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
