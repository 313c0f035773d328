"""Sections on all games against one opponent: shares won by variant and number of players, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.field.differences import ALL_PAIRS, Difference
from marchsim.analysis.field.together import Together
from marchsim.analysis.field.winrates import FLIP_SEED, FLIPS_UNDER, flips
from marchsim.analysis.tournament import Facing
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler, estimated, spread
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.building import section as section_of
from marchsim.reporting.pages.document import Block, Bullets, Figure, Section, Table
from marchsim.reporting.pages.format import count, name, number, percent, points, show, signed, size
from marchsim.stats.clusters import FEW
from marchsim.stats.intervals import Interval, t_interval
from marchsim.stats.power import detectable

VOID_NOTE = " Greyed: more than 0.1 % of the games were void, so both bounds are given."
MOST_BULLETS = 6


def who(facing: Facing | Together) -> str:
    """The opponent's name for use in a sentence."""
    return name(facing.opponent)


def players(number: int) -> str:
    """A number of players: '1 player' or '3 players'."""
    return words.plural(number, "player")


def overview(facing: Facing, build: SectionBuilder, names: Sequence[str], mixed: bool) -> list[Section]:
    """The sections on all panels of one opponent. `names` are the panels' names.

    `mixed` is true if other variants of the run have another opponent or none.
    """
    variants = list(dict.fromkeys(panel.variant for panel in facing.panels))
    told = "Here the players play together: all of them win a game or all lose it."
    if all(panel.players == 1 for panel in facing.panels):
        told = f"Here one player alone plays against {who(facing)}, and wins the game or loses it."
    if mixed:
        quoted = words.listed([words.quoted(variant) for variant in variants])
        told += f" This holds for rules {quoted} alone. No other games are counted here."
    blocks: list[Block] = [_share_table(facing, build, names)]
    measured = [panel for panel in facing.panels if panel.share.value is not None]
    if len(facing.panels) > 1 and measured:
        blocks.insert(0, _bars(facing, measured, build))
        blocks += [_strips(facing, build, names), *_by_strategy(facing, build, names)]
    whole = section_of(build.id("all"), f"Against {who(facing)}", 2, told, *blocks)
    return [whole, *([_differences(facing, build)] if facing.differences else [])]


def _told(panel: Together) -> str:
    interval = words.interval(panel.share)
    parts = [show(interval, "percents")] if interval else []
    parts.append(f"mean margin {signed(panel.margin.mean.value or 0.0)}")
    return f"{percent(panel.share.value or 0.0)} ({'; '.join(parts)}) with {players(panel.players)}"


def _bars(facing: Facing, measured: Sequence[Together], build: SectionBuilder) -> Figure:
    counts = sorted({panel.players for panel in measured})
    variants = list(dict.fromkeys(panel.variant for panel in measured))
    found = {(panel.variant, panel.players): panel for panel in measured}
    digits = len(counts) > 1
    rows = [
        DotRow(one, [_dot(found[one, k], digits) for k in counts if (one, k) in found]) for one in variants
    ]
    told = "; ".join(
        f"rules {words.quoted(one)} "
        + ", ".join(
            f"{percent(found[one, k].share.value or 0.0)} with {players(k)}"
            for k in counts
            if (one, k) in found
        )
        for one in variants
    )
    alt = f"Dots of the share of games won with 95 % intervals, by number of players: {told}."
    axis = f"with 95 % intervals{', digits: number of players' if digits else ''}"
    drawing, title = Rows(rows, Ruler(unit=" %"), axis=axis), f"Share of games won against {who(facing)}"
    return build.figure(drawing, "shares", title, alt, "share-table")


def _dot(panel: Together, digit: bool) -> Dot:
    return replace(estimated(panel.share, 100), digit=str(panel.players) if digit else "")


def _share_table(facing: Facing, build: SectionBuilder, names: Sequence[str]) -> Table:
    void = any(panel.layout.n_void for panel in facing.panels)
    columns = (
        Columns[tuple[str, Together]]()
        .column("panel", "Panel", lambda row: row[0])
        .games(lambda row: row[1].layout.n_games)
        .column("n_deals", "Deals", lambda row: row[1].layout.n_deals, "count")
        .column("won", "Won", lambda row: row[1].won, "count")
        .estimate("share", "Share won", lambda row: row[1].share, "percent", interval="interval")
        .estimate("margin", "Mean margin", lambda row: row[1].margin.mean, "signed")
        .column("theirs", "Opponent's mean score", lambda row: row[1].theirs.mean.value, "number")
        .column("lowest", "Players' mean lowest score", lambda row: row[1].lowest.mean.value, "number")
        .method(lambda row: row[1].share, "Interval of the share")
        .column("void_games", "Void games", lambda row: row[1].layout.n_void, "count", given=void)
        .range("bounds", words.VOID_BOUNDS, lambda row: row[1].bounds, "percent", given=void)
    )
    note = (
        "A panel's share is that of all its games, so of its whole field of strategies. Margin: by how much "
        "the players won, in points. 0 is a win, less is a loss."
    )
    note += VOID_NOTE if any(panel.bounds for panel in facing.panels) else ""
    rows = zip(names, facing.panels, strict=True)
    return build.table(
        "share-table", f"Games won against {who(facing)}", columns, rows, note,
        grey=lambda row: row[1].bounds is not None,
    )  # fmt: skip


