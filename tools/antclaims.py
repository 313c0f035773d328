"""Measures how the plans of Ant Wars play, and holds them to the claims in their files.

Each file of the field has CLAIMS: pairs of a measure and a place in the field ("highest", "lowest", "above"
or "below" the mean of the plans), about games of four. `python -m tools.antclaims 200` plays so many games
of plans drawn at random, and prints all measures and the verdict on each claim.
"""

from __future__ import annotations

import random
import runpy
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_game
from marchsim.games.antwars.players.army import MARCH
from marchsim.games.antwars.players.plan import Plan
from marchsim.tabletop.recording import RoundEnd
from tools import antgames
from tools.rebase import world

PLAYERS = 4
TALLIED = {
    "battles": w.T_BATTLES, "hatched": w.T_HATCHED, "searches": w.T_SEARCH, "digs": w.T_DIG,
    "stored": w.T_STORED, "looted": w.T_LOOTED,
}  # fmt: skip
MEASURES = (
    *TALLIED,
    "animals",
    "queens",
    "majors",
    "broods",
    "weakest",
    "marching",
    "first march",
    "army",
    "armies",
    "shuts",
)
NEVER = 60  # the round of a first march that does not happen


@dataclass
class Watch(RoundEnd):
    """Counts what each seat does, at the end of each round."""

    players: int
    sums: list[dict[str, float]] = field(init=False)
    opened: list[int] = field(init=False)

    def __post_init__(self) -> None:
        super().__init__()
        self.sums = [dict.fromkeys(MEASURES, 0.0) | {"first march": NEVER} for _ in range(self.players)]
        self.opened = [0] * self.players

    def ended(self, g: Play) -> None:
        """Add what happened in the round."""
        s = g.s
        for seat, sums in enumerate(self.sums):
            tally = s.tally[seat * w.TALLIES : (seat + 1) * w.TALLIES]
            for name, number in TALLIED.items():
                sums[name] += int(tally[number])
            sums["animals"] += int(tally[w.T_GLOOMYS] + tally[w.T_SPIDERS])
            sums["majors"] = max(sums["majors"], int(s.major_n[seat]))
            first = g.board.foraging + seat * w.PLACES
            broods = sum(tile in (w.PUPAE_MINOR, w.PUPAE_MAJOR) for tile in s.tile[first : first + w.PLACES])
            sums["broods"] = max(sums["broods"], broods)
            sums["shuts"] += self.opened[seat] > s.open[seat]
            self.opened[seat] = int(s.open[seat])
            army = max(
                int(g.figures.dice_in(seat, area)) for area in range(g.board.areas) if alien(g, seat, area)
            )
            if army >= 5 and sums["first march"] == NEVER:
                sums["first march"] = int(s.round)
                sums["army"] = army
                sums["armies"] = 1
            prey = marched_on(g, seat)
            if prey != w.NOBODY:
                sums["marching"] += 1
                sums["weakest"] += prey == weakest(g, seat)
            if s.fell[seat] == s.round:
                for other in range(self.players):
                    self.sums[other]["queens"] += int(g.slayers[seat] >> other & 1)


def alien(g: Play, seat: int, area: int) -> bool:
    """Return whether an area is in another colony's anthill or its exit."""
    home = g.board.home[area]
    if home != w.NOBODY:
        return bool(home != seat)
    return any(g.board.exit[other] == area for other in range(g.s.players) if other != seat)


def marched_on(g: Play, seat: int) -> int:
    """Return whose Queen a plan's army marches on, NOBODY if it does not."""
    plan = g.table.chairs[seat].user
    if not isinstance(plan, Plan) or plan.outlook is None or plan.outlook.army.state < MARCH:
        return w.NOBODY
    return int(plan.outlook.army.prey)


def weakest(g: Play, seat: int) -> int:
    """Return the weakest other colony with a Queen, the seat itself if there is none."""
    others = [other for other in range(g.s.players) if other != seat and g.s.queen_n[other] > 0]
    return min(others, key=lambda other: int(g.figures.strength(other)), default=seat)


def measured(deals: Sequence[int]) -> dict[str, dict[str, float]]:
    """Return each plan's mean of each measure, over games of plans drawn for each deal."""
    session = antgames.table({"preset": "dealt"}, PLAYERS)
    totals = {name: dict.fromkeys(MEASURES, 0.0) for name in antgames.PLANS}
    games = dict.fromkeys(antgames.PLANS, 0)
    for deal in deals:
        names = random.Random(deal).sample(antgames.PLANS, PLAYERS)
        g = antgames.deal_out(session, deal, names)
        watch = Watch(PLAYERS)
        play_game(g, watch)
        for name, sums in zip(names, watch.sums, strict=True):
            games[name] += 1
            for measure, value in sums.items():
                totals[name][measure] += value
    found = {
        name: {measure: value / max(games[name], 1) for measure, value in sums.items()}
        for name, sums in totals.items()
    }
    for row in found.values():
        row["weakest"] /= max(row["marching"], 1e-9)
        row["army"] /= max(row["armies"], 1e-9)
    return found


def claims() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the claims that each plan's file makes."""
    of = world("antwars")
    return {name: runpy.run_path(str(of.file(name)))["CLAIMS"] for name in antgames.PLANS}


def holds(found: Mapping[str, Mapping[str, float]], name: str, measure: str, place: str) -> bool:
    """Return whether a plan has the place in the field that it claims for a measure."""
    values = {other: row[measure] for other, row in found.items()}
    own, mean = values[name], sum(values.values()) / len(values)
    if place == "highest":
        return own == max(values.values())
    if place == "lowest":
        return own == min(values.values())
    assert place in ("above", "below")
    return own > mean if place == "above" else own < mean


def main(arguments: Sequence[str]) -> int:
    """Print the measures and the claims; exit code 1 if one fails."""
    found = measured(range(int(arguments[0]) if arguments else 200))
    print(f"{'':12}" + "".join(f"{measure:>12}" for measure in MEASURES))
    for name, row in found.items():
        print(f"{name:12}" + "".join(f"{row[measure]:12.2f}" for measure in MEASURES))
    failed = 0
    for name, own in claims().items():
        for measure, place in own:
            held = holds(found, name, measure, place)
            failed += not held
            print(f"{name}: {measure} {place}: {'holds' if held else 'FAILS'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
