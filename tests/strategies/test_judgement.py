"""What a heuristic does where the best move is plain."""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.battle import soldier_phase
from marchsim.games.march.engine.plays import play_held
from marchsim.games.march.engine.queen_phase import decree, feed
from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import play_reactions, take_action
from marchsim.games.march.players import Heuristic
from marchsim.games.march.players.heuristic.judgement import UNKNOWN
from marchsim.games.march.players.heuristic.questions.battles import has_laid
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.words import CARDS, CENTRE, EDGE_Q, EDGE_R, HEXES, NONE, SOLDIER, TUNNEL, WORKER
from marchsim.kernel.rng import Stream
from marchsim.tabletop.players.seats import PlayerSeat
from tests.march.conftest import make_scene

RED, BLACK = 0, 2


def thinking(position: str, **overlay: object) -> Scene:
    """Return a scene in which heuristics sit in all seats."""
    scene = make_scene(position, **overlay)
    g = scene.g
    for seat in range(g.s.players):
        view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        core = Heuristic()
        core.rng = Stream(seat)
        core.begin(view)
        g.table.seats[seat] = PlayerSeat(view, core, core, 0)
    return scene


def act(position: str) -> Scene:
    """Return a scene after red's action."""
    scene = thinking(position)
    take_action(scene.g, RED, NONE)
    return scene


def test_the_first_action_is_to_explore() -> None:
    """Food sites first: nothing else lets a nest grow."""
    g = act("tunnel: red, yellow, black; red: food 2, larvae 5; pile: soil, bark, fern; deck: rest").g
    assert g.s.laid_n == 2
    assert g.s.ants[RED * 26 + 1] == 1


def test_a_body_is_completed() -> None:
    """Three points for a card of two larvae."""
    g = act(
        "soil: red control; red: food 1, larvae 5, head bulldog, thorax driver, hand dairying-abdomen;"
        "pile: bark; deck: rest"
    ).g
    assert g.s.bodies[RED] == 1


def test_a_free_battle_is_won() -> None:
    """With six larvae beside one ant without cards, the third Inner Meadow hex is taken."""
    scene = act("round: 2; soil: black control, red food; red: food 2, larvae 6, acted 1; black: food 1")
    soldier_phase(scene.g)
    assert scene.hex("soil").control == "red"


def test_nothing_marches_into_certain_death() -> None:
    """One idle ant stays away from six with three heads and cards."""
    scene = act(
        "soil: black control, black food, black 4 out; tunnel: red; red: food 1, acted 1; deck: rest;"
        "black: head bulldog turtle acrobat, hand swarm royal-jelly"
    )
    assert scene.g.s.ants[RED * 26 + 1] == 0


def test_the_outskirts_are_lost_before_the_control_site() -> None:
    scene = thinking(
        "soil: red control, red food, red out, black 3 out; black: head acrobat army; deck: rest"
    )
    scene.g.s.food[RED] = 0
    feed(scene.g, RED)  # three ants, no food, no larvae: all starve
    assert scene.g.s.army[RED] == 0
    scene = thinking("fern: red control, red food; tunnel: red; red: food 0, larvae 2; deck: rest")
    feed(scene.g, RED)  # one of three starves
    assert scene.hex("fern").control == "red"
    assert scene.hex("fern").sites["food"] == "red"


@pytest.mark.parametrize(("food", "larvae", "wanted"), [(0, 12, "food"), (9, 0, "larvae")])
def test_the_queen_brings_what_is_short(food: int, larvae: int, wanted: str) -> None:
    scene = thinking(f"phase: queen; soil: red control; red: food {food}, larvae {larvae}; deck: rest")
    decree(scene.g, RED)
    grown = "food" if scene.g.s.food[RED] > food else "larvae"
    assert grown == wanted


def test_reactions_keep_the_better_card() -> None:
    """The card that completes a body is not the one that is exchanged."""
    scene = thinking(
        "soil: red control; deck: rest;"
        "red: larvae 6, head bulldog, thorax driver, hand dairying-abdomen conquerors"
    )
    play_reactions(scene.g, 1)
    assert "dairying-abdomen" in scene.seat("red").hand


def test_a_card_is_paid_with_idle_ants() -> None:
    """An ant in the outskirts goes before those on sites."""
    scene = thinking("soil: red control, red food, red out; red: hand brood-surge; deck: rest")
    g = scene.g
    card = scene.card("brood-surge")
    g.take_from_hand(RED, card)
    play_held(g, RED, card, False, True)
    assert scene.hex("soil").control == "red"
    assert scene.hex("soil").sites["food"] == "red"


# two players: the Inner Meadow scores where tunnels join it to the Great Tunnel (TWO-05) ------------
PAIR = "players: red, blue; round: 3; red: food 1, larvae 3, acted 1; deck: rest"
NEST = "soil: at SE of tunnel, turn 0, red control, red food, red 4 out"
SHUT = "fern: at E of tunnel, turn 1, blue control, blue food"


@pytest.mark.rule("TWO-05")
@pytest.mark.parametrize(("asked", "fought"), [("edge", False), ("none", True)])
def test_an_inner_hex_that_does_not_score_is_not_fought_for(asked: str, fought: bool) -> None:
    """The reverse of the Great Tunnel is shut to the east: what lies there is worth its sites alone."""
    position = f"{PAIR}; {NEST}; {SHUT}; unsettled: true"
    scene = thinking(position, rules={"inner_connected_two": asked})
    take_action(scene.g, RED, NONE)
    assert (scene.g.s.ants[RED * HEXES + scene.number("fern")] > 0) is fought


