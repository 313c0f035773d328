"""The section on wins: shares with a figure, all pairs, final scores, and joint tests."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.course.pace import QUANTILES, Finals, Spread
from marchsim.analysis.field.winrates import Largest, Pair, Share
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.drawing.palette import MORE
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated, spread
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Block, Figure, Section, Table
from marchsim.reporting.pages.format import brief, percent, size
from marchsim.stats.clusters import FEW

ALONE = ("strategy", "n_games", "n_deals", "score", "score_interval", "void_entries")  # one player
PAIRS = (
    Columns[Pair]()
    .column("first", "First", lambda pair: pair.first)
    .column("second", "Second", lambda pair: pair.second)
    .games(lambda pair: pair.games)
    .deals(lambda pair: pair.difference)
    .column("difference", "Difference (points)", lambda pair: pair.difference.value, "points")
    .range("interval", "95 % interval, by itself", lambda pair: pair.difference, "points")
    .range("together", "95 %, all pairs at once", lambda pair: pair.together, "points")
    .column("detectable", "Detectable (points)", lambda pair: pair.detectable, "size")
    .column("p", "p", lambda pair: pair.p, "p")
    .column("holm", "Holm p", lambda pair: pair.holm, "p")
    .column("method", "Test", lambda pair: words.joined(pair.method, pair.difference.note))
)
FINALS = (
    Columns[Spread]()
    .column("strategy", "Strategy", lambda one: one.name)
    .column("entries", "Entries", lambda one: one.mean.entries, "count")
    .deals(lambda one: one.mean)
    .estimate(
        "margin", "Mean margin to the best opponent", lambda one: one.mean, "signed", interval="interval"
    )
    .column("low", "Lowest score", lambda one: one.low, "brief")
    .each(
        {f"q{round(100 * q)}": f"{round(100 * q)} %" for q in QUANTILES},
        lambda one, at: one.quantiles[at],
        "brief",
    )
    .column("high", "Highest", lambda one: one.high, "brief")
    .column("note", "Note", lambda one: one.mean.note)
)


def best_and_worst(result: PanelResult) -> str:
    """The main sentence on the strategies of a panel."""
    ranked = _ranked(result)
    if not ranked:
        return f"{none_counts(result)}, so nothing is known of strategies."
    if result.players == 1:
        return _alone(result)
    expected = percent(1 / result.players)
    if len(ranked) == 1:
        return f"Only {words.quoted(ranked[0].strategy)} played, so its share of wins means nothing."
    if all(row.by_design for row in ranked):
        return f"Every table was filled by one strategy, so each share of wins is {expected} by design."
    top, last = ranked[0], ranked[-1]
    return (
        f"{words.quoted(top.strategy)} won most, {words.share(top.share)} of its games, and "
        f"{words.quoted(last.strategy)} least, {words.share(last.share)}; all equal would be {expected}."
    )


def none_counts(result: PanelResult) -> str:
    """The reason why no strategy has a share of wins."""
    return "Nobody won a game" if result.layout.n_games else "No game counts"


def _alone(result: PanelResult) -> str:
    """The sentence on a panel of games with one player, where only scores can be compared."""
    ranked = _ranked(result)
    top, last = ranked[0], ranked[-1]
    said = "One player alone always wins, so only scores say anything: "
    if len(ranked) == 1:
        return f"{said}{words.quoted(top.strategy)} scored {words.mean(top.score)} on average."
    return (
        f"{said}{words.quoted(top.strategy)} scored most, {words.mean(top.score)} on average, and "
        f"{words.quoted(last.strategy)} least, {words.mean(last.score)}."
    )


def _ranked(result: PanelResult) -> list[Share]:
    """The strategies that played, best first. With one player per game, the order is by score."""
    played = [row for row in result.shares if row.share.value is not None]
    if result.players == 1:
        return sorted(played, key=lambda row: (-(row.score.value or 0.0), row.strategy))
    return sorted(played, key=lambda row: (-(row.share.value or 0.0), row.strategy))


def winrate(result: PanelResult, build: SectionBuilder) -> Section:
    """The section on shares of wins and pairs of strategies in one panel."""
    ranked, told = _ranked(result), best_and_worst(result)
    if result.players > 1 and len(ranked) > 1:
        shares = [row.share for row in ranked]
        told += f" {words.equality(f'all {len(ranked)} strategies', result.equal, shares)}"
    return build.section(
        "wins",
        "Who wins" if result.players > 1 else "Who scores most",
        told,
        None if all(row.by_design for row in ranked) else _forest(result, ranked, build),
        _share_table(result, build),
        furthest_words(result.largest) if result.largest else None,
        *finals(result, build),
        *(_pairs(result, build) if result.pairs else ()),
    )


def furthest_words(furthest: Largest) -> str:
    """A phrase on the share furthest from equal, with the deviation expected by chance."""
    told = words.largest(furthest, "strategies")
    return f"Furthest from equal is {words.quoted(furthest.names[furthest.column])}, {told}"


def _forest(result: PanelResult, ranked: list[Share], build: SectionBuilder) -> Figure:
    rows = [DotRow(row.strategy, [estimated(row.share, 100)]) for row in ranked]
    equal = 1 / result.players
    ruler, axis = (
        Ruler(100 * equal, f"equal: {percent(equal)}", unit=" %"),
        "share of wins with 95 % interval",
    )
    alt = (
        f"Forest plot of the share of wins ({len(ranked)} strategies, best on top) with 95 % intervals "
        f"and a line at {percent(equal)}. {best_and_worst(result)}"
    )
    return build.figure(Rows(rows, ruler, axis=axis), "forest", "Share of wins", alt, "shares")


def _share_table(result: PanelResult, build: SectionBuilder) -> Table:
    order = {row.strategy: place for place, row in enumerate(_ranked(result))}
    rows = sorted(result.shares, key=lambda row: (order.get(row.strategy, len(order)), row.strategy))
    columns = _share_columns(result, void=any(row.void for row in rows))
    equal = percent(1 / result.players)
    note = f"Shares are credits per entry (joint winners share a win); all equal is {equal}."
    title, bounds = "Share of wins", ", so both bounds are given"
    if result.players == 1:
        columns = columns.only(*ALONE)
        title, note, bounds = "Scores", "", ""
    if any(row.bounds for row in rows):
        note = f"{note} Greyed: more than 0.1 % of the strategy's entries were void{bounds}.".strip()
    return build.table("shares", title, columns, rows, note, grey=lambda row: row.bounds is not None)


def _share_columns(result: PanelResult, void: bool) -> Columns[Share]:
    """The columns of shares of wins, with simultaneous intervals if there are any."""
    most = result.largest
    together = dict(zip(most.names, most.together, strict=True)) if most else {}
    return (
        Columns[Share]()
        .column("strategy", "Strategy", lambda row: row.strategy)
        .games(lambda row: row.games)
        .deals(lambda row: row.share)
        .column("entries", "Entries", lambda row: row.share.entries, "count")
        .estimate("share", "Share of wins", lambda row: row.share, "percent", interval="interval")
        .range(
            "together", "95 %, all strategies at once", lambda row: together.get(row.strategy), "percent",
            given=bool(together),
        )
        .estimate("score", "Mean score", lambda row: row.score, "number")
        .estimate("rank", "Mean rank", lambda row: row.rank, "number")
        .method(lambda row: row.share, "Interval of the share")
        .column("void_entries", "Void entries", lambda row: row.void, "count", given=void)
        .range("bounds", words.VOID_BOUNDS, lambda row: row.bounds, "percent", given=void)
    )  # fmt: skip


def _pairs(result: PanelResult, build: SectionBuilder) -> tuple[str, Table]:
    order = sorted(result.pairs, key=lambda p: (-abs(p.difference.value or 0.0), p.first, p.second))
    note = (
        "Exploratory: adjusted for the pairs of this table alone. Difference of credit per game, first "
        "minus second. Detectable: the true difference that Holm's first step finds in 80 % of such runs. A "
        f"large p does not show that two are equal.{words.flips_sentence(result.pairs)}"
    )
    title = "Pairs on the games in which both played"
    return _pair_words(result), build.table("pairs", title, PAIRS, order, note)


def _pair_words(result: PanelResult) -> str:
    tested = sum(pair.holm is not None for pair in result.pairs)
    if not tested:
        return f"Pairs were not tested: under {FEW} deals there is no test."
    small = sum(pair.holm is not None and pair.holm < words.ALPHA for pair in result.pairs)
    family = words.plural(tested, "pair")
    text = f"Holm's p over {family} is under 5 % for {small} of them (exploratory)."
    if tested < len(result.pairs):
        text += f" {words.plural(len(result.pairs) - tested, 'pair')} met on under {FEW} deals: no test."
    wide = [pair.detectable for pair in result.pairs if pair.detectable]
    if wide and small < tested:
        text += (
            f" One {size(max(wide))} points apart would have been found by Holm's first step in 80 % of such "
            "runs, one nearer in fewer. The intervals show how large the others may be."
        )
    return text


def finals(result: PanelResult, build: SectionBuilder) -> Sequence[Block | str]:
    """The blocks on final scores in one panel, or [] if there are no scores."""
    found = result.finals
    if found is None:
        return []
    order = sorted(found.scores, key=lambda one: (-(one.mean.value or 0.0), one.name))
    told = ", ".join(f"{words.quoted(one.name)} {brief(one.quantiles[2])}" for one in order)
    alt = f"Ranges of scores over entries, by strategy. Medians: {told}."
    note = "Quantiles of scores over entries. The margin is a player's points above the best of the others."
    table = build.table("finals", "Scores at the end", FINALS, order, note)
    rows = [spread(one.name, one.quantiles, MORE, True) for one in order]
    axis = "final scores: line 5 to 95 % of entries, bar 25 to 75 %, ring and number: median"
    return (tie_words(found), *build.pictured(table, Rows(rows, axis=axis), "finals-spread", alt))


def tie_words(found: Finals) -> str:
    """A sentence on games in which several players had the most points, and on tie-breaks."""
    return (
        f"In {words.share(found.level)} of the games several players had the most points; in "
        f"{words.share(found.broken)} of all games a tie-break decided between them."
    )
