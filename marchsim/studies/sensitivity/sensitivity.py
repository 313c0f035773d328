"""The study: play the configuration, a pilot, and then draws until all claims are settled."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from marchsim.analysis.robustness import mattering
from marchsim.analysis.robustness.judging import (
    ERROR,
    OPEN,
    EstimatesByDraw,
    Judged,
    LabelRules,
    Stated,
    Wanted,
    by_draw,
    decided,
    judged,
    over_populations,
    over_strategies,
)
from marchsim.analysis.robustness.mattering import Inputs, LookupWorth
from marchsim.errors import NothingMeasured, plural
from marchsim.recorder import manifest as manifests
from marchsim.recorder import metrics as catalogue
from marchsim.recorder import portion
from marchsim.recorder.claims import ABOVE, BELOW, WITHIN, Claim, worded
from marchsim.runner.backends import choosing as places
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.runner.tournament import play
from marchsim.stats.prediction import FieldMean
from marchsim.stats.random_groups import Explained
from marchsim.stats.two_level import best_deals, two_level
from marchsim.studies.sensitivity.draws import DrawJob, Draws, boxes, coordinates
from marchsim.studies.sensitivity.preparation import (
    DRAWS,
    FEWEST_DEALS,
    MAIN,
    MOST_DEALS,
    PILOT,
    PILOT_DEALS,
    PILOT_DRAWS,
    PreparedSensitivity,
    StudyLook,
    calls,
    grid,
    schedule,
)
from marchsim.studies.stages import PlayedStages

WHOLE = 10**12  # deals: all of a run are one draw
NARROW = 1.645  # standard errors on each side of a 90 % interval
LOOKED_UP = 10  # components that the page proposes to look up first
RATED = 3  # draws that are played to see how long one takes
# Processor seconds beside playing, measured: start and page, a claim, each of its columns, a game stored.
START, CLAIM, COLUMN, STORED = 2.2, 0.1, 0.16, 40e-6
CLEARER = 2.0  # times the deals that tell the model most: a count of draws wants half of its noise (D-406)
UNSURE = 2.0  # standard errors within which a usual claim is not taken up: there is nothing to test
SETTLED, SPENT, HOPELESS = "settled", "spent", "hopeless"


@dataclass(frozen=True)
class Tried:
    """A claim to test, with its sentence, its precise form, and its estimate under the assumed numbers.

    `se` is the standard error of that estimate.
    """

    claim: Claim
    text: str
    stated: Stated
    assumed: float
    se: float
    players: int


@dataclass(frozen=True)
class Row:
    """The result of a claim, with a cell for each population and the overall verdict."""

    tried: Tried
    cells: Mapping[str, Judged]
    verdict: str
    explained: Mapping[str, Explained | None]


@dataclass(frozen=True)
class Sensitivity:
    """The results of a study, which ended SETTLED, SPENT or HOPELESS (more draws will not help).

    `why` has the way in which it ended. `fields` has, by variant and population, how much a variant's effect
    on shares differs between strategies. `looks` has all planned looks, and `calls` the number of draws of
    each call.
    """

    prepared: PreparedSensitivity
    rows: tuple[Row, ...]
    left: tuple[Tried, ...]
    draws: int
    deals: int
    why: str
    worth: LookupWorth | None
    inputs: Inputs
    rules: LabelRules
    fields: Mapping[tuple[str, str], FieldMean]
    played: PlayedStages = field(default_factory=PlayedStages)
    looks: Sequence[StudyLook] = ()
    calls: Sequence[int] = ()


def usual_folder(prepared: PreparedSensitivity) -> Path:
    """The default folder for a study."""
    return Path("robustness") / f"{prepared.configuration.name}-{prepared.players}"


def sensitivity(
    prepared: PreparedSensitivity, out: Path, *, workers: places.Workers = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None,
) -> Sensitivity:  # fmt: skip
    """Test which claims about a game survive other component numbers and other players.

    `out` (usually `usual_folder`) gets a run folder for each stage. The same call resumes them, even in the
    middle of a draw, and more draws extend them. Results do not depend on workers. Raises
    NothingMeasured if nothing can be judged, StateMismatch if a folder belongs to another study, and
    Interrupted on Ctrl-C.
    """
    where = places.read(workers)
    return _Study(prepared, out, where, progress or Quiet(), warn).judge()


def forecast(
    prepared: PreparedSensitivity, out: Path, workers: places.Workers = None,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Play the pilot, the study's first stage, and estimate the length of the rest as plain data.

    Seconds assume idle processors, and include the start, the analysis and the page. `games_so_far` counts
    the games of the configuration and the pilot, which are already stored.
    """
    where = places.read(workers)
    return _Study(prepared, out, where, progress or Quiet(), lambda told: None).forecast()


