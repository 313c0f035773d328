"""The names of the engine's small integers, and tables with the names that people read.

An option is one integer: a code and up to four values of 8 bits (`option`, `part`). A place in a hex is a
slot: 0 to 5 for a collection site, or OUT for the outskirts. The Great Tunnel has no sites, so all places
there are OUT. Strategies import all their words from here, including those for options and edges, which all
games share.
"""

from __future__ import annotations

from typing import Final

from marchsim.kernel.compat import i64
from marchsim.tabletop.hexes import EDGE_Q as EDGE_Q
from marchsim.tabletop.hexes import EDGE_R as EDGE_R
from marchsim.tabletop.hexes import EDGES as EDGES
from marchsim.tabletop.hexes import SIDES as SIDES
from marchsim.tabletop.options import code_of as code_of
from marchsim.tabletop.options import option as option
from marchsim.tabletop.options import part as part

# Sizes
SEATS: Final[i64] = 5
HEXES: Final[i64] = 26  # tiles are indexed by their printed number; 0 is the Great Tunnel
TUNNEL: Final = 0
SITES: Final[i64] = 6
OUT: Final = 6
CARDS: Final = 120
FATE: Final = 20  # bits for a number of discards in what `table.record.fate` says of a card
CENTRE: Final = 26  # the Great Tunnel's coordinates on the grid
GRID: Final = 53
TILE_CONTEXT: Final = 200  # a question about a tile effect has 200 + tile as its first context
NOBODY: Final = -1
NONE: Final = -1

# Resources of collection sites
FOOD: Final = 1
LARVA: Final = 2
LARVAE: Final = 3
CARD: Final = 4
POINT: Final = 5


# What an event tells beside its values: the site (or a hex, with place 0) or the card it comes of; else 0
def of_site(hexno: i64, place: i64) -> i64:
    """A hex and a place in it as one number, which is above 0."""
    return hexno * SITES + place


def of_card(card: i64) -> i64:
    """A card as one number, which is below 0."""
    return -1 - card


# Card types, body sections, payments
EVENT: Final = 0
EVOLUTION: Final = 1
GOAL: Final = 2
HEAD: Final = 0
THORAX: Final = 1
ABDOMEN: Final = 2
PAY_ANY: Final = 0
PAY_LARVAE: Final = 1
PAY_ANTS: Final = 2

# Icons and tile groups
WORMHOLE: Final = 1
CENTIPEDE: Final = 2
STARTING: Final = 0
STANDARD: Final = 1
BEYOND: Final = 2

# Species of ants: the Common Meadow Ant, and the Primitive Species on the back of the nest mats
COMMON: Final = 0
CRAZY: Final = 1
NOMADIC: Final = 2
MUTANT: Final = 3
RAIDING: Final = 4
SPECIES: Final = 5

# Phases
SETUP: Final = 0
WORKER: Final = 1
SOLDIER: Final = 2
QUEEN: Final = 3
OVER: Final = 4

# Sources of colony points (the columns points_* of the seats table)
BY_BATTLE: Final = 0
BY_CENTIPEDE: Final = 1
BY_SITES: Final = 2
BY_INNER: Final = 3
BY_GOALS: Final = 4
BY_BODIES: Final = 5
BY_CARDS: Final = 6
BY_END: Final = 7
MOST_LARVAE: Final = 1  # which bonus of the end (END-01, END-02)
MOST_FOOD: Final = 2
MOST_CARDS: Final = 3
SOURCES: Final = 8

# Sources of the Centipede Horde's points, and what its cards do (columns of the horde table)
H_SLUMBER: Final = 0
H_BATTLE: Final = 1
H_TUNNEL: Final = 2
H_SOURCES: Final = 3
C_INVADE: Final = 0
C_ADVANCE: Final = 1
C_RAMPAGE: Final = 2
C_SENTRY: Final = 3
C_KINDS: Final = 4

# Tallies of a round (columns of the rounds table); the actions are in the order of their options
T_EXPLORES: Final = 0
T_MARCHES: Final = 1
T_FORAGES: Final = 2
T_PLAYS: Final = 3
T_RESTS: Final = 4
T_BATTLES: Final = 5
T_WON: Final = 6
T_LOST: Final = 7
T_CENTIPEDES: Final = 8
T_SPECIES: Final = 9
TALLIES: Final = 10

# Why an ant, larva, food or card came or went
WHY_PAY: Final = 0
WHY_BATTLE: Final = 1
WHY_CARD: Final = 2
WHY_STARVED: Final = 3
WHY_HARVEST: Final = 4
WHY_REACTION: Final = 5
WHY_REST: Final = 6
WHY_DECREE: Final = 7
WHY_TILE: Final = 8
WHY_ACTION: Final = 9
WHY_FEED: Final = 10
WHY_GOAL: Final = 12
WHY_TRADE: Final = 13

