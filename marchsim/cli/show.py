"""Tables, options and other parts shared by the verbs that show data.

Every text in a table is plain text and never markup, so a name from a file cannot style the terminal.
"""

from __future__ import annotations

import json
import math
import os
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import files as outputs
from marchsim.errors import ConfigError, plain

if TYPE_CHECKING:
    from rich.table import Table

    from marchsim.kernel.game import Variant
    from marchsim.kernel.showing import Page, Sheet
    from marchsim.reporting.front.commands import Command

WIDTH = 100
COLOURS = {"red": "red", "amber": "yellow", "green": "green", "blue": "blue"}  # of verdicts; grey is plain
RulesOption = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="FILE", help="Overlay file with rules, cards and tiles. Repeatable."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE",
        help="Change a rule (march_steps=4), a card or a tile (cards.army-head.cost=4). Repeatable."
    )
]  # fmt: skip
GameOption = Annotated[
    str, typer.Option("--game", metavar="NAME", help="Game to use. [default: March of the Ants]")
]
PresetOption = Annotated[
    str,
    typer.Option(
        "--preset", metavar="NAME", help="Preset to start from. Join several with +, such as long+primitive."
    ),
]
StrategyPathOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--strategy-path", metavar="DIR", envvar="MARCHSIM_STRATEGY_PATH",
        help="Folder with your own strategy files. Repeatable. "
        "Files that a run or a baseline names are read from these folders only.",
    )
]  # fmt: skip
JSON = ContextVar("JSON", default=False)  # whether the verb that runs was given --json


def run_folder(run: Path | None) -> Path | None:
    """The folder of a run. A bare name that is no folder here is looked up in runs/."""
    from marchsim.recorder.manifest import called

    return None if run is None else called(run)


def run_folders(runs: list[Path]) -> list[Path]:
    """The folders of several runs."""
    return [run_folder(run) or run for run in runs]


RUN_HELP = "A run folder, or its name in runs/."
RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help=RUN_HELP, callback=run_folder)]


def changed_rules(
    preset: str = "", files: Sequence[str | Path] | None = None, settings: Sequence[str] | None = None
) -> list[str]:
    """The values of --preset, --rules and --set, in the form that `read_overlays` takes.

    Raises ConfigError for a --set that is not NAME=VALUE.
    """
    from marchsim.runner.configuration.settings import check

    chosen = [f"preset={preset}"] if preset else []
    return [*chosen, *(str(file) for file in files or ()), *(check(word) for word in settings or ())]


def variant_of(
    game: str, preset: str, files: Sequence[Path] | None, settings: Sequence[str] | None = None
) -> Variant:
    """The variant made from a preset and overlays. Raises an error if an overlay names a different preset."""
    from marchsim import games
    from marchsim.runner.configuration.config import read_overlays

    game = game or games.DEFAULT
    overlays = read_overlays(changed_rules(preset, files, settings), game)
    return games.load(game).variant("shown", "", overlays)


@dataclass(frozen=True)
class VariantOptions:
    """The options shared by all verbs that show a variant, in the order in which help lists them."""

    game: GameOption = ""
    rules: RulesOption = None
    settings: SetOption = None
    preset: PresetOption = ""

    @property
    def variant(self) -> Variant:
        """The variant selected by these options."""
        return variant_of(self.game, self.preset, self.rules, self.settings)


