"""Write the strategies of the field into the files that list them: five configurations, and a population.

`make docs` does it. A strategy that is new joins after the others, since the order decides who sits at which
table. One that is gone is left out. Everything else in a file stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tools import games

ROOT = Path(__file__).resolve().parents[1]
ENTRY = '[[strategies]]\nuse = "{}"\n'
BESIDE = (games.PLAIN, games.FLOOR)  # listed after the field, where the field meets them
FILES = (
    *(f"configs/field-{which}.toml" for which in ("3", "4", "5", "duels", "random")),
    "strategies/march/populations/shipped.toml",
)


def joined(text: str, field: Sequence[str]) -> str:
    """The text of a file with exactly the strategies of the field, beside those that the field meets."""
    listed = re.findall(r'^use = "(.*)"$', text, re.MULTILINE)
    gone = {*listed} - {*field, *BESIDE}
    names = [name for name in dict.fromkeys([*listed, *field]) if name not in gone]
    names.sort(key=lambda name: BESIDE.index(name) if name in BESIDE else -1)
    focal = re.search(r"^focal = \[(.*,.*)\]$", text, re.MULTILINE)
    if focal:
        words = ", ".join(f'"{name}"' for name in names if name != games.FLOOR)
        text = text[: focal.start(1)] + words + text[focal.end(1) :]
    return text[: text.index("[[strategies]]")] + "".join(map(ENTRY.format, names))


def text(file: str) -> str:
    """The text of one of `FILES` with the field as it is shipped."""
    return joined((ROOT / file).read_text(encoding="utf-8"), games.heuristics())


PAGES = {file: partial(text, file) for file in FILES}
