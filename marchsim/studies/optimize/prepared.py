"""A search made ready: targets and free numbers resolved against the game that is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from marchsim import games
from marchsim.analysis.cards.items import item_column
from marchsim.analysis.variants.quantities import ITEM, LABEL, METRIC, SEAT, STRATEGY, Quantity
from marchsim.errors import ConfigError, MarchsimError, nearest
from marchsim.kernel.game import Game, Variant
from marchsim.kernel.showing import Shown
from marchsim.recorder import metrics, questions
from marchsim.recorder.metrics import Margin
from marchsim.runner.configuration import settings
from marchsim.runner.configuration.schema import Configuration, VariantEntry
from marchsim.runner.configuration.stop import Stop
from marchsim.stats.clusters import Floats
from marchsim.studies.optimize.targets import FreeEntry, TargetsFile

ANY = "any"
Values = tuple[Any, ...]


@dataclass(frozen=True)
class Knob:
    """A number that may move: where it is, its value in the base game, the values it may have, its cost."""

    name: str
    base: Any
    values: Values
    cost: float
    ordered: bool

    def columns(self, value: Any) -> list[float]:
        """A value as coordinates from 0 to 1: its place on the line, or one column for each choice."""
        if self.ordered:
            low, high = self.values[0], self.values[-1]
            return [(value - low) / (high - low)]
        return [float(value == one and type(value) is type(one)) for one in self.values]

    def neighbours(self, value: Any) -> list[Any]:
        """The values one step away; of choices all others."""
        at = self.values.index(value)
        if not self.ordered:
            return [one for one in self.values if one != value]
        return [self.values[to] for to in (at - 1, at + 1) if 0 <= to < len(self.values)]


@dataclass(frozen=True)
class Target:
    """An interval for a quantity; one that is kept has its interval around the base game's value."""

    quantity: Quantity
    low: float
    high: float
    margin: Margin
    keep: bool = False

    def at(self, base: float) -> tuple[float, float, float]:
        """The interval, and the margin that one unit of a miss is, where the base game has this value."""
        margin = self.margin.at(base)
        return (base - margin, base + margin, margin) if self.keep else (self.low, self.high, margin)


@dataclass(frozen=True)
class PreparedOptimize:
    """A search that can begin; the base game is a rule set whose every knob has its base value."""

    file: TargetsFile
    configuration: Configuration
    targets: tuple[Target, ...]
    knobs: tuple[Knob, ...]
    changes: int
    folders: tuple[Path, ...] = ()

    @property
    def quantities(self) -> list[Quantity]:
        """What has to be measured, each once."""
        return [target.quantity for target in self.targets]

    @property
    def base(self) -> Values:
        """The rule set of the base game."""
        return tuple(knob.base for knob in self.knobs)

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return games.load(self.configuration.game)

    def changed(self, values: Values) -> list[int]:
        """The places of the knobs that differ from the base game."""
        return [at for at, knob in enumerate(self.knobs) if values[at] != knob.base]

    def cost(self, values: Values) -> float:
        """What the changes of a rule set cost together."""
        return sum(self.knobs[at].cost for at in self.changed(values))

    def points(self, rule_sets: Sequence[Values]) -> Floats:
        """Rule sets as points (n, d) of the surface."""
        rows = [
            [part for knob, value in zip(self.knobs, values, strict=True) for part in knob.columns(value)]
            for values in rule_sets
        ]
        return np.array(rows, dtype=np.float64)

    def overlay(self, values: Values) -> dict[str, Any]:
        """The changes of a rule set as an overlay."""
        return overlay_of({self.knobs[at].name: values[at] for at in self.changed(values)}, self.game)

    def possible(self, values: Values) -> bool:
        """Whether the game accepts a rule set, with few enough changes."""
        if len(self.changed(values)) > self.changes:
            return False
        own = self.configuration
        try:
            made = self.game.variant("", own.preset, [*own.overlays, ("change", self.overlay(values))])
        except MarchsimError:
            return False
        return not any(made.refusal(players) for players in own.design.players)

    def stage(self, name: str, arms: Mapping[str, Values], blocks: int) -> Configuration:
        """The configuration that plays these rule sets on the same deals; `base` is always the first."""
        entries = tuple(
            VariantEntry(arm, self.overlay(values)) for arm, values in arms.items() if values != self.base
        )
        own = self.configuration
        return replace(
            own, name=name, variants=entries, design=replace(own.design, blocks=blocks), stop=Stop()
        )


