"""Sections on games against a common opponent: the share won by variant and number of players.

For one panel they show the games won with each strategy, and the margins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from marchsim.analysis.course.pace import QUANTILES, Spread
from marchsim.analysis.field.together import LineUp, Together
from marchsim.analysis.field.winrates import Share
from marchsim.reporting.drawing.bars import histogram
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler, estimated, spread
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.building import section as section_of
from marchsim.reporting.pages.document import Block, Figure, Section, Table
from marchsim.reporting.pages.format import name, percent, show, signed
from marchsim.stats.clusters import FEW

LINE_UPS = (
    Columns[LineUp]()
    .column("line_up", "Line-up", lambda one: line_up_name(one.members))
    .games(lambda one: one.games)
    .deals(lambda one: one.share)
    .estimate("share", "Share won", lambda one: one.share, "percent", interval="interval")
    .estimate("margin", "Mean margin", lambda one: one.margin, "signed")
    .method(lambda one: one.share, "Interval of the share")
)
SPREADS = (
    Columns[tuple[str, Spread]]()
    .column("what", "Per game", lambda row: row[0])
    .games(lambda row: row[1].mean.entries)
    .estimate("mean", "Mean", lambda row: row[1].mean, "number", interval="interval")
    .column("low", "Lowest", lambda row: row[1].low, "number")
    .each(
        {f"q{round(100 * q)}": f"{round(100 * q)} %" if q != 0.5 else "Median" for q in QUANTILES},
        lambda row, at: row[1].quantiles[at],
        "number",
    )
    .column("high", "Highest", lambda row: row[1].high, "number")
    .column("note", "Note", lambda row: row[1].mean.note)
)


def won_words(panel: Together) -> str:
    """The main sentence on a panel: the share of games won and the mean margin."""
    if panel.share.value is None:
        return f"No game counts, so nothing is known of games against {who(panel)}."
    actor = "The player" if panel.players == 1 else "The players"
    games = words.plural(panel.layout.n_games, "game")
    return (
        f"{actor} won {words.share(panel.share)} of {games} against {who(panel)}; "
        f"the mean margin was {words.signed(panel.margin.mean)} points."
    )


def member_words(panel: Together) -> str:
    """The main sentences on the strategies of a panel, or '' if there is only one."""
    ranked = _ranked(panel)
    if len(ranked) < 2:
        return ""
    top, last = ranked[0], ranked[-1]
    if all(member.games == panel.layout.n_games for member in ranked):
        return "Every strategy sat in every game, so their shares are one and the same."
    if top.share.value == last.share.value:
        return (
            f"No strategy's games were won more often than another's, {words.share(top.share)} each; the "
            f"mean margin was best with {words.quoted(top.strategy)}, {words.signed(top.margin)}, and worst "
            f"with {words.quoted(last.strategy)}, {words.signed(last.margin)}."
        )
    return (
        f"Games with {words.quoted(top.strategy)} were won most often, {words.share(top.share)}, and those "
        f"with {words.quoted(last.strategy)} least, {words.share(last.share)}."
    )


def _ranked(panel: Together) -> list[Share]:
    played = [member for member in panel.members if member.share.value is not None]
    return sorted(
        played, key=lambda one: (-(one.share.value or 0.0), -(one.margin.value or 0.0), one.strategy)
    )


def strategies(panel: Together, build: SectionBuilder) -> Section:
    """The section on the games won with each strategy."""
    ranked, told = _ranked(panel), f"{won_words(panel)} {member_words(panel)}"
    several = len(ranked) > 1
    if several:
        shares = [one.share for one in ranked]
        told += f" {words.equality('games with each strategy', panel.equal, shares, 'are won')}"
    return build.section(
        "won",
        "Which strategies win",
        told.strip(),
        _forest(panel, ranked, build) if several else None,
        _member_table(panel, build),
        build.table("line-ups", "Games won by line-up", LINE_UPS, panel.line_ups) if panel.line_ups else None,
    )


def _forest(panel: Together, ranked: list[Share], build: SectionBuilder) -> Figure:
    rows = [DotRow(one.strategy, [estimated(one.share, 100)]) for one in ranked]
    alt = (
        f"Forest plot of the share of games won in which each of {len(ranked)} strategies sat, best on top, "
        f"with 95 % intervals. {member_words(panel)}"
    )
    drawing = Rows(rows, Ruler(unit=" %"), axis="share of games won with 95 % interval")
    return build.figure(drawing, "forest", "Share of games won by strategy", alt, "members")


def _member_table(panel: Together, build: SectionBuilder) -> Table:
    void = any(member.void for member in panel.members)
    columns = (
        Columns[Share]()
        .column("strategy", "Strategy", lambda one: one.strategy)
        .games(lambda one: one.games)
        .deals(lambda one: one.share)
        .estimate("share", "Share won", lambda one: one.share, "percent", interval="interval")
        .estimate("margin", "Mean margin", lambda one: one.margin, "signed")
        .estimate("score", "Own mean score", lambda one: one.score, "number")
        .method(lambda one: one.share, "Interval of the share")
        .column("void_games", "Void games", lambda one: one.void, "count", given=void)
        .range("bounds", words.VOID_BOUNDS, lambda one: one.bounds, "percent", given=void)
    )
    order = {member.strategy: place for place, member in enumerate(_ranked(panel))}
    rows = sorted(panel.members, key=lambda one: (order.get(one.strategy, len(order)), one.strategy))
    whose = "Share won: of all games in which the strategy sat."
    note = whose if panel.players > 1 else ""
    if any(member.bounds for member in panel.members):
        note += VOID_NOTE
    return build.table(
        "members", "Games won by strategy", columns, rows, note.strip(),
        grey=lambda one: one.bounds is not None,
    )  # fmt: skip


def line_up_name(members: tuple[str, ...]) -> str:
    """The strategies of a line-up as text, such as 'a, 2 of b'."""
    counts = {member: members.count(member) for member in members}
    return ", ".join(f"{n} of {name(member)}" if n > 1 else name(member) for member, n in counts.items())


def margins(panel: Together, build: SectionBuilder) -> Section:
    """The section on margins. A margin is the players' score less the opponent's score."""
    if panel.share.value is None or not panel.margins:
        return build.section("margin", "Margins", "No game counts, so there is no margin.")
    low, middle, high = (panel.margin.quantiles[at] for at in (0, 2, 4))
    told = (
        f"The margin of half of the games was {_whole(middle)} or less; 9 of 10 games lay between "
        f"{_whole(low)} and {_whole(high)} points. On average {who(panel)} had "
        f"{words.mean(panel.theirs.mean)} points, {_own(panel)}."
    )
    alt = (
        f"Histogram of the margin in points over {words.plural(panel.layout.n_games, 'game')}, with a line "
        f"between games lost (below 0) and won. {told}"
    )
    drawing = build.figure(histogram(panel.margins, "margin in points"), "margins", "Margins", alt, "spreads")
    return build.section("margin", "Margins", told, drawing, _spread_table(panel, build))


def _whole(value: float) -> str:
    return signed(value).removesuffix(".00")


def _own(panel: Together) -> str:
    if panel.players == 1:
        return f"the player {words.mean(panel.mean.mean)}"
    return (
        f"the players {words.mean(panel.mean.mean)} each and the last of them {words.mean(panel.lowest.mean)}"
    )


def _spread_table(panel: Together, build: SectionBuilder) -> Table:
    spreads = [("margin", panel.margin), (f"score of {who(panel)}", panel.theirs)]
    if panel.players == 1:
        spreads.append(("the player's score", panel.mean))
    else:
        spreads += [
            ("lowest of the players' scores", panel.lowest),
            ("mean of the players' scores", panel.mean),
        ]
    return build.table("spreads", "Margins and scores", SPREADS, spreads, "Quantiles are over games.")


VOID_NOTE = " Greyed: more than 0.1 % of the games were void, so both bounds are given."


def who(panel: Together) -> str:
    """The name of the opponent, for use in a sentence."""
    return name(panel.opponent)


def players(number: int) -> str:
    """A number of players as text, such as '1 player' or '3 players'."""
    return words.plural(number, "player")


def overview(
    panels: Sequence[Together], build: SectionBuilder, names: Sequence[str], mixed: bool
) -> list[Section]:
    """The section, in a list, on panels whose players all face the same opponent.

    `names` are the names of the panels. `mixed` is true if other variants of the run have another opponent or
    none.
    """
    variants = list(dict.fromkeys(panel.variant for panel in panels))
    told = "Here the players play together: all of them win a game or all lose it."
    if all(panel.players == 1 for panel in panels):
        told = f"Here one player alone plays against {who(panels[0])}, and wins the game or loses it."
    if mixed:
        quoted = words.listed([words.quoted(variant) for variant in variants])
        told += f" This holds for rules {quoted} alone. No other games are counted here."
    if any(one.players == other.players and _few(one, other) for one, other in combinations(panels, 2)):
        told += f" Variants with under {FEW} deals are not compared: there is no test."
    blocks: list[Block] = [_share_table(panels, build, names)]
    measured = [panel for panel in panels if panel.share.value is not None]
    if len(panels) > 1 and measured:
        blocks.insert(0, _bars(panels, measured, build))
        blocks += [_strips(panels, build, names), *_by_strategy(panels, build, names)]
    return [section_of(build.id("all"), f"Against {who(panels[0])}", 2, told, *blocks)]


def _few(*pair: Together) -> bool:
    """Whether two variants, which play the same deals, have too few deals for a test."""
    return min(panel.share.deals for panel in pair) < FEW


def _share_words(panel: Together) -> str:
    interval = words.interval(panel.share)
    parts = [show(interval, "percents")] if interval else []
    parts.append(f"mean margin {signed(panel.margin.mean.value or 0.0)}")
    return f"{percent(panel.share.value or 0.0)} ({'; '.join(parts)}) with {players(panel.players)}"


def _bars(panels: Sequence[Together], measured: Sequence[Together], build: SectionBuilder) -> Figure:
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
    drawing, title = Rows(rows, Ruler(unit=" %"), axis=axis), f"Share of games won against {who(panels[0])}"
    return build.figure(drawing, "shares", title, alt, "share-table")


def _dot(panel: Together, digit: bool) -> Dot:
    return replace(estimated(panel.share, 100), digit=str(panel.players) if digit else "")


def _share_table(panels: Sequence[Together], build: SectionBuilder, names: Sequence[str]) -> Table:
    void = any(panel.layout.n_void for panel in panels)
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
    note += VOID_NOTE if any(panel.bounds for panel in panels) else ""
    rows = zip(names, panels, strict=True)
    return build.table(
        "share-table", f"Games won against {who(panels[0])}", columns, rows, note,
        grey=lambda row: row[1].bounds is not None,
    )  # fmt: skip


def _strips(panels: Sequence[Together], build: SectionBuilder, names: Sequence[str]) -> Figure:
    both = zip(panels, names, strict=True)
    known = [(title, panel.margin.quantiles) for panel, title in both if panel.share.value is not None]
    told = "; ".join(f"{row} {show(q[2], 'count')} ({show((q[0], q[4]), 'counts')})" for row, q in known)
    alt = f"A strip of margins for each panel with a line at 0. Medians with 5 and 95 % quantiles: {told}."
    axis = "margin in points: line 5 to 95 % of games, bar 25 to 75 %, dot median, won from 0 up"
    title = f"Margins against {who(panels[0])}"
    rows = [spread(*one) for one in known]
    return build.figure(Rows(rows, Ruler(-0.5), axis=axis), "margins", title, alt, "share-table")


def _by_strategy(panels: Sequence[Together], build: SectionBuilder, names: Sequence[str]) -> list[Block]:
    """The table of shares by strategy and panel, or [] if there is only one strategy."""
    strategies = sorted({member.strategy for panel in panels for member in panel.members})
    if len(strategies) < 2:
        return []
    shares = [{member.strategy: member.share.value for member in panel.members} for panel in panels]
    columns = (
        Columns[str]()
        .column("strategy", "Strategy", str)
        .each(
            {f"share_{at}": title for at, title in enumerate(names, 1)},
            lambda strategy, at: shares[at].get(strategy),
            "percent",
        )
    )
    title = f"Share of games won against {who(panels[0])} in which a strategy sat, all groups"
    return [build.table("strategies", title, columns, strategies, "Each panel has its intervals.")]


def in_short(panels: Sequence[Together]) -> list[str]:
    """A sentence for each variant on the share of games won, by number of players."""
    said = []
    for variant in dict.fromkeys(panel.variant for panel in panels):
        here = [panel for panel in panels if panel.variant == variant and panel.share.value is not None]
        shares = words.listed([_share_words(panel) for panel in here])
        if here:
            said.append(f"Rules {words.quoted(variant)}, games won against {who(panels[0])}: {shares}.")
    if any(0 < panel.layout.n_deals < FEW for panel in panels):
        said.append(f"Under {FEW} deals nothing is tested, and the results are a first impression.")
    return said
