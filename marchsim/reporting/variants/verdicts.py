"""Sections: the verdicts on metrics, with a forest of differences; exploratory metrics without verdicts."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.comparisons import Study
from marchsim.analysis.variants.verdicts import Compared
from marchsim.reporting.figures.variants import Mark, Pane, differences
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import ends
from marchsim.reporting.variants.phrases import changed, heading, is_share, title, titles
from marchsim.stats.clusters import FEW
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL

ORDER = (CHANGED, TRIVIAL, EQUIVALENT, IDENTICAL, INCONCLUSIVE)
MOST_LISTED = 6  # with more variants than this, metrics that did not change are counted instead of named
FIRST = (Column("metric", "Metric"), Column("ruleset", "Variant"))
LAST = (
    Column("correlation", "Correlation over deals", "number"),
    Column("saved", "Variance saved by pairing", "percent"),
    Column("method", "Test; remarks"),
)
NOTE = (
    "Difference: variant minus control, mean over deals. The verdict needs both: “equivalent” the 90 % "
    "interval inside the margin, “changed” Holm's p under 0.05. Each 95 % interval is of its metric alone: "
    "the intervals are not simultaneous, so one may leave 0 out where Holm's p is above 0.05. "
    "“Detectable” is the true difference that such a run finds in 80 % of cases, at Holm's first step."
)
OF_MEAN = (
    " Margins are parts of the control's mean: the 90 % interval is that of the ratio (Fieller), in units of "
    "the control's mean."
)
ALONE = (
    "Exploratory, without verdicts: p and 95 % intervals are of each metric alone, not adjusted for how many "
    "are looked at. One p in twenty is under 0.05 by chance."
)


def _columns(shares: bool, adjusted: bool) -> tuple[Column, ...]:
    one, apart, many, size = (
        ("percent", "points", "pointses", "size") if shares else ("number", "signed", "signeds", "number")
    )
    unit = " (points)" if shares else ""
    verdict = (
        Column("narrow", "90 % interval", many),
        Column("margin", f"Margin{unit}", size),
        Column("detectable", f"Detectable{unit}", size),
    )
    return (
        *FIRST,
        *((Column("verdict", "Verdict"),) if adjusted else ()),
        Column("n_deals", "Deals", "count"),
        Column("differ", "Deals that differ", "count"),
        Column("may_differ", "At most (95 %)", "percent"),
        Column("control", "Control", one),
        Column("value", "Variant", one),
        Column("difference", f"Difference{unit}", apart),
        Column("interval", "95 % interval", many),
        *(verdict if adjusted else ()),
        Column("p", "p", "p"),
        *((Column("holm", "Holm p", "p"),) if adjusted else ()),
        *LAST,
    )


def tables(found: Sequence[Compared], ident: str, where: str, what: str, adjusted: bool) -> list[Table]:
    """Return the tables of comparisons: one of shares, one of other numbers, those that there are."""
    made = []
    for shares, kind in ((True, "shares"), (False, "numbers")):
        rows = [_row(one, adjusted) for one in found if is_share(one.metric) is shares]
        if rows:
            caption = f"{what}, {where}: {'shares' if shares else 'other numbers'}"
            note = f"{NOTE}{'' if shares else OF_MEAN}" if adjusted else ""
            made.append(Table(f"{ident}-{kind}", caption, _columns(shares, adjusted), rows, note))
    return made


def _row(one: Compared, adjusted: bool) -> dict[str, Value]:
    """Return a comparison as a row; one that is exploratory has no verdict, nor what a verdict rests on."""
    judged: dict[str, Value] = {
        "verdict": one.verdict,
        "narrow": ends(one.narrow),
        "margin": one.margin,
        "detectable": one.detectable,
        "holm": one.holm,
    }
    return {
        "metric": title(one.metric),
        "ruleset": one.variant,
        "n_deals": one.deals,
        "differ": one.differ,
        "may_differ": one.may_differ,
        "control": one.then,
        "value": one.now,
        "difference": one.difference,
        "interval": ends(one.wide),
        "p": one.p,
        **(judged if adjusted else {}),
        "correlation": one.correlation,
        "saved": one.saved,
        "method": "; ".join(
            part for part in (one.method, one.note if one.note != one.method else "") if part
        ),
    }


def verdicts(study: Study, players: int, ident: str, where: str) -> Section:
    """Return the section of the primary family at one number of players."""
    here = [one for one in study.primary if one.players == players]
    blocks: list[Block] = [Text(family_words(study))]
    if here:
        order = [metric for metric in study.metrics if any(one.metric == metric for one in here)]
        here = sorted(here, key=lambda one: order.index(one.metric))
        blocks.append(_forest(here, order, ident, where))
        blocks += tables(here, f"{ident}-verdicts", where, "Verdicts", adjusted=True)
    else:
        blocks.append(Text("No block counts under both the control and a variant, so nothing is compared."))
    return Section(f"{ident}-verdicts", "What changed and what did not", 3, blocks)


def family_words(study: Study) -> str:
    """Return what the primary family is and how it is adjusted."""
    metrics = list(dict.fromkeys(one.metric for one in study.primary))
    tested = sum(one.p is not None for one in study.primary)
    if not metrics:
        return "Nothing is compared in the primary family."
    return (
        f"Primary family: {titles(metrics)}, under each variant and at each number of players; "
        f"Holm over {words.plural(tested, 'test')} at 5 %."
    )


def _forest(found: Sequence[Compared], order: Sequence[str], ident: str, where: str) -> Figure:
    panes = []
    for metric in order:
        here = [one for one in found if one.metric == metric]
        shares = is_share(metric)
        margin = max(one.margin for one in here)
        above = f"{heading(metric)}{' (points)' if shares else ''}"
        marks = [
            Mark(one.variant, one.difference, ends(one.wide), ends(one.narrow), one.verdict) for one in here
        ]
        panes.append((Pane(above, shares, (-margin, margin)), marks))
    whole = f"Differences to the control, {where}"
    alt = (
        "Forests of the difference of each metric between variant and control with 95 % (thin) and 90 % "
        f"(thick) intervals, the margin shaded. {in_words(found) or 'Nothing is compared.'}"
    )
    drawing = differences(f"{ident}-forest", whole, alt, panes)
    kind = "shares" if is_share(order[0]) else "numbers"
    return Figure(f"{ident}-forest", whole, alt, drawing, f"{ident}-verdicts-{kind}")


def in_words(found: Sequence[Compared]) -> str:
    """Return how many comparisons came to which verdict, those that changed by name."""
    counts = [(word, [one for one in found if one.verdict == word]) for word in ORDER]
    told = [f"{len(ones)} {word}" for word, ones in counts if ones]
    return f"Of {words.plural(len(found), 'comparison')}: {words.listed(told)}." if told else ""


def sentence(study: Study, variant: str) -> str:
    """Return what a reader takes away of one variant: what changed, what did not, what is not known."""
    told: dict[str, list[int]] = {}
    for players in study.counts:
        here = [one for one in study.primary if (one.variant, one.players) == (variant, players)]
        if here:
            told.setdefault(_told(here, len(study.rulesets.others) <= MOST_LISTED), []).append(players)
    parts = [
        f"with {words.listed([str(k) for k in many])} player{'' if many == [1] else 's'} {text}"
        if len(study.counts) > 1
        else text
        for text, many in told.items()
    ]
    if not parts:
        return f"{words.capital(words.quoted(variant))}: no game counts both here and under the control."
    return f"{words.quoted(variant)}: {'; '.join(parts)}."


def _told(found: Sequence[Compared], named: bool) -> str:
    groups = {word: [one for one in found if one.verdict == word] for word in ORDER}
    deals = words.plural(found[0].deals, "deal")
    if len(groups[IDENTICAL]) == len(found):
        return "every metric of the primary family is identical in all deals"
    if all(one.deals < FEW for one in found):
        return f"not tested ({deals})"
    if all(one.differ == 0 for one in found):
        return f"nothing differs in {deals}, which are too few to rule out a difference of the margin"
    said = [
        f"{word}: {words.listed([changed(one) for one in groups[word]])}"
        for word in (CHANGED, TRIVIAL)
        if groups[word]
    ]
    for word in (EQUIVALENT, IDENTICAL, INCONCLUSIVE):
        if groups[word]:
            names = titles([one.metric for one in groups[word]])
            said.append(f"{word}: {names if named else words.plural(len(groups[word]), 'metric')}")
    return "; ".join(said)


def exploratory(study: Study, players: int, ident: str, where: str) -> list[Section]:
    """Return the section of all other metrics; none where there are none."""
    here = [one for one in study.exploratory if one.players == players]
    if not here:
        return []
    order = {metric: at for at, metric in enumerate(study.metrics)}
    here = sorted(here, key=lambda one: order[one.metric])
    made = tables(here, f"{ident}-exploratory", where, "Other metrics", adjusted=False)
    return [Section(f"{ident}-exploratory", "Other metrics", 3, [Text(ALONE), *made])]
