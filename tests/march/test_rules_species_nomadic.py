"""The Nomadic Ant: Journey of 6000 Steps, Infertile Queen, Path of Peace (PRI-05 to PRI-07)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer
from tests.march.offers import actions, asked

JOURNEY = "journey of 6000 steps"
QUIET = ["yellow", "black"]


# Journey of 6000 Steps: the hexes --------------------------------------------------
@pytest.mark.rule("PRI-05")
def test_a_journey_explores_two_hexes_of_one(scene):
    """Both beside the Great Tunnel, joined to it; all three ants leave it, divided as red likes."""
    g = scene("tunnel: red 3, yellow; red: species nomadic, food 1; pile: bark, fern, soil", passing=QUIET)
    g.action(
        JOURNEY,
        "red",
        [
            "from tunnel NE",
            Answer("turn 1", only=("turn 1", "turn 3", "turn 4", "turn 5")),
            Answer("from tunnel W", not_offered=("from tunnel NE", "from bark")),
            "turn 1",
            Answer("great-tunnel > fern", only=("great-tunnel > bark", "great-tunnel > fern")),
            "site fern.food",
            "great-tunnel > bark",
            "site bark.larva",
            "great-tunnel > fern",
        ],
    )
    g.expect("bark: at 1 -1, turn 1, red larva; fern: at -1 0, turn 1, red 2; tunnel: yellow; pile: soil")
    g.expect("red: food 0; events: 1 x red action journey-of-6000-steps")


@pytest.mark.rule("PRI-05", "EXP-02")
def test_each_hex_of_a_journey_is_drawn_before_its_place_is_chosen(scene):
    """Draw, place, draw, place: the second is not known when the first is laid."""
    g = scene("tunnel: red; red: species nomadic, food 1; pile: bark, fern", passing=QUIET)
    g.action(
        JOURNEY,
        "red",
        [
            Answer("from tunnel NE", expect={"events": ["draw-tile bark"], "never": ["draw-tile fern"]}),
            "any",
            Answer("from tunnel W", expect={"events": ["draw-tile fern"]}),
            "any",
            "tunnel > bark",
            "food",
        ],
    )
    assert asked(g) == ["action", "place", "turn", "place", "turn", "divide", "inhabit"]


@pytest.mark.rule("PRI-05", "EXP-03", "EXP-08")
def test_the_hexes_of_a_journey_meet_tunnel_to_tunnel(scene):
    """Soil, turned by 0, has open tunnels NE, E and W; a tunnel of each new hex meets one of them."""
    g = scene("soil: at 1 -1, turn 0, red 2; red: species nomadic, food 1; pile: gopher hole, puddle")
    g.action(
        JOURNEY,
        "red",
        [
            Answer("from soil NE", only=("from soil NE", "from soil E", "from soil W")),
            Answer("turn 1", only=("turn 1", "turn 3")),
            Answer("from soil E", only=("from soil E", "from soil W")),
            "soil > gopher",
            "gopher.food",
            "soil > puddle",
            "food",
        ],
    )
    g.expect("gopher hole: at 2 -2, turn 1, red; puddle: at 2 -1, red; soil: empty")


@pytest.mark.rule("PRI-05")
def test_a_journey_needs_two_open_tunnels(scene):
    """Gopher Hole has one: it is no origin, and alone it makes no Journey."""
    one = "gopher hole: at 1 -1, turn 1, red; red: species nomadic, food 1; pile: bark, fern, pebble"
    g = scene(one)
    assert {"explore", JOURNEY} & set(actions(g)) == {"explore"}
    g = scene(f"{one}; tunnel: red", passing=QUIET)
    g.action(JOURNEY, "red", [Answer("from tunnel W", not_offered=("from gopher",)), *["any"] * 5])
    g.expect("tunnel: empty; gopher hole: red")


@pytest.mark.rule("PRI-05", "WRK-07")
@pytest.mark.parametrize(
    ("has", "position", "may"),
    [
        ("food 1", "tunnel: red; pile: bark, fern", True),
        ("food 0", "tunnel: red; pile: bark, fern", False),
        ("food 1", "tunnel: red; pile: bark", False),
        ("food 1, larvae 3", "tunnel: yellow; pile: bark, fern", False),
        ("food 1", "soil: at 1 -1, turn 0, red out, yellow 2; pile: bark, fern", True),
        ("food 1", "soil: at 1 -1, turn 0, red, yellow; yellow: thorax weaver; pile: bark, fern", False),
    ],
    ids=["possible", "no food", "one hex in the pile", "no own ant", "from the outskirts", "trapped"],
)
def test_when_a_journey_is_possible(scene, has, position, may):
    """It needs food, two hexes in the pile and own ants that may leave."""
    g = scene(f"red: species nomadic, {has}; {position}")
    assert (JOURNEY in actions(g)) == may


@pytest.mark.rule("PRI-05")
@pytest.mark.parametrize("cost", [0, 2])
def test_the_cost_of_a_journey_is_a_parameter(scene, cost):
    """journey_cost is paid, and nothing else."""
    g = scene(
        "tunnel: red; red: species nomadic, food 2; pile: bark, fern",
        passing=QUIET,
        rules={"journey_cost": cost},
    )
    g.action(JOURNEY, "red", ["any"] * 6)
    g.expect(f"red: food {2 - cost}")


@pytest.mark.rule("PRI-05")
def test_the_hexes_of_a_journey_are_a_parameter(scene):
    """With journey_hexes 3 it needs three tunnels and hexes; with 1 no ant is asked where it goes."""
    start = "tunnel: red 3; red: species nomadic, food 1; pile: bark, fern, loamy tunnels"
    g = scene(start, passing=QUIET, rules={"journey_hexes": 3})
    ways = ["tunnel > bark", "food", "tunnel > fern", "food", "tunnel > loamy", "food"]
    g.action(JOURNEY, "red", ["from tunnel E", "any", "from tunnel W", "any", "from tunnel NE", *ways])
    g.expect("bark: red; fern: red; loamy tunnels: red; pile: ")
    g = scene(start, passing=QUIET, rules={"journey_hexes": 1})
    g.action(JOURNEY, "red", ["from tunnel E", "any", "food"])
    g.expect("bark: red 3, red out; tunnel: empty; hexes: 2")
    assert "divide" not in asked(g)


@pytest.mark.rule("PRI-05", "PLY-05")
def test_scouts_look_at_two_hexes_for_each_of_a_journey(scene):
    """The one put back is seen again; with two hexes left the second is taken as it comes (D-12)."""
    g = scene("tunnel: red; red: species nomadic, food 1, thorax scouting; pile: bark, fern", passing=QUIET)
    g.action(
        JOURNEY,
        "red",
        [Answer("tile fern", only=("tile bark", "tile fern")), "from tunnel E", "any", "from tunnel W"]
        + ["any", "tunnel > bark", "food"],
    )
    g.expect("fern: at 1 0; bark: at -1 0, red food; pile: ")


# Journey of 6000 Steps: the ants -----------------------------------------------------
@pytest.mark.rule("PRI-05", "MEA-09")
def test_all_ants_leave_and_inhabit_at_once(scene):
    """From sites and outskirts; one of the new hexes may stay empty, others' ants stay and fill the sites."""
    g = scene(
        "soil: at 1 -1, turn 0, red 2, red out, yellow out; red: species nomadic, food 1; pile: bark, fern",
        passing=QUIET,
    )
    g.action(
        JOURNEY,
        "red",
        ["from soil E", "any", "from soil NE", "any"]
        + ["soil > bark", "food", "soil > bark", "soil > bark", "yellow: soil.food"],
    )
    g.expect("bark: red food, red larva, red out; fern: empty; soil: yellow food")


