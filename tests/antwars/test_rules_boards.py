"""Boards, colonies and set-up: ATG, ATB, ATC, ATS."""

from __future__ import annotations

from collections import deque

import pytest

from marchsim.errors import ComponentsError
from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board, around
from marchsim.games.antwars.rules.variant import resolve
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.games.antwars.table.assembly import assemble

COLOURS = ("red", "blue", "green", "yellow", "black", "white")


def board(players: int, layout: str = "standard") -> Board:
    return assemble(resolve("x", "", [("x", {"rules": {"layout": layout}})])).board(players)


def steps(found: Board, seat: int) -> list[int]:
    """Return the steps from a seat's exit to every other's, over foraging areas."""
    away, queue = {found.exit[seat]: 0}, deque([found.exit[seat]])
    while queue:
        area = queue.popleft()
        for other in found.near[area * w.NEAR : area * w.NEAR + found.near_n[area]]:
            if other not in away and found.home[other] < 0:
                away[other] = away[area] + 1
                queue.append(other)
    return sorted(away[found.exit[other]] for other in range(found.players) if other != seat)


@pytest.mark.rule("ATG-01")
def test_two_to_six_play() -> None:
    variant = resolve("x", "standard", ())
    assert variant.players() == (2, 6)
    assert [bool(variant.refusal(players)) for players in range(1, 8)] == [True] + [False] * 5 + [True]


@pytest.mark.rule("ATG-02")
def test_what_has_run_out_cannot_be_placed() -> None:
    """Nothing is dug or laid without a tile; a replaced tile returns before the new one is taken."""
    s = Scene("red hall: red 1 minor; red nest: red 6 minors; supply: gallery 0, pantry 0")
    assert not [one for one in s.options("red") if "dig" in one or "into Pantry" in one]
    s = Scene("red pantry: red 1 minor; red nest: red queen 20; supply: pantry 0")
    s.action("transform red pantry into gallery", "red")
    assert s.g.s.tiles[w.PANTRY] == 1


@pytest.mark.rule("ATG-03", "ATT-01")
def test_order_is_clockwise_and_chance_lies_in_the_deal() -> None:
    """Turns follow the seats from the first player on, round after round; nothing in a view hides."""
    s = Scene(
        "players: red, blue, green; first: blue; " + "; ".join(f"{c} nest: {c} queen 20" for c in COLOURS[:3])
    )
    from marchsim.games.antwars.engine import rounds, turns

    s.run(lambda: turns.play_turns(s.g), ["blue: stop", "green: stop", "red: stop"], "")
    s.end_of_round()
    rounds.begin_round(s.g)
    assert s.g.s.first == 0
    s = Scene("players: red, blue, green; round: 4", rules={"first_player": "rotates"})
    rounds.begin_round(s.g)
    assert (s.g.s.round, s.g.s.first) == (5, 1)


@pytest.mark.rule("ATG-04")
def test_hunger_is_a_parameter() -> None:
    """A piece for each 3 ants; what cannot be paid costs a Minor, else a Major, in the highest area.

    No Queen.
    """
    position = (
        "red pantry: 1 protein stored; red nest: red queen 20, red 2 majors; "
        "hex 5: red 3 minors; red 7: red 1 minor"
    )
    s = Scene(position)
    s.turn("red", ["stop"])
    s.expect("red: minors 4, majors 2")
    s = Scene(position, rules={"upkeep": 3})
    s.turn("red", ["stop"])
    s.expect("red: minors 3, majors 2; red 7: nothing; hex 5: red 3 minors; red pantry: nothing")
    s = Scene("red nest: red queen 20, red 1 major", rules={"upkeep": 1})
    s.turn("red", ["stop"])
    s.expect("red: majors 0, queens 1")


@pytest.mark.rule("ATB-01", "ATB-02", "ATB-04")
@pytest.mark.parametrize(
    ("players", "exits", "away"),
    [
        (2, [12, 3], {(3,)}),
        (3, [2, 18, 34], {(6, 6)}),
        (4, [14, 3, 17, 28], {(3, 6, 7)}),
        (5, [11, 1, 23, 47, 34], None),
        (6, [7, 1, 23, 17, 39, 33], None),
    ],
)
def test_layouts_are_those_of_the_table(
    players: int, exits: list[int], away: set[tuple[int, ...]] | None
) -> None:
    """Areas are numbered board by board; exits have the numbers and distances of the design."""
    found = board(players)
    assert list(found.exit[:players]) == exits
    assert found.foraging == {2: 16, 3: 48, 4: 32, 5: 48, 6: 48}[players]
    far = [tuple(steps(found, seat)) for seat in range(players)]
    if away is not None:
        assert set(far) == away
    else:
        assert all(one[:2] == ((4, 4) if players == 5 else (3, 4)) for one in far)
        assert {step for one in far for step in one[2:]} == {6, 7}


