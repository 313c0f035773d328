"""The page of a sensitivity study: the claims that hold in all plausible component sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import marchsim
from marchsim.analysis.judging.verdict import listed
from marchsim.analysis.robustness.judging import Judged
from marchsim.analysis.robustness.mattering import LookUp
from marchsim.recorder import metrics
from marchsim.reporting.drawing.draws import Draws, sheet
from marchsim.reporting.pages.building import Columns, section
from marchsim.reporting.pages.document import Document, Figure, Section, Text
from marchsim.reporting.pages.saving import write
from marchsim.stats.intervals import Interval
from marchsim.stats.prediction import FieldMean
from marchsim.stats.random_groups import REST, Group
from marchsim.stats.two_level import TwoLevel
from marchsim.studies.sensitivity import output
from marchsim.studies.sensitivity.output import UNUSUAL, value
from marchsim.studies.sensitivity.sensitivity import Row, Sensitivity

REFUSED = 0.01  # smallest p of the normality test without a warning
NOT_LINEAR = "not linear"
MOST_NAMED = 3  # claims in a warning


@dataclass(frozen=True)
class Cell:
    """The result of a claim with the players of one population."""

    row: Row
    name: str
    judged: Judged

    @property
    def model(self) -> TwoLevel:
        """The model of how the claim's values vary over draws."""
        return self.judged.model

    def said(self, number: float) -> str:
        """A value of the claim as text."""
        return value(self.row.tried, number)

    def ends(self, interval: Interval) -> str:
        """An interval of the claim's values as text."""
        return f"{self.said(interval.low)} to {self.said(interval.high)}"

    def spread(self, number: float) -> str:
        """A standard deviation of the claim's values as text, with its unit."""
        times, unit = metrics.shown(self.row.tried.claim.metric, self.row.tried.players)
        return f"{times * number:.2f}{f' {unit}' if unit else ''}"


@dataclass(frozen=True)
class Part:
    """A share of the variance of a claim for one population, and the numbers that explain it.

    `group` is None for the parts that no single group of numbers explains.
    """

    cell: Cell
    name: str
    share: float
    group: Group | None = None


LOOK_UP = (
    Columns[tuple[int, LookUp]]()
    .column("rank", "Rank", lambda one: one[0], "count")
    .column("component", "Component", lambda one: one[1].item)
    .column(
        "numbers",
        "Its numbers, the most telling first",
        lambda one: ", ".join(key.removeprefix(f"{one[1].item}.") for key in one[1].numbers),
    )
    .column("removed", "Chance to be wrong that is gone", lambda one: one[1].removed, "percent")
)


def report_sensitivity(found: Sensitivity, out: Path) -> Path:
    """Write the page of a sensitivity study into a folder and return its path."""
    return write(document(found), out)


def document(found: Sensitivity) -> Document:
    """The page of a sensitivity study as plain data."""
    cells = [Cell(row, name, cell) for row in found.rows for name, cell in row.cells.items()]
    told = output.data(found)
    about = {
        "configuration": found.prepared.configuration.name, "players": found.prepared.players,
        "game": found.prepared.configuration.game, "seed": found.prepared.configuration.seed,
        "populations": list(found.prepared.cast), "marchsim": told["marchsim"], "rules": [],
    }  # fmt: skip
    return Document(
        title=f"Claims that hold for all plausible numbers: {found.prepared.configuration.name}",
        about=about,
        summary=output.answer(found),
        notices=list(_notices(found, cells)),
        sections=[
            _claims(found, cells), _curves(found), *_fields(found), _factors(cells), _look_up(found),
            _method(found),
        ],
        games=found.played.games - found.played.voids,
        verdicts=told["claims"],
    )  # fmt: skip


def _notices(found: Sensitivity, cells: list[Cell]) -> Iterator[Text]:
    if not found.prepared.priors.stated:
        yield Text(
            "The ranges of the assumed numbers are our guess. “--priors FILE” takes your own. Printed "
            "numbers are not drawn."
        )
    odd = [one for one in cells if one.judged.normal < REFUSED]
    if odd:
        texts = list(dict.fromkeys(one.row.tried.text for one in odd))
        more = f"; and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else ""
        yield Text(
            f"Not normal over component sets: {'; '.join(texts[:MOST_NAMED])}{more}. Their shares of "
            "component sets are rough. A count of draws gives the same labels.",
            "warning",
        )
    if found.played.voids:
        yield Text(f"{found.played.voids:,} void games: the deals they belong to do not count.", "warning")


