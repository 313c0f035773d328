"""Tune the team that `lookahead` imagines against the Horde, and measure the searcher's gain from it.

`python -m tools.team` works like `marchsim tune --team`. It starts from the weights in `weigh_in_company` of
strategies/march/lookahead.py, with which a searcher imagines all seats. Then teams of searchers with the old
and with the new weights play the same sealed deals, with two to four players. `--write` puts the new weights
into the file. The search is stored in build/team and can be resumed.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev

from marchsim.errors import MarchsimError
from marchsim.games.march.players import Heuristic, loading
from marchsim.runner.configuration import sources
from marchsim.studies.tuning.preparation import SearchRequest, prepare
from marchsim.studies.tuning.tuning import tune
from tools.horde_bound import TEAMS, Team, margins

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "strategies" / "march" / "lookahead.py"
CALL = "weigh_in_company"
SEALED = "horde-sealed"  # the stage of the deals of the proof
ROUNDS = 4
Weights = dict[str, list[float]]


def shipped() -> Weights:
    """The weights by round of the team that `lookahead` imagines."""
    player = loading.strategy_class(sources.find("lookahead"))()
    assert isinstance(player, Heuristic)
    own = player.weights_at(3, True)
    width = len(own.names)
    return {
        name: [own.table[row * width + at] / 100 for row in range(ROUNDS)]
        for at, name in enumerate(own.names)
    }


def config(folder: Path, weights: Mapping[str, Sequence[float]]) -> Path:
    """Write a configuration with that team: `defender`, whose weights are replaced by these."""
    inner = ", ".join(f"{name} = {json.dumps(list(each))}" for name, each in weights.items())
    lines = ['name = "team"', 'preset = "coop"', "seed = 107", "[design]", 'kind = "mirror"']
    lines += ["players = [2, 3, 4]", "blocks = 1", "[[strategies]]", 'use = "defender"', 'name = "imagined"']
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "team.toml"
    path.write_text("\n".join([*lines, f"weights = {{ {inner} }}"]) + "\n", encoding="utf-8")
    return path


def search(folder: Path, old: Weights, asked: SearchRequest, workers: int | None) -> Weights:
    """Search from these weights. Return the weights found, and print the confirmed result."""
    prepared = prepare(str(config(folder, old)), asked)
    found = tune(prepared, folder / f"{asked.players}.toml", workers=workers)
    told = found.confirmed.margin
    assert told is not None
    print(
        f"imagined players, a team of {asked.players}: mean margin {told.before:.2f} to {told.after:.2f} "
        f"({told.low:.2f} to {told.high:.2f} more) on {asked.confirm} sealed deals", flush=True,
    )  # fmt: skip
    return {name: list(each) for name, each in found.values.items()}


def proof(new: Weights, deals: int, workers: int) -> None:
    """Print the results of teams of searchers with the shipped and with other weights, on the same deals."""
    teams = (Team("as shipped", "lookahead", {}), Team("tuned", "lookahead", {"weights": new}))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for number in TEAMS:
            pieces = [range(at, deals, workers) for at in range(workers)]
            parts = [
                [pool.submit(margins, team, number, piece, SEALED) for piece in pieces] for team in teams
            ]
            old, tuned = ([one for part in each for one in part.result()] for each in parts)
            more = [after - before for before, after in zip(old, tuned, strict=True)]
            won = [100 * fmean(one >= 0 for one in each) for each in (old, tuned)]
            half = 1.96 * stdev(more) / deals**0.5
            print(
                f"{number} players, {deals} deals: won {won[0]:.1f} to {won[1]:.1f} %, mean margin "
                f"{fmean(old):.2f} to {fmean(tuned):.2f}, {fmean(more):+.2f} ± {half:.2f}", flush=True,
            )  # fmt: skip


def write(weights: Mapping[str, Sequence[float]], path: Path = FILE) -> None:
    """Write the weights of a team into the strategy's file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    (call,) = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == CALL
    )
    body = [f"{' ' * 12}{name}={list(each)}," for name, each in weights.items()]
    lines[call.lineno : (call.end_lineno or 0) - 1] = body
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Search, measure the gain and, if requested, write the weights."""
    parser = argparse.ArgumentParser(prog="tools.team", description=__doc__)
    parser.add_argument("--players", type=int, default=3, help="of the team that is tuned")
    parser.add_argument("--games", type=int, default=80_000, help="of the search")
    parser.add_argument("--by-round", action="store_true", help="correct each round by itself")
    parser.add_argument("--confirm", type=int, default=500, help="sealed deals of the imagined team")
    parser.add_argument("--deals", type=int, default=200, help="sealed deals of the searchers")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "team")
    parser.add_argument("--write", action="store_true", help="put the weights into the strategy's file")
    asked = parser.parse_args(arguments)
    request = SearchRequest(
        "imagined", players=asked.players, games=asked.games, confirm=asked.confirm, ablation=0, team=True,
        by_round=asked.by_round,
    )  # fmt: skip
    try:
        found = search(asked.folder, shipped(), request, asked.workers)
    except MarchsimError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    proof(found, asked.deals, asked.workers)
    if asked.write:
        write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
