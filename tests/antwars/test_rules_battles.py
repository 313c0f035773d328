"""Digging, pupae, battles and the end: ATD, ATH, ATF, ATE."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.games.antwars.table.session import outcome

NESTS = "red nest: red queen 20; blue nest: blue queen 20; "
THREE = "players: red, blue, green; "


def actions(s: Scene, by: str, *words: str) -> list[str]:
    """Return the actions offered that begin with one of some words."""
    return [one for one in s.options(by) if one.startswith(words)]


# ATD ------------------------------------------------------------------------------
@pytest.mark.rule("ATD-01")
def test_dig_beside_a_gallery_with_own_ants() -> None:
    """Any tile but the Entrance is one, or by the parameter Galleries alone."""
    for rule, places in (("tile", {"red 11", "red 13", "red 16", "red 17"}), ("gallery", set())):
        s = Scene("red nest: red 9 minors", rules={"gallery_means": rule})
        assert {one[4:] for one in actions(s, "red", "dig")} == places
    s = Scene("red gate: red 9 minors")
    assert not actions(s, "red", "dig")
    s = Scene("red hall: red 9 minors", rules={"gallery_means": "gallery"})
    s.action("dig red 13", "red")
    s.expect("red 13: gallery")


@pytest.mark.rule("ATD-02")
def test_no_dig_with_fewer_ants_than_tiles() -> None:
    """Queens count as ants; the Entrance is no tile; ants and tiles anywhere count."""
    assert not actions(Scene("red nest: red 2 minors"), "red", "dig")
    assert actions(Scene("red nest: red 1 minor, red queen 20; hex 5: red 1 major"), "red", "dig")


@pytest.mark.rule("ATD-03")
def test_dig_in_any_anthill() -> None:
    """The own tiles count; galleries are free unless they cost."""
    position = "red pantry: 2 seed stored; blue hall: red 3 minors"
    s = Scene(position)
    s.action("dig blue 8", "red")
    s.expect("blue 8: gallery; blue: tiles 4; red: tiles 3; red pantry: 2 seed stored")
    assert not actions(Scene(position, rules={"dig_where": "own"}), "red", "dig")
    s = Scene(position, rules={"gallery_cost": 2})
    s.action("dig blue 8", "red")
    s.expect("red pantry: nothing")
    assert not actions(s, "red", "dig")


@pytest.mark.rule("ATD-04")
@pytest.mark.parametrize(
    "there",
    [
        "gallery, 1 seed", "pantry, 1 seed stored", "pupae-minor, 1 pupae", "gallery, gloomy",
        "gallery, spider", "gallery, blue 1 minor", "mushroom-tile", "gallery, red 1 minor",
    ],
)  # fmt: skip
def test_only_empty_tiles_are_demolished(there: str) -> None:
    """Not one with ants, pieces, pupae or an animal, and no Mushroom tile; neither the Entrance."""
    s = Scene(f"red 11: {there}; red nest: red 1 minor; red hall: red 1 minor")
    assert actions(s, "red", "demolish") == ["demolish red 6"]


@pytest.mark.rule("ATD-04")
def test_demolished_tiles_return_and_lose_their_pheromones() -> None:
    """Gallery, Pantry and pupae tiles, also a rival's; an anthill may be cut in two."""
    s = Scene(
        "red 8: gallery, blue scent, red scent; red nest: blue 1 minor; "
        "red hall: blue 1 minor; red 11: pupa-major"
    )
    before = list(s.g.s.tiles)
    for place in (8, 6, 11):
        s.action(f"demolish red {place}", "blue")
        s.expect({f"red {place}": "solid"})
    after = list(s.g.s.tiles)
    assert [after[at] - before[at] for at in (w.GALLERY, w.PANTRY, w.PUPAE_MAJOR)] == [1, 1, 1]


