"""The results of one run that several pages and commands share, each computed once: `Findings`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from marchsim.analysis.cards.screening import Screening, screenings
from marchsim.analysis.course.drama import Drama, drama
from marchsim.analysis.course.telling import Telling, telling
from marchsim.analysis.field.kinds import Kinds, kinds
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging.judged_cards import has_cards
from marchsim.analysis.judging.run_verdicts import verdicts
from marchsim.analysis.judging.standings import Standings, standings
from marchsim.analysis.judging.verdict import Verdict
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.rows import rounds_of
from marchsim.analysis.reading.source import Run
from marchsim.analysis.tournament import PanelResult, analyse, facing
from marchsim.recorder.manifest import baselines

MANY = 300_000  # games from which on only the report judges cards


class Findings:
    """A run and its results, each computed on first use and then cached.

    With a million games each result takes seconds, and several pages and the terminal need it. If `quick`,
    the cards of so many games are not judged, because they would take a minute. Raises RecordError if the run
    cannot be read.
    """

    def __init__(self, run: Run, quick: bool = False) -> None:
        self.run, self._quick = run, quick
        self._results: list[tuple[Panel, PanelResult]] = []

    @cached_property
    def panels(self) -> list[Panel]:
        """The panels of the run."""
        return panels(self.run)

    @cached_property
    def judged(self) -> list[Panel]:
        """The panels without games of a baseline, which verdicts and standings are of.

        A panel is empty if each of its games has a baseline.
        """
        marks = baselines(self.run.manifest)
        return panels(self.run, marks) if marks else self.panels

    @cached_property
    def shown(self) -> list[Panel]:
        """The panels of the first page: the judged ones or, if every game has a baseline, all of them."""
        return [panel for panel in self.judged if panel.games.height] or self.panels

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The verdicts of the run."""
        return verdicts(self.run, self.judged, cards=not self.unread)

    @cached_property
    def unread(self) -> bool:
        """Whether the run has cards that are not judged."""
        many = self._quick and sum(panel.valid.height for panel in self.panels) >= MANY
        return many and has_cards(self.run)

    @cached_property
    def standings(self) -> list[Standings]:
        """The standings of the strategies under each rule set, without games of baselines."""
        return standings(self.run, self.judged, self.verdicts)

    @cached_property
    def telling(self) -> list[Telling]:
        """The games worth watching. Request them before the panels to save memory."""
        return telling(self.run)

    @cached_property
    def screenings(self) -> list[Screening]:
        """The card screening of each panel. Raises RecordError if no cards were recorded."""
        return screenings(self.run)

    def estimated(
        self, shown: Sequence[Panel], profiled: bool
    ) -> tuple[list[PanelResult], list[list[Together]]]:
        """The results of panels in which players compete, and those of panels in which they face an opponent.

        If `profiled`, the former include the profiles of the strategies.
        """
        results, against = analyse(self.run, shown, profiled), facing(self.run, shown)
        apart = [panel for panel in shown if not panel.opponent]
        self._results += zip(apart, results, strict=True)
        return results, against

    def drama(self, panel: Panel) -> Drama | None:
        """The lead changes and comebacks in a panel. None if rounds were not recorded or nobody competes."""
        known = self._known(panel)
        return known.drama if known is not None else drama(panel, rounds_of(self.run, panel))

    def kinds(self, panel: Panel) -> Kinds | None:
        """The results of each kind of seat in one panel. None if all seats are alike."""
        known = self._known(panel)
        return known.kinds if known is not None else kinds(self.run, panel)

    def _known(self, panel: Panel) -> PanelResult | None:
        """The result of a panel, or None if it was not computed yet."""
        return next((result for one, result in self._results if one is panel), None)
