"""Hundreds of ways to damage a run folder: no verb crashes, no changed or doubled game becomes official."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import MarchsimError
from marchsim.recorder import RunFolder
from marchsim.runner import run
from tests.forging import manifest

AGAIN = ["run", "race.toml", "--out", "run", "--workers", "1", "--quiet"]
VERBS = (
    ["runs", "verify", "run", "--sample", "2"], ["runs", "ls", "."], ["runs", "show", "run"],
    ["report", "part", "seats", "run", "--out", "page"], ["runs", "merge", "run", "sound", "--out", "both"],
    ["runs", "extend", "run", "--blocks", "0", "--workers", "1", "--quiet"], AGAIN,
    ["runs", "repair", "run", "--workers", "1", "--quiet"], AGAIN,
)  # fmt: skip
KINDS = (0, 2, 3, 5, 6)


def flipped(folder: Path, chance: random.Random) -> None:
    """Flip one bit of one stored part."""
    path = chance.choice(parts(folder))
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def mutated(folder: Path, chance: random.Random) -> None:
    """Do one of the other things that happen to files."""
    chance.choice(MUTATIONS)(folder, chance)


def parts(folder: Path) -> list[Path]:
    return sorted((folder / "tables").rglob("part-*.parquet"))


def some(folder: Path, chance: random.Random) -> Path:
    """Return any file of the folder."""
    return chance.choice(sorted(path for path in folder.rglob("*") if path.is_file()))


def truncated(folder: Path, chance: random.Random) -> None:
    path = some(folder, chance)
    path.write_bytes(path.read_bytes()[: chance.randrange(path.stat().st_size + 1)])


def removed(folder: Path, chance: random.Random) -> None:
    some(folder, chance).unlink()


def scribbled(folder: Path, chance: random.Random) -> None:
    path = some(folder, chance)
    path.write_bytes(chance.randbytes(chance.randrange(500)))


def swapped(folder: Path, chance: random.Random) -> None:
    one, other = chance.choice(parts(folder)), chance.choice(parts(folder))
    mine, theirs = one.read_bytes(), other.read_bytes()
    one.write_bytes(theirs)
    other.write_bytes(mine)


def copied(folder: Path, chance: random.Random) -> None:
    first = chance.randrange(80)
    one = chance.choice(parts(folder))
    shutil.copy(one, one.with_name(f"part-{first}-{first + chance.randrange(30)}.parquet"))


def renamed(folder: Path, chance: random.Random) -> None:
    first = chance.randrange(80)
    one = chance.choice(parts(folder))
    one.rename(one.with_name(f"part-{first}-{first + chance.randrange(30)}.parquet"))


def linked(folder: Path, chance: random.Random) -> None:
    path = some(folder, chance)
    path.rename(folder.parent / "elsewhere")
    path.symlink_to(folder.parent / "elsewhere")


def piped(folder: Path, chance: random.Random) -> None:
    path = some(folder, chance)
    path.unlink()
    os.mkfifo(path)


def foldered(folder: Path, chance: random.Random) -> None:
    path = some(folder, chance)
    path.unlink()
    path.mkdir()


def edited(folder: Path, chance: random.Random) -> None:
    """Change one character of the manifest."""
    path = folder / "manifest.json"
    text = path.read_text()
    at = chance.randrange(len(text))
    path.write_text(text[:at] + chance.choice('0123456789abcdef"{}[],: -') + text[at + 1 :])


def rewritten(folder: Path, chance: random.Random) -> None:
    """Put something else in the place of one value of the manifest, whose check is made to fit."""
    manifest(folder, lambda data: replaced(data, chance))


def replaced(place: Any, chance: random.Random) -> None:
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = chance.choice(keys)
        if not (isinstance(place[key], (dict, list)) and place[key] and chance.random() < 0.8):
            break
        place = place[key]
    place[key] = chance.choice([None, True, -1, 0, 10**18, "x", [], {}, 1.5, [[]], {"x": {}}])


def restored(folder: Path, chance: random.Random) -> None:
    """Put one file back as it was before the run was extended, as from a backup."""
    before = folder.parent / "early"
    path = some(before, chance)
    place = folder / path.relative_to(before)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(path, place)


MUTATIONS: tuple[Callable[[Path, random.Random], None], ...] = (
    truncated, removed, scribbled, swapped, copied, renamed, linked, piped, foldered, edited, edited,
    rewritten, rewritten, rewritten,
)  # fmt: skip


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("damage", [flipped, mutated, restored])
@pytest.mark.parametrize("times", [1, pytest.param(200, marks=pytest.mark.slow)])
def test_whatever_happens_to_a_folder_its_games_stay_true(
    place: Path,
    apart: None,
    damage: Callable[[Path, random.Random], None],
    times: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After each verb: an exit code of ours, and a run that calls itself complete is what it was."""
    run("race.toml", "sound", workers=1, chunk=30, blocks=3)
    shutil.copytree("sound", "early")
    whole = run("race.toml", "sound", workers=1, chunk=30).folder.digests()
    codes: Counter[tuple[str, int]] = Counter()
    for number in range(times):
        shutil.copytree("sound", "run")
        damage(place / "run", random.Random(number))
        for verb in VERBS:
            code = command_line(verb)
            codes[" ".join(verb[:2]), code] += 1
            told = capsys.readouterr()
            assert code in KINDS and "Traceback" not in told.err, (number, verb, code, told.err)
            assert official("run") in (None, whole) and official("both") in (None, whole), (number, verb)
        for made in ("run", "both", "page", "elsewhere"):
            path = Path(made)
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    with capsys.disabled():
        print(f"\n{damage.__name__}, {times} times: {dict(sorted(codes.items()))}")


def official(folder: str) -> dict[str, str] | None:
    """Return the digests that a folder's rows have if it can be read and says that it is complete."""
    try:
        stored = RunFolder(folder)
        for name in stored.tables:
            stored.scan(name).collect()
    except MarchsimError:
        return None
    return stored.digests() if stored.complete else None