@pytest.mark.rule("PRI-05")
def test_nobody_is_asked_for_the_same_ant_twice(scene):
    """All ants leave, so each is asked only where it goes: one option for each hex (D-16)."""
    g = scene(
        "soil: at 1 -1, turn 0, red 2, red 3 out; red: species nomadic, food 1; pile: bark, fern",
        passing=QUIET,
    )
    g.action(JOURNEY, "red", ["from soil E", "any", "from soil NE", "any", *["any"] * 6])
    divided = [decision.options for decision in g.decisions if decision.question == "divide"]
    assert [len(options) for options in divided] == [2] * 5


@pytest.mark.rule("PRI-05", "EXP-04")
def test_the_move_of_a_journey_is_no_step(scene):
    """Neither wing nor wormhole leads elsewhere, and ants of other hexes stay."""
    g = scene(
        "gopher hole: at 1 -1, turn 1, red; tunnel: red 2; red: species nomadic, food 1, thorax flying;"
        "pile: bark, fern",
        passing=QUIET,
    )
    g.action(
        JOURNEY,
        "red",
        ["from tunnel W", "any", "from tunnel SW", "any", *["tunnel > bark", "food"]]
        + [Answer("tunnel > fern", only=("tunnel > bark", "tunnel > fern")), "food"],
    )
    g.expect("bark: red; fern: red; gopher hole: red; tunnel: empty")


