"""A card under several rulesets of a run: what it was worth before a change, and is after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.judging.judged_cards import signed
from marchsim.analysis.trying.worth import ItemChange, item_changes
from marchsim.reporting.front.gather import Front
from marchsim.reporting.front.page import Part
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Table
from marchsim.reporting.pages.format import name

NOTE = (
    "Extra wins when dealt it, where 100 are fair, on the deals that both rules played. Each interval "
    "is of 95 % by itself."
)
COLUMNS = (
    Column("rules", "Rules"), Column("changed", "What changes"), Column("players", "Players", "count"),
    Column("before", "Before", "tenth"), Column("after", "After", "tenth"),
    Column("change", "Change", "tenth"), Column("interval", "95 % sure", "tenths"),
    Column("margin", "Matters from", "tenth"),
    Column("deals", "Deals", "count"),
)  # fmt: skip


def changed_cards(front: Front) -> Mapping[str, Sequence[ItemChange]]:
    """Return what other rulesets of the run change of each card, by id; none in a run of one."""
    return item_changes(front.run) if front.several and front.cards else {}


def section(found: Sequence[ItemChange]) -> Part | None:
    """Return the part of a card's page on what changes of it do, None if nothing changes it."""
    if not found:
        return None
    return Part("changed", "Before and after a change", said=[_told(found)], tables=[table(found)])


def _told(found: Sequence[ItemChange]) -> str:
    one = found[0]
    same = [
        change.worth for change in found if change.rules == one.rules and change.worth.interval is not None
    ]
    told = [
        f"{signed(row.before)} \N{RIGHTWARDS ARROW} {signed(row.after)} extra wins with "
        f"{words.plural(row.players, 'player')} ({_range(row.interval)})"
        for row in same
    ]
    return f"Under {name(one.rules)} ({one.what}): {words.listed(told)}." if told else ""


def _range(interval: tuple[float, float] | None) -> str:
    return f"a change of {signed(interval[0])} to {signed(interval[1])}" if interval else ""


def table(found: Sequence[ItemChange]) -> Table:
    """Return the changes of a card as a table."""
    rows = [
        {
            "rules": one.rules, "changed": one.what, "players": one.worth.players,
            "before": one.worth.before, "after": one.worth.after, "change": one.worth.change,
            "interval": one.worth.interval, "margin": one.worth.margin, "deals": one.worth.deals,
        }
        for one in found
    ]  # fmt: skip
    return Table("card-changes", "Its worth before and after", COLUMNS, rows, NOTE)
