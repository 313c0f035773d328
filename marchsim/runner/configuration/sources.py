"""Finds strategy files by name. Strategy code is loaded in no other way.

Allowed are shipped names, and files inside folders that the user chose on this command line: the folder of
the named configuration, the working folder, and each `--strategy-path`. A name from data (a manifest, a
baseline) is looked up in `--strategy-path` only. No file inside a run folder is ever run, even if the user
names its folder (D-391). Workers get the text, never a path.

Files are also shipped: ours (some lie beside the populations), and those of installed games. In a repository,
ours are top-level folders. In an installed wheel, they are inside the package. An installed game has its own
in the folders `strategies` and `configs` of its package.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from importlib import resources
from pathlib import Path

from marchsim import files, games
from marchsim.errors import StrategyError, nearest
from marchsim.games import DEFAULT
from marchsim.kernel.game import StrategySource
from marchsim.recorder import manifest as manifests

LARGEST = 500_000
STRATEGY_PATH = "MARCHSIM_STRATEGY_PATH"  # the variable that stands for --strategy-path
HUMAN = "human"  # a person at the terminal, who can play only in `marchsim play`


def available(game: str = DEFAULT) -> tuple[str, ...]:
    """The names of the strategies shipped for a game, in alphabetical order."""
    return shipped_names(f"strategies/{game}", ".py")


def quick(game: str = DEFAULT) -> tuple[str, ...]:
    """The names of a game's shipped strategies that are not marked as slow."""
    return tuple(name for name in available(game) if not slow(find(name, game=game).text))


