"""The frame of small games: views, answers, parameters, events in words."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest

from marchsim import games
from marchsim.errors import StrategyError
from marchsim.kernel.game import StrategySource
from marchsim.kernel.table import Fault
from marchsim.kernel.telling import Decision, Moment
from marchsim.tabletop.players.seats import Player
from marchsim.tabletop.small import Play, SmallGame, Strategy, View, number
from marchsim.tabletop.small.play import frozen, kinds_of
from marchsim.testing import dealt
from tests.small.broken_games import SOUND, Chooser

OWN = "from tests.small.broken_games import Chooser\n\n\nclass Own(Chooser):\n"


def maker(text: str, **parameters: object) -> Any:
    """Return what makes the strategy of a file."""
    source = StrategySource("own.py", text, sha256(text.encode()).hexdigest(), origin="own.py")
    return SOUND.strategy_factory(SOUND.strategy_class(source), parameters)


def played(*texts: str) -> Any:
    """Return the outcome of a game between the strategies of some files."""
    session = SOUND.session(SOUND.variant("x", "", ()), len(texts), "rounds")
    return session.play(0, 1, range(len(texts)), [maker(text)() for text in texts])


def test_a_view_shows_values_that_cannot_be_changed() -> None:
    shown = frozen([1, {"hand": [2, 3]}, {4}, None])
    assert shown == (1, {"hand": (2, 3)}, frozenset({4}), None)
    assert isinstance(shown, tuple)
    with pytest.raises(TypeError):
        shown[1]["hand"] = ()


def test_a_view_shows_no_object_of_the_game() -> None:
    with pytest.raises(TypeError, match="not Play"):
        frozen([Play({}, 2, 1, {})])


def test_a_view_names_the_nearest_of_its_names() -> None:
    with pytest.raises(AttributeError, match="Did you mean 'scores'"):
        getattr(View(seat=0, scores=(1, 2)), "score")  # noqa: B009


def test_an_answer_that_is_not_on_offer_is_void_and_says_where() -> None:
    own = OWN + "    def take(self, view):\n        return 'tale'\n"
    outcome = played(OWN + "    pass\n", own)
    assert outcome.void == "error" and outcome.fault_seat == 1
    assert "hook take, own.py line 5: answered 'tale'; the options were take, leave." in outcome.fault
    assert "Did you mean 'take'" in outcome.fault


def test_an_error_in_a_hook_is_void_and_says_the_line() -> None:
    own = OWN + "    def take(self, view):\n        x = 1\n        return view.dye\n"
    outcome = played(OWN + "    pass\n", own)
    assert "hook take, own.py line 7: " in outcome.fault and "Did you mean 'die'" in outcome.fault


def test_a_misspelt_hook_is_refused() -> None:
    with pytest.raises(StrategyError, match=r"Own\.takes is not a hook"):
        maker(OWN + "    def takes(self, view):\n        return 'take'\n")


def test_numbers_of_a_class_are_its_parameters() -> None:
    text = OWN + "    least = 3\n    _hidden = 4\n    def take(self, view):\n        return 'take'\n"
    player = maker(text, least=5)()
    assert isinstance(player, Player)
    assert getattr(player.user, "least") == 5  # noqa: B009
    with pytest.raises(StrategyError, match=r"it has least\. Did you mean 'least'"):
        maker(text, leest=5)
    with pytest.raises(StrategyError, match="must be a number"):
        maker(text, least="much")


def test_parameters_are_weights_for_a_search() -> None:
    source = StrategySource("own.py", OWN + "    least = 3\n", "0", origin="own.py")
    (weight,) = SOUND.weights_of(SOUND.variant("x", "", ()), 2, source, {"least": 4})
    assert (weight.name, weight.values, weight.decimals) == ("least", (4.0,), 0)
    assert weight.low <= 0 and weight.high >= 16
    assert SOUND.weighed({"least": 4}, {"least": (6.0,)}) == {"least": 6}
    real = StrategySource("own.py", OWN + "    least = 0.5\n", "0", origin="own.py")
    (weight,) = SOUND.weights_of(SOUND.variant("x", "", ()), 2, real, {"least": 1})
    assert (weight.values, weight.decimals) == ((1.0,), 2)  # a whole number in a configuration is no limit


def test_events_have_values_words_and_a_sentence() -> None:
    kinds = kinds_of({"play": "{player} plays {card:cards} for {cost}"}, {"cards": ("ace", "king")})
    play = kinds["play"]
    assert play.encoded({"cost": 2, "card": "king"}) == (1, 1, 2, 0, 0)
    assert play.sentence_of("bold", (1, 2, 0, 0)) == "bold plays king for 2"
    with pytest.raises(TypeError, match="event play has card, cost"):
        play.encoded({"cost": 2})


def test_an_event_has_at_most_four_values() -> None:
    with pytest.raises(ValueError, match="event much: 5 values"):
        kinds_of({"much": "{a} {b} {c} {d} {e}"}, {})


def test_a_slip_of_an_author_is_told_with_its_name() -> None:
    games.register("sound", "tests.small.broken_games:SOUND")
    game, kinds = dealt("sound"), kinds_of({"play": "{card:cards}"}, {"cards": ("ace", "king")})
    with pytest.raises(ValueError, match=r"event 'trun' is not declared\. Did you mean 'turn'"):
        game.event("trun", 0)
    with pytest.raises(TypeError, match="event turn: die is a number, not 'six'"):
        game.event("turn", 0, die="six", points=1)
    with pytest.raises(TypeError, match="event play: card is ace, king, not 'jack'"):
        kinds["play"].encoded({"card": "jack"})
    with pytest.raises(ValueError, match="event play: there are no words 'cards'"):
        kinds_of({"play": "{card:cards}"}, {})
    with pytest.raises(ValueError, match="question 'take' to seat 1 has no options"):
        game.ask(1, "take", ())
    with pytest.raises(Fault, match="no method for the question 'tak'"):
        game.ask(0, "tak", (1, 2))


class Heard:
    """An audience that keeps lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def happened(self, moment: Moment) -> None:
        """Keep the line of an event."""
        self.lines.append(moment.line or "")

    def round_over(self, number: int, lines: list[str]) -> None:
        """Keep the lines of a round."""
        self.lines += lines

    def decided(self, decision: Decision) -> None:
        """Hear nothing."""


