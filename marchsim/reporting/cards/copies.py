"""The report on an outside table of cards by copies: 17lands' win rates with intervals. Descriptive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from marchsim.analysis.outside.copies import Copies, CopiesTable, copies
from marchsim.reporting.cards.report import NOT_CAUSAL
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Bullets, Column, Document, Section, Table, Text, Value
from marchsim.reporting.pages.format import clean, name
from marchsim.reporting.tournament import write

BY_NAME = (
    "In order of name, never ranked: longer games show more cards, good players draft better cards, and a "
    "card is drawn oftener by decks that draw much, so none of it says what a card does."
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
    place = Path(out) if out is not None else Path("reports") / f"{table.stem}-cards"
    return write(document(copies(table)), place)


def document(found: CopiesTable) -> Document:
    """Return the report as plain data."""
    unit = f"{words.plural(found.clusters, 'cluster')} (column {found.cluster})"
    sentence = (
        f"{words.plural(found.games, 'game')}" + (f" in {unit}" if found.cluster else "") + ", won "
        f"{words.share(found.won)}; {words.plural(len(found.cards), 'card')}. {NOT_CAUSAL}."
    )
    return Document(
        title=f"Cards of {name(found.path.stem)}",
        about={"run": found.path.stem, "game": found.path.name, "rules": []},
        summary=[sentence, BY_NAME],
        notices=[] if found.cluster else [Text(_independent(), "warning")],
        sections=[
            Section("hand", "Drawn or not", 2, [_table("hand", found.cards, ("held", "unseen"), True)]),
            Section("where", "Deck, opening hand, drawn later", 2, [
                _table("where", found.cards, ("deck", "opening", "later"), False)
            ]),
            Section("methods", "Methods", 2, [Bullets(METHODS)]),
        ],
        games=found.games,
    )  # fmt: skip


def _independent() -> str:
    return (
        "The table has no column deal or draft_id, so each game counts as independent; if games share a deck "
        "or a player, all intervals here are too narrow."
    )


HEADS = {"held": "GIH", "unseen": "GNS", "deck": "GP", "opening": "OH", "later": "GD"}


def _table(ident: str, cards: Sequence[Copies], kinds: Sequence[str], improvement: bool) -> Table:
    columns = [Column("card", "Card"), Column("games", "Games in deck", "count")]
    for kind in kinds:
        head = HEADS[kind]
        columns += [
            Column(f"{kind}_n", f"# {head}", "count"), Column(kind, f"{head} WR", "percent"),
            Column(f"{kind}_interval", "95 % interval", "percents"),
        ]  # fmt: skip
    if improvement:
        columns += [
            Column("improvement", "IWD (points)", "points"),
            Column("improvement_interval", "95 % interval", "pointses"),
        ]  # fmt: skip
    if improvement and any(card.improvement.note for card in cards):
        columns.append(Column("note", "Note"))
    rows = [_row(card, kinds) for card in cards]
    return Table(ident, f"{NOT_CAUSAL}: win rates by copies", tuple(columns), rows, BY_NAME)


def _row(card: Copies, kinds: Sequence[str]) -> Mapping[str, Value]:
    row: dict[str, Value] = {
        "card": clean(card.card), "games": card.games, "improvement": card.improvement.value,
        "improvement_interval": words.interval(card.improvement), "note": card.improvement.note,
    }  # fmt: skip
    for kind in kinds:
        rate = getattr(card, kind)
        row |= {f"{kind}_n": rate.entries, kind: rate.value, f"{kind}_interval": words.interval(rate)}
    return row
