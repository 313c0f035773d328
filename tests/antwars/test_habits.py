"""Plans make no silly moves that were seen in narrated games, and scripts direct the army."""

from __future__ import annotations

from typing import Any

import pytest

from marchsim.errors import StrategyError
from marchsim.games.antwars import words as w
from marchsim.games.antwars.players import Plan, loading
from marchsim.games.antwars.players.action_worth import WANDER, rate_rally, rate_way, shut_in
from marchsim.games.antwars.players.army import STATES
from marchsim.games.antwars.players.weights import W_REACH
from marchsim.kernel.game import StrategySource
from tests.antwars.test_army import at_war
from tests.antwars.test_queens import GATE, HALL, NEST, PANTRY, looked, place, put
from tools import antgames


def beside(g: antgames.Play, area: int) -> list[int]:
    """The hexes beside one."""
    near = [int(g.board.near[area * w.NEAR + i]) for i in range(g.board.near_n[area])]
    return [other for other in near if other < g.board.foraging]


def emptied(g: antgames.Play, seat: int, area: int) -> None:
    """Take all Minors of a colony out of an area."""
    put(g, seat, area, -int(g.s.minors[seat * w.AREAS + area]))


def test_ants_that_have_come_to_fight_stay_for_the_battle() -> None:
    """A party went onto a Gloomy by its first action and home by its second, for thirty rounds."""
    g = at_war()
    field = beside(g, g.board.exit[0])[0]
    put(g, 0, field, 6)
    g.s.gloomy[field] = 1
    e = looked(g)
    assert e.can_kill(field, field)
    assert {rate_way(e, field, other) for other in beside(g, field)} == {-1} == {rate_rally(e, field)}


def test_the_last_ant_of_the_gate_stays_to_join_the_chain() -> None:
    """A single ant went out to search and came back, with nothing gained."""
    g = at_war()
    gate = place(g, GATE)
    put(g, 0, gate, 1 - int(g.s.minors[gate]))
    emptied(g, 0, place(g, PANTRY))
    assert rate_way(looked(g), gate, place(g, PANTRY)) == -1
    put(g, 0, gate, 1)
    g.s.loose[w.AREAS * w.SEED + place(g, PANTRY)] = g.s.loose_n[place(g, PANTRY)] = 4
    assert rate_way(looked(g), gate, place(g, PANTRY)) > 0


def test_a_colony_that_is_shut_in_gathers_and_breaks_out() -> None:
    """A spider or a few foes before the gate held colonies of thirteen ants for ten rounds."""
    g = at_war()
    gate, way_out = place(g, GATE), int(g.board.exit[0])
    emptied(g, 0, way_out)
    put(g, 0, place(g, NEST), 8)
    assert not shut_in(looked(g, rally=60))
    put(g, 1, way_out, 4)
    e = looked(g, rally=60)
    assert shut_in(e) and rate_rally(e, place(g, NEST)) > e.w[W_REACH]
    assert rate_way(e, gate, way_out) == -1
    put(g, 0, gate, 6)
    assert rate_way(looked(g, rally=60), gate, way_out) > 0


def test_ants_of_the_nest_leave_it_only_outward() -> None:
    """Seven Minors went between two pupae tiles, twice a turn, for ten rounds."""
    g = at_war()
    nest, brood = place(g, NEST), place(g, 11)
    for area in (place(g, HALL), place(g, PANTRY)):
        emptied(g, 0, area)
    g.s.tile[brood] = w.PUPAE_MINOR
    put(g, 0, nest, 8)
    put(g, 0, brood, 2)
    e = looked(g, rally=60)
    assert {rate_rally(e, nest), rate_rally(e, brood)} == {-1}
    put(g, 0, place(g, HALL), 1)
    emptied(g, 0, int(g.board.exit[0]))
    put(g, 0, int(g.board.exit[0]), 1)
    assert rate_rally(looked(g, rally=60), nest) > 0


def test_a_spider_is_fought_by_those_who_survive_it() -> None:
    """Its life, and half of the ants that its dice can kill."""
    g = at_war()
    field = beside(g, g.board.exit[0])[0]
    g.s.spider[field] = 1
    animals = g.animals
    needed = -(-100 * (animals.spider_life + 3 * animals.spider_dice) // 350)
    emptied(g, 0, int(g.board.exit[0]))
    put(g, 0, int(g.board.exit[0]), needed - 1)
    assert not looked(g).can_kill(g.board.exit[0], field)
    put(g, 0, int(g.board.exit[0]), 1)
    assert looked(g).can_kill(g.board.exit[0], field)


def test_a_small_colony_keeps_a_third_of_its_ants_as_a_guard() -> None:
    """Three Minors with a guard of two could not search any more."""
    g = at_war()
    nest = place(g, NEST)
    e = looked(g, guard=5)
    assert e.army.spare_minors(nest) == max(0, g.s.minors[nest] - min(5, g.s.minor_n[0] // 3))
    g.s.minor_n[0] = g.s.minors[nest] = 3
    assert looked(g, guard=5).army.spare_minors(nest) == 2


def test_ants_without_work_go_on_outward() -> None:
    """They stopped where all near hexes were searched, though others lay behind these."""
    g = at_war()
    first = beside(g, g.board.exit[0])[0]
    put(g, 0, first, 3)
    e = looked(g)
    outward = [other for other in beside(g, first) if e.home[other] > e.home[first]]
    for other in outward:
        g.s.scent[other] = 1
    worths = {rate_way(e, first, other) for other in outward if not g.figures.threatened(0, other)}
    assert worths == {WANDER}


TOLD = '''"""Says how its war stands."""
from marchsim.games.antwars.players import Plan


class Mine(Plan):
    """Marches on the last rival of the turn order."""

    def __init__(self):
        super().__init__()
        self.weigh(rally=8, strike=0.5)

    def round_begins(self, me, table):
        """Choose."""
        self.march_on(table.rivals[-1] if table.rivals else None)

    def action(self, me, table):
        """Note the state and the prey."""
        prey = self.prey(table)
        print(self.war(table), prey.name if prey else "nobody", table.rivals[-1].name if table.rivals else "")
'''


def test_a_script_directs_its_army_and_sees_how_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """`march_on` names the prey, `war` and `prey` say what the army does."""
    cls = loading.strategy_class(StrategySource("mine.py", TOLD, "0" * 64))
    session = antgames.table({"preset": "dealt", "rules": {"rounds": 20}}, 4)
    makers: list[Any] = [loading.factory(cls, {}), *[antgames.maker("random")] * 3]
    outcome = session.play(5, *antgames.keys(session, 5), [make() for make in makers])
    assert not outcome.void, outcome.fault
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {"peace", "march"} <= {state for state, *_ in told} <= set(STATES)
    hunted = [prey == last for state, prey, last in told if state == "march"]
    assert sum(hunted) >= 0.8 * len(hunted) > 0


def test_an_army_is_directed_in_a_game_only() -> None:
    """Before the game there is no army, and the message names the first hook that has one."""
    with pytest.raises(StrategyError, match=r"march_on: there is no game yet; call it from round_begins"):
        Plan().march_on(None)
