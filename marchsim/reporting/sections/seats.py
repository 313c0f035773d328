"""The section on the advantage of each starting seat."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.field.seats import Seat
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.drawing.bars import heat
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Block, Figure, Section, Table, Text
from marchsim.reporting.pages.format import p_value, percent, points, show

PLACES = (
    Columns[Seat]()
    .column("strategy", "Strategy", lambda place: place.strategy)
    .column("seat", "Seat", lambda place: seat_name(place.seat))
    .games(lambda place: place.share.entries, "Entries")
    .deals(lambda place: place.share)
    .estimate("share", "Share of wins", lambda place: place.share, "percent", interval="interval")
    .method(lambda place: place.share)
)
UNBALANCED = (
    "Strategies did not sit equally often in every seat, so these numbers mix seats with strategies, and "
    "nothing is concluded from them."
)


def seat_name(seat: int) -> str:
    """The name of a seat in turn order. Seat 0 begins."""
    return words.ORDINALS[seat] if seat < len(words.ORDINALS) else f"seat {seat + 1}"


def first_seat(result: PanelResult) -> str:
    """The main sentence on the seats of a panel, or '' if nothing is known of them."""
    if not result.seats or not result.layout.balanced or result.seats[0].share.value is None:
        return ""
    expected = percent(1 / result.players)
    return (
        f"The seat that begins won {words.share(result.seats[0].share)} of the games, where all equal "
        f"would be {expected}."
    )


def seat(result: PanelResult, build: SectionBuilder) -> Section:
    """The section on the seats of one panel."""
    if not result.seats:
        return build.section("seats", "Seats", "No game counts, so nothing is known of seats.")
    told: list[Block | str] = [Text(UNBALANCED, "warning")]
    if result.layout.balanced:
        tested = words.equality("all seats", result.seats_equal, [one.share for one in result.seats])
        told = [f"{first_seat(result)} {tested}{_trend(result)}"]
        if (most := result.seats_largest) is not None:
            where = f"Furthest from equal is the {seat_name(most.column)} seat"
            told.append(f"{where}, {words.largest(most, 'seats')}")
    parts = (_bars(result, build), _table(result, build), *_places(result, build))
    return build.section("seats", "Seats", *told, *parts)


def _places(result: PanelResult, build: SectionBuilder) -> Sequence[Block]:
    """The share of wins of each strategy by seat, or [] if only one strategy played."""
    names = sorted({place.strategy for place in result.places})
    if len(names) < 2:
        return ()
    seats, even = [seat_name(at) for at in range(result.players)], 1 / result.players
    known = {(place.strategy, place.seat): place.share.value for place in result.places}
    cells = [[known.get((name, at)) for at in range(result.players)] for name in names]
    best = max(result.places, key=lambda place: place.share.value or 0.0)
    alt = (
        f"Table of shades: the share of wins in per cent of each strategy (rows) in each starting seat "
        f"(columns). Highest: {words.quoted(best.strategy)} in the {seat_name(best.seat)} seat, "
        f"{percent(best.share.value or 0.0)}."
    )
    axis = f"starting seat, per cent of games won, pale: {percent(even)}, if all were equal"
    title = "Share of wins by strategy and starting seat"
    note = "Exploratory, not adjusted. Intervals by deal."
    table = build.table("places-table", title, PLACES, result.places, note)
    return build.pictured(table, heat(names, seats, cells, even, axis), "places", alt)


def _trend(result: PanelResult) -> str:
    trend = result.trend
    if trend is None or trend.value is None or trend.p is None:
        return ""
    return (
        f" Each seat further round the table changes the share by {points(trend.value)} points "
        f"({show(words.interval(trend), 'pointses')}; linear trend, p {_equals(p_value(trend.p))})."
    )


def _equals(text: str) -> str:
    return text if text.startswith("<") else f"= {text}"


def _bars(result: PanelResult, build: SectionBuilder) -> Figure:
    shares = ", ".join(f"{seat_name(s.seat)} {percent(s.share.value or 0.0)}" for s in result.seats)
    even = 1 / result.players
    alt = (
        f"Dots of the share of wins by starting seat with 95 % intervals and a line at {percent(even)}: "
        f"{shares}."
    )
    rows = [DotRow(seat_name(one.seat), [estimated(one.share, 100)]) for one in result.seats]
    ruler = Ruler(100 * even, f"equal: {percent(even)}", unit=" %")
    drawing = Rows(rows, ruler, axis="share of wins with 95 % interval")
    return build.figure(drawing, "seat-bars", "Share of wins by starting seat", alt, "seats-table")


def _table(result: PanelResult, build: SectionBuilder) -> Table:
    wide = dict(enumerate(result.seats_largest.together)) if result.seats_largest else {}
    columns = (
        Columns[tuple[int, Seat]]()
        .column("seat", "Seat", lambda row: seat_name(row[1].seat))
        .games(lambda row: row[1].share.entries)
        .deals(lambda row: row[1].share)
        .estimate("share", "Share of wins", lambda row: row[1].share, "percent", interval="interval")
        .range(
            "together", "95 %, all seats at once", lambda row: wide.get(row[0]), "percent", given=bool(wide)
        )
        .column(
            "detectable",
            "Detectable (points)",
            lambda row: result.seats_equal.detectable(row[1].share.se),
            "size",
        )
        .estimate("score", "Mean score", lambda row: row[1].score, "number")
        .method(lambda row: row[1].share, "Interval of the share")
    )
    note = (
        "Seat = place in the turn order of the first round. Detectable: how far a seat must be off, the "
        "others alike, for the test of all seats to find it in 80 % of such runs."
    )
    return build.table("seats-table", "Starting seats", columns, enumerate(result.seats), note)