def _strips(facing: Facing, build: SectionBuilder, names: Sequence[str]) -> Figure:
    panels = zip(facing.panels, names, strict=True)
    known = [(title, panel.margin.quantiles) for panel, title in panels if panel.share.value is not None]
    told = "; ".join(f"{row} {show(q[2], 'count')} ({show((q[0], q[4]), 'counts')})" for row, q in known)
    alt = f"A strip of margins for each panel with a line at 0. Medians with 5 and 95 % quantiles: {told}."
    axis = "margin in points: line 5 to 95 % of games, bar 25 to 75 %, dot median, won from 0 up"
    title = f"Margins against {who(facing)}"
    rows = [spread(*one) for one in known]
    return build.figure(Rows(rows, Ruler(-0.5), axis=axis), "margins", title, alt, "share-table")


def _by_strategy(facing: Facing, build: SectionBuilder, names: Sequence[str]) -> list[Block]:
    """The table of shares by strategy and panel, or nothing for a single strategy."""
    strategies = sorted({member.strategy for panel in facing.panels for member in panel.members})
    if len(strategies) < 2:
        return []
    shares = [{member.strategy: member.share.value for member in panel.members} for panel in facing.panels]
    columns = (
        Columns[str]()
        .column("strategy", "Strategy", str)
        .each(
            {f"share_{at}": title for at, title in enumerate(names, 1)},
            lambda strategy, at: shares[at].get(strategy),
            "percent",
        )
    )
    title = f"Share of games won against {who(facing)} in which a strategy sat, all groups"
    return [build.table("strategies", title, columns, strategies, "Each panel has its intervals.")]


def in_short(facing: Facing) -> list[str]:
    """A sentence for each variant on the shares won by number of players."""
    said = []
    for variant in dict.fromkeys(panel.variant for panel in facing.panels):
        here = [
            panel for panel in facing.panels if panel.variant == variant and panel.share.value is not None
        ]
        shares = words.listed([_told(panel) for panel in here])
        if here:
            said.append(f"Rules {words.quoted(variant)}, games won against {who(facing)}: {shares}.")
    if any(0 < panel.layout.n_deals < FEW for panel in facing.panels):
        said.append(f"Under {FEW} deals nothing is tested, and the results are a first impression.")
    return said


def difference_words(facing: Facing) -> str:
    """The main sentence on the differences between variants, '' without any."""
    tested = [one for one in facing.differences if one.holm is not None]
    if not facing.differences:
        return ""
    if not tested:
        return f"Variants were not tested against each other: under {FEW} deals there is no test."
    small = sum((one.holm or 0.0) < words.ALPHA for one in tested)
    each = " of each number of players" if len({one.players for one in tested}) > 1 else ""
    told = (
        f"Variants on the same deals, share of games won: Holm's p over the pairs{each} is under 5 % for "
        f"{small} of {words.plural(len(tested), 'pair')}"
    )
    margins = len(_apart(facing))
    return f"{told}, and in {margins} the interval of the difference of margin excludes 0. Exploratory."


def _apart(facing: Facing) -> list[Difference]:
    """The pairs of variants whose mean margins differ significantly, the largest difference first."""
    found = [one for one in facing.differences if one.margin is not None and one.margin.low is not None]
    found = [one for one in found if one.margin and (one.margin.low or 0.0) * (one.margin.high or 0.0) > 0]
    return sorted(found, key=lambda one: -abs(one.margin.value or 0.0) if one.margin else 0.0)


def _differences(facing: Facing, build: SectionBuilder) -> Section:
    found = [one for one in facing.differences if one.holm is not None and one.holm < words.ALPHA]
    found.sort(key=lambda one: -abs(one.difference.value or 0.0))
    told = [_bullet(one) for one in found] or [_margin_bullet(one) for one in _apart(facing)]
    title, columns = f"Variants against {who(facing)} compared", _columns(facing.differences)
    return build.section(
        "variants",
        "Variants compared on the same deals",
        f"{difference_words(facing)} {_open_words(facing)}".strip(),
        Bullets(tuple(told[:MOST_BULLETS])) if told else None,
        build.table("differences", title, columns, facing.differences, _difference_note(facing)),
    )


