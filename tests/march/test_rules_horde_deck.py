"""The Centipede Deck, and when its cards are turned up (HOR-01, HOR-02, HOR-08, HOR-14)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.errors import ScenarioError
from marchsim.games.march.components import loader
from marchsim.games.march.engine.rounds import set_up
from marchsim.games.march.scenarios.scene import Scene
from tools import games
from tools.told import careless, told

Set = Callable[..., Scene]
DUO = "players: red, black; horde: true"
TRIO = "players: red, yellow, black; horde: true"
BOTH = ("red", "black")


def dealt(players: int, deal: int, **overlay: object) -> Scene:
    """Return a game against the Horde that has just been set up."""
    rules = {"horde": True, **overlay.pop("rules", {})}  # type: ignore[dict-item]
    g = games.deal_out(games.table({"rules": rules, **overlay}, players), deal, ["first"] * players)
    set_up(g)
    return g


def piles(g) -> tuple[list[str], list[str]]:
    """Return the players' deck and the Centipede Deck, bottom first."""
    s, ids = g.s, g.kit.ids
    theirs = [ids[s.horde_deck[i]] for i in range(s.horde_deck_n)]
    return [ids[s.deck[i]] for i in range(s.deck_n)], theirs


# the decks ------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-01")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cards_with_the_icon_are_the_centipede_deck(players: int) -> None:
    """All of them and no other; hands are dealt from the rest."""
    for deal in range(5):
        g = dealt(players, deal)
        mine, theirs = piles(g)
        icons = [g.kit.ids[card] for card in range(g.kit.cards) if g.kit.centipede[card]]
        assert sorted(theirs) == icons
        assert icons == [card.id for card in loader.load().cards if card.centipede]
        dealt_out = sum(g.s.hand_n[seat] for seat in range(players))
        assert len(mine) == len(games.card_ids()) - len(icons) - dealt_out
        assert not set(mine) & set(theirs)


@pytest.mark.rule("HOR-01")
def test_each_deal_shuffles_both_decks() -> None:
    """Twenty deals, twenty orders; the Horde's is no part of the players' order."""
    orders = {tuple(piles(dealt(2, deal))[1]) for deal in range(20)}
    assert len(orders) == 20


@pytest.mark.rule("HOR-01")
def test_a_card_disabled_leaves_the_order_of_the_others_alone() -> None:
    """In its own deck and in the other one; so does a card that changes sides."""
    for deal in range(4):
        mine, theirs = piles(dealt(3, deal))
        for card in ("bulldog-head", "epic-stores"):
            less = piles(dealt(3, deal, cards={card: {"enabled": False}}))
            assert less == (mine, [other for other in theirs if other != card])
        _, more = piles(dealt(3, deal, cards={"swarm": {"centipede": True}}))
        assert [card for card in more if card != "swarm"] == theirs


@pytest.mark.rule("HOR-01")
def test_without_a_horde_there_is_no_centipede_deck() -> None:
    g = games.deal_out(games.table(players=3), 1, ["first"] * 3)
    set_up(g)
    assert (g.s.horde_deck_n, g.s.deck_n) == (0, len(games.card_ids()) - 6)


@pytest.mark.rule("HOR-01")
def test_an_empty_centipede_deck_is_reshuffled_from_its_own_discards(scene: Set) -> None:
    """And the players' from theirs: neither comes into the other."""
    g = scene(
        f"{DUO}; horde_discards: bulldog-head, nurse-thorax; discards: swarm, outlander; red: food 1; soil: ",
        passing=BOTH,
    )
    g.centipede_card()
    assert g.happened("horde-reshuffle 2") == 1
    assert len(g.table.horde_deck) == len(g.table.horde_discards) == 1
    g.expect("discards: swarm, outlander")
    g.action("forage", "red")
    assert sorted(g.seat("red").hand) == ["outlander", "swarm"]
    assert {*g.table.horde_deck, *g.table.horde_discards} == {"bulldog-head", "nurse-thorax"}


