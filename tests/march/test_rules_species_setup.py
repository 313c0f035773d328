"""Primitive Species at the set-up: mats dealt, chosen and forced; the first hand; the Royal Decree (PRI)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import set_up
from marchsim.games.march.table.session import MarchSession
from marchsim.kernel.table import Seat
from marchsim.tabletop.telling.narrator import events_of
from tools import games

PLAYERS = [3, 4, 5]
DEALS = range(60)


class Chooser(Seat):
    """Chooses its mat's species, or the common one; notes what it is asked, before any card is dealt."""

    def __init__(self, g: Play, notes: list[tuple[int, list[int]]], common: bool) -> None:
        self.g = g
        self.notes = notes
        self.common = common

    def answer(self, question: int) -> int:
        """Take the last option for the common species, else the first."""
        table, s = self.g.table, self.g.s
        assert question == w.Q_SPECIES
        assert sum(s.hand_n) == 0
        assert s.deck_n == self.g.kit.cards
        options = list(table.options)[: table.n]
        assert [w.code_of(option) for option in options] == [w.O_SPECIES] * 2
        self.notes.append((table.asking, [w.part(option, 0) for option in options]))
        return 1 if self.common else 0


@cache
def session(players: int, rules: tuple[tuple[str, Any], ...]) -> MarchSession:
    """Return a table of a ruleset; it is the same for all deals."""
    return games.table({"rules": dict(rules)}, players)


def deal(players: int, number: int = 0, common: bool = False, **rules: Any) -> tuple[Play, list[Any]]:
    """Return a game that has just been set up, and who was asked for a species between which."""
    g = games.deal_out(session(players, tuple(sorted(rules.items()))), number, ["first"] * players)
    notes: list[Any] = []
    g.table.seats[:] = [Chooser(g, notes, common) for _ in range(players)]
    set_up(g)
    return g, notes


def species(g: Play) -> list[int]:
    """Return the species of each seat."""
    return list(g.s.species)[: g.s.players]


def forced(*names: str) -> dict[str, str]:
    """Return the parameters that force species upon seats from 0 on; "" forces none."""
    return {f"species_seat_{seat}": name for seat, name in enumerate(names) if name}


