"""The section on how often each item (card) was drawn and played, and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.plays import Plays, is_idle
from marchsim.reporting.cards.items import ABREAST, idle_mark, idle_words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Section
from marchsim.reporting.pages.format import name

NOTE = (
    "Drawn: seats that held it, whenever they drew it; shares are of these. A dash: nobody of that strategy "
    "drew it."
)


def section(
    build: SectionBuilder, kind: str, items: Sequence[Item], found: Mapping[tuple[str, str], Plays],
    strategies: Sequence[str],
) -> Section:  # fmt: skip
    """Return the section on how often each item was drawn and played, by whom; the most played first."""
    unplayed = [item for item in items if is_idle(found[item.id, ""].rate)]
    order = sorted(items, key=lambda item: (-(found[item.id, ""].rate or 0.0), item.id))
    tables = []
    for at in range(0, len(strategies), ABREAST):
        columns = _plays_columns(kind, found, strategies[at : at + ABREAST], at)
        title = f"{kind.capitalize()}s drawn and played" + (", continued" if at else "")
        tables.append(build.table(f"plays-{at // ABREAST + 1}", title, columns, order, NOTE))
    return build.section("plays", "Drawn and played", idle_words(kind, unplayed, len(items)), *tables)


def _plays_columns(
    kind: str, found: Mapping[tuple[str, str], Plays], strategies: Sequence[str], before: int
) -> Columns[Item]:
    """Return the columns of some strategies, `before` of which are in other tables."""

    def rate(item: Item, at: int) -> float | None:
        own = found.get((item.id, strategies[at]))
        return own.rate if own is not None else None

    def note(item: Item) -> str:
        return idle_mark(kind) if is_idle(found[item.id, ""].rate) else ""

    names = {f"by_{place}": name(strategy) for place, strategy in enumerate(strategies, before + 1)}
    return (
        Columns[Item]()
        .column("item", kind.capitalize(), lambda item: item.name)
        .column("drawn", "Drawn", lambda item: found[item.id, ""].drawn, "count", given=not before)
        .column("played", "Played", lambda item: found[item.id, ""].played, "count", given=not before)
        .column("rate", "Share", lambda item: found[item.id, ""].rate, "percent", given=not before)
        .each(names, rate, "percent")
        .column("note", "Note", note, given=not before)
    )
