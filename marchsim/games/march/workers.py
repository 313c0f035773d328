"""The Worker Phase: turns, the five actions, reactions. Holds WRK, EXP, MAR, FOR, PLY-03, RST and FIV.

An effect that grants actions (Frenzied Activity) comes in by `bonus_actions`.
"""

from __future__ import annotations

from marchsim.games.march import beyond
from marchsim.games.march.legal import (
    can_explore,
    can_step,
    offer_ants,
    offer_places,
    offer_spots,
    offer_turns,
    trapped,
)
from marchsim.games.march.moves.meadow import Play
from marchsim.games.march.plays import play_held, playable
from marchsim.games.march.steps import (
    clockwise,
    landing,
    place_larvae,
    settle,
    walk,
)
from marchsim.games.march.words import (
    CARDS,
    CENTIPEDE,
    E_REACTION,
    EVENT,
    HEXES,
    LARVA,
    LARVAE,
    NONE,
    O_CARD,
    O_EXPLORE,
    O_FORAGE,
    O_MARCH,
    O_PASS,
    O_PLAY,
    O_REST,
    O_TILE,
    O_YES,
    Q_ACTION,
    Q_EXCHANGE_CARD,
    Q_GAIN_LARVA,
    Q_MOVE_IN,
    Q_PLACE,
    Q_SPOT,
    Q_TILE,
    Q_TURN,
    SEATS,
    SITES,
    THORAX,
    WHY_ACTION,
    WHY_CARD,
    WHY_REACTION,
    WHY_REST,
    WHY_TRADE,
    WORKER,
    code_of,
    option,
    part,
)
from marchsim.kernel.compat import append, i64, vec


# the phase ----------------------------------------------------------------
def worker_phase(g: Play) -> None:
    """Take turns from the holder of the marker until enough players rest (WRK-01, RST-04, FIV-03)."""
    g.begin_phase(WORKER)
    go_on(g)


def go_on(g: Play) -> None:
    """Take the turns of a Worker Phase from where it stands, and end it (RST-05, RST-06)."""
    s = g.s
    while True:
        take_turn(g, s.marker)
        if g.phase_over:
            break
        g.pass_marker(clockwise(g, s.marker, 1))  # WRK-05
    seat: i64 = 0
    while seat < s.players:
        g.wake(seat)
        seat += 1


def take_turn(g: Play, seat: i64) -> None:
    """Let the active player take a turn: one action, or another rest (RST-03, RST-09)."""
    g.begin_turn(seat)
    if g.s.rested[seat] > 0:
        g.note_action(seat, O_REST, NONE)
        g.rest(seat)
    else:
        take_action(g, seat, NONE)


def last_rest(g: Play) -> i64:
    """Return how many players must rest to end the phase (RST-04, FIV-03)."""
    resting = g.rules.resting_players_five if g.s.players >= SEATS else g.rules.resting_players
    return resting if resting < g.s.players else g.s.players


def may_rest(g: Play, seat: i64) -> bool:
    """Return whether a player may rest: not as its first action, unless without cards and food (RST-01)."""
    s = g.s
    return s.acted[seat] > 0 or (s.hand_n[seat] == 0 and s.food[seat] == 0)


def take_action(g: Play, seat: i64, granted_by: i64) -> bool:
    """Let a player choose and take one action with its reactions; return False if it declines.

    `granted_by` is the card that grants the action, or NONE; only a granted action may be declined. Who can
    do nothing else rests, so nobody is ever out of the game (GEN-07, RST-01).
    """
    s = g.s
    table = g.table
    rules = g.rules
    explores = s.food[seat] >= rules.explore_cost and can_explore(g, seat)
    marches = s.food[seat] >= rules.march_cost and can_step(g, seat)
    table.open(granted_by, 0, 0, 0)
    if explores:
        table.offer(O_EXPLORE)
    if marches:
        table.offer(O_MARCH)
    if s.food[seat] >= rules.forage_cost and s.deck_n + s.discards_n > 0:
        table.offer(O_FORAGE)
    i: i64 = 0
    while i < s.hand_n[seat]:
        card = s.hand[seat * CARDS + i]
        if playable(g, seat, card):
            table.offer(option(O_PLAY, card, 0, 0, 0))
        i += 1
    if may_rest(g, seat) or table.n == 0:
        table.offer(O_REST)
    if granted_by >= 0:
        table.offer(O_PASS)
    choice = table.choose(seat, Q_ACTION)
    if choice == O_PASS:
        return False
    act(g, seat, code_of(choice), part(choice, 0))
    return True


