"""The base of the strategies of Ant Wars: its hooks are the questions of the game (`words.QUESTIONS`)."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.desk import Shown
from marchsim.games.antwars.words import QUESTIONS
from marchsim.kernel.compat import mypyc_attr
from marchsim.tabletop.players.minds import Seen
from marchsim.tabletop.players.scripts import Desk, Scripted

HOOKS: Final = tuple([question[0] for question in QUESTIONS])


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Scripted):
    """A colony's player. Define the hooks that you need, or override `otherwise`."""

    def __init__(self) -> None:
        super().__init__(Strategy, HOOKS)

    def desk_at(self, view: Seen) -> Desk:
        """The `me` and `table` of a view."""
        assert isinstance(view, View)
        return Shown(view)
