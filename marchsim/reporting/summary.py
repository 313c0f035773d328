"""The summary at the top of a report: verdicts about the game, then a short text on each panel.

All verdicts come from `analysis.judging.run_verdicts`. Everything else is a fact about the played games.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from marchsim.analysis.course.pace import Course
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging.verdict import (
    KINDS,
    LENGTH,
    STRATEGIES,
    VARIANTS,
    WON,
    Verdict,
)
from marchsim.analysis.tournament import PanelResult
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import percent
from marchsim.reporting.sections import kinds, together, verdicts
from marchsim.reporting.sections.design import design_line, void_words
from marchsim.reporting.sections.pace import drama_words, length_words
from marchsim.reporting.sections.seats import first_seat
from marchsim.reporting.sections.verdicts import ErrorBudget, budget_line
from marchsim.reporting.sections.winrates import best_and_worst
from marchsim.stats.clusters import FEW

WINS, SEATS, PACE = "winrate", "seats", "pace"
QUESTIONS = {WINS: (STRATEGIES, WON, VARIANTS), SEATS: (SEATS, KINDS), PACE: (LENGTH,)}
MOST_TOLD = 4  # with more panels against one opponent, each variant has one sentence


def verdicts_of(found: Sequence[Verdict], parts: Sequence[str]) -> list[Verdict]:
    """The verdicts that belong to parts of a report. Only the whole report has verdicts on cards."""
    if set(QUESTIONS) <= set(parts):
        return list(found)
    wanted = {question for part in parts for question in QUESTIONS.get(part, ())}
    return [one for one in found if one.question in wanted]


def summary(
    held: Sequence[PanelResult | Together],
    against: list[list[Together]],
    names: list[str],
    parts: Sequence[str],
    found: Sequence[Verdict],
    budget: ErrorBudget,
    baselines: Collection[str],
    limited: Collection[str],
) -> list[str]:
    """The sentences at the top of a report. `names` are the names of the panels in `held`.

    `against` groups the panels with a common opponent. `parts` are the requested parts, `found` the verdicts
    for these parts, and `budget` the families of verdicts on the page. `limited` are the handicapped
    strategies.
    """
    if not held:
        return ["This run recorded no game, so there is nothing to report."]
    said = [*verdicts.lines(found), budget_line(budget), measured(held, baselines)]
    said += [_handicapped(held, limited)] if WINS in parts else []
    told = [one for one in against if len(one) > MOST_TOLD and WINS in parts]
    for panel, title in zip(held, names, strict=True):
        if isinstance(panel, Together) and any(panel in one for one in told):
            continue
        sentences = " ".join(part for part in _in_short(panel, parts, baselines) if part)
        told_of = words.capital(title) + (
            ", games with baseline players too" if mixed(panel, baselines) else ""
        )
        said.append(f"{told_of}: {sentences or words.capital(design_line(panel.layout))}")
    said += [sentence for one in told for sentence in together.in_short(one)]
    return [*(sentence for sentence in said if sentence), void_words([panel.layout for panel in held])]


def mixed(panel: PanelResult | Together, baselines: Collection[str]) -> bool:
    """Whether a baseline player took part in a panel's games."""
    rows = panel.shares if isinstance(panel, PanelResult) else panel.members
    return any(row.strategy in baselines for row in rows)


def measured(held: Sequence[PanelResult | Together], baselines: Collection[str]) -> str:
    """A sentence on the wins of baseline players, or '' if there are none.

    The wins of a baseline only show that skill wins.
    """
    told = []
    for name in sorted(baselines):
        won = {
            players: shares
            for players in sorted({panel.players for panel in held})
            if (shares := _won(held, name, players))
        }
        if won:
            entries, parts = sum(n for shares in won.values() for _, n in shares), list(won.items())
            each = [f"{_range(shares)} with {words.plural(players, 'player')}" for players, shares in parts]
            told.append(f"{words.quoted(name)} won {words.listed(each)} ({entries:,} entries)")
    if not told:
        return ""
    them = "games with it are" if len(told) == 1 else "games with them are"
    return f"Baseline players: {words.listed(told)}; {them} in no verdict."


def _handicapped(held: Sequence[PanelResult | Together], limited: Collection[str]) -> str:
    """A sentence on handicapped strategies, which no verdict judges, or '' if there are none."""
    rows = (row for panel in held if isinstance(panel, PanelResult) for row in panel.shares)
    names = sorted({row.strategy for row in rows if row.strategy in limited})
    if not names:
        return ""
    verb, their = ("is", "its") if len(names) == 1 else ("are", "their")
    listed = words.listed([words.quoted(name) for name in names])
    return f"{listed} {verb} handicapped: {their} games count, but no verdict judges {their} wins."


def _won(held: Sequence[PanelResult | Together], name: str, players: int) -> list[tuple[float, int]]:
    """The share of wins and the number of entries of a strategy, for each panel with `players` players."""
    return [
        (row.share.value, row.share.entries)
        for panel in held
        if isinstance(panel, PanelResult) and panel.players == players > 1
        for row in panel.shares
        if row.strategy == name and row.share.value is not None and not row.by_design
    ]


def _range(shares: Sequence[tuple[float, int]]) -> str:
    """A share or, if rule sets differ, the lowest and highest share. Rule sets are never pooled."""
    least, most = (percent(end(value for value, _ in shares)) for end in (min, max))
    return least if least == most else f"{least} to {most}"


def _in_short(panel: PanelResult | Together, parts: Sequence[str], baselines: Collection[str]) -> list[str]:
    """The main sentences on a panel.

    If players play against each other and some are baseline players, no sentence is on strategies or seats,
    because the result may differ without baseline players.
    """
    said = []
    if WINS in parts and isinstance(panel, Together):
        said += [together.won_words(panel), together.member_words(panel)]
    elif isinstance(panel, PanelResult):
        sound = not mixed(panel, baselines)
        said += [best_and_worst(panel), _certain(panel)] if WINS in parts and sound else []
        said += [first_seat(panel)] if SEATS in parts and sound else []
        said += [kinds.sentence(panel.kinds)] if SEATS in parts and panel.kinds else []
    if PACE in parts and panel.layout.n_games:
        said.append(length_words(panel))
        said.append(drama_words(panel.drama) if isinstance(panel, PanelResult) and panel.drama else "")
    return [*said, _few(panel) if panel.layout.n_games else ""]


def _certain(result: PanelResult) -> str:
    """A sentence on strategies that won every game or none, or '' if there are no such strategies."""
    played = [row for row in result.shares if row.share.value is not None and not row.by_design]
    if len(played) < 2 or result.players == 1:
        return ""
    told = []
    for value, verb in ((1.0, "won every game"), (0.0, "won none")):
        names = [words.quoted(row.strategy) for row in played if row.share.value == value]
        if names:
            told.append(f"{words.listed(names)} {verb}.")
    return " ".join(told)


def _few(panel: Course) -> str:
    if panel.layout.n_deals >= FEW:
        return ""
    return (
        f"These are only {words.plural(panel.layout.n_deals, 'deal')}; under {FEW} nothing is tested, and "
        "all of it is a first impression."
    )
