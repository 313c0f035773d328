"""Parts of a game that can be shown without playing it: rules, components, strategies and files.

Each protocol here is an ability that a game may have. `games.able` raises an error that names the ability if
a game lacks it. All results are plain data, so other packages need to know nothing about a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import StrategySource, Variant

MARKS = {"rulebook": "", "implied": "~", "assumed": "?", "printed": "=", "design": "*"}
LEGEND = "? assumed by us   ~ implied by the rulebook   = printed   * design (overlays)   no mark: rulebook"


@dataclass(frozen=True)
class Sheet:
    """A table for a reader. `columns` maps headings to `left`, `right` or `wide` (fills the width)."""

    title: str
    columns: Mapping[str, str]
    rows: Sequence[Sequence[str]]


Page = Sequence[Sheet | str]
"""What is shown at once: tables and sentences, from top to bottom."""


@runtime_checkable
class Shown(Protocol):
    """A game whose rules and components can be shown.

    `kinds` are the kinds of its components, in the plural (`cards`). An unknown name raises a ConfigError or
    RulesError that suggests the nearest one. Rows have only JSON values.
    """

    kinds: tuple[str, ...]

    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """A row for each component of a kind, or only for the component called `name` ('' for all)."""

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """The components for a reader, with a mark for the source of each number."""

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """A row for each parameter of the rules, or only for those that match `name` ('' for all)."""

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """The rule parameters for a reader. If `changes` is set, only differences from the standard game."""


@dataclass(frozen=True)
class Profile:
    """The parts of a strategy: its class, description and base, and its changes to the base.

    `weights` maps names to a number, or to a list with a number for each round. `hooks` names the questions
    that its own class answers.
    """

    name: str
    builds_on: str
    about: str
    weights: dict[str, float | list[float]]
    hooks: tuple[str, ...]


@runtime_checkable
class Profiled(Protocol):
    """A game that can describe a strategy."""

    def profile(self, source: StrategySource) -> Profile:
        """Describe a strategy, by running its file. Raises StrategyError if the file fails."""


@runtime_checkable
class Started(Protocol):
    """A game that can write a new strategy or overlay file for a person to edit."""

    def new_strategy(self, name: str) -> tuple[str, str]:
        """The file name and the text of a new strategy. Raises ConfigError for an invalid name."""

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """An overlay that changes nothing yet. It lists all rules or, if `assumed`, all assumed numbers."""


class Staging(Protocol):
    """The result of a scenario, for a reader and as plain data."""

    @property
    def passed(self) -> bool:
        """Whether all expectations hold."""

    @property
    def lines(self) -> Sequence[str]:
        """The lines that report the result: its events and its end."""

    @property
    def row(self) -> Mapping[str, Any]:
        """The result as plain data."""


class Scenario(Protocol):
    """A scenario that has been read from a file."""

    def play(self) -> Staging:
        """Play the scenario. Raises ScenarioError if a part is unclear."""


@runtime_checkable
class Staged(Protocol):
    """A game that can play scenarios (positions with actions and expectations)."""

    def scenario(self, path: Path, table: Mapping[str, Any]) -> Scenario:
        """Read a scenario from the table of a file. Raises ScenarioError if the table is not valid."""


def share(facts: Sequence[str], what: str) -> str:
    """A sentence that counts the numbers of `what` by source. `facts` has their sources (keys of MARKS)."""
    counts = {word: facts.count(word) for word in MARKS if facts.count(word)}
    parts = ", ".join(f"{count} {word}" for word, count in counts.items())
    assumed = counts.get("assumed", 0)
    percent = f" ({100 * assumed / len(facts):.0f} % assumed)" if facts else ""
    return f"{len(facts)} numbers of {what}: {parts}{percent}."
