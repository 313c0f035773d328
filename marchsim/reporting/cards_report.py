"""The report on a run's cards: what hands say of them, described and screened. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from marchsim.analysis.items import Item
from marchsim.analysis.provenance import KINDS, Provenance
from marchsim.analysis.screening import Counted, Described, Screening, screenings
from marchsim.analysis.source import Run, entry
from marchsim.recorder import RunFolder
from marchsim.reporting import item_section, words
from marchsim.reporting.design_section import design_line
from marchsim.reporting.document import Bullets, Column, Document, Section, Table, Text
from marchsim.reporting.format import name
from marchsim.reporting.item_section import Told, Used, shrinkage_methods
from marchsim.reporting.provenance_section import assumed_words
from marchsim.reporting.provenance_section import provenance as provenance_section
from marchsim.reporting.report import about, warnings, write
from marchsim.stats.clusters import FEW

NOT_CAUSAL = "Descriptive, not causal"
METHODS = (
    "The independent unit is the deal: every error, interval and p value is taken over deals.",
    "Screening: hands are dealt at random, so seats dealt a card are contrasted with seats not dealt it, "
    "within seat and strategy, strata weighted by their size (Lin 2013), linearised by deal; residuals of "
    "small strata count more (HC2). Numbers of players are apart. t has the deals in which the card was "
    "dealt, less one. p values are adjusted after Benjamini and Hochberg over the cards of one set of rules "
    f"and one number of players; under {FEW} such deals a card is not tested.",
    "Errors of different cards are taken to have one correlation, the mean of those found: cards take each "
    "other's place in a hand.",
    "The descriptive table has 17lands' definitions: opening hand; drawn later; drawn is either; not seen is "
    "neither drawn nor played; improvement is the win rate when drawn less that when not seen. Longer games "
    "show more cards, and who wins plays more of them, so none of it says what a card does.",
)


def report_cards(run: str | Path, out: str | Path | None = None) -> Path:
    """Write the report on a run's cards and return the path of its page.

    `out` is by default reports/ with the run folder's own name and `-cards`. RecordError if the run did not
    record its cards.
    """
    own = Path(run).resolve().name or "report"
    place = Path(out) if out is not None else Path("reports") / f"{own}-cards"
    return write(cards(RunFolder(run)), place)


def cards(run: Run) -> Document:
    """Return the report on a run's cards as plain data."""
    found = screenings(run)
    titles = [_title(one, found) for one in found]
    sections: list[Section] = []
    summary: list[str] = []
    for at, (one, title) in enumerate(zip(found, titles, strict=True), 1):
        told = _told(one, f"p{at}-k{one.players}")
        sections += _panel(one, told, title)
        summary += _summary(one, told, title)
    sources = [_sources(one) for one in {one.variant: one for one in found}.values()]
    own = name(str(entry(run.manifest, "configuration", "resolved", "name") or "run"))
    return Document(
        title=f"Cards of {own}",
        about=about(run.manifest),
        summary=summary or ["This run recorded no game, so there is nothing to report."],
        notices=[Text(assumed_words(sources), "warning"), *warnings(run.manifest), *_open(found)],
        sections=[
            *sections,
            provenance_section(sources),
            Section("methods", "Methods", 2, [Bullets((*METHODS, *shrinkage_methods()))]),
        ],
        games=sum(one.layout.n_games for one in found),
    )


def _title(one: Screening, found: Sequence[Screening]) -> str:
    several = len({other.variant for other in found}) > 1
    return words.plural(one.players, "player") + (f", rules {words.quoted(one.variant)}" if several else "")


def _told(one: Screening, ident: str) -> Told:
    return Told(
        ident, f"What it is worth to be dealt a {one.kind}", one.kind, "dealt minus not dealt",
        f"Effect: the share of wins of seats dealt the {one.kind} less that of seats not dealt it, of the "
        "same seat and strategy. Hands are dealt at random, so this is causal; it is a screening, of which a "
        "study on fresh deals (marchsim cards-study) confirms what stands out.",
    )  # fmt: skip


