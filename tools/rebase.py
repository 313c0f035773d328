"""Improve the shipped plans within their ideas: each is tuned against all others, in turns.

`python -m tools.rebase` goes through the plans and tunes each (CMA-ES, `marchsim tune`) against the others in
their present state. After some turns, no plan improves much more. The first call of `weigh` in a plan sets
the weights of its idea, which are kept. Later calls set the weights found by this tool: one call for all
tables, and one for tables of two (`weigh_among`), where harm to the opponent is worth as much as a gain.
`--write` puts them into strategies/march, or with `--game antwars` into strategies/antwars (whose shipped
weights `tools.antplans` found). The search is stored in build/rebase and can be resumed.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from marchsim.errors import MarchsimError
from marchsim.games.antwars.players.weights import NAMES as ANTWARS_WEIGHTS
from marchsim.games.march.players.heuristic.weights import NAMES as MARCH_WEIGHTS
from marchsim.stats.clusters import Floats
from marchsim.studies.tuning import tuning
from marchsim.studies.tuning.preparation import SearchRequest, prepare
from marchsim.studies.tuning.search import Search
from marchsim.studies.tuning.strategy_file import Tuned
from marchsim.studies.tuning.tuning import tune
from tools import antgames, games

ROOT = Path(__file__).resolve().parents[1]
NOTE = "# found by tools/rebase.py"

Weights = dict[str, Any]


class Pulled(Search):
    """A search in which a candidate loses `pull` of its value for each squared step from the plan."""

    pull = 0.0

    def update(self, worth: Floats) -> None:
        """Update the search with the candidates' values after this loss."""
        super().update(worth - self.pull * np.mean(self.asked**2, axis=1))


@dataclass(frozen=True)
class World:
    """A game whose plans are tuned, its preset, and the weights that may change.

    The plans in `apart` are handicapped. They are tuned against the field at the end, and the field does not
    play against them. Plans have separate weights for the numbers of players in `own`.
    """

    game: str
    preset: str
    plans: tuple[str, ...]
    free: tuple[str, ...]
    apart: tuple[str, ...] = ()
    own: tuple[int, ...] = ()

    def file(self, name: str) -> Path:
        """The file of a plan."""
        return ROOT / "strategies" / self.game / f"{name}.py"


def world(game: str) -> World:
    """The World of a game."""
    if game == "antwars":
        return World(game, "dealt", antgames.PLANS, ANTWARS_WEIGHTS, own=(2, 3, 5, 6))
    free = tuple(name for name in MARCH_WEIGHTS if name != "horde")
    return World(game, "standard", tuple(games.plans()), free, ("pacifist",), (2,))


def calls(of: World, name: str) -> list[ast.Call]:
    """The calls of `self.weigh` and `self.weigh_among` in a plan's `__init__`, in order."""
    tree = ast.parse(of.file(name).read_text(encoding="utf-8"))
    inits = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    return [node for init in inits for node in ast.walk(init) if callee(node) in ("weigh", "weigh_among")]


def callee(node: ast.AST) -> str:
    """The name of the method that a node calls, or "" if it calls none."""
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def idea(of: World, name: str) -> Weights:
    """The weights that make up a plan's idea."""
    return given(calls(of, name)[0])


def start(of: World, name: str, players: int) -> Weights:
    """The weights that an earlier search found for a plan at tables of this size."""
    weights: Weights = {}
    for call in calls(of, name)[1:]:
        if not call.args or ast.literal_eval(call.args[0]) == players:
            weights |= given(call)
    return weights


def given(call: ast.Call) -> Weights:
    """The weights that a call sets."""
    return {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}


