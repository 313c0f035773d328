"""The picture of the board: everything is in it, nothing lies over a label, and no name can break it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from functools import cache
from itertools import combinations
from math import dist

import pytest

from marchsim.games.march.components.data import SITES
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming import COLOURS, Names
from marchsim.games.march.players import loading
from marchsim.games.march.rules.variant import resolve
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.table.assembly import assemble
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.telling import board as pictures
from marchsim.games.march.telling.board import Sight
from marchsim.games.march.words import E_PHASE, SOLDIER
from marchsim.kernel.columns import Watcher
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.drawing import Circle, Drawing, Lettering, cut, svg, wide, wrapped
from marchsim.tabletop.naming import player_names

TAGS = ("title", "desc", "style", "rect", "polygon", "polyline", "circle", "text")
SVG = "{http://www.w3.org/2000/svg}"
WAYS = [
    ("standard", 3),
    ("standard", 4),
    ("standard", 5),
    ("two", 2),
    ("long+primitive", 4),
    ("coop", 4),
    ("solo", 1),
]
CROWDED = {
    "players": 5,
    "unsettled": True,
    "tunnel": "red 12, yellow 11, black 10, blue 3, purple 2",
    "soil": "red control, yellow food, red 2 out, yellow 12 out, black 3 out, blue 11 out, purple 10 out",
    "loamy tunnels": {"at": [0, -1], "ants": "black control, blue out", "wormhole": True, "centipede": True},
    "red": {
        "food": 3,
        "larvae": 1,
        "score": 7,
        "hand": ["swarm"],
        "head": ["amazon", "army-head"],
        "goals": ["outlander"],
    },
}


def board(g: Play, names: Names, heading: str = "", below: str = "") -> Drawing:
    """Return the picture of a position."""
    return Sight(names, g.rules.horde > 0).picture(g, heading, below)


class Snapshots(Watcher):
    """Draws the board of a session at each Soldier Phase."""

    def __init__(self, session: MarchSession, names: Names) -> None:
        self.session = session
        self.names = names
        self.drawings: list[tuple[list[str], Drawing]] = []
        session.watcher = self

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Look at the beginning of the phase."""
        if kind == E_PHASE and a == SOLDIER:
            self.draw()

    def draw(self) -> None:
        """Draw the board, and keep what lies there."""
        assert self.session.g is not None
        s = self.session.g.s
        laid = [self.names.hexes[s.laid[index]] for index in range(s.laid_n)]
        self.drawings.append((laid, board(self.session.g, self.names)))


@cache
def drawn(preset: str, players: int) -> tuple[tuple[list[str], Drawing], ...]:
    """Return the boards of a game of random play, early to late, with the hexes that lie there."""
    session = MarchSession(assemble(resolve("drawn", preset)), players, "rounds")
    names = Names(session.assembly.variant.components, player_names(["random"] * players, COLOURS))
    snapshots = Snapshots(session, names)
    make = loading.factory(loading.strategy_class(sources.find("random")), {})
    deal = deal_key(11, "main", players, 0)
    keys = [seat_key(deal, 0, seat) for seat in range(players)]
    assert not session.play(0, deal, keys, [make() for _ in range(players)]).void
    snapshots.draw()
    return tuple(snapshots.drawings)


def scene_of(position: dict[str, object]) -> tuple[Play, Names]:
    scene = Scene({"players": 4, **position})
    return scene.g, scene.names


def texts(drawing: Drawing) -> list[str]:
    """Return the texts of a drawing's SVG, read by a parser of XML."""
    root = ElementTree.fromstring(svg(drawing))
    assert root.tag == f"{SVG}svg"
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def box(text: Lettering) -> tuple[float, float, float, float]:
    """Return about the room that a text takes: left, top, right, bottom."""
    width = wide(text.words, text.size, text.bold)
    left = text.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return left, text.at[1] - text.size * 0.45, left + width, text.at[1] + text.size * 0.45


@pytest.mark.parametrize(("preset", "players"), WAYS)
def test_every_hex_has_its_name_and_number_and_every_player_its_line(preset: str, players: int) -> None:
    """Early and late, for each number of players; names that take two lines are there in two."""
    for laid, drawing in drawn(preset, players):
        found = texts(drawing)
        whole = " ".join(found)
        for name in laid:
            assert all(line in found for line in wrapped(name, 14, 118, 2, bold=True)), name
            assert name in whole
        for name in player_names(["random"] * players, COLOURS):
            assert name in found
        assert drawing.alt.count("random") == players


@pytest.mark.parametrize(("preset", "players"), WAYS)
def test_no_text_lies_over_another_or_outside(preset: str, players: int) -> None:
    """Boxes of all texts, a little too wide by intention, are apart and within the picture."""
    for _, drawing in drawn(preset, players):
        apart(drawing)


