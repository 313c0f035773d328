"""The head of a report, and its sections on the design, on left-out games, and on component numbers.

The head has name, versions, rules and warnings from the manifest of the run. Every report states how much its
results depend on assumed component numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from marchsim.analysis.course.pace import Thinking
from marchsim.analysis.judging.verdict import unmeasured_words
from marchsim.analysis.reading.panels import Barred, PanelLayout
from marchsim.analysis.reading.source import KINDS, Provenance, Run, entry
from marchsim.analysis.reading.void_ratio import void_ratios
from marchsim.analysis.robustness.known import KnownStudy
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, section
from marchsim.reporting.pages.document import Bullets, Section, Table, Text
from marchsim.reporting.pages.format import clean, count, name, percent
from marchsim.reporting.sections import robust
from marchsim.stats.clusters import FEW

LAYOUT = (
    Columns[PanelLayout]()
    .column("recorded", "Recorded", lambda one: one.recorded, "count")
    .games(lambda one: one.n_games, "Counted")
    .column("n_deals", "Deals", lambda one: one.n_deals, "count")
    .column("fewest_per_deal", "Fewest games per deal", lambda one: one.fewest_per_deal, "count")
    .column("most_per_deal", "Most", lambda one: one.most_per_deal, "count")
    .column("line_ups", "Line-ups", lambda one: one.line_ups, "count")
    .column("strategies", "Strategies", lambda one: one.strategies, "count")
)
DESIGN = (
    Columns[tuple[str, PanelLayout]]()
    .column("panel", "Panel", lambda row: row[0])
    .of(LAYOUT, lambda row: row[1])
)
LEFT_OUT = (
    Columns[tuple[str, str, int]]()
    .column("line", "Games left out", lambda row: row[0])
    .column("panel", "Panel", lambda row: row[1])
    .games(lambda row: row[2])
)
THINKING = (
    Columns[Thinking]()
    .column("strategy", "Strategy", lambda one: clean(one.strategy))
    .column("games", "Seats clocked", lambda one: one.games, "count")
    .column("decisions", "Decisions", lambda one: one.decisions, "count")
    .column("per_decision", "Microseconds a decision", lambda one: one.per_decision, "number")
    .column("per_game", "Milliseconds a game", lambda one: one.per_game, "number")
)
PROVENANCE = (
    Columns[Provenance]()
    .column("variant", "Rules", lambda row: row.variant)
    .column("components", "Components", lambda row: row.components, "count")
    .column("numbers", "Numbers", lambda row: row.numbers, "count")
    .each({kind: kind for kind in KINDS}, lambda row, at: row.counts.get(KINDS[at]), "count")
    .column("share", "Share assumed", lambda row: row.assumed, "percent")
)
MEANING = (
    "rulebook: the rulebook gives the number.",
    "implied: it follows from the rulebook.",
    "assumed: we chose it, because the rulebook does not say. The printed component may differ.",
    "printed: an owner of the game read it off the component.",
    "design: a designer's own change.",
)
UNKNOWN = (
    "This run does not record where its component numbers come from, so it is not known how many are assumed."
)


def design_line(layout: PanelLayout) -> str:
    """The design of a panel in one line."""
    if not layout.n_games:
        return f"none of {words.plural(layout.recorded, 'recorded game')} counts."
    spread = (
        str(layout.most_per_deal)
        if layout.fewest_per_deal == layout.most_per_deal
        else f"{layout.fewest_per_deal} to {layout.most_per_deal}"
    )
    kind = f"{clean(layout.kind)} design, " if layout.kind else ""
    seats = "seats not balanced over strategies"
    if layout.balanced:
        seats = "every strategy equally often in every seat" if layout.players > 1 else "one seat"
    few = f" Under {FEW} deals: no test." if layout.n_deals < FEW else ""
    return (
        f"{kind}{words.plural(layout.n_games, 'game')} on {words.plural(layout.n_deals, 'deal')} "
        f"({spread} per deal), {words.plural(layout.line_ups, 'line-up')}, {seats}.{few}"
    )


def void_words(layouts: Sequence[PanelLayout]) -> str:
    """A sentence on void games and how they are treated."""
    recorded = sum(layout.recorded for layout in layouts)
    void = sum(layout.n_void for layout in layouts)
    if not void:
        return f"Of {words.plural(recorded, 'recorded game')} none was void."
    kinds: Counter[str] = Counter()
    for layout in layouts:
        kinds.update(layout.voids)
    told = words.listed([f"{games} {clean(kind)}" for kind, games in sorted(kinds.items())])
    beside = sum(layout.beside for layout in layouts)
    text = (
        f"{words.plural(void, 'game')} of {words.plural(recorded, 'recorded game')} were void ({told}); "
        f"they are neither wins nor losses, and {words.plural(beside, 'sound game')} of their blocks "
        "were left out with them."
    )
    if kinds["time"]:
        text += " Games void by time may differ between machines."
    return text


def design(layouts: Sequence[PanelLayout], names: list[str], thoughts: Sequence[Thinking] = ()) -> Section:
    """The section on the design, games left out and processor time. `names` are the names of the panels."""
    panels = list(zip(names, layouts, strict=True))
    open_ = sum(layout.open for layout in layouts)
    told = f"{words.plural(open_, 'game')} of blocks not finished were left out."
    left = [row for name, layout in panels for row in _left_out(layout, name)]
    return section(
        "design",
        "How it was measured",
        2,
        Bullets(tuple(f"{name}: {design_line(layout)}" for name, layout in panels)),
        void_words(layouts),
        Text(told, "warning") if open_ else None,
        DESIGN.table("design", "Design and games, by panel", panels),
        LEFT_OUT.table("left-out", "Games left out, by reason", left) if left else None,
        thinking_table(thoughts) if thoughts else None,
    )


def _left_out(layout: PanelLayout, name: str) -> Iterator[tuple[str, str, int]]:
    lines = [(f"void: {clean(kind)}", games) for kind, games in layout.voids.items()]
    lines += [("sound, in a block with a void game", layout.beside), ("in a block not finished", layout.open)]
    return ((line, name, games) for line, games in lines if games)


def thinking_table(thoughts: Sequence[Thinking]) -> Table:
    """A table of the processor time per answer of each strategy, slowest first."""
    order = sorted(thoughts, key=lambda one: (-one.per_decision, one.strategy))
    note = (
        "Processor time of the strategies' answers, measured in every 11th game. It depends on the machine "
        "and its load, so no digest includes it."
    )
    return THINKING.table("thinking", "Processor time by strategy", order, note)


def assumed_words(found: list[Provenance]) -> str:
    """The sentence on assumed numbers at the top of every report."""
    if not found:
        return UNKNOWN
    if not any(row.components for row in found):
        return "The game has no components, so none of their numbers is assumed."
    if not any(row.counts["assumed"] for row in found):
        return "No component number is assumed: all are given, implied, printed or a designer's own."
    alike: dict[str, list[str]] = {}
    for row in found:
        part = f"{count(row.counts['assumed'])} of {count(row.numbers)} component numbers"
        alike.setdefault(f"{part} ({percent(row.assumed or 0.0)})", []).append(words.quoted(row.variant))
    told = [
        part if len(alike) == 1 else f"{part} of rules {words.listed(names)}" for part, names in alike.items()
    ]
    return (
        f"{words.listed(told)} are assumed, not known: every result here rests on them, "
        "and says how this set of numbers plays, not how the printed game does."
    )


def provenance(found: list[Provenance], studies: Sequence[KnownStudy]) -> Section:
    """The section on the sources of component numbers, and on claims that hold with other numbers."""
    title = "Component numbers by where they come from"
    return section(
        "provenance",
        "Where the numbers of the components come from",
        2,
        Text(assumed_words(found), "warning"),
        Bullets(MEANING),
        PROVENANCE.table("provenance", title, found) if found else None,
        robust.sentence(studies, any(row.counts["assumed"] for row in found)),
        replace(robust.table(studies), id="robust") if studies else None,
        *robust.pictured(studies, "robust"),
    )


def called(manifest: Mapping[str, Any], unnamed: str = "run") -> str:
    """The name of the configuration, for a title, or `unnamed` if it has none."""
    return name(str(entry(manifest, "configuration", "resolved", "name") or unnamed))


def panel_name(players: int, variant: str, several: bool, opponent: str = "") -> str:
    """The name of a panel: number of players, any opponent, and the variant if the run has `several`."""
    told = words.plural(players, "player") + (f" against {name(opponent)}" if opponent else "")
    return told + (f", rules {words.quoted(variant)}" if several else "")


def about(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that identify a report, from the manifest: names, seed, versions and fingerprints."""
    rules = entry(manifest, "variants")
    players = entry(manifest, "population")
    known = ("name", "fingerprint", "played", "as_listed", "players")
    told = {key: entry(players, key) for key in known} if isinstance(players, Mapping) else None
    return {
        "run": entry(manifest, "configuration", "resolved", "name"),
        "game": entry(manifest, "game", "title"),
        "seed": entry(manifest, "configuration", "resolved", "seed"),
        "marchsim": entry(manifest, "marchsim"),
        "rules": [
            {
                "name": entry(one, "name"),
                "preset": entry(one, "preset"),
                "fingerprint": entry(one, "fingerprint"),
            }
            for one in (rules if isinstance(rules, list) else [])
        ],
        **({"population": told} if told else {}),
    }


