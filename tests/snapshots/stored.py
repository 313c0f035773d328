"""Stored outputs of the program, and the comparison with them; `make snapshots` writes them anew.

JSON is stored with four digits a number and one row a line, without versions, times and paths.
"""

from __future__ import annotations

import json
import os
import re
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RENEWED = os.environ.get("SNAPSHOTS") == "renew"
WIDE = 140  # characters of a line that is not broken further
SHOWN = 60  # lines of a difference
ADVICE = "If you meant this change: make snapshots, read the diff, commit it."
MOST = 12  # entries of a list that a verb's file holds
MACHINE = re.compile(
    "marchsim|version|engine|python|platform|.*seconds.*|.*bytes|size|date|begun|ended|workers"
)
HASH = re.compile(r"\b[0-9a-f]{64}\b")


def plain(found: Any, places: dict[str, str]) -> Any:
    """A document without the machine's values and without hashes, its numbers with four digits."""
    if isinstance(found, dict):
        return {key: "…" if MACHINE.fullmatch(key) else plain(value, places) for key, value in found.items()}
    if isinstance(found, list):
        return [plain(one, places) for one in found]
    if isinstance(found, float):
        return float(f"{found:.4g}")
    return named(found, places) if isinstance(found, str) else found


def named(text: str, places: dict[str, str]) -> str:
    """A text in which paths of the machine have the names of `places`."""
    for path, name in places.items():
        text = text.replace(path, name)
    return HASH.sub("(hash)", text)


def cut(found: Any) -> Any:
    """A document whose lists end after a dozen entries with the number of those left out."""
    if isinstance(found, dict):
        return {key: cut(value) for key, value in found.items()}
    if not isinstance(found, list):
        return found
    left = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
    return [cut(one) for one in found[:MOST]] + left


def lines(found: Any, indent: int = 0) -> str:
    """A document as JSON; whatever fits a line stands on one."""
    short = json.dumps(found, ensure_ascii=False)
    if len(short) + indent <= WIDE or not isinstance(found, dict | list) or not found:
        return short
    pad = " " * (indent + 1)
    if isinstance(found, dict):
        inner = [f"{pad}{json.dumps(key)}: {lines(value, indent + 1)}" for key, value in found.items()]
        return "{\n" + ",\n".join(inner) + f"\n{pad[1:]}}}"
    return "[\n" + ",\n".join(pad + lines(one, indent + 1) for one in found) + f"\n{pad[1:]}]"


def verb(line: str, document: Any, place: Path) -> str:
    """The lines in which a verb's JSON differs from the stored one; the command names the file."""
    name = re.sub(r"[^a-z0-9]+", "-", line.replace("--workers 1", "").lower()).strip("-")
    places = {str(place): "PLACE", str(HERE.parents[1]): "REPOSITORY"}
    if line.startswith("run race.toml --plan"):  # its pilot plays for a while
        document.pop("played")
    return differences(f"verbs/{name}.json", lines(cut(plain(document, places))))


def differences(name: str, text: str) -> str:
    """The lines in which an output and the stored one differ; empty after they were renewed."""
    path = HERE / name
    text = text.rstrip("\n") + "\n"
    if RENEWED:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    found = unified_diff(before.splitlines(), text.splitlines(), f"stored {name}", "now", lineterm="", n=1)
    return "".join(f"{line}\n" for line in islice(found, SHOWN))
