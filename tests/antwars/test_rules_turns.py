"""Turns, movement, searches and loads: ATT, ATM, ATR."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine import ending, rounds, turns
from marchsim.games.antwars.engine.loads import renew
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.tabletop.players.imagined import vector

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
    assert [one.options for one in s.script.decisions] == [("0", "1", "2"), ("0", "1")]
    s = Scene("hex 5: red 2 minors; hex 6: 1 seed")
    s.action("explore hex 5 to hex 6", "red", ["1"])
    assert s.script.decisions[0].options == ("1", "2")


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


@pytest.mark.rule("ATR-01", "ATR-02")
def test_searches_follow_their_dice() -> None:
    """Number of dice, faces, factor and what brings an animal are parameters."""
    s = Scene("hex 5: red 1 minor")
    s.search("hex 5", "red", ["sugar"], "sugar seed sugar leaf")
    s.expect("hex 5: red 1 minor, 4 sugar")
    s = Scene("hex 5: red 1 minor")
    s.search("hex 5", "red", (), "spider spider spider gloomy")
    s.expect("hex 5: red 1 minor, spider")
    s = Scene("hex 5: red 1 minor")
    s.search("hex 5", "red", (), "gloomy gloomy gloomy spider")
    s.expect("hex 5: red 1 minor, gloomy")
    rules = {
        "search_dice": 5,
        "foraging_factor": 3,
        "gloomy_faces": 1,
        "spider_faces": 2,
        "dice_face_6": "mushroom",
    }
    s = Scene("hex 5: red 1 minor", rules=rules)
    s.search("hex 5", "red", (), "mushroom mushroom mushroom mushroom gloomy")
    s.expect("hex 5: red 1 minor, 12 mushroom, gloomy")
    s = Scene("hex 5: red 1 minor", rules={"spider_faces": 1, "gloomy_faces": 9, "dice_face_1": "blank"})
    s.search("hex 5", "red", (), "blank gloomy gloomy spider")
    s.expect("hex 5: red 1 minor, spider")


@pytest.mark.rule("ATR-02", "ATG-02")
def test_animals_run_out() -> None:
    s = Scene("hex 5: red 1 minor; supply: gloomys 0, spiders 0")
    s.search("hex 5", "red", (), "gloomy gloomy spider leaf")
    s.expect("hex 5: red 1 minor, 2 leaf")
    s = Scene("hex 5: red 1 minor", rules={"supply_gloomy": 0, "supply_spider": 0, "spider_faces": 2})
    s.search("hex 5", "red", (), "gloomy gloomy spider spider")
    s.expect("hex 5: red 1 minor")


@pytest.mark.rule("ATR-03")
def test_pieces_run_out() -> None:
    """A type without pieces can still be chosen; the number of each type is a parameter."""
    s = Scene("hex 5: red 1 minor", rules={"pieces": 3})
    s.search("hex 5", "red", ["seed"], "seed seed leaf leaf")
    s.expect("hex 5: red 1 minor, 3 seed")
    s = Scene("hex 6: red 1 minor; supply: seed 0")
    s.search("hex 6", "red", ["seed"], "seed seed leaf leaf")
    s.expect("hex 6: red 1 minor")


@pytest.mark.rule("ATR-04")
def test_foraging_reaches_all_areas_or_one() -> None:
    """Any number of pieces: one may take some and stop."""
    position = "hex 5: red 2 minors, 2 seed; hex 6: red 2 minors, 2 leaf, 1 seed"
    s = Scene(position)
    s.action("forage", "red", ["seed", "stop", "seed", "leaf"])
    s.expect("hex 5: red 2 minors, red carries 1 seed, 1 seed")
    s.expect("hex 6: red 2 minors, red carries 1 leaf, red carries 1 seed, 1 leaf")
    s = Scene(position, rules={"forage_scope": "area"})
    assert actions(s, "red", "forage") == ["forage hex 5", "forage hex 6"]
    s.action("forage hex 5", "red", ["all"])
    s.expect("hex 5: red 2 minors, red carries 2 seed; hex 6: red 2 minors, 1 seed, 2 leaf")


@pytest.mark.rule("ATR-05")
@pytest.mark.parametrize(
    ("ants", "loads", "fits"),
    [
        ("0 1 0", "2 0 0", True), ("0 1 0", "1 1 0", False), ("1 1 0", "2 1 0", True),
        ("1 1 0", "1 1 1", False), ("0 2 0", "3 1 0", False), ("0 2 0", "2 2 0", True),
        ("0 1 1", "3 0 0", True), ("2 0 0", "1 1 0", True), ("2 0 0", "2 1 0", False),
        ("1 1 1", "2 2 1", True), ("1 0 1", "2 0 1", True), ("0 0 0", "0 0 0", True),
    ],
)  # fmt: skip
def test_what_ants_can_carry(ants: str, loads: str, fits: bool) -> None:
    """Majors and Queens two of one type, Minors one."""
    s = Scene("hex 5: red 1 minor")
    minors, majors, queens = map(int, ants.split())
    wanted = vector([*map(int, loads.split()), 0, 0])
    assert s.g.figures.fits(wanted, minors, majors, queens) == fits


@pytest.mark.rule("ATR-05")
def test_what_each_kind_carries_is_a_parameter() -> None:
    figures = Scene(
        "hex 5: red 1 minor", rules={"carry_minor": 3, "carry_major": 0, "carry_queen": 4}
    ).g.figures
    assert figures.fits(vector([3, 0, 0, 0, 0]), 1, 5, 0)
    assert not figures.fits(vector([2, 1, 0, 0, 0]), 1, 5, 0)
    assert figures.fits(vector([4, 3, 0, 0, 0]), 1, 0, 1)
    assert not figures.fits(vector([4, 4, 0, 0, 0]), 1, 0, 1)


@pytest.mark.rule("ATR-06")
def test_rivals_stores_may_be_looted() -> None:
    """Not one's own Pantry's while unloading is free; nothing where looting is off."""
    position = "blue pantry: red 2 minors, 3 seed stored; red pantry: red 1 minor, 3 seed stored"
    s = Scene(position)
    s.action("forage", "red", ["seed"])
    s.expect(
        "blue pantry: red 2 minors, red carries 2 seed, 1 seed stored; red pantry: red 1 minor, 3 seed stored"
    )
    assert not actions(Scene(position, rules={"loot": False}), "red", "forage")
    s = Scene("red 11: mushroom-tile, red 1 minor, 2 mushroom stored, 2 leaf stored", rules={"loot": False})
    s.action("forage", "red")
    s.expect("red 11: red 1 minor, red carries 1 mushroom, 1 mushroom stored, 2 leaf stored")


@pytest.mark.rule("ATR-07")
def test_pieces_are_stored_at_once_where_there_is_room() -> None:
    """The owner's choice where it is short; ten, or as many as the parameter says."""
    s = Scene("red pantry: red 3 minors, red carries 2 seed, red carries 1 leaf, 8 sugar stored")
    s.settle(["leaf"])
    s.expect("red pantry: red 3 minors, red carries 1 seed, 1 seed stored, 1 leaf stored, 8 sugar stored")
    s = Scene("red pantry: red 2 minors, red carries 2 seed", rules={"pantry_room": 1})
    s.settle()
    s.expect("red pantry: red 2 minors, red carries 1 seed, 1 seed stored")
    s = Scene("red pantry: blue 2 minors, blue carries 2 seed")
    s.settle()
    s.expect("red pantry: blue 2 minors, blue carries 2 seed")