def act(g: Play, seat: i64, code: i64, card: i64) -> None:
    """Carry out an action and its reactions (WRK-02, WRK-03)."""
    g.note_action(seat, code, card if code == O_PLAY else NONE)
    if code == O_EXPLORE:
        explore(g, seat)
    elif code == O_MARCH:
        march(g, seat)
    elif code == O_FORAGE:
        forage(g, seat)
    elif code == O_PLAY:
        play_a_card(g, seat, card)
    else:
        rest(g, seat)


def rest(g: Play, seat: i64) -> None:
    """Rest for the first time in a round (RST-02); the last rest needed ends the phase at once (RST-04)."""
    g.rest(seat)
    resting: i64 = 0
    other: i64 = 0
    while other < g.s.players:
        resting += g.s.rested[other]
        other += 1
    if resting >= last_rest(g):
        g.gain_larvae(seat, g.rules.last_rest_bonus_larvae, WHY_REST)  # RST-07
        g.end_worker_phase()


def reacts(g: Play, index: i64) -> bool:
    """Return whether the player `index` places to the left of the active one may react (WRK-03, FIV-02)."""
    return g.s.players < g.rules.neighbours_react_from or index == 1 or index == g.s.players - 1


# Explore --------------------------------------------------------------
def explore(g: Play, seat: i64) -> None:
    """Explore: pay, draw, place, move in, and what follows (EXP-02 to EXP-06)."""
    s = g.s
    g.lose_food(seat, g.rules.explore_cost, WHY_ACTION)
    tile = draw_to_explore(g, seat)
    g.table.open(tile, 0, 0, 0)
    offer_places(g, seat)
    choice = g.table.choose(seat, Q_PLACE)
    origin = part(choice, 0)
    edge = part(choice, 1)
    column = s.column[origin] + g.kit.edge_q[edge]
    row = s.row[origin] + g.kit.edge_r[edge]
    g.table.open(tile, column, row, 0)
    offer_turns(g, tile, (edge + 3) % 6)
    g.place_tile(seat, tile, column, row, part(g.table.choose(seat, Q_TURN), 0))
    if g.kit.icon[tile] == CENTIPEDE:
        g.put_centipede(tile)
    if g.rules.beyond_timing > 0:
        beyond.placed(g, seat, tile)
    move_in(g, seat, tile, origin)
    settle(g, seat)
    if g.rules.beyond_timing == 0:
        beyond.placed(g, seat, tile)
        settle(g, seat)
    if not g.phase_over:  # a Rest granted by tile 21's card may have ended it (D-11)
        after_explore(g, seat)
        explore_reactions(g, seat)


def draw_to_explore(g: Play, seat: i64) -> i64:
    """Draw a tile; with a Scouting Thorax look at several, take one and put the others back on top."""
    thorax = g.s.top(seat, THORAX)
    looks: i64 = 1 if thorax < 0 else g.cards[thorax].explore_look
    if looks > g.s.pile_n:
        looks = g.s.pile_n
    if looks <= 1:
        return g.draw_tile(seat)
    drawn: vec[i64] = vec[i64]()
    i: i64 = 0
    while i < looks:
        drawn = append(drawn, g.draw_tile(seat))
        i += 1
    g.table.open(0, 0, 0, 0)
    i = 0
    while i < looks:
        g.table.offer(option(O_TILE, drawn[i], 0, 0, 0))
        i += 1
    taken = part(g.table.choose(seat, Q_TILE), 0)
    i = looks - 1
    while i >= 0:
        if drawn[i] != taken:
            g.return_tile(seat, drawn[i])
        i -= 1
    return taken