@pytest.mark.rule("ATB-01", "ATB-02")
def test_the_hexagon_has_the_rows_and_the_rim_of_the_design() -> None:
    """48 hexes in rows of 4 to 8 and back to 5, with a rim of 21 hexes that have a side outside.

    Seven a board.
    """
    found = board(3)
    hexes = [(found.q[area], found.r[area]) for area in range(48)]
    rows = [sum(r == row for _, r in hexes) for row in sorted({r for _, r in hexes})]
    assert sorted(rows) == [4, 5, 5, 6, 6, 7, 7, 8]
    inner = [sum(found.home[n] < 0 for n in near(found, area)) for area in range(48)]
    assert sum(count < 6 for count in inner) == 21
    assert [sum(count < 6 for count in inner[16 * at : 16 * at + 16]) for at in range(3)] == [7, 7, 7]


def near(found: Board, area: int) -> list[int]:
    return list(found.near[area * w.NEAR : area * w.NEAR + found.near_n[area]])


@pytest.mark.rule("ATB-03")
def test_an_anthill_has_25_places() -> None:
    """Neighbours are those of the design, and one is another's neighbour on both sides."""
    assert sorted(around(2)) == [1, 3, 6, 7]
    assert sorted(around(7)) == [2, 3, 6, 8, 12, 13]
    assert sorted(around(12)) == [6, 7, 11, 13, 16, 17]
    assert sorted(around(11)) == [5, 6, 10, 12, 15, 16]
    assert all(place in around(other) for place in range(25) for other in around(place))
    s = Scene("red nest: red 2 minors")
    assert "explore red 12 to red 11" not in s.options("red")  # solid


@pytest.mark.rule("ATB-04", "ATB-05")
def test_the_entrance_joins_anthill_and_exit_while_it_lies_open() -> None:
    """For everybody, and for Gloomys too."""
    s = Scene("red gate: red 1 minor; red exit: blue 1 minor")
    assert "explore red gate to hex 12" not in s.options("red")
    assert "explore hex 12 to red gate" not in s.options("blue")
    s.action("transform red gate turn over", "red")
    assert "explore red gate to hex 12" in s.options("red")
    assert "explore hex 12 to red gate" in s.options("blue")
    around_it = dict.fromkeys(("hex 8", "hex 9", "hex 13"), "blue 1 minor")
    shut = Scene({"red exit": "red 1 minor, gloomy", **around_it})
    shut.battles(dice="1")
    shut.expect({"red gate": "nothing"})
    wide = Scene({"red": "open", "red exit": "red 1 minor, gloomy", **around_it})
    wide.battles(dice="1")
    wide.expect({"red gate": "gloomy"})


@pytest.mark.rule("ATB-06")
def test_any_number_may_be_in_one_area() -> None:
    s = Scene("hex 5: red 24 minors, 20 sugar; hex 6: red 12 majors")
    s.action("mobilize hex 6", "red", ["12"])
    s.expect("hex 5: red 24 minors, red 12 majors, 20 sugar")


@pytest.mark.rule("ATB-07")
def test_rivals_may_enter_but_what_lies_there_stays_the_owners() -> None:
    """A rival moves through the open gate; he cannot hatch, store, pay or transform there."""
    s = Scene(
        "blue: open; blue exit: red 2 minors; blue nest: 3 pupae; blue pantry: red 1 minor, 4 sugar stored"
    )
    s.action("explore hex 3 to blue gate", "red", ["2"])
    s.expect("blue gate: red 2 minors")
    told = s.options("red")
    assert not [one for one in told if one.startswith(("hatch", "transform"))]
    assert s.g.figures.funds(0) == 0 and s.g.figures.funds(1) == 4
    assert s.g.s.pupae_n[1] == 3


@pytest.mark.rule("ATC-01")
def test_life_and_dice_of_ants() -> None:
    """4, 8, 20 life; 1, 2, 3 dice, which are parameters."""
    s = Scene("hex 5: red 1 minor, red 1 major, red queen 20")
    assert list(s.g.panels[2].life) == [4, 8, 20]
    assert s.g.figures.dice_in(0, 5) == 6
    s = Scene(
        "hex 5: red 1 minor, red 1 major, red queen 20",
        rules={"dice_minor": 2, "dice_major": 4, "dice_queen": 5},
    )
    assert s.g.figures.dice_in(0, 5) == 11


