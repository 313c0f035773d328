"""Blunders that were seen in games of the field are made by nobody: a position for each.

`ASKED` lists the heuristics that are asked; `lookahead` plays each position too.
"""

from __future__ import annotations

from collections import Counter

import pytest

from marchsim.games.march.engine.battle import soldier_phase
from marchsim.games.march.engine.queen_phase import decree
from marchsim.games.march.engine.rounds import play_from
from marchsim.games.march.engine.workers import march, play_reactions
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.words import E_ACTION, E_STEP, HEXES, O_MARCH, TUNNEL
from marchsim.tabletop.recording import RoundEnd
from tests.strategies.test_positions import FIELD, RED, acted, thinking
from tools import games
from tools.told import told

ASKED = (*FIELD, "defender")
# who sits down in how many games in which every March is followed, and how many of its steps are the fewest
WATCHED = {"field": (ASKED, 18, 150), "lookahead": (("lookahead",), 4, 30)}

asked = pytest.mark.parametrize("name", (*ASKED, "lookahead"))


def outskirts(scene: Scene) -> int:
    """Return the most ants that red has in the outskirts of one tile."""
    return max(int(scene.g.s.out[RED * HEXES + tile]) for tile in range(TUNNEL + 1, HEXES))


# the March -------------------------------------------------------------------------
@asked
def test_a_march_takes_the_steps_that_it_was_taken_for(name: str) -> None:
    """Sites stand empty beside two idle ants and larvae: all of them are filled."""
    scene = thinking(
        name,
        "fern: red control; bark: at -1 0; tunnel: red 2; red: food 3, larvae 4; deck: rest",
    )
    march(scene.g, RED)
    assert len(told(scene, "step", "emerge")) >= 4


@pytest.mark.parametrize("who", WATCHED)
def test_no_ant_is_called_back_that_was_sent_out(who: str) -> None:
    """In whole games: nobody comes back to a hex in the March in which it was left."""
    names, watched, fewest = WATCHED[who]
    session = games.table(players=4, record="events")
    steps = back = 0
    for deal in range(watched):
        g = games.deal_out(session, deal, games.line_up(names, 4, 4 * deal))
        games.run(g)
        marching, left = -1, Counter[tuple[int, int]]()
        for kind, seat, source, _, to, *_ in games.events(g):
            if kind == E_ACTION:
                marching, left = seat if source == O_MARCH else -1, Counter()
            elif kind == E_STEP and seat == marching and source != to:
                steps += 1
                back += left[to, source] > 0
                left[source, to] += 1
    assert steps > fewest
    assert back == 0


@asked
def test_round_one_is_no_time_to_crowd_one_outskirts(name: str) -> None:
    """Six larvae and a lone neighbour with food to answer: no six ants stand in the outskirts of one hex."""
    scene = acted(
        name,
        "fern: red control, red food, black out; bark: black control; pile: soil; deck: rest;"
        "red: food 3, larvae 7, acted 1; black: food 3, larvae 5; yellow: food 3, larvae 5",
    )
    assert outskirts(scene) < 5


# battles ---------------------------------------------------------------------------
@asked
def test_no_card_is_laid_that_cannot_turn_the_battle(name: str) -> None:
    """Two ants and a card of one or three against five ants: the cards stay in the hand."""
    scene = thinking(
        name,
        "fern: black control, black food, black 3 out, red 2 out; deck: rest;"
        "red: hand royal-jelly early-harvest; round: 2",
    )
    soldier_phase(scene.g)
    assert sorted(scene.seat("red").hand) == ["early-harvest", "royal-jelly"]


# tempo -----------------------------------------------------------------------------
@asked
def test_nobody_rests_on_the_second_turn_with_a_round_to_play(name: str) -> None:
    """Food, larvae, empty sites and everybody else awake: there is more to do than to rest."""
    scene = acted(
        name,
        "fern: red control; bark: yellow control; tunnel: red; deck: rest; pile: soil, mossy stone;"
        "red: food 2, larvae 4, acted 1; yellow: food 2, larvae 4, acted 1; black: food 2, larvae 4, acted 1",
    )
    assert scene.g.s.rested[RED] == 0


