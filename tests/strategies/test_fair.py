"""Every shipped strategy, in every way of playing: no eye for what is hidden, no favour for seat or place.

Hidden cards and tiles may be anything: with its own chance fixed, a strategy answers the same. And where it
has no reason to prefer, its own chance decides, not the order of the options nor the number of the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Heuristic
from marchsim.games.march.players.heuristic.questions import RATINGS
from marchsim.games.march.players.heuristic.questions.rating import NEVER
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Seat, Table
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import PlayerSeat, ask
from tests.interpreted import some
from tools import games

pytestmark = pytest.mark.both

BLIND = ("first", "last")  # frozen policies: they take a place by its order, and say so
WAYS = games.ways()
WHO = (w.Q_FEROCITY, w.Q_SWAP)  # whose second context is a player


def hidden(s: State, seat: int) -> list[list[tuple[object, int]]]:
    """Return the places (vector, index) of what a seat may not see, by what may change places."""
    cards: list[tuple[object, int]] = [(s.deck, at) for at in range(s.deck_n)]
    for other in range(s.players):
        if other != seat:
            cards += [(s.hand, other * w.CARDS + at) for at in range(s.hand_n[other])]
    pile: list[tuple[object, int]] = [(s.pile, at) for at in range(s.pile_n)]
    horde: list[tuple[object, int]] = [(s.horde_deck, at) for at in range(s.horde_deck_n)]
    return [cards, pile, horde]


def put(places: list[tuple[object, int]], values: list[int]) -> None:
    """Put values into places."""
    for (vector, at), value in zip(places, values, strict=True):
        vector[at] = value  # type: ignore[index]  # a vector, or a list where interpreted


class Twins(Seat):
    """A strategy and its twin, who is asked with everything hidden shuffled; the game follows the first."""

    def __init__(self, g: Play, seat: int, one: PlayerSeat, other: PlayerSeat, dice: Random) -> None:
        self.g, self.seat, self.one, self.other, self.dice = g, seat, one, other, dice
        self.parted: list[int] = []
        self.asked = 0

    def answer(self, question: int) -> int:
        """Ask both."""
        given = int(self.one.answer(question))
        groups = hidden(self.g.s, self.seat)
        before = [[vector[at] for vector, at in places] for places in groups]  # type: ignore[index]  # as above
        for places, values in zip(groups, before, strict=True):
            put(places, self.dice.sample(values, len(values)))
        twin = int(self.other.answer(question))
        for places, values in zip(groups, before, strict=True):
            put(places, values)
        self.asked += 1
        if twin != given:
            self.parted.append(question)
        return given


def mind(g: Play, seat: int, name: str, key: int) -> PlayerSeat:
    """Return a fresh strategy for a seat, with a stream of chance of this key."""
    player = games.maker(name)()
    player.core.rng = player.user.rng = Stream(key)  # type: ignore[attr-defined]  # a Player
    view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
    player.begin(view)  # type: ignore[attr-defined]  # as above
    return PlayerSeat(view, player.core, player.user, player.mask)  # type: ignore[attr-defined]  # as above


def tables(names: Sequence[str], players: int) -> list[list[str]]:
    """Return line-ups in which each of these strategies sits once at least."""
    return [games.line_up(names, players, first) for first in range(0, len(names), players)]


@pytest.mark.rule("MEA-22")
@pytest.mark.parametrize("way", some([(way,) for way in WAYS], 4), ids=str)
def test_what_is_hidden_changes_no_answer(way: tuple[str, int]) -> None:
    """Each strategy in a whole game of each way of playing."""
    preset, players = way
    session, dice = games.table({"preset": preset}, players), Random(11)
    for names in tables((*sources.quick(), "strong.py"), players):
        g = games.deal_out(session, 5, names)
        twins = []
        for seat, name in enumerate(names):
            pair = [mind(g, seat, name, 100 + seat) for _ in range(2)]
            twins.append(Twins(g, seat, *pair, dice))
        g.table.seats[:] = twins
        games.run(g)
        assert sum(twin.asked for twin in twins) > 10
        assert {name: twin.parted for name, twin in zip(names, twins, strict=True) if twin.parted} == {}


def turned(seat: int, players: int) -> int:
    """Return a seat's new number when everybody moves up by one; nobody stays nobody."""
    return (seat + 1) % players if 0 <= seat < players else seat


