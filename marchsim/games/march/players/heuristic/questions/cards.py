"""Ratings for cards: those to play, keep or give away, and the targets of their effects."""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.card import X_OUTBREAK, X_SNEAK, X_SPARROW, X_SWARM
from marchsim.games.march.players.heuristic.action_worth import spot_worth, tile_worth
from marchsim.games.march.players.heuristic.card_worth import (
    gift_worth,
    goal_worth,
    keep,
    keep_at_least,
    price,
    unknown_worth,
    worth,
)
from marchsim.games.march.players.heuristic.effect_worth import (
    best_prize,
    harm,
    rate_centipede,
    rate_hole,
    rate_losses,
    rate_radiation,
    rate_shift,
    rate_sneak,
    rate_swarm,
)
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.questions.rating import NEVER, Rating
from marchsim.games.march.players.heuristic.species_worth import (
    free_worth,
    laid_worth,
    rate_raid,
    species_worth,
)
from marchsim.games.march.players.heuristic.weights import W_FEROCITY
from marchsim.kernel.compat import i64

SPOILS: Final = 3  # larvae of a rival that count, where the card does not say how many it takes


# the hand ------------------------------------------------------------------
class ExchangeCard(Rating):
    """Exchanges the least useful card for an unknown one, if that is worth more."""

    def prepare(self, e: Judgement) -> None:
        e.prize = unknown_worth(e)

    def rate(self, e: Judgement, option: i64) -> i64:
        return given_away(e, option, e.prize)


def given_away(e: Judgement, option: i64, limit: i64) -> i64:
    """The value (below 0) of giving a card away. Passing is worth -`limit`."""
    if w.code_of(option) == w.O_PASS:
        return -limit
    card = w.part(option, 0)
    if -keep_at_least(e, card) < e.best:
        return NEVER
    kept = keep(e, card)
    if e.telling is not None:
        tell_kept(e, card, kept)
    return -kept


def tell_kept(e: Judgement, card: i64, kept: i64) -> None:
    """Record the parts of the value of keeping a card, each as a loss from giving the card away."""
    fierce = e.kit.ferocity[card] * e.w[W_FEROCITY]
    last: i64 = 0
    if e.left <= 1:
        last = e.card_price
        if e.phase >= w.SOLDIER:
            fierce //= 4
    e.term("its ferocity", -fierce)
    e.term("playing it", fierce + last - kept)
    e.term("a card at the end", -last)


class FreeCard(Rating):
    """Plays the card with the highest gain. Only cards revealed by a tile must be paid for."""

    def rate(self, e: Judgement, option: i64) -> i64:
        if w.code_of(option) == w.O_PASS:
            return 0
        card = w.part(option, 0)
        value = worth(e, card)
        if e.view.context(0) >= w.TILE_CONTEXT:
            value += e.term("what pays for it", -price(e, card))
        return value


class Evolve(Rating):
    """Plays the evolution with the highest value after its cost, plus that of a free one that may follow."""

    def rate(self, e: Judgement, option: i64) -> i64:
        if w.code_of(option) == w.O_PASS:
            return 0
        card = w.part(option, 0)
        value = e.term("in play", laid_worth(e, card, w.part(option, 1) > 0))
        if e.view.context(1) > 0:  # it is free
            return value
        value += e.term("what pays for it", -price(e, card))
        if e.view.marker == e.seat:
            value += e.term("what may follow it", free_worth(e, card))
        return value


# rare questions --------------------------------------------------------------
class ByKind(Rating):
    """Rates an option by its kind: the rating of most rare questions, which gain nothing by more (D-533)."""

    def rate(self, e: Judgement, option: i64) -> i64:
        code = w.code_of(option)
        if code == w.O_CARD:  # a card to give away, or a Colony Goal to give up
            goal = e.view.question == w.Q_DROP_GOAL
            return -goal_worth(e, w.part(option, 0)) if goal else given_away(e, option, 0)
        if code == w.O_TILE:
            return tile_worth(e, w.part(option, 0), e.view.question == w.Q_DRAFT)
        if code == w.O_SPOT:
            return spot_worth(e, e.view.context(0), w.part(option, 0), w.part(option, 1), w.NONE)
        if code == w.O_SITE:  # to collect from, or to yield food instead
            value = e.at_once(e.kit.resource[w.part(option, 0) * w.SITES + w.part(option, 1)])
            return e.food_price - value if e.view.context(2) > 0 else value
        if code == w.O_TWO:
            card = e.view.context(0)
            return gift_worth(e, card, w.part(option, 0)) + gift_worth(e, card, w.part(option, 1))
        if code == w.O_STEP:
            return e.more(w.part(option, 2), 1)
        if code == w.O_SHIFT:
            return rate_shift(e, w.part(option, 0), w.part(option, 1))
        if code == w.O_SECTION:
            return rate_radiation(e, w.part(option, 0))
        if code == w.O_VICTIM:
            return rate_raid(e, w.part(option, 0), w.part(option, 1))
        if code == w.O_SPECIES and w.part(option, 0) != w.COMMON:
            return species_worth(e, w.part(option, 0))
        return 0


