"""The players of Ant Wars: what plans see and do for each species, what can be tuned, what is imagined."""

from __future__ import annotations

from collections import Counter

import pytest

from marchsim.errors import StrategyError
from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.game import ANTWARS
from marchsim.games.antwars.players.action_worth import prefers_majors, rate_loot
from marchsim.games.antwars.players.outlook import Outlook
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import LIMITS, Searcher, World
from marchsim.games.antwars.players.weights import DEFAULTS, GROUPS, NAMES, W_FETCH
from marchsim.kernel.numbers import Tunable
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import sources
from marchsim.tabletop.telling.narrator import events_of
from tools import antgames
from tools.antgames import reached


def test_every_plan_is_in_the_field() -> None:
    """All that is shipped and neither frozen nor slow."""
    known = set(sources.quick("antwars")) - set(antgames.FROZEN)
    assert known == set(antgames.PLANS) == {entry.use for entry in configs.load("antwars").strategies}


def test_every_weight_has_a_group_and_can_be_tuned() -> None:
    """In the words of kernel.numbers; who has no weights has none to tune."""
    assert sorted(name for group in GROUPS.values() for name in group) == sorted(NAMES)
    assert isinstance(ANTWARS, Tunable)
    variant = ANTWARS.variant("test", "dealt", ())
    source = sources.find("turtle", game="antwars")
    known = {one.name: one for one in ANTWARS.weights_of(variant, 4, source, {"weights": {"guard": [5, 6]}})}
    assert tuple(known) == NAMES and known["guard"].values[:3] == (5.0, 6.0, 6.0)
    assert len(known["guard"].values) == 12 and known["shut"].values[0] == 8.0
    changed = ANTWARS.weighed({}, {"guard": (3.0,) * 12, "strike": (2.0, *[1.5] * 11)})
    assert changed == {"weights": {"guard": 3.0, "strike": [2.0, 1.5]}}
    assert ANTWARS.weights_of(variant, 4, sources.find("random", game="antwars"), {}) == ()


def test_weights_of_a_table_of_two_are_its_own_until_a_configuration_sets_them() -> None:
    """`weigh_among` holds for its number of players, what is set later everywhere; searchers take both."""
    plan, other = Plan(), Searcher()
    plan.weigh(guard=5)
    plan.weigh_among(2, guard=7, strike=1.1)
    other.adopt(plan)
    for player in (plan, other):
        assert dict(player.weights_at(2).changed_from(DEFAULTS)) == {"guard": 7.0, "strike": 1.1}
        assert dict(player.weights_at(3).changed_from(DEFAULTS)) == {"guard": 5.0}
    plan.configure({"weights": {"guard": 1}})
    assert dict(plan.weights_at(2).changed_from(DEFAULTS)) == {"guard": 1.0, "strike": 1.1}
    g = reached(2, players=2)
    plan.begin(View(g, 0))
    assert plan.seen(View(g, 0)).weights is plan.weights_at(2)


def test_stores_of_a_rival_are_taken_from_inside_its_anthill() -> None:
    """By the worth of what may be taken there; not from outside, and not without room."""
    g = reached(12)
    outlook = Outlook(View(g, 0), DEFAULTS)
    outlook.look()
    nest = outlook.nest_of(1)
    first = g.board.foraging + w.PLACES
    pantry = next(area for area in range(first, first + w.PLACES) if g.s.tile[area] == w.PANTRY)
    for piece in range(w.TYPES):
        g.s.stored[piece * w.AREAS + pantry] = 2
    g.s.stored_n[pantry] = 2 * w.TYPES
    assert rate_loot(outlook, nest, pantry) == -1  # nobody there
    g.s.minors[nest] += 2
    g.s.here[nest] += 2
    wanted = sum(2 * outlook.values[piece] for piece in range(w.TYPES))
    assert rate_loot(outlook, nest, pantry) == wanted * outlook.w[W_FETCH] // 2 > 0
    assert rate_loot(outlook, outlook.exit, pantry) == -1