@pytest.mark.rule("ATD-05", "ATD-06")
def test_transform_replaces_a_tile_of_the_own_anthill() -> None:
    """Pupae tiles cost what the panel says and come with pupae; without a Queen they cannot be chosen."""
    position = (
        "red hall: red 1 minor; red nest: red queen 20; red pantry: 2 seed stored; blue hall: red 1 minor"
    )
    s = Scene(position)
    assert actions(s, "red", "transform") == [
        "transform red 7 into Pantry", "transform red 7 into Pupae Minor", "transform red 7 into Pupa Major",
        "transform red 12 into Gallery", "transform red 12 into Pantry", "transform red 12 into Pupa Major",
    ]  # fmt: skip
    s.action("transform red 7 into Pupae Minor", "red")
    s.expect("red 7: pupae-minor, red 1 minor, 3 pupae; red pantry: nothing")
    assert actions(s, "red", "transform red 7") == [
        "transform red 7 into Gallery",
        "transform red 7 into Pantry",
    ]
    s = Scene(position, rules={"tile_with_pupae": False, "pantry_cost": 1})
    s.action("transform red 7 into Pupa Major", "red")
    s.expect("red 7: pupa-major, red 1 minor; red pantry: nothing")
    assert actions(s, "red", "transform red 7") == ["transform red 7 into Gallery"]
    s.start("red")
    s.expect("red 7: pupa-major, red 1 minor, 1 pupae")
    s = Scene("red hall: red 1 minor; red pantry: 2 seed stored")
    assert actions(s, "red", "transform") == ["transform red 7 into Pantry"]


@pytest.mark.rule("ATD-07")
def test_what_was_stored_lies_loose_and_pupae_are_lost() -> None:
    s = Scene("red pantry: red 1 minor, 2 seed stored, 1 leaf stored; red nest: red 1 minor, 3 pupae")
    s.action("transform red pantry into Gallery", "red")
    s.action("transform red nest into Gallery", "red")
    s.expect("red pantry: gallery, red 1 minor, 2 seed, 1 leaf; red nest: gallery, red 1 minor; red: pupae 0")


@pytest.mark.rule("ATD-08")
def test_supplies_of_tiles_are_shared() -> None:
    s = Scene("tiles: none")
    tiles = s.g.s.tiles
    assert [tiles[at] for at in range(w.GALLERY, w.TILES)] == [144, 36, 30, 36, 6]
    rules = {
        f"supply_{name}": at
        for at, name in enumerate(("gallery", "pantry", "pupae_minor", "pupa_major", "mushroom"), 5)
    }
    s = Scene("tiles: none", rules=rules)
    assert list(s.g.s.tiles[w.GALLERY : w.TILES]) == [5, 6, 7, 8, 9]
    s = Scene("supply: gallery 1; red nest: red 9 minors; blue nest: blue 9 minors")
    s.action("dig red 11", "red")
    assert not actions(s, "blue", "dig")


@pytest.mark.rule("ATD-09")
def test_the_entrance_is_turned_over_by_who_stands_on_it() -> None:
    s = Scene("red hall: red 1 minor")
    assert "transform red gate turn over" not in s.options("red")
    s = Scene("red gate: red 1 minor, blue 1 minor")
    assert not actions(s, "blue", "transform")
    s.action("transform red gate turn over", "red")
    s.action("transform red gate turn over", "red")
    assert s.g.s.open[0] == 0


# ATH ------------------------------------------------------------------------------
@pytest.mark.rule("ATH-01")
def test_what_a_pupae_tile_holds() -> None:
    s = Scene("red nest: red queen 20; red 11: pupa-major")
    s.start("red")
    s.expect("red nest: red queen 20, 3 pupae; red 11: 1 pupae")
    s = Scene(
        "red nest: red queen 20; red 11: pupa-major",
        rules={"pupae_minor_per_area": 5, "pupae_major_per_area": 2},
    )
    s.start("red")
    s.expect("red nest: red queen 20, 5 pupae; red 11: 2 pupae")


