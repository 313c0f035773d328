"""Overlay files to fill in. As written they change nothing, since every change is a comment."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping

from marchsim.tabletop.rules.parameters import Book, Parameter


def rules_overlay(book: Book, head: str, preset: str, values: Mapping[str, int]) -> str:
    """An overlay file that lists every parameter of the rules as a comment, after the lines of `head`.

    A preset other than the standard one is set, since the values belong to it.
    """
    mark = "# " if preset == "standard" else ""
    lines = [f'{head}{mark}preset = "{preset}"\n', "[rules]"]
    for chapter, parameters in book.chapters.items():
        lines += ["", f"# {chapter}"]
        for parameter in parameters:
            lines += _parameter(parameter, values[parameter.name])
    return "\n".join(lines) + "\n"


def comment(text: str) -> list[str]:
    """A text as comment lines."""
    return [f"#   {line}" for line in textwrap.wrap(text, 95)]


def _parameter(parameter: Parameter, value: int) -> list[str]:
    """The lines of a parameter: its meaning and its value, both as comments."""
    where = "; ".join(part for part in (", ".join(parameter.rules), parameter.range) if part)
    about = f"{parameter.meaning} ({where})"
    return [*comment(about), f"# {parameter.name} = {json.dumps(parameter.human(value))}"]
