"""An army gathers, marches, waits for the moment, strikes and comes home."""

from __future__ import annotations

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.players.action_worth import prefers_majors, rate_rally, rate_way
from marchsim.games.antwars.players.army import MARCH, PEACE, RALLY, RETREAT, STRIKE
from marchsim.games.antwars.players.outlook import HOME, HUNT, MUSTER, SPREAD, Outlook
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.weights import W_FOLLOW, W_MARCH
from tests.antwars.test_queens import GATE, HALL, NEST, PANTRY, looked, place, put
from tools import antgames
from tools.antgames import reached


def at_war() -> antgames.Play:
    """A game of two whose gates are open, after three rounds; each has its gate and its exit held."""
    g = reached(3, players=2)
    for seat in range(2):
        g.s.open[seat] = 1
    g.s.left = 2
    return g


def step_in(g: antgames.Play, e: Outlook, area: int) -> int:
    """The neighbour that is one step nearer to the army's prey."""
    near = [int(g.board.near[area * w.NEAR + i]) for i in range(g.board.near_n[area])]
    return next(other for other in near if e.army.hunt[other] < e.army.hunt[area])


def test_an_army_gathers_with_enough_dice_and_then_sets_out() -> None:
    """Few keep the peace; enough at home go to the exit; there they march on the rival's Queen."""
    g = at_war()
    nest = place(g, NEST)
    assert looked(g, rally=60).army.state == PEACE
    put(g, 0, nest, 40)
    e = looked(g, rally=30)
    assert e.army.state == RALLY and e.army.prey == 1
    assert rate_rally(e, nest) > e.w[W_MARCH] and e.why == MUSTER
    put(g, 0, nest, -40)
    put(g, 0, g.board.exit[0], 40)
    e = looked(g, rally=30)
    assert (e.army.state, e.army.at) == (MARCH, g.board.exit[0])
    assert rate_way(e, e.army.at, step_in(g, e, e.army.at)) >= e.w[W_MARCH] and e.why == HUNT


@pytest.mark.parametrize(("first", "state"), [(0, MARCH), (1, STRIKE)])
def test_an_army_waits_until_the_queen_has_had_her_turn(first: int, state: int) -> None:
    """Two steps from her it goes in if her colony acted before in this round, and else stays."""
    g = at_war()
    g.s.first = first
    gate = place(g, GATE, 1)
    put(g, 0, gate, 30)
    e = looked(g)
    assert (e.army.state, e.army.at, e.army.hunt[gate]) == (state, gate, 2)
    assert (rate_way(e, gate, place(g, HALL, 1)) > e.w[W_MARCH]) == (state == STRIKE)
    assert looked(g, moment=0).army.state == STRIKE


