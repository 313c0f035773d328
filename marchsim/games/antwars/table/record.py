"""The rows that a game adds to the tables: integers in the columns of `tables`."""

from __future__ import annotations

from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.table.tables import EVENT_NAMES, RoundRows, SeatRows
from marchsim.games.antwars.words import AREAS, E_ROUND, TALLIES
from marchsim.kernel.compat import i64
from marchsim.tabletop import recording


class Recorder(recording.Recorder):
    """Collects the rows of games. `species` are the ids of species, for the tables' descriptions."""

    def __init__(self, record: str, species: tuple[str, ...]) -> None:
        self.seats = SeatRows(species)
        self.rounds = RoundRows()
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
        """Write the rows of a finished game: its seats and, if they are recorded, its events."""
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