@pytest.mark.rule("ATH-02")
def test_hatching_brings_what_one_can_pay() -> None:
    """At least one, as many as one likes; minor pupae become Minors, major ones Majors.

    No ant need be there.
    """
    s = Scene(
        "hex 5: red queen 20; red nest: 3 pupae; red 11: pupa-major, 1 pupae; red pantry: 5 seed stored"
    )
    s.action("hatch red nest", "red", ["3"])
    s.action("hatch red 11", "red")
    s.expect("red nest: red 3 minors; red 11: red 1 major; red pantry: 1 seed stored")
    assert s.script.decisions[0].options == ("1 ant", "2 ants", "3 ants")
    assert not actions(s, "blue", "hatch")


@pytest.mark.rule("ATH-03")
def test_when_and_where_a_queen_lays() -> None:
    position = "red 11: pupae-minor; red nest: red queen 20, 3 pupae; red pantry: 1 seed stored"
    s = Scene(position, rules={"lay": "at_once"})
    s.action("hatch red nest", "red")
    s.expect("red nest: red queen 20, red 1 minor, 3 pupae; red 11: nothing")
    s = Scene(position, rules={"lay_reach": "area"})
    s.start("red")
    s.expect("red 11: nothing")
    s = Scene(position.replace("red 11: pupae-minor", "red 11: pupae-minor, blue 2 minors"))
    s.start("red")
    s.expect("red 11: blue 2 minors, 3 pupae")


@pytest.mark.rule("ATH-04")
def test_two_queens_lay_no_more_unless_they_do() -> None:
    for rule, count in ((False, 3), (True, 6)):
        s = Scene(
            "red: species solenopsis; red nest: red queen 10, red queen 10", rules={"pupae_per_queen": rule}
        )
        s.start("red")
        s.expect(f"red nest: red queen 10, red queen 10, {count} pupae")


@pytest.mark.rule("ATH-05")
def test_a_hatch_without_a_queen() -> None:
    """A last brood, then a gallery; or nothing hatches."""
    s = Scene("red nest: 3 pupae; red pantry: 2 seed stored", rules={"queenless_hatch": "none"})
    assert not actions(s, "red", "hatch")
    s = Scene("red nest: 3 pupae; red pantry: 3 seed stored")
    s.action("hatch red nest", "red", ["1"])
    s.expect("red nest: gallery, red 1 minor; red: pupae 0")


# ATF ------------------------------------------------------------------------------
@pytest.mark.rule("ATF-01", "ATF-12")
def test_pupae_are_threats_unless_they_are_not() -> None:
    """With `pupae_fight` off they call for no battle, and are targets only beside another threat."""
    position = "blue nest: red 1 minor, 3 pupae; red nest: red queen 20; blue 7: blue queen 20"
    s = Scene(position, rules={"pupae_fight": False})
    s.battles()
    s = Scene(position.replace("red 1 minor", "red 1 minor, blue 1 minor"), rules={"pupae_fight": False})
    s.battles(["red: blue's minor pupae", "red: blue's Minors"], "2 1 6 1")
    s.expect("blue nest: red 1 minor, 2 pupae, 1 protein")
    s = Scene("red nest: red queen 20, 3 pupae, gloomy; hex 5: gloomy, spider; red 7: spider, 1 seed")
    s.battles(dice="6 1 1")  # the Queen rolls; animals alone do not battle
    assert [event[0] for event in s.events()].count(w.E_BATTLE) == 1


@pytest.mark.rule("ATF-02")
def test_areas_are_resolved_in_order() -> None:
    """Foraging boards first, then anthills by seat, each once."""
    pair = "red 1 minor, blue 1 minor"
    s = Scene(f"red 7: {pair}; hex 9: {pair}; hex 2: red 1 minor, gloomy; blue 7: {pair}")
    s.battles(dice="6 6 6 6 6 6 6")
    assert [s.names.areas[event[2]] for event in s.events() if event[0] == w.E_BATTLE] == [
        "hex 2",
        "hex 9",
        "red 7",
        "blue 7",
    ]


