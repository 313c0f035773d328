"""A whole game: the set-up, rounds of three phases, and the end.

Implements SET, TWO-02, TWO-03, QUE-10, QUE-12, END, HOR-01 and HOR-11 to HOR-13. Each pile is sorted by the
random keys of its components. So a component that is disabled or added does not reorder the others. A game
can also continue from the start of a phase or a turn (`play_from`).
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.battle import soldier_phase
from marchsim.games.march.engine.explore import lay_beside
from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.legal import offer_tunnels
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.queen_phase import queen_phase
from marchsim.games.march.engine.steps import clockwise, place_larva
from marchsim.games.march.engine.workers import go_on, worker_phase
from marchsim.games.march.words import (
    BEYOND,
    BY_END,
    CENTRE,
    COMMON,
    CRAZY,
    E_SETUP,
    HEXES,
    MOST_CARDS,
    MOST_FOOD,
    MOST_LARVAE,
    O_SPECIES,
    OUT,
    Q_SPECIES,
    QUEEN,
    SEATS,
    SPECIES,
    STANDARD,
    STARTING,
    TUNNEL,
    WORKER,
    option,
    part,
)
from marchsim.kernel.compat import append, i64, vec
from marchsim.kernel.rng import sort_by_key
from marchsim.tabletop.recording import RoundEnd

SALT_CARDS: Final = 1
SALT_TILES: Final = 2
SALT_CHOICE: Final = 3
DIFFICULTY_EASY: Final = 1
DIFFICULTY_HARD: Final = 2


def set_up(g: Play) -> None:
    """Set up the table: Great Tunnel, cubes, food, cards and piles (SET-01 to SET-09)."""
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
    """Give a player its cubes, food, cards, and ants in the Great Tunnel (SET-02 to SET-04, DES-01).

    In a game with opening hexes the ants wait in the chamber (TWO-03).
    """
    larvae = larvae_dealt(g, seat) + g.rules.starting_ants
    g.fill_supply(seat, g.rules.cubes, larvae, food_dealt(g, seat))
    for _ants in range(g.rules.starting_ants if g.rules.opening_hexes > 0 else 0, g.rules.starting_ants):
        g.emerge(seat, TUNNEL, OUT)
    g.draw_cards(seat, cards_dealt(g, seat))


def food_dealt(g: Play, seat: i64) -> i64:
    """The amount of food with which a player starts (SET-03, DES-01)."""
    return max(g.rules.starting_food + g.rules.food_seat[seat], 0)


def larvae_dealt(g: Play, seat: i64) -> i64:
    """The number of larvae with which a player starts: more in an easy Horde game (HOR-13, DES-02)."""
    easy = g.rules.horde > 0 and g.rules.difficulty == DIFFICULTY_EASY
    larvae = g.rules.starting_larvae + g.rules.larvae_seat[seat] + (g.rules.easy_larvae if easy else 0)
    return max(larvae, 0)


def cards_dealt(g: Play, seat: i64) -> i64:
    """The number of cards dealt to a player: fewer in a hard Horde game (SET-04, PRI-12, HOR-13, DES-03)."""
    cards = g.mat(seat).starting_cards + g.rules.cards_seat[seat]
    if g.rules.horde > 0 and g.rules.difficulty == DIFFICULTY_HARD:
        cards -= g.rules.hard_fewer_cards
    return max(cards, 0)


def set_up_pile(g: Play) -> None:
    """Make the pile: starting tiles on top of mixed standard and Beyond the Meadow tiles (SET-05, SET-06)."""
    below: vec[i64] = unused(g, STANDARD, HEXES, SALT_CHOICE)
    extra = unused(g, BEYOND, g.rules.beyond_hexes, SALT_CHOICE)
    for i in range(len(extra)):
        below = append(below, extra[i])
    g.fill_pile(below, SALT_TILES)
    g.fill_pile(unused(g, STARTING, g.figures.starting_tiles(), SALT_CHOICE), SALT_TILES)


SALT_OPENING: Final = 16  # and the player's place in turn order


def open_meadow(g: Play) -> None:
    """Let each player in turn place one of the hexes it draws, and put its ants there (TWO-02)."""
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        home = place_opening(g, seat, unused(g, w.STARTING, g.rules.opening_hexes, SALT_OPENING + index))
        for _ants in range(g.rules.starting_ants):
            place_larva(g, seat, home)


def place_opening(g: Play, seat: i64, drawn: vec[i64]) -> i64:
    """Let a player place one of the drawn hexes beside the Great Tunnel. Return the hex for its first ants.

    If no hex or no open tunnel is left, that is the Great Tunnel. If the hex has a token of its own, it is
    placed (MEA-07). The effects of the hex are not resolved, since the game has not begun (D-22).
    """
    g.table.open(w.NONE, 0, 0, 0)
    offer_tunnels(g, w.TUNNEL)
    if len(drawn) == 0 or g.table.n == 0:
        return w.TUNNEL
    tile = draft(g, seat, drawn)
    g.table.open(tile, 0, 0, 0)
    offer_tunnels(g, w.TUNNEL)
    edge = w.part(g.table.choose(seat, w.Q_PLACE), 1)
    lay_beside(g, seat, tile, w.TUNNEL, edge)
    return tile


def draft(g: Play, seat: i64, drawn: vec[i64]) -> i64:
    """Let a player choose one of the drawn hexes, and put the others back among the unused ones."""
    for i in range(len(drawn)):
        g.draw_starting(seat, drawn[i])
    g.table.open(0, 0, 0, 0)
    for i in range(len(drawn)):
        g.table.offer(w.option(w.O_TILE, drawn[i], 0, 0, 0))
    chosen = w.part(g.table.choose(seat, w.Q_DRAFT), 0)
    for i in range(len(drawn)):
        if drawn[i] != chosen:
            g.return_starting(seat, drawn[i])
    return chosen


def unused(g: Play, group: i64, most: i64, salt: i64) -> vec[i64]:
    """Draw up to `most` unused tiles of a group at random."""
    tiles: vec[i64] = vec[i64]()
    keys: vec[i64] = vec[i64]()
    for tile in range(1, w.HEXES):
        if g.kit.group[tile] == group and g.kit.tile_enabled[tile] > 0 and g.s.placed[tile] == 0:
            tiles = append(tiles, tile)
            keys = append(keys, g.tile_key(salt, tile))
    sort_by_key(tiles, keys, len(tiles))
    drawn: vec[i64] = vec[i64]()
    i: i64 = 0
    while i < len(tiles) and i < most:
        drawn = append(drawn, tiles[i])
        i += 1
    return drawn


SALT_MATS: Final = 4
ALL_COMMON: Final = 0  # rules.species
CHOOSE: Final = 1


def deal_mats(g: Play) -> None:
    """Give each player its species, from the starting player on, unless all play the Common Meadow Ant.

    A seat with a forced species gets that species. Any other seat is dealt a mat. It plays the species of the
    mat or, if the rules say so, chooses between that and the Common Meadow Ant.
    """
    if g.rules.species == ALL_COMMON and not any_forced(g):
        return
    mats = shuffled_mats(g)
    dealt: i64 = 0
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        species = g.rules.species_seat[seat] - 1
        if species < 0:
            species = COMMON
            if g.rules.species != ALL_COMMON:
                species = mats[dealt]
                dealt += 1
            if g.rules.species == CHOOSE:
                species = choose_species(g, seat, species)
        g.take_mat(seat, species)


def any_forced(g: Play) -> bool:
    """Whether a seat in this game has a forced species."""
    for seat in range(g.s.players):
        if g.rules.species_seat[seat] > 0:
            return True
    return False


def shuffled_mats(g: Play) -> vec[i64]:
    """The species that no seat is forced to play, in random order.

    With five players there is a fifth mat, that of the Common Meadow Ant.
    """
    mats: vec[i64] = vec[i64]()
    keys: vec[i64] = vec[i64]()
    for species in range(COMMON if g.s.players >= SEATS else CRAZY, SPECIES):
        seat: i64 = 0
        while seat < g.s.players and g.rules.species_seat[seat] - 1 != species:
            seat += 1
        if seat == g.s.players:
            mats = append(mats, species)
            keys = append(keys, g.chance.keyed(SALT_MATS, species, 0))
    sort_by_key(mats, keys, len(mats))
    return mats


def choose_species(g: Play, seat: i64, dealt: i64) -> i64:
    """Let a player choose between the dealt species and the Common Meadow Ant. Return the species chosen."""
    g.table.open(0, 0, 0, 0)
    g.table.offer(option(O_SPECIES, dealt, 0, 0, 0))
    if dealt != COMMON:
        g.table.offer(option(O_SPECIES, COMMON, 0, 0, 0))
    return part(g.table.choose(seat, Q_SPECIES), 0)


# Rounds, and the end of the game
ANTS_THEN_SHARE: Final = 0  # final_tie: most ants, then shared


def play_game(g: Play, follow: RoundEnd) -> None:
    """Set up a game and play it to its end. `follow` is called at the end of each round."""
    set_up(g)
    g.begin_round(1)
    worker_phase(g)
    finish(g, follow)


def play_from(g: Play, follow: RoundEnd) -> None:
    """Play to the end of the game, from a turn of the Worker Phase or the start of another phase."""
    if g.s.phase == WORKER:
        go_on(g)
    finish(g, follow)


def finish(g: Play, follow: RoundEnd) -> None:
    """Play the rest of a round whose Worker Phase is over, and all later rounds."""
    while not finish_round(g, follow):
        g.begin_round(g.s.round + 1)
        worker_phase(g)


def finish_round(g: Play, follow: RoundEnd) -> bool:
    """Play the rest of a round whose Worker Phase is over. Return whether it was the last round."""
    if g.s.phase != QUEEN:
        soldier_phase(g)
    return end_round(g, follow)


def end_round(g: Play, follow: RoundEnd) -> bool:
    """Play the Queen Phase and, in the last round, end the game. Return whether it was the last round."""
    queen_phase(g)
    last = g.s.round >= g.rules.rounds
    if last:
        end_bonuses(g)
        g.end_game()
        if g.rules.horde > 0:
            g.end_horde(margin(g) < 0)
    follow.ended(g)
    g.events.end_round()
    return last


# the end ---------------------------------------------------------------
def end_bonuses(g: Play) -> None:
    """Award the bonuses for most larvae, most food and most cards (END-01, END-02)."""
    s = g.s
    award_most(g, s.larvae, MOST_LARVAE)
    award_most(g, s.food, MOST_FOOD)
    award_most(g, s.hand_n, MOST_CARDS)


def award_most(g: Play, stores: vec[i64], bonus: i64) -> None:
    """Give points to the player with most of a store. Tied players get fewer points each.

    If no player has any, nobody gets points unless the rules say so.
    """
    most: i64 = -1
    tied: i64 = 0
    for seat in range(g.s.players):
        if stores[seat] > most:
            most = stores[seat]
            tied = 1
        elif stores[seat] == most:
            tied += 1
    if most == 0 and g.rules.tie_at_zero == 0:
        return
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        if stores[seat] == most:
            g.score(seat, g.rules.end_most if tied == 1 else g.rules.end_tied, BY_END, bonus)


def standing(g: Play, seat: i64) -> i64:
    """A number that orders the players at the end: by points, then by ants in the Meadow (END-03)."""
    level = g.s.score[seat] * 1000
    if g.rules.final_tie == ANTS_THEN_SHARE:
        level += g.s.army[seat]
    return level


def rank(g: Play, seat: i64) -> i64:
    """A player's rank: 1 plus the number of better seats. Against the Horde all have 1 or 2 (HOR-11)."""
    if g.rules.horde > 0:
        return 1 if margin(g) >= 0 else 2
    better: i64 = 1
    for other in range(g.s.players):
        if standing(g, other) > standing(g, seat):
            better += 1
    return better


def decided_by(g: Play) -> i64:
    """The way in which the game was decided: 0 by points, 1 by ants in the Meadow, 2 as a shared win.

    Against the Horde it is 3 if the players win, and 4 if the Horde wins.
    """
    if g.rules.horde > 0:
        return 3 if margin(g) >= 0 else 4
    first: i64 = 0
    level: i64 = 0
    most: i64 = -1
    for seat in range(g.s.players):
        if rank(g, seat) == 1:
            first += 1
        if g.s.score[seat] > most:
            most = g.s.score[seat]
            level = 1
        elif g.s.score[seat] == most:
            level += 1
    if first > 1:
        return 2
    return 1 if level > 1 else 0
