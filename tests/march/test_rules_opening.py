"""Opening hexes: the set-up for two players, and for others by parameters (TWO-01 to TWO-03, SET-06)."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.engine.rounds import set_up
from marchsim.games.march.game import MARCH
from marchsim.games.march.players import Strategy
from marchsim.games.march.players.loading import factory
from marchsim.games.march.table.inspection import audit
from marchsim.kernel.rng import stream_key
from marchsim.tabletop.telling.narrator import events_of
from tools.onlooker import unsettled

STARTING_TILES = list(range(1, 9))


class Second(Strategy):
    """Takes the second of the hexes drawn."""

    def draft(self, me, table):
        """Take the second hex."""
        return table.options[1]


class Curious(Strategy):
    """Keeps the questions that it is asked: name, first values of the options, what it is about."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def otherwise(self, view):
        """Note the question and take the first option."""
        values = [w.part(view.option(i), 0) for i in range(view.n)]
        self.asked.append((w.QUESTIONS[view.question][0], values, view.context(0)))
        return 0


@cache
def session(players, text):
    """Return a table of a variant; it is the same for all deals."""
    return MARCH.session(MARCH.variant("test", "standard", [("test", json.loads(text))]), players, "games")


def deal(players=2, number=0, mind=Strategy, tiles=None, tunnel=None, **rules):
    """Return a game that has just been set up, and those who play it."""
    overlay = {"rules": rules, "tiles": tiles or {}, "great-tunnel": tunnel or {}}
    minds = [factory(mind, {})() for _ in range(players)]
    g = session(players, json.dumps(overlay)).seat_players(stream_key("deal", number), range(players), minds)
    set_up(g)
    assert audit(g) == [] and unsettled(g) == []
    return g, [mind.user for mind in minds]


def told(g, kind):
    """Return seat and tile of each event of a kind, but for the Great Tunnel."""
    return [(event[1], event[2]) for event in events_of(g.events.rows) if event[0] == kind and event[2] > 0]


def pile(g, group=w.STARTING):
    """Return the tiles of a group in the pile."""
    return [g.s.pile[i] for i in range(g.s.pile_n) if g.kit.group[g.s.pile[i]] == group]


def ants(g, seat, hexno):
    """Return how many ants a player has in a hex."""
    return g.s.ants[seat * w.HEXES + hexno]


def only(*tiles):
    """Return an overlay that leaves only these starting hexes in the game."""
    return {str(tile): {"enabled": False} for tile in STARTING_TILES if tile not in tiles}


@pytest.mark.rule("TWO-01")
def test_the_reverse_of_the_great_tunnel_lies_up():
    """Its three tunnels, where the front has six; a parameter turns it over."""
    for players, rules, tunnels in (
        (2, {}, [0, 2, 4]),
        (3, {}, [0, 1, 2, 3, 4, 5]),
        (2, {"tunnel_side_two": "front"}, [0, 1, 2, 3, 4, 5]),
        (3, {"tunnel_side": "reverse"}, [0, 2, 4]),
    ):
        g, _ = deal(players, **rules)
        assert [edge for edge in range(6) if g.s.open[w.TUNNEL * 6 + edge]] == tunnels


@pytest.mark.rule("TWO-02")
@pytest.mark.parametrize("mind", [Strategy, Second])
def test_each_draws_two_starting_hexes_and_places_one_joined_to_the_great_tunnel(mind):
    """First the starting player, then the other, who does not draw the hex that lies."""
    for number in range(20):
        g, _ = deal(number=number, mind=mind)
        draws = told(g, w.E_DRAW_TILE)
        assert [seat for seat, _ in draws] == [0, 0, 1, 1]
        assert {g.kit.group[tile] for _, tile in draws} == {w.STARTING}
        chosen = [draws[0], draws[2]] if mind is Strategy else [draws[1], draws[3]]
        assert told(g, w.E_TILE) == chosen
        assert sorted([*told(g, w.E_RETURN_TILE), *chosen]) == sorted(draws)
        assert chosen[0][1] not in (draws[2][1], draws[3][1])
        for _, tile in chosen:
            assert w.TUNNEL in [g.s.joined[tile * 6 + edge] for edge in range(6)]


@pytest.mark.rule("TWO-02")
def test_the_hexes_are_drawn_at_random_and_may_be_drawn_again():
    """In 60 deals each of the eight is drawn by each player, also what the first put back."""
    first, second, again = Counter(), Counter(), 0
    for number in range(60):
        g, _ = deal(number=number)
        draws = [tile for _, tile in told(g, w.E_DRAW_TILE)]
        first.update(draws[:2])
        second.update(draws[2:])
        again += draws[1] in draws[2:]
    assert sorted(first) == sorted(second) == STARTING_TILES
    assert max(*first.values(), *second.values()) < 40 and 2 < again < 40


@pytest.mark.rule("TWO-02")
def test_players_choose_hex_tunnel_turn_and_sites():
    """Of each question both know what it is about; the second has one tunnel fewer to choose from."""
    g, players = deal(mind=Curious)
    for seat, player in enumerate(players):
        (_, tile), tunnels = told(g, w.E_TILE)[seat], 3 - seat
        asked = {name: (values, context) for name, values, context in player.asked}
        assert [name for name, _, _ in player.asked][:3] == ["draft", "place", "turn"]
        assert asked["draft"][0] == [number for who, number in told(g, w.E_DRAW_TILE) if who == seat]
        assert asked["place"] == ([w.TUNNEL] * tunnels, tile)
        assert asked["turn"][1] == tile
        assert asked["inhabit"] == ([tile] * len(asked["inhabit"][0]), tile)


