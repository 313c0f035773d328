"""Measure speed against another commit. Its engine is built in a separate folder, and the two take turns.

Run it by `make bench BASE=REF`. Each side is measured many times by `pace` of its own benchmark, in the order
A B B A, so that a slow minute of the machine affects both. Equal digests show that both played the same
games. If they differ, because a commit changed the games, a note says so, and only decisions per second can
be compared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import marchsim
from tools import bench

ROUNDS = 7  # each in the order here, there, there, here
GAMES = 400


class Failed(Exception):
    """Raised if the other commit cannot be built or measured, with the reason."""


@dataclass(frozen=True)
class Side:
    """One of two trees of sources."""

    name: str
    root: Path

    def pace(self, names: Sequence[str], players: int, count: int) -> dict[str, Any]:
        """Play games in a process of this tree, and return the output of its benchmark."""
        said = call(bench.job_of("pace", list(names), players, count), self.root)
        found: dict[str, Any] = json.loads(said)
        return found

    def heuristics(self) -> list[str]:
        """The strategies that this side ships and measures."""
        code = "from tools import bench; print(*bench.heuristics())"
        return call([sys.executable, "-c", code], self.root).split()


def call(command: Sequence[str], root: Path) -> str:
    """Run a command in a tree. Raises Failed with the last line that it printed."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(root)}
    finished = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if finished.returncode:
        last = (finished.stderr.strip() or finished.stdout.strip() or "no output").splitlines()[-1]
        raise Failed(f"{' '.join(map(str, command[:4]))} in {root}: {last}")
    return finished.stdout


@contextmanager
def built(ref: str) -> Iterator[Side]:
    """Yield another commit with its engine compiled, in a folder that is removed afterwards."""
    try:
        commit = call(["git", "rev-parse", "--short", "--verify", f"{ref}^{{commit}}"], bench.ROOT).strip()
    except Failed:
        raise Failed(f"{ref} names no commit of this repository (make bench BASE=REF)") from None
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / commit
        call(["git", "worktree", "add", "--detach", str(root), commit], bench.ROOT)
        try:
            call([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], root)
            mode = call([sys.executable, "-c", "import marchsim; print(marchsim.MODE.compiled)"], root)
            if mode.strip() != "True":
                raise Failed(
                    f"{commit}: its engine could not be compiled here, so there is nothing to compare"
                )
            yield Side(commit, root)
        finally:
            call(["git", "worktree", "remove", "--force", str(root)], bench.ROOT)


def line(title: str, players: int, here: list[dict[str, Any]], there: list[dict[str, Any]]) -> str:
    """A line of the table: the rates of both sides, their ratio, and whether the games were the same."""

    def rate(side: dict[str, Any]) -> float:
        return bench.per_second(side, "decisions")

    ratios = [rate(mine) / rate(other) for mine, other in zip(here, there, strict=True)]
    same = len({side["digest"] for side in here + there}) == 1
    return (
        f"  {title:14} {players}  {median(map(rate, there)):11,.0f}  {median(map(rate, here)):11,.0f}"
        f"   {median(ratios):5.3f} {bench.spread(ratios)}  {'same games' if same else 'games differ'}"
    )


def compare(ref: str, scale: float = 1.0) -> None:
    """Print decisions per second and core of a commit and of this tree, and their ratio, by strategy."""
    if marchsim.MODE.reason:
        raise Failed(
            f"this tree cannot be timed ({marchsim.MODE.reason}); `make bench` compiles it for speed"
        )
    with built(ref) as there:
        here = Side("here", bench.ROOT)
        print(f"decisions per second and core, {there.name} and here, in turn; ratio here : {there.name}")
        print(f"  strategy   players  {there.name:>10}         here   ratio")
        shared = [name for name in here.heuristics() if name in there.heuristics()]
        kinds = [("random", ["random"]), ("first", ["first"])]
        kinds += [("heuristics", shared)] + [(name, [name]) for name in shared]
        for title, names in kinds:
            for players in (3, 4, 5) if title == "heuristics" else (4,):
                sides: dict[Side, list[dict[str, Any]]] = {here: [], there: []}
                for turn in range(max(1, int(ROUNDS * scale))):
                    for side in (here, there, there, here) if turn % 2 else (there, here, here, there):
                        sides[side].append(side.pace(names, players, max(10, int(GAMES * scale))))
                print(line(title, players, sides[here], sides[there]), flush=True)


def main(arguments: Sequence[str]) -> int:
    """Compare with the commit in the arguments. Exit code 2 if that is impossible."""
    try:
        compare(arguments[0], 0.1 if "quick" in arguments else 1.0)
    except Failed as failure:
        print(f"not measured: {failure}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
