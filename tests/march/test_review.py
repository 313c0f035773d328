"""Corners of the rules: what happens where two of them meet. Positions are laid by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.cards.fortunes import CulturalTheft
from marchsim.games.march.engine import battle, queen_phase, workers
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import State
from marchsim.games.march.engine.steps import lose_anywhere
from marchsim.games.march.rules import variant
from marchsim.games.march.table.assembly import assemble
from marchsim.games.march.table.inspection import audit
from marchsim.kernel.compat import i64
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Seat, Table

DRY_SEEP, SPIDER = 9, 21


class Pen(Seat):
    """Answers a question with the options listed for it, in turn; else it passes, or takes the first."""

    def __init__(self, table: Table, seat: int, asked: list[tuple[int, int]]) -> None:
        self.table = table
        self.seat = seat
        self.asked = asked
        self.wanted: dict[int, list[int]] = {}

    def answer(self, question: i64) -> i64:
        """Note the question and answer it."""
        self.asked.append((self.seat, int(question)))
        options = [self.table.options[i] for i in range(self.table.n)]
        if self.wanted.get(question):
            return options.index(self.wanted[question].pop(0))
        return options.index(w.O_PASS) if w.O_PASS in options else 0


class Board:
    """A Worker Phase with nothing but the Great Tunnel, larvae and food, and pens in the seats."""

    def __init__(
        self, players: int = 3, rules: Mapping[str, Any] | None = None, larvae: int = 5, food: int = 2
    ) -> None:
        overlays: Sequence[tuple[str, Mapping[str, Any]]] = [("test", {"rules": rules})] if rules else ()
        self.fitted = assemble(variant.resolve("test", "standard", overlays))
        self.ids = [card.id for card in self.fitted.variant.components.cards]
        self.asked: list[tuple[int, int]] = []
        table = Table([], 1000)
        self.pens = [Pen(table, seat, self.asked) for seat in range(players)]
        table.seats.extend(self.pens)
        fitted = self.fitted
        ruleset, mats = fitted.seat(players)
        self.g = Play(State(players), fitted.kit, ruleset, fitted.cards, mats, table, Stream(7))
        self.s = self.g.s
        self.g.place_tile(0, w.TUNNEL, w.CENTRE, w.CENTRE, 0)
        self.g.fill_token_supply(ruleset.tokens)
        for seat in range(players):
            self.g.fill_supply(seat, ruleset.cubes, larvae, food)
        self.g.begin_round(1)
        self.g.begin_phase(w.WORKER)

    def card(self, name: str) -> int:
        """Return the number of a card."""
        return self.ids.index(name)

    def deck(self, *names: str, rest: bool = True) -> None:
        """Lay the deck, top card first; the rest of the cards lie below them, or in the discards."""
        top = [self.card(name) for name in names]
        others = [card for card in range(len(self.ids)) if card not in top and card not in self.held()]
        below = others if rest else []
        for at, card in enumerate([*below, *reversed(top)]):
            self.s.deck[at] = card
        self.s.deck_n = len(below) + len(top)
        for at, card in enumerate([] if rest else others):
            self.s.discards[at] = card
        self.s.discards_n = 0 if rest else len(others)

    def held(self) -> list[int]:
        """Return the cards in hands and in play."""
        s = self.s
        cards = [s.hand[seat * w.CARDS + i] for seat in range(s.players) for i in range(s.hand_n[seat])]
        for at in range(s.players * 3):
            cards += [s.evolution[at * w.CARDS + i] for i in range(s.evolution_n[at])]
        return cards

    def hand(self, seat: int, *names: str) -> None:
        """Put cards into a hand."""
        for name in names:
            self.s.hand[seat * w.CARDS + self.s.hand_n[seat]] = self.card(name)
            self.s.hand_n[seat] += 1

    def evolve(self, seat: int, *names: str) -> None:
        """Put evolutions in play."""
        for name in names:
            self.g.put_on_top(seat, self.card(name))

    def tile(self, number: int, q: int, r: int, turned: int = 0) -> None:
        """Lay a tile."""
        self.g.place_tile(0, number, w.CENTRE + q, w.CENTRE + r, turned)

    def pile(self, *numbers: int) -> None:
        """Make the pile, top tile first."""
        for at, number in enumerate(reversed(numbers)):
            self.s.pile[at] = number
        self.s.pile_n = len(numbers)

    def ants(self, seat: int, hexno: int, *slots: int) -> None:
        """Put ants from the supply in a hex."""
        for slot in slots:
            self.s.supply[seat] -= 1
            self.g.enter(seat, hexno, slot)

    def want(self, seat: int, question: int, *choices: int) -> None:
        """Prepare a seat's answers to a question."""
        self.pens[seat].wanted.setdefault(question, []).extend(choices)

    def times(self, question: int, seat: int | None = None) -> int:
        """Return how often a question was asked."""
        return sum(1 for who, what in self.asked if what == question and seat in (None, who))

    def offered(self, seat: int) -> list[int]:
        """Return the actions on offer to a seat, as codes and cards."""
        workers.take_action(self.g, seat, 0)  # a granted one: it passes
        table = self.g.table
        return [table.options[i] for i in range(table.n)]


