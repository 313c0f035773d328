"""A whole game: the set-up, rounds of turns and battles, and the end.

Implements ATS-01 to ATS-07, ATC-05, ATC-07, ATT-01, ATT-07, ATG-01 to ATG-03, ATB-08, ATF-11 and ATE-01 to
ATE-08. `play_from` can continue from the start of any turn or phase. It needs only the state.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.battle import resolve_threats
from marchsim.games.antwars.engine.movement import lay_down
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.state import Panel
from marchsim.games.antwars.engine.turns import act, feed, play_turns, take_turn
from marchsim.games.antwars.words import TURNS
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.rng import sort_by_key
from marchsim.tabletop.recording import RoundEnd


def set_up(g: Play) -> None:
    """Fill the supply, and ask each player in turn order to place its whole colony (ATS-02)."""
    g.open_box()
    g.fill_tiles()
    dealt = deal(g)
    for seat in range(g.s.players):
        if g.rules.species_choice == 1:
            g.lead(seat, dealt[seat])
        else:
            choose_species(g, seat)
        place_colony(g, seat)


def deal(g: Play) -> vec[i64]:
    """The species in the order of the deal (ATS-01)."""
    count = i64(len(g.panels))
    dealt: vec[i64] = vec[i64]([0] * count)
    keys: vec[i64] = vec[i64]([0] * count)
    for species in range(count):
        dealt[species] = species
        keys[species] = g.dice.order(species)
    sort_by_key(dealt, keys, count)
    if g.exchanged >= 0:
        for at in range(count):
            if dealt[at] == g.exchanged:
                dealt[at] = g.exchanged_for
            elif dealt[at] == g.exchanged_for:
                dealt[at] = g.exchanged
    return dealt


def choose_species(g: Play, seat: i64) -> None:
    """Ask a player to choose among the remaining species (ATS-01)."""
    g.table.open(0, 0, 0, 0)
    for species in range(i64(len(g.panels))):
        taken = False
        for other in range(seat):
            if g.s.species[other] == species:
                taken = True
        if not taken:
            g.table.offer(w.option(w.O_SPECIES, species, 0, 0, 0))
    g.lead(seat, w.part(g.table.choose(seat, w.Q_SPECIES), 0))


def place_colony(g: Play, seat: i64) -> None:
    """Place a colony: tiles, pieces, pupae, ants and Queens (ATS-03 to ATS-07)."""
    board = g.board
    panel = g.panel(seat)
    g.lay_tile(seat, board.gate[seat], w.ENTRANCE, w.WHY_PLACE)
    if g.s.tiles[w.GALLERY] > 0:
        g.lay_tile(seat, board.place(seat, w.HALL), w.GALLERY, w.WHY_PLACE)
    pieces = g.rules.start_pieces + g.rules.pieces_seat[seat]  # ATS-06
    if (g.rules.start_pieces > 0 or pieces > 0) and g.s.tiles[w.PANTRY] > 0:
        g.lay_tile(seat, board.place(seat, w.STORE), w.PANTRY, w.WHY_PLACE)
        if pieces > 0:
            g.stock(seat, board.place(seat, w.STORE), panel.stored, pieces, w.WHY_PLACE)
    nest = place_nest(g, seat, panel)
    minors = panel.minors + g.rules.minors_seat[seat]  # ATS-07
    if minors > 0:
        g.place_ants(seat, nest, w.MINOR, less(minors, g.rules.minors), w.WHY_PLACE)
    if panel.majors > 0:
        g.place_ants(seat, nest, w.MAJOR, less(panel.majors, g.rules.majors), w.WHY_PLACE)
    for number in range(panel.queens):
        g.place_queen(seat, number, nest, panel.life[w.QUEEN], w.WHY_PLACE)
    for area in range(board.place(seat, 0), board.place(seat, w.PLACES)):
        if g.s.tile[area] == w.PUPAE_MINOR:
            g.set_pupae(area, g.figures.capacity(w.PUPAE_MINOR, seat), w.WHY_PLACE)


def less(wanted: i64, most: i64) -> i64:
    """The number of ants to place: the wanted number, or a colony's limit if that is lower (ATC-04)."""
    return min(wanted, most)