def move_in(g: Play, seat: i64, tile: i64, origin: i64) -> None:
    """Move one or more ants from a single hex into the explored one (EXP-04)."""
    moved: i64 = 0
    while True:
        g.table.open(tile, moved, 0, 0)
        if moved > 0:
            g.table.offer(O_PASS)
            offer_ants(g, seat, origin)
        else:
            offer_sources(g, seat, tile, origin)
        if g.table.n == 0:
            return
        choice = g.table.choose(seat, Q_MOVE_IN)
        if choice == O_PASS:
            return
        origin = part(choice, 0)
        g.step(seat, origin, part(choice, 1), tile, landing(g, seat, tile))
        moved += 1


def offer_sources(g: Play, seat: i64, tile: i64, origin: i64) -> None:
    """Offer the ants that may be first to move in: of the hex explored from, or by ruling of any joined."""
    if g.rules.explore_moves_from == 0:
        if not trapped(g, seat, origin):  # EXP-07 has seen to that, unless a Beyond effect came between
            offer_ants(g, seat, origin)
        return
    edge: i64 = 0
    while edge < 6:
        other = g.s.beside[tile * 6 + edge]
        if other >= 0 and g.s.open[tile * 6 + edge] > 0 and g.s.open[other * 6 + (edge + 3) % 6] > 0:
            if not trapped(g, seat, other):
                offer_ants(g, seat, other)
        edge += 1


def after_explore(g: Play, seat: i64) -> None:
    """Resolve the explorer's thorax (EXP-05): larvae per larva site, food once in a phase."""
    s = g.s
    thorax = s.top(seat, THORAX)
    if thorax < 0:
        return
    card = g.cards[thorax]
    if card.explore_site_larvae > 0:
        sites: i64 = 0
        hexno: i64 = 1
        while hexno < HEXES:
            site: i64 = 0
            while site < g.kit.sites[hexno]:
                kind = g.kit.resource[hexno * SITES + site]
                if s.site[hexno * SITES + site] == seat and (kind == LARVA or kind == LARVAE):
                    sites += 1
                site += 1
            hexno += 1
        g.gain_larvae(seat, sites * card.explore_site_larvae, WHY_CARD)
    if card.explore_food > 0 and s.explored[seat] == 0:
        g.note_explore_food(seat)
        g.gain_food(seat, card.explore_food, WHY_CARD)


def explore_reactions(g: Play, seat: i64) -> None:
    """Let the others place a larva each (EXP-06); sites fill after each reaction (MEA-21)."""
    index: i64 = 1
    while index < g.s.players:
        other = clockwise(g, seat, index)
        if reacts(g, index) and g.s.larvae[other] > 0:
            if place_larvae(g, other, g.rules.explore_reaction_larvae, O_EXPLORE) > 0:
                settle(g, seat)
        index += 1


def place_anywhere(g: Play, seat: i64) -> i64:
    """Draw a tile and place it on any empty place adjacent to a hex, turned at will; return it (MEA-01)."""
    tile = draw_to_explore(g, seat)
    g.table.open(tile, 0, 0, 0)
    offer_spots(g)
    spot = g.table.choose(seat, Q_SPOT)
    g.table.open(tile, part(spot, 0), part(spot, 1), 0)
    offer_turns(g, tile, NONE)
    g.place_tile(seat, tile, part(spot, 0), part(spot, 1), part(g.table.choose(seat, Q_TURN), 0))
    if g.kit.icon[tile] == CENTIPEDE:
        g.put_centipede(tile)
    return tile


