"""The triggers of cards and species: methods that do nothing until a class overrides them.

A card defined by its amounts alone is a `Card` and has no triggers. The cards in `cards` and the Primitive
Species in `species` override some.
"""

from __future__ import annotations

from marchsim.games.march.engine.card import Card
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import Mat
from marchsim.kernel.compat import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class ActiveCard(Card):
    """A card that acts when the engine calls its triggers."""

    # events and Colony Goals
    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether the card's effect has a legal target now (GEN-03)."""
        return True

    def resolve(self, g: Play, seat: i64) -> None:
        """Apply the card's effect."""

    # heads
    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Act at the start of the Soldier Phase (SOL-01)."""

    def soldier_phase_ends(self, g: Play, seat: i64) -> None:
        """Act at the end of the Soldier Phase (SOL-04)."""

    def battle_over(self, g: Play, seat: i64, hexno: i64) -> None:
        """Act after a battle of the Soldier Phase in which this player fought (BAT-16)."""

    # thoraxes
    def drop_card(self, g: Play, seat: i64) -> None:
        """Draw a card and discard it at once. Each Forage calls this `forage_drops` times."""

    # abdomens
    def queen_phase_begins(self, g: Play, seat: i64) -> None:
        """Act at the start of the Queen Phase (QUE-01)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ActiveMat(Mat):
    """The nest mat of a species with an action of its own."""

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player can afford the species action and carry it out. The options stay as they are."""
        return False

    def act(self, g: Play, seat: i64) -> None:
        """Carry out the species action, then the reactions to it."""

    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Act before the player's head at the start of the Soldier Phase (PRI-10)."""


def has_target(g: Play, seat: i64, card: i64) -> bool:
    """Whether a card's effect has a legal target now (GEN-03)."""
    own = g.cards[card]
    return not isinstance(own, ActiveCard) or own.has_target(g, seat)


def resolve(g: Play, seat: i64, card: i64) -> None:
    """Apply the effect of an event, or the bonus of a Colony Goal."""
    own = g.cards[card]
    if isinstance(own, ActiveCard):
        own.resolve(g, seat)
