"""Pairs of rule sets to compare: the variants of one run with its base, or those of two runs.

Within a run, blocks are paired by deal and line-up. Between two runs they are paired by the key of the deal
and by the seating. So runs of different designs or sizes are paired on the part that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from marchsim.analysis.reading.source import Run, entry, variants
from marchsim.analysis.variants.blocks import by_block, by_strategy
from marchsim.analysis.variants.differences import changes, lines
from marchsim.errors import ConfigError, nearest
from marchsim.recorder.manifest import resolved_variant

Made = TypeVar("Made")
MOST_CHANGES = 12  # lines on the changes of a rule set


@dataclass(frozen=True)
class ComparedRuleset:
    """One side of a comparison: display name, run, and the manifest's entry for the variant."""

    name: str
    run: Run
    described: Mapping[str, Any]

    @property
    def variant(self) -> str:
        """The variant's name in its run."""
        return str(entry(self.described, "name"))

    @property
    def together(self) -> bool:
        """Whether the players win or lose together."""
        return bool(entry(self.described, "opponent"))

    @property
    def resolved(self) -> Any:
        """The rules and components as plain data. None if the manifest lacks them."""
        return resolved_variant(entry(self.run.manifest, "variants"), self.described)

    def changes(self, control: ComparedRuleset) -> list[str]:
        """The differences from the control in words: rules, components, and strategy parameters."""
        own, other = self.resolved, control.resolved
        found = lines(changes(other, own), MOST_CHANGES, within=own)
        mine, theirs = (_parameters(one) for one in (self, control))
        return found + lines(changes({"strategy": theirs}, {"strategy": mine}), MOST_CHANGES)


def _parameters(ruleset: ComparedRuleset) -> dict[str, Any]:
    """The parameters of each strategy under this rule set."""
    own = entry(ruleset.described, "strategies") or {}
    return {name: own.get(name, entry(one, "parameters")) for name, one in strategies(ruleset.run).items()}


def strategies(run: Run) -> dict[str, Mapping[str, Any]]:
    """The manifest's entry for each strategy of a run, by name, in the order of the manifest."""
    listed = entry(run.manifest, "strategies")
    return {str(entry(one, "name")): one for one in (listed if isinstance(listed, list) else [])}


@dataclass(frozen=True)
class Rulesets:
    """A control and the rule sets to compare with it. `two` is true if they come from two runs."""

    control: ComparedRuleset
    others: tuple[ComparedRuleset, ...]
    two: bool

    @property
    def all(self) -> tuple[ComparedRuleset, ...]:
        """The control and the others."""
        return (self.control, *self.others)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The run of the control, then that of the others if it is a second run."""
        return (self.control.run, self.others[0].run) if self.two else (self.control.run,)

    @property
    def field(self) -> list[str]:
        """The names of all strategies, those of the control's run first."""
        return list(dict.fromkeys(name for run in self.runs for name in strategies(run)))

    def by_run(self, made: Callable[[Run], Made]) -> list[tuple[ComparedRuleset, Made]]:
        """Each rule set with the result of `made` for its run. `made` is called once for each run."""
        found = [made(run) for run in self.runs]
        return [(one, found[0 if one is self.control else -1]) for one in self.all]

    def blocks(self, metrics: tuple[str, ...]) -> dict[str, pl.DataFrame]:
        """The blocks of each rule set (`by_block`), with the columns `unit` and `part` for pairing."""
        return self._paired(metrics, by_block)

    def seen(self, metrics: tuple[str, ...]) -> dict[str, pl.DataFrame]:
        """The values by strategy of each rule set (`by_strategy`), with the columns `unit` and `part`."""
        return self._paired(metrics, by_strategy)

    def _paired(
        self, metrics: tuple[str, ...], measure: Callable[[Run, tuple[str, ...], bool], pl.DataFrame]
    ) -> dict[str, pl.DataFrame]:
        unit, part = ("seed", "seating") if self.two else ("deal", "line_up")
        return {
            one.name: measured.filter(pl.col("variant") == one.variant)
            .with_columns(unit=pl.col(unit), part=pl.col(part))
            .sort("unit", "part")
            for one, measured in self.by_run(lambda run: measure(run, metrics, self.two))
        }


