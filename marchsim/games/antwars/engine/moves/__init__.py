"""The moves: the only writers of State. Each changes one thing and records its event.

They decide nothing and ask no player. `legal` lists the options, and the chapters apply the consequences.
"""

from __future__ import annotations

from marchsim.games.antwars.engine.moves.nests import Play

__all__ = ["Play"]
