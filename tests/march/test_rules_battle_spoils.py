"""After a battle's outcome: spoils, once per hex, its order, other phases (BAT-09, 11, 12, 16, 17)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import careless, fights, told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")


# spoils ---------------------------------------------------------------------------
@pytest.mark.rule("BAT-11")
@pytest.mark.parametrize("points", [0, 1, 3])
def test_a_battle_won_scores(scene: Set, points: int) -> None:
    """The winner gains battle_points, 1 in the standard game; the loser nothing."""
    g = scene("soil: red 2, black 1 out", passing=ALL, rules={"battle_points": points})
    g.battle("soil")
    g.expect(f"red: score {points}, wins 1; black: score 0, wins 0")


@pytest.mark.rule("BAT-11")
def test_a_winner_may_move_its_ants_onto_any_empty_sites(scene: Set) -> None:
    """From another site or the outskirts, as often as there are empty sites; then the outskirts fill."""
    g = scene("soil: black control, red food, red 3 out")
    g.battle(
        "soil",
        [Answer("food > control", "red", only=("pass", "food > larvae", "out > larvae")), "red: out > food"],
    )
    g.expect("soil: red control, red food, red 2 out")


@pytest.mark.rule("BAT-11", "MEA-13")
def test_what_a_winner_leaves_vacant_fills_all_the_same(scene: Set) -> None:
    """A winner may decline to move, but its ants of the outskirts fall in."""
    g = scene("soil: black control, red food, red out")
    g.battle("soil", ["red: pass"])
    g.expect("soil: red control, red food")


@pytest.mark.rule("BAT-11", "MEA-17")
def test_an_ant_on_a_site_need_not_take_the_control_site(scene: Set) -> None:
    """Without ants in the outskirts a winner may leave the control site vacant."""
    g = scene("soil: black control, red food, black out; red: head army turtle")
    g.battle("soil", ["red: pass"])
    g.expect("soil: red food, control nobody; red: score 1")


@pytest.mark.rule("BAT-11", "MEA-13", "GEN-01")
def test_sites_still_vacant_fill_clockwise_from_the_winner(scene: Set) -> None:
    """Black comes before red where yellow has won, though red holds the marker."""
    g = scene("marker: red; bark: yellow control, blue larva, black out, red out; yellow: head army")
    g.battle("bark", ["yellow: blue", "pass", "yellow: black", "pass"])
    assert told(g, "settle")[0] == "black settle bark.larva"


@pytest.mark.rule("BAT-11", "MEA-13")
def test_the_winner_fills_before_all_others(scene: Set) -> None:
    """A winner in the outskirts takes the vacated site, though the marker's holder waits there too."""
    g = careless(scene("marker: red; bark: black control, yellow larva, yellow 3 out, red out", passing=ALL))
    g.battle("bark")
    assert told(g, "settle")[0] == "yellow settle bark.food"


# once ----------------------------------------------------------------------------
@pytest.mark.rule("BAT-12")
def test_two_players_battle_once_in_a_hex(scene: Set) -> None:
    """However contested the hex still is, the same two do not battle there again."""
    g = careless(scene("soil: red control, red out, black food, black 4 out; red: hand swarm", passing=ALL))
    g.soldier_phase(["red: card"])
    assert fights(g) == ["black battle soil red"]
    g.expect("soil: red 1, black 3, contested")


@pytest.mark.rule("BAT-12")
def test_two_players_battle_in_each_hex_and_each_phase(scene: Set) -> None:
    """Once per hex and phase: again in the next hex, and again in the next phase."""
    g = careless(
        scene(
            "soil: red control, red out, black food, black 4 out; bark: red, black, red out; red: hand swarm",
            passing=ALL,
        )
    )
    g.soldier_phase(["red: card"])
    assert fights(g) == ["black battle soil red", "black battle bark red"]
    g.soldier_phase()
    assert fights(g)[2:] == ["black battle soil red"]


