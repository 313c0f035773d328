"""The names of a new strategy's file and class, derived from the name that a person gives it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from typing import NamedTuple

from marchsim.errors import ConfigError
from marchsim.tabletop.naming import short

Table = Iterable[tuple[str, object, str]]  # a weight's name, default and meaning
_WORDS = re.compile(r"[a-z][a-z0-9]*(?:[-_ ][a-z0-9]+)*", re.IGNORECASE)


class Named(NamedTuple):
    """The names of a new strategy: its file, the file's stem, its class, and a title for readers."""

    file: str
    stem: str
    class_name: str
    title: str


def named(name: str) -> Named:
    """The names that follow from a name like bold-forager. Raises ConfigError if it is invalid."""
    stem = short(name.removesuffix(".py").replace("_", " ")).replace("-", "_")
    if keyword.iskeyword(stem):
        raise ConfigError(f"{stem}: is a word of Python's own; choose another name, like bold-{stem}.")
    if not _WORDS.fullmatch(name.removesuffix(".py")) or len(stem) > 60:
        raise ConfigError(
            f"{name}: the name of a strategy or game is letters from a to z and digits, words joined by - "
            "or _, like bold-forager."
        )
    words = stem.split("_")
    return Named(
        f"{stem}.py", stem, "".join(word.capitalize() for word in words), " ".join(words).capitalize()
    )


def begun(name: str, template: str, table: Table) -> tuple[str, str]:
    """The file name and the text of a new strategy, made from a template, a name and the weights.

    Raises ConfigError if the name is invalid.
    """
    own, rows = named(name), list(table)
    width = max(len(weight) for weight, _, _ in rows)
    weights = "\n".join(
        f"        #   {weight.ljust(width)}  {value:<5}  {meaning}" for weight, value, meaning in rows
    )
    text = template.format(
        title=own.title, file=own.file, stem=own.stem, name=own.class_name, weights=weights
    )
    return own.file, text
