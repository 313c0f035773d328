"""A view hides what a player may not see: deck, pile and other hands may be anything, it shows the same."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import heuristic
from marchsim.games.march.players.strategy import Strategy
from marchsim.games.march.words import CARDS, CENTRE, EDGE_Q, EDGE_R, HEXES, NONE
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Seat
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import PlayerSeat
from tests.interpreted import some
from tools import games

pytestmark = [pytest.mark.both, pytest.mark.rule("MEA-22")]


def hidden(s: State, seat: int) -> list[tuple[object, int]]:
    """Return the places (vector, index) of the cards that a seat may not see: deck and other hands."""
    places: list[tuple[object, int]] = [(s.deck, index) for index in range(s.deck_n)]
    for other in range(s.players):
        if other != seat:
            places += [(s.hand, other * CARDS + index) for index in range(s.hand_n[other])]
    return places


def permute(places: list[tuple[object, int]], dice: Random) -> list[int]:
    """Shuffle what lies in some places; return what lay there."""
    before = [vector[index] for vector, index in places]
    after = dice.sample(before, len(before))
    put(places, after)
    return before


def put(places: list[tuple[object, int]], values: list[int]) -> None:
    """Put values into places."""
    for (vector, index), value in zip(places, values, strict=True):
        vector[index] = value


class Twins(Seat):
    """A strategy and its twin: the twin answers the same questions, but what is hidden has been shuffled."""

    def __init__(self, g: Play, seat: int, one: PlayerSeat, other: PlayerSeat, dice: Random) -> None:
        self.g = g
        self.seat = seat
        self.one = one
        self.other = other
        self.dice = dice
        self.asked = 0
        self.parted: list[str] = []

    def answer(self, question: int) -> int:
        """Ask both; the game follows the first."""
        given = int(self.one.answer(question))
        s = self.g.s
        cards = hidden(s, self.seat)
        pile: list[tuple[object, int]] = [(s.pile, index) for index in range(s.pile_n)]
        before = permute(cards, self.dice), permute(pile, self.dice)
        twin = int(self.other.answer(question))
        put(cards, before[0])
        put(pile, before[1])
        self.asked += 1
        if twin != given:
            self.parted.append(f"question {question}: {given} and {twin}")
        return given


def mind(g: Play, seat: int, name: str) -> PlayerSeat:
    """Return a fresh strategy in a seat of a game, with a stream that is the same for twins."""
    player = games.maker(name)()
    player.core.rng = player.user.rng = Stream(1000 + seat)
    view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
    player.begin(view)
    return PlayerSeat(view, player.core, player.user, player.mask)


@pytest.mark.parametrize("name", some([(name,) for name in sources.quick()], 4))
def test_what_is_hidden_changes_no_answer(name: str) -> None:
    """Every shipped strategy, in whole games against its own kind."""
    for deal, players in enumerate(games.PLAYERS):
        g = games.deal_out(games.table(players=players), deal, [name] * players)
        dice = Random(deal)
        twins = [Twins(g, seat, mind(g, seat, name), mind(g, seat, name), dice) for seat in range(players)]
        g.table.seats[:] = twins
        games.run(g)
        assert [parted for twin in twins for parted in twin.parted] == []
        assert sum(twin.asked for twin in twins) == g.table.decisions > 20


class Cheat(Strategy):
    """Chooses by the deck's top card."""

    def otherwise(self, view: View) -> int:
        """Look where nobody may."""
        state = view._state
        return int(state.deck[max(state.deck_n - 1, 0)] % view.n)


def test_a_cheat_is_found() -> None:
    """The twins part as soon as one of them looks at the deck."""
    g = games.deal_out(games.table(players=3), 1, ["random"] * 3)
    for seat in range(3):
        view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        one, other = PlayerSeat(view, Cheat(), Cheat(), 0), PlayerSeat(view, Cheat(), Cheat(), 0)
        g.table.seats[seat] = Twins(g, seat, one, other, Random(seat))
    seats = list(g.table.seats)
    games.run(g)
    assert all(isinstance(seat, Twins) and seat.parted for seat in seats)


class Peeper(Seat):
    """Notes all that a view shows, before and after what is hidden is shuffled, at every 7th question."""

    def __init__(self, g: Play, seat: int) -> None:
        self.g = g
        self.view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        self.dice = Random(seat)
        self.seen = 0
        self.parted: list[str] = []

    def answer(self, question: int) -> int:
        """Look twice, then answer at random."""
        if self.g.table.decisions % 7 == 0:
            s = self.g.s
            first = shown(self.view)
            cards = hidden(s, self.view.seat)
            pile: list[tuple[object, int]] = [(s.pile, index) for index in range(s.pile_n)]
            before = permute(cards, self.dice), permute(pile, self.dice)
            second = shown(self.view)
            put(cards, before[0])
            put(pile, before[1])
            self.seen += 1
            self.parted += [name for name in first if first[name] != second[name]]
        return self.dice.randrange(self.g.table.n)


