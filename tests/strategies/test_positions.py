"""What every heuristic of the field does where the best move is plain, whatever its plan.

Each position is played by each of them; who is limited by its plan (`pacifist`, `greedy`) is left out where
that plan forbids the move.
"""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.battle import soldier_phase
from marchsim.games.march.engine.plays import play_held
from marchsim.games.march.engine.queen_phase import feed
from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import march, play_reactions, take_action
from marchsim.games.march.players.heuristic.weights import NAMES, WEIGHTS
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.words import NONE
from marchsim.kernel.rng import Stream
from marchsim.tabletop.players.seats import PlayerSeat
from marchsim.tabletop.vectors import zeros
from tests.march.conftest import make_scene
from tools import games
from tools.told import fights

RED = 0
FIELD = (
    "forager", "explorer", "warlord", "evolver", "zealot", "brooder", "warden", "trapper", "opportunist",
    "pacifist",
)  # fmt: skip
FIGHTERS = FIELD[:-1]

whole_field = pytest.mark.parametrize("name", FIELD)
fighters = pytest.mark.parametrize("name", FIGHTERS)


def thinking(name: str, position: str, stream: int = 0) -> Scene:
    """Return a scene in which this strategy sits in all seats; what it draws comes from a stream."""
    scene = make_scene(position)
    g = scene.g
    for seat in range(g.s.players):
        view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        player = games.maker(name)()
        player.core.rng = player.user.rng = Stream(100 * stream + seat)  # type: ignore[attr-defined]  # a Player
        player.begin(view)  # type: ignore[attr-defined]  # as above
        g.table.seats[seat] = PlayerSeat(view, player.core, player.user, player.mask)  # type: ignore[attr-defined]  # as above
    return scene


def acted(name: str, position: str) -> Scene:
    """Return a scene after red's action."""
    scene = thinking(name, position)
    take_action(scene.g, RED, NONE)
    return scene


# food before expansion -------------------------------------------------------------
@pytest.mark.parametrize("name", [name for name in FIELD if name != "warlord"])  # warlord forages first
def test_the_game_opens_with_a_hex(name: str) -> None:
    """Sites come first, and the first of them beside the Great Tunnel."""
    scene = acted(
        name, "tunnel: red, yellow, black; red: food 2, larvae 5; pile: soil, bark, fern; deck: rest"
    )
    scene.expect("soil: red control; tunnel: yellow, black")


@whole_field
def test_who_would_starve_marches_to_food(name: str) -> None:
    """The last food, four ants and no larvae: the idle ones go to both food sites before the harvest."""
    scene = acted(
        name, "fern: red control; tall sand: red larva; tunnel: red 2; red: food 1, acted 1; deck: rest"
    )
    assert scene.hex("fern").sites["food"] == "red"
    assert scene.hex("tall sand").control == "red"


@whole_field
def test_ants_are_fed_with_the_least_useful_lost(name: str) -> None:
    """One of three starves: not that on the control site beside the Great Tunnel."""
    scene = thinking(name, "fern: red control, red food; tunnel: red; red: food 0, larvae 2; deck: rest")
    feed(scene.g, RED)
    scene.expect("fern: red control, red food")


# battles ---------------------------------------------------------------------------
@fighters
def test_a_battle_that_cannot_be_lost_is_sought(name: str) -> None:
    """Six larvae can join the ant beside a lone one without cards or food: it is beaten, unless it flees."""
    scene = acted(
        name,
        "round: 2; soil: black control, red food; red: food 1, larvae 6, acted 1; yellow: rested",
    )
    soldier_phase(scene.g)
    assert fights(scene) in (["red battle soil black"], [])
    assert scene.hex("soil").control == "red"


@whole_field
def test_nobody_marches_into_certain_death(name: str) -> None:
    """One idle ant stays away from six with three heads and cards."""
    scene = acted(
        name,
        "soil: black control, black food, black 4 out; tunnel: red; red: food 1, acted 1; deck: rest;"
        "black: head bulldog turtle acrobat, hand swarm royal-jelly",
    )
    assert scene.g.s.ants[RED * 26 + 1] == 0


@whole_field
def test_a_third_inner_hex_is_taken(name: str) -> None:
    """A March leads the idle ant to the empty control site first, not to a hex further out."""
    scene = thinking(
        name,
        "soil: red control; bark: red control; fern: at -1 0; mossy stone: NE of soil; tunnel: red;"
        "red: food 2; deck: rest",
    )
    march(scene.g, RED)
    assert scene.hex("fern").control == "red"


