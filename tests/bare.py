"""A game that can be played and no more: Dice Race without its abilities."""

from __future__ import annotations

from tests.toy import TOY


class Bare:
    """The door of a game, and nothing else of it."""

    name = "bare"
    title = "Bare Race"
    overlay_keys = TOY.overlay_keys
    variant, tables, session = TOY.variant, TOY.tables, TOY.session
    strategy_class, strategy_factory = TOY.strategy_class, TOY.strategy_factory


BARE = Bare()
