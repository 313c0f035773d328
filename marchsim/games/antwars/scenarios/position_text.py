"""Areas and players of a position as plain data, read from text or taken from a game.

Example of an area: `gallery, red 5 minors, red queen 20, red carries 2 sugar, 3 protein, 2 leaf stored, 3
pupae, gloomy, spider, red scent`. Example of a player: `species lasius, open, minors 5, tiles 4`. Commas
separate the parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from marchsim.errors import ScenarioError
from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming import area_look
from marchsim.tabletop.checking import Place
from marchsim.tabletop.scenarios.answers import split_items

TILES = {
    "entrance": w.ENTRANCE, "gallery": w.GALLERY, "pantry": w.PANTRY, "pupae-minor": w.PUPAE_MINOR,
    "pupa-major": w.PUPAE_MAJOR, "mushroom-tile": w.MUSHROOMS, "solid": w.SOLID, "field": w.FIELD,
}  # fmt: skip
NUMBERED = re.compile(r"(\d{1,3}) (\S+)( stored)?")
_WHOSE = re.compile(r"(\S+) (?:(scent)|queen (\d{1,2})|carries (\d{1,3}) (\S+)|(\d{1,2}) (minors?|majors?))")
Counts = dict[tuple[str, str], int]


@dataclass
class AreaSketch:
    """The contents of an area: counts by player and name. An empty `tile` means any tile."""

    tile: str = ""
    ants: Counts = field(default_factory=dict)
    queens: dict[str, list[int]] = field(default_factory=dict)
    loads: Counts = field(default_factory=dict)
    loose: dict[str, int] = field(default_factory=dict)
    stored: dict[str, int] = field(default_factory=dict)
    pupae: int = 0
    gloomys: int = 0
    spiders: int = 0
    scents: list[str] = field(default_factory=list)

    def words(self) -> list[str]:
        """The contents in words that `read_area` accepts, in a fixed order with the tile first."""
        parts = [self.tile] if self.tile else []
        parts += [f"{who} {n} {kind}s" for (who, kind), n in sorted(self.ants.items())]
        parts += [f"{who} queen {life}" for who, lives in sorted(self.queens.items()) for life in lives]
        parts += [f"{who} carries {n} {piece}" for (who, piece), n in sorted(self.loads.items())]
        parts += [f"{n} {piece}" for piece, n in sorted(self.loose.items())]
        parts += [f"{n} {piece} stored" for piece, n in sorted(self.stored.items())]
        parts += [f"{self.pupae} pupae"] if self.pupae else []
        parts += ["gloomy"] * self.gloomys + ["spider"] * self.spiders
        return parts + [f"{who} scent" for who in sorted(self.scents)]


def read_area(place: Place, key: str, text: str, players: Sequence[str]) -> AreaSketch:
    """The contents of an area, read from text. Raises an error that names `place` if the text is invalid."""
    found = AreaSketch()
    for item in split_items(text):
        words = item.casefold()
        numbered, whose = NUMBERED.fullmatch(words), _WHOSE.fullmatch(words)
        if words in TILES:
            found.tile = words
        elif words == "gloomy":
            found.gloomys += 1
        elif words == "spider":
            found.spiders += 1
        elif words == "nothing":
            pass
        elif numbered and numbered[2] == "pupae":
            found.pupae = int(numbered[1])
        elif numbered and numbered[2] in w.PIECES:
            (found.stored if numbered[3] else found.loose)[numbered[2]] = int(numbered[1])
        elif whose and whose[1] in players:
            _note(found, whose)
        else:
            raise place.wrong(key, f"{item!r} says nothing of an area; players are {', '.join(players)}.")
    return found


def _note(found: AreaSketch, whose: re.Match[str]) -> None:
    player = whose[1]
    if whose[2]:
        found.scents.append(player)
    elif whose[3]:
        found.queens.setdefault(player, []).append(int(whose[3]))
    elif whose[4]:
        if whose[5] not in w.PIECES:
            raise ScenarioError(f"{whose[0]!r}: {whose[5]} is no type of piece: {', '.join(w.PIECES)}.")
        found.loads[player, whose[5]] = int(whose[4])
    else:
        found.ants[player, whose[7].removesuffix("s")] = int(whose[6])


def look(g: Play, area: int, players: Sequence[str]) -> AreaSketch:
    """The contents of an area in a game."""
    seen = area_look(g, area)
    names = {number: name for name, number in TILES.items()}
    found = AreaSketch(
        names[seen.tile],
        loose=_pieces(seen.loose),
        stored=_pieces(seen.stored),
        pupae=seen.pupae,
        gloomys=seen.gloomys,
        spiders=seen.spiders,
        scents=[players[seat] for seat in seen.scents],
    )
    for band in seen.bands:
        player = players[band.seat]
        ants = (("minor", band.minors), ("major", band.majors))
        found.ants |= {(player, kind): n for kind, n in ants if n}
        found.loads |= {(player, piece): n for piece, n in _pieces(band.loads).items()}
        if band.queens:
            found.queens[player] = list(band.queens)
    return found


def _pieces(counts: Sequence[int]) -> dict[str, int]:
    """The numbers of pieces by name, without zeros. `counts` has the numbers in the order of types."""
    return {piece: n for piece, n in zip(w.PIECES, counts, strict=True) if n}


def numbers(g: Play, seat: int) -> dict[str, int]:
    """The numbers of a player, by the names that scenarios use for them."""
    s = g.s
    return {
        "minors": s.minor_n[seat],
        "majors": s.major_n[seat],
        "queens": s.queen_n[seat],
        "life": g.figures.queens_life(seat),
        "tiles": s.tile_n[seat],
        "pupae": s.pupae_n[seat],
        "loads": s.load_n[seat],
        "strength": g.figures.strength(seat),
        "food": g.figures.food(seat),
        "open": s.open[seat],
        "fell": s.fell[seat],
        "gone": s.gone[seat],
        "left": s.left if s.active == seat else 0,
    }
