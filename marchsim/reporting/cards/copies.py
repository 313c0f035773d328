"""The report on an outside table of cards by copies: 17lands' win rates with intervals. Descriptive."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from marchsim.analysis.outside.copies import Copies, CopiesTable, copies
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.cards.report import NOT_CAUSAL
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, section
from marchsim.reporting.pages.document import Document, Text
from marchsim.reporting.pages.format import clean, name
from marchsim.reporting.pages.saving import place_of, write
from marchsim.reporting.sections.methods import listed as methods

BY_NAME = (
    "In order of name, never ranked: longer games show more cards, good players draft better cards, and "
    "decks that draw a lot see each card more often, so none of it says what a card does."
)
INDEPENDENT = (
    "The table has no column deal or draft_id, so each game counts as independent; if games share a deck or "
    "a player, all intervals here are too narrow."
)
METHODS = (
    "Every copy counts: a game with two copies of a card in hand counts twice for it (17lands' definitions). "
    "GP: copies in the deck. OH: in the opening hand. GD: drawn later. GIH, in hand: either. GNS, not seen: "
    "in the deck, neither drawn nor fetched. IWD, improvement when drawn: GIH WR minus GNS WR.",
    "Intervals of win rates are Wilson's with n_eff = p(1 - p)/SE² and t over clusters (Korn and Graubard "
    "1998; Franco et al. 2019), plain Wilson or exact where each game with a copy counts by itself. "
    "IWD: linearised difference of two ratios on the same clusters (Cochran 1977), t. All are 95 %, each by "
    "itself, not adjusted. Nothing is tested.",
)


def report_copies(table: Path, out: str | Path | None = None) -> Path:
    """Write the report on a table of cards by copies and return the path of its page.

    `out` is by default reports/ with the table's name and `-cards`. RecordError names a wrong column or row.
    """
    return write(document(copies(table)), place_of(out, f"{table.stem}-cards"))


def document(found: CopiesTable) -> Document:
    """Return the report as plain data."""
    unit = f"{words.plural(found.clusters, 'cluster')} (column {found.cluster})"
    sentence = (
        f"{words.plural(found.games, 'game')}" + (f" in {unit}" if found.cluster else "") + ", won "
        f"{words.share(found.won)}; {words.plural(len(found.cards), 'card')}. {NOT_CAUSAL}."
    )
    cards = (
        Columns[Copies]()
        .column("card", "Card", lambda one: clean(one.card))
        .column("games", "Games in deck", lambda one: one.games, "count")
    )
    noted = any(one.improvement.note for one in found.cards)
    hand = cards + HELD + UNSEEN + IMPROVEMENT
    hand = hand.column("note", "Note", lambda one: one.improvement.note, given=noted)
    title = f"{NOT_CAUSAL}: win rates by copies"
    return Document(
        title=f"Cards of {name(found.path.stem)}",
        about={"run": found.path.stem, "game": found.path.name, "rules": []},
        summary=[sentence, BY_NAME],
        notices=[] if found.cluster else [Text(INDEPENDENT, "warning")],
        sections=[
            section("hand", "Drawn or not", 2, hand.table("hand", title, found.cards, BY_NAME)),
            section(
                "where", "Deck, opening hand, drawn later", 2,
                (cards + WHERE).table("where", title, found.cards, BY_NAME),
            ),
            methods(*METHODS),
        ],
        games=found.games,
    )  # fmt: skip


def _rate(key: str, head: str, read: Callable[[Copies], Estimate]) -> Columns[Copies]:
    """Return the columns of one win rate: over how many copies, how much, how sure."""
    return (
        Columns[Copies]()
        .column(f"{key}_n", f"# {head}", lambda one: read(one).entries, "count")
        .estimate(key, f"{head} WR", read, "percent")
    )


HELD, UNSEEN = _rate("held", "GIH", lambda one: one.held), _rate("unseen", "GNS", lambda one: one.unseen)
WHERE = (
    _rate("deck", "GP", lambda one: one.deck)
    + _rate("opening", "OH", lambda one: one.opening)
    + _rate("later", "GD", lambda one: one.later)
)
IMPROVEMENT = Columns[Copies]().estimate("improvement", "IWD (points)", lambda one: one.improvement, "points")