@pytest.mark.rule("PRI-05", "MEA-07", "EXP-05")
def test_the_order_of_a_journey(scene):
    """Pay, draw and lay twice, ants, filling, Beyond the Meadow in turn, thorax once, reactions."""
    g = scene(
        "soil: at 1 -1, turn 0, red control, yellow out, yellow food; red: species nomadic, food 1,"
        "thorax pavement; yellow: larvae 1; pile: nest of centipedes, hidden spring; tokens: 9",
        passing=["black"],
    )
    g.action(
        JOURNEY,
        "red",
        ["from soil E", "from soil NE", "soil > hidden", "any", "larva > soil", "yellow: pass"],
    )
    story = g.story()
    order = [
        "pays 1 food",
        "draws the hex Nest",
        "lays Nest",
        "A centipede comes to Nest",
        "draws the hex Hidden",
    ]
    order += ["lays Hidden", "moves an ant", "yellow fills", "A centipede comes to Soil"]
    order += ["yellow gains 1 food (", "red gains 1 food (Pavement Thorax)", "yellow reacts to Journey"]
    found = [story.index(text) if text in story else text for text in order]
    assert found == sorted(found)
    assert g.happened("red food 1 card") == 1


@pytest.mark.rule("PRI-05", "BEY-01")
def test_beyond_hexes_may_act_before_the_ants_move(scene):
    """beyond_timing before: the effects of both come before the first ant, and come once."""
    g = scene(
        "tunnel: red; red: species nomadic, food 1; pile: hidden spring, nest of centipedes; tokens: 9",
        passing=QUIET,
        rules={"beyond_timing": "before"},
    )
    g.action(JOURNEY, "red", ["from tunnel E", "from tunnel W", "tunnel > nest", "any"])
    story = g.story()
    order = ["lays Nest", "yellow gains 1 food", "moves an ant"]
    assert [story.index(text) for text in order] == sorted(story.index(text) for text in order)
    assert story.count("yellow gains 1 food") == 1


@pytest.mark.rule("PRI-05", "RST-08")
@pytest.mark.parametrize("rested", [False, True])
def test_a_rest_in_a_journey(scene, rested):
    """Tile 21 turns up Frenzied Activity and red rests: if that ends the phase, the rest is cut (D-11)."""
    others = "; yellow: rested" if rested else "; yellow: larvae 1"
    g = scene(
        f"tunnel: red; red: species nomadic, food 1, larvae 2, thorax pavement{others}; black: larvae 1;"
        "pile: abandoned spider's lair, hidden spring; deck: frenzied-activity, swarm",
        passing=QUIET,
    )
    g.turn(
        "red",
        [JOURNEY, "from tunnel E", "any", "from tunnel W", "tunnel > hidden", "any"]
        + ["card frenzied", "2 x pay larva", "rest"],
    )
    assert g.table.phase_over == rested
    assert (g.happened("black food 1 tile") == 0) == rested
    assert (g.happened("red food 1 card") == 0) == rested


