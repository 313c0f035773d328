"""What a worker of a card study needs, as plain data: the tournament's job, and which items are studied.

Positions count through deals, then items, so that all items have as many deals however far a study is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from marchsim.kernel.streams import deal_key
from marchsim.runner.planning.schedule import Entry
from marchsim.studies.dealing.study import JobWork

STAGE = "cards"


@dataclass(frozen=True)
class CardDeals(JobWork):
    """A job of one rule set at one player count, and the ids of the items.

    Its deals take the place of the schedule's. `table` is the game's table of items that came to seats,
    `column` the column in it that names the item.
    """

    items: tuple[str, ...]
    table: str
    column: str

    def place(self, position: int) -> tuple[str, int]:
        """Return item and number of the deal at a position."""
        deal, item = divmod(position, len(self.items))
        return self.items[item], deal

    def entry(self, position: int, redraw: int) -> Entry:
        """Return the game as dealt at a position; `redraw` counts the deals there that were rejected.

        Each item has its own deals, so every item has its own controls. Line-ups, orders around the table and
        the first player alternate from deal to deal.
        """
        item, deal = self.place(position)
        schedule = self.schedule
        block, line_up = divmod(deal, schedule.line_ups_per_block)
        rotation = block % schedule.matchups[0].rotations
        seated = schedule.entry(schedule.first_game(block, 0, line_up) + rotation * schedule.variants)
        key = deal_key(self.job.seed, f"{STAGE}:{item}", seated.players, deal, str(redraw))
        return replace(seated, game=position, deal=deal, deal_key=key)