@pytest.mark.rule("ATF-03", "ATF-04")
def test_a_cycle_has_its_phases() -> None:
    """Spider, Queens, Majors, Minors; all colonies of a kind roll at once, whoever fell before does not."""
    s = Scene("hex 5: red queen 20, blue 1 major, spider")
    # spider: 1, 1, 1 at blue's Major; the Queen: 6 and 6 at the spider, 5 at the Major; the Major has
    # no target left
    s.battles(["red: spider", "red: spider"], "1 1 1 1 1 1 6 6 5")
    s.expect("hex 5: red queen 20, 8 protein")
    s = Scene("hex 5: red 2 majors, blue 4 minors")
    # Majors: 6 5 4 3, all at Minors: 6, 5, 4 kill three, 3 hurts the last; Minors: the last rolls 2
    s.battles(dice="6 5 4 3 2 6 1 1 1")
    s.expect("hex 5: red 2 majors")
    kinds = [event[0] for event in s.events() if event[0] in (w.E_CYCLE, w.E_AIM)]
    assert kinds == [w.E_CYCLE, *[w.E_AIM] * 5, w.E_CYCLE, w.E_AIM]


@pytest.mark.rule("ATF-04")
def test_no_colony_rolls_more_than_the_limit() -> None:
    """Where there is one; by default 12 Minors roll 12 dice."""
    s = Scene("hex 5: red 12 minors, spider; red nest: red queen 20")
    s.battles(dice="1 0 1 0 1 0 " + "1 " * 12)
    s.expect("hex 5: red 12 minors, 8 protein")
    s = Scene("hex 5: red 12 minors, gloomy; red nest: red queen 20", rules={"dice_most": 5})
    s.battles(dice="1 1 1 1 1 0")
    assert s.happened("aim") == 5


@pytest.mark.rule("ATF-05")
def test_dice_are_aimed_highest_first_in_turn_order() -> None:
    """Damage takes effect together: who falls in a phase has rolled in it."""
    s = Scene("first: blue; hex 5: red 1 minor, blue 1 minor; " + NESTS)
    s.battles(dice="4 4")
    assert [event[1] for event in s.events() if event[0] == w.E_AIM] == [1, 0]
    s.expect("hex 5: nothing")
    s = Scene("hex 5: red 1 major, blue 1 major, blue 1 minor")
    s.battles(["red: blue's Majors", "red: blue's Majors"], "2 6 1 6 3")
    points = [event[4] for event in s.events() if event[0] == w.E_AIM]
    assert points == [6, 2, 6, 1, 3]


@pytest.mark.rule("ATF-06")
def test_a_die_goes_to_whom_least_is_left() -> None:
    """Dice of this colony counted, not those of others: two colonies may spend theirs on the same ant."""
    s = Scene(THREE + "hex 5: red 1 major, blue 1 major, green 2 minors")
    # red 4 4 and blue 4 4, red first: both of green's Minors fall twice over
    answers = ["red: green's Minors", "red: green's Minors", "blue: green's Minors", "blue: green's Minors"]
    s.battles(answers, "4 4 4 4 6 6 6 6")
    s.expect("hex 5: nothing")
    assert s.script.decisions[0].options == ("blue's Majors", "green's Minors")


@pytest.mark.rule("ATF-06")
def test_a_group_in_which_nobody_stands_is_offered_no_more() -> None:
    """The rest of the dice is lost where no target is left."""
    s = Scene("hex 5: red 3 minors, blue 1 minor; " + NESTS)
    s.battles(dice="4 6 2 1")
    s.expect("hex 5: red 3 minors")
    assert s.happened("red vain 2") == 1


@pytest.mark.rule("ATF-07")
def test_the_dead_are_removed_at_the_end_of_a_phase() -> None:
    """They do not attack in later phases; a Queen's loss stays marked."""
    s = Scene("blue nest: blue queen 20, red 1 minor; red nest: red queen 20")
    s.battles(dice="6 1 1")
    s.expect("blue nest: blue queen 20")
    s = Scene("blue nest: blue queen 20, red 1 major; red nest: red queen 20")
    s.battles(dice="1 1 1 3 4 6 1 1")
    s.expect("blue nest: blue queen 13")


