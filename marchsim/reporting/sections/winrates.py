"""Section: who wins. The forest of shares, its table, the test of all, every pair with Holm's adjustment."""

from __future__ import annotations

from marchsim.analysis.field.winrates import FLIP_SEED, Furthest, Pair, Share, flips
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.figures.plots import Point, forest
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import count, ends, percent, size
from marchsim.reporting.sections.finals import finals
from marchsim.stats.clusters import FEW

SHARE_COLUMNS = (
    Column("strategy", "Strategy"),
    Column("n_games", "Games", "count"),
    Column("n_deals", "Deals", "count"),
    Column("entries", "Entries", "count"),
    Column("share", "Share of wins", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("together", "95 %, all strategies at once", "percents"),
    Column("score", "Mean score", "number"),
    Column("score_interval", "95 % interval", "numbers"),
    Column("rank", "Mean rank", "number"),
    Column("rank_interval", "95 % interval", "numbers"),
    Column("method", "Interval of the share"),
)
VOID_COLUMNS = (
    Column("void_entries", "Void entries", "count"),
    Column("bounds", "Share if all void games were lost / won", "percents"),
)
ALONE = ("strategy", "n_games", "n_deals", "score", "score_interval", "void_entries")  # shown of one player
PAIR_COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("n_games", "Games", "count"),
    Column("n_deals", "Deals", "count"),
    Column("difference", "Difference (points)", "points"),
    Column("interval", "95 % interval, by itself", "pointses"),
    Column("together", "95 %, all pairs at once", "pointses"),
    Column("detectable", "Detectable (points)", "size"),
    Column("p", "p", "p"),
    Column("holm", "Holm p", "p"),
    Column("method", "Test"),
)


def best_and_worst(result: PanelResult) -> str:
    """Return the sentence that a reader takes away of a panel's strategies."""
    ranked = _ranked(result)
    if not ranked:
        return "No game counts, so nothing can be said of strategies."
    if result.players == 1:
        return _alone(result)
    expected = percent(1 / result.players)
    if len(ranked) == 1:
        return f"Only {words.quoted(ranked[0].strategy)} played, so its share of wins says nothing."
    if all(row.by_design for row in ranked):
        return f"Every table was filled by one strategy, so each share of wins is {expected} by design."
    top, last = ranked[0], ranked[-1]
    return (
        f"{words.quoted(top.strategy)} won most, {words.share(top.share)} of its games, and "
        f"{words.quoted(last.strategy)} least, {words.share(last.share)}; all equal would be {expected}."
    )


def _alone(result: PanelResult) -> str:
    """Return the sentence on a panel of one player: nobody else can win, so scores are compared."""
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
    """Return the strategies that played, the best first: by score where each played alone."""
    played = [row for row in result.shares if row.share.value is not None]
    if result.players == 1:
        return sorted(played, key=lambda row: (-(row.score.value or 0.0), row.strategy))
    return sorted(played, key=lambda row: (-(row.share.value or 0.0), row.strategy))


def winrate(result: PanelResult, ident: str, where: str) -> Section:
    """Return the section of win shares and pairs of one panel; `where` names the panel in headings."""
    blocks: list[Block] = [Text(f"{best_and_worst(result)} {_equal(result)}".strip())]
    ranked = _ranked(result)
    if any(not row.by_design for row in ranked):
        blocks.append(_forest(result, ranked, ident, where))
    blocks.append(_share_table(result, ident, where))
    if result.largest is not None:
        blocks.append(Text(furthest_words(result.largest)))
    blocks.extend(finals(result, ident, where))
    blocks.extend(_pairs(result, ident, where))
    return Section(f"{ident}-wins", "Who wins" if result.players > 1 else "Who scores most", 3, blocks)


def furthest_words(furthest: Furthest) -> str:
    """Return whose share is furthest from that of all equal, with what chance would make of it."""
    told = words.largest(furthest.found, "strategies")
    return f"Furthest from equal is {words.quoted(furthest.strategy)}, {told}"


def _equal(result: PanelResult) -> str:
    ranked = _ranked(result) if result.players > 1 else []
    widest = max((row.share.se for row in ranked if row.share.se), default=None)
    return words.equality(f"all {len(ranked)} strategies", result.equal, widest) if len(ranked) > 1 else ""