def population(manifest: Mapping[str, Any]) -> list[Text]:
    """A note that names the population, or [] if the players come from none."""
    found = entry(manifest, "population")
    if not isinstance(found, Mapping):
        return []
    listed = found.get("as_listed")
    others = [words.quoted(str(one)) for one in (listed if isinstance(listed, list) else [])]
    more = f" Not in it, and as they are: {words.listed(others)}." if others else ""
    mark = str(found.get("fingerprint"))[:12]
    told = f"Played by population {words.quoted(str(found.get('name')))} (fingerprint {name(mark)}).{more}"
    return [Text(f"{told} Results hold for these players.", "note")]


def voids_differ(run: Run) -> list[Text]:
    """A warning that some variants or strategies have more void games than others.

    The list is empty if the difference is not significant.
    """
    found = [one.words for one in void_ratios(run)]
    if not found:
        return []
    rest = f", and {len(found) - 3} more" if len(found) > 3 else ""
    told = f"Void games are not spread evenly: {'; '.join(found[:3])}{rest} (deal by deal, Holm at 5 %)."
    return [Text(f"{told} The counted games are a selection, so all results below may be biased.", "warning")]


def warnings(manifest: Mapping[str, Any]) -> list[Text]:
    """The game's warnings, each with the variants to which it applies. No warning is repeated."""
    rules = entry(manifest, "variants")
    found: dict[str, list[str]] = {}
    for one in rules if isinstance(rules, list) else []:
        listed = entry(one, "warnings")
        for warning in listed if isinstance(listed, list) else []:
            found.setdefault(str(warning), []).append(words.quoted(str(entry(one, "name"))))
    several = len(rules) > 1 if isinstance(rules, list) else False
    return [
        Text((f"Rules {words.listed(names)}: " if several else "") + warning, "warning")
        for warning, names in found.items()
    ]


def barred_words(found: Barred) -> str:
    """A sentence on games left out because of baseline players, or '' if there are none."""
    if not found.games:
        return ""
    who = words.listed([words.quoted(one) for one in found.names])
    told = f"Games with a baseline player ({who}) are left out here: {found.games:,} of {found.of:,}."
    return f"{told} {unmeasured_words(found.empty, found.names)}" if found.empty else told
