"""Scripts of Ant Wars: a hook answers in words, sees the table, and leaves the rest to the weights."""

from __future__ import annotations

from typing import Any

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players import Plan, loading
from marchsim.games.antwars.players.pieces import Colony
from marchsim.games.antwars.players.strategy import Table
from marchsim.kernel.game import StrategySource
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Fault
from marchsim.tabletop.players.seats import PlayerSeat, ask
from tools import antgames

pytestmark = pytest.mark.both
HEAD = "from marchsim.games.antwars.players import Plan\n\n\nclass Mine(Plan):\n"


def game() -> Any:
    """Return a game of three colonies in its second round."""
    return antgames.reached(2, 3)


def answered(answer: Any, codes: tuple[int, ...] = ()) -> int:
    """Return the code of the option that an answer of a hook comes to, of some actions."""
    g = game()
    home = g.board.place(0, w.HALL)
    g.table.question = w.Q_ACTION
    g.table.open(3, 0, 0, 0)
    dug = (g.board.place(0, 0), g.board.place(0, 4))
    for code in codes or (
        w.O_STOP,
        *(w.option(w.O_DIG, at, 0, 0, 0) for at in dug),
        w.option(w.O_HATCH, home, 0, 0, 0),
    ):
        g.table.offer(code)
    view = View(g, 0)

    def action(self: Plan, me: Colony, table: Table) -> Any:
        return answer(me, table) if callable(answer) else answer

    player = type("Mine", (Plan,), {"action": action})()
    player.rng = Stream(3)
    player.begin(view)
    return int(g.table.options[ask(player, w.Q_ACTION, view)])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("stop", w.O_STOP),
        ("hatch", w.O_HATCH),
        ("dig red 0", w.O_DIG),
        (["forage", "hatch"], w.O_HATCH),  # nothing to forage
        (lambda me, table: table.options[0], w.O_STOP),
        (lambda me, table: table.offers("dig", where=lambda one: one.area.colony is me), w.O_DIG),
        (lambda me, table: table.offers(area="red 7"), w.O_HATCH),
    ],
)
def test_an_answer_means_an_option(answer: Any, code: int) -> None:
    """In words, as an option, as a list of preferences."""
    assert w.code_of(answered(answer)) == code


def test_no_opinion_and_what_is_not_on_offer_leave_it_to_the_weights() -> None:
    plain = answered(None)
    for answer in ([], "forage", lambda me, table: table.offers(tile="Pantry")):
        assert answered(answer) == plain


def test_the_weights_decide_among_several_options_that_fit() -> None:
    """Words that fit two places mean one of the two."""
    assert w.code_of(answered("dig")) == w.O_DIG
    assert answered("dig") == answered(lambda me, table: table.offers("dig"))


@pytest.mark.parametrize("answer", ["conquer", "dig red 99", 3, {"stop"}])
def test_what_no_option_can_be_is_a_fault(answer: Any) -> None:
    with pytest.raises(Fault, match="answered"):
        answered(answer)


def test_a_fault_has_no_address_of_memory() -> None:
    """A method in place of its answer: the message is the same in every run."""
    with pytest.raises(Fault, match="answered <b") as error:
        answered(lambda me, table: table.offers)
    assert " at 0x" not in error.value.message


def test_part_of_the_offers_is_an_answer() -> None:
    """A slice leaves the choice to the weights, too."""
    assert answered(lambda me, table: table.offers()[:1]) == answered(lambda me, table: table.options[0])
    assert answered(lambda me, table: table.offers("dig")[:]) == answered("dig")


def test_every_option_met_in_games_is_known_by_its_words() -> None:
    """In every way of playing the words of each option are in its question's vocabulary, and mean it."""
    met: set[tuple[int, int]] = set()
    strange: list[str] = []

    def notice(self: Plan, me: Colony, table: Table) -> None:
        for one in table.options:
            kind = int(table.view.question), int(w.code_of(one.code))
            if kind not in met:
                met.add(kind)
                if all(other.code != one.code for other in table.offers(one.words)):
                    strange.append(one.words)

    cls = type("Mine", (Plan,), {name: notice for name, _, _ in w.QUESTIONS})
    for preset, players in antgames.ways():
        make = loading.factory(cls, {})
        session = antgames.table({"preset": preset, "rules": {"rounds": 6}}, players)
        outcome = session.play(1, 9, list(range(players)), [make() for _ in range(players)])
        assert not outcome.void, outcome.fault
    assert strange == [] and len(met) > 20


@pytest.mark.parametrize(
    ("answer", "target"), [("Queens", (2, w.QUEEN)), ("green's Majors", (2, w.MAJOR)), ("spider", (6, 1)),
                           ("Gloomy", (6, 0))],
)  # fmt: skip
def test_dice_are_aimed_in_words(answer: str, target: tuple[int, int]) -> None:
    """Colonies' groups and animals alike have their words."""
    g = game()
    g.table.question = w.Q_AIM
    g.table.open(0, g.board.exit[0], 3, 1)
    for seat, group in ((2, w.MINOR), (2, w.MAJOR), (2, w.QUEEN), (6, 0), (6, 1)):
        g.table.offer(w.option(w.O_GROUP, seat, group, 0, 0))
    player = type("Mine", (Plan,), {"aim": lambda self, me, table: answer})()
    player.begin(View(g, 0))
    found = int(g.table.options[ask(player, w.Q_AIM, View(g, 0))])
    assert (w.part(found, 0), w.part(found, 1)) == target


