"""The golden games: games of frozen policies with stored digests, so that no rule changes unnoticed.

The program reports games that differ from their record (exit code 3). With UPDATE=1 (or --update) it writes
the records instead, counts the positions of `tools.perft` again, and prints what a `numbers` line of the
changelog needs.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from tools import antgames, games, perft

TESTS = Path(__file__).resolve().parents[1] / "tests"
WORLDS: dict[str, Any] = {"march": games, "antwars": antgames}  # by the game's name: what plays its games
DEALS = 6  # of the standard game; half as many in the other ways of playing
MIXED = "mixed"


def line_ups(of: str) -> dict[str, list[str]]:
    """The line-ups of a game's golden games: each frozen policy against itself, and all of them mixed."""
    frozen = WORLDS[of].FROZEN
    return {**{name: [name] for name in frozen}, MIXED: list(frozen)}


def folder(of: str = "march") -> Path:
    """The folder with the records of a game's golden games."""
    return TESTS / of / "golden"


def path(preset: str, players: int, of: str = "march") -> Path:
    """The file with the records for a preset and a number of players."""
    return folder(of) / f"{preset}-{players}.json"


def game(preset: str, players: int, name: str, deal: int, of: str = "march") -> dict[str, Any]:
    """Play a golden game and return its record."""
    world = WORLDS[of]
    words = world.line_up(line_ups(of)[name], players, deal if name == MIXED else 0)
    outcome = world.play(world.table({"preset": preset}, players), deal, words)
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


def played(preset: str, players: int, of: str = "march") -> dict[str, Any]:
    """Play all golden games for a preset and a number of players."""
    deals = range(DEALS if preset == "standard" else DEALS // 2)
    found = {
        f"{name} {deal}": game(preset, players, name, deal, of) for name in line_ups(of) for deal in deals
    }
    return {"all": games.together([entry["digest"] for entry in found.values()]), "games": found}


def written(preset: str, players: int, of: str = "march") -> dict[str, Any]:
    """The stored records, or {} if there are none."""
    file = path(preset, players, of)
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"all": "none", "games": {}}


def differences(preset: str, players: int, now: dict[str, Any], before: dict[str, Any]) -> list[str]:
    """A line for each golden game that differs from its record, with the first difference."""
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
    """A description of the first difference between two records of a game."""
    if known is None:
        return "is new"
    parted = [key for key in entry if entry[key] != known.get(key)]
    pairs = zip(entry["rounds"], known["rounds"], strict=False)
    rounds = [number for number, (new, old) in enumerate(pairs, 1) if new != old]
    where = f"from round {rounds[0]} on" if rounds else "in its length"
    return f"differs {where} ({', '.join(parted)}); scores {known['scores']} -> {entry['scores']}"


def main(arguments: list[str]) -> int:
    """Compare the golden games with their records, or write the records."""
    update = "--update" in arguments or os.environ.get("UPDATE", "") not in ("", "0")
    changed = 0
    for of, (preset, players) in [(of, way) for of, world in WORLDS.items() for way in world.ways()]:
        now, before = played(preset, players, of), written(preset, players, of)
        lines = differences(preset, players, now, before)
        changed += len(lines)
        as_written = f"{len(now['games'])} golden games as written, {now['all']}"
        print("\n".join(lines) or f"{of}, {preset}, {players} players: {as_written}")
        if lines and update:
            folder(of).mkdir(exist_ok=True)
            path(preset, players, of).write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
            which = f"golden games of {of} {preset} {players}"
            print(f"changelog.d, numbers: {which}: {before['all']} -> {now['all']}")
    if update:
        for of in WORLDS:
            renew_counts(of)
    elif changed:
        print("If that is what you meant: make golden UPDATE=1, and a `numbers` line in changelog.d.")
        return 3
    return 0


def renew_counts(of: str) -> None:
    """Count the positions of a game's perft again, and write the counts if they differ."""
    file = TESTS / of / "perft.json"
    known = perft.stored(file)
    now = perft.counted(WORLDS[of], known)
    if now != known:
        parts = [
            f' "{part}": {{\n'
            + ",\n".join(f"  {json.dumps(text)}: {json.dumps(n)}" for text, n in rows.items())
            for part, rows in now.items()
        ]
        file.write_text("{\n" + "\n },\n".join(parts) + "\n }\n}\n", encoding="utf-8")
        print(f"changelog.d, numbers: the answer sequences of {file.relative_to(TESTS.parent)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
