"""`marchsim tiles`: the tiles in force, their sites, tunnels and effects, and where numbers come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import MARKS, JsonOption, PresetOption, RulesOption
from marchsim.games.march.components.data import SITES, Components, TileData
from marchsim.games.march.components.text import render
from marchsim.games.march.telling import describe

if TYPE_CHECKING:
    from rich.console import Console

EDGES = ("NE", "E", "SE", "SW", "W", "NW")
CLOCKWISE = "Tunnels clockwise from the north-east: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW."


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A tile's name or number.")] = "",
    rules: RulesOption = None,
    preset: PresetOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the tiles in force and where their numbers come from.

    marchsim tiles
    marchsim tiles "Dry Seep"
    marchsim tiles 23 --json
    marchsim tiles "Great Tunnel"                   (both of its sides)
    """
    variant = show.variant_of(preset, rules)
    if as_json:
        show.write_json(describe.tiles(variant, name))
    elif describe.is_great_tunnel(name):
        page = show.console()
        _tunnel(page, variant.components)
        page.print(f"{CLOCKWISE}\n{show.LEGEND}")
    elif name:
        _one(describe.find_tiles(variant, name)[0])
    else:
        _all(variant.components)


def _all(parts: Components) -> None:
    """Write a table of the tiles and a line for the Great Tunnel."""
    page = show.console()
    rows = show.table(
        "Tiles",
        {
            "No": "right",
            "Tile": "left",
            "Group": "left",
            "Sites": "left",
            "Tunnels": "left",
            "Effect": "wide",
        },
    )
    for tile in parts.tiles:
        show.add(rows, str(tile.number), _name(tile), tile.group, _sites(tile), _tunnels(tile), _effect(tile))
    page.print(rows)
    _tunnel(page, parts)
    letters = ", ".join(f"{letter} {meaning}" for letter, meaning in SITES.items())
    page.print(f"Sites, the control site first: {letters}.")
    page.print(f"{CLOCKWISE}\n† stand-in (its name is ours)   (off) not in the game\n{show.LEGEND}")
    enabled = [tile for tile in parts.tiles if tile.enabled]
    facts = [fact for tile in enabled for fact in tile.facts()] + list(parts.tunnel_provenance.values())
    page.print(show.share(facts, f"{len(enabled)} tiles and the Great Tunnel"))


def _tunnel(page: Console, parts: Components) -> None:
    """Write a line for each side of the Great Tunnel."""
    for row in describe.tunnel_rows(parts):
        page.print(f"{row['name']}: tunnels {_edges(row['tunnels'])}{MARKS[row['provenance']['tunnels']]}")


def _one(tile: TileData) -> None:
    """Write everything about one tile."""
    page = show.console()
    rows = show.table(f"{tile.number} {_name(tile)}", {"Field": "left", "Value": "wide", "From": "left"})
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
    for field, value in values.items():
        if field in tile.provenance:
            show.add(rows, field, value, tile.provenance[field])
    page.print(rows)
    page.print(show.share(tile.facts(), "this tile"))


def _name(tile: TileData) -> str:
    """Return a tile's name with what is special about it."""
    return f"{tile.name}{' †' if tile.stand_in else ''}{'' if tile.enabled else ' (off)'}"


def _edges(edges: Sequence[int]) -> str:
    """Return edges as text."""
    return " ".join(str(edge) for edge in edges)


def _sites(tile: TileData) -> str:
    """Return a tile's sites with their mark."""
    return " ".join(tile.sites) + MARKS[tile.provenance["sites"]]


def _tunnels(tile: TileData) -> str:
    """Return a tile's tunnels with their mark."""
    return _edges(tile.tunnels) + MARKS[tile.provenance["tunnels"]]


def _effect(tile: TileData) -> str:
    """Return a tile's icon and text with a mark at each number."""
    icon = f"{tile.icon}{MARKS[tile.provenance['icon']]}" if tile.icon else ""
    words = render(
        tile.text,
        tile.amounts,
        "tile",
        lambda amount, digits: f"{digits}{MARKS[tile.provenance[f'amounts.{amount}']]}",
    )
    return ". ".join(part for part in (icon, words) if part)
