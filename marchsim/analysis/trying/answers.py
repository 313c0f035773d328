"""Answers to a designer's questions about a change: fairer, longer, closer, who gains, how sure.

An answer summarises rows (`analysis.trying.rows`). Its chip is the strongest of their chips, and it claims no
more than they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from marchsim.analysis.judging.verdict import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    RED,
    TURNS,
    WINS,
    cut,
    deciding_words,
    figure,
    listed,
    signed,
    with_players,
    with_sign,
)
from marchsim.analysis.trying.rows import PERCENT, SMALL, ChangedMetric
from marchsim.recorder.metrics import OF, component
from marchsim.recorder.metrics import SEAT as SEATS
from marchsim.stats.assurance import Assurance
from marchsim.stats.clusters import FEW

SEAT, LENGTH, CLOSE, WON, PLAYERS, ITEM, SURE = (
    "seats",
    "length",
    "close",
    "won",
    "strategies",
    "item",
    "sure",
)
EXTRA = "extra wins where 100 are fair, when dealt it"
NEARER = "A report shows a number nearer to 0, since the largest effects are partly luck."
GAINS = (
    (RED, "clearly gain", True),
    (RED, "clearly lose", False),
    (AMBER, "gain", True),
    (AMBER, "lose", False),
)
MOST = 3  # names of one kind in a sentence
STRENGTH = (RED, AMBER, GREY, GREEN)  # chips, the strongest claim first
PERHAPS = ", perhaps enough to matter"
ARROW = "\N{RIGHTWARDS ARROW}"


@dataclass(frozen=True)
class TryAnswer:
    """The answer to a question: a short `title`, a `word` for the chip, and a `sentence` with numbers.

    `claim` continues a headline such as "Four steps: ...". It is empty if no change was found.
    """

    question: str
    asks: str
    title: str
    chip: str
    word: str
    sentence: str
    claim: str = ""


def answers(rows: Sequence[ChangedMetric]) -> list[TryAnswer]:
    """The answers that follow from these rows, in the order of the questions."""
    by = {name: [row for row in rows if row.metric == name] for name in dict.fromkeys(r.metric for r in rows)}
    plans = [row for row in rows if row.metric.startswith(OF)]
    found = [
        *(_item(held) for name, held in by.items() if component(name)),
        _seats([row for row in rows if row.metric.startswith(SEATS)]),
        _won(by.get("won", []), by.get("margin", [])),
        _length(by.get("turns", [])),
        _close(by.get("lead-changes", []), by.get("spread", [])),
        _plans(plans),
    ]
    return [one for one in found if one is not None]


def strongest(rows: Sequence[ChangedMetric]) -> str:
    """The chip of several rows: the strongest claim, else open if any row is open, else fine."""
    chips = {row.chip for row in rows}
    return next(one for one in STRENGTH if one in chips)


def same_word(rows: Sequence[ChangedMetric]) -> str:
    """The word for rows whose change is shown to be too small to matter."""
    return "hardly changed" if any(row.word == SMALL for row in rows) else "same"


def _values(rows: Sequence[ChangedMetric], unit: str, with_signs: bool = False) -> str:
    """For the rows of one metric, the values before and after. A single row also shows its interval."""
    show = _signed_pair if with_signs else _pair
    if len(rows) == 1:
        return f"{show(rows[0])} {unit} ({_range(rows[0])})"
    return f"{listed([show(row) for row in rows])} {unit} {with_players([row.players for row in rows])}"


def _verb(chip: str, more: str, less: str, rows: Sequence[ChangedMetric]) -> tuple[str, str]:
    """The words for changes with this chip, by their direction: for the answer, and for the claim."""
    found = [row for row in rows if row.chip == chip]
    ups = {row.change > 0 for row in found}
    if len(ups) > 1:
        return "changed both ways", "changed both ways"
    word = more if ups == {True} else less
    return (f"clearly {word}" if chip == RED else word), word


def _answer(
    question: str, asks: str, title: str, rows: Sequence[ChangedMetric], ways: tuple[str, str], subject: str,
    sentence: str,
) -> TryAnswer:  # fmt: skip
    """An answer from rows. `ways` are the words for more and for less, and `subject` begins the claim."""
    chip = strongest(rows)
    if chip == GREY:
        return TryAnswer(question, asks, title, chip, "cannot tell yet", sentence)
    if chip == GREEN:
        return TryAnswer(question, asks, title, chip, same_word(rows), sentence)
    word, claimed = _verb(chip, *ways, rows)
    clear = "clearly " if chip == RED and not claimed.startswith("changed") else ""
    tail = "" if chip == RED else PERHAPS
    return TryAnswer(question, asks, title, chip, word, sentence, f"{subject} {clear}{claimed}{tail}")


def _seats(rows: Sequence[ChangedMetric]) -> TryAnswer | None:
    """The answer on seats: the largest changes of any seat, with any number of players."""
    if not rows:
        return None
    chip, asks = strongest(rows), "Is it fairer?"
    order = sorted(rows, key=lambda row: (STRENGTH.index(row.chip), not row.significant, -abs(row.change)))
    found = [row for row in order if row.chip == chip and row.significant]
    if not found:
        told = _seat_words(order[0])
        word = "cannot tell yet" if chip == GREY else same_word(rows)
        return TryAnswer(SEAT, asks, "Seats", chip, word, f"The largest change: {told}.")
    told = "; ".join(_seat_words(row) for row in found[:MOST])
    more = f"; and {len(found) - MOST} more" if len(found) > MOST else ""
    clear = "clearly " if chip == RED else ""
    who = _seat_name(found[0]) if len(found) == 1 else f"{len(found)} seats"
    verb = f"{'wins' if len(found) == 1 else 'win'} {clear}{_more_or_less(found)}"
    return TryAnswer(
        SEAT, asks, "Seats", chip, f"{clear}{_nearer(found)}", f"{told}{more}.".capitalize(),
        f"{who} {verb}{'' if clear else PERHAPS}",
    )  # fmt: skip


def _seat_name(row: ChangedMetric) -> str:
    return f"seat {row.metric.removeprefix(SEATS)} of {row.players}"


def _seat_words(row: ChangedMetric) -> str:
    """A seat before and after, with the interval that the table shows."""
    end = {True: ", closer to fair", False: ", further from fair", None: ""}[row.nearer]
    return f"{_seat_name(row)}, {_pair(row)} {WINS} ({_range(row)}){end}"


def _more_or_less(found: Sequence[ChangedMetric]) -> str:
    ups = {row.change > 0 for row in found}
    return "more or less" if len(ups) > 1 else "more" if ups == {True} else "less"


def _nearer(found: Sequence[ChangedMetric]) -> str:
    """Whether all these seats come 'closer to fair' or all go 'further from fair'. Otherwise 'changed'."""
    ways = {row.nearer for row in found}
    return "closer to fair" if ways == {True} else "further from fair" if ways == {False} else "changed"


def _won(rows: Sequence[ChangedMetric], ahead: Sequence[ChangedMetric]) -> TryAnswer | None:
    """The answer to whether the game against an opponent is easier or harder."""
    if not rows:
        return None
    told = [
        _values(rows, "of 100 games won"),
        *([_values(ahead, "points ahead")] if ahead else []),
    ]
    sentence = f"{'; '.join(told)}."
    every = [*rows, *ahead]
    return _answer(WON, "Is it harder?", "Difficulty", every, ("easier", "harder"), "the game is", sentence)


def _length(rows: Sequence[ChangedMetric]) -> TryAnswer | None:
    if not rows:
        return None
    sentence = f"{_values(rows, 'turns')}."
    return _answer(LENGTH, "Is it longer?", "Length", rows, ("longer", "shorter"), "games are", sentence)


def _close(leads: Sequence[ChangedMetric], spread: Sequence[ChangedMetric]) -> TryAnswer | None:
    """The answer to whether games are closer: more of them with a lead change, or less distance in points."""
    rows = [*leads, *spread]
    if not rows:
        return None
    units = ((leads, "of 100 games with a lead change"), (spread, "points from best to last"))
    told = [_values(held, unit) for held, unit in units if held]
    sentence = f"{'; '.join(told)}."
    chip = strongest(rows)
    if chip in (GREY, GREEN):
        word = "cannot tell yet" if chip == GREY else same_word(rows)
        return TryAnswer(CLOSE, "Is it closer?", "Closeness", chip, word, sentence)
    closer = {(row.change > 0) is (row.metric == "lead-changes") for row in rows if row.chip == chip}
    clearly = "clearly " if chip == RED else ""
    if len(closer) > 1:
        claim = f"closeness {clearly}changed both ways"
        return TryAnswer(CLOSE, "Is it closer?", "Closeness", chip, "changed both ways", sentence, claim)
    way = "closer" if closer == {True} else "less close"
    return TryAnswer(
        CLOSE, "Is it closer?", "Closeness", chip, f"{clearly}{way}", sentence, f"games are {clearly}{way}"
    )


def _plans(rows: Sequence[ChangedMetric]) -> TryAnswer | None:
    """The answer on strategies: those that gain, those that lose, and the inconclusive ones."""
    if not rows:
        return None
    chip = strongest(rows)
    several = len({row.players for row in rows}) > 1
    parts = [
        _some([row for row in rows if row.chip == mark and (row.change > 0) is up], verb, several)
        for mark, verb, up in GAINS
    ]
    told = "; ".join(part for part in [*parts, _open(rows, several), _still(rows, several)] if part)
    word = {RED: "changed", AMBER: "changed", GREY: "cannot tell yet", GREEN: "same"}[chip]
    return TryAnswer(
        PLAYERS, "Who gains?", "Strategies", chip, word, f"{told[0].upper()}{told[1:]}.", _gainers(rows, chip)
    )


def _open(rows: Sequence[ChangedMetric], several: bool) -> str:
    """The inconclusive strategies in words, largest changes first."""
    unsure = sorted((row for row in rows if row.chip == GREY), key=lambda row: -abs(row.change))
    if not unsure:
        return ""
    more = f" and {len(unsure) - MOST} more" if len(unsure) > MOST else ""
    named = ", ".join(f"{_named(row, several)} ({signed(row.change)})" for row in unsure[:MOST])
    return f"open: {named}{more}"


def _still(rows: Sequence[ChangedMetric], several: bool) -> str:
    """The strategies that stay the same, in words."""
    still = [row for row in rows if row.chip == GREEN]
    if not still:
        return ""
    who = listed([_named(row, several) for row in still]) if len(still) <= MOST else str(len(still))
    who = "all" if len(still) == len(rows) else who
    return f"{who} stay{'s' if len(still) == 1 else ''} the same"


def _gainers(rows: Sequence[ChangedMetric], chip: str) -> str:
    """The words of a headline on the strategies that gain or lose. '' if no strategy has changed."""
    found = [row for row in rows if row.chip == chip and row.significant]
    clearly = "clearly " if chip == RED else ""
    if len(found) == 1:
        return f"{_named(found[0])} {clearly}{'gains' if found[0].change > 0 else 'loses'}"
    return f"{len(found)} strategies {clearly}gain or lose" if found else ""


def _item(rows: Sequence[ChangedMetric]) -> TryAnswer:
    """The answer on the value of being dealt a changed component, before and after."""
    name = cut(rows[0].about)
    if rows[0].new:
        return _new_item(name, rows)
    unit = EXTRA if rows[0].extra else f"{WINS}, when dealt it"
    told = [f"{_values(rows, unit, with_signs=rows[0].extra)}.", *_levels(rows)]
    sentence = " ".join([*told, NEARER] if rows[0].extra else told)
    asks = f"What is {name} worth now?"
    return _answer(ITEM, asks, name, rows, ("worth more", "worth less"), f"{name} is", sentence)


def _levels(rows: Sequence[ChangedMetric]) -> list[str]:
    """A sentence on the value of a changed card after the change. Empty if no level is known."""
    told = []
    for row in rows:
        if row.level is not None:
            value_, low, high = (signed(one) for one in row.level)
            with_ = f" with {row.players}" if len(rows) > 1 else ""
            strength = _strength(row.margin, *row.level[1:])
            told.append(f"{value_}{with_} (95 % sure: {low} to {high}): {strength}")
    return [f"With the change it is worth {'; '.join(told)}."] if told else []


def _strength(margin: float, low: float, high: float) -> str:
    """The strength of a card against the others, in words, by the interval of its extra wins."""
    if -margin < low and high < margin:
        return "like the others"
    if low <= 0.0 <= high:
        return "whether it is like the others is open"
    side = "stronger" if low > 0 else "weaker"
    clear = low > margin or high < -margin
    return f"{'clearly ' if clear else ''}{side} than the others{'' if clear else PERHAPS}"


def _new_item(name: str, rows: Sequence[ChangedMetric]) -> TryAnswer:
    """The answer to whether a new item is as strong as the others."""
    several = len(rows) > 1
    told = [
        f"{signed(row.change)}{f' with {row.players}' if several else ''} ({_range(row)})" for row in rows
    ]
    sentence = f"{listed(told)} {EXTRA} and not another."
    ways = ("stronger than the others", "weaker than the others")
    made = _answer(ITEM, f"Is {name} balanced?", name, rows, ways, f"{name} is", sentence)
    like = {"same": "like the others", "hardly changed": "hardly different"}
    return replace(made, word=like.get(made.word, made.word))


def sure(rows: Sequence[ChangedMetric], deals: dict[int, int], assured: Assurance | None) -> TryAnswer:
    """The answer to "How sure is this?".

    It gives the smallest change that would probably be detected, the changes that may or may not matter, and
    the number of deals that would probably decide all open rows.
    """
    counts = sorted(set(deals.values()))
    many = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    told = [f"{many} deals under both rules{' with each number of players' if len(deals) > 1 else ''}"]
    told_of = [row for row in rows if row.detectable and row.metric.startswith((SEATS, "won"))]
    seen = max(told_of, key=lambda row: row.detectable or 0.0, default=None)
    if seen is not None and seen.detectable is not None:
        what = "games won of 100" if seen.unit == PERCENT else "wins of any seat"
        told.append(f"a change of {figure(seen.detectable)} {what} would show in four out of five tries")
    if counts[0] < FEW:
        told.append(f"under {FEW} nothing is tested")
    unsure = [row for row in rows if row.open]
    word = f"{len(unsure)} of {len(rows)} open" if unsure else "all decided"
    if changed := [row for row in unsure if row.significant]:
        named = [_row_name(row, len(deals) > 1) for row in changed[:MOST]]
        named += [f"{len(changed) - MOST} more"] if len(changed) > MOST else []
        told.append(f"whether the change of {listed(named)} matters is open")
    alike = sum(not (row.error and row.margin) for row in unsure)
    left = f" but {alike} without variance" if alike else ""
    if more := deciding_words(
        assured, counts[0], f"deals decide all that is open{left} in half of such tries"
    ):
        told.append(f"played on, {more}")
    return TryAnswer(SURE, "How sure is this?", "How sure", BLUE, word, f"{'; '.join(told)}.")


# words ------------------------------------------------------------------------------
def _row_name(row: ChangedMetric, several: bool) -> str:
    """The name of a row within a sentence."""
    if row.metric.startswith(SEATS):
        return _seat_name(row)
    name = cut(row.about) if row.about else row.label.lower()
    return f"{name} with {row.players}" if several else name


def _pair(row: ChangedMetric) -> str:
    return f"{value(row, row.before)} {ARROW} {value(row, row.after)}"


def _signed_pair(row: ChangedMetric) -> str:
    return f"{signed(row.before)} {ARROW} {signed(row.after)}"


def _range(row: ChangedMetric) -> str:
    """The interval and margin of a row in words: 'change -4 to +7, matters from 8'."""
    what = "95 % sure:" if row.new else "change"
    matters = f"matters from {round(row.margin, 1):g}"
    if row.interval is None:
        return f"{what} {signed_value(row, row.change)}, {matters}"
    return f"{what} {signed_value(row, row.interval[0])} to {signed_value(row, row.interval[1])}, {matters}"


def value(row: ChangedMetric, number: float) -> str:
    """A value of a row as text: wins and games of 100 as `figure` shows them, others with one decimal."""
    return _decimal(number) if row.unit in ("", TURNS) else figure(number)


def signed_value(row: ChangedMetric, number: float) -> str:
    """A change of a row as text, with its sign."""
    return with_sign(value(row, number), number)


def _decimal(number: float) -> str:
    return f"{number:.1f}".replace("-", "\N{MINUS SIGN}") if float(f"{number:.1f}") else "0.0"


def _named(row: ChangedMetric, several: bool = False) -> str:
    return f"{cut(row.about)} with {row.players}" if several else cut(row.about)


def _some(rows: Sequence[ChangedMetric], verb: str, several: bool) -> str:
    """Changed strategies in words: 'warlord (113 → 88) and forager (...) lose'. '' without rows."""
    if not rows:
        return ""
    told = listed([f"{_named(row, several)} ({_pair(row)})" for row in rows])
    return f"{told} {verb if len(rows) > 1 else verb + 's'}"
