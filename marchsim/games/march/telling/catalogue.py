"""Cards, tiles and rules of a variant as plain rows and as tables, and the search for one by name.

`marchsim cards`, `tiles` and `rules` show these. A row has only JSON values. Tables mark the source of each
number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marchsim.errors import ConfigError, nearest
from marchsim.games.march.components.data import SITES, CardData, Components, TileData, render
from marchsim.games.march.naming import GREAT_TUNNEL
from marchsim.games.march.rules.parameters import BOOK, BY_PLAYERS, PARAMETERS, PARTS, in_force, own_of
from marchsim.games.march.rules.variant import PRESETS, MarchVariant, resolve
from marchsim.kernel.showing import LEGEND, MARKS, Page, Sheet, share
from marchsim.tabletop.checking import shown
from marchsim.tabletop.hexes import EDGES
from marchsim.tabletop.naming import letters
from marchsim.tabletop.rules.overlays import combined, players_of
from marchsim.tabletop.telling import rules as rules_as_data
from marchsim.tabletop.telling.rules import MARKED, chapters, sheet


def rows(variant: MarchVariant, kind: str, name: str) -> list[dict[str, Any]]:
    """A row for each card or tile (`kind`), or only for the one called `name`."""
    return (card_rows if kind == "cards" else tile_rows)(variant, name)


def page(variant: MarchVariant, kind: str, name: str) -> Page:
    """Tables of cards or tiles (`kind`), or all details of the one called `name`."""
    return (cards if kind == "cards" else tiles)(variant, name)


def card_rows(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """A row for each card, or for the one with this id or name. Raises ConfigError if there is none."""
    return [part_row(card) for card in find_cards(variant, name)]


def tile_rows(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """A row for each tile, or for the one with this number or name. Raises ConfigError if there is none.

    The Great Tunnel is not among the 25 tiles. Its name selects two rows, one for each side.
    """
    if is_great_tunnel(name):
        return tunnel_rows(variant.components)
    return [part_row(tile) for tile in find_tiles(variant, name)]


def rule_rows(variant: MarchVariant, name: str = "") -> list[dict[str, Any]]:
    """A row for each parameter of the rules: value, range, meaning, rule numbers and origin.

    The name of a parameter selects it and its forms for some numbers of players. Any other name selects the
    parameters whose names contain it. Raises RulesError with the nearest name if there are none. In the row
    of a form, `players` is its number of players and `instead_of` its plain parameter. Otherwise they are
    null and ''. `part` is the rule that turns the parameter's part of the game on, or ''. `from` is
    rulebook, ruling, program, a preset or an overlay. `changed` compares with the standard game.
    """
    return [rule_row(variant, found) for found in find_rules(name)]


def rules_with(variant: MarchVariant, players: int) -> list[dict[str, Any]]:
    """The rows of parameters that, with this many players, differ from the standard game.

    Each row has the meaning of the plain parameter. Its `default` is the value in the standard game with 3 or
    4 players.
    """
    rows = []
    for name, plain in PARAMETERS.items():
        row = rule_row(variant, in_force(name, players))
        if own_of(name)[0] is None and variant.rules[row["name"]] != plain.default:
            rows.append(
                {**row, "default": plain.human(plain.default), "meaning": plain.meaning, "changed": True}
            )
    return rows


def find_rules(name: str) -> list[str]:
    """The parameters that a name selects, or all for ''.

    Raises RulesError with the nearest name if it selects none.
    """
    if name in PARAMETERS:
        return list(dict.fromkeys([name, *(in_force(name, players) for players in BY_PLAYERS)]))
    return BOOK.named(name)


def rule_row(variant: MarchVariant, name: str) -> dict[str, Any]:
    """A parameter as plain data."""
    players, plain = own_of(name)
    own = {"players": players, "instead_of": plain, "part": PARTS.get(name, "")}
    return {**rules_as_data.row(variant.all_rules, name), **own}


def find_cards(variant: MarchVariant, name: str) -> Sequence[CardData]:
    """The card with this id or name, or all cards for ''. Raises ConfigError if there is none."""
    everything = variant.components.cards
    if not name:
        return everything
    found = [card for card in everything if letters(name) in (letters(card.id), letters(card.name))]
    return found or _unknown("card", name, [card.name for card in everything])


def find_tiles(variant: MarchVariant, name: str) -> Sequence[TileData]:
    """The tile with this number or name, or all tiles for ''. Raises ConfigError if there is none."""
    everything = variant.components.tiles
    if not name:
        return everything
    found = [tile for tile in everything if letters(name) in (str(tile.number), letters(tile.name))]
    return found or _unknown("tile", name, [*(tile.name for tile in everything), GREAT_TUNNEL])


def is_great_tunnel(name: str) -> bool:
    """Whether a name is that of the Great Tunnel."""
    return letters(name) == letters(GREAT_TUNNEL)


def part_row(part: CardData | TileData) -> dict[str, Any]:
    """A card or tile as plain data. `text` shows the numbers, and `template` the names of amounts."""
    row: dict[str, Any] = {}
    for name, value in vars(part).items():
        if name == "text":
            row |= {"text": part.rendered, "template": value}
        elif isinstance(value, Mapping):
            row[name] = dict(value)
        else:
            row[name] = list(value) if isinstance(value, tuple) else value
    return row


def tunnel_rows(parts: Components) -> list[dict[str, Any]]:
    """The two sides of the Great Tunnel as plain data, with the keys of tiles. `number` is None."""
    sides = {"front": parts.tunnel_front, "back": parts.tunnel_back}
    return [
        {
            "number": None,
            "name": f"{GREAT_TUNNEL}, {side}",
            "group": "great-tunnel",
            "sites": [],
            "tunnels": list(edges),
            "icon": "",
            "amounts": {},
            "text": "",
            "template": "",
            "stand_in": False,
            "enabled": True,
            "provenance": {"tunnels": parts.tunnel_provenance[side]},
        }
        for side, edges in sides.items()
    ]


def _unknown(what: str, name: str, known: Iterable[str]) -> Sequence[Any]:
    """Raise ConfigError for a name that is unknown, with the nearest one."""
    hint = nearest(name, known)
    raise ConfigError(f"there is no {what} {shown(name)}.{hint} `marchsim {what}s` lists them all.")


# Cards and tiles as tables, with a mark for the source of each number
TITLES = {
    "event": "Events",
    "head": "Heads",
    "thorax": "Thoraxes",
    "abdomen": "Abdomens",
    "goal": "Colony Goals",
}
CLOCKWISE = "Tunnels clockwise from the north-east: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW."
FIELDS = {"Field": "left", "Value": "wide", "From": "left"}
CARD_COLUMNS = {"Card": "left", "Cost": "right", "Fer": "right", "C": "left", "Effect": "wide"}
TILE_COLUMNS = {
    "No": "right", "Tile": "left", "Group": "left", "Sites": "left", "Tunnels": "left", "Effect": "wide",
}  # fmt: skip
OFF = "† stand-in (its name is ours)   (off) not in"


def cards(variant: MarchVariant, name: str) -> Page:
    """A table of each kind of card, or all details of the card with this id or name."""
    found = find_cards(variant, name)
    if name:
        return _card(found[0])
    page: list[Sheet | str] = []
    for kind, title in TITLES.items():
        chosen = [card for card in found if card.kind == kind]
        rows = [(_named(card), _cost(card), *_numbers(card), _card_effect(card)) for card in chosen]
        page.append(Sheet(f"{title} ({sum(card.enabled for card in chosen)})", CARD_COLUMNS, rows))
    enabled = [card for card in found if card.enabled]
    facts = [fact for card in enabled for fact in card.facts()]
    return [*page, f"C centipede icon   {OFF} the deck\n{LEGEND}", share(facts, f"{len(enabled)} cards")]


def _card(card: CardData) -> Page:
    words = {"centipede": "yes" if card.centipede else "no", "text": card.rendered or "no effect"}
    return [
        Sheet(_named(card), FIELDS, _details(card, words)),
        f"id {card.id}; {share(card.facts(), 'this card')}",
    ]


def _details(part: CardData | TileData, words: Mapping[str, str]) -> list[Sequence[str]]:
    """The fields of a card or tile that have a source. `words` replaces some values by words."""
    values: dict[str, str] = {}
    for name, value in vars(part).items():
        if name == "amounts":
            values |= {f"amounts.{amount}": str(number) for amount, number in value.items()}
        else:
            values[name] = words.get(name, str(value))
    return [(key, value, part.provenance[key]) for key, value in values.items() if key in part.provenance]


def _named(item: CardData | TileData) -> str:
    """The name of a card or tile, with a mark if it is a stand-in or disabled."""
    return f"{item.name}{' †' if item.stand_in else ''}{'' if item.enabled else ' (off)'}"


def _cost(card: CardData) -> str:
    """A card's cost, and its payment unless larvae and ants may both pay."""
    cost = f"{card.cost}{MARKS[card.provenance['cost']]}"
    return cost if card.payment == "any" else f"{cost} {card.payment}{MARKS[card.provenance['payment']]}"


