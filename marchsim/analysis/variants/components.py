"""The components that rule sets deal to seats, as metrics (`cards.army-head`), and the changed ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from marchsim.analysis.cards.items import items_of
from marchsim.analysis.reading.source import described
from marchsim.analysis.variants.blocks import dealt_kinds
from marchsim.analysis.variants.differences import changes
from marchsim.analysis.variants.rulesets import ComparedRuleset, Rulesets
from marchsim.recorder.metrics import component_metric


@dataclass(frozen=True)
class Component:
    """A component. If `extra`, its value is relative to the other components, as for a card."""

    id: str
    name: str
    extra: bool

    @property
    def fair(self) -> float:
        """The component's value in a fair game, as a multiple of an equal share of wins."""
        return 0.0 if self.extra else 1.0


def of(rulesets: Iterable[ComparedRuleset]) -> dict[str, Component]:
    """The components that seats are dealt under these rule sets, by metric. Empty if there are none."""
    found = {}
    for one in rulesets:
        if described(one.run, "items") is not None:
            for kind, extra in dealt_kinds(one.run).items():
                for item in items_of(one.run, one.variant, kind, ()):
                    found[component_metric(kind, item.id)] = Component(item.id, item.name, extra)
    return found


def changed(rulesets: Rulesets) -> dict[str, Component]:
    """The components that differ between the control and another rule set, by metric."""
    control = rulesets.control
    held = [changes(control.resolved, one.resolved) for one in rulesets.others]
    ids = {change.path[1] for found in held for change in found if len(change.path) > 1}
    known = of(rulesets.all) if ids else {}
    return {metric: one for metric, one in known.items() if one.id in ids}
