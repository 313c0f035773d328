"""Queens flee from a nest that is about to fall, are defended where they are, and are hunted straight on."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.action_worth import hunts, rate_rally, rate_return, rate_way
from marchsim.games.antwars.players.outlook import FLEE, HOME, HUNT, Outlook
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.weights import DEFAULTS, W_FLEE, W_MARCH
from tools import antgames
from tools.antgames import reached

GATE, PANTRY, HALL, NEST, BELOW = 2, 6, 7, 12, 17  # places


def put(g: antgames.Play, seat: int, area: int, minors: int) -> None:
    """Let a colony have so many more Minors in an area."""
    g.s.minors[seat * w.AREAS + area] += minors
    g.s.here[seat * w.AREAS + area] += minors
    g.s.crowd[area] += minors


def place(g: antgames.Play, number: int, seat: int = 0) -> int:
    """Return the area of a place of a colony's anthill."""
    return int(g.board.foraging + seat * w.PLACES + number)


def invaded(minors: int = 20) -> antgames.Play:
    """Return a game of two in which the second colony stands on the first one's open gate.

    That is two steps from the nest; below the nest a gallery is dug, three steps from the gate.
    """
    g = reached(3, players=2)
    g.lay_tile(0, place(g, BELOW), w.GALLERY, w.WHY_ACTION)
    g.s.open[0] = 1
    put(g, 1, place(g, GATE), minors)
    return g


def looked(g: antgames.Play, seat: int = 0, **weights: float) -> Outlook:
    """Return what a seat sees with the weights of a plan as it is, but for some."""
    own = DEFAULTS.copy()
    for name, value in weights.items():
        own.put(name, value)
    outlook = Outlook(View(g, seat), own)
    outlook.look()
    return outlook


def test_a_queen_flees_from_those_who_can_kill_her_and_act_later() -> None:
    """To a place that they do not reach before she can go on; by Mobilization where own ants stand there."""
    g = invaded()
    e = looked(g)
    nest, below = place(g, NEST), place(g, BELOW)
    assert e.nest == nest and e.peril and e.refuge == w.NONE
    assert rate_way(e, nest, below) == e.w[W_FLEE] and e.why == FLEE
    rate_way(e, nest, place(g, HALL))
    assert e.why != FLEE and not e.safe(place(g, HALL)) and not e.safe(place(g, PANTRY))
    put(g, 0, below, 1)
    e = looked(g)
    assert e.refuge == below and rate_rally(e, nest) == e.w[W_FLEE] + 10 and e.why == FLEE


def test_all_flee_with_the_queen() -> None:
    """Each number is the better the more go, Queens too, and of the targets it is the refuge."""
    g = invaded()
    put(g, 0, place(g, BELOW), 1)
    plan, view = Plan(), View(g, 0)
    plan.begin(view)
    e = looked(g)
    plan.aim_of = FLEE
    for question in (w.Q_MINORS, w.Q_MAJORS, w.Q_QUEENS):
        assert plan.rate_number(e, question, 2) > plan.rate_number(e, question, 1)
    assert plan.rate_goal(e, e.refuge) > plan.rate_goal(e, place(g, HALL))


@pytest.mark.parametrize("why", ["few", "earlier", "far", "unwilling"])
def test_a_queen_stays_where_nobody_can_kill_her_before_she_acts_again(why: str) -> None:
    """Not from a few, from those who acted before her, from those three steps away, nor if flee is 0."""
    g = invaded(2 if why == "few" else 20)
    if why == "earlier":
        g.s.first = 1
    if why == "far":
        put(g, 1, place(g, GATE), -20)
        put(g, 1, g.board.exit[0], 20)
    e = looked(g, flee=0 if why == "unwilling" else 20)
    assert not e.peril and e.refuge == w.NONE
    rate_way(e, place(g, NEST), place(g, BELOW))
    assert e.why != FLEE


def test_foes_beside_a_queen_are_fled_from_though_they_acted() -> None:
    """Whoever stands in her nest fights at the end of this round, whatever the order."""
    g = invaded(2)
    g.s.first = 1
    put(g, 1, place(g, NEST), 20)
    assert looked(g).peril


def test_a_stack_defends_the_queen_and_not_the_pantry() -> None:
    """Where a stack that can kill her is near, the way of the own stack leads to where she is."""
    g = invaded()
    below, nest, pantry = place(g, BELOW), place(g, NEST), place(g, PANTRY)
    g.s.queens[nest] -= 1
    g.s.queens[below] += 1
    g.s.here[nest] -= 1
    g.s.here[below] += 1
    g.s.crowd[nest] -= 1
    g.s.crowd[below] += 1
    g.s.queen_at[0] = below
    put(g, 0, place(g, HALL), 30)
    e = looked(g)
    assert e.siege and e.nest == below and e.stack == place(g, HALL)
    assert rate_return(e, e.stack, nest) > 0 and e.why == HOME
    assert rate_return(e, e.stack, pantry) == -1
    assert not looked(invaded(2)).siege


def test_hunters_with_a_load_go_on_or_home_but_not_to_and_fro() -> None:
    """A small load is taken along; a large one is brought home first, unless the prey is nearer."""
    g = reached(3, players=2)
    g.s.open[1] = 1
    far, near = g.board.exit[0], g.board.exit[1]
    put(g, 0, far, 40)
    e = looked(g, nerve=0.2)
    assert e.prey == 1 and e.stack == far and hunts(e, far)
    for load, there in ((1, True), (30, False)):
        g.s.loaded[far] = load
        assert hunts(e, far) == there
    g.s.loaded[far] = 0
    put(g, 0, far, -40)
    put(g, 0, near, 40)
    g.s.loaded[near] = 30
    e = looked(g, nerve=0.2)
    assert e.stack == near and hunts(e, near)
    nearer = next(
        int(g.board.near[near * w.NEAR + i])
        for i in range(g.board.near_n[near])
        if e.hunt[g.board.near[near * w.NEAR + i]] < e.hunt[near]
    )
    assert rate_way(e, near, nearer) == e.w[W_MARCH] + 20 and e.why == HUNT


def test_more_is_asked_for_where_the_prey_may_flee() -> None:
    """`elude` is added for a Queen who acts later in the round; `least` is the least that is asked for."""
    g = reached(3, players=2)
    g.s.open[1] = 1
    put(g, 0, g.board.exit[0], 40)
    assert looked(g, nerve=0.2).prey == 1
    assert looked(g, nerve=0.2, elude=30).prey == w.NOBODY
    assert looked(g, nerve=0.2, least=30).prey == w.NOBODY
    g.s.first = 1
    assert looked(g, nerve=0.2, elude=30).prey == 1
