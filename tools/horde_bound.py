"""Measure how well players do together against the Horde, and how well they would do if they saw everything.

`python -m tools.horde_bound` lets teams of two to four play the coop preset: the shipped plan that plays it
best (chosen on separate deals), the heuristics that `lookahead` imagines, `lookahead`, `lookahead` with many
samples, and the same with all hands, decks, the pile and later chance in sight, which no strategy may see.
Their wins show whether the rules are hard or the players weak. A number replaces the 100 deals of each team.
`make field` writes the table into reports/field.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import fmean, stdev

from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Heuristic, Searcher, World, loading
from marchsim.games.march.players.strategy import Strategy
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.words import CARDS
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.stats.intervals import wilson
from marchsim.tabletop.players.seats import Player
from tools import games

TEAMS = (2, 3, 4)
DEALS = 100
CHOSEN_ON = 400  # deals on which the best plan is chosen
DEEP = {"samples": 64, "further": 32, "patience": 200}
FORESIGHT = {"samples": 4, "further": 4, "rounds": 20, "width": 4, "patience": 300}
GameOf = Callable[[], Play]


class SeeingWorld(World):
    """Imagines games as they truly are, without any guess."""

    def __init__(self, view: View, minds: list[Strategy], truth: GameOf) -> None:
        super().__init__(view, minds)
        self.truth = truth

    def guess(self) -> None:
        """Look at all hands, the deck, the pile and the Horde's deck."""
        true = self.truth()
        s, v = true.s, self.view
        others = [(v.seat + place) % v.players for place in range(1, v.players)]
        cards = [s.hand[seat * CARDS + at] for seat in others for at in range(v.hand_n[seat])]
        cards += [s.deck[at] for at in range(s.deck_n)]
        self.put(
            cards,
            [s.pile[at] for at in range(s.pile_n)],
            [s.horde_deck[at] for at in range(s.horde_deck_n)],
        )
        self.g.chance.low, self.g.chance.high = true.chance.low, true.chance.high


class Seer(Searcher):
    """A searcher from whom nothing is hidden. `truth` is set by the code that seats it."""

    truth: GameOf

    def imagined(self, view: View) -> World:
        """The game as it is."""
        if self.world is None:
            minds: list[Strategy] = [Heuristic() for _ in range(view.players)]
            for mind in minds:
                mind.adopt(self)
            self.world = SeeingWorld(view, minds, self.truth)
        return self.world


@dataclass(frozen=True)
class Team:
    """The way in which the players of a team decide."""

    name: str
    use: str
    parameters: Mapping[str, object]
    sees: bool = False
    searches: bool = True


MADE_FOR_IT = "defender"
IMAGINED = Team("the heuristics that lookahead imagines", "lookahead", {}, searches=False)
LINES = (
    IMAGINED,
    Team("lookahead as shipped", "lookahead", {}),
    Team("lookahead, many samples", "lookahead", DEEP),
    Team("the same search, everything in sight", "lookahead", FORESIGHT, sees=True),
)


def players_of(team: Team, number: int, session: MarchSession) -> list[object]:
    """Fresh players for a team."""
    cls = loading.strategy_class(sources.find(team.use))
    if not team.searches:
        return [imagined(cls, team.parameters) for _ in range(number)]
    if not team.sees:
        make = loading.factory(cls, team.parameters)
        return [make() for _ in range(number)]

    def truth() -> Play:
        assert session.g is not None
        return session.g

    found: list[object] = []
    for _ in range(number):
        pattern = cls()
        assert isinstance(pattern, Searcher)
        pattern.configure(team.parameters)
        seer = Seer()
        seer.adopt(pattern)
        seer.truth = truth
        found.append(Player(seer, seer, loading.ALL))
    return found


def imagined(cls: type, parameters: Mapping[str, object]) -> Player:
    """The heuristic as which a searcher imagines all players."""
    pattern = cls()
    assert isinstance(pattern, Searcher)
    pattern.configure(parameters)
    mind = Heuristic()
    mind.adopt(pattern)
    return Player(mind, mind, loading.ALL)


def margins(team: Team, number: int, deals: Sequence[int], stage: str = "horde") -> list[int]:
    """The margin of a team of this size in each deal. Each stage has its own deals."""
    session = games.table({"preset": "coop"}, number)
    found = []
    for deal in deals:
        key = deal_key(1, stage, number, deal)
        seats = [seat_key(key, 0, seat) for seat in range(number)]
        outcome = session.play(deal, key, seats, players_of(team, number, session))
        assert not outcome.void, outcome.fault
        assert session.g is not None
        found.append(int(margin(session.g)))
    return found


@dataclass(frozen=True)
class Score:
    """The result of a team of `players`: how often it won, with the interval, and by how many points."""

    players: int
    team: str
    deals: int
    share: float
    low: float
    high: float
    margin: float
    half: float


def score(team: Team, number: int, found: Sequence[int]) -> Score:
    """Compute from margins the share won (Wilson), and the mean margin with half of its interval."""
    won = sum(one >= 0 for one in found)
    interval = wilson(won, len(found))
    half = 1.96 * stdev(found) / len(found) ** 0.5
    return Score(
        number, team.name, len(found), won / len(found), interval.low, interval.high, fmean(found), half
    )


def best_plan(number: int, deals: int) -> Team:
    """The shipped plan whose team of this size has the best margin, on deals that no line reports."""
    plans = games.heuristics()
    found = {
        name: fmean(margins(Team(name, name, {}), number, range(deals), "horde-plans")) for name in plans
    }
    best = max(plans, key=lambda name: found[name])
    about = " and made for it" if best == MADE_FOR_IT else ""
    return Team(f"{best}, the best of {len(plans)} plans{about}", best, {})


def lines(number: int, deals: int) -> list[Team]:
    """The teams of this size to report. `defender` is included even if another plan is better."""
    best = best_plan(number, deals)
    made = [] if best.use == MADE_FOR_IT else [Team(f"{MADE_FOR_IT}, the plan made for it", MADE_FOR_IT, {})]
    return [best, *made, *LINES]


def scores(deals: int = DEALS, workers: int = 2) -> Iterator[Score]:
    """Yield the score of each team."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for number in TEAMS:
            for team in lines(number, min(CHOSEN_ON, 10 * deals)):
                parts = [
                    pool.submit(margins, team, number, range(at, deals, workers)) for at in range(workers)
                ]
                yield score(team, number, [one for part in parts for one in part.result()])


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    print("| Players | Team | Won | Margin |")
    print("| --: | :-- | --: | --: |")
    for one in scores(int(arguments[0]) if arguments else DEALS):
        share = f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"
        print(f"| {one.players} | {one.team} | {share} | {one.margin:.1f} ± {one.half:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
