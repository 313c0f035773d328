"""The section on verdicts, the strategies behind them, and their error budget.

The budget lists the families of verdicts on a page and the probability that any verdict is wrong. It appears
in the summary and in the methods. Results outside the families are exploratory and use no verdict words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.analysis.judging.verdict import (
    CARDS,
    CHIPS,
    CLAIMS,
    KINDS,
    LENGTH,
    SEATS,
    STRATEGIES,
    SURE,
    VARIANTS,
    WON,
    Family,
    JudgedPart,
    Verdict,
)
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.variants.verdicts import ALPHA
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, section
from marchsim.reporting.pages.document import Section
from marchsim.reporting.pages.format import percent
from marchsim.stats.assurance import HALF, MOST

TITLES = {
    SEATS: "Seats",
    STRATEGIES: "Strategies",
    KINDS: "Kinds of seats",
    CARDS: "Cards",
    WON: "Games won",
    VARIANTS: "Variants",
    LENGTH: "Length",
    SURE: "How sure",
}
ICONS = {"red": "✕", "amber": "▲", "green": "✓", "grey": "?", "blue": "•"}
MOST_TOLD = 4  # with more verdicts on one question, the summary counts chips
MOST_NAMED = 4


def _counts(one: Verdict) -> str:
    return ", ".join(str(k) for k in one.players)


VERDICTS = (
    Columns[Verdict]()
    .column("question", "Question", lambda one: TITLES[one.question])
    .column("rules", "Rules", lambda one: one.rules)
    .column("players", "Players", _counts)
    .column("chip", "Verdict", lambda one: f"{ICONS[one.chip]} {CHIPS[one.chip]}")
    .column("answer", "Answer", lambda one: one.answer)
    .column("estimate", "Estimate", lambda one: one.estimate, "tenth")
    .range("interval", "Interval", lambda one: one.interval, "tenth")
    .column("unit", "Unit", lambda one: one.unit)
    .column("margin", "Matters from", lambda one: one.margin, "brief")
    .column("error", "Error allowed", lambda one: one.family.each if one.family else None, "percent")
    .column("detectable", "Detectable", lambda one: one.detectable, "tenth")
    .column("needed_half", "Games that decide in half", lambda one: one.deciding(HALF), "count")
    .column("needed", "in 80 %", lambda one: one.needed, "count")
    .column("needed_most", "in 90 %", lambda one: one.deciding(MOST), "count")
    .games(lambda one: one.games)
    .column("n_deals", "Deals", lambda one: one.deals, "count")
)
STRATEGY_ROWS = (
    Columns[tuple[Verdict, JudgedPart]]()
    .column("rules", "Rules", lambda row: row[0].rules)
    .column("strategy", "Strategy", lambda row: row[1].name)
    .column("players", "Players", lambda row: _counts(row[0]))
    .column("n_deals", "Deals", lambda row: row[1].deals, "count")
    .column("estimate", "Wins where 100 are fair", lambda row: row[1].estimate, "tenth")
    .range("interval", "Interval, all strategies at once", lambda row: row[1], "tenth")
    .column("behind", "Distinguishable from, ahead of", lambda row: row[1].mark or _ahead(*row))
)
CARD_ROWS = (
    Columns[tuple[Verdict, JudgedPart]]()
    .column("rules", "Rules", lambda row: row[0].rules)
    .column("card", "Card", lambda row: row[1].name)
    .column("id", "Id", lambda row: row[1].id)
    .column("chip", "Verdict", lambda row: f"{ICONS[row[1].chip]} {row[1].mark or CHIPS[row[1].chip]}")
    .column("n_deals", "Deals", lambda row: row[1].deals, "count")
    .column("estimate", "Extra wins where 100 are fair", lambda row: row[1].estimate, "tenth")
    .range("interval", "95 % interval", lambda row: row[1], "tenth")
)
PLAYER_ROWS = (
    Columns[tuple[Verdict, int, Estimate]]()
    .column("question", "Question", lambda row: _called(row[0]))
    .column("rules", "Rules", lambda row: row[0].rules)
    .column("players", "Players", lambda row: row[1], "count")
    .column("n_deals", "Deals", lambda row: row[2].deals, "count")
    .column("estimate", "Estimate", lambda row: row[2].value, "tenth")
    .range("interval", "95 % interval, by itself", lambda row: row[2], "tenth")
    .column("unit", "Unit", lambda row: row[0].unit)
)
NOTE = (
    "✕ clearly: the whole interval is beyond the margin, of the first player also that of one number of "
    "players. ▲ noticeable: not zero, perhaps less than the margin (of strategies: one is ahead of all "
    "others). ✓ fine: shown to be smaller than the margin (two "
    "one-sided tests). ? cannot tell yet: none of these. • fact: there is no margin. Intervals hold "
    "together, at the allowed error, those of facts at 95 %. Detectable: the size that such a run finds in "
    "80 % of cases, of strategies the gap between two. Games that decide: about, in half, 80 % and "
    "90 % of such runs once they are played on, averaged over all that is open."
)
POOLED = "Pooled over numbers of players: the unweighted mean. Pairs not named are not distinguishable."
DEALT = (
    "Extra wins of who is dealt the card at the start, pooled over numbers of players: the unweighted mean. "
    "Each number is the best guess given all other cards. Clearly and noticeable: by its 95 % interval and "
    "by one without the others that holds for all cards at once. That a card is fine is exploratory."
)
ALONE = "Not adjusted for each other."
NOTHING = "Nothing here is tested for a verdict: all is exploratory and not adjusted for looking at it."


def lines(found: Sequence[Verdict]) -> list[str]:
    """The verdicts as lines of a summary. Many verdicts on one question share a line with their numbers."""
    told = []
    for question, title in TITLES.items():
        here = [one for one in found if one.question == question]
        if len(here) > MOST_TOLD:
            told.append(f"{title}: {_counted(here)}.")
        else:
            told += [f"{title}{_under(one, found)}: {one.sentence}" for one in here]
    return told


def _under(one: Verdict, found: Sequence[Verdict]) -> str:
    rules = {other.rules for other in found if other.question != VARIANTS}
    return f", rules {words.quoted(one.rules)}" if len(rules) > 1 and one.question != VARIANTS else ""


def _counted(found: Sequence[Verdict]) -> str:
    """The number of verdicts of each colour (chip), as text.

    Rule sets with a conclusive verdict are also named, if they are few.
    """
    told = []
    for chip, word in CHIPS.items():
        here = [_about(one) for one in found if one.chip == chip]
        named = f" ({words.listed(here)})" if chip in CLAIMS and len(here) <= MOST_NAMED else ""
        told += [f"{word} {'once' if len(here) == 1 else f'{len(here)} times'}{named}"] if here else []
    return f"{words.listed(told)}. The table of verdicts lists each"


def _about(one: Verdict) -> str:
    players = f", {one.players[0]} players" if one.question == VARIANTS else ""
    return f"{words.quoted(one.rules)}{players}"


def family_of(found: Sequence[Verdict]) -> Family | None:
    """The family of the verdicts, or None if no verdict is tested."""
    return next((one.family for one in found if one.family is not None), None)


def judgements(found: Sequence[Verdict]) -> list[Section]:
    """The section on verdicts, or [] if there are none."""
    if not found:
        return []
    ranked = [(one, row) for one in found if one.question == STRATEGIES for row in one.rows]
    dealt = [(one, row) for one in found if one.question == CARDS for row in one.rows]
    parts = [(one, *part) for one in found if len(one.parts) > 1 for part in one.parts.items()]
    tables = [
        VERDICTS.table("verdicts", "Verdicts about the game", found, NOTE),
        STRATEGY_ROWS.table("verdict-strategies", "Strategies, pooled", ranked, POOLED),
        CARD_ROWS.table("verdict-cards", "Cards, pooled", dealt, DEALT),
        PLAYER_ROWS.table("verdict-players", "Each number of players by itself", parts, ALONE),
    ]
    untested = None if family_of(found) else "Nothing is tested here."
    return [section("verdicts", "Verdicts", 2, untested, *(table for table in tables if table.rows))]


def _ahead(one: Verdict, row: JudgedPart) -> str:
    """The strategies that the strategy of `row` is significantly ahead of, or 'nobody'."""
    return ", ".join(other for ahead, other in one.apart if ahead == row.name) or "nobody"


def _called(one: Verdict) -> str:
    """The name of a verdict's number in tables: the question and its seat, strategy or card."""
    if one.question == SEATS:
        return f"{TITLES[SEATS]}: the first player"
    of = next((row.name for row in one.rows if row.estimate == one.estimate), "")
    return f"{TITLES[one.question]}: {of}" if of else TITLES[one.question]


