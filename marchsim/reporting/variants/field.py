"""Section: what a change does to each strategy, and what another strategy would see of it."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.blocks import OWN
from marchsim.analysis.variants.comparisons import Study
from marchsim.analysis.variants.field_effects import FieldEffect
from marchsim.analysis.variants.verdicts import Compared
from marchsim.reporting.figures.variants import Mark, Pane, field
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Figure, Section, Table, Text, Value
from marchsim.reporting.pages.format import ends, show
from marchsim.reporting.variants.phrases import is_share, title
from marchsim.stats.equivalence import CHANGED, TRIVIAL
from marchsim.stats.intervals import Interval

MOST_PANES = 6
MOST_TOLD = 4
CALLED = "What each strategy sees, and what another would"
SEEN = {
    OWN: "own share of wins",
    "first-seat": "own share in the first seat",
    "seat-trend": "own share, last minus first seat",
    "score": "own score",
}
NOTE = (
    "Exploratory. The intervals are of 95 % each, not simultaneous. Another strategy: the 95 % prediction "
    "interval of the effect on one more, if those that played are like a sample of those that might."
)


def field_section(study: Study, players: int, ident: str, where: str) -> Section:
    """Return the section at one number of players."""
    here = [one for one in study.effects if one.players == players]
    said = [one for one in here if one.field is not None]
    if not said:
        return Section(f"{ident}-strategies", CALLED, 3, [Text(_unsaid(here))])
    shown = _shown(study, said)
    blocks: list[Block] = [
        Text(told(study, players) or "No metric that strategies see is called changed."),
        Text(NOTE),
    ]
    blocks.append(_figure(shown[:MOST_PANES], len(study.rulesets.others) > 1, ident, where))
    for shares, kind in ((True, "shares"), (False, "numbers")):
        of_kind = [one for one in here if _is_share(one.metric) is shares]
        if of_kind:
            caption = f"Effects over strategies, {where}: {'shares' if shares else 'other numbers'}"
            rows = [_row(one) for one in of_kind]
            blocks.append(Table(f"{ident}-over-strategies-{kind}", caption, _columns(shares), rows))
        by_name = [one for one in shown if _is_share(one.metric) is shares]
        if by_name:
            caption = f"Effects by strategy, {where}: {'shares' if shares else 'other numbers'}"
            rows = [row for one in by_name for row in _rows(one)]
            blocks.append(Table(f"{ident}-effects-{kind}", caption, _own_columns(shares), rows))
    return Section(f"{ident}-strategies", CALLED, 3, blocks)


def _unsaid(here: Sequence[FieldEffect]) -> str:
    why = list(dict.fromkeys(one.note for one in here))
    return (
        "Nothing is said of strategies that did not play: "
        + ("; ".join(why) or "no strategy has 30 deals")
        + "."
    )


def _changes(study: Study) -> list[Compared]:
    return [one for one in study.primary if one.verdict in (CHANGED, TRIVIAL)]


def _shown(study: Study, said: Sequence[FieldEffect]) -> list[FieldEffect]:
    """Return the effects to be shown by strategy: of metrics that changed, and on the own share of wins."""
    changed = {(one.variant, one.metric, one.players) for one in _changes(study)}
    return sorted(
        (one for one in said if one.metric == OWN or (one.variant, one.metric, one.players) in changed),
        key=lambda one: one.metric == OWN,
    )


def told(study: Study, players: int | None = None) -> str:
    """Return which of the changes another strategy would see too; '' where nothing changed."""
    changed = {
        (one.variant, one.metric, one.players) for one in _changes(study) if players in (None, one.players)
    }
    found = [one for one in study.effects if one.field and (one.variant, one.metric, one.players) in changed]
    if not found:
        return ""
    sure = [one for one in found if one.field and _one_sided(one.field.prediction)]
    several = len(study.counts) > 1 and players is None
    listed = [_words(one, len(study.rulesets.others) > 1, several) for one in (sure or found)[:MOST_TOLD]]
    more = "" if len(sure or found) <= MOST_TOLD else f" (the first {MOST_TOLD})"
    head = (
        f"Of {words.plural(len(found), 'change')} that can be told by strategy, {len(sure)} would be seen by "
        f"another strategy too (95 % prediction interval on one side of 0)"
    )
    return f"{head}{more}: {'; '.join(listed)}." if sure else f"{head}. {words.capital('; '.join(listed))}."


def _one_sided(interval: Interval) -> bool:
    return interval.low > 0 or interval.high < 0


def _words(one: FieldEffect, named: bool, counted: bool) -> str:
    """Return what another strategy would see of a change."""
    assert one.field is not None
    prefix = f"under {words.quoted(one.variant)}, " if named else ""
    prefix += f"with {words.plural(one.players, 'player')}, " if counted else ""
    ends = _bounds(one.metric, one.field.prediction).replace(" to ", " and ")
    unit = " points" if _is_share(one.metric) else ""
    return f"{prefix}{_title(one.metric)}: another strategy would see between {ends}{unit}"


def _title(metric: str) -> str:
    return SEEN.get(metric) or title(metric)


def _is_share(metric: str) -> bool:
    return metric == OWN or is_share(metric)


def _bounds(metric: str, interval: Interval) -> str:
    return show((interval.low, interval.high), "pointses" if _is_share(metric) else "signeds")


def _figure(shown: Sequence[FieldEffect], named: bool, ident: str, where: str) -> Figure:
    panes = []
    for one in shown:
        assert one.field is not None
        share = _is_share(one.metric)
        above = f"{_title(one.metric)}{' (points)' if share else ''}"
        under = f"\n{words.quoted(one.variant)}" if named else ""  # a line of its own: panes are narrow
        marks = [Mark(each.strategy, each.value, ends(each.interval), None, "") for each in one.effects]
        interval = None if one.metric == OWN else ends(one.field.mean_interval)
        whole = Mark("", one.field.mean, interval, ends(one.field.prediction), "")
        panes.append((Pane(f"{above}{under}", share), marks, whole))
    called = f"Effects by strategy, {where}"
    said = "; ".join(_words(one, named, False) for one in shown)
    alt = (
        "Forests of the difference that each strategy sees with 95 % intervals; below them the mean over "
        f"strategies and the 95 % prediction interval of one more. {words.capital(said)}."
    )
    kind = "shares" if _is_share(shown[0].metric) else "numbers"
    return Figure(
        f"{ident}-strategies",
        called,
        alt,
        field(f"{ident}-strategies", called, alt, panes),
        f"{ident}-effects-{kind}",
    )


def _columns(shares: bool) -> tuple[Column, ...]:
    one, many, size, sizes = (
        ("points", "pointses", "size", "sizes") if shares else ("signed", "signeds", "number", "numbers")
    )
    unit = " (points)" if shares else ""
    return (
        Column("metric", "Seen by a strategy"),
        Column("ruleset", "Variant"),
        Column("strategies", "Strategies", "count"),
        Column("mean", f"Mean effect{unit}", one),
        Column("interval", "95 % interval", many),
        Column("tau", f"SD over strategies (tau){unit}", size),
        Column("tau_interval", "95 % interval of tau", sizes),
        Column("prediction", f"Another strategy{unit}", many),
        Column("note", "Remarks"),
    )


def _row(one: FieldEffect) -> dict[str, Value]:
    found, shared = one.field, one.metric == OWN
    return {
        "metric": _title(one.metric),
        "ruleset": one.variant,
        "strategies": len(one.effects),
        "mean": found.mean if found else None,
        "interval": ends(found.mean_interval) if found and not shared else None,
        "tau": found.tau if found else None,
        "tau_interval": ends(found.tau_interval) if found else None,
        "prediction": ends(found.prediction) if found else None,
        "note": one.note or ("shares add up: what one wins others lose" if shared else ""),
    }


def _own_columns(shares: bool) -> tuple[Column, ...]:
    one, many = ("points", "pointses") if shares else ("signed", "signeds")
    unit = " (points)" if shares else ""
    return (
        Column("metric", "Seen by a strategy"),
        Column("ruleset", "Variant"),
        Column("strategy", "Strategy"),
        Column("n_deals", "Deals", "count"),
        Column("difference", f"Effect{unit}", one),
        Column("interval", "95 % interval", many),
    )


def _rows(one: FieldEffect) -> list[dict[str, Value]]:
    return [
        {
            "metric": _title(one.metric),
            "ruleset": one.variant,
            "strategy": each.strategy,
            "n_deals": each.deals,
            "difference": each.value,
            "interval": ends(each.interval),
        }
        for each in one.effects
    ]
