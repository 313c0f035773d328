"""All estimates of a run, with the intervals that are right for the way in which it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.judging import anytime
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import Run
from marchsim.analysis.tournament import Facing, PanelResult, analyse, facing


def estimated(
    run: Run, found: Sequence[Panel], profiled: bool = False
) -> tuple[list[PanelResult], list[Facing]]:
    """Return the results of panels of a run: games against each other, and games against an opponent.

    In a run that stopped by precision intervals of shares hold whenever it stops. `profiled`: with profiles.
    """
    results, against = analyse(run, found, profiled), facing(run, found)
    if not anytime.stopped_by_precision(run.manifest):
        return results, against
    known = {(panel.variant, panel.players): panel for panel in found}
    whenever = [
        replace(
            one,
            panels=[anytime.against_an_opponent(at, known[at.variant, at.players]) for at in one.panels],
        )
        for one in against
    ]
    return [anytime.against_each_other(one, known[one.variant, one.players]) for one in results], whenever
