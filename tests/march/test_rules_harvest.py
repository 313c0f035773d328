"""The start of the Queen Phase and the Harvest (QUE-01 to QUE-03)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")


# the start --------------------------------------------------------------------------
@pytest.mark.rule("QUE-01", "GEN-01")
@pytest.mark.parametrize(("marker", "order"), [("red", "red yellow"), ("yellow", "yellow red")])
def test_abdomens_act_clockwise_from_the_marker(scene: Set, marker: str, order: str) -> None:
    """Effects of the start of the phase are resolved in turn order from the marker's holder on."""
    g = scene(
        f"marker: {marker}; soil: red, yellow; red: abdomen carpenter; yellow: abdomen stinging",
        passing=ALL,
    )
    g.abdomens()
    assert [decision.by for decision in g.decisions] == order.split()


@pytest.mark.rule("QUE-01")
def test_abdomens_act_before_the_harvest(scene: Set) -> None:
    """The card of a Velvety Abdomen is drawn before that of a site, whoever is first in turn."""
    g = scene(
        "pebble: red card; yellow: abdomen velvety; deck: swarm, royal-jelly",
        passing=ALL,
        rules={"rounds": 1},
    )
    g.queen_phase()
    assert told(g, "draw") == ["yellow draw swarm", "red draw royal-jelly"]


@pytest.mark.rule("QUE-01", "PLY-05")
def test_a_covered_abdomen_does_not_act(scene: Set) -> None:
    """Only the topmost abdomen has its effect."""
    g = scene("red: abdomen velvety replete; deck: swarm")
    g.abdomens()
    g.expect("red: hand_size 0")


@pytest.mark.rule("QUE-01", "SOL-05", "MEA-21")
def test_sites_fill_after_each_players_abdomen(scene: Set) -> None:
    """Yellow's Carpenter Abdomen moves the ant that fell onto the site which red's abdomen emptied."""
    g = scene("bark: black 3, red out, yellow out; red: abdomen stinging; yellow: abdomen carpenter")
    g.abdomens(
        [
            "red: black in bark",
            "black: lose food",
            "black: lose larva",
            "red: site bark.food",
            Answer("bark.larva > tunnel", "yellow", not_offered=("bark.out",)),
            "yellow: pass",
        ]
    )


# what sites yield ----------------------------------------------------------------------
SITES = [
    ("soil", "food", {"food": 1}),
    ("soil", "larvae", {"larvae": 2}),
    ("bark", "larva", {"larvae": 1}),
    ("pebble", "card", {"hand": ["swarm"]}),
    ("mossy stone", "point", {"score": 1}),
]


@pytest.mark.rule("QUE-02")
@pytest.mark.parametrize(("where", "site", "yields"), SITES)
def test_an_inhabited_site_yields_its_resource(
    scene: Set, where: str, site: str, yields: dict[str, object]
) -> None:
    """One food, one larva, two larvae, one card from the deck or one point; and nothing else."""
    g = scene(f"{where}: red {site}; deck: swarm, royal-jelly")
    g.harvest()
    look = g.seat("red")
    found = {"food": look.food, "larvae": look.larvae, "hand": look.hand, "score": look.score}
    assert found == {"food": 0, "larvae": 0, "hand": [], "score": 0} | yields


@pytest.mark.rule("QUE-02")
@pytest.mark.parametrize(
    ("rule", "where", "expected"),
    [
        ("site_food", "soil: red food", "food 3"),
        ("site_larva", "bark: red larva", "larvae 3"),
        ("site_double_larvae", "soil: red larvae", "larvae 3"),
        ("site_card", "pebble: red card", "hand_size 3"),
        ("site_point", "mossy stone: red point", "score 3"),
    ],
)
def test_what_sites_yield_are_parameters(scene: Set, rule: str, where: str, expected: str) -> None:
    """Each kind of site has its own number."""
    g = scene(f"{where}; deck: swarm, royal-jelly, cold-snap, outlander", rules={rule: 3})
    g.harvest()
    g.expect(f"red: {expected}")


