"""A complete variant of the game: its rules and components, their fingerprint, and data for reports.

An overlay is a mapping with the keys of OVERLAY_KEYS. Only `resolve` makes a variant, so every variant has
been checked. A preset is a way to play from the rulebook: a named overlay of the rules, for certain numbers
of players. Presets can be combined. The engine reads parameters, never presets.

The key `beyond` selects the Beyond the Meadow hexes in the game. Implements SET-05 and LNG-03. `beyond = 2`
draws two at random, and `beyond = ["Hidden Spring", 22]` takes exactly these. Both set the parameter
beyond_hexes for every number of players. The second also disables all other hexes of the group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.errors import MarchsimError, RulesError, nearest
from marchsim.games.march.components.data import CardData, Components, TileData
from marchsim.games.march.components.loader import load, overlaid
from marchsim.games.march.rules.parameters import BOOK, BY_PLAYERS, PARAMETERS, SPECIES_SEAT, in_force
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import letters
from marchsim.tabletop.rules.overlays import (
    Overlay,
    Preset,
    combined,
    count_provenance,
    enabled_provenance,
    fingerprint,
    players_of,
    preset_rules,
    range_of,
)
from marchsim.tabletop.rules.parameters import Rules

EVERYBODY = (1, 5)
COMPETING = (2, 5)  # players without a Horde
AGAINST_THE_HORDE = (1, 4)
RECOMMENDED_SPECIES = (3, 4)  # PRI-14
TOGETHER = {"march_to_battle": True, "horde": True, "end_most": 0, "end_tied": 0, "tokens": 99}
NUMBERS = ("no", "one", "two", "three", "four", "five")


_ALL = (
    Preset("standard", "the standard game", {}, EVERYBODY),
    Preset(
        "first-game",
        "the standard game without Beyond the Meadow hexes, as recommended for a first game",
        {"beyond_hexes": 0, "beyond_hexes_five": 0},
        EVERYBODY,
        ("SET-05",),
    ),
    Preset(
        "long",
        "five rounds with all five Beyond the Meadow hexes, and no Royal Decree in the last two",
        {"rounds": 5, "rounds_without_decree": 2, "beyond_hexes": 5},
        EVERYBODY,
        ("LNG-01", "LNG-02", "LNG-03"),
    ),
    Preset(
        "two",
        "the game for two players: the Great Tunnel's reverse, opening hexes, a final turn after the Rest",
        {},
        (2, 2),
        ("TWO-01", "TWO-02", "TWO-03", "TWO-04", "TWO-05", "TWO-06"),
    ),
    Preset(
        "five",
        "the game for five players: all starting hexes, neighbours alone react, three Rests end the phase",
        {},
        (5, 5),
        ("FIV-01", "FIV-02", "FIV-03"),
    ),
    Preset(
        "primitive",
        "Primitive Species: mats are dealt at random, and each player chooses its mat's species or the "
        "Common Meadow Ant",
        {"species": "choose"},
        EVERYBODY,
        ("PRI-01", "PRI-14"),
    ),
    Preset(
        "solo",
        "Rise of the Centipedes for one player, who plays against the Centipede Horde",
        TOGETHER,
        (1, 1),
        ("HOR-01", "HOR-07", "HOR-09", "HOR-11", "HOR-12"),
    ),
    Preset(
        "coop",
        "Rise of the Centipedes for players who win or lose together against the Centipede Horde",
        TOGETHER,
        (2, 4),
        ("HOR-01", "HOR-07", "HOR-09", "HOR-11", "HOR-14"),
    ),
)
PRESETS: dict[str, Preset] = {preset.name: preset for preset in _ALL}


# players ----------------------------------------------------------------------
def players_for(preset: str, values: Mapping[str, int]) -> tuple[int, int]:
    """The smallest and largest number of players that presets and rules allow."""
    low, high = range_of(combined(PRESETS, preset))
    least, most = AGAINST_THE_HORDE if values["horde"] else COMPETING
    return max(low, least), min(high, most)


def check_players(preset: str, values: Mapping[str, int]) -> None:
    """Raise RulesError if presets and rules together allow no number of players."""
    low, high = players_for(preset, values)
    if low > high:
        presets = players_of(*range_of(combined(PRESETS, preset)))
        others = (
            "horde = true is for one to four" if values["horde"] else "without the Horde it takes two or more"
        )
        raise RulesError(
            f"preset {preset}: there is no number of players for it: it is for {presets}, {others}."
        )


def refusal(preset: str, values: Mapping[str, int], players: int) -> str:
    """The reason why this many players cannot play, with the remedy, or '' if they can."""
    low, high = players_for(preset, values)
    if low <= players <= high:
        return ""
    if players == 1 and range_of(combined(PRESETS, preset))[0] == 1:
        name = "+".join([*(part for part in preset.split("+") if part != "standard"), "solo"])
        return f"one player needs the Centipede Horde to play against; take preset {name}."
    added = values["horde"] and not any(part.rules.get("horde") for part in combined(PRESETS, preset))
    horde = " with horde = true" if added else ""
    return f"preset {preset}{horde} is for {players_of(low, high)}, not {players}."


# what the rulebook does not recommend ----------------------------------------
def warnings(values: Mapping[str, int], players: Sequence[int]) -> tuple[str, ...]:
    """The rulebook's advice against these rules for any of these numbers of players."""
    if not species_in_play(values):
        return ()
    least, most = RECOMMENDED_SPECIES
    odd = [NUMBERS[count] for count in sorted(set(players)) if not least <= count <= most]
    found = []
    if odd:
        whom = f"{' or '.join(odd)} player{'s' if odd != ['one'] else ''}"
        found.append(f"the rulebook does not recommend Primitive Species for {whom} (PRI-14)")
    if values["horde"]:
        found.append("the rulebook does not speak of Primitive Species against the Centipede Horde")
    return tuple(found)