def play(card: int) -> int:
    return w.option(w.O_PLAY, card, 0, 0, 0)


def lay(card: int) -> int:
    return w.option(w.O_CARD, card, 0, 0, 0)


# the phase over in the middle ------------------------------------------------
def theft_of_frenzy(already_resting: int) -> Board:
    """Return a game where seat 0 has stolen Frenzied Activity and rested by it."""
    board = Board()
    board.hand(0, "cultural-theft")
    board.hand(1, "frenzied-activity", "swarm")
    board.hand(2, "brood-surge", "egg-stealer")
    board.deck()
    if already_resting:
        board.g.rest(2)
    board.want(1, w.Q_EXCHANGE_CARD, lay(board.card("swarm")))
    board.want(0, w.Q_FREE_CARD, lay(board.card("frenzied-activity")))
    board.want(0, w.Q_ACTION, play(board.card("cultural-theft")), w.O_REST)
    workers.take_turn(board.g, 0)
    assert isinstance(board.g.cards[board.card("cultural-theft")], CulturalTheft)
    assert board.s.rested[0] == 1 and board.times(w.Q_FREE_CARD) == 1
    assert audit(board.g) == []
    return board


@pytest.mark.rule("RST-04", "RST-08")
def test_a_last_rest_inside_a_card_cuts_the_reactions_to_the_card():
    """Where another card plays Frenzied Activity and its Rest ends the phase, nobody reacts any more."""
    board = theft_of_frenzy(already_resting=1)
    assert board.g.phase_over
    assert board.times(w.Q_EXCHANGE_CARD) == 0


@pytest.mark.rule("WRK-03", "RST-08")
def test_a_rest_inside_a_card_leaves_the_reactions_to_the_card():
    """Where that Rest does not end the phase, the others react to the card that was played."""
    board = theft_of_frenzy(already_resting=0)
    assert not board.g.phase_over
    assert board.times(w.Q_EXCHANGE_CARD) == 2


@pytest.mark.rule("RST-04", "EXP-05")
@pytest.mark.parametrize("resting", [0, 1])
def test_a_last_rest_inside_an_explore_cuts_what_follows_the_tile(resting: int):
    """After tile 21, Frenzied Activity and the last Rest: no thorax effect and no reaction."""
    board = Board()
    board.ants(0, w.TUNNEL, w.OUT)
    board.evolve(0, "pavement-thorax")
    board.deck("frenzied-activity", "swarm")
    board.pile(SPIDER)
    if resting:
        board.g.rest(2)
    board.want(0, w.Q_ACTION, w.O_EXPLORE, w.O_REST)
    board.want(0, w.Q_FREE_CARD, lay(board.card("frenzied-activity")))
    workers.take_turn(board.g, 0)
    assert board.s.rested[0] == 1
    assert board.g.phase_over == bool(resting)
    assert board.s.food[0] == (1 if resting else 2)
    assert board.times(w.Q_EMERGE) == (0 if resting else 2)
    assert audit(board.g) == []