def overlay_of(values: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Named values as one overlay; ConfigError for a name that leads nowhere."""
    whole: dict[str, Any] = {}
    for name, value in values.items():
        *tables, last = settings.path(name, game.overlay_keys)
        here = whole
        for key in tables:
            here = here.setdefault(key, {})
        here[last] = value
    return whole


def prepare(
    file: TargetsFile, configuration: Configuration, folders: Sequence[Path] = ()
) -> PreparedOptimize:
    """Resolve a file against its configuration; ConfigError for what the game does not have."""
    if configuration.variants:
        raise file.error(
            "config", f"{configuration.file} has variants; a search begins at one game. Remove them."
        )
    players = file.players or configuration.design.players
    own = replace(
        configuration, design=replace(configuration.design, players=tuple(players)), record="rounds"
    )
    game = games.load(own.game)
    base = game.variant("base", own.preset, own.overlays)
    targets = tuple(
        target
        for name, interval in [*file.targets.items(), *((name, None) for name in file.keep)]
        for count in players
        for target in _targets(file, own, game, base, name, interval, count)
    )
    _once(file, targets)
    entries = file.free or tuple(screened(game, base))
    knobs = tuple(_knob(file, game, own, base, entry) for entry in entries)
    return PreparedOptimize(file, own, targets, knobs, file.changes, tuple(folders))


def _once(file: TargetsFile, targets: Sequence[Target]) -> None:
    """Raise ConfigError for a quantity that is a target twice."""
    seen: set[Quantity] = set()
    for target in targets:
        if target.quantity in seen:
            raise file.error(
                f"targets.{target.quantity.name}",
                "is a target twice (perhaps by `any` or `keep`); name it once.",
            )
        seen.add(target.quantity)


# targets -----------------------------------------------------------------------
def _targets(
    file: TargetsFile, own: Configuration, game: Game, base: Variant, name: str,
    interval: tuple[float, float] | None, players: int,
) -> Iterator[Target]:  # fmt: skip
    low, high = interval or (0.0, 0.0)
    declared = own.reported.margins
    for quantity in _quantities(file, own, game, base, name, players):
        if quantity.kind == METRIC:
            margin = metrics.margin(quantity.of, declared, players)
        else:
            question = questions.CARDS if quantity.kind == ITEM else questions.SEATS
            margin = Margin(questions.margin(question, declared))
        yield Target(quantity, low, high, margin, keep=interval is None)


def _quantities(
    file: TargetsFile, own: Configuration, game: Game, base: Variant, name: str, players: int
) -> list[Quantity]:
    """Return the quantities that a name means with so many players."""
    table, _, rest = name.partition(".")
    judged = [one.name for one in own.strategies if not one.yardstick]
    if table == SEAT and rest and not base.opponent:
        return [
            Quantity(SEAT, one, players) for one in _chosen(file, name, rest, map(str, range(1, players + 1)))
        ]
    if table == STRATEGY and rest and not base.opponent:
        return [Quantity(STRATEGY, one, players) for one in _chosen(file, name, rest, judged)]
    plain = name.replace("_", "-")
    known = metrics.known(bool(base.opponent), ())
    if plain in known:
        return [Quantity(METRIC, plain, players)]
    if rest and table in game.overlay_keys:
        return [_component(file, game, base, name, players)]
    options = [*known, "seat.1", "seat.any", *(f"{STRATEGY}.{one}" for one in judged), f"{STRATEGY}.{ANY}"]
    raise file.error(
        f"targets.{name}",
        f"is no quantity.{nearest(name, options)} Known: {', '.join(options)}, or a component.",
    )


def _chosen(file: TargetsFile, name: str, rest: str, known: Any) -> list[str]:
    names = list(known)
    if rest == ANY:
        return names
    if rest not in names:
        raise file.error(
            f"targets.{name}", f"there is none.{nearest(rest, names)} Known: {', '.join(names)}, any."
        )
    return [rest]


def _component(file: TargetsFile, game: Game, base: Variant, name: str, players: int) -> Quantity:
    table, _, item = name.partition(".")
    ids = [str(row["id"]) for row in base.items()]
    if item not in ids:
        raise file.error(f"targets.{name}", f"there is no such component.{nearest(item, ids)}")
    tables = game.tables(base, "rounds")
    seats = next(one for one in tables if one.name == "seats")
    if table in {column.name for column in seats.columns}:
        return Quantity(LABEL, item, players, table)
    if any(item_column(one.key, [column.name for column in one.columns]) for one in tables):
        return Quantity(ITEM, item, players, table)
    raise file.error(f"targets.{name}", f"{game.name} does not record which seat has it; leave it out.")


# free numbers --------------------------------------------------------------------
def _knob(file: TargetsFile, game: Game, own: Configuration, base: Variant, entry: FreeEntry) -> Knob:
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
    knob = Knob(entry.name, values[values.index(here)], values, entry.cost, entry.ordered)
    for value in {values[0]: None, values[-1]: None} if entry.ordered else values:
        change = overlay_of({entry.name: value}, game)
        try:
            game.variant("", own.preset, [*own.overlays, (place, change)])
        except MarchsimError as error:
            raise file.error(place, f"{value!r} cannot be played: {error}") from None
    return knob


def screened(game: Game, base: Variant) -> Iterator[FreeEntry]:
    """Yield every rule as it may move where a file frees nothing: two steps of a fifth down and up."""
    if not isinstance(game, Shown):
        raise ConfigError(
            f"{game.name} does not list its rules; write [free] with the numbers that may move."
        )
    for row in game.rule_rows(base, ""):
        value, low, high = row["value"], row["low"], row["high"]
        if row["source"] == "program" or row["name"] not in base.resolved().get("rules", {}):
            continue
        if row["type"] == "int":
            step = max(1, round(abs(value) / 5))
            values = tuple(
                one for one in range(value - 2 * step, value + 2 * step + 1, step) if low <= one <= high
            )
            if len(values) > 1:
                yield FreeEntry(row["name"], values, 1.0, ordered=True)
        elif isinstance(value, bool):
            yield FreeEntry(row["name"], (value, not value), 1.0, ordered=False)
        elif row["type"] == "choice":
            yield FreeEntry(row["name"], tuple(row["choices"]), 1.0, ordered=False)