def test_a_game_is_told_in_its_sentences() -> None:
    session = SOUND.session(SOUND.variant("x", "", ()), 2, "rounds")
    heard = Heard()
    teller = SOUND.teller(session, ("bold", "shy"), heard)  # type: ignore[arg-type]
    outcome = session.play(0, 1, (1, 2), [maker(OWN + "    pass\n")() for _ in range(2)])
    assert heard.lines[1] == "Round 1"
    assert heard.lines[2].startswith("  bold sees ")
    assert f"  bold {outcome.scores[0]}, shy {outcome.scores[1]}" in [
        *heard.lines,
        *teller.over(outcome),
        *heard.lines,
    ]


class Typist:
    """A terminal at which somebody types the same word."""

    def __init__(self, word: str) -> None:
        self.word, self.lines = word, list[str]()

    def tell(self, line: str) -> None:
        """Keep a line."""
        self.lines.append(line)

    def ask(self, prompt: str) -> str:
        """Return the word."""
        return self.word


def test_a_person_plays_by_words() -> None:
    session = SOUND.session(SOUND.variant("x", "", ()), 2, "rounds")
    teller = SOUND.teller(session, ("human", "shy"), Heard())  # type: ignore[arg-type]
    typist = Typist("leave")
    players = [teller.person(0, typist), maker(OWN + "    pass\n")()]
    outcome = session.play(0, 1, (1, 2), players)
    assert outcome.scores[0] == 0 and not outcome.void
    assert any(line.startswith("  die: ") for line in typist.lines)


