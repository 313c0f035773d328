"""The base of the strategies of March: its hooks are the questions of the game (`words.QUESTIONS`)."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.desk import Shown
from marchsim.games.march.words import QUESTIONS
from marchsim.kernel.compat import mypyc_attr
from marchsim.tabletop.players.minds import Seen
from marchsim.tabletop.players.scripts import Desk, Scripted

HOOKS: Final = tuple([question[0] for question in QUESTIONS])


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Scripted):
    """A player of March of the Ants. Define the hooks that you need, or override `otherwise`."""

    def __init__(self) -> None:
        super().__init__(Strategy, HOOKS)

    def desk_at(self, view: Seen) -> Desk:
        """Return `me` and `table` for a view."""
        assert isinstance(view, View)
        return Shown(view)
