"""The certainty of a run: half the width of its main interval, and the share of numbers that are guesses.

More games narrow the intervals, but they do not correct guesses. So the chip is amber while over half of the
component numbers are assumed, for any number of games. Nothing is tested here.
"""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.judging.verdict import (
    AMBER,
    BLUE,
    CARDS,
    GREEN,
    GREY,
    KINDS,
    SEATS,
    STRATEGIES,
    SURE,
    WON,
    Verdict,
    figure,
)
from marchsim.analysis.reading.provenance import Provenance, guesses
from marchsim.errors import plural

HALVING = 4  # times the games halve an interval
MANY = 0.5
OF = {
    SEATS: "on the wins of a seat",
    STRATEGIES: "on the wins of the first strategy",
    WON: "on games won of 100",
    KINDS: "on the wins of a kind of seat",
    CARDS: "on the extra wins of a card",
}


def sureness(
    rules: str, told: Sequence[Verdict], sources: Sequence[Provenance], games: int, anytime: bool
) -> Verdict:
    """The verdict on the certainty of the results of one rule set, given all other verdicts (`told`)."""
    found = [one for one in told if one.rules == rules]
    guessed = guesses(sources, rules)
    main = next((one for ask in OF for one in found if one.question == ask and _half_width(one)), None)
    half = None if main is None else _half_width(main)
    needed = None if half is None or anytime else HALVING * games
    return Verdict(
        SURE,
        rules,
        tuple(dict.fromkeys(k for one in found for k in one.players)),
        _chip(half, guessed),
        _words(main, half, guessed, games, needed),
        main.unit if main else "",
        half,
        needed=needed,
        games=games,
        deals=max((one.deals for one in found), default=0),
        guesses=guessed,
    )


def _half_width(one: Verdict) -> float | None:
    """Half the width of a verdict's interval or, if it has none, of the widest interval of its parts."""
    ends = [one.interval] if one.interval else [(part.low, part.high) for part in one.parts]
    known = [(high - low) / 2 for low, high in ends if low is not None and high is not None]
    return max(known, default=None)


def _chip(half: float | None, guessed: tuple[int, int] | None) -> str:
    if half is None:
        return GREY
    if guessed is None:
        return BLUE
    return AMBER if guessed[0] > MANY * guessed[1] else GREEN


def _words(
    main: Verdict | None, half: float | None, guessed: tuple[int, int] | None, games: int, needed: int | None
) -> str:
    many = plural(games, "game")
    if main is None or half is None:
        told = f"{many} are too few for an interval." if games else "No game counts."
    else:
        told = f"{many}: ±{figure(half)} {OF[main.question]}"
        told += f"; about {needed:,} games would halve that." if needed else "."
    if guessed is None:
        return told
    return f"{told} {guessed[0]:,} of {guessed[1]:,} component numbers are guesses."
