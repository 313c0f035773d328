"""Each question of the game is put to the hook that bears its name, and to no other."""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Strategy
from marchsim.games.march.words import O_PASS, QUESTIONS
from marchsim.tabletop.players.seats import ask
from tools import games


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_a_question_goes_to_its_hook(number: int) -> None:
    """A strategy that answers this one by itself is asked; all others are answered by `otherwise`."""
    g = games.deal_out(games.table(players=3), 1, ["first"] * 3)
    view = View(g.s, g.kit, g.rules, g.mats, g.table, 0)
    name = QUESTIONS[number][0]
    for _ in range(6):
        g.table.offer(O_PASS)
    hooks = {name: lambda self, me, table: table.options[5], "otherwise": lambda self, view: 3}
    player = type("Player", (Strategy,), hooks)()
    assert [ask(player, other, view) for other in range(len(QUESTIONS))] == [
        5 if other == number else 3 for other in range(len(QUESTIONS))
    ]
