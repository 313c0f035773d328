"""The page of a search for changes that meet targets: the best change, its results, and the evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from marchsim import files
from marchsim.analysis.judging.verdict import GREEN, GREY, RED
from marchsim.analysis.trying.answers import TryAnswer
from marchsim.errors import RecordError
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler
from marchsim.reporting.front.commands import Command
from marchsim.reporting.front.page import Fold, Page, Part, Picture
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Table
from marchsim.reporting.trying.page import html
from marchsim.studies.optimize import output
from marchsim.studies.optimize.confirmation import INCONCLUSIVE, MET, MISSED, TargetResult
from marchsim.studies.optimize.optimize import Optimized
from marchsim.studies.optimize.search import PRICE, Belief

INDEX = "index.html"
CHIPS = {MET: GREEN, MISSED: RED, INCONCLUSIVE: GREY}
MOST_ANSWERS = 8  # targets at the top; the table has all
REACH = 4.0  # most margins that the figure shows on each side of a target's middle
METHODS = (
    "Each quantity has a surface over the rule sets: a Gaussian process with a linear and a squared "
    "exponential part, a length for each number and noise known from the deals (Rasmussen and Williams "
    "2006). A straight surface is taken where it predicts left-out values better.",
    f"The search makes the expected squared miss small, in margins, and adds {PRICE:g} for each unit of "
    "cost. Every second rule set of a batch is the one that could be best where the surfaces favour it most.",
    "Rule sets of a stage have the same deals. Their common errors are part of the noise.",
    "The finalists and the base game play deals that the search has not seen. A target is met if its 95 % "
    "interval is inside, missed if it is outside. All intervals of all finalists hold together "
    "(Bonferroni).",
    "Quantities that are to stay as before are compared deal by deal with the base game.",
)


def write(found: Optimized, commands: Sequence[Command], out: Path) -> Path:
    """Write the page of a search into a folder and return its path.

    Raises RecordError if the folder cannot be written.
    """
    try:
        files.put(out / INDEX, html(page(found, commands)).encode())
    except OSError as error:
        raise RecordError(f"{out}: the page cannot be written there ({error.strerror}).") from None
    return out / INDEX


def page(found: Optimized, commands: Sequence[Command]) -> Page:
    """The page of a search as data for its template."""
    own = found.prepared
    name = Path(own.file.path).stem
    shown = [
        (own.knobs[at].name, "", str(own.knobs[at].base), str(found.best.values[at]))
        for at in own.changed(found.best.values)
    ]
    headline = output.headline(found, brief=True)
    size = f"{words.plural(found.played.games, 'game')} · {words.plural(found.looked, 'rule set')}"
    return Page(
        f"optimize {name}: {headline}", f"optimize {name}", own.game.title, size, headline, _answers(found),
        [_targets(found), _why(found), _acting(found, commands[1:])],
        f"Seed {own.configuration.seed} · its data: {output.DATA} · the change: {output.OVERLAY}",
        commands[:1], changes=shown or [("no change", "", "", "")],
    )  # fmt: skip


def _several(found: Optimized) -> bool:
    return len(found.prepared.configuration.design.players) > 1


def _answers(found: Optimized) -> list[TryAnswer]:
    """An answer for each target, unmet targets first, up to `MOST_ANSWERS`."""
    order = {MISSED: 0, INCONCLUSIVE: 1, MET: 2}
    told = []
    for row in sorted(found.best.targets, key=lambda row: order[row.verdict])[:MOST_ANSWERS]:
        sentence = (
            f"{output.shown(row, row.base)} before, {output.shown(row, row.estimate)} after "
            f"(95 % sure: {output.interval(row)}). Wanted: {output.wanted(row)}."
        )
        name = output.name(row, _several(found))
        told.append(TryAnswer(name, "", name, CHIPS[row.verdict], row.verdict, sentence))
    return told


def _targets(found: Optimized) -> Part:
    """The section with the figure and the table of all targets."""
    rows = [row for row in found.best.targets if math.isfinite(row.low) and math.isfinite(row.high)]
    drawn = [
        DotRow(output.name(row, _several(found)), _dots(row), number=output.shown(row, row.estimate))
        for row in rows
    ]
    ends = [abs(end or 0.0) for row in drawn for dot in row.dots for end in (dot.low, dot.high, dot.value)]
    reach = min(REACH, max([1.5, *ends]))
    ruler = Ruler(0.0, "middle of the target", (-1.0, 1.0), ends=(-reach, reach))
    alt = "; ".join(output.line(row) for row in rows)
    note = "The band is the target. Open dots: the base game. Lines hold together in 95 of 100 searches."
    picture = Picture("Each quantity within its target.", note, Rows(drawn, ruler).svg(alt))
    titles = {"Targets": found.best.targets, "By strategies retuned for it": found.best.retuned}
    tables = [table(found, told, title) for title, told in titles.items() if told]
    return Part("targets", "Every target before and after", figures=[picture] if drawn else [], tables=tables)


def _dots(row: TargetResult) -> list[Dot]:
    middle, half = (row.low + row.high) / 2, (row.high - row.low) / 2 or row.margin
    low, high = ((end - middle) / half for end in row.interval)
    base = (row.base - middle) / half
    return [
        Dot(base, None, None, "", "var(--mute)", "open"),
        Dot((row.estimate - middle) / half, low, high, "", f"var(--{CHIPS[row.verdict]})"),
    ]


def table(found: Optimized, targets: Sequence[TargetResult], title: str) -> Table:
    """The targets of the best rule set as a table, with the values that the search expected."""
    own, belief = found.prepared, found.believed[found.at]
    ends = dict(zip(own.quantities, zip(belief.means, 2 * belief.errors, strict=True), strict=True))

    def believed(row: TargetResult) -> str:
        mean, reach = ends[row.target.quantity]
        return f"{output.shown(row, mean - reach)} to {output.shown(row, mean + reach)}"

    columns = Columns[TargetResult]()
    for heading, cell in output.COLUMNS.items():
        columns = columns.column(heading, heading, cell, given=heading != "Players" or _several(found))
        if heading == "95 % sure":
            columns = columns.column("believed", "Believed", believed)
    columns = columns.column("deals", "Deals", lambda row: row.deals, "count")
    note = "Believed: by the search, with 95 % intervals, before the sealed deals."
    return columns.table(title.replace(" ", "-").lower(), title, targets, note)


def _why(found: Optimized) -> Part:
    """The section on the effect of each change, with a figure of the miss by number of changes.

    Folded details list the finalists, the best rule set for each number of changes, and those one step away.
    """
    own, sealed = found.prepared, {one.values: one for one in found.results}
    every = {one.values: one for one in (*found.front, *found.believed)}.values()
    losses = [math.sqrt(max(0.0, one.expected - PRICE * own.cost(one.values))) for one in every]
    many = [len(own.changed(one.values)) for one in every]
    ranked = sorted(zip(many, losses, every, strict=True), key=lambda row: row[:2])
    columns = (
        Columns[tuple[int, float, Belief]]()
        .column("many", "Changes", lambda row: row[0], "count")
        .column("change", "Rule set", lambda row: output.changes(own, row[2].values) or "as it is")
        .column("cost", "Cost", lambda row: own.cost(row[2].values), "brief")
        .column("loss", "Expected miss", lambda row: row[1], "tenth")
        .column("chance", "Chance", lambda row: f"{100 * row[2].chance:.0f} %")
        .column("miss", "Sealed miss", lambda row: getattr(sealed.get(row[2].values), "miss", None), "tenth")
        .column("verdict", "Verdict", lambda row: getattr(sealed.get(row[2].values), "verdict", ""))
    )
    note = "Misses in margins. The search counts its own uncertainty in the expected miss."
    front = columns.table("front", "Finalists, and the best by number of changes", ranked, note)
    drawn = []
    for count, loss, one in ranked:
        dots = [Dot(loss, None, None, "", "var(--mute)", "open")]
        if result := sealed.get(one.values):
            dots.append(Dot(result.miss, *result.misses, "", f"var(--{CHIPS[result.verdict]})"))
        drawn.append(DotRow(words.plural(count, "change"), dots))
    caption = "In margins. Open dots: expected by the search. Other dots: finalists on the sealed deals."
    curve = Picture("Miss by number of changes.", caption, Rows(drawn, Ruler(0.0, "no miss")).svg(caption))
    folds = [Fold("Finalists, and fewer changes", f"{len(ranked)} rule sets", tables=[front])]
    if found.region:
        points = [output.changes(own, values) or "as it is" for values in found.region]
        folds.append(Fold("Neighbours that should meet all targets", f"{len(points)}", points=points))
    return Part("why", "Effect of each change", said=output.left_out(found), figures=[curve], folds=folds)


def _acting(found: Optimized, commands: Sequence[Command]) -> Part:
    """The section to read before you act on the change: notes, commands and exact methods."""
    folds = [Fold("Methods, in exact terms", points=METHODS, id="methods")]
    return Part(
        "acting", "Before you act on this", said=output.sentences(found), commands=commands, folds=folds
    )
