"""Sections: one panel of games against an opponent. Who sat in the games won, and by how much."""

from __future__ import annotations

from marchsim.analysis.field.together import QUANTILES, GameSpread, LineUp, Member, Together
from marchsim.analysis.field.winrates import FLIP_SEED, flips
from marchsim.reporting.figures.outcomes import histogram
from marchsim.reporting.figures.plots import Point, forest
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import count, name, signed
from marchsim.reporting.sections.facing import VOID_COLUMNS, VOID_NOTE, difference_row, who

MEMBER_COLUMNS = (
    Column("strategy", "Strategy"),
    Column("n_games", "Games", "count"),
    Column("n_deals", "Deals", "count"),
    Column("share", "Share won", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("margin", "Mean margin", "signed"),
    Column("margin_interval", "95 % interval", "signeds"),
    Column("score", "Own mean score", "number"),
    Column("score_interval", "95 % interval", "numbers"),
    Column("method", "Interval of the share"),
)
PAIR_COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("n_games", "Games of first", "count"),
    Column("n_games_second", "Of second", "count"),
    Column("n_deals", "Deals", "count"),
    Column("difference", "Difference (points)", "points"),
    Column("interval", "95 % interval, by itself", "pointses"),
    Column("together", "95 %, all pairs at once", "pointses"),
    Column("detectable", "Detectable (points)", "size"),
    Column("p", "p", "p"),
    Column("holm", "Holm p", "p"),
    Column("method", "Test; interval"),
)
LINE_UP_COLUMNS = (
    Column("line_up", "Line-up"),
    Column("n_games", "Games", "count"),
    Column("n_deals", "Deals", "count"),
    Column("share", "Share won", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("margin", "Mean margin", "signed"),
    Column("margin_interval", "95 % interval", "signeds"),
    Column("method", "Interval of the share"),
)
SPREAD_COLUMNS = (
    Column("what", "Per game"),
    Column("n_games", "Games", "count"),
    Column("mean", "Mean", "number"),
    Column("interval", "95 % interval", "numbers"),
    Column("low", "Lowest", "number"),
    *(
        Column(f"q{round(100 * q)}", f"{round(100 * q)} %" if q != 0.5 else "Median", "number")
        for q in QUANTILES
    ),
    Column("high", "Highest", "number"),
    Column("note", "Note"),
)


def won_words(panel: Together) -> str:
    """Return the sentence that a reader takes away of a panel: the share won and the margin."""
    if panel.share.value is None:
        return f"No game counts, so nothing can be said of games against {who(panel)}."
    actor = "The player" if panel.players == 1 else "The players"
    games = words.plural(panel.layout.n_games, "game")
    return (
        f"{actor} won {words.share(panel.share)} of {games} against {who(panel)}; "
        f"the mean margin was {words.signed(panel.margin.mean)} points."
    )


def member_words(panel: Together) -> str:
    """Return the sentence that a reader takes away of a panel's strategies, '' where there is one alone."""
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


def _ranked(panel: Together) -> list[Member]:
    played = [member for member in panel.members if member.share.value is not None]
    return sorted(
        played, key=lambda one: (-(one.share.value or 0.0), -(one.margin.value or 0.0), one.strategy)
    )


def strategies(panel: Together, ident: str, where: str) -> Section:
    """Return the section on who sat in the games that were won; `where` names the panel in headings."""
    ranked = _ranked(panel)
    widest = max((one.share.se for one in ranked if one.share.se), default=None)
    equal = ""
    if len(ranked) > 1:
        equal = words.equality("games with each strategy", panel.equal, widest, "are won")
    blocks: list[Block] = [Text(f"{won_words(panel)} {member_words(panel)} {equal}".strip())]
    if len(ranked) > 1:
        blocks.append(_forest(panel, ranked, ident, where))
    blocks.append(_member_table(panel, ident, where))
    if panel.pairs:
        blocks += _pairs(panel, ident, where)
    if panel.line_ups:
        rows = [_line_up_row(line_up) for line_up in panel.line_ups]
        blocks.append(Table(f"{ident}-line-ups", f"Games won by line-up, {where}", LINE_UP_COLUMNS, rows))
    return Section(f"{ident}-won", "Which strategies win", 3, blocks)


def _forest(panel: Together, ranked: list[Member], ident: str, where: str) -> Figure:
    marks = [Point(one.strategy, one.share.value or 0.0, one.share.low, one.share.high) for one in ranked]
    title = f"Share of games won by strategy, {where}"
    alt = (
        f"Forest plot of the share of games won in which each of {len(ranked)} strategies sat, best on top, "
        f"with 95 % intervals. {member_words(panel)}"
    )
    drawing = forest(f"{ident}-forest", title, alt, marks, None)
    return Figure(f"{ident}-forest", title, alt, drawing, f"{ident}-members")


def _member_table(panel: Together, ident: str, where: str) -> Table:
    void = any(member.void_games for member in panel.members)
    columns = MEMBER_COLUMNS + VOID_COLUMNS if void else MEMBER_COLUMNS
    order = {member.strategy: place for place, member in enumerate(_ranked(panel))}
    rows = sorted(panel.members, key=lambda one: (order.get(one.strategy, len(order)), one.strategy))
    note = "" if panel.players == 1 else "Share won: of the games in which the strategy sat, beside whomever."
    if any(member.bounds for member in panel.members):
        note += VOID_NOTE
    title = f"Games won by strategy, {where}"
    return Table(f"{ident}-members", title, columns, [_member_row(one) for one in rows], note.strip())


def _member_row(member: Member) -> dict[str, Value]:
    return {
        "strategy": member.strategy,
        "n_games": member.games,
        "n_deals": member.share.deals,
        "share": member.share.value,
        "interval": words.interval(member.share),
        "margin": member.margin.value,
        "margin_interval": words.interval(member.margin),
        "score": member.score.value,
        "score_interval": words.interval(member.score),
        "method": words.method(member.share),
        "void_games": member.void_games,
        "bounds": member.bounds,
        "grey": member.bounds is not None,
    }


def _pairs(panel: Together, ident: str, where: str) -> list[Block]:
    tested = [pair for pair in panel.pairs if pair.holm is not None]
    found = [pair for pair in tested if (pair.holm or 0.0) < words.ALPHA]
    family = words.plural(len(tested), "pair")
    text = f"Holm's p over {family} of strategies is under 5 % for {len(found)} of them (exploratory)."
    if not tested:
        text = f"Strategies were not tested against each other: {panel.pairs[0].method}."
    elif len(tested) < len(panel.pairs):
        text += (
            f" {words.plural(len(panel.pairs) - len(tested), 'pair')} were not tested; the table says why."
        )
    note = (
        "Difference: share of games won in which the first sat minus that of the second. Both may have sat "
        "in the same games, which then count for both. Exploratory: adjusted for the pairs of this table "
        "alone. Detectable: what Holm's first step finds in 80 % of such runs. A large p does not show that "
        "two are equal."
    )
    if any(pair.method == "sign flip" for pair in panel.pairs):
        note += f" Sign flips: {count(flips(len(panel.pairs)))} draws, seed {FLIP_SEED}."
    order = sorted(panel.pairs, key=lambda p: (-abs(p.difference.value or 0.0), p.first, p.second))
    rows = [difference_row(pair, len(tested)) for pair in order]
    return [Text(text), Table(f"{ident}-pairs", f"Strategies compared, {where}", PAIR_COLUMNS, rows, note)]


def _line_up_row(line_up: LineUp) -> dict[str, Value]:
    return {
        "line_up": line_up_name(line_up.members),
        "n_games": line_up.games,
        "n_deals": line_up.share.deals,
        "share": line_up.share.value,
        "interval": words.interval(line_up.share),
        "margin": line_up.margin.value,
        "margin_interval": words.interval(line_up.margin),
        "method": words.method(line_up.share),
    }


def line_up_name(members: tuple[str, ...]) -> str:
    """Return 'a, 2 of b' for the strategies of a line-up."""
    counts = {member: members.count(member) for member in members}
    return ", ".join(f"{n} of {name(member)}" if n > 1 else name(member) for member, n in counts.items())


def margins(panel: Together, ident: str, where: str) -> Section:
    """Return the section on margins: the opponent's score against the players'."""
    if panel.share.value is None or not panel.margins:
        return Section(f"{ident}-margin", "Margins", 3, [Text("No game counts, so there is no margin.")])
    spread = panel.margin
    low, middle, high = (spread.quantiles[at] for at in (0, 2, 4))
    told = (
        f"The margin of half of the games was {_whole(middle)} or less; 9 of 10 games lay between "
        f"{_whole(low)} and {_whole(high)} points. On average {who(panel)} had "
        f"{words.mean(panel.theirs.mean)} points, {_own(panel)}."
    )
    title = f"Margins, {where}"
    alt = (
        f"Histogram of the margin in points over {words.plural(panel.layout.n_games, 'game')}, with a line "
        f"between games lost (below 0) and won. {told}"
    )
    drawing = histogram(f"{ident}-margins", title, alt, panel.margins, "margin in points")
    return Section(f"{ident}-margin", "Margins", 3, [
        Text(told),
        Figure(f"{ident}-margins", title, alt, drawing, f"{ident}-spreads"),
        _spread_table(panel, ident, where),
    ])  # fmt: skip


def _whole(value: float) -> str:
    return signed(value).removesuffix(".00")


def _own(panel: Together) -> str:
    if panel.players == 1:
        return f"the player {words.mean(panel.mean.mean)}"
    return (
        f"the players {words.mean(panel.mean.mean)} each and the last of them {words.mean(panel.lowest.mean)}"
    )


def _spread_table(panel: Together, ident: str, where: str) -> Table:
    spreads = [("margin", panel.margin), (f"score of {who(panel)}", panel.theirs)]
    if panel.players == 1:
        spreads.append(("the player's score", panel.mean))
    else:
        spreads += [
            ("lowest of the players' scores", panel.lowest),
            ("mean of the players' scores", panel.mean),
        ]
    rows = [_spread_row(what, spread) for what, spread in spreads]
    title = f"Margins and scores, {where}"
    return Table(f"{ident}-spreads", title, SPREAD_COLUMNS, rows, "Quantiles are over games.")


def _spread_row(what: str, spread: GameSpread) -> dict[str, Value]:
    quantiles = {f"q{round(100 * q)}": value for q, value in zip(QUANTILES, spread.quantiles, strict=True)}
    return {
        "what": what,
        "n_games": spread.mean.entries,
        "mean": spread.mean.value,
        "interval": words.interval(spread.mean),
        "low": spread.low,
        **quantiles,
        "high": spread.high,
        "note": spread.mean.note,
    }
