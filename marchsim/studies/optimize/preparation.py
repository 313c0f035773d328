"""Prepare a search: resolve targets and free numbers against the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from marchsim import games, tomlfile
from marchsim.analysis.variants.quantities import Quantity
from marchsim.errors import ConfigError, MarchsimError, nearest
from marchsim.kernel.game import Game, Variant
from marchsim.kernel.numbers import Handicapped
from marchsim.kernel.showing import Shown
from marchsim.recorder.metrics import Margin
from marchsim.runner.configuration import settings
from marchsim.runner.configuration.design import MOST_PLAYERS, Stop
from marchsim.runner.configuration.schema import Configuration, VariantEntry
from marchsim.runner.configuration.sweep import nested
from marchsim.stats.clusters import Floats
from marchsim.studies import measuring
from marchsim.studies.optimize.targets import Knob, TargetsFile
from marchsim.studies.toml_text import leaves

RULE = "is a rule that may move: put it under [free], and remove the # of that line, too."
APART = "(0: "  # in the meaning of a number of which 0 is a state, such as no limit
Values = tuple[Any, ...]


@dataclass(frozen=True)
class Target:
    """An interval for a quantity. If `keep`, it is centred on the base game's value."""

    quantity: Quantity
    low: float
    high: float
    margin: Margin
    keep: bool = False

    def at(self, base: float) -> tuple[float, float, float]:
        """The interval and the margin (the unit of a miss) for a value `base` of the base game."""
        margin = self.margin.at(base)
        return (base - margin, base + margin, margin) if self.keep else (self.low, self.high, margin)


@dataclass(frozen=True)
class PreparedOptimize:
    """A search ready to begin. In the base game every knob has its base value."""

    file: TargetsFile
    configuration: Configuration
    targets: tuple[Target, ...]
    knobs: tuple[Knob, ...]
    folders: tuple[Path, ...] = ()

    @property
    def quantities(self) -> list[Quantity]:
        """The quantities to measure, each once."""
        return [target.quantity for target in self.targets]

    @property
    def base(self) -> Values:
        """The rule set of the base game."""
        return tuple(knob.base for knob in self.knobs)

    @cached_property
    def game(self) -> Game:
        """The played game."""
        return games.load(self.configuration.game)

    def changed(self, values: Values) -> list[int]:
        """The indices of the knobs that differ from the base game."""
        return [at for at, knob in enumerate(self.knobs) if values[at] != knob.base]

    def cost(self, values: Values) -> float:
        """The total cost of the changes of a rule set."""
        return sum(self.knobs[at].cost for at in self.changed(values))

    def points(self, rule_sets: Sequence[Values]) -> Floats:
        """Rule sets as points (n, d) of the response surfaces."""
        rows = [
            [part for knob, value in zip(self.knobs, values, strict=True) for part in knob.columns(value)]
            for values in rule_sets
        ]
        return np.array(rows, dtype=np.float64)

    def overlay(self, values: Values) -> dict[str, Any]:
        """The changes of a rule set as an overlay."""
        return overlay_of({self.knobs[at].name: values[at] for at in self.changed(values)}, self.game)

    def possible(self, values: Values) -> bool:
        """Whether a rule set can be played, and no more than `changes` knobs differ from the base game."""
        return len(self.changed(values)) <= self.file.changes and self.playable(values)

    def playable(self, values: Values) -> bool:
        """Whether the game accepts a rule set."""
        own = self.configuration
        try:
            made = self.game.variant("", own.preset, [*own.overlays, ("change", self.overlay(values))])
        except MarchsimError:
            return False
        return not any(made.refusal(players) for players in own.design.players)

    def stage(self, name: str, arms: Mapping[str, Values], blocks: int) -> Configuration:
        """The configuration that plays these rule sets on the same deals, with `base` first."""
        entries = tuple(
            VariantEntry(arm, self.overlay(values)) for arm, values in arms.items() if values != self.base
        )
        own = self.configuration
        return replace(
            own, name=name, variants=entries, design=replace(own.design, blocks=blocks), stop=Stop()
        )