def _claims(found: Sensitivity, cells: list[Cell]) -> Section:
    many = len(found.prepared.cast) > 1
    base = (
        Columns[Cell]()
        .column("claim", "Claim", lambda one: one.row.tried.text)
        .column("players", "Players", lambda one: one.name, given=many)
    )
    verdicts = (
        base.column("assumed", "Under the assumed numbers", lambda one: one.said(one.row.tried.assumed))
        .column("mean", "Mean of draws", _mean)
        .column("right", "True in", lambda one: output.percent(one.judged.right))
        .column("label", "Label", lambda one: one.judged.label)
        .column("verdict", "Verdict", lambda one: one.row.verdict, given=many)
    )
    note = (
        f"{found.draws} draws with {found.deals} deals each. Sampling noise is removed (two-level model). "
        "Brackets have 95 % intervals."
    )
    more = (
        base.column("possible", "Possible values (95 %)", lambda one: one.ends(one.judged.theta))
        .column("sized", "Of this size in", lambda one: output.percent(one.judged.sized))
        .column("against", "Reversed in", lambda one: output.percent(one.judged.against))
        .column("single", "Draws alone: for / against / open", _single)
    )
    levels = (
        base.column("between", "SD between draws", lambda one: one.spread(one.model.between))
        .column("between_interval", "95 % interval", _between)
        .column("noise", "Sampling SD of a draw", lambda one: one.spread(one.model.noise2**0.5))
        .column("off", "The assumption among its draws (z)", _unusual)
    )
    of_size = "Of this size: within a factor of two of the reported value, or within the margin."
    beyond = f"Beyond z = {UNUSUAL:.0f} the assumption is unusual among its own draws."
    left = "; ".join(one.text for one in found.left)
    return section(
        "claims",
        "Claims",
        2,
        verdicts.table("claims", "Claims over all draws", cells, note),
        more.table("sizes", "How large, and how often reversed", cells, of_size),
        levels.table("spread", "Differences between draws, and their noise", cells, beyond),
        Text(f"Not tried, for they are not clear under the assumed numbers: {left}.", "note")
        if left
        else None,
    )


def _mean(one: Cell) -> str:
    return f"{one.said(one.model.mean)} ({one.ends(one.model.interval())})"


def _single(one: Cell) -> str:
    return " / ".join(map(str, one.judged.single))


def _between(one: Cell) -> str:
    ends = one.model.between_interval()
    return f"{one.spread(ends.low)} to {one.spread(ends.high)}"


def _unusual(one: Cell) -> str:
    if not one.model.between:
        return "no difference"
    off = (one.row.tried.assumed - one.model.mean) / one.model.between
    return f"{off:+.1f}{' (unusual)' if abs(off) > UNUSUAL else ''}"


def _curves(found: Sensitivity) -> Section:
    """The section with the specification curve of each claim (Simonsohn, Simmons and Nelson 2020)."""
    drawn = []
    for at, row in enumerate(found.rows, 1):
        unit, called = metrics.shown(row.tried.claim.metric, row.tried.players)
        boxes = {name: [float(one) for one in unit * cell.shrunken] for name, cell in row.cells.items()}
        title = output.headed(row.tried.text)
        alt = f"{title}: plausible component sets sorted by its value, {row.verdict}"
        axis = row.tried.claim.metric
        if row.tried.claim.variant:
            axis = f"change, {called}" if called else "change"
        elif called:
            axis = "wins where 100 are fair" if called == "wins" else f"games, {called}"
        one = Draws("", row.verdict, boxes, unit * row.tried.stated.line, unit * row.tried.assumed)
        drawn.append(Figure(f"curve-{at}", title, alt, sheet([one], axis), "claims"))
    told = (
        "Each dot is the effect in a plausible component set, shrunk until the dots vary as much as true "
        "values. The line is the claim's reference, the dashed one the value with the assumed numbers."
    )
    return section("curves", "Specification curves", 2, told, *drawn)


def _fields(found: Sensitivity) -> list[Section]:
    """The section on how effects vary over strategies, or [] if no variant changes shares."""
    if not found.fields:
        return []
    columns = (
        Columns[tuple[tuple[str, str], FieldMean]]()
        .column("variant", "Variant", lambda one: one[0][0])
        .column("players", "Players", lambda one: one[0][1])
        .column("spread", "SD over strategies", lambda one: one[1].tau, "size")
        .range("spread_interval", "95 % interval", lambda one: one[1].tau_interval, "size")
        .range("next", "For one more strategy (95 %)", lambda one: one[1].prediction, "points")
    )
    note = (
        "In points of the share of wins, as a mean over draws, and for a further strategy of the same kind "
        "(random effects over strategies, whose errors are those of independent draws)."
    )
    title = "How the effect on shares varies over strategies"
    table = columns.table("strategies", title, found.fields.items(), note)
    return [section("strategies-vary", "Over strategies", 2, table)]


