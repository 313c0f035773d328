"""March: cost, number of steps, what a step is, larvae first, and its reaction (MAR)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer, Unmet

EIGHT = "tunnel: red; red: food 1, larvae 9"


@pytest.mark.rule("MAR-01", "WRK-07")
def test_march_costs_one_food(scene):
    """Red pays 1 of 2; without food it cannot March."""
    g = scene("red: food 2, larvae 1")
    g.action("march", "red")
    g.expect("red: food 1; tunnel: red")
    with pytest.raises(Unmet, match="to be possible"):
        scene("red: food 0, larvae 1").action("march", "red")


@pytest.mark.rule("MAR-01")
def test_a_march_has_five_steps(scene):
    """Five larvae move, then the action is over."""
    g = scene(EIGHT)
    g.action("march", "red", ["larva > tunnel"] * 4)
    g.expect("tunnel: red 6; red: larvae 4")


@pytest.mark.rule("MAR-01", "PLY-06")
@pytest.mark.parametrize(
    ("thoraxes", "steps"), [("scouting", 6), ("scouting field", 7), ("scouting field nurse", 8)]
)
def test_each_thorax_gives_a_step_more(scene, thoraxes, steps):
    """Covered thoraxes count as well."""
    g = scene(f"{EIGHT}, thorax {thoraxes}")
    g.action("march", "red", ["larva > tunnel"] * (steps - 1))
    assert g.seat("red").larvae == 9 - steps


@pytest.mark.rule("MAR-01")
def test_heads_and_abdomens_give_no_steps(scene):
    """The caste bonus of March is that of thoraxes."""
    g = scene(f"{EIGHT}, head turtle amazon, abdomen carpenter")
    g.action("march", "red", ["larva > tunnel"] * 4)
    g.expect("red: larvae 4")


@pytest.mark.rule("MAR-01", "PLY-06")
def test_cost_and_steps_are_parameters(scene):
    """march_cost, march_steps and thorax_steps: 2 food give 3 steps and 2 for each of two thoraxes."""
    rules = {"march_cost": 2, "march_steps": 3, "thorax_steps": 2}
    g = scene("red: food 3, larvae 9, thorax scouting field", rules=rules)
    g.action("march", "red", ["larva > tunnel"] * 6)
    g.expect("red: food 1, larvae 2")


@pytest.mark.rule("MAR-02")
def test_the_four_kinds_of_steps(scene):
    """A larva into the Meadow; an ant along a tunnel, through a wormhole, onto a site beside it."""
    g = scene(
        "gopher hole: at 1 -1, turn 3, red; puddle: at -2 0; soil: at -1 0, red control;"
        "red: food 1, larvae 1",
        passing=["yellow", "black"],
    )
    g.action(
        "march",
        "red",
        [
            "larva > great-tunnel",
            "great-tunnel > gopher-hole",
            "gopher-hole.larva > puddle",
            "food",
            "soil.control > soil.food",
            "pass",
        ],
    )
    g.expect("gopher hole: red food; puddle: red food; soil: red food; red: larvae 0")


@pytest.mark.rule("MAR-02")
def test_steps_with_ants_exclude_larvae(scene):
    """The step that Outlander gives moves an ant, though larvae wait."""
    g = scene("soil: red; red: larvae 3, hand outlander", passing=["yellow", "black"])
    g.play(
        "outlander",
        "red",
        ["pay larva", Answer("soil > tunnel", not_offered=("larva > soil", "larva > tunnel"))],
    )
    g.expect("tunnel: red; red: larvae 2")


@pytest.mark.rule("MAR-02", "MEA-04")
def test_a_step_goes_to_the_next_hex_only(scene):
    """From the Great Tunnel Bark lies two steps away."""
    g = scene(
        "soil: at 1 -1, turn 0; bark: NE of soil; tunnel: red 2; red: food 1", passing=["yellow", "black"]
    )
    g.action("march", "red", ["food", "soil.food > bark", "any", "pass"])
    assert "great-tunnel > bark" not in {option for decision in g.decisions for option in decision.options}
    g.expect("bark: red; tunnel: red")


@pytest.mark.rule("MAR-03")
def test_larvae_move_before_ants(scene):
    """After the first step of an ant no larva is on offer."""
    g = scene("soil: red; tunnel: red; red: food 1, larvae 3", passing=["yellow", "black"])
    g.action("march", "red", ["larva > soil", "tunnel > soil", Answer("pass", not_offered=("larva >",))])
    g.expect("red: larvae 2; soil: red 3")


@pytest.mark.rule("MAR-04")
def test_the_reaction_is_one_step_of_one_ant(scene):
    """No larva moves, and no thorax adds to it."""
    g = scene(
        "soil: yellow; red: food 1, larvae 1; yellow: larvae 3, thorax scouting field",
        passing=["red", "black"],
    )
    g.action(
        "march",
        "red",
        [Answer("soil.larvae > tunnel", "yellow", not_offered=("larva > soil", "larva > tunnel"))],
    )
    g.expect("tunnel: red, yellow; soil: empty; yellow: larvae 3, food 0")


@pytest.mark.rule("MAR-04")
def test_who_cannot_step_does_not_react(scene):
    """Without ants nobody is asked, however many larvae wait."""
    g = scene("red: food 1, larvae 1; yellow: larvae 3")
    assert g.action("march", "red") == []


@pytest.mark.rule("MAR-04")
def test_steps_of_the_reaction_are_a_parameter(scene):
    """With march_reaction_steps 2 yellow takes two."""
    g = scene(
        "soil: yellow 2; red: food 1, larvae 1", passing=["red", "black"], rules={"march_reaction_steps": 2}
    )
    g.action("march", "red", ["yellow: soil.larvae > tunnel", "yellow: soil.food > tunnel"])
    g.expect("tunnel: red, yellow 2")


@pytest.mark.rule("MAR-05", "MEA-09")
def test_who_enters_fills_a_site_at_once(scene):
    """The ant that steps in takes the vacated site though one stands in the outskirts since before."""
    g = scene(
        "soil: red control, yellow food, yellow out; tunnel: red; red: food 1", passing=["yellow", "black"]
    )
    g.action("march", "red", ["soil.control > tunnel", "tunnel > soil", "pass"])
    g.expect("soil: red control, yellow food, yellow out; tunnel: red")


@pytest.mark.rule("MAR-05", "MEA-21")
def test_vacated_sites_fill_when_the_march_is_over(scene):
    """Before the first reaction yellow's ant has left the outskirts for the site."""
    g = scene("soil: red control, yellow food, yellow out; tunnel: red; red: food 1")
    g.action(
        "march",
        "red",
        ["soil.control > tunnel", "pass", Answer("soil.larvae > tunnel", "yellow", not_offered=("out",))],
    )
    g.expect("soil: yellow food; tunnel: red 2, yellow")


