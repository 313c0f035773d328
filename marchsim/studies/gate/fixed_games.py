"""The fixed games of tier 1: how they are chosen, played, and recorded in a baseline.

They are played by frozen policies and not by the strategies of the field, so an improved strategy changes
none of them. They are chosen to cover everything that can occur, and are then filled up in order. Some games
are stored with all events as compressed text, so that a difference can be shown even after rules, cards and
engine have changed. A stored record is untrusted data: its size is limited and its form is checked.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim import jsonfile
from marchsim.errors import StateMismatch, plural
from marchsim.kernel.game import Game, Outcome, Session, Variant
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.kernel.telling import Drawn, Inspected, Inspector, Moment, Narrated
from marchsim.runner.playing import interrupt
from marchsim.studies.sitting import Follower, Keeping, parting

STAGE = "gate"
TIMES = 3  # everything should occur in this many games
POOL = 4  # games tried for each that is kept

Makers = Mapping[str, Callable[[], object]]
Seen = dict[str, frozenset[str]]
"""What occurred in a game, by kind."""


@dataclass(frozen=True)
class Seating:
    """A game to be played, given by the number of its deal and the policy of each seat."""

    deal: int
    policies: tuple[str, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.policies)

    def words(self) -> str:
        """The players, deal and policies in words."""
        return f"{plural(self.players, 'player')}, deal {self.deal}: {', '.join(self.policies)}"


@dataclass(frozen=True)
class Fixed:
    """A finished game: its digest, a digest for each round, and the reason if it is void, otherwise ''."""

    seating: Seating
    digest: str
    rounds: tuple[str, ...]
    void: str = ""

    def parting(self, other: Fixed) -> int | None:
        """The first round that differs from the other game's, or None if it is unknown."""
        at = parting(self.rounds, other.rounds)
        return None if at is None else at + 1


class _Drawing(Follower):
    """An audience that draws the game right after one of its events."""

    def __init__(self, event: int, heading: str) -> None:
        super().__init__()
        self._event, self._heading, self.picture = event, heading, b""

    def happened(self, moment: Moment) -> None:
        """Draw the position if this is the selected event."""
        teller: object = self.teller
        if moment.number == self._event and isinstance(teller, Drawn):
            self.picture = teller.picture("svg", self._heading)


class FixedTable:
    """Plays fixed games under one variant."""

    def __init__(self, game: Game, variant: Variant, makers: Makers, seed: int) -> None:
        self.game = game
        self.variant = variant
        self.makers = makers
        self.seed = seed
        self._sessions: dict[int, Session] = {}
        self._inspected: dict[tuple[int, bool], tuple[Session, Inspector | None]] = {}

    def play(self, seating: Seating) -> Fixed:
        """Play a game."""
        players = seating.players
        if players not in self._sessions:
            self._sessions[players] = self.game.session(self.variant, players, "")
        return self._fixed(self._sessions[players], seating)

    def inspected(self, seating: Seating, laws: bool) -> tuple[Fixed, Inspector | None]:
        """Play a game with an inspector of its own (None if it has none). `laws` also checks invariants."""
        key = (seating.players, laws)
        if key not in self._inspected:
            session = self.game.session(self.variant, seating.players, "")
            eyes = self.game.inspector(session, laws) if isinstance(self.game, Inspected) else None
            self._inspected[key] = session, eyes
        session, inspector = self._inspected[key]
        return self._fixed(session, seating), inspector

    def events(self, seating: Seating) -> list[Moment]:
        """All events of a game, or an empty list if the game has no teller."""
        if not isinstance(self.game, Narrated):
            return []
        reader = Keeping()
        session = self.game.session(self.variant, seating.players, "")
        reader.teller = self.game.teller(session, seating.policies, reader)
        self._outcome(session, seating)
        return reader.moments

    def drawn(self, seating: Seating, event: int, heading: str) -> bytes:
        """A picture (SVG) of a game just before event number `event`, or b"" if the game cannot be drawn."""
        if not isinstance(self.game, Narrated):
            return b""
        reader = _Drawing(event - 1, heading)
        session = self.game.session(self.variant, seating.players, "")
        reader.teller = self.game.teller(session, seating.policies, reader)
        self._outcome(session, seating)
        return reader.picture

    def _fixed(self, session: Session, seating: Seating) -> Fixed:
        outcome = self._outcome(session, seating)
        session.take()
        void = f"{outcome.void}: {outcome.fault}"[:200] if outcome.void else ""
        return Fixed(seating, outcome.digest, outcome.round_digests, void)

    def _outcome(self, session: Session, seating: Seating) -> Outcome:
        key = deal_key(self.seed, STAGE, seating.players, seating.deal)
        keys = [seat_key(key, 0, seat) for seat in range(seating.players)]
        outcome = session.play(seating.deal, key, keys, [self.makers[use]() for use in seating.policies])
        interrupt.raise_if_noted()
        return outcome


