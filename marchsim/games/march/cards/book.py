"""The class of each card that has code of its own. Numbers alone define all other cards."""

from __future__ import annotations

from collections.abc import Mapping

from marchsim.games.march.cards.evolutions import (
    ArmyHead,
    BlastHead,
    ParasiticThorax,
    StingingAbdomen,
    TraitorousHead,
    TrapjawHead,
)
from marchsim.games.march.cards.fortunes import (
    AdaptiveRadiation,
    CulturalTheft,
    EarlyHarvest,
    EggStealer,
    FrenziedActivity,
    RoyalJelly,
    StrangeAppetite,
)
from marchsim.games.march.cards.journeys import (
    HuntingCentipedes,
    IntoTheUnknown,
    MatingFlight,
    MysteriousHole,
    QueensJourney,
    Swarm,
)
from marchsim.games.march.cards.losses import ColdSnap, FungalOutbreak, SneakAttack, SparrowAttack
from marchsim.games.march.cards.plain import PlainEvent, PlainGoal
from marchsim.games.march.cards.ratings import EVENT_GAINS, EVOLUTION_GAINS, X_PLAIN
from marchsim.games.march.engine.card import Card
from marchsim.games.march.engine.moments import ActiveCard

CODED: dict[str, type[ActiveCard]] = {
    "adaptive-radiation": AdaptiveRadiation,
    "army-head": ArmyHead,
    "blast-head": BlastHead,
    "cold-snap": ColdSnap,
    "cultural-theft": CulturalTheft,
    "early-harvest": EarlyHarvest,
    "egg-stealer": EggStealer,
    "frenzied-activity": FrenziedActivity,
    "fungal-outbreak": FungalOutbreak,
    "hunting-centipedes": HuntingCentipedes,
    "into-the-unknown": IntoTheUnknown,
    "mating-flight": MatingFlight,
    "mysterious-hole": MysteriousHole,
    "parasitic-thorax": ParasiticThorax,
    "queens-journey": QueensJourney,
    "royal-jelly": RoyalJelly,
    "sneak-attack": SneakAttack,
    "sparrow-attack": SparrowAttack,
    "stinging-abdomen": StingingAbdomen,
    "strange-appetite": StrangeAppetite,
    "swarm": Swarm,
    "traitorous-head": TraitorousHead,
    "trapjaw-head": TrapjawHead,
}


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
    """Whether heuristics can rate a card. They rate every goal, since it has points and conditions."""
    if kind == "goal":
        return True
    gains = EVENT_GAINS if kind == "event" else EVOLUTION_GAINS
    own = CODED.get(card_id, Card)
    return (
        bool(own.rated) or own.special != X_PLAIN or any(amounts[name] for name in amounts if name in gains)
    )
