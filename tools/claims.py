"""Measure how the plans of a game play, and check the claims in their files.

Each plan's file has CLAIMS: pairs of a measure and a place in the field ("highest", "lowest", "above" or
"below" the mean of the plans), in games with four plans drawn at random. `tools.claims march 400` plays 400
games, and prints all measures and the verdict on each claim. `tools.claims antwars` measures the other game
(tools/antclaims.py).
"""

from __future__ import annotations

import random
import runpy
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from tools import games

PLAYERS = 4
LOOSE = {"highest": "above", "lowest": "below"}  # of few games
Means = Mapping[str, Mapping[str, float]]  # plan -> measure -> mean of its games
Claims = dict[str, tuple[tuple[str, str], ...]]
STRATEGIES = Path(__file__).resolve().parents[1] / "strategies"
STATES = ("food", "larvae", "ants", "inhabited", "controlled", "inner", "hand", "evolutions")
TALLIED = (
    "explores", "marches", "forages", "plays", "rests", "battles", "battles_won", "ants_lost", "centipedes",
)  # fmt: skip
POINTS = ("battle", "centipede", "sites", "inner", "goals", "bodies", "cards", "end")


def claims(game: str, plans: Iterable[str]) -> Claims:
    """The claims that each plan's file makes."""
    return {name: runpy.run_path(str(STRATEGIES / game / f"{name}.py"))["CLAIMS"] for name in plans}


def holds(found: Means, name: str, measure: str, place: str) -> bool:
    """Whether a plan has the place in the field that it claims for a measure."""
    values = {other: row[measure] for other, row in found.items()}
    own, mean = values[name], sum(values.values()) / len(values)
    if place == "highest":
        return own == max(values.values())
    if place == "lowest":
        return own == min(values.values())
    assert place in ("above", "below")
    return own > mean if place == "above" else own < mean


def failed(found: Means, made: Claims, loose: bool = False) -> list[str]:
    """The claims that do not hold. In few games, extremes are checked only approximately (`loose`)."""
    return [
        f"{name}: {measure} {place}"
        for name, own in made.items()
        for measure, place in own
        if not holds(found, name, measure, LOOSE.get(place, place) if loose else place)
    ]


def measured(deals: Sequence[int], players: int = PLAYERS) -> dict[str, dict[str, float]]:
    """The mean of each measure for each plan of March, over games with plans drawn for each deal.

    `NAME mean` is a state averaged over the rounds, and `NAME end` the state at the end. `points NAME` has
    the colony points from a source. Other names are totals of the game, or of the round with the number in
    the name. `wins` is a share.
    """
    field = games.heuristics()
    session = games.table(players=players, record="rounds")
    totals: dict[str, dict[str, float]] = {name: {} for name in field}
    played = dict.fromkeys(field, 0)
    for deal in deals:
        names = random.Random(deal).sample(field, players)
        outcome = games.play(session, deal, names)
        assert not outcome.void, outcome.fault
        kept = session.take()
        for seat, name in enumerate(names):
            played[name] += 1
            own = totals[name]
            own["wins"] = own.get("wins", 0) + (outcome.winners >> seat & 1) / outcome.winners.bit_count()
            own["score"] = own.get("score", 0) + outcome.scores[seat]
            for measure, value in one_game(kept, seat).items():
                own[measure] = own.get(measure, 0.0) + value
    return {
        name: {measure: value / max(played[name], 1) for measure, value in sums.items()}
        for name, sums in totals.items()
    }


def one_game(kept: Mapping[str, np.ndarray], seat: int) -> dict[str, float]:
    """The measures of a seat in the last game played."""
    rounds, seats = kept["rounds"], kept["seats"]
    rounds = rounds[rounds[:, games.column("rounds", "seat")] == seat]
    number = rounds[:, games.column("rounds", "round")]
    found = {f"points {one}": float(seats[seat, games.column("seats", f"points_{one}")]) for one in POINTS}
    for name in STATES:
        values = rounds[:, games.column("rounds", name)]
        found[f"{name} mean"], found[f"{name} end"] = float(values.mean()), float(values[-1])
    for name in TALLIED:
        values = rounds[:, games.column("rounds", name)]
        found[name] = float(values.sum())
        found |= {f"{name} {at}": float(values[number == at].sum()) for at in (1, 2, 3, 4)}
    return found


def of_game(game: str, count: int) -> tuple[Means, Claims]:
    """The measures and the claims of a game's plans."""
    if game == "antwars":
        from tools import antclaims, antgames

        return antclaims.measured(range(count)), claims(game, antgames.PLANS)
    return measured(range(count)), claims(game, games.heuristics())


def main(arguments: Sequence[str]) -> int:
    """Print the measures and the claims. Exit code 1 if a claim fails."""
    game, count = arguments[0], int(arguments[1]) if len(arguments) > 1 else 200
    found, made = of_game(game, count)
    print(f"{'':16}" + "".join(f"{name[:11]:>12}" for name in found))
    for measure in next(iter(found.values())):
        print(f"{measure:16}" + "".join(f"{row[measure]:12.2f}" for row in found.values()))
    wrong = failed(found, made)
    for one in wrong:
        print(f"{one}: FAILS")
    print(f"{sum(map(len, made.values())) - len(wrong)} of {sum(map(len, made.values()))} claims hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
