"""The worked examples of the rules' design, each as it is written there: positions, dice.

What becomes of them.
"""

from __future__ import annotations

import pytest

from marchsim.games.antwars.scenarios.scene import Scene

SOLENOPSIS = "red: species solenopsis; blue: species lasius; "


@pytest.mark.rule("ATM-02", "ATR-01", "ATR-02", "ATM-01")
def test_1_first_search() -> None:
    """Five Minors explore from nest to hall: 2 protein, one Gloomy too few.

    The Queens' nest has no pheromone.
    """
    s = Scene(SOLENOPSIS + "red nest: red 6 minors, red queen 10, red queen 10")
    s.action("explore red nest to red hall", "red", ["5", "0", "protein"], "protein protein seed gloomy")
    s.expect("red hall: red 5 minors, 2 protein; red nest: red 1 minor, red queen 10, red queen 10")


@pytest.mark.rule("ATR-01", "ATR-03", "ATG-02")
def test_2_doubled_and_short() -> None:
    """Three sugar on a foraging board are six; with four in the supply only four. One spider is too few."""
    s = Scene("red: open; red gate: red 2 minors")
    s.action("explore red gate to red exit", "red", ["2"], "sugar sugar sugar spider")
    s.expect("red exit: red 2 minors, 6 sugar; red gate: red scent")
    s = Scene("red: open; red gate: red 2 minors; supply: sugar 4")
    s.action("explore red gate to red exit", "red", ["2"], "sugar sugar sugar spider")
    s.expect("red exit: red 2 minors, 4 sugar")
    assert s.g.s.pieces[1] == 0


@pytest.mark.rule("ATR-02", "ATF-09", "ATF-10")
def test_3_gloomy_killed() -> None:
    """Three Minors find 2 seed and a Gloomy, and eliminate it: 7 points of 6."""
    s = Scene("red: open; red gate: red 3 minors; red nest: red queen 20; blue nest: blue queen 20")
    s.action("explore red gate to red exit", "red", ["3", "seed"], "gloomy leaf gloomy seed")
    s.expect("red exit: red 3 minors, 2 seed, gloomy")
    s.battles(dice="4 2 1")
    s.expect("red exit: red 3 minors, 2 seed, 4 protein")


@pytest.mark.rule("ATF-09", "ATF-11")
def test_4_gloomy_flies() -> None:
    """It survives with 1 life, flies to a free neighbour and has 6 again; without one it leaves the board."""
    s = Scene("red exit: red 1 minor, gloomy")
    s.battles(dice="5 1")
    s.expect({"red exit": "red 1 minor", "hex 8": "nothing", "hex 9": "gloomy", "hex 13": "nothing"})
    s.g.place_ants(1, s.area("hex 9"), 0, 2, 0)
    s.battles(dice="4 1 0")  # 5 points are not enough any more
    s.expect({"hex 9": "blue 2 minors", "hex 5": "gloomy"})
    s.g.place_ants(1, s.area("hex 5"), 0, 2, 0)
    s.battles(dice="5 1")
    s.expect({"hex 5": "blue 2 minors, 4 protein"})
    s = Scene(
        {"red exit": "red 1 minor, gloomy", **dict.fromkeys(("hex 8", "hex 9", "hex 13"), "blue 1 minor")}
    )
    s.battles(dice="5")
    s.expect({"red exit": "red 1 minor"})
    assert s.g.s.gloomys == 6 and s.g.s.pieces[0] == 24


@pytest.mark.rule("ATF-03", "ATF-08", "ATF-11", "ATR-09")
def test_5_spider() -> None:
    """It kills three Minors in two cycles and stays with all its life; what they carried lies there."""
    s = Scene("hex 5: red 3 minors, red carries 2 sugar, spider")
    # cycle 1: 6 at A (of three), 2 at B, 3 at C; B and C roll 3 and 4; cycle 2: 1 at B, 1 at C, 2 at B
    s.battles(dice="6 0 2 0 3 1 4 3 1 0 1 1 2")
    s.expect("hex 5: 2 sugar, spider; red: minors 0")