def species_in_play(values: Mapping[str, int]) -> bool:
    """Whether any player may have a Primitive Species."""
    forced = [value for name, value in values.items() if name.startswith(SPECIES_SEAT)]
    return values["species"] > 0 or any(value > 1 for value in forced)


# The overlay key `beyond` (SET-05, LNG-03)
KEY = "beyond"
GROUP = "beyond"
COUNT = PARAMETERS["beyond_hexes"]
COUNTS = tuple(dict.fromkeys(in_force(COUNT.name, players) for players in (0, *BY_PLAYERS)))


def spelled_out(source: str, overlay: Mapping[str, Any], components: Components) -> dict[str, Any]:
    """The `rules` and `tiles` that the key `beyond` of an overlay means, or {} if it has none.

    Names are those that the components have after the overlay. Raises ComponentsError if `beyond` is faulty.
    """
    if KEY not in overlay:
        return {}
    place = Place(source, "")
    rules = overlay.get("rules", {})
    for name in COUNTS:
        if name in rules:
            raise place.wrong(KEY, f"says how many hexes there are, and so does [rules] {name}; take one.")
    wanted = overlay[KEY]
    if type(wanted) is int:
        enabled = len(components.pile(GROUP))
        if place.number(KEY, wanted, COUNT.low, COUNT.high) > enabled:
            raise place.wrong(
                KEY, f"asks for {wanted} hexes, and {enabled} are enabled; name those you want."
            )
        return {"rules": dict.fromkeys(COUNTS, wanted)}
    group = [tile for tile in components.tiles if tile.group == GROUP]
    chosen = named(place, wanted, group)
    tiles = {str(tile.number): {"enabled": tile in chosen} for tile in group}
    return {"rules": dict.fromkeys(COUNTS, len(chosen)), "tiles": tiles}


def named(place: Place, wanted: object, tiles: list[TileData]) -> list[TileData]:
    """The hexes in a list of names and numbers. Raises ComponentsError if one is unknown or occurs twice."""
    if not isinstance(wanted, list | tuple) or len(wanted) > COUNT.high:
        what = f'must be a number from {COUNT.low} to {COUNT.high}, or a list such as ["Hidden Spring", 22]'
        raise place.wrong(KEY, f"{what}, not {shown(wanted)}.")
    chosen: list[TileData] = []
    for word in wanted:
        found = next((tile for tile in tiles if means(word, tile)), None)
        if found is None:
            raise unknown(place, word, tiles)
        if found in chosen:
            raise place.wrong(KEY, f"names {found.name} ({found.number}) twice.")
        chosen.append(found)
    return chosen


def means(word: object, tile: TileData) -> bool:
    """Whether a word is the number or the name of a hex. Case and punctuation do not matter."""
    if isinstance(word, str):
        return letters(word) in (letters(tile.name), str(tile.number))
    return type(word) is int and word == tile.number


def unknown(place: Place, word: object, tiles: list[TileData]) -> MarchsimError:
    """The error for a word that names no Beyond the Meadow hex, with the nearest name."""
    near = nearest(word, [tile.name for tile in tiles]) if isinstance(word, str) else ""
    known = ", ".join(f"{tile.name} ({tile.number})" for tile in tiles)
    return place.wrong(KEY, f"{shown(word)} is no Beyond the Meadow hex; there are {known}.{near}")


# Variants
OVERLAY_KEYS = ("preset", "provenance", "rules", "cards", "tiles", "great-tunnel", "beyond")
# the columns of an item, in order, where it has nothing of its own to say
NO_ITEM: Mapping[str, Any] = {
    "kind": "", "id": "", "name": "", "type": "", "section": "", "cost": None, "payment": "",
    "ferocity": None, "centipede": None, "sites": "", "tunnels": "", "icon": "", "stand_in": False,
    "enabled": True,
}  # fmt: skip
OPPONENT = "the Centipede Horde"  # whom the players play against together (HOR-11)