def arguments(view: View) -> dict[str, list[tuple[int, ...]]]:
    """Return, for each method of a view, all arguments that mean something now."""
    seats = range(view.players)
    return {
        "option": [(index,) for index in range(view.n)],
        "context": [(index,) for index in range(4)],
        "discarded": [(index,) for index in range(view.discards_n)],
        "horde_discarded": [(index,) for index in range(view.horde_discards_n)],
        "card": [(index,) for index in range(view.hand_n[view.seat])],
        "most_in_hand": [(view.kit.ferocity,)],
        "has_in_hand": [(view.kit.section, section) for section in range(3)],
        "goal": [(seat, index) for seat in seats for index in range(view.goal_n[seat])],
        "top": [(seat, section) for seat in seats for section in range(3)],
        "covered": [
            (seat, section, index)
            for seat in seats
            for section in range(3)
            for index in range(view.evolution_n[seat * 3 + section])
        ],
        "holds": [(seat, hexno) for seat in seats for hexno in range(HEXES)],
        "evolutions": [(seat,) for seat in seats],
        "controller": [(hexno,) for hexno in range(HEXES)],
        "neighbour": [(hexno, edge) for hexno in range(HEXES) for edge in range(6)],
    }


def figured(view: View) -> dict[str, object]:
    """Return every figure of a view's position, by name; fails for one that it does not know how to ask."""
    seats, either = range(view.players), (False, True)
    by_hex = [(hexno,) for hexno in range(HEXES)]
    by_seat = [(seat,) for seat in seats]
    by_choice = [(seat, one) for seat in seats for one in either]
    places = [(CENTRE + q, CENTRE + r) for q, r in zip(EDGE_Q, EDGE_R, strict=True)] + [(CENTRE + 2, CENTRE)]
    known: dict[str, list[tuple[int, ...]]] = {
        **dict.fromkeys(("march_steps", "forage_cards", "mouths", "food_due"), by_choice),
        **dict.fromkeys(("decree_food", "decree_larvae"), by_choice),
        **dict.fromkeys(("raid_steps", "thorax_steps", "silences", "feed_rate"), by_seat),
        **dict.fromkeys(("tiles_inhabited", "outer_inhabited", "alone_inhabited"), by_seat),
        **dict.fromkeys(("wormholes_inhabited", "single_larva_sites"), by_seat),
        **dict.fromkeys(("inner_controlled", "inner_scoring"), by_seat),
        **dict.fromkeys(("players_in", "contested", "open_tunnels"), by_hex),
        "place_scores": places,
        "turn_scores": [(1, *place, turn) for place in places for turn in range(6)],
        "tile_scores": [(1, *place, edge) for place in places for edge in range(NONE, 6)],
        "rests_to_end": [(one,) for one in either],
        "starting_tiles": [()],
        "complete_bodies": [(seat, section, 1) for seat in seats for section in range(3)],
        "head_strength": [(seat, one, other) for seat in seats for one in either for other in either],
        "winner_losses": [(strength,) for strength in range(9)],
        "site_yield": [(seat, kind) for seat in seats for kind in range(1, 6)],
        "goal_points": [(seat, view.goal(seat, i)) for seat in seats for i in range(view.goal_n[seat])],
    }
    names = [name for name in dir(view.figures) if not name.startswith("_")]
    return {name: [getattr(view.figures, name)(*words) for words in known[name]] for name in names}


def shown(view: View) -> dict[str, object]:
    """Return everything that a view shows, by name; fails for a name that it does not know how to read."""
    known = arguments(view)
    found: dict[str, object] = figured(view)
    for name in dir(view):
        if name.startswith("_") or name in ("kit", "rules", "figures", "copy_to"):
            continue
        value = getattr(view, name)
        if callable(value):
            found[name] = [value(*words) for words in known[name]]
        else:
            found[name] = value if isinstance(value, int) else list(value)
    return found


@pytest.mark.parametrize("players", games.PLAYERS)
def test_nothing_in_a_view_depends_on_what_is_hidden(players: int) -> None:
    """Every attribute, property and method of a view, in whole games."""
    g = games.deal_out(games.table(players=players), 11, ["random"] * players)
    peepers = [Peeper(g, seat) for seat in range(players)]
    g.table.seats[:] = peepers
    games.run(g)
    assert sum(peeper.seen for peeper in peepers) > 10
    assert {name for peeper in peepers for name in peeper.parted} == set()


def test_no_strategy_looks_behind_its_view() -> None:
    """Names with an underscore are the view's own: no shipped strategy and no heuristic uses them."""
    files = [*sorted(sources.shipped_folder("strategies/march").glob("*.py"))]
    files += sorted(Path(str(heuristic.__file__)).parent.glob("*.py"))
    assert len(files) > 8
    for file in files:
        assert re.findall(r"\bview\._\w+|\._state\b|\._table\b", file.read_text(encoding="utf-8")) == [], file