def place_nest(g: Play, seat: i64, panel: Panel) -> i64:
    """Place the first pupae tiles and the Mushroom tile.

    Returns the area of the first pupae tile, or of the Entrance if the supply has no pupae tile (ATS-04).
    """
    nest: i64 = w.NOBODY
    placed: i64 = 0
    for _ in range(panel.pupae_tiles):
        area = next_place(g, seat, w.PUPAE_MINOR, placed)
        placed += 1
        if nest == w.NOBODY:
            nest = area
        if g.s.tiles[w.PUPAE_MINOR] > 0:
            g.lay_tile(seat, area, w.PUPAE_MINOR, w.WHY_PLACE)
    if g.s.tile[nest] == w.SOLID:
        nest = g.board.gate[seat]  # the supply has no pupae tile: the colony stands on its Entrance (D-153)
    if panel.leaves > 0 and g.s.tiles[w.MUSHROOMS] > 0:
        area = next_place(g, seat, w.MUSHROOMS, placed)
        g.lay_tile(seat, area, w.MUSHROOMS, w.WHY_PLACE)
        g.stock(seat, area, w.LEAF, panel.leaves, w.WHY_PLACE)
    return nest


def next_place(g: Play, seat: i64, tile: i64, placed: i64) -> i64:
    """The area of the next tile: fixed by the rules, or any free place that the player chooses (ATS-04)."""
    board = g.board
    if g.rules.nest_place == 1:
        return board.place(seat, w.NESTS[placed])
    g.table.open(tile, 0, 0, 0)
    for place in range(w.PLACES):
        if g.s.tile[board.place(seat, place)] == w.SOLID and place != w.GATE:
            g.table.offer(w.option(w.O_AREA, board.place(seat, place), 0, 0, 0))
    return w.part(g.table.choose(seat, w.Q_NEST), 0)


# The rounds
def play_game(g: Play, follow: RoundEnd) -> None:
    """Set up and play a game to its end. `follow` is notified at the end of each round."""
    set_up(g)
    over = False
    while not over:
        begin_round(g)
        play_turns(g)
        over = end_round(g, follow)


def play_from(g: Play, follow: RoundEnd) -> None:
    """Continue a game from its present state to the end (`play_on`)."""
    play_on(g, follow, g.rules.rounds)


def play_on(g: Play, follow: RoundEnd, rounds: i64) -> None:
    """Continue a game from the middle of a turn, or from the battles of a round.

    Stops at the end of the game or after `rounds` rounds, where the current round counts as one.
    """
    s = g.s
    if s.phase == TURNS:
        act(g, s.active)
        if g.rules.upkeep > 0:
            feed(g, s.active)
        for index in range((s.active - s.first + s.players) % s.players + 1, s.players):
            take_turn(g, (s.first + index) % s.players)
    over = end_round(g, follow)
    while not over and rounds > 1:
        rounds -= 1
        begin_round(g)
        play_turns(g)
        over = end_round(g, follow)


def begin_round(g: Play) -> None:
    """Begin the next round. The rules determine whether the first player changes (ATT-01)."""
    number = g.s.round + 1
    first: i64 = 0
    if g.rules.first_player == 1:
        first = (number - 1) % g.s.players
    g.begin_round(number, first)


def end_round(g: Play, follow: RoundEnd) -> bool:
    """Resolve threats and check the end. Returns whether the game is over (ATT-01, ATE-02 to ATE-04)."""
    resolve_threats(g)
    end_battles(g)
    over = is_over(g)
    if over:
        g.end_game()
        for seat in range(g.s.players):
            g.note_end(seat, g.figures.score(seat), rank(g, seat))
    else:
        remove_queenless(g)
    follow.ended(g)
    g.events.end_round()
    return over


# The end of a round and of the game
LAST_QUEEN: Final = 0
NO_QUEEN: Final = 1
ROUNDS: Final = 2
FAMINE: Final = 3
STRONGEST: Final = 1  # values of `cap_win`
SHARED: Final = 2


def end_battles(g: Play) -> None:
    """Heal Queens, break gates and apply the famine, in this order (ATF-11, ATB-08, ATE-08)."""
    if g.rules.queen_heals > 0:
        heal(g)
    break_gates(g)
    if g.rules.famine > 0 and g.s.round >= g.rules.famine:
        starve_weakest(g)


def heal(g: Play) -> None:
    """Restore some life of each Queen (ATF-11)."""
    s = g.s
    for seat in range(s.players):
        full = g.panel(seat).life[w.QUEEN]
        for number in range(w.QUEENS):
            at = seat * w.QUEENS + number
            if s.queen_at[at] != w.NONE and s.queen_life[at] < full:
                life = s.queen_life[at] + g.rules.queen_heals
                g.hurt_queen(seat, number, min(life, full), w.WHY_HEAL)


def break_gates(g: Play) -> None:
    """Open each closed Entrance that another colony besieges with enough dice (ATB-08)."""
    for seat in range(g.s.players):
        if g.s.open[seat] == 0:
            other = g.figures.besieger(seat)
            if other != w.NOBODY:
                g.turn_gate(seat, other, w.WHY_SIEGE)


