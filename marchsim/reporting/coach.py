"""The report of a coach: wins lost by kind of decision, and the costliest decisions."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.drawing.rows import DotRow, Rows, Ruler, estimated
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns, SectionBuilder, section
from marchsim.reporting.pages.document import Document, Section, Table, Text
from marchsim.reporting.pages.format import count, tenth
from marchsim.reporting.pages.saving import write
from marchsim.reporting.sections.design import about, called, population, warnings
from marchsim.stats.clusters import FEW
from marchsim.studies.coach.answers import FAKE, MATTERS, SMALL, Coached, Costly, Lost
from marchsim.studies.coach.playing import AGAIN, COSTLY, OPTIONS
from marchsim.studies.coach.study import CoachResult

ALONE = (
    "Each decision is judged by itself: all that follows is played as these strategies play. So the wins of "
    "several decisions do not add up to the gain of a better strategy."
)
METHODS = (
    "Rollouts: the game is played on to its end from what the seat sees. All that it cannot see is imagined "
    "anew for each rollout, and the strategies at the table play on, without search. All options of a "
    f"decision have the same rollouts otherwise. At most {OPTIONS} options are tried, those that the seat's "
    "own weights rate highest, and the one taken.",
    "Regret: the value of the best option less that of the option taken. The best of one half of the "
    "rollouts is measured on the other half, both ways (van Hasselt 2010), since the best of few looks too "
    "good. So regret is never overstated on average. With few rollouts it is understated, and may come out "
    "below 0.",
    "Spread: the standard deviation between the true values of the options. The covariance of the two halves "
    "has no error of the rollouts in it. A kind of decision matters if its interval is above "
    f"{SMALL / 100:g} of a win, and is fake if it is below, from {FEW} deals on.",
    "Decisions are drawn by kind and action, half the square root of their number in a game, at least one. "
    "A drawn decision represents its whole group (Horvitz and Thompson 1952). The deal is the independent "
    "unit: ratio estimates with t intervals over deals (Cochran 1977, ch. 6), of 95 % each by itself. With "
    "few deals they hold less often: in simulated worlds 93 % (regret) and 90 % (spread) with 30 deals, and "
    "95 and 94 % with 240.",
    f"Costliest decisions: those whose best option led by more than {COSTLY:g} standard errors are rolled "
    f"out again, {AGAIN} times as often. The first rollouts choose them, and the fresh ones give "
    "their cost and order.",
)


def report_coached(found: CoachResult, replayed: Sequence[str]) -> tuple[Path, list[str]]:
    """Write the report of a coach into its folder and return the path of its page and the summary.

    `replayed` are the options that make `marchsim play` use the game and rules of the configuration.
    """
    panels = [
        (one, SectionBuilder(f"k{one.players}", words.plural(one.players, "player"))) for one in found.panels
    ]
    said = [f"{build.where}: {sentence}" for one, build in panels for sentence in sentences(one)]
    said += (
        [f"{count(found.void)} deals do not count, since a game of theirs was void."] if found.void else []
    )
    whose = f" of {words.quoted(found.strategy)}" if found.strategy else ""
    document = Document(
        title=f"Decisions{whose} in {called(found.manifest, 'games')}",
        about=about(found.manifest),
        summary=said,
        notices=[Text(ALONE, "note"), *population(found.manifest), *warnings(found.manifest)],
        sections=[
            *(part for one, build in panels for part in _panel(found, one, build, replayed)),
            section("methods", "Methods", 2, *METHODS),
        ],
        games=sum(one.deals for one in found.panels),
    )
    return write(document, found.folder), said


def sentences(found: Coached) -> list[str]:
    """The main sentences: the number of decisions, the costliest kind, and the kinds that matter or are fake.

    A kind of decision is fake if its options hardly differ.
    """
    first = found.kinds[0]
    said = [
        f"{count(found.whole.drawn)} decisions of {words.plural(found.deals, 'deal')} were rolled out.",
        f"Most wins are lost by {words.quoted(first.name)}: {_amount(first.lost)} in 100 games of a seat.",
    ]
    for verdict, sentence in (
        (MATTERS, "Decisions that matter"),
        (FAKE, "Fake decisions, all options alike"),
    ):
        named = [
            f"{words.quoted(one.name)} (options differ by {_amount(one.spread)} hundredths of a win)"
            for one in found.kinds
            if one.verdict == verdict
        ]
        said += [f"{sentence}: {words.listed(named)}."] if named else []
    return said


def _amount(found: Estimate) -> str:
    ends = words.interval(found)
    return f"{tenth(found.value or 0.0)}" + (f" ({tenth(ends[0])} to {tenth(ends[1])})" if ends else "")


def _columns(heading: str, judged: bool) -> Columns[Lost]:
    return (
        Columns[Lost]()
        .column("name", heading, lambda one: one.name)
        .column("verdict", "Verdict", lambda one: one.verdict, given=judged)  # first, for small screens
        .estimate("lost", "Wins lost in 100 games", lambda one: one.lost, "tenth")
        .estimate("regret", "In 100 decisions", lambda one: one.regret, "tenth")
        .estimate("spread", "Options differ by", lambda one: one.spread, "tenth", given=judged)
        .column("drawn", "Rolled out", lambda one: one.drawn, "count")
        .column("occurs", "In a game of a seat", lambda one: one.occurs.value, "tenth")
    )


def _panel(found: CoachResult, one: Coached, build: SectionBuilder, replayed: Sequence[str]) -> list[Section]:
    """The sections of the report for one number of players."""
    note = (
        "Options differ by: the standard deviation of their true values, in hundredths of a win. "
        f"Decisions matter if its whole interval is above {SMALL:g}, and are fake if it is below."
    )
    kinds = build.table(
        "kinds", "Wins lost by kind of decision", _columns("Kind", True), [*one.kinds, one.whole], note
    )
    alt = f"Dots with intervals. {'. '.join(f'{row.name}: {_amount(row.lost)}' for row in one.kinds)}."
    axis = "wins lost in 100 games of a seat, with 95 % interval"
    rows_ = [DotRow(row.name, [estimated(row.lost)]) for row in one.kinds]
    bars = build.pictured(kinds, Rows(rows_, Ruler(0.0, "none"), axis=axis), "bars", alt)
    rows = {
        "actions": ("Wins lost by action taken", "Action", one.actions),
        "rounds": ("Wins lost by round", "Round", one.rounds),
        "strategies": ("Wins lost by strategy", "Strategy", [] if found.strategy else one.strategies),
    }
    total = "Wins lost are a sum over the decisions of a game, each judged by itself. So they may exceed 100."
    tables = [
        build.table(key, title, _columns(heading, False), listed, total if key == "strategies" else "")
        for key, (title, heading, listed) in rows.items()
        if listed
    ]
    left = (
        Columns[tuple[str, float]]()
        .column("kind", "Kind", lambda row: row[0])
        .column("occurs", "In a game of a seat", lambda row: row[1], "tenth")
        .table(
            build.id("left"), build.titled("Not rolled out"), one.left_out.items(),
            "The coach cannot play a game on from the midst of these questions, so it does not judge them.",
        )
    )  # fmt: skip
    return [
        section(build.ident, build.where, 2, *sentences(one)),
        build.section("lost", "Wins lost", *bars, *tables),
        build.section("costliest", "Costliest decisions", _costly(found, one, build, replayed)),
        *([build.section("others", "Other decisions", left)] if one.left_out else []),
    ]


def _costly(found: CoachResult, one: Coached, build: SectionBuilder, replayed: Sequence[str]) -> Table | str:
    columns = (
        Columns[Costly]()
        .column("taken", "Taken", lambda row: row.taken)
        .column("better", "Better", lambda row: row.better)
        .column("lost", "Hundredths of a win", lambda row: row.lost, "tenth")
        .column("strategy", "Strategy", lambda row: row.line_up.split(",")[row.seat])
        .column("round", "Round", lambda row: row.round, "count")
        .column("kind", "Kind", lambda row: row.kind)
        .column("error", "Standard error", lambda row: row.error, "tenth")
        .column("command", "To see it", lambda row: command(found, row, replayed))
    )
    if not one.costly:
        return "No option led the one taken clearly."
    note = (
        "The first rollouts found them. Fresh ones measured them, and do not confirm each. Seats count "
        "from 1 in the command."
    )
    return build.table("costliest", "The costliest decisions", columns, one.costly, note)


def command(found: CoachResult, row: Costly, replayed: Sequence[str]) -> str:
    """The command that replays the game of a decision and explains the decisions of its seat.

    The command is '' if a strategy has parameters from the configuration, which `marchsim play` cannot set.
    """
    names = row.line_up.split(",")
    if any(name not in found.uses for name in names):
        return ""
    uses = ",".join(found.uses[name] for name in names)
    own = ["--strategies", uses, "--seed", str(found.seed(row.deal)), "--explain", str(row.seat + 1)]
    return shlex.join(["marchsim", "play", *own, *replayed])
