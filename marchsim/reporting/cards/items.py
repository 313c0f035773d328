"""Sections on the effects of items (cards): all effects, effects by type, and effects by cost.

The reports on screening and on confirmation share these sections. `EffectWords` holds the words for the kind
of effect. Another section shows how often each item was drawn and played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from marchsim.analysis.cards.items import NOT_PLAYED, Item, Plays, idle, is_idle
from marchsim.analysis.cards.values import SCALE, TOP, TOP_SEED, ItemValue, Values
from marchsim.analysis.judging.verdict import figure, signed
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.drawing.palette import LESS, MORE, Key
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated
from marchsim.reporting.drawing.scatter import CloudPoint, Scatter
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Block, Figure, Section, Table, Text
from marchsim.reporting.pages.format import name, percent, size
from marchsim.stats.clusters import FEW
from marchsim.stats.power import detectable

MOST_TOLD = 6  # names in a sentence
ABREAST = 6  # strategies in one table
ADJUSTED = {"bh": "BH p", "holm": "Holm p"}
COST_CAVEAT = (
    "Costs and other numbers of these {kinds} are partly assumed (see the tables), so this judges the set as "
    "it is simulated, not the printed one."
)


@dataclass(frozen=True)
class EffectWords:
    """The words for one kind of effect: its title, the kind of items, and the meaning of an effect."""

    build: SectionBuilder
    title: str
    kind: str
    effect: str  # the label of an axis
    meaning: str
    players: int
    over: str = ""  # the p values adjusted together, if more than those of these effects

    @property
    def kinds(self) -> str:
        """The plural of `kind`, such as 'cards'."""
        return f"{self.kind}s"

    def wins(self, share: float, write: Callable[[float], str] = signed) -> str:
        """Format a difference in shares of wins for a sentence: as extra wins, where 100 wins are fair.

        Tables show percentage points instead.
        """
        return write(100 * self.players * share)

    def range(self, ends: tuple[float, float]) -> str:
        """Format an interval of differences in shares of wins for a sentence, as extra wins (see `wins`)."""
        return " to ".join(map(self.wins, ends))


def spread_words(told: EffectWords, found: Values) -> str:
    """Sentences on how much the items differ (their balance score)."""
    spread = found.spread
    if spread is None or spread.p is None:
        return f"How far the {told.kinds} differ is not estimated: {found.why}."
    left = len(found.rows) - spread.entries
    which = f"{spread.entries} {told.kinds}{f' ({left} left out, see their notes)' if left else ''}"
    verdict = (
        f"The {which} are not all worth the same ({words.p_words(spread.p)}, tested at 5 %)."
        if spread.p < words.ALPHA
        else f"That the {which} differ in worth is not shown ({words.p_words(spread.p)}, tested at 5 %), "
        "which is no proof that they do not."
    )
    low, tau, high = (told.wins(one or 0.0, figure) for one in (spread.low, spread.value, spread.high))
    return (
        f"{verdict} They typically lie {tau} wins where 100 are fair from their mean (95 % interval {low} to "
        f"{high}, the standard deviation of true effects, tau)."
    )


def effects_sentence(told: EffectWords, found: Values, unplayed: Collection[str]) -> str:
    """A sentence on the items with significant effects.

    Items in `unplayed` are marked as not played.
    """
    tested = sum(row.adjusted is not None for row in found.rows)
    if not tested and any(row.raw.deals >= FEW for row in found.rows):
        return f"No {told.kind} with {FEW} deals or more has an effect that varies, so none is tested."
    if not tested:
        return f"No {told.kind} has {FEW} deals or more, so none is tested."
    rule = ("a false discovery rate of 10 %" if found.adjust == "bh" else "5 % after Holm") + told.over
    if not found.significant:
        return f"None of {words.plural(tested, told.kind)} is significant at {rule}."
    above = [(row, row.raw.value) for row in found.significant if (row.raw.value or 0) > 0]
    below = [(row, row.raw.value) for row in found.significant if (row.raw.value or 0) < 0]
    parts = [
        f"{f'{len(rows)} ' if above and below else ''}{way} ({_names(told, rows, unplayed)})"
        for way, rows in (("helping", above), ("hurting", below))
        if rows
    ]
    many = f"{len(found.significant)} of {words.plural(tested, told.kind)}"
    return f"{many} {words.are(len(found.significant))} significant, {', '.join(parts)}, at {rule}."


def _names(told: EffectWords, rows: Sequence[tuple[ItemValue, float | None]], idle: Collection[str]) -> str:
    """The first items with their values, such as 'Army Head +32, Swarm +12, and 2 more'.

    Items in `idle` are marked as not played.
    """
    shown = [
        f"{name(row.item.name)} {told.wins(value or 0.0)}{', not played' * (row.item.id in idle)}"
        for row, value in rows[:MOST_TOLD]
    ]
    more = len(rows) - len(shown)
    return ", ".join(shown) + (f", and {more} more" if more else "")


def size_words(told: EffectWords, found: Values) -> str:
    """A sentence on the effect of a single item with its interval, or on the balance score of several."""
    if len(found.rows) != 1 or found.rows[0].raw.value is None:
        return spread_words(told, found)
    row = found.rows[0]
    ends = words.interval(row.raw)
    around = f" (95 % interval {told.range(ends)})" if ends else ""
    return f"{name(row.item.name)} {told.wins(row.raw.value or 0.0)} extra wins where 100 are fair{around}."


def idle_mark(kind: str) -> str:
    """The note on an item that no strategy plays, or hardly any."""
    return f"not played: says nothing about the {kind}"


def idle_words(kind: str, items: Sequence[Item], of: int) -> str:
    """A sentence on the `items` that are hardly played. `of` is the number of all items."""
    rule = f"fewer than {percent(NOT_PLAYED)} of those who held {'it' if len(items) == 1 else 'them'}"
    if not items:
        return f"Each of the {of} {kind}s was played by at least {percent(NOT_PLAYED)} of those who held it."
    names = words.listed([name(item.name) for item in items])
    verb = "was" if len(items) == 1 else "were"
    return (
        f"{words.plural(len(items), kind)} of {of} {verb} played by {rule}: {names}. These games say nothing "
        f"about {'it' if len(items) == 1 else 'them'}."
    )


def price_words(told: EffectWords, found: Values, unplayed: Collection[str]) -> str:
    """Sentences on how effect depends on cost, and on items that are clearly off the fitted line.

    Items in `unplayed` are marked as not played.
    """
    price = found.price
    if price is None:
        return f"Worth is not held against cost: {found.why_no_price}."
    slope = (
        f"Each unit of cost goes with {told.wins(price.slope)} extra wins where 100 are fair (95 % interval "
        f"{told.range((price.low, price.high))}); {told.kinds} typically lie {told.wins(price.tau, figure)} "
        "wins off that line (standard deviation of true effects)."
    )
    parts = [
        f"{way}: {_names(told, [(row, row.off) for row in rows], unplayed)}"
        for way, rows in (("above", _off(found, 1)), ("below", _off(found, -1)))
        if rows
    ]
    if not parts:
        return f"{slope} No {told.kind} is clearly off it (95 % intervals, each by itself). Exploratory."
    return f"{slope} Clearly off it (95 % intervals, each by itself), {'; '.join(parts)}. Exploratory."


def _off(found: Values, sign: int) -> list[ItemValue]:
    held = [
        row for row in found.rows
        if row.off_interval is not None and (row.off_interval[0] > 0 if sign > 0 else row.off_interval[1] < 0)
    ]  # fmt: skip
    return sorted(held, key=lambda row: (-abs(row.off or 0.0), row.item.id))


def effects(axis: str, rows: Sequence[tuple[str, Estimate, float | None]]) -> Rows:
    """The drawing of effects in percentage points, in the given order.

    Each row is a name, a raw effect with its interval, and a shrunk effect or None.
    """
    lines = [
        DotRow(
            one,
            [replace(estimated(raw, 100, shape="open"), shrunk=None if shrunk is None else 100 * shrunk)],
        )
        for one, raw, shrunk in rows
    ]
    keys = (Key("raw, 95 % interval", MORE, "open"), Key("shrunk", LESS, "diamond"))
    return Rows(lines, Ruler(0.0, "no effect", signed=True), axis=axis, keys=keys)


def worth(told: EffectWords, found: Values, rates: Mapping[str, float | None]) -> Section:
    """The section with tau, the figure of all effects and the table of all items.

    `rates` are the play rates by item id.
    """
    rows, unplayed = _ranked(found), idle(rates)
    held = [row.item for row in found.rows if row.item.id in unplayed]
    table = told.build.table("worth", told.title, _worth_columns(told, found, unplayed), rows)
    lines = [(row.item.name, row.raw, row.shrunk) for row in rows if row.raw.value is not None]
    alt = f"{told.effect} of {len(lines)} {told.kinds}, raw with intervals and shrunk, best first."
    drawing = effects(f"{told.effect}, points", lines)
    return told.build.section(
        "worth-section",
        told.title,
        told.meaning,
        f"A point is a game in 100, and so {told.wins(0.01, figure)} wins where 100 are fair.",
        spread_words(told, found),
        effects_sentence(told, found, unplayed),
        Text(idle_words(told.kind, held, len(found.rows)), "warning") if unplayed else None,
        *(told.build.pictured(table, drawing, "forest", alt) if lines else (table,)),
    )


def _ranked(found: Values) -> list[ItemValue]:
    def key(row: ItemValue) -> tuple[bool, float, str]:
        best = row.shrunk if row.shrunk is not None else row.raw.value
        return best is None, -(best or 0.0), row.item.id

    return sorted(found.rows, key=key)


def _worth_columns(told: EffectWords, found: Values, unplayed: Collection[str]) -> Columns[ItemValue]:
    significant = {row.item.id for row in found.significant}

    def note(row: ItemValue) -> str:
        mark = idle_mark(told.kind) if row.item.id in unplayed else ""
        return words.joined("significant" if row.item.id in significant else "", mark, row.raw.note)

    return (
        Columns[ItemValue]()
        .column("item", told.kind.capitalize(), lambda row: row.item.name)
        .estimate(
            "effect", "Effect (points)", lambda row: row.raw, "points", interval="interval"
        )  # first, for small screens
        .column("p", "p", lambda row: row.p, "p")
        .column("adjusted", ADJUSTED[found.adjust], lambda row: row.adjusted, "p")
        .column("group", "Type", lambda row: row.item.group)
        .column("entries", "Seats", lambda row: row.raw.entries, "count")
        .column("deals", "Deals", lambda row: row.raw.deals, "count")
        .column("shrunk", "Shrunk", lambda row: row.shrunk, "points")
        .range("shrunk_interval", "95 % interval", lambda row: row.shrunk_interval, "points")
        .column("top", f"P(top {TOP})", lambda row: row.top, "percent")
        .column(
            "detectable",
            "Detectable (points)",
            lambda row: detectable(row.raw.se) if row.raw.se else None,
            "size",
        )
        .column("note", "Note", note)
    )


def groups(told: EffectWords, found: Values, rates: Mapping[str, float | None]) -> Section:
    """The section on types of items. `rates` are the play rates by item id."""
    if not found.groups:
        return told.build.section("types", "By type", f"Types are not compared: {found.why}.")
    members = {name: [row for row in found.rows if row.item.group == name] for name in found.groups}

    def rate(name: str) -> float | None:
        return _mean(rates.get(row.item.id) for row in members[name])

    def cost(name: str) -> float | None:
        return _mean(row.item.cost for row in members[name] if row.shrunk is not None)

    columns = (
        Columns[str]()
        .column("group", "Type", lambda name: name)
        .column("items", told.kinds.capitalize(), lambda name: found.groups[name].entries, "count")
        .estimate("effect", "Mean effect (points)", found.groups.get, "points", interval="interval")
        .column("rate", "Play rate given dealt", rate, "percent")
        .column("cost", "Mean cost", cost, "number")
        .column("assumed", "Assumed numbers", lambda name: assumed_of([row.item for row in members[name]]))
    )
    note = (
        f"Unweighted means over the {told.kinds} of a type. Intervals are for these {told.kinds} and "
        "exploratory."
    )
    table = told.build.table("types", f"{told.title}, by type", columns, found.groups, note)
    return told.build.section("types", "By type", table)


def _mean(values: Iterable[float | None]) -> float | None:
    """The mean of the known values, or None if there are none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def assumed_of(items: Sequence[Item]) -> str:
    """How many of the items' numbers are assumed, such as '3 of 5'."""
    numbers = sum(item.numbers for item in items)
    return f"{sum(item.assumed for item in items)} of {numbers}" if numbers else "not known"


