"""The weights of a heuristic, with their defaults (`tabletop.players.weights` keeps them by round).

Values are in colony points: with food = 0.9, a food is worth 0.9 points. Factors multiply the gains that the
heuristic expects: with battle = 2, victories count twice.
"""

from __future__ import annotations

from typing import Final

from marchsim.tabletop.players.weights import Weights, defaults_of

W_FOOD: Final = 0
W_LARVA: Final = 1
W_CARD: Final = 2
W_ANT: Final = 3
W_INNER: Final = 4
W_SITE: Final = 5
W_POINT: Final = 6
W_HUNGER: Final = 7
W_BATTLE: Final = 8
W_CENTIPEDE: Final = 9
W_HARM: Final = 10
W_INVADE: Final = 11
W_FEROCITY: Final = 12
W_HEAD: Final = 13
W_THORAX: Final = 14
W_ABDOMEN: Final = 15
W_BODY: Final = 16
W_GOAL: Final = 17
W_EVENT: Final = 18
W_EXPLORE: Final = 19
W_MARCH: Final = 20
W_FORAGE: Final = 21
W_PLAY: Final = 22
W_REST: Final = 23
W_END: Final = 24
W_HORDE: Final = 25
WEIGHTS: Final = 26

# name, default, meaning: the order is that of the constants
TABLE: Final = (
    ("food", 0.9, "value of a food in the store"),
    ("larva", 0.35, "value of a larva in the chamber"),
    ("card", 1.4, "value of an unknown card"),
    ("ant", 0.35, "value of an own ant, beside the site that it holds"),
    ("inner", 1.15, "factor on the points of Inner Meadow hexes under control"),
    ("site", 1.0, "factor on what collection sites yield"),
    ("point", 0.7, "factor on colony points gained at once"),
    ("hunger", 1.2, "factor on what a food is worth that will be missing at the next feeding"),
    ("battle", 1.2, "factor on the points and hexes that battles win"),
    ("centipede", 1.2, "factor on what battles against centipedes win"),
    ("harm", 0.15, "share of what others lose that counts as an own gain"),
    ("invade", 0.2, "value added to each hex in which a battle is sought"),
    ("ferocity", 0.2, "value of a card's point of ferocity while it is in the hand"),
    ("head", 0.5, "value of a head in play, per round"),
    ("thorax", 0.1, "value of a thorax in play, per round"),
    ("abdomen", 0.3, "value of an abdomen in play, per round"),
    ("body", 0.8, "factor on the points of complete bodies"),
    ("goal", 0.6, "factor on the points of Colony Goals"),
    ("event", 0.5, "factor on what events do"),
    ("explore", 0.0, "value added to the action Explore"),
    ("march", 0.0, "value added to the action March"),
    ("forage", 0.5, "value added to the action Forage"),
    ("play", 0.0, "value added to the action Play a Card"),
    ("rest", 0.4, "value added to the action Rest"),
    ("end", 1.0, "factor on the bonuses of the end of the game"),
    ("horde", 1.0, "value of a colony point that the Centipede Horde does not gain"),
)
DEFAULTS: Final[Weights] = defaults_of(TABLE)  # shared by all; copied before it is changed
NAMES: Final = DEFAULTS.names
