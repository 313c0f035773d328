"""Presets: ways to play that the rulebook describes, as named changes to the rules.

A preset names its changes and its numbers of players. A game lists its own presets. Presets can be combined
("long+primitive"). This module checks the combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.errors import ConfigError, RulesError, nearest
from marchsim.tabletop.checking import shown
from marchsim.tabletop.rules.overlays import Overlay, check_keys
from marchsim.tabletop.rules.parameters import Book, Rules


@dataclass(frozen=True)
class Preset:
    """A way to play: its meaning, its changes to the rules, its numbers of players, and its rule numbers."""

    name: str
    meaning: str
    rules: Mapping[str, Any]
    players: tuple[int, int]
    numbers: tuple[str, ...] = ()


Presets = Mapping[str, Preset]


def names_of(presets: Presets, value: object, source: str = "") -> tuple[str, ...]:
    """The names of presets in a text or list. Raises ConfigError or RulesError if any is invalid."""
    where = f"{source}: " if source else ""
    parts = value.split("+") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ConfigError(f"{where}preset must be a text or a list of texts, not {shown(value)}.")
    found = tuple(part.strip() for part in parts)
    for name in found:
        if name not in presets:
            hint = nearest(name, presets)
            raise RulesError(f"{where}preset {shown(name)} is unknown; there are {', '.join(presets)}.{hint}")
        if found.count(name) > 1:
            raise RulesError(f"{where}preset {shown('+'.join(found))} names {name} twice; once is enough.")
    if not found:
        raise RulesError(f"{where}preset names nothing; there are {', '.join(presets)}.")
    return found


def combined(presets: Presets, value: object, source: str = "") -> tuple[Preset, ...]:
    """The presets of a combination, in order. Raises ConfigError or RulesError if it is not possible."""
    parts = tuple(presets[name] for name in names_of(presets, value, source))
    words = f"{source}: " if source else ""
    words += f"preset {'+'.join(part.name for part in parts)}: "
    setters: dict[str, Preset] = {}
    for part in parts:
        for name, wanted in part.rules.items():
            other = setters.setdefault(name, part)
            if other.rules[name] != wanted:
                raise RulesError(
                    f"{words}{other.name} sets {name} = {_text(other.rules[name])}, "
                    f"{part.name} sets it to {_text(wanted)}; take one of them."
                )
    low, high = range_of(parts)
    if low > high:
        whom = ", ".join(f"{part.name} is for {players_of(*part.players)}" for part in parts)
        raise RulesError(f"{words}there is no number of players for it: {whom}.")
    return parts


def rules_of(book: Book, presets: Presets, value: object, source: str = "") -> Rules:
    """The rules of a preset or combination (a text or list). Raises ConfigError or RulesError if invalid."""
    rules = book.standard()
    for part in combined(presets, value, source):
        rules = rules.overlaid(f"preset {part.name}", part.rules)
    return rules


def chosen(
    presets: Presets, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]
) -> tuple[str, str]:
    """The preset of a variant, and the overlay that names it ('' if none does).

    A preset in an overlay replaces `preset` ('' for standard). Raises ConfigError if overlays name different
    presets, and ConfigError or RulesError if a name is invalid.
    """
    name, origin = "+".join(names_of(presets, preset or "standard")), ""
    for source, overlay in overlays:
        if "preset" in overlay:
            wanted = "+".join(names_of(presets, overlay["preset"], source))
            if origin and wanted != name:
                both = f"{shown(wanted)} conflicts with {shown(name)} of {origin}"
                raise ConfigError(f"{source}: preset {both}; keep one of them.")
            name, origin = wanted, source
    return name, origin


def preset_rules(
    book: Book, presets: Presets, keys: Sequence[str], preset: str, overlays: Sequence[Overlay]
) -> tuple[str, Rules]:
    """The preset of a variant, and its rules before overlays change them.

    `keys` are the keys of overlays. Raises ConfigError or RulesError for an invalid overlay or preset.
    """
    for source, overlay in overlays:
        check_keys(source, overlay, keys, book.parameters)
    name, origin = chosen(presets, preset, overlays)
    return name, rules_of(book, presets, name, origin)


def range_of(presets: Iterable[Preset]) -> tuple[int, int]:
    """The smallest and largest number of players that all these presets allow.

    If they allow no common number, the smallest is greater than the largest.
    """
    ranges = [preset.players for preset in presets]
    return max(low for low, _ in ranges), min(high for _, high in ranges)


def players_of(low: int, high: int) -> str:
    """A range of numbers of players in words."""
    if low == high:
        return f"{low} player{'s' if low > 1 else ''}"
    return f"{low} to {high} players"


def _text(value: object) -> str:
    """A value as it is written in a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)
