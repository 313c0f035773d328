"""Commands to try next, which work as they are printed where the report was written."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from marchsim.analysis.course.telling import CLOSEST
from marchsim.analysis.judging.chips import CARDS, GREY, SURE
from marchsim.analysis.reading.source import entry
from marchsim.reporting.front.gather import Front
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import count
from marchsim.reporting.sections.watch import how

FOURFOLD = 3  # times the blocks more are four times as many


@dataclass(frozen=True)
class Command:
    """A command, what it is for, and what it gives."""

    what: str
    command: str
    why: str


def spoken(run: str | Path) -> str:
    """Return what a run folder is called in a command: its name if it lies in runs/, else as it was given."""
    place = Path(run)
    short = place.name if place.parent == Path("runs") else str(run)
    return shlex.quote(short)


def first(front: Front, run: str) -> list[Command]:
    """Return the commands of the first screen."""
    found = []
    open_ = [one for one in front.verdicts if one.chip == GREY]
    if open_ and (more := _more(front, run)):
        found.append(more)
    if front.verdict(CARDS) is not None and front.cards:
        found.append(Command("Cards", f"marchsim report cards {run}", "each card by strategy, cost and type"))
    found += _watch(front, run)[:1]
    return found[:2]


def ends(front: Front, run: str) -> list[Command]:
    """Return the commands at the end of the page."""
    found = [more] if (more := _more(front, run)) else []
    sure = front.verdict(SURE)
    if sure is not None and sure.guesses and sure.guesses[0]:
        game = str(entry(front.run.manifest, "game", "name") or "")
        of = f" --game {shlex.quote(game)}" if game else ""
        what = f"lists the {count(sure.guesses[0])} guesses, to be filled in"
        found.append(Command("Real numbers", f"marchsim new overlay --assumed printed.toml{of}", what))
    return [*found, *_watch(front, run)]


def _more(front: Front, run: str) -> Command | None:
    """Return the command that plays four times as many games; None where nothing was played by blocks."""
    design = entry(front.run.manifest, "configuration", "resolved", "design")
    blocks = design.get("blocks") if isinstance(design, Mapping) else None
    if not isinstance(blocks, int) or not front.games:
        return None
    command = f"marchsim runs extend {run} --blocks {FOURFOLD * blocks}"
    return Command("More games", command, "four times as many: intervals half as wide")


def _watch(front: Front, run: str) -> list[Command]:
    """Return the commands that write the pages of the closest game and of the biggest comeback."""
    found: dict[str, Command] = {}
    for one in sorted(front.telling, key=lambda game: (game.why != CLOSEST, game.margin, game.game)):
        command = f"marchsim replay {run} {one.game} --html game-{one.game}.html"
        why = f"{words.plural(one.players, 'player')}, {how(one)}"
        found.setdefault(one.why, Command(f"Watch the {one.why}", command, why))
    return list(found.values())
