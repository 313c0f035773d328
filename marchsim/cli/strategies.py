"""`marchsim strategies`: lists the strategies, or shows the parts of one."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli import show
from marchsim.cli.show import GameOption, StrategyPathOption

if TYPE_CHECKING:
    from marchsim.kernel.showing import Profile


def command(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Strategy: a name, or the path of a .py file.")
    ] = "",
    game: GameOption = "",
    strategy_path: StrategyPathOption = None,
) -> None:
    """List the strategies, or show the parts of one: plan, weights and its own hooks.

    Examples:
      marchsim strategies
      marchsim strategies warlord
      marchsim strategies mine.py                     (runs the file, to read its weights)
      marchsim strategies --strategy-path my-strategies
      marchsim strategies --json

    A strategy of your own is a .py file. `marchsim new strategy NAME` writes one to start from.
    """
    from marchsim import games
    from marchsim.kernel.showing import Profiled, Sheet
    from marchsim.runner.configuration import sources

    game = game or games.DEFAULT
    games.where(game)
    folders = sources.opened(strategy_path or ())
    if name:
        profiled = games.able(game, Profiled, "it cannot show how its strategies are built")
        source = sources.typed(name, folders, game)
        slow = sources.slow(source.text)
        words, made_of = described(source.text), profiled.profile(source)
        if show.in_json():
            show.write_json({
                "name": name, "about": words, "sha256": source.sha256, "class": made_of.name,
                "builds_on": made_of.builds_on, "says": made_of.about, "weights": made_of.weights,
                "hooks": list(made_of.hooks), "slow": slow,
            })  # fmt: skip
        else:
            said = ["  slow: its games take long"] if slow else []
            show.story([name, *(f"  {line}" for line in words.splitlines()), *pages(made_of), *said])
        return
    known = [*sources.available(game), *sources.own_names(folders, game)]
    texts = [sources.find(one, folders, game=game).text for one in known]
    rows = [(one, described(text), sources.slow(text)) for one, text in zip(known, texts, strict=True)]
    if show.in_json():
        show.write_json([{"name": one, "about": words, "slow": slow} for one, words, slow in rows])
        return
    cells = [(one, first_sentence(words) + (" (slow)" if slow else "")) for one, words, slow in rows]
    more = (
        "`marchsim strategies NAME` shows the parts of one. `marchsim play --strategies A,B,C` plays a game."
    )
    show.page([Sheet("Strategies", {"Name": "left", "About": "wide"}, cells), more])


def pages(made_of: Profile) -> list[str]:
    """The lines that describe the parts of a strategy."""
    about = made_of.about.partition("\n")[0]
    lines = ["", f"  class {made_of.name}, built on {made_of.builds_on}{f': {about}' if about else ''}"]
    if made_of.weights:
        lines.append(f"  weights that differ from a plain {made_of.builds_on}'s, from the first round on:")
        width = max(map(len, made_of.weights))
        for weight, value in made_of.weights.items():
            told = ", ".join(f"{one:g}" for one in value) if isinstance(value, list) else f"{value:g}"
            lines.append(f"    {weight.ljust(width)}  {told}")
    elif made_of.builds_on == "Heuristic":
        lines.append("  weights: the same as a plain Heuristic's")
    hooks = ", ".join(made_of.hooks)
    return [*lines, f"  own hooks: {hooks or 'none, so its code is never called during a game'}"]


def described(text: str) -> str:
    """The docstring of a strategy's source, or else of a class in it. '' if that is not valid Python.

    The source is not run.
    """
    try:
        tree = ast.parse(text)
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        nodes: list[ast.Module | ast.ClassDef] = [tree, *reversed(classes)]
        words = [found for node in nodes if (found := ast.get_docstring(node))]
    except (SyntaxError, ValueError, RecursionError):
        return ""
    return inspect.cleandoc(words[0]) if words else ""


def first_sentence(words: str) -> str:
    """The first sentence of a text."""
    paragraph = " ".join(words.partition("\n\n")[0].split())
    head, dot, _ = paragraph.partition(". ")
    return head + dot.strip()
