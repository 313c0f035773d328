"""Options and messages shared by the verbs that play games."""

from __future__ import annotations

import math
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim import errors
from marchsim.cli import show
from marchsim.cli.frame import options_of
from marchsim.cli.show import SetOption, StrategyPathOption, changed_rules
from marchsim.errors import ConfigError

if TYPE_CHECKING:
    from marchsim.runner.configuration.schema import Configuration
    from marchsim.studies.stages import PlayedStages

WorkersOption = Annotated[
    str | None,
    typer.Option(
        metavar="N|ADDRESS",
        help="Worker processes, 0 to play in this one, or the address of a Dask scheduler. "
        "[default: one per processor]",
    ),
]
SeedOption = Annotated[int | None, typer.Option(help="Seed, instead of the configuration's.")]
OverlaysOption = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Overlay file with rules, cards and tiles. Repeatable."),
]
PresetOption = Annotated[
    str,
    typer.Option(
        "--preset", metavar="NAME",
        help="Preset, instead of the configuration's. Join several with +, such as long+primitive."
    )
]  # fmt: skip
RecordedOption = Annotated[
    bool,
    typer.Option(
        "--recorded-strategies",
        help="Play the strategies stored in the run folder, even if their files have changed. "
        "This runs code from the folder, so use it only for runs that you trust.",
    ),
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", help="Number of players. [default: the configuration's]")
]
TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|)", re.ASCII)
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
MOST_SECONDS = 1e6


def read_seconds(text: str) -> float:
    """Parse a time such as 90, 90s, 5m or 1h into seconds. Raises ConfigError for any other text."""
    found = TIME.fullmatch(str(text).strip())
    value = float(found[1]) * UNITS[found[2]] if found else math.inf
    if value > MOST_SECONDS:
        raise ConfigError(f"--seconds: {str(text)[:40]!r} is no time; write 90, 5m or 1h, for instance.")
    return value


ORDINARY = "How much to play, as time of two cores of an ordinary machine"


def seconds_option(default: str, words: str = ORDINARY) -> Any:
    """The option --seconds, with the meaning of the time."""
    told = f"{words}: 90, 5m, 1h. [default: {default}]"
    return typer.Option("--seconds", metavar="TIME", parser=read_seconds, help=told)


PlanOption = Annotated[
    bool, typer.Option("--plan", help="Play a few games, estimate the time of the whole, and stop.")
]


def named_population(ctx: typer.Context, value: str) -> str:
    """The name of a population. Raises BadParameter for an empty name, as from an unset shell variable."""
    source = ctx.get_parameter_source("population")
    if not value and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter("it names nobody; give a population, or leave it out.")
    return value


PopulationOption = Annotated[
    str,
    typer.Option(
        "--population", metavar="NAME", callback=named_population,
        help="Population that plays under the configured names: shipped, tuned, strong, search or FILE.toml "
        "(docs/explain/populations.md).",
    )
]  # fmt: skip
HtmlOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a page that shows the game step by step: FILE.html."),
]
ExplainOption = Annotated[
    str,
    typer.Option(
        metavar="[SEAT|NAME]",
        help="Show the best options of each decision of a heuristic, with scores and reasons, "
        "for all heuristics, or for one seat (from 1) or strategy.",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Print no progress and no summary.")]


def listed(names: list[str] | None, option: str) -> tuple[str, ...]:
    """Split the values of an option that may be repeated and takes names separated by commas.

    Raises ConfigError if the option is given without a name, for example from an unset shell variable.
    """
    found = tuple(name.strip() for text in names or [] for name in text.split(",") if name.strip())
    if names and not found:
        raise errors.ConfigError(
            f"{option}: names nothing; give names with commas between them, or leave it out."
        )
    return found


@dataclass(frozen=True)
class Common:
    """The options shared by all verbs that play a configuration, in the order in which help lists them."""

    workers: WorkersOption = None
    seed: SeedOption = None
    rules: OverlaysOption = None
    settings: SetOption = None
    preset: PresetOption = ""
    population: PopulationOption = ""
    players: PlayersOption = None
    strategy_path: StrategyPathOption = None
    plan: PlanOption = False
    quiet: QuietOption = False

    @property
    def changes(self) -> list[str]:
        """The values of --preset, --rules and --set, as arguments of `read_overlays`."""
        return changed_rules(self.preset, self.rules, self.settings)

    @property
    def folders(self) -> Sequence[Path]:
        """The folders given by --strategy-path."""
        return self.strategy_path or ()

    @property
    def where(self) -> dict[str, Any]:
        """The place to play, as a keyword argument for `run` and for studies."""
        return {"workers": self.workers}

    def answer(self, data: Mapping[str, Any], tell: Callable[[], None], code: int = errors.OK) -> None:
        """Print results (as JSON or text, or nothing with --quiet). Exit with `code` unless it is 0."""
        if show.in_json():
            show.write_json(data)
        elif not self.quiet:
            tell()
        if code:
            raise typer.Exit(code)

    def reported(
        self, data: Mapping[str, Any], head: str, said: Sequence[str], page: Path, after: Sequence[str] = ()
    ) -> None:
        """Print the end of a study with a page: JSON, or its size, its summary, the page and what follows."""

        def tell() -> None:
            show.story([head, *said])
            for line in (f"report: {page}", *after):  # as they are, to be copied
                typer.echo(line)

        self.answer({**data, "summary": said, "report": page}, tell)

    def configuration(self, config: str, players: int | None = None) -> Configuration:
        """Load a configuration and apply the options for strategies, rules, seed and players to it."""
        from marchsim import games
        from marchsim.runner.configuration import config as configs

        found = configs.load(config, self.population, self.preset)
        if self.preset:  # one that is unknown is no fault of the file
            games.load(found.game).variant(
                found.name, "", configs.read_overlays([f"preset={self.preset}"], found.game)
            )
        overlays = configs.read_overlays(self.changes, found.game)
        return found.changed(seed=self.seed, overlays=overlays, players=players)


def common_options(*left_out: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator that adds the options of `Common` to a verb, and passes a `Common` as first argument."""
    return options_of(Common, *left_out)


def played_now(played: PlayedStages, lost: str = "their deals do not count") -> list[str]:
    """Lines on a study: all its games, those played now with their speed, and a warning about void games."""
    now, seconds = played.now, played.seconds
    pace = f" in {seconds:.1f} s ({now / max(seconds, 1e-9):,.0f} games/s)" if now else ""
    void = f"warning: {played.voids:,} games were void; {lost}"
    told = f"{errors.plural(played.games, 'game')}: {now:,} played now{pace}"
    return [told, void] if played.voids else [told]


@contextmanager
def resumable() -> Iterator[None]:
    """A context for playing games that prints how to resume if Ctrl-C or a lost scheduler stops them."""
    from marchsim.runner.backends.cluster import SchedulerLost
    from marchsim.runner.tournament import Interrupted

    again = shlex.join(["marchsim", *sys.argv[1:]])
    try:
        yield
    except Interrupted as stopped:
        sys.stderr.write(f"marchsim: stopped: {stopped}. The same command resumes it:\n  {again}\n")
        raise typer.Exit(errors.INTERRUPTED) from None
    except KeyboardInterrupt:  # between two stages, where no game is played
        sys.stderr.write(f"marchsim: stopped. The same command resumes it:\n  {again}\n")
        raise typer.Exit(errors.INTERRUPTED) from None
    except SchedulerLost as lost:
        sys.stderr.write(f"marchsim: error: {lost}. The same command resumes it:\n  {again}\n")
        raise typer.Exit(lost.exit_code) from None
