"""Every quantity of the rules, and every ruling with an alternative, as a named parameter.

An entry has a name, the default of the standard game, a range, the ids of its rules, and a meaning. Its
source is the rulebook, our ruling where the rulebook is silent, our addition for designers, or the program.
"""

from __future__ import annotations

from collections.abc import Mapping

from marchsim.errors import RulesError
from marchsim.tabletop.rules.parameters import (
    DESIGN,
    PROGRAM,
    RULEBOOK,
    RULING,
    Book,
    Parameter,
    choice,
    flag,
    number,
)

SPECIES_SEAT = "species_seat_"  # one parameter a seat
FOOD_SEAT, LARVAE_SEAT, CARDS_SEAT = "food_seat_", "larvae_seat_", "cards_seat_"  # likewise
BY_SEAT = (SPECIES_SEAT, FOOD_SEAT, LARVAE_SEAT, CARDS_SEAT)
HANDICAP = 10  # the most by which a seat can begin with more or less

SETUP = (
    number("rounds", 4, 1, 9, "SET-07 LNG-01", "rounds in a game, which count from 1"),
    number("cubes", 36, 10, 60, "SET-02", "cubes that each player owns"),
    number("starting_larvae", 5, 0, 30, "SET-02", "larvae in each Larvae Chamber at the start"),
    number("starting_larvae_two", 3, 0, 30, "TWO-03", "the same with two players"),
    number("starting_larvae_solo", 3, 0, 30, "HOR-12", "the same with one player"),
    number(
        "starting_ants",
        1,
        0,
        10,
        "SET-02",
        "ants of each player at the start, in the Great Tunnel or in the player's opening hex",
    ),
    number("starting_ants_two", 3, 0, 10, "TWO-03", "the same with two players"),
    number("starting_ants_solo", 3, 0, 10, "HOR-12", "the same with one player"),
    number("starting_food", 2, 0, 30, "SET-03", "food of each player at the start"),
    number("starting_cards", 2, 0, 10, "SET-04", "cards dealt to each player"),
    number("starting_cards_solo", 4, 0, 10, "HOR-12", "the same with one player"),
    *(
        number(
            f"{prefix}{seat}",
            0,
            -HANDICAP,
            HANDICAP,
            rule,
            f"{what} more, or below 0 fewer, that seat {seat} begins with; seat 0 starts the game",
            DESIGN,
            "The rulebook treats all seats alike; a design may make up for who starts." if seat == 0 else "",
        )
        for prefix, rule, what in (
            (FOOD_SEAT, "DES-01", "food"),
            (LARVAE_SEAT, "DES-02", "larvae"),
            (CARDS_SEAT, "DES-03", "cards"),
        )
        for seat in range(5)
    ),
    choice("tunnel_side", "front reverse", "SET-01", "side of the Great Tunnel that lies up", RULEBOOK),
    choice(
        "tunnel_side_two", "front reverse", "TWO-01", "the same with two players", RULEBOOK, default="reverse"
    ),
    choice(
        "tunnel_side_solo", "front reverse", "HOR-12", "the same with one player", RULEBOOK, default="reverse"
    ),
    number(
        "opening_hexes",
        0,
        0,
        4,
        "SET-02",
        "starting hexes that each player draws at the set-up, to place one of them joined to the Great "
        "Tunnel with its ants in it (0: none, and the ants start in the Great Tunnel)",
    ),
    number("opening_hexes_two", 2, 0, 4, "TWO-02", "the same with two players"),
    number("opening_hexes_solo", 1, 0, 4, "HOR-12", "the same with one player"),
    number(
        "starting_hexes",
        2,
        0,
        8,
        "SET-06 FIV-01",
        "random starting hexes per player on top of the pile, as many as there are (with five players: all)",
    ),
    number(
        "beyond_hexes",
        3,
        0,
        5,
        "SET-05 LNG-03",
        "Beyond the Meadow hexes, drawn at random, in the pile",
        RULING,
        "The rulebook recommends 2 or 3, none in a first game, and all five in a long one.",
    ),
    number("beyond_hexes_five", 5, 0, 5, "SET-05", "the same with five players"),
    number(
        "food_tokens",
        0,
        0,
        500,
        "SET-09",
        "food tokens in the box, shared by all (0: they do not run out)",
        RULING,
        "The box has 30; the rulebook does not say what happens without.",
    ),
    number(
        "tokens",
        15,
        0,
        99,
        "SET-09 HOR-09",
        "centipede and wormhole counters, shared; printed wormholes use none",
    ),
)

