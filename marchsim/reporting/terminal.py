"""The end of a run in a terminal of 80 columns: standings, verdicts and inconclusive questions.

The numbers come from the same objects as those in reports. A verdict on a question unknown to this module is
shown, too.
"""

from __future__ import annotations

import json
import math
import shlex
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from marchsim.analysis.course.pace import decided_words
from marchsim.analysis.judging.findings import Findings, Standings, measured
from marchsim.analysis.judging.verdict import (
    AMBER,
    BLUE,
    CARDS,
    CHIPS,
    CLAIMS,
    GREEN,
    GREY,
    KINDS,
    RED,
    SEATS,
    STRATEGIES,
    SURE,
    TURNS,
    VARIANTS,
    WINS,
    WON,
    JudgedPart,
    Verdict,
    figure,
    listed,
    with_players,
)
from marchsim.analysis.judging.verdict import span as span_of
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import base
from marchsim.analysis.reading.source import Run, entry, look_words
from marchsim.errors import plain, plural
from marchsim.reporting.pages.format import shortened
from marchsim.reporting.pages.words import capital
from marchsim.reporting.sections.design import voids_differ
from marchsim.stats.assurance import LARGEST, POWER, together
from marchsim.stats.clusters import FEW
from marchsim.stats.intervals import Interval

WIDTH = 80
COLUMN = 11  # letters for a number with its interval
SEAT_COLUMN = 9
NARROWEST, WIDEST = 10, 30  # letters of a name
MOST_COUNTS = 4  # numbers of players in a table
MOST_PLACES = 20
MOST_TABLES = 2
MOST_FILES = 8  # files named beside a page
LABEL = 31
MOST_EACH = 4  # verdicts to list on such a question; further ones are counted by answer
CARDS_UNREAD = "Cards are judged in the report, and not here of so many games."
EACH = (VARIANTS, WON)  # questions with a line for every rule set

Paint = Callable[[str, str], str]  # from a chip and a word to the word, perhaps coloured


def data(what: Findings) -> dict[str, Any]:
    """The results of a run as plain data, for programs."""
    decided, look = decided_words(what.panels, what.run.manifest), look_words(what.run.manifest)
    return {
        "verdicts": [one.data() for one in what.verdicts],
        "standings": [one.data() for one in what.standings],
        "baselines": [
            {"strategy": name, "won": won, "seats": seats}
            for name, (won, seats) in measured(what.run, what.panels).items()
        ],
        "unread": CARDS_UNREAD if what.unread else "",
        **({"decided": decided} if decided else {}),
        **({"look": look} if look else {}),
    }


def unpainted(_chip: str, word: str) -> str:
    """The word itself, without colour."""
    return word


def lines(what: Findings, folder: Path, paint: Paint = unpainted) -> list[str]:
    """The lines on standings, verdicts and inconclusive questions. `folder` is the folder of the run."""
    run = what.run
    main = _main(what.verdicts, run)
    unread = [f"  {CARDS_UNREAD}"] if what.unread else []
    decided = decided_words(what.panels, run.manifest)
    ends = [*_wrapped(decided), ""] if decided else []
    uneven = [line for notice in voids_differ(run) for line in _wrapped(notice.text)]
    said = [*ends, *uneven, *table_lines(what, main), *verdict_lines(what.verdicts, main, paint), *unread]
    return [*said, *look_lines(run), *_open(what.verdicts, run, folder)]


def judged(
    what: Findings, parts: Sequence[str] | None, variant: str = "", paint: Paint = unpainted
) -> list[str]:
    """The lines on the verdicts for `parts` of a report, then an empty line, or [] without verdicts.

    If `parts` is None, the lines are the headline and all verdicts.
    """
    from marchsim.reporting.front.headline import headline  # slow imports that the end of a run avoids
    from marchsim.reporting.summary import verdicts_of

    every = what.verdicts if parts is None or parts else []  # not computed for reports without any
    here = every if parts is None else verdicts_of(every, parts)
    main = variant or _main(here, what.run)
    said = verdict_lines(here, main, paint)
    said += look_lines(what.run) if said else []
    if said and parts is None:
        said = [
            *_wrapped(f"{headline([one for one in here if one.rules == main or one.question == VARIANTS])}."),
            "",
            *said,
        ]
    return [*said, ""] if said else []


def look_lines(run: Run) -> list[str]:
    """The lines on this interim look, with its number and the error of its verdicts.

    The list is empty for the first look.
    """
    told = look_words(run.manifest)
    return _wrapped(told) if told else []


