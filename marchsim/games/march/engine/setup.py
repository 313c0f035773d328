"""Set-up of a game. Holds SET, HOR-01 and HOR-13.

Every pile is the order of its components' random keys, so that a disabled or added one leaves the order
of the others alone.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.opening import open_meadow, unused
from marchsim.games.march.engine.species_setup import deal_mats
from marchsim.games.march.words import BEYOND, CENTRE, E_SETUP, HEXES, OUT, STANDARD, STARTING, TUNNEL
from marchsim.kernel.compat import append, i64, vec

SALT_CARDS: Final = 1
SALT_TILES: Final = 2
SALT_CHOICE: Final = 3
DIFFICULTY_EASY: Final = 1
DIFFICULTY_HARD: Final = 2


def set_up(g: Play) -> None:
    """Lay out the table: Great Tunnel, cubes, food, cards, piles (SET-01 to SET-09); seat 0 starts."""
    s = g.s
    g.events.add(E_SETUP, s.marker, s.players, 0, 0, 0)
    g.place_tile(s.marker, TUNNEL, CENTRE, CENTRE, 0)
    g.fill_token_supply(g.rules.tokens)
    g.fill_deck(SALT_CARDS)
    if g.exchanged >= 0:
        g.exchange_in_deck(g.exchanged, g.exchanged_for)
    if g.rules.horde > 0:
        g.fill_horde_deck()
    deal_mats(g)
    for seat in range(s.players):
        set_up_player(g, seat)
    if g.rules.opening_hexes > 0:
        open_meadow(g)
    set_up_pile(g)


def set_up_player(g: Play, seat: i64) -> None:
    """Give a player its cubes, food and cards (SET-02 to SET-04, DES-01). Its ants begin in the Great Tunnel.

    With opening hexes the ants wait in the chamber (TWO-03).
    """
    larvae = larvae_dealt(g, seat) + g.rules.starting_ants
    g.fill_supply(seat, g.rules.cubes, larvae, food_dealt(g, seat))
    for _ants in range(g.rules.starting_ants if g.rules.opening_hexes > 0 else 0, g.rules.starting_ants):
        g.emerge(seat, TUNNEL, OUT)
    g.draw_cards(seat, cards_dealt(g, seat))


def food_dealt(g: Play, seat: i64) -> i64:
    """The food with which a player begins (SET-03, DES-01)."""
    return max(g.rules.starting_food + g.rules.food_seat[seat], 0)


def larvae_dealt(g: Play, seat: i64) -> i64:
    """The number of larvae with which a player begins: more in an easy game with a Horde (HOR-13, DES-02)."""
    easy = g.rules.horde > 0 and g.rules.difficulty == DIFFICULTY_EASY
    larvae = g.rules.starting_larvae + g.rules.larvae_seat[seat] + (g.rules.easy_larvae if easy else 0)
    return max(larvae, 0)


def cards_dealt(g: Play, seat: i64) -> i64:
    """The number of cards dealt to a player: fewer in the hard game (SET-04, PRI-12, HOR-13, DES-03)."""
    cards = g.mat(seat).starting_cards + g.rules.cards_seat[seat]
    if g.rules.horde > 0 and g.rules.difficulty == DIFFICULTY_HARD:
        cards -= g.rules.hard_fewer_cards
    return max(cards, 0)


def set_up_pile(g: Play) -> None:
    """Make the pile: standard tiles with some Beyond the Meadow, starting tiles on top (SET-05, SET-06)."""
    below: vec[i64] = unused(g, STANDARD, HEXES, SALT_CHOICE)
    extra = unused(g, BEYOND, g.rules.beyond_hexes, SALT_CHOICE)
    for i in range(len(extra)):
        below = append(below, extra[i])
    g.fill_pile(below, SALT_TILES)
    g.fill_pile(unused(g, STARTING, g.figures.starting_tiles(), SALT_CHOICE), SALT_TILES)
