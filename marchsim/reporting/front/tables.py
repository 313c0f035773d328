"""Tables of the first page with raw numbers, for its folded details and for report.json."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from marchsim.analysis.judging.verdict import CHIPS, STRATEGIES, SURE, Verdict
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.front.gather import Front
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Table
from marchsim.reporting.pages.document import Value as Cell
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

Row = dict[str, Cell]


def tables(front: Front) -> list[Table]:
    """The tables of the first page, without empty ones."""
    found = [
        answers(front), strategies(front), pairs(front), seats(front), kinds(front), cards(front),
        lengths(front), leaders(front), _won("won", "Games won of 100, by rules", front.won_by_rules),
        _won("won-strategies", "Games won of 100, by strategy", front.won_by_strategy), more(front),
        *([claims_tried(front.studies)] if front.studies else []),
    ]  # fmt: skip
    return [table for table in found if table.rows]


def answers(front: Front) -> Table:
    """The table of the answers on the first screen."""
    columns = (
        Column("question", "Question"), Column("chip", "Verdict"), Column("answer", "Answer"),
        Column("estimate", "Number", "tenth"), Column("interval", "Sure", "tenths"), Column("unit", "Unit"),
        Column("margin", "Matters from", "brief"), Column("games", "Games", "count"),
        Column("halved", "Half the interval", "tenth"), Column("needed", "Games for that", "count"),
        Column("needed_half", "Games that decide in half of such runs", "count"),
        Column("needed_most", "in nine of ten", "count"),
    )  # fmt: skip
    rows: list[Row] = [
        {
            "question": one.asks, "chip": f"{ICONS[one.chip]} {CHIPS[one.chip]}", "answer": one.answer,
            "estimate": one.estimate, "interval": one.interval, "unit": one.unit, "margin": one.margin,
            "games": one.games, "needed": one.needed if one.question == SURE else None,
            "needed_half": one.deciding(HALF), "needed_most": one.deciding(MOST),
            "halved": one.estimate / 2 if one.question == SURE and one.estimate else None,
        }
        for one in front.verdicts
    ]  # fmt: skip
    return Table("first-answers", "The answers", columns, rows)


def strategies(front: Front) -> Table:
    """The table of strategies, best first, with wins index and mean score."""
    counts = sorted({k for row in front.strategies for k in row.parts})
    judged = front.verdict(STRATEGIES)
    pooled = list(judged.players) if judged and judged.rows else counts
    every = "All" if pooled == counts else f"{words.listed([str(k) for k in pooled])} players alone"
    columns = [Column("strategy", "Strategy"), Column("wins", every, "tenth"),
               Column("interval", "All at once", "tenths"), *_columns(counts),
               *(Column(f"score_{k}", f"Mean score, {k}", "tenth") for k in counts),
               Column("mark", "Mark")]  # fmt: skip
    if not any(row.mark for row in front.strategies):
        columns.pop()
    rows: list[Row] = [
        {
            "strategy": row.name, "wins": row.estimate,
            "interval": words.interval(row), **_cells(row.parts),
            **{
                f"score_{k}": known[row.name].value
                for k, known in front.scores.items() if row.name in known
            },
            "mark": row.mark,
        }
        for row in front.strategies
    ]  # fmt: skip
    return Table("first-strategies", "Wins where 100 are fair", tuple(columns), rows,
                 f"{TOGETHER} {OPEN} {BY_ITSELF}")  # fmt: skip


def pairs(front: Front) -> Table:
    """The table of compared pairs of strategies, with differences and whether they are significant."""
    judged = front.verdict(STRATEGIES)
    kept = [row for row in judged.rows if not row.mark] if judged else []
    sure = set(judged.apart) if judged else set()
    columns = (Column("ahead", "Ahead"), Column("behind", "Behind"),
               Column("gap", "Extra wins where 100 are fair", "tenth"),
               Column("apart", "Distinguishable from"))  # fmt: skip
    rows: list[Row] = [
        {
            "ahead": one.name, "behind": other.name, "gap": one.estimate - other.estimate,
            "apart": "yes" if (one.name, other.name) in sure else "no",
        }
        for at, one in enumerate(kept) for other in kept[at + 1 :]
    ]  # fmt: skip
    return Table("first-pairs", "Who is ahead of whom", columns, rows, OPEN)


def seats(front: Front) -> Table:
    """The table of seats with their wins index."""
    counts = list(front.seats)
    rows: list[Row] = []
    for at in range(max(counts, default=0)):
        each = {k: here[at] for k, here in front.seats.items() if at < len(here)}
        shares = {f"of_100_{k}": (one.value or 0.0) / k for k, one in each.items()}
        wins = mean(each.values()) if not at else None
        rows.append({"seat": seat_name(at), "wins": wins, **_cells(each), **shares})
    if rows:
        rows.append({"seat": "last", "wins": mean([here[-1] for here in front.seats.values()])})
    return Table("first-seats", "Wins where 100 are fair, by seat",
                 (Column("seat", "Seat"), Column("wins", "All", "tenth"), *_columns(counts),
                  *(Column(f"of_100_{k}", f"Wins of 100 games, {k}", "tenth") for k in counts)),
                 rows, f"Seat 1 plays first in the first round. {BY_ITSELF}")  # fmt: skip


def kinds(front: Front) -> Table:
    """The table of kinds of seats, such as species, with their wins index, strongest first."""
    counts = [one.players for one in front.kinds]
    names = sorted({worth.kind for one in front.kinds for worth in one.worths})
    rows: list[Row] = []
    for kind in names:
        row: Row = {"kind": kind}
        wins = []
        for one in front.kinds:
            worth = next((worth.wins for worth in one.worths if worth.kind == kind), None)
            if worth is not None and worth.value is not None:
                wins.append(worth.value)
                row |= {f"k{one.players}": worth.value, f"k{one.players}_ends": words.interval(worth)}
        rows.append(row | {"wins": sum(wins) / len(wins)})
    rows.sort(key=lambda row: -float(str(row["wins"])))
    column = front.kinds[0].column if front.kinds else ""
    return Table("first-kinds", f"Wins where 100 are fair, by {column}",
                 (Column("kind", column.capitalize()), Column("wins", "All", "tenth"),
                  *(part for k in counts for part in (
                      Column(f"k{k}", words.plural(k, "player"), "tenth"),
                      Column(f"k{k}_ends", "95 % sure", "tenths")))),
                 rows, BY_ITSELF)  # fmt: skip


def mean(each: Collection[Estimate]) -> float:
    """The plain mean of a result over numbers of players."""
    return sum(one.value or 0.0 for one in each) / len(each)


def cards(front: Front) -> Table:
    """The table of cards with their extra wins, strongest first."""
    columns = (
        Column("card", "Card"), Column("wins", "Extra wins", "tenth"), Column("chip", "Verdict"),
        Column("interval", "95 % sure", "tenths"), Column("group", "Type"), Column("cost", "Cost", "brief"),
        Column("rate", "Played when held", "percent"),
        Column("n_deals", "Deals", "count"), Column("id", "Id"), Column("page", "Page"),
    )  # fmt: skip
    pages = card_paths(front)
    rows: list[Row] = [
        {
            "card": row.name, "group": front.items[row.id].group, "cost": front.items[row.id].cost,
            "wins": row.estimate, "interval": words.interval(row), "rate": front.rates.get(row.id),
            "chip": row.mark or f"{ICONS[row.chip]} {strength(row.chip, row.estimate)}",
            "n_deals": row.deals, "id": row.id, "page": pages[row.id],
        }
        for row in front.cards
    ]  # fmt: skip
    return Table("first-cards", f"All {len(rows)} cards, by extra wins when dealt", columns, rows,
                 DEALT)  # fmt: skip


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


def lengths(front: Front) -> Table:
    """The table of the turns of a game: quantiles and mean, by number of players."""
    parts = {"low": "5 of 100 under", "quarter": "25 of 100 under", "median": "Half under",
             "most": "75 of 100 under", "high": "95 of 100 under"}  # fmt: skip
    columns = (Column("players", "Players", "count"), Column("games", "Games", "count"),
               Column("mean", "Mean", "tenth"),
               *(Column(key, heading, "brief") for key, heading in parts.items()))  # fmt: skip
    rows: list[Row] = [
        {"players": k, "games": one.mean.entries, "mean": one.mean.value,
         **dict(zip(parts, one.quantiles, strict=True))}
        for k, one in front.lengths.items()
    ]  # fmt: skip
    return Table("first-length", "Turns of a game", columns, rows)


def leaders(front: Front) -> Table:
    """The table of games won by a sole leader, by round and number of players, with lead changes."""
    rounds = sorted({one.round for found in front.dramas.values() for one in found.chances if one.alone})
    columns = (
        Column("players", "Players", "count"),
        *(Column(f"round_{n}", f"Leader after round {n} wins", "percent") for n in rounds),
        Column("changes", "Games with a lead change", "percent"),
        Column("late", "Won from last place half-way", "percent"),
    )
    rows: list[Row] = []
    for players, found in front.dramas.items():
        led = {f"round_{one.round}": one.share.value for one in found.chances if one.alone}
        changes: Row = {"changes": found.any_change.value, "late": found.late.value}
        rows.append({"players": players, **led, **changes})
    return Table("first-drama", "Who leads, and who wins", columns, rows, LEADER)


def _won(ident: str, title: str, rows: Mapping[str, Mapping[int, Estimate]]) -> Table:
    counts = sorted({k for each in rows.values() for k in each})
    made: list[Row] = [{"name": name, **_cells(each)} for name, each in rows.items()]
    return Table(f"first-{ident}", title, (Column("name", "Name"), *_columns(counts)), made, BY_ITSELF)


def more(front: Front) -> Table:
    """The smallest effect that this run would detect for each question.

    It also gives half that effect and the number of games that would detect it.
    """
    columns = (Column("question", "Question"), Column("notice", "This run would notice", "tenth"),
               Column("half", "Half of that", "tenth"),
               Column("games", "Games for that", "count"))  # fmt: skip
    rows: list[Row] = [
        {"question": TITLES[one.question] + _of(one), "notice": one.detectable, "half": one.detectable / 2,
         "games": 4 * one.games}
        for one in front.verdicts if one.question != SURE and one.detectable
    ]  # fmt: skip
    return Table("first-more", "Precision with more games", columns, rows, HALVES)


def _of(one: Verdict) -> str:
    """A phrase to put after a question's title: the things that are compared. '' if the title suffices."""
    told = {STRATEGIES: ", one against another", "cards": ", one of them", "variants": f", {one.rules}"}
    return told.get(one.question, "")


def seat_name(at: int) -> str:
    """The ordinal of a seat, such as 'first' for seat 0."""
    return words.ORDINALS[at] if at < len(words.ORDINALS) else f"{at + 1}th"


def _columns(counts: Sequence[int]) -> list[Column]:
    found = []
    for k in counts:
        found += [Column(f"players_{k}", words.plural(k, "player"), "tenth"),
                  Column(f"players_{k}_interval", "95 % sure", "tenths")]  # fmt: skip
    return found


def _cells(each: Mapping[int, Estimate]) -> Mapping[str, Cell]:
    found: Row = {}
    for k, one in each.items():
        found |= {f"players_{k}": one.value or 0.0,
                  f"players_{k}_interval": words.interval(one)}  # fmt: skip
    return found
