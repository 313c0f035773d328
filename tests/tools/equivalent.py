"""Mutants of code that cannot be noticed: function, change, and why the code does the same."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str], str] = {
    (
        "journey_reactions",
        "if placed + moved > 0: -> if placed + moved >= 0:",
    ): "where nobody has moved since the last filling there is no site to fill",
    (
        "ant_battles",
        "if defender < 0: -> if False:",
    ): "a contested hex has more ants than sites, so that each site is held, the control site too",
    (
        "next_invader",
        "elif rank == best: -> elif True:",
    ): "only those of the best rank are offered, and a single option is not asked for",
}
