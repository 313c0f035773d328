"""Tables of the first page with raw numbers, for its folded details and for report.json."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import methodcaller

from marchsim.analysis.course.drama import Drama
from marchsim.analysis.course.pace import Spread
from marchsim.analysis.judging.verdict import CHIPS, STRATEGIES, SURE, JudgedPart, Verdict
from marchsim.analysis.reading.estimates import NONE, Estimate
from marchsim.reporting.front.gather import Front, mean
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Table
from marchsim.reporting.sections.robust import table as claims_tried
from marchsim.reporting.sections.verdicts import ICONS, TITLES
from marchsim.stats.assurance import HALF, MOST

TOGETHER = "Intervals hold for all of them at once."
OPEN = "Pairs that are not distinguishable may still differ."
BY_ITSELF = "By number of players each interval is of 95 % by itself, over deals."
DEALT = (
    "Opening hands are dealt at random, so the difference is the effect of the card as these strategies play "
    "it. Each number is the best guess given the others, with its 95 % interval. A verdict also needs an "
    "interval that holds for all cards at once."
)
LEADER = "Games of 100 that the sole leader after the round went on to win."
HALVES = "With four times as many games a run would notice half of that."

SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")  # an id that is safe as a file name

Parts = Mapping[int, Estimate]  # results by number of players
Place = tuple[str, float | None, Parts]  # a name, its mean over numbers of players, and its results

ANSWERS = (
    Columns[Verdict]()
    .column("question", "Question", lambda one: one.asks)
    .column("chip", "Verdict", lambda one: f"{ICONS[one.chip]} {CHIPS[one.chip]}")
    .column("answer", "Answer", lambda one: one.answer)
    .column("estimate", "Number", lambda one: one.estimate, "tenth")
    .range("interval", "Sure", lambda one: one.interval, "tenth")
    .column("unit", "Unit", lambda one: one.unit)
    .column("margin", "Matters from", lambda one: one.margin, "brief")
    .column("games", "Games", lambda one: one.games, "count")
    .column(
        "halved",
        "Half the interval",
        lambda one: one.estimate / 2 if one.question == SURE and one.estimate else None,
        "tenth",
    )
    .column("needed", "Games for that", lambda one: one.needed if one.question == SURE else None, "count")
    .column("needed_half", "Games that decide in half of such runs", lambda one: one.deciding(HALF), "count")
    .column("needed_most", "in nine of ten", lambda one: one.deciding(MOST), "count")
)
PAIRS = (
    Columns[tuple[JudgedPart, JudgedPart, bool]]()
    .column("ahead", "Ahead", lambda row: row[0].name)
    .column("behind", "Behind", lambda row: row[1].name)
    .column("gap", "Extra wins where 100 are fair", lambda row: row[0].estimate - row[1].estimate, "tenth")
    .column("apart", "Distinguishable from", lambda row: "yes" if row[2] else "no")
)
QUANTILES = {
    "low": "5 of 100 under",
    "quarter": "25 of 100 under",
    "median": "Half under",
    "most": "75 of 100 under",
    "high": "95 of 100 under",
}
LENGTHS = (
    Columns[tuple[int, Spread]]()
    .column("players", "Players", lambda row: row[0], "count")
    .column("games", "Games", lambda row: row[1].mean.entries, "count")
    .column("mean", "Mean", lambda row: row[1].mean.value, "tenth")
    .each(QUANTILES, lambda row, at: row[1].quantiles[at], "brief")
)
PRECISION = (
    Columns[tuple[Verdict, float]]()
    .column("question", "Question", lambda row: TITLES[row[0].question] + _of(row[0]))
    .column("notice", "This run would notice", lambda row: row[1], "tenth")
    .column("half", "Half of that", lambda row: row[1] / 2, "tenth")
    .column("games", "Games for that", lambda row: 4 * row[0].games, "count")
)


def tables(front: Front) -> list[Table]:
    """The tables of the first page, without empty ones."""
    noticed = [(one, one.detectable) for one in front.verdicts if one.question != SURE and one.detectable]
    found = [
        ANSWERS.table("first-answers", "The answers", front.verdicts),
        strategies(front), pairs(front), seats(front), kinds(front), cards(front),
        LENGTHS.table("first-length", "Turns of a game", front.lengths.items()), leaders(front),
        _won("won", "Games won of 100, by rules", front.won_by_rules),
        _won("won-strategies", "Games won of 100, by strategy", front.won_by_strategy),
        PRECISION.table("first-more", "Precision with more games", noticed, HALVES),
        *([claims_tried(front.studies)] if front.studies else []),
    ]  # fmt: skip
    return [table for table in found if table.rows]


def strategies(front: Front) -> Table:
    """The table of strategies, best first, with wins index and mean score."""
    counts = sorted({k for row in front.strategies for k in row.parts})
    judged = front.verdict(STRATEGIES)
    pooled = list(judged.players) if judged and judged.rows else counts
    every = "All" if pooled == counts else f"{words.listed([str(k) for k in pooled])} players alone"
    columns = (
        Columns[JudgedPart]()
        .column("strategy", "Strategy", lambda row: row.name)
        .column("wins", every, lambda row: row.estimate, "tenth")
        .range("interval", "All at once", lambda row: row, "tenth")
        .of(_by_players(counts), lambda row: row.parts)
        .each(
            {f"score_{k}": f"Mean score, {k}" for k in counts},
            lambda row, at: front.scores.get(counts[at], {}).get(row.name, NONE).value,
            "tenth",
        )
        .column("mark", "Mark", lambda row: row.mark, given=any(row.mark for row in front.strategies))
    )
    note = f"{TOGETHER} {OPEN} {BY_ITSELF}"
    return columns.table("first-strategies", "Wins where 100 are fair", front.strategies, note)


def pairs(front: Front) -> Table:
    """The table of compared pairs of strategies, with differences and whether they are significant."""
    judged = front.verdict(STRATEGIES)
    kept = [row for row in judged.rows if not row.mark] if judged else []
    sure = set(judged.apart) if judged else set()
    rows = [(one, other, (one.name, other.name) in sure) for one, other in combinations(kept, 2)]
    return PAIRS.table("first-pairs", "Who is ahead of whom", rows, OPEN)


def _by_players(counts: Sequence[int]) -> Columns[Parts]:
    """The columns of a result and of its interval for each number of players."""
    found = Columns[Parts]()
    for k in counts:
        one = Columns[Estimate]().column(
            f"players_{k}", words.plural(k, "player"), lambda one: one.value, "tenth"
        )
        one = one.range(f"players_{k}_interval", "95 % sure", lambda one: one, "tenth")
        found = found.of(one, methodcaller("get", k))
    return found


def _places(key: str, heading: str, counts: Sequence[int]) -> Columns[Place]:
    """The columns of things with a result for each number of players: name, mean, and each result."""
    named = Columns[Place]().column(key, heading, lambda row: row[0])
    return named.column("wins", "All", lambda row: row[1], "tenth").of(
        _by_players(counts), lambda row: row[2]
    )


def seats(front: Front) -> Table:
    """The table of seats with their wins index."""
    counts = list(front.seats)
    rows: list[Place] = []
    for at in range(max(counts, default=0)):
        each = {k: here[at] for k, here in front.seats.items() if at < len(here)}
        rows.append((seat_name(at), None if at else mean(each.values()), each))
    if rows:
        rows.append(("last", mean([here[-1] for here in front.seats.values()]), {}))
    columns = _places("seat", "Seat", counts).each(
        {f"of_100_{k}": f"Wins of 100 games, {k}" for k in counts},
        lambda row, at: (row[2][counts[at]].value or 0.0) / counts[at] if counts[at] in row[2] else None,
        "tenth",
    )
    note = f"Seat 1 plays first in the first round. {BY_ITSELF}"
    return columns.table("first-seats", "Wins where 100 are fair, by seat", rows, note)


def kinds(front: Front) -> Table:
    """The table of kinds of seats, such as species, with their wins index, strongest first."""
    column = front.kinds[0].column if front.kinds else ""
    rows = [(kind, mean(each.values()), each) for kind, each in front.wins_by_kind.items()]
    columns = _places("kind", column.capitalize(), [one.players for one in front.kinds])
    return columns.table("first-kinds", f"Wins where 100 are fair, by {column}", rows, BY_ITSELF)


def cards(front: Front) -> Table:
    """The table of cards with their extra wins, strongest first."""
    pages, items = card_paths(front), front.items
    columns = (
        Columns[JudgedPart]()
        .column("card", "Card", lambda row: row.name)
        .column("wins", "Extra wins", lambda row: row.estimate, "tenth")
        .column(
            "chip", "Verdict", lambda row: row.mark or f"{ICONS[row.chip]} {strength(row.chip, row.estimate)}"
        )
        .range("interval", "95 % sure", lambda row: row, "tenth")
        .column("group", "Type", lambda row: items[row.id].group)
        .column("cost", "Cost", lambda row: items[row.id].cost, "brief")
        .column("rate", "Played when held", lambda row: front.rates.get(row.id), "percent")
        .column("n_deals", "Deals", lambda row: row.deals, "count")
        .column("id", "Id", lambda row: row.id)
        .column("page", "Page", lambda row: pages[row.id])
    )
    return columns.table(
        "first-cards", f"All {len(front.cards)} cards, by extra wins when dealt", front.cards, DEALT
    )


def card_paths(front: Front) -> dict[str, str]:
    """The path of each card's page, by card id. A number replaces an id with unsafe characters."""
    return {
        row.id: f"cards/{row.id if SAFE.fullmatch(row.id) else f'card-{at}'}.html"
        for at, row in enumerate(front.cards, 1)
    }