def overlay_of(values: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Named values as one overlay. Raises ConfigError for an unknown name."""
    return nested([settings.path(name, game.overlay_keys) for name in values], values.values())


def prepare(
    file: TargetsFile, configuration: Configuration, folders: Sequence[Path] = ()
) -> PreparedOptimize:
    """Resolve a targets file against its configuration.

    Raises ConfigError for faults, such as unknown names.
    """
    if configuration.variants:
        raise file.error(
            "config", f"{configuration.file} has variants; a search begins at one game. Remove them."
        )
    players = file.players or configuration.design.players
    design = replace(configuration.design, players=tuple(players))
    own = replace(configuration, design=design, record="rounds")
    game = games.load(own.game)
    base = game.variant("base", own.preset, own.overlays)
    wanted = [*file.targets.items(), *((name, None) for name in file.keep)]
    targets: dict[Quantity, Target] = {}
    for name, interval in wanted:
        for quantity in (one for count in players for one in _named(file, own, base, name, count)):
            if quantity in targets:
                raise file.error(
                    f"targets.{quantity.name}",
                    "is a target twice (perhaps by `any` or `keep`); name it once.",
                )
            low, high = interval or (0.0, 0.0)
            margin = measuring.margin(quantity, own.reported.margins)
            targets[quantity] = Target(quantity, low, high, margin, keep=interval is None)
    entries = file.free or tuple(screened(game, base, players))
    knobs = tuple(_knob(file, game, own, base, entry) for entry in entries)
    return PreparedOptimize(file, own, tuple(targets.values()), knobs, tuple(folders))


def _named(file: TargetsFile, own: Configuration, base: Variant, name: str, players: int) -> list[Quantity]:
    """The quantities that a name in the file stands for, with `players` players."""
    try:
        return measuring.named(own, base, name, players)
    except ConfigError as error:
        told = RULE if name in base.resolved().get("rules", {}) else str(error)
        raise file.error(f"targets.{name}", told) from None


# free numbers --------------------------------------------------------------------
def _knob(file: TargetsFile, game: Game, own: Configuration, base: Variant, entry: Knob) -> Knob:
    place = f"free.{entry.name}"
    try:
        path = settings.path(entry.name, game.overlay_keys)
    except ConfigError as error:
        raise file.error(place, str(error)) from None
    here: Any = base.resolved()
    for key in path:
        known = list(here) if isinstance(here, Mapping) else []
        if key not in known:
            raise file.error(place, f"the game has no {key!r}.{nearest(key, map(str, known))}")
        here = here[key]
    if isinstance(here, (Mapping, list)):
        raise file.error(place, "is a table or a list, not one value; name one of its values.")
    values = entry.values
    if here not in values:
        told = f"{values[0]} to {values[-1]}" if entry.ordered else ", ".join(map(str, values))
        raise file.error(place, f"the base game has {here!r}, which is not among {told}; add it.")
    for value in {values[0]: None, values[-1]: None} if entry.ordered else values:
        try:
            game.variant("", own.preset, [*own.overlays, (place, overlay_of({entry.name: value}, game))])
        except MarchsimError as error:
            raise file.error(place, f"{value!r} cannot be played: {error}") from None
    return replace(entry, base=values[values.index(here)])


def screened(game: Game, base: Variant, players: Sequence[int]) -> Iterator[Knob]:
    """Yield a knob for each rule with these numbers of players. Numbers move by a fifth, twice.

    Rules of parts that are off are left out, and so are the rules that turn parts on. A number does not step
    to or from a 0 that is a state.
    """
    if not isinstance(game, Shown):
        raise ConfigError(
            f"{game.name} does not list its rules; write [free] with the numbers that may move."
        )
    rows, most = game.rule_rows(base, ""), max(players)
    instead = {(row.get("instead_of"), row.get("players")) for row in rows}
    others = {row["name"] for row in rows if all((row["name"], count) in instead for count in players)}
    others |= {row["name"] for row in rows if row.get("players") not in (None, *players)}
    if isinstance(game, Handicapped):
        seats = range(most, most + MOST_PLAYERS)
        others |= {one.parameter(seat) for one in game.handicaps.values() for seat in seats}
    off = parts_off(rows)
    others |= {row["name"] for row in rows if row.get("part") in {*off, row["name"]}}
    for row in rows:
        value, low, high = row["value"], row["low"], row["high"]
        apart = APART in row["meaning"]
        known = row["name"] in base.resolved().get("rules", {}) and row["name"] not in others
        if row["source"] == "program" or not known:
            continue
        step = max(1, round(abs(value) / 5)) if row["type"] == "int" and (value or not apart) else 0
        values: Iterable[Any] = row["choices"] if row["type"] == "choice" else ()
        if step:
            values = (
                one
                for one in range(value - 2 * step, value + 2 * step + 1, step)
                if low <= one <= high and (one or not apart)
            )
        elif isinstance(value, bool):
            values = (value, not value)
        if len(found := tuple(values)) > 1:
            yield Knob(row["name"], found, 1.0, ordered=bool(step))


def parts_off(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The rules that turn on parts of the game which are off, as in the standard game."""
    return [row["name"] for row in rows if row.get("part") == row["name"] and not row["changed"]]


def submitted(prepared: PreparedOptimize, path: Path) -> Values:
    """A submitted overlay as a rule set. Raises ConfigError for a change that the targets file forbids."""
    places = {knob.name: at for at, knob in enumerate(prepared.knobs)}
    values = list(prepared.base)
    for name, value in leaves(tomlfile.read(path, "submission")[1]):
        short = name.removeprefix("rules.")
        at = places.get(short, places.get(name))
        if at is None:
            raise ConfigError(
                f"{path}: {name}: may not move.{nearest(short, places)} Free: {', '.join(places)}."
            )
        fitting = [one for one in prepared.knobs[at].values if one == value and type(one) is type(value)]
        if not fitting:
            known = ", ".join(map(str, prepared.knobs[at].values))
            raise ConfigError(f"{path}: {name}: {value!r} is not among {known}.")
        values[at] = fitting[0]
    found, most = tuple(values), prepared.file.changes
    if (many := len(prepared.changed(found))) > most:
        raise ConfigError(f"{path}: {many} numbers differ from the base game; at most {most} may.")
    if not prepared.possible(found):
        raise ConfigError(f"{path}: the game cannot be played with these numbers together.")
    return found
