"""Searches and loads: ATR."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.movement import renew
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.tabletop.vectors import vector

NESTS = "red nest: red queen 20; blue nest: blue queen 20; "


def actions(s: Scene, by: str, *words: str) -> list[str]:
    """Return the actions offered that begin with one of some words."""
    return [one for one in s.options(by) if one.startswith(words)]


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


@pytest.mark.rule("ATR-09", "ATE-08")
def test_what_a_queen_carried_lies_loose_when_she_starves() -> None:
    """As in a battle; who stands with her keeps what they can carry."""
    s = Scene(
        "round: 4; red nest: red queen 20; blue nest: blue queen 9, blue carries 1 leaf, 1 seed",
        rules={"famine": 4},
    )
    s.end_of_round()
    s.expect("blue nest: 1 leaf, 1 seed")


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