@pytest.mark.rule("ATC-02", "ATC-05")
def test_panels_say_what_a_colony_is_and_starts_with() -> None:
    """Solenopsis invicta: 6 Minors, 6 pupae on two tiles, two Queens, half life, one gallery."""
    s = Scene("tiles: none; red: species solenopsis; blue: species atta")
    panel = s.g.panels[0]
    assert (panel.queens, list(panel.life), panel.minors, panel.pupae_tiles) == (2, [2, 4, 10], 6, 2)
    played = assemble(resolve("x", "dealt", ()))
    from marchsim.games.antwars.engine.rounds import place_colony

    place_colony(s.g, 0)
    s.expect(
        "red 12: pupae-minor, red 6 minors, red queen 10, red queen 10, 3 pupae; red 11: pupae-minor, 3 pupae"
    )
    s.expect("red 7: gallery; red 6: pantry, 4 protein stored; red 2: entrance; red: tiles 4, queens 2")
    assert [one.name for one in played.panels] == [
        "Solenopsis invicta", "Atta cephalotes", "Messor barbarus", "Eciton burchellii",
        "Pheidole megacephala", "Lasius niger",
    ]  # fmt: skip


@pytest.mark.rule("ATC-03", "ATR-08")
def test_costs_are_paid_in_pieces_of_the_diet() -> None:
    """A started piece is lost: 3 Minors at 1 for 2 cost 2; leaves pay nothing unless every type does."""
    position = "red: species solenopsis; red nest: red queen 10, 3 pupae; red pantry: 2 protein stored"
    s = Scene(position)
    s.action("hatch red nest", "red", ["3"])
    s.expect("red pantry: nothing; red: minors 3")
    leaves = "red nest: red queen 20, 3 pupae; red pantry: 2 leaf stored"
    assert not [one for one in Scene(leaves).options("red") if "hatch" in one]
    s = Scene(leaves, rules={"payment": "any"})
    s.action("hatch red nest", "red", ["2"])
    s.expect("red pantry: nothing")
    s = Scene("red nest: red queen 20, 3 pupae; red pantry: 1 protein stored, 1 sugar stored, 1 seed stored")
    s.action("hatch red nest", "red", ["2", "sugar", "protein"])
    s.expect("red pantry: 1 seed stored")


@pytest.mark.rule("ATC-03")
def test_a_seed_pays_twice_for_granaries() -> None:
    """And what it would still buy is lost."""
    s = Scene("red: species messor; red nest: red queen 20, 3 pupae; red pantry: 1 seed stored")
    s.action("hatch red nest", "red", ["2"])
    s.expect("red pantry: nothing; red: minors 2")
    s = Scene(
        "red: species messor; red nest: red queen 20, 3 pupae; red pantry: 1 seed stored",
        rules={"seed_worth": 3},
    )
    s.action("hatch red nest", "red", ["3"])
    s = Scene("red: species pheidole; red nest: red queen 20, 3 pupae; red pantry: 1 seed stored")
    s.action("hatch red nest", "red")
    s.expect("red: minors 1")


@pytest.mark.rule("ATC-04")
def test_a_colony_has_so_many_ants_at_most() -> None:
    position = (
        "red nest: red queen 20, red 23 minors, 3 pupae; "
        "red pantry: 9 protein stored; red 11: pupa-major, 1 pupae"
    )
    s = Scene(position)
    s.action("hatch red nest", "red")
    s.expect("red: minors 24")
    assert [one for one in s.options("red") if "hatch" in one] == ["hatch red 11"]
    s = Scene(position, rules={"minors": 23, "majors": 1})
    assert [one for one in s.options("red") if "hatch" in one] == ["hatch red 11"]
    s.action("hatch red 11", "red")
    s.g.set_pupae(s.area("red 11"), 1, 0)
    assert not [one for one in s.options("red") if "hatch" in one]


@pytest.mark.rule("ATC-06", "ATR-10")
def test_only_mushroom_harvesters_place_mushroom_tiles() -> None:
    for species, may in (("atta", True), ("lasius", False)):
        s = Scene(f"red: species {species}; red hall: red 1 minor")
        assert ("transform red 7 into Mushroom" in s.options("red")) == may


@pytest.mark.rule("ATC-07", "ATM-08")
def test_queens_live_and_move_each_by_herself() -> None:
    """Where they differ, the owner says which goes; the colony has a Queen while one lives."""
    s = Scene("red: species solenopsis; red nest: red queen 10, red queen 3")
    s.action("explore red nest to red hall", "red", ["1", "Queen 2"], "leaf leaf leaf gloomy")
    s.expect("red hall: red queen 3, 3 leaf; red nest: red queen 10")
    s.g.hurt_queen(0, 1, 0, w.WHY_BATTLE)
    s.expect("red: queens 1, life 10, fell 0")


