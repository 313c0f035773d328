"""Scripts: a hook answers in words, sees what its seat may see, and leaves the rest to the weights."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import take_action
from marchsim.games.march.players import Heuristic, loading
from marchsim.games.march.players.pieces import Card, Hex, Me, Player
from marchsim.games.march.players.strategy import Choice, Hexes, Table
from marchsim.games.march.words import (
    NONE,
    O_EXPLORE,
    O_FORAGE,
    O_PLAY,
    O_REST,
    Q_ACTION,
    QUESTIONS,
    code_of,
    option,
)
from marchsim.kernel.game import StrategySource
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Fault
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import PlayerSeat, ask
from tests.march.conftest import make_scene
from tests.strategies.test_fair import hidden, put
from tools import games
from tools.told import told

pytestmark = pytest.mark.both
HEAD = "from marchsim.games.march.players import Heuristic\n\n\nclass Mine(Heuristic):\n"
OPTIONS = (O_EXPLORE, O_FORAGE, option(O_PLAY, 3, 0, 0, 0), option(O_PLAY, 40, 0, 0, 0), O_REST)


def answered(answer: Any) -> int:
    """Return the code of the option that an answer of a hook comes to, of five actions."""
    g = games.deal_out(games.table(players=3), 4, ["forager"] * 3)
    g.table.question = Q_ACTION
    g.table.open(-1, 0, 0, 0)
    for one in OPTIONS:
        g.table.offer(one)
    view = View(g.s, g.kit, g.rules, g.mats, g.table, 0)

    def action(self: Heuristic, me: Me, table: Table) -> Any:
        return answer(table) if callable(answer) else answer

    player = type("Mine", (Heuristic,), {"action": action})()
    player.rng = Stream(3)
    player.begin(view)
    return int(g.table.options[ask(player, Q_ACTION, view)])


def plain() -> int:
    """Return what the weights alone choose."""
    return answered(None)


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("explore", O_EXPLORE),
        ("Rest", O_REST),
        (["march", "forage", "explore"], O_FORAGE),  # March is not on offer
        (["march", None, "rest"], O_REST),
        (lambda table: table.options[4], O_REST),
        (lambda table: [one for one in table.options if code_of(one.code) == O_FORAGE], O_FORAGE),
        (lambda table: table.offers("play", card=table.options[3].card), OPTIONS[3]),
        (lambda table: f"play {table.options[2].card}", OPTIONS[2]),
    ],
)
def test_an_answer_means_an_option(answer: Any, wanted: int) -> None:
    """In words, as an option, as a list of preferences."""
    assert answered(answer) == wanted


def test_no_opinion_and_what_is_not_on_offer_leave_it_to_the_weights() -> None:
    for answer in (None, [], "march", ["march", "dance of chaos"], lambda table: table.offers("march")):
        assert answered(answer) == plain()


def test_the_weights_decide_among_several_options_that_fit() -> None:
    """Words or offers that fit two cards are one of the two, whichever comes first."""
    assert answered("play") in OPTIONS[2:4]
    assert answered("play") == answered(lambda table: table.offers("play"))
    assert answered("play") == answered(lambda table: table.offers(where=lambda one: one.card is not None))


@pytest.mark.parametrize("answer", ["conquer", "", 3, {"explore"}, [["forage now"]]])
def test_what_no_option_can_be_is_a_fault(answer: Any) -> None:
    with pytest.raises(Fault, match="answered"):
        answered(answer)


def test_every_option_met_in_games_is_known_by_its_words() -> None:
    """In every way of playing the words of each option are in its question's vocabulary, and mean it."""
    met: set[tuple[int, int]] = set()
    strange: list[str] = []

    def notice(self: Heuristic, me: Me, table: Table) -> None:
        for one in table.options:
            code = code_of(one.code)
            if (table.view.question, code) not in met:
                met.add((table.view.question, code))
                if one not in list(table.offers(one.words)) and not any(
                    other.code == one.code for other in table.offers(one.words)
                ):
                    strange.append(one.words)

    hooks = {name: notice for name, _, _ in QUESTIONS}
    cls = type("Mine", (Heuristic,), hooks)
    for preset, players in games.ways():
        session = games.table({"preset": preset}, players)
        make = loading.factory(cls, {})
        outcome = session.play(1, 9, list(range(players)), [make() for _ in range(players)])
        assert not outcome.void, outcome.fault
    assert strange == [] and len(met) > 45