@pytest.mark.rule("ATR-07")
def test_storing_can_take_a_foraging() -> None:
    s = Scene("red pantry: red 2 minors, red carries 2 seed", rules={"unload": "forage"})
    s.settle()
    s.expect("red pantry: red 2 minors, red carries 2 seed")
    s.action("forage", "red")
    s.expect("red pantry: red 2 minors, 2 seed stored")
    s.action("forage", "red", ["all"])  # and taken out again
    s.expect("red pantry: red 2 minors, red carries 2 seed")


@pytest.mark.rule("ATR-08")
def test_stored_pieces_pay_wherever_the_ants_are() -> None:
    """Carried and loose ones never; mushrooms on a Mushroom tile do, and go first."""
    nest = "red: species atta; red nest: red queen 20, 3 pupae; "
    s = Scene(
        nest
        + "red pantry: blue 2 minors, 1 protein stored; hex 5: red 2 minors, red carries 2 sugar, 2 sugar"
    )
    s.action("hatch red nest", "red")
    s.expect("red pantry: blue 2 minors; red: minors 3")
    assert not actions(s, "red", "hatch")
    position = nest + "red 11: mushroom-tile, 1 mushroom stored, 3 leaf stored; red pantry: 1 mushroom stored"
    s = Scene(position)
    s.action("hatch red nest", "red", ["1"])
    s.expect("red 11: 3 leaf stored; red pantry: 1 mushroom stored")
    s = Scene(position, rules={"mushrooms_pay": False})
    s.action("hatch red nest", "red")
    s.expect("red 11: 1 mushroom stored, 3 leaf stored; red pantry: nothing")


