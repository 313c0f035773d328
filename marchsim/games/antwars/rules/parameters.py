"""Every parameter of the rules, by chapter: name, default, range, rule, meaning and source.

The source is `rulebook` if the rulebook's text gives the number, `ruling` if we decided it, and `program` if
it comes from no rule.
"""

from __future__ import annotations

from marchsim.tabletop.rules.parameters import DESIGN, PROGRAM, RULING, Book, choice, flag, number

FACES = "protein sugar seed leaf mushroom gloomy spider blank"
PIECES_SEAT, MINORS_SEAT = "pieces_seat_", "minors_seat_"  # one parameter a seat
SEATS, HANDICAP = 6, 10  # a seat begins with so much more or less at most
_DIE = ("protein", "sugar", "seed", "leaf", "gloomy", "spider")

# fmt: off
BOOK = Book(
    {
        "ATG In general": (
            number("upkeep", 0, 0, 20, "ATG-04",
                "ants for which a colony pays a piece at the end of its turn (0: there is no hunger)",
                RULING),
            number(
                "decisions_most", 20000, 100, 100_000, "", "decisions after which a game is void", PROGRAM
            ),
        ),
        "ATB Boards and areas": (
            choice("layout", "standard corners", "ATB-01", "how boards lie, and where the exits are"),
            number("breach", 8, 0, 40, "ATB-08",
                "dice of a foe in the exit's area that open a closed Entrance (0: never)", RULING),
            flag("siege_holds", True, "ATB-08",
                "whether an open Entrance cannot be closed while such a foe stands there", RULING),
        ),
        "ATC Colonies": (
            number("dice_minor", 1, 0, 9, "ATC-01 ATF-04", "dice of a Minor"),
            number("dice_major", 2, 0, 9, "ATC-01 ATF-04", "dice of a Major"),
            number("dice_queen", 3, 0, 9, "ATC-01 ATF-04", "dice of a Queen"),
            choice(
                "payment", "diet any", "ATC-03", "which types pay: those that the species eats, or every one"
            ),
            number("minors", 24, 1, 60, "ATC-04", "Minors that a colony can have at a time", RULING),
            number("majors", 12, 1, 60, "ATC-04", "Majors that a colony can have at a time", RULING),
            number("seed_worth", 2, 1, 5, "ATC-02", "pieces that a seed pays for (trait granaries)", RULING),
            number("raid_steps", 1, 0, 3, "ATC-02 ATM-01", "areas that ants explore on (trait raid)", RULING),
            number("aphid_sugar", 2, 0, 5, "ATC-02 ATT-02", "sugar of the aphids (trait aphids)", RULING),
        ),
        "ATS Set-up": (
            choice("species_choice", "chosen dealt", "ATS-01",
                "whether players choose their species or are dealt one", "rulebook"),
            choice("nest_place", "free fixed", "ATS-04", "where the first pupae and Mushroom tiles lie",
                "rulebook"),
            number("start_pieces", 4, 0, 10, "ATS-05", "pieces in the first Pantry (0: there is no Pantry)",
                RULING),
            *(
                number(f"{prefix}{seat}", 0, -HANDICAP, HANDICAP, rule,
                    f"{what} more, or below 0 fewer, that seat {seat} begins with; seat 0 starts the game",
                    DESIGN)
                for prefix, rule, what in (
                    (PIECES_SEAT, "ATS-06", "pieces"),
                    (MINORS_SEAT, "ATS-07", "Minors"),
                )
                for seat in range(SEATS)
            ),
        ),
        "ATT Rounds, turns, territory": (
            choice("first_player", "fixed rotates", "ATT-01", "who begins the later rounds"),
            number("actions", 2, 1, 6, "ATT-03", "actions of a turn"),
            choice("territory", "ants ants_or_pheromones", "ATT-05", "what makes an area one's territory"),
            flag("locked", False, "ATT-06", "whether threats hold ants, and keep an area from being used",
                RULING),
            choice("queenless", "plays_on removed", "ATT-07", "what becomes of a colony without Queens"),
        ),
        "ATM Exploration and Mobilization": (
            choice("search_tiles", "gallery all", "ATM-02", "which tiles are searched when they are entered"),
            choice("pheromones_by", "exploration any_move", "ATM-04", "which actions leave pheromones",
                "rulebook"),
            choice("pheromone_ends", "own any", "ATM-03", "whose ants remove pheromones"),
            choice("pupae_stop", "any foes", "ATM-06", "whose pupae end a Mobilization", "rulebook"),
            flag("stores_stop", False, "ATM-06", "whether pieces stored on a tile end one, too", RULING),
            choice("loads_along", "most chosen", "ATM-07",
                "whether movers take all they can carry, or what their owner says"),
        ),
        "ATR Resources": (
            number("search_dice", 4, 1, 8, "ATR-01", "Ant Wars dice of a search"),
            number("foraging_factor", 2, 1, 5, "ATR-01", "how often a find counts on a foraging board"),
            *(
                choice(f"dice_face_{at}", FACES, "ATR-01", f"face {at} of an Ant Wars die", default=word)
                for at, word in enumerate(_DIE, 1)
            ),
            number("gloomy_faces", 2, 1, 9, "ATR-02", "Gloomys in a roll that bring one"),
            number("spider_faces", 3, 1, 9, "ATR-02", "spiders in a roll that bring one"),
            number("pieces", 24, 1, 99, "ATR-03", "pieces of each type"),
            choice("forage_scope", "colony area", "ATR-04", "whether a Foraging reaches all areas or one"),
            number("carry_minor", 1, 0, 9, "ATR-05", "pieces that a Minor carries, of one type"),
            number("carry_major", 2, 0, 9, "ATR-05", "pieces that a Major carries, of one type"),
            number("carry_queen", 2, 0, 9, "ATR-05", "pieces that a Queen carries, of one type"),
            flag("loot", True, "ATR-06", "whether pieces stored on a rival's tile may be foraged", RULING),
            choice("unload", "free forage", "ATR-07", "whether storing is free, or part of a Foraging"),
            number("pantry_room", 10, 1, 99, "ATR-07", "pieces that a Pantry holds"),
            flag("mushrooms_pay", True, "ATR-08", "whether mushrooms on a Mushroom tile pay", RULING),
            number("mushrooms_per_leaf", 3, 1, 9, "ATR-12", "mushrooms that a leaf becomes"),
            choice("mushroom_tile_stays", "leaves used", "ATR-13",
                "whether a Mushroom tile stays while mushrooms lie on it, too", "rulebook"),
            number("supply_gloomy", 6, 0, 300, "ATR-02", "Gloomys in the box"),
            number("supply_spider", 3, 0, 300, "ATR-02", "spiders in the box"),
        ),
        "ATD Dig, Demolish, Transform": (
            choice("gallery_means", "tile gallery", "ATD-01",
                "what one digs and demolishes from: any tile but the Entrance, or Galleries alone"),
            choice("dig_where", "any own", "ATD-03", "in whose anthill one may dig"),
            number("gallery_cost", 0, 0, 9, "ATD-03 ATD-06", "pieces for a Gallery", RULING),
            number("pantry_cost", 0, 0, 9, "ATD-06", "pieces for a Pantry", RULING),
            flag("tile_with_pupae", True, "ATD-06", "whether a new pupae tile comes with its pupae", RULING),
            number("supply_gallery", 144, 0, 300, "ATD-08", "Gallery tiles"),
            number("supply_pantry", 36, 0, 300, "ATD-08", "Pantry tiles"),
            number("supply_pupae_minor", 30, 0, 300, "ATD-08", "Pupae Minor tiles"),
            number("supply_pupa_major", 36, 0, 300, "ATD-08", "Pupa Major tiles"),
            number("supply_mushroom", 6, 0, 300, "ATD-08", "Mushroom tiles"),
        ),
        "ATH Pupae and Hatch": (
            number("pupae_minor_per_area", 3, 1, 9, "ATH-01", "minor pupae of a Pupae Minor tile"),
            number("pupae_major_per_area", 1, 1, 9, "ATH-01", "major pupae of a Pupa Major tile"),
            choice("lay", "turn at_once", "ATH-03",
                "whether tiles are filled at the start of a turn alone, or after each Hatch, too"),
            choice(
                "lay_reach", "colony area", "ATH-03", "whether a Queen lays on all tiles, or where she stands"
            ),
            flag("pupae_per_queen", False, "ATH-04",
                "whether each further Queen adds as many pupae to a tile", RULING),
            choice("queenless_hatch", "last_brood none", "ATH-05",
               "what a Hatch without a Queen brings: ants, then a Gallery, or nothing (it cannot be chosen)"),
        ),
        "ATF Threats and battles": (
            flag("pupae_fight", True, "ATF-01", "whether pupae call for a battle", RULING),
            number(
                "dice_most", 0, 0, 40, "ATF-04", "dice of a colony in a phase, at most (0: no limit)", RULING
            ),
            choice("spider_aim", "random weakest", "ATF-08", "whom a spider's dice hit"),
            choice("gloomy_flight", "random lowest", "ATF-09", "where a Gloomy flies to"),
            number("ant_protein", 0, 0, 9, "ATF-10", "protein that an ant leaves"),
            choice(
                "recover", "battle cycle", "ATF-11", "whether life returns after the battle or each cycle"
            ),
            number("queen_heals", 0, 0, 20, "ATF-11", "life that each Queen recovers at the end of a round"),
        ),
        "ATE The end": (
            number("rounds", 60, 1, 400, "ATE-04", "rounds after which the game ends", RULING),
            choice("cap_win", "nobody strongest shared", "ATE-04",
                "who wins a game that reaches its last round: nobody, the strongest, or all with a Queen"),
            choice("strength", "life dice", "ATE-05", "what decides among colonies: life, or dice"),
            number("famine", 0, 0, 120, "ATE-08",
                "round from which the weakest colony's Queens lose life (0: never)", RULING),
            number("famine_life", 10, 1, 20, "ATE-08", "life that they lose in a round", RULING),
        ),
    }
)
# fmt: on
PARAMETERS = BOOK.parameters
