"""The moves: the only writers of State.

Each changes one thing and records its event. They make no decisions: `legal` lists the options, and the
chapters of the rules apply the consequences.
"""

from __future__ import annotations

from marchsim.games.march.engine.moves.meadow import Play

__all__ = ["Play"]