def slow(text: str) -> bool:
    """Whether a class in a strategy's text is marked `slow = True`, because its games take long.

    A text that is not valid Python counts as not slow.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return False
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return any(ast.unparse(line) == "slow = True" for one in classes for line in one.body)


def find(use: str, folders: Iterable[Path] = (), place: str = "", game: str = DEFAULT) -> StrategySource:
    """Find the source for `use`: a name, `path.py` or `path.py:Class`, with the path in one of the folders.

    A name is a strategy shipped for the game, or else a file NAME.py in one of the folders. The files beside
    the shipped populations come last. Raises StrategyError if nothing is found, with a message that begins
    with `place`.
    """
    path_text, class_name = split(use)
    before = f"{place}: " if place else ""
    folders = list(folders)
    if not path_text.endswith(".py"):
        if path_text in available(game):
            return _read(use, shipped_folder(f"strategies/{game}") / f"{path_text}.py", class_name, before)
        if not any((at / f"{path_text}.py").is_file() for at in folders):
            raise _unknown(path_text, before, own_names(folders, game), game)
        path_text += ".py"
    if not path_text.isprintable():
        raise StrategyError(f"{before}strategy {use!r}: its path holds control characters; rename the file.")
    beside = shipped_folder(f"strategies/{game}/populations")
    opened = [folder.resolve() for folder in (*folders, beside)]
    for folder in opened:
        path = (folder / path_text).resolve()
        if path.is_file() and path.is_relative_to(folder):
            _outside_of_runs(path, before)
            return _read(use, path, class_name, before)
    if any((folder / path_text).is_file() for folder in opened):
        raise StrategyError(
            f"{before}strategy {use!r} is outside the folders that strategies may come from; "
            "allow its folder with --strategy-path."
        )
    files = [path.name for folder in opened for path in sorted(folder.glob("*.py")) if path.is_file()]
    near = nearest(Path(path_text).name, dict.fromkeys(files))
    raise StrategyError(
        f"{before}there is no strategy file {path_text!r}.{near} Give the folder that it lies in with "
        f"--strategy-path ({STRATEGY_PATH} does it for all commands)."
    )


def _outside_of_runs(path: Path, before: str) -> None:
    """Raise StrategyError if a file is inside a run folder, since that may come from an untrusted source."""
    for folder in path.parents:
        if manifests.exists(folder) and (folder / manifests.TABLES).exists():
            raise StrategyError(
                f"{before}strategy file {path} lies in the run folder {folder}, and code from there is not "
                "run; if you trust it, copy it elsewhere and give its folder with --strategy-path."
            )


def own_names(folders: Iterable[Path], game: str = DEFAULT) -> list[str]:
    """The names of the strategy files in these folders. Names of shipped strategies are left out."""
    names = [path.stem for folder in folders for path in sorted(folder.glob("*.py")) if path.is_file()]
    known = available(game)
    return [name for name in dict.fromkeys(names) if name not in known and not name.startswith("_")]


def opened(folders: Iterable[Path]) -> list[Path]:
    """The folders of --strategy-path. Raises StrategyError if one is not a folder."""
    found = list(folders)
    for folder in found:
        if not folder.is_dir():
            raise StrategyError(
                f"--strategy-path: {folder} is not a folder; give the folder that holds the files."
            )
    return found


def typed(use: str, folders: Iterable[Path] = (), game: str = DEFAULT) -> StrategySource:
    """Find the source that the user typed on the command line, where any path is allowed.

    If there is no file with that path, it is looked up in the folders.
    """
    path_text, class_name = split(use)
    folders = list(folders)
    if not path_text.endswith(".py"):
        return find(use, folders, game=game)
    try:
        path = Path(path_text).expanduser().resolve()
    except (RuntimeError, ValueError) as error:  # no such user, or a character that no path has
        raise StrategyError(f"strategy {use!r}: its path cannot be used ({error}).") from None
    if not path.is_file() and any((folder / path_text).is_file() for folder in folders):
        return find(use, folders, game=game)
    return replace(find(f"{path}:{class_name}" if class_name else str(path), [path.parent]), use=use)


def split(use: str) -> tuple[str, str]:
    """Split a `use` such as `bold.py:Bold` into path (or name) and class. The class is '' if missing."""
    head, colon, tail = use.rpartition(":")
    return (head, tail) if colon and tail.isidentifier() else (use, "")


def _unknown(name: str, before: str, own: Iterable[str], game: str) -> StrategyError:
    if name == HUMAN:
        return StrategyError(
            f"{before}'{HUMAN}' is a person at the terminal and can only play in `marchsim play`; name a "
            "strategy here."
        )
    return StrategyError(
        f"{before}there is no strategy {name!r}.{nearest(name, (*available(game), *own))} "
        f"`marchsim strategies{'' if game == DEFAULT else f' --game {game}'}` lists them; give a file of "
        "your own as path.py, or its folder with --strategy-path."
    )


def _read(use: str, path: Path, class_name: str, before: str) -> StrategySource:
    try:
        raw = files.content(path, LARGEST)
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise StrategyError(f"{before}strategy file {path} cannot be read ({why}).") from None
    return StrategySource(use, text, sha256(raw).hexdigest(), class_name, path.name)


def shipped_folder(kind: str) -> Path:
    """The folder of all shipped `configs` or `strategies`, or of those of a game (`strategies/march`)."""
    top, _, below = kind.partition("/")
    name, _, below = below.partition("/")
    if top == "strategies" and name and (home := games.home(name)) is not None:
        return home / top / below
    package = Path(str(resources.files("marchsim")))
    installed = package / "shipped" / kind
    return installed if installed.is_dir() else package.parent / kind


def configurations() -> dict[str, Path]:
    """The shipped configurations by name, in alphabetical order. Ours take precedence over those of games."""
    places = [home / "configs" for home in games.homes().values()]
    found = {
        path.stem: path
        for place in (*places, shipped_folder("configs"))
        for path in _listed_files(place, ".toml")
    }
    return dict(sorted(found.items()))


def is_shipped(file: str, text: str) -> bool:
    """Whether a strategy's text is that of the shipped file with the same name."""
    if file != Path(file).name:
        return False
    ours = [place for place in sorted(shipped_folder("strategies").iterdir()) if place.is_dir()]
    places = [
        *ours,
        *(place / "populations" for place in ours),
        *(home / "strategies" for home in games.homes().values()),
    ]
    return any(
        (place / file).is_file() and (place / file).read_text(encoding="utf-8") == text for place in places
    )


def shipped_names(kind: str, ending: str) -> tuple[str, ...]:
    """The names of the shipped files of a kind, without their ending, in alphabetical order."""
    return tuple(path.stem for path in _listed_files(shipped_folder(kind), ending))


def _listed_files(place: Path, ending: str) -> list[Path]:
    """The files in a folder that have this ending, in alphabetical order. [] if there is no such folder."""
    if not place.is_dir():
        return []
    return sorted(path for path in place.glob(f"*{ending}") if not path.name.startswith("_"))
