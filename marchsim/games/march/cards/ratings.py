"""The value of cards to players: the kinds of gain, and the gain from each amount.

Gains are in hundredths of a unit, and the player decides the value of a unit. An event or the bonus of a goal
gives its gains once, an evolution in each round in play. A card with code of its own adds gains (`rated`). If
the value of its effect depends on the position, `special` is the kind of effect (X_*), and `main` names the
amount that sets the size of the effect.
"""

from __future__ import annotations

from typing import Final

# Kinds of gain
G_FOOD: Final = 0
G_LARVAE: Final = 1
G_CARDS: Final = 2
G_POINTS: Final = 3
G_STEPS: Final = 4  # steps of ants or larvae
G_HARM: Final = 5  # larvae that others lose
G_STRENGTH: Final = 6  # Army Strength in battles
G_INNER: Final = 7  # points per Inner Meadow hex under control
GAINS: Final = 8

# Cards whose worth depends on the position in a way of their own
X_PLAIN: Final = 0
X_SWARM: Final = 1
X_OUTBREAK: Final = 2
X_SNEAK: Final = 3
X_SPARROW: Final = 4
X_HUNT: Final = 5
X_JOURNEY: Final = 6
X_FRENZY: Final = 7
X_RADIATION: Final = 8
X_STEAL: Final = 9
X_FLIGHT: Final = 10
X_HARVEST: Final = 11
X_HOLE: Final = 12
X_TRAITOR: Final = 13
X_GIFTS: Final = 14
X_APPETITE: Final = 15
# amount -> the gain it makes and how much of one, in hundredths, for one of the amount
EVENT_GAINS: Final[dict[str, tuple[int, int]]] = {
    "gain_food": (G_FOOD, 100), "gain_larvae": (G_LARVAE, 100), "draw": (G_CARDS, 100),
    "points": (G_POINTS, 100), "points_per_inner": (G_INNER, 100), "steps": (G_STEPS, 100),
    "ant_steps": (G_STEPS, 70), "place_larvae": (G_STEPS, 90), "others_lose_food": (G_HARM, 600),
    "others_lose_larvae": (G_HARM, 250),
}  # fmt: skip
EVOLUTION_GAINS: Final[dict[str, tuple[int, int]]] = {
    "ant_steps": (G_STEPS, 60), "strength_as_invader": (G_STRENGTH, 60),
    "strength_as_defender": (G_STRENGTH, 60),
    "ferocity_cards": (G_STRENGTH, 40), "explore_look": (G_STEPS, 20),
    "silences": (G_STRENGTH, 450), "battle_food": (G_FOOD, 25), "win_larvae": (G_LARVAE, 30),
    "rival_loses_larvae": (G_HARM, 30), "spared": (G_LARVAE, 40), "flight": (G_STEPS, 80),
    "digs": (G_STEPS, 80),
    "traps": (G_STEPS, 60), "march_steps": (G_STEPS, 60), "react_march_steps": (G_STEPS, 50),
    "forage_cards": (G_CARDS, 30), "react_forage_larvae": (G_LARVAE, 90), "explore_food": (G_FOOD, 45),
    "explore_site_larvae": (G_LARVAE, 80), "decree_food": (G_FOOD, 90), "decree_larvae": (G_LARVAE, 40),
    "queen_draw": (G_CARDS, 35), "queen_ant_steps": (G_STEPS, 50), "twice_sites": (G_FOOD, 100),
    "food_sites": (G_FOOD, 35), "single_larva_extra": (G_LARVAE, 130), "feed_others": (G_HARM, 100),
    "feed_self": (G_FOOD, 70), "tunnel_unfed": (G_FOOD, 30), "queen_points": (G_POINTS, 40),
}  # fmt: skip
GOAL_GAINS: Final[dict[str, tuple[int, int]]] = {
    "bonus_food": (G_FOOD, 100), "bonus_larvae": (G_LARVAE, 100), "bonus_draw": (G_CARDS, 100),
    "bonus_ant_steps": (G_STEPS, 70), "bonus_place_larvae": (G_STEPS, 80),
    "bonus_tunnel_larvae": (G_STEPS, 20),
    "bonus_wormhole": (G_STEPS, 20),
}  # fmt: skip
