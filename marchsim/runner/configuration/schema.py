"""A configuration as checked plain data: its design, strategies, variants and population."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.errors import ConfigError
from marchsim.recorder import manifest as manifests
from marchsim.recorder.claims import Claim
from marchsim.runner.configuration.design import MOST_PLAYERS, Design, Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.verdict_tables import GateOptions, ReportOptions

MOST_BLOCKS = 10_000_000
MOST_SEED = 2**63 - 1
LONGEST = 64  # letters of a name

Overlay = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class StrategyEntry:
    """One strategy of a configuration: its unique name, its source and its parameters.

    `declared` says whether it is a baseline, `limited` whether it is handicapped. If None, the default for
    its source applies.
    """

    name: str
    use: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    declared: bool | None = None
    limited: bool | None = None

    @property
    def baseline(self) -> bool:
        """Whether the strategy is a baseline, whose games count in no verdict."""
        return manifests.is_baseline(self.use) if self.declared is None else self.declared

    @property
    def handicapped(self) -> bool:
        """Whether the strategy is handicapped, so that verdicts do not judge it."""
        return games.is_handicapped(self.use) if self.limited is None else self.limited

    def data(self) -> dict[str, Any]:
        """The strategy as plain data, as in a configuration file."""
        marks = {"baseline": self.declared, "handicapped": self.limited}
        more = {mark: value for mark, value in marks.items() if value is not None}
        return {**copy.deepcopy(dict(self.parameters)), "name": self.name, "use": self.use, **more}


@dataclass(frozen=True)
class VariantEntry:
    """One variant: its name, its changes, and the parameters that it gives to strategies.

    `population` has the complete parameters of strategies that a population has tuned for this variant.
    `strategies` has single parameters, which override those and the parameters of the configuration.
    """

    name: str
    overlay: Mapping[str, Any]
    strategies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    population: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The variant as plain data, in the form of a configuration."""
        tables = {"strategies": self.strategies, "population": self.population}
        more = {key: copy.deepcopy(dict(table)) for key, table in tables.items() if table}
        return {**copy.deepcopy(dict(self.overlay)), "name": self.name, **more}


@dataclass(frozen=True)
class Cast:
    """The population that a configuration plays, for manifests and reports.

    `played` maps names of strategies to members of the population. All other strategies play `as_listed`.
    """

    name: str
    fingerprint: str
    played: Mapping[str, str] = field(default_factory=dict)
    as_listed: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The population as plain data."""
        return {**asdict(self), "played": dict(self.played), "as_listed": list(self.as_listed)}


@dataclass(frozen=True)
class Configuration:
    """A configuration, with its text and its folder. All values have been checked for type and range."""

    name: str
    game: str
    preset: str
    seed: int
    record: str
    decision_seconds: float
    overlays: tuple[Overlay, ...]
    design: Design
    strategies: tuple[StrategyEntry, ...]
    variants: tuple[VariantEntry, ...]
    stop: Stop = field(default_factory=Stop)
    gating: GateOptions = field(default_factory=GateOptions)
    reported: ReportOptions = field(default_factory=ReportOptions)
    file: str = ""
    text: str = ""
    folder: Path | None = None
    population: Cast | None = None
    claims: tuple[Claim, ...] = ()

    def changed(
        self, seed: int | None = None, blocks: int | None = None, overlays: Sequence[Overlay] = (),
        players: int | None = None,
    ) -> Configuration:  # fmt: skip
        """A copy of the configuration with the values that a command line gives in place of its own."""
        within("--seed", seed, 0, MOST_SEED)
        within("--blocks", blocks, 1, MOST_BLOCKS)
        within("--players", players, 1, MOST_PLAYERS)
        counts = self.design.players if players is None else (players,)
        if players is not None and self.design.kind == "fixed":
            raise ConfigError(f"--players: {self.file} has line-ups of its own; leave the option out.")
        return replace(
            self,
            seed=self.seed if seed is None else seed,
            design=replace(self.design, players=counts, blocks=blocks or self.design.blocks),
            overlays=(*self.overlays, *overlays),
        )

    def data(self) -> dict[str, Any]:
        """The configuration as plain JSON data, which `from_data` reads."""
        return {
            "name": self.name,
            "game": self.game,
            "preset": self.preset,
            "seed": self.seed,
            "record": self.record,
            "decision_seconds": self.decision_seconds,
            "overlays": [{"source": source, "overlay": overlay} for source, overlay in self.overlays],
            "design": self.design.data(),
            "strategies": [s.data() for s in self.strategies],
            "variants": [v.data() for v in self.variants],
            "stop": self.stop.data(),
            **self.gating.data(),
            **self.reported.data(),
            **({"claims": [claim.data() for claim in self.claims]} if self.claims else {}),
            **({"population": self.population.data()} if self.population else {}),
        }
