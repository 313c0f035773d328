"""The report on a card study. The study confirms effects on fresh deals by forcing and forbidding cards."""

from __future__ import annotations

from pathlib import Path

from marchsim import files
from marchsim.analysis.cards.confirmation import DATA, FLIP_SEED, Confirmation, confirmation
from marchsim.analysis.cards.items import idle
from marchsim.analysis.reading.source import entry
from marchsim.recorder.lock import FILE as LOCK
from marchsim.recorder.lock import Lock
from marchsim.reporting.cards import items
from marchsim.reporting.cards.items import EffectWords, shrinkage_methods
from marchsim.reporting.cards.report import sources_of
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder, section
from marchsim.reporting.pages.document import Document, Table, Text
from marchsim.reporting.pages.format import count, name
from marchsim.reporting.pages.saving import write
from marchsim.reporting.sections.design import about, assumed_words, called, population, warnings
from marchsim.reporting.sections.design import provenance as provenance_section
from marchsim.reporting.sections.methods import listed as methods
from marchsim.stats.clusters import FEW
from marchsim.stats.paired import REPEATS

METHODS = (
    "A deal is played once as dealt, and for each seat twice more: with the card in the place of one card "
    "of its opening hand, drawn by the deal's key, which takes its place in the deck, and again with the "
    "card forbidden to the seat. All else is the same, chance included. Deals in which a hand holds the "
    "card are redrawn. Every card has deals of its own, so effects are independent.",
    "The deal is the independent unit: the mean over its seats of the paired differences of win credit. "
    f"p: sign flips of deals ({count(REPEATS)} draws, seed {FLIP_SEED}), adjusted by Holm (1979) over one "
    "family: the effects of all cards, forced and allowed. So the chance of any false finding in it is 5 % "
    f"at most. Under {FEW} deals no test. Intervals are t over deals, of one effect by itself and not "
    "adjusted, so one may exclude 0 where Holm's p does not. Where effects are combined, an error on n "
    "deals counts (n-1)/(n-3) times its square, as t reaches further than the normal.",
    "If few wins change, an interval is that of a bounded mean. Shrunk intervals are rough then: those of "
    "95 % cover 90 to 95 % in simulations in which 2 to 10 % of the deals move.",
    "Forced: this card instead of a random card of the hand, so that effects average about 0. Allowed: "
    "the seat that was dealt the card and may play it, less the same seat if it may not (restricted play: "
    "Jaffe et al. 2012). The others do not know. A card that is not played is still held, discarded or laid "
    "in battles.",
    "Forced and allowed effects are the primary family. Types, costs, strategies and tau are exploratory.",
)
REDRAWN = (
    Columns[tuple[str, int]]()
    .column("line", "Deals", lambda row: row[0])
    .column("deals", "Number", lambda row: row[1], "count")
)


def report_study(folder: str | Path) -> Path:
    """Write the report of a card study beside its data and return the path of its page.

    The data are locked until the new folder has replaced the old one.
    """
    document, place = study(confirmation(Path(folder))), Path(folder)
    lock = Lock(place / DATA)
    try:
        return write(document, place)
    finally:
        lock.close()
        files.remove(place / DATA / LOCK)


def study(found: Confirmation) -> Document:
    """The report of a card study as plain data."""
    kind, over = found.kind, " over both kinds of effects"
    forced = EffectWords(
        SectionBuilder(f"p1-k{found.players}-forced"), f"Instead of a random {kind}", kind,
        f"the {kind} instead of a random one",
        f"Effect: the share of wins of a seat with the {kind} in its opening hand less that with the {kind} "
        "it was dealt there, in the same game otherwise.",
        found.players, over,
    )  # fmt: skip
    allowed = EffectWords(
        SectionBuilder(f"p1-k{found.players}-allowed"), "Restricted play", kind, "may play it minus may not",
        f"Effect: the share of wins of a seat dealt the {kind} less that of the same seat where it may not "
        f"play it. Near 0: the {kind} is worth as much held as played, or is not played; below 0: the "
        "strategies play it to their loss.",
        found.players, over,
    )  # fmt: skip
    variants = entry(found.manifest, "variants")
    variant = str(entry(variants[0], "name") if isinstance(variants, list) and variants else "")
    sources, rates = [sources_of(variant, found.items)], found.play_rates
    return Document(
        title=f"{kind.capitalize()} study of {called(found.manifest, 'study')}",
        about=about(found.manifest),
        summary=_summary(found, forced, allowed),
        notices=[
            Text(assumed_words(sources), "warning"),
            *population(found.manifest),
            *warnings(found.manifest),
            *_left_out(found),
        ],
        sections=[
            section("design", "How it was measured", 2, _design(found), _redrawn(found)),
            section(forced.build.ident, "Forced opening hands", 2),
            items.worth(forced, found.forced, rates),
            items.groups(forced, found.forced, rates),
            items.cost(forced, found.forced, rates),
            section(allowed.build.ident, "Forbidden to play", 2),
            items.worth(allowed, found.allowed, rates),
            items.groups(allowed, found.allowed, rates),
            provenance_section(sources, ()),
            methods(*METHODS, *shrinkage_methods()),
        ],
        games=found.kept * (1 + 2 * found.players),
    )


def _design(found: Confirmation) -> str:
    return (
        f"{words.plural(len(found.items), found.kind)}, {words.plural(found.deals, 'deal')} each, "
        f"{words.plural(found.players, 'player')}: {count(found.kept)} deals count, of "
        f"{1 + 2 * found.players} games each (as dealt; for each seat with the {found.kind}, and with the "
        f"{found.kind} forbidden). Line-ups, neighbours and starting seats take turns."
    )


def _redrawn(found: Confirmation) -> Table:
    rows = [
        ("that count", found.kept),
        (f"refused and redrawn, since a hand held the {found.kind}", found.redraws),
        *((f"void: {kind}", number) for kind, number in found.voids.items()),
    ]
    return REDRAWN.table("deals", f"Deals of all {found.kind}s together", rows)


def _summary(found: Confirmation, forced: EffectWords, allowed: EffectWords) -> list[str]:
    if not found.kept:
        return ["No deal counts, so there is nothing to report."]
    unplayed = idle(found.play_rates)
    said = [
        words.capital(_design(found)),
        f"Fresh deals: reports and tries compare hands as dealt, so their {found.kind}s differ by chance.",
        f"Instead of a random {found.kind}: {items.size_words(forced, found.forced)} "
        f"{items.effects_sentence(forced, found.forced, unplayed)}",
        items.price_words(forced, found.forced, unplayed),
        f"Allowed to play it: {items.size_words(allowed, found.allowed)} "
        f"{items.effects_sentence(allowed, found.allowed, unplayed)}",
    ]
    if found.deals < FEW:
        said.append(
            f"These are only {words.plural(found.deals, 'deal')} each; under {FEW} nothing is tested."
        )
    return said


def _left_out(found: Confirmation) -> list[Text]:
    void = sum(found.voids.values())
    if not void:
        return []
    kinds = words.listed([f"{number} {name(kind)}" for kind, number in found.voids.items()])
    told = f"{words.plural(void, 'deal')} held a void game ({kinds}) and were left out whole."
    return [Text(told, "warning")]