def _columns(every: Sequence[Difference]) -> Columns[Difference]:
    return (
        Columns[Difference]()
        .column("first", "First", lambda one: one.first)
        .column("second", "Second", lambda one: one.second)
        .column("players", "Players", lambda one: one.players, "count")
        .games(lambda one: one.games[0], "Pairs of games")
        .column("n_deals", "Deals", lambda one: one.deals, "count")
        .column("share_first", "First won", lambda one: one.shares[0], "percent")
        .column("share_second", "Second won", lambda one: one.shares[1], "percent")
        + sizes(every)
        + Columns[Difference]()
        .column("first_only", "Won under first alone", lambda one: one.first_only, "count")
        .column("second_only", "Under second alone", lambda one: one.second_only, "count")
        + tested(every)
        + Columns[Difference]()
        .estimate("margin", "Difference of margin", lambda one: one.margin, "signed")
        .column("saved", "Variance saved by pairing", lambda one: one.saved, "percent")
        + METHOD
    )


def sizes(every: Sequence[Difference]) -> Columns[Difference]:
    """The columns of a difference and its intervals. `every` lists all pairs."""

    def together(one: Difference) -> Interval | None:
        error = _error(one)
        if not error:
            return None
        level = 1 - 0.05 / _tests(every, one)
        return t_interval(one.difference.value or 0.0, error, one.deals - 1, level)

    return (
        Columns[Difference]()
        .column("difference", "Difference (points)", lambda one: one.difference.value, "points")
        .range("interval", "95 % interval, by itself", lambda one: one.difference, "points")
        .range("together", "95 %, all pairs at once", together, "points")
    )


def tested(every: Sequence[Difference]) -> Columns[Difference]:
    """The columns of the test of a difference. `every` lists all pairs."""

    def found(one: Difference) -> float | None:
        error = _error(one)
        return detectable(error, tests=_tests(every, one)) if error else None

    return (
        Columns[Difference]()
        .column("detectable", "Detectable (points)", found, "size")
        .column("p", "p", lambda one: one.p, "p")
        .column("holm", "Holm p", lambda one: one.holm, "p")
    )


METHOD = Columns[Difference]().column(
    "method",
    "Test; interval",
    lambda one: words.joined(one.method, one.difference.method, one.difference.note),
)


def _error(one: Difference) -> float | None:
    """The standard error of a tested difference, else None."""
    return one.difference.se if one.holm is not None else None


def _difference_note(facing: Facing) -> str:
    note = (
        "Each pair is the same deal, line-up and seats under both variants. Difference: share won under the "
        "first minus share won under the second. Exploratory: adjusted for the pairs of one number of "
        "players. Detectable: the true difference that Holm's first step finds in 80 % of such runs. A "
        "large p does not show that two are equal. Strategies were not tuned anew for any variant."
    )
    if any(one.method == "sign flip" for one in facing.differences):
        most = count(flips(max(Counter(one.players for one in facing.differences).values())))
        note += f" Sign flips (under {FLIPS_UNDER} deals): {most} draws or fewer, seed {FLIP_SEED}."
    if len({panel.variant for panel in facing.panels}) > ALL_PAIRS:
        note += f" With more than {ALL_PAIRS} variants each is compared with the first alone."
    return note


def _tests(every: Sequence[Difference], one: Difference) -> int:
    """The number of pairs tested at the same number of players."""
    return sum(other.holm is not None and other.players == one.players for other in every)


def _open_words(facing: Facing) -> str:
    left = [
        detectable(one.difference.se, tests=_tests(facing.differences, one))
        for one in facing.differences
        if one.difference.se and one.holm is not None and one.holm >= words.ALPHA
    ]
    if not left:
        return ""
    return (
        f"A difference of {size(max(left))} points would have been found by Holm's first step in 80 % of "
        "such runs, a smaller one in fewer."
    )


def _bullet(one: Difference) -> str:
    interval = words.interval(one.difference)
    told = f" ({show(interval, 'pointses')})" if interval else ""
    return (
        f"{players(one.players)}: {percent(one.shares[0])} won under {words.quoted(one.first)} and "
        f"{percent(one.shares[1])} under {words.quoted(one.second)}, a difference of "
        f"{points(one.difference.value or 0.0)} points{told}; Holm {words.p_words(one.holm or 0.0)}."
    )


def _margin_bullet(one: Difference) -> str:
    assert one.margin is not None
    better, worse = (one.first, one.second) if (one.margin.value or 0.0) > 0 else (one.second, one.first)
    interval = words.interval(one.margin) or (0.0, 0.0)
    low, high = sorted(abs(bound) for bound in interval)
    return (
        f"{players(one.players)}: the mean margin was {number(abs(one.margin.value or 0.0))} points "
        f"({number(low)} to {number(high)}, exploratory) better under {words.quoted(better)} than under "
        f"{words.quoted(worse)}."
    )