def relabelled(s: State) -> State:
    """Return the same position with the seats numbered from another player on, in the same turn order."""
    other = State(s.players)
    for name in dir(s):
        value = getattr(s, name)
        if name.startswith("_") or name == "public" or callable(value):
            continue
        if isinstance(value, int):
            setattr(other, name, value)
            continue
        new, length = getattr(other, name), len(value)
        wide = (
            length // w.SEATS if length % w.SEATS == 0 and length != w.CARDS else 0
        )  # so many values a seat
        for at in range(length):
            if wide:
                new[turned(at // wide, s.players) * wide + at % wide] = value[at]
            else:
                new[at] = turned(value[at], s.players) if name == "site" else value[at]
    other.marker = turned(s.marker, s.players)
    other.active = turned(s.active, s.players)
    return other


def renamed(choice: int, players: int) -> int:
    """Return an option with the seats in it renumbered."""
    values = [w.part(choice, at) for at in range(4)]
    place = {w.O_SEAT: 0, w.O_VICTIM: 1, w.O_ANT: 2}.get(w.code_of(choice))
    if place is not None:
        values[place] = turned(values[place], players)
    return int(w.option(w.code_of(choice), *values))


class Judge(Seat):
    """Sits for a heuristic, and asks fresh twins the same with seats renumbered and the options reversed.

    What all of them would be equally content with must be the same, so that only chance decides.
    """

    def __init__(self, g: Play, seat: int, mind: PlayerSeat, every: int) -> None:
        self.g, self.seat, self.mind, self.every = g, seat, mind, every
        self.asked = 0
        self.parted: list[str] = []

    def answer(self, question: int) -> int:
        """Pass the question on; look at every n-th."""
        self.asked += 1
        if self.asked % self.every == 0:
            s, table = self.g.s, self.g.table
            options = [int(table.options[at]) for at in range(table.n)]
            context = (int(table.a), int(table.b), int(table.c), int(table.d))
            usual = self.best(s, self.seat, question, options, context)
            back = self.best(s, self.seat, question, options[::-1], context)
            n = s.players
            about = tuple(
                turned(value, n) if question in WHO and at == 1 else value for at, value in enumerate(context)
            )
            moved = self.best(
                relabelled(s), turned(self.seat, n), question, [renamed(one, n) for one in options], about
            )
            if back != usual or moved != {renamed(one, n) for one in usual}:
                self.parted.append(f"{w.QUESTIONS[question][0]}: {usual}, {back}, {moved}")
        return int(self.mind.answer(question))

    def best(
        self, s: State, seat: int, question: int, options: list[int], context: tuple[int, ...]
    ) -> set[int]:
        """Return the options that a fresh twin likes best."""
        g = self.g
        hooked = self.mind.mask >> question & 1
        twin = type(self.mind.user if hooked else self.mind.core)()
        twin.adopt(self.mind.user)
        table = Table([], 1)
        table.open(*context)
        for one in options:
            table.offer(one)
        table.question = question
        view = View(s, g.kit, g.rules, g.mats, table, seat)
        twin.begin(view)
        answer = ask(twin, question, view)
        rating = RATINGS[question]
        if not rating.looks:
            return {options[answer]}
        e = twin.look(view)  # type: ignore[attr-defined]  # a Heuristic
        rating.prepare(e)
        scores = []
        for one in options:
            e.best = NEVER
            scores.append(rating.rate(e, one))
        return {one for one, score in zip(options, scores, strict=True) if score == max(scores)}


HEURISTICS = [name for name in sources.quick() if type(games.maker(name)().core) is Heuristic]
FIELD = {
    "forager", "explorer", "warlord", "evolver", "zealot", "brooder", "warden", "trapper", "opportunist",
    "pacifist", "greedy", "defender",
}  # fmt: skip


def test_the_whole_field_is_judged() -> None:
    """At least ten heuristics and greedy: none of them escapes the tests of this file."""
    assert set(HEURISTICS) >= FIELD


@pytest.mark.parametrize("every", [28, pytest.param(7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("way", some([(way,) for way in WAYS], 4), ids=str)
def test_neither_seats_nor_places_break_ties(way: tuple[str, int], every: int) -> None:
    """Renumbered seats and reversed options leave the same equally good options, in every way of playing.

    Which of them is taken the strategy's own chance decides (`test_ties_are_broken_by_chance_alone`), so
    relabelled seats give the same distribution.
    """
    preset, players = way
    session = games.table({"preset": preset}, players)
    for names in tables(HEURISTICS, players):
        g = games.deal_out(session, 6, names)
        judges = [Judge(g, seat, mind(g, seat, name, 200 + seat), every) for seat, name in enumerate(names)]
        g.table.seats[:] = judges
        games.run(g)
        assert {name: judge.parted for name, judge in zip(names, judges, strict=True) if judge.parted} == {}


def test_random_play_likes_all_places_alike() -> None:
    """Its options are drawn: none of five is taken much more often than another."""
    player = mind(games.deal_out(games.table(players=3), 1, ["random"] * 3), 0, "random", 3)
    table = player.view._table
    for choice in range(5):
        table.offer(w.option(w.O_SEAT, choice, 0, 0, 0))
    found = Counter(int(player.answer(w.Q_RIVAL)) for _ in range(2000))
    assert all(320 < found[choice] < 480 for choice in range(5))


def test_frozen_policies_are_the_only_ones_that_go_by_place() -> None:
    """Every shipped strategy is a heuristic that is judged above, random, or says that it is no player."""
    others = set(sources.available()) - set(HEURISTICS) - {"random"}
    for name in others & set(BLIND):
        assert "no player" in sources.find(name).text
    assert not {name for name in others - set(BLIND) if "order of the options" in sources.find(name).text}