def as_data(found: Sequence[Verdict]) -> list[dict[str, Any]]:
    """The verdicts as plain data, for programs."""
    return [one.data() for one in found]


# the error budget -----------------------------------------------------------------


@dataclass(frozen=True)
class ErrorBudget:
    """The families of verdicts on a page.

    `judged` is the family of verdicts about the game, or None if none is tested. `tests` is the number of
    tests of variants, or None if no variants are compared. `part` is the share of the error probability that
    these tests may use at this interim look.
    """

    judged: Family | None = None
    tests: int | None = None
    part: float = 1.0

    @property
    def changed(self) -> float:
        """The error probability of “changed”, which is also that of “equivalent” for each metric."""
        return ALPHA * self.part

    @property
    def total(self) -> float:
        """The largest probability that any verdict on the page is wrong."""
        return (self.judged.total if self.judged else 0.0) + (self.changed if self.tests else 0.0)


def budget_line(budget: ErrorBudget) -> str:
    """A sentence on the error probability of the verdicts, or '' if the page has none."""
    if budget.judged is None:
        return _of_changes(budget)
    tests = budget.judged.tests
    each = f" ({percent(budget.judged.each)} for each of {tests} that are tested)" if tests > 1 else ""
    if budget.tests is None:
        return (
            f"At most {percent(budget.total)} of such runs, judged once, have {_wrong(budget)}{each}. "
            "Everything below the verdicts is exploratory."
        )
    parts = [f"{percent(budget.judged.total)} for the verdicts about the game{each}"]
    if budget.tests:
        parts.append(f"{percent(budget.changed)} for “changed” ({_holm(budget.tests)})")
    return (
        f"At most {percent(budget.total)} of such runs, judged once, have {_wrong(budget)}: "
        f"{words.listed(parts)}. {_single(budget)} Everything else is exploratory."
    )


