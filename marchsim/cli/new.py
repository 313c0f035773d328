"""`marchsim new`: writes a configuration, overlay, strategy, targets, gate or game to start from."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from marchsim import games
from marchsim.cli import show
from marchsim.cli.show import GameOption, PresetOption, RulesOption
from marchsim.errors import ConfigError
from marchsim.kernel.game import Variant
from marchsim.kernel.showing import Started

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def group() -> None:
    """Write a file to start from: a configuration, an overlay, a strategy, targets, a gate or a game.

    Examples:
      marchsim new config mine
      marchsim new overlay mine.toml
      marchsim new strategy bold-forager
      marchsim new targets targets.toml
      marchsim new gate my-game
      marchsim new game dice-race
    """


@app.command("config")
def config(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, or its name alone.")],
    source: Annotated[
        str, typer.Option("--from", metavar="CONFIG", help="Configuration to copy, a path or a shipped name.")
    ] = "",
    game: GameOption = "",
) -> None:
    """Write a configuration that is ready to run, or a copy of one to be changed.

    Examples:
      marchsim new config mine                         (writes mine.toml)
      marchsim new config studies/mine.toml --from standard
    """
    from marchsim.runner.configuration import starter

    path = file if file.suffix == ".toml" else file.with_name(f"{file.name}.toml")
    if source:
        text = starter.copied(source, path.stem)
    else:
        text = starter.text(path.stem, str(path), game or games.DEFAULT)
    show.write_new(path, text)
    _report(path, ["run", str(path)])


@app.command("overlay")
def overlay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    assumed: Annotated[
        bool, typer.Option("--assumed", help="List the assumed numbers of cards and tiles instead of rules.")
    ] = False,
    first: Annotated[
        int | None,
        typer.Option(min=1, max=200, help="With --assumed, list only the first components to look up."),
    ] = None,
    by: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="With --first, take the order from this folder of a sensitivity study."
        ),
    ] = None,
    game: GameOption = "",
    rules: RulesOption = None,
    preset: PresetOption = "",
) -> None:
    """Write an overlay that changes nothing yet: every line is a comment until you remove its #.

    Examples:
      marchsim new overlay mine.toml
      marchsim new overlay --assumed printed.toml
      marchsim new overlay --assumed rest.toml --rules printed.toml      (numbers that are still assumed)
      marchsim new overlay --assumed --first 10 --by robustness/standard-4 printed.toml
    """
    variant = show.variant_of(game, preset, rules)
    if first is not None or by is not None:
        text = _first(variant, game, assumed, first, by)
    else:
        text = _started(game).new_overlay(variant, assumed)
    show.write_new(file, text)
    of = ["--game", game] if game else []
    _report(file, ["components" if assumed else "rules", *of, "--rules", str(file)])


@app.command("targets")
def targets(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    source: Annotated[
        str, typer.Option("--from", metavar="CONFIG", help="Configuration that the targets are for.")
    ] = "",
) -> None:
    """Write targets for `marchsim optimize`, with all possible metrics and moves as comments.

    Examples:
      marchsim new targets mine.toml                   (for field-4)
      marchsim new targets mine.toml --from antwars
    """
    from marchsim.runner.configuration import config as configs
    from marchsim.studies.optimize import starter

    config = source or "field-4"
    show.write_new(file, starter.text(configs.load(config), config, str(file)))
    _report(file, ["optimize", str(file)])


@app.command("gate")
def gate(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of the repository. [default: here]")
    ] = Path(),
    game: GameOption = "",
) -> None:
    """Write the files of a gate: the rules, the games to play, and the workflow for pull requests.

    Examples:
      marchsim new gate
      marchsim new gate my-game --game antwars
    """
    from marchsim.studies.gate import starter

    game = game or games.DEFAULT
    overlay = _started(game).new_overlay(show.variant_of(game, "", None), False)
    texts = starter.files(game, overlay)
    _write_all(folder, texts)
    if not show.in_json():
        typer.echo(f"written: {', '.join(shlex.quote(str(folder / name)) for name in texts)}")
        typer.echo("In the workflow, put the owner of marchsim's repository in place of OWNER.")
    config, rules = str(folder / "gate.toml"), str(folder / "rules.toml")
    words = ["baseline", "create", config, "--rules", rules, "--out", str(folder / "baseline.json")]
    _report(folder / "gate.toml", words)


@app.command("game")
def game(
    folder: Annotated[
        Path,
        typer.Argument(metavar="NAME", help="Name, or folder to write: a to z, A to Z, digits, - and _."),
    ],
) -> None:
    """Write a package with a new game that is ready to play: rules, strategies and tests.

    Examples:
      marchsim new game dice-race                     (writes dice-race/)
      pip install -e dice-race                        (makes the game known)
      marchsim run dice_race

    docs/tutorial/own-game.md turns it into your game step by step.
    """
    from marchsim.tabletop.players.loading import named
    from marchsim.tabletop.small import starter

    stem = named(folder.name).stem
    _refuse_taken(stem)
    _write_all(folder, starter.package(folder.name))
    if show.in_json():
        _report(folder, ["run", stem])
    else:
        where = shlex.quote(str(folder))
        typer.echo(f"{where} is written; next: pip install -e {where} && marchsim run {stem}")


def _refuse_taken(stem: str) -> None:
    """Raise ConfigError if a game or an importable module has this name, since a package would hide it."""
    spec = find_spec(stem)
    if stem in games.names():
        taken = "is a game that marchsim knows"
    elif stem in sys.stdlib_module_names or (spec is not None and spec.origin is not None):
        taken = "is a module of Python or of an installed package"
    else:
        return
    raise ConfigError(f"{stem}: {taken}; choose another name, like my-{stem.replace('_', '-')}.")


def _write_all(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a folder, given their texts by path.

    Raises ConfigError, and writes no file, if one of them exists already.
    """
    made = {folder / name: text for name, text in texts.items()}
    for path in made:
        if path.exists():
            raise ConfigError(f"{path}: exists already; choose another folder, or delete it first.")
    for path, text in made.items():
        show.write_new(path, text)