def starve_weakest(g: Play) -> None:
    """Reduce the life of the weakest colony's Queens, if several colonies have Queens (ATE-08)."""
    s = g.s
    if with_queens(g) < 2:
        return
    weakest: i64 = w.NOBODY
    for index in range(s.players):
        seat = (s.first + index) % s.players
        if s.queen_n[seat] > 0 and (weakest == w.NOBODY or compare(g, seat, weakest) <= 0):
            weakest = seat
    for number in range(w.QUEENS):
        area = s.queen_at[weakest * w.QUEENS + number]
        if area != w.NONE:
            life = s.queen_life[weakest * w.QUEENS + number]
            g.hurt_queen(weakest, number, life - g.rules.famine_life, w.WHY_FAMINE)
            lay_down(g, weakest, area, w.WHY_FAMINE)


def with_queens(g: Play) -> i64:
    """The number of colonies with a living Queen."""
    count: i64 = 0
    for seat in range(g.s.players):
        if g.s.queen_n[seat] > 0:
            count += 1
    return count


def is_over(g: Play) -> bool:
    """Return whether the game ends with this round (ATE-02 to ATE-04)."""
    return with_queens(g) < 2 or g.s.round >= g.rules.rounds


def remove_queenless(g: Play) -> None:
    """Remove colonies without Queens from the game, if the rules say so (ATT-07)."""
    s = g.s
    if g.rules.queenless == 0:
        return
    for seat in range(s.players):
        if s.queen_n[seat] == 0 and s.gone[seat] == 0:
            take_away(g, seat)
            g.leave(seat)


def take_away(g: Play, seat: i64) -> None:
    """Remove a colony's ants, pupae and pheromones from the boards. The loads stay where the ants were."""
    s = g.s
    for area in range(g.board.areas):
        at = seat * w.AREAS + area
        g.set_scent(seat, area, False)
        if s.loaded[at] > 0:
            g.figures.loads(seat, area, g.loads)
            for piece in range(w.TYPES):
                if g.loads[piece] > 0:
                    g.drop(seat, area, piece, g.loads[piece], w.WHY_REMOVED)
        if s.minors[at] > 0:
            g.place_ants(seat, area, w.MINOR, -s.minors[at], w.WHY_REMOVED)
        if s.majors[at] > 0:
            g.place_ants(seat, area, w.MAJOR, -s.majors[at], w.WHY_REMOVED)
        if g.board.home[area] == seat:
            g.set_pupae(area, 0, w.WHY_REMOVED)


# who is ahead -------------------------------------------------------------------
def compare(g: Play, seat: i64, other: i64) -> i64:
    """Compare two colonies by strength: 1 if the first is stronger, -1 if weaker, 0 if equal (ATE-05)."""
    figures = g.figures
    ahead = figures.strength(seat) - figures.strength(other)
    if ahead == 0:
        ahead = figures.queens_life(seat) - figures.queens_life(other)
    if ahead == 0:
        ahead = figures.food(seat) - figures.food(other)
    return 1 if ahead > 0 else (i64(-1) if ahead < 0 else i64(0))


def before(g: Play, seat: i64, other: i64) -> bool:
    """Return whether a colony ranks before another (ATE-06)."""
    s = g.s
    alive = s.queen_n[seat] > 0
    if alive != (s.queen_n[other] > 0):
        return alive
    if not alive and s.fell[seat] != s.fell[other]:
        return s.fell[seat] > s.fell[other]
    return compare(g, seat, other) > 0


def rank(g: Play, seat: i64) -> i64:
    """A colony's rank: 1 plus the number of colonies that rank before it (ATE-06).

    A colony of rank 1 has not always won. See `wins`.
    """
    better: i64 = 1
    for other in range(g.s.players):
        if other != seat and before(g, other, seat):
            better += 1
    return better


def wins(g: Play, seat: i64) -> bool:
    """Return whether a colony wins the finished game, alone or with others (ATE-02 to ATE-04)."""
    if with_queens(g) > 1 and g.rules.cap_win != STRONGEST:
        return g.rules.cap_win == SHARED and g.s.queen_n[seat] > 0
    return rank(g, seat) == 1


def decided_by(g: Play) -> i64:
    """The criterion that decided a finished game (ATE-07)."""
    alive = with_queens(g)
    if alive > 1:
        return ROUNDS
    if g.s.famine_last == 1:
        return FAMINE
    return LAST_QUEEN if alive == 1 else i64(NO_QUEEN)