@pytest.mark.rule("TWO-05")
@pytest.mark.parametrize("side", ["E", "SW", "NW"])
@pytest.mark.parametrize("turn", range(6))
def test_a_tile_is_turned_so_that_it_joins_the_great_tunnel(side: str, turn: int) -> None:
    """Explored from a hex that is shut off, the new one is turned so that its control scores."""
    nest = f"soil: at {side} of tunnel, turn {turn}, red control, red food"
    scene = act(f"players: red, blue; round: 2; {nest}; red: food 3, larvae 3; pile: bark; deck: rest")
    assert scene.g.s.scoring[scene.number("soil")] == 0
    assert scene.g.s.scoring[scene.number("bark")] == 1


@pytest.mark.rule("TWO-05")
@pytest.mark.parametrize(("asked", "places", "turns"), [("edge", 3, 12), ("path", 6, 12), ("none", 6, 36)])
def test_where_and_how_a_tile_would_score_is_a_figure(asked: str, places: int, turns: int) -> None:
    """Of the six places about the Great Tunnel, and of the ways to turn Bark, with four tunnels, there."""
    scene = make_scene("players: red, blue", rules={"inner_connected_two": asked})
    figures, tile = scene.g.figures, scene.number("bark")
    around = [(CENTRE + q, CENTRE + r) for q, r in zip(EDGE_Q, EDGE_R, strict=True)]
    assert sum(figures.place_scores(*place) for place in around) == places
    assert sum(figures.turn_scores(tile, *place, turn) for place in around for turn in range(6)) == turns
    assert not figures.place_scores(CENTRE + 2, CENTRE)
    assert not figures.tile_scores(tile, CENTRE + 2, CENTRE, NONE)


def test_what_tunnels_join_later_is_priced_anew() -> None:
    """By `path` a tile laid far off may be what lets control of another one score."""
    chain = "bark: at SW of tunnel, turn 1, red control; red: food 1; deck: rest"
    scene = thinking(f"players: red, blue; {chain}", rules={"inner_connected_two": "path"})
    g, bark, soil = scene.g, scene.number("bark"), scene.number("soil")
    core = Heuristic()
    core.begin(View(g.s, g.kit, g.rules, g.mats, g.table, RED))
    before = core.look(View(g.s, g.kit, g.rules, g.mats, g.table, RED)).hold(bark, 1, False)
    g.place_tile(RED, soil, CENTRE, CENTRE + 1, 1)
    g.begin_turn(RED)
    after = core.look(View(g.s, g.kit, g.rules, g.mats, g.table, RED))
    assert g.s.scoring[bark] == 1
    assert after.hold(bark, 1, False) == before + after.inner_price


def test_a_defender_sees_whether_the_invader_has_laid_a_card() -> None:
    """A hand that is still full has laid nothing; the last card of a hand may lie on the table."""
    scene = thinking(
        "fern: red control, red food, black 3 out; black: hand royal-jelly; red: hand cold-snap; deck: rest"
    )
    g = scene.g
    g.s.phase = SOLDIER
    fern = next(tile for tile in range(TUNNEL + 1, HEXES) if g.s.ants[RED * HEXES + tile] > 0)
    view = View(g.s, g.kit, g.rules, g.mats, g.table, RED)
    mind = Heuristic()
    mind.begin(view)
    e = mind.look(view)
    assert has_laid(e, fern, BLACK, 2) == 0
    g.lay_card(BLACK, g.s.hand[BLACK * CARDS])
    assert has_laid(e, fern, BLACK, 2) == 1
    own = e.kit.ferocity[g.s.hand[RED * CARDS]]
    g.lay_card(RED, g.s.hand[RED * CARDS])
    assert has_laid(e, fern, BLACK, 2 + own) == 1  # one of the two is red's own
    g.s.phase = WORKER
    e.look()
    assert has_laid(e, fern, BLACK, 2 + own) == UNKNOWN  # who lays first is not known there


def test_an_invader_does_not_know_whether_the_defender_lays() -> None:
    """The invader lays first (BAT-04)."""
    scene = thinking("fern: black control, black food, red 3 out; black: hand royal-jelly; deck: rest")
    g = scene.g
    g.s.phase = SOLDIER
    fern = next(tile for tile in range(TUNNEL + 1, HEXES) if g.s.ants[RED * HEXES + tile] > 0)
    mind = Heuristic()
    mind.begin(View(g.s, g.kit, g.rules, g.mats, g.table, RED))
    e = mind.look(View(g.s, g.kit, g.rules, g.mats, g.table, RED))
    assert has_laid(e, fern, BLACK, 3) == UNKNOWN


def test_the_last_round_still_to_come_is_no_end() -> None:
    """In the Queen Phase before it a food is worth more than when it can pay for nothing."""
    worth = {}
    for number in (3, 4):
        scene = make_scene(
            f"round: {number}; phase: queen; fern: red control, red food; red: food 9; deck: rest"
        )
        g = scene.g
        mind = Heuristic()
        view = View(g.s, g.kit, g.rules, g.mats, g.table, RED)
        mind.begin(view)
        worth[number] = int(mind.look(view).food_price)
    assert worth[3] > worth[4]
