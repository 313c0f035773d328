"""A battle between two players: who, how strong, who wins, who dies (BAT-01 to BAT-10, BAT-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import careless, fights, told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")


def fought(scene: Set, position: str, answers: Iterable[str | Answer] = (), **rules: Any) -> Scene:
    """Return a scene after the battles in its first hex; who is not answered for declines."""
    g = careless(scene(position, passing=ALL, rules=rules))
    g.battle(position.split(":", 1)[0], answers)
    return g


# who -----------------------------------------------------------------------------
@pytest.mark.rule("BAT-01")
@pytest.mark.parametrize(
    ("ants", "battle"),
    [
        ("red control, black food, black 3 out", "black battle soil red"),
        ("black control, red food, red 3 out", "red battle soil black"),
        ("black control, black 3 out, red food", "red battle soil black"),
        ("red control, red 3 out, black food", "black battle soil red"),
    ],
)
def test_the_control_site_makes_the_defender(scene: Set, ants: str, battle: str) -> None:
    """Who holds the control site defends, whatever its numbers or seat; the other invades."""
    assert fights(fought(scene, f"soil: {ants}")) == [battle]


@pytest.mark.rule("BAT-01", "BAT-03")
@pytest.mark.parametrize(("head", "invader", "defender"), [("bulldog", 4, 2), ("turtle", 3, 3)])
def test_heads_know_who_invades(scene: Set, head: str, invader: int, defender: int) -> None:
    """A Bulldog Head adds one more to its owner who invades, a Turtle Head to one who defends."""
    for ants, strength in ("black control, red food, red out", invader), ("red control, black 2", defender):
        g = fought(scene, f"soil: {ants}; red: head {head}")
        assert f"red strength {strength} 0" in told(g, "strength")


@pytest.mark.rule("BAT-03", "PLY-06")
def test_army_strength_is_the_ants_there_and_all_heads(scene: Set) -> None:
    """Sites and outskirts count, ants of other hexes do not, and covered heads do."""
    g = fought(
        scene,
        "soil: red control, red out, black food, black out; bark: red 2; tunnel: red 3;"
        "red: head acrobat army blast",
    )
    assert told(g, "strength") == ["black strength 2 0", "red strength 5 0"]


@pytest.mark.rule("BAT-03", "PLY-06")
def test_the_strength_of_a_head_is_a_parameter(scene: Set) -> None:
    """With head_strength at 2 three heads add six."""
    g = fought(scene, "soil: red control, black 2; red: head acrobat army blast", head_strength=2)
    assert told(g, "strength") == ["black strength 2 0", "red strength 7 0"]


# ferocity --------------------------------------------------------------------------
@pytest.mark.rule("BAT-04")
def test_the_invader_lays_first_and_face_down(scene: Set) -> None:
    """As the defender chooses, the invader's card has left its hand but lies nowhere in sight."""
    g = fought(
        scene,
        "soil: red control, black 2; red: hand swarm; black: hand brood-surge royal-jelly",
        [
            Answer("card brood-surge", "black", only=("pass", "card brood-surge", "card royal-jelly")),
            Answer(
                "card swarm",
                "red",
                expect={"discards": [], "never": ["ferocity"], "black": "hand royal-jelly"},
            ),
        ],
    )
    assert told(g, "ferocity") == ["black ferocity brood-surge", "red ferocity swarm"]
    assert sorted(g.table.discards) == ["brood-surge", "swarm"]


@pytest.mark.rule("BAT-04")
def test_cards_for_ferocity_are_a_choice(scene: Set) -> None:
    """Either player may lay nothing, and keeps its card."""
    g = fought(
        scene,
        "soil: red control, black 2; red: hand swarm; black: hand brood-surge",
        ["black: pass", "red: pass"],
    )
    g.expect("red: hand swarm; black: hand brood-surge")
    assert told(g, "strength") == ["black strength 2 0", "red strength 1 0"]


@pytest.mark.rule("BAT-04")
@pytest.mark.parametrize(("most", "laid"), [(0, 0), (1, 1), (2, 2)])
def test_a_player_lays_one_card_or_as_many_as_the_parameter_says(scene: Set, most: int, laid: int) -> None:
    """battle_cards bounds the cards of one player in one battle; the ferocity of all of them counts."""
    g = fought(
        scene,
        "soil: red control, black 2; black: hand brood-surge royal-jelly swarm",
        ["black: card swarm", "black: card royal-jelly"][:laid],
        battle_cards=most,
    )
    assert g.happened("black ferocity") == laid
    assert told(g, "strength")[0] == f"black strength 2 {(0, 4, 7)[laid]}"


# outcome ---------------------------------------------------------------------------
@pytest.mark.rule("BAT-05")
@pytest.mark.parametrize(
    ("card", "winner"), [("early-harvest", "red"), ("egg-stealer", "red"), ("royal-jelly", "black")]
)
def test_the_higher_total_wins_and_the_defender_wins_ties(scene: Set, card: str, winner: str) -> None:
    """Three defending ants against one invader and a card of 1, 2 or 3."""
    g = fought(scene, f"soil: red control, red 2 out, black food; black: hand {card}", ["black: card"])
    assert told(g, "points") == [f"{winner} points 1 battle"]


@pytest.mark.rule("BAT-05")
def test_ferocity_of_both_sides_counts(scene: Set) -> None:
    """Three and 2 against two and 4: the smaller army wins."""
    g = fought(
        scene,
        "soil: red control, red 2 out, black food, black out; red: hand brood-surge; black: hand swarm",
        ["black: card", "red: card"],
    )
    assert told(g, "points") == ["black points 1 battle"]