@pytest.mark.rule("TWO-03", "MEA-09")
def test_each_starts_with_three_ants_in_its_hex_and_none_in_the_great_tunnel():
    """3 larvae, 2 food, 2 cards, 30 cubes in supply; the sites are filled, other ants in the outskirts."""
    for number in range(10):
        g, _ = deal(number=number)
        s = g.s
        for seat, tile in told(g, w.E_TILE):
            assert (s.larvae[seat], s.supply[seat], s.food[seat], s.hand_n[seat]) == (3, 30, 2, 2)
            assert (s.army[seat], ants(g, seat, tile), ants(g, seat, w.TUNNEL)) == (3, 3, 0)
            assert s.out[seat * w.HEXES + tile] == 3 - g.kit.sites[tile] == 3 - s.filled[tile]


@pytest.mark.rule("SET-06", "TWO-02")
def test_two_of_the_other_starting_hexes_per_player_lie_on_top_of_the_pile():
    """What was placed is not among them; what was put back may be."""
    back = 0
    for number in range(20):
        g, _ = deal(number=number)
        lies = [tile for _, tile in told(g, w.E_TILE)]
        assert len(set(pile(g))) == 4 and not set(pile(g)) & set(lies)
        assert [g.kit.group[g.s.pile[i]] for i in range(g.s.pile_n - 4, g.s.pile_n)] == [w.STARTING] * 4
        back += bool({tile for _, tile in told(g, w.E_RETURN_TILE)} & set(pile(g)))
    assert back > 5


@pytest.mark.rule("TWO-02")
def test_who_finds_no_hex_starts_in_the_great_tunnel():
    """With one starting hex left the first player places it, the second has its ants in the middle."""
    g, players = deal(mind=Curious, tiles=only(4))
    assert told(g, w.E_TILE) == [(0, 4)] and "draft" not in [name for name, _, _ in players[0].asked]
    assert (ants(g, 0, 4), ants(g, 1, w.TUNNEL), g.s.out[w.HEXES + w.TUNNEL]) == (3, 3, 3)
    assert players[1].asked == [] and pile(g) == []


@pytest.mark.rule("TWO-02")
def test_who_finds_no_open_tunnel_starts_in_the_great_tunnel():
    """A Great Tunnel with one tunnel has room for one hex, and no other is drawn."""
    g, _ = deal(tunnel={"back": [2]})
    ((seat, tile),) = told(g, w.E_TILE)
    assert (seat, g.s.joined[w.TUNNEL * 6 + 2]) == (0, tile)
    assert [who for who, _ in told(g, w.E_DRAW_TILE)] == [0, 0]
    assert ants(g, 1, w.TUNNEL) == 3


@pytest.mark.rule("TWO-02", "MEA-07")
def test_a_centipede_or_wormhole_symbol_holds_at_once_and_nothing_else():
    """A token for a centipede, a printed wormhole; what other hexes do when placed is not done (D-22)."""
    g, _ = deal(tiles={"4": {"icon": "centipede"}, "5": {"icon": "wormhole"}, **only(4, 5)})
    assert (g.s.centipede[4], g.s.centipede[5], g.s.wormhole[5], g.s.tokens) == (1, 0, 1, 14)
    lair = {"21": {"group": "starting"}, "24": {"group": "starting"}, **only()}
    g, players = deal(mind=Curious, tiles=lair)
    assert sorted(tile for _, tile in told(g, w.E_TILE)) == [21, 24]
    assert [list(g.s.hand_n)[:2], list(g.s.food)[:2]] == [[2, 2], [2, 2]]
    assert {name for player in players for name, _, _ in player.asked} <= {
        "draft",
        "place",
        "turn",
        "inhabit",
    }


@pytest.mark.rule("TWO-02", "TWO-03")
def test_how_many_hexes_and_ants_is_a_parameter():
    """None: the ants start in the Great Tunnel. One: nobody is asked which."""
    g, _ = deal(opening_hexes_two=0, starting_ants_two=2)
    assert told(g, w.E_TILE) == [] and ants(g, 0, w.TUNNEL) == ants(g, 1, w.TUNNEL) == 2
    g, players = deal(mind=Curious, opening_hexes_two=1, starting_ants_two=4)
    assert len(told(g, w.E_DRAW_TILE)) == len(told(g, w.E_TILE)) == 2
    assert "draft" not in [name for player in players for name, _, _ in player.asked]
    assert g.s.army[0] == g.s.army[1] == 4


@pytest.mark.rule("SET-06", "FIV-01")
def test_more_players_may_open_the_meadow_so_too():
    """Five players place a hex each, of which the pile then holds the other three."""
    g, _ = deal(5, opening_hexes=4, starting_ants=2)
    assert [seat for seat, _ in told(g, w.E_TILE)] == [0, 1, 2, 3, 4]
    assert sorted([*pile(g), *(tile for _, tile in told(g, w.E_TILE))]) == STARTING_TILES
    assert all(ants(g, seat, tile) == 2 for seat, tile in told(g, w.E_TILE))


@pytest.mark.rule("SET-06")
def test_without_opening_hexes_nothing_of_this_happens():
    """Three players as ever: nothing is drawn, an ant each in the Great Tunnel, six starting hexes."""
    g, players = deal(3, mind=Curious)
    assert told(g, w.E_DRAW_TILE) == told(g, w.E_TILE) == [] and len(pile(g)) == 6
    assert [player.asked for player in players] == [[]] * 3
    assert g.s.crowd[w.TUNNEL] == 3
