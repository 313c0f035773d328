"""Every number of the rules, and every ruling that could go another way, as a named parameter.

One entry each: name, default of the standard game, range, the rules it stands for, and what it means. The
source says whether the rulebook gives the default, or a ruling of ours where the rulebook is silent.
"""

from __future__ import annotations

from dataclasses import dataclass

RULEBOOK = "rulebook"
RULING = "ruling"
PROGRAM = "program"


@dataclass(frozen=True)
class Parameter:
    """A parameter of the rules; its value is an integer: a flag is 0 or 1, a choice its index."""

    name: str
    type: str  # int, bool or choice
    default: int
    low: int
    high: int
    rules: tuple[str, ...]
    meaning: str
    source: str = RULEBOOK
    note: str = ""
    choices: tuple[str, ...] = ()

    def human(self, value: int) -> int | bool | str:
        """Return a value as it is written in a file."""
        if self.type == "choice":
            return self.choices[value]
        return bool(value) if self.type == "bool" else value

    @property
    def range(self) -> str:
        """Return the values it may take, in words."""
        if self.type == "choice":
            return ", ".join(self.choices)
        return "true, false" if self.type == "bool" else f"{self.low} to {self.high}"


def _number(
    name: str,
    default: int,
    low: int,
    high: int,
    rules: str,
    meaning: str,
    source: str = RULEBOOK,
    note: str = "",
) -> Parameter:
    """Return a parameter that is a whole number."""
    return Parameter(name, "int", default, low, high, tuple(rules.split()), meaning, source, note)


def _flag(
    name: str, default: bool, rules: str, meaning: str, source: str = RULEBOOK, note: str = ""
) -> Parameter:
    """Return a parameter that is true or false."""
    return Parameter(name, "bool", int(default), 0, 1, tuple(rules.split()), meaning, source, note)


def _choice(
    name: str, words: str, rules: str, meaning: str, source: str = RULING, note: str = "", default: str = ""
) -> Parameter:
    """Return a parameter that is one of some words; the first is the default unless one is named."""
    choices = tuple(words.split())
    at = choices.index(default) if default else 0
    return Parameter(
        name, "choice", at, 0, len(choices) - 1, tuple(rules.split()), meaning, source, note, choices
    )


SETUP = (
    _number("rounds", 4, 1, 9, "SET-07 LNG-01", "rounds in a game, which count from 1"),
    _number("cubes", 36, 10, 60, "SET-02", "cubes that each player owns"),
    _number("starting_larvae", 5, 0, 30, "SET-02", "larvae in each Larvae Chamber at the start"),
    _number("starting_larvae_two", 3, 0, 30, "TWO-03", "the same with two players"),
    _number("starting_larvae_solo", 3, 0, 30, "HOR-12", "the same with one player"),
    _number(
        "starting_ants",
        1,
        0,
        10,
        "SET-02",
        "ants of each player at the start, in the Great Tunnel or in the player's opening hex",
    ),
    _number("starting_ants_two", 3, 0, 10, "TWO-03", "the same with two players"),
    _number("starting_ants_solo", 3, 0, 10, "HOR-12", "the same with one player"),
    _number("starting_food", 2, 0, 30, "SET-03", "food of each player at the start"),
    _number("starting_cards", 2, 0, 10, "SET-04", "cards dealt to each player"),
    _number("starting_cards_solo", 4, 0, 10, "HOR-12", "the same with one player"),
    _choice("tunnel_side", "front reverse", "SET-01", "side of the Great Tunnel that lies up", RULEBOOK),
    _choice(
        "tunnel_side_two",
        "front reverse",
        "TWO-01",
        "the same with two players",
        RULEBOOK,
        default="reverse",
    ),
    _choice(
        "tunnel_side_solo",
        "front reverse",
        "HOR-12",
        "the same with one player",
        RULEBOOK,
        default="reverse",
    ),
    _number(
        "opening_hexes",
        0,
        0,
        4,
        "SET-02",
        "starting hexes that each player draws at the set-up, to place one of them joined to the Great "
        "Tunnel with its ants in it (0: none, and the ants start in the Great Tunnel)",
    ),
    _number("opening_hexes_two", 2, 0, 4, "TWO-02", "the same with two players"),
    _number("opening_hexes_solo", 1, 0, 4, "HOR-12", "the same with one player"),
    _number(
        "starting_hexes",
        2,
        0,
        8,
        "SET-06 FIV-01",
        "random starting hexes per player on top of the pile, as many as there are (with five players: all)",
    ),
    _number(
        "beyond_hexes",
        3,
        0,
        5,
        "SET-05 LNG-03",
        "Beyond the Meadow hexes, drawn at random, in the pile",
        RULING,
        "The rulebook recommends 2 or 3, none in a first game, and all five in a long one.",
    ),
    _number("beyond_hexes_five", 5, 0, 5, "SET-05", "the same with five players"),
    _number(
        "food_tokens",
        0,
        0,
        500,
        "SET-09",
        "food tokens in the box, shared by all (0: they do not run out)",
        RULING,
        "The box has 30; the rulebook does not say what happens without.",
    ),
    _number(
        "tokens",
        15,
        0,
        99,
        "SET-09 HOR-09",
        "centipede and wormhole counters, shared; printed wormholes use none",
    ),
)