@pytest.mark.rule("QUE-02", "MEA-12", "MEA-20")
def test_only_ants_on_sites_collect(scene: Set) -> None:
    """Ants in the outskirts or the Great Tunnel yield nothing, and sites without an ant neither."""
    g = scene("soil: red control, yellow food, black 3 out; bark: yellow food; tunnel: black 4")
    g.harvest()
    g.expect("red: food 0, larvae 2; yellow: food 2, larvae 0; black: food 0, larvae 0")


@pytest.mark.rule("QUE-02")
def test_all_sites_of_all_hexes_are_collected(scene: Set) -> None:
    """Control sites and others alike, several of one hex too; hexes not in control count as well."""
    g = scene("loamy tunnels: red 3; soil: yellow control, red food; mossy stone: yellow point, red larva")
    g.harvest()
    g.expect("red: food 2, larvae 3, score 0; yellow: larvae 2, score 1")


@pytest.mark.rule("QUE-02")
def test_harvest_points_are_points_of_sites(scene: Set) -> None:
    """They are counted under their own source."""
    g = scene("nest of centipedes: red 2")
    g.harvest()
    assert told(g, "points") == ["red points 1 sites", "red points 1 sites"]


@pytest.mark.rule("QUE-02", "GEN-01")
@pytest.mark.parametrize(
    ("marker", "draws"),
    [
        ("red", ["red draw swarm", "yellow draw royal-jelly", "yellow draw cold-snap"]),
        ("black", ["red draw swarm", "yellow draw royal-jelly", "yellow draw cold-snap"]),
        ("yellow", ["yellow draw swarm", "yellow draw royal-jelly", "red draw cold-snap"]),
    ],
)
def test_players_harvest_one_after_the_other(scene: Set, marker: str, draws: list[str]) -> None:
    """Clockwise from the marker; each collects all of its sites before the next collects any."""
    g = scene(
        f"marker: {marker}; pebble: red card; thorn thicket: yellow 2; deck: swarm, royal-jelly, cold-snap"
    )
    g.harvest()
    assert told(g, "draw") == draws


@pytest.mark.rule("QUE-02")
def test_tile_effects_come_before_abdomens_and_these_before_collecting(scene: Set) -> None:
    """The Ant Lion takes a card, then the Leaf Cutter names its sites, then resources come."""
    g = scene(
        "ant lion den: red larvae; thorn thicket: red 2; red: abdomen leaf-cutter, hand swarm royal-jelly;"
        "deck: cold-snap, outlander"
    )
    g.harvest(
        [
            Answer("card swarm", "red", expect={"red": "food 0, larvae 0, hand swarm royal-jelly"}),
            Answer("site thorn-thicket.card-1", "red", expect={"red": "food 0, larvae 0, hand royal-jelly"}),
            "red: pass",
        ]
    )
    g.expect("red: food 1, larvae 2, hand royal-jelly cold-snap")


@pytest.mark.rule("QUE-02")
def test_a_players_tile_effect_waits_for_its_turn(scene: Set) -> None:
    """Red has harvested its card when yellow discards to the Ant Lion."""
    g = scene(
        "ant lion den: yellow food; pebble: red card; yellow: hand outlander cold-snap; deck: swarm",
    )
    g.harvest([Answer("card outlander", "yellow", expect={"red": "hand swarm"})])


# the supply runs out ------------------------------------------------------------------------
@pytest.mark.rule("QUE-03", "GEN-05")
@pytest.mark.parametrize(("held", "gained"), [(32, 2), (33, 2), (34, 1), (35, 0)])
def test_larvae_beyond_the_supply_are_not_gained(scene: Set, held: int, gained: int) -> None:
    """A player with so many larvae and one ant on a double site has 35 less that in its supply."""
    g = scene(f"soil: red larvae; red: larvae {held}; yellow: larvae 3")
    g.harvest()
    g.expect(f"red: larvae {held + gained}, supply {35 - held - gained}; yellow: supply 33")


@pytest.mark.rule("QUE-02", "FOR-03")
def test_a_card_site_yields_nothing_where_there_is_no_card(scene: Set) -> None:
    """The discards are shuffled for the first card; with both empty nothing is drawn."""
    g = scene("thorn thicket: red 2; discards: swarm")
    g.harvest()
    g.expect("red: hand swarm; discards:")
