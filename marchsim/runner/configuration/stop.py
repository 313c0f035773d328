"""`[stop]`: when a run ends before its last block. What it rests on is a prefix of whole blocks, never more.

Games and blocks shorten the plan. Minutes and precision are looked at while it is played, precision at
checkpoints only, so that its end does not depend on who plays how fast.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from marchsim.runner.configuration.fields import Fields

MOST_GAMES = 10**12
MOST_MINUTES = 60.0 * 24 * 366
USUAL_EVERY = 10


@dataclass(frozen=True)
class Stop:
    """The rules that are given (0: not given). `every` is the number of blocks from one look to the next."""

    games: int = 0
    blocks: int = 0
    minutes: float = 0.0
    precision: float = 0.0
    every: int = USUAL_EVERY

    @property
    def open_ended(self) -> bool:
        """Return whether it is known only while playing when the run ends."""
        return bool(self.minutes or self.precision)

    def blocks_of(self, most: int, games_per_block: int) -> int:
        """Return how many blocks are played at most, of the design's `most`."""
        limits = [most, self.blocks or most, -(-self.games // games_per_block) or most]
        return min(limits)

    def data(self) -> dict[str, Any]:
        """Return the rules that are given as plain data in the form of a configuration."""
        given = {key: value for key, value in asdict(self).items() if key != "every" and value}
        return given | ({"every": self.every} if self.precision else {})


def read(fields: Fields, most_blocks: int, maximum_given: bool) -> Stop:
    """Return the rules of a table [stop]."""
    found = Stop(
        fields.integer("games", 1, MOST_GAMES) if fields.get("games") is not None else 0,
        fields.integer("blocks", 1, most_blocks) if fields.get("blocks") is not None else 0,
        fields.number("minutes", 0.001, MOST_MINUTES, 0.0),
        fields.number("precision", 0.001, 0.999, 0.0),
        fields.integer("every", 1, most_blocks, USUAL_EVERY),
    )
    fields.finish()
    if "every" in fields.data and not found.precision:
        raise fields.error("every", "belongs to stop.precision; remove it, or give a precision.")
    for key, given in (("minutes", found.minutes), ("precision", found.precision)):
        if given and not (maximum_given or found.blocks or found.games):
            raise fields.error(
                key, "needs a maximum; give design.blocks, the most blocks that may be played."
            )
    return found