def strength(chip: str, value: float) -> str:
    """The verdict on a card in two or three words."""
    side = "strong" if value > 0 else "weak"
    return {"red": f"clearly too {side}", "amber": f"perhaps too {side}", "green": "fine"}.get(
        chip, "cannot tell yet"
    )


def leaders(front: Front) -> Table:
    """The table of games won by a sole leader, by round and number of players, with lead changes."""
    rounds = sorted({one.round for found in front.dramas.values() for one in found.chances if one.alone})
    led = {
        (players, one.round): one.share.value
        for players, found in front.dramas.items()
        for one in found.chances
        if one.alone
    }
    columns = (
        Columns[tuple[int, Drama]]()
        .column("players", "Players", lambda row: row[0], "count")
        .each(
            {f"round_{n}": f"Leader after round {n} wins" for n in rounds},
            lambda row, at: led.get((row[0], rounds[at])),
            "percent",
        )
        .column("changes", "Games with a lead change", lambda row: row[1].any_change.value, "percent")
        .column("late", "Won from last place half-way", lambda row: row[1].late.value, "percent")
    )
    return columns.table("first-drama", "Who leads, and who wins", front.dramas.items(), LEADER)


def _won(ident: str, title: str, rows: Mapping[str, Parts]) -> Table:
    counts = sorted({k for each in rows.values() for k in each})
    columns = Columns[tuple[str, Parts]]().column("name", "Name", lambda row: row[0])
    columns = columns.of(_by_players(counts), lambda row: row[1])
    return columns.table(f"first-{ident}", title, rows.items(), BY_ITSELF)


def _of(one: Verdict) -> str:
    """A phrase to put after a question's title: the things that are compared. '' if the title suffices."""
    told = {STRATEGIES: ", one against another", "cards": ", one of them", "variants": f", {one.rules}"}
    return told.get(one.question, "")


def seat_name(at: int) -> str:
    """The ordinal of a seat, such as 'first' for seat 0."""
    return words.ORDINALS[at] if at < len(words.ORDINALS) else f"{at + 1}th"
