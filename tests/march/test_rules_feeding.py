"""Feeding the ants (QUE-04, QUE-05, QUE-06, QUE-11)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import careless, told

Set = Callable[..., Scene]
ABDOMENS = ("fertile", "dairying", "velvety")  # none of them has an effect in feeding


# food -------------------------------------------------------------------------------
@pytest.mark.rule("QUE-04", "QUE-06", "QUE-11")
@pytest.mark.parametrize(
    ("ants", "abdomens", "food"),
    [(0, 0, 0), (1, 0, 1), (4, 0, 1), (5, 0, 2), (7, 0, 2), (8, 0, 2), (9, 0, 3), (12, 0, 3), (13, 0, 4)]
    + [(9, 1, 2), (5, 1, 1), (6, 1, 2), (10, 1, 2), (11, 1, 3), (6, 2, 1), (7, 2, 2), (7, 3, 1), (8, 3, 2)],
)
def test_each_food_feeds_four_ants_and_one_more_for_each_abdomen(
    scene: Set, ants: int, abdomens: int, food: int
) -> None:
    """Ants in the Great Tunnel eat as well; covered abdomens count; nobody is asked."""
    tunnel = f"tunnel: red {ants}; " if ants else ""
    has = f", abdomen {' '.join(ABDOMENS[:abdomens])}" if abdomens else ""
    g = scene(f"{tunnel}red: food 9, larvae 5{has}")
    assert g.feed() == []
    g.expect(f"red: food {9 - food}, larvae 5, army {ants}")


@pytest.mark.rule("QUE-04", "QUE-11")
def test_ants_anywhere_in_the_meadow_are_fed(scene: Set) -> None:
    """Sites, outskirts and the Great Tunnel: five ants eat two food."""
    g = scene(
        "soil: red control, yellow food, red 2 out; bark: red; tunnel: red; red: food 3; yellow: food 3"
    )
    g.feed()
    g.expect("red: food 1; yellow: food 2")


@pytest.mark.rule("QUE-04", "QUE-05")
@pytest.mark.parametrize(
    ("rule", "value", "left"), [("feed_rate", 1, 5), ("feed_rate", 7, 8), ("abdomen_feeds", 4, 8)]
)
def test_the_rate_is_two_parameters(scene: Set, rule: str, value: int, left: int) -> None:
    """Eight ants, one abdomen and nine food: feed_rate, and abdomen_feeds more for the abdomen."""
    g = scene("tunnel: red 8; red: food 9, abdomen fertile", rules={rule: value})
    g.feed()
    g.expect(f"red: food {left}, army 8")


# larvae, then ants --------------------------------------------------------------------
@pytest.mark.rule("QUE-05", "QUE-04")
@pytest.mark.parametrize(
    ("ants", "food", "larvae", "left"),
    [
        (7, 1, 5, "food 0, larvae 2, army 7"),
        (7, 1, 3, "food 0, larvae 0, army 7"),
        (7, 1, 2, "food 0, larvae 0, army 6"),
        (7, 1, 0, "food 0, larvae 0, army 4"),
        (7, 0, 9, "food 0, larvae 2, army 7"),
        (7, 0, 3, "food 0, larvae 0, army 3"),
        (7, 0, 0, "food 0, larvae 0, army 0"),
        (8, 2, 5, "food 0, larvae 5, army 8"),
        (1, 1, 5, "food 0, larvae 5, army 1"),
    ],
)
def test_unfed_ants_cost_a_larva_each_and_then_die(
    scene: Set, ants: int, food: int, larvae: int, left: str
) -> None:
    """Food goes first, as far as it lasts, then larvae, then ants."""
    g = careless(scene(f"soil: red {ants}; red: food {food}, larvae {larvae}"))
    g.feed()
    g.expect(f"red: {left}")


@pytest.mark.rule("QUE-05")
@pytest.mark.parametrize(
    ("larvae", "left"), [(7, "larvae 1, army 3"), (5, "larvae 1, army 2"), (1, "larvae 1, army 0")]
)
def test_what_an_unfed_ant_costs_is_a_parameter(scene: Set, larvae: int, left: str) -> None:
    """With unfed_larvae at 2, three ants want six larvae; half of a meal is not paid."""
    g = careless(scene(f"soil: red 3; red: larvae {larvae}", rules={"unfed_larvae": 2}))
    g.feed()
    g.expect(f"red: {left}")


@pytest.mark.rule("QUE-05", "PLY-10")
def test_the_owner_chooses_which_ants_starve(scene: Set) -> None:
    """Any of its ants anywhere, in the Great Tunnel too, one after the other; then sites fill."""
    g = scene(
        "soil: red control, yellow food, yellow out; bark: red; tunnel: red; yellow: food 1; red: larvae 1"
    )
    everywhere = ("lose great-tunnel", "lose soil.larvae", "lose bark.food")
    g.feed(
        [
            Answer("lose soil.control", "red", only=everywhere),
            Answer("lose tunnel", "red", only=("lose great-tunnel", "lose bark.food")),
        ]
    )
    g.expect("soil: yellow 2; bark: red; red: army 1, larvae 0")
    assert told(g, "starve") == ["red starve 2"]


@pytest.mark.rule("QUE-05", "GEN-01", "MEA-13")
def test_players_feed_clockwise_from_the_marker_and_then_sites_fill(scene: Set) -> None:
    """Black starves first, but the site that it empties fills when all have been fed."""
    g = careless(
        scene("marker: black; mossy stone: black 2, red out; red: food 1; yellow: food 1; tunnel: yellow")
    )
    g.queen_phase(["black: food", "red: food", "yellow: food"])
    assert told(g, "feed", "starve", "settle") == [
        "black feed 2 4 0 1",
        "black starve 1",
        "red feed 1 4 1 0",
        "yellow feed 1 4 1 0",
        "red settle mossy-stone.larva",
    ]


# abdomens that change what is to be fed --------------------------------------------------
@pytest.mark.rule("QUE-05")
@pytest.mark.parametrize(
    ("ants", "food", "larvae", "left"),
    [
        (4, 2, 0, "food 0, army 4"),
        (3, 2, 0, "food 1, army 3"),
        (0, 1, 3, "food 0, larvae 3"),
        (0, 0, 3, "food 0, larvae 2"),
        (0, 0, 0, "food 0, larvae 0"),
        (1, 0, 1, "larvae 0, army 0"),
        (1, 0, 2, "larvae 0, army 1"),
    ],
)
def test_a_thief_makes_others_feed_one_more(scene: Set, ants: int, food: int, larvae: int, left: str) -> None:
    """Also who has no ant at all: it pays a food, else a larva, else nothing can starve."""
    tunnel = f"tunnel: red {ants}; " if ants else ""
    g = careless(scene(f"{tunnel}red: food {food}, larvae {larvae}; yellow: abdomen thief"))
    g.feed()
    g.expect(f"red: {left}")


@pytest.mark.rule("QUE-05")
@pytest.mark.parametrize(("ants", "total"), [(0, 0), (1, 0), (3, 0), (4, 1), (9, 6)])
def test_a_thief_feeds_one_less_for_each_other_player(scene: Set, ants: int, total: int) -> None:
    """Three fewer among four players, and never below none."""
    tunnel = f"tunnel: yellow {ants}; " if ants else ""
    g = scene(f"players: 4; {tunnel}yellow: abdomen thief, food 9; red: food 1; black: food 1; blue: food 1")
    g.feed()
    assert f"yellow feed {total} 5 {-(-total // 5)} 0" in told(g, "feed")


@pytest.mark.rule("QUE-05", "QUE-11")
def test_replete_ants_of_the_great_tunnel_need_no_food_but_may_starve(scene: Set) -> None:
    """Three of five ants are hungry; of those that die some may be taken from the Great Tunnel."""
    g = scene("tunnel: red 2; soil: red 2; bark: red; red: abdomen replete")
    g.feed(["red: lose tunnel", "red: lose tunnel", "red: lose bark.food"])
    g.expect("soil: red 2; tunnel: empty; bark: empty")
    assert told(g, "feed")[0] == "red feed 3 5 0 0"


@pytest.mark.rule("QUE-05")
def test_replete_and_thief_both_apply(scene: Set) -> None:
    """Red feeds no ant of the Great Tunnel, but one more for yellow's Thief Abdomen."""
    g = scene("tunnel: red 6; soil: red; red: abdomen replete, food 3; yellow: abdomen thief")
    g.feed()
    assert told(g, "feed")[0] == "red feed 2 5 1 0"