def test_majors_are_raised_where_hardly_a_minor_more_may_live() -> None:
    """With one place left no tile of three Minors is of use (ATC-04)."""
    g = reached(6)
    outlook = Outlook(View(g, 0), DEFAULTS)
    outlook.look()
    assert antgames.table({"preset": "dealt"}, 4).species[g.s.species[0]] != "pheidole"
    assert not prefers_majors(outlook)
    g.s.minor_n[0] = g.rules.minors - 1
    assert prefers_majors(outlook)


def test_species_are_played_by_what_they_can_do() -> None:
    """Leaves become mushrooms, the aphids' sugar is fetched, Majors are raised where they are cheap."""
    seen: Counter[tuple[int, str]] = Counter()
    for deal in range(30):
        session = antgames.table({"preset": "dealt"}, 6)
        g = antgames.deal_out(session, deal, antgames.line_up(antgames.PLANS, 6, deal))
        antgames.run(g)
        for kind, seat, _area, b, c, _ in events_of(g.events.rows):
            if seat < 0:
                continue
            name = session.species[g.s.species[seat]]
            if kind == w.E_TILE and b in (w.MUSHROOMS, w.PUPAE_MAJOR):
                seen[b, name] += 1
            if (kind == w.E_STORE and b == w.LEAF) or (kind == w.E_TAKE and b == w.SUGAR):
                seen[100 + b, name] += c
    assert seen[w.MUSHROOMS, "atta"] > 33 and seen[100 + w.LEAF, "atta"] > 30
    assert seen[w.PUPAE_MAJOR, "pheidole"] >= 1
    assert seen[100 + w.SUGAR, "lasius"] > 2 * seen[100 + w.SUGAR, "messor"]


def test_steps_are_counted_again_when_the_ground_changes() -> None:
    """A dug place is nearer than the way around it; what is known of one ground is forgotten on another."""
    g = reached(6)
    outlook = Outlook(View(g, 0), DEFAULTS)
    outlook.look()
    place = next(
        area
        for area in range(g.board.foraging, g.board.foraging + w.PLACES)
        if g.s.tile[area] == w.SOLID and g.figures.passes(area, area) is False
        and any(g.s.tile[g.board.near[area * w.NEAR + i]] != w.SOLID for i in range(g.board.near_n[area]))
    )  # fmt: skip
    assert outlook.home[place] == 99
    g.lay_tile(0, place, w.GALLERY, w.WHY_ACTION)
    outlook.look()
    assert outlook.home[place] < 10


# search -------------------------------------------------------------------------
def parts(state: State) -> dict[str, object]:
    """Return everything in a state."""
    names = [name for name in dir(state) if not name.startswith("_") and not callable(getattr(state, name))]
    names.remove("public")  # the vectors once more
    found = {name: getattr(state, name) for name in names}
    return {
        name: value if isinstance(value, int) else [int(one) for one in value]
        for name, value in found.items()
    }


def test_an_imagined_game_begins_where_the_game_is_and_leaves_it_alone() -> None:
    """All of the state is copied; the same key makes the same game, another one other dice."""
    g = reached(9, deal=4)
    view = View(g, 1)
    before = parts(g.s)
    assert len(before) > 35
    world = World(view, [Plan() for _ in range(4)])
    ends = []
    for key in (5, 5, 6):
        world.imagine(key)
        assert parts(world.g.s) == before
        world.follow(-1, 3)
        ends.append(parts(world.g.s))
    assert world.g.s.round == 11  # the battles of round 9 come first
    assert parts(g.s) == before
    assert ends[0] == ends[1] != ends[2]


def test_a_searcher_plays_and_says_what_it_does_not_know() -> None:
    """Whole games, alike for the same keys; parameters are checked."""
    session = antgames.table({"preset": "dealt"}, 2)
    names = ["lookahead", "turtle"]
    first = antgames.play(session, 2, names)
    assert not first.void and first == antgames.play(session, 2, names)
    made = Searcher()
    for name, (low, high) in LIMITS.items():
        for wrong in (low - 1, high + 1, True, "many"):
            with pytest.raises(StrategyError, match=name):
                made.configure({name: wrong})
    with pytest.raises(StrategyError, match="samples"):
        made.configure({"sample": 3})
