"""The class of each card that has code of its own. Numbers alone define all other cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from marchsim.games.march.amounts import VALUED
from marchsim.games.march.cards import evolutions, fortunes, journeys, losses
from marchsim.games.march.cards.plain import PlainEvent, PlainGoal
from marchsim.games.march.engine.card import X_PLAIN, Card
from marchsim.games.march.engine.moments import ActiveCard


def coded() -> dict[str, type[ActiveCard]]:
    """The cards of these modules by id: that of `QueensJourney` is queens-journey. Bases are no cards."""
    modules: list[Any] = [evolutions, fortunes, journeys, losses]
    return {
        re.sub("(?<=.)(?=[A-Z])", "-", name).lower(): cls
        for module in modules
        for name, cls in vars(module).items()
        if isinstance(cls, type) and cls.__module__ == module.__name__ and not cls.__subclasses__()
    }


CODED: Final = coded()


def make_card(card_id: str, kind: str, index: int, amounts: Mapping[str, int]) -> Card:
    """Create the object of the card with this id. `kind` is event, evolution or goal."""
    known = CODED.get(card_id)
    if known is not None:
        return known(index, amounts)
    if kind == "event":
        return PlainEvent(index, amounts)
    if kind == "goal":
        return PlainGoal(index, amounts)
    return Card(index, amounts)


def is_rated(card_id: str, kind: str, amounts: Mapping[str, int]) -> bool:
    """Whether heuristics can rate a card of a kind of `amounts.BASE`. They rate every goal by its points."""
    if kind == "goal":
        return True
    own = CODED.get(card_id, Card)
    valued = any(amounts[name] for name in amounts if name in VALUED[kind])
    return bool(own.rated) or own.special != X_PLAIN or valued
