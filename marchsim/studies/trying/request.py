"""Build a try: a configuration with the changed game as its one variant, and a name.

A change is a word NAME=VALUE or an overlay file. Several changes make one changed game.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from marchsim import games
from marchsim.analysis.variants import differences
from marchsim.analysis.variants.differences import ChangedValue, changes
from marchsim.errors import ConfigError
from marchsim.kernel.game import Game, Variant
from marchsim.kernel.showing import Shown
from marchsim.recorder import metrics
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import settings, sources
from marchsim.runner.configuration.design import Stop
from marchsim.runner.configuration.schema import LONGEST, Configuration, Overlay, VariantEntry
from marchsim.runner.planning.plan import BASE

USUAL = {
    "march": "standard"
}  # by game, whose field plays where no configuration is named (else its namesake),
USUAL_PLAYERS = 4  # with so many players
VALUE = re.compile(r"[\w.+-]+")  # of several with commas between them
MOST_VALUES = 12
MOST_SHOWN = 60  # letters of the changes in a message
CUT = 8  # letters of the hash that ends a long name


@dataclass(frozen=True)
class TryRequest:
    """A request for a try: the changes, the configuration ('' for the default field), and the players.

    `rules` change the game both before and after, in the form of `read_overlays`.
    """

    changes: tuple[str, ...]
    config: str = ""
    players: int | None = None
    rules: tuple[str, ...] = ()
    population: str = ""
    seed: int | None = None
    game: str = ""

    @property
    def swept(self) -> tuple[str, ...]:
        """The values of the one change that has several values, or () if none has.

        Raises ConfigError if two changes have several values.
        """
        several = [values for word in self.changes if (values := values_of(word))]
        if len(several) > 1:
            raise ConfigError(
                "one change may have several values, such as march_steps=4,5; give one of them."
            )
        return several[0] if several else ()

    def at(self, value: str) -> tuple[str, ...]:
        """The changes, with this value in place of the several values."""
        return tuple(
            f"{word.partition('=')[0]}={value}" if values_of(word) else word for word in self.changes
        )


def values_of(word: str) -> tuple[str, ...]:
    """The values in NAME=VALUE,VALUE,... or () for a single value, a list, or text with spaces."""
    values = tuple(part.strip() for part in word.partition("=")[2].split(","))
    if not settings.is_setting(word) or len(values) < 2 or not all(VALUE.fullmatch(one) for one in values):
        return ()
    if len(set(values)) < len(values) or len(values) > MOST_VALUES:
        raise ConfigError(f"{word}: give at most {MOST_VALUES} values, each once.")
    return values


@dataclass(frozen=True)
class Trial:
    """A try ready to play, with its configuration, and its changes both as values and as lines of text."""

    asked: TryRequest
    configuration: Configuration
    changes: tuple[ChangedValue, ...]
    lines: tuple[str, ...]

    @property
    def several(self) -> bool:
        """Whether several values of one change are tried."""
        return len(self.configuration.variants) > 1

    notes: tuple[str, ...] = field(default=())  # who plays, what the configuration has that is not played


def prepare(asked: TryRequest) -> Trial:
    """Prepare a try. Raises ConfigError, RulesError or ComponentsError if it cannot be played."""
    if not asked.changes:
        raise ConfigError(
            "--set changes the game before and after: leave it out (marchsim try march_steps=4)."
            if asked.rules
            else "say what to change: march_steps=4, cards.army-head.cost=4 or --rules FILE, for instance."
        )
    preset = settings.preset_of(asked.rules)
    usual = USUAL.get(asked.game or games.DEFAULT, asked.game)
    if not asked.config and usual not in sources.configurations():
        raise ConfigError(
            f"--game: no field of {games.load(asked.game).title} is shipped; name a configuration."
        )
    found = configs.load(asked.config or usual, asked.population, preset)
    if asked.game not in ("", found.game):
        raise ConfigError(
            f"--game: {asked.config} plays {found.game}, not {asked.game}; leave the option out."
        )
    overlays = configs.read_overlays(asked.rules, found.game)
    players = asked.players
    if players is None and not asked.config and USUAL_PLAYERS in found.design.players:
        players = USUAL_PLAYERS
    found = found.changed(seed=asked.seed, overlays=overlays, players=players)
    found, notes = _without_baselines(found)
    game = games.load(found.game)
    entries: list[VariantEntry] = []
    differing: list[ChangedValue] = []
    for words in [asked.at(value) for value in asked.swept] or [asked.changes]:
        change = merged(configs.read_overlays(words, found.game))
        before, after = _variants(game, found, words, change)
        if here := changes(before.resolved(), after.resolved()):
            differing, last = here, after
            entries.append(VariantEntry(label(words), change))
    if not differing:
        raise ConfigError(
            f"{shown(asked.changes)}: changes nothing, the game has it already; give another value."
        )
    variant = replace(
        found, name=_run_name(asked, found, label(asked.changes)), variants=tuple(entries), stop=Stop(),
        reported=replace(found.reported, metrics=found.reported.metrics or _metrics(found, last)),
    )  # fmt: skip
    if not asked.config:
        notes = (*notes, f"Played by the strategies of {usual}. To have those of a run, add runs/NAME.")
    lines = tuple(_lines(game, before, last, differing))
    if asked.swept:
        lines = (*(line for word in asked.changes if (line := _values_line(word, differing))), *lines[1:])
    return Trial(asked, variant, tuple(differing), lines, notes)


def _without_baselines(found: Configuration) -> tuple[Configuration, tuple[str, ...]]:
    """The configuration without baselines, and notes on them. Games with a baseline would not count.

    Baselines stay if the design needs them, as in listed line-ups or in a field that is too small.
    """
    notes = []
    if found.variants:
        names = ", ".join(one.name for one in found.variants)
        notes.append(f"Its variants ({names}) are not played: a try has one changed game.")
    judged = tuple(one for one in found.strategies if not one.baseline)
    whole = found.design.kind in ("roundrobin", "random") and not found.design.shares
    if whole and len(judged) < len(found.strategies) and len(judged) >= max(found.design.players, default=1):
        names = ", ".join(one.name for one in found.strategies if one.baseline)
        notes.append(f"Left out: {names}, a baseline player, whose games would count in no verdict.")
        found = replace(found, strategies=judged)
    return found, tuple(notes)


def merged(overlays: Sequence[Overlay]) -> dict[str, Any]:
    """Merge several overlays into one. Each is applied after the ones before it."""
    whole: dict[str, Any] = {}
    for _, overlay in overlays:
        _lay(whole, overlay)
    return whole


def _lay(below: dict[str, Any], above: Mapping[str, Any]) -> None:
    for key, value in above.items():
        if isinstance(value, Mapping) and isinstance(below.get(key), dict):
            _lay(below[key], value)
        else:
            below[key] = copy.deepcopy(value)


def _variants(
    game: Game, found: Configuration, words: Sequence[str], change: Mapping[str, Any]
) -> tuple[Variant, Variant]:
    """The game before and after the change. Only the second can fail because of the change."""
    before = game.variant("before", found.preset, found.overlays)
    below = [
        (source, {key: value for key, value in overlay.items() if key != "preset" or key not in change})
        for source, overlay in found.overlays
    ]
    return before, game.variant("after", found.preset, [*below, (shown(words), change)])


def _metrics(found: Configuration, after: Variant) -> tuple[str, ...]:
    """The metrics of a try: the default ones, and the wins of each judged strategy."""
    if after.opponent:
        return ()
    judged = [one.name for one in found.strategies if not (one.baseline or one.handicapped)]
    alone = found.design.kind == "mirror" or len(judged) < 2
    return (*metrics.USUAL, *(() if alone else (f"{metrics.OF}{name}" for name in judged)))


# names and words -----------------------------------------------------------------
def shown(words: Sequence[str]) -> str:
    """The changes in an error message, cut off if they are long."""
    text = " ".join(words)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}\N{HORIZONTAL ELLIPSIS}"


def label(words: Sequence[str]) -> str:
    """A name for the changes, such as `march_steps-4`, `army-head.cost-4` or a file's name."""
    parts = []
    for word in words:
        name, sign, value = word.partition("=")
        if settings.is_setting(word) and sign:
            table, _, rest = name.strip().partition(".")
            parts.append(f"{rest or table}-{value.strip()}")
        else:
            parts.append(Path(word).stem)
    return _name("_".join(parts), LONGEST - 2 * CUT)


