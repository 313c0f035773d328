"""A damaged or hostile baseline is exit code 6 in one line, or compared as it stands; never a bug."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli import main
from tests.gate.conftest import Gate

Capture = pytest.CaptureFixture[str]
NASTY: list[Any] = [
    None, True, -1, 0, 10**12, 2**63, 0.5, -1.5, "", "x", "\x1b[2J", "\u202e", "é" * 300, "\ud83d\ude00", [],
    {}, [[]], [1, 2], ["a"], {"a": 1}, {"": {}}, [None] * 30, "../../x", "=1+1",
]  # fmt: skip
RAW = {
    "infinity": (b'{"kind": Infinity}', "Infinity is not a JSON number"),
    "nan": (b'{"kind": NaN}', "NaN is not a JSON number"),
    "huge number": (b'{"kind": 1e400}', "the number 1e400 is too large"),
    "endless number": (b'{"kind": 1' + b"0" * 400 + b"}", "is too large"),
    "deep": (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    "large": (b" " * 5_000_001, "larger than 5,000,000 bytes"),
    "binary": (b"\xff\xfe\x00", "not UTF-8 text"),
    "half a character": (b'{"kind": "\\ud800"}', "half a character"),
    "another program": (b'{"kind": "something"}', "it is not a baseline"),
    "a list": (b"[]", "it is not a baseline"),
    "empty": (b"", "is not JSON"),
}


def unchecked(file: Path) -> Any:
    """Return the data of a baseline without its check, as an earlier version wrote it."""
    data = json.loads(file.read_text())
    del data["check"]
    return data


def refused(capsys: Capture, *arguments: str) -> str:
    """Return the one line with which a baseline is refused."""
    capsys.readouterr()
    assert main.run([*arguments]) == 6
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize("name", RAW)
def test_what_is_no_plain_json_is_refused(place: Path, capsys: Capture, name: str) -> None:
    content, words = RAW[name]
    (place / "base.json").write_bytes(content)
    line = refused(capsys, "baseline", "show", "base.json")
    assert "base.json: " in line and words in line and "marchsim baseline create" in line


def test_what_is_no_regular_file_is_refused_at_once(place: Path, capsys: Capture) -> None:
    os.mkfifo(place / "pipe")
    (place / "folder").mkdir()
    for path, words in {
        "pipe": "not a regular file", "folder": "a folder", "/dev/zero": "not a regular file",
        "none.json": "there is no such baseline; make one: marchsim baseline create CONFIG --out none.json",
    }.items():  # fmt: skip
        assert words in refused(capsys, "baseline", "show", path)
        assert words in refused(capsys, "baseline", "accept", path, "--reason", "x")


def test_an_edited_number_is_refused(place: Path, gate: Gate, capsys: Capture) -> None:
    """Also if the file is valid otherwise. Its layout may change, and older files have no check."""
    file = place / "base.json"
    older = unchecked(file)
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data, indent=4))
    assert gate("--tiers", "1") == 0
    data["blocks"][0]["values"]["turns"][0] += 1.0
    file.write_text(json.dumps(data))
    for arguments in (
        ["gate", "race.toml", "--baseline", "base.json"],
        ["baseline", "accept", "base.json", "--reason", "x"],
    ):
        assert "edited or damaged after marchsim wrote it); restore it" in refused(capsys, *arguments)
    file.write_text(json.dumps(older))
    assert gate("--tiers", "1") == 0


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("workload", "policies"), -1),
        (("workload", "players"), [-1]),
        (("games", 0, 0), -1),
        (("games", 0, 0), 10**15),
        (("games", 0, 1), ["a stranger"] * 3),
        (("games", 0, 1), []),
        (("blocks", 0, "deals", 0), -1),
        (("blocks", 0, "players"), True),
        (("blocks", 0, "values", "turns", 0), "nan"),
    ],
)
def test_values_that_make_no_sense_are_refused(
    place: Path, capsys: Capture, where: tuple[Any, ...], value: Any
) -> None:
    data = unchecked(place / "base.json")
    inner = data
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    (place / "base.json").write_text(json.dumps(data))
    assert "cannot be read as a baseline" in refused(capsys, "baseline", "show", "base.json")


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places of all values in JSON data."""
    if here:
        yield here
    listed = dict(enumerate(value)) if isinstance(value, list) else value
    for key, inner in listed.items() if isinstance(listed, dict) else ():
        yield from paths(inner, (*here, key))


def mutate(data: Any, chance: random.Random) -> None:
    """Replace, remove or double a value somewhere in JSON data."""
    by_depth: dict[int, list[tuple[Any, ...]]] = {}
    for path in paths(data):
        by_depth.setdefault(len(path), []).append(path)
    where = chance.choice(by_depth[chance.choice(list(by_depth))])
    inner = data
    for key in where[:-1]:
        inner = inner[key]
    way = chance.random()
    if way < 0.8:
        inner[where[-1]] = chance.choice(NASTY)
    elif way < 0.9 or isinstance(inner, dict):
        del inner[where[-1]]
    else:
        inner.append(inner[where[-1]])


def mutations(place: Path, gate: Gate, capsys: Capture, seeds: range, *more: str) -> dict[int, int]:
    """Show and use mutated baselines, in a gate with more arguments; return how often each exit code came."""
    text, codes = json.dumps(unchecked(place / "base.json")), {}
    for seed in seeds:
        data = json.loads(text)
        mutate(data, random.Random(seed))
        (place / "base.json").write_text(json.dumps(data))
        for run in (lambda: main.run(["baseline", "show", "base.json"]), lambda: gate(*more)):
            capsys.readouterr()
            code = run()
            found = capsys.readouterr()
            assert code in (0, 3, 4, 5, 6), (seed, found.err)
            assert len(found.err.splitlines()) == (code == 6), (seed, found.err)
            assert "\x1b" not in found.out + found.err and "\u202e" not in found.out + found.err, seed
            codes[code] = codes.get(code, 0) + 1
    return codes


def test_mutated_baselines(place: Path, gate: Gate, capsys: Capture) -> None:
    """Whatever stands in it: shown, compared or refused."""
    codes = mutations(place, gate, capsys, range(40), "--tiers", "0,1")
    assert codes[6] > 10 and codes[0] > 5


@pytest.mark.slow
def test_many_mutated_baselines(place: Path, gate: Gate, capsys: Capture) -> None:
    """Also where the game has changed, so that events of then and all metrics are looked at."""
    mutations(place, gate, capsys, range(40, 700), "--tiers", "0,1")
    mutations(place, gate, capsys, range(300), "--rules", "rules.toml")