@pytest.mark.rule("ATS-01")
def test_players_choose_among_the_species_that_are_left() -> None:
    """Or are dealt one, by the deal; no two are alike."""
    s = Scene("tiles: none", rules={"species_choice": "chosen"})
    for seat in range(2):
        s.g.s.species[seat] = w.NONE
    s.set_up(["red: Messor barbarus", "blue: Lasius niger"])
    assert [s.names.species[s.g.s.species[seat]] for seat in range(2)] == ["messor", "lasius"]
    found = set()
    for key in range(30):
        g = Scene("tiles: none").g
        from marchsim.games.antwars.engine.dice import Dice
        from marchsim.games.antwars.engine.rounds import deal

        g.dice = Dice(key)
        dealt = tuple(deal(g))
        assert sorted(dealt) == list(range(6))
        found.add(dealt[0])
    assert len(found) == 6


@pytest.mark.rule("ATS-02", "ATS-03", "ATS-04")
def test_colonies_are_placed_one_after_the_other() -> None:
    """The Entrance closed; the pupae tile on any free place, the Queen and all ants on it.

    Then the second tile.
    """
    s = Scene("tiles: none", rules={"species_choice": "chosen", "nest_place": "free"})
    s.set_up(["red: Atta", "red: red 24", "red: red 0", "blue: Solenopsis", "blue: blue 12", "blue: blue 13"])
    s.expect(
        "red 24: pupae-minor, red 4 minors, red 1 major, red queen 20, 3 pupae; "
        "red 0: mushroom-tile, 2 leaf stored"
    )
    s.expect("blue 12: pupae-minor, blue 6 minors, blue queen 10, blue queen 10, 3 pupae; blue 13: 3 pupae")
    assert list(s.g.s.open[:2]) == [0, 0]
    options = [one for one in s.script.decisions if one.question == "nest"]
    assert [len(one.options) for one in options] == [22, 21, 22, 21]
    fixed = Scene("tiles: none")
    fixed.set_up()
    assert all(fixed.g.s.tile[fixed.board.place(seat, 12)] == w.PUPAE_MINOR for seat in range(2))


@pytest.mark.rule("ATS-06", "ATS-07")
def test_a_seat_may_begin_with_more_or_less() -> None:
    """Pieces and Minors of one seat alone; never fewer than none, nor more Minors than a colony can have."""
    plain = Scene("tiles: none")
    plain.set_up()
    usual = [plain.g.s.minor_n[seat] for seat in range(2)]
    for start, pieces, minors, stored in ((4, 3, 2, 7), (4, -9, -10, 0), (0, 2, 10, 2)):
        rules = {"start_pieces": start, "pieces_seat_1": pieces, "minors_seat_1": minors, "minors": 15}
        s = Scene("tiles: none", rules=rules)
        s.set_up()
        held = [s.g.s.stored_n[s.board.place(seat, w.STORE)] for seat in range(2)]
        assert held == [start, stored]
        assert s.g.s.minor_n[0] == usual[0]
        assert s.g.s.minor_n[1] == min(15, max(0, usual[1] + minors))
        assert s.g.s.tile[s.board.place(1, w.STORE)] == w.PANTRY


@pytest.mark.rule("ATS-05")
def test_every_colony_starts_with_a_pantry() -> None:
    """With 4 pieces, or as many as the parameter says; with 0 there is none.

    And nothing lies on the boards.
    """
    for pieces, tile in ((4, w.PANTRY), (2, w.PANTRY), (0, w.SOLID)):
        s = Scene("tiles: none", rules={"start_pieces": pieces})
        s.set_up()
        for seat in range(2):
            area = s.board.place(seat, w.STORE)
            assert (s.g.s.tile[area], s.g.s.stored_n[area]) == (tile, pieces)
        assert sum(s.g.s.loose_n[: s.board.areas]) == 0
    stored = {one.id: one.stored for one in s.assembly.variant.components.species.values()}
    assert stored == {
        "solenopsis": "protein", "messor": "protein", "eciton": "protein", "atta": "sugar", "lasius": "sugar",
        "pheidole": "seed",
    }  # fmt: skip


@pytest.mark.rule("ATB-01")
def test_another_layout_and_another_board() -> None:
    """Layout corners puts two exits six steps apart; an overlay draws a board of its own."""
    assert steps(board(2, "corners"), 0) == [6]
    assert resolve("x", "", [("x", {"rules": {"layout": "corners"}})]).refusal(4)
    small = {
        "boards": {"small": {"hexes": [[0, 0], [1, 0], [0, 1]]}},
        "layouts": {"standard": {"2": {"boards": [{"board": "small"}], "exits": [[1, 1, 0], [1, 0, 1]]}}},
    }
    found = assemble(resolve("x", "", [("small", small)]))
    assert found.board(2).foraging == 3 and list(found.board(2).exit[:2]) == [1, 2]
    small["layouts"]["standard"]["2"]["exits"] = [[1, 1, 0], [1, 5, 1]]
    with pytest.raises(ComponentsError, match="board 1 has no hex"):
        resolve("x", "", [("small", small)])