# Journey of 6000 Steps: reactions ---------------------------------------------------
@pytest.mark.rule("PRI-05")
def test_a_reaction_to_a_journey_places_a_larva_and_moves_an_ant(scene):
    """The larva into a tile that yellow inhabits, not the Great Tunnel; then one step of an ant."""
    g = scene(
        "tunnel: red; soil: at -1 0, turn 1, yellow; bark: at 0 -1, black 2, yellow out;"
        "yellow: larvae 2, thorax argentine; red: species nomadic, food 1; pile: fern, pebble",
        passing=["black"],
    )
    g.action(
        JOURNEY,
        "red",
        ["from tunnel E", "any", "from tunnel SE", "any", "tunnel > fern", "any"]
        + [Answer("larva > soil", "yellow", only=("pass", "larva > soil"))]
        + [Answer("soil.food > tunnel", "yellow", offered=("pass",), not_offered=("= larva > soil",))],
    )
    g.expect("soil: yellow; tunnel: yellow; yellow: larvae 1; events: 1 x yellow reaction")


@pytest.mark.rule("PRI-05")
@pytest.mark.parametrize(
    ("answers", "soil", "tunnel", "larvae", "reactions"),
    [
        (["pass", "pass"], 1, 0, 2, 0),
        (["larva > soil", "pass"], 2, 0, 1, 1),
        (["pass", "soil > tunnel"], 0, 1, 2, 1),
        (["larva > soil", "soil.control > tunnel"], 1, 1, 1, 1),
    ],
    ids=["neither", "larva", "step", "both"],
)
def test_either_part_of_the_reaction_may_be_declined(scene, answers, soil, tunnel, larvae, reactions):
    """Each part alone is a reaction; both together are one."""
    g = scene(
        "tunnel: red; soil: at -1 0, turn 1, yellow control; yellow: larvae 2; red: species nomadic, food 1;"
        "pile: fern, pebble",
    )
    start = ["from tunnel E", "any", "from tunnel SE", "any", "tunnel > fern", "any"]
    g.action(JOURNEY, "red", start + answers)
    ants = [f"yellow {soil}"] if soil else ["empty"]
    g.expect(f"soil: {ants[0]}; tunnel: {'yellow' if tunnel else 'empty'}; yellow: larvae {larvae}")
    assert g.happened("yellow reaction journey-of-6000-steps") == reactions


@pytest.mark.rule("PRI-05", "MEA-08")
def test_who_can_do_neither_does_not_react(scene):
    """Larvae but no tile inhabited, and no ant: the Great Tunnel takes no larva here; an ant may leave it."""
    g = scene(
        "tunnel: red, black; yellow: larvae 3; red: species nomadic, food 1; pile: fern, pebble",
    )
    start = ["from tunnel E", "any", "from tunnel SE", "any", "tunnel > fern", "any"]
    g.action(JOURNEY, "red", [*start, Answer("great-tunnel > fern", "black", offered=("pass",))])
    g.expect("yellow: larvae 3; tunnel: empty; fern: red, black")


@pytest.mark.rule("PRI-05")
@pytest.mark.parametrize(("larvae", "steps"), [(0, 2), (2, 0)])
def test_what_the_reaction_may_do_is_a_parameter(scene, larvae, steps):
    """journey_reaction_larvae and journey_reaction_steps."""
    g = scene(
        "tunnel: red; soil: at -1 0, turn 1, yellow 2; yellow: larvae 3; red: species nomadic, food 1;"
        "pile: fern, pebble",
        rules={"journey_reaction_larvae": larvae, "journey_reaction_steps": steps},
    )
    start = ["from tunnel E", "any", "from tunnel SE", "any", "tunnel > fern", "any"]
    g.action(
        JOURNEY,
        "red",
        start + ["2 x larva > soil"] * (larvae > 0) + ["soil.food > tunnel", "soil > tunnel"][:steps],
    )
    g.expect(f"yellow: larvae {3 - larvae}; tunnel: {'yellow 2' if steps else 'empty'}")


@pytest.mark.rule("PRI-05", "MEA-21")
def test_sites_fill_after_a_reaction_to_a_journey(scene):
    """Yellow's step out of Soil leaves a site to black, after both parts of the reaction."""
    g = scene(
        "tunnel: red; soil: at -1 0, turn 1, yellow 2, black out; yellow: larvae 1;"
        "red: species nomadic, food 1; pile: fern, pebble",
        passing=["black"],
    )
    start = ["from tunnel E", "any", "from tunnel SE", "any", "tunnel > fern", "any"]
    g.action(JOURNEY, "red", [*start, "yellow: pass", "yellow: soil.food > tunnel"])
    g.expect("soil: yellow, black food; tunnel: yellow")