def summary(page: Path) -> list[str]:
    """The summary of a report's page, without the verdicts, which are printed separately."""
    whole = json.loads((page.parent / "report.json").read_text(encoding="utf-8"))
    judged = [one["sentence"] for one in whole["verdicts"]]
    return [said for said in whole["summary"] if not any(sentence in said for sentence in judged)]


def summed(page: Path) -> list[str]:
    """The lines of the summary of a report's page, then an empty line."""
    said = [line for fact in summary(page) for line in _wrapped(plain(fact))]
    return [*said, ""] if said else []


def output_names(page: Path) -> list[str]:
    """The names of the files beside a report's page, and of folders with the number of files in each."""
    told = []
    for path in sorted(page.parent.iterdir(), key=lambda path: (path.is_dir(), path.name)):
        if path.is_dir():
            inside = sum(1 for one in path.iterdir())
            told += [f"{path.name}/ ({plural(inside, 'file')})"] if inside else []
        elif path != page:
            told.append(path.name)
    more = len(told) - MOST_FILES
    return [*told[:MOST_FILES], f"and {more} more"] if more > 0 else told


def _main(judged: Sequence[Verdict], run: Run) -> str:
    """The rule set to show in full: that of the configuration itself, or else the first."""
    return base(run, list(dict.fromkeys(one.rules for one in judged if one.question != VARIANTS)))


# the table --------------------------------------------------------------------------------


def table_lines(what: Findings, main: str) -> list[str]:
    """The lines on the standings under the rule set `main`, and on strategies that do not count."""
    here = [one for one in what.standings if one.rules == main]
    limited = any(place.mark for one in here for place in one.places)
    said = []
    for one in here[:MOST_TABLES]:
        said += [*_table(one, many=len({other.rules for other in what.standings}) > 1), *_certain(one), ""]
    if len(here) > MOST_TABLES:
        said += [f"  {len(here) - MOST_TABLES} more fields of strategies are in the report", ""]
    notes = [_baseline(name, *one) for name, one in measured(what.run, what.panels).items()]
    notes += ["Handicapped: limited on purpose, so not judged."] if limited else []
    notes += [_unmeasured(one) for one in here[:1] if one.unmeasured]
    return [*said, *(line for note in notes for line in _wrapped(note)), *([""] if notes else [])]


def _table(one: Standings, many: bool) -> list[str]:
    several = len(one.players) > 1
    counts = one.players[:MOST_COUNTS] if several else ()
    pooled = one.unit == WINS or not several  # shares of games won are never pooled
    columns = int(pooled) + len(counts)
    names = min(WIDEST, max(NARROWEST, WIDTH - 6 - COLUMN * columns - SEAT_COLUMN))
    title = one.unit if one.unit == WINS else "games won of 100"
    under = f", rules {_name(one.rules, 24)}" if many else ""
    heads = ([_pooled(one)] if several else [_players(one.players[0])]) if pooled else []
    heads += [_players(count) for count in counts]
    room = 6 + names
    head = f"  {title}{under}"
    first = [head] if len(head) > room else []
    top = f"{head if not first else '':<{room}}" + "".join(f"{text:>{COLUMN}}" for text in heads)
    shown = one.places[:MOST_PLACES]
    labels = _labels(shown, names)
    rows = [
        _row(at, place, f"{labels[at - 1]:<{names}}", pooled, counts) for at, place in enumerate(shown, 1)
    ]
    made = [
        *first,
        f"{top}{'seats':>{SEAT_COLUMN}}",
        f"  {'-' * (room - 2 + COLUMN * columns + SEAT_COLUMN)}",
        *rows,
    ]
    if len(one.places) > MOST_PLACES:
        made.append(f"      and {len(one.places) - MOST_PLACES} more")
    if len(one.players) > MOST_COUNTS:
        made.append(f"      more numbers of players are in the report: {len(one.players) - MOST_COUNTS}")
    return made


def _pooled(one: Standings) -> str:
    """The numbers of players that the first column pools, as text, or 'all'."""
    if one.pooled in ((), one.players):
        return "all"
    return f"{', '.join(map(str, one.pooled))} alone"


def _certain(one: Standings) -> list[str]:
    """The lines on how certain the intervals of a table are, or [] if it has no intervals."""
    joint = any(place.low is not None for place in one.places)
    if not joint and not any(_half(part) for row in one.places for part in row.parts.values()):
        return []
    at_once = "for all strategies at once" if joint else "each by itself"
    several = f" ({_pooled(one)}) or each by itself" if joint and len(one.players) > 1 else ""
    said = [f"  ±: 95 % sure, {at_once}{several}"]
    if one.pooled and one.pooled != one.players:
        told = f"In order of their wins {with_players(one.pooled)}; else somebody sat in under {FEW} deals."
        said += _wrapped(told)
    return said


