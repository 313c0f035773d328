"""Rollouts: the position that a seat sees, with a guess at the hidden part, continued by given players.

A rollout reads only a View. One key determines unseen hands, the order of decks and pile, and all later
chance. So the same view and key always give the same game. The real hidden cards do not matter.

The engine itself continues only from the start of a turn. A rollout can also continue from a question within
a turn or the Soldier Phase, and plays the rest of it. A view does not show everything, so two things are left
out: further actions granted by the same card, and battles of more than two players in a hex.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.cards.book import make_card
from marchsim.games.march.components.data import TYPES
from marchsim.games.march.engine.battle import battles_from, decide, lay_ferocity
from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import end_round, finish_round
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.steps import clockwise, settle, walk
from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import (
    after_turn,
    close_turn,
    go_on,
    march_reactions,
    marched,
    take_action,
    worker_phase,
)
from marchsim.games.march.players.prospects import Prospects
from marchsim.games.march.players.strategy import Strategy
from marchsim.kernel.compat import append, i64, mypyc_attr, vec
from marchsim.kernel.rng import LANE, Stream, sort_by_key
from marchsim.kernel.table import Fault, Table
from marchsim.tabletop.players.rollouts import Imagined
from marchsim.tabletop.recording import RoundEnd
from marchsim.tabletop.vectors import same, vector, wipe


def may_follow(view: View) -> bool:
    """Return whether a rollout can continue from the question that a seat must answer.

    There are three such questions: an action in the seat's own turn (even if a card grants it), a step in the
    Worker Phase (which is taken for part of a March or of a reaction to one), and a card for ferocity in a
    battle of the Soldier Phase against another player (if each player may lay only one).
    """
    question = view.question
    if question == w.Q_ACTION:
        return view.phase == w.WORKER and view.marker == view.seat
    if question == w.Q_STEP:
        return view.phase == w.WORKER
    if question == w.Q_FEROCITY and view.phase == w.SOLDIER and view.context(1) >= 0:
        return lays_one(view, view.seat) and lays_one(view, view.context(1))
    return False


def lays_one(view: View, seat: i64) -> bool:
    """Return whether a player may lay at most one card in a battle.

    If it may lay several, a view does not show those that it has laid so far.
    """
    head = view.top(seat, w.HEAD)
    return view.rules.battle_cards == 1 and (head < 0 or view.kit.book[head].ferocity_cards < 2)


def resume(g: Play, view: View, laid: vec[i64], follow: RoundEnd) -> bool:
    """Continue the game to the end of the round, from the question in `view`. Return whether the game ends.

    `laid` are the cards that lie face down in a battle.
    """
    question = view.question
    if question == w.Q_FEROCITY:
        fight_on(g, view, laid)
        return end_round(g, follow)
    if question == w.Q_ACTION and view.context(0) == w.NONE:
        go_on(g)
    else:
        final = g.s.final > 0
        if question == w.Q_ACTION:
            take_action(g, view.seat, view.context(0))
        else:
            step_on(g, view)
        close_turn(g, g.s.marker, final)
        after_turn(g)
    return finish_round(g, follow)


def step_on(g: Play, view: View) -> None:
    """Continue a March, or the reaction to one, from one of its steps."""
    seat = view.seat
    steps = view.context(0)
    must = view.context(1) == 0
    if seat == g.s.marker:
        larvae = False
        for index in range(view.n):
            larvae = larvae or w.code_of(view.option(index)) == w.O_LARVA
        walk(g, seat, steps, larvae, must, w.NONE)
        marched(g, seat)
        return
    walk(g, seat, steps, False, must, w.O_MARCH)
    settle(g, g.s.marker)
    place = seat - g.s.marker
    march_reactions(g, g.s.marker, (place if place > 0 else place + g.s.players) + 1)


def fight_on(g: Play, view: View, laid: vec[i64]) -> None:
    """Continue a battle from the laying of a card, then fight the remaining battles of the Soldier Phase."""
    s = g.s
    hexno = view.context(0)
    seat = view.seat
    rival = view.context(1)
    own = view.context(2)
    other = view.context(3)
    nothing: vec[i64] = vec[i64]()
    if view.controller(hexno) == seat:  # the invader has laid its card already
        for i in range(len(laid)):
            s.limbo[i] = laid[i]
        s.limbo_n = len(laid)
        mine = lay_ferocity(g, seat, hexno, rival, own, other)
        decide(g, hexno, rival, seat, seat, other, own, laid, mine)
    else:
        mine = lay_ferocity(g, seat, hexno, rival, own, other)
        theirs = nothing
        if not g.figures.silences(seat):
            theirs = lay_ferocity(g, rival, hexno, seat, other, own)
        decide(g, hexno, seat, rival, rival, own, other, mine, theirs)
    battles_from(g, hexno + 1)


# The visible position with a guess at the hidden part
SALT_HIDDEN: Final = 1 << 24  # of what is not in sight: cards, then tiles
SLIGHT: Final = 5  # ten thousandths


@mypyc_attr(allow_interpreted_subclasses=True)
class World(Imagined):
    """The rollouts of a seat. `margin` and `judged` evaluate the positions that the rollouts reach.

    `minds` are the players in the seats. `begin` announces each game to them.
    """

    def __init__(self, view: View, minds: list[Strategy]) -> None:
        kit = view.kit
        self.view: Final = view
        cards = [
            make_card(kit.ids[card], TYPES[kit.kind[card]], card, kit.amounts[card])
            for card in range(kit.cards)
        ]
        table = Table([], view.rules.decisions_most)
        super().__init__(view.seat, table, w.Q_ACTION)
        state = State(view.players)
        self.g: Final = Play(state, kit, view.rules, cards, view.mats, table, Stream(0))
        self.g.events.keep = False
        self.g.events.imagined = True
        for seat, mind in enumerate(minds):
            self.sit(View(state, kit, view.rules, view.mats, table, seat), mind)
        self.follower: Final = RoundEnd()
        self.prospects: Final = Prospects()
        # the guess at what is not in sight, by the last key
        self.cards: vec[i64] = vec[i64]()
        self.left: vec[i64] = vec[i64]()  # of them, those of no hand or deck: they lie face down in a battle
        self.pile: vec[i64] = vec[i64]()
        self.horde: vec[i64] = vec[i64]()

    # laying out ------------------------------------------------------------
    def imagine(self, key: i64) -> None:
        """Set up the visible position and a random hidden part, which `key` (0 to 2**62) determines."""
        self.key = key
        self.lay_out(True)

    def again(self) -> None:
        """Set up the last rollout again. The seat must not have answered a question since then."""
        self.lay_out(False)

    def lay_out(self, guess: bool) -> None:
        """Set up the position. If `guess` is set, guess the hidden part anew, else use the last guess."""
        g = self.g
        g.chance.low = self.key & LANE
        g.chance.high = (self.key >> 32) & LANE
        g.phase_over = False
        g.depth = 0
        g.table.decisions = 0
        g.events.clear()
        for i in range(g.s.laid_n):  # of the last game imagined
            g.s.grid[g.s.row[g.s.laid[i]] * w.GRID + g.s.column[g.s.laid[i]]] = w.NONE
        self.view.copy_to(g.s)
        self.see_players()
        self.see_cards()
        self.see_meadow()
        if g.rules.horde > 0:
            self.see_horde()
        if guess:
            self.guess()
        self.deal_cards()
        self.lay_pile()
        if g.rules.horde > 0:
            self.lay_horde()
        g.look_up(0)
        g.s.evolved = self.view.evolved
        self.wake(g.chance)

    def see_players(self) -> None:
        """Copy the numbers of the round, the phase and the players' points."""
        s = self.g.s
        v = self.view
        s.round = v.round
        s.phase = v.phase
        s.marker = v.marker
        s.active = v.marker
        s.turns = v.turns
        s.tokens = v.tokens
        s.final = v.final
        s.horde_score = v.horde_score
        s.intruders = v.intruders
        s.reshuffles = 0
        s.horde_reshuffles = 0
        wipe(s.fought, w.SEATS * w.HEXES)
        wipe(s.points, w.SEATS * w.SOURCES)
        wipe(s.horde_points, len(s.horde_points))
        s.horde_points[w.H_SLUMBER] = v.horde_score
        for seat in range(v.players):
            s.points[seat * w.SOURCES + w.BY_CARDS] = v.score[seat]

    def see_cards(self) -> None:
        """Copy the seat's hand and all face-up cards."""
        s = self.g.s
        v = self.view
        s.limbo_n = 0
        s.discards_n = v.discards_n
        for i in range(v.discards_n):
            s.discards[i] = v.discarded(i)
        for i in range(v.hand_n[v.seat]):
            s.hand[v.seat * w.CARDS + i] = v.card(i)
        for at in range(v.players * 3):
            for i in range(v.evolution_n[at]):
                s.evolution[at * w.CARDS + i] = v.covered(at // 3, at % 3, i)
        for seat in range(v.players):
            for i in range(v.goal_n[seat]):
                s.goal[seat * w.CARDS + i] = v.goal(seat, i)

    def see_meadow(self) -> None:
        """Put the visible hexes on the grid."""
        s = self.g.s
        v = self.view
        s.laid_n = v.laid_n
        for i in range(s.laid_n):
            s.grid[s.row[s.laid[i]] * w.GRID + s.column[s.laid[i]]] = s.laid[i]

    def see_horde(self) -> None:
        """Copy the Horde's discard pile."""
        s = self.g.s
        v = self.view
        s.horde_discards_n = v.horde_discards_n
        for i in range(v.horde_discards_n):
            s.horde_discards[i] = v.horde_discarded(i)

    # guessing ----------------------------------------------------------------
    def guess(self) -> None:
        """Guess the hidden part: shuffle the unseen cards and tiles by the rollout's key."""
        self.cards = self.shuffled(self.unseen(False))
        self.pile = self.guessed_pile()
        if self.g.rules.horde > 0:
            self.horde = self.shuffled(self.unseen(True))

    def put(self, cards: list[int], pile: list[int], horde: list[int]) -> None:
        """Use a given guess at the hidden part. `cards` fill the other hands clockwise, then the deck."""
        self.cards = vector(cards)
        self.pile = vector(pile)
        self.horde = vector(horde)

    def deal_cards(self) -> None:
        """Deal the unseen cards, as guessed, to the other hands and the deck."""
        s = self.g.s
        v = self.view
        unseen = self.cards
        next_card: i64 = 0
        for index in range(1, v.players):
            seat = clockwise(self.g, v.seat, index)
            for i in range(v.hand_n[seat]):
                s.hand[seat * w.CARDS + i] = unseen[next_card]
                next_card += 1
        s.deck_n = v.deck_n
        for i in range(v.deck_n):
            s.deck[i] = unseen[next_card]
            next_card += 1
        self.left = unseen[next_card:]

    def unseen(self, of_the_horde: bool) -> vec[i64]:
        """The cards that the seat has not seen: the Horde's if `of_the_horde` is set, else the players'."""
        g = self.g
        s = g.s
        seen: vec[i64] = vec[i64]([0] * w.CARDS)
        self.mark(seen, s.discards, 0, s.discards_n)
        self.mark(seen, s.hand, self.view.seat * w.CARDS, s.hand_n[self.view.seat])
        for seat in range(s.players):
            self.mark(seen, s.goal, seat * w.CARDS, s.goal_n[seat])
        for at in range(s.players * 3):
            self.mark(seen, s.evolution, at * w.CARDS, s.evolution_n[at])
        self.mark(seen, s.horde_discards, 0, s.horde_discards_n)
        cards: vec[i64] = vec[i64]()
        for card in range(g.kit.cards):
            horde = g.rules.horde > 0 and g.kit.centipede[card] > 0
            if g.kit.enabled[card] > 0 and seen[card] == 0 and horde == of_the_horde:
                cards = append(cards, card)
        return cards

    def mark(self, seen: vec[i64], pile: vec[i64], first: i64, n: i64) -> None:
        """Mark the `n` cards of a pile from index `first` on as seen."""
        for i in range(first, first + n):
            seen[pile[i]] = 1

    def shuffled(self, cards: vec[i64]) -> vec[i64]:
        """Sort cards by the rollout's key, and return them."""
        keys: vec[i64] = vec[i64]()
        for i in range(len(cards)):
            keys = append(keys, self.g.deal_key(SALT_HIDDEN, cards[i]))
        sort_by_key(cards, keys, len(cards))
        return cards

    def guessed_pile(self) -> vec[i64]:
        """A guess at the pile, with starting tiles on top.

        Follows SET-05 and SET-06. Some tiles of the box are not in the game, so the guess leaves out as many.
        """
        v = self.view
        below = self.tiles(w.STANDARD)
        top = self.tiles(w.STARTING)
        extra = self.tiles(w.BEYOND)
        left = v.rules.beyond_hexes - self.laid_of(w.BEYOND)
        if left < v.pile_n - len(below) - len(top):  # a position that people wrote may hold more of them
            left = v.pile_n - len(below) - len(top)
        i: i64 = 0
        while i < len(extra) and i < left:
            below = append(below, extra[i])
            i += 1
        self.order(below, SALT_HIDDEN + 1)
        pile: vec[i64] = vec[i64]()
        for i in range(v.pile_n):
            pile = append(pile, below[i] if i < len(below) else top[i - len(below)])
        return pile

    def lay_pile(self) -> None:
        """Copy the guessed pile into the state."""
        s = self.g.s
        s.pile_n = self.view.pile_n
        same(self.pile, s.pile, s.pile_n)

    def tiles(self, group: i64) -> vec[i64]:
        """The tiles of a group that are not in the Meadow, in a random order."""
        kit = self.g.kit
        found: vec[i64] = vec[i64]()
        for tile in range(1, w.HEXES):
            if kit.group[tile] == group and kit.tile_enabled[tile] > 0 and self.view.placed[tile] == 0:
                found = append(found, tile)
        self.order(found, SALT_HIDDEN)
        return found

    def laid_of(self, group: i64) -> i64:
        """The number of tiles of a group that are in the Meadow."""
        count: i64 = 0
        for i in range(1, w.HEXES):
            if self.view.placed[i] > 0 and self.g.kit.group[i] == group:
                count += 1
        return count

    def order(self, tiles: vec[i64], salt: i64) -> None:
        """Sort tiles by the rollout's key."""
        keys: vec[i64] = vec[i64]()
        for i in range(len(tiles)):
            keys = append(keys, self.g.tile_key(salt, tiles[i]))
        sort_by_key(tiles, keys, len(tiles))

    def lay_horde(self) -> None:
        """Copy the guessed Horde deck into the state."""
        self.g.s.horde_deck_n = self.view.horde_deck_n
        same(self.horde, self.g.s.horde_deck, self.view.horde_deck_n)

    # playing on ---------------------------------------------------------------
    def follow(self, choice: i64, rounds: i64) -> None:
        """Answer the seat's question with `choice`, and play to the end of a round.

        `rounds` is the number of rounds to finish, including the present one. Play stops earlier if the game
        ends. Call this only if `may_follow` is true for the question.
        """
        g = self.g
        guest = self.guests[self.view.seat]
        guest.leading = self.view.question
        guest.lead = choice
        try:
            over = resume(g, self.view, self.left, self.follower)
            while not over and rounds > 1:
                rounds -= 1
                g.begin_round(g.s.round + 1)
                worker_phase(g)
                over = finish_round(g, self.follower)
        except Fault:
            return  # beyond a limit of the game: it stands as it stands

    def seen(self, seat: i64) -> View:
        """The view that a seat has of the rollout."""
        view = self.seated[seat].view
        assert isinstance(view, View)
        return view

    def margin(self) -> i64:
        """The seat's lead in points over the best other player, or the players' lead over the Horde."""
        g = self.g
        if g.rules.horde > 0:
            return margin(g)
        best: i64 = 0
        for seat in range(g.s.players):
            if seat != self.view.seat and g.s.score[seat] > best:
                best = g.s.score[seat]
        return g.s.score[self.view.seat] - best

    def judged(self) -> i64:
        """The value of the position: the chance of the seat to win or, with a Horde, the expected margin.

        Each point of lead adds SLIGHT to the chance, so that it decides between equal chances.
        """
        seen = self.seen(self.view.seat)
        if self.g.rules.horde > 0:
            return 100 * self.margin() + self.prospects.company(seen)
        return self.prospects.chance(seen) + SLIGHT * self.prospects.lead_judged(seen) // 100
