"""Turns and movement: ATT, ATM."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine import rounds, turns
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.tabletop.recording import RoundEnd

NESTS = "red nest: red queen 20; blue nest: blue queen 20; "


def actions(s: Scene, by: str, *words: str) -> list[str]:
    """Return the actions offered that begin with one of some words."""
    return [one for one in s.options(by) if one.startswith(words)]


@pytest.mark.rule("ATT-02")
def test_the_start_of_a_turn_has_an_order() -> None:
    """Mushrooms, then pupae, then traits; a colony without ants and pupae is skipped, its start too."""
    s = Scene("red: species atta; red 11: mushroom-tile, 1 leaf stored; red nest: red queen 20")
    s.start("red")
    kinds = [w.E_PAY, w.E_STOCK, w.E_PUPAE]
    assert [event[0] for event in s.events()] == kinds
    s = Scene("red: species atta; red 11: mushroom-tile, 1 leaf stored")
    s.turn("red")
    assert s.happened("skip") == 1 and len(s.events()) == 1 and s.g.s.turns == 0
    s = Scene("red nest: 1 pupae; red pantry: 1 protein stored")
    s.turn("red", ["stop"])
    assert s.g.s.turns == 1


@pytest.mark.rule("ATT-02")
def test_aphids_leave_sugar_where_their_ants_are_safe() -> None:
    """Two, in a foraging area of the owner's choice; none where there are threats only."""
    s = Scene(
        "red: species lasius; hex 5: red 1 minor; hex 6: red 1 minor; "
        "hex 7: red 1 minor, gloomy; red nest: red 1 minor"
    )
    s.start("red", ["hex 6"])
    s.expect("hex 6: red 1 minor, 2 sugar; hex 5: red 1 minor; hex 7: red 1 minor, gloomy")
    s = Scene("red: species lasius; hex 7: red 1 minor, gloomy")
    s.start("red")
    s.expect("hex 7: red 1 minor, gloomy")
    s = Scene("red: species lasius; hex 6: red 1 minor", rules={"aphid_sugar": 5})
    s.start("red")
    s.expect("hex 6: red 1 minor, 5 sugar")


@pytest.mark.rule("ATT-03")
@pytest.mark.parametrize("most", [1, 2, 4])
def test_a_turn_has_so_many_actions(most: int) -> None:
    """The same may be taken twice; one may stop at any time."""
    dig = [f"red: dig red {place}" for place in (11, 13, 16, 17)][:most]
    s = Scene("red nest: red 9 minors, red queen 20", rules={"actions": most})
    s.turn("red", dig)
    s.expect(f"red: tiles {3 + most}")
    s = Scene("red nest: red 9 minors, red queen 20", rules={"actions": most})
    s.turn("red", ["stop"])
    s.expect("red: tiles 3")


@pytest.mark.rule("ATT-04")
def test_an_action_without_effect_cannot_be_chosen() -> None:
    """Nothing to forage, no room to carry, no money, no place: no option.

    Without any the turn ends unasked.
    """
    s = Scene("hex 5: red 1 minor, red carries 1 leaf, 2 seed; red nest: 3 pupae")
    assert not actions(s, "red", "forage", "hatch", "dig", "demolish", "transform", "mobilize")
    s = Scene(
        "tiles: none; red 12: gallery, red 5 minors; supply: pantry 0, mushroom-tile 0",
        rules={"gallery_cost": 1},
    )
    s.turn("red")  # nothing can be dug or entered: no question
    assert s.g.s.turns == 1 and not s.script.decisions
    s = Scene("hex 5: red 1 minor, 1 seed")
    s.action("forage", "red", ["all"])  # to stop at once is not on offer: the action would have no effect
    assert s.script.decisions[0].options == ("seed", "all")


@pytest.mark.rule("ATT-05")
def test_territory_is_where_own_ants_are() -> None:
    """With the other ruling also where own pheromones are: one mobilizes there, and explores elsewhere."""
    position = "hex 5: red 2 minors; hex 6: red scent"
    s = Scene(position)
    assert "explore hex 5 to hex 6" in s.options("red") and not actions(s, "red", "mobilize")
    s = Scene(position, rules={"territory": "ants_or_pheromones"})
    assert "explore hex 5 to hex 6" not in s.options("red")
    s.action("mobilize hex 5", "red", ["1"])
    s.expect("hex 5: red 1 minor; hex 6: red 1 minor")


@pytest.mark.rule("ATT-06")
def test_threats_hold_nobody_unless_they_do() -> None:
    position = (
        "hex 5: red 2 minors, blue 1 minor, 1 seed; "
        "red hall: red 6 minors, gloomy; red nest: 3 pupae, blue 1 minor; "
    )
    position += "red pantry: 4 protein stored"
    s = Scene(position)
    found = {one.split()[0] for one in s.options("red")}
    assert found == {"forage", "hatch", "dig", "transform", "explore", "demolish", "stop"} - {"demolish"}
    s = Scene(position, rules={"locked": True})
    assert s.options("red") == ["stop"]