WORKERS = (
    number("explore_cost", 1, 0, 9, "EXP-01", "food that Explore costs"),
    choice(
        "explore_moves_from",
        "origin adjacent",
        "EXP-04",
        "where the ants that enter an explored hex come from: the hex explored from, "
        "or any one hex joined to the new one by a tunnel",
        note="The rulebook says 'a single adjacent hex'; its diagram shows the hex explored from.",
    ),
    choice(
        "beyond_timing",
        "after before",
        "EXP-05 BEY-01",
        "when a Beyond the Meadow hex acts: after or before ants move in and sites fill",
    ),
    number("explore_reaction_larvae", 1, 0, 9, "EXP-06", "larvae that a reaction to Explore may place"),
    number("march_cost", 1, 0, 9, "MAR-01", "food that March costs"),
    number("march_steps", 5, 1, 20, "MAR-01", "steps of the March action before the caste bonus"),
    number("march_reaction_steps", 1, 0, 9, "MAR-04", "steps of a reaction to March, ants only"),
    number("forage_cost", 1, 0, 9, "FOR-01", "food that Forage costs"),
    number("forage_cards", 2, 0, 20, "FOR-01", "cards that Forage draws"),
    number("forage_reaction_larvae", 1, 0, 9, "FOR-02", "larvae that a reaction to Forage gains"),
    number(
        "play_reaction_cards",
        1,
        0,
        9,
        "PLY-03",
        "cards drawn for the one discarded in a reaction to playing a card (0: no such reaction)",
    ),
    number("body_points", 3, 0, 30, "PLY-07", "colony points for a complete ant body"),
    number("goals_most", 2, 1, 10, "PLY-09", "Colony Goals that a player may have in play"),
    number("head_strength", 1, 0, 9, "PLY-06 BAT-03", "Army Strength for each head in play"),
    number("thorax_steps", 1, 0, 9, "PLY-06 MAR-01", "March steps for each thorax in play"),
    number(
        "abdomen_feeds", 1, 0, 9, "PLY-06 QUE-04", "ants more that each food feeds, for each abdomen in play"
    ),
    number("rest_larvae", 1, 0, 9, "RST-02", "larvae for a player's first Rest of a round"),
    number("rest_food", 1, 0, 9, "RST-03", "food for each later Rest"),
    number("resting_players", 2, 1, 5, "RST-04", "players whose rest ends the Worker Phase (at most all)"),
    number("resting_players_two", 1, 1, 5, "TWO-04", "the same with two players"),
    number("resting_players_five", 3, 1, 5, "FIV-03", "the same with five players"),
    flag(
        "final_turn",
        False,
        "RST-04",
        "whether each other player has one more turn after the last Rest needed, before the phase ends",
    ),
    flag("final_turn_two", True, "TWO-04", "the same with two players"),
    number(
        "last_rest_bonus_larvae",
        0,
        0,
        9,
        "RST-07",
        "larvae more for the player whose Rest ends the phase",
        RULING,
        "'The second player to Rest gains one larva' is read as the larva of every first Rest.",
    ),
    number(
        "neighbours_react_from",
        5,
        2,
        6,
        "FIV-02",
        "number of players from which only the neighbours may react",
    ),
)

SOLDIERS = (
    flag("lone_survivor", True, "BAT-09", "whether a winner keeps its last ant"),
    flag(
        "defender_wins_ties",
        True,
        "BAT-05 CEN-01",
        "whether the defender wins a tie; against a centipede the ants are the defender",
    ),
    number(
        "winner_loss_divisor",
        2,
        1,
        99,
        "BAT-07",
        "what the loser's Army Strength is divided by, rounded down, for the winner's losses",
    ),
    number("battle_cards", 1, 0, 9, "BAT-04 CEN-03", "cards that a player may lay for ferocity in a battle"),
    number("battle_points", 1, 0, 30, "BAT-11", "colony points for a battle won against another player"),
    flag(
        "heads_outside_soldier",
        True,
        "BAT-17",
        "whether heads add Army Strength in battles outside the Soldier Phase",
        RULING,
        "The caste bonus is printed for the Soldier Phase; no battle elsewhere is treated otherwise.",
    ),
    number("centipede_food", 1, 0, 30, "CEN-05", "food for a centipede destroyed"),
    number("centipede_points", 1, 0, 30, "CEN-05", "colony points for a centipede destroyed"),
    number(
        "centipede_loss_divisor",
        2,
        1,
        99,
        "CEN-05",
        "what a beaten centipede's total is divided by, rounded down, for the winner's losses",
    ),
    number(
        "centipede_cards",
        2,
        0,
        9,
        "CEN-02 CEN-04",
        "cards that a centipede draws; the first is seen before the ants lay theirs",
    ),
)