# payment ---------------------------------------------------------------------
@pytest.mark.rule("GEN-03", "MEA-21")
def test_a_site_that_fills_after_paying_is_no_target_for_a_step():
    """Paying the ant on a site helps nothing where the ant in the outskirts falls in: no step is left."""
    board = Board(larvae=0)
    board.tile(DRY_SEEP, 1, 0)  # no tunnel towards the Great Tunnel
    board.ants(0, DRY_SEEP, 0, w.OUT)
    board.ants(1, DRY_SEEP, 1)
    board.hand(0, "rapid-mobilization")
    board.deck()
    assert play(board.card("rapid-mobilization")) not in board.offered(0)
    board.s.supply[0] += 1
    board.g.leave(0, DRY_SEEP, w.OUT)
    board.s.supply[1] += 1
    board.g.leave(1, DRY_SEEP, 1)
    board.ants(0, DRY_SEEP, 1)
    assert play(board.card("rapid-mobilization")) in board.offered(0)  # one pays, the other steps over
    assert audit(board.g) == []


@pytest.mark.rule("GEN-03", "MEA-21")
def test_a_site_that_fills_after_paying_is_a_target_for_an_early_harvest():
    """The only ant on a site may pay where another falls in; without one the card cannot be played."""
    board = Board(larvae=0)
    board.tile(DRY_SEEP, 1, 0)
    board.ants(0, DRY_SEEP, 0, w.OUT)
    board.ants(1, DRY_SEEP, 1)
    board.hand(0, "early-harvest")
    board.deck()
    assert play(board.card("early-harvest")) in board.offered(0)
    board.s.supply[0] += 1
    board.g.leave(0, DRY_SEEP, w.OUT)
    assert play(board.card("early-harvest")) not in board.offered(0)


@pytest.mark.rule("GEN-03")
def test_a_weaver_that_falls_in_after_paying_leaves_nothing_to_swarm():
    """Paying the ant on a site lets a rival's Weaver Thorax in, whose tile then traps the others."""
    board = Board(larvae=1)
    board.tile(DRY_SEEP, 1, 0)
    board.ants(0, DRY_SEEP, 0, 1)
    board.ants(1, DRY_SEEP, w.OUT)
    board.evolve(1, "weaver-thorax")
    board.hand(0, "swarm")
    board.deck()
    assert play(board.card("swarm")) not in board.offered(0)
    board.g.gain_larvae(0, 1, w.WHY_CARD)  # two larvae pay: nothing is let in
    assert play(board.card("swarm")) in board.offered(0)


# questions without effect -----------------------------------------------------
@pytest.mark.rule("BAT-10")
def test_who_loses_all_its_ants_is_not_asked_which():
    """A choice is there only while some of the ants stay."""
    board = Board()
    board.tile(DRY_SEEP, 1, 0)
    board.ants(0, DRY_SEEP, 0, w.OUT, w.OUT, w.OUT, w.OUT, w.OUT)
    board.ants(1, DRY_SEEP, 1, w.OUT)
    board.deck()
    battle.ant_battles(board.g, DRY_SEEP)
    assert board.s.ants[1 * 26 + DRY_SEEP] == 0
    assert board.times(w.Q_LOSE, 1) == 0
    assert board.times(w.Q_LOSE, 0) == 1
    assert audit(board.g) == []


@pytest.mark.rule("QUE-05")
def test_who_starves_wholly_is_not_asked_which():
    """All ants go, wherever they are; of several places one is asked for while some stay."""
    board = Board()
    board.tile(DRY_SEEP, 1, 0)
    board.ants(0, DRY_SEEP, 0, 1)
    board.ants(0, w.TUNNEL, w.OUT)
    lose_anywhere(board.g, 0, 5, w.WHY_STARVED, False)
    assert board.g.s.army[0] == 0
    assert board.asked == []
    board.ants(0, DRY_SEEP, 0, 1)
    board.ants(0, w.TUNNEL, w.OUT)
    lose_anywhere(board.g, 0, 2, w.WHY_STARVED, True)
    assert board.g.s.army[0] == 1
    assert board.asked == []


