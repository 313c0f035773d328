"""Mutations of the standard game, one at a time, and whether tier 1 of the project's own gate sees them.

As a program it says after how many fixed games the code that it runs on is seen to be another:
`python -m tests.gate.mutating`. Of overlays it says so for all that the tests know, and with --all for every
mutant of tools.mutants that the standard game can see.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from marchsim.kernel.rng import stream_key
from marchsim.studies.gate.baseline import Baseline, read
from marchsim.studies.gate.fixed_games import FixedTable
from marchsim.studies.gate.preparation import PreparedGate, prepare
from tools import mutants

ROOT = Path(__file__).resolve().parents[2]
BASELINE = ROOT / "tests" / "gate" / "standard.json"
CONFIG = str(ROOT / "configs" / "gate.toml")
SEEDED = 40

# What a designer may do by intent or by accident.
NAMED: dict[str, dict[str, Any]] = {
    "a cost + 1": {"cards": {"royal-jelly": {"cost": 3}}},
    "a ferocity + 1": {"cards": {"swarm": {"ferocity": 3}}},
    "a ferocity - 1": {"cards": {"cold-snap": {"ferocity": 1}}},
    "march steps 4": {"rules": {"march_steps": 4}},
    "decree 4": {"rules": {"decree_larvae": 4}},
    "lone survivor off": {"rules": {"lone_survivor": False}},
    "defender loses ties": {"rules": {"defender_wins_ties": False}},
    "feeding 5": {"rules": {"feed_rate": 5}},
    "goal points 3": {"cards": {"grand-evolution": {"amounts": {"points": 3}}}},
    "a card disabled": {"cards": {"egg-stealer": {"enabled": False}}},
    "body points 4": {"rules": {"body_points": 4}},
    "one food less to begin with": {"rules": {"starting_food": 1}},
    "battles worth nothing": {"rules": {"battle_points": 0}},
    "winners lose as many": {"rules": {"winner_loss_divisor": 1}},
    "three rounds": {"rules": {"rounds": 3}},
    "a tile closed": {"tiles": {"7": {"tunnels": [0, 1]}}},
    "a tile left out": {"tiles": {"9": {"enabled": False}}},
    "one point for the end's most": {"rules": {"end_most": 1}},
    "two hexes beyond": {"rules": {"beyond_hexes": 2}},
    "a Great Tunnel of four ways": {"great-tunnel": {"front": [0, 1, 2, 3]}},
}
# Code of the engine: file, what stands there, what takes its place.
CODE: dict[str, tuple[str, str, str]] = {
    "reshuffle missing": (
        "engine/moves/stores.py", "self.shuffle_deck(SALT_RESHUFFLE + s.reshuffles)", "s.deck_n += 0",
    ),
    "a card discarded below": (
        "engine/queen_phase.py", "s.food[seat] <= s.food[other]", "s.food[seat] < s.food[other]",
    ),
    "ties go to the invader": (
        "engine/battle.py", "g.rules.defender_wins_ties == 0", "g.rules.defender_wins_ties == 1",
    ),
    "the lone survivor dies": ("engine/battle.py", "and due >= ants:", "and due > ants:"),
    "feeding rounds down": (
        "engine/figures.py", "guests) + rate - 1) // rate", "guests)) // rate",
    ),
    "harvest misses the last site": ("engine/queen_phase.py", "while held > 0:", "while held > 1:"),
    "casualties swapped": (
        "engine/battle.py", "lose_in(g, seat, hexno, due_winner", "lose_in(g, seat, hexno, due_loser",
    ),
}  # fmt: skip
# What the fixed games do not see, by patterns, and why; thousands of games do (tools.mutants).
UNSEEN: dict[str, str] = {
    "rules.cubes *": "no frozen policy comes near its last cube",
    "rules.tokens *": "the tokens never run out",
    "rules.final_tie share": "no fixed game ends in a tie that ants decide",
    "cards.armored-head.spared +1": "no battle in which a second ant could be spared",
    "cards.extensive-tunnel.need_chain +1": "the goal is never fulfilled (see the coverage)",
    "cards.extensive-tunnel.points *": "the goal is never fulfilled (see the coverage)",
    "cards.inner-circle.need_inner +1": "the goal is never fulfilled (see the coverage)",
    "cards.inner-circle.points *": "the goal is never fulfilled (see the coverage)",
    "cards.eyeless-overlords.points_most *": "nobody owns that many wormholes",
    "cards.spring-bounty.points_most *": "nobody controls that many Inner Meadow hexes",
    "cards.odorous-abdomen.need_inhabited +1": "nobody inhabits enough tiles for its points",
    "cards.odorous-abdomen.queen_points *": "nobody inhabits enough tiles for its points",
    "cards.sparrow-attack.ants *": "never are there more victims than it takes",
    "cards.stinging-abdomen.ants *": "never are there more victims than it takes",
    "cards.swarm.ants *": "the larvae never suffice for more",
}


def swapped() -> dict[str, Any]:
    """Return an overlay in which two tiles have changed their sites and tunnels."""
    tiles = {str(tile.number): tile for tile in mutants.loader.load().tiles}
    pair = [("7", "12"), ("12", "7")]
    return {
        "tiles": {
            one: {"sites": list(tiles[other].sites), "tunnels": list(tiles[other].tunnels)}
            for one, other in pair
        }
    }


def overlays() -> dict[str, dict[str, Any]]:
    """Return the named overlays, and seeded ones of every number of the standard game."""
    seeded = sorted(everything().items(), key=lambda pair: stream_key("gate", pair[0]))
    return {**NAMED, "two tiles swapped": swapped(), **dict(seeded[:SEEDED])}


def everything() -> dict[str, dict[str, Any]]:
    """Return every number of the standard game moved by one."""
    return {m.name: m.overlay for m in mutants.mutants() if m.kind == "standard" and not excused(m)}


def excused(mutant: mutants.Mutant) -> bool:
    """Return whether no game of frozen policies can see a mutant."""
    return bool(mutants.reason(mutant))


def unseen(name: str) -> str:
    """Return why the fixed games do not see a mutation; '' if they must."""
    return next((why for pattern, why in UNSEEN.items() if fnmatchcase(name, pattern)), "")


def stored() -> Baseline:
    """Return the project's baseline."""
    return read(BASELINE)


def prepared() -> PreparedGate:
    """Return the project's gate."""
    return prepare(CONFIG)


def seen(before: Baseline, gate: PreparedGate, overlay: Mapping[str, Any] | None = None) -> int:
    """Return after how many of the fixed games an overlay is seen, 0 if it is not."""
    game, makers = gate.plan.game, gate.table.makers
    variant = game.variant("mutant", "standard", [("mutant", overlay or {})])
    table = FixedTable(game, variant, makers, gate.configuration.seed)
    for tried, fixed in enumerate(before.games, 1):
        now = table.play(fixed.seating)
        if (now.digest, now.void) != (fixed.digest, fixed.void):
            return tried
    return 0


def lines(arguments: list[str]) -> Iterator[str]:
    """Yield how soon each mutation is seen."""
    before, gate = stored(), prepared()
    if not arguments:
        yield str(seen(before, gate))
        return
    wanted = everything() if "--all" in arguments else overlays()
    for name, overlay in wanted.items():
        tried = seen(before, gate, overlay)
        if not tried or "--all" not in arguments:
            yield f"{tried} {name}"


if __name__ == "__main__":
    for line in lines(sys.argv[1:]):
        print(line, flush=True)
