"""Puts the tournament report together from a run folder and writes it: page, Markdown, JSON and figures."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from marchsim import files, folders
from marchsim.analysis.course.pace import Course
from marchsim.analysis.course.profile import StyleProfile, profile
from marchsim.analysis.course.thinking import thinking
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging import anytime
from marchsim.analysis.judging.judgements import verdicts
from marchsim.analysis.outside.results import OutsideRun, read
from marchsim.analysis.reading.chosen import Key, choose, keys
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.provenance import Provenance, provenance
from marchsim.analysis.reading.source import Run, entry, meanings
from marchsim.analysis.tournament import Facing, PanelResult, analyse, facing
from marchsim.errors import RecordError
from marchsim.recorder import RunFolder
from marchsim.recorder.yardsticks import yardsticks
from marchsim.reporting.figures.canvas import standalone
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Document, Section, Table, Text
from marchsim.reporting.pages.format import count, name
from marchsim.reporting.pages.render_html import html
from marchsim.reporting.pages.render_json import as_json
from marchsim.reporting.pages.render_markdown import markdown
from marchsim.reporting.sections import facing as facing_section
from marchsim.reporting.sections import together
from marchsim.reporting.sections.activity import activity
from marchsim.reporting.sections.budget import Budget
from marchsim.reporting.sections.design import design, design_line
from marchsim.reporting.sections.drama import drama
from marchsim.reporting.sections.equality import equality_tests
from marchsim.reporting.sections.judgements import as_data, family_of, judgements
from marchsim.reporting.sections.methods import methods
from marchsim.reporting.sections.pace import pace, scores
from marchsim.reporting.sections.profile import profile as profile_section
from marchsim.reporting.sections.provenance import assumed_words
from marchsim.reporting.sections.provenance import provenance as provenance_section
from marchsim.reporting.sections.seats import seat
from marchsim.reporting.sections.standing import standing
from marchsim.reporting.sections.winrates import winrate
from marchsim.reporting.summary import PACE, SEATS, WINS, asked, summary

PAGE = "report.html"
# The names of our figures: those of an earlier report in the same place go.
FIGURES = ("p[0-9]*-k[0-9]*", "o[0-9]*-shares", "o[0-9]*-margins", "v-k[0-9]*")


PROFILE = "profile"
# The parts of a report, each with the title of a page of its own.
PARTS = {WINS: "Win rates", SEATS: "Seats", PACE: "Pace", PROFILE: "Profile of strategies"}
ALL = tuple(PARTS)
MOST_PANELS = 12  # more are not shown beside each other
RUN = " RUN "


@dataclass(frozen=True)
class Known:
    """What sections of all panels need: parts, meanings of columns of seats and rounds, profiles.

    `budget` are the families of verdicts, `yardsticks` are the strategies without a part in them.
    """

    parts: Sequence[str]
    meanings: Mapping[str, str]
    rounds: Mapping[str, str]
    profiles: Mapping[tuple[str, int], StyleProfile]
    budget: Budget
    yardsticks: Collection[str]


def report_part(
    part: str,
    run: str | Path,
    out: str | Path | None = None,
    variant: str = "",
    players: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> Path:
    """Write one of `PARTS` of a run folder's report and return the path of its page.

    It shows one panel where `variant` or `players` name it, or where there are more than `MOST_PANELS`;
    `tell` hears what is left out then. `out` is by default reports/ with the run folder's own name and that
    of the part.
    """
    folder, own = RunFolder(run), Path(run).resolve().name or "report"
    place = Path(out) if out is not None else Path("reports") / f"{own}-{part}"
    asked = bool(variant) or players is not None or len(keys(folder)) > MOST_PANELS
    only = choose(folder, variant, players) if asked else None
    document = tournament(folder, (part,), only)
    if only is not None:
        left = left_out(folder, only, part)
        document = replace(document, notices=[Text(left, "note"), *document.notices])
        tell(in_place(left, run))
    return write(document, place)


def left_out(run: RunFolder, only: Key, part: str) -> str:
    """Return what a report with one panel leaves out, and the command that shows another."""
    held = keys(run)
    name, players = only
    shown = f"Shown in full: {words.quoted(name)} with {words.plural(players, 'player')}."
    if len(held) == 1:
        return shown
    many = words.plural(len({variant for variant, _ in held}), "variant")
    rest = f"The other {len(held) - 1} panels of {many} are" if len(held) > 2 else "One other panel is"
    return f"{shown} {rest} left out; to see one: marchsim report {part}{RUN}--variant NAME --players N"


def in_place(left: str, run: str | Path) -> str:
    """Return the words of `left_out` with the run as its user calls it, which no page can know."""
    return left.replace(RUN, f" {shlex.quote(str(run))} ")


def report_table(part: str, table: Path, out: str | Path | None = None) -> Path:
    """Write win rates or seats of an outside table and return the path of the page.

    `out` is by default reports/ with the table's name and that of the part. RecordError names a wrong row.
    """
    place = Path(out) if out is not None else Path("reports") / f"{table.stem}-{part}"
    return write(tournament(read(table), (part,)), place)


def write(document: Document, out: Path) -> Path:
    """Write a report as page, Markdown, JSON and figures into a folder and return the path of the page.

    The folder holds the old report or the new one, whole, whenever it is looked at; files of others stay.
    """
    try:
        with folders.replacing(out, is_ours) as new:
            (new / "figures").mkdir()
            for figure in document.figures():
                _save(new / "figures" / f"{figure.id}.svg", standalone(figure.svg))
            _save(new / "report.json", as_json(document))
            _save(new / "report.md", markdown(document))
            _save(new / PAGE, html(document))
    except OSError as error:
        raise RecordError(
            f"{out}: cannot write the report there ({error.strerror}); choose another --out."
        ) from None
    return out / PAGE


def is_ours(inside: str) -> bool:
    """Return whether a file, by its path in a report's folder, is of the report: it goes with the old one."""
    folder, _, file = inside.rpartition("/")
    if folder:
        return folder == "figures" and any(fnmatchcase(file, f"{names}.svg") for names in FIGURES)
    return file in (PAGE, "report.md", "report.json")


