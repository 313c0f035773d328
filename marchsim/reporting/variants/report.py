"""Puts the report on variants together, of one run or of two, and writes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from marchsim.analysis.reading.design import layout
from marchsim.analysis.reading.provenance import provenance
from marchsim.analysis.robustness.known import studies
from marchsim.analysis.variants.comparisons import Meeting, study
from marchsim.analysis.variants.extremes import extremes
from marchsim.analysis.variants.ranks import panels_of, rankings
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets, labels_of, of_run, of_two, unlike
from marchsim.analysis.variants.sweeps import sweep
from marchsim.analysis.variants.targets import targets
from marchsim.recorder import RunFolder
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder, section
from marchsim.reporting.pages.document import Document, Section, Text
from marchsim.reporting.pages.format import name
from marchsim.reporting.pages.saving import label_of, place_of, write
from marchsim.reporting.sections.design import design, void_words
from marchsim.reporting.sections.design import provenance as provenance_section
from marchsim.reporting.sections.head import about, called
from marchsim.reporting.sections.methods import variant_methods
from marchsim.reporting.variants.curves import levels, response, trends
from marchsim.reporting.variants.field import field_section
from marchsim.reporting.variants.ranks import extreme_section, ranking_section
from marchsim.reporting.variants.summary import VariantFindings, notices, paired_words, summary
from marchsim.reporting.variants.verdicts import exploratory, target_section, verdicts
from marchsim.stats.clusters import FEW


def report_variants(
    run: Path, second: Path | None = None, out: str | Path | None = None, control: str = ""
) -> Path:
    """Write the report on the variants of a run, or of a second run against the first; return its page.

    `control` names the variant that others are compared with, by default the base. `out` is by default
    reports/ with the names of the runs' folders. ConfigError or RecordError if they cannot be compared.
    """
    own = label_of(run)
    if second is None:
        return write(variants(of_run(RunFolder(run), own, control)), place_of(out, f"{own}-variants"))
    labels = labels_of(run, second)
    found = variants(of_two(RunFolder(run), RunFolder(second), labels, control))
    return write(found, place_of(out, f"{own}-against-{label_of(second)}"))


def variants(rulesets: Rulesets) -> Document:
    """Return the report on rulesets as plain data."""
    return document_of(found(rulesets))


def document_of(found: VariantFindings, alone: bool = True) -> Document:
    """Return the report on what was found; not `alone`, it leaves the budget of error to its page."""
    whole, rulesets = found.study, found.study.rulesets
    laid = [layout(panel, one.run.manifest) for one, panel in found.panels]
    names = [
        f"{words.plural(panel.players, 'player')}, {words.quoted(one.name)}" for one, panel in found.panels
    ]
    run, apart = rulesets.control.run, {one.apart for one in whole.meetings}
    sections = [_changes(rulesets)]
    for players in whole.counts:
        sections += _at(found, players)
    sections += [design(laid, names)] if laid else []
    sections += [
        _meetings(whole.meetings),
        provenance_section(provenance(run), studies(run)),
        variant_methods(False in apart, True in apart, found.budget if alone else None),
    ]
    heading = f"Variants of {called(run.manifest)}"
    if rulesets.two:
        others = words.listed([name(one.name) for one in rulesets.others])
        heading = f"{others} against {name(rulesets.control.name)}"
    return Document(
        title=heading,
        about=about(run.manifest),
        summary=[*summary(found, alone), void_words(laid)],
        notices=notices(rulesets, whole),
        sections=sections,
        games=sum(one.n_games for one in laid),
    )


def found(rulesets: Rulesets) -> VariantFindings:
    """Return all that the report on rulesets shows."""
    whole, panels = study(rulesets), panels_of(rulesets)
    sound = panels_of(rulesets, sound=True) if whole.barred.games else panels
    along = sweep(rulesets)
    return VariantFindings(
        whole, panels, along, trends(whole, along), targets(whole), rankings(sound),
        extremes(sound),
    )  # fmt: skip


def _at(found: VariantFindings, players: int) -> list[Section]:
    """Return the sections at one number of players."""
    whole, build = found.study, SectionBuilder(f"v-k{players}", words.plural(players, "player"))
    head = section(build.ident, words.capital(build.where), 2, paired_words(whole, players))
    sections = [head, verdicts(whole, players, build)]
    if found.sweep is not None:
        sections += response(whole, found.sweep, found.trends, players, build)
    sections += target_section(found.targets, players, build)
    order, axis = _order(found)
    return [
        *sections,
        *(
            ranking_section(one, order, whole.rulesets.field, axis, build)
            for one in found.rankings
            if one.players == players
        ),
        field_section(whole, players, build),
        *extreme_section(found.extremes, players, build),
        *exploratory(whole, players, build),
        build.section("levels", "All values", *levels(whole, players, build)),
    ]


def _order(found: VariantFindings) -> tuple[list[str], str]:
    """Return the rulesets in the order of a sweep of one curve, else as they are, and what orders them."""
    names = [one.name for one in found.study.rulesets.all]
    if found.sweep is None or len(found.sweep.curves) > 1:
        return names, "ruleset"
    along = list(found.sweep.curves[0].rulesets)
    return [*along, *(one for one in names if one not in along)], f"ruleset, by {name(found.sweep.parameter)}"


def _changes(rulesets: Rulesets) -> Section:
    """Return the section that says what each variant changes."""
    control = rulesets.control
    columns = (
        Columns[ComparedRuleset]()
        .column("ruleset", "Variant", lambda one: one.name)
        .column(
            "changes",
            f"What differs from {words.quoted(control.name)}",
            lambda one: "; ".join(one.changes(control)) or "nothing: the same rules and components",
        )
    )
    table = columns.table("changes", "Rules, components and strategies by variant", rulesets.others)
    beware = [Text(told, "warning") for told in unlike(rulesets)]
    return section("changes", "What the variants change", 2, table, *beware)


def _meetings(found: Sequence[Meeting]) -> Section:
    note = (
        "A deal is paired where both sides have whole blocks of the same line-up and seats on it; blocks "
        "with a void game on one side are left out on both."
    )
    table = MEETINGS.table("pairing", "Deals that pair", found, note)
    return section("pairing", "How rulesets were paired", 2, table)


def _how(one: Meeting) -> str:
    if one.apart:
        return "as independent samples (Welch)"
    return "pair by pair" if one.common >= FEW else f"not tested: under {FEW} deals"


MEETINGS = (
    Columns[Meeting]()
    .column("ruleset", "Variant", lambda one: one.variant)
    .column("players", "Players", lambda one: one.players, "count")
    .column("common", "Deals in common", lambda one: one.common, "count")
    .column("control_only", "Of the control alone", lambda one: one.control_only, "count")
    .column("variant_only", "Of the variant alone", lambda one: one.variant_only, "count")
    .column("how", "Compared", _how)
)
