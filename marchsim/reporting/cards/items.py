"""Sections on what items (cards) are worth: forest and table, by type, beside cost, by strategy.

Screening and confirmation share them; what an effect means is said by `EffectWords`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.values import LISTED, SCALE, TOP, TOP_SEED, ItemValue, Values
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.figures.items import ShownEffect, Spot, cloud, effects
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text
from marchsim.reporting.pages.document import Value as Cell
from marchsim.reporting.pages.format import name, number, percent, show, size
from marchsim.reporting.pages.format import points as in_points
from marchsim.stats.clusters import FEW
from marchsim.stats.power import detectable

MOST_TOLD = 6  # names in a sentence
SELDOM = 0.1  # played by fewer than this share of those who were dealt it: the strategies pass it by
ABREAST = 6  # strategies in one table
ADJUSTED = {"bh": "BH p", "holm": "Holm p"}


@dataclass(frozen=True)
class EffectWords:
    """Words for a family of effects: id of its figures and tables, title, and what an effect is."""

    ident: str
    title: str
    kind: str
    effect: str  # as the label of an axis
    meaning: str
    over: str = ""  # over what p values were adjusted, where it is more than these effects

    @property
    def kinds(self) -> str:
        """Return the plural of what the items are."""
        return f"{self.kind}s"


def spread_words(told: EffectWords, found: Values) -> str:
    """Return the balance score of the set, in sentences."""
    spread = found.spread
    if spread is None:
        return f"How far the {told.kinds} differ is not estimated: {found.why}."
    verdict = (
        f"that they are all worth the same is rejected at 5 % ({words.p_words(spread.p)})"
        if spread.p < words.ALPHA
        else f"that they are all worth the same is not rejected at 5 % ({words.p_words(spread.p)}), which is "
        "no proof that they are"
    )
    left = len(found.rows) - spread.items
    more = f" ({left} left out, see their notes)" if left else ""
    return (
        f"tau, the SD of the true effects of {spread.items} {told.kinds}{more}, is {size(spread.tau)} points "
        f"of win share (95 % interval {size(spread.low)} to {size(spread.high)}); {verdict}."
    )


def found_words(told: EffectWords, found: Values) -> str:
    """Return which items stand out, in a sentence."""
    tested = sum(row.adjusted is not None for row in found.rows)
    if not tested and any(row.raw.deals >= FEW for row in found.rows):
        return f"No {told.kind} with {FEW} deals or more has an effect that varies, so none is tested."
    if not tested:
        return f"No {told.kind} has {FEW} deals or more, so none is tested."
    rule = ("a false discovery rate of 10 %" if found.adjust == "bh" else "5 % after Holm") + told.over
    if not found.found:
        return f"None of {words.plural(tested, told.kind)} stands out at {rule}."
    above = [row for row in found.found if (row.raw.value or 0) > 0]
    below = [row for row in found.found if (row.raw.value or 0) < 0]
    parts = [
        f"{len(rows)} {way} 0 ({_names(rows)})" for way, rows in (("above", above), ("below", below)) if rows
    ]
    stands = "stands" if len(found.found) == 1 else "stand"
    return (
        f"Of {words.plural(tested, told.kind)} {len(found.found)} {stands} out at {rule}: {'; '.join(parts)}."
    )


def _names(rows: Sequence[ItemValue]) -> str:
    shown = [f"{name(row.item.name)} {in_points(row.raw.value or 0.0)}" for row in rows[:MOST_TOLD]]
    more = len(rows) - len(shown)
    return ", ".join(shown) + (f", and {more} more" if more else "")


def price_words(told: EffectWords, found: Values) -> str:
    """Return what cost explains and which items lie off the line."""
    price = found.price
    if price is None:
        return f"Worth is not held against cost: {found.why_no_price}."
    slope = (
        f"A unit of cost goes with {in_points(price.slope)} points of worth "
        f"({show((price.low, price.high), 'pointses')}); around that line the true effects have an SD of "
        f"{size(price.tau)} points."
    )
    above, below = _off(found, 1), _off(found, -1)
    parts = [f"above: {_listed(above)}"] if above else []
    parts += [f"below: {_listed(below)}"] if below else []
    if not parts:
        return f"{slope} No {told.kind} is off it by its 95 % interval. Exploratory."
    return f"{slope} Off it by 95 % intervals, each by itself, {'; '.join(parts)}. Exploratory."


def cost_caveat(told: EffectWords, items: Sequence[Item]) -> str:
    """Return what is to be said of costs where numbers are assumed."""
    if not any(item.assumed for item in items):
        return ""
    return (
        f"Costs and other numbers of these {told.kinds} are partly assumed (see the tables), so this judges "
        "the set as it is simulated, not the printed one."
    )


def _off(found: Values, sign: int) -> list[ItemValue]:
    held = [
        row for row in found.rows
        if row.off_interval is not None and (row.off_interval[0] > 0 if sign > 0 else row.off_interval[1] < 0)
    ]  # fmt: skip
    return sorted(held, key=lambda row: (-abs(row.off or 0.0), row.item.id))


def _listed(rows: Sequence[ItemValue]) -> str:
    shown = [f"{name(row.item.name)} ({in_points(row.off or 0.0)})" for row in rows[:MOST_TOLD]]
    more = len(rows) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def worth(told: EffectWords, found: Values, note: str = "") -> Section:
    """Return the section with tau, forest and table of all items."""
    rows = _ranked(found)
    blocks: list[Block] = [
        Text(told.meaning),
        Text(spread_words(told, found)),
        Text(found_words(told, found)),
    ]
    drawn = [row for row in rows if row.raw.value is not None]
    if drawn:
        alt = f"{told.effect} of {len(drawn)} {told.kinds}, raw with intervals and shrunk, best first."
        picture = effects(
            f"{told.ident}-forest", told.title, alt, f"{told.effect}, points",
            [
                ShownEffect(row.item.name, row.raw.value or 0.0, row.raw.low, row.raw.high, row.shrunk)
                for row in drawn
            ],
        )  # fmt: skip
        blocks.append(Figure(f"{told.ident}-forest", told.title, alt, picture, f"{told.ident}-worth"))
    columns = (
        Column("item", told.kind.capitalize()), Column("group", "Type"), Column("entries", "Seats", "count"),
        Column("deals", "Deals", "count"), Column("effect", "Effect (points)", "points"),
        Column("interval", "95 % interval", "pointses"), Column("p", "p", "p"),
        Column("adjusted", ADJUSTED[found.adjust], "p"), Column("shrunk", "Shrunk", "points"),
        Column("shrunk_interval", "95 % interval", "pointses"), Column("top", f"P(top {TOP})", "percent"),
        Column("detectable", "Detectable (points)", "size"), Column("note", "Note"),
    )  # fmt: skip
    blocks.append(Table(f"{told.ident}-worth", told.title, columns, [_row(row, found) for row in rows], note))
    return Section(f"{told.ident}-worth-section", told.title, 3, blocks)


def _ranked(found: Values) -> list[ItemValue]:
    def key(row: ItemValue) -> tuple[bool, float, str]:
        best = row.shrunk if row.shrunk is not None else row.raw.value
        return best is None, -(best or 0.0), row.item.id

    return sorted(found.rows, key=key)


def _row(row: ItemValue, found: Values) -> Mapping[str, Cell]:
    stands = row.adjusted is not None and row.adjusted < LISTED[found.adjust]
    return {
        "item": row.item.name, "group": row.item.group, "entries": row.raw.entries, "deals": row.raw.deals,
        "effect": row.raw.value, "interval": words.interval(row.raw), "p": row.p, "adjusted": row.adjusted,
        "shrunk": row.shrunk, "shrunk_interval": row.shrunk_interval, "top": row.top,
        "detectable": detectable(row.raw.se) if row.raw.se else None,
        "note": "; ".join(part for part in ("stands out" if stands else "", row.raw.note) if part),
    }  # fmt: skip


def groups(told: EffectWords, found: Values, rates: Mapping[str, float | None]) -> Section:
    """Return the section on types of items; `rates` are play rates by id."""
    columns = (
        Column("group", "Type"), Column("items", told.kinds.capitalize(), "count"),
        Column("effect", "Mean effect (points)", "points"), Column("interval", "95 % interval", "pointses"),
        Column("rate", "Play rate given dealt", "percent"), Column("cost", "Mean cost", "number"),
        Column("assumed", "Assumed numbers"),
    )  # fmt: skip
    rows: list[Mapping[str, Cell]] = []
    for group in found.groups:
        here = [row.item for row in found.rows if row.item.group == group.name]
        known = [rate for item in here if (rate := rates.get(item.id)) is not None]
        rows.append({
            "group": group.name, "items": group.items, "effect": group.value.value,
            "interval": words.interval(group.value), "rate": sum(known) / len(known) if known else None,
            "cost": group.cost, "assumed": assumed_of(here),
        })  # fmt: skip
    if not rows:
        return Section(f"{told.ident}-types", "By type", 3, [Text(f"Types are not compared: {found.why}.")])
    note = (
        f"Unweighted means over the {told.kinds} of a type; intervals are of these {told.kinds}, exploratory."
    )
    table = Table(f"{told.ident}-types", f"{told.title}, by type", columns, rows, note)
    return Section(f"{told.ident}-types", "By type", 3, [table])


def assumed_of(items: Sequence[Item]) -> str:
    """Return how many of the numbers of items are assumed, '3 of 5'."""
    numbers = sum(item.numbers for item in items)
    return f"{sum(item.assumed for item in items)} of {numbers}" if numbers else "not known"


def cost(told: EffectWords, found: Values) -> Section:
    """Return the section on worth beside cost."""
    items = [row.item for row in found.rows]
    blocks: list[Block] = [Text(price_words(told, found))]
    caveat = cost_caveat(told, items)
    if found.price is None:
        return Section(f"{told.ident}-cost", "Cost beside worth", 3, blocks)
    if caveat:
        blocks.append(Text(caveat, "warning"))
    shown = [row for row in found.rows if row.off is not None]
    off = {row.item.id for row in (*_off(found, 1), *_off(found, -1))}
    assumed = " (partly assumed)" if caveat else ""
    alt = f"Shrunk effects of {len(shown)} {told.kinds} against their cost, with the line through them."
    spots = [
        Spot(row.item.name, row.item.cost or 0.0, row.shrunk or 0.0, row.item.id in off) for row in shown
    ]
    across = f"cost{assumed}; line: the worth that a cost leads one to expect; orange: off it by its interval"
    picture = cloud(
        f"{told.ident}-price", "Cost beside worth", alt,
        across, "shrunk effect, points", spots, shares=False,
        line=(found.price.intercept, found.price.slope),
    )  # fmt: skip
    blocks.append(Figure(f"{told.ident}-price", "Cost beside worth", alt, picture, f"{told.ident}-cost"))
    columns = (
        Column("item", told.kind.capitalize()), Column("cost", "Cost", "count"),
        Column("effect", "Effect (points)", "points"), Column("off", "Off the line, shrunk", "points"),
        Column("interval", "95 % interval", "pointses"), Column("assumed", "Assumed numbers"),
        Column("side", "Off by its interval"),
    )  # fmt: skip
    rows = [
        {
            "item": row.item.name, "cost": row.item.cost, "effect": row.raw.value, "off": row.off,
            "interval": row.off_interval, "assumed": assumed_of([row.item]),
            "side": ("above" if (row.off or 0) > 0 else "below") if row.item.id in off else "",
        }
        for row in sorted(shown, key=lambda row: (-(row.off or 0.0), row.item.id))
    ]  # fmt: skip
    note = "Exploratory. Intervals are each by itself: among many some lie off the line by chance."
    blocks.append(Table(f"{told.ident}-cost", "Cost beside worth", columns, rows, note))
    return Section(f"{told.ident}-cost", "Cost beside worth", 3, blocks)


@dataclass(frozen=True)
class Used:
    """An item in the hands of a strategy, for the tables by strategy."""

    item: str
    strategy: str
    dealt: int
    rate: float | None
    effect: Estimate


def by_strategy(
    told: EffectWords,
    found: Values,
    uses: Sequence[Used],
    strategies: Sequence[str],
    rates: Mapping[str, float | None],
) -> Section:
    """Return the section on who plays what: play rates and effects by strategy; `rates` are over all."""
    seldom = [row for row in found.rows if (rate := rates.get(row.item.id)) is not None and rate < SELDOM]
    said = (
        f"{words.plural(len(seldom), told.kind)} of {len(found.rows)} are played by fewer than "
        f"{percent(SELDOM)} of those who were dealt them; an effect near 0 of such a {told.kind} says that "
        "the strategies make nothing of it, not that it is weak."
    )
    blocks: list[Block] = [Text(said)]
    spots = [
        Spot(row.item.name, rates[row.item.id] or 0.0, row.shrunk, False)
        for row in found.rows
        if row.shrunk is not None and rates.get(row.item.id) is not None
    ]
    if spots:
        title = "Play rate and effect"
        alt = f"Shrunk effects of {len(spots)} {told.kinds} against how often seats dealt them played them."
        picture = cloud(
            f"{told.ident}-rates", title, alt, f"share of seats dealt the {told.kind} that played it",
            "shrunk effect, points", spots, shares=True,
        )  # fmt: skip
        blocks.append(Figure(f"{told.ident}-rates", title, alt, picture, f"{told.ident}-use-1"))
    by = {(use.item, use.strategy): use for use in uses}
    parts = [strategies[at : at + ABREAST] for at in range(0, len(strategies), ABREAST)]
    for number_, part in enumerate(parts, 1):
        blocks.append(_use_table(told, found, by, part, rates, number_))
    return Section(f"{told.ident}-use", "By strategy", 3, blocks)


def _use_table(
    told: EffectWords,
    found: Values,
    by: Mapping[tuple[str, str], Used],
    strategies: Sequence[str],
    rates: Mapping[str, float | None],
    at: int,
) -> Table:
    columns = [Column("item", told.kind.capitalize()), Column("rate", "Play rate, all", "percent")]
    for place, strategy in enumerate(strategies):
        columns += [
            Column(f"rate_{place}", f"Play rate, {name(strategy)}", "percent"),
            Column(f"effect_{place}", "Effect ± (points)"),
        ]
    rows: list[Mapping[str, Cell]] = []
    for row in sorted(found.rows, key=lambda row: row.item.id):
        cells: dict[str, Cell] = {"item": row.item.name, "rate": rates.get(row.item.id)}
        for place, strategy in enumerate(strategies):
            use = by.get((row.item.id, strategy))
            cells[f"rate_{place}"] = use.rate if use else None
            cells[f"effect_{place}"] = _plus_minus(use.effect) if use else None
        rows.append(cells)
    note = (
        f"Play rate: share of seats with the {told.kind} in their opening hand that played it. Effects of "
        "one strategy alone, with half of their 95 % interval; exploratory, not adjusted."
    )
    return Table(f"{told.ident}-use-{at}", "Play rates and effects, by strategy", tuple(columns), rows, note)


def _plus_minus(effect: Estimate) -> str | None:
    if effect.value is None:
        return None
    if effect.low is None or effect.high is None:
        return in_points(effect.value)
    return f"{in_points(effect.value)} ± {number((effect.high - effect.low) * 50)}"


def shrinkage_methods() -> tuple[str, ...]:
    """Return how effects are put together, in words."""
    return (
        "tau, the SD of true effects, is Paule and Mandel's (1982), its interval the Q-profile (Viechtbauer "
        "2007).",
        "Shrunk effects: true effects are taken as normal with SD tau, and tau as half-normal with a scale "
        f"of {size(SCALE)} points before the data (Gelman 2006): under {size(SCALE)} points with 68 %, under "
        f"{size(2 * SCALE)} with 95 %. Effects and intervals are integrated over what the data leave open of "
        "tau, since plugging in one value of it makes intervals too short (Morris 1983). "
        f"P(top {TOP}) is from 10,000 draws of the same model, seed {TOP_SEED}.",
        "Cost beside worth: a line of the raw effects over cost, true effects around it (Thompson and "
        "Higgins 2002); slope and distances from it come from the same model.",
    )