def test_every_question_has_its_words() -> None:
    """Words that no option can have are a fault at every question, and nothing worse."""
    g = game()
    view = View(g, 0)
    for number, _ in enumerate(w.QUESTIONS):
        g.table.question = number
        player = type("Mine", (Plan,), dict.fromkeys(loading.KIND.hooks, lambda self, me, table: "conquer"))()
        with pytest.raises(Fault, match="answered 'conquer', which no option here can be"):
            ask(player, number, view)


def test_what_is_shown_is_what_lies_there() -> None:
    """Numbers of a colony and an area are those of the state; nobody can write to them."""
    g = game()
    mind = g.table.seats[1]
    assert isinstance(mind, PlayerSeat)
    pieces: Any = mind.core.shown(mind.view)  # type: ignore[attr-defined]
    me, table, s = pieces.me, pieces.table, g.s
    assert (me.minors, me.majors, me.queens) == (s.minor_n[1], s.major_n[1], s.queen_n[1])
    assert me.life == g.figures.queens_life(1) and me.strength == g.figures.strength(1) and not me.fallen
    assert sum(me.ants(at) for at in table.areas) == s.ants(1) == sum(me.ants(at) for at in me.areas)
    assert me.nest.colony is me and me.gate.tile == "Anthill Entrance" and me.exit.colony is None
    assert me.gate.steps(me.exit) == 1 and table.areas["blue gate"] is me.gate is table.areas["Blue Gate"]
    assert me.exit in me.gate.neighbours and table.rivals == table.players[2:] + table.players[:1]
    assert me.nest.pupae == s.pupae[me.nest.number] and me.savings("sugar") == g.figures.savings(1, w.SUGAR)
    for thing, name in ((me, "minors"), (table, "round"), (me.gate, "tile")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 9)


@pytest.mark.parametrize(
    ("ask_it", "told"),
    [
        (lambda me, table: table.offers(area="red 99"), "no area 'red 99'"),
        (lambda me, table: table.offers(player="purple"), "no colony 'purple'"),
        (lambda me, table: table.offers(target="Queen"), "no target 'Queen'. Did you mean 'Queens'"),
        (lambda me, table: table.offers(tile="Galery"), "no tile 'Galery'. Did you mean 'Gallery'"),
        (lambda me, table: me.savings("sugr"), "no piece 'sugr'. Did you mean 'sugar'"),
    ],
)
def test_a_name_that_nothing_has_is_an_error(ask_it: Any, told: str) -> None:
    """A misspelt trait is told with the nearest name, and is never an empty answer."""
    g = game()
    mind = g.table.seats[0]
    assert isinstance(mind, PlayerSeat)
    pieces: Any = mind.core.shown(mind.view)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=told):
        ask_it(pieces.me, pieces.table)


def test_round_begins_is_called_once_a_round_and_spares_the_configuration() -> None:
    """Its weights count in the game, but for those that the configuration has set."""
    text = HEAD + "    def round_begins(self, me, table):\n        self.weigh(guard=table.round, brood=3)\n"
    source = StrategySource("mine.py", text, "0" * 64)
    make = loading.factory(loading.strategy_class(source), {"weights": {"brood": 0.5}})
    players = [make() for _ in range(2)]
    session = antgames.table({"preset": "dealt", "rules": {"rounds": 3}}, 2)
    assert not session.play(1, 1, [1, 2], players).void
    for player in players:
        weights = player.core.weights.changed_from(Plan().weights)  # type: ignore[attr-defined]
        assert weights == {"guard": 3.0, "brood": 0.5}


@pytest.mark.parametrize(
    "body",
    [
        "def round_begins(self, me, table):\n        self.weigh_among(2, forage=-100)",
        "def otherwise(self, view):\n        self.weigh(forage=-100)\n        return super().otherwise(view)",
    ],
)
def test_weights_first_set_in_a_game_count_in_it(body: str) -> None:
    """Those of its number of players, and those of a class that sets none before."""
    always = HEAD + "    def __init__(self):\n        super().__init__()\n        self.weigh(forage=-100)\n"
    digests = []
    for text in (always, f"{HEAD}    {body}\n", HEAD + "    pass\n"):
        make = loading.factory(loading.strategy_class(StrategySource("mine.py", text, "0" * 64)), {})
        session = antgames.table({"preset": "dealt", "rules": {"rounds": 3}}, 2)
        digests.append(session.play(1, 1, [1, 2], [make() for _ in range(2)]).digest)
    assert digests[0] == digests[1] != digests[2]


def test_a_scripted_action_has_its_purpose() -> None:
    """The questions that follow an action of a script are answered for its purpose, as a plan sees that."""
    g = game()
    g.table.question = w.Q_ACTION
    g.table.open(3, 0, 0, 0)
    for option in (w.O_STOP, w.option(w.O_MOBILIZE, g.board.place(0, w.HALL), 0, 0, 0)):
        g.table.offer(option)
    view = View(g, 0)
    plan = Plan()
    script = type("Mine", (Plan,), {"action": lambda self, me, table: "mobilize"})()
    for player in (plan, script):
        player.rng = Stream(3)
        player.begin(view)
        player.aim_of = -1
    plan.decide(plan.seen(view), view, 1)
    assert ask(script, w.Q_ACTION, view) == 1
    assert script.aim_of == plan.aim_of >= 0
