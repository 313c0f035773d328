"""What a verdict is, and the rule of its chip: intervals against margins, never a p value alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from marchsim.analysis.reading.looked import error_part
from marchsim.analysis.reading.played import Played
from marchsim.stats.assurance import HALF, MOST, Assurance
from marchsim.stats.intervals import Interval

RED, AMBER, GREEN, GREY, BLUE = "red", "amber", "green", "grey", "blue"
CHIPS = {RED: "clearly", AMBER: "noticeable", GREEN: "fine", GREY: "cannot tell yet", BLUE: "fact"}
CLAIMS = (RED, AMBER)  # chips that say that something was found
SEATS, STRATEGIES, LENGTH, WON, VARIANTS = "seats", "strategies", "length", "won", "variants"
CARDS, KINDS, SURE = "cards", "kinds", "sure"
NARROW, IDLE = "narrow", "hardly played"  # marks of rows that are shown and not judged
WINS, GAMES, POINTS, TURNS = "wins where 100 are fair", "games of 100", "points", "turns"
EXTRA = "extra wins where 100 are fair"
LONGEST = 80  # letters of a name in a sentence
SOME = 4  # names in a sentence


@dataclass(frozen=True)
class Family:
    """What verdicts are adjusted for: `tests` questions, each with an equal part of the error `total`.

    `total` is that of this `look` at the run (`reading.looked`).
    """

    tests: int
    total: float
    look: int = 1

    @property
    def each(self) -> float:
        """Return the error that one question may have."""
        return self.total / max(1, self.tests)

    @property
    def later(self) -> float:
        """Return the error that one question may have at the next look, once the run has been played on."""
        return self.each * error_part(self.look + 1) / error_part(self.look)


@dataclass(frozen=True)
class JudgedPart:
    """One number of players, strategy or card: its own estimate and interval, and the deals it rests on.

    A card has a chip of its own and its `id`; `mark` says why a row is shown and not judged.
    """

    name: str
    estimate: float
    low: float | None
    high: float | None
    deals: int
    chip: str = ""
    mark: str = ""
    id: str = ""


@dataclass(frozen=True)
class Verdict:
    """The answer to a question about the game under one rule set, over these numbers of players.

    `interval` holds together with those of all verdicts of the run with 1 - `family.total`; a fact has no
    family, and its interval is of 95 %, as is that of a card, a best guess given all others. `margin` is from
    where it matters. `detectable` is the true size that such a run finds in 80 % of cases, `needed` about how
    many games decide what is open in 80 % of such runs that are played on, and `assured` the chance by games;
    none is known of a run that stopped by itself. `parts` are the numbers
    of players, each by itself; `rows` the strategies or cards, their intervals holding together (cards: each
    of 95 %); `apart` the pairs (ahead, behind) of strategies that differ. `asks` is the question in plain
    words, `answer` says it in two or three. `guesses` are how many numbers of the components are assumed, and
    of how many.
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
    parts: tuple[JudgedPart, ...] = field(default=())
    rows: tuple[JudgedPart, ...] = field(default=())
    apart: tuple[tuple[str, str], ...] = field(default=())
    asks: str = ""
    answer: str = ""
    guesses: tuple[int, int] | None = None
    assured: Assurance | None = None

    def deciding(self, chance: float) -> int | None:
        """Return about how many games decide what is open with this chance; None out of sight."""
        return None if self.assured is None else self.assured.number(chance, self.games)

    def data(self) -> dict[str, Any]:
        """Return the verdict as data: in place of all chances the games for one in two, and nine in ten."""
        found = {**asdict(self), "word": CHIPS[self.chip]}
        del found["assured"]
        return found | {"needed_half": self.deciding(HALF), "needed_most": self.deciding(MOST)}


@dataclass(frozen=True)
class Asked:
    """A question; `tested` ones share the error, and `judge` answers once their number is known."""

    tested: bool
    judge: Callable[[Family], Verdict]


def chip(wide: Interval, narrow: Interval, margin: float, even: float = 0.0) -> str:
    """Return the chip of a number that should be `even`, give or take the margin.

    `wide` decides what is clear, `narrow` (the interval of two one-sided tests) what is small enough.
    """
    if wide.low > even + margin or wide.high < even - margin:
        return RED
    if even - margin < narrow.low and narrow.high < even + margin:
        return GREEN
    return GREY if wide.low <= even <= wide.high else AMBER


def deciding_words(assured: Assurance | None, size: int, what: str) -> str:
    """Return 'about 1,200 games decide in half of such runs, 3,400 in nine of ten'; '' out of sight."""
    half, most = (assured.number(chance, size) if assured else None for chance in (HALF, MOST))
    if half is None:
        return ""
    return f"about {half:,} {what}" + (f", {most:,} in nine of ten" if most is not None else "")


def open_words(found: str, notice: float | None, assured: Assurance | None, games: int) -> str:
    """Return what a run that cannot tell would have noticed, and how many games decide; '' where it tells."""
    if found != GREY:
        return ""
    told = f" This run would notice {figure(notice)}." if notice else ""
    more = deciding_words(assured, games, "games decide in half of such runs")
    return f"{told} Played on, {more}." if more else told


def figure(value: float) -> str:
    """Return a number of wins or turns: whole from 10 on, else with one decimal."""
    text = f"{value:.0f}" if abs(value) >= 9.95 or not value else f"{value:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", "\N{MINUS SIGN}")


def signed(value: float) -> str:
    """Return a number of wins or turns with its sign."""
    return with_sign(figure(value), value)


def with_sign(text: str, value: float) -> str:
    """Return a number as it is written with a plus if it is above 0."""
    return text if value < 0 or not float(text) else f"+{text}"


def span(interval: Interval) -> str:
    """Return '111 to 114'."""
    return f"{figure(interval.low)} to {figure(interval.high)}"


def cut(name: str) -> str:
    """Return a name from a file, shortened if it is too long."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def called(name: str) -> str:
    """Return a name from a file in quotation marks."""
    return f"“{cut(name)}”"


def listed(texts: Iterable[str]) -> str:
    """Return 'a, b and c'."""
    found = list(texts)
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)


def named(names: Sequence[str]) -> str:
    """Return names in a sentence, the first few of many."""
    shown = [called(name) for name in names[:SOME]]
    more = len(names) - SOME
    return listed([*shown, f"{more} more"] if more > 0 else shown)


def with_players(counts: Sequence[int]) -> str:
    """Return 'with 3 and 4 players'."""
    return f"with {listed(str(k) for k in counts)} player{'' if list(counts) == [1] else 's'}"


def barred_words(held: Sequence[Played]) -> str:
    """Return which numbers of players have no game without a yardstick, '' if all have some."""
    empty = [one for one in held if one.games.is_empty() and one.barred]
    if not empty:
        return ""
    who = sorted({name for one in empty for name in one.barred})
    return f" {unmeasured_words([one.players for one in empty], who)}"


def unmeasured_words(counts: Sequence[int], who: Sequence[str]) -> str:
    """Return that nothing is measured with these numbers of players, for there is no game without these."""
    return f"Not measured {with_players(counts)}: a yardstick ({named(who)}) sat in every game."
