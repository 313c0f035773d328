"""Rampages and March to battle: centipede battles that the Horde game adds (HOR-05, HOR-07)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tests.march.offers import asked
from tools.told import careless, fights, told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")
TRIO = "players: red, yellow, black; horde: true"
MARCH = {"march_to_battle": True}
# Centipede icon, ferocity: egg-stealer, bulldog-head 2; cold-snap, amazon-head, epic-stores 3;
# grand-evolution, sparrow-attack 4.


def strengths(g: Scene) -> list[str]:
    """Return the Army Strengths of the centipedes that have battled."""
    return [told_.split()[2] for told_ in told(g, "strength") if told_.startswith("centipede")]


# Rampage ---------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-05", "HOR-08")
@pytest.mark.parametrize("extra", [0, 1, 4])
def test_a_goal_lets_centipedes_rampage_stronger_than_usual(scene: Set, extra: int) -> None:
    """2 and 3 from the Centipede Deck and one more (rampage_strength), of the card's own ferocity nothing."""
    g = scene(
        f"{TRIO}; soil: red 9, centipede; horde_deck: grand-evolution, egg-stealer, cold-snap",
        passing=ALL,
        rules={"rampage_strength": extra},
    )
    careless(g).centipede_card()
    assert strengths(g) == [str(5 + extra)]
    lost = (5 + extra) // 2
    g.expect(f"soil: red {9 - lost}, no centipede; red: food 1, score 1; horde_score: 0; horde_deck: ")
    assert list(g.g.s.horde_cards) == [0, 0, 1, 0]
    assert sorted(g.table.horde_discards) == ["cold-snap", "egg-stealer", "grand-evolution"]


@pytest.mark.rule("HOR-05")
def test_the_extra_strength_stands_before_the_ants_and_costs_them(scene: Set) -> None:
    """Asked for ferocity, red sees 2 + 1 against its 3 ants; then 6 ants would be lost."""
    g = scene(
        f"{TRIO}; soil: red 3, centipede; red: hand brood-surge;"
        "horde_deck: epic-stores, egg-stealer, cold-snap"
    )
    g.centipede_card(["pass"])
    assert told(g, "strength", "outcome") == [
        "red strength 3 0",
        "centipede strength 6 0",
        "centipede outcome red 0 3",
    ]
    g.expect("soil: empty, centipede; horde_score: 1; red: score 0")


@pytest.mark.rule("HOR-05")
def test_a_tie_is_the_ants_in_a_rampage_too(scene: Set) -> None:
    """Two ants against 1 + 1."""
    g = scene(
        f"{TRIO}; soil: red 2, centipede; horde_deck: epic-stores, nurse-thorax",
        passing=ALL,
        cards={"nurse-thorax": {"ferocity": 1}},
        rules={"centipede_cards": 1},
    )
    careless(g).centipede_card()
    g.expect("soil: red, no centipede; red: score 1")


@pytest.mark.rule("HOR-05", "BAT-09")
@pytest.mark.parametrize(("lone", "left"), [(True, "red"), (False, "empty")])
def test_the_last_ant_of_a_winner_stays_in_a_rampage(scene: Set, lone: bool, left: str) -> None:
    """One ant and a 4 against 1 + 2 + 2: a tie is won, and half of 5 is more than there is."""
    g = scene(
        f"{TRIO}; soil: red, centipede; red: hand swarm; horde_deck: epic-stores, egg-stealer, bulldog-head",
        rules={"lone_survivor": lone},
    )
    g.centipede_card(["card swarm", "pass"] if lone else ["card swarm"])
    g.expect(f"soil: {left}, no centipede; red: score 1, food 1; discards: swarm")


@pytest.mark.rule("HOR-05", "BAT-17")
@pytest.mark.parametrize(("heads", "strength"), [(True, 3), (False, 2)])
def test_heads_count_in_a_rampage_as_in_any_battle_of_the_worker_phase(
    scene: Set, heads: bool, strength: int
) -> None:
    """heads_outside_soldier."""
    g = scene(
        f"{TRIO}; soil: red 2, centipede; red: head army; horde_deck: epic-stores",
        passing=ALL,
        rules={"heads_outside_soldier": heads},
    )
    careless(g).centipede_card()
    assert told(g, "strength")[0] == f"red strength {strength} 0"