@pytest.mark.rule("ATF-08")
def test_spiders_hit_ants_at_random_or_the_weakest() -> None:
    """Only ants that still stand by the dice of the phase; neither pupae nor Gloomys."""
    s = Scene("red nest: red 1 minor, red queen 20, 3 pupae, spider", rules={"spider_aim": "weakest"})
    s.battles(dice="4 1 1 6 6 6")
    s.expect("red nest: red queen 18, 3 pupae, 8 protein")
    s = Scene(
        "red nest: red 1 minor, red queen 20, spider",
        None,
        "scene",
        animals={"spider": {"dice": 1, "life": 3}},
    )
    s.battles(dice="4 1 1 1 1")  # one die, at the Queen (index 1)
    s.expect("red nest: red queen 16, red 1 minor, 8 protein")


@pytest.mark.rule("ATF-09")
def test_gloomys_fly_at_random_or_to_the_lowest_number() -> None:
    for rule, dice, where in (("random", "1 4", "hex 8"), ("lowest", "1", "hex 1")):
        s = Scene("hex 5: red 1 minor, gloomy", rules={"gloomy_flight": rule})
        s.battles(dice=dice)
        s.expect({where: "gloomy", "hex 5": "red 1 minor"})


@pytest.mark.rule("ATF-10")
def test_what_the_eliminated_leave() -> None:
    """As far as there is any; ants leave nothing unless the parameter says so."""
    s = Scene(
        "hex 5: red 2 minors, spider; red nest: red queen 20; supply: protein 5",
        None,
        "scene",
        animals={"spider": {"life": 2}},
    )
    s.battles(dice="1 0 1 0 1 0 1 1")
    s.expect("hex 5: red 2 minors, 5 protein")
    s = Scene("blue 11: pupa-major, 1 pupae, red 1 minor; red nest: red queen 20")
    s.battles(dice="4")
    s.expect("blue 11: red 1 minor, 2 protein")
    s = Scene("hex 5: red 1 minor, blue 1 minor", rules={"ant_protein": 2})
    s.battles(dice="6 6")
    s.expect("hex 5: 4 protein")


@pytest.mark.rule("ATF-11")
def test_queens_heal_by_the_parameter_alone() -> None:
    for heals, life in ((0, 12), (5, 17), (20, 20)):
        s = Scene("red nest: red queen 12; blue nest: blue queen 20", rules={"queen_heals": heals})
        s.end_of_round()
        s.expect(f"red: life {life}")


@pytest.mark.rule("ATF-11")
def test_others_recover_after_a_battle() -> None:
    """Ants, Gloomys and pupae have all their life in the next one."""
    s = Scene(
        "hex 5: red 1 minor, red 1 major, gloomy; red nest: red queen 20", rules={"gloomy_flight": "lowest"}
    )
    s.battles(dice="1 1 3")
    s.g.move(0, s.area("hex 5"), s.area("hex 1"), 1, 1)
    s.battles(dice="1 1 3")
    s.expect("hex 1: red 1 minor, red 1 major")


@pytest.mark.rule("ATF-13")
def test_life_of_pupae() -> None:
    """Minor 2, major 4."""
    s = Scene("blue 11: pupa-major, 1 pupae, red 1 minor; red nest: red queen 20")
    s.battles(dice="3 1")
    s.expect("blue 11: red 1 minor, 2 protein")
    s = Scene("blue nest: 1 pupae, red 1 minor; red nest: red queen 20")
    s.battles(dice="1 1")
    s.expect("blue nest: red 1 minor, 1 protein")


@pytest.mark.rule("ATF-12")
def test_a_cycle_in_which_nobody_aims_ends_the_battle() -> None:
    """It can happen only where ants have no dice: they stand beside each other, and the round goes on."""
    s = Scene("hex 5: red 1 minor, blue 1 minor; hex 9: red 1 major, blue 1 minor", rules={"dice_minor": 0})
    s.battles(dice="3 2")
    s.expect("hex 5: red 1 minor, blue 1 minor; hex 9: red 1 major")
    assert [event[0] for event in s.events()].count(w.E_CYCLE) == 2