@pytest.mark.rule("BAT-05")
@pytest.mark.parametrize(("ties", "winner"), [(True, "red"), (False, "black")])
def test_who_wins_ties_is_a_parameter(scene: Set, ties: bool, winner: str) -> None:
    """Two against two goes to the control site, or with defender_wins_ties = false to the invader."""
    g = fought(scene, "soil: red control, red out, black food, black out", defender_wins_ties=ties)
    assert told(g, "points") == [f"{winner} points 1 battle"]


# casualties --------------------------------------------------------------------------
@pytest.mark.rule("BAT-06", "BAT-03")
def test_the_loser_loses_the_winners_strength_without_ferocity(scene: Set) -> None:
    """Two ants, a head and a card of 4 beat six ants and kill three of them."""
    g = fought(
        scene,
        "soil: red control, red out, black food, black 5 out; red: head army, hand swarm",
        ["red: card"],
    )
    assert g.hex("soil").ants["black"] == 3


@pytest.mark.rule("BAT-06")
def test_the_loser_has_no_lone_survivor(scene: Set) -> None:
    """A loser that must lose as many ants as it has, or more, loses them all."""
    g = fought(scene, "soil: red control, red 4 out, black food, black out")
    g.expect("soil: red 4; black: army 0, supply 36")


@pytest.mark.rule("BAT-07", "BAT-08")
@pytest.mark.parametrize(
    ("losers", "heads", "lost"),
    [
        (1, "", 0),
        (2, "", 1),
        (3, "", 1),
        (4, "", 2),
        (5, "", 2),
        (3, "head army, ", 2),
        (1, "head army, ", 1),
    ],
)
@pytest.mark.parametrize("marker", ["red", "black"])
def test_the_winner_loses_half_the_losers_strength_rounded_down(
    scene: Set, losers: int, heads: str, lost: int, marker: str
) -> None:
    """Heads count and ferocity does not; who removes first changes nothing, as all is counted before."""
    g = fought(
        scene,
        f"bark: red 7, black {losers} out; marker: {marker}; black: {heads}hand early-harvest",
        ["black: card"],
    )
    g.expect(f"bark: red {7 - lost}; red: wins 1")


@pytest.mark.rule("BAT-07")
@pytest.mark.parametrize(("divisor", "lost"), [(1, 5), (2, 2), (3, 1), (99, 0)])
def test_the_winners_share_of_losses_is_a_parameter(scene: Set, divisor: int, lost: int) -> None:
    """winner_loss_divisor divides the loser's Army Strength, rounded down."""
    g = fought(scene, "bark: red 7, black 5 out", winner_loss_divisor=divisor)
    g.expect(f"bark: red {7 - lost}")


@pytest.mark.rule("BAT-08", "GEN-04")
def test_casualties_are_counted_before_either_side_removes_any(scene: Set) -> None:
    """Both losses stand in the outcome, which comes before the first ant is lost."""
    g = fought(scene, "bark: red 5, black 4 out; marker: black")
    assert told(g, "outcome", "lose")[0] == "red outcome black 2 4"
    g.expect("bark: red 3")


@pytest.mark.rule("BAT-09", "BAT-08")
@pytest.mark.parametrize(("winners", "losers"), [(1, 2), (1, 5), (2, 4), (2, 5)])
@pytest.mark.parametrize("lone", [True, False])
def test_the_last_ant_of_a_winner_stays(scene: Set, winners: int, losers: int, lone: bool) -> None:
    """Who wins by ferocity keeps one ant where all are due, unless lone_survivor is false."""
    more = {1: "", 2: ", red out"}
    g = fought(
        scene,
        f"bark: red control, black larva, black {losers - 1} out{more[winners]}; red: hand tawny-crazy-head",
        ["red: card"],
        lone_survivor=lone,
    )
    assert g.seat("red").army == int(lone)


@pytest.mark.rule("BAT-10", "PLY-10", "GEN-04")
@pytest.mark.parametrize("marker", ["red", "black"])
def test_each_owner_chooses_which_of_its_ants_are_lost(scene: Set, marker: str) -> None:
    """Site or outskirts, winner and loser for themselves, clockwise from the marker."""
    g = scene(
        f"soil: red control, red out, black food, black 4 out; marker: {marker}; red: hand swarm",
        passing=ALL,
    )
    black = Answer("lose food", "black", only=("lose soil.food", "lose soil.outskirts"))
    red = Answer("lose out", "red", only=("lose soil.larvae", "lose soil.outskirts"))
    g.battle("soil", ["red: card", *([red, black] if marker == "red" else [black, red])])
    g.expect("soil: red control, black food, black 2 out")


# the worked example -------------------------------------------------------------------
@pytest.mark.rule("BAT-15", "BAT-05", "BAT-06", "BAT-07", "BAT-11")
def test_the_battle_of_the_rulebook(scene: Set) -> None:
    """Four red ants and a head against three blue ones, both with a card of 3: 8 to 6."""
    g = scene(
        "players: red, blue, black; water's edge: blue control, blue 2 out, red food, red larva-2, red 2 out;"
        "red: head army, hand royal-jelly; blue: hand cultural-theft"
    )
    g.battle("water's edge", ["red: card", "blue: card", "red: lose out", "red: out > control"])
    assert told(g, "strength") == ["red strength 5 3", "blue strength 3 3"]
    g.expect("water's edge: red 3, control red; blue: army 0, score 0; red: score 1")