@pytest.mark.rule("HOR-05")
def test_a_rampage_is_fought_everywhere_lowest_hex_first(scene: Set) -> None:
    """Where ants and a centipede are: not in the Great Tunnel, not where one of them is missing."""
    g = scene(
        f"{TRIO}; puddle: black, centipede; soil: red 2; bark: centipede; fern: yellow 2, centipede;"
        "tunnel: red 3, black; intruders: 2; horde_deck: epic-stores",
        passing=ALL,
        rules={"rampage_strength": 0},
    )
    careless(g).centipede_card()
    assert fights(g) == ["yellow hunt fern", "black hunt puddle"]
    g.expect("bark: centipede; fern: no centipede; puddle: no centipede; tunnel: red 3, black; intruders: 2")


@pytest.mark.rule("HOR-05", "CEN-07", "CEN-08", "HOR-10")
def test_each_player_of_a_hex_is_met_once_in_a_rampage(scene: Set) -> None:
    """Who controls it first, then who has most ants; each battle won is a point for the Horde."""
    g = scene(
        f"{TRIO}; loamy tunnels: red control, black 2, yellow out, centipede;"
        "horde_deck: epic-stores, cold-snap, weaver-thorax, egg-stealer, bulldog-head, amazon-head,"
        "blast-head",
        passing=ALL,
    )
    careless(g).centipede_card()
    met = [event.split()[0] for event in fights(g)]
    assert met[0] == "red"
    assert sorted(met) == ["black", "red", "yellow"]
    assert strengths(g) == ["7", "5", "8"]
    g.expect("loamy tunnels: empty, centipede; horde_score: 3; events: 3 x horde 1 battle")


@pytest.mark.rule("HOR-05", "CEN-07")
def test_a_rampage_ends_with_the_centipede(scene: Set) -> None:
    """Black, who is met first, kills it; red and yellow are not battled, nor does an ant battle follow."""
    g = scene(
        f"{TRIO}; soil: black control, black 8 out, red food, yellow out, centipede;"
        "horde_deck: epic-stores, egg-stealer, cold-snap",
        passing=ALL,
    )
    careless(g).centipede_card()
    assert fights(g) == ["black hunt soil"]
    g.expect("soil: black 6, red food, yellow, contested, no centipede; black: score 1; horde_score: 0")


@pytest.mark.rule("HOR-05", "CEN-08")
def test_the_next_rampage_meets_everybody_again(scene: Set) -> None:
    """Once means once in each Rampage; and none of them is a battle of the Soldier Phase (Trapjaw Head)."""
    g = scene(
        f"{TRIO}; soil: red, centipede; tunnel: red; red: food 1, head trapjaw;"
        "horde_deck: epic-stores, cold-snap, amazon-head, grand-evolution, blast-head, egg-stealer",
        passing=ALL,
    )
    g.centipede_card()
    g.action("march", "red", ["site soil.food"])
    g.centipede_card()
    assert fights(g) == ["red hunt soil", "red hunt soil"]
    g.expect("soil: empty, centipede; horde_score: 2; red: score 0")


@pytest.mark.rule("HOR-05")
def test_a_rampage_of_nobody(scene: Set) -> None:
    """No centipede in a hex with ants: the card does nothing, and no sentry comes."""
    g = scene(f"{TRIO}; soil: red; bark: centipede; pile: fern; horde_deck: epic-stores, cold-snap")
    g.centipede_card()
    g.expect("hexes: 3; horde_deck: cold-snap; horde_discards: epic-stores")
    assert fights(g) == []


@pytest.mark.rule("HOR-05", "HOR-01")
def test_the_card_of_a_rampage_lies_aside_while_the_discards_are_shuffled(scene: Set) -> None:
    """It is not drawn for strength in its own Rampage."""
    g = scene(
        f"{TRIO}; soil: red 9, centipede; horde_deck: grand-evolution; horde_discards: egg-stealer",
        passing=ALL,
    )
    careless(g).centipede_card()
    assert strengths(g) == ["3"]
    assert sorted(g.table.horde_discards) == ["egg-stealer", "grand-evolution"]


