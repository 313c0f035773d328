"""The verdict type, and the rule for its colour (chip): an interval against a margin, never p alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import error_part
from marchsim.stats.assurance import HALF, MOST, Assurance
from marchsim.stats.intervals import Interval

RED, AMBER, GREEN, GREY, BLUE = "red", "amber", "green", "grey", "blue"
CHIPS = {RED: "clearly", AMBER: "noticeable", GREEN: "fine", GREY: "cannot tell yet", BLUE: "fact"}
CLAIMS = (RED, AMBER)  # chips that say that something was found
SEATS, STRATEGIES, LENGTH, WON, VARIANTS = "seats", "strategies", "length", "won", "variants"
CARDS, KINDS, SURE = "cards", "kinds", "sure"
HANDICAPPED, IDLE = "handicapped", "hardly played"  # marks of rows that are shown and not judged
WINS, GAMES, POINTS, TURNS = "wins where 100 are fair", "games of 100", "points", "turns"
EXTRA = "extra wins where 100 are fair"
LONGEST = 80  # letters of a name in a sentence
SOME = 4  # names in a sentence
UNMEASURED = "Not measured"  # no game counts, and more of them would not either


@dataclass(frozen=True)
class Family:
    """The family of all tested questions of a run: `tests` questions share the error `total` equally.

    `total` is the error for this `look` at the run (`reading.source`).
    """

    tests: int
    total: float
    look: int = 1

    @property
    def each(self) -> float:
        """The error level of one question."""
        return self.total / max(1, self.tests)

    @property
    def later(self) -> float:
        """The error level of one question at the next look, after more games."""
        return self.each * error_part(self.look + 1) / error_part(self.look)


@dataclass(frozen=True)
class JudgedPart:
    """One strategy, seat, kind or card behind a verdict: its estimate, interval and deals.

    Seats, kinds and cards also have a colour of their own (`chip`, such as "red"), and a card has an `id`.
    `mark` is the reason why a row is shown but not judged. A strategy in standings has `parts`, one for each
    number of players, with a 95 % interval of its own, and `seats`, the number of its seats.
    """

    name: str
    estimate: float
    low: float | None
    high: float | None
    deals: int
    chip: str = ""
    mark: str = ""
    id: str = ""
    parts: Mapping[int, Estimate] = field(default_factory=dict)
    seats: int = 0

    def data(self) -> dict[str, Any]:
        """The row as JSON data, without `parts` and `seats`."""
        return {name: getattr(self, name) for name in ROW}


ROW = ("name", "estimate", "low", "high", "deals", "chip", "mark", "id")


def part_data(players: int, found: Estimate) -> dict[str, Any]:
    """The result for one number of players as JSON data, in the form of a row."""
    return JudgedPart(str(players), found.value or 0.0, found.low, found.high, found.deals).data()


@dataclass(frozen=True)
class Verdict:
    """The answer to a question about the game under one rule set, over some numbers of players.

    The intervals of all verdicts of a run hold at once, with probability 1 - `family.total`. A fact has no
    family and a 95 % interval. The estimate of a card is its shrunk effect, also with a 95 % interval.
    `margin` is the smallest deviation that matters. `detectable` is the true deviation that such a run
    detects in 80 % of cases. `needed` is the approximate number of games that decides an inconclusive verdict
    in 80 % of extended runs. `assured` has the chance for any number of games. A run that stopped by itself
    has neither. `parts` are by number of players. `rows` are seats, strategies, kinds or cards, with
    simultaneous intervals (cards: 95 % each). `apart` has the pairs (ahead, behind) of strategies that
    differ. `guesses` has how many component numbers are assumed, and how many there are.
    """

    question: str
    rules: str
    players: tuple[int, ...]
    chip: str
    sentence: str
    unit: str = ""
    estimate: float | None = None
    interval: tuple[float, float] | None = None
    margin: float | None = None
    family: Family | None = None
    detectable: float | None = None
    needed: int | None = None
    games: int = 0
    deals: int = 0
    parts: Mapping[int, Estimate] = field(default_factory=dict)
    rows: tuple[JudgedPart, ...] = field(default=())
    apart: tuple[tuple[str, str], ...] = field(default=())
    asks: str = ""
    answer: str = ""
    guesses: tuple[int, int] | None = None
    assured: Assurance | None = None

    def deciding(self, chance: float) -> int | None:
        """About how many games decide the verdict with this chance. None if no feasible number does."""
        return None if self.assured is None else self.assured.number(chance, self.games)

    def data(self) -> dict[str, Any]:
        """The verdict as JSON data, with the games needed for chances of 50 % and of 90 %."""
        found = {**asdict(self), "word": CHIPS[self.chip]}
        found["parts"] = [part_data(players, one) for players, one in self.parts.items()]
        found["rows"] = [row.data() for row in self.rows]
        del found["assured"]
        return found | {"needed_half": self.deciding(HALF), "needed_most": self.deciding(MOST)}


@dataclass(frozen=True)
class Question:
    """A question, which `judge` answers once the family of all tested questions is known."""

    tested: bool
    judge: Callable[[Family], Verdict]


def chip(wide: Interval, narrow: Interval, margin: float, even: float = 0.0) -> str:
    """The chip of a number that should be within `margin` of `even`.

    The interval `wide` decides whether the number is clearly off. The interval `narrow`, that of two
    one-sided tests, decides whether it is fine.
    """
    if wide.low > even + margin or wide.high < even - margin:
        return RED
    if even - margin < narrow.low and narrow.high < even + margin:
        return GREEN
    return GREY if wide.low <= even <= wide.high else AMBER


def deciding_words(assured: Assurance | None, size: int, what: str) -> str:
    """Words such as 'about 1,200 games decide in half of such runs, 3,400 in nine of ten'.

    '' if no feasible number decides in half of such runs. `size` is the number played so far. `what` are the
    words after the first number, such as 'games decide in half of such runs'.
    """
    half, most = (assured.number(chance, size) if assured else None for chance in (HALF, MOST))
    if half is None:
        return ""
    return f"about {half:,} {what}" + (f", {most:,} in nine of ten" if most is not None else "")


def open_words(found: str, notice: float | None, assured: Assurance | None, games: int) -> str:
    """Words on an inconclusive verdict: the detectable effect, and how many games decide it. Else ''."""
    if found != GREY:
        return ""
    told = f" This run would notice {figure(notice)}." if notice else ""
    more = deciding_words(assured, games, "games decide in half of such runs")
    return f"{told} Played on, {more}." if more else told


def figure(value: float) -> str:
    """A number of wins or turns as text: without decimals from 10 on, else with one."""
    text = f"{value:.0f}" if abs(value) >= 9.95 or not value else f"{value:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", "\N{MINUS SIGN}")


def signed(value: float) -> str:
    """A number of wins or turns with its sign."""
    return with_sign(figure(value), value)


def with_sign(text: str, value: float) -> str:
    """The text of a number, with a plus sign if the number is above 0."""
    return text if value < 0 or not float(text) else f"+{text}"


def span(interval: Interval) -> str:
    """An interval in words: '111 to 114'."""
    return f"{figure(interval.low)} to {figure(interval.high)}"


def wins_words(row: JudgedPart) -> str:
    """The wins of a row with their interval in words: 'wins 109 (103 to 115)'."""
    return f"wins {figure(row.estimate)} ({span(Interval(row.low or 0.0, row.high or 0.0, ''))})"


def cut(name: str) -> str:
    """A name from a file, shortened to `LONGEST` letters."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def called(name: str) -> str:
    """A name from a file, shortened and in quotation marks."""
    return f"“{cut(name)}”"


def listed(texts: Iterable[str]) -> str:
    """Names as a list: 'a, b and c'."""
    found = list(texts)
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)


def named(names: Sequence[str]) -> str:
    """Names as a list for a sentence, cut after the first few."""
    shown = [called(name) for name in names[:SOME]]
    more = len(names) - SOME
    return listed([*shown, f"{more} more"] if more > 0 else shown)


def with_players(counts: Sequence[int]) -> str:
    """Numbers of players in words: 'with 3 and 4 players'."""
    return f"with {listed(str(k) for k in counts)} player{'' if list(counts) == [1] else 's'}"


def barred_words(held: Sequence[Panel]) -> str:
    """A sentence on the numbers of players with which every game had a baseline. '' if there are none."""
    empty = [one for one in held if one.valid.is_empty() and one.barred]
    if not empty:
        return ""
    who = sorted({name for one in empty for name in one.barred})
    return f" {unmeasured_words([one.players for one in empty], who)}"


def unmeasured_words(counts: Sequence[int], who: Sequence[str]) -> str:
    """A sentence on numbers of players that were not measured, since every game had a baseline."""
    return f"Not measured {with_players(counts)}: a baseline player ({named(who)}) sat in every game."