@app.command("strategy")
def strategy(
    name: Annotated[
        Path, typer.Argument(metavar="NAME", help="Name, or file to write: a to z, A to Z, digits, - and _.")
    ],
    game: GameOption = "",
) -> None:
    """Write a strategy that is ready to play: a heuristic with weights, one hook and comments.

    Examples:
      marchsim new strategy bold-forager                       (writes bold_forager.py)
      marchsim new strategy my-strategies/bold-forager

    An existing file is never overwritten.
    """
    stem, text = _started(game).new_strategy(name.name.removesuffix(".py"))
    file = name.with_name(stem)
    show.write_new(file, text)
    of, others = (["--game", game], [str(file)]) if game else ([], ["warlord", "forager"])
    players = ",".join([str(file), *others])
    _report(file, ["play", *of, "--strategies", players])


def _report(path: Path, words: list[str]) -> None:
    """Print the path of the new file and the command that uses it."""
    after = shlex.join(["marchsim", *words])
    if show.in_json():
        show.write_json({"schema": "marchsim.new/1", "file": path, "next": after})
    else:
        typer.echo(f"{shlex.quote(str(path))} is written; edit it, then: {after}")


def _first(variant: Variant, game: str, assumed: bool, first: int | None, by: Path | None) -> str:
    """An overlay for the numbers that a sensitivity study recommends to look up first."""
    from marchsim.kernel.numbers import Assuming
    from marchsim.studies.sensitivity.output import first_numbers

    if not assumed or first is None or by is None:
        raise ConfigError("--first: needs --assumed, and --by with the folder of `marchsim sensitivity`.")
    asked = games.able(
        game or games.DEFAULT, Assuming, "it gives no plausible ranges for its assumed numbers"
    )
    return asked.overlay_to_look_up(variant, first_numbers(by, first))


def _started(game: str) -> Started:
    """The game to write files for. Raises ConfigError if it has no files to start from."""
    return games.able(game or games.DEFAULT, Started, "it has no files to start from")