# cards -----------------------------------------------------------------------------
@asked
def test_turtle_head_is_not_exchanged_away(name: str) -> None:
    """A head that costs one, to one with none: it is better than an unknown card."""
    scene = thinking(
        name, "fern: red control, red food; red: larvae 4, food 2, hand turtle-head cold-snap; deck: rest"
    )
    play_reactions(scene.g, 1)
    assert "turtle-head" in scene.seat("red").hand


@asked
def test_an_ant_that_decides_a_battle_pays_for_no_card(name: str) -> None:
    """Four ants are about to win a hex of the Inner Meadow and no larvae are left: the head waits."""
    scene = acted(
        name,
        "round: 2; soil: black control, black food, red 4 out, black out; bark: black control; deck: rest;"
        "red: food 0, acted 1, hand acrobat-head; yellow: food 1; black: food 1",
    )
    assert scene.hex("soil").ants["red"] == 4


@asked
def test_control_of_an_inner_hex_pays_for_no_card(name: str) -> None:
    """The ant on the control site brings a point in each Slumber: it does not pay for a part of a body."""
    scene = acted(
        name,
        "round: 2; soil: red control; bark: red control; deck: rest;"
        "red: food 0, acted 1, hand acrobat-head; yellow: food 1; black: food 1",
    )
    assert scene.hex("soil").control == "red"
    assert scene.hex("bark").control == "red"


@asked
def test_a_card_that_can_be_played_well_is_not_exchanged(name: str) -> None:
    """The goal that is met, alone in the hand: an unknown card is worth less."""
    scene = thinking(
        name,
        "soil: red control; bark: red control; fern: red control; deck: rest;"
        "red: larvae 6, hand inner-circle",
    )
    play_reactions(scene.g, 1)
    assert scene.seat("red").hand == ["inner-circle"]


@pytest.mark.parametrize(
    "name", [name for name in (*ASKED, "lookahead") if name not in ("warden", "evolver")]
)  # warden wants no points, and evolver a body at any price
def test_the_better_head_is_not_covered(name: str) -> None:
    """Two centipedes bring two points a round to a Traitorous Head: no Acrobat Head is laid over it."""
    scene = acted(
        name,
        "round: 2; soil: red control; bark: centipede; fern: centipede; deck: rest;"
        "red: food 0, larvae 6, acted 1, head traitorous, hand acrobat-head; yellow: food 1; black: food 1",
    )
    assert scene.seat("red").hand == ["acrobat-head"]


# the end ---------------------------------------------------------------------------
@asked
def test_a_brood_of_eighteen_asks_for_no_more_larvae(name: str) -> None:
    """Two rounds to go: more larvae than can be spent are worth less than food."""
    scene = thinking(name, "round: 3; phase: queen; fern: red control; red: food 1, larvae 16; deck: rest")
    decree(scene.g, RED)
    assert scene.g.s.food[RED] > 1


@asked
def test_nobody_ends_with_a_brood_and_no_ants(name: str) -> None:
    """Eighteen larvae, food, one ant on a hex with empty sites, two rounds to go: larvae come out."""
    position = (
        "round: 3; fern: red control; bark: at -1 0; tunnel: black, yellow; pile: rest; deck: rest;"
        "red: food 4, larvae 18; black: food 3, larvae 2; yellow: food 3, larvae 2"
    )
    armies = []
    for stream in range(5):  # battles and hunger may take them now and then
        scene = thinking(name, position, stream)
        play_from(scene.g, RoundEnd())
        armies.append(scene.g.s.army[RED])
    assert sorted(armies)[2] >= 2


@asked
def test_a_crowd_beyond_all_strength_of_centipedes_can_be_rated(name: str) -> None:
    """Thirty ants and more in a tile: no two cards together beat them."""
    crowd = "soil: yellow 33; bark: centipede; deck: rest"
    scene = acted(name, f"{crowd}; red: food 1, larvae 4, acted 1, hand hunting-centipedes")
    assert told(scene, "action")