def test_a_fixed_order_knows_no_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who acts before a Queen in every round would wait for ever, so it strikes at once."""
    g = antgames.reached(3, players=2)
    e = looked(g)
    assert g.rules.first_player == 1 and e.army.waits_for_turn()
    monkeypatch.setattr(g.rules, "first_player", 0)
    assert not e.army.waits_for_turn()


def test_an_army_that_has_lost_too_much_comes_home() -> None:
    """Abroad it goes on with `home` dice if it can kill, and comes home if it cannot."""
    g = at_war()
    far = g.board.exit[1]
    put(g, 0, far, 12)
    assert looked(g, home=12).army.state == MARCH
    e = looked(g, strike=40, roam=2)
    assert e.army.state == RETREAT
    homeward = [rate_way(e, far, int(g.board.near[far * w.NEAR + i])) for i in range(g.board.near_n[far])]
    assert max(homeward) == e.w[W_MARCH]
    assert rate_way(e, far, int(g.board.near[far * w.NEAR + homeward.index(max(homeward))])) and e.why == HOME
    assert looked(g, home=13).army.state != MARCH


def test_majors_halve_the_odds_of_those_who_come_for_the_queen() -> None:
    """They strike before the Minors do (ATF-03): twelve Minors kill a Queen alone, and not one with four."""
    g = at_war()
    nest = place(g, NEST, 1)
    put(g, 0, place(g, GATE, 1), 12)
    at = w.AREAS + nest
    g.s.minors[at], g.s.majors[at] = 5, 0
    army = looked(g).army
    alone = army.odds(1, nest)
    g.s.majors[at] = 4
    assert alone > 150 and army.odds(1, nest) < 100


def test_majors_that_guard_stay_and_are_raised() -> None:
    """So many are never spared in the nest, and Major pupae are preferred until there are so many."""
    g = at_war()
    nest = place(g, NEST)
    g.s.majors[nest] = 3
    e = looked(g, guards=2)
    assert e.army.spare_majors(nest) == 1 and e.army.spare_majors(place(g, HALL)) == 0
    assert prefers_majors(looked(g, guards=9)) and not prefers_majors(looked(g, guards=0))


def test_who_waits_and_who_has_no_queen_makes_no_war() -> None:
    """A weight holds a plan back for some rounds; without a Queen nobody can win."""
    g = at_war()
    put(g, 0, g.board.exit[0], 40)
    assert looked(g, wait=2).army.state == MARCH
    assert looked(g, wait=3).army.state == PEACE
    g.s.queen_n[0] = 0
    assert looked(g).army.state == PEACE


@pytest.mark.parametrize("queens", [1, 0])
def test_ants_that_a_script_mobilizes_in_peace_go_towards_the_exit(queens: int) -> None:
    """The steps to the exit are known at the first look, before an army or a Queen matters."""
    g = at_war()
    g.s.queen_n[0] = queens
    e = looked(g, wait=9)
    plan = Plan()
    plan.aim_of = SPREAD
    outward = [place(g, NEST), place(g, HALL), place(g, GATE), int(g.board.exit[0])]
    worths = [plan.rate_goal(e, area) for area in outward]
    assert e.army.state == PEACE and worths == sorted(set(worths))


def test_no_prey_is_behind_a_gate_that_no_army_can_breach(monkeypatch: pytest.MonkeyPatch) -> None:
    """An open gate, or enough dice to open it (ATB-08)."""
    g = at_war()
    g.s.open[1] = 0
    put(g, 0, g.board.exit[1], 12)
    army = looked(g).army
    for breach, enters in ((12, True), (20, False), (0, False)):
        monkeypatch.setattr(g.rules, "breach", breach)
        assert army.can_enter(1) == enters
    g.s.open[1] = 1
    assert army.can_enter(1)


def test_less_is_asked_for_in_the_last_rounds() -> None:
    """From the 21st round on the odds that it asks for sink, by a tenth of `resolve` each round."""
    for number, asked in ((12, 130), (30, 120)):
        g = at_war()
        g.s.round = number
        assert looked(g, resolve=0.1).army.needed_odds() == asked


def test_a_second_stack_follows_but_only_without_a_load() -> None:
    """It is worth less than the army's own step; who carries brings it home first."""
    g = at_war()
    put(g, 0, g.board.exit[1], 20)
    second = step_in(g, looked(g), g.board.exit[0])
    put(g, 0, second, 6)
    e = looked(g)
    assert e.army.at == g.board.exit[1]
    assert rate_way(e, second, step_in(g, e, second)) == e.w[W_FOLLOW]
    g.s.loaded[second] = 6
    e = looked(g)
    rate_way(e, second, step_in(g, e, second))
    assert e.why != HUNT


def test_an_armys_way_leads_around_larger_crowds() -> None:
    """Areas with more foes than half its dice are not on its way where another way exists."""
    g = at_war()
    put(g, 0, g.board.exit[0], 20)
    e = looked(g)
    first = step_in(g, e, g.board.exit[0])
    assert g.board.home[first] == w.NOBODY and place(g, PANTRY) != first
    put(g, 1, first, 30)
    e = looked(g)
    assert step_in(g, e, g.board.exit[0]) != first