@pytest.mark.rule("ATR-09")
def test_survivors_keep_what_they_can_carry() -> None:
    """The owner says what is laid down; without survivors all lies loose."""
    s = Scene(NESTS + "hex 5: red 2 minors, red carries 1 seed, red carries 1 leaf, blue 1 minor")
    s.battles(["red: leaf"], "6 1 4")
    s.expect("hex 5: red 1 minor, red carries 1 seed, 1 leaf")
    s = Scene(NESTS + "hex 5: red 1 minor, red carries 1 seed, blue 1 minor")
    s.battles(dice="6 6")
    s.expect("hex 5: 1 seed")


@pytest.mark.rule("ATR-10", "ATR-11")
def test_leaves_are_placed_on_mushroom_tiles_at_once() -> None:
    """Without limit; elsewhere they pay nothing."""
    s = Scene(
        "red: species atta; "
        "red 11: mushroom-tile, red 2 minors, red carries 1 leaf, red carries 1 seed, 20 leaf stored"
    )
    s.settle()
    s.expect("red 11: red 2 minors, red carries 1 seed, 21 leaf stored")
    s = Scene("red: species atta; red nest: red queen 20, 3 pupae; red pantry: 9 leaf stored")
    assert not actions(s, "red", "hatch")
    eats = {"species": {"atta": {"diet": ["leaf"]}}}
    s = Scene(
        "red: species atta; red nest: red queen 20, 3 pupae; red pantry: 9 leaf stored", None, "scene", **eats
    )
    assert actions(s, "red", "hatch")


@pytest.mark.rule("ATR-12")
def test_a_leaf_becomes_mushrooms() -> None:
    """As far as there are any."""
    s = Scene("red: species atta; red 11: mushroom-tile, 2 leaf stored; supply: mushroom 1")
    s.start("red")
    s.expect("red 11: 1 leaf stored, 1 mushroom stored")
    s = Scene("red: species atta; red 11: mushroom-tile, 2 leaf stored", rules={"mushrooms_per_leaf": 5})
    s.start("red")
    s.expect("red 11: 1 leaf stored, 5 mushroom stored")


@pytest.mark.rule("ATR-13")
def test_a_mushroom_tile_can_stay_while_it_is_used() -> None:
    for rule, tile in (("leaves", "gallery, 2 mushroom"), ("used", "mushroom-tile, 2 mushroom stored")):
        s = Scene(
            "red: species atta; red 11: mushroom-tile, 2 mushroom stored", rules={"mushroom_tile_stays": rule}
        )
        s.start("red")
        s.expect({"red 11": tile})
    s = Scene("red: species atta; red 11: mushroom-tile", rules={"mushroom_tile_stays": "used"})
    s.start("red")
    s.expect("red 11: gallery")


@pytest.mark.rule("ATR-14")
def test_a_tile_waits_for_a_gallery() -> None:
    """It holds nothing until there is one; then it is a gallery at once."""
    s = Scene(
        "red: species atta; red 11: mushroom-tile, 2 mushroom stored; "
        "red 16: gallery; red 12: red 1 minor; supply: gallery 0"
    )
    s.start("red")
    s.expect("red 11: mushroom-tile, 2 mushroom")
    s.g.find(-1, s.area("red 11"), w.LEAF, 1, 0)
    s.g.place_ants(0, s.area("red 11"), w.MINOR, 1, 0)
    s.g.take(0, s.area("red 11"), w.LEAF, 1)
    s.settle()
    s.expect("red 11: mushroom-tile, red 1 minor, red carries 1 leaf, 2 mushroom")
    s.action("demolish red 16", "red")
    s.expect("red 11: gallery, red 1 minor, red carries 1 leaf, 2 mushroom")
    assert s.g.s.tiles[w.GALLERY] == 0 and s.g.s.tiles[w.MUSHROOMS] == 6
    renew(s.g)
    s = Scene("red 11: 0 pupae; red nest: 1 pupae; red pantry: 1 seed stored; supply: gallery 0")
    s.action("hatch red nest", "red")
    s.expect("red nest: pupae-minor, red 1 minor")
    s.start("red")
    s.expect("red nest: pupae-minor, red 1 minor")


def test_rounds_go_on_from_within_a_turn() -> None:
    """The state alone suffices: a game played on from a turn ends as it does in one piece."""
    s = Scene(NESTS, rules={"rounds": 2})
    s.g.begin_turn(0)
    s.script.left.clear()
    s.prepare(["red: stop", "blue: stop", "red: stop", "blue: stop"], "")
    rounds.play_from(s.g, rounds.RoundEnd())
    s.finish()
    assert s.g.s.phase == w.OVER and s.g.s.round == 2 and ending.is_over(s.g)
    assert turns.tally_of(w.O_DIG) == w.T_DIG