WORKERS = (
    _number("explore_cost", 1, 0, 9, "EXP-01", "food that Explore costs"),
    _choice(
        "explore_moves_from",
        "origin adjacent",
        "EXP-04",
        "where the ants that enter an explored hex come from: the hex explored from, "
        "or any one hex joined to the new one by a tunnel",
        note="The rulebook says 'a single adjacent hex'; its diagram shows the hex explored from.",
    ),
    _choice(
        "beyond_timing",
        "after before",
        "EXP-05 BEY-01",
        "when a Beyond the Meadow hex acts: after or before ants move in and sites fill",
    ),
    _number("explore_reaction_larvae", 1, 0, 9, "EXP-06", "larvae that a reaction to Explore may place"),
    _number("march_cost", 1, 0, 9, "MAR-01", "food that March costs"),
    _number("march_steps", 5, 1, 20, "MAR-01", "steps of the March action before the caste bonus"),
    _number("march_reaction_steps", 1, 0, 9, "MAR-04", "steps of a reaction to March, ants only"),
    _number("forage_cost", 1, 0, 9, "FOR-01", "food that Forage costs"),
    _number("forage_cards", 2, 0, 20, "FOR-01", "cards that Forage draws"),
    _number("forage_reaction_larvae", 1, 0, 9, "FOR-02", "larvae that a reaction to Forage gains"),
    _number(
        "play_reaction_cards",
        1,
        0,
        9,
        "PLY-03",
        "cards drawn for the one discarded in a reaction to playing a card (0: no such reaction)",
    ),
    _number("body_points", 3, 0, 30, "PLY-07", "colony points for a complete ant body"),
    _number("goals_most", 2, 1, 10, "PLY-09", "Colony Goals that a player may have in play"),
    _number("head_strength", 1, 0, 9, "PLY-06 BAT-03", "Army Strength for each head in play"),
    _number("thorax_steps", 1, 0, 9, "PLY-06 MAR-01", "March steps for each thorax in play"),
    _number(
        "abdomen_feeds", 1, 0, 9, "PLY-06 QUE-04", "ants more that each food feeds, for each abdomen in play"
    ),
    _number("rest_larvae", 1, 0, 9, "RST-02", "larvae for a player's first Rest of a round"),
    _number("rest_food", 1, 0, 9, "RST-03", "food for each later Rest"),
    _number("resting_players", 2, 1, 5, "RST-04", "players whose rest ends the Worker Phase (at most all)"),
    _number("resting_players_two", 1, 1, 5, "TWO-04", "the same with two players"),
    _number("resting_players_five", 3, 1, 5, "FIV-03", "the same with five players"),
    _flag(
        "final_turn",
        False,
        "RST-04",
        "whether each other player has one more turn after the last Rest needed, before the phase ends",
    ),
    _flag("final_turn_two", True, "TWO-04", "the same with two players"),
    _number(
        "last_rest_bonus_larvae",
        0,
        0,
        9,
        "RST-07",
        "larvae more for the player whose Rest ends the phase",
        RULING,
        "'The second player to Rest gains one larva' is read as the larva of every first Rest.",
    ),
    _number(
        "neighbours_react_from",
        5,
        2,
        6,
        "FIV-02",
        "number of players from which only the neighbours may react",
    ),
)

