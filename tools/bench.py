"""Measure speed, after proof that both sides play the same games. The two sides take turns in one run.

It compares compiled with interpreted code (the same source), and one worker with two. It measures games and
decisions per second and core, and the costs of recording and of each way to write a strategy. Only equal
digests are required (exit code 3 otherwise), since numbers from different machines or days cannot be
compared. With the word `quick` it plays a tenth of the games. Other modules beside this one measure memory,
the report of a million games, the time by part of the program, and another commit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import marchsim
from marchsim.runner.configuration import sources
from tools import antgames, games
from tools.golden import WORLDS
from tools.hook_speed import hooks

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5  # times that two sides take turns; ratios are medians
RECORDS = ("", "rounds", "events")
DEMO_BLOCKS = 20
SLOW_GAMES = 20  # of a strategy that says of itself that it is slow


def heuristics() -> list[str]:
    """The built-in strategies other than frozen policies and slow ones."""
    return [name for name in sources.quick() if name not in games.FROZEN]


def pace(
    names: Sequence[str], players: int, count: int, record: str = "rounds", of: str = "march"
) -> dict[str, Any]:
    """Play `count` games of a game. Return processor seconds, decisions, and one digest for all games."""
    world = WORLDS[of]
    session = world.table(players=players, record=record)
    session.take()  # loads numpy, whose threads cost time of their own as they start
    digests, decisions = [], 0
    begun = time.process_time()
    for deal in range(count):
        outcome = world.play(session, deal, world.line_up(names, players, deal))
        decisions += outcome.decisions
        digests.append(outcome.digest or outcome.void)
        if deal % 500 == 499:
            session.take()
    session.take()
    seconds = time.process_time() - begun
    return {"seconds": seconds, "games": count, "decisions": decisions, "digest": games.together(digests)}


def run_demo(blocks: int, workers: int) -> dict[str, Any]:
    """Run the shipped demo into an empty folder. Return its seconds, games and table digests."""
    from marchsim.runner import run

    with tempfile.TemporaryDirectory() as folder:
        result = run("demo", Path(folder) / "demo", workers=workers, blocks=blocks)
        digests = games.together(
            [f"{name} {digest}" for name, digest in sorted(result.folder.digests().items())]
        )
    return {
        "seconds": result.seconds,
        "games": result.played,
        "decisions": result.decisions,
        "digest": digests,
    }


def job_of(job: str, *words: Any) -> list[str]:
    """The command that does a job of this module in another process."""
    return [sys.executable, "-m", "tools.bench", "--job", job, json.dumps(words)]


def elsewhere(job: str, *words: Any) -> dict[str, Any]:
    """Do a job of this module in another process that runs the sources."""
    finished = subprocess.run(
        job_of(job, *words),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "MARCHSIM_PURE": "1"},
    )
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


JOBS: dict[str, Callable[..., dict[str, Any]]] = {"pace": pace, "run": run_demo}


class Unequal(Exception):
    """Raised if two sides that should play the same games did not."""


def same(what: str, *sides: dict[str, Any]) -> None:
    """Raise Unequal unless all sides have played the same games."""
    if len({side["digest"] for side in sides}) != 1:
        raise Unequal(f"{what}: {', '.join(str(side['digest']) for side in sides)}")


def per_second(side: dict[str, Any], what: str = "games") -> float:
    """The games or decisions per second of a side."""
    return float(side[what] / max(side["seconds"], 1e-9))


def modes(scale: float) -> None:
    """Compare compiled with interpreted code, for games alone and for whole runs with recording."""
    if not marchsim.MODE.compiled:
        print(f"compiled : interpreted: not measured, this process is interpreted ({marchsim.MODE.reason})")
        return
    for title, names in (("random", ["random"]), ("heuristics", heuristics())):
        if not names:
            continue
        count, ratios = max(6, int(120 * scale)), []
        for _ in range(ROUNDS):
            slow = elsewhere("pace", names, 4, count)
            fast = [pace(names, 4, count) for _ in range(10)]
            same(f"{title}, compiled and interpreted", slow, *fast)
            ratios.append(median(map(per_second, fast)) / per_second(slow))
        print(f"compiled : interpreted, {title}, 4 players: {median(ratios):.1f} : 1 {spread(ratios)}")
    if not demo_there():
        return
    blocks, ratios = max(2, int(DEMO_BLOCKS * scale)), []
    for _ in range(3):
        slow, fast = elsewhere("run", blocks, 1), [run_demo(blocks, 1) for _ in range(3)]
        same("marchsim run demo, compiled and interpreted", slow, *fast)
        ratios.append(median(map(per_second, fast)) / per_second(slow))
    print(f"compiled : interpreted, marchsim run demo --workers 1: {median(ratios):.1f} : 1 {spread(ratios)}")


def spread(ratios: Sequence[float]) -> str:
    """The smallest and largest of some ratios in words, to show how reliable the median is."""
    return f"({min(ratios):.3g} to {max(ratios):.3g} in {len(ratios)} rounds)"


def demo_there() -> bool:
    """Whether the demo is shipped. If not, this is printed."""
    there = (sources.shipped_folder("configs") / "demo.toml").is_file()
    if not there:
        print("marchsim run demo: not measured, there is no configs/demo.toml")
    return there


def speeds(scale: float) -> None:
    """Print games and decisions per second and core by player count, with `rounds` recorded.

    All rows take turns several times, so that a busy neighbour slows a turn and not a row. The median is what
    to expect of a machine like this one, and the best value is its speed when undisturbed.
    """
    kinds = [("random", ["random"]), ("first", ["first"])]
    if heuristics():
        kinds += [("heuristics", heuristics())] + [(name, [name]) for name in heuristics()]
    kinds += [(name, [name]) for name in games.slow_ones()]
    kinds += [(f"one {name}", [name, *heuristics()]) for name in games.slow_ones()]
    count = max(10, int(400 * scale)) if marchsim.MODE.compiled else 10
    slow = set(games.slow_ones())
    counts = {title: count if slow.isdisjoint(names) else SLOW_GAMES for title, names in kinds}
    rows = [
        (title, names[:players] if title.startswith("one ") else names, players)  # one in each game
        for title, names in kinds
        for players in games.PLAYERS
    ]
    turns = [[pace(names, players, counts[title]) for title, names, players in rows] for _ in range(ROUNDS)]
    few = "".join(f", {SLOW_GAMES} of {name}" for name in games.slow_ones())
    print(
        f"per second and core (processor time, recording rounds; {ROUNDS} turns of {count} games each{few}):"
    )
    print("                            median of the turns        best of the turns")
    print("                    players   games   decisions        games   decisions   decisions/game")
    for (title, _, players), sides in zip(rows, zip(*turns, strict=True), strict=True):
        same(f"{title}, {players} players, from turn to turn", *sides)
        pick = sorted(sides, key=per_second)
        middle, best = (
            f"{per_second(side):8,.0f}  {per_second(side, 'decisions'):10,.0f}"
            for side in (pick[len(pick) // 2], pick[-1])
        )
        share = sides[0]["decisions"] / sides[0]["games"]
        print(f"  {title:20} {players} {middle}     {best}   {share:10.0f}")


def ant_wars(scale: float) -> None:
    """Print games and decisions of Ant Wars per second and core, compiled and interpreted.

    With a searcher at the table only a few games are played, and none of them interpreted, since one would
    take minutes.
    """
    count = max(10, int(400 * scale)) if marchsim.MODE.compiled else 10
    plans = list(antgames.PLANS)
    print("Ant Wars, per second and core (recording rounds), median of the turns:")
    for title, names in (("random", ["random"]), ("plans", plans), ("one lookahead", ["lookahead", *plans])):
        slow = title == "one lookahead"
        for players in antgames.PLAYERS:
            sat = names[:players] if slow else names
            if not slow:
                few = [elsewhere("pace", sat, players, 4, "rounds", "antwars")]
                same(f"Ant Wars, {title}", *few, pace(sat, players, 4, of="antwars"))
            sides = [
                pace(sat, players, max(2, int(SLOW_GAMES * scale)) if slow else count, of="antwars")
                for _ in range(ROUNDS)
            ]
            same(f"Ant Wars, {title}, from turn to turn", *sides)
            side = sorted(sides, key=per_second)[ROUNDS // 2]
            games_of = f"{per_second(side):8,.1f}" if slow else f"{per_second(side):8,.0f}"
            told = f"{games_of}  {per_second(side, 'decisions'):10,.0f}"
            share = side["decisions"] / side["games"]
            print(f"  {title:20} {players} {told}   {share:10.0f} decisions/game")


def recording(scale: float) -> None:
    """Print the cost of recording, from pairs of the same games with and without it, in turn."""
    count = max(10, int(1000 * scale)) if marchsim.MODE.compiled else 30
    for title, names in (("random", ["random"]), ("heuristics", heuristics())):
        if not names:
            continue
        costs: dict[str, list[float]] = {record: [] for record in RECORDS[1:]}
        for _ in range(ROUNDS):
            sides = {record: pace(names, 4, count, record) for record in RECORDS}
            same(f"recording, {title}", *sides.values())
            for record, found in costs.items():
                found.append(sides[record]["seconds"] / sides[""]["seconds"] - 1)
        parts = [f"{record} {median(found):+.1%} {percent(found)}" for record, found in costs.items()]
        print(f"cost of recording, {title}, 4 players: {'; '.join(parts)}")


def percent(costs: Sequence[float]) -> str:
    """The smallest and largest of some costs, in percent."""
    return f"({min(costs):+.1%} to {max(costs):+.1%})"


def workers(scale: float) -> None:
    """Print the gain by a second worker, from the same run with one and with two workers, in turn."""
    if not demo_there():
        return
    blocks, ratios, machine = max(2, int(800 * scale)), [], []
    for _ in range(3):
        one, two = run_demo(blocks, 1), run_demo(blocks, 2)
        same("one worker and two", one, two)
        ratios.append(per_second(two) / per_second(one))
        machine.append(2 * at_once(1, scale) / at_once(2, scale))
    title = f"two workers : one, marchsim run demo, {one['games']:,} games"
    print(f"{title}: {median(ratios):.2f} : 1 {spread(ratios)}")
    title = "  what the machine allows: two processes that only play : one"
    print(f"{title}: {median(machine):.2f} : 1 {spread(machine)}")


def at_once(processes: int, scale: float) -> float:
    """The seconds in which several processes at once play the same number of games each."""
    begun = time.monotonic()
    command = job_of("pace", heuristics(), 4, int(8_000 * scale))
    playing = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(processes)]
    if any(process.wait() for process in playing):
        raise RuntimeError("a process that plays games has failed")
    return time.monotonic() - begun


def main(arguments: Sequence[str]) -> int:
    """Measure everything, or do one job for another process."""
    if "--job" in arguments:
        job, words = arguments[-2], json.loads(arguments[-1])
        print(json.dumps(JOBS[job](*words)))
        return 0
    scale = 0.1 if "quick" in arguments else 1.0
    mode = "compiled" if marchsim.MODE.compiled else f"interpreted ({marchsim.MODE.reason})"
    print(f"marchsim {marchsim.__version__}, {mode}, Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    from tools.bench_memory import memory
    from tools.bench_profile import profile
    from tools.bench_report import report

    try:
        for part in (modes, speeds, ant_wars, hooks, recording, workers, memory, report, profile):
            part(scale)
    except Unequal as unequal:
        print(f"DIGESTS DIFFER: {unequal}")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
