"""The section on how often each item (card) was drawn and played, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.plays import Plays, is_idle
from marchsim.reporting.cards.items import ABREAST, idle_mark, idle_words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Block, Section, Text
from marchsim.reporting.pages.format import name

NOTE = (
    "Drawn: seats that held it, whenever they drew it; shares are of these. A dash: nobody of that strategy "
    "drew it."
)


def section(
    ident: str, kind: str, items: Sequence[Item], found: Mapping[tuple[str, str], Plays],
    strategies: Sequence[str],
) -> Section:  # fmt: skip
    """Return the section on how often each item was drawn and played, by whom; the most played first."""
    unplayed = [item for item in items if is_idle(found[item.id, ""].rate)]
    blocks: list[Block] = [Text(idle_words(kind, unplayed, len(items)))]
    order = sorted(items, key=lambda item: (-(found[item.id, ""].rate or 0.0), item.id))
    for at in range(0, len(strategies), ABREAST):
        columns = _plays_columns(kind, found, strategies[at : at + ABREAST], at)
        title = f"{kind.capitalize()}s drawn and played" + (", continued" if at else "")
        blocks.append(columns.table(f"{ident}-plays-{at // ABREAST + 1}", title, order, NOTE))
    return Section(f"{ident}-plays", "Drawn and played", 3, blocks)


def _plays_columns(
    kind: str, found: Mapping[tuple[str, str], Plays], strategies: Sequence[str], before: int
) -> Columns[Item]:
    columns = Columns[Item]().column("item", kind.capitalize(), lambda item: item.name)
    if not before:
        columns = (
            columns.column("drawn", "Drawn", lambda item: found[item.id, ""].drawn, "count")
            .column("played", "Played", lambda item: found[item.id, ""].played, "count")
            .column("rate", "Share", lambda item: found[item.id, ""].rate, "percent")
        )
    for place, strategy in enumerate(strategies, before + 1):
        columns = columns.column(f"by_{place}", name(strategy), _rate_of(found, strategy), "percent")
    if before:
        return columns
    return columns.column(
        "note", "Note", lambda item: idle_mark(kind) if is_idle(found[item.id, ""].rate) else ""
    )


def _rate_of(found: Mapping[tuple[str, str], Plays], strategy: str) -> Callable[[Item], float | None]:
    def rate(item: Item) -> float | None:
        own = found.get((item.id, strategy))
        return own.rate if own is not None else None

    return rate
