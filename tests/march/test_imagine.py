"""Imagined games: made of what a seat sees alone, lawful, and fair in what they guess."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from scipy.stats import chisquare

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Heuristic, World, may_follow
from marchsim.games.march.table import inspection
from marchsim.kernel.table import Seat
from tests.interpreted import some
from tests.strategies.test_fair import hidden, put
from tools import games

pytestmark = pytest.mark.both

FIELD = ("forager", "evolver", "warlord", "explorer")
BESIDE = ("n", "question", "kit", "rules", "mats")  # what a view shows that is no part of the position
UNSEEN = ("hand", "deck", "pile", "horde_deck")


class Onlooker(Seat):
    """Sits for a strategy and shows each turn of its seat to `look` before it answers.

    `anywhere`: and each other question from which a game can be imagined on.
    """

    def __init__(self, g: Play, seat: int, look: Callable[[View, Play], None], anywhere: bool) -> None:
        self.mind, self.look, self.g, self.anywhere = g.table.seats[seat], look, g, anywhere
        self.view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)

    def answer(self, question: int) -> int:
        """Look, then pass the question on."""
        if may_follow(self.view) and (self.anywhere or turn_begins(self.view)):
            self.look(self.view, self.g)
        return int(self.mind.answer(question))


def turn_begins(view: View) -> bool:
    """Return whether the question is the action of a turn."""
    return bool(view.question == w.Q_ACTION and view.context(0) == w.NONE)


def watched(
    preset: str, players: int, look: Callable[[View, Play], None], deal: int = 3, anywhere: bool = False
) -> Play:
    """Play a game of heuristics in which `look` sees every turn."""
    g = games.deal_out(games.table({"preset": preset}, players), deal, games.line_up(FIELD, players, deal))
    g.table.seats[:] = [Onlooker(g, seat, look, anywhere) for seat in range(players)]
    return games.run(g)


def world_of(view: View) -> World:
    """Return a world of plain heuristics."""
    return World(view, [Heuristic() for _ in range(view.players)])


def values(of: object, left_out: tuple[str, ...] = ()) -> Iterator[tuple[str, object]]:
    """Yield all numbers and vectors of a state or a view by name."""
    for name in dir(of):
        value = None if name.startswith("_") or name in left_out else getattr(of, name)
        if isinstance(value, int):
            yield name, value
        elif value is not None and not callable(value) and hasattr(value, "__len__"):
            yield name, list(value)


def shuffled(s: State, seat: int, dice: Random) -> Callable[[], None]:
    """Shuffle all that is hidden from a seat; return what puts it back."""
    groups = hidden(s, seat)
    before = [[vector[at] for vector, at in places] for places in groups]  # type: ignore[index]  # vectors
    for places, cards in zip(groups, before, strict=True):
        put(places, dice.sample(cards, len(cards)))

    def back() -> None:
        for places, cards in zip(groups, before, strict=True):
            put(places, cards)

    return back


@pytest.mark.parametrize("way", some([(way,) for way in games.ways()], 4), ids=str)
def test_what_is_hidden_has_no_part_in_it(way: tuple[str, int]) -> None:
    """Two positions that differ only in hidden things make the same imagined games, to their ends."""
    dice, looked = Random(7), 0

    def look(view: View, g: Play) -> None:
        nonlocal looked
        if dice.random() > 0.1:
            return
        looked += 1
        key, choice = dice.getrandbits(60), view.option(dice.randrange(view.n))
        found = []
        for _ in range(2):
            back = shuffled(g.s, view.seat, dice)
            world = world_of(view)
            world.imagine(key)
            position = dict(values(world.g.s))
            world.follow(choice, 2)
            found.append((position, dict(values(world.g.s))))
            back()
        assert found[0] == found[1]
        assert found[0][0] != found[0][1]

    watched(*way, look, anywhere=True)
    assert looked > 0


@pytest.mark.parametrize("way", some([(way,) for way in games.ways()], 4), ids=str)
def test_an_imagined_position_is_lawful_and_looks_as_the_real_one(way: tuple[str, int]) -> None:
    """Cubes, cards, tiles, tokens and counts agree; what the seat sees is what it sees in truth."""
    dice, looked = Random(8), 0

    def look(view: View, g: Play) -> None:
        nonlocal looked
        if dice.random() > 0.25:
            return
        looked += 1
        world = world_of(view)
        world.imagine(dice.getrandbits(60))
        s = world.g.s
        assert inspection.audit(world.g) == []
        assert dict(values(world.seen(view.seat), BESIDE)) == dict(values(view, BESIDE))
        assert cards(s, view.seat) == cards(g.s, view.seat)
        for name in ("deck", "pile", "horde_deck"):
            assert getattr(s, f"{name}_n") == getattr(g.s, f"{name}_n")
        real = [list(g.s.pile)[at] for at in range(g.s.pile_n)]
        assert sum(g.kit.group[tile] == w.STARTING for tile in real) == sum(
            g.kit.group[list(s.pile)[at]] == w.STARTING for at in range(s.pile_n)
        )
        assert world.g.trappers == g.trappers

    watched(*way, look)
    assert looked > 0


def cards(s: State, seat: int) -> list[list[int]]:
    """Return what a seat knows of the cards: its hand, the discards, evolutions and goals."""
    return [
        [s.hand[seat * w.CARDS + at] for at in range(s.hand_n[seat])],
        [s.discards[at] for at in range(s.discards_n)],
        [s.horde_discards[at] for at in range(s.horde_discards_n)],
        *([s.goal[one * w.CARDS + at] for at in range(s.goal_n[one])] for one in range(s.players)),
        *([s.evolution[at * w.CARDS + n] for n in range(s.evolution_n[at])] for at in range(s.players * 3)),
    ]


def test_each_unseen_card_is_as_likely_anywhere() -> None:
    """Of 1,200 imagined games, by chi-square: the deck's top and bottom, other hands, the pile."""
    found: dict[str, dict[int, int]] = {}

    def look(view: View, g: Play) -> None:
        if g.s.turns != 6:
            return
        world, dice = world_of(view), Random(5)
        for _ in range(1200):
            world.imagine(dice.getrandbits(60))
            s = world.g.s
            places = {"top": s.deck[s.deck_n - 1], "bottom": s.deck[0], "tile": s.pile[s.pile_n - 1]}
            places |= {f"hand {one}": s.hand[one * w.CARDS] for one in range(4) if one != view.seat}
            for place, card in places.items():
                counts = found.setdefault(place, {})
                counts[card] = counts.get(card, 0) + 1

    g = watched("standard", 4, look)
    assert len(found) == 6
    unseen = len(found["top"])
    assert unseen > 40
    for place, counts in found.items():
        assert place == "tile" or set(counts) == set(found["top"])
        p = chisquare(list(counts.values())).pvalue
        print(place, len(counts), p, "seed 5")
        assert p > 1e-4
    assert len(found["tile"]) == sum(
        g.kit.group[tile] == w.STARTING for tile in range(26) if tile in found["tile"]
    )