def candidates(players: Sequence[int], policies: Sequence[str], count: int) -> list[Seating]:
    """Make `count` seatings for this number of players.

    On even deals the first policy has all seats. On odd deals all policies share the seats in turn.
    """
    found = []
    for number in range(count):
        deal, at = divmod(number, len(players))
        mixed = tuple(policies[(seat + deal // 2) % len(policies)] for seat in range(players[at]))
        found.append(Seating(deal, mixed if deal % 2 else (policies[0],) * players[at]))
    return found


def choose(table: FixedTable, seatings: Sequence[Seating], count: int) -> tuple[list[Fixed], dict[str, Any]]:
    """Choose `count` games that together show all that occurs in any of them, the richest games first.

    The second value is their coverage by kind, as plain data: how many things there are and how many occur,
    the names of the missing ones, and the rarest.
    """
    played, seen, things = list[Fixed](), list[Seen](), dict[str, set[str]]()
    for seating in seatings:
        fixed, inspector = table.inspected(seating, laws=False)
        played.append(fixed)
        seen.append(dict(inspector.seen()) if inspector and not fixed.void else {})
        if inspector:
            for kind, names in inspector.things().items():
                things.setdefault(kind, set()).update(names)
    order = _richest(things, seen, count)
    chosen = [*order, *(at for at in range(len(played)) if at not in set(order))][:count]
    return [played[at] for at in chosen], _covered(things, [seen[at] for at in chosen])


def _covered(things: Mapping[str, set[str]], seen: Sequence[Seen]) -> dict[str, Any]:
    found = {}
    for kind, names in things.items():
        counts = Counter(name for game in seen for name in game.get(kind, ()) if name in names)
        missing = sorted(name for name in names if not counts[name])
        rarest = min(sorted(names), key=lambda name: counts[name], default="")
        found[kind] = {
            "all": len(names), "seen": len(names) - len(missing), "missing": missing, "rarest": rarest,
            "games": counts[rarest],
        }  # fmt: skip
    return found


def _richest(things: Mapping[str, set[str]], seen: Sequence[Seen], most: int) -> list[int]:
    """The indices of at most `most` games. Each of them is the game that adds most to those before it.

    A game adds each thing that occurs in it, if the thing occurs in fewer than TIMES games before it.
    """
    left = Counter({(kind, name): TIMES for kind, names in things.items() for name in names})
    shows = [{(kind, name) for kind, names in game.items() for name in names} & set(left) for game in seen]
    order: list[int] = []
    others = list(range(len(shows)))
    while others and len(order) < most:
        best = max(others, key=lambda at: (sum(left[thing] for thing in shows[at]), -at))
        if not any(left[thing] for thing in shows[best]):
            break
        for thing in shows[best]:
            left[thing] = max(0, left[thing] - 1)
        others.remove(best)
        order.append(best)
    return order


LARGEST = 8_000_000  # letters of an unpacked game
LEVEL = 9


@dataclass(frozen=True)
class Happening:
    """An event of a recorded game: its time, the key that identifies it, and its text."""

    round: int
    phase: str
    key: str
    text: str


def happenings(moments: Sequence[Moment]) -> list[Happening]:
    """The events of a game in the form that a baseline stores."""
    return [Happening(m.round, m.phase, json.dumps(m.key, default=str), m.text) for m in moments]


def pack(found: Sequence[Happening]) -> str:
    """Compress the events of a game into text."""
    rows = [[one.round, one.phase, one.key, one.text] for one in found]
    plain = json.dumps(rows, separators=(",", ":"), ensure_ascii=False)
    return base64.b85encode(zlib.compress(plain.encode(), LEVEL)).decode()


def unpack(text: str) -> list[Happening]:
    """The events of a game from compressed text. Raises ValueError if `pack` cannot have made the text."""
    try:
        reader = zlib.decompressobj()
        plain = reader.decompress(base64.b85decode(text), LARGEST)
        rows = jsonfile.parse(plain, "a game", "list of events", StateMismatch)
    except (binascii.Error, zlib.error, StateMismatch) as error:
        raise ValueError(f"the events of a game cannot be read ({error})") from None
    if not reader.eof or not isinstance(rows, list):
        raise ValueError("the events of a game are cut off or too many")
    return [_happening(row) for row in rows]


def _happening(row: object) -> Happening:
    if not isinstance(row, list) or [type(value) for value in row] != [int, str, str, str]:
        raise ValueError("an event of a game has the wrong form")
    return Happening(*row)
