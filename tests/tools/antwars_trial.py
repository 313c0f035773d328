"""The figures of Ant Wars beside those of the trial by which its assumed numbers were set (docs/antwars.md).

`python -m tests.tools.antwars_trial 400` plays so many games of the preset `dealt` for each number of
players, the four plans drawn at random for each seat, and prints the page's tables.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from statistics import median

from marchsim.games.antwars.table.session import AntWarsSession
from tests.tools import antgames

# players: ended by the last Queen, by no Queen, at the cap (%); rounds: median, 10 %, 90 %
TRIAL = {
    2: (84, 9, 8, 14, 9, 24),
    3: (86, 3, 12, 18, 13, 30),
    4: (83, 6, 11, 19, 13, 30),
    5: (82, 6, 12, 22, 16, 30),
    6: (84, 6, 10, 21, 16, 30),
}
ENDS = ("last_queen", "no_queen", "rounds")


class Tally:
    """What came of the games of a number of players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.ends: Counter[str] = Counter()
        self.rounds: list[int] = []
        self.seats = [0.0] * players
        self.won: Counter[str] = Counter()
        self.led: Counter[str] = Counter()

    def add(self, session: AntWarsSession, deal: int, names: list[str]) -> None:
        """Play a game and count it."""
        outcome = antgames.play(session, deal, names)
        assert not outcome.void and session.g is not None, outcome.fault
        self.ends[outcome.decided_by] += 1
        self.rounds.append(outcome.rounds)
        winners = [seat for seat in range(self.players) if outcome.winners >> seat & 1]
        for seat in range(self.players):
            species = session.species[session.g.s.species[seat]]
            self.led[species] += 1
            self.won[species] += seat in winners
            self.seats[seat] += (seat in winners) / len(winners)

    def row(self) -> str:
        """Return the row of the page: here and in the trial."""
        n, ordered = len(self.rounds), sorted(self.rounds)
        here = [round(100 * self.ends[end] / n) for end in ENDS]
        spread = f"{median(ordered):g} ({ordered[n // 10]}, {ordered[9 * n // 10]})"
        trial = TRIAL[self.players]
        seats = " ".join(f"{100 * share / n:.0f}" for share in self.seats)
        ends = " | ".join(f"{one} % ({trial[at]} %)" for at, one in enumerate(here))
        return f"| {self.players} | {n} | {ends} | {spread} | {trial[3]} ({trial[4]}, {trial[5]}) | {seats} |"

    def species(self) -> str:
        """Return wins by species: 1 is as many as its share of seats."""
        found = [f"{self.players * self.won[one] / self.led[one]:.2f}" for one in sorted(self.led)]
        return f"| {self.players} | {' | '.join(found)} |"


def main(games: int) -> None:
    """Play and print."""
    tallies = []
    for players in antgames.PLAYERS:
        session, drawn, tally = antgames.table({"preset": "dealt"}, players), Random(players), Tally(players)
        for deal in range(games):
            tally.add(session, deal, [drawn.choice(antgames.PLANS) for _ in range(players)])
        tallies.append(tally)
    heads = ("players", "games", "last Queen (trial)", "no Queen", "at the cap", "rounds", "trial")
    print(f"| {' | '.join((*heads, 'wins by seat, %'))} |")
    print("|---|---|---|---|---|---|---|---|")
    print("\n".join(tally.row() for tally in tallies))
    print(f"\n| players | {' | '.join(sorted(tallies[0].led))} |\n|---|{'---|' * 6}")
    print("\n".join(tally.species() for tally in tallies))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