@pytest.mark.rule("HOR-05", "CEN-07")
def test_a_rampage_spares_a_friend_of_centipedes(scene: Set) -> None:
    """Traitorous Head without the icon, on a tile that its player controls."""
    g = scene(
        f"{TRIO}; soil: red 2, centipede; red: head traitorous; horde_deck: epic-stores, cold-snap",
        passing=ALL,
        cards={"traitorous-head": {"centipede": False}},
    )
    g.centipede_card()
    assert fights(g) == []


@pytest.mark.rule("HOR-05")
def test_other_battles_have_no_extra_strength(scene: Set) -> None:
    """In the Soldier Phase after a Rampage a centipede has its two cards alone."""
    g = scene(
        f"{TRIO}; soil: red 9, centipede; horde_deck: thief-abdomen, stinging-abdomen",
        passing=ALL,
    )
    careless(g).soldier_phase()
    assert strengths(g) == ["6"]


# March to battle -------------------------------------------------------------------------------
BATTLEFIELD = (
    f"{TRIO}; soil: red 2, black out, centipede; bark: red, centipede; fern: black, centipede; puddle: red;"
    "red: food 1; horde_deck: egg-stealer, bulldog-head"
)


@pytest.mark.rule("HOR-07")
def test_after_a_march_one_centipede_may_be_battled(scene: Set) -> None:
    """One with own ants; it is chosen when the steps are done and sites have filled."""
    g = scene(BATTLEFIELD, passing=["yellow", "black"], rules=MARCH)
    wanted = Answer("hunt soil", "red", only=("pass", "hunt soil", "hunt bark"))
    careless(g).action("march", "red", ["puddle > tunnel", "pass", wanted])
    assert fights(g) == ["red hunt soil"]
    assert g.options("hunt") == ("pass", "hunt soil", "hunt bark")


@pytest.mark.rule("HOR-07")
def test_march_to_battle_may_be_declined(scene: Set) -> None:
    g = scene(BATTLEFIELD, passing=["yellow", "black"], rules=MARCH)
    g.action("march", "red", ["puddle > tunnel", "pass", "red: pass"])
    assert fights(g) == []
    g.expect("horde_deck: egg-stealer, bulldog-head")


@pytest.mark.rule("HOR-07")
def test_where_no_centipede_is_nobody_is_asked(scene: Set) -> None:
    """A centipede alone is none to battle, nor is one in the Great Tunnel."""
    g = scene(
        f"{TRIO}; soil: red; bark: centipede; tunnel: red; intruders: 3; red: food 1",
        passing=["yellow", "black"],
        rules=MARCH,
    )
    g.action("march", "red", ["soil > tunnel", "pass"])
    assert "hunt" not in asked(g)


@pytest.mark.rule("HOR-07")
@pytest.mark.parametrize("flag", [True, False])
def test_march_to_battle_is_a_rule_of_its_own(scene: Set, flag: bool) -> None:
    """march_to_battle: not in the standard game, and without it not against the Horde either."""
    g = scene(BATTLEFIELD, passing=["red", "yellow", "black"], rules={"march_to_battle": flag})
    g.action("march", "red", ["puddle > tunnel"])
    assert ("hunt" in asked(g)) == flag
    g = scene("soil: red, centipede; red: food 1", passing=ALL)
    g.action("march", "red", ["soil > tunnel"])
    assert "hunt" not in asked(g)


@pytest.mark.rule("HOR-07", "CEN-03", "CEN-06", "HOR-10")
def test_only_the_marcher_fights(scene: Set) -> None:
    """Black, with ants there, is left alone; all else is as in any centipede battle."""
    g = scene(
        f"{TRIO}; soil: red control, black food, black 2 out, centipede; puddle: red;"
        "red: food 1, hand brood-surge; horde_deck: cold-snap, amazon-head, sparrow-attack",
        passing=["yellow", "black"],
        rules=MARCH,
    )
    g.action("march", "red", ["puddle > tunnel", "pass", "hunt soil", "card brood-surge"])
    assert fights(g) == ["red hunt soil"]
    assert told(g, "strength") == ["red strength 1 2", "centipede strength 6 0"]
    g.expect(
        "soil: black control, black food, black out, centipede; horde_score: 1; horde_deck: sparrow-attack"
    )
    g.expect("discards: brood-surge")