QUEEN = (
    number("site_food", 1, 0, 9, "QUE-02", "food that a food site yields"),
    number("site_larva", 1, 0, 9, "QUE-02", "larvae that a single-larva site yields"),
    number("site_double_larvae", 2, 0, 9, "QUE-02", "larvae that a double-larvae site yields"),
    number("site_card", 1, 0, 9, "QUE-02", "cards that a card site yields"),
    number("site_point", 1, 0, 9, "QUE-02", "colony points that a colony point site yields"),
    number("feed_rate", 4, 1, 60, "QUE-04 QUE-05", "ants that a food feeds before the caste bonus"),
    number("unfed_larvae", 1, 1, 9, "QUE-05", "larvae that each ant without food costs"),
    number("decree_food", 2, 0, 30, "QUE-07", "food of the Royal Decree"),
    number("decree_larvae", 5, 0, 30, "QUE-07", "larvae of the Royal Decree"),
    number(
        "rounds_without_decree",
        1,
        0,
        9,
        "QUE-07 LNG-02",
        "rounds without a Royal Decree, the last ones of the game",
    ),
    number("inner_points", 1, 0, 30, "QUE-08", "colony points in Slumber per Inner Meadow hex controlled"),
    choice(
        "inner_connected",
        "none edge path",
        "QUE-08 TWO-05",
        "tunnels that an Inner Meadow hex needs to score: none, one on its edge with the Great Tunnel, "
        "or any chain of tunnels to it",
        RULEBOOK,
    ),
    choice(
        "inner_connected_two",
        "none edge path",
        "TWO-05",
        "the same with two players",
        RULEBOOK,
        default="edge",
    ),
)

END = (
    number(
        "end_most",
        3,
        0,
        30,
        "END-01 HOR-11",
        "colony points for the most larvae, the most food, the most cards",
    ),
    number("end_tied", 1, 0, 30, "END-02 HOR-11", "colony points instead for each player of a tie"),
    flag(
        "tie_at_zero", True, "END-02", "whether players tied with none of a thing gain those points", RULING
    ),
    choice(
        "final_tie",
        "ants_then_share share",
        "END-03",
        "how a tie of points is decided: most ants in the Meadow and then a shared win, or shared at once",
        note="The rulebook gives the ants; it does not say what decides a tie of those.",
    ),
    number(
        "decisions_most",
        20000,
        100,
        1000000,
        "",
        "decisions after which a game is given up as void",
        PROGRAM,
        "The standard game needs a few hundred; free actions can go on for ever.",
    ),
)

SPECIES = (
    choice(
        "species",
        "common choose dealt",
        "PRI-01",
        "species of the players: all Common Meadow Ants; mats dealt at random, and each player chooses "
        "between its mat's species and the Common Meadow Ant; or mats dealt and played",
        RULEBOOK,
    ),
    *(
        choice(
            f"{SPECIES_SEAT}{seat}",
            "open common crazy nomadic mutant raiding",
            "",
            f"species that seat {seat} must play (open: as `species` says)",
            PROGRAM,
            "The rulebook deals mats at random; a study can put a species in a seat." if seat == 0 else "",
        )
        for seat in range(5)
    ),
    number("species_decree_food", 2, 0, 30, "PRI-01", "food of the Royal Decree of a Primitive Species"),
    number("species_decree_larvae", 4, 0, 30, "PRI-01", "larvae of the Royal Decree of a Primitive Species"),
    choice(
        "species_bonus_lost",
        "caste all",
        "PRI-04 PRI-07 PRI-13",
        "what a species loses with an Evolution Bonus: the caste bonus, or the topmost card's effect too",
    ),
    number("dance_cost", 1, 0, 9, "PRI-02", "food that Dance of Chaos costs"),
    number("dance_reaction_larvae", 1, 0, 9, "PRI-02", "larvae that a reaction to Dance of Chaos gains"),
    number("journey_cost", 1, 0, 9, "PRI-05", "food that Journey of 6000 Steps costs"),
    number("journey_hexes", 2, 1, 4, "PRI-05", "hexes that Journey of 6000 Steps explores"),
    number("journey_reaction_larvae", 1, 0, 9, "PRI-05", "larvae that a reaction to the Journey may place"),
    number(
        "journey_reaction_steps", 1, 0, 9, "PRI-05", "steps of ants that a reaction to the Journey may take"
    ),
    number(
        "infertile_double_larvae", 1, 0, 9, "PRI-06", "larvae of a double-larvae site for the Nomadic Ant"
    ),
    number("genes_cost", 1, 0, 9, "PRI-08", "food that Double Spliced Genes costs"),
    number("genes_free_plays", 1, 0, 4, "PRI-08", "evolutions that Double Spliced Genes lets play free"),
    number(
        "enlightened_points", 1, 0, 9, "PRI-09", "colony points that the Mutant Ant loses for each battle"
    ),
    number("raid_cost", 1, 0, 9, "PRI-11", "food that Raiding Party costs"),
    number("raid_steps", 3, 0, 20, "PRI-11", "steps of Raiding Party before the caste bonus"),
    number("raid_reaction_cards", 1, 0, 9, "PRI-11", "cards that the player raided draws"),
    number("raider_starting_cards", 1, 0, 10, "PRI-12", "cards dealt to the Raiding Ant"),
)