def shown(thing: Any, depth: int = 3) -> Any:
    """Return all that an object shows a script, as plain data."""
    if isinstance(thing, (tuple, list, Hexes)):
        return [shown(one, depth) for one in thing]
    if not isinstance(thing, (Table, Player, Hex, Card, Choice)):
        return thing
    if depth == 0:
        return repr(thing)
    names = [
        name for name in dir(type(thing)) if isinstance_of_property(type(thing), name) and name != "view"
    ]
    found = {name: shown(getattr(thing, name), depth - 1) for name in names}
    if isinstance(thing, Player):
        found |= {f"ants {at}": (thing.ants(at), thing.holds(at)) for at in ("great-tunnel", "soil")}
    return found


def isinstance_of_property(cls: type, name: str) -> bool:
    """Return whether a class has a property of this name, compiled or not."""
    return not name.startswith("_") and not callable(getattr(cls, name))


class Looker(Heuristic):
    """Looks at all that it is shown, and looks again with everything hidden shuffled."""

    parted: list[object]
    asked = 0

    def action(self, me: Me, table: Table) -> None:
        """Compare."""
        view, dice = table.view, Random(5)
        before = shown(me), shown(table)
        places = hidden(view._state, view.seat)
        kept = [[vector[at] for vector, at in kind] for kind in places]  # type: ignore[index]
        for kind, values in zip(places, kept, strict=True):
            put(kind, dice.sample(values, len(values)))
        if (shown(me), shown(table)) != before:
            self.parted.append(before)
        for kind, values in zip(places, kept, strict=True):
            put(kind, values)
        type(self).asked += 1


def test_me_and_table_show_nothing_that_is_hidden() -> None:
    Looker.parted, Looker.asked = [], 0
    session = games.table(players=3)
    outcome = session.play(1, 5, [1, 2, 3], [loading.factory(Looker, {})() for _ in range(3)])
    assert not outcome.void, outcome.fault
    assert Looker.parted == [] and Looker.asked > 20


def test_me_and_table_cannot_be_written() -> None:
    g = games.deal_out(games.table(players=3), 4, ["opportunist"] * 3)
    mind = g.table.seats[0]
    assert isinstance(mind, PlayerSeat)
    pieces: Any = mind.user.shown(mind.view)  # type: ignore[attr-defined]
    for thing, name in ((pieces.me, "food"), (pieces.table, "round"), (pieces.table.hexes["soil"], "inner")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 9)
    assert pieces.me in pieces.table.players and pieces.me not in pieces.table.rivals
    assert (
        repr(pieces.table.hexes["Soil"]) == "soil"
        and pieces.table.hexes["soil"] is pieces.table.hexes["Soil"]
    )


@pytest.mark.parametrize("call", ["weigh(", "weigh_among(3, "])
def test_round_begins_is_called_once_a_round_and_its_weights_count(call: str) -> None:
    """Before the first decision of the round, also for what the native core answers."""
    text = (
        HEAD + "    def round_begins(self, me, table):\n"
        f"        self.{call}explore=90 if table.round == 2 else 0, forage=90 if table.round == 3 else 0)\n"
    )
    source = StrategySource("mine.py", text, "0" * 64, origin="mine.py")
    make = loading.factory(loading.strategy_class(source), {})
    session = games.table(players=3, record="rounds")
    assert not session.play(1, 1, [1, 2, 3], [make() for _ in range(3)]).void
    rows = session.take()["rounds"]
    at, explores, forages = (games.column("rounds", name) for name in ("round", "explores", "forages"))
    most = {number: rows[rows[:, at] == number] for number in (1, 2, 3)}
    assert most[2][:, explores].sum() > most[1][:, explores].sum() + most[3][:, explores].sum()
    assert most[3][:, forages].sum() > most[1][:, forages].sum() + most[2][:, forages].sum()


