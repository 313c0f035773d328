"""Cards and tiles as tables for a reader, with a mark for the source of each number."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.games.march.components.data import SITES, CardData, Components, TileData
from marchsim.games.march.components.text import render
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.games.march.telling import describe
from marchsim.kernel.showing import LEGEND, MARKS, Page, Sheet, share
from marchsim.tabletop.hexes import EDGES

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
    """A table for each kind of card, or all details of the card with this name."""
    found = describe.find_cards(variant, name)
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
    values = {
        "name": card.name,
        "type": card.type,
        "section": card.section,
        "cost": str(card.cost),
        "payment": card.payment,
        "ferocity": str(card.ferocity),
        "centipede": "yes" if card.centipede else "no",
        **{f"amounts.{amount}": str(value) for amount, value in card.amounts.items()},
        "text": card.rendered or "no effect",
    }
    rows = [(key, value, card.provenance[key]) for key, value in values.items() if key in card.provenance]
    return [Sheet(_named(card), FIELDS, rows), f"id {card.id}; {share(card.facts(), 'this card')}"]


def _named(item: CardData | TileData) -> str:
    """The name of a card or tile, with marks for stand-ins and disabled ones."""
    return f"{item.name}{' †' if item.stand_in else ''}{'' if item.enabled else ' (off)'}"


def _cost(card: CardData) -> str:
    """A card's cost, followed by its payment if only larvae or only ants may pay."""
    cost = f"{card.cost}{MARKS[card.provenance['cost']]}"
    return cost if card.payment == "any" else f"{cost} {card.payment}{MARKS[card.provenance['payment']]}"


def _numbers(card: CardData) -> tuple[str, str]:
    """A card's ferocity and centipede icon, with their marks."""
    icon = "C" if card.centipede else "-"
    return (
        f"{card.ferocity}{MARKS[card.provenance['ferocity']]}",
        f"{icon}{MARKS[card.provenance['centipede']]}",
    )


def _card_effect(card: CardData) -> str:
    """A card's text with a mark at each number."""
    return render(
        card.text,
        card.amounts,
        card.kind,
        lambda amount, digits: f"{digits}{MARKS[card.provenance[f'amounts.{amount}']]}",
    )


def tiles(variant: MarchVariant, name: str) -> Page:
    """A table of all tiles and the Great Tunnel, or all details of the tile with this name."""
    parts = variant.components
    if describe.is_great_tunnel(name):
        return [*_tunnel(parts), f"{CLOCKWISE}\n{LEGEND}"]
    if name:
        return _tile(describe.find_tiles(variant, name)[0])
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
    """A line for each side of the Great Tunnel."""
    return [
        f"{row['name']}: tunnels {_edges(row['tunnels'])}{MARKS[row['provenance']['tunnels']]}"
        for row in describe.tunnel_rows(parts)
    ]


def _tile(tile: TileData) -> Page:
    """All details of one tile."""
    values = {
        "number": str(tile.number),
        "name": tile.name,
        "group": tile.group,
        "sites": ", ".join(SITES[letter] for letter in tile.sites) + " (the first is the control site)",
        "tunnels": f"{_edges(tile.tunnels)} ({', '.join(EDGES[edge] for edge in tile.tunnels)})",
        "icon": tile.icon or "none",
        **{f"amounts.{amount}": str(value) for amount, value in tile.amounts.items()},
        "text": tile.rendered,
    }
    rows = [(key, value, tile.provenance[key]) for key, value in values.items() if key in tile.provenance]
    return [Sheet(f"{tile.number} {_named(tile)}", FIELDS, rows), share(tile.facts(), "this tile")]


def _edges(edges: Sequence[int]) -> str:
    return " ".join(str(edge) for edge in edges)


def _sites(tile: TileData) -> str:
    """A tile's sites and their mark."""
    return " ".join(tile.sites) + MARKS[tile.provenance["sites"]]


def _tunnels(tile: TileData) -> str:
    """A tile's tunnels and their mark."""
    return _edges(tile.tunnels) + MARKS[tile.provenance["tunnels"]]


def _tile_effect(tile: TileData) -> str:
    """A tile's icon and text, with a mark at each number."""
    icon = f"{tile.icon}{MARKS[tile.provenance['icon']]}" if tile.icon else ""
    words = render(
        tile.text,
        tile.amounts,
        "tile",
        lambda amount, digits: f"{digits}{MARKS[tile.provenance[f'amounts.{amount}']]}",
    )
    return ". ".join(part for part in (icon, words) if part)