@pytest.mark.rule("ATF-04", "ATF-05", "ATF-06", "ATF-07", "ATE-01")
def test_6_a_queen_falls_with_an_invader() -> None:
    """Eight Minors of red in blue's nest; the dice are those of the example.

    Cycle 2 goes on with 5 against 2.
    """
    s = Scene(
        "first: blue; blue nest: blue 2 minors, blue queen 20, red 8 minors, 3 pupae; red nest: red queen 20"
    )
    rolls = "6 5 2 " + "4 1 " + "6 5 4 3 2 1 "
    # one target only for blue's dice: not asked. Red's six dice: five at the Queen, then she is offered
    # no more
    answers = [*["red: blue's Queens"] * 5, "red: blue's Minors"]
    cycle_2 = "1 1 6 6 6 6 6 "  # blue's Minors 1 1, red's five: two Minors, three pupae
    more = ["red: blue's Minors", "red: blue's Minors"]
    s.battles([*answers, *more], rolls + cycle_2)
    s.expect("blue: queens 0, minors 0, fell 1; blue nest: red 5 minors, 3 protein")
    assert s.happened("blue queen blue-12 0 0 battle") == 1


@pytest.mark.rule("ATF-01", "ATF-10", "ATF-13")
def test_7_pupae() -> None:
    """Two Minors alone with three minor pupae kill them in three cycles, and 3 protein are left."""
    s = Scene("red nest: red queen 20; blue 7: pupae-minor, red 2 minors, 3 pupae; blue nest: blue queen 20")
    s.battles(dice="5 1 1 1 6 2")
    s.expect("blue 7: red 2 minors, 3 protein")
    assert s.happened("3 x cycle") == 0 and s.happened("cycle") == 3
    assert s.happened("red vain 1") == 1


@pytest.mark.rule("ATH-02", "ATH-03", "ATH-05")
def test_8_hatch() -> None:
    """Lasius with 2 sugar hatches 2 of 3 pupae; next turn there are 3.

    Without a Queen the tile is a gallery.
    """
    position = "red: species lasius; red pantry: 2 sugar stored; red nest: 3 pupae"
    s = Scene(position + ", red queen 20")
    s.action("hatch red nest", "red", ["2"])
    s.expect("red nest: red 2 minors, red queen 20, 1 pupae; red pantry: nothing")
    s.start("red")
    s.expect("red nest: red 2 minors, red queen 20, 3 pupae")
    s = Scene(position)
    s.action("hatch red nest", "red", ["2"])
    s.expect("red nest: gallery, red 2 minors")


@pytest.mark.rule("ATD-02")
def test_9_dig() -> None:
    """Seven ants and seven tiles: a Dig makes eight, and a second is not offered."""
    galleries = "; ".join(f"red {place}: gallery" for place in (8, 11, 13, 16))
    s = Scene(f"red nest: red 6 minors, red queen 20; {galleries}")
    s.expect("red: tiles 7")
    s.action("dig red 17", "red")
    s.expect("red: tiles 8")
    assert not [one for one in s.options("red") if one.startswith("dig")]


@pytest.mark.rule("ATR-04", "ATR-05")
def test_10_loads() -> None:
    """A Major and two Minors carry 3 sugar and 1 protein; a Major alone takes one of two types."""
    s = Scene("hex 5: red 1 major, red 2 minors, 3 sugar, 1 protein")
    s.action("forage", "red", ["all"])
    s.expect("hex 5: red 1 major, red 2 minors, red carries 1 protein, red carries 3 sugar")
    s = Scene("hex 5: red 1 major, 1 sugar, 1 protein")
    s.action("forage", "red", ["sugar"])
    s.expect("hex 5: red 1 major, red carries 1 sugar, 1 protein")


@pytest.mark.rule("ATM-05", "ATM-06", "ATR-07")
def test_11_mobilization_stops() -> None:
    """A seed in the hall stops who comes from the exit; pieces stored in a Pantry stop nobody."""
    position = (
        "red: open; red nest: red 1 minor; red hall: red 1 minor{}; "
        "red gate: red 1 minor; red exit: red 1 minor"
    )
    s = Scene(position.format(", 1 seed"))
    s.action("mobilize red exit", "red", ["red 7"])
    s.expect("red hall: red 2 minors, 1 seed")
    s = Scene(position.format(""))
    s.action("mobilize red exit", "red", ["red 12"])
    s.expect("red nest: red 2 minors")
    s = Scene(position.format("") + "; red 7: pantry, 5 sugar stored")
    s.action("mobilize red exit", "red", ["red 12"])


