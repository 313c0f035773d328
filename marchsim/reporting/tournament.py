"""Puts the tournament report of a run folder together: which sections answer which question of a reader."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from marchsim.analysis.course.pace import Course
from marchsim.analysis.course.profile import StyleProfile, profile
from marchsim.analysis.course.telling import Telling
from marchsim.analysis.course.thinking import thinking
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging import anytime
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.outside.results import OutsideRun, read
from marchsim.analysis.reading.chosen import Key, choose, keys
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.provenance import Provenance, provenance
from marchsim.analysis.reading.source import Run, entry, meanings
from marchsim.analysis.robustness.known import studies
from marchsim.analysis.tournament import Facing, PanelResult
from marchsim.recorder import RunFolder
from marchsim.recorder.yardsticks import narrow, yardsticks
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Document, Section, Text
from marchsim.reporting.pages.format import count
from marchsim.reporting.pages.saving import label_of, place_of, write
from marchsim.reporting.sections import facing as facing_section
from marchsim.reporting.sections import together
from marchsim.reporting.sections.design import assumed_words, design, design_line
from marchsim.reporting.sections.design import provenance as provenance_section
from marchsim.reporting.sections.head import about, called, panel_name, population, warnings
from marchsim.reporting.sections.kinds import kinds
from marchsim.reporting.sections.methods import methods
from marchsim.reporting.sections.pace import activity, drama, pace, scores
from marchsim.reporting.sections.profile import profile as profile_section
from marchsim.reporting.sections.seats import seat
from marchsim.reporting.sections.standing import standing
from marchsim.reporting.sections.verdicts import ErrorBudget, as_data, family_of, judgements
from marchsim.reporting.sections.watch import watch
from marchsim.reporting.sections.winrates import equality_tests, winrate
from marchsim.reporting.summary import PACE, SEATS, WINS, asked, summary

PROFILE = "profile"
# The parts of a report, each with the title of a page of its own.
PARTS = {WINS: "Win rates", SEATS: "Seats", PACE: "Pace", PROFILE: "Profile of strategies"}
ALL = tuple(PARTS)
MOST_PANELS = 12  # more are not shown beside each other
RUN = " RUN "
ALIKE = "All players win or lose together, so no seat can win more often than another."

Shown = TypeVar("Shown", PanelResult, Together)


@dataclass(frozen=True)
class Known:
    """What sections of all panels need: parts, meanings of columns of seats and rounds, profiles.

    `budget` are the families of verdicts, `yardsticks` are the strategies without a part in them.
    """

    parts: Sequence[str]
    meanings: Mapping[str, str]
    rounds: Mapping[str, str]
    profiles: Mapping[tuple[str, int], StyleProfile]
    budget: ErrorBudget
    yardsticks: Collection[str]


def report_part(
    part: str,
    run: str | Path,
    out: str | Path | None = None,
    variant: str = "",
    players: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
    found: Findings | None = None,
) -> Path:
    """Write one of `PARTS` of a run folder's report and return the path of its page.

    It shows one panel where `variant` or `players` name it, or where there are more than `MOST_PANELS`;
    `tell` hears what is left out then; `found` is what is known of the run already. `out` is by default
    reports/ with the run folder's own name and that of the part.
    """
    found = found or Findings(RunFolder(run))
    folder = found.run
    asked = bool(variant) or players is not None or len(keys(folder)) > MOST_PANELS
    only = choose(folder, variant, players) if asked else None
    document = with_left_out(tournament(found, (part,), only), run, only, part, tell)
    return write(document, place_of(out, f"{label_of(run)}-{part}"))


def with_left_out(
    document: Document, run: str | Path, only: Key | None, part: str, tell: Callable[[str], None]
) -> Document:
    """Return a report with the notice of what it leaves out where it shows one panel; `tell` hears it."""
    if only is None:
        return document
    left = left_out(RunFolder(run), only, part)
    tell(left.replace(RUN, f" {shlex.quote(str(run))} "))  # as its user calls it, which no page can know
    return replace(document, notices=[Text(left, "note"), *document.notices])


def left_out(run: RunFolder, only: Key, part: str) -> str:
    """Return what a report with one panel leaves out, and the command that shows another."""
    held = keys(run)
    name, players = only
    shown = f"Shown in full: {words.quoted(name)} with {words.plural(players, 'player')}."
    if len(held) == 1:
        return shown
    many = words.plural(len({variant for variant, _ in held}), "variant")
    rest = f"The other {len(held) - 1} panels of {many} are" if len(held) > 2 else "One other panel is"
    variant, others = next(key for key in held if key != only)
    see = f"marchsim report {part}{RUN}--variant {shlex.quote(variant)} --players {others}"
    return f"{shown} {rest} left out; to see {'one' if len(held) > 2 else 'it'}: {see}"


def report_table(part: str, table: Path, out: str | Path | None = None) -> Path:
    """Write win rates or seats of an outside table and return the path of the page.

    `out` is by default reports/ with the table's name and that of the part. RecordError names a wrong row.
    """
    return write(tournament(Findings(read(table)), (part,)), place_of(out, f"{table.stem}-{part}"))


def tournament(
    known: Findings, parts: Sequence[str] = ALL, only: Key | None = None, changes: int | None = None
) -> Document:
    """Return the tournament report of a run as plain data, with these parts.

    Games against each other come first; those against an opponent follow in sections of their own. `only` is
    the variant and the number of players of one panel that is shown alone; `changes` counts the tests of what
    variants change, where a report on that has the same page.
    """
    run = known.run
    # before panels, so that it needs no memory beside theirs; a table from outside cannot be replayed
    named = known.telling if PACE in parts and not isinstance(run, OutsideRun) else []
    every, sources = known.panels, provenance(run)
    found = [panel for panel in every if only in (None, (panel.variant, panel.players))]
    results, against = known.estimated(found, PROFILE in parts)
    judged, barred = known.verdicts, yardsticks(run.manifest)
    if isinstance(run, OutsideRun) and not run.has_scores:
        results = [_without_scores(result) for result in results]
    held: list[PanelResult | Together] = [*results, *(panel for one in against for panel in one.panels)]
    several = len({panel.variant for panel in every}) > 1
    mixed = len(against) + bool(results) > 1  # so that the opponent is named too
    names = [
        panel_name(
            one.players, one.variant, several, one.opponent if mixed and isinstance(one, Together) else ""
        )
        for one in held
    ]
    spent = ErrorBudget(family_of(asked(judged, parts)), changes)
    needed = _known(run, found, results, parts, spent)
    return Document(
        title=f"{PARTS[parts[0]] if len(parts) == 1 else 'Report'} of {called(run.manifest)}",
        about=about(run.manifest),
        summary=summary(held, against, names, parts, judged, barred, changes, narrow(run.manifest)),
        notices=_notices(run, sum(len(panel.games) for panel in every), sources),
        sections=[
            *judgements(asked(judged, parts)),
            *_sections(run, results, against, names, sources, needed, named),
        ],
        games=sum(panel.layout.n_games for panel in held),
        verdicts=as_data(asked(judged, parts)),
    )


def _sections(
    run: Run,
    results: list[PanelResult],
    against: list[Facing],
    names: list[str],
    sources: list[Provenance],
    known: Known,
    named: Sequence[Telling],
) -> list[Section]:
    parts = known.parts
    sections = [_overview(results, names[: len(results)])] if len(results) > 1 and WINS in parts else []
    for at, (result, title) in enumerate(zip(results, names[: len(results)], strict=True)):
        sections += _of_panel(result, f"p{at + 1}-k{result.players}", title, known, APART)
    place = len(results)
    for number, one in enumerate(against):
        here = names[place : place + len(one.panels)]
        mixed = bool(results) or len(against) > 1
        sections += facing_section.overview(one, f"o{number + 1}", here, mixed) if WINS in parts else []
        for panel, title in zip(one.panels, here, strict=True):
            place += 1
            sections += _of_panel(panel, f"p{place}-k{panel.players}", title, known, TOGETHER)
    held: list[PanelResult | Together] = [*results, *(panel for one in against for panel in one.panels)]
    sections += equality_tests(held, names, WINS in parts, SEATS in parts)
    sections += _to_watch(run, results, named)
    sections += [design(held, names, thinking(run))] if held else []
    sections += [] if isinstance(run, OutsideRun) else [provenance_section(sources, studies(run))]
    return [*sections, methods(bool(results) or not against, bool(against), known.budget)]


def _to_watch(run: Run, results: Sequence[PanelResult], named: Sequence[Telling]) -> list[Section]:
    """Return the section on games to watch, of the panels that are shown."""
    shown = {(one.variant, one.players) for one in results}
    games = [game for game in named if (game.variant, game.players) in shown]
    return watch(games, run, len({variant for variant, _ in shown}) > 1)


def _known(
    run: Run,
    found: Sequence[Panel],
    results: Sequence[PanelResult],
    parts: Sequence[str],
    spent: ErrorBudget,
) -> Known:
    told = {(one.variant, one.players): one.profile for one in results}
    if PROFILE in parts:
        told |= {(one.variant, one.players): profile(run, one) for one in found if one.opponent}
    profiles = {key: one for key, one in told.items() if one is not None}
    return Known(
        parts, meanings(run, "seats"), meanings(run, "rounds"), profiles, spent, yardsticks(run.manifest)
    )


def _of_panel(
    panel: Shown, ident: str, title: str, known: Known, answers: Mapping[str, Answer[Shown]]
) -> list[Section]:
    """Return the sections of one panel that answer the questions of the report's parts."""
    sections = [_head(panel, ident, title, known)]
    for question, answer in answers.items():
        if question in known.parts:
            sections += answer(panel, ident, title, known)
    return sections


