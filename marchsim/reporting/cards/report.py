"""The report on a run's cards, for any game: play rates and win rates, and estimated effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from marchsim.analysis.cards.items import Item, idle, is_idle, showings
from marchsim.analysis.cards.screening import DEAL_SEED, Described, Screening, screenings
from marchsim.analysis.course.telling import Telling
from marchsim.analysis.judging.run_verdicts import verdicts
from marchsim.analysis.judging.verdict import CARDS
from marchsim.analysis.reading.panels import barred
from marchsim.analysis.reading.source import KINDS, Provenance, Run, provenance
from marchsim.analysis.robustness.known import studies
from marchsim.recorder import RunFolder
from marchsim.reporting.cards import interactions, items
from marchsim.reporting.cards.items import EffectWords, shrinkage_methods
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder, section
from marchsim.reporting.pages.document import Document, Section, Text
from marchsim.reporting.pages.format import count
from marchsim.reporting.pages.saving import label_of, place_of, write
from marchsim.reporting.sections.design import (
    about,
    assumed_words,
    barred_words,
    called,
    design_line,
    panel_name,
    population,
    warnings,
)
from marchsim.reporting.sections.design import provenance as provenance_section
from marchsim.reporting.sections.methods import listed as methods
from marchsim.reporting.sections.watch import game_columns, sentence
from marchsim.stats.clusters import FEW
from marchsim.stats.redealing import BATCHES, DIRECT

SHOWN = (
    "The game that a player who played the card won by most points, of all numbers of players. An extreme "
    "case to look at: it says nothing of how good the card is."
)
NOT_CAUSAL = "Descriptive, not causal"
TWO_NUMBERS = (
    "This number is drawn towards the other cards, over all numbers of players. Below, each card is measured "
    "by itself. A significant one differs from 0, perhaps by too little to matter."
)
PRIMARY = (
    "The independent unit is the deal: every error, interval and p value is taken over deals.",
    "Screening: hands are dealt at random, so seats dealt a card are contrasted with seats not dealt it, "
    "within seat and strategy: the mean of the seat and strategy is subtracted from each result, which "
    "makes the contrast more precise and keeps it valid (Rosenbaum 2002, Lin 2013). Numbers of players "
    "are apart.",
)
ADJUSTED = (
    "p values are adjusted after Benjamini and Hochberg (1995) over the cards of all groups of this page. "
    f"A card with under {FEW} deals is not tested. Equality of all cards of a panel is tested by the sum "
    "of their squared t over the same dealings.",
    "Errors of different cards are taken to have one correlation, the mean over the dealings: cards take "
    "each other's place in a hand.",
)
DESCRIBED = (
    "The descriptive table has the definitions of 17lands: opening hand, drawn later, drawn (either), not "
    "seen (neither drawn nor played), improvement (the win rate when drawn less that when not seen). "
    "Longer games show more cards and winners play more, so the table does not measure effects."
)
BUDGET = (
    "Error budget: if no card mattered, one page in ten would have a significant card, and one in ten "
    "a listed deviation. Each test at 5 % errs in one of twenty. The significant cards are the primary "
    "family. All else is exploratory."
)


def _methods(found: Sequence[Screening]) -> tuple[str, ...]:
    """Sentences on how the effects of cards are estimated and tested."""
    repeats = max((one.repeats for one in found), default=0)
    dealing = (
        "p values are of a randomisation test (Fisher 1935): the hands of whole deals change places "
        f"{count(repeats)} times (seed {DEAL_SEED}), results stay, and p is the share of dealings whose t is "
        "as large. t is the effect over its standard error by deal, worked out anew for each dealing. Of "
        f"more than {count(DIRECT)} deals, the hands of {BATCHES} batches of deals are turned instead, each "
        "by a number drawn for it, which is as exact (Hemerik and Goeman 2018). An interval reaches as many "
        "standard errors as 95 % of the dealings, so it excludes 0 just where p is under 0.05. It is for one "
        "card by itself."
    )
    deviations = interactions.methods(DEAL_SEED)
    return (*PRIMARY, dealing, *ADJUSTED, deviations, *shrinkage_methods(), DESCRIBED, BUDGET)


def report_cards(run: str | Path, out: str | Path | None = None, figures: str = "") -> Path:
    """Write the report on a run's cards and return the path of its page.

    `out` is the folder of the report, by default reports/RUN-cards with the name of the run folder. `figures`
    (png, svg or pdf) also saves figures as files. Raises RecordError if the run did not record its cards.
    """
    document = replace(cards(RunFolder(run)), files=figures)
    return write(document, place_of(out, f"{label_of(run)}-cards"))


def cards(run: Run) -> Document:
    """The report on a run's cards as plain data."""
    found = screenings(run)
    several = len({one.variant for one in found}) > 1
    sections: list[Section] = []
    summary: list[str] = []
    for at, one in enumerate(found, 1):
        told, title = (
            _effect_words(one, f"p{at}-k{one.players}"),
            panel_name(one.players, one.variant, several),
        )
        sections += _panel(one, told, title)
        summary += _summary(one, told, title)
    left = barred_words(barred([run]))
    each = {one.variant: [row.item for row in one.described] for one in found}
    sources = [sources_of(variant, items) for variant, items in each.items()] or provenance(run)
    return Document(
        title=f"Cards of {called(run.manifest)}",
        about=about(run.manifest),
        summary=[*_judged(run), *summary, *([left] if left else [])]
        or ["This run recorded no game, so there is nothing to report."],
        notices=[
            Text(assumed_words(sources), "warning"),
            *population(run.manifest),
            *warnings(run.manifest),
            *_open(found),
        ],
        sections=[
            *sections,
            *_showings(run, found),
            provenance_section(sources, studies(run)),
            *([methods(*_methods(found))] if found else []),
        ],
        games=sum(one.layout.n_games for one in found),
    )