def _run_name(asked: TryRequest, found: Configuration, name: str) -> str:
    """A name for a try's run, made of everything that distinguishes it from other tries."""
    parts = [*([found.name] if asked.config or asked.population else []), name]
    parts += [f"{asked.players}-players"] if asked.players else []
    parts += [label(asked.rules)] if asked.rules else []
    parts += [f"seed-{asked.seed}"] if asked.seed is not None else []
    return _name("_".join(parts), LONGEST)


def _name(text: str, most: int) -> str:
    """Convert a text to a valid configuration name. A long name is cut off and ends in a hash."""
    plain = re.sub(r"[^A-Za-z0-9_.\-]+", "-", text).strip("-._") or "change"
    if plain == BASE or len(plain) > most:
        return f"{plain[: most - CUT - 1]}-{sha256(text.encode()).hexdigest()[:CUT]}"
    return plain


def _lines(game: Game, before: Variant, after: Variant, found: Sequence[ChangedValue]) -> list[str]:
    """Lines that show the changes: rules with their numbers, components as tables."""
    told = []
    for change in found:
        if change.path[0] == settings.RULES and len(change.path) == 2:
            number = _number(game, after, change.path[1])
            values = " -> ".join(differences.shown(one) for one in (change.old, change.new))
            told.append(f"rule {change.path[1]}{number}: {values}")
    added = {change.path: _added(game, after, change) for change in found}
    told += [f"{' '.join(path)}: new: {words}" for path, words in added.items() if words]
    rest = [one for one in found if one.path[0] != settings.RULES and not added[one.path]]
    return [*told, *differences.lines(rest, within=after.resolved())]


