"""The 25 tiles and both sides of the Great Tunnel are those of the design."""

from __future__ import annotations

import pytest

from marchsim.errors import ComponentsError
from marchsim.games.march.components import loader
from marchsim.games.march.components.data import TileData, named

TABLE = """
1 Soil|D F|0 1 3 4||
2 Bark|F L|0 2 4 5||
3 Fern|L F|0 2 3 5||
4 Pebble|F C|0 1 3||
5 Loamy Tunnels|L F L|0 1 2 3 4 5||
6 Tall Sand|F L|0 2 3||
7 Water's Edge|L F L|0 1 2 4||
8 Fungalreach|D F|0 2 3 4||
9 Dry Seep|F C|0 2 3||
10 Root Cellar †|F F|0 1 3 4|centipede|
11 Fallen Log †|D C L|0 2 4||
12 Mossy Stone †|P L|0 1 3|centipede|
13 Rotting Stump †|D L F|0 2 3 5||
14 Sunlit Clearing †|F F C|0 1 2 3 4|centipede|
15 Mushroom Ring †|F C D|0 3 4||
16 Gopher Hole †|L F|0 2|wormhole|
17 Thorn Thicket †|C C|0 1 3|centipede|
18 Puddle †|F D|0 3|wormhole|
19 Bone Yard †|P C|0 2 4|centipede|
20 Worm Burrow †|D F|0 2|wormhole|
21 Abandoned Spider's Lair|C L|0 2 3 5||reveal=2 play=1
22 Ant Lion Den|F F D|0 1 3 4||discard=1
23 Nest of Centipedes|P P|0 2 4|centipede|joined=1
24 Hidden Spring †|F F F|0 1 2 3 4 5||food=1
25 Ruined Anthill †|D C P|0 3|wormhole|draw=1
"""
ROWS = TABLE.strip().splitlines()


def row(tile: TileData) -> str:
    """Return a tile as a line of the table."""
    name = f"{tile.number} {tile.name}{' †' if tile.stand_in else ''}"
    tunnels = " ".join(str(edge) for edge in tile.tunnels)
    amounts = " ".join(f"{key}={value}" for key, value in tile.amounts.items())
    return "|".join((name, " ".join(tile.sites), tunnels, tile.icon, amounts))


@pytest.mark.parametrize("index", range(25))
def test_a_tile_has_the_numbers_of_the_design(index: int) -> None:
    assert row(loader.load().tiles[index]) == ROWS[index]


def test_there_are_8_starting_12_standard_and_5_beyond_tiles() -> None:
    parts = loader.load()
    assert [tile.number for tile in parts.pile("starting")] == list(range(1, 9))
    assert [tile.number for tile in parts.pile("standard")] == list(range(9, 21))
    assert [tile.number for tile in parts.pile("beyond")] == list(range(21, 26))


def test_the_great_tunnel_has_two_sides_of_assumed_tunnels() -> None:
    parts = loader.load()
    assert parts.tunnel_front == (0, 1, 2, 3, 4, 5)
    assert parts.tunnel_back == (0, 2, 4)
    assert parts.tunnel_provenance == {"front": "assumed", "back": "assumed"}


def test_a_field_that_no_tile_has_is_named() -> None:
    with pytest.raises(ComponentsError, match=r"tiles\.toml: \[5\] site: unknown field.*'sites'"):
        loader._tile("5", {"name": "bark", "site": "F", "source": {"rulebook": ["name"]}})


@pytest.mark.parametrize("tile", loader.load().tiles, ids=lambda tile: str(tile.number))
def test_a_tile_says_where_its_numbers_come_from(tile: TileData) -> None:
    """Sites and tunnels are printed nowhere public; a text is there exactly where there is an effect."""
    assert tile.provenance["sites"] == tile.provenance["tunnels"] == "assumed"
    assert tile.provenance["icon"] == ("implied" if tile.number == 23 else "assumed")
    assert (tile.provenance["name"] == "assumed") == tile.stand_in
    assert bool(tile.text) == bool(tile.amounts) == (tile.number > 20)
    assert sorted(named(tile.text)) == sorted(tile.amounts)