class _Study:
    """The work of one call of `sensitivity`."""

    def __init__(
        self, prepared: PreparedSensitivity, folder: Path, where: places.Where, progress: Progress,
        warn: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._prepared, self._folder, self._where, self._warn = prepared, folder, where, warn
        self._progress = progress
        self._played = PlayedStages()
        self._rules = LabelRules()
        self._levels: Mapping[Wanted, EstimatesByDraw] = {}
        self._each = 1  # deals of a draw

    def judge(self) -> Sensitivity:
        """Play until all claims are settled or all draws are spent."""
        prepared = self._prepared
        tried, left = self._tried()
        if not tried:
            raise NothingMeasured(
                f"{prepared.configuration.name}: nothing is clear even under the assumed numbers, so "
                "there is nothing to test; play more --blocks, or write [[claims]]."
            )
        blocks = prepared.blocks(self._deals(tried))
        labels: dict[tuple[int, str], tuple[str, float]] = {}
        why, many = SPENT, prepared.draws
        made = calls(self._folder, prepared.draws)
        looks = schedule(made, prepared.draws)
        for look in looks:
            many = look.draws
            found = {name: self._estimates(name, DRAWS, many, blocks) for name in prepared.cast}
            cells = self._judged(tried, found)
            told = decided(list(cells.values()), look.error, self._rules, prepared.draws)
            cells = dict(zip(cells, told, strict=True))
            for key, cell in cells.items():
                if cell.label != OPEN:
                    error = ERROR * cell.error / look.error
                    before = labels.get(key, (cell.label, 1.0))
                    labels[key] = cell.label, min(error, before[1] if before[0] == cell.label else 1.0)
            if len(labels) == len(cells):
                why = SETTLED
                break
            if all(cell.more is None for key, cell in cells.items() if key not in labels):
                why = HOPELESS if many < prepared.draws else SPENT
                break
        inputs = self._inputs(many)
        rows = self._rows(tried, cells, labels, found, inputs)
        return Sensitivity(
            prepared, rows, left, many, self._each, why, _worth(rows, inputs), inputs,
            self._rules, self._fields(found), self._played, looks, made,
        )  # fmt: skip

    def forecast(self) -> dict[str, Any]:
        """Play the configuration and the pilot, and estimate the length of the rest."""
        prepared = self._prepared
        tried, _ = self._tried()
        blocks = prepared.blocks(self._deals(tried))
        seconds = {name: self._rate(name, blocks) for name in prepared.cast}
        each = {name: prepared.plan(name, DRAWS, 1, blocks).schedule.total() for name in prepared.cast}
        games = {many: many * sum(each.values()) for many in grid(prepared.draws)}
        workers = self._where.at_once
        spent = sum(each[name] * seconds[name] for name in each) / workers
        beside = START + len(tried) * (CLAIM + COLUMN * len(prepared.cast))
        return {
            "schema": "marchsim.sensitivity-plan/1",
            "players": prepared.players,
            "claims": len(prepared.claims),
            "populations": list(prepared.cast),
            "numbers": len(prepared.priors.drawn),
            "blocks_of_a_draw": blocks,
            "games_so_far": self._played.games,
            "workers": workers,
            "looks": [
                {"draws": draws, "games": many, "seconds": draws * spent + beside + STORED * many}
                for draws, many in games.items()
            ],
        }

    def _rate(self, name: str, blocks: int) -> float:
        """The seconds that a worker takes per game of a draw, including its share of preparing the draw."""
        plan = self._prepared.plan(name, PILOT, 1 + RATED, min(blocks, PILOT_DEALS))
        assert isinstance(plan.job, DrawJob)
        player, each = plan.job.player(), plan.job.stretch
        player.play(Chunk(0, 0))
        begun = time.process_time()
        for draw in range(1, 1 + RATED):
            player.play(Chunk(draw * each, (draw + 1) * each - 1))
        spent = (time.process_time() - begun) / RATED
        begun = time.process_time()
        boxes(plan.job, plan.game, RATED)
        once = time.process_time() - begun
        whole = plan.job.stretch // min(blocks, PILOT_DEALS) * blocks
        return float((max(spent - once, 0.0) / each * whole + once) / whole)

    def _tried(self) -> tuple[list[Tried], tuple[Tried, ...]]:
        """Play the configuration. Return the claims to test, and the claims that it does not support."""
        prepared = self._prepared
        asked = prepared.configuration
        self._progress.note(f"published: {asked.name} under the assumed numbers")
        plan = plans.make(asked, prepared.folders, MAIN)
        for warning in plan.warnings():
            self._warn(warning)
        done = play(plan, self._folder / "published", self._where, progress=self._progress)
        self._played.add(done)
        wanted = (*prepared.wanted, *((metric, "") for metric, variant in prepared.wanted if variant))
        self._levels = by_draw(done.folder, tuple(dict.fromkeys(wanted)), prepared.control, WHOLE)
        tried = [one for claim in prepared.claims if (one := self._stated(claim)) is not None]
        if prepared.declared:
            return tried, ()
        sure = [one for one in tried if _supported(one)]
        return sure, tuple(one for one in tried if not _supported(one))

    def _stated(self, claim: Claim) -> Tried | None:
        """The precise form of a claim, from results under the assumed numbers, or None without a result."""
        own = self._levels[claim.metric, claim.variant]
        if not len(own.means) or own.deals[0] < 2:
            return None
        mean, se = float(own.means[0]), float(np.sqrt(own.variances[0] / own.deals[0]))
        line = claim.fair(self._prepared.players)
        assert line is not None
        margin = claim.margin or self._margin(claim, mean)
        way = claim.way or self._way(claim, mean - line, se, margin)
        published = mean if claim.published is None else claim.published
        right = (published > line) if way == ABOVE else (published < line)
        size = published if way == WITHIN or (right and published != line) else None
        stated = Stated(way, line, margin, size)
        players = self._prepared.players
        return Tried(claim, worded(claim, way, line, players), stated, mean, se, players)

    def _margin(self, claim: Claim, mean: float) -> float:
        """The default margin of a claim, as an effect in its metric's unit."""
        declared = self._prepared.configuration.reported.margins
        size = catalogue.margin(claim.metric, declared, self._prepared.players)
        own = self._levels[claim.metric, ""]
        return size.at(float(own.means[0]) if len(own.means) else mean)

    def _way(self, claim: Claim, off: float, se: float, margin: float) -> str:
        """The direction for a claim that states none, chosen from the study's own estimate.

        A default claim says "no change" if the difference `off` is not significant and its 90 % interval is
        within the margin. In all other cases, the sign of `off` gives the direction.
        """
        unclear, narrow = abs(off) <= UNSURE * se, abs(off) + NARROW * se < margin
        if unclear and narrow and not self._prepared.declared:
            return WITHIN
        return BELOW if off < 0 else ABOVE

    def _deals(self, tried: list[Tried]) -> int:
        """The number of deals per draw: the requested one, or the best one according to the pilot."""
        prepared = self._prepared
        if prepared.deals is not None:
            return prepared.deals
        name = next(iter(prepared.cast))
        found = self._estimates(name, PILOT, PILOT_DRAWS, prepared.blocks(PILOT_DEALS))
        wishes = []
        for one in tried:
            own = found[one.claim.metric, one.claim.variant]
            model = two_level(own.means, own.variances, own.deals)
            if model is not None:
                wish = CLEARER * best_deals(model, float(np.mean(own.deals)), one.stated.line)
                wishes.append(min(max(wish, FEWEST_DEALS), MOST_DEALS))
        return round(median(wishes)) if wishes else FEWEST_DEALS

    def _estimates(
        self, population: str, stage: str, draws: int, blocks: int
    ) -> Mapping[Wanted, EstimatesByDraw]:
        """Play draws of a stage with a population, and return the estimates by draw.

        If the stage's folder was started with more draws, that run is continued, and only its first draws are
        used.
        """
        prepared = self._prepared
        word = "pilot" if stage == PILOT else "draws"
        folder = self._folder / f"{word}-{population}"
        plan = prepared.plan(population, stage, draws, blocks)
        if (begun := _begun(folder) // (blocks * plan.schedule.games_per_block)) > draws:
            plan = prepared.plan(population, stage, begun, blocks)
        drawn = f"{plural(draws, 'draw')} of {plural(blocks, 'block')}"
        self._progress.note(f"{word}: {drawn}, played by {population}")
        done = play(plan, folder, self._where, progress=self._progress)
        self._played.add(done)
        self._each = blocks * (plan.schedule.deals() // plan.job.design.blocks)
        return by_draw(done.folder, prepared.wanted, prepared.control, self._each, draws)

    def _judged(
        self, tried: list[Tried], found: Mapping[str, Mapping[Wanted, EstimatesByDraw]]
    ) -> dict[tuple[int, str], Judged]:
        cells = {}
        for at, one in enumerate(tried):
            for name in self._prepared.cast:
                own = found[name][one.claim.metric, one.claim.variant]
                if one.claim.populations and name not in one.claim.populations:
                    continue
                if (cell := judged(own, one.stated, self._rules)) is not None:
                    cells[at, name] = cell
        if not cells:
            raise NothingMeasured("no draw has two deals that count; give more --deals.")
        return cells

    def _fields(
        self, found: Mapping[str, Mapping[Wanted, EstimatesByDraw]]
    ) -> Mapping[tuple[str, str], FieldMean]:
        variants = dict.fromkeys(variant for _, variant in self._prepared.wanted if variant)
        return {
            (variant, name): one
            for variant in variants
            for name in self._prepared.cast
            if (one := over_strategies(found[name], variant)) is not None
        }

    def _inputs(self, many: int) -> Inputs:
        """The first `many` draws as columns (see `draws.coordinates`)."""
        prepared = self._prepared
        draws = Draws(prepared.priors.drawn, prepared.configuration.seed, DRAWS)
        return coordinates(draws, range(many))

    def _rows(
        self, tried: list[Tried], cells: Mapping[tuple[int, str], Judged],
        labels: Mapping[tuple[int, str], tuple[str, float]],
        found: Mapping[str, Mapping[Wanted, EstimatesByDraw]], inputs: Inputs,
    ) -> tuple[Row, ...]:  # fmt: skip
        rows = []
        for at, one in enumerate(tried):
            own = {
                name: replace(cells[at, name], label=label, error=error)
                for name in self._prepared.cast
                if (at, name) in cells
                for label, error in [labels.get((at, name), (OPEN, 1.0))]
            }
            if not own:
                continue
            key = one.claim.metric, one.claim.variant
            told = {name: mattering.explain(found[name][key], inputs) for name in own}
            verdict = over_populations([cell.label for cell in own.values()])
            rows.append(Row(one, own, verdict, told))
        return tuple(rows)


def _begun(folder: Path) -> int:
    """The number of games that a stage's folder was planned for."""
    return (portion.planned(manifests.read(folder)) or 0) if manifests.exists(folder) else 0


def _supported(one: Tried) -> bool:
    """Whether the study's own figures support a claim."""
    return one.stated.way == WITHIN or abs(one.assumed - one.stated.line) > UNSURE * one.se


def _worth(rows: tuple[Row, ...], inputs: Inputs) -> LookupWorth | None:
    """The components to look up first, for the claims that do not hold, or for all claims if all hold."""
    open_rows = [row for row in rows if row.verdict != "holds"] or list(rows)
    claims = [
        mattering.unsure(cell.model, row.tried.stated.line, told)
        for row in open_rows
        for name, cell in row.cells.items()
        if (told := row.explained[name]) is not None
    ]
    return mattering.look_up(claims, inputs, LOOKED_UP) if claims else None