@pytest.mark.rule("PRI-05", "FIV-02")
def test_only_neighbours_react_to_a_journey_of_five(scene):
    """Black travels: blue and yellow are asked, red and purple are not."""
    g = scene(
        "players: red, yellow, black, blue, purple; tunnel: red, yellow, blue, purple;"
        "bark: at 0 -1, turn 2, black; black: species nomadic, food 1; pile: fern, pebble"
    )
    start = ["from bark NE", "any", "from bark W", "any", "bark > fern", "any"]
    g.action(JOURNEY, "black", [*start, "blue: tunnel > bark", "any", "yellow: pass"])
    assert {decision.by for decision in g.decisions} == {"black", "blue", "yellow"}


# Infertile Queen ----------------------------------------------------------------------
@pytest.mark.rule("PRI-06", "QUE-02")
def test_a_double_site_yields_one_larva(scene):
    """Two double sites give two larvae; a single-larva site and everything else are as ever."""
    sites = "soil: red larvae, red food; fungalreach: red larvae; bark: red larva"
    for species, larvae in (("nomadic", 3), ("common", 5)):
        g = scene(f"{sites}; red: species {species}")
        g.harvest()
        g.expect(f"red: larvae {larvae}, food 1")


@pytest.mark.rule("PRI-06")
def test_what_a_double_site_yields_is_a_parameter(scene):
    """infertile_double_larvae; site_double_larvae is that of others."""
    g = scene(
        "soil: red larvae, yellow food; fungalreach: yellow larvae; red: species nomadic",
        rules={"infertile_double_larvae": 0, "site_double_larvae": 4},
    )
    g.harvest()
    g.expect("red: larvae 0; yellow: larvae 4, food 1")


@pytest.mark.rule("PRI-06")
def test_abdomens_act_on_what_an_infertile_queen_collects(scene):
    """Honeypot Abdomen collects twice from the double site: twice one larva; the same for Early Harvest."""
    g = scene("soil: red larvae; red: species nomadic, abdomen honeypot")
    g.harvest()
    g.expect("red: larvae 2")
    g = scene("soil: red larvae; red: species nomadic, larvae 1, hand early-harvest", passing=QUIET)
    g.play("early-harvest", "red")
    g.expect("red: larvae 2, army 1")


# Path of Peace ------------------------------------------------------------------------
@pytest.mark.rule("PRI-07", "BAT-03")
@pytest.mark.parametrize(("species", "strength"), [("nomadic", 1), ("common", 3)])
def test_the_path_of_peace_has_no_head_bonus(scene, species, strength):
    """Two heads add nothing to one ant; the topmost still acts: Proboscis Head brings food."""
    g = scene(
        f"soil: red control, yellow food, yellow out; red: species {species}, head turtle proboscis",
    )
    g.battle("soil", ["pass"])
    g.expect(f"red: food 1; events: red strength {strength} 0")


@pytest.mark.rule("PRI-07")
@pytest.mark.parametrize(("lost", "food"), [("caste", 1), ("all", 0)])
def test_the_topmost_head_may_be_lost_too(scene, lost, food):
    """With species_bonus_lost all the Proboscis Head brings nothing; an abdomen still acts."""
    g = scene(
        "soil: red control, yellow food, yellow out; red: species nomadic, head proboscis, abdomen dairying",
        rules={"species_bonus_lost": lost},
    )
    g.battle("soil", ["pass"])
    g.expect(f"red: food {food}")
    g.decree(["food", "food", "food"])
    g.expect(f"red: food {food + 3}")


@pytest.mark.rule("PRI-07", "PLY-07")
def test_a_head_of_the_path_of_peace_counts_for_a_body(scene):
    """Three points; the thorax has its caste bonus."""
    g = scene(
        "red: species nomadic, thorax weaver, abdomen velvety, hand turtle-head, larvae 9, food 1; bark: red",
        passing=QUIET,
    )
    g.play("turtle-head", "red", ["pay larva"])
    g.expect("red: score 3")
    g.action("march", "red", ["6 x larva > tunnel"])