@whole_field
def test_casualties_keep_control(name: str) -> None:
    """Who wins loses the ant in the outskirts and not that on the control site."""
    scene = thinking(
        name,
        "fern: red control, red food, red out, black 2 out; red: head bulldog; deck: rest",
    )
    soldier_phase(scene.g)
    assert scene.hex("fern").ants == {"red": 2}
    assert scene.hex("fern").control == "red"


@fighters
def test_a_card_is_laid_that_turns_a_battle(name: str) -> None:
    """Two defending ants against four: a card of four wins the hex, one of one does not."""
    scene = thinking(
        name, "round: 3; fern: red control, red food, black 4 out; red: hand swarm early-harvest; deck: rest"
    )
    soldier_phase(scene.g)
    assert scene.seat("red").hand == ["early-harvest"]


# cards -----------------------------------------------------------------------------
@whole_field
def test_a_body_is_completed(name: str) -> None:
    """Three points for a card of one larva."""
    scene = acted(
        name,
        "soil: red control; red: food 1, larvae 5, acted 1, head bulldog, thorax driver,"
        "hand dairying-abdomen; deck: rest",
    )
    assert scene.g.s.bodies[RED] == 1


@pytest.mark.parametrize("name", [name for name in FIELD if name != "zealot"])  # it keeps its goals
def test_the_best_card_is_not_given_away(name: str) -> None:
    """Of two cards that may be exchanged it is not that which completes a body."""
    scene = thinking(
        name,
        "soil: red control; deck: rest; red: larvae 6, head bulldog, thorax driver,"
        "hand dairying-abdomen conquerors",
    )
    play_reactions(scene.g, 1)
    assert "dairying-abdomen" in scene.seat("red").hand


@whole_field
def test_a_goal_that_is_met_is_played(name: str) -> None:
    """Three hexes of the Inner Meadow under control: two points in each Slumber for two larvae."""
    scene = acted(
        name,
        "soil: red control; bark: red control; fern: red control; deck: rest;"
        "red: food 0, larvae 5, acted 1, hand inner-circle",
    )
    assert scene.seat("red").goals == ["inner-circle"]


@whole_field
def test_a_card_is_paid_with_what_is_of_least_use(name: str) -> None:
    """An ant in the outskirts goes before those on sites."""
    scene = thinking(name, "soil: red control, red food, red out; red: hand brood-surge; deck: rest")
    g = scene.g
    card = scene.card("brood-surge")
    g.take_from_hand(RED, card)
    play_held(g, RED, card, False, True)
    scene.expect("soil: red control, red food")


@whole_field
def test_sites_do_not_pay_for_a_part_of_a_body(name: str) -> None:
    """Before the harvest of the first round no evolution is worth all ants on their sites."""
    scene = acted(
        name,
        "soil: red control, red food; bark: red control; deck: rest;"
        "red: food 0, acted 1, hand flying-thorax; yellow: food 1; black: food 1",
    )
    assert scene.seat("red").hand == ["flying-thorax"]


# rests and the last round -----------------------------------------------------------
@whole_field
def test_who_may_end_the_phase_does_so_with_nothing_left_to_do(name: str) -> None:
    """The others have food and would go on; who rests second begins the next round."""
    scene = acted(
        name, "soil: red control, red food; red: acted 1; yellow: food 3, rested; black: food 3; deck: rest"
    )
    assert scene.g.s.rested[RED] == 1


@whole_field
def test_the_last_food_is_kept_for_the_greatest_stores(name: str) -> None:
    """In the last round food ahead of the others is worth more than cards that nobody can play."""
    scene = acted(
        name,
        "round: 4; soil: red control; red: food 4, acted 1, larvae 0; yellow: food 3, rested;"
        "black: food 0, hand swarm royal-jelly cold-snap sneak-attack mating-flight; deck: rest",
    )
    assert scene.seat("red").food == 4


@pytest.mark.parametrize(("score", "battle"), [(2, 190), (5, 100)])
def test_the_opportunist_adapts_to_the_standings(score: int, battle: int) -> None:
    """Before each round: behind it seeks battles, ahead it does not."""
    scene = thinking(
        "opportunist",
        f"round: 2; soil: red control; red: score {score}, food 3, larvae 4; black: score 4;"
        "deck: rest; pile: rest",
    )
    take_action(scene.g, RED, NONE)
    seat = scene.g.table.seats[RED]
    now = zeros(WEIGHTS)
    seat.core.weights.load(scene.g.s.round, now)  # type: ignore[attr-defined]  # a PlayerSeat with a Heuristic
    assert now[NAMES.index("battle")] == battle