def _labels(places: Sequence[JudgedPart], most: int) -> list[str]:
    """Names of strategies with their marks, shortened to `most` letters. Different names stay different."""
    marks = [f" ({place.mark})" if place.mark else "" for place in places]
    found = [""] * len(places)
    for mark in set(marks):
        rows = [at for at, one in enumerate(marks) if one == mark]
        names = shortened([plain(places[at].name) for at in rows], most - len(mark))
        for at, name in zip(rows, names, strict=True):
            found[at] = f"{name}{mark}"
    return found


def _row(at: int, place: JudgedPart, name: str, pooled: bool, counts: Sequence[int]) -> str:
    shown = [_sized(place.estimate, place)] if pooled else []
    if pooled and len(place.parts) == 1 and place.low is None:
        (alone,) = place.parts.values()  # one number of players with its own interval
        shown = [_sized(alone.value or 0.0, alone)]
    for part in (place.parts.get(count) for count in counts):
        shown.append(_sized(part.value or 0.0, part) if part else "-")
    cells = "".join(f"{text:>{COLUMN}}" for text in shown)
    return f"  {at:>2}  {name}{cells}{place.seats:>{SEAT_COLUMN},}"


def _sized(value: float, part: JudgedPart | Estimate) -> str:
    """An estimate ± half the width of its interval, such as '134 ± 3'.

    A decimal is shown only if it adds information.
    """
    half = _half(part)
    if half is None:
        return figure(value)
    whole = half >= 0.5 and figure(value) == f"{value:.0f}"
    return f"{figure(value)} ± {half:.{0 if whole else 1}f}"


def _half(part: JudgedPart | Estimate) -> float | None:
    """Half the width of an interval, or None if there is no interval or it rests on too few deals."""
    if part.low is None or part.high is None or part.deals < FEW:
        return None
    return (part.high - part.low) / 2


def _name(name: str, most: int) -> str:
    told = plain(name)
    return told if len(told) <= most else told[: most - 1] + "…"


def _players(count: int) -> str:
    return plural(count, "player")


def _baseline(name: str, won: float, seats: int) -> str:
    wins = f"{won:,.0f}" if won == round(won) else f"{won:,.1f}"
    name = _name(name, WIDEST)
    return f"{name}, a baseline player, won {wins} of {seats:,} seats. Its games count nowhere else."


def _unmeasured(one: Standings) -> str:
    who = listed(_name(name, WIDEST) for name in one.barred)
    return f"Not measured {with_players(one.unmeasured)}: {who} sat in every game."


# the verdicts -----------------------------------------------------------------------------


def verdict_lines(judged: Sequence[Verdict], main: str, paint: Paint = unpainted) -> list[str]:
    """A line for each verdict under the rule set `main`, and counts of verdicts under the others."""
    said, others = [], []
    width = min(WIDEST, max((len(one.answer) for one in judged), default=0) + 2)
    for question in dict.fromkeys(one.question for one in judged):
        here = [one for one in judged if one.question == question]
        each = question in EACH and len(here) <= MOST_EACH
        told = here if each else [one for one in here if one.rules == main]
        said += [line for one in told for line in _verdict(one, len(told) > 1, width, paint)]
        others += [] if question == SURE else _elsewhere([one for one in here if one not in told], bool(told))
    return [*said, *others]


def _verdict(one: Verdict, many: bool, width: int, paint: Paint) -> list[str]:
    label = f"How often won, {one.rules}?" if one.question == WON and many else one.asks
    label = _name(label or one.question, LABEL - 1)
    answer = one.answer.upper() if one.chip == RED else one.answer
    rest = textwrap.wrap(_rest(one), WIDTH - LABEL - width - 2, break_on_hyphens=False) or [""]
    first = f"  {label:<{LABEL}}{paint(one.chip, answer)}{' ' * max(1, width - len(answer))}{rest[0]}"
    return [first.rstrip(), *(f"{'':<{2 + LABEL + width}}{line}" for line in rest[1:])]


def _rest(one: Verdict) -> str:
    """The number of a verdict with its interval, then the rest of the verdict's line."""
    if one.estimate is None and not one.parts:
        said = plain(one.sentence.partition(". ")[2] or one.sentence)
        return capital(said.removeprefix(f"{one.answer} "))
    told = SPECIAL[one.question](one) if one.question in SPECIAL else _sizes(one)
    return f"{told}{_with(one)}" if one.unit == TURNS else told


def _strategy(one: Verdict) -> str:
    first = next((row for row in one.rows if not row.mark), None)
    return f"{_name(first.name, WIDEST)} {_sizes(one)}" if first else _sizes(one)