SOLDIERS = (
    _flag("lone_survivor", True, "BAT-09", "whether a winner keeps its last ant"),
    _flag(
        "defender_wins_ties",
        True,
        "BAT-05 CEN-01",
        "whether the defender wins a tie; against a centipede the ants are the defender",
    ),
    _number(
        "winner_loss_divisor",
        2,
        1,
        99,
        "BAT-07",
        "what the loser's Army Strength is divided by, rounded down, for the winner's losses",
    ),
    _number("battle_cards", 1, 0, 9, "BAT-04 CEN-03", "cards that a player may lay for ferocity in a battle"),
    _number("battle_points", 1, 0, 30, "BAT-11", "colony points for a battle won against another player"),
    _flag(
        "heads_outside_soldier",
        True,
        "BAT-17",
        "whether heads add Army Strength in battles outside the Soldier Phase",
        RULING,
        "The caste bonus is printed for the Soldier Phase; no battle elsewhere is treated otherwise.",
    ),
    _number("centipede_food", 1, 0, 30, "CEN-05", "food for a centipede destroyed"),
    _number("centipede_points", 1, 0, 30, "CEN-05", "colony points for a centipede destroyed"),
    _number(
        "centipede_loss_divisor",
        2,
        1,
        99,
        "CEN-05",
        "what a beaten centipede's total is divided by, rounded down, for the winner's losses",
    ),
    _number(
        "centipede_cards",
        2,
        0,
        9,
        "CEN-02 CEN-04",
        "cards that a centipede draws; the first is seen before the ants lay theirs",
    ),
)

QUEEN = (
    _number("site_food", 1, 0, 9, "QUE-02", "food that a food site yields"),
    _number("site_larva", 1, 0, 9, "QUE-02", "larvae that a single-larva site yields"),
    _number("site_double_larvae", 2, 0, 9, "QUE-02", "larvae that a double-larvae site yields"),
    _number("site_card", 1, 0, 9, "QUE-02", "cards that a card site yields"),
    _number("site_point", 1, 0, 9, "QUE-02", "colony points that a colony point site yields"),
    _number("feed_rate", 4, 1, 60, "QUE-04 QUE-05", "ants that a food feeds before the caste bonus"),
    _number("unfed_larvae", 1, 1, 9, "QUE-05", "larvae that each ant without food costs"),
    _number("decree_food", 2, 0, 30, "QUE-07", "food of the Royal Decree"),
    _number("decree_larvae", 5, 0, 30, "QUE-07", "larvae of the Royal Decree"),
    _number(
        "rounds_without_decree",
        1,
        0,
        9,
        "QUE-07 LNG-02",
        "rounds without a Royal Decree, the last ones of the game",
    ),
    _number("inner_points", 1, 0, 30, "QUE-08", "colony points in Slumber per Inner Meadow hex controlled"),
    _choice(
        "inner_connected",
        "none edge path",
        "QUE-08 TWO-05",
        "tunnels that an Inner Meadow hex needs to score: none, one on its edge with the Great Tunnel, "
        "or any chain of tunnels to it",
        RULEBOOK,
    ),
    _choice(
        "inner_connected_two",
        "none edge path",
        "TWO-05",
        "the same with two players",
        RULEBOOK,
        default="edge",
    ),
)

