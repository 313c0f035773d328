"""Puts the tournament report together from a run folder and writes it: page, Markdown, JSON and figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marchsim.analysis.provenance import Provenance, provenance
from marchsim.analysis.source import Run, entry, meanings
from marchsim.analysis.tournament import Result, analyse
from marchsim.errors import RecordError
from marchsim.recorder import RunFolder
from marchsim.reporting import words
from marchsim.reporting.design_section import design, design_line, void_words
from marchsim.reporting.document import Column, Document, Section, Table, Text
from marchsim.reporting.equality_section import equality_tests
from marchsim.reporting.figures.canvas import standalone
from marchsim.reporting.format import count, name
from marchsim.reporting.methods import methods
from marchsim.reporting.pace_section import length_words, pace, scores
from marchsim.reporting.provenance_section import assumed_words
from marchsim.reporting.provenance_section import provenance as provenance_section
from marchsim.reporting.render_html import html
from marchsim.reporting.render_json import as_json
from marchsim.reporting.render_markdown import markdown
from marchsim.reporting.seat_section import first_seat, seat
from marchsim.reporting.winrate_section import best_and_worst, winrate
from marchsim.stats.clusters import FEW

PAGE = "report.html"
FIGURES = "p[0-9]*-k[0-9]*"  # the names of our figures: those of an earlier report in the same place go


def report_all(run: str | Path, out: str | Path | None = None) -> Path:
    """Write the whole report of a run folder and return the path of its page.

    `out` is the folder to write to, by default reports/ with the run folder's own name.
    RecordError if the run or `out` cannot be used.
    """
    folder = RunFolder(run)
    document = tournament(folder)
    place = Path(out) if out is not None else Path("reports") / (Path(run).resolve().name or "report")
    return write(document, place)


def write(document: Document, out: Path) -> Path:
    """Write a report as page, Markdown, JSON and figures into a folder and return the path of the page."""
    try:
        (out / "figures").mkdir(parents=True, exist_ok=True)
        for old in (out / "figures").glob(f"{FIGURES}.svg"):
            old.unlink()
        for figure in document.figures():
            _save(out / "figures" / f"{figure.id}.svg", standalone(figure.svg))
        _save(out / "report.json", as_json(document))
        _save(out / "report.md", markdown(document))
        _save(out / PAGE, html(document))
    except OSError as error:
        raise RecordError(
            f"{out}: cannot write the report there ({error.strerror}); choose another --out."
        ) from None
    return out / PAGE


def _save(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def tournament(run: Run) -> Document:
    """Return the tournament report of a run as plain data."""
    results, sources = analyse(run), provenance(run)
    names = _panel_names(results)
    known = meanings(run, "seats")
    sections = [_overview(results, names)] if len(results) > 1 else []
    for at, (result, title) in enumerate(zip(results, names, strict=True)):
        ident = f"p{at + 1}-k{result.players}"
        line = Text(words.capital(design_line(result.layout)))
        sections.append(Section(ident, words.capital(title), 2, [line]))
        sections += [
            winrate(result, ident, title),
            seat(result, ident, title),
            scores(result, ident, title, known),
            pace(result, ident, title),
        ]
    sections += [equality_tests(results, names), design(results, names)] if results else []
    sections += [provenance_section(sources), methods()]
    own = name(str(entry(run.manifest, "configuration", "resolved", "name") or "run"))
    games = sum(result.layout.n_games for result in results)
    return Document(
        title=f"Report of {own}",
        about=about(run.manifest),
        summary=_summary(results, names),
        notices=_notices(run, results, sources),
        sections=sections,
        games=games,
    )


def _panel_names(results: list[Result]) -> list[str]:
    several = len({result.variant for result in results}) > 1
    return [
        f"{result.players} players" + (f", rules {words.quoted(result.variant)}" if several else "")
        for result in results
    ]


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


def _summary(results: list[Result], names: list[str]) -> list[str]:
    if not results:
        return ["This run recorded no game, so there is nothing to report."]
    said = []
    for result, title in zip(results, names, strict=True):
        if result.layout.n_games:
            parts = (best_and_worst(result), first_seat(result), length_words(result), _few(result))
            said.append(f"{words.capital(title)}: " + " ".join(part for part in parts if part))
        else:
            said.append(f"{words.capital(title)}: {best_and_worst(result)}")
    return [*said, void_words(results)]


def _few(result: Result) -> str:
    if result.layout.n_deals >= FEW:
        return ""
    return (
        f"These are only {words.plural(result.layout.n_deals, 'deal')}; under {FEW} nothing is tested, and "
        "all of it is a first impression."
    )


def _notices(run: Run, results: list[Result], sources: list[Provenance]) -> list[Text]:
    notices = [Text(assumed_words(sources), "warning")]
    planned, recorded = entry(run.manifest, "plan", "games"), sum(r.layout.recorded for r in results)
    if isinstance(planned, int) and recorded < planned:
        notices.append(
            Text(
                f"This run is not finished: {count(recorded)} of {count(planned)} planned games are "
                "recorded, and only finished blocks count.",
                "warning",
            )
        )
    return notices


def _overview(results: list[Result], names: list[str]) -> Section:
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
