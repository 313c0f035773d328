"""Expectations of a scene, written in the words of a position and compared with its game.

An expectation that fails raises Unmet. Only the parts that an expectation names are compared. If it lists the
ants in a hex, the list is complete: a player who is not listed must have no ant there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from marchsim.errors import ScenarioError
from marchsim.games.march.naming import PHASE_NAMES, SYNONYMS, HexLook, Names, SeatLook, TableLook
from marchsim.games.march.scenarios.reading import CARD_LISTS, COUNTS, FLAGS, Reader
from marchsim.games.march.table.assembly import Assembly
from marchsim.games.march.words import OUT, SPECIES_IDS
from marchsim.tabletop.checking import Place
from marchsim.tabletop.scenarios.answers import (
    Unmet,
    events,
    flag,
    named,
    same,
    split_items,
    texts,
    value_words,
    whole,
)
from marchsim.tabletop.telling.narrator import Narrator

HORDE_PILES = ("horde_deck", "horde_discards")
HORDE_COUNTS = ("horde_score", "intruders")
TABLE_KEYS = (
    "round", "phase", "marker", "phase_over", "deck", "discards", "pile", "tokens", "hexes",
    "events", "never", *HORDE_PILES, *HORDE_COUNTS,
)  # fmt: skip
SEAT_KEYS = (*COUNTS, *FLAGS, *CARD_LISTS, "species", "supply", "army", "hand_size")
HEX_KEYS = ("at", "turn", "ants", "control", "centipede", "wormhole", "contested", "inner", "laid")
HEX_FLAGS = ("centipede", "wormhole", "contested", "inner", "laid")


class Seen(Protocol):
    """A scene as expectations read it: the position and the events of its game, by names."""

    assembly: Assembly
    names: Names
    narrator: Narrator

    @property
    def table(self) -> TableLook:
        """The common parts of the table."""

    def seat(self, name: str) -> SeatLook:
        """The holdings of the player with this name."""

    def hex(self, name: str) -> HexLook:
        """The contents of the hex with this name."""

    def happened(self, *wanted: str) -> int:
        """The number of events whose short forms contain these words in this order."""

    def laid(self) -> list[int]:
        """The numbers of the hexes in the Meadow."""


def check(scene: Seen, wanted: Mapping[str, Any], source: str) -> None:
    """Raise Unmet for the first expectation that fails, or ScenarioError if one cannot be read."""
    reader = Reader(
        {"players": list(scene.names.players)}, scene.assembly.variant.components, _place(source, "")
    )
    for key, value in wanted.items():
        if key in TABLE_KEYS:
            _table(scene, reader, key, value)
            continue
        kind, number = reader.whose(str(key))
        place = _place(source, str(key))
        if kind == "player":
            _seat(scene.seat(scene.names.players[number]), reader, place, value)
        else:
            _hex(scene, reader, place, number, value)


def _place(source: str, table: str) -> Place:
    return Place(source, f"expect.{table}" if table else "expect", ScenarioError)


# the table ---------------------------------------------------------------------
def _table(scene: Seen, reader: Reader, key: str, value: object) -> None:
    """Compare one of the common parts of the table with its expectation."""
    look, place = scene.table, reader.place
    if key in ("events", "never"):
        wanted = texts(place, key, value, ",")
        events(scene.happened, scene.narrator.vocabulary(), place, key, wanted, SYNONYMS)
    elif key in ("round", "tokens", *HORDE_COUNTS):
        same("table", key, whole(place, key, value), getattr(look, key))
    elif key == "hexes":
        same("table", key, whole(place, key, value), len(look.laid))
    elif key == "phase_over":
        same("table", key, flag(place, key, value), look.phase_over)
    elif key == "phase":
        same("table", key, place.word(key, value, PHASE_NAMES), look.phase)
    elif key == "marker":
        seat = named(place, key, place.line(key, value, 60, 1), scene.names.find_seat)
        same("table", key, scene.names.players[seat], look.marker)
    else:
        find = scene.names.find_hex if key == "pile" else scene.names.find_card
        numbers = [named(place, key, name, find) for name in texts(place, key, value, ",")]
        write = scene.names.hex if key == "pile" else scene.names.ids.__getitem__
        same("table", key, [write(number) for number in numbers], getattr(look, key))


# players -----------------------------------------------------------------------
def _seat(look: SeatLook, reader: Reader, place: Place, value: object) -> None:
    """Compare the holdings of a player with an expectation."""
    for key, item in reader.seat_table(place, value).items():
        place.known(key, SEAT_KEYS, "thing of a player")
        if key in FLAGS:
            same(look.name, key, flag(place, key, item), getattr(look, key))
        elif key == "species":
            same(look.name, key, SPECIES_IDS[reader.species(place, key, item)], look.species)
        elif key in CARD_LISTS:
            ids = [reader.names.ids[number] for number in reader.cards(place, key, item)]
            found = getattr(look, key)
            in_order = key in ("head", "thorax", "abdomen")
            same(look.name, key, ids if in_order else sorted(ids), found if in_order else sorted(found))
        else:
            found = len(look.hand) if key == "hand_size" else getattr(look, key)
            same(look.name, key, whole(place, key, item), found)


# hexes --------------------------------------------------------------------------
def _hex(scene: Seen, reader: Reader, place: Place, number: int, value: object) -> None:
    """Compare the contents of a hex with an expectation."""
    table = _hex_table(reader, place, value)
    name = scene.names.hex(number)
    laid = name in scene.table.laid
    if not laid or "laid" in table:
        same(name, "laid", flag(place, "laid", table.pop("laid", True)), laid)
    if not laid:
        return
    look = scene.hex(name)
    for key, item in table.items():
        if key == "ants":
            ants(look, reader, place, number, item)
        elif key in HEX_FLAGS:
            same(name, key, flag(place, key, item), getattr(look, key))
        elif key == "turn":
            same(name, key, whole(place, key, item, 0, 5), look.turn)
        elif key == "at":
            lying = {n: scene.hex(scene.names.hexes[n]).at for n in scene.laid()}
            same(name, key, reader.spot(place, item, lying), look.at)
        else:
            nobody = item in ("", "nobody")
            seat = None if nobody else named(place, key, place.line(key, item, 60, 1), reader.names.find_seat)
            same(name, key, "" if seat is None else reader.names.players[seat], look.control)


def _hex_table(reader: Reader, place: Place, value: object) -> dict[str, Any]:
    """Turn a text such as "red food, no centipede, control nobody" into a table. A table stays as it is."""
    if not isinstance(value, str):
        for key in place.table_of(value):
            place.known(key, HEX_KEYS, "thing of a hex")
        return dict(place.table_of(value))
    table: dict[str, Any] = {}
    for item in split_items(value):
        word, _, rest = item.partition(" ")
        if word in ("control", "turn", "at"):
            table[word] = rest
        elif item in HEX_FLAGS:
            table[item] = True
        elif (word in ("no", "not") and rest in HEX_FLAGS) or item == "uncontested":
            table["contested" if item == "uncontested" else rest] = False
        else:
            table.setdefault("ants", [])
            if item != "empty":
                table["ants"].append(item)
    return table


def ants(look: HexLook, reader: Reader, place: Place, number: int, value: object) -> None:
    """Compare the ants in a hex with a complete list of "PLAYER [COUNT] [SITE]".

    An entry without a site is the number of the player's ants in the whole hex.
    """
    names: Names = reader.names
    totals: dict[str, int] = {}
    placed: dict[str, int] = {}
    for seat, count, slots in (reader.ant(place, number, item) for item in texts(place, "ants", value, ",")):
        player = names.players[seat]
        if not slots:
            totals[player] = count
            continue
        placed[player] = placed.get(player, 0) + count
        if slots == [OUT]:
            same(look.name, f"ants of {player} in the outskirts", count, look.out.get(player, 0))
        else:
            sites = [names.site(number, slot) for slot in slots]
            on = [site for site in sites if look.sites[site] == player]
            if len(on) < count or (count > 1 and len(on) != count):
                owners = {site: look.sites[site] or "nobody" for site in sites}
                raise Unmet(f"{look.name}: {' or '.join(sites)}", f"{count} of {player}", value_words(owners))
    found = {player: look.ants.get(player, 0) for player in names.players}
    wanted = {player: totals.get(player, placed.get(player, 0)) for player in names.players}
    same(look.name, "ants", {p: n for p, n in wanted.items() if n}, {p: n for p, n in found.items() if n})
