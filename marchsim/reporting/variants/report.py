"""The report on the variants of one run or of two runs: its summary, notices and sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from marchsim.analysis.reading.panels import Panel, layout
from marchsim.analysis.reading.source import Run, entry, look_words, provenance
from marchsim.analysis.robustness.known import studies
from marchsim.analysis.variants.comparisons import Meeting, Study, part_of, study
from marchsim.analysis.variants.factorial import Factorial, Sweep, factorial, sweep
from marchsim.analysis.variants.ranks import Ranking, panels_of, rankings
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets, labels_of, of_run, of_two, unlike
from marchsim.analysis.variants.targets import Target, targets, unmeasured
from marchsim.recorder import RunFolder
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder, section
from marchsim.reporting.pages.document import Document, Section, Text
from marchsim.reporting.pages.format import name, percent
from marchsim.reporting.pages.saving import label_of, place_of, write
from marchsim.reporting.sections.design import (
    about,
    assumed_words,
    barred_words,
    called,
    design,
    population,
    void_words,
    voids_differ,
    warnings,
)
from marchsim.reporting.sections.design import provenance as provenance_section
from marchsim.reporting.sections.methods import variant_methods
from marchsim.reporting.sections.verdicts import ErrorBudget, budget_line
from marchsim.reporting.variants.factorial import factorial_section, factorial_words, levels, response
from marchsim.reporting.variants.field import field_section, flip_words, ranking_section
from marchsim.reporting.variants.field import sentence as field_words
from marchsim.reporting.variants.phrases import spoken, title
from marchsim.reporting.variants.verdicts import exploratory, sentence, target_section, target_words, verdicts
from marchsim.stats.clusters import FEW
from marchsim.stats.equivalence import IDENTICAL


def report_variants(
    run: Path,
    second: Path | None = None,
    out: str | Path | None = None,
    control: str = "",
    figures: str = "",
) -> Path:
    """Write the report on a run's variants, or on a second run against the first, and return its path.

    `control` is the name of the reference variant, by default the base. `out` is the folder of the report, by
    default a folder in reports/ named after the run folders. `figures` (png, svg or pdf) also saves figures
    as files. Raises ConfigError or RecordError if the runs cannot be compared.
    """
    own = label_of(run)
    if second is None:
        alone = variants(of_run(RunFolder(run), own, control))
        return write(replace(alone, files=figures), place_of(out, f"{own}-variants"))
    labels = labels_of(run, second)
    found = variants(of_two(RunFolder(run), RunFolder(second), labels, control))
    return write(replace(found, files=figures), place_of(out, f"{own}-against-{label_of(second)}"))


def variants(rulesets: Rulesets) -> Document:
    """The report on rule sets as plain data."""
    return document_of(findings(rulesets))


def document_of(found: VariantFindings, alone: bool = True) -> Document:
    """The report on these findings. The error budget is included only if `alone` is true."""
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


def findings(rulesets: Rulesets) -> VariantFindings:
    """The results on rule sets that the report shows."""
    whole, panels = study(rulesets), panels_of(rulesets)
    sound = panels_of(rulesets, sound=True) if whole.barred.games else panels
    return VariantFindings(
        whole, panels, sweep(rulesets), targets(whole), rankings(sound), factorial(whole),
    )  # fmt: skip


def _at(found: VariantFindings, players: int) -> list[Section]:
    """The sections of the report for one number of players."""
    whole, build = found.study, SectionBuilder(f"v-k{players}", words.plural(players, "player"))
    head = section(build.ident, words.capital(build.where), 2, paired_words(whole, players))
    sections = [head, verdicts(whole, players, build)]
    if found.factorial is not None:
        sections[1:1] = factorial_section(found.factorial, players, build)
    elif found.sweep is not None:
        sections += response(whole, found.sweep, players, build)
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
        *exploratory(whole, players, build),
        build.section("levels", "All values", *levels(whole, players, build)),
    ]


def _order(found: VariantFindings) -> tuple[list[str], str]:
    """The order in which to show the rule sets, and the name of that order.

    It is the order of a sweep with one curve or, without such a sweep, the given order.
    """
    names = [one.name for one in found.study.rulesets.all]
    if found.sweep is None or len(found.sweep.curves) > 1:
        return names, "ruleset"
    along = [one for curve in found.sweep.curves.values() for one in curve]
    return [*along, *(one for one in names if one not in along)], f"ruleset, by {name(found.sweep.parameter)}"


def _changes(rulesets: Rulesets) -> Section:
    """The section that lists the changes of each variant."""
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
    return section("changes", "Changes by the variants", 2, table, *beware)


def _meetings(found: Sequence[Meeting]) -> Section:
    note = (
        "A deal is paired if both sides have whole blocks of the same line-up and seats on it. Blocks with a "
        "void game on one side are left out on both."
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


UNTUNED = (
    "Strategies were not tuned anew for any ruleset: a change may be one of the game, or only of how well "
    "these strategies happen to fit it."
)


@dataclass(frozen=True)
class VariantFindings:
    """The results that the report on variants shows."""

    study: Study
    panels: list[tuple[ComparedRuleset, Panel]]
    sweep: Sweep | None
    targets: list[Target]
    rankings: list[Ranking]
    factorial: Factorial | None = None

    @property
    def budget(self) -> ErrorBudget:
        """The error budget of the comparisons between variants."""
        tested = sum(one.p is not None for one in self.study.primary)
        tests = tested if self.study.primary else None
        return ErrorBudget(tests=tests, part=part_of(self.study.rulesets))


def summary(found: VariantFindings, alone: bool = True) -> list[str]:
    """The sentences of the summary. The error budget is included only if `alone` is true."""
    whole = found.study
    control = words.quoted(whole.rulesets.control.name)
    if not whole.meetings:
        lacking = f"No game counts both under {control} and under another ruleset: nothing is compared."
        return [barred_words(whole.barred) or lacking]
    said = [
        _design_words(whole),
        barred_words(whole.barred),
        factorial_words(found.factorial),
    ]
    if found.factorial is None:
        said += [sentence(whole, one.name) for one in whole.rulesets.others]
    said += [budget_line(found.budget) if alone else "", target_words(found.targets)]
    said += [flip_words(found.rankings), field_words(whole), _saved_words(whole), _tuned_words(whole)]
    return [one for one in said if one]


def _tuned_words(whole: Study) -> str:
    """A sentence on the strategies that the population tuned for a rule set, and on the other strategies."""
    told = []
    for one in (whole.rulesets.control, *whole.rulesets.others):
        own = entry(one.run.manifest, "population", "players", one.variant)
        if isinstance(own, Mapping) and own and not entry(one.described, "base"):
            told.append(f"{words.listed([words.quoted(name) for name in own])} for {words.quoted(one.name)}")
    rest = "For all others a change may be one of the game, or only of how well they happen to fit it."
    return f"Tuned anew: {'; '.join(told)}. {rest}" if told else UNTUNED


def _design_words(whole: Study) -> str:
    rulesets = whole.rulesets
    told = []
    for players in whole.counts:
        deals = [one.common for one in whole.meetings if one.players == players and not one.apart]
        if deals:
            spread = words.plural(max(deals), "deal")
            spread = spread if min(deals) == max(deals) else f"{min(deals)} to {spread}"
            told.append(f"{spread} with {words.plural(players, 'player')}")
    control = words.quoted(rulesets.control.name)
    many = words.plural(len(rulesets.others), "variant")
    verb = words.are(len(rulesets.others))
    if not told:
        return f"{many} {verb} compared with {control}, on different deals."
    return f"{many} {verb} compared with {control} on the same {words.listed(told)}."


def paired_words(whole: Study, players: int) -> str:
    """A sentence on how rule sets are paired for one number of players, and on the benefit of pairing."""
    here = [one for one in whole.meetings if one.players == players]
    if not here:
        return "No game counts both under the control and under a variant."
    alone = [one for one in here if one.control_only or one.variant_only]
    told = f"Compared with {words.quoted(whole.rulesets.control.name)} on the same deals, line-ups and seats."
    if all(one.apart for one in here):
        few = f"Fewer than {FEW}" if any(one.common for one in here) else "No"
        told = f"{few} deals are in common, so rulesets are compared as independent samples (Welch by deal)."
    elif alone:
        told += " Some deals of one side do not pair (see “Deals that pair”)."
    return f"{told} {_saved_words(whole, players)}".strip()


def _saved_words(whole: Study, players: int | None = None) -> str:
    """A sentence on the variance saved by pairing, as a range over metrics, or '' if nothing was paired."""
    here = [
        one
        for one in whole.primary
        if one.saved is not None
        and one.verdict != IDENTICAL
        and one.deals >= FEW
        and players in (None, one.players)
    ]
    if not here:
        return ""
    saved = sorted(here, key=lambda one: one.saved or 0.0)
    least, most = saved[0], saved[-1]
    if (most.saved or 0.0) <= 0:
        return "Pairing on deals saved nothing: differences vary as much as between deals of their own."
    nothing = sum((one.saved or 0.0) <= 0 for one in saved)
    told = (
        f"Pairing on deals took away {percent(least.saved or 0.0)} ({spoken(title(least.metric))}) to "
        f"{percent(most.saved or 0.0)} ({spoken(title(most.metric))}) of the variance of differences."
    )
    return told + (f" In {nothing} of {len(saved)} comparisons it saved nothing." if nothing else "")


def notices(rulesets: Rulesets, whole: Study) -> list[Text]:
    """The notices at the top of the report."""
    runs = rulesets.runs
    told = [notice.text for run in runs for notice in voids_differ(run)]
    told += [assumed_words(provenance(rulesets.control.run))]
    for run in runs:
        told += [notice.text for notice in (*population(run.manifest), *warnings(run.manifest))]
        told += [one for one in (look_words(run.manifest),) if one]
        told += _unfinished(run)
    return [Text(one, "warning") for one in [*told, *_unpaired(whole), *_missing(rulesets, whole)]]


def _unpaired(whole: Study) -> list[str]:
    apart = sorted({one.players for one in whole.meetings if one.apart})
    if not apart:
        return []
    return [
        f"With {_players(apart)} under {FEW} deals are in common, so rulesets are compared as independent "
        "samples. Play both with the same seed and design to pair them, which needs far fewer games."
    ]


def _players(counts: Sequence[int]) -> str:
    """Numbers of players as text, such as '3 and 4 players'."""
    return f"{words.listed([str(k) for k in counts])} player{'' if list(counts) == [1] else 's'}"


def _missing(rulesets: Rulesets, whole: Study) -> list[str]:
    """Sentences on the rule sets, numbers of players and targets that could not be compared."""
    met = {one.variant for one in whole.meetings}
    told = [
        f"{words.quoted(one.name)} has no game that counts beside the control's."
        for one in rulesets.others
        if one.name not in met and (met or not whole.barred.games)  # the summary tells of baseline players
    ]
    lone = [k for k in whole.counts if not any(one.players == k for one in whole.meetings)]
    if lone and whole.meetings:
        told.append(f"With {_players(lone)} only one side has games, so nothing is compared there.")
    unknown = [name(one) for one in unmeasured(whole)]
    if unknown:
        told.append(f"Metrics and targets that no game measures: {words.listed(unknown)}.")
    return told


def _unfinished(run: Run) -> list[str]:
    if entry(run.manifest, "complete") is False and entry(run.manifest, "stopped") is None:
        return ["A run is not finished, so only whole blocks count."]
    return []
