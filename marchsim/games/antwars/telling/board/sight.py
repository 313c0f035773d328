"""The present game: its boards by area, what the colonies own, and a picture of both."""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming.names import Names
from marchsim.games.antwars.naming.positions import AreaLook, area_look, colony_look
from marchsim.games.antwars.telling.board import glyphs
from marchsim.games.antwars.telling.board.areas import CORNERS, area, places, plate
from marchsim.games.antwars.telling.position import GATES, pieces
from marchsim.tabletop.drawing import Drawing, Paint, Polygon, Shape, moved
from marchsim.tabletop.watching.scene import Area, Holding, Landmark, Listing, Look, Scenery, Tone
from marchsim.tabletop.watching.snapshot import snapshot

NUMBERS = (("Minor", "Minors"), ("Major", "Majors"), ("tile", "tiles"), ("stored piece", "stored pieces"))
SCORE = ("point of strength", "points of strength")
LISTS = (Listing("species"), Listing("Queens"), Listing("stores"))
ARMY = "army"  # the mark of a move with which an army comes to a rival's nest
LANDMARKS = (
    Landmark("battle", "battles", "b", ("battle",)),
    Landmark("Queen hurt or lost", "Queens hurt or lost", "q", ("queen", "fall")),
    Landmark("gate", "gates opened and shut", "t", ("gate",)),
    Landmark("army at a nest", "armies at a rival's nest", "a", (ARMY,)),
)
LINES = (
    ("#b84700", "#ff9350"), ("#0072b2", "#5ab4ea"), ("#00775a", "#3cc79b"), ("#7c6f00", "#e6da3c"),
    ("#222222", "#9aa4ae"), ("#6a6478", "#f2f2f2"),
)  # fmt: skip
HOT = "#d9a400"


def _key() -> list[tuple[list[Shape], str]]:
    """Each sign, drawn about (20, 0), with its meaning."""
    types = ", ".join(f"{letter} {name}" for name, letter in glyphs.NAMED.items())
    found = (
        (glyphs.queen(0), "Queen, with the life she has left"),
        (glyphs.major(0), "Majors"),
        (glyphs.minor(0), "Minors; pieces beside ants are carried"),
        (glyphs.piece(w.PROTEIN), f"pieces: {types}"),
        (glyphs.pupa(), "pupae"),
        (glyphs.gloomy(), "Gloomy"),
        (glyphs.spider(), "spider"),
        (glyphs.scent(0), "pheromones"),
        (glyphs.gate(True), "Entrance, open"),
        (glyphs.gate(False), "Entrance, closed"),
    )
    key = [([moved(shape, (20.0, 0.0)) for shape in sign], words) for sign, words in found]
    unmarked = ("a coloured rim and a letter: the exit of that anthill", "pale: nobody has dug there yet")
    return [*key, *(([], words) for words in unmarked)]


def scenery() -> Scenery:
    """The parts of a picture that are the same in all games."""
    tones = [Tone(*ant[:3], *lines, ant[3]) for ant, lines in zip(glyphs.ANTS, LINES, strict=True)]
    key = tuple((tuple(sign), words) for sign, words in _key())
    outline = Polygon(CORNERS, Paint("", HOT, 5))
    return Scenery(NUMBERS, LISTS, tones, outline, LANDMARKS, key, score=SCORE, much=0)


def board(g: Play, names: Names, heading: str = "", below: str = "") -> Drawing:
    """The picture of the present game, with `heading` above it ('': the time in the game)."""
    shown = f"{g.board.foraging} hexes and {g.s.players} anthills"
    look = Sight(g.board, names).look(g)
    return snapshot(scenery(), look, names.players, heading or _heading(g), below, shown)


def _heading(g: Play) -> str:
    """A heading with the current round and phase."""
    if g.s.phase == w.OVER:
        return "End of the game"
    return f"Round {g.s.round}, {w.PHASES[g.s.phase]}" if g.s.round else "Set-up"


class Sight:
    """Draws the games of a session. An area that has not changed is the same object as before."""

    def __init__(self, board: Board, names: Names) -> None:
        self.board, self.names = board, names
        self.places = places(board, len(names.players))
        gates = [self.places[board.gate[seat]] for seat in range(len(names.players))]
        self.plates = {f"p{seat}": plate(seat, names, at) for seat, at in enumerate(gates)}
        self.seen: dict[AreaLook, Area] = {}

    def look(self, g: Play) -> Look:
        """The present state of a game. Undug places of anthills are included, drawn faintly."""
        there = sorted(range(self.board.areas), key=lambda at: g.s.tile[at] != w.SOLID)
        held = tuple(self.holding(g, seat) for seat in range(len(self.names.players)))
        return Look({**self.plates, **{str(at): self.area(g, at) for at in there}}, held, facts(g))

    def area(self, g: Play, at: int) -> Area:
        """An area with its contents."""
        look = area_look(g, at)
        if look not in self.seen:
            self.seen[look] = area(look, self.board, self.names, self.places[at])
        return self.seen[look]

    def holding(self, g: Play, seat: int) -> Holding:
        """What a colony owns."""
        look = colony_look(g, seat)
        if look.species < 0:
            return Holding(0, (0, 0, 0, 0), ((), (), ()))
        told = [f"Entrance {GATES[look.gate]}"]
        told += [f"no Queen since round {look.fell}"] if look.fell else []
        return Holding(
            int(g.figures.score(seat)),
            (look.minors, look.majors, look.tiles, sum(look.stored)),
            (
                (self.names.titles[look.species],),
                tuple(f"{life} life" for life in look.queens),
                (pieces(look.stored),) if any(look.stored) else (),
            ),
            tuple(told),
        )


def facts(g: Play) -> tuple[str, ...]:
    """Facts that belong to no player: the supply of pieces and animals."""
    left = [f"{w.PIECES[piece]} {g.s.pieces[piece]}" for piece in range(w.TYPES)]
    return (f"supply: {left[0]}", *left[1:], f"Gloomys {g.s.gloomys}", f"spiders {g.s.spiders}")
