"""Commands to try next. They work in the folder in which the report was written."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim.analysis.course.telling import CLOSEST
from marchsim.analysis.judging.verdict import AMBER, CARDS, GREY, RED, SURE, JudgedPart
from marchsim.analysis.reading.source import entry
from marchsim.recorder.manifest import resolved_variant
from marchsim.reporting.front.gather import Front
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import count
from marchsim.reporting.sections.watch import how, watched

FOURFOLD = 3  # further blocks for each block played: four times as many games


@dataclass(frozen=True)
class Command:
    """A command, its purpose and its output."""

    what: str
    command: str
    why: str


def spoken(run: str | Path) -> str:
    """The name of a run in a command: its folder name if it is in runs/, else the path as given."""
    place = Path(run)
    short = place.name if place.parent == Path("runs") else str(run)
    return shlex.quote(short)


def first(front: Front, run: str) -> list[Command]:
    """The commands on the first screen, at most three."""
    found = []
    open_ = [one for one in front.verdicts if one.chip == GREY]
    if open_ and (more := _more(front, run)):
        found.append(more)
    off = [row for row in front.cards if row.chip in (RED, AMBER) and not row.mark]
    if off:
        found += tries(front, run, max(off, key=lambda row: (row.chip == RED, abs(row.estimate))))
    if front.verdict(CARDS) is not None and front.cards:
        found.append(Command("Cards", f"marchsim report cards {run}", "each card by strategy, cost and type"))
    found += _watch(front, run)[:1]
    return found[:3]


def tries(front: Front, run: str, card: JudgedPart) -> list[Command]:
    """The command that tries a higher cost for a card that is too strong, or a lower cost if it is too weak.

    The trial has the players of this run, but fresh deals, because the results on the old deals selected the
    card. The list is empty for a fine card, for a card without a cost, and if the rule set is not the first
    of the run.
    """
    place = prices(front).get(card.id)
    first_rules = next((panel.variant for panel in front.every), "") == front.rules
    if place is None or not first_rules or card.chip not in (RED, AMBER, GREY):
        return []
    at, cost = place
    new = cost + 1 if card.estimate > 0 else cost - 1
    seed = entry(front.run.manifest, "configuration", "resolved", "seed")
    if new < 0 or not isinstance(seed, int):
        return []
    why = f"{card.name} {'dearer' if new > cost else 'cheaper'}: before and after, on fresh deals"
    command = f"marchsim try {shlex.quote(f'{at}={new}')} {played_with(run)} --seed {seed + 1}"
    return [Command("Try a price" if card.chip == GREY else "Try a fix", command, why)]


def prices(front: Front) -> dict[str, tuple[str, int]]:
    """The key (such as `cards.army-head.cost`) and the cost of each component that has a cost, by id."""
    found = {}
    for section, ident, face in faces(front):
        cost = face.get("cost")
        if isinstance(cost, int) and not isinstance(cost, bool):
            found[ident] = (f"{section}.{ident}.cost", cost)
    return found


def faces(front: Front) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the section, id and face of each component of the rule set. Invalid components are skipped.

    The face of a component is the table of its fields.
    """
    listed = entry(front.run.manifest, "variants")
    for one in listed if isinstance(listed, list) else []:
        whole = resolved_variant(listed, one) if entry(one, "name") == front.rules else None
        for section, part in whole.items() if isinstance(whole, Mapping) else ():
            for ident, face in part.items() if isinstance(part, Mapping) else ():
                if isinstance(face, Mapping):
                    yield str(section), str(ident), face


def played_with(run: str) -> str:
    """The folder of a run, for use as a configuration.

    The path contains a slash, so it cannot be taken for the name of a configuration that comes with the
    package.
    """
    (place,) = shlex.split(run)
    if "/" in place:
        return run
    return shlex.quote(f"runs/{place}" if not Path(place).is_dir() else f"./{place}")


def ends(front: Front, run: str) -> list[Command]:
    """The commands at the end of the page."""
    found = [more] if (more := _more(front, run)) else []
    settable = any(faces(front))  # a game may assume what no file can change
    if front.assumed and settable and front.strategies and not front.studies:
        found.append(_others(front, run))
    sure = front.verdict(SURE)
    if settable and sure is not None and sure.guesses and sure.guesses[0]:
        game = str(entry(front.run.manifest, "game", "name") or "")
        of = f" --game {shlex.quote(game)}" if game else ""
        what = f"lists the {count(sure.guesses[0])} guesses for you to fill in"
        found.append(Command("Real numbers", f"marchsim new overlay --assumed printed.toml{of}", what))
    return [*found, *_watch(front, run)]


def _more(front: Front, run: str) -> Command | None:
    """The command that plays four times as many games, or None if further games would not count either."""
    design = entry(front.run.manifest, "configuration", "resolved", "design")
    blocks = design.get("blocks") if isinstance(design, Mapping) else None
    sure = front.verdict(SURE)
    if not isinstance(blocks, int) or not front.games or (sure is not None and not sure.games):
        return None
    command = f"marchsim runs extend {run} --blocks {FOURFOLD * blocks}"
    return Command("More games", command, "four times as many: intervals half as wide")


def _others(front: Front, run: str) -> Command:
    """The command that tests the findings of the page with other component numbers."""
    players = f" --players {max(front.players)}" if len(front.players) > 1 else ""
    command = f"marchsim sensitivity {played_with(run)}{players} --draws 100 --deals 100"
    return Command("Other numbers", command, "does it survive if our guesses are wrong?")


def _watch(front: Front, run: str) -> list[Command]:
    """The commands that show the closest game and the largest comeback."""
    found: dict[str, Command] = {}
    for one in sorted(front.telling, key=lambda game: (game.why != CLOSEST, game.margin, game.game)):
        why = f"{words.plural(one.players, 'player')}, {how(one)}"
        found.setdefault(one.why, watching(front, run, one.game, f" the {one.why}", why))
    return list(found.values())


def watching(front: Front, run: str, game: int, which: str, why: str) -> Command:
    """The command that shows a game as a page, or as text if games of this run cannot be shown as pages."""
    page = f" --html game-{game}.html" if watched(front.run) else ""
    return Command(f"{'Watch' if page else 'Read'}{which}", f"marchsim replay {run} {game}{page}", why)
