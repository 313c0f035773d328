"""The base set: the amounts that a card without code may have, each declared here alone.

Together, the amounts of a card without code are its effect. An amount that is absent or 0 does nothing.
`BASE` has the meaning, text, range and value to players of each amount, `Amounts` its place in the engine's
cards (a test compares them). Cards and tiles with code have amounts of their own, which their text explains.
`LIMITS` bounds those that may not reach 100.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from marchsim.kernel.compat import i64, mypyc_attr

MOST: Final = 100

# Kinds of gain, by which players value an amount
G_FOOD: Final = 0
G_LARVAE: Final = 1
G_CARDS: Final = 2
G_POINTS: Final = 3
G_STEPS: Final = 4  # steps of ants or larvae
G_HARM: Final = 5  # larvae that others lose
G_STRENGTH: Final = 6  # Army Strength in battles
G_INNER: Final = 7  # points per Inner Meadow hex under control
GAINS: Final = 8


@mypyc_attr(allow_interpreted_subclasses=True)
class Amounts:
    """The base amounts of a card, as the rules read them. Absent ones have the values given here."""

    # events
    gain_food: i64 = 0
    gain_larvae: i64 = 0
    draw: i64 = 0
    points: i64 = 0
    steps: i64 = 0
    ant_steps: i64 = 0
    place_larvae: i64 = 0
    points_per_inner: i64 = 0
    points_most: i64 = 0
    others_lose_food: i64 = 0
    others_lose_larvae: i64 = 0
    # heads (and ant_steps)
    strength_as_invader: i64 = 0
    strength_as_defender: i64 = 0
    ferocity_cards: i64 = 0
    silences: i64 = 0
    battle_food: i64 = 0
    win_larvae: i64 = 0
    rival_loses_larvae: i64 = 0
    spared: i64 = 0
    # thoraxes
    flight: i64 = 0
    digs: i64 = 0
    traps: i64 = 0
    explore_look: i64 = 1
    march_steps: i64 = 0
    react_march_steps: i64 = 0
    forage_cards: i64 = 0
    react_forage_larvae: i64 = 0
    explore_food: i64 = 0
    explore_site_larvae: i64 = 0
    # abdomens
    decree_food: i64 = 0
    decree_larvae: i64 = 0
    queen_draw: i64 = 0
    queen_ant_steps: i64 = 0
    twice_sites: i64 = 0
    food_sites: i64 = 0
    single_larva_extra: i64 = 0
    feed_others: i64 = 0
    feed_self: i64 = 0
    tunnel_unfed: i64 = 0
    queen_points: i64 = 0
    need_inhabited: i64 = 0
    # goals
    need_hand: i64 = 0
    need_inner: i64 = 0
    need_outer: i64 = 0
    need_alone: i64 = 0
    need_single_larvae: i64 = 0
    need_wins: i64 = 0
    need_chain: i64 = 0
    more_ants_in_tunnel: i64 = 0
    more_food: i64 = 0
    more_evolutions: i64 = 0
    more_larvae: i64 = 0
    points_per_wormhole: i64 = 0
    bonus_food: i64 = 0
    bonus_larvae: i64 = 0
    bonus_draw: i64 = 0
    bonus_ant_steps: i64 = 0
    bonus_place_larvae: i64 = 0
    bonus_tunnel_larvae: i64 = 0
    bonus_wormhole: i64 = 0

    def __init__(self, amounts: Mapping[str, int]) -> None:
        for name, amount in amounts.items():
            if name in BASE_NAMES:
                setattr(self, name, amount)


class Amount(NamedTuple):
    """An amount of the base set: its meaning, its clause in a card's text, its range, and its gain.

    `gain` is a kind of gain and the hundredths of a unit that one of the amount is worth. Players value a
    unit. None: no gain by itself.
    """

    meaning: str
    clause: str
    low: int = 0
    high: int = MOST
    gain: tuple[int, int] | None = None


def _flag(meaning: str, clause: str, gain: tuple[int, int] | None = None) -> Amount:
    """Define an amount that is 1 if a condition holds, and 0 otherwise."""
    return Amount(meaning, clause, 0, 1, gain)


EVENT: Mapping[str, Amount] = {
    "gain_food": Amount("food gained", "Gain {gain_food} food.", gain=(G_FOOD, 100)),
    "gain_larvae": Amount(
        "larvae gained from the supply",
        "Gain {gain_larvae} {gain_larvae:larva|larvae}.",
        gain=(G_LARVAE, 100),
    ),
    "draw": Amount("cards drawn", "Draw {draw} {draw:card|cards}.", gain=(G_CARDS, 100)),
    "points": Amount("colony points gained", "Gain {points} {points:point|points}.", gain=(G_POINTS, 100)),
    "points_per_inner": Amount(
        "colony points per Inner Meadow hex that the player controls (see points_most)",
        "Gain {points_per_inner} {points_per_inner:point|points} per Inner Meadow hex that you control.",
        gain=(G_INNER, 100),
    ),
    "points_most": Amount(
        "most colony points that points_per_inner may give (absent: no limit)",
        "At most {points_most} {points_most:point|points} in this way.",
        low=1,
    ),
    "steps": Amount(
        "most steps with larvae and ants, larvae first; ordinary steps without thorax bonus",
        "Take up to {steps} {steps:step|steps} with larvae and ants, larvae first.",
        gain=(G_STEPS, 100),
    ),
    "ant_steps": Amount(
        "most steps with ants alone",
        "Take up to {ant_steps} {ant_steps:step|steps} with ants, no larvae.",
        gain=(G_STEPS, 70),
    ),
    "place_larvae": Amount(
        "most larvae placed in hexes that the player inhabits or the Great Tunnel",
        "Place up to {place_larvae} {place_larvae:larva|larvae} in hexes that you inhabit "
        "or the Great Tunnel.",
        gain=(G_STEPS, 90),
    ),
    "others_lose_food": Amount(
        "food that each other player loses",
        "Each other player loses {others_lose_food} food.",
        gain=(G_HARM, 600),
    ),
    "others_lose_larvae": Amount(
        "larvae that each other player loses from its chamber",
        "Each other player loses {others_lose_larvae} {others_lose_larvae:larva|larvae}.",
        gain=(G_HARM, 250),
    ),
}

HEAD: Mapping[str, Amount] = {
    "ant_steps": Amount(
        "most steps with ants at the start of the Soldier Phase",
        "Start of the Soldier Phase: you may take up to {ant_steps} {ant_steps:step|steps} with ants, "
        "no larvae.",
        gain=(G_STEPS, 60),
    ),
    "strength_as_invader": Amount(
        "Army Strength added when its player is the invader, casualties too",
        "+{strength_as_invader} Army Strength (casualties too) when you are the invader.",
        gain=(G_STRENGTH, 60),
    ),
    "strength_as_defender": Amount(
        "Army Strength added when its player is the defender, casualties and centipede battles too",
        "+{strength_as_defender} Army Strength (casualties too) when you are the defender, "
        "centipede battles included.",
        gain=(G_STRENGTH, 60),
    ),
    "ferocity_cards": Amount(
        "cards that may be laid together for ferocity, where that is more than the rule's number",
        "You may lay up to {ferocity_cards} {ferocity_cards:card|cards} face down together for ferocity; "
        "all count.",
        low=1,
        high=10,
        gain=(G_STRENGTH, 40),
    ),
    "silences": _flag(
        "1: in every battle the opponent lays nothing for ferocity; a centipede draws only its first card",
        "{silences?In every battle you fight, in any phase, the opponent discards nothing for ferocity; "
        "a centipede draws no card beyond its first.}",
        gain=(G_STRENGTH, 450),
    ),
    "battle_food": Amount(
        "food gained as each battle begins, in any phase",
        "Whenever you fight a battle, in any phase, gain {battle_food} food as it begins.",
        gain=(G_FOOD, 25),
    ),
    "win_larvae": Amount(
        "larvae gained for each battle won, in any phase",
        "When you win any battle, gain {win_larvae} {win_larvae:larva|larvae}.",
        gain=(G_LARVAE, 30),
    ),
    "rival_loses_larvae": Amount(
        "larvae that the loser loses in each ant battle won",
        "When you win an ant battle, the loser loses {rival_loses_larvae} {rival_loses_larvae:larva|larvae}.",
        gain=(G_HARM, 30),
    ),
    "spared": Amount(
        "casualties fewer, where they are fewer than the player's ants there",
        "If the casualties due to you in a battle are fewer than your ants there, you lose {spared} fewer.",
        gain=(G_LARVAE, 40),
    ),
}

THORAX: Mapping[str, Amount] = {
    "flight": Amount(
        "places on the map that a step of an ant may cross, whatever lies between",
        "Any step of your ants may instead go to any hex up to {flight} {flight:place|places} away "
        "on the map, whatever lies between.",
        high=10,
        gain=(G_STEPS, 80),
    ),
    "digs": _flag(
        "1: the player's ants step between adjacent hexes without tunnels, the Great Tunnel too",
        "{digs?Your ants may step between adjacent hexes without tunnels, the Great Tunnel too.}",
        gain=(G_STEPS, 80),
    ),
    "traps": _flag(
        "1: on tiles that the player inhabits nobody may move or exchange other players' ants out",
        "{traps?On tiles that you inhabit, other players' ants are trapped: nobody may move or exchange them "
        "out.}",
        gain=(G_STEPS, 60),
    ),
    "explore_look": Amount(
        "hexes looked at when one is drawn for Explore or a card; one is taken, the others go back on top",
        "When you draw a hex, look at the top {explore_look}, take one, and put the rest back on top.",
        low=1,
        high=10,
        gain=(G_STEPS, 20),
    ),
    "march_steps": Amount(
        "steps more in the March action, beside the caste bonus",
        "Your March action has {march_steps} more {march_steps:step|steps}.",
        gain=(G_STEPS, 60),
    ),
    "react_march_steps": Amount(
        "steps of the reaction to March, in place of the rule's number",
        "Your reaction to March is up to {react_march_steps} {react_march_steps:step|steps}.",
        gain=(G_STEPS, 50),
    ),
    "forage_cards": Amount(
        "cards more drawn in the Forage action",
        "Your Forage draws {forage_cards} more {forage_cards:card|cards}.",
        gain=(G_CARDS, 30),
    ),
    "react_forage_larvae": Amount(
        "larvae of the reaction to Forage, in place of the rule's number",
        "Your reaction to Forage gains {react_forage_larvae} {react_forage_larvae:larva|larvae}.",
        gain=(G_LARVAE, 90),
    ),
    "explore_food": Amount(
        "food gained after Explore, once in each Worker Phase",
        "Once per Worker Phase, after you Explore, gain {explore_food} food.",
        gain=(G_FOOD, 45),
    ),
    "explore_site_larvae": Amount(
        "larvae gained after Explore (ants moved, before reactions) per larva site, single or double",
        "After your Explore (ants moved, before reactions) gain {explore_site_larvae} "
        "{explore_site_larvae:larva|larvae} per single or double larva site that you inhabit.",
        gain=(G_LARVAE, 80),
    ),
}

ABDOMEN: Mapping[str, Amount] = {
    "decree_food": Amount(
        "food more from the Royal Decree, where food is taken",
        "Royal Decree: {decree_food} more food, if you take food.",
        gain=(G_FOOD, 90),
    ),
    "decree_larvae": Amount(
        "larvae more from the Royal Decree, where larvae are taken",
        "Royal Decree: {decree_larvae} more {decree_larvae:larva|larvae}, if you take larvae.",
        gain=(G_LARVAE, 40),
    ),
    "queen_draw": Amount(
        "cards drawn at the start of the Queen Phase",
        "Start of the Queen Phase: draw {queen_draw} {queen_draw:card|cards}.",
        gain=(G_CARDS, 35),
    ),
    "queen_ant_steps": Amount(
        "most steps with ants at the start of the Queen Phase",
        "Start of the Queen Phase: you may take up to {queen_ant_steps} {queen_ant_steps:step|steps} "
        "with ants, no larvae.",
        gain=(G_STEPS, 50),
    ),
    "twice_sites": Amount(
        "sites of the player's choice that yield twice in the Harvest",
        "Harvest: {twice_sites} {twice_sites:site|sites} of your choice yield twice.",
        gain=(G_FOOD, 100),
    ),
    "food_sites": Amount(
        "most inhabited sites that may yield food in place of their resource",
        "Harvest: up to {food_sites} {food_sites:site|sites} that you inhabit yield a food instead of "
        "their resource.",
        gain=(G_FOOD, 35),
    ),
    "single_larva_extra": Amount(
        "larvae more from each single-larva site in the Harvest",
        "Harvest: each single-larva site yields {single_larva_extra} more {single_larva_extra:larva|larvae}.",
        gain=(G_LARVAE, 130),
    ),
    "feed_others": Amount(
        "added to each other player's total to be fed",
        "Feeding: each other player's total to be fed is {feed_others} higher.",
        gain=(G_HARM, 100),
    ),
    "feed_self": Amount(
        "taken from the player's own total to be fed, for each other player, not below nothing",
        "Feeding: your total to be fed is {feed_self} lower per other player (not below nothing).",
        gain=(G_FOOD, 70),
    ),
    "tunnel_unfed": _flag(
        "1: the player's ants in the Great Tunnel are not counted for feeding",
        "{tunnel_unfed?Your ants in the Great Tunnel are not counted for feeding (starved ants may still be "
        "taken from there).}",
        gain=(G_FOOD, 30),
    ),
    "queen_points": Amount(
        "colony points at the start of the Queen Phase, if need_inhabited is met",
        "Start of the Queen Phase: gain {queen_points} {queen_points:point|points}.",
        gain=(G_POINTS, 40),
    ),
    "need_inhabited": Amount(
        "tiles to be inhabited for queen_points (absent: none)",
        "The points need {need_inhabited} or more inhabited tiles.",
    ),
}

GOAL: Mapping[str, Amount] = {
    "points": Amount(
        "colony points in each Slumber in which every condition holds",
        "Each Slumber in which its conditions hold: {points} {points:point|points}.",
    ),
    "need_hand": Amount("cards in hand, at least", "Condition: {need_hand} or more cards in hand."),
    "need_inner": Amount(
        "Inner Meadow hexes controlled, at least",
        "Condition: control {need_inner} or more Inner Meadow hexes.",
    ),
    "need_outer": Amount(
        "tiles inhabited outside the Inner Meadow, at least",
        "Condition: inhabit {need_outer} or more tiles outside the Inner Meadow.",
    ),
    "need_alone": Amount(
        "tiles inhabited where no other player has any ant, at least",
        "Condition: inhabit {need_alone} or more tiles with no ant of another player, outskirts included.",
    ),
    "need_single_larvae": Amount(
        "single-larva sites held, at least",
        "Condition: hold {need_single_larvae} or more single-larva sites.",
    ),
    "need_wins": Amount(
        "battles won since the round began, at least, of any kind and in any phase",
        "Condition: {need_wins} or more battles won since this round began.",
    ),
    "need_chain": Amount(
        "inhabited tiles joined by tunnels in one group, at least (neither Great Tunnel nor wormholes join)",
        "Condition: inhabit {need_chain} or more tiles joined by tunnels in one chain.",
    ),
    "more_ants_in_tunnel": _flag(
        "1: strictly more ants in the Great Tunnel than every other player",
        "{more_ants_in_tunnel?Condition: strictly more ants in the Great Tunnel than every other player.}",
    ),
    "more_food": _flag(
        "1: strictly more food than each neighbour",
        "{more_food?Condition: strictly more food than each neighbour.}",
    ),
    "more_evolutions": _flag(
        "1: strictly more evolutions in play, covered ones too, than each neighbour",
        "{more_evolutions?Condition: strictly more evolutions in play (covered ones too) than each "
        "neighbour.}",
    ),
    "more_larvae": _flag(
        "1: strictly more larvae in the chamber than each neighbour",
        "{more_larvae?Condition: strictly more larvae in the chamber than each neighbour.}",
    ),
    "points_per_wormhole": Amount(
        "colony points in each Slumber per inhabited tile with a wormhole (see points_most)",
        "Each Slumber: {points_per_wormhole} {points_per_wormhole:point|points} per tile with a wormhole "
        "that you inhabit.",
    ),
    "points_most": Amount(
        "most colony points that points_per_wormhole may give in one Slumber (absent: no limit)",
        "At most {points_most} {points_most:point|points} in this way.",
        low=1,
    ),
    "bonus_food": Amount(
        "food gained when played", "When played: you may gain {bonus_food} food.", gain=(G_FOOD, 100)
    ),
    "bonus_larvae": Amount(
        "larvae gained when played",
        "When played: you may gain {bonus_larvae} {bonus_larvae:larva|larvae}.",
        gain=(G_LARVAE, 100),
    ),
    "bonus_draw": Amount(
        "cards drawn when played",
        "When played: you may draw {bonus_draw} {bonus_draw:card|cards}.",
        gain=(G_CARDS, 100),
    ),
    "bonus_ant_steps": Amount(
        "most steps with ants when played",
        "When played: you may take up to {bonus_ant_steps} {bonus_ant_steps:step|steps} with ants, "
        "no larvae.",
        gain=(G_STEPS, 70),
    ),
    "bonus_place_larvae": Amount(
        "most larvae placed when played, in hexes that the player inhabits or the Great Tunnel",
        "When played: you may place up to {bonus_place_larvae} {bonus_place_larvae:larva|larvae} in hexes "
        "that you inhabit or the Great Tunnel.",
        gain=(G_STEPS, 80),
    ),
    "bonus_tunnel_larvae": Amount(
        "most larvae placed in the Great Tunnel when played",
        "When played: you may place up to {bonus_tunnel_larvae} {bonus_tunnel_larvae:larva|larvae} in the "
        "Great Tunnel.",
        gain=(G_STEPS, 20),
    ),
    "bonus_wormhole": Amount(
        "most wormhole tokens put, when played, on tiles without a wormhole",
        "When played: you may put up to {bonus_wormhole} wormhole {bonus_wormhole:token|tokens} on "
        "{bonus_wormhole:a tile|tiles} without one.",
        gain=(G_STEPS, 20),
    ),
}

BASE: Mapping[str, Mapping[str, Amount]] = {
    "event": EVENT,
    "head": HEAD,
    "thorax": THORAX,
    "abdomen": ABDOMEN,
    "goal": GOAL,
}
BASE_NAMES: Final = frozenset([name for amounts in BASE.values() for name in amounts])

# What cards of each kind give players to value: amount -> (kind of gain, hundredths of a unit for one of it)
VALUED: Final[dict[str, dict[str, tuple[int, int]]]] = {
    kind: {name: one.gain for name, one in amounts.items() if one.gain is not None}
    for kind, amounts in BASE.items()
}

# Amounts of cards and tiles with code whose range is not 0 to 100: (id or tile number, amount) -> range.
LIMITS: Mapping[tuple[str, str], tuple[int, int]] = {
    ("fungal-outbreak", "divisor"): (1, MOST),
    ("frenzied-activity", "actions"): (0, 10),
    ("early-harvest", "times"): (0, 20),
    ("23", "joined"): (0, 1),
}


def amount_range(owner: str, kind: str, name: str) -> tuple[int, int]:
    """The smallest and largest value of an amount. `owner` is a card's id or a tile's number."""
    if (owner, name) in LIMITS:
        return LIMITS[owner, name]
    known = BASE.get(kind, {}).get(name)
    return (known.low, known.high) if known else (0, MOST)
