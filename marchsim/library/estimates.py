"""The estimates of a run's reports as frames, each computed at its first use."""

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
from marchsim.library import field, worth
from marchsim.library.described_frames import reading
from marchsim.recorder import manifest as manifests
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.manifest import baselines, called

TABLES = {
    table.name: table
    for table in (
        field.WINRATE, field.PAIRS, field.SEATS, field.PLACES, field.TOGETHER, field.PACE, field.ENDINGS,
        field.LEAD, field.SCORES, field.SOURCES, field.PROFILE, field.ACTIVITY, worth.CARDS, worth.PLAYS,
        worth.VARIANTS,
    )
}  # fmt: skip
Method = TypeVar("Method", bound=Callable[..., Any])


def _read(method: Method) -> Method:
    """Make a method name the damaged part of a run in its error, if it cannot read the run."""

    @wraps(method)
    def reader(self: Estimates, *arguments: Any, **named: Any) -> Any:
        with reading(self._run):
            return method(self, *arguments, **named)

    return reader  # type: ignore[return-value]


class Estimates:
    """The numbers of `marchsim report`, as polars frames named after the parts of that report.

    A group is one variant with one number of players. Each frame has the columns `variant` and `players`.
    Every estimate, such as `share`, has its 95 % interval in `share_low` and `share_high`. The independent
    unit is the deal. A share is from 0 to 1, and `wins` is the wins index (share x players x 100).
    `run.columns("report.winrate")` describes each column. A frame is empty if the run has no such games.
    Raises MarchsimError with one clear line, as `marchsim report` does.
    """

    def __init__(self, run: RunFolder) -> None:
        self._run = run
        self._found = Findings(run)

    # who wins -------------------------------------------------------------------------
    @_read
    def winrate(self) -> pl.DataFrame:
        """Wins of strategies: a row for each group and strategy, with share, wins, score and rank."""
        return field.winrate(self._results, self._against, baselines(self._run.manifest))

    @_read
    def pairs(self) -> pl.DataFrame:
        """Pairs of strategies: a row for each group and pair, with difference and Holm-adjusted p value."""
        return field.pairs(self._results)

    @_read
    def seats(self) -> pl.DataFrame:
        """Wins of starting seats: a row for each group and seat (0 begins)."""
        return field.seats(self._results)

    @_read
    def places(self) -> pl.DataFrame:
        """Wins of strategies by seat: a row for each group, strategy and seat."""
        return field.places(self._results)

    @_read
    def together(self) -> pl.DataFrame:
        """Wins of players together against an opponent: a row for each group that faces one."""
        return field.together(self._against)

    # how games go ---------------------------------------------------------------------
    @_read
    def pace(self) -> pl.DataFrame:
        """Length and closeness of games: a row for each group and measure."""
        return field.pace(self._courses)

    @_read
    def endings(self) -> pl.DataFrame:
        """Endings of games: a row for each group and ending."""
        return field.endings(self._courses)

    @_read
    def lead(self) -> pl.DataFrame:
        """The lead by round: a row for each group and round but the last."""
        return field.lead(self._results)

    @_read
    def scores(self) -> pl.DataFrame:
        """Mean scores by round: a row for each group, strategy and round."""
        return field.scores(self._courses)

    @_read
    def sources(self) -> pl.DataFrame:
        """Sources of points: a row for each group, strategy and source."""
        return field.sources(self._courses)

    @_read
    def profile(self) -> pl.DataFrame:
        """Play of each strategy: a row for each group, strategy and recorded measure."""
        return field.profile(self._profiles)

    @_read
    def activity(self) -> pl.DataFrame:
        """Actions and holdings of players: a row for each group, round and measure."""
        return field.activity(self._results)

    # cards and variants ---------------------------------------------------------------
    @_read
    def cards(self) -> pl.DataFrame:
        """The effect of each card: a row for each group and card. Raises RecordError if none were recorded.

        `effect` compares seats that were dealt the card with seats that were not. Hands are dealt at random,
        so it is causal. `shrunk` is the best estimate given all cards. Judge by `adjusted`, the adjusted p
        value.
        """
        return worth.cards(self._found.screenings)

    @_read
    def plays(self) -> pl.DataFrame:
        """Play of cards by strategy: a row for each group, card and strategy."""
        return worth.plays(self._found.screenings)

    @_read
    def variants(self, second: str | Path | None = None, control: str = "") -> pl.DataFrame:
        """Paired effects of variants: a row for each variant, number of players and metric.

        This run's variants are compared with its base, or with its variant `control`. If `second` is a run
        folder, its variants are compared with this run's base. Raises ConfigError if nothing can be compared.
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
        return results, [panel for one in against for panel in one]

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
        """The verdicts on the run, as objects."""
        with reading(self._run):
            return self._found.verdicts

    def _repr_html_(self) -> str:
        """The verdicts and the wins of strategies, for a notebook."""
        told = worth.verdicts(self.judgements, manifests.look_number(self._run.manifest)).select(
            "question", "chip", "sentence"
        )
        return f"{told._repr_html_()}{self.winrate()._repr_html_()}"