@pytest.mark.rule("FOR-02")
def test_nobody_is_asked_to_gain_no_larvae():
    """With a reaction of no larvae only the Nurse Thorax reacts to Forage."""
    board = Board(rules={"forage_reaction_larvae": 0})
    board.evolve(2, "nurse-thorax")
    board.deck()
    workers.act(board.g, 0, w.O_FORAGE, 0)
    assert [who for who, what in board.asked if what == w.Q_GAIN_LARVA] == [2]


@pytest.mark.rule("QUE-02")
def test_leaf_cutters_choose_among_sites_without_food():
    """A food site yields food anyway, so it is no choice."""
    board = Board()
    board.tile(DRY_SEEP, 1, 0)  # food, card
    board.ants(0, DRY_SEEP, 0, 1)
    board.evolve(0, "leaf-cutter-abdomen")
    board.deck()
    board.want(0, w.Q_SITE, w.option(11, DRY_SEEP, 1, 0, 0))
    queen_phase.collect_all(board.g, 0)
    assert board.times(w.Q_SITE) == 1
    assert board.s.food[0] == 4 and board.s.hand_n[0] == 0


@pytest.mark.rule("PLY-08", "QUE-03")
def test_nobody_is_asked_about_a_bonus_that_gives_nothing():
    """A bonus of larvae is offered while the supply has cubes, one of cards while there are cards."""
    board = Board()
    for name in ("unending-brood", "grand-evolution"):
        board.g.cards[board.card(name)].resolve(board.g, 0)
    assert board.times(w.Q_BONUS) == 1  # no card lies in deck or discards
    board.g.gain_larvae(0, 100, w.WHY_CARD)
    board.deck()
    for name in ("unending-brood", "grand-evolution"):
        board.g.cards[board.card(name)].resolve(board.g, 0)
    assert board.times(w.Q_BONUS) == 2


# single cards and parameters ---------------------------------------------------
@pytest.mark.rule("EXP-02")
@pytest.mark.parametrize("name", ["queens-journey", "into-the-unknown"])
def test_scouts_also_look_for_a_journey(name: str):
    """A Scouting Thorax looks at two tiles when a card draws one, and puts the other back on top."""
    board = Board()
    board.evolve(0, "scouting-thorax")
    board.hand(0, name)
    board.deck()
    board.pile(1, 2, 3)
    board.want(0, w.Q_TILE, w.option(18, 2, 0, 0, 0))
    workers.act(board.g, 0, w.O_PLAY, board.card(name))
    assert board.s.placed[2] == 1
    assert [board.s.pile[i] for i in range(board.s.pile_n)] == [3, 1]


@pytest.mark.rule("BAT-04")
def test_a_head_lays_no_card_where_the_rules_allow_none():
    """With battle_cards at none only a head that says so lays cards."""
    board = Board(rules={"battle_cards": 0})
    board.tile(DRY_SEEP, 1, 0)
    board.ants(0, DRY_SEEP, 0, w.OUT)
    board.ants(1, DRY_SEEP, 1)
    board.evolve(0, "armored-head")
    board.evolve(1, "golden-fire-head")
    board.hand(0, "swarm")
    board.hand(1, "brood-surge", "egg-stealer")
    board.deck()
    board.g.begin_phase(w.SOLDIER)
    battle.ant_battles(board.g, DRY_SEEP)
    assert {who for who, what in board.asked if what == w.Q_FEROCITY} == {1}


@pytest.mark.rule("CEN-02", "CEN-04")
@pytest.mark.parametrize(("most", "drawn"), [(0, 0), (1, 1), (2, 2)])
def test_a_centipede_draws_as_many_cards_as_the_rules_say(most: int, drawn: int):
    """centipede_cards counts the first card too."""
    board = Board(rules={"centipede_cards": most})
    board.tile(DRY_SEEP, 1, 0)
    board.g.put_centipede(DRY_SEEP)
    board.ants(0, DRY_SEEP, 0, 1)
    board.deck()
    battle.rampage(board.g, DRY_SEEP, 0)
    assert board.s.discards_n == drawn