@pytest.mark.rule("HOR-01")
def test_reshuffles_of_both_decks_are_shuffles_of_their_own(scene: Set) -> None:
    """Emptying the players' deck first leaves the order of the Horde's new deck alone."""
    cards = "bulldog-head, nurse-thorax, thief-abdomen, amazon-head, weaver-thorax, blast-head"
    orders = []
    for first in (False, True):
        g = scene(f"{DUO}; horde_discards: {cards}; discards: swarm, outlander; red: food 1", passing=BOTH)
        if first:
            g.action("forage", "red")
        g.centipede_card()
        orders.append(told(g, "meet") + g.table.horde_deck)
    assert orders[0] == orders[1]


@pytest.mark.rule("HOR-01", "HOR-02")
def test_with_both_piles_of_the_horde_empty_nothing_happens(scene: Set) -> None:
    """Also after a turn; the players' cards are no substitute."""
    g = scene(f"{DUO}; deck: swarm, brood-surge; discards: outlander; red: food 1; soil: red", passing=BOTH)
    before = len(g.events)
    g.centipede_card()
    assert len(g.events) == before
    g.turn("red", ["march", "any"])
    g.expect("deck: swarm, brood-surge; discards: outlander; marker: black; horde_score: 0")
    assert g.happened("meet") == 0


@pytest.mark.rule("HOR-01")
@pytest.mark.parametrize(
    ("position", "message"),
    [
        (f"{DUO}; deck: cold-snap", "Cold Snap|cold-snap has the centipede icon"),
        (f"{DUO}; red: hand bulldog-head", "has the centipede icon"),
        (f"{DUO}; horde_deck: swarm", "swarm lacks the centipede icon"),
        (f"{DUO}; horde_deck: cold-snap; horde_discards: cold-snap", "there is one of each card"),
        ("soil: red; horde_deck: cold-snap", "set horde = true"),
        ("soil: red; intruders: 1", "set horde = true"),
    ],
)
def test_a_position_keeps_the_decks_apart(scene: Set, position: str, message: str) -> None:
    """A card on the wrong side is refused."""
    with pytest.raises(ScenarioError, match=message):
        scene(position)


# when a card is turned up ----------------------------------------------------------------------
@pytest.mark.rule("HOR-02")
def test_a_card_follows_every_turn(scene: Set) -> None:
    """After the reactions, before the marker passes; after the turn of a rested player too."""
    g = scene(
        f"{TRIO}; marker: red; red: food 1; yellow: acted 1, food 1; black: rested; deck: swarm, outlander;"
        "horde_deck: bulldog-head, nurse-thorax, thief-abdomen; soil: ; bark: ; fern: ",
        rules={"resting_players": 3},
    )
    g.turn("red", ["yellow: yes", "black: pass"])
    assert told(g, "action", "reaction", "meet", "marker") == [
        "red action forage",
        "yellow reaction forage",
        "meet bulldog-head",
        "yellow marker",
    ]
    g.turn("yellow", ["rest"])
    g.turn("black")
    assert told(g, "meet") == ["meet bulldog-head", "meet nurse-thorax", "meet thief-abdomen"]
    g.expect("black: rest_food 1; marker: red")


@pytest.mark.rule("HOR-02")
@pytest.mark.parametrize("last", [False, True])
def test_no_card_follows_the_rest_that_ends_the_phase(scene: Set, last: bool) -> None:
    """By ruling in the co-operative game; horde_last_card says otherwise."""
    g = scene(
        f"{TRIO}; marker: yellow; red: rested; yellow: acted 1; horde_deck: bulldog-head; soil: ",
        rules={"horde_last_card": last},
    )
    g.turn("yellow")
    g.expect("phase_over: true; marker: yellow")
    assert g.happened("meet") == last


@pytest.mark.rule("HOR-02", "HOR-14")
@pytest.mark.parametrize("last", [True, False])
def test_solo_the_card_after_the_rest_is_the_last(scene: Set, last: bool) -> None:
    """Then the Worker Phase ends, with what is on the resting area in the chamber."""
    g = scene(
        "players: red; horde: true; red: food 1; deck: swarm, outlander;"
        "horde_deck: bulldog-head, nurse-thorax; soil: ; bark: ",
        rules={"horde_last_card_solo": last},
    )
    g.worker_phase()
    g.expect("red: larvae 1, food 0, hand_size 2; deck: ")
    assert g.happened("meet") == 1 + last


