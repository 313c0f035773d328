"""Section: who leads when. Lead changes, comebacks, gaps by round, and winning from behind."""

from __future__ import annotations

from marchsim.analysis.course.drama import MOST_CHANGES, Chance, Drama
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.figures.course import counted, ribbon
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import count, number, percent

ROUND_COLUMNS = (
    Column("round", "After round", "count"),
    Column("n_games", "Games", "count"),
    Column("shared", "Lead shared", "percent"),
    Column("changed", "Lead changed in it", "percent"),
    Column("changed_interval", "95 % interval", "percents"),
    Column("behind", "Wins of players then behind", "percent"),
    Column("behind_interval", "95 % interval", "percents"),
    Column("gap", "First above second", "number"),
    Column("gap_interval", "95 % interval", "numbers"),
    *(Column(f"q{at}", f"{at} %", "number") for at in (5, 25, 50, 75, 95)),
    Column("spread", "First above last", "number"),
    Column("spread_interval", "95 % interval", "numbers"),
)
CHANGE_COLUMNS = (
    Column("changes", "Lead changes"),
    Column("n_games", "Games", "count"),
    Column("share", "Share of games", "percent"),
)
CHANCE_COLUMNS = (
    Column("behind", "Points behind the first"),
    Column("round", "After round", "count"),
    Column("n_entries", "Players", "count"),
    Column("n_deals", "Deals", "count"),
    Column("share", "Share of wins", "percent"),
    Column("interval", "95 % interval", "percents"),
    Column("method", "Interval"),
)


def drama_words(found: Drama) -> str:
    """Return the sentences that a reader takes away of a panel's drama."""
    return (
        f"The lead changed in {words.share(found.any_change)} of the games, {words.mean(found.changes)} "
        f"times a game on average; {words.share(found.late)} of the wins came from the last place half-way. "
        f"Winners were at most {words.mean(found.deficit)} points behind on average."
    )


def drama(result: PanelResult, ident: str, where: str) -> list[Section]:
    """Return the section on the course of a panel's games; none where no rounds were recorded."""
    found = result.drama
    if found is None:
        return []
    _, _, middle, _, high = found.quantiles
    blocks: list[Block] = [
        Text(
            f"{drama_words(found)} In half of the games the winner was never more than {number(middle)} "
            f"points behind before the last round, in 19 of 20 never more than {number(high)}."
        ),
        *_gaps(found, ident, where),
        *_changes(found, ident, where),
        _leading(found, ident, where),
        _chances(found, ident, where),
    ]
    return [Section(f"{ident}-drama", "Who leads, and comebacks", 3, blocks)]


def _gaps(found: Drama, ident: str, where: str) -> list[Block]:
    title = f"How far the first is above the second, by round, {where}"
    last = found.after[-1]
    alt = (
        f"Ribbons of the points between the first and the second player by round. After round {last.round}: "
        f"median {number(last.quantiles[2])}, half of the games between {number(last.quantiles[1])} and "
        f"{number(last.quantiles[3])}."
    )
    drawing = ribbon(
        f"{ident}-gap", title, alt, [one.round for one in found.after],
        [one.quantiles for one in found.after], "points above the second",
    )  # fmt: skip
    rows: list[dict[str, Value]] = []
    for one in found.after:
        row: dict[str, Value] = {"round": one.round, "n_games": one.games, "shared": one.shared.value}
        for key in ("changed", "behind", "gap", "spread"):
            estimate = getattr(one, key)
            row |= {key: estimate.value, f"{key}_interval": words.interval(estimate)}
        rows.append(row | {f"q{at}": q for at, q in zip((5, 25, 50, 75, 95), one.quantiles, strict=True)})
    note = (
        "The lead changes where a sole leader is another than the last sole leader. Quantiles are of the "
        "points between first and second, over games; games that ended earlier are not in later rounds."
    )
    table = Table(f"{ident}-lead", f"The lead by round, {where}", ROUND_COLUMNS, rows, note)
    return [Figure(f"{ident}-gap", title, alt, drawing, table.id), table]


def _changes(found: Drama, ident: str, where: str) -> list[Block]:
    games = sum(found.counts)
    names = [str(at) for at in range(MOST_CHANGES)] + [f"{MOST_CHANGES} or more"]
    shares = [n / games for n in found.counts]
    title = f"Lead changes in a game, {where}"
    told = ", ".join(f"{name}: {percent(share)}" for name, share in zip(names, shares, strict=True))
    alt = f"Bars of the share of games by number of lead changes. {told}."
    drawing = counted(f"{ident}-changes", title, alt, names, shares, "lead changes")
    rows: list[dict[str, Value]] = [
        {"changes": name, "n_games": n, "share": share}
        for name, n, share in zip(names, found.counts, shares, strict=True)
    ]
    note = f"Mean {words.mean(found.changes)}; with a lead change: {words.share(found.any_change)}, by deal."
    table = Table(f"{ident}-changes-table", title, CHANGE_COLUMNS, rows, note)
    return [Figure(f"{ident}-changes", title, alt, drawing, table.id), table]


def _leading(found: Drama, ident: str, where: str) -> Table:
    numbers = found.leading[0].rounds if found.leading else ()
    columns = (
        Column("strategy", "Strategy"),
        *(Column(f"round_{at}", f"After round {at}", "percent_plus_minus") for at in numbers),
    )
    rows: list[dict[str, Value]] = [
        {
            "strategy": one.strategy,
            **{f"round_{at}": words.plus_minus(s) for at, s in zip(one.rounds, one.shares, strict=True)},
        }
        for one in sorted(found.leading, key=lambda one: (-(one.shares[-1].value or 0.0), one.strategy))
    ]
    note = "Share of its entries in which it led alone, ± half the width of the 95 % interval, by deal."
    return Table(f"{ident}-leading", f"Who leads, {where}", columns, rows, note)


def _chances(found: Drama, ident: str, where: str) -> Table:
    rows: list[dict[str, Value]] = [
        {
            "behind": behind_words(one),
            "round": one.round,
            "n_entries": one.share.entries,
            "n_deals": one.share.deals,
            "share": one.share.value,
            "interval": words.interval(one.share),
            "method": words.method(one.share),
        }
        for one in found.chances
    ]
    note = (
        "How often players won who were so far behind after a round before their last. Classes hold about as "
        "many players each. Who is behind differs in more than points: strategy, seat and position."
    )
    return Table(f"{ident}-chances", f"Winning from behind, {where}", CHANCE_COLUMNS, rows, note)


def behind_words(one: Chance) -> str:
    """Return how far behind a class of players is, in words."""
    if one.low == 0:
        return "alone in the lead" if one.alone else "level in the lead"
    if one.high is None:
        return f"{count(one.low)} or more"
    return count(one.low) if one.low == one.high else f"{count(one.low)} to {count(one.high)}"