class Marcher(Heuristic):
    """Marches, whatever the weights say."""

    def action(self, me: Me, table: Table) -> str:
        """March."""
        return "march"


def test_a_march_that_a_script_orders_is_planned_as_a_whole() -> None:
    """Sites stand empty beside two idle ants and larvae: all of them are filled."""
    scene = make_scene(
        "fern: red control; bark: at -1 0; tunnel: red 2; red: food 3, larvae 4; deck: rest; pile: rest"
    )
    g = scene.g
    for seat in range(g.s.players):
        view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
        player: Any = loading.factory(Marcher, {})()
        player.core.rng = player.user.rng = Stream(seat)
        player.begin(view)
        g.table.seats[seat] = PlayerSeat(view, player.core, player.user, player.mask)
    take_action(g, 0, NONE)
    assert len(told(scene, "step", "emerge")) >= 4


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda me, table: table.offers(kind="goals"), "no kind of card 'goals'. Did you mean 'goal'"),
        (lambda me, table: table.offers(hex="soill"), "no hex 'soill'"),
        (lambda me, table: table.offers(card="royal-jely"), "no card 'royal-jely'"),
        (lambda me, table: table.offers(player="green"), "no player 'green'"),
        (lambda me, table: me.has("gaol"), "no kind of card 'gaol'"),
        (lambda me, table: me.evolved("haed"), "no section 'haed'. Did you mean 'head'"),
        (lambda me, table: table.hexes["soil"].yields("foods"), "no resource 'foods'. Did you mean 'food'"),
    ],
)
def test_a_name_that_nothing_has_is_an_error(ask: Any, told: str) -> None:
    """A misspelt trait is told with the nearest name, and is never an empty answer."""
    g = games.deal_out(games.table(players=3), 4, ["opportunist"] * 3)
    mind = g.table.seats[0]
    assert isinstance(mind, PlayerSeat)
    pieces: Any = mind.user.shown(mind.view)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=told):
        ask(pieces.me, pieces.table)
    assert not pieces.table.offers(hex="Soil") and not pieces.table.offers(player="red")


def test_weights_of_a_configuration_go_before_those_of_a_script() -> None:
    """`round_begins` does not undo them, so tuning and sweeps of a script change its games."""
    text = HEAD + "    def round_begins(self, me, table):\n        self.weigh(battle=3, food=2)\n"
    source = StrategySource("mine.py", text, "0" * 64)
    make = loading.factory(loading.strategy_class(source), {"weights": {"battle": 0.5}})
    session = games.table(players=3)
    players = [make() for _ in range(3)]
    assert not session.play(1, 1, [1, 2, 3], players).void
    for player in players:
        weights = player.core.weights.changed_from(Heuristic().weights)  # type: ignore[attr-defined]
        assert weights == {"battle": 0.5, "food": 2.0}


def test_a_failure_of_round_begins_is_told_by_its_name() -> None:
    text = HEAD + "    def round_begins(self, me, table):\n        self.weigh(batle=2)\n"
    source = StrategySource("mine.py", text, "0" * 64, origin="mine.py")
    make = loading.factory(loading.strategy_class(source), {})
    outcome = games.table(players=3).play(1, 1, [1, 2, 3], [make() for _ in range(3)])
    assert "hook round_begins, mine.py line 6" in outcome.fault and "'battle'" in outcome.fault


def test_the_opportunist_spares_its_own_ants_when_it_leads() -> None:
    """The effects that strike the leader are left to the weights if it is the leader itself."""
    cls = loading.strategy_class(sources.typed("opportunist", (), "march"))
    player: Any = cls()
    g = games.deal_out(games.table(players=3), 4, ["opportunist"] * 3)
    mind = g.table.seats[0]
    assert isinstance(mind, PlayerSeat)
    g.s.score[0] = 50
    pieces: Any = mind.user.shown(mind.view)  # type: ignore[attr-defined]
    assert pieces.table.leader is pieces.me
    assert player.victim(pieces.me, pieces.table) is None