# the order within a battle ----------------------------------------------------------
@pytest.mark.rule("BAT-16")
def test_the_order_of_a_battle(scene: Set) -> None:
    """Begin, ferocity, strength, discards, outcome, casualties, point, Amazon, winner's moves, Trapjaw."""
    g = careless(
        scene(
            "soil: black control, black out, red food, red 4 out; marker: black;"
            "black: head trapjaw, larvae 3; red: head amazon, hand swarm"
        )
    )
    g.battle("soil", ["red: card", "red: food > control", "red: pass"])
    kinds = ("battle", "ferocity", "strength", "discard", "outcome", "lose", "points", "larvae", "step")
    assert told(g, *kinds, "settle") == [
        "red battle soil black",
        "red ferocity swarm",
        "red strength 6 4",
        "black strength 3 0",
        "red discard swarm battle",
        "red outcome black 1 2",
        "black lose soil.larvae battle",
        "black lose soil.outskirts battle",
        "red lose soil.outskirts battle",
        "red points 1 battle",
        "red larvae 2 card",
        "black larvae -2 card",
        "red step soil.food soil.larvae",
        "red settle soil.food",
        "black points 1 cards",
    ]


@pytest.mark.rule("BAT-16")
def test_a_battle_begins_before_cards_are_laid(scene: Set) -> None:
    """The Proboscis Head has its food when the first card is chosen."""
    g = careless(scene("soil: red control, black 2; red: head proboscis; black: hand swarm", passing=ALL))
    g.battle("soil", [Answer("pass", "black", expect={"red": "food 1"})])


@pytest.mark.rule("BAT-16", "BAT-09")
@pytest.mark.parametrize(
    ("winners", "losers", "left"), [(2, 2, 2), (2, 4, 1), (3, 6, 1), (1, 2, 1), (4, 6, 2)]
)
def test_an_armored_winner_is_spared_one_then_the_last_ant_stays(
    scene: Set, winners: int, losers: int, left: int
) -> None:
    """One loss fewer only where some ants would be left anyway; where all are due, one stays and no more."""
    more = f", red {winners - 1} out" if winners > 1 else ""
    g = careless(
        scene(
            f"soil: red control, black food, black {losers - 1} out{more};"
            "red: head armored, hand tawny-crazy-head",
            passing=ALL,
        )
    )
    g.battle("soil", ["red: card"])
    g.expect(f"red: army {left}, score 1")


@pytest.mark.rule("BAT-16")
@pytest.mark.parametrize(("losers", "winners", "left"), [(5, 4, 2), (3, 3, 0), (3, 5, 0)])
def test_an_armored_loser_is_spared_one_if_some_would_be_left(
    scene: Set, losers: int, winners: int, left: int
) -> None:
    """Four due of five: three are lost. Three due of three, or more: all."""
    g = careless(
        scene(
            f"bark: black control, black {winners - 1} out, red {losers}; red: head armored;"
            "black: hand tawny-crazy-head",
            passing=ALL,
        )
    )
    g.battle("bark", ["black: card"])
    g.expect(f"red: army {left}; black: score 1")


# in other phases ------------------------------------------------------------------------
@pytest.mark.rule("BAT-17")
@pytest.mark.parametrize(
    ("phase", "count", "strength"),
    [("worker", True, 3), ("worker", False, 1), ("soldier", True, 3), ("soldier", False, 3)],
)
def test_heads_count_in_every_phase(scene: Set, phase: str, count: bool, strength: int) -> None:
    """With heads_outside_soldier = false they add strength in the Soldier Phase alone."""
    g = scene(
        f"phase: {phase}; soil: red, black 2; red: head army blast",
        passing=ALL,
        rules={"heads_outside_soldier": count},
    )
    careless(g).battle("soil")
    assert f"red strength {strength} 0" in told(g, "strength")


@pytest.mark.rule("BAT-17", "BAT-12")
def test_a_sneak_attack_does_not_count_for_the_soldier_phase(scene: Set) -> None:
    """Each pair fights once in the Sneak Attack, and once more in the Soldier Phase."""
    g = careless(
        scene(
            "soil: red control, red out, black food, black 4 out; tunnel: yellow;"
            "red: hand swarm royal-jelly; yellow: hand sneak-attack",
            passing=ALL,
        )
    )
    g.play("sneak-attack", "yellow", ["red: card swarm"])
    assert fights(g) == ["black battle soil red"]
    g.soldier_phase()
    assert fights(g) == ["black battle soil red"] * 2
