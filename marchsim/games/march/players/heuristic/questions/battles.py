"""Ratings for battles and the Queen Phase: cards to lay, losses, rewards, and the Royal Decree."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.card_facts import NONE_LAID
from marchsim.games.march.players.heuristic.card_worth import keep, keep_at_least
from marchsim.games.march.players.heuristic.judgement import UNKNOWN, Judgement
from marchsim.games.march.players.heuristic.questions.rating import NEVER, Rating
from marchsim.games.march.players.heuristic.questions.turns import within
from marchsim.games.march.words import HEXES, O_FOOD, O_PASS, OUT, SITES, SOLDIER, code_of, part
from marchsim.kernel.compat import i64

MOST_LAID: Final = 3  # cards that anybody lays in one battle
KEPT: Final = 30  # percent: what the sites beside a centipede are worth that is left alone


class Lose(Rating):
    """Loses the least useful ant: those in the outskirts first, the one on the control site last."""

    def rate(self, e: Judgement, option: i64) -> i64:
        hexno = part(option, 0)
        slot = part(option, 1)
        if e.view.context(0) < 0:  # not in a battle
            return -e.leave(hexno, slot)
        return i64(0) if slot == OUT else -e.worth(hexno, slot)


class Ferocity(Rating):
    """Lays the card whose gain most exceeds its own value, or none if no card can turn the battle."""

    def prepare(self, e: Judgement) -> None:
        v = e.view
        e.size_up()
        e.laid = has_laid(e, v.context(0), v.context(1), v.context(2))
        e.prize = stake(e, v.context(0))
        e.unaided = e.prize * victory(e, v.context(0), v.context(1), v.context(2) - v.context(3)) // 100

    def rate(self, e: Judgement, option: i64) -> i64:
        v = e.view
        hexno = v.context(0)
        rival = v.context(1)
        lead = v.context(2) - v.context(3)
        if code_of(option) == O_PASS:
            return e.unaided
        card = part(option, 0)
        gain = e.prize * victory(e, hexno, rival, lead + e.kit.ferocity[card]) // 100
        if gain - keep_at_least(e, card) < e.best:
            return NEVER
        kept = keep(e, card)
        if gain <= e.unaided and kept < 1:
            kept = 1  # what cannot turn the battle is not laid, however little it is worth
        return e.term("what it wins", gain) + e.term("the card itself", -kept)


def has_laid(e: Judgement, hexno: i64, rival: i64, strength: i64) -> i64:
    """1 if the invader has laid a card in a battle that the player defends, else 0. UNKNOWN if unclear.

    All players can see that a card is face down (BAT-04): it is in no hand, in no pile and not in play.
    """
    if rival < 0 or e.wary or e.phase != SOLDIER or e.view.controller(hexno) != e.seat:
        return UNKNOWN
    lie = lying(e)
    if strength > e.view.ants[e.seat * HEXES + hexno] + e.defending[e.seat]:
        lie -= 1  # an own card
    if lie > MOST_LAID:  # a position that people wrote lacks cards
        return UNKNOWN
    return i64(1) if lie > 0 else i64(0)


def lying(e: Judgement) -> i64:
    """The number of cards in the game that are in no hand, not in play, and in neither deck nor discards."""
    v = e.view
    n = e.facts.cards - v.deck_n - v.discards_n
    for seat in range(v.players):
        n -= v.hand_n[seat] + v.goal_n[seat] + v.evolutions(seat)
    return n


def stake(e: Judgement, hexno: i64) -> i64:
    """The difference in value between a victory and a defeat in a hex."""
    mine = e.view.ants[e.seat * HEXES + hexno]
    value = 100 + e.hold(hexno, mine, True) + mine * e.an_ant
    if e.wary and e.centipede[hexno] > 0:
        value += e.relief[hexno] + e.menace
    return value


def victory(e: Judgement, hexno: i64, rival: i64, lead: i64) -> i64:
    """The chance, in percent, to win a battle with this lead in strength and in the ferocity laid so far."""
    if rival >= 0:
        if e.view.site[hexno * SITES] == e.seat:
            lead += 1
        if e.laid == UNKNOWN:
            return e.odds(lead, e.armed[rival] > 0)
        p = e.odds(lead, e.laid > 0)
        return (p - NONE_LAID) * 100 // (100 - NONE_LAID) if 0 < p < 100 else p
    if lead < 0:
        return 0
    if e.wary:
        return e.facts.horde_one[lead] if lead < 31 else e.facts.horde_one[31]
    return e.facts.at_most[lead] if lead < 32 else i64(100)  # a second card is drawn; ants win draws


class Invader(Rating):
    """Lets the weakest of the tied players invade."""

    def rate(self, e: Judgement, option: i64) -> i64:
        seat = part(option, 0)
        return -10 * e.invading[seat] - e.view.hand_n[seat]


class Spoils(Rating):
    """Moves the player's ants to better sites after a victory."""

    def rate(self, e: Judgement, option: i64) -> i64:
        if code_of(option) == O_PASS:
            return 0
        return within(e, part(option, 0), part(option, 1), part(option, 3))


class Hunt(Rating):
    """Battles the centipede that promises the highest gain, or none if no battle gains."""

    def prepare(self, e: Judgement) -> None:
        e.size_up()

    def rate(self, e: Judgement, option: i64) -> i64:
        if code_of(option) == O_PASS:
            return 0
        hexno = part(option, 0)
        mine = e.view.ants[e.seat * HEXES + hexno]
        if e.wary:
            return e.hunted(hexno, mine)
        return e.hunted(hexno, mine) - (e.hold(hexno, mine, False) * KEPT) // 100


class Decree(Rating):
    """Takes food or larvae by Royal Decree, whichever is worth more."""

    def rate(self, e: Judgement, option: i64) -> i64:
        if code_of(option) == O_FOOD:
            return e.figures.decree_food(e.seat, top=True) * e.food_price
        larvae = min(e.figures.decree_larvae(e.seat, top=True), e.view.supply[e.seat])
        return e.brood_worth(larvae)