def _wins(result: PanelResult, ident: str, title: str, _: Known) -> list[Section]:
    return [winrate(result, ident, title), *standing(result, ident, title)]


def _seats(result: PanelResult, ident: str, title: str, _: Known) -> list[Section]:
    if result.players == 1:
        return []
    return [seat(result, ident, title), *kinds(result.kinds, ident, title)]


def _pace(result: PanelResult, ident: str, title: str, known: Known) -> list[Section]:
    return [
        scores(result, ident, title, known.meanings),
        *drama(result, ident, title),
        pace(result, ident, title),
        *activity(result, ident, title, known.rounds),
    ]


def _profile(panel: Course, ident: str, title: str, known: Known) -> list[Section]:
    found = known.profiles.get((panel.variant, panel.players))
    return [] if found is None else [profile_section(found, ident, title)]


def _won(panel: Together, ident: str, title: str, _: Known) -> list[Section]:
    return [together.strategies(panel, ident, title), together.margins(panel, ident, title)]


def _alike(_: Together, ident: str, __: str, known: Known) -> list[Section]:
    alone = tuple(known.parts) == (SEATS,)  # beside other parts there is nothing to say of seats
    return [Section(f"{ident}-seats", "Seats", 3, [Text(ALIKE)])] if alone else []


def _pace_together(panel: Together, ident: str, title: str, known: Known) -> list[Section]:
    return [scores(panel, ident, title, known.meanings), pace(panel, ident, title)]