def of_run(run: Run, label: str, control: str = "") -> Rulesets:
    """The variants of a run, compared with its base or with the variant `control`.

    Raises ConfigError if there are fewer than two variants, or if `control` is none of them.
    """
    found = [ComparedRuleset(str(entry(one, "name")), run, one) for one in variants(run.manifest)]
    if len(found) < 2:
        raise ConfigError(
            f"{label}: the run has one variant alone, so there is nothing to compare; add [[variants]] or "
            "[sweep] to its configuration, or give a second run folder."
        )
    chosen = _control(found, control, label)
    return Rulesets(chosen, tuple(one for one in found if one is not chosen), two=False)


def labels_of(first: Path, second: Path) -> tuple[str, str]:
    """Display names of two run folders: the folders' names or, if these are equal, the given paths.

    Raises ConfigError if both are the same folder.
    """
    one, other = first.resolve(), second.resolve()
    if one == other:
        raise ConfigError(f"{first} and {second} are one folder; give two runs, or one run with variants.")
    return (one.name, other.name) if one.name != other.name else (str(first), str(second))


def of_two(first: Run, second: Run, labels: tuple[str, str], control: str = "") -> Rulesets:
    """The variants of the second run, compared with the base (or the variant `control`) of the first.

    Raises ConfigError if the runs play different games, if one of them has no variant, or if `control` is
    unknown.
    """
    games = [entry(run.manifest, "game", "name") for run in (first, second)]
    if games[0] != games[1]:
        raise ConfigError(
            f"{labels[0]} is a run of {games[0]!r} and {labels[1]} of {games[1]!r}; only runs of one game "
            "can be compared."
        )
    chosen = _control(
        [ComparedRuleset(str(entry(one, "name")), first, one) for one in variants(first.manifest)],
        control,
        labels[0],
    )
    listed = variants(second.manifest)
    if not listed:
        raise ConfigError(f"{labels[1]}: its manifest describes no variant, so there is nothing to compare.")
    names = [labels[1] if len(listed) == 1 else f"{labels[1]}: {entry(one, 'name')}" for one in listed]
    own = labels[0] if len(variants(first.manifest)) == 1 else f"{labels[0]}: {chosen.name}"
    others = tuple(ComparedRuleset(name, second, one) for name, one in zip(names, listed, strict=True))
    return Rulesets(ComparedRuleset(own, first, chosen.described), others, two=True)


def _control(found: Sequence[ComparedRuleset], wanted: str, label: str) -> ComparedRuleset:
    """The control: the variant named `wanted`, else the base, else the first variant."""
    names = [one.name for one in found]
    if wanted and wanted not in names:
        raise ConfigError(
            f"--control: {label} has no variant {wanted!r}.{nearest(wanted, names)} "
            f"Known: {', '.join(names)}."
        )
    if not found:
        raise ConfigError(f"{label}: its manifest describes no variant, so there is nothing to compare.")
    based = [one for one in found if entry(one.described, "base") is True or one.name == "base"]
    return next((one for one in found if one.name == wanted), (based or list(found))[0])


def unlike(rulesets: Rulesets) -> list[str]:
    """The differences between two runs, in words, apart from those of the rules: strategies and engine.

    Empty if all rule sets are from one run.
    """
    first, second = rulesets.control.run, rulesets.others[0].run
    if not rulesets.two:
        return []
    mine, theirs = strategies(first), strategies(second)
    said = []
    for run, own, other in (("first", mine, theirs), ("second", theirs, mine)):
        if names := [name for name in own if name not in other]:
            said.append(f"Strategies of the {run} run alone: {', '.join(names)}.")
    changed = [
        name
        for name in mine
        if name in theirs
        and any(mine[name].get(key) != theirs[name].get(key) for key in ("sha256", "class", "parameters"))
    ]
    if changed:
        said.append(
            f"Strategies that differ between the runs (source or parameters): {', '.join(changed)}; "
            "differences come from them as well as from the rules."
        )
    if entry(first.manifest, "identity", "engine") != entry(second.manifest, "identity", "engine"):
        said.append("The runs were played by different versions of the engine.")
    return said