# mats ------------------------------------------------------------------------------
@pytest.mark.rule("PRI-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_mats_are_dealt_at_random_without_repetition(players):
    """Every species comes to every seat about equally often; of five one plays the Common Meadow Ant."""
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(200):
        g, asked = deal(players, number, species="dealt")
        dealt = species(g)
        assert len(set(dealt)) == players
        assert (w.COMMON in dealt) == (players == 5)
        assert asked == []
        seen.update(enumerate(dealt))
    kinds = 5 if players == 5 else 4
    assert len(seen) == players * kinds
    assert max(seen.values()) < 2 * 200 / kinds
    assert min(seen.values()) > 200 / kinds / 2


@pytest.mark.rule("PRI-01")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("common", [False, True])
def test_each_player_chooses_its_mat_or_the_common_species(players, common):
    """In turn, before cards are dealt; whose mat has the common species alone is not asked."""
    for number in range(10):
        dealt = species(deal(players, number, species="dealt")[0])
        g, asked = deal(players, number, common, species="choose")
        wanted = [(seat, [kind, w.COMMON]) for seat, kind in enumerate(dealt) if kind != w.COMMON]
        assert asked == wanted
        assert species(g) == ([w.COMMON] * players if common else dealt)


@pytest.mark.rule("PRI-01")
def test_one_deal_has_the_same_mats_and_piles_in_every_variant():
    """Other rules and cards leave the mats alone; species leave the deck, the pile and the hands alone."""
    plain = {"species": "dealt"}
    others = {"rounds": 6, "starting_cards": 4, "beyond_hexes": 0, "cubes": 40, "species_bonus_lost": "all"}
    for number in DEALS[:20]:
        g, _ = deal(4, number, **plain)
        assert species(g) == species(deal(4, number, **plain, **others)[0])
        assert species(g) == species(deal(4, number, species="choose")[0])
        standard, _ = deal(4, number)
        assert list(g.s.pile) == list(standard.s.pile)
        assert opening(g) == opening(standard)


def opening(g: Play) -> list[int]:
    """Return the cards in the order of the shuffle: hands, then the deck from the top."""
    s = g.s
    hands = [s.hand[seat * w.CARDS + i] for seat in range(s.players) for i in range(s.hand_n[seat])]
    return [*hands, *reversed(list(s.deck)[: s.deck_n])]


@pytest.mark.rule("PRI-01")
@pytest.mark.parametrize("rule", ["common", "choose", "dealt"])
def test_a_forced_seat_plays_its_species_and_nobody_else_is_dealt_it(rule):
    """Seat 1 plays the Mutant Ant, unasked; the others are dealt the other mats."""
    for number in DEALS[:20]:
        g, asked = deal(4, number, species=rule, **forced("", "mutant"))
        dealt = species(g)
        assert dealt[1] == w.MUTANT
        assert dealt.count(w.MUTANT) == 1
        assert 1 not in [seat for seat, _ in asked]
        if rule == "common":
            assert dealt == [w.COMMON, w.MUTANT, w.COMMON, w.COMMON]
        else:
            assert sorted(dealt) == [w.CRAZY, w.NOMADIC, w.MUTANT, w.RAIDING]


@pytest.mark.rule("PRI-01")
def test_a_species_may_be_forced_upon_several_seats():
    """Two Raiding Ants; a forced Common Meadow Ant; with five players it takes the fifth mat."""
    g, _ = deal(4, 3, species="dealt", **forced("raiding", "", "raiding"))
    assert species(g)[0] == species(g)[2] == w.RAIDING
    assert set(species(g)) - {w.RAIDING} < {w.CRAZY, w.NOMADIC, w.MUTANT}
    for number in DEALS[:20]:
        g, _ = deal(4, number, species="dealt", **forced("common"))
        assert species(g)[0] == w.COMMON
        assert w.COMMON not in species(g)[1:]
        g, _ = deal(5, number, species="dealt", **forced("", "", "common"))
        assert sorted(species(g)) == [w.COMMON, w.CRAZY, w.NOMADIC, w.MUTANT, w.RAIDING]
        assert species(g)[2] == w.COMMON


@pytest.mark.rule("PRI-01")
def test_what_is_forced_upon_a_seat_that_is_not_there_is_no_matter():
    """With three players seats 3 and 4 are empty."""
    g, asked = deal(3, 1, **forced("", "", "", "crazy", "mutant"))
    assert species(g) == [w.COMMON] * 3
    assert asked == []
    assert all(event[0] != w.E_SPECIES for event in events_of(g.events.rows))


@pytest.mark.rule("PRI-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_mats_are_told_and_the_standard_game_has_none(players):
    """An event for each seat in turn, before the first card; in the standard game no event."""
    g, _ = deal(players, 1, species="dealt")
    told = [event for event in events_of(g.events.rows) if event[0] in (w.E_SPECIES, w.E_DRAW)]
    assert [event[:3] for event in told[:players]] == [
        (w.E_SPECIES, seat, kind) for seat, kind in enumerate(species(g))
    ]
    g, _ = deal(players, 1)
    assert all(event[0] != w.E_SPECIES for event in events_of(g.events.rows))
    assert species(g) == [w.COMMON] * players


def test_the_seats_table_records_the_species():
    """Its column holds the number of each seat's species."""
    table = games.table({"rules": {"species": "dealt"}}, 4)
    games.play(table, 2, ["random"] * 4)
    assert table.g is not None
    assert table.take()["seats"][:, games.column("seats", "species")].tolist() == species(table.g)


# the first hand -----------------------------------------------------------------------
@pytest.mark.rule("PRI-12", "SET-04")
@pytest.mark.parametrize(
    ("rules", "wanted"), [({}, 1), ({"raider_starting_cards": 3}, 3), ({"starting_cards": 5}, 1)]
)
def test_one_track_mind_starts_with_one_card(rules, wanted):
    """The Raiding Ant alone; raider_starting_cards says how many."""
    g, _ = deal(4, 0, **forced("crazy", "nomadic", "raiding", "mutant"), **rules)
    others = rules.get("starting_cards", 2)
    assert list(g.s.hand_n)[:4] == [others, others, wanted, others]
    assert g.s.deck_n == g.kit.cards - 3 * others - wanted


@pytest.mark.rule("PRI-12")
def test_a_card_less_goes_to_the_next_player():
    """The deck is dealt in turn: what the Raiding Ant does not get, the next one does."""
    standard, _ = deal(3, 4)
    g, _ = deal(3, 4, **forced("raiding"))
    assert opening(g) == opening(standard)


# the Royal Decree ---------------------------------------------------------------------
@pytest.mark.rule("PRI-01", "QUE-07")
@pytest.mark.parametrize("kind", ["crazy", "nomadic", "mutant", "raiding"])
def test_the_royal_decree_of_a_primitive_species(scene, kind):
    """Two food or four larvae; the Common Meadow Ant has five."""
    g = scene(f"red: species {kind}; yellow: species {kind}")
    g.decree(["food", "larvae", "larvae"])
    g.expect("red: food 2, larvae 0; yellow: food 0, larvae 4; black: larvae 5")


@pytest.mark.rule("PRI-01")
def test_the_royal_decree_of_a_primitive_species_is_a_parameter(scene):
    """species_decree_food and species_decree_larvae; abdomens add to them."""
    g = scene(
        "red: species crazy, abdomen dairying; yellow: species crazy, abdomen fertile",
        rules={"species_decree_food": 4, "species_decree_larvae": 1},
    )
    g.decree(["food", "larvae", "food"])
    g.expect("red: food 5; yellow: larvae 3; black: food 2")


def test_a_position_names_species(scene):
    """And what must hold may name them, too."""
    g = scene("red: species mutant; yellow: food 1")
    g.expect("red: species mutant; yellow: species common")
    assert g.seat("red").species == "mutant"