def _save(path: Path, text: str) -> None:
    files.write_new(path, [text.encode("utf-8", "backslashreplace")])


def tournament(
    run: Run, parts: Sequence[str] = ALL, only: Key | None = None, changes: int | None = None
) -> Document:
    """Return the tournament report of a run as plain data, with these parts.

    Games against each other come first; those against an opponent follow in sections of their own. `only` is
    the variant and the number of players of one panel that is shown alone; `changes` counts the tests of what
    variants change, where a report on that has the same page.
    """
    every, sources = panels(run), provenance(run)
    found = [panel for panel in every if only in (None, (panel.variant, panel.players))]
    results, against = analyse(run, found, PROFILE in parts), facing(run, found)
    if anytime.stopped_by_precision(run.manifest):
        results, against = _whenever(found, results, against)
    judged, barred = verdicts(run, every), yardsticks(run.manifest)
    if isinstance(run, OutsideRun) and not run.has_scores:
        results = [_without_scores(result) for result in results]
    held: list[PanelResult | Together] = [*results, *(panel for one in against for panel in one.panels)]
    several = len({panel.variant for panel in every}) > 1
    names = _panel_names(held, mixed=len(against) + bool(results) > 1, several=several)
    own = name(str(entry(run.manifest, "configuration", "resolved", "name") or "run"))
    spent = Budget(family_of(asked(judged, parts)), changes)
    known = _known(run, found, results, parts, spent)
    return Document(
        title=f"{PARTS[parts[0]] if len(parts) == 1 else 'Report'} of {own}",
        about=about(run.manifest),
        summary=summary(held, against, names, parts, judged, barred, changes),
        notices=_notices(run, sum(len(panel.games) for panel in every), sources),
        sections=[
            *judgements(asked(judged, parts)),
            *_sections(run, results, against, names, sources, known),
        ],
        games=sum(panel.layout.n_games for panel in held),
        verdicts=as_data(asked(judged, parts)),
    )


def _whenever(
    found: Sequence[Panel], results: list[PanelResult], against: list[Facing]
) -> tuple[list[PanelResult], list[Facing]]:
    """Return the same with the intervals of a run that stopped when its shares were known well enough."""
    known = {(panel.variant, panel.players): panel for panel in found}
    results = [anytime.against_each_other(one, known[one.variant, one.players]) for one in results]
    panels_of = [
        replace(
            one,
            panels=[anytime.against_an_opponent(at, known[at.variant, at.players]) for at in one.panels],
        )
        for one in against
    ]
    return results, panels_of


def _sections(
    run: Run,
    results: list[PanelResult],
    against: list[Facing],
    names: list[str],
    sources: list[Provenance],
    known: Known,
) -> list[Section]:
    parts = known.parts
    sections = [_overview(results, names[: len(results)])] if len(results) > 1 and WINS in parts else []
    for at, (result, title) in enumerate(zip(results, names[: len(results)], strict=True)):
        sections += _apart(result, f"p{at + 1}-k{result.players}", title, known)
    place = len(results)
    for number, one in enumerate(against):
        here = names[place : place + len(one.panels)]
        mixed = bool(results) or len(against) > 1
        sections += facing_section.overview(one, f"o{number + 1}", here, mixed) if WINS in parts else []
        for panel, title in zip(one.panels, here, strict=True):
            place += 1
            sections += _together(panel, f"p{place}-k{panel.players}", title, known)
    held: list[PanelResult | Together] = [*results, *(panel for one in against for panel in one.panels)]
    sections += equality_tests(held, names, WINS in parts, SEATS in parts)
    sections += [design(held, names, thinking(run))] if held else []
    sections += [] if isinstance(run, OutsideRun) else [provenance_section(sources)]
    return [*sections, methods(bool(results) or not against, bool(against), known.budget)]