def _numbers(card: CardData) -> tuple[str, str]:
    """A card's ferocity and centipede icon, each with the mark of its source."""
    icon = "C" if card.centipede else "-"
    return (
        f"{card.ferocity}{MARKS[card.provenance['ferocity']]}",
        f"{icon}{MARKS[card.provenance['centipede']]}",
    )


def _card_effect(card: CardData) -> str:
    """A card's text, with the mark of its source at each number."""
    return render(
        card.text,
        card.amounts,
        card.kind,
        lambda amount, digits: f"{digits}{MARKS[card.provenance[f'amounts.{amount}']]}",
    )


def tiles(variant: MarchVariant, name: str) -> Page:
    """A table of all tiles and the Great Tunnel, or all details of the tile with this number or name."""
    parts = variant.components
    if is_great_tunnel(name):
        return [*_tunnel(parts), f"{CLOCKWISE}\n{LEGEND}"]
    if name:
        return _tile(find_tiles(variant, name)[0])
    rows = [
        (str(tile.number), _named(tile), tile.group, _sites(tile), _tunnels(tile), _tile_effect(tile))
        for tile in parts.tiles
    ]
    letters = ", ".join(f"{letter} {meaning}" for letter, meaning in SITES.items())
    enabled = [tile for tile in parts.tiles if tile.enabled]
    facts = [fact for tile in enabled for fact in tile.facts()] + list(parts.tunnel_provenance.values())
    return [
        Sheet("Tiles", TILE_COLUMNS, rows),
        *_tunnel(parts),
        f"Sites, the control site first: {letters}.",
        f"{CLOCKWISE}\n{OFF} the game\n{LEGEND}",
        share(facts, f"{len(enabled)} tiles and the Great Tunnel"),
    ]


