"""Battles against centipedes, alone and with several players in the hex (CEN)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import careless, fights, told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")
# Ferocity: early-harvest, mysterious-hole, dairying-abdomen 1; egg-stealer, brood-surge 2; royal-jelly,
# sneak-attack, cultural-theft 3; swarm, frenzied-activity 4; tawny-crazy-head 5.


# strength --------------------------------------------------------------------------
@pytest.mark.rule("CEN-02", "CEN-04")
def test_the_centipede_has_the_ferocity_of_the_decks_top_two_cards(scene: Set) -> None:
    """Both are discarded; what lies below them stays."""
    g = scene("soil: red 9, centipede; deck: royal-jelly, swarm, cold-snap", passing=ALL)
    careless(g).battle("soil")
    assert told(g, "strength") == ["red strength 9 0", "centipede strength 7 0"]
    assert sorted(g.table.discards) == ["royal-jelly", "swarm"]
    g.expect("deck: cold-snap")


@pytest.mark.rule("CEN-02", "CEN-03", "CEN-04")
def test_the_ants_lay_a_card_between_the_centipedes_two(scene: Set) -> None:
    """As the player is asked, the first card lies open and the second is still in the deck."""
    g = scene("soil: red 2, centipede; deck: royal-jelly, swarm; red: hand brood-surge outlander")
    seen = Answer("card brood-surge", "red", expect={"events": ["reveal royal-jelly"], "deck": ["swarm"]})
    g.battle("soil", [seen])
    assert g.decisions[0].options == ("pass", "card brood-surge", "card outlander")
    assert told(g, "strength") == ["red strength 2 2", "centipede strength 7 0"]
    g.expect("red: hand outlander")


@pytest.mark.rule("CEN-03")
@pytest.mark.parametrize("most", [0, 1, 2])
def test_how_many_cards_the_ants_may_lay_is_a_parameter(scene: Set, most: int) -> None:
    """battle_cards bounds them against a centipede as well."""
    g = scene(
        "soil: red, centipede; deck: royal-jelly, swarm; red: hand brood-surge outlander cold-snap",
        rules={"battle_cards": most},
    )
    g.battle("soil", ["card brood-surge", "card outlander"][:most])
    assert g.happened("red ferocity") == most


@pytest.mark.rule("CEN-02", "CEN-04")
@pytest.mark.parametrize(("most", "total"), [(0, 0), (1, 3), (2, 7), (3, 10)])
def test_how_many_cards_the_centipede_draws_is_a_parameter(scene: Set, most: int, total: int) -> None:
    """centipede_cards counts all of them."""
    g = scene(
        "soil: red, centipede; deck: royal-jelly, swarm, cold-snap, outlander",
        passing=ALL,
        rules={"centipede_cards": most},
    )
    g.battle("soil")
    assert f"centipede strength {total} 0" in told(g, "strength")


@pytest.mark.rule("CEN-01")
@pytest.mark.parametrize(("head", "strength"), [("turtle", 3), ("bulldog", 2), ("army", 2)])
def test_the_centipede_invades_and_the_ants_defend(scene: Set, head: str, strength: int) -> None:
    """What helps a defender helps against it, what helps an invader does not."""
    g = scene(f"soil: red food, centipede; red: head {head}", passing=ALL)
    g.battle("soil")
    assert f"red strength {strength} 0" in told(g, "strength")


@pytest.mark.rule("CEN-01", "CEN-07")
@pytest.mark.parametrize("site", ["control", "food"])
@pytest.mark.parametrize(("ties", "won"), [(True, True), (False, False)])
def test_the_ants_win_ties_wherever_they_stand(scene: Set, site: str, ties: bool, won: bool) -> None:
    """On the control site or not; with defender_wins_ties = false the centipede wins them."""
    g = scene(
        f"soil: red {site}, centipede; red: head army; deck: early-harvest, mysterious-hole",
        passing=ALL,
        rules={"defender_wins_ties": ties},
    )
    g.battle("soil")
    assert g.hex("soil").centipede is not won


@pytest.mark.rule("CEN-01", "CEN-06")
def test_one_more_than_the_ants_is_enough_for_the_centipede(scene: Set) -> None:
    """Two ants against 3: the centipede stays and the ants die."""
    g = scene("soil: red 2, centipede; deck: early-harvest, egg-stealer", passing=ALL)
    g.battle("soil")
    g.expect("soil: centipede, empty; red: score 0, food 0, wins 0")


# outcome ---------------------------------------------------------------------------
@pytest.mark.rule("CEN-05")
def test_ants_that_win_destroy_the_centipede_for_food_and_a_point(scene: Set) -> None:
    """The token is back in the supply, one food and one colony point are gained."""
    g = scene("soil: red 3, centipede; tokens: 4; deck: early-harvest, mysterious-hole", passing=ALL)
    careless(g).battle("soil")
    g.expect("soil: no centipede, red 2; tokens: 5; red: food 1, score 1, wins 1")
    assert told(g, "points") == ["red points 1 centipede"]


@pytest.mark.rule("CEN-05")
@pytest.mark.parametrize(
    ("deck", "lost"),
    [
        ("early-harvest, mysterious-hole", 1),
        ("early-harvest, egg-stealer", 1),
        ("egg-stealer, brood-surge", 2),
        ("egg-stealer, royal-jelly", 2),
        ("swarm, tawny-crazy-head", 4),
    ],
)
def test_the_winner_loses_half_the_total_rounded_down(scene: Set, deck: str, lost: int) -> None:
    """Of totals 2, 3, 4, 5 and 9; the cards' ferocity is the centipede's strength here."""
    g = careless(scene(f"soil: red 10, centipede; deck: {deck}", passing=ALL))
    g.battle("soil")
    g.expect(f"soil: red {10 - lost}")


@pytest.mark.rule("CEN-05")
@pytest.mark.parametrize(
    ("rule", "value", "expected"),
    [
        ("centipede_food", 3, "food 3, score 1, army 8"),
        ("centipede_points", 4, "food 1, score 4, army 8"),
        ("centipede_loss_divisor", 1, "food 1, score 1, army 5"),
        ("centipede_loss_divisor", 3, "food 1, score 1, army 9"),
    ],
)
def test_what_a_victory_gives_and_costs_are_parameters(
    scene: Set, rule: str, value: int, expected: str
) -> None:
    """Ten ants beat a total of 5."""
    g = careless(
        scene("soil: red 10, centipede; deck: egg-stealer, royal-jelly", passing=ALL, rules={rule: value})
    )
    g.battle("soil")
    g.expect(f"red: {expected}")


@pytest.mark.rule("CEN-05", "BAT-09")
@pytest.mark.parametrize("lone", [True, False])
def test_the_lone_survivor_of_a_centipede(scene: Set, lone: bool) -> None:
    """One ant and a card of 5 beat a total of 3; the ant stays, unless lone_survivor is false."""
    g = scene(
        "soil: red, centipede; red: hand tawny-crazy-head; deck: early-harvest, egg-stealer",
        passing=ALL,
        rules={"lone_survivor": lone},
    )
    g.battle("soil", ["red: card"])
    g.expect(f"red: army {int(lone)}, score 1")


@pytest.mark.rule("CEN-05", "BAT-11")
def test_a_winner_may_shift_its_ants(scene: Set) -> None:
    """Onto the empty sites of the hex, as after any battle won."""
    g = scene("soil: red food, centipede; deck: early-harvest, mysterious-hole; red: head army")
    g.battle("soil", ["red: food > control", "red: pass"])
    g.expect("soil: red control")


@pytest.mark.rule("CEN-06")
def test_the_loser_loses_the_whole_total(scene: Set) -> None:
    """Six ants that lose to a total of 7 are all destroyed, not half of them; nobody survives alone."""
    g = scene("soil: red 6, centipede; deck: royal-jelly, swarm", passing=ALL)
    g.battle("soil")
    g.expect("soil: empty, centipede; red: army 0, supply 36")
    assert told(g, "outcome") == ["centipede outcome red 0 6"]


# several players ----------------------------------------------------------------------
MIGHTY = "royal-jelly, swarm, sneak-attack, frenzied-activity, cultural-theft, tawny-crazy-head, army-head"


@pytest.mark.rule("CEN-07", "CEN-08")
@pytest.mark.parametrize(
    ("marker", "order"),
    [("red", "red yellow black"), ("black", "red black yellow"), ("yellow", "red yellow black")],
)
def test_it_battles_who_is_on_the_control_site_each_time(scene: Set, marker: str, order: str) -> None:
    """Sites fill clockwise from the marker after each battle that it wins; each player is met once."""
    g = scene(
        f"soil: red 3, black out, yellow 3 out, centipede; marker: {marker}; deck: {MIGHTY}",
        passing=ALL,
    )
    careless(g).battle("soil")
    assert fights(g) == [f"{player} hunt soil" for player in order.split()]
    g.expect("soil: centipede, empty")


@pytest.mark.rule("CEN-07")
def test_with_nobody_in_control_it_battles_most_ants_first(scene: Set) -> None:
    """Black has two ants there, yellow one: black is first though yellow holds the marker."""
    g = scene(
        f"unsettled: true; water's edge: yellow food, black larva-2, black out, centipede; marker: yellow;"
        f"deck: {MIGHTY}",
        passing=ALL,
    )
    careless(g).battle("water's edge")
    assert fights(g)[0] == "black hunt water's-edge"


@pytest.mark.rule("CEN-07", "GEN-01")
@pytest.mark.parametrize(("marker", "first"), [("red", "yellow"), ("yellow", "yellow"), ("black", "black")])
def test_ties_of_numbers_go_clockwise_from_the_marker(scene: Set, marker: str, first: str) -> None:
    """Yellow and black have one ant each, neither on the control site."""
    g = scene(
        f"water's edge: yellow food, black larva-2, centipede; marker: {marker}; deck: {MIGHTY}", passing=ALL
    )
    g.battle("water's edge")
    assert fights(g)[0] == f"{first} hunt water's-edge"
    assert len(fights(g)) == 2


@pytest.mark.rule("CEN-07")
def test_it_stops_when_it_is_destroyed(scene: Set) -> None:
    """Red beats it; yellow, in the same hex, is left in peace."""
    g = scene("soil: red control, yellow food, centipede; deck:", passing=ALL)
    g.battle("soil")
    assert fights(g) == ["red hunt soil"]


@pytest.mark.rule("CEN-07", "CEN-02", "CEN-04")
def test_each_battle_has_its_own_two_cards(scene: Set) -> None:
    """What it drew against red does not add to what it draws against yellow."""
    g = scene(
        "soil: red control, yellow food, centipede; deck: swarm, royal-jelly, early-harvest, mysterious-hole",
        passing=ALL,
    )
    g.battle("soil")
    assert [line for line in told(g, "strength") if "centipede" in line] == [
        "centipede strength 7 0",
        "centipede strength 2 0",
    ]


# the Traitorous Head ----------------------------------------------------------------------
@pytest.mark.rule("CEN-07")
@pytest.mark.parametrize(
    ("ants", "met"),
    [
        ("red control", []),
        ("red control, red out, red food", []),
        ("red control, yellow food", ["yellow"]),
        ("red control, yellow food, black 2 out", ["black", "yellow"]),
        ("red food", ["red"]),
        ("yellow control, red food", ["yellow", "red"]),
        ("yellow control, black food, red out", ["yellow", "black"]),
    ],
)
def test_a_centipede_spares_its_friend_on_tiles_it_controls(scene: Set, ants: str, met: list[str]) -> None:
    """Control is read before each battle: at last red falls onto the control site after the first."""
    g = scene(f"soil: {ants}, centipede; red: head traitorous; deck: {MIGHTY}", passing=ALL)
    careless(g).battle("soil")
    assert fights(g)[: len(met)] == [f"{player} hunt soil" for player in met]
    assert len(fights(g)) == len(met)
    assert g.hex("soil").centipede


# ant battles after it ------------------------------------------------------------------------
@pytest.mark.rule("CEN-09", "SOL-02")
def test_an_ant_battle_follows_where_the_hex_is_still_contested(scene: Set) -> None:
    """Red beats the centipede, then black invades."""
    g = scene("soil: red control, red out, black food, black out, centipede; deck:", passing=ALL)
    careless(g).battle("soil")
    assert fights(g) == ["red hunt soil", "black battle soil red"]


@pytest.mark.rule("CEN-09", "MEA-15")
@pytest.mark.parametrize(
    ("ants", "deck", "met"),
    [
        ("red control, yellow food", "", ["red"]),
        (
            "red control, red out, yellow food",
            "early-harvest, egg-stealer, swarm, royal-jelly",
            ["red", "yellow"],
        ),
    ],
)
def test_no_ant_battle_follows_where_no_ant_is_left_outside(
    scene: Set, ants: str, deck: str, met: list[str]
) -> None:
    """A shared hex with a centipede is none; nor is one whose ants the centipede has killed."""
    g = scene(f"soil: {ants}, centipede; deck: {deck}", passing=ALL)
    careless(g).battle("soil")
    assert fights(g) == [f"{player} hunt soil" for player in met]


# the deck runs out ------------------------------------------------------------------------------
@pytest.mark.rule("CEN-10", "FOR-03")
@pytest.mark.parametrize(
    ("deck", "discards", "total", "shuffles"),
    [
        ("", "", 0, 0),
        ("swarm", "", 4, 0),
        ("", "swarm", 4, 1),
        ("swarm", "royal-jelly", 7, 1),
        ("", "swarm, royal-jelly", 7, 1),
        ("swarm, egg-stealer", "royal-jelly", 6, 0),
    ],
)
def test_an_empty_deck_is_reshuffled_and_no_card_counts_nothing(
    scene: Set, deck: str, discards: str, total: int, shuffles: int
) -> None:
    """Also between the centipede's two cards; its first card and the ants' are not drawn again."""
    g = scene(
        f"soil: red 9, centipede; deck: {deck}; discards: {discards}; red: hand tawny-crazy-head", passing=ALL
    )
    careless(g).battle("soil", ["red: card"])
    assert told(g, "strength") == ["red strength 9 5", f"centipede strength {total} 0"]
    assert g.happened("reshuffle") == shuffles


# the worked example ---------------------------------------------------------------------------
@pytest.mark.rule("CEN-11", "CEN-02", "CEN-03", "CEN-04", "CEN-05")
def test_the_centipede_of_the_rulebook(scene: Set) -> None:
    """3, then four red ants and a 2, then another 2: 6 to 5; two ants are lost."""
    g = scene("soil: red 4, centipede; red: hand brood-surge; deck: royal-jelly, egg-stealer")
    g.battle("soil", ["red: card brood-surge", "red: lose out", "red: lose out"])
    assert told(g, "strength") == ["red strength 4 2", "centipede strength 5 0"]
    g.expect("soil: red control, red food, no centipede; red: food 1, score 1")