@pytest.mark.rule("MAR-06")
def test_a_march_takes_at_least_one_step(scene):
    """The first cannot be declined, every further one can."""
    g = scene("soil: red; red: food 1, larvae 2", passing=["yellow", "black"])
    g.action(
        "march",
        "red",
        [Answer("larva > soil", not_offered=("pass",)), Answer("pass", offered=("larva > soil",))],
    )
    g.expect("soil: red 2; red: larvae 1")


@pytest.mark.rule("MAR-06", "WRK-07")
def test_without_a_possible_step_there_is_no_march(scene):
    """An ant in a hex without way out, and with no free site beside it, cannot March."""
    g = scene(
        "soil: at 1 -1, turn 1, red, yellow; red: food 1; deck: swarm, cold-snap", passing=["yellow", "black"]
    )
    g.action("forage", "red")
    assert g.decisions[0].question == "gain_larva"


@pytest.mark.rule("MAR-06")
def test_an_ant_placed_in_a_march_may_step_on_in_it(scene):
    """The larva becomes an ant in the Great Tunnel and goes on to Soil."""
    g = scene("soil: yellow 2; red: food 1, larvae 1", passing=["yellow", "black"])
    g.action("march", "red", ["tunnel > soil", "pass"])
    g.expect("soil: yellow 2, red out; red: larvae 0")


@pytest.mark.rule("MAR-07")
def test_the_diagram_of_march(scene):
    """Larvae into Soil, ants to Water's Edge, Soil contested and again not, blue contests Dry Seep."""
    g = scene(
        "players: red, black, blue; soil: at 1 -1, turn 0, red control, black food;"
        "water's edge: at 2 -1, turn 3, blue food; dry seep: at 2 -2, turn 0, blue card;"
        "red: food 1, larvae 3"
    )
    g.action(
        "march",
        "red",
        [
            Answer("larva > soil", not_offered=("larva > water's edge",)),
            "larva > soil",
            "larva > soil",
            "soil.out > water's edge",
            "larva-1",
            "soil.out > water's edge",
            "black: soil.food > dry seep",
            "blue: water's edge.food > dry seep",
        ],
    )
    g.expect(
        "soil: red control, red food, uncontested; water's edge: red larva-1, red larva-2;"
        "dry seep: black food, blue card, blue out, contested"
    )


@pytest.mark.rule("MAR-07", "MEA-14")
def test_before_the_reactions_soil_is_contested(scene):
    """If black does not leave Soil, red's third ant stays outside and the hex is contested."""
    g = scene(
        "players: red, black, blue; soil: at 1 -1, turn 0, red control, black food;"
        "water's edge: at 2 -1, turn 3, blue food; red: food 1, larvae 3",
        passing=["black", "blue"],
    )
    march = ["3 x larva > soil", "soil.out > water's edge", "larva-1", "soil.out > water's edge"]
    g.action("march", "red", march)
    g.expect("soil: red control, black food, red out, contested; water's edge: red 2, blue")