def config(of: World, folder: Path, players: int, field: Mapping[str, Weights]) -> Path:
    """Write a configuration of the field in its present state."""
    lines = ['name = "rebase"', f'game = "{of.game}"', f'preset = "{of.preset}"', "seed = 16", "[design]"]
    lines += ['kind = "random"', f"players = {players}", "blocks = 1"]
    for name, weights in field.items():
        inner = ", ".join(f"{key} = {json.dumps(value)}" for key, value in weights.items())
        lines += ["[[strategies]]", f'use = "{name}"', f"weights = {{ {inner} }}"]
    path = folder / "field.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def turn(
    of: World,
    folder: Path,
    number: int,
    players: int,
    field: dict[str, Weights],
    tuned: Sequence[str],
    games: int,
    workers: int | None,
) -> None:
    """Tune some plans one by one, each against all others of the field in their present state.

    A plan keeps its weights if nothing better is found.
    """
    for at, name in enumerate(tuned):
        held = set(idea(of, name))
        free = tuple(one for one in of.free if one not in held)
        asked = SearchRequest(
            name, games=games, weights=free, confirm=500, ablation=0, stage_seed=100 * number + at,
            against=tuple(one for one in field if one not in (name, *of.apart)),
        )  # fmt: skip
        place = folder / f"{number}-{name}"
        place.mkdir(parents=True, exist_ok=True)
        prepared = prepare(str(config(of, place, players, field)), asked)
        found = tune(prepared, place / "tuned.toml", workers=workers)
        told = found.confirmed
        kept = told.difference > 0
        if kept:
            field[name] = weights_of(found, free)
        print(
            f"{players} players, turn {number}, {name}: {100 * (told.before.value or 0):.1f} to "
            f"{100 * (told.after.value or 0):.1f} %{'' if kept else ', as before'}", flush=True,
        )  # fmt: skip


def weights_of(found: Tuned, free: Sequence[str]) -> Weights:
    """The weights of a result, each as a number or as a list by round."""
    weights: Weights = {}
    for name in free:
        each = list(found.values[name])
        while len(each) > 1 and each[-1] == each[-2]:
            each.pop()
        weights[name] = each if len(each) > 1 else each[0]
    return weights


def write(of: World, name: str, found: Mapping[int, Weights], note: str = NOTE) -> None:
    """Write the weights found, for all tables (0) and for some numbers of players, into a plan's file."""
    path = of.file(name)
    lines = path.read_text(encoding="utf-8").splitlines()
    first, *older = calls(of, name)
    after = first.end_lineno or 0
    if older:
        last = older[-1].end_lineno or 0
        del lines[after:last]
    body = [" " * 8 + note]
    for players, weights in found.items():
        words = [f"{players}"] if players else []
        inner = ", ".join([*words, *(f"{key}={value}" for key, value in weights.items())])
        body += [" " * 8 + ("self.weigh_among(" if players else "self.weigh(")]
        body += textwrap.wrap(inner, 92, initial_indent=" " * 12, subsequent_indent=" " * 12)
        body.append(" " * 8 + ")")
    lines[after:after] = body
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run the turns. Print the weights found and, if requested, write them."""
    parser = argparse.ArgumentParser(prog="tools.rebase", description=__doc__)
    parser.add_argument("--game", choices=("march", "antwars"), default="march")
    parser.add_argument("--turns", default="3,4", help="the number of players of each turn")
    parser.add_argument("--games", type=int, default=30_000, help="of each search")
    parser.add_argument(
        "--pull", type=float, default=0.03, help="wins lost a squared step: plans keep their scale"
    )
    parser.add_argument("--first", type=int, default=1, help="the first turn's number: its deals hang on it")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "rebase")
    parser.add_argument("--write", action="store_true", help="put the weights into the plans' files")
    asked = parser.parse_args(arguments)
    of, Pulled.pull = world(asked.game), asked.pull
    vars(tuning)["Search"] = Pulled
    fields = {at: {name: start(of, name, at) for name in (*of.plans, *of.apart)} for at in (0, *of.own)}
    turns = [int(word) for word in asked.turns.split(",")]
    try:
        for number, players in enumerate(turns, asked.first):
            whom = (*of.plans, *of.apart) if players not in turns[number - asked.first + 1 :] else of.plans
            field = fields[players if players in of.own else 0]
            turn(of, asked.folder, number, players, field, whom, asked.games, asked.workers)
    except MarchsimError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    for name in fields[0]:
        found = {at: field[name] for at, field in fields.items()}
        print(name, json.dumps(found))
        if asked.write:
            write(of, name, found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
