"""The glyphs of the board: ants, sites and tokens, each drawn around a point.

Ants are discs with the letter of their colour, so colour is never the only mark. The colours are those of
Okabe and Ito, which colour-blind readers can distinguish.
"""

from __future__ import annotations

from marchsim.tabletop.drawing import Circle, Lettering, Line, Paint, Point, Shape, wide

INK, MUTED, PAPER = "#1f2328", "#59636e", "#ffffff"
# letter, disc and letter's colour of each seat, in the order of naming.COLOURS
ANTS = (
    ("R", "#d55e00", PAPER),
    ("Y", "#f0e442", INK),
    ("K", "#222222", PAPER),
    ("B", "#0072b2", PAPER),
    ("U", "#cc79a7", INK),
)
SITE = 15.0  # radius
TIMES = "\u00d7"
CHITIN, WARP = "#8c2d04", "#4b3f8f"


def ant(at: Point, seat: int, radius: float) -> list[Shape]:
    """An ant of a seat: a disc with the letter of its colour."""
    letter, colour, ink = ANTS[seat]
    edge = Paint(colour, PAPER if seat == 2 else INK, 1.2)
    return [Circle(at, radius, edge), Lettering(at, letter, radius * 1.15, ink, bold=True)]


def crowd(
    at: Point, counts: list[tuple[int, int]], radius: float, width: float, ground: str, ink: str = INK
) -> list[Shape]:
    """Ants of several players around a point, in rows: one disc per player, with the number of ants."""
    size, gap = radius * 1.25, 6.0
    texts = [f"{TIMES}{n}" if n > 1 else "" for _, n in counts]
    widths = [2 * radius + (wide(text, size, bold=True) + 2 if text else 0) for text in texts]
    rows: list[list[int]] = []
    for index in range(len(counts)):
        if rows and sum(widths[other] + gap for other in rows[-1]) + widths[index] <= width:
            rows[-1].append(index)
        else:
            rows.append([index])
    shapes: list[Shape] = []
    for number, row in enumerate(rows):
        x = at[0] - (sum(widths[index] for index in row) + gap * (len(row) - 1)) / 2
        y = at[1] + (2 * radius + 3) * (number - (len(rows) - 1) / 2)
        for index in row:
            shapes += ant((x + radius, y), counts[index][0], radius)
            if texts[index]:
                beside = (x + 2 * radius + 2, y)
                shapes.append(Lettering(beside, texts[index], size, ink, "start", bold=True, halo=ground))
            x += widths[index] + gap
    return shapes


def site(at: Point, resource: str = "F", owner: int = -1, control: bool = False) -> list[Shape]:
    """A collection site: its yield and its owner (-1: nobody)."""
    x, y = at
    shapes: list[Shape] = []
    if control:
        shapes.append(Circle(at, SITE + 4.5, Paint(PAPER, INK, 2.6)))
    if owner < 0:
        shapes.append(Circle(at, SITE, Paint(PAPER, MUTED, 1.2, dashed=not control)))
        shapes.append(Lettering(at, resource, 17, MUTED, bold=True))
        return shapes
    shapes += ant(at, owner, SITE)
    badge = (x + 12, y - 13)
    shapes.append(Circle(badge, 8, Paint(PAPER, MUTED, 1)))
    shapes.append(Lettering(badge, resource, 11, INK, bold=True))
    return shapes


def control(at: Point) -> list[Shape]:
    """An empty control site."""
    return site(at, control=True)


def taken(at: Point) -> list[Shape]:
    """A site with an ant."""
    return site(at, owner=0)


def wormhole(at: Point) -> list[Shape]:
    """A wormhole: rings around a point."""
    return [
        Circle(at, 12, Paint(WARP, PAPER, 1.2)),
        Circle(at, 7.5, Paint("", PAPER, 1.6)),
        Circle(at, 3, Paint(PAPER)),
    ]


def centipede(at: Point) -> list[Shape]:
    """A centipede: a body of segments with legs and feelers."""
    x, y = at
    shapes: list[Shape] = [
        Line(((x + dx, y - 8), (x + dx, y + 8)), Paint("", CHITIN, 1.6)) for dx in (-9.0, -3.0, 3.0)
    ]
    shapes.append(Line(((x + 10, y), (x + 15, y - 6)), Paint("", CHITIN, 1.6)))
    shapes.append(Line(((x + 10, y), (x + 15, y + 6)), Paint("", CHITIN, 1.6)))
    return shapes + [Circle((x + dx, y), 4.6, Paint(CHITIN, PAPER, 0.8)) for dx in (-9.0, -3.0, 3.0, 9.0)]
