"""`marchsim try`: plays the present and the changed game on the same deals, and shows the differences."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.playing import Common, common_options, resumable, seconds_option
from marchsim.errors import ConfigError, plain, plural

if TYPE_CHECKING:
    from marchsim.reporting.front.commands import Command
    from marchsim.reporting.front.page import Page
    from marchsim.reporting.trying.page import PageWords
    from marchsim.studies.trying.playing import TryPlayed
    from marchsim.studies.trying.request import Trial, TryRequest

CHANGED = "changed"
WIDTH = 78
MOST_NEXT = 4  # commands at the end
MOST_COSTS = 8  # of a card that are proposed
MOST_DEALS = 1_000_000  # that are proposed


@common_options("rules", "plan")
def command(
    common: Common,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CHANGE... [CONFIG]",
            help="NAME=VALUE or NAME=VALUE,VALUE,... You can add a configuration or a run folder for its "
            "players. [default: the field of standard, 4 players]",
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="FILE", help="Overlay file with further changes. Repeatable."),
    ] = None,
    game: show.GameOption = "",
    deals: Annotated[
        int | None, typer.Option(metavar="N", help="Deals for each number of players, under both rules.")
    ] = None,
    seconds: Annotated[float | None, seconds_option("30")] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the page. [default: reports/try/NAME]")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Run folder. [default: runs/try/NAME]")
    ] = None,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="changed", help="Exit with code 3 if any metric changed.")
    ] = "",
) -> None:
    """Try a change: play the present and the changed game on the same deals, and show the differences.

    A table shows each metric before and after. Then come the answers: is the game fairer, longer, closer,
    which strategies and cards gain, and how sure is all this? The page is in reports/try/NAME.

    Several changes make one changed game. Several values of one change (NAME=2,3,4) are compared: one table,
    one curve, and the value at which the game is fair. --set and --preset apply before and after the change.
    The same command resumes a try that was stopped. More --deals add to the stored ones.

    Examples:
      marchsim try march_steps=4
      marchsim try cards.army-head.cost=4
      marchsim try cards.army-head.cost=2,3,4,5
      marchsim try cards.army-head.cost=4 cards.royal-jelly.cost=3 --players 3
      marchsim try species.solenopsis.major_cost=2 --game antwars
      marchsim try preset=long demo
      marchsim try cards.army-head.cost=4 runs/demo
      marchsim try --rules my-rules.toml field.toml --deals 3000

    Exit codes: 0 played, with or without a change, 3 changed (with --fail-on changed), 5 no deal counted.
    """
    from marchsim.cli.main import warn
    from marchsim.reporting.trying import page as pages
    from marchsim.reporting.trying import terminal, values
    from marchsim.runner.progress.display import shown
    from marchsim.studies.trying.playing import Budget, try_
    from marchsim.studies.trying.request import TryRequest, prepare

    if fail_on not in ("", CHANGED):
        raise ConfigError(f"--fail-on: {fail_on!r} is not {CHANGED}.")
    changes, config = sorted_out(words or [])
    changed = (*(rules or ()), *changes)
    asked = TryRequest(
        changed, config, common.players, tuple(common.changes), common.population, common.seed, game
    )
    progress = shown(common.quiet)
    progress.follows = False  # who leads under either rules is not the question
    trial, same = prepare(asked), again(asked, out, common.folders)
    where = {**common.where, "strategy_paths": common.folders, "progress": progress, "warn": warn}
    budget = Budget(deals, seconds)
    with resumable():
        played = try_(trial, out, budget, **where)
    found = played.found
    if trial.several:
        made = values_words(played, same)
        content, drawn = values.data(found, made), values.page(found, made)
        lines = terminal.values_lines(found, found.said)
    else:
        made = page_words(played, same)
        content, drawn = pages.data(found, made.lines), pages.page(found, made)
        lines = terminal.lines(found, show.paint)
    _show(played, drawn, content, lines, page, common)
    if fail_on and found.significant:
        raise typer.Exit(errors.EXPECTATION_FAILED)


def sorted_out(words: Sequence[str]) -> tuple[list[str], str]:
    """Sort the words of a command line into changes and a configuration ('' if there is none)."""
    from marchsim.runner.configuration.settings import is_setting

    changes = [word for word in words if is_setting(word)]
    others = [word for word in words if word not in changes]
    if len(others) > 1:
        raise ConfigError(
            f"{' '.join(others)}: one configuration may be named; a change is NAME=VALUE or --rules FILE."
        )
    return changes, others[0] if others else ""


def _show(
    played: TryPlayed, drawn: Page, content: dict[str, Any], lines: Iterable[str], page: Path | None,
    common: Common,
) -> None:  # fmt: skip
    """Write the page of a try, then print its text or its JSON."""
    from marchsim.reporting.trying.page import saved

    written = saved(drawn, content, page or Path("reports") / "try" / played.folder.resolve().name)
    if show.in_json():
        show.write_json({**content, "run": str(played.folder), "page": str(written)})
    if show.in_json() or common.quiet:
        return
    for line in [*map(plain, head(played)), "", *lines, f"\npage: {plain(str(written))}"]:
        typer.echo(line)
    show.commands(drawn.commands[:MOST_NEXT])


def head(played: TryPlayed) -> list[str]:
    """Lines that name the changes and count the deals and games."""
    found, result = played.found, played.result
    told = [
        f"{plural(deals, 'deal')} with {plural(players, 'player')}" for players, deals in found.deals.items()
    ]
    under = (
        f"under {len(played.trial.configuration.variants) + 1} rules"
        if played.trial.several
        else "under both rules"
    )
    pace = f" in {result.seconds:.0f} s" if result.played or result.taken else ", stored before"
    lines = [*(f"  {line}" for line in played.trial.lines), f"  {', '.join(told)}, each {under}"]
    lines.append(f"  {plural(found.games, 'game')}{pace}; {shlex.quote(str(played.folder))}")
    lines += [
        f"  {games:,} of them are the same games as in {shlex.quote(str(path))}, and are copied from there"
        for path, games in result.taken.items()
    ]
    lines += [f"  {line}" for note in played.trial.notes for line in textwrap.wrap(note, WIDTH)]
    if found.void:
        lines.append(f"  warning: {found.void:,} void games do not count, nor do those beside them")
    return lines


def commands(played: TryPlayed, again: Sequence[str]) -> list[Command]:
    """The commands to suggest after a try. `again` is the present command without its budget."""
    from marchsim import games
    from marchsim.kernel.numbers import Assuming
    from marchsim.reporting.front.commands import Command

    run = shlex.quote(str(played.folder))
    found = played.found
    made = []
    if found.needed is not None and found.needed <= MOST_DEALS:
        surer = shlex.join([*again, "--deals", str(found.needed)])
        made.append(Command("To be surer", surer, "decides all that is open in four of five such tries"))
    if curve := cost_curve(played.trial):
        made.append(Command("Its fair cost", curve, "at which cost is it fair?"))
    if any(row.new for row in found.rows):
        own = f"marchsim report all {run} --variant {shlex.quote(found.changed)} --players {max(found.deals)}"
        made.append(Command("Its card page", own, "a page for each card, the new one too"))
    made.append(Command("All numbers", f"marchsim report variants {run}", "the report on both rules"))
    if isinstance(games.load(played.trial.configuration.game), Assuming):
        players = f" --players {max(found.deals)}" if len(found.deals) > 1 else ""
        other = f"marchsim sensitivity {run}{players} --draws 100 --deals 100"
        made.append(Command("Other numbers", other, "does it survive if our guesses are wrong?"))
    if found.watch is not None:
        before, after = found.watch
        name = shlex.quote(found.changed)
        both = f"marchsim replay {run} {before} --against {run} --variant {name}"
        made.append(Command("One deal both ways", both, "from the first difference"))
        made.append(Command("Watch it before", f"marchsim replay {run} {before} --html before.html", ""))
        made.append(Command("Watch it after", f"marchsim replay {run} {after} --html after.html", ""))
    return made


def cost_curve(trial: Trial) -> str:
    """The command that tries several costs of a card if its cost is all that changed, else ''."""
    path, old, new = trial.changes[0].path, trial.changes[0].old, trial.changes[0].new
    if len(trial.changes) > 1 or path[-1] != "cost" or not (isinstance(old, int) and isinstance(new, int)):
        return ""
    costs = ",".join(map(str, range(min(old, new), max(old, new) + 2)[:MOST_COSTS]))
    return shlex.join(again(replace(trial.asked, changes=(f"{'.'.join(path)}={costs}",)), None, ()))


def page_words(played: TryPlayed, again: Sequence[str]) -> PageWords:
    """All texts of the page about one change, except for its results."""
    from marchsim.reporting.trying.page import PageWords

    manifest = played.result.folder.manifest
    prints = {str(one["name"]): str(one["fingerprint"]) for one in manifest["variants"]}
    found, trial = played.found, played.trial
    return PageWords(
        trial.configuration.name, str(manifest["game"]["title"]), trial.lines, commands(played, again),
        trial.notes, (prints[found.base], prints[found.changed]), trial.configuration.seed,
    )  # fmt: skip


def values_words(played: TryPlayed, again: Sequence[str]) -> PageWords:
    """All texts of the page about several values of one change, except for its results."""
    from marchsim.reporting.front.commands import Command
    from marchsim.reporting.trying.page import PageWords

    trial, deals = played.trial, max(played.found.deals.values())
    surer = shlex.join([*again, "--deals", str(min(MOST_DEALS, 4 * deals))])
    every = f"marchsim report variants {shlex.quote(str(played.folder))}"
    made = [
        Command("To be surer", surer, "four times the deals halve each interval"),
        Command("All numbers", every, "the report on all values"),
    ]
    title = str(played.result.folder.manifest["game"]["title"])
    return PageWords(trial.configuration.name, title, trial.lines, made, trial.notes, ("", ""), None)


def again(asked: TryRequest, out: Path | None, folders: Sequence[Path]) -> list[str]:
    """The arguments of a command that repeats this try, without its budget."""
    from marchsim.runner.configuration.settings import is_setting, options

    changes = [word for word in asked.changes if is_setting(word)]
    found = ["marchsim", "try", *changes, *([asked.config] if asked.config else [])]
    found += options([word for word in asked.changes if word not in changes])
    found += options(asked.rules)
    given = {
        "--game": asked.game or None,
        "--players": asked.players,
        "--seed": asked.seed,
        "--population": asked.population or None,
        "--out": out,
    }
    found += [word for name, value in given.items() if value is not None for word in (name, str(value))]
    return [*found, *(word for folder in folders for word in ("--strategy-path", str(folder)))]
