"""Sections on verdicts with a figure of differences, on targets, and on metrics without verdicts."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.comparisons import Study
from marchsim.analysis.variants.targets import (
    MET,
    MISSED,
    PERHAPS_MET,
    PERHAPS_MISSED,
    Score,
    Target,
    scores,
)
from marchsim.analysis.variants.verdicts import Compared
from marchsim.reporting.drawing.palette import Panes
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder
from marchsim.reporting.pages.document import Block, Figure, Section, Table
from marchsim.reporting.variants.phrases import (
    SHARES,
    Unit,
    by_unit,
    changed,
    dot,
    heading,
    title,
    titles,
    unit_of,
    verdict_keys,
)
from marchsim.stats.clusters import FEW
from marchsim.stats.equivalence import CHANGED, EQUIVALENT, IDENTICAL, INCONCLUSIVE, TRIVIAL

ORDER = (CHANGED, TRIVIAL, EQUIVALENT, IDENTICAL, INCONCLUSIVE)
MOST_LISTED = 6  # with more variants than this, metrics that did not change are counted instead of named
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
MOST_TOLD = 4
SEEN = {  # exploratory, so these are no verdict words
    MET: "inside, whole interval",
    PERHAPS_MET: "inside, not the whole interval",
    PERHAPS_MISSED: "outside, not the whole interval",
    MISSED: "outside, whole interval",
}


def _columns(unit: Unit, judged: bool) -> Columns[Compared]:
    """The columns of comparisons. Verdicts and the numbers behind them are shown only if `judged` is true."""
    return (
        Columns[Compared]()
        .column("metric", "Metric", lambda one: title(one.metric))
        .column("ruleset", "Variant", lambda one: one.variant)
        .column("verdict", "Verdict", lambda one: one.verdict, given=judged)
        .column("n_deals", "Deals", lambda one: one.deals, "count")
        .column("differ", "Deals that differ", lambda one: one.differ, "count")
        .column("may_differ", "At most (95 %)", lambda one: one.may_differ, "percent")
        .column("control", "Control", lambda one: one.then, unit.value)
        .column("value", "Variant", lambda one: one.now, unit.value)
        .column("difference", f"Difference{unit.points}", lambda one: one.difference, unit.difference)
        .range("interval", "95 % interval", lambda one: one.wide, unit.difference)
        .range("narrow", "90 % interval", lambda one: one.narrow, unit.difference, given=judged)
        .column("margin", f"Margin{unit.points}", lambda one: one.margin, unit.size, given=judged)
        .column("detectable", f"Detectable{unit.points}", lambda one: one.detectable, unit.size, given=judged)
        .column("p", "p", lambda one: one.p, "p")
        .column("holm", "Holm p", lambda one: one.holm, "p", given=judged)
        .column("correlation", "Correlation over deals", lambda one: one.correlation, "number")
        .column("saved", "Variance saved by pairing", lambda one: one.saved, "percent")
        .column("method", "Test; remarks", lambda one: words.joined(one.method, one.note))
    )


def _tables(found: Sequence[Compared], build: SectionBuilder, judged: bool) -> list[Table]:
    """The tables of comparisons: shares first, then other numbers. Empty tables are left out."""
    key, title = ("verdicts", "Verdicts") if judged else ("exploratory", "Other metrics")
    return [
        unit.table(
            build, key, title, _columns(unit, judged), rows,
            f"{NOTE}{'' if unit is SHARES else OF_MEAN}" if judged else "",
        )
        for unit, rows in by_unit(found, lambda one: one.metric)
    ]  # fmt: skip


def verdicts(study: Study, players: int, build: SectionBuilder) -> Section:
    """The section on verdicts (the primary family) for one number of players."""
    here = [one for one in study.primary if one.players == players]
    parts: Sequence[Block | str] = (
        "No block counts under both the control and a variant, so nothing is compared.",
    )
    if here:
        order = [metric for metric in study.metrics if any(one.metric == metric for one in here)]
        here = sorted(here, key=lambda one: order.index(one.metric))
        parts = (_forest(here, order, build), *_tables(here, build, judged=True))
    return build.section("verdicts", "Changed and unchanged metrics", family_words(study), *parts)


def family_words(study: Study) -> str:
    """A sentence on the primary family and on how its p values are adjusted."""
    metrics = list(dict.fromkeys(one.metric for one in study.primary))
    tested = sum(one.p is not None for one in study.primary)
    if not metrics:
        return "Nothing is compared in the primary family."
    return (
        f"Primary family: {titles(metrics)}, under each variant and at each number of players. Holm over "
        f"{words.plural(tested, 'test')} at 5 %."
    )


def _forest(found: Sequence[Compared], order: Sequence[str], build: SectionBuilder) -> Figure:
    panes = []
    for metric in order:
        here = [one for one in found if one.metric == metric]
        unit, margin = unit_of(metric), max(one.margin for one in here)
        times = 100.0 if unit is SHARES else 1.0
        rows = [
            DotRow(
                one.variant,
                [
                    dot(
                        metric,
                        one.difference,
                        words.interval(one.wide),
                        words.interval(one.narrow),
                        one.verdict,
                    )
                ],
            )
            for one in here
        ]
        ruler = Ruler(0.0, "no change", (-times * margin, times * margin), signed=True)
        panes.append((f"{heading(metric)}{unit.points}", Rows(rows, ruler)))
    alt = (
        "Forests of the difference of each metric between variant and control with 95 % (thin) and 90 % "
        f"(thick) intervals, the margin shaded. {in_words(found) or 'Nothing is compared.'}"
    )
    table = f"verdicts-{unit_of(order[0]).ident}"
    axis = "95 % (thin) and 90 % (thick) intervals, shaded: too small to matter"
    drawing = Panes(panes, axis, verdict_keys(one.verdict for one in found))
    return build.figure(drawing, "forest", "Differences to the control", alt, table)


def in_words(found: Sequence[Compared]) -> str:
    """A sentence on the number of comparisons by verdict, or '' if there are none."""
    counts = [(word, [one for one in found if one.verdict == word]) for word in ORDER]
    told = [f"{len(ones)} {word}" for word, ones in counts if ones]
    return f"Of {words.plural(len(found), 'comparison')}: {words.listed(told)}." if told else ""


def sentence(study: Study, variant: str) -> str:
    """The main sentence on one variant: metrics that changed, did not change, or are inconclusive."""
    told: dict[str, list[int]] = {}
    for players in study.counts:
        here = [one for one in study.primary if (one.variant, one.players) == (variant, players)]
        if here:
            told.setdefault(_phrase(here, len(study.rulesets.others) <= MOST_LISTED), []).append(players)
    parts = [
        f"with {words.listed([str(k) for k in many])} player{'' if many == [1] else 's'} {text}"
        if len(study.counts) > 1
        else text
        for text, many in told.items()
    ]
    if not parts:
        return f"{words.capital(words.quoted(variant))}: no game counts both here and under the control."
    return f"{words.quoted(variant)}: {'; '.join(parts)}."


def _phrase(found: Sequence[Compared], named: bool) -> str:
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


def exploratory(study: Study, players: int, build: SectionBuilder) -> list[Section]:
    """The section on all other metrics, or [] if there are none."""
    order = {metric: at for at, metric in enumerate(study.metrics)}
    here = [one for one in study.exploratory if one.players == players]
    made = _tables(sorted(here, key=lambda one: order[one.metric]), build, judged=False)
    return [build.section("exploratory", "Other metrics", ALONE, *made)] if made else []


# targets ---------------------------------------------------------------------------
def target_section(found: Sequence[Target], players: int, build: SectionBuilder) -> list[Section]:
    """The section on targets for one number of players, or [] if no target is measured."""
    here = [one for one in found if one.level.players == players]
    note = (
        "Exploratory. Whole: the 90 % interval is wholly inside the target (two one-sided tests at 5 %), or "
        "wholly outside, for each target by itself. If deals are too few, or too much alike, for t it is "
        "that of a bounded mean (Gaffke 2005)."
    )
    made = [
        unit.table(build, "targets", "Targets", _target_columns(unit), rows, note)
        for unit, rows in by_unit(here, lambda one: one.level.metric)
    ]
    return [build.section("targets", "Targets", target_words(here), *made)] if here else []


def _target_columns(unit: Unit) -> Columns[Target]:
    return (
        Columns[Target]()
        .column("ruleset", "Ruleset", lambda one: one.level.ruleset)
        .column("metric", "Metric", lambda one: title(one.level.metric))
        .deals(lambda one: one.level.estimate)
        .column("value", "Mean over deals", lambda one: one.level.estimate.value, unit.value)
        .range("narrow", "90 % interval", lambda one: one.level.narrow, unit.value)
        .range(
            "goal", "Target", lambda one: (one.value - one.tolerance, one.value + one.tolerance), unit.value
        )
        .column("verdict", "Mean and interval", lambda one: SEEN[one.verdict])
    )


def target_words(found: Sequence[Target]) -> str:
    """A sentence on the number of targets that each rule set meets, best first, or '' without targets."""
    if not found:
        return ""
    ranked = scores(list(found))
    if not ranked[0].met:
        return f"No ruleset meets any of {words.plural(ranked[0].of, 'target')}."
    told = [_score(one) for one in ranked[:MOST_TOLD]]
    most = ranked[0].of
    rest = len(ranked) - MOST_TOLD
    more = f"; the other {words.plural(rest, 'ruleset')} no more" if rest > 0 else ""
    return f"Of {words.plural(most, 'target')} {'; '.join(told)}{more} (exploratory)."


def _score(one: Score) -> str:
    """A phrase on the number of targets that a rule set meets by its means, and by its intervals."""
    sure = f" ({one.sure or 'none'} by its own 90 % interval)" if one.met else ""
    return f"{words.quoted(one.ruleset)} meets {one.met or 'none'}{sure}"