def _of_changes(budget: ErrorBudget) -> str:
    if budget.tests is None:
        return ""
    if not budget.tests:
        return f"Nothing could be called changed. {_single(budget)} Everything else is exploratory."
    return (
        f"At most {percent(budget.changed)} of such runs, judged once, have {_wrong(budget)} "
        f"({_holm(budget.tests)}). {_single(budget)} Everything else is exploratory."
    )


def _wrong(budget: ErrorBudget) -> str:
    """A phrase on the errors that the budget counts.

    For variants it counts only “changed”, because “equivalent” has an error probability of its own.
    """
    if budget.judged is None:
        return "anything wrongly called changed"
    if budget.tests is None:
        return "any wrong verdict"
    return "any wrong verdict about the game, or anything wrongly called changed"


def _holm(tests: int) -> str:
    return f"Holm over {words.plural(tests, 'test')}"


def _single(budget: ErrorBudget) -> str:
    return (
        "“Equivalent”, “identical” and “trivial” are not in that: each is wrong in at most "
        f"{percent(budget.changed)} of cases for its own metric, so with several of "
        "them some error is more likely."
    )


def budget_methods(budget: ErrorBudget) -> str:
    """Sentences on the error budget of the page: its families, their levels and the total."""
    told = []
    if budget.judged is not None:
        many = words.plural(budget.judged.tests, "question")
        verb = words.are(budget.judged.tests)
        told.append(
            "the verdicts about the game, one family over all rule sets and numbers of players of this run: "
            f"{many} {verb} tested, each with an error of {percent(budget.judged.each)} (Bonferroni)"
        )
    if budget.tests:
        told.append(
            "effects of variants, one family over all its metrics, variants and numbers of players: "
            f"“changed” has an error of {percent(budget.changed)} "
            f"(Holm over {words.plural(budget.tests, 'test')})"
        )
    if not told:
        return NOTHING
    families = "One family" if len(told) == 1 else "Two families, whose errors add up"
    single = f" {_single(budget)}" if budget.tests is not None else ""
    return (
        f"Budget of error of this page: of such runs, judged once, at most {percent(budget.total)} have "
        f"{_wrong(budget)}. {families}: {'; '.join(told)}.{single} "
        "All else on the page is exploratory, ranks that flip and "
        "targets of variants too: its p values and intervals are adjusted within their own table where that "
        "says so, nowhere for the page, and no verdict rests on them."
    )
