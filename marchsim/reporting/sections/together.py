"""Sections on one panel of games against a common opponent: games won with each strategy, and margins."""

from __future__ import annotations

from marchsim.analysis.course.pace import QUANTILES, Spread
from marchsim.analysis.field.together import LineUp, Together
from marchsim.analysis.field.winrates import Share
from marchsim.reporting.drawing.bars import histogram
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Figure, Section, Table
from marchsim.reporting.pages.format import name, signed
from marchsim.reporting.sections.facing import VOID_NOTE, who

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
