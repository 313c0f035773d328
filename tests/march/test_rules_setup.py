"""Set-up: what lies on the table before the first turn, over many deals (SET, FIV-01)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import play_game, set_up
from marchsim.games.march.engine.state import State
from marchsim.games.march.game import MARCH
from marchsim.games.march.players import Strategy
from marchsim.games.march.players.loading import factory
from marchsim.games.march.table.inspection import audit
from marchsim.games.march.words import BEYOND, CARDS, CENTRE, E_ROUND, HEXES, OVER, STANDARD, STARTING, TUNNEL
from marchsim.kernel.rng import stream_key
from marchsim.runner.configuration.design import Design
from marchsim.runner.planning.schedule import Schedule
from marchsim.tabletop.recording import RoundEnd
from marchsim.tabletop.telling.narrator import events_of
from tools.games import card_ids

PLAYERS = [3, 4, 5]
IN_THE_BOX = len(card_ids())
STANDARD_TILES, BEYOND_TILES, STARTING_TILES = 12, 5, 8


@cache
def session(players, preset, rules):
    """Return a table of a variant; it is the same for all deals."""
    overlays = [("test", {"rules": dict(rules)})] if rules else []
    return MARCH.session(MARCH.variant("test", preset, overlays), players, "games")


def seated(players, number=0, preset="standard", **rules) -> Play:
    """Return a game whose players sit at an empty table."""
    table = session(players, preset, tuple(sorted(rules.items())))
    minds = [factory(Strategy, {})() for _ in range(players)]
    return table.seat_players(stream_key("deal", number), range(players), minds)


def deal(players, number=0, preset="standard", **rules) -> Play:
    """Return a game that has just been set up."""
    g = seated(players, number, preset, **rules)
    set_up(g)
    return g


def hands(s: State):
    return [[s.hand[seat * CARDS + i] for i in range(s.hand_n[seat])] for seat in range(s.players)]


def deck(s: State):
    return [s.deck[i] for i in range(s.deck_n)]


def pile(g: Play, group=None):
    """Return the tiles of the pile from the bottom up (of one group)."""
    tiles = [g.s.pile[i] for i in range(g.s.pile_n)]
    return tiles if group is None else [tile for tile in tiles if g.kit.group[tile] == group]


@pytest.mark.rule("SET-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_great_tunnel_lies_in_the_middle(players):
    """It is the only hex that lies, its front has tunnels on all six edges."""
    s = deal(players).s
    assert (s.laid_n, s.laid[0], s.column[TUNNEL], s.row[TUNNEL]) == (1, TUNNEL, CENTRE, CENTRE)
    assert [s.open[TUNNEL * 6 + edge] for edge in range(6)] == [1] * 6


@pytest.mark.rule("SET-02", "SET-03")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_its_cubes_and_food(players):
    """5 larvae, an ant in the Great Tunnel, 30 cubes in the supply, 2 food and no point."""
    g = deal(players)
    s = g.s
    for seat in range(players):
        assert (s.larvae[seat], s.supply[seat], s.army[seat]) == (5, 30, 1)
        assert s.ants[seat * HEXES + TUNNEL] == 1
        assert (s.food[seat], s.score[seat]) == (2, 0)
    assert audit(g) == []


@pytest.mark.rule("SET-02", "SET-03")
def test_cubes_larvae_ants_and_food_are_parameters():
    """Each number of the start can be another, and cubes add up all the same."""
    g = deal(3, cubes=20, starting_larvae=3, starting_ants=2, starting_food=4)
    s = g.s
    assert (s.larvae[1], s.army[1], s.supply[1], s.food[1]) == (3, 2, 15, 4)
    assert audit(g) == []


@pytest.mark.rule("SET-04")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_is_dealt_two_of_all_cards(players):
    """Hands and deck are the cards of the box, each once."""
    s = deal(players).s
    assert list(map(len, hands(s))) == [2] * players
    assert s.deck_n == IN_THE_BOX - 2 * players and s.discards_n == 0
    assert sorted(deck(s) + [card for hand in hands(s) for card in hand]) == list(range(IN_THE_BOX))


@pytest.mark.rule("SET-04")
def test_cards_are_shuffled():
    """Twenty deals open with many different cards, and the same deal always with the same."""
    tops = {(tuple(hands(deal(3, n).s)[0]), deal(3, n).s.deck[0]) for n in range(20)}
    assert len(tops) == 20
    assert deck(deal(3, 7).s) == deck(deal(3, 7).s)


@pytest.mark.rule("SET-04")
def test_each_card_comes_into_first_hands_about_equally_often():
    """In 400 deals for three every card is dealt 36 times on average, none less than 15 or more than 65."""
    dealt = Counter(card for n in range(400) for hand in hands(deal(3, n).s) for card in hand)
    assert len(dealt) == IN_THE_BOX
    assert min(dealt.values()) >= 15 and max(dealt.values()) <= 65


@pytest.mark.rule("SET-04")
def test_cards_dealt_are_a_parameter():
    """With starting_cards 4 each hand holds 4."""
    assert list(map(len, hands(deal(3, starting_cards=4).s))) == [4, 4, 4]


@pytest.mark.rule("SET-05")
@pytest.mark.parametrize(("players", "beyond"), [(3, 3), (4, 3), (5, 5)])
def test_the_pile_holds_all_standard_hexes_and_some_beyond_the_meadow(players, beyond):
    """Three of the five Beyond the Meadow hexes, all with five players."""
    g = deal(players)
    assert sorted(pile(g, STANDARD)) == list(range(9, 9 + STANDARD_TILES))
    assert len(set(pile(g, BEYOND))) == beyond == len(pile(g, BEYOND))


@pytest.mark.rule("SET-05")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_first_game_has_no_beyond_the_meadow_hexes(players):
    """Preset first-game: none of the five, with five players too."""
    assert pile(deal(players, preset="first-game"), BEYOND) == []


@pytest.mark.rule("SET-05")
def test_how_many_beyond_the_meadow_hexes_is_a_parameter():
    """beyond_hexes counts for 3 and 4 players, beyond_hexes_five for five."""
    assert len(pile(deal(4, beyond_hexes=2, beyond_hexes_five=1), BEYOND)) == 2
    assert len(pile(deal(5, beyond_hexes=2, beyond_hexes_five=1), BEYOND)) == 1


@pytest.mark.rule("SET-05")
def test_which_beyond_the_meadow_hexes_is_drawn_at_random():
    """In 40 deals each of the five is in some pile and missing from another."""
    seen = Counter(tile for n in range(40) for tile in pile(deal(3, n), BEYOND))
    assert sorted(seen) == [21, 22, 23, 24, 25]
    assert all(8 <= count < 40 for count in seen.values())


@pytest.mark.rule("SET-05")
def test_beyond_the_meadow_hexes_are_shuffled_in():
    """Over 40 deals they lie at the bottom, in the middle and right under the starting hexes."""
    places = Counter(pile(g).index(tile) for n in range(40) for g in [deal(3, n)] for tile in pile(g, BEYOND))
    assert set(places) == set(range(STANDARD_TILES + 3))


@pytest.mark.rule("SET-06")
@pytest.mark.parametrize(("players", "starting"), [(3, 6), (4, 8)])
def test_two_starting_hexes_per_player_lie_on_top(players, starting):
    """They are the top of the pile and nothing else of theirs is in the game."""
    g = deal(players)
    assert [g.kit.group[tile] for tile in pile(g)[-starting:]] == [STARTING] * starting
    assert len(set(pile(g, STARTING))) == starting == len(pile(g, STARTING))


@pytest.mark.rule("SET-06")
def test_starting_hexes_are_random_and_shuffled():
    """With three players each of the eight is left out sometimes, and each lies on top sometimes."""
    piles = [pile(deal(3, n)) for n in range(60)]
    left_out = Counter(tile for tiles in piles for tile in range(1, 9) if tile not in tiles)
    assert sorted(left_out) == list(range(1, 9)) and max(left_out.values()) < 40
    assert {tiles[-1] for tiles in piles} == set(range(1, 9))


@pytest.mark.rule("SET-06")
def test_starting_hexes_per_player_are_a_parameter():
    """With starting_hexes 1 three players have three of them on the pile."""
    assert len(pile(deal(3, starting_hexes=1), STARTING)) == 3


@pytest.mark.rule("FIV-01")
def test_five_players_have_all_starting_hexes():
    """All 8, though two for each would be ten, and whatever starting_hexes says."""
    assert sorted(pile(deal(5), STARTING)) == list(range(1, 9))
    assert len(pile(deal(5, starting_hexes=1), STARTING)) == STARTING_TILES
    assert len(pile(deal(5))) == STANDARD_TILES + BEYOND_TILES + STARTING_TILES


@pytest.mark.rule("SET-07")
@pytest.mark.parametrize(("rules", "rounds"), [({}, [1, 2, 3, 4]), ({"rounds": 2}, [1, 2])])
def test_a_game_lasts_four_rounds_from_round_one(rules, rounds):
    """The marker goes from One to Four, or as far as `rounds` says; then the game is over."""
    g = seated(3, **rules)
    play_game(g, RoundEnd())
    told = [event[2] for event in events_of(g.events.rows) if event[0] == E_ROUND]
    assert (told, g.s.phase) == (rounds, OVER)


@pytest.mark.rule("SET-09")
def test_fifteen_counters_lie_ready():
    """Centipedes and wormholes share 15 counters; their number is a parameter."""
    assert deal(3).s.tokens == 15
    assert deal(3, tokens=4).s.tokens == 4


@pytest.mark.rule("SET-08")
def test_every_line_up_starts_in_each_of_its_seats():
    """Seat 0 starts a game; a plan plays every line-up so that each strategy starts equally often."""
    assert {deal(players, n).s.marker for players in PLAYERS for n in range(5)} == {0}
    plan = Schedule(Design("roundrobin", (3,), 2, "shared", "mixed", (), ()), tuple("abcd"), 1, 5)
    first = Counter(plan.entry(game).seats[0] for game in range(plan.total()))
    assert len(first) == 4 and len(set(first.values())) == 1


@pytest.mark.rule("DES-01", "DES-02", "DES-03")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_design_gives_a_seat_more_or_less_at_the_start(players):
    """Never below none, and never more larvae than cubes; the other seats have what is printed."""
    plain = seated(players)
    set_up(plain)
    g = seated(
        players,
        food_seat_1=3,
        larvae_seat_1=-2,
        cards_seat_1=1,
        food_seat_2=-5,
        larvae_seat_2=-9,
        cards_seat_2=-9,
    )
    set_up(g)
    seats = range(players)
    assert [g.s.food[seat] - plain.s.food[seat] for seat in seats] == [0, 3, -2, 0, 0][:players]
    assert [g.s.larvae[seat] - plain.s.larvae[seat] for seat in seats] == [0, -2, -5, 0, 0][:players]
    assert [g.s.hand_n[seat] for seat in seats] == [2, 3, 0, 2, 2][:players]
    full = seated(players, cubes=10, larvae_seat_0=10)
    set_up(full)
    assert full.s.larvae[0] + full.s.army[0] == 10
    assert not audit(g) and not audit(full)