HORDE = (
    flag(
        "horde",
        False,
        "HOR-01 HOR-02",
        "whether the Centipede Horde plays: its deck of the cards with the centipede icon, a card of it "
        "after each turn, and its score, which the players have to beat together",
    ),
    choice(
        "difficulty",
        "normal easy hard",
        "HOR-13",
        "difficulty of the game against the Horde",
        RULEBOOK,
        "The rulebook gives it for one player; with more, each has the same larvae more or cards fewer.",
    ),
    number("easy_larvae", 3, 0, 30, "HOR-13", "larvae more for each player in the easy game"),
    number("hard_fewer_cards", 2, 0, 10, "HOR-13", "cards fewer for each player in the hard game"),
    flag(
        "horde_last_card",
        False,
        "HOR-02",
        "whether the Horde's card follows the Rest that ends the Worker Phase, too",
        RULING,
    ),
    flag("horde_last_card_solo", True, "HOR-02", "the same with one player"),
    choice(
        "horde_places",
        "random active",
        "HOR-06",
        "who chooses place and turn of a hex that the Horde reveals: chance, or the active player",
        note="The rulebook says 'anywhere in the Meadow'; it does not say who chooses.",
    ),
    number("rampage_strength", 1, 0, 9, "HOR-05", "Army Strength more of each centipede in a Rampage"),
    flag(
        "march_to_battle",
        False,
        "HOR-07",
        "whether a player may start a centipede battle in one hex after a March",
    ),
    number("horde_slumber_points", 1, 0, 30, "HOR-10", "the Horde's points in Slumber for each centipede"),
    number(
        "horde_battle_points", 1, 0, 30, "HOR-10", "the Horde's points for a battle that a centipede wins"
    ),
    number(
        "horde_tunnel_points",
        1,
        0,
        30,
        "HOR-10",
        "the Horde's points, times the number of players, for a centipede that enters the Great Tunnel",
    ),
    choice(
        "horde_beats",
        "any every",
        "HOR-11",
        "whose score the Horde must exceed to win: that of at least one player, or of each",
        note="The rulebook says 'greater than any player's colony point score'.",
    ),
)

# Words after a parameter's name: with this many players that value holds instead of the plain one.
BY_PLAYERS = {1: "solo", 2: "two", 5: "five"}

# Chapter of the rules -> its parameters, in the order of the rulebook.
CHAPTERS = {
    "Set-up": SETUP,
    "Worker Phase": WORKERS,
    "Soldier Phase": SOLDIERS,
    "Queen Phase": QUEEN,
    "End of the game": END,
    "Primitive Species": SPECIES,
    "Rise of the Centipedes": HORDE,
}

# Parameter without an effect if a part of the game is off -> the rule that turns the part on.
PARTS = {
    one.name: chapter[0].name
    for chapter in (SPECIES, HORDE)
    for one in chapter
    if one.name != "march_to_battle"
}


def in_force(name: str, players: int) -> str:
    """The name of the parameter in force with this many players: its form for that number, else `name`."""
    own = f"{name}_{BY_PLAYERS[players]}" if players in BY_PLAYERS else ""
    return own if own in PARAMETERS else name


def own_of(name: str) -> tuple[int | None, str]:
    """The number of players for which a parameter is a special form, and the plain parameter.

    If the parameter is plain itself, the result is (None, '').
    """
    for players, word in BY_PLAYERS.items():
        plain = name.removesuffix(f"_{word}")
        if plain != name and plain in PARAMETERS:
            return players, plain
    return None, ""


def check_together(source: str, values: Mapping[str, int]) -> None:
    """Raise RulesError if a player has too few cubes for its ants and larvae at the start (SET-02)."""
    for players in (0, *BY_PLAYERS):
        names = [in_force(name, players) for name in ("starting_larvae", "starting_ants")]
        if values["difficulty"] == EASY:
            names.append("easy_larvae")
        if sum(values[name] for name in names) > values["cubes"]:
            what = " and ".join(f"{name} = {values[name]}" for name in names)
            raise RulesError(
                f"{source}: [rules] {what} need more than the {values['cubes']} cubes of a player; "
                "raise cubes or lower one of them."
            )


BOOK = Book(CHAPTERS, check_together)
PARAMETERS: dict[str, Parameter] = BOOK.parameters
EASY = PARAMETERS["difficulty"].choices.index("easy")
