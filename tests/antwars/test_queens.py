"""Queens flee from a nest that is about to fall, and are defended where they are."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.action_worth import rate_rally, rate_return, rate_way
from marchsim.games.antwars.players.outlook import FLEE, HOME, Outlook
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.weights import DEFAULTS, W_FLEE
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


def test_danger_is_summed_over_areas() -> None:
    """Eight dice in the hall and eight in the Pantry are as perilous as sixteen in one; eight are not."""
    for hall, pantry, peril in ((16, 0, True), (8, 8, True), (8, 0, False), (0, 8, False)):
        g = invaded(0)
        put(g, 1, place(g, HALL), hall)
        put(g, 1, place(g, PANTRY), pantry)
        g.s.majors[place(g, NEST)] = 4
        assert looked(g).peril == peril, (hall, pantry)