def _forest(result: PanelResult, ranked: list[Share], ident: str, where: str) -> Figure:
    marks = [Point(row.strategy, row.share.value or 0.0, row.share.low, row.share.high) for row in ranked]
    alt = (
        f"Forest plot of the share of wins ({len(ranked)} strategies, best on top) with 95 % intervals "
        f"and a line at {percent(1 / result.players)}. {best_and_worst(result)}"
    )
    title = f"Share of wins, {where}"
    drawing = forest(f"{ident}-forest", title, alt, marks, 1 / result.players)
    return Figure(f"{ident}-forest", title, alt, drawing, f"{ident}-shares")


def _share_table(result: PanelResult, ident: str, where: str) -> Table:
    void = any(row.void_entries for row in result.shares)
    columns: tuple[Column, ...] = SHARE_COLUMNS + VOID_COLUMNS if void else SHARE_COLUMNS
    order = {row.strategy: place for place, row in enumerate(_ranked(result))}
    rows = sorted(result.shares, key=lambda row: (order.get(row.strategy, len(order)), row.strategy))
    equal = percent(1 / result.players)
    note = f"Shares are credits per entry (joint winners share a win); all equal is {equal}."
    title, bounds = f"Share of wins, {where}", ", so both bounds are given"
    if result.players == 1:
        columns = tuple(column for column in columns if column.key in ALONE)
        title, note, bounds = f"Scores, {where}", "", ""
    together = _together(result)
    if not together:
        columns = tuple(column for column in columns if column.key != "together")
    if any(row.bounds for row in rows):
        note = f"{note} Greyed: more than 0.1 % of the strategy's entries were void{bounds}.".strip()
    cells = [_share_row(row) | {"together": together.get(row.strategy)} for row in rows]
    return Table(f"{ident}-shares", title, columns, cells, note)


def _together(result: PanelResult) -> dict[str, tuple[float, float]]:
    """Return the intervals of the strategies that played, which hold at once; none where there are none."""
    if result.largest is None:
        return {}
    names = [row.strategy for row in result.shares if row.share.value is not None]
    held = result.largest.found.together
    return {name: (one.low, one.high) for name, one in zip(names, held, strict=True)}


def _share_row(row: Share) -> dict[str, Value]:
    return {
        "strategy": row.strategy,
        "n_games": row.games,
        "n_deals": row.share.deals,
        "entries": row.share.entries,
        "share": row.share.value,
        "interval": words.interval(row.share),
        "score": row.score.value,
        "score_interval": words.interval(row.score),
        "rank": row.rank.value,
        "rank_interval": words.interval(row.rank),
        "method": words.method(row.share),
        "void_entries": row.void_entries,
        "bounds": row.bounds,
        "grey": row.bounds is not None,
    }


def _pairs(result: PanelResult, ident: str, where: str) -> list[Block]:
    if not result.pairs:
        return []
    tested = sum(pair.holm is not None for pair in result.pairs)
    order = sorted(result.pairs, key=lambda p: (-abs(p.difference.value or 0.0), p.first, p.second))
    table = Table(
        f"{ident}-pairs",
        f"Pairs on the games in which both played, {where}",
        PAIR_COLUMNS,
        [_pair_row(pair) for pair in order],
        "Exploratory: adjusted for the pairs of this table alone. Difference of credit per game, first "
        "minus second. Detectable: the true difference that Holm's first step finds in 80 % of such runs. A "
        "large p does not show that two are equal." + _flip_note(result),
    )
    return [Text(_pair_words(result, tested)), table]


def _flip_note(result: PanelResult) -> str:
    if not any(pair.method == "sign flip" for pair in result.pairs):
        return ""
    return f" Sign flips: {count(flips(len(result.pairs)))} draws, seed {FLIP_SEED}."


def _pair_words(result: PanelResult, tested: int) -> str:
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
            "runs, one nearer in fewer; the intervals say how large the others may be."
        )
    return text


def _pair_row(pair: Pair) -> dict[str, Value]:
    return {
        "first": pair.first,
        "second": pair.second,
        "n_games": pair.games,
        "n_deals": pair.difference.deals,
        "difference": pair.difference.value,
        "interval": words.interval(pair.difference),
        "together": ends(pair.together),
        "detectable": pair.detectable,
        "p": pair.p,
        "holm": pair.holm,
        "method": "; ".join(part for part in (pair.method, pair.difference.note) if part),
    }
