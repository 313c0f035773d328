"""The places of the hexes of a sketch: given places first, then free ones around the Great Tunnel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.errors import ScenarioError
from marchsim.games.march.components.data import Components
from marchsim.games.march.scenarios.reading import HexSketch, Reader, Sketch
from marchsim.games.march.words import CENTRE, TUNNEL
from marchsim.tabletop.checking import Place
from marchsim.tabletop.hexes import joined, rings
from marchsim.tabletop.scenarios.reading import flag, whole

RINGS = 5  # around the Great Tunnel, in which hexes without a place find one
assert RINGS < CENTRE


def read(table: Mapping[str, Any], components: Components, source: str) -> Sketch:
    """The sketch of a mapping. Raises ScenarioError with place, fault and the nearest name."""
    reader = Reader(table, components, Place(source, "position", ScenarioError))
    seats, hexes = reader.by_place()
    return reader.sketch(seats, Atlas(reader, hexes).lay())


class Atlas:
    """Finds a place for each hex: given ones first, then the others on the first free place around."""

    def __init__(self, reader: Reader, hexes: Mapping[int, tuple[str, Any]]) -> None:
        self.reader = reader
        source = reader.place.source
        self.places = {number: Place(source, key, ScenarioError) for number, (key, _) in hexes.items()}
        self.tables = {
            number: reader.hex_table(self.places[number], value) for number, (_, value) in hexes.items()
        }
        self.at: dict[int, tuple[int, int]] = {TUNNEL: (0, 0)}

    def lay(self) -> list[HexSketch]:
        """The hexes in the order of the sketch, the Great Tunnel first."""
        beside = {number for number, table in self.tables.items() if " of " in str(table.get("at", ""))}
        for number, table in self.tables.items():
            if "at" in table and number not in beside:
                self.put(number, self.given(number, table["at"]))
        for number, table in self.tables.items():
            if number in beside:
                self.put(number, self.given(number, table["at"]))
            elif number not in self.at:
                self.put(number, next(spot for spot in rings(RINGS) if spot not in self.at.values()))
        self.all_joined()
        return [self.hex(number, table) for number, table in self.tables.items()]

    def hex(self, number: int, table: Mapping[str, Any]) -> HexSketch:
        """A hex with its ants and tokens."""
        place, reader = self.places[number], self.reader
        if number == TUNNEL and (found := [key for key in table if key != "ants"]):
            raise place.wrong(found[0], "the Great Tunnel lies in the middle and holds ants only.")
        return HexSketch(
            number,
            self.at[number],
            whole(place, "turn", table["turn"], 0, 5) if "turn" in table else None,
            reader.ants(place, number, table.get("ants", [])),
            flag(place, "centipede", table.get("centipede", False)),
            flag(place, "wormhole", table.get("wormhole", False)),
        )

    def given(self, number: int, value: object) -> tuple[int, int]:
        """The given place of a hex."""
        return self.reader.spot(self.places[number], value, self.at)

    def put(self, number: int, at: tuple[int, int]) -> None:
        """Give a hex its place."""
        for other, taken in self.at.items():
            if taken == at and other != number:
                raise self.places[number].wrong("at", f"{self.reader.names.hexes[other]} lies there.")
        self.at[number] = at

    def all_joined(self) -> None:
        """Raise unless every hex is beside another, in one Meadow (MEA-01)."""
        reached = joined((0, 0), set(self.at.values()))
        for number, at in self.at.items():
            if at not in reached:
                raise self.places[number].wrong("at", f"{list(at)} is not beside the rest of the Meadow.")
