"""All named small integers of the engine, and the tables of their names for readers.

An option is one integer: a code and up to four values of 8 bits (`option`, `part`). The areas of the foraging
boards have the first numbers, followed by 25 places for the anthill of each seat (ATB-01, ATB-03).
"""

from __future__ import annotations

from typing import Final

from marchsim.kernel.compat import i64
from marchsim.tabletop.options import code_of as code_of
from marchsim.tabletop.options import option as option
from marchsim.tabletop.options import part as part

# Sizes
SEATS: Final[i64] = 6
AREAS: Final[i64] = 250  # areas of foraging boards and places of anthills, at most
PLACES: Final[i64] = 25  # of an anthill board
ROW: Final = 5  # places in a row of an anthill board
NEAR: Final[i64] = 12  # neighbours of an area, at most: six, and the Entrances of those whose exit it is
QUEENS: Final[i64] = 4  # of a colony, at most
GATE: Final = 2  # the Entrance's place on an anthill board
HALL: Final = 7  # the first gallery's
STORE: Final = 6  # the first Pantry's
NESTS: Final = (12, 11, 13, 16, 17)  # those of the first pupae and Mushroom tiles, where they are fixed
CROWD: Final[i64] = 60  # ants of a kind that a colony can have, at most
NOBODY: Final = -1
NONE: Final = -1

# Kinds of ants, and pupae as targets of dice (ATF-06)
MINOR: Final = 0
MAJOR: Final = 1
QUEEN: Final = 2
PUPA_MAJOR: Final = 3
PUPA_MINOR: Final = 4
GROUPS: Final[i64] = 5  # groups of a colony; after those of all seats come Gloomys and spiders
GLOOMYS: Final[i64] = 30
SPIDERS: Final[i64] = 31

# Types of pieces, and what else dice show
PROTEIN: Final = 0
SUGAR: Final = 1
SEED: Final = 2
LEAF: Final = 3
MUSHROOM: Final = 4
TYPES: Final[i64] = 5
GLOOMY: Final = 5
SPIDER: Final = 6
BLANK: Final = 7
FACES: Final[i64] = 8

# What lies on an area
SOLID: Final = 0
FIELD: Final = 1  # an area of a foraging board
ENTRANCE: Final = 2
GALLERY: Final = 3
PANTRY: Final = 4
PUPAE_MINOR: Final = 5
PUPAE_MAJOR: Final = 6
MUSHROOMS: Final = 7
TILES: Final[i64] = 8

# Phases
SETUP: Final = 0
TURNS: Final = 1
BATTLES: Final = 2
OVER: Final = 3

# Options
O_STOP: Final = 0
O_FORAGE: Final = 1  # area, or 255 for all
O_HATCH: Final = 2  # area
O_DIG: Final = 3  # area
O_DEMOLISH: Final = 4  # area
O_TRANSFORM: Final = 5  # area, tile (ENTRANCE: turn it over)
O_EXPLORE: Final = 6  # from, to
O_MOBILIZE: Final = 7  # from
O_AREA: Final = 8  # area
O_COUNT: Final = 9  # how many
O_TYPE: Final = 10  # type of piece
O_ALL: Final = 11  # every piece
O_GROUP: Final = 12  # seat (6: an animal), group
O_SPECIES: Final = 13  # species
O_QUEEN: Final = 14  # number of the Queen
ALL_AREAS: Final = 255

# Reasons
WHY_PLACE: Final = 0  # set-up
WHY_ACTION: Final = 1
WHY_BATTLE: Final = 2
WHY_LEFT: Final = 3  # nobody is left to carry it, or nothing to hold it
WHY_HUNGER: Final = 4
WHY_FAMINE: Final = 5
WHY_REMOVED: Final = 6
WHY_SIEGE: Final = 7
WHY_SEARCH: Final = 8
WHY_KILL: Final = 9
WHY_TRAIT: Final = 10
WHY_BROOD: Final = 11  # a last brood has hatched; a Mushroom tile is used up
WHY_FLIGHT: Final = 12
WHY_HEAL: Final = 13
REASONS: Final = (
    "set-up", "action", "battle", "left", "hunger", "famine", "removed", "siege", "search", "kill", "trait",
    "brood", "flight", "heal",
)  # fmt: skip