@pytest.mark.rule("ATM-02", "ATM-03", "ATM-04")
def test_12_pheromones() -> None:
    """A marker lies where all have left by Exploration, and goes when they come back.

    Mobilization leaves none.
    """
    s = Scene("players: red, blue; red: open; red exit: red 1 minor; hex 8: red 2 minors, 1 seed")
    beside = "hex 9"
    s.action(f"explore hex 8 to {beside}", "red", ["2"], "leaf leaf leaf leaf")
    s.expect({"hex 8": "1 seed, red scent", beside: "red 2 minors, 8 leaf"})
    s.action(f"explore {beside} to hex 8", "red", ["2"])  # no search: there is a seed and a pheromone
    s.expect({"hex 8": "red 2 minors, 1 seed", beside: "8 leaf, red scent"})
    s.action("mobilize hex 8", "red", ["2"])
    s.expect({"hex 8": "1 seed", "red exit": "red 3 minors"})


@pytest.mark.rule("ATB-04", "ATB-05", "ATB-08", "ATD-09")
def test_13_gate() -> None:
    """Seven foes before a closed gate change nothing, an eighth opens it and holds it open."""
    nests = "red nest: red queen 20; blue nest: blue queen 20; blue gate: blue 1 minor; "
    s = Scene(nests + "blue exit: red 7 minors")
    assert "explore hex 3 to blue gate" not in s.options("red")
    s.end_of_round()
    assert "explore hex 3 to blue gate" not in s.options("red")
    assert "transform blue gate turn over" in s.options("blue")
    s = Scene(nests + "blue exit: red 8 minors")
    s.end_of_round()
    assert s.g.s.open[1] == 1 and s.happened("gate blue-gate 1 siege") == 1
    assert "explore hex 3 to blue gate" in s.options("red")
    assert "transform blue gate turn over" not in s.options("blue")
    s = Scene(nests + "blue exit: red 8 minors", rules={"siege_holds": False})
    s.end_of_round()
    s.action("transform blue gate turn over", "blue")
    assert s.g.s.open[1] == 0
    s.end_of_round()
    assert s.g.s.open[1] == 1
    s = Scene(nests + "blue exit: red 8 minors", rules={"breach": 0})
    s.end_of_round()
    assert s.g.s.open[1] == 0


@pytest.mark.rule("ATR-12", "ATR-13")
def test_14_mushrooms() -> None:
    """Two leaves last two turns; then the tile is a gallery with six mushrooms lying loose."""
    position = "red: species atta; red 11: mushroom-tile, 2 leaf stored; red 6: red 1 minor"
    s = Scene(position)
    s.start("red")
    s.expect("red 11: 1 leaf stored, 3 mushroom stored")
    s.start("red")
    s.expect("red 11: mushroom-tile, 6 mushroom stored")
    s.start("red")
    s.expect("red 11: gallery, 6 mushroom")
    s = Scene("red: species atta; red 11: mushroom-tile, 6 mushroom stored, red 1 minor, red carries 1 leaf")
    s.settle()
    s.start("red")
    s.expect("red 11: mushroom-tile, red 1 minor, 9 mushroom stored")


@pytest.mark.rule("ATE-02", "ATE-03", "ATE-05", "ATE-07")
def test_15_last_queens() -> None:
    """Who has a Queen left wins; with none, those who lost theirs last compare strength."""
    three = "players: red, blue, green; round: 5; red 8: red 4 minors, red 1 major; blue 8: blue 5 minors; "
    s = Scene(three + "green nest: green queen 20; fell: red 5, blue 5")
    assert s.end_of_round() and s.decided == "last_queen" and s.ranks() == [2, 3, 1]
    s = Scene(three + "fell: red 5, blue 5, green 3")
    assert s.end_of_round() and s.decided == "no_queen" and s.ranks() == [1, 2, 3]
    s.expect("red: strength 24; blue: strength 20")
