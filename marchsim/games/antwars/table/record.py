"""The tables that Ant Wars records, with the type, unit and meaning of each column, and their rows."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import AREAS, E_ROUND, TALLIES
from marchsim.kernel.compat import i64
from marchsim.kernel.game import Column
from marchsim.tabletop import recording
from marchsim.tabletop.recording import Columns, RoundsTable, SeatsTable, event_names, round_columns

EVENT_NAMES: Final = event_names(vars(words))
TALLY_COLUMNS: Final = {
    words.T_EXPLORE: ("explores", "Exploration actions in the round", "actions"),
    words.T_MOBILIZE: ("mobilizes", "Mobilization actions in the round", "actions"),
    words.T_FORAGE: ("forages", "Foraging actions in the round", "actions"),
    words.T_HATCH: ("hatches", "Hatch actions in the round", "actions"),
    words.T_DIG: ("digs", "Dig actions in the round", "actions"),
    words.T_DEMOLISH: ("demolishes", "Demolish actions in the round", "actions"),
    words.T_TRANSFORM: ("transforms", "Transform actions in the round", "actions"),
    words.T_SEARCH: ("searches", "searches with the Ant Wars dice in the round", "searches"),
    words.T_FOUND: ("found", "pieces placed by its searches and traits in the round", "pieces"),
    words.T_HATCHED: ("hatched", "ants hatched in the round", "ants"),
    words.T_LOST: ("ants_lost", "ants lost in the round", "ants"),
    words.T_KILLED: ("ants_killed", "ants that fell in phases in which it aimed at their group", "ants"),
    words.T_GLOOMYS: ("gloomys", "Gloomys eliminated with its dice in the round", "animals"),
    words.T_SPIDERS: ("spiders", "spiders eliminated with its dice in the round", "animals"),
    words.T_BATTLES: ("battles", "battles fought in the round", "battles"),
    words.T_STORED: ("pieces_stored", "pieces stored in the round", "pieces"),
    words.T_PAID: ("paid", "pieces paid in the round, leaves that became mushrooms among them", "pieces"),
    words.T_LOOTED: ("looted", "pieces taken from rivals' tiles in the round", "pieces"),
}


def seats_of(mask: int) -> str:
    """The numbers of the seats in a bit mask, as text."""
    return "+".join(str(seat) for seat in range(words.SEATS) if mask >> seat & 1)


class SeatRows(SeatsTable):
    """The game's columns of the seats table: a colony's species, its state at the end, and its fall."""

    def __init__(self, species: tuple[str, ...]) -> None:
        to = Columns()
        self.species: i64 = to.add(Column("species", "str", "its species", labels=species))
        self.minors: i64 = to.number("minors", "i16", "Minors at the end", "ants")
        self.majors: i64 = to.number("majors", "i16", "Majors at the end", "ants")
        self.queens: i64 = to.number("queens", "i8", "living Queens at the end", "ants")
        self.queen_life: i64 = to.number("queen_life", "i16", "life of its Queens at the end", "life")
        self.tiles: i64 = to.number("tiles", "i8", "tiles of its anthill at the end, Entrance apart", "tiles")
        self.stored: i64 = to.number("stored", "i16", "pieces of its diet stored at the end", "pieces")
        self.fell: i64 = to.add(Column("fell", "i16", "round in which its last Queen fell", "round", null=0))
        who = "seats whose dice were aimed at its last Queen when she fell, in order, as 0+2; empty: of none"
        self.felled_by: i64 = to.add(Column("felled_by", "str", who, spelled=seats_of))
        super().__init__(to)


class RoundRows(RoundsTable):
    """The rounds table: a row for each colony after each round."""

    def __init__(self) -> None:
        to = round_columns("strength of the colony, 0 without a Queen", "life")
        self.minors: i64 = to.number("minors", "i16", "Minors", "ants")
        self.majors: i64 = to.number("majors", "i16", "Majors", "ants")
        self.queens: i64 = to.number("queens", "i8", "living Queens", "ants")
        self.queen_life: i64 = to.number("queen_life", "i16", "life of its Queens", "life")
        self.tiles: i64 = to.number("tiles", "i8", "tiles of its anthill, the Entrance apart", "tiles")
        self.stored: i64 = to.number("stored", "i16", "pieces of its diet stored", "pieces")
        self.loads: i64 = to.number("loads", "i16", "pieces that its ants carry", "pieces")
        self.areas: i64 = to.number("areas", "i16", "areas with its ants", "areas")
        self.open: i64 = to.number("open", "i8", "1 where its Entrance lies open")
        self.tallies: i64 = to.counts(TALLY_COLUMNS)
        super().__init__(to)


# The rows that a game adds
class Recorder(recording.Recorder):
    """Collects the rows of games. `species` has the ids of the species, for the descriptions of tables."""

    def __init__(self, record: str, species: tuple[str, ...]) -> None:
        self.seats = SeatRows(species)
        self.rounds: Final = RoundRows()
        super().__init__(record, self.seats, [self.rounds], EVENT_NAMES)

    def ended(self, g: Play) -> None:
        """Write a row for each seat at the end of a round."""
        if not self.with_rounds:
            return
        s = g.s
        rows = self.rounds
        for seat in range(s.players):
            values = rows.begin(self.game, s.round, seat, g.figures.score(seat))
            at = rows.count
            values[at + rows.minors] = s.minor_n[seat]
            values[at + rows.majors] = s.major_n[seat]
            values[at + rows.queens] = s.queen_n[seat]
            values[at + rows.queen_life] = g.figures.queens_life(seat)
            values[at + rows.tiles] = s.tile_n[seat]
            values[at + rows.stored] = g.figures.food(seat)
            values[at + rows.loads] = s.load_n[seat]
            values[at + rows.areas] = areas_of(g, seat)
            values[at + rows.open] = s.open[seat]
            for i in range(TALLIES):
                values[at + rows.tallies + i] = s.tally[seat * TALLIES + i]
            rows.keep()

    def finished(self, g: Play) -> None:
        """Write the rows of the seats of a finished game and, if requested, the rows of its events."""
        s = g.s
        rows = self.seats
        for seat in range(s.players):
            values = rows.room()
            at = rows.count
            values[at + rows.species] = s.species[seat]
            values[at + rows.minors] = s.minor_n[seat]
            values[at + rows.majors] = s.major_n[seat]
            values[at + rows.queens] = s.queen_n[seat]
            values[at + rows.queen_life] = g.figures.queens_life(seat)
            values[at + rows.tiles] = s.tile_n[seat]
            values[at + rows.stored] = g.figures.food(seat)
            values[at + rows.fell] = s.fell[seat]
            values[at + rows.felled_by] = g.slayers[seat] if s.fell[seat] > 0 else i64(0)
            rows.keep()
        self.write_events(g.events, E_ROUND)


def areas_of(g: Play, seat: i64) -> i64:
    """The number of areas that hold a colony's ants."""
    count: i64 = 0
    for area in range(g.board.areas):
        if g.s.here[seat * AREAS + area] > 0:
            count += 1
    return count
