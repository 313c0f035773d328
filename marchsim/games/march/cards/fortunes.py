"""Events about cards, larvae, food and actions.

Each class is one card: its amounts, its condition and its effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marchsim.games.march import words as w
from marchsim.games.march.amounts import G_CARDS, G_HARM, G_LARVAE
from marchsim.games.march.engine.card import X_APPETITE, X_FRENZY, X_GIFTS, X_HARVEST, X_RADIATION, X_STEAL
from marchsim.games.march.engine.explore import discard_one
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import barred, play_held, score_bodies
from marchsim.games.march.engine.queen_phase import choose_sites, collect
from marchsim.games.march.engine.steps import clockwise
from marchsim.games.march.engine.workers import take_action
from marchsim.kernel.compat import append, i64, vec


def choose_rival(g: Play, seat: i64, card: i64) -> i64:
    """Ask a player to choose another player, and return the seat. There must be at least one other."""
    g.table.open(card, 0, 0, 0)
    for index in range(1, g.s.players):
        g.table.offer(w.option(w.O_SEAT, clockwise(g, seat, index), 0, 0, 0))
    return w.part(g.table.choose(seat, w.Q_RIVAL), 0)


class AdaptiveRadiation(ActiveCard):
    """Each player passes its topmost evolution of one section to the left."""

    special: ClassVar = X_RADIATION

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether any player has an evolution in play."""
        for i in range(g.s.players * 3):
            if g.s.evolution_n[i] > 0:
                return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose a section, and move each player's topmost evolution of it to the left.

        All evolutions move at the same time. Then all players score the bodies that are complete now
        (PLY-07).
        """
        s = g.s
        g.table.open(self.index, 0, 0, 0)
        for section in range(3):
            owner: i64 = 0
            while owner < s.players and s.evolution_n[owner * 3 + section] == 0:
                owner += 1
            if owner < s.players:
                g.table.offer(w.option(w.O_SECTION, section, 0, 0, 0))
        section = w.part(g.table.choose(seat, w.Q_SECTION), 0)
        passed: vec[i64] = vec[i64]()
        for index in range(s.players):
            giver = clockwise(g, seat, index)
            none = s.evolution_n[giver * 3 + section] == 0  # one without effect is passed on, too
            passed = append(passed, w.NONE if none else g.take_off_top(giver, section))
        for index in range(s.players):
            if passed[index] >= 0:
                g.unhold(passed[index])
                g.put_on_top(clockwise(g, clockwise(g, seat, index), 1), passed[index])
        for index in range(s.players):
            score_bodies(g, clockwise(g, seat, index))


class CulturalTheft(ActiveCard):
    """Each other player discards a card. The player may play one of the discarded cards at no cost."""

    rated: ClassVar = (("", G_CARDS, 150), ("", G_HARM, 300))

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether another player has a card in hand."""
        for index in range(1, g.s.players):
            if g.s.hand_n[clockwise(g, seat, index)] > 0:
                return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the others discard a card each, then offer the discarded cards to the player."""
        given: vec[i64] = vec[i64]()
        for index in range(1, g.s.players):
            other = clockwise(g, seat, index)
            if g.s.hand_n[other] > 0:
                given = append(given, discard_one(g, other, self.index, w.WHY_CARD))
        g.table.open(self.index, 0, 0, 0)
        g.table.offer(w.O_PASS)
        for i in range(len(given)):
            if not barred(g, seat, given[i]):
                g.table.offer(w.option(w.O_CARD, given[i], 0, 0, 0))
        choice = g.table.choose(seat, w.Q_FREE_CARD)
        if choice != w.O_PASS:
            g.take_from_discards(seat, w.part(choice, 0))
            play_held(g, seat, w.part(choice, 0), True, False)


class EarlyHarvest(ActiveCard):
    """Collect several times from one site that the player inhabits."""

    special: ClassVar = X_HARVEST
    main: ClassVar = "times"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.times: i64 = amounts["times"]

    def aimed(self) -> bool:
        """True: paying with the last ant on a site would leave nothing to harvest."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether the player inhabits a site."""
        return g.figures.tiles_inhabited(seat) > 0

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose a site, and collect its resource `times` times."""
        chosen = choose_sites(g, seat, self.index, 1, False)
        if len(chosen) > 0:
            for _ in range(self.times):
                collect(g, seat, g.kit.resource[chosen[0]], 0, chosen[0])


class EggStealer(ActiveCard):
    """Take larvae from another player."""

    rated: ClassVar = (("larvae", G_LARVAE, 90), ("larvae", G_HARM, 100))
    special: ClassVar = X_STEAL
    main: ClassVar = "larvae"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.larvae: i64 = amounts["larvae"]

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether there is another player."""
        return g.s.players > 1

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose who loses larvae, and gain as many from its own supply (GEN-05)."""
        lost = g.lose_larvae(choose_rival(g, seat, self.index), self.larvae, w.WHY_CARD)
        g.gain_larvae(seat, lost, w.WHY_CARD)


class FrenziedActivity(ActiveCard):
    """Take several actions in a row."""

    special: ClassVar = X_FRENZY

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.actions: i64 = amounts["actions"]

    def reactions_first(self) -> bool:
        """True: the others react before the actions that the card grants (RST-08)."""
        return True

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player take the granted actions one after another. A Rest ends the turn (RST-08)."""
        taken: i64 = 0
        g.go_deeper(1)
        while taken < self.actions and g.s.rested[seat] == 0 and not g.phase_over:
            if not take_action(g, seat, self.index):
                break
            taken += 1
        g.go_deeper(-1)


class RoyalJelly(ActiveCard):
    """Gain two of three gifts: food, larvae, cards."""

    special: ClassVar = X_GIFTS

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.food: i64 = amounts["food"]
        self.larvae: i64 = amounts["larvae"]
        self.cards: i64 = amounts["cards"]

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose two of the gifts, and give both."""
        g.table.open(self.index, 0, 0, 0)
        g.table.offer(w.option(w.O_TWO, w.O_FOOD, w.O_LARVAE, 0, 0))
        g.table.offer(w.option(w.O_TWO, w.O_FOOD, w.O_DRAW, 0, 0))
        g.table.offer(w.option(w.O_TWO, w.O_LARVAE, w.O_DRAW, 0, 0))
        choice = g.table.choose(seat, w.Q_GIFTS)
        for index in range(2):
            gift = w.part(choice, index)
            if gift == w.O_FOOD:
                g.gain_food(seat, self.food, w.WHY_CARD)
            elif gift == w.O_LARVAE:
                g.gain_larvae(seat, self.larvae, w.WHY_CARD)
            else:
                g.draw_cards(seat, self.cards)


class StrangeAppetite(ActiveCard):
    """Each other player loses food, or larvae if it has no food."""

    special: ClassVar = X_APPETITE
    main: ClassVar = "food"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.food: i64 = amounts["food"]
        self.larvae: i64 = amounts["larvae"]

    def resolve(self, g: Play, seat: i64) -> None:
        """Take food or larvae from each other player in turn."""
        for index in range(1, g.s.players):
            other = clockwise(g, seat, index)
            if g.s.food[other] > 0:
                g.pay_food(other, self.food, w.WHY_CARD)
            else:
                g.lose_larvae(other, self.larvae, w.WHY_CARD)