def _judged(run: Run) -> list[str]:
    """The verdicts on the cards under each rule set, worded as in the whole report."""
    found = [one for one in verdicts(run) if one.question == CARDS and one.rows]
    said = [f"{f'{one.rules}: ' if len(found) > 1 else ''}{one.answer}. {one.sentence}" for one in found]
    return [*said, TWO_NUMBERS] if said else []


def _showings(run: Run, found: Sequence[Screening]) -> list[Section]:
    """The section on the best game of each card, or [] if no games against each other count."""
    shown = showings(run) if found else []
    if not shown:
        return []
    several = len({game.variant for _, game in shown}) > 1
    table = (
        Columns[tuple[Item, Telling]]()
        .column("card", "Card", lambda row: row[0].name)
        .column("strategy", "Played by", lambda row: row[1].strategies[row[1].winner])
        .column("margin", "Won by", lambda row: row[1].margin, "brief")
        .column("variant", "Rules", lambda row: row[1].variant, given=several)
        .of(game_columns(run), lambda row: row[1])
    ).table("showings", "Each card's best showing", sorted(shown, key=lambda row: row[0].name), SHOWN)
    return [section("showings", "Games to watch", 2, sentence(run), table)]


def _effect_words(one: Screening, ident: str) -> EffectWords:
    return EffectWords(
        SectionBuilder(ident), f"Effect of being dealt a {one.kind}", one.kind,
        "dealt minus not dealt",
        f"Effect: the share of wins of seats dealt the {one.kind} less that of seats not dealt it, of the "
        "same seat and strategy. Hands are dealt at random, so this is causal. A study on fresh deals "
        "(marchsim cards-study) confirms results of this screening. The verdict on top is over "
        "all numbers of players and asks whether an effect is large enough to matter. Here each is separate.",
        one.layout.players,
    )  # fmt: skip


def _panel(one: Screening, told: EffectWords, title: str) -> list[Section]:
    rates, held = _rates(one), held_rates(one)
    head = section(told.build.ident, words.capital(title), 2, words.capital(design_line(one.layout)))
    if not one.layout.n_games:
        return [head]
    return [
        head,
        items.worth(told, one.values, held),
        items.groups(told, one.values, rates),
        items.cost(told, one.values, held),
        interactions.section(told, one.interactions),
        items.drawn_and_played(
            told.build, one.kind, [row.item for row in one.described], one.plays, one.strategies
        ),
        _described(one, told),
    ]


