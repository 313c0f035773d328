"""The page on strategies: its reference is complete and true, its examples play."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from marchsim.games.march import words
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import loading
from marchsim.games.march.words import QUESTIONS, code_of
from marchsim.kernel.game import StrategySource
from marchsim.kernel.table import Listener
from marchsim.tabletop.players.seats import PlayerSeat
from tools import games, strategies_page

CODES = {name[2:]: value for name, value in vars(words).items() if re.fullmatch(r"O_[A-Z]+", name)}


class Codes(Listener):
    """Notes the kinds of options of each question."""

    def __init__(self, g: Play, seen: dict[str, set[int]]) -> None:
        self.g = g
        self.seen = seen

    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Note the options that still lie on the table."""
        self.seen[QUESTIONS[question][0]] |= {int(code_of(self.g.table.options[at])) for at in range(n)}


def test_every_hook_is_listed_with_options_that_are_offered() -> None:
    """In games of every way of playing no question offers what the page does not name."""
    known = {hook: {CODES[name] for name in re.findall(r"\b[A-Z]+\b", text)} for hook, _, text in QUESTIONS}
    seen: dict[str, set[int]] = defaultdict(set)
    for preset, players in games.ways():
        for use in ("eager", "warlord"):
            g = games.deal_out(games.table({"preset": preset}, players), 3, [use] * players)
            g.table.listener = Codes(g, seen)
            games.run(g)
    wrong = {hook: codes - known[hook] for hook, codes in seen.items() if codes - known[hook]}
    assert wrong == {}
    assert len(seen) > 30


def test_every_member_of_a_view_is_listed() -> None:
    """With words of its own, and none that is not there."""
    g = games.deal_out(games.table(players=3), 1, ["random"] * 3)
    mind = g.table.seats[0]
    assert isinstance(mind, PlayerSeat)
    view = mind.view
    names = {name for name in dir(view) if not name.startswith("_")}
    assert set(strategies_page.members()) == names
    assert set(strategies_page.VECTORS) == {name for name in names if name not in dir(View)} or names
    for name in names:
        assert strategies_page.VECTORS.get(name) or strategies_page.described(name), name


def test_the_page_is_up_to_date() -> None:
    page = strategies_page.PAGE.read_text(encoding="utf-8")
    assert page == strategies_page.text(), "run `make docs`"


def examples() -> list[str]:
    """Return the Python of the page."""
    return re.findall(r"```python\n(.*?)```", strategies_page.GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(examples())))
def test_the_examples_play(number: int) -> None:
    """A whole game against its own kind."""
    source = StrategySource("page.py", examples()[number], "0" * 64, origin="page.py")
    make = loading.factory(loading.strategy_class(source), {})
    session = games.table(players=4)
    outcome = session.play(1, 5, [1, 2, 3, 4], [make() for _ in range(4)])
    assert outcome.void == "", outcome.fault


def test_a_recipe_of_the_page_is_what_it_says(tmp_path: Path) -> None:
    """The folder of the page exists for readers: its links and commands name verbs that there are."""
    from marchsim.cli.main import VERBS

    page = strategies_page.GUIDE.read_text(encoding="utf-8")
    for verb in re.findall(r"\bmarchsim ([a-z]+)\b", page):
        assert verb in VERBS, verb
