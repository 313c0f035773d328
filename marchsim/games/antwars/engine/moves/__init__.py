"""The atoms: the only writers of State. Each changes one thing and records its own event.

They decide nothing and ask nobody; what may be done is `legal`'s business, what follows the chapters'.
"""

from __future__ import annotations

from marchsim.games.antwars.engine.moves.nests import Play

__all__ = ["Play"]