# What answers each question of a reader about a panel: of players against each other, and together.
Answer = Callable[[Shown, str, str, Known], list[Section]]
APART: Mapping[str, Answer[PanelResult]] = {WINS: _wins, SEATS: _seats, PACE: _pace, PROFILE: _profile}
TOGETHER: Mapping[str, Answer[Together]] = {
    WINS: _won,
    SEATS: _alike,
    PACE: _pace_together,
    PROFILE: _profile,
}


def _head(panel: PanelResult | Together, ident: str, title: str, known: Known) -> Section:
    blocks = [Text(words.capital(design_line(panel.layout)))]
    rows = panel.shares if isinstance(panel, PanelResult) else panel.members
    barred = [words.quoted(row.strategy) for row in rows if row.strategy in known.yardsticks]
    if barred:
        told = f"Games with {words.listed(barred)} count here, and in no verdict."
        blocks.append(Text(told, "note"))
    return Section(ident, words.capital(title), 2, blocks)


def _notices(run: Run, recorded: int, sources: list[Provenance]) -> list[Text]:
    if isinstance(run, OutsideRun):
        return [Text(told, "warning") for told in _lacking(run)]
    notices = [Text(assumed_words(sources), "warning"), *population(run.manifest), *warnings(run.manifest)]
    planned = entry(run.manifest, "plan", "games")
    stopped = entry(run.manifest, "stopped", "words")
    if stopped is not None:
        told = f"This run was stopped before its last block: {stopped}."
        if anytime.stopped_by_precision(run.manifest):
            told += (
                " Intervals of shares, and those of verdicts, hold whenever a run stops; p values and other "
                "intervals are those of a run of a fixed length."
            )
        notices.append(Text(told, "warning"))
    elif isinstance(planned, int) and recorded < planned:
        notices.append(
            Text(
                f"This run is not finished: {count(recorded)} of {count(planned)} planned games are "
                "recorded, and only finished blocks count.",
                "warning",
            )
        )
    return notices


def _without_scores(result: PanelResult) -> PanelResult:
    """Return a result of a table that has no scores: unknown ones, not 0."""
    unknown = Estimate(None, note="the table has no scores")
    return replace(
        result,
        shares=[replace(row, score=unknown) for row in result.shares],
        seats=[replace(row, score=unknown) for row in result.seats],
        scores={},
    )


def _lacking(run: OutsideRun) -> list[str]:
    """Return what an outside table does not tell, and what follows."""
    told = []
    if not run.has_deals:
        told.append(
            "The table has no column deal, so each game counts as independent; if games share something, "
            "such as a shuffle, all intervals here are too narrow."
        )
    if not run.has_scores:
        told.append("The table has no scores: finishing places alone are reported.")
    return told


def _overview(results: list[PanelResult], names: list[str]) -> Section:
    """Return the table of win shares of all panels beside each other."""
    shares = [{row.strategy: row.share for row in result.shares} for result in results]
    columns = Columns[str]().column("strategy", "Strategy", str)
    for at, (known, title) in enumerate(zip(shares, names, strict=True), 1):
        columns = columns.estimate(f"share_{at}", title, known.get, "percent", interval=f"interval_{at}")
    note = "All equal is 1 / number of players, so shares of different numbers of players do not compare."
    strategies = sorted({strategy for known in shares for strategy in known})
    table = columns.table("overview", "Share of wins, all panels", strategies, note)
    return Section("overview", "Overview", 2, [table])