# Events: seat, and up to four values (docs/reference/data.md)
E_SETUP: Final = 0  # players, areas of the foraging boards
E_ROUND: Final = 1  # number, first player
E_PHASE: Final = 2  # phase
E_SPECIES: Final = 3  # species
E_TILE: Final = 4  # area, tile, tile before, why
E_GATE: Final = 5  # area, 1 open, why
E_ANTS: Final = 6  # area, kind, how many come (less than 0: go), why
E_QUEEN: Final = 7  # area, number of the Queen, life, why (life 0: she dies)
E_PUPAE: Final = 8  # area, how many there are, how many before, why
E_ACTION: Final = 9  # option code, area, second area or tile
E_MOVE: Final = 10  # from, to, Minors, Majors
E_MOVE_QUEEN: Final = 11  # from, to, number of the Queen
E_BRING: Final = 12  # from, to, type, pieces
E_SCENT: Final = 13  # area, 1 placed or 0 removed
E_FACE: Final = 14  # area, face
E_FOUND: Final = 15  # area, type, pieces, why
E_ANIMAL: Final = 16  # area, 5 Gloomy or 6 spider, 1 comes or -1 goes, why
E_TAKE: Final = 17  # area, type, pieces: from the ground to the ants
E_LOOT: Final = 18  # area, type, pieces: from a tile to the ants
E_STORE: Final = 19  # area, type, pieces: from the ants to a tile
E_DROP: Final = 20  # area, type, pieces, why: from the ants to the ground
E_SPILL: Final = 21  # area, type, pieces, why: from a tile to the ground
E_STOCK: Final = 22  # area, type, pieces, why: from the supply to a tile
E_PAY: Final = 23  # area, type, pieces, why: from a tile to the supply
E_BATTLE: Final = 24  # area
E_CYCLE: Final = 25  # number
E_AIM: Final = 26  # seat aimed at (6: an animal), group, points
E_VAIN: Final = 27  # dice without a target
E_SIGHT: Final = 28  # by an animal: seat, kind, points
E_FALL: Final = 29  # the last Queen of a colony is gone: round
E_GONE: Final = 30  # a colony leaves the game
E_END: Final = 31  # score, rank
E_SKIP: Final = 32  # a colony without ants and pupae takes no turn
E_TURN: Final = 33  # turns taken so far

# Tallies of a round, for each seat
T_EXPLORE: Final = 0
T_MOBILIZE: Final = 1
T_FORAGE: Final = 2
T_HATCH: Final = 3
T_DIG: Final = 4
T_DEMOLISH: Final = 5
T_TRANSFORM: Final = 6
T_SEARCH: Final = 7
T_FOUND: Final = 8
T_HATCHED: Final = 9
T_LOST: Final = 10
T_KILLED: Final = 11
T_GLOOMYS: Final = 12
T_SPIDERS: Final = 13
T_BATTLES: Final = 14
T_STORED: Final = 15
T_PAID: Final = 16
T_LOOTED: Final = 17
TALLIES: Final[i64] = 18

# Questions: one hook of a strategy each; the order is that of QUESTIONS (hook, meaning, options and values)
Q_SPECIES: Final = 0
Q_NEST: Final = 1
Q_ACTION: Final = 2
Q_TARGET: Final = 3
Q_MINORS: Final = 4
Q_MAJORS: Final = 5
Q_QUEENS: Final = 6
Q_QUEEN: Final = 7
Q_LOAD: Final = 8
Q_FOUND: Final = 9
Q_FORAGE: Final = 10
Q_STORE: Final = 11
Q_PAY: Final = 12
Q_HATCH: Final = 13
Q_AIM: Final = 14
Q_APHIDS: Final = 15
Q_RAID: Final = 16
Q_KEEP: Final = 17
QUESTIONS: Final = (
    ("species", "which species to lead", "SPECIES(species)"),
    ("nest", "where to place a tile in the set-up (context: tile)", "AREA(area)"),
    (
        "action",
        "which action to take, or stop (context: actions left)",
        "STOP, FORAGE(area), HATCH(area), DIG(area), DEMOLISH(area), "
        "TRANSFORM(area, tile), EXPLORE(area, to), MOBILIZE(area)",
    ),
    ("target", "where to mobilize to (context: area left)", "AREA(area)"),
    ("minors", "how many Minors go (context: area left, area entered or -1)", "COUNT(number)"),
    (
        "majors",
        "how many Majors go (context: area left, area entered or -1, ants that go so far)",
        "COUNT(number)",
    ),
    (
        "queens",
        "how many Queens go (context: area left, area entered or -1, ants that go so far)",
        "COUNT(number)",
    ),
    ("queen", "which Queen goes (context: area left, area entered)", "QUEEN(queen)"),
    ("load", "which piece goes along next (context: area left, area entered)", "TYPE(piece), STOP"),
    ("found", "which resource to take of those that were rolled (context: area)", "TYPE(piece, rolled)"),
    (
        "forage",
        "which piece to pick up next, all of them, or stop (context: area, pieces so far)",
        "TYPE(piece), ALL, STOP",
    ),
    ("store", "which piece to store next (context: area, room)", "TYPE(piece), STOP"),
    ("pay", "which piece to pay with next (context: what is still to be paid)", "TYPE(piece)"),
    ("hatch", "how many ants to hatch (context: area)", "COUNT(number)"),
    (
        "aim",
        "which group a die is aimed at (context: area, points, dice left, kind of the ants)",
        "GROUP(seat, group)",
    ),
    ("aphids", "in which area the aphids leave their sugar (context: pieces)", "AREA(area)"),
    ("raid", "where to explore on to, or stop (context: area)", "EXPLORE(area, to), STOP"),
    ("keep", "which piece to lay down next (context: area)", "TYPE(piece), STOP"),
)

KINDS: Final = ("Minor", "Major", "Queen")
PIECES: Final = ("protein", "sugar", "seed", "leaf", "mushroom")
FACE_NAMES: Final = (*PIECES, "gloomy", "spider", "blank")
TILE_NAMES: Final = (
    "solid", "field", "Anthill Entrance", "Gallery", "Pantry", "Pupae Minor", "Pupa Major", "Mushroom",
)  # fmt: skip
PHASES: Final = ("set-up", "turns", "battles", "end")
DECIDED: Final = ("last_queen", "no_queen", "rounds", "famine")
