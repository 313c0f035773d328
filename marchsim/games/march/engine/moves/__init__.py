"""The moves: the only writers of State.

Each changes one thing and records its own event. They make no decisions. `legal` has the options, the
chapters the consequences.
"""

from __future__ import annotations

from marchsim.games.march.engine.moves.meadow import Play

__all__ = ["Play"]