# ATE ------------------------------------------------------------------------------
@pytest.mark.rule("ATE-01", "ATE-02")
def test_the_last_queen_wins() -> None:
    """At the end of a round, not before; who lost the last Queen cannot win so any more."""
    s = Scene("round: 3; red nest: red queen 3, blue 1 major; blue nest: blue queen 20")
    assert s.end_of_round(dice="1 1 1 6 1")
    s.expect("red: fell 3, queens 0")
    assert s.decided == "last_queen" and s.ranks() == [2, 1]
    assert not Scene(NESTS).end_of_round()


@pytest.mark.rule("ATE-04", "ATE-05", "ATE-06")
def test_ranks_go_by_strength_with_a_queen_first() -> None:
    """Where the strongest wins at the cap, equal ones share; a Queen's life breaks ties, then stores."""
    strongest = {"cap_win": "strongest"}
    assert Scene("round: 5; " + NESTS, rules={"rounds": 5}).end_of_round()
    s = Scene("round: 60; " + NESTS, strongest)
    s.end_of_round()
    assert s.ranks() == [1, 1] and outcome(s.g).winners == 3
    s = Scene("round: 60; " + NESTS + "red pantry: 1 seed stored; blue pantry: 9 leaf stored")
    s.end_of_round()
    assert s.ranks() == [1, 2]
    s = Scene("round: 60; red nest: red queen 16; hex 5: red 1 minor; blue nest: blue queen 20")
    s.end_of_round()
    assert s.ranks() == [2, 1]  # as strong, by the life of the Queens
    s = Scene(
        THREE + "round: 60; red nest: red queen 1; blue 9: blue 24 minors; "
        "green 9: green 1 minor; fell: blue 7, green 9"
    )
    s.end_of_round()
    assert s.ranks() == [1, 3, 2]


@pytest.mark.rule("ATE-05")
def test_strength_can_be_dice() -> None:
    position = (
        "red: species solenopsis; round: 60; red nest: red queen 10, red 4 minors; blue nest: blue queen 20"
    )
    for rule, ranks in (("life", [2, 1]), ("dice", [1, 2])):
        s = Scene(position, rules={"strength": rule})
        s.end_of_round()
        assert s.ranks() == ranks


@pytest.mark.rule("ATE-07", "ATE-08")
def test_famine_takes_the_weakest() -> None:
    """From its round on; of equal ones the last in turn order; each of its Queens loses life."""
    three = THREE + "round: 4; red nest: red queen 20; blue nest: blue queen 20; green nest: green queen 20; "
    s = Scene(three, rules={"famine": 4})
    assert not s.end_of_round()
    s.expect("red: life 20; blue: life 20; green: life 10")
    s = Scene(three + "hex 5: green 1 minor", rules={"famine": 4, "famine_life": 20})
    s.end_of_round()
    s.expect("blue: queens 0, fell 4")
    s = Scene(three, rules={"famine": 5})
    s.end_of_round()
    s.expect("green: life 20")
    s = Scene("round: 4; red nest: red queen 20; blue nest: blue queen 9", rules={"famine": 4})
    assert s.end_of_round() and s.decided == "famine" and s.ranks() == [1, 2]


@pytest.mark.rule("ATE-03")
def test_nobody_has_a_queen_left() -> None:
    """Those who lost the last Queen in this round compare strength, before anybody is removed."""
    s = Scene(
        "round: 3; hex 5: red queen 3, blue queen 3; hex 0: red 1 minor", rules={"queenless": "removed"}
    )
    assert s.end_of_round(dice="6 1 1 6 1 1")
    assert s.decided == "no_queen" and s.ranks() == [1, 2]
    s.expect("red: minors 1, gone 0")