def apart(drawing: Drawing) -> None:
    boxes = [
        (shape.words, box(shape)) for shape in drawing.shapes if isinstance(shape, Lettering) and shape.words
    ]
    for words, (left, top, right, bottom) in boxes:
        assert left >= 0 and top >= 0, words
        assert right <= drawing.width and bottom <= drawing.height, words
    for (one, a), (other, b) in combinations(boxes, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        down = min(a[3], b[3]) - max(a[1], b[1])
        assert across <= 1 or down <= 1, (one, other)


def test_a_crowded_hex_is_readable() -> None:
    """Five players with dozens of ants in one hex, in two rows or three; tokens stand beside the sites."""
    scene = Scene(CROWDED)
    drawing = board(scene.g, scene.names)
    apart(drawing)
    found = texts(drawing)
    for count in ("\u00d712", "\u00d711", "\u00d710", "\u00d73", "\u00d72"):
        assert count in found
    for line in (
        "3 food, 1 larva, 15 ants, 1 card",
        "head: Army Head, Amazon Head",
        "goals: Outlander",
    ):
        assert line in found


def test_signs_stand_for_what_lies_there() -> None:
    """A wormhole, a centipede, centipedes in the Great Tunnel, who controls: each changes the picture."""
    plain = svg(board(*scene_of({"soil": "red control"})))
    for more in (
        {"soil": "red control, wormhole"},
        {"soil": "red control, centipede"},
        {"soil": "blue control"},
    ):
        assert svg(board(*scene_of(more))) != plain
    g, names = scene_of({"soil": "red control"})
    g.s.intruders = 3
    assert "\u00d73" in texts(board(g, names))


def test_ants_are_told_apart_by_letter_and_colour() -> None:
    letters, colours, _ = zip(*pictures.ANTS, strict=True)
    assert len(set(letters)) == len(set(colours)) == 5
    assert not set(letters) & set(SITES)


@pytest.mark.parametrize(
    "name", ['<script>alert("1")</script>', "a & b ]]>", "\x1b[31mred\x00", "'\"><rect/>", "日本の蟻"]
)
def test_names_from_files_are_escaped(name: str) -> None:
    """Whatever a player or a hex is called, the file is XML with that name as its text, spelled out."""
    scene = Scene({"players": 3, "soil": "red control"})
    scene.names.players = (name, "two", "three")
    scene.names.hexes[1] = name
    drawing = board(scene.g, scene.names, name, name)
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in name)
    root = ElementTree.fromstring(svg(drawing))
    assert {child.tag for child in root} <= {f"{SVG}{tag}" for tag in TAGS}
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == shown
    assert description is not None and shown in (description.text or "")
    assert shown in texts(drawing)


@pytest.mark.parametrize("form", ["svg", "png"])
def test_the_same_position_is_the_same_file(form: str) -> None:
    pictures = [
        board(scene.g, scene.names, below="once more").content(form)
        for scene in (Scene(CROWDED), Scene(CROWDED))
    ]
    assert pictures[0] == pictures[1]
    assert len(pictures[0]) < (60_000 if form == "svg" else 600_000)


def test_a_picture_says_when_it_is() -> None:
    assert "Round 2, Queen Phase" in texts(board(*scene_of({"round": 2, "phase": "queen"})))
    found = texts(board(*scene_of({}), "After round 3", "game 3 of runs/demo"))
    assert found.count("After round 3") == found.count("game 3 of runs/demo") == 1


def test_long_words_are_cut() -> None:
    """What has no room ends in an ellipsis; what has, stays whole."""
    assert cut("Soil", 14, 100) == "Soil"
    assert cut("Abandoned Spider's Lair", 14, 100).endswith("…")
    assert wrapped("Abandoned Spider's Lair", 14, 118, 2, bold=True) == ["Abandoned", "Spider's Lair"]
    assert wrapped("x" * 99, 14, 118, 2)[0].endswith("…")
    scene = Scene({"players": 3})
    scene.names.players = ("w" * 200, "two", "three")
    apart(board(scene.g, scene.names, "w" * 200, "w" * 200))


def test_sites_up_to_six_have_room() -> None:
    """An overlay may give a tile six sites; all are inside the hex and apart."""
    scene = Scene({"players": 3, "loamy tunnels": "red control"}, {"tiles": {"5": {"sites": list("FLDCPF")}}})
    drawing = board(scene.g, scene.names)
    apart(drawing)
    sites = [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.radius == pictures.SITE]
    assert len({site.centre for site in sites}) >= 6
    for one, other in combinations(sites, 2):
        apart_by = dist(one.centre, other.centre)
        assert apart_by == 0 or apart_by >= 2 * pictures.SITE