def cost(told: EffectWords, found: Values, rates: Mapping[str, float | None]) -> Section:
    """The section that compares effect with cost. `rates` are the play rates by item id."""
    unplayed = idle(rates)
    parts: tuple[Block | None, ...] = ()
    if found.price is not None:
        assumed = any(row.item.assumed for row in found.rows)
        caveat = Text(COST_CAVEAT.format(kinds=told.kinds), "warning") if assumed else None
        line = (found.price.intercept, found.price.slope)
        parts = (caveat, *_beside_cost(told, found, line, assumed, unplayed))
    return told.build.section("cost", "Cost beside worth", price_words(told, found, unplayed), *parts)


def _beside_cost(
    told: EffectWords, found: Values, line: tuple[float, float], assumed: bool, unplayed: Collection[str]
) -> tuple[Figure, Table]:
    """The figure and table of effects by cost.

    `line` is the fitted line: its value at cost 0 and its slope.
    """
    shown = [row for row in found.rows if row.off is not None]
    off = {row.item.id for row in (*_off(found, 1), *_off(found, -1))}
    columns = (
        Columns[ItemValue]()
        .column("item", told.kind.capitalize(), lambda row: row.item.name)
        .column("cost", "Cost", lambda row: row.item.cost, "count")
        .column("effect", "Effect (points)", lambda row: row.raw.value, "points")
        .column("off", "Off the line, shrunk", lambda row: row.off, "points")
        .range("interval", "95 % interval", lambda row: row.off_interval, "points")
        .column("assumed", "Assumed numbers", lambda row: assumed_of([row.item]))
        .column(
            "side",
            "Off by its interval",
            lambda row: ("above" if (row.off or 0) > 0 else "below") if row.item.id in off else "",
        )
        .column("note", "Note", lambda row: idle_mark(told.kind) if row.item.id in unplayed else "")
    )
    alt = f"Shrunk effects of {len(shown)} {told.kinds} against their cost, with the line through them."
    spots = [
        CloudPoint(row.item.name, row.item.cost or 0.0, 100 * (row.shrunk or 0.0), row.item.id in off)
        for row in shown
    ]
    across = (
        f"shrunk effect in points by cost{' (partly assumed)' if assumed else ''}. Line: the effect expected "
        "from the cost, orange: off it by its interval"
    )
    note = "Exploratory. Intervals are each by itself: among many some lie off the line by chance."
    order = sorted(shown, key=lambda row: (-(row.off or 0.0), row.item.id))
    table = told.build.table("cost", "Cost beside worth", columns, order, note)
    drawing = Scatter(spots, across, line=(100 * line[0], 100 * line[1]), whole=True)
    return told.build.pictured(table, drawing, "price", alt)