def test_it_follows_the_action_led_to() -> None:
    """The seat's first action is the one asked for; the round is played to its end, or a later one."""
    led = []

    def look(view: View, g: Play) -> None:
        if not 2 <= g.s.turns <= 5:
            return
        world = world_of(view)
        world.g.events.keep = True
        for index in range(view.n):
            choice = view.option(index)
            for rounds in (1, 2):
                world.imagine(11)
                world.follow(choice, rounds)
                first = next(row for row in games.events(world.g) if row[0] == w.E_ACTION)
                assert first[1:3] == [view.seat, w.code_of(choice)]
                assert world.g.s.round == view.round + rounds - 1
                assert world.g.s.phase == w.QUEEN
            led.append(first[2])

    watched("standard", 4, look)
    assert len(set(led)) > 2


def test_games_go_on_from_the_midst_of_a_turn_and_of_a_battle() -> None:
    """From a step, a reaction and a card for ferocity too: to the end of the round, by the answer led to."""
    kinds: dict[tuple[int, bool], int] = {}

    def look(view: View, g: Play) -> None:
        if turn_begins(view):
            return
        kind = (int(view.question), bool(view.marker == view.seat))
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] > 5:
            return
        world, ends = world_of(view), []
        for index in range(view.n):
            world.imagine(5)
            world.follow(view.option(index), 1)
            assert world.g.s.round == view.round
            assert world.g.s.phase in (w.QUEEN, w.OVER)
            ends.append(dict(values(world.g.s)))
            assert inspection.audit(world.g) == []
        assert any(one != ends[0] for one in ends)

    for deal in range(3):
        watched("standard", 4, look, deal, anywhere=True)
    for kind in ((w.Q_STEP, True), (w.Q_STEP, False), (w.Q_FEROCITY, True), (w.Q_FEROCITY, False)):
        assert kinds.get(kind, 0) > 0


def hands(s: State) -> list[list[int]]:
    """Return all hands."""
    return [[s.hand[seat * w.CARDS + at] for at in range(s.hand_n[seat])] for seat in range(s.players)]


def all_of(world: World, seat: int) -> dict[str, object]:
    """Return what a seat sees of an imagined game, and what it does not."""
    unseen = {name: list(getattr(world.g.s, name))[: getattr(world.g.s, name + "_n")] for name in UNSEEN[1:]}
    return dict(values(world.seen(seat), BESIDE)) | unseen | {"hands": hands(world.g.s)}


def test_a_game_laid_out_again_is_the_same_game() -> None:
    """So that the answers to a question are tried in the same imagined games."""

    def look(view: View, g: Play) -> None:
        if view.turns > 8:
            return
        world = world_of(view)
        world.imagine(3)
        first = all_of(world, view.seat)
        world.follow(view.option(view.n - 1), 1)
        assert all_of(world, view.seat) != first
        world.again()
        assert all_of(world, view.seat) == first

    watched("coop", 3, look)


@pytest.mark.parametrize("preset", ["standard", "coop"])
def test_games_imagined_before_have_no_part_in_it(preset: str) -> None:
    """Minds judge one after another in the same vectors, and forget the last."""
    worlds: dict[int, World] = {}

    def look(view: View, g: Play) -> None:
        if view.turns % 4:
            return
        ends = []
        for world in (worlds.setdefault(view.seat, world_of(view)), world_of(view)):
            world.imagine(view.turns)
            world.follow(view.option(0), 2)
            ends.append(all_of(world, view.seat))
        assert ends[0] == ends[1]

    watched(preset, 3, look)
    assert len(worlds) > 1