# Events: kind, seat, a, b, c, d (`telling.events` says what they are)
E_SETUP: Final = 1
E_ROUND: Final = 2
E_PHASE: Final = 3
E_ACTION: Final = 4
E_REACTION: Final = 5
E_FOOD: Final = 6
E_LARVAE: Final = 7
E_DRAW: Final = 8
E_REVEAL: Final = 9
E_DISCARD: Final = 10
E_RESHUFFLE: Final = 11
E_DRAW_TILE: Final = 12
E_RETURN_TILE: Final = 13
E_TILE: Final = 14
E_EMERGE: Final = 15
E_STEP: Final = 16
E_SETTLE: Final = 17
E_LOSE: Final = 18
E_RETURN: Final = 19
E_EXCHANGE: Final = 20
E_SWAPPED: Final = 21
E_CENTIPEDE: Final = 22
E_WORMHOLE: Final = 23
E_EVOLVE: Final = 24
E_DEVOLVE: Final = 25
E_GOAL: Final = 26
E_DROP_GOAL: Final = 27
E_POINTS: Final = 28
E_BATTLE: Final = 29
E_HUNT: Final = 30
E_STRENGTH: Final = 31
E_FEROCITY: Final = 32
E_OUTCOME: Final = 33
E_REST: Final = 34
E_WAKE: Final = 35
E_MARKER: Final = 36
E_FEED: Final = 37
E_STARVE: Final = 38
E_DECREE: Final = 39
E_END: Final = 40
E_PLAY: Final = 41
E_TAKE: Final = 42
E_SPECIES: Final = 43
E_MEET: Final = 44
E_JUMP: Final = 45
E_INTRUDE: Final = 46
E_HORDE: Final = 47
E_HORDE_CARD: Final = 48
E_HORDE_DISCARD: Final = 49
E_HORDE_RESHUFFLE: Final = 50
E_HORDE_END: Final = 51
E_BENEATH: Final = 52

# Options
O_PASS: Final = 0
O_EXPLORE: Final = 1
O_MARCH: Final = 2
O_FORAGE: Final = 3
O_PLAY: Final = 4  # card
O_REST: Final = 5
O_CARD: Final = 6  # card
O_LARVA: Final = 7  # hex: place a larva there
O_STEP: Final = 8  # from hex, from slot, to hex, to slot (OUT where asked later or none is empty)
O_ANT: Final = 9  # hex, slot, owner
O_CHAMBER: Final = 10  # a larva of the chamber
O_SITE: Final = 11  # hex, site
O_HEX: Final = 12  # hex
O_SEAT: Final = 13  # seat
O_SECTION: Final = 14  # section
O_PLACE: Final = 15  # hex explored from, edge
O_SPOT: Final = 16  # column, row on the grid
O_TURN: Final = 17  # rotation
O_TILE: Final = 18  # tile
O_YES: Final = 19
O_FOOD: Final = 20
O_LARVAE: Final = 21
O_DRAW: Final = 22
O_TWO: Final = 23  # two option codes, for effects chosen together
O_SHIFT: Final = 24  # from hex, to hex: a centipede
O_WORMHOLE: Final = 25  # hex
O_CENTIPEDE: Final = 26  # hex
O_DEPLOY: Final = 27  # hex: larvae into it
O_RECALL: Final = 28  # hex: ants back to the chamber
O_VICTIM: Final = 29  # hex, seat
O_DANCE: Final = 30  # actions of the Primitive Species
O_JOURNEY: Final = 31
O_GENES: Final = 32
O_RAID: Final = 33
O_SPECIES: Final = 34  # species
O_EVOLVE: Final = 35  # card, 1 beneath (0: on top)
O_HUNT: Final = 36  # hex

# Questions: one hook of a strategy each; the order is that of QUESTIONS
Q_ACTION: Final = 0
Q_STEP: Final = 1
Q_PLACE: Final = 2
Q_TURN: Final = 3
Q_MOVE_IN: Final = 4
Q_INHABIT: Final = 5
Q_EMERGE: Final = 6
Q_GAIN_LARVA: Final = 7
Q_EXCHANGE_CARD: Final = 8
Q_PAY: Final = 9
Q_LOSE: Final = 10
Q_FEROCITY: Final = 11
Q_INVADER: Final = 12
Q_SPOILS: Final = 13
Q_DECREE: Final = 14
Q_TILE: Final = 15
Q_RIVAL: Final = 16
Q_HEX: Final = 17
Q_SITE: Final = 18
Q_DISCARD: Final = 19
Q_DROP_GOAL: Final = 20
Q_FREE_CARD: Final = 21
Q_SECTION: Final = 22
Q_GIFTS: Final = 23
Q_SWAP: Final = 24
Q_SPOT: Final = 25
Q_GATHER: Final = 26
Q_TOKEN: Final = 27
Q_SHIFT: Final = 28
Q_ARMY: Final = 29
Q_VICTIM: Final = 30
Q_BONUS: Final = 31
Q_SPECIES: Final = 32
Q_DRAFT: Final = 33
Q_EVOLVE: Final = 34
Q_DIVIDE: Final = 35
Q_RAID: Final = 36
Q_HUNT: Final = 37

