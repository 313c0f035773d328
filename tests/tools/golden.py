"""The golden games: games of frozen policies whose digests are written down, so that no rule changes unseen.

Tells what is no longer as written (exit code 3); with UPDATE=1 (or --update) writes it instead and prints the
line for CHANGELOG.md that a change of numbers needs.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from tests.tools import games

FOLDER = Path(__file__).resolve().parents[1] / "march" / "golden"
DEALS = 6  # of the standard game; half as many in the other ways of playing
MIXED = "mixed"
LINE_UPS = {"random": ["random"], "first": ["first"], "last": ["last"], MIXED: list(games.FROZEN)}


def path(preset: str, players: int) -> Path:
    """Return the file of a way of playing."""
    return FOLDER / f"{preset}-{players}.json"


def game(preset: str, players: int, name: str, deal: int) -> dict[str, Any]:
    """Play a golden game and return what is written down of it."""
    words = games.line_up(LINE_UPS[name], players, deal if name == MIXED else 0)
    outcome = games.play(games.table({"preset": preset}, players), deal, words)
    return {
        "digest": outcome.digest,
        "rounds": list(outcome.round_digests),
        "scores": list(outcome.scores),
        "winners": outcome.winners,
        "decided_by": outcome.decided_by,
        "turns": outcome.turns,
        "decisions": outcome.decisions,
        "void": outcome.void,
    }


def played(preset: str, players: int) -> dict[str, Any]:
    """Play all golden games of a way of playing."""
    deals = range(DEALS if preset == "standard" else DEALS // 2)
    found = {f"{name} {deal}": game(preset, players, name, deal) for name in LINE_UPS for deal in deals}
    return {"all": games.together([entry["digest"] for entry in found.values()]), "games": found}


def written(preset: str, players: int) -> dict[str, Any]:
    """Return what is written down ({} if nothing is)."""
    file = path(preset, players)
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"all": "none", "games": {}}


def differences(preset: str, players: int, now: dict[str, Any], before: dict[str, Any]) -> list[str]:
    """Return a line for each golden game that is not as written: where it first differs."""
    lines = []
    for name, entry in now["games"].items():
        known = before["games"].get(name)
        if known != entry:
            lines.append(f"{preset}, {players} players, {name}: {first_difference(known, entry)}")
    return lines + [
        f"{preset}, {players} players, {name}: is gone"
        for name in before["games"]
        if name not in now["games"]
    ]


def first_difference(known: dict[str, Any] | None, entry: dict[str, Any]) -> str:
    """Return in words where two records of a game part."""
    if known is None:
        return "is new"
    parted = [key for key in entry if entry[key] != known.get(key)]
    pairs = zip(entry["rounds"], known["rounds"], strict=False)
    rounds = [number for number, (new, old) in enumerate(pairs, 1) if new != old]
    where = f"from round {rounds[0]} on" if rounds else "in its length"
    return f"differs {where} ({', '.join(parted)}); scores {known['scores']} -> {entry['scores']}"


def main(arguments: list[str]) -> int:
    """Compare the golden games with what is written, or write them."""
    update = "--update" in arguments or os.environ.get("UPDATE", "") not in ("", "0")
    changed = 0
    for preset, players in games.ways():
        now, before = played(preset, players), written(preset, players)
        lines = differences(preset, players, now, before)
        changed += len(lines)
        print(
            "\n".join(lines)
            or f"{preset}, {players} players: {len(now['games'])} golden games as written, {now['all']}"
        )
        if lines and update:
            FOLDER.mkdir(exist_ok=True)
            path(preset, players).write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
            which = f"golden games of {preset} {players}"
            print(f"CHANGELOG.md: numbers changed: {which}: {before['all']} -> {now['all']}")
    if changed and not update:
        print(
            "If that is what you meant: make golden UPDATE=1, and a line `numbers changed` in CHANGELOG.md."
        )
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
