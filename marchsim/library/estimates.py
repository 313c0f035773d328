"""The estimates of a run's reports as frames, each computed once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from marchsim.analysis.course.profile import StyleProfile, profile
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.verdict import Verdict
from marchsim.analysis.tournament import PanelResult
from marchsim.analysis.variants.comparisons import study
from marchsim.analysis.variants.rulesets import labels_of, of_run, of_two
from marchsim.library import course, field, worth
from marchsim.library.described import reading
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.manifest import called
from marchsim.recorder.yardsticks import yardsticks

TABLES = {
    table.name: table
    for table in (
        field.WINRATE, field.PAIRS, field.SEATS, field.PLACES, field.TOGETHER, course.PACE, course.ENDINGS,
        course.LEAD, course.SCORES, course.SOURCES, course.PROFILE, course.ACTIVITY, worth.CARDS, worth.PLAYS,
        worth.VARIANTS,
    )
}  # fmt: skip
Method = TypeVar("Method", bound=Callable[..., Any])


def _read(method: Method) -> Method:
    """Make a method name the damaged part where the run cannot be read."""

    @wraps(method)
    def reader(self: Estimates, *arguments: Any, **named: Any) -> Any:
        with reading(self._run):
            return method(self, *arguments, **named)

    return reader  # type: ignore[return-value]


class Estimates:
    """The numbers of `marchsim report`, as polars frames with the names of its parts.

    A panel is one variant with one number of players. Each frame has the columns `variant` and `players`.
    Every number that is estimated, such as `share`, has its 95 % interval in `share_low` and `share_high`.
    The independent unit is the deal. A share is from 0 to 1. `wins` is the same as wins where 100 are fair
    (share x players x 100). `run.columns("report.winrate")` says what each column is. A frame without rows
    says that the run has no such games. Errors are those of `marchsim report`: MarchsimError, one clear line.
    """

    def __init__(self, run: RunFolder) -> None:
        self._run = run
        self._found = Findings(run)

    # who wins -------------------------------------------------------------------------
    @_read
    def winrate(self) -> pl.DataFrame:
        """Return who wins: a row for each panel and strategy, with share, wins, score and rank."""
        return field.winrate(self._results, self._against, yardsticks(self._run.manifest))

    @_read
    def pairs(self) -> pl.DataFrame:
        """Return who beats whom: a row for each panel and two strategies, with difference and Holm's p."""
        return field.pairs(self._results)

    @_read
    def seats(self) -> pl.DataFrame:
        """The value of the starting seat: a row for each panel and seat (0 begins)."""
        return field.seats(self._results)

    @_read
    def places(self) -> pl.DataFrame:
        """Return who wins from where: a row for each panel, strategy and seat."""
        return field.places(self._results)

    @_read
    def together(self) -> pl.DataFrame:
        """Return how often players beat an opponent together: a row for each panel with one."""
        return field.together(self._against)

    # how games go ---------------------------------------------------------------------
    @_read
    def pace(self) -> pl.DataFrame:
        """Return how long and how close games are: a row for each panel and measure."""
        return course.pace(self._courses)

    @_read
    def endings(self) -> pl.DataFrame:
        """Return how games were decided: a row for each panel and way."""
        return course.endings(self._courses)

    @_read
    def lead(self) -> pl.DataFrame:
        """Return who leads when: a row for each panel and round but the last."""
        return course.lead(self._results)

    @_read
    def scores(self) -> pl.DataFrame:
        """Return how scores grow: a row for each panel, strategy and round."""
        return course.scores(self._courses)

    @_read
    def sources(self) -> pl.DataFrame:
        """Return where points come from: a row for each panel, strategy and source."""
        return course.sources(self._courses)

    @_read
    def profile(self) -> pl.DataFrame:
        """The actions of each strategy: a row for each panel, strategy and number that the game records."""
        return course.profile(self._profiles)

    @_read
    def activity(self) -> pl.DataFrame:
        """The actions and possessions of players: a row for each panel, round and number."""
        return course.activity(self._results)

    # cards and variants ---------------------------------------------------------------
    @_read
    def cards(self) -> pl.DataFrame:
        """The effect of each card: a row for each panel and card. RecordError if none were recorded.

        `effect` contrasts seats dealt the card with seats not dealt it (hands are dealt at random, so it is
        causal). `shrunk` is the best guess given all cards, and `adjusted` the p value to judge by.
        """
        return worth.cards(self._found.screenings)

    @_read
    def plays(self) -> pl.DataFrame:
        """Return who plays which card: a row for each panel, card and strategy."""
        return worth.plays(self._found.screenings)

    @_read
    def variants(self, second: str | Path | None = None, control: str = "") -> pl.DataFrame:
        """The effects of variants, deal by deal: a row for each variant, number of players and metric.

        Variants of this run are compared with its base, or with the one named `control`. With `second`, a run
        folder, its variants are compared with this run's base. ConfigError if there is nothing to compare.
        """
        own = self._run.path
        if second is None:
            return worth.variants(study(of_run(self._run, own.name, control)))
        other = RunFolder(called(Path(second)))
        with reading(other):
            found = of_two(self._run, other, labels_of(own, other.path), control)
            return worth.variants(study(found))

    # what they are made of, once ------------------------------------------------------
    @cached_property
    def _both(self) -> tuple[list[PanelResult], list[Together]]:
        results, against = self._found.estimated(self._found.panels, profiled=True)
        return results, [panel for one in against for panel in one.panels]

    @property
    def _results(self) -> list[PanelResult]:
        return self._both[0]

    @property
    def _against(self) -> list[Together]:
        return self._both[1]

    @property
    def _courses(self) -> list[PanelResult | Together]:
        return [*self._results, *self._against]

    @cached_property
    def _profiles(self) -> dict[tuple[str, int], StyleProfile]:
        found = {(one.variant, one.players): one.profile for one in self._results}
        together = [panel for panel in self._found.panels if panel.opponent]
        found |= {(one.variant, one.players): profile(self._run, one) for one in together}
        return {key: one for key, one in found.items() if one is not None}

    @property
    def judgements(self) -> list[Verdict]:
        """Return the verdicts of the run."""
        with reading(self._run):
            return self._found.verdicts

    def _repr_html_(self) -> str:
        """Return the verdicts and who wins, for a notebook."""
        told = worth.verdicts(self.judgements).select("question", "chip", "sentence")
        return f"{told._repr_html_()}{self.winrate()._repr_html_()}"