# name of the hook, what is asked, the options that it may have: the codes O_* and their values
QUESTIONS: Final = (
    (
        "action",
        "which action to take (context: card effect that grants it or -1)",
        "EXPLORE, MARCH, FORAGE, PLAY(card), REST; of species DANCE, JOURNEY, GENES, RAID; PASS",
    ),
    (
        "step",
        "which step to take next (context: steps left, 1 if stopping is allowed)",
        "STEP(hex, slot, to, to slot), LARVA(hex), PASS",
    ),
    ("place", "which hex and tunnel to explore from (context: tile)", "PLACE(hex, edge)"),
    ("turn", "how to turn a tile (context: tile, column, row)", "TURN(rotation)"),
    (
        "move_in",
        "which ant to move into the new hex (context: hex, ants moved so far)",
        "ANT(hex, slot, owner), PASS",
    ),
    ("inhabit", "which empty site an ant takes (context: hex)", "SITE(hex, site)"),
    ("emerge", "where to place a larva (context: larvae left to place)", "LARVA(hex), PASS"),
    ("gain_larva", "whether to gain a larva in reaction to Forage or Dance of Chaos", "YES, PASS"),
    ("exchange_card", "which card to discard for a new one in reaction to Play", "CARD(card), PASS"),
    ("pay", "what to pay a card with next (context: card, amount left)", "CHAMBER, ANT(hex, slot, owner)"),
    ("lose", "which ant to lose next (context: hex or -1, ants left to lose, why)", "ANT(hex, slot, owner)"),
    (
        "ferocity",
        "which card to lay for ferocity (context: hex, opponent or -1, own strength, opposing strength)",
        "CARD(card), PASS",
    ),
    ("invader", "which of the tied players invades (context: hex)", "SEAT(seat)"),
    (
        "spoils",
        "which ant to move onto an empty site after a victory (context: hex)",
        "STEP(hex, slot, to, to slot), PASS",
    ),
    ("decree", "food or larvae by Royal Decree", "FOOD, LARVAE"),
    ("tile", "which of the drawn tiles to explore with", "TILE(tile)"),
    ("rival", "which other player an effect takes from (context: card)", "SEAT(seat)"),
    ("hex", "which hex an effect happens in (context: card)", "HEX(hex)"),
    (
        "site",
        "which inhabited site an effect uses (context: card, sites left, 1 if it shall yield food instead)",
        "SITE(hex, site), PASS",
    ),
    ("discard", "which card to discard (context: card or tile effect as 200 + tile)", "CARD(card), PASS"),
    ("drop_goal", "which Colony Goal to discard for a new one (context: new card)", "CARD(card)"),
    ("free_card", "which card to play, or none (context: card or 200 + tile)", "CARD(card), PASS"),
    ("section", "which body section (context: card)", "SECTION(section)"),
    ("gifts", "which two effects together (context: card)", "TWO(code, code) of FOOD, LARVAE, DRAW"),
    (
        "swap",
        "which ants to exchange (context: card, first ant's owner or -1, hex, slot)",
        "ANT(hex, slot, owner), PASS",
    ),
    ("spot", "where to place a tile (context: tile)", "SPOT(column, row)"),
    (
        "gather",
        "which ant to move by an effect (context: card, destination hex)",
        "ANT(hex, slot, owner), PASS",
    ),
    ("token", "where to put a token (context: card or 200 + tile)", "CENTIPEDE(hex), WORMHOLE(hex), PASS"),
    ("shift", "which centipede to move where (context: card)", "SHIFT(hex, to)"),
    ("army", "where to deploy larvae or recall ants (context: card)", "DEPLOY(hex), RECALL(hex), PASS"),
    (
        "victim",
        "whose ants to destroy (context: card, hex or -1)",
        "VICTIM(hex, seat), SEAT(seat), ANT(hex, slot, owner), PASS",
    ),
    ("bonus", "whether to take the bonus of a Colony Goal (context: card)", "YES, PASS"),
    ("species", "which species to play", "SPECIES(species)"),
    ("draft", "which starting hex to take and place beside the Great Tunnel", "TILE(tile)"),
    (
        "evolve",
        "which evolution to play, on top or beneath, or none (context: highest cost, 1 if it is free)",
        "EVOLVE(card, 1 beneath), PASS",
    ),
    (
        "divide",
        "which ant goes where of the hexes explored together (context: hex explored from, ants left)",
        "STEP(hex, slot, to, to slot)",
    ),
    ("raid", "which player to battle in which hex by Raiding Party", "VICTIM(hex, seat)"),
    ("hunt", "which centipede to battle after a March, or none", "HUNT(hex), PASS"),
)

SECTIONS: Final = ("head", "thorax", "abdomen")
PHASES: Final = ("set-up", "Worker Phase", "Soldier Phase", "Queen Phase", "end")
# what a configuration, a table and a report call the species
SPECIES_IDS: Final = ("common", "crazy", "nomadic", "mutant", "raiding")
SPECIES_NAMES: Final = ("Common Meadow Ant", "Crazy Ant", "Nomadic Ant", "Mutant Ant", "Raiding Ant")
POINT_SOURCES: Final = ("battle", "centipede", "sites", "inner", "goals", "bodies", "cards", "end")
HORDE_SOURCES: Final = ("slumber", "battle", "tunnel")