@pytest.mark.rule("ATT-07")
def test_a_colony_without_queens_plays_on_or_is_removed() -> None:
    """Removed, its ants, pupae and pheromones go, loads lie loose, tiles and stores stay.

    It takes no more turns.
    """
    position = (
        "players: red, blue, green; fell: red 1; red nest: 3 pupae; red pantry: 2 seed stored; "
        "hex 5: red 2 minors, red 1 major, red carries 2 leaf; hex 9: red scent; blue nest: blue queen 20; "
        "green nest: green queen 20"
    )
    s = Scene(position)
    assert not s.end_of_round()
    s.expect("hex 5: red 2 minors, red 1 major, red carries 2 leaf; red nest: 3 pupae")
    s = Scene(position, rules={"queenless": "removed"})
    assert not s.end_of_round()
    s.expect(
        "hex 5: 2 leaf; hex 9: nothing; red nest: pupae-minor; "
        "red pantry: 2 seed stored; red: gone 1, tiles 3"
    )
    s.turn("red")
    assert s.happened("skip") == 1


@pytest.mark.rule("ATM-01")
def test_exploration_leads_out_of_the_territory() -> None:
    """Also where foes stand, with any number of ants but none; from an area with own ants to a neighbour."""
    s = Scene("hex 5: red 2 minors, red 1 major; hex 6: red 1 minor; hex 4: blue 3 minors")
    told = actions(s, "red", "explore hex 5")
    assert "explore hex 5 to hex 4" in told and "explore hex 5 to hex 6" not in told
    s.action("explore hex 5 to hex 4", "red", ["0"])
    s.expect("hex 4: blue 3 minors, red 1 major; hex 5: red 2 minors")
    s = Scene("hex 5: red 2 minors, red 1 major; hex 6: 1 seed")
    s.action("explore hex 5 to hex 6", "red", ["2", "0"])
    asked = [one.options for one in s.script.decisions]
    assert asked == [("0 Minors", "1 Minor", "2 Minors"), ("0 Majors", "1 Major")]
    s = Scene("hex 5: red 2 minors; hex 6: 1 seed")
    s.action("explore hex 5 to hex 6", "red", ["1"])
    assert s.script.decisions[0].options == ("1 Minor", "2 Minors")


@pytest.mark.rule("ATM-01")
def test_raiders_explore_on() -> None:
    """One area more where there are no threats, as many as the parameter says, and they may stop."""
    position = "red: species eciton; hex 5: red 3 minors; hex 6: 1 seed; hex 7: 1 leaf"
    s = Scene(position)
    s.action("explore hex 5 to hex 6", "red", ["3", "hex 6 to hex 7", "2"])
    s.expect("hex 5: red scent; hex 6: red 1 minor, 1 seed; hex 7: red 2 minors, 1 leaf")
    s = Scene(position)
    s.action("explore hex 5 to hex 6", "red", ["3", "stop"])
    s = Scene(position.replace("1 seed", "1 seed, gloomy"))
    s.action("explore hex 5 to hex 6", "red", ["3"])
    s = Scene(position, rules={"raid_steps": 0})
    s.action("explore hex 5 to hex 6", "red", ["3"])
    s = Scene(position + "; hex 11: 1 leaf", rules={"raid_steps": 2})
    s.action("explore hex 5 to hex 6", "red", ["3", "to hex 7", "3", "to hex 11", "3"])
    s.expect("hex 11: red 3 minors, 1 leaf; hex 6: 1 seed, red scent")


@pytest.mark.rule("ATM-02")
@pytest.mark.parametrize("there", ["blue 1 minor", "gloomy", "spider", "1 seed", "red scent", "blue scent"])
def test_only_what_was_empty_is_searched(there: str) -> None:
    s = Scene(f"hex 5: red 1 minor; hex 6: {there}")
    s.action("explore hex 5 to hex 6", "red")  # no dice: none fall


@pytest.mark.rule("ATM-02")
@pytest.mark.parametrize("tile", ["pantry", "pupae-minor", "pupa-major", "mushroom-tile"])
def test_of_the_tiles_only_galleries_are_searched(tile: str) -> None:
    """Or all but those with something on them, by the parameter; a gallery's find is not doubled."""
    position = f"red 12: gallery, red 1 minor; red 11: {tile}; red 13: gallery"
    s = Scene(position)
    s.action("explore red 12 to red 11", "red")
    s = Scene(position, rules={"search_tiles": "all"})
    s.action("explore red 12 to red 11", "red", (), "leaf leaf leaf leaf")
    s = Scene(position)
    s.action("explore red 12 to red 13", "red", (), "seed seed seed seed")
    s.expect("red 13: red 1 minor, 4 seed")


