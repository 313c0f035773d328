"""Figures of the first page as SVG, each with a description for readers who cannot see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from marchsim.analysis.judging.verdict import (
    CARDS,
    GREY,
    KINDS,
    LENGTH,
    SEATS,
    STRATEGIES,
    SURE,
    WON,
    JudgedPart,
    Verdict,
    figure,
    signed,
)
from marchsim.analysis.reading.estimates import FAIR, Estimate
from marchsim.recorder import metrics
from marchsim.reporting.drawing.lines import Line, Lines, Spot
from marchsim.reporting.drawing.palette import GREY as PLAIN
from marchsim.reporting.drawing.palette import Key
from marchsim.reporting.drawing.paper import HALF, INK
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler, bar, spread, strip
from marchsim.reporting.front.gather import Front, mean
from marchsim.reporting.front.tables import seat_name
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import name

MOST_ROWS, BEST, WORST = 20, 12, 6  # with more rows, only the best and the worst are drawn
EXTREMES = 5  # cards at each end
FACT = "var(--fact)"
COLOURS = {"red": "var(--red)", "amber": "var(--amber)", "green": "var(--green)", "grey": "var(--grey)"}


def strategies(front: Front, look: Mapping[str, Key]) -> str:
    """Wins of strategies: a row for each strategy, with a dot for each number of players."""
    shown, left = ends(front.strategies)
    rows = [_strategy(row, look, len(front.players) > 1) for row in shown]
    small = metrics.MARGINS[metrics.SEATS]
    ruler = Ruler(FAIR, "fair: 100", (FAIR - small, FAIR + small))
    if front.ranked:
        limit = FAIR + front.margin(STRATEGIES)
        ruler = replace(ruler, limit=limit, limit_word=f"dominates: {limit:.0f}")
    told = "; ".join(f"{row.name} {_counts(row.parts.values())}" for row in front.strategies)
    with_ = f"with {words.listed([str(k) for k in front.players])} players"
    alt = f"Wins of {len(front.strategies)} strategies where 100 are fair, {with_}. {told}."
    return Rows(rows, ruler, (BEST,) if left else ()).svg(alt)


def ends(rows: Sequence[JudgedPart]) -> tuple[list[JudgedPart], int]:
    """The rows to draw, and the number of rows left out between the best and the worst."""
    if len(rows) <= MOST_ROWS:
        return list(rows), 0
    return [*rows[:BEST], *rows[-WORST:]], len(rows) - BEST - WORST


def _strategy(row: JudgedPart, look: Mapping[str, Key], digits: bool) -> DotRow:
    own = look[row.name]
    return DotRow(
        name(row.name),
        _dots(row.parts, own.colour, digits),
        own.colour,
        own.shape,
        number=figure(row.estimate),
        note=f" ({row.mark})" if row.mark else "",
    )


def _dot(part: Estimate, colour: str, digit: str = "") -> Dot:
    return Dot(part.value or 0.0, part.low, part.high, digit, colour)


def _dots(each: Mapping[int, Estimate], colour: str, digits: bool) -> list[Dot]:
    """A dot for each number of players, with that number as its digit."""
    return [_dot(part, colour, str(k) if digits else "") for k, part in each.items()]


def seats(front: Front) -> str:
    """Wins of seats: a row for each seat, grouped by number of players."""
    judged = front.verdict(SEATS)
    margin = front.margin(SEATS)
    chips = {row.name: row.chip for row in judged.rows} if judged else {}
    told = "; ".join(f"{words.plural(k, 'player')}: {_counts(each)}" for k, each in front.seats.items())
    rows, gaps = [], []
    for k, each in front.seats.items():
        of = f"of {k}" if len(front.seats) > 1 else "seat"
        for at, part in enumerate(each):
            dot = _dot(part, _seat_colour(chips, at, k))
            rows.append(DotRow(f"{seat_name(at)} {of}", [dot], number=figure(part.value or 0.0)))
        gaps.append(len(rows))
    ruler = Ruler(FAIR, "fair: 100", (FAIR - margin, FAIR + margin))
    return Rows(rows, ruler, gaps).svg(f"Wins by seat where 100 are fair. {told}.")


def _seat_colour(chips: Mapping[str, str], at: int, players: int) -> str:
    """The colour of a seat: the colour of its chip if that is red or amber, else a neutral colour."""
    chip = chips.get(f"seat {at + 1} of {players}", "")
    return COLOURS[chip] if chip in ("red", "amber") else "var(--ink)"


def kinds(front: Front) -> str:
    """Wins of kinds of seats, such as species: strongest first, with a dot for each number of players."""
    found, digits = front.wins_by_kind, len(front.kinds) > 1
    numbers = {kind: figure(mean(each.values())) for kind, each in found.items()}
    told = "; ".join(f"{kind} {number}" for kind, number in numbers.items())
    alt = f"Wins by {front.kinds[0].column} where 100 are fair, over all numbers of players: {told}."
    rows = [DotRow(kind, _dots(each, INK, digits), number=numbers[kind]) for kind, each in found.items()]
    return Rows(rows, Ruler(FAIR, "fair: 100")).svg(alt)


def cards(front: Front) -> str:
    """Effects of the strongest and the weakest cards."""
    shown, left = extremes(front.cards)
    margin = front.margin(CARDS)
    told = "; ".join(f"{row.name} {signed(row.estimate)}" for row in shown)
    alt = f"Extra wins when dealt the card, where 100 are fair: {told}."
    ruler = Ruler(0.0, "no effect", (-margin, margin), signed=True)
    return Rows([card_row(row) for row in shown], ruler, (EXTREMES,) if left else ()).svg(alt)


def card_row(row: JudgedPart) -> DotRow:
    """The row of a card: an open dot if it is inconclusive, else a dot in the colour of its chip."""
    shape = "open" if row.chip == GREY else "circle"
    dot = Dot(row.estimate, row.low, row.high, "", COLOURS[row.chip], shape)
    return DotRow(name(row.name), [dot], number=signed(row.estimate))


def extremes(rows: Sequence[JudgedPart]) -> tuple[list[JudgedPart], int]:
    """The strongest and the weakest cards, and the number of cards left out between them."""
    if len(rows) <= 2 * EXTREMES + 2:
        return list(rows), 0
    return [*rows[:EXTREMES], *rows[-EXTREMES:]], len(rows) - 2 * EXTREMES


def won(rows: Mapping[str, Mapping[int, Estimate]], what: str, look: Mapping[str, Key], digits: bool) -> str:
    """Games won of 100, with a row for each rule set or strategy. `what` says which of the two."""
    drawn = []
    for key, each in rows.items():
        own = look.get(key)
        colour = own.colour if own else FACT
        drawn.append(
            DotRow(
                name(key), _dots(each, colour, digits), own.colour if own else PLAIN, own.shape if own else ""
            )
        )
    told = "; ".join(f"{key} {_counts(each.values())}" for key, each in rows.items())
    return Rows(drawn, Ruler(ends=(0.0, 100.0))).svg(f"Games won of 100, by {what}: {told}.")


def lengths(front: Front) -> str:
    """The distribution of the turns in a game, by number of players."""
    rows = [spread(words.plural(k, "player"), one.quantiles, FACT, True) for k, one in front.lengths.items()]
    told = "; ".join(f"{one.quantiles[2]:g} with {k}" for k, one in front.lengths.items())
    return Rows(rows).svg(f"Turns of a game: half are under {told} players.", HALF)


def leaders(front: Front) -> str:
    """The share of games that a sole leader wins, by round, or '' if fewer than two rounds are known."""
    rounds = sorted({one.round for found in front.dramas.values() for one in found.chances if one.alone})
    if len(rounds) < 2:
        return ""
    found = []
    for players, one in front.dramas.items():
        led = {c.round: c.share.value for c in one.chances if c.alone and c.share.value is not None}
        if led:
            spots = [Spot(at, 100 * led[n]) for at, n in enumerate(rounds) if n in led]
            found.append(Line(f"with {words.plural(players, 'player')}", spots, FACT))
    if not found:
        return ""
    told = "; ".join(f"{one.name}: {', '.join(figure(spot.y) for spot in one.spots)}" for one in found)
    alt = (
        f"Of 100 games, how many a leader after round {words.listed([str(n) for n in rounds])} wins. {told}."
    )
    return Lines(found, [f"round {n}" for n in rounds]).svg(alt, HALF)


def tiny(one: Verdict, front: Front) -> str:
    """The small figure beside an answer, or '' if it has none."""
    colour = COLOURS.get(one.chip, FACT)
    if one.question == SURE:
        return bar(one.guesses[0] / one.guesses[1], "var(--amber)") if one.guesses else ""
    if one.question in (LENGTH, WON):
        dots = [_dot(part, colour) for part in one.parts.values()]
        return strip(dots, (), None, None) if dots else ""
    if one.estimate is None or one.interval is None or one.margin is None:
        return ""
    even = FAIR if one.question in (SEATS, STRATEGIES, KINDS) else 0.0
    low = FAIR - metrics.MARGINS[metrics.SEATS] if one.question == STRATEGIES else even - one.margin
    others = [row.estimate for row in one.rows if row.estimate != one.estimate]
    dot = Dot(one.estimate, *one.interval, colour=colour)
    return strip([dot], others, even, (low, even + one.margin))


def _counts(each: Iterable[Estimate]) -> str:
    return ", ".join(figure(part.value or 0.0) for part in each)
