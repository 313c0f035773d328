"""The moves: during a game, nothing else writes State.

Each move changes one thing and records its event. Moves decide nothing: `legal` lists the options, and the
chapters of the rules apply the consequences.
"""

from __future__ import annotations

from marchsim.games.march.engine.moves.meadow import Play

__all__ = ["Play"]