def held_rates(one: Screening) -> dict[str, float | None]:
    """Among the seats that drew an item, the share that played it, by item id.

    The share is None if no seat drew the item.
    """
    return {row.item.id: row.play_rate for row in one.described}


def _rates(one: Screening) -> dict[str, float | None]:
    """Among the seats that were dealt an item, the share that played it, by item id.

    The share is None if no seat was dealt the item.
    """
    dealt: dict[str, int] = {}
    played: dict[str, float] = {}
    for use in one.uses:
        dealt[use.item] = dealt.get(use.item, 0) + use.dealt
        played[use.item] = played.get(use.item, 0.0) + (use.play_rate or 0.0) * use.dealt
    return {item: played[item] / seats if seats else None for item, seats in dealt.items()}


def _summary(one: Screening, told: EffectWords, title: str) -> list[str]:
    if not one.layout.n_games:
        return [f"{words.capital(title)}: {words.capital(design_line(one.layout))}"]
    head, found = f"{words.capital(title)}:", one.values
    rates = held_rates(one)
    tested = items.effects_sentence(told, found, idle(rates))
    if found.spread is None:
        few = f"{words.plural(one.layout.n_deals, 'deal')}. {tested}"
        return [f"{head} {sentence}" for sentence in (few, _idle_words(one, rates)) if sentence]
    said = (
        f"{items.spread_words(told, found)} {tested}",
        items.price_words(told, found, idle(rates)),
        _idle_words(one, rates),
        interactions.summary_words(told, one.interactions),
    )
    return [f"{head} {sentence}" for sentence in said if sentence]


def _idle_words(one: Screening, rates: Mapping[str, float | None]) -> str:
    held = [row.item for row in one.described if row.item.id in idle(rates)]
    return items.idle_words(one.kind, held, len(one.described)) if held else ""


def _open(found: Sequence[Screening]) -> list[Text]:
    left = sum(one.layout.open for one in found)
    void = sum(one.layout.n_void + one.layout.beside for one in found)
    said = [f"{words.plural(left, 'game')} of blocks not finished were left out."] if left else []
    if void:
        said.append(f"{words.plural(void, 'game')} were void, or beside a void one, and were left out.")
    return [Text(text, "warning") for text in said]


def sources_of(variant: str, items: Sequence[Item]) -> Provenance:
    """The counts of the items' numbers by kind of source, for one variant."""
    counts = {kind: sum(item.sources.get(kind, 0) for item in items) for kind in KINDS}
    return Provenance(variant, len(items), sum(item.numbers for item in items), counts)


def _described(one: Screening, told: EffectWords) -> Section:
    columns = (
        Columns[Described]()
        .column("item", told.kind.capitalize(), lambda row: row.item.name)
        .column("held_n", "Drawn, seats", lambda row: row.held.entries, "count")
        .column("rate", "Play rate when drawn", lambda row: row.play_rate, "percent")
        .column("opening", "Win rate, opening hand", lambda row: row.opening.value, "percent")
        .column("later", "Drawn later", lambda row: row.later.value, "percent")
        .column("held", "Drawn", lambda row: row.held.value, "percent")
        .column("played", "Played", lambda row: row.played.value, "percent")
        .column("unseen", "Not seen", lambda row: row.unseen.value, "percent")
        .column("improvement", "Improvement when drawn (points)", lambda row: row.improvement, "points")
        .column("assumed", "Assumed numbers", lambda row: items.assumed_of([row.item]))
        .column("note", "Note", lambda row: items.idle_mark(told.kind) if is_idle(row.play_rate) else "")
    )
    note = "In order of name, never ranked: longer games show more cards, and who wins plays more of them."
    rows = sorted(one.described, key=lambda row: row.item.name.casefold())
    title = f"{NOT_CAUSAL}: win rates by what was seen"
    table = told.build.table("described", title, columns, rows, note)
    return told.build.section("described", NOT_CAUSAL, table)