@pytest.mark.rule("HOR-02", "TWO-04")
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("final", ["forage", "rest"])
def test_with_two_players_a_card_follows_the_final_turn_unless_it_is_a_rest(
    scene: Set, final: str, last: bool
) -> None:
    """A card follows each turn; only the Rest that ends the phase is excepted (D-19)."""
    g = scene(
        f"{DUO}; marker: red; red: acted 1, food 1; black: food 1; deck: swarm, outlander;"
        "horde_deck: bulldog-head, nurse-thorax; soil: ; bark: ",
        passing=BOTH,
        rules={"horde_last_card": last},
    )
    g.turn("red", ["rest"])
    assert g.happened("meet") == 1
    g.turn("", [final])
    g.expect("phase_over: true; marker: black")
    assert g.happened("meet") == 1 + (last or final == "forage")


@pytest.mark.rule("HOR-02", "RST-08")
def test_one_card_follows_a_turn_of_several_actions(scene: Set) -> None:
    """Frenzied Activity is one turn."""
    g = scene(
        f"{DUO}; red: food 2, larvae 2, hand frenzied-activity; deck: rest;"
        "horde_deck: bulldog-head, nurse-thorax; soil: ; bark: ",
        passing=["black"],
    )
    g.turn("red", ["play frenzied", "forage", "forage"])
    assert told(g, "meet") == ["meet bulldog-head"]


@pytest.mark.rule("HOR-02")
def test_without_a_horde_no_card_follows(scene: Set) -> None:
    g = scene("red: acted 1; soil: ")
    g.turn("red")
    assert g.happened("meet") == 0


# strength --------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-08")
def test_centipedes_draw_their_strength_from_the_centipede_deck(scene: Set) -> None:
    """In the Soldier Phase as elsewhere; they go to the Horde's discards, those of the ants to theirs."""
    g = scene(
        f"{DUO}; soil: red 9, centipede; deck: swarm, outlander; red: hand brood-surge;"
        "horde_deck: cold-snap, tawny-crazy-head, epic-stores; horde_discards: bulldog-head",
        passing=BOTH,
    )
    careless(g).soldier_phase(["red: card brood-surge"])
    assert told(g, "horde_card", "reveal") == ["horde-card cold-snap", "horde-card tawny-crazy-head"]
    assert told(g, "strength") == ["red strength 9 2", "centipede strength 8 0"]
    g.expect("deck: swarm, outlander; discards: brood-surge; horde_deck: epic-stores; horde_score: 0")
    assert sorted(g.table.horde_discards) == ["bulldog-head", "cold-snap", "tawny-crazy-head"]


@pytest.mark.rule("HOR-08", "HOR-01", "CEN-10")
@pytest.mark.parametrize(
    ("deck", "discards", "total", "shuffles"),
    [("", "", 0, 0), ("cold-snap", "", 3, 0), ("", "cold-snap", 3, 1), ("cold-snap", "epic-stores", 6, 1)],
)
def test_with_the_deck_exhausted_the_discards_are_drawn_and_no_card_counts_nothing(
    scene: Set, deck: str, discards: str, total: int, shuffles: int
) -> None:
    """The players' deck is no substitute."""
    g = scene(
        f"{DUO}; soil: red 9, centipede; deck: swarm; horde_deck: {deck}; horde_discards: {discards}",
        passing=BOTH,
    )
    careless(g).battle("soil")
    assert f"centipede strength {total} 0" in told(g, "strength")
    assert g.happened("horde-reshuffle") == shuffles


@pytest.mark.rule("HOR-08")
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_how_many_cards_a_centipede_draws_stays_a_parameter(scene: Set, cards: int) -> None:
    g = scene(
        f"{DUO}; soil: red 9, centipede; horde_deck: cold-snap, epic-stores, egg-stealer, amazon-head",
        passing=BOTH,
        rules={"centipede_cards": cards},
    )
    careless(g).battle("soil")
    assert g.happened("horde-card") == cards
    assert f"centipede strength {[0, 3, 6, 8][cards]} 0" in told(g, "strength")