# effects ---------------------------------------------------------------------
class Rival(Rating):
    """Takes larvae from a player who has some, preferably one with many points."""

    def rate(self, e: Judgement, option: i64) -> i64:
        v = e.view
        most = e.facts.main[v.context(0)]
        if most == 0:
            most = SPOILS
        seat = w.part(option, 0)
        larvae = min(v.larvae[seat], most)
        return larvae * 30 + v.score[seat] - v.score[e.seat]


class Hex(Rating):
    """Chooses the hex in which the card's effect is worth most."""

    def rate(self, e: Judgement, option: i64) -> i64:
        card = e.view.context(0)
        special = e.facts.special[card]
        amount = e.facts.main[card]
        hexno = w.part(option, 0)
        if special == X_SWARM:
            return rate_swarm(e, hexno, amount)
        if special == X_OUTBREAK:
            return rate_losses(e, hexno, 0, amount)
        if special == X_SPARROW:
            return rate_losses(e, hexno, amount, 1)
        return rate_sneak(e, hexno) if special == X_SNEAK else i64(0)


class Swap(Rating):
    """Exchanges the player's least useful ant for the ant on another player's best site (Mating Flight)."""

    def prepare(self, e: Judgement) -> None:
        if e.view.context(1) < 0:  # the first of the two ants
            e.prize = best_prize(e)

    def rate(self, e: Judgement, option: i64) -> i64:
        if w.code_of(option) == w.O_PASS:
            return 15
        hexno = w.part(option, 0)
        slot = w.part(option, 1)
        own = w.part(option, 2) == e.seat
        if e.view.context(1) < 0:
            return e.prize - e.leave(hexno, slot) if own else i64(-1000)
        if own:
            return -e.leave(hexno, slot)
        return e.worth(hexno, slot) if slot < w.OUT else i64(0)


class Token(Rating):
    """Puts a centipede where it meets other players, or a wormhole where the player's larva may enter."""

    def rate(self, e: Judgement, option: i64) -> i64:
        code = w.code_of(option)
        hexno = w.part(option, 0)
        if code == w.O_PASS:
            return 0
        if code == w.O_CENTIPEDE:
            return rate_centipede(e, hexno)
        home: i64 = 12 if e.view.holds(e.seat, hexno) > 0 else 1
        return rate_hole(e, hexno) + home


class Army(Rating):
    """Deploys larvae that decide a battle, or recalls ants that would only be lost (Army Head)."""

    def rate(self, e: Judgement, option: i64) -> i64:
        code = w.code_of(option)
        hexno = w.part(option, 0)
        if code == w.O_PASS:
            return 0
        if code == w.O_DEPLOY:
            return e.more(hexno, 3) - e.larva_price - e.upkeep
        at = e.seat * w.HEXES + hexno
        if hexno == w.TUNNEL:
            return e.view.out[at] * (e.larva_price + e.upkeep - 5)
        return -e.ants_worth(hexno, e.view.ants[at])


class Victim(Rating):
    """Destroys other players' ants where the loss is greatest and helps the player most."""

    def rate(self, e: Judgement, option: i64) -> i64:
        code = w.code_of(option)
        v = e.view
        if code == w.O_PASS:
            return 0
        if code == w.O_VICTIM:
            return harm(e, w.part(option, 0), e.facts.main[v.context(0)]) + v.score[w.part(option, 1)]
        if code == w.O_SEAT:
            seat = w.part(option, 0)
            return i64(-50) if seat == e.seat else 10 + v.score[seat]
        return blast_worth(e, w.part(option, 0), w.part(option, 1))


def blast_worth(e: Judgement, hexno: i64, slot: i64) -> i64:
    """The value of destroying one of the player's ants together with others in the hex (Blast Head)."""
    mine = e.view.ants[e.seat * w.HEXES + hexno]
    others = e.view.crowd[hexno] - mine
    most = e.facts.main[e.view.context(0)]
    slain = min(others, most)
    value = harm(e, hexno, slain) - e.an_ant
    if slot < w.OUT:
        value -= e.worth(hexno, slot)
    if mine > 1 and others > 0 and slain == others:
        value += e.hold(hexno, mine - 1, True) - e.ants_worth(hexno, mine)
    return value