def _panel(one: Screening, told: Told, title: str) -> list[Section]:
    rates = _rates(one)
    uses = [Used(use.item, use.strategy, use.dealt, use.play_rate, use.effect) for use in one.uses]
    head = [Text(words.capital(design_line(one.layout)))]
    if not one.layout.n_games:
        return [Section(told.ident, words.capital(title), 2, head)]
    return [
        Section(told.ident, words.capital(title), 2, head),
        item_section.worth(told, one.values),
        item_section.groups(told, one.values, rates),
        item_section.cost(told, one.values),
        item_section.by_strategy(told, one.values, uses, one.strategies, rates),
        _described(one, told),
    ]


def _rates(one: Screening) -> dict[str, float | None]:
    """Return the share of seats dealt each item that played it."""
    dealt: dict[str, int] = {}
    played: dict[str, float] = {}
    for use in one.uses:
        dealt[use.item] = dealt.get(use.item, 0) + use.dealt
        played[use.item] = played.get(use.item, 0.0) + (use.play_rate or 0.0) * use.dealt
    return {item: played[item] / seats if seats else None for item, seats in dealt.items()}


def _summary(one: Screening, told: Told, title: str) -> list[str]:
    if not one.layout.n_games:
        return [f"{words.capital(title)}: {words.capital(design_line(one.layout))}"]
    head, found = f"{words.capital(title)}:", one.values
    tested = item_section.found_words(told, found)
    if found.spread is None:
        return [f"{head} {words.plural(one.layout.n_deals, 'deal')}. {tested}"]
    return [
        f"{head} {item_section.spread_words(told, found)} {tested}",
        f"{head} {item_section.price_words(told, found)}",
    ]


def _open(found: Sequence[Screening]) -> list[Text]:
    left = sum(one.layout.open for one in found)
    void = sum(one.layout.n_void + one.layout.beside for one in found)
    said = [f"{words.plural(left, 'game')} of blocks not finished were left out."] if left else []
    if void:
        said.append(f"{words.plural(void, 'game')} were void, or beside a void one, and were left out.")
    return [Text(text, "warning") for text in said]


def _sources(one: Screening) -> Provenance:
    return sources_of(one.variant, [row.item for row in one.described])


def sources_of(variant: str, items: Sequence[Item]) -> Provenance:
    """Return where the numbers of items come from."""
    counts = {kind: sum(item.sources.get(kind, 0) for item in items) for kind in KINDS}
    return Provenance(variant, len(items), sum(item.numbers for item in items), counts)


def _described(one: Screening, told: Told) -> Section:
    columns = (
        Column("item", told.kind.capitalize()), Column("held_n", "Drawn, seats", "count"),
        Column("rate", "Play rate when drawn", "percent"),
        Column("opening", "Win rate, opening hand", "percent"),
        Column("later", "Drawn later", "percent"), Column("held", "Drawn", "percent"),
        Column("played", "Played", "percent"), Column("unseen", "Not seen", "percent"),
        Column("improvement", "Improvement when drawn (points)", "points"),
        Column("assumed", "Assumed numbers"),
    )  # fmt: skip
    note = "In order of name, never ranked: longer games show more cards, and who wins plays more of them."
    rows = [_described_row(row) for row in sorted(one.described, key=lambda row: row.item.name.casefold())]
    table = Table(f"{told.ident}-described", f"{NOT_CAUSAL}: win rates by what was seen", columns, rows, note)
    return Section(f"{told.ident}-described", NOT_CAUSAL, 3, [table])


def _described_row(row: Described) -> dict[str, str | int | float | None]:
    parts: dict[str, Counted] = {
        "opening": row.opening, "later": row.later, "held": row.held, "played": row.played,
        "unseen": row.unseen,
    }  # fmt: skip
    return {
        "item": row.item.name, "held_n": row.held.seats, "rate": row.play_rate,
        **{key: part.share for key, part in parts.items()},
        "improvement": row.improvement, "assumed": item_section.assumed_of([row.item]),
    }  # fmt: skip
