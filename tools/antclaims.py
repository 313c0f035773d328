"""Measure how the plans of Ant Wars play, for the claims in their files (`tools.claims antwars`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_game
from marchsim.games.antwars.players.army import MARCH
from marchsim.games.antwars.players.plan import Plan
from marchsim.tabletop.recording import RoundEnd
from tools import antgames

PLAYERS = 4
TALLIED = {
    "battles": w.T_BATTLES, "hatched": w.T_HATCHED, "searches": w.T_SEARCH, "digs": w.T_DIG,
    "stored": w.T_STORED, "looted": w.T_LOOTED, "found": w.T_FOUND,
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
    """Measures the play of each seat, in sums that grow at the end of each round."""

    players: int
    sums: list[dict[str, float]] = field(init=False)
    opened: list[int] = field(init=False)

    def __post_init__(self) -> None:
        super().__init__()
        self.sums = [dict.fromkeys(MEASURES, 0.0) | {"first march": NEVER} for _ in range(self.players)]
        self.opened = [0] * self.players

    def ended(self, g: Play) -> None:
        """Add the events of the round that has ended."""
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
    """Whether an area is in another colony's anthill or its exit."""
    home = g.board.home[area]
    if home != w.NOBODY:
        return bool(home != seat)
    return any(g.board.exit[other] == area for other in range(g.s.players) if other != seat)


def marched_on(g: Play, seat: int) -> int:
    """The seat whose Queen a plan's army marches on, or NOBODY if it does not march."""
    plan = g.table.seats[seat].user
    if not isinstance(plan, Plan) or plan.outlook is None or plan.outlook.army.state < MARCH:
        return w.NOBODY
    return int(plan.outlook.army.prey)


def weakest(g: Play, seat: int) -> int:
    """The weakest other colony that has a Queen, or the seat itself if there is none."""
    others = [other for other in range(g.s.players) if other != seat and g.s.queen_n[other] > 0]
    return min(others, key=lambda other: int(g.figures.strength(other)), default=seat)


def measured(deals: Sequence[int]) -> dict[str, dict[str, float]]:
    """The mean of each measure for each plan, over games with plans drawn for each deal."""
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