def _values_line(word: str, found: Sequence[ChangedValue]) -> str:
    """The line for a change with several values, with the current value. '' if `word` has a single value."""
    values, name = values_of(word), word.partition("=")[0].strip()
    old = next((differences.shown(one.old) for one in found if one.path[-1] == name.rpartition(".")[2]), "")
    return f"{name}: {old + ' -> ' if old else ''}{', '.join(values)}" if values else ""


def _added(game: Game, after: Variant, change: ChangedValue) -> str:
    """Describe a new component by name, type, cost and text, or '' if the change adds none."""
    if len(change.path) != 2 or change.old is not differences.ABSENT or not isinstance(game, Shown):
        return ""
    if change.path[0] not in game.kinds:
        return ""
    [row] = game.component_rows(after, *change.path)
    parts = [str(row.get("name", change.path[1])), str(row.get("type", ""))]
    parts += [f"cost {row['cost']}"] if "cost" in row else []
    text = row.get("text", "")
    return f"{', '.join(part for part in parts if part)}{f'. {text}' if text else ''}"


def _number(game: Game, after: Variant, name: str) -> str:
    """The rule numbers behind a parameter, as ' (NUMBERS)', or '' if there are none."""
    rows = game.rule_rows(after, name) if isinstance(game, Shown) else []
    numbers = next((row.get("rules") for row in rows if row.get("name") == name), None)
    return f" ({', '.join(map(str, numbers))})" if numbers else ""