@pytest.mark.rule("HOR-07", "CEN-05")
def test_the_prize_of_a_march_to_battle_is_that_of_any_battle(scene: Set) -> None:
    """1 food and 1 point; half of the centipede's 4 is lost; heads count."""
    g = scene(
        f"{TRIO}; soil: red 4, centipede; puddle: red; red: food 1, head turtle;"
        "horde_deck: egg-stealer, bulldog-head",
        passing=["yellow", "black"],
        rules=MARCH,
    )
    careless(g).action("march", "red", ["puddle > tunnel", "pass", "hunt soil"])
    assert told(g, "strength")[0] == "red strength 6 0"
    g.expect("soil: red 2, no centipede; red: food 1, score 1, wins 1; horde_score: 0; tokens: 15")


@pytest.mark.rule("HOR-07", "WRK-03")
def test_reactions_follow_the_battle(scene: Set) -> None:
    """Yellow steps into Soil when red's ants have died there."""
    g = scene(
        f"{TRIO}; soil: red, centipede; bark: yellow; red: food 1; horde_deck: cold-snap, amazon-head;"
        "puddle: red",
        rules=MARCH,
    )
    after = Answer("bark > great-tunnel", "yellow", expect={"soil": "empty, centipede"})
    g.action("march", "red", ["puddle > tunnel", "pass", "hunt soil", after])
    assert told(g, "hunt", "outcome", "reaction") == [
        "red hunt soil",
        "centipede outcome red 0 1",
        "yellow reaction march",
    ]


@pytest.mark.rule("HOR-07")
def test_reactions_give_no_battle(scene: Set) -> None:
    """Yellow marches an ant by reaction beside a centipede: nobody asks it."""
    g = scene(f"{TRIO}; soil: yellow 2, centipede; bark: red; red: food 1", rules=MARCH)
    g.action("march", "red", ["bark > tunnel", "pass", "soil.food > great-tunnel"])
    assert "hunt" not in asked(g)


@pytest.mark.rule("HOR-07", "MAR-04")
def test_steps_of_cards_give_no_battle(scene: Set) -> None:
    """Rapid Mobilization is no March; a March that Frenzied Activity grants is one."""
    g = scene(
        f"{TRIO}; soil: red 2, centipede; red: food 2, larvae 3, hand rapid-mobilization frenzied-activity;"
        "horde_deck: egg-stealer, bulldog-head",
        passing=["yellow", "black"],
        rules=MARCH,
    )
    g.play("rapid-mobilization", "red", ["pay larva", "soil.food > tunnel", "pass"])
    assert "hunt" not in asked(g)
    frenzy = ["2 x pay larva", "march", "tunnel > soil", "pass", "hunt soil", "pass"]
    g.play("frenzied-activity", "red", frenzy)
    assert fights(g) == ["red hunt soil"]


@pytest.mark.rule("HOR-07", "CEN-07")
def test_a_friend_of_centipedes_cannot_battle_them_where_it_rules(scene: Set) -> None:
    """Traitorous Head without the icon: not on tiles that its player controls, elsewhere yes."""
    g = scene(
        f"{TRIO}; soil: red, centipede; bark: black control, red larva, centipede; puddle: red;"
        "red: food 1, head traitorous",
        passing=["yellow", "black"],
        rules=MARCH,
        cards={"traitorous-head": {"centipede": False}},
    )
    g.action("march", "red", ["puddle > tunnel", "pass", Answer("pass", only=("pass", "hunt bark"))])


@pytest.mark.rule("HOR-07")
def test_without_a_horde_march_to_battle_draws_from_the_deck(scene: Set) -> None:
    """The rule may be turned on by itself."""
    g = scene(
        "soil: red 4, centipede; puddle: red; red: food 1; deck: brood-surge, outlander",
        passing=ALL,
        rules=MARCH,
    )
    careless(g).action("march", "red", ["puddle > tunnel", "red: pass", "red: hunt soil"])
    assert told(g, "reveal") == ["reveal brood-surge", "reveal outlander"]