def test_a_part_of_a_game_is_played_with_given_dice() -> None:
    games.register("sound", "tests.small.broken_games:SOUND")
    game = dealt("sound", dice=[5], rules={"rounds": 1})
    game.turn(1)
    assert game.scores in ([0, 5], [0, 0]) and game.rules.rounds == 1


class Quiz(Play):
    """One question with pairs as options; whoever picks the larger sum wins."""

    def play(self) -> None:
        """Ask each seat once."""
        self.begin_round()
        for seat in self.seats:
            pair = self.ask(seat, "take", ((1, 2), (5, 6)))
            self.scores[seat] = sum(pair)


def test_options_may_be_tuples_of_numbers() -> None:
    game = SmallGame("quiz", "Quiz", players=(2, 2), play=Quiz, strategy=Chooser, events={})
    session = game.session(game.variant("x", "", ()), 2, "rounds")

    class Last(Chooser):
        """Takes the last option."""

        def take(self, view: Any) -> Any:
            """Take the last option."""
            return view.options[-1]

    outcome = session.play(0, 1, (1, 2), [game.strategy_factory(Last, {})() for _ in range(2)])
    assert outcome.scores == (11, 11) and outcome.winners == 3


def test_shuffled_items_are_the_same_items() -> None:
    orders = [tuple(Play({}, 2, key, {}).shuffled(range(6))) for key in range(40)]
    assert all(sorted(order) == [*range(6)] for order in orders)
    assert len({*orders}) > 30
    rolls = [Play({}, 2, key, {}).roll(4) for key in range(60)]
    assert {*rolls} == {1, 2, 3, 4}


class Laid(Quiz):
    """A game with a board."""

    def set_up(self) -> None:
        """Lay the board and roll for it."""
        self.board = [self.roll() for _ in range(6)]


def test_a_game_is_set_up_before_it_is_played_and_for_a_test() -> None:
    session = LAID.session(LAID.variant("x", "", ()), 2, "rounds")
    session.play(0, 1, (1, 2), [LAID.strategy_factory(Chooser, {})() for _ in range(2)])
    assert len(session.game.board) == 6  # type: ignore[attr-defined]
    games.register("laid", "tests.small.test_play:LAID")
    game = dealt("laid", dice=[6])
    assert len(game.board) == 6 and game.roll() == 6


LAID = SmallGame("laid", "Laid", players=(2, 2), play=Laid, strategy=Chooser, events={})


class Nobody(Quiz):
    """A game that names no winner."""

    def winners(self) -> list[int]:
        """Return nobody."""
        return []


def test_a_game_without_a_winner_is_an_error_of_the_game() -> None:
    game = SmallGame("nobody", "Nobody", players=(2, 2), play=Nobody, strategy=Chooser, events={})
    session = game.session(game.variant("x", "", ()), 2, "rounds")
    with pytest.raises(ValueError, match="names no winner"):
        session.play(0, 1, (1, 2), [game.strategy_factory(Chooser, {})() for _ in range(2)])


def test_rules_have_the_values_of_the_overlay() -> None:
    given: list[tuple[str, Mapping[str, Any]]] = [("o", {"rules": {"rounds": 5}})]
    variant = SOUND.variant("x", "", given)
    outcome = SOUND.session(variant, 2, "rounds").play(
        0, 1, (1, 2), [maker(OWN + "    pass\n")() for _ in range(2)]
    )
    assert outcome.rounds == 5
    assert SOUND.rule_rows(variant, "rounds")[0]["value"] == 5


def test_a_strategy_draws_from_its_own_chance() -> None:
    class Own(Strategy):
        """Nothing of its own."""

    assert Own().pick([7]) == 7
    assert number("x", 1, 0, 2, "", "x").range == "0 to 2"