@pytest.mark.rule("ATM-03")
def test_pheromones_end_where_own_ants_come() -> None:
    """However they came, also by a Hatch; with the other ruling any ants remove any."""
    s = Scene("hex 5: red 1 minor; hex 6: red scent, blue scent")
    s.action("explore hex 5 to hex 6", "red")
    s.expect("hex 6: red 1 minor, blue scent; hex 5: red scent")
    s = Scene("hex 5: red 1 minor; hex 6: red scent, blue scent", rules={"pheromone_ends": "any"})
    s.action("explore hex 5 to hex 6", "red")
    s.expect("hex 6: red 1 minor")
    s = Scene("red 11: red queen 20; red nest: red scent, 1 pupae; red pantry: 1 seed stored")
    s.action("hatch red nest", "red")
    s.expect("red nest: red 1 minor")


@pytest.mark.rule("ATM-04")
def test_mobilization_leaves_no_pheromones() -> None:
    for rule, left in (("exploration", "nothing"), ("any_move", "red scent")):
        s = Scene("hex 5: red 1 minor; hex 6: red 1 minor", rules={"pheromones_by": rule})
        s.action("mobilize hex 5", "red")
        s.expect({"hex 5": left, "hex 6": "red 2 minors"})


@pytest.mark.rule("ATM-05", "ATM-06")
def test_mobilization_goes_through_own_ants_and_stops_at_what_is_there() -> None:
    """Threats, loose pieces and pupae end it; beyond them nothing can be reached, nor beyond a gap."""
    chain = "hex 0: red 1 minor; hex 1: red 1 minor{}; hex 2: red 1 minor; hex 15: red 1 minor"
    for there, reached in (
        ("", 2),
        (", 1 seed", 1),
        (", gloomy", 1),
        (", blue 1 minor", 1),
        (", red scent", 2),
    ):
        s = Scene(chain.format(there))
        if reached > 1:
            s.action("mobilize hex 0", "red", ["hex 2"])
            assert s.script.decisions[0].options == ("hex 1", "hex 2")
        else:
            s.action("mobilize hex 0", "red")
            s.expect_area("hex 1", f"red 2 minors{there}")
    nest = "red 11: gallery, red 1 minor; red 12: red 1 minor, 3 pupae; red 13: gallery, red 1 minor"
    s = Scene(nest)
    s.action("mobilize red 11", "red")
    s.expect("red 12: red 2 minors, 3 pupae")
    s = Scene(nest, rules={"pupae_stop": "foes"})
    s.action("mobilize red 11", "red", ["red 13"])
    rival = nest.replace("red 1 minor", "blue 1 minor")
    s = Scene(rival, rules={"pupae_stop": "foes"})
    s.action("mobilize red 11", "blue")
    s.expect("red 12: blue 2 minors, 3 pupae")


@pytest.mark.rule("ATM-07")
def test_pieces_move_with_their_carriers() -> None:
    """As many as they can carry, the owner's choice; who stays keeps the rest.

    What nobody can carry lies loose.
    """
    s = Scene("hex 5: red 3 minors, red carries 2 sugar, red carries 1 seed; hex 6: 1 leaf")
    s.action("explore hex 5 to hex 6", "red", ["2", "seed"])
    s.expect("hex 6: red 2 minors, red carries 1 seed, red carries 1 sugar, 1 leaf")
    s.expect("hex 5: red 1 minor, red carries 1 sugar")
    s = Scene("hex 5: red 2 majors, red carries 2 sugar, red carries 2 seed; hex 6: red 1 minor")
    s.action("mobilize hex 5", "red", ["1", "seed"])  # a Major takes two of the same type
    s.expect("hex 6: red 1 major, red 1 minor, red carries 2 seed; hex 5: red 1 major, red carries 2 sugar")
    s = Scene("hex 5: red 1 minor, red 1 major, red carries 3 sugar; hex 6: red 1 minor")
    s.action("mobilize hex 5", "red", ["1", "0"])
    s.expect("hex 6: red 2 minors, red carries 1 sugar; hex 5: red 1 major, red carries 2 sugar")


@pytest.mark.rule("ATM-07")
def test_loads_along_can_be_the_owners_say() -> None:
    s = Scene("hex 5: red 3 minors, red carries 2 sugar; hex 6: 1 leaf", rules={"loads_along": "chosen"})
    s.action("explore hex 5 to hex 6", "red", ["2", "stop"])
    s.expect("hex 6: red 2 minors, 1 leaf; hex 5: red 1 minor, red carries 1 sugar, 1 sugar")


def test_rounds_go_on_from_within_a_turn() -> None:
    """The state alone suffices: a game played on from a turn ends as it does in one piece."""
    s = Scene(NESTS, rules={"rounds": 2})
    s.g.begin_turn(0)
    s.script.left.clear()
    s.prepare(["red: stop", "blue: stop", "red: stop", "blue: stop"], "")
    rounds.play_from(s.g, RoundEnd())
    s.finish()
    assert s.g.s.phase == w.OVER and s.g.s.round == 2 and rounds.is_over(s.g)
    assert turns.TALLIED[w.O_DIG] == w.T_DIG