def shrinkage_methods() -> tuple[str, ...]:
    """Sentences on how effects are shrunk and how they are compared with cost."""
    return (
        "tau, the SD of true effects, is Paule and Mandel's (1982), its interval the Q-profile (Viechtbauer "
        "2007).",
        "Shrunk effects: true effects are taken as normal with SD tau or, as likely before the data, as a "
        "mixture in which a tenth is ten times as far off: outliers stay outliers (Dawid 1973, West 1984). "
        "tau is taken as half-normal with a scale "
        f"of {size(SCALE)} points before the data (Gelman 2006): under {size(SCALE)} points with 68 %, under "
        f"{size(2 * SCALE)} with 95 %. Effects and intervals are integrated over the posterior of tau, since "
        "a fixed value makes intervals too short (Morris 1983). "
        f"P(top {TOP}) is from 10,000 draws of the same model, seed {TOP_SEED}.",
        "Effect against cost: meta-regression of the raw effects on cost, with true effects around the "
        "line (Thompson and Higgins 2002). Slope and residuals come from the same model.",
    )


PLAYS_NOTE = (
    "Drawn: seats that held it at any time. Shares are of these. A dash: no seat with that strategy drew it."
)


def drawn_and_played(
    build: SectionBuilder, kind: str, items: Sequence[Item], found: Mapping[tuple[str, str], Plays],
    strategies: Sequence[str],
) -> Section:  # fmt: skip
    """The section on how often each item is drawn and played, by strategy. Most played items come first."""
    unplayed = [item for item in items if is_idle(found[item.id, ""].rate)]
    order = sorted(items, key=lambda item: (-(found[item.id, ""].rate or 0.0), item.id))
    tables = []
    for at in range(0, len(strategies), ABREAST):
        columns = _plays_columns(kind, found, strategies[at : at + ABREAST], at)
        title = f"{kind.capitalize()}s drawn and played" + (", continued" if at else "")
        tables.append(build.table(f"plays-{at // ABREAST + 1}", title, columns, order, PLAYS_NOTE))
    return build.section("plays", "Drawn and played", idle_words(kind, unplayed, len(items)), *tables)


def _plays_columns(
    kind: str, found: Mapping[tuple[str, str], Plays], strategies: Sequence[str], before: int
) -> Columns[Item]:
    """The columns for some strategies. `before` is the number of strategies in earlier tables."""

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