def write_new(path: Path, text: str) -> None:
    """Write a new file and its folder atomically. Raises ConfigError if it exists."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        outputs.put(path, text.encode(), new=True)
    except FileExistsError as error:
        if str(error.filename) == str(path.parent):
            raise ConfigError(f"{path.parent}: is a file, where a folder must be.") from None
        raise ConfigError(f"{path}: exists already; choose another name, or delete it first.") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written ({error.strerror or error}).") from None


def write_json(rows: Any) -> None:
    """Write a value to standard output as a JSON document. NaN and infinite numbers become null."""
    sys.stdout.write(json_text(rows).decode())


def in_json() -> bool:
    """Whether the verb that runs was given --json."""
    return JSON.get()


def write(data: Any, lines: Iterable[str]) -> None:
    """Write the results of a verb: `data` as JSON with --json, else `lines` as text."""
    if in_json():
        write_json(data)
    else:
        story(lines)


def json_text(rows: Any) -> bytes:
    """Encode a value as a JSON document that ends in a newline."""
    return (json.dumps(_data(rows), indent=2, allow_nan=False) + "\n").encode()


def _data(value: Any) -> Any:
    """Convert a value for JSON: keys become text, and NaN and infinite numbers become None."""
    if isinstance(value, Mapping):
        return {str(key): _data(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_data(part) for part in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value) if isinstance(value, Path) else value


def paint(chip: str, word: str) -> str:
    """The text of a verdict, in colour if the terminal shows colours."""
    bare = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return word if bare else typer.style(word, fg=COLOURS.get(chip), bold=True)


def story(lines: Iterable[str]) -> None:
    """Write lines of plain text. Long lines are wrapped and continue with an indent."""
    for line in lines:
        words = plain(line)
        indent = len(words) - len(words.lstrip())
        wrapped = textwrap.wrap(words, WIDTH, subsequent_indent=" " * (indent + 4), break_on_hyphens=False)
        typer.echo("\n".join(wrapped))


def line(words: str) -> None:
    """Write one line of plain text, wrapped as in `story`."""
    story([words])


def commands(listed: Iterable[Command]) -> None:
    """Write the next commands, one per line, unwrapped so that they can be copied."""
    for at, one in enumerate(listed):
        why = f"  # {one.why}" if one.why else ""
        typer.echo(plain(f"{'      ' if at else 'next: '}{one.command}{why}"))


def duration(seconds: float) -> str:
    """A duration as text, given in seconds. The unit is s, min or h."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{seconds / 3600:.1f} h"


def aside(words: str) -> None:
    """Write a progress message to standard error."""
    sys.stderr.write(f"marchsim: {plain(words)}\n")


def watch(page: Path, ending: Iterable[str]) -> None:
    """Write the result of a game, and the path of the page that shows the game."""
    story(ending)
    line(f"{page}: open it in a browser ({page.stat().st_size / 1e6:.2f} MB, needs no network).")


class Typed:
    """The terminal in which the verb was started, for a human player (see kernel.telling.Terminal)."""

    def tell(self, words: str) -> None:
        """Write a line of text to the terminal."""
        line(words)

    def ask(self, prompt: str) -> str:
        """Ask for a line of input. Raises EOFError at the end of input."""
        return input(prompt)


def silent(_words: str) -> None:
    """Accept a message and write nothing."""


def page(parts: Page) -> None:
    """Write tables and sentences as wide as the terminal, or 100 columns wide if there is no terminal."""
    from rich.console import Console

    where = Console(highlight=False, markup=False, emoji=False)
    if not where.is_terminal:
        where = Console(highlight=False, markup=False, emoji=False, width=WIDTH)
    for part in parts:
        where.print(plain(part, keep="\n") if isinstance(part, str) else _table(part))


def _table(sheet: Sheet) -> Table:
    """A rich table of plain text. Columns are `left`, `right`, or `wide` (left-aligned, filling the width).

    A table without a title or a `wide` column is only as wide as its contents.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    wide = bool(sheet.title) or "wide" in sheet.columns.values()
    title = Text(plain(sheet.title)) if sheet.title else None
    made = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, expand=wide)
    for heading, way in sheet.columns.items():
        made.add_column(
            heading,
            justify="right" if way == "right" else "left",
            ratio=1 if way == "wide" else None,
            no_wrap=way == "right",
        )
    for row in sheet.rows:
        made.add_row(*(Text(plain(cell), overflow="fold") for cell in row))
    return made