# March ----------------------------------------------------------------
def march(g: Play, seat: i64) -> None:
    """March: up to so many steps, larvae first (MAR-01 to MAR-03); others may move one ant (MAR-04)."""
    s = g.s
    g.lose_food(seat, g.rules.march_cost, WHY_ACTION)
    steps = g.rules.march_steps + g.rules.thorax_steps * s.evolution_n[seat * 3 + THORAX]
    thorax = s.top(seat, THORAX)
    if thorax >= 0:
        steps += g.cards[thorax].march_steps
    walk(g, seat, steps, True, True, NONE)
    settle(g, seat)
    index: i64 = 1
    while index < s.players:
        other = clockwise(g, seat, index)
        if reacts(g, index):
            thorax = s.top(other, THORAX)
            steps = g.rules.march_reaction_steps
            if thorax >= 0 and g.cards[thorax].react_march_steps > 0:
                steps = g.cards[thorax].react_march_steps
            if walk(g, other, steps, False, False, O_MARCH) > 0:
                settle(g, seat)
        index += 1


# Forage ----------------------------------------------------------------
def forage(g: Play, seat: i64) -> None:
    """Forage: draw cards (FOR-01); others may gain a larva (FOR-02)."""
    s = g.s
    g.lose_food(seat, g.rules.forage_cost, WHY_ACTION)
    cards = g.rules.forage_cards
    thorax = s.top(seat, THORAX)
    drawn: i64 = 0
    if thorax >= 0:
        cards += g.cards[thorax].forage_cards
        while drawn < cards and drawn < g.cards[thorax].forage_drops():
            g.cards[thorax].drop_card(g, seat)
            drawn += 1
    while drawn < cards:
        g.draw_card(seat)
        drawn += 1
    index: i64 = 1
    while index < s.players:
        other = clockwise(g, seat, index)
        larvae = g.rules.forage_reaction_larvae
        thorax = s.top(other, THORAX)
        if thorax >= 0 and g.cards[thorax].react_forage_larvae > 0:
            larvae = g.cards[thorax].react_forage_larvae
        if reacts(g, index) and larvae > 0 and s.supply[other] > 0:
            g.table.open(0, 0, 0, 0)
            g.table.offer(O_YES)
            g.table.offer(O_PASS)
            if g.table.choose(other, Q_GAIN_LARVA) == O_YES:
                g.events.add(E_REACTION, other, O_FORAGE, 0, 0, 0)
                g.gain_larvae(other, larvae, WHY_REACTION)
        index += 1


# Play a Card ------------------------------------------------------------
def play_a_card(g: Play, seat: i64, card: i64) -> None:
    """Play a card from the hand with its reactions; some events take effect only after them (RST-08)."""
    g.take_from_hand(seat, card)
    play_held(g, seat, card, False, True)
    if g.phase_over:  # a Rest granted by its effect may have ended it (D-11)
        return
    play_reactions(g, seat)
    if g.kit.kind[card] == EVENT and g.cards[card].reactions_first():
        g.cards[card].resolve(g, seat)


def play_reactions(g: Play, seat: i64) -> None:
    """Let the others discard a card to draw one (PLY-03)."""
    s = g.s
    if g.rules.play_reaction_cards == 0:
        return
    index: i64 = 1
    while index < s.players:
        other = clockwise(g, seat, index)
        if reacts(g, index) and s.hand_n[other] > 0:
            g.table.open(0, 0, 0, 0)
            g.table.offer(O_PASS)
            i: i64 = 0
            while i < s.hand_n[other]:
                g.table.offer(option(O_CARD, s.hand[other * CARDS + i], 0, 0, 0))
                i += 1
            choice = g.table.choose(other, Q_EXCHANGE_CARD)
            if choice != O_PASS:
                g.events.add(E_REACTION, other, O_PLAY, 0, 0, 0)
                g.discard(other, part(choice, 0), WHY_TRADE)
                cards = g.rules.play_reaction_cards
                while cards > 0:
                    g.draw_card(other)
                    cards -= 1
        index += 1