def _card(one: Verdict) -> str:
    """The first card with its extra wins, then the number of other cards by verdict."""
    first = next((row for row in one.rows if row.estimate == one.estimate), None)
    judged = [row for row in one.rows if not row.mark and row is not first]
    told = [f"{_name(first.name, WIDEST)} {_signed(one)}" if first else _signed(one)]
    for chip in (RED, AMBER, GREEN, GREY):
        many = sum(row.chip == chip for row in judged)
        told += [f"{many} {CHIPS[chip]}"] if many else []
    return f"{told[0]}; others: {', '.join(told[1:])}" if told[1:] else told[0]


def _signed(one: Verdict) -> str:
    return _sizes(one) if (one.estimate or 0.0) < 0 else f"+{_sizes(one)}"


def _sure(one: Verdict) -> str:
    told = f"±{figure(one.estimate or 0.0)}"
    return f"{told}; {one.guesses[0]:,} of {one.guesses[1]:,} numbers are guesses" if one.guesses else told


def _changed(one: Verdict) -> str:
    return f"{_sizes(one)} points: {plain(one.rules)}, {_players(one.players[0])}"


SPECIAL: Mapping[str, Callable[[Verdict], str]] = {
    SEATS: lambda one: f"{one.rows[0].name}: {_sizes(one)}" if one.rows else _sizes(one),
    STRATEGIES: _strategy,
    KINDS: _strategy,
    CARDS: _card,
    SURE: _sure,
    VARIANTS: _changed,
    WON: lambda one: f"{_sizes(one)} of 100{_with(one)}",
}


def _sizes(one: Verdict) -> str:
    if one.estimate is not None:
        span = span_of(Interval(*one.interval, "")) if one.interval else ""
        low, _, high = span.partition(" to ")
        return figure(one.estimate) + (f" ({span})" if low != high else "")
    return ", ".join(figure(part.value or 0.0) for part in one.parts.values())


def _with(one: Verdict) -> str:
    """The unit after a number, and the numbers of players if there are several."""
    unit = " turns" if one.unit == TURNS else ""
    if len(one.players) < 2:
        return unit
    return f"{unit} ({', '.join(map(str, one.players))} players)"


def _elsewhere(judged: Sequence[Verdict], others: bool) -> list[str]:
    """Lines that count the answers under rule sets, without plain facts.

    `others` is true if another rule set is shown in full.
    """
    told = []
    for answer in dict.fromkeys(one.answer for one in judged if one.chip != BLUE):
        here = [one for one in judged if one.answer == answer]
        named = f", {plain(here[0].rules)}" if len(here) == 1 and here[0].chip in CLAIMS else ""
        told.append(f"{answer[:1].lower()}{answer[1:]} ({len(here)}{named})")
    if not told:
        return []
    if len(judged) == 1 and others:
        return _wrapped(f"{judged[0].asks} Under {plain(judged[0].rules)}: {judged[0].answer.lower()}.")
    kind = "pair" if judged[0].question == VARIANTS else "rule set"
    many = plural(len(judged), f"{'other ' if others else ''}{kind}")
    return _wrapped(f"{judged[0].asks} Of {many}: {', '.join(told)}.")


# open questions -----------------------------------------------------------------------------


def _open(judged: Sequence[Verdict], run: Run, folder: Path) -> list[str]:
    """Lines on inconclusive questions: about how many games would answer them, and the command.

    The list is empty if that number is unknown or too large.
    """
    unsure = [one.assured for one in judged if one.assured is not None]
    times = together(unsure).times(POWER) if unsure else None
    have, games = _blocks(run), entry(run.manifest, "plan", "games")
    if not times or not have or not isinstance(games, int) or times * games > LARGEST:
        return []
    blocks = math.ceil(have * times)
    about = round(blocks * games / max(1, entry(run.manifest, "plan", "blocks") or have))
    which = "what is open" if len(unsure) == 1 else f"all {len(unsure)} open questions"
    told = f"Played on to about {about:,} games, four of five such runs answer {which}:"
    return ["", *_wrapped(told), f"    {extending(folder, blocks)}"]


def extending(folder: Path, blocks: int) -> str:
    """The command that extends a run to a total of `blocks` blocks."""
    return f"marchsim runs extend {shlex.quote(str(folder))} --to {blocks}"


def _blocks(run: Run) -> int:
    """The number of blocks of a run, or 0 if its manifest does not state it."""
    stopped, planned = entry(run.manifest, "stopped", "blocks"), entry(run.manifest, "plan", "blocks")
    have = stopped if isinstance(stopped, int) else planned
    return have if isinstance(have, int) else 0


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
