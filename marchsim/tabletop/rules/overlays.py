"""Overlays: changes to rules and components in a file, and the provenance of each value.

A field that an overlay sets has the `provenance` that its entry names, or else the one that the overlay
names, or else `design`. So you confirm an assumed value by setting it to the same value. A new overlay to
fill in changes nothing, because every change in it is a comment.
"""

from __future__ import annotations

import hashlib
import json
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from marchsim.errors import ConfigError, nearest
from marchsim.tabletop.checking import Place, plain_key, shown
from marchsim.tabletop.rules.parameters import Book, Parameter


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