def _known(
    run: Run,
    found: Sequence[Panel],
    results: Sequence[PanelResult],
    parts: Sequence[str],
    spent: Budget,
) -> Known:
    told = {(one.variant, one.players): one.profile for one in results}
    if PROFILE in parts:
        told |= {(one.variant, one.players): profile(run, one) for one in found if one.opponent}
    profiles = {key: one for key, one in told.items() if one is not None}
    return Known(
        parts, meanings(run, "seats"), meanings(run, "rounds"), profiles, spent, yardsticks(run.manifest)
    )


def _apart(result: PanelResult, ident: str, title: str, known: Known) -> list[Section]:
    """Return the sections of a panel whose players play against each other."""
    parts = known.parts
    return [
        _head(result, ident, title, known, [row.strategy for row in result.shares]),
        *([winrate(result, ident, title), *standing(result, ident, title)] if WINS in parts else []),
        *([seat(result, ident, title)] if SEATS in parts and result.players > 1 else []),
        *_course(result, ident, title, known),
    ]


def _together(panel: Together, ident: str, title: str, known: Known) -> list[Section]:
    """Return the sections of a panel whose players face an opponent together."""
    parts = known.parts
    sections = [_head(panel, ident, title, known, [one.strategy for one in panel.members])]
    if WINS in parts:
        sections.append(together.strategies(panel, ident, title))
        sections.append(together.margins(panel, ident, title))
    if tuple(parts) == (SEATS,):
        told = "All players win or lose together, so no seat can win more often than another."
        sections.append(Section(f"{ident}-seats", "Seats", 3, [Text(told)]))
    return [*sections, *_course(panel, ident, title, known)]


def _course(panel: Course, ident: str, title: str, known: Known) -> list[Section]:
    """Return the sections on how the games of a panel went and what its strategies did there."""
    sections = []
    if PACE in known.parts:
        sections.append(scores(panel, ident, title, known.meanings))
        sections += drama(panel, ident, title) if isinstance(panel, PanelResult) else []
        sections.append(pace(panel, ident, title))
        sections += activity(panel, ident, title, known.rounds) if isinstance(panel, PanelResult) else []
    found = known.profiles.get((panel.variant, panel.players))
    return [*sections, *([] if found is None else [profile_section(found, ident, title)])]


def _head(panel: Course, ident: str, title: str, known: Known, names: Sequence[str]) -> Section:
    blocks = [Text(words.capital(design_line(panel.layout)))]
    barred = [words.quoted(one) for one in names if one in known.yardsticks]
    if barred:
        told = f"Games with {words.listed(barred)} count here, and in no verdict."
        blocks.append(Text(told, "note"))
    return Section(ident, words.capital(title), 2, blocks)


def _panel_names(held: Sequence[PanelResult | Together], mixed: bool, several: bool) -> list[str]:
    """Return what each panel is called: players, opponent in a run with other games, rules if several."""
    names = []
    for panel in held:
        told = words.plural(panel.players, "player")
        if mixed and isinstance(panel, Together):
            told += f" against {name(panel.opponent)}"
        names.append(told + (f", rules {words.quoted(panel.variant)}" if several else ""))
    return names


def about(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a report is of, from the manifest: names, seed, versions and fingerprints."""
    rules = entry(manifest, "variants")
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
    }


def _notices(run: Run, recorded: int, sources: list[Provenance]) -> list[Text]:
    if isinstance(run, OutsideRun):
        return [Text(told, "warning") for told in _lacking(run)]
    notices = [Text(assumed_words(sources), "warning"), *warnings(run.manifest)]
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


def warnings(manifest: Mapping[str, Any]) -> list[Text]:
    """Return what the game has against its variants, each warning once with the variants it concerns."""
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


def _overview(results: list[PanelResult], names: list[str]) -> Section:
    """Return the table of win shares of all panels beside each other."""
    strategies = sorted({row.strategy for result in results for row in result.shares})
    columns = [Column("strategy", "Strategy")]
    rows: dict[str, dict[str, Any]] = {strategy: {"strategy": strategy} for strategy in strategies}
    for at, (result, title) in enumerate(zip(results, names, strict=True)):
        columns += [
            Column(f"share_{at + 1}", title, "percent"),
            Column(f"interval_{at + 1}", "95 % interval", "percents"),
        ]
        for row in result.shares:
            rows[row.strategy][f"share_{at + 1}"] = row.share.value
            rows[row.strategy][f"interval_{at + 1}"] = words.interval(row.share)
    note = "All equal is 1 / number of players, so shares of different numbers of players do not compare."
    table = Table("overview", "Share of wins, all panels", tuple(columns), list(rows.values()), note)
    return Section("overview", "Overview", 2, [table])
