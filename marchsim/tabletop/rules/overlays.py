"""Named changes to the rules (presets), and changes to rules and components in a file (overlays).

A preset is a way to play that the rulebook describes, with its numbers of players. A game lists its own.
Presets can be combined ("long+primitive"). A field that an overlay sets has the `provenance` that its entry
names, or else the one that the overlay names, or else `design`. So you confirm an assumed value by setting it
to the same value. A new overlay to fill in changes nothing, because every change in it is a comment.
"""

from __future__ import annotations

import hashlib
import json
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.errors import ConfigError, RulesError, nearest
from marchsim.tabletop.checking import Place, plain_key, shown
from marchsim.tabletop.rules.parameters import Book, Parameter, Rules


def rules_overlay(book: Book, head: str, preset: str, values: Mapping[str, int]) -> str:
    """An overlay file with every parameter of the rules as a comment, after the lines of `head`.

    The file sets `preset` unless it is the standard one, since the values belong to that preset.
    """
    mark = "# " if preset == "standard" else ""
    lines = [f'{head}{mark}preset = "{preset}"\n', "[rules]"]
    for chapter, parameters in book.chapters.items():
        lines += ["", f"# {chapter}"]
        for parameter in parameters:
            lines += _parameter(parameter, values[parameter.name])
    return "\n".join(lines) + "\n"


def assumed_block(
    table: str, values: Mapping[str, object], provenance: Mapping[str, str], keys: Collection[str] | None,
    title: str = "", notes: Sequence[str] = (),
) -> str:  # fmt: skip
    """A table of an overlay with its assumed values as comments, or '' if it has none.

    If `keys` (such as `cards.royal-jelly.cost`) are given, only those values are listed, and the table with
    its `notes` if TABLE.enabled is among them.
    """
    lines = [
        f"# {key} = {in_toml(value)}"
        for key, value in values.items()
        if provenance[key] == "assumed" and (keys is None or f"{table}.{key}" in keys)
    ]
    alone = keys is not None and f"{table}.enabled" in keys
    head = f"[{table}]  # {title}" if title else f"[{table}]"
    return "\n".join([head, *notes, *lines]) + "\n" if lines or alone else ""


def in_toml(value: object) -> str:
    """A value in TOML syntax."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {in_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def comment(text: str) -> list[str]:
    """A text as lines that are comments."""
    return [f"#   {line}" for line in textwrap.wrap(text, 95)]


def _parameter(parameter: Parameter, value: int) -> list[str]:
    """The lines of a parameter: its meaning and its value, both as comments."""
    where = "; ".join(part for part in (", ".join(parameter.rules), parameter.range) if part)
    about = f"{parameter.meaning} ({where})"
    return [*comment(about), f"# {parameter.name} = {json.dumps(parameter.human(value))}"]


# Changes to rules and components by a file
Overlay = tuple[str, Mapping[str, Any]]

# Where a field comes from. The first three are the package's; the last two are an overlay's.
OURS = ("rulebook", "implied", "assumed")
THEIRS = ("printed", "design")
PROVENANCES = (*OURS, *THEIRS)


def check_keys(
    source: str, overlay: Mapping[str, Any], keys: Sequence[str], parameters: Collection[str]
) -> None:
    """Raise ConfigError for a key that is not in `keys`. The message has a hint for keys in `parameters`."""
    for key in overlay:
        if key not in keys:
            hint = nearest(str(key), keys)
            if key in parameters:
                hint = f" {key} is a parameter of the rules; put it under [rules]."
            raise ConfigError(f"{source}: unknown key {shown(key)}; an overlay has {', '.join(keys)}.{hint}")


def entries(source: str, overlay: Mapping[str, Any], key: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Yield the name and the table of each entry in the table `key` of an overlay."""
    for name, entry in Place(source, key).table_of(overlay.get(key, {})).items():
        yield str(name), Place(source, f"{key}.{plain_key(str(name))}").table_of(entry)


def provenance_of(place: Place, entry: Mapping[str, Any], otherwise: str = "design") -> str:
    """The provenance that an entry, or a whole overlay, names. If it names none, `otherwise`."""
    return place.word("provenance", entry.get("provenance", otherwise), THEIRS)


def sources(place: Place, lists: Mapping[str, Sequence[str]], fields: Sequence[str]) -> dict[str, str]:
    """The provenance of each field, in the order of `fields`. `lists` has the fields of each provenance.

    Raises an error unless each field occurs once. The files of the shipped components have such lists.
    """
    found: dict[str, str] = {}
    for word, names in lists.items():
        place.known(word, OURS, "source")
        for name in names:
            if name in found or name not in fields:
                raise place.wrong(f"source.{word}", f"{name!r} is not one of its fields, or has two sources.")
            found[name] = word
    missing = [name for name in fields if name not in found]
    if missing:
        raise place.wrong("source", f"does not say where {', '.join(missing)} come from.")
    return {name: found[name] for name in fields}


def count_provenance(sources: Sequence[str]) -> dict[str, int]:
    """The number of times that `sources` names each provenance, in the order of PROVENANCES."""
    return {word: list(sources).count(word) for word in PROVENANCES}


def enabled_provenance(items: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The number of facts with each provenance, summed over the enabled rows of an items table."""
    rows = [row for row in items if row["enabled"]]
    return {word: sum(row[word] for row in rows) for word in PROVENANCES}


def names_differ(place: Place, names: Mapping[str, str]) -> None:
    """Raise an error if two components have the same name. `names` maps ids to names."""
    seen: dict[str, str] = {}
    for key, name in names.items():
        other = seen.setdefault(name.casefold(), key)
        if other != key:
            what = f"{other} and {key} would both have the name {shown(name)}"
            raise place.wrong("", f"{what}; change one.")


def fingerprint(resolved: Mapping[str, Any]) -> str:
    """The SHA-256 of a variant's contents as canonical JSON."""
    text = json.dumps(resolved, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# Presets
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