END = (
    _number(
        "end_most",
        3,
        0,
        30,
        "END-01 HOR-11",
        "colony points for the most larvae, the most food, the most cards",
    ),
    _number("end_tied", 1, 0, 30, "END-02 HOR-11", "colony points instead for each player of a tie"),
    _flag(
        "tie_at_zero", True, "END-02", "whether players tied with none of a thing gain those points", RULING
    ),
    _choice(
        "final_tie",
        "ants_then_share share",
        "END-03",
        "how a tie of points is decided: most ants in the Meadow and then a shared win, or shared at once",
        note="The rulebook gives the ants; it does not say what decides a tie of those.",
    ),
    _number(
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
    _choice(
        "species",
        "common choose dealt",
        "PRI-01",
        "species of the players: all Common Meadow Ants; mats dealt at random, and each player chooses "
        "between its mat's species and the Common Meadow Ant; or mats dealt and played",
        RULEBOOK,
    ),
    *(
        _choice(
            f"species_seat_{seat}",
            "open common crazy nomadic mutant raiding",
            "",
            f"species that seat {seat} must play (open: as `species` says)",
            PROGRAM,
            "The rulebook deals mats at random; a study can put a species in a seat." if seat == 0 else "",
        )
        for seat in range(5)
    ),
    _number("species_decree_food", 2, 0, 30, "PRI-01", "food of the Royal Decree of a Primitive Species"),
    _number("species_decree_larvae", 4, 0, 30, "PRI-01", "larvae of the Royal Decree of a Primitive Species"),
    _choice(
        "species_bonus_lost",
        "caste all",
        "PRI-04 PRI-07 PRI-13",
        "what a species loses with an Evolution Bonus: the caste bonus, or the topmost card's effect too",
    ),
    _number("dance_cost", 1, 0, 9, "PRI-02", "food that Dance of Chaos costs"),
    _number("dance_reaction_larvae", 1, 0, 9, "PRI-02", "larvae that a reaction to Dance of Chaos gains"),
    _number("journey_cost", 1, 0, 9, "PRI-05", "food that Journey of 6000 Steps costs"),
    _number("journey_hexes", 2, 1, 4, "PRI-05", "hexes that Journey of 6000 Steps explores"),
    _number("journey_reaction_larvae", 1, 0, 9, "PRI-05", "larvae that a reaction to the Journey may place"),
    _number(
        "journey_reaction_steps", 1, 0, 9, "PRI-05", "steps of ants that a reaction to the Journey may take"
    ),
    _number(
        "infertile_double_larvae", 1, 0, 9, "PRI-06", "larvae of a double-larvae site for the Nomadic Ant"
    ),
    _number("genes_cost", 1, 0, 9, "PRI-08", "food that Double Spliced Genes costs"),
    _number("genes_free_plays", 1, 0, 4, "PRI-08", "evolutions that Double Spliced Genes lets play free"),
    _number(
        "enlightened_points", 1, 0, 9, "PRI-09", "colony points that the Mutant Ant loses for each battle"
    ),
    _number("raid_cost", 1, 0, 9, "PRI-11", "food that Raiding Party costs"),
    _number("raid_steps", 3, 0, 20, "PRI-11", "steps of Raiding Party before the caste bonus"),
    _number("raid_reaction_cards", 1, 0, 9, "PRI-11", "cards that the player raided draws"),
    _number("raider_starting_cards", 1, 0, 10, "PRI-12", "cards dealt to the Raiding Ant"),
)

HORDE = (
    _flag(
        "horde",
        False,
        "HOR-01 HOR-02",
        "whether the Centipede Horde plays: its deck of the cards with the centipede icon, a card of it "
        "after each turn, and its score, which the players have to beat together",
    ),
    _choice(
        "difficulty",
        "normal easy hard",
        "HOR-13",
        "difficulty of the game against the Horde",
        RULEBOOK,
        "The rulebook gives it for one player; with more, each has the same larvae more or cards fewer.",
    ),
    _number("easy_larvae", 3, 0, 30, "HOR-13", "larvae more for each player in the easy game"),
    _number("hard_fewer_cards", 2, 0, 10, "HOR-13", "cards fewer for each player in the hard game"),
    _flag(
        "horde_last_card",
        False,
        "HOR-02",
        "whether the Horde's card follows the Rest that ends the Worker Phase, too",
        RULING,
    ),
    _flag("horde_last_card_solo", True, "HOR-02", "the same with one player"),
    _choice(
        "horde_places",
        "random active",
        "HOR-06",
        "who chooses place and turn of a hex that the Horde reveals: chance, or the active player",
        note="The rulebook says 'anywhere in the Meadow'; it does not say who chooses.",
    ),
    _number("rampage_strength", 1, 0, 9, "HOR-05", "Army Strength more of each centipede in a Rampage"),
    _flag(
        "march_to_battle",
        False,
        "HOR-07",
        "whether a player may start a centipede battle in one hex after a March",
    ),
    _number("horde_slumber_points", 1, 0, 30, "HOR-10", "the Horde's points in Slumber for each centipede"),
    _number(
        "horde_battle_points", 1, 0, 30, "HOR-10", "the Horde's points for a battle that a centipede wins"
    ),
    _number(
        "horde_tunnel_points",
        1,
        0,
        30,
        "HOR-10",
        "the Horde's points, times the number of players, for a centipede that enters the Great Tunnel",
    ),
    _choice(
        "horde_beats",
        "any every",
        "HOR-11",
        "whose score the Horde must exceed to win: that of at least one player, or of each",
        note="The rulebook says 'greater than any player's colony point score'.",
    ),
)

# Words after a parameter's name: with so many players that value holds instead of the plain one.
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
PARAMETERS: dict[str, Parameter] = {
    parameter.name: parameter for chapter in CHAPTERS.values() for parameter in chapter
}


def in_force(name: str, players: int) -> str:
    """Return the parameter that holds with so many players: one of its own for them, or the plain one."""
    own = f"{name}_{BY_PLAYERS[players]}" if players in BY_PLAYERS else ""
    return own if own in PARAMETERS else name