@dataclass
class MarchVariant:
    """A resolved variant (implements kernel.game.Variant). `rules` gives each parameter as an integer.

    `origins` gives the source of each parameter's value: rulebook, ruling, program, a preset or an overlay.
    `notes` are warnings that apply to every number of players.
    """

    name: str
    preset: str
    rules: Mapping[str, int]
    origins: Mapping[str, str]
    components: Components
    fingerprint: str = ""
    opponent: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Compute `opponent` and `fingerprint`."""
        self.opponent = OPPONENT if self.rules["horde"] else ""
        self.fingerprint = fingerprint(self.resolved())

    def resolved(self) -> dict[str, Any]:
        """The rules and components as plain JSON data, without the variant's name and preset."""
        parts = self.components
        return {
            "rules": BOOK.human(self.rules),
            "cards": {card.id: _plain(card) for card in parts.cards},
            "tiles": {
                str(tile.number): {**_plain(tile), "sites": list(tile.sites), "tunnels": list(tile.tunnels)}
                for tile in parts.tiles
            },
            "great_tunnel": {
                "front": list(parts.tunnel_front),
                "back": list(parts.tunnel_back),
                "provenance": dict(parts.tunnel_provenance),
            },
        }

    @property
    def all_rules(self) -> Rules:
        """The rules with the source of each value."""
        return Rules(BOOK, self.rules, self.origins)

    def players(self) -> tuple[int, int]:
        """The smallest and largest number of players."""
        return players_for(self.preset, self.rules)

    def refusal(self, players: int) -> str:
        """The reason why this many players cannot play, with the remedy, or '' if they can."""
        return refusal(self.preset, self.rules, players)

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """The rulebook's advice against these numbers of players, and the variant's notes."""
        return (*warnings(self.rules, players), *self.notes)

    def items(self) -> list[dict[str, Any]]:
        """A row for each card, for each tile and for the Great Tunnel. `kind` is card, tile or great-tunnel.

        `fields` is the number of numeric facts about the item. Each kind of provenance has a column with the
        number of facts that have it.
        """
        parts = self.components
        rows = [_card_row(card) for card in parts.cards] + [_tile_row(tile) for tile in parts.tiles]
        return [*rows, _tunnel_row(parts)]

    def provenance(self) -> dict[str, int]:
        """The number of numeric facts about the enabled `items`, by provenance."""
        return enabled_provenance(self.items())


def resolve(name: str, preset: str = "", overlays: Sequence[Overlay] = ()) -> MarchVariant:
    """Make the variant of a preset, such as "long+primitive", and apply the overlays in order.

    An empty preset is the standard game. A preset in an overlay replaces `preset`. Raises ConfigError,
    RulesError or ComponentsError if presets, rules or components are faulty.
    """
    combination, rules = preset_rules(BOOK, PRESETS, OVERLAY_KEYS, preset, overlays)
    components = load()
    for source, overlay in overlays:
        rules = rules.overlaid(source, overlay.get("rules", {}))
        components = overlaid(components, source, overlay)
        beyond = spelled_out(source, overlay, components)
        rules = rules.overlaid(source, beyond.get("rules", {}))
        components = overlaid(components, source, {"tiles": beyond.get("tiles", {})})
    check_players(combination, rules.values)
    return MarchVariant(name, combination, rules.values, rules.origins, components)


def _plain(part: CardData | TileData) -> dict[str, Any]:
    """A card or tile as plain data. Studies make many variants, and `asdict` would be slow."""
    return {**vars(part), "amounts": dict(part.amounts), "provenance": dict(part.provenance)}


def _card_row(card: CardData) -> dict[str, Any]:
    return _row(card.facts(), {"kind": "card", **_columns(card)})


def _tile_row(tile: TileData) -> dict[str, Any]:
    """A tile's row in the items table. Its type is its group."""
    written = {"sites": " ".join(tile.sites), "tunnels": _edges(tile.tunnels)}
    named = {"kind": "tile", "id": str(tile.number), "type": tile.group}
    return _row(tile.facts(), {**_columns(tile), **named, **written})


def _tunnel_row(parts: Components) -> dict[str, Any]:
    """The Great Tunnel's row in the items table. A slash separates the tunnels of its front and its back."""
    tunnels = f"{_edges(parts.tunnel_front)} / {_edges(parts.tunnel_back)}"
    named = {"kind": "great-tunnel", "id": "great-tunnel", "name": "Great Tunnel", "tunnels": tunnels}
    return _row(list(parts.tunnel_provenance.values()), named)


def _columns(part: CardData | TileData) -> dict[str, Any]:
    """The fields of a card or tile that are columns of the items table."""
    return {name: value for name, value in vars(part).items() if name in NO_ITEM}


def _row(facts: Sequence[str], own: Mapping[str, Any]) -> dict[str, Any]:
    return {**NO_ITEM, **own, "fields": len(facts), **count_provenance(facts)}


def _edges(edges: Sequence[int]) -> str:
    return " ".join(map(str, edges))
