"""`marchsim strategies`: the strategies that come with the program, with what each says of itself."""

from __future__ import annotations

import ast
import inspect
from typing import Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import JsonOption


def command(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A strategy: a name, or a path of a .py file.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """List the strategies that can be used, or show all that one says of itself.

    marchsim strategies
    marchsim strategies warlord
    marchsim strategies --json

    A strategy of your own is a .py file; give its path where a name is asked for.
    """
    from marchsim.runner import sources

    if name:
        source = sources.typed(name)
        words = described(source.text)
        if as_json:
            show.write_json({"name": name, "about": words, "sha256": source.sha256})
        else:
            show.story([name, *(f"  {line}" for line in words.splitlines())])
        return
    rows = [(known, described(sources.find(known).text)) for known in sources.available()]
    if as_json:
        show.write_json([{"name": known, "about": words} for known, words in rows])
        return
    page = show.console()
    table = show.table("Strategies", {"Name": "left", "About": "wide"})
    for known, words in rows:
        show.add(table, known, first_sentence(words))
    page.print(table)
    page.print(
        "`marchsim strategies NAME` tells more; `marchsim play --strategies A,B,C` shows them at work."
    )


def described(text: str) -> str:
    """Return the docstring of a source, read without running it ('' for a source that does not parse)."""
    try:
        words = ast.get_docstring(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return ""
    return inspect.cleandoc(words or "")


def first_sentence(words: str) -> str:
    """Return the first sentence of a text."""
    paragraph = " ".join(words.partition("\n\n")[0].split())
    head, dot, _ = paragraph.partition(". ")
    return head + dot.strip()
