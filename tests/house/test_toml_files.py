"""Configurations, overlays and scenarios are read by one reader: the same trouble has the same words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from marchsim.errors import ConfigError, MarchsimError, ScenarioError
from marchsim.games.march.scenarios import scene
from marchsim.runner.configuration import config

READERS: list[tuple[str, type[MarchsimError], Callable[[Path], object]]] = [
    ("configuration", ConfigError, lambda path: config.load(str(path))),
    ("overlay", ConfigError, lambda path: config.read_overlays([str(path)])),
    ("scenario", ScenarioError, scene.load),
]
BAD = {
    "broken": (b"a = [", "is not TOML: "),
    "twice": (b"a = 1\na = 2", "is not TOML: Cannot overwrite a value"),
    "binary": (b"\xff\xfe", "is not UTF-8 text (byte 0)."),
    "deep": (b"a = " + b"[" * 5000, "is nested too deeply."),
    "long": (b"a = " + b"9" * 5000, "cannot be used: Exceeds the limit"),
    "huge": (b"#" * 1_000_001, "cannot be read: larger than 1,000,000 bytes; check the path."),
}


@pytest.mark.parametrize(("what", "kind", "reader"), READERS)
@pytest.mark.parametrize("name", BAD)
def test_an_unreadable_file_is_one_clear_error(
    tmp_path: Path, name: str, what: str, kind: type[MarchsimError], reader: Callable[[Path], object]
) -> None:
    """It names the file, what it should have been and what is wrong, and is of the reader's own kind."""
    content, message = BAD[name]
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(kind) as caught:
        reader(path)
    assert str(caught.value).startswith(f"{path}: this {what} {message}")


@pytest.mark.parametrize(("what", "kind", "reader"), READERS)
def test_a_missing_file_a_folder_and_a_pipe_are_clear_errors(
    tmp_path: Path, what: str, kind: type[MarchsimError], reader: Callable[[Path], object]
) -> None:
    none, folder, pipe = (tmp_path / f"{name}.toml" for name in ("none", "folder", "pipe"))
    folder.mkdir()
    os.mkfifo(pipe)
    with pytest.raises(kind) as caught:
        reader(none)
    assert str(caught.value) == f"{none}: there is no such {what}; check the path."
    with pytest.raises(kind) as caught:
        reader(folder)
    assert str(caught.value) == f"{folder}: this {what} cannot be read: a folder; check the path."
    with pytest.raises(kind) as caught:
        reader(pipe)
    assert str(caught.value) == f"{pipe}: this {what} cannot be read: not a regular file; check the path."
