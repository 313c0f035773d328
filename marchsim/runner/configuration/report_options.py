"""`[report]`: the metrics of a report on variants, and margins for irrelevant differences.

These metrics are its primary family, declared before any game is played. All others are exploratory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marchsim.errors import nearest
from marchsim.recorder import metrics as catalogue
from marchsim.recorder import questions
from marchsim.runner.configuration.fields import Fields

MOST_METRICS = 50
MOST_MARGIN = 1e9


@dataclass(frozen=True)
class ReportOptions:
    """The table [report]. `metrics` is empty for the default ones.

    Margins are shares, or fractions of a mean. Those of questions are on the scale of the wins index.
    """

    metrics: tuple[str, ...] = ()
    margins: Mapping[str, float] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The table as plain data in the form of a configuration, without defaults."""
        table = {"metrics": list(self.metrics)} if self.metrics else {}
        found = table | ({"margins": dict(self.margins)} if self.margins else {})
        return {"report": found} if found else {}


def read(fields: Fields, strategies: Sequence[str]) -> ReportOptions:
    """The table [report] of a configuration whose strategies have these names."""
    metrics = fields.one_or_more("metrics", str, "the name of a metric")
    margins = fields.inner("margins")
    fields.finish()
    if len(metrics) > MOST_METRICS:
        raise fields.error("metrics", f"{len(metrics)} metrics; at most {MOST_METRICS} are allowed.")
    metric_names = [catalogue.ALL_SEATS, *catalogue.known(None, strategies)]
    bounded = [*metric_names, *questions.USUAL]
    for place, names, known in ((fields, metrics, metric_names), (margins, margins.data, bounded)):
        for name in names:
            if name not in known and not catalogue.component(name):
                raise place.error(
                    "metrics" if place is fields else name,
                    f"there is no metric {name!r}.{nearest(name, known)} Known: {', '.join(known)}.",
                )
    return ReportOptions(
        metrics, {name: margins.number(name, 1e-6, MOST_MARGIN, 0.0) for name in margins.data}
    )
