"""Strategies of the toy game that many tests play, and a folder to play them in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from marchsim import games
from tests.toy import script

# what `choose` does, by the name of the file
STEADY = {
    "roller": "return 0",
    "rester": "return 1",
    "wavering": "return int(self.rng.random() < self.bold)",
    "miser": "return int(score > 6)",
}
MOODY = "return 1 / 0 if score > 13 else 0"  # it fails late in a good game


def uses(*names: str) -> str:
    """Return the strategies of a configuration by what they use."""
    return "".join(f'[[strategies]]\nuse = "{name}"\n' for name in names)


USES = uses(*(f"{name}.py" for name in STEADY))
# for a process of its own: the toy game made known, and the program with it
REGISTERED = "from marchsim import games; games.register('toy', 'tests.toy:TOY')\n"
PROGRAM = f"import sys; {REGISTERED}from marchsim.cli.main import main\nmain()"


def register() -> None:
    """Make the toy game known by its name."""
    games.register("toy", "tests.toy:TOY")


def write(folder: Path, bodies: Mapping[str, str]) -> None:
    """Write a strategy file for each name, whose `choose` has that body."""
    for name, body in bodies.items():
        (folder / f"{name}.py").write_text(script(body, name.title()))