def _tunnel(parts: Components) -> list[str]:
    """A line about each side of the Great Tunnel."""
    return [
        f"{row['name']}: tunnels {_edges(row['tunnels'])}{MARKS[row['provenance']['tunnels']]}"
        for row in tunnel_rows(parts)
    ]


def _tile(tile: TileData) -> Page:
    """All details of a tile, as tables."""
    words = {
        "sites": ", ".join(SITES[letter] for letter in tile.sites) + " (the first is the control site)",
        "tunnels": f"{_edges(tile.tunnels)} ({', '.join(EDGES[edge] for edge in tile.tunnels)})",
        "icon": tile.icon or "none",
        "text": tile.rendered,
    }
    rows = _details(tile, words)
    return [Sheet(f"{tile.number} {_named(tile)}", FIELDS, rows), share(tile.facts(), "this tile")]


def _edges(edges: Sequence[int]) -> str:
    return " ".join(str(edge) for edge in edges)


def _sites(tile: TileData) -> str:
    """A tile's sites, with the mark of their source."""
    return " ".join(tile.sites) + MARKS[tile.provenance["sites"]]


def _tunnels(tile: TileData) -> str:
    """A tile's tunnels, with the mark of their source."""
    return _edges(tile.tunnels) + MARKS[tile.provenance["tunnels"]]


def _tile_effect(tile: TileData) -> str:
    """A tile's icon and text, with the mark of its source at each number."""
    icon = f"{tile.icon}{MARKS[tile.provenance['icon']]}" if tile.icon else ""
    words = render(
        tile.text,
        tile.amounts,
        "tile",
        lambda amount, digits: f"{digits}{MARKS[tile.provenance[f'amounts.{amount}']]}",
    )
    return ". ".join(part for part in (icon, words) if part)


# The parameters as tables: all, those matching a name, or a variant's changes
def rule_page(variant: MarchVariant, name: str, changes: bool) -> Page:
    """The parameters that `name` selects.

    If `name` is '', the page shows all parameters or, if `changes` is set, only the changed ones.
    """
    if name:
        return [sheet("Parameters", _spelled_out(rule_rows(variant, name)))]
    return _differences(variant) if changes else _chapters(rule_rows(variant))


def _chapters(rows: list[dict[str, Any]]) -> Page:
    """A table of the parameters in each chapter of the rules, and a line about each preset."""
    told: list[Sheet | str] = [*chapters(BOOK, rows), MARKED]
    for preset in PRESETS.values():
        players = players_of(*resolve("shown", preset.name).players())
        told.append(f"preset {preset.name} ({players}): {preset.meaning}")
    return [*told, "Presets are combined with +: long+primitive."]


def _differences(variant: MarchVariant) -> Page:
    """The differences of a variant from the standard game, for its numbers of players."""
    low, high = variant.players()
    told: list[Sheet | str] = [f"preset {variant.preset}, for {players_of(low, high)}"]
    for preset in combined(PRESETS, variant.preset):
        numbers = f" ({', '.join(preset.numbers)})" if preset.numbers else ""
        told.append(f"{preset.meaning}{numbers}.")
    rows = rule_rows(variant)
    if low == high:
        changed = rules_with(variant, low)
        title = f"With {players_of(low, high)}, where the standard game with 3 or 4 has other values"
    else:
        changed = _spelled_out([row for row in rows if row["changed"]])
        title = "Differs from the standard game"
    if changed:
        told.append(sheet(title, changed))
    same = sum(not row["changed"] for row in rows)
    if low < high:
        told.append(f"{same} of {len(rows)} parameters are those of the standard game (--all shows them).")
    told += [f"Note: {warning}." for warning in variant.warnings(range(low, high + 1))]
    return [*told, *(_further(variant, low, high) if low < high else [])]


def _further(variant: MarchVariant, low: int, high: int) -> list[str]:
    """Notes on the numbers of players with which some parameters have other values, each with a command."""
    mine = [part for part in variant.preset.split("+") if part != "standard"]
    return [
        f"With {players} players some have values of their own: marchsim rules --preset "
        + "+".join([*mine, BY_PLAYERS[players]])
        for players in range(low, high + 1)
        if players in BY_PLAYERS and players > 1
    ]


def _spelled_out(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Complete the meaning of each parameter that only says "the same" for some number of players."""
    return [
        {**row, "meaning": f"{PARAMETERS[plain].meaning}: {row['meaning'].removeprefix('the same ')}"}
        if (plain := row["instead_of"])
        else row
        for row in rows
    ]
