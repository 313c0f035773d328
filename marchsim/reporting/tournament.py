"""The tournament report of a run folder. Each of its sections answers a question."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from marchsim.analysis.course.pace import decided_words, thinking
from marchsim.analysis.course.profile import StyleProfile, profile
from marchsim.analysis.course.telling import Telling
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.outside import OutsideRun, read
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import Key, Panel, choose, keys
from marchsim.analysis.reading.source import (
    Provenance,
    Run,
    by_sequence,
    entry,
    look_words,
    meanings,
    part_at,
    provenance,
)
from marchsim.analysis.robustness.known import studies
from marchsim.analysis.tournament import PanelResult
from marchsim.recorder import RunFolder
from marchsim.recorder.manifest import baselines, handicapped
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder, section
from marchsim.reporting.pages.document import Document, Section, Text
from marchsim.reporting.pages.format import count
from marchsim.reporting.pages.saving import label_of, place_of, write
from marchsim.reporting.sections import together
from marchsim.reporting.sections.design import (
    about,
    assumed_words,
    called,
    design,
    design_line,
    panel_name,
    population,
    voids_differ,
    warnings,
)
from marchsim.reporting.sections.design import provenance as provenance_section
from marchsim.reporting.sections.kinds import kinds
from marchsim.reporting.sections.methods import methods
from marchsim.reporting.sections.pace import activity, drama, pace, scores
from marchsim.reporting.sections.profile import profile as profile_section
from marchsim.reporting.sections.seats import seat
from marchsim.reporting.sections.standing import standing
from marchsim.reporting.sections.together import overview
from marchsim.reporting.sections.verdicts import ErrorBudget, as_data, family_of, judgements
from marchsim.reporting.sections.watch import watch
from marchsim.reporting.sections.winrates import winrate
from marchsim.reporting.summary import PACE, SEATS, WINS, summary, verdicts_of

PROFILE = "profile"
# The parts of a report, each with the title of its own page.
PARTS = {WINS: "Win rates", SEATS: "Seats", PACE: "Pace", PROFILE: "Profile of strategies"}
ALL = tuple(PARTS)
MOST_PANELS = 12  # panels to show side by side, at most
RUN = " RUN "
ALIKE = "All players win or lose together, so no seat can win more often than another."
NO_DEALS = (
    "The table has no column deal, so each game counts as independent. If games share anything, such as a "
    "shuffle, all intervals here are too narrow."
)
NO_SCORES = "The table has no scores: finishing places alone are reported."


@dataclass(frozen=True)
class Known:
    """The common inputs of sections.

    `parts` are the requested parts. `meanings` explains the columns of seats and `rounds` the columns of
    rounds. `profiles` are the style profiles by variant and number of players. `baselines` are the baseline
    players, which no verdict counts.
    """

    parts: Sequence[str]
    meanings: Mapping[str, str]
    rounds: Mapping[str, str]
    profiles: Mapping[tuple[str, int], StyleProfile]
    baselines: Collection[str]


def report_part(
    part: str,
    run: str | Path,
    out: str | Path | None = None,
    variant: str = "",
    players: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
    found: Findings | None = None,
    figures: str = "",
) -> Path:
    """Write one of the `PARTS` of a run folder's report and return the path of its page.

    The page shows one panel if you give `variant` or `players`, or if the run has more than `MOST_PANELS`.
    `tell` then receives a note on the other panels. `found` are results of the run computed earlier. `out` is
    the folder of the report, by default reports/RUN-PART. `figures` (png, svg or pdf) also saves figures as
    files.
    """
    found = found or Findings(RunFolder(run))
    folder = found.run
    asked = bool(variant) or players is not None or len(keys(folder)) > MOST_PANELS
    only = choose(folder, variant, players) if asked else None
    document = with_left_out(tournament(found, (part,), only), run, only, part, tell)
    return write(replace(document, files=figures), place_of(out, f"{label_of(run)}-{part}"))


def with_left_out(
    document: Document, run: str | Path, only: Key | None, part: str, tell: Callable[[str], None]
) -> Document:
    """A report with a notice on the panels that it leaves out, if it shows only the panel `only`.

    `tell` also receives the notice.
    """
    if only is None:
        return document
    left = left_out(RunFolder(run), only, part)
    tell(left.replace(RUN, f" {shlex.quote(str(run))} "))  # the user's path of the run is not in the page
    return replace(document, notices=[Text(left, "note"), *document.notices])


def left_out(run: RunFolder, only: Key, part: str) -> str:
    """A note on the panels that a report leaves out, with the command that shows another panel."""
    held = keys(run)
    name, players = only
    shown = f"Shown in full: {words.quoted(name)} with {words.plural(players, 'player')}."
    if len(held) == 1:
        return shown
    many = words.plural(len({variant for variant, _ in held}), "variant")
    rest = f"The other {len(held) - 1} groups of {many} are" if len(held) > 2 else "One other group is"
    variant, others = next(key for key in held if key != only)
    verb = part if part == "all" else f"part {part}"
    see = f"marchsim report {verb}{RUN}--variant {shlex.quote(variant)} --players {others}"
    return f"{shown} {rest} left out. To see {'one' if len(held) > 2 else 'it'}: {see}"


def report_table(part: str, table: Path, out: str | Path | None = None, figures: str = "") -> Path:
    """Write the win rates or seats of a table from another program and return the path of the page.

    `out` is the folder of the report, by default reports/TABLE-PART. Raises RecordError if a row is wrong.
    """
    document = tournament(Findings(read(table)), (part,))
    return write(replace(document, files=figures), place_of(out, f"{table.stem}-{part}"))


def tournament(
    known: Findings, parts: Sequence[str] = ALL, only: Key | None = None, changes: int | None = None
) -> Document:
    """The tournament report of a run as plain data, limited to `parts`.

    Games against each other come first, then games against an opponent. `only` is the variant and number of
    players of the single panel to show, or None for all panels. `changes` is the number of tests of variants
    on the same page, or None if there are none.
    """
    run = known.run
    # before panels, so that it needs no memory beside theirs; a table from outside cannot be replayed
    named = known.telling if PACE in parts and not isinstance(run, OutsideRun) else []
    every, sources = known.panels, provenance(run)
    found = [panel for panel in every if only in (None, (panel.variant, panel.players))]
    results, against = known.estimated(found, PROFILE in parts)
    judged, barred = verdicts_of(known.verdicts, parts), baselines(run.manifest)
    budget = ErrorBudget(family_of(judged), changes, part_at(run.manifest))
    if isinstance(run, OutsideRun) and not run.has_scores:
        results = [_without_scores(result) for result in results]
    held: list[PanelResult | Together] = [*results, *(panel for one in against for panel in one)]
    several = len({panel.variant for panel in every}) > 1
    mixed = len(against) + bool(results) > 1  # then names of panels include the opponent
    names = [
        panel_name(
            one.players, one.variant, several, one.opponent if mixed and isinstance(one, Together) else ""
        )
        for one in held
    ]
    ends = decided_words(every, run.manifest)
    builds = [
        SectionBuilder(f"p{at}-k{one.players}", title)
        for at, (one, title) in enumerate(zip(held, names, strict=True), 1)
    ]
    profiles = _profiles(run, found, results) if PROFILE in parts else {}
    needed = Known(parts, meanings(run, "seats"), meanings(run, "rounds"), profiles, barred)
    return Document(
        title=f"{PARTS[parts[0]] if len(parts) == 1 else 'Report'} of {called(run.manifest)}",
        about=about(run.manifest),
        summary=[
            *([ends] if ends else []),
            *summary(held, against, names, parts, judged, budget, barred, handicapped(run.manifest)),
        ],
        notices=_notices(run, sum(len(panel.games) for panel in every), sources),
        sections=[
            *judgements(judged),
            *_sections(results, against, builds, needed),
            *_to_watch(run, results, named),
            *([design([one.layout for one in held], names, thinking(run))] if held else []),
            *([] if isinstance(run, OutsideRun) else [provenance_section(sources, studies(run))]),
            methods(bool(results) or not against, bool(against), budget),
        ],
        games=sum(panel.layout.n_games for panel in held),
        verdicts=as_data(judged),
    )


def _sections(
    results: list[PanelResult], against: list[list[Together]], builds: list[SectionBuilder], known: Known
) -> list[Section]:
    """The sections on each panel, and those that compare several panels.

    `builds` has a builder for each panel.
    """
    of_results, rest = builds[: len(results)], builds[len(results) :]
    sections = [_overview(results, of_results)] if len(results) > 1 and WINS in known.parts else []
    for result, build in zip(results, of_results, strict=True):
        sections += _of_panel(result, build, known)
    for number, one in enumerate(against, 1):
        here, rest = rest[: len(one)], rest[len(one) :]
        mixed, names = bool(results) or len(against) > 1, [build.where for build in here]
        if WINS in known.parts:
            sections += overview(one, SectionBuilder(f"o{number}"), names, mixed)
        for panel, build in zip(one, here, strict=True):
            sections += _of_panel(panel, build, known)
    return sections


def _to_watch(run: Run, results: Sequence[PanelResult], named: Sequence[Telling]) -> list[Section]:
    """The section on games to watch, all from the panels shown."""
    shown = {(one.variant, one.players) for one in results}
    games = [game for game in named if (game.variant, game.players) in shown]
    return watch(games, run, len({variant for variant, _ in shown}) > 1)


def _profiles(
    run: Run, found: Sequence[Panel], results: Sequence[PanelResult]
) -> dict[tuple[str, int], StyleProfile]:
    told = {(one.variant, one.players): one.profile for one in results}
    told |= {(one.variant, one.players): profile(run, one) for one in found if one.opponent}
    return {key: one for key, one in told.items() if one is not None}


def _of_panel(panel: PanelResult | Together, build: SectionBuilder, known: Known) -> Iterator[Section]:
    """Yield the sections on one panel that belong to the requested parts."""
    told = words.capital(design_line(panel.layout))
    rows = panel.shares if isinstance(panel, PanelResult) else panel.members
    barred = words.listed([words.quoted(row.strategy) for row in rows if row.strategy in known.baselines])
    note = Text(f"Games with {barred} count here, and in no verdict.", "note") if barred else None
    yield section(build.ident, words.capital(build.where), 2, told, note)
    yield from _apart(panel, build, known) if isinstance(panel, PanelResult) else _won(panel, build, known)
    if played := known.profiles.get((panel.variant, panel.players)):
        yield profile_section(played, build)


def _apart(result: PanelResult, build: SectionBuilder, known: Known) -> Iterator[Section]:
    """Yield the sections on games in which players play against each other."""
    if WINS in known.parts:
        yield winrate(result, build)
        yield from standing(result, build)
    if SEATS in known.parts and result.players > 1:
        yield seat(result, build)
        yield from kinds(result.kinds, build)
    if PACE in known.parts:
        yield scores(result, build, known.meanings)
        yield from drama(result, build)
        yield pace(result, build)
        yield from activity(result, build, known.rounds)


def _won(panel: Together, build: SectionBuilder, known: Known) -> Iterator[Section]:
    """Yield the sections on games that the players win or lose together."""
    if WINS in known.parts:
        yield together.strategies(panel, build)
        yield together.margins(panel, build)
    if tuple(known.parts) == (SEATS,):  # other parts need no notice on seats
        yield build.section("seats", "Seats", ALIKE)
    if PACE in known.parts:
        yield scores(panel, build, known.meanings)
        yield pace(panel, build)


def _notices(run: Run, recorded: int, sources: list[Provenance]) -> list[Text]:
    if isinstance(run, OutsideRun):
        lacking = ("" if run.has_deals else NO_DEALS, "" if run.has_scores else NO_SCORES)
        return [Text(told, "warning") for told in lacking if told]
    notices = [
        *voids_differ(run),
        Text(assumed_words(sources), "warning"),
        *population(run.manifest),
        *warnings(run.manifest),
    ]
    if told := look_words(run.manifest):
        notices.append(Text(told, "warning"))
    planned = entry(run.manifest, "plan", "games")
    stopped = entry(run.manifest, "stopped", "words")
    if stopped is not None:
        told = f"This run was stopped before its last block: {stopped}."
        if by_sequence(run.manifest):
            told += (
                " Intervals of shares, and those of verdicts, hold whenever a run stops, but p values and "
                "other intervals are those of a run of a fixed length."
            )
        notices.append(Text(told, "warning"))
    elif isinstance(planned, int) and recorded < planned:
        told = (
            f"This run is not finished: {count(recorded)} of {count(planned)} planned games are recorded, "
            "and only finished blocks count. Intervals of shares, and those of verdicts, hold whenever you "
            "look, but p values and other intervals are those of a finished run."
        )
        notices.append(Text(told, "warning"))
    return notices


def _without_scores(result: PanelResult) -> PanelResult:
    """A result whose scores are unknown instead of 0, for a table without scores."""
    unknown = Estimate(None, note="the table has no scores")
    return replace(
        result,
        shares=[replace(row, score=unknown) for row in result.shares],
        seats=[replace(row, score=unknown) for row in result.seats],
        scores={},
    )


def _overview(results: list[PanelResult], builds: list[SectionBuilder]) -> Section:
    """The table of the shares of wins in all panels, side by side."""
    shares = [{row.strategy: row.share for row in result.shares} for result in results]
    columns = Columns[str]().column("strategy", "Strategy", str)
    for at, (known, build) in enumerate(zip(shares, builds, strict=True), 1):
        columns = columns.estimate(
            f"share_{at}", build.where, known.get, "percent", interval=f"interval_{at}"
        )
    note = "All equal is 1 / number of players, so shares of different numbers of players do not compare."
    strategies = sorted({strategy for known in shares for strategy in known})
    table = columns.table("overview", "Share of wins, all groups", strategies, note)
    return section("overview", "Overview", 2, table)