def _factors(cells: list[Cell]) -> Section:
    """The section on groups of numbers that affect claims, and on the variance that no group explains."""
    parts = [part for one in cells for part in _parts(one)]
    columns = (
        Columns[Part]()
        .column("claim", "Claim", lambda one: one.cell.row.tried.text)
        .column("players", "Players", lambda one: one.cell.name)
        .column("factor", "Numbers", lambda one: one.name)
        .column("share", "Share of the variance", lambda one: one.share, "percent")
        .range(
            "share_interval",
            "95 % interval",
            lambda one: one.group.interval if one.group else None,
            "percent",
        )
        .column("p", "p (screening)", lambda one: one.group.p if one.group else None, "p")
    )
    note = (
        "Groups of numbers that matter by a score test (Holm over the groups of a claim), and their share "
        "of the variance between component sets by random-group regression (REML). All other groups count "
        "together. The nonlinear part is their joint or disproportionate effects."
    )
    table = columns.table("factors", "Groups of numbers that matter", parts, note)
    nothing = Text("No group of numbers has a significant effect. More draws may find one.", "note")
    return section("factors", "Which numbers matter", 2, table if parts else nothing)


def _parts(one: Cell) -> list[Part]:
    """The shares of a claim's variance by group, by all other groups, and by nonlinear effects.

    The list is empty if no share is known.
    """
    told = one.row.explained[one.name]
    if told is None:
        return []
    parts = [Part(one, group.name, group.share, group) for group in told.groups if group.share is not None]
    rest = [Part(one, REST, told.rest), Part(one, NOT_LINEAR, told.not_linear)]
    return [*parts, *rest] if parts else []


def _look_up(found: Sensitivity) -> Section:
    if found.worth is None or not found.worth.first:
        return section("look-up", "What to look up first", 2, "Nothing: no claim hangs on a number.")
    worth, rows = found.worth, list(enumerate(found.worth.first, 1))
    note = (
        "Expected, and for all up to this line together. As many at random remove "
        f"{100 * worth.random:.0f} %, all numbers {100 * worth.all:.0f} %. “marchsim new overlay --assumed "
        f"--first {len(rows)} --by DIR printed.toml” writes them to be filled in."
    )
    table = LOOK_UP.table("look-up", "What to look up first in the box", rows, note)
    return section("look-up-first", "What to look up first", 2, table)


def _looks(found: Sensitivity) -> str:
    return listed(str(look.draws) for look in found.looks)


def _method(found: Sensitivity) -> Section:
    rules, prepared = found.rules, found.prepared
    models = [cell.model for row in found.rows for cell in row.cells.values()]
    noisy = sum(one.noise2 > 4 * max(0.0, one.between2) for one in models)
    text = (
        f"{len(prepared.priors.drawn)} assumed numbers were drawn; {prepared.priors.known} others are "
        "known. Draws are independent, and each has deals of its own, which all variants and players "
        f"share. A claim holds if it is true in at least {100 * rules.holds:.0f} % of the plausible "
        f"component sets and about as large as reported in {100 * rules.size:.0f} %; it flips if it is "
        f"reversed in more than {100 * rules.flips:.0f} %; it changes its size if it is seldom reversed and "
        f"not of its size in {100 * rules.size:.0f} %. These are tests by the generalised confidence "
        "distribution of mean and spread between draws (Weerahandi 1993), which is normal there, and by an "
        "exact count of the draws that are clear of an edge by more than noise, which assumes no law. A "
        "label needs both. The chance of any wrong one is at most 5 %: Holm over claims and players, "
        f"shared by the looks of a study that is made once. Here claims are judged after {_looks(found)} "
        "draws. The looks of a study that is made again for more draws share 5 % once more. With several "
        "populations a claim holds if it holds for the two strongest, and flips if it flips for the "
        "strongest or for two. Where the sampling variance of a draw is over four times that between draws "
        f"({noisy} cells here), limits are a little too narrow: 93 % of one-sided 95 % limits held in "
        "simulations."
    )
    prints = {
        name: one.population.fingerprint for name, one in prepared.cast.items() if one.population is not None
    }
    who = "".join(f", population {name} {mark[:12]}" for name, mark in prints.items())
    played = (
        f"Played with marchsim {marchsim.__version__}, rules {prepared.fingerprint[:12]}, code of the game "
        f"and its players {prepared.engine[:12]}{who}, seed {prepared.configuration.seed}."
    )
    return section("method", "How this was found", 2, text, played)
