"""The command `marchsim`: the table of its verbs, and the reporting of errors.

An error of `marchsim.errors` is printed without a traceback and sets the exit code. Any other exception is
reported as a bug.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

import marchsim
from marchsim import errors
from marchsim.cli import streams
from marchsim.cli.frame import ArgumentError, Verbs, plain_app, wrong_argument
from marchsim.runner.playing import interrupt

VERBS: dict[str, tuple[str, str]] = {
    "run": ("marchsim.cli.run", "Play the tournament of a configuration into a run folder."),
    "try": ("marchsim.cli.try_change", "Try a change: before and after on the same deals."),
    "runs": ("marchsim.cli.runs", "List, describe, verify, repair, merge and extend run folders."),
    "export": ("marchsim.cli.export", "Write the tables of a run as CSV or Parquet files."),
    "report": ("marchsim.cli.report", "Write a report of a run: HTML, Markdown, JSON, figures."),
    "play": ("marchsim.cli.play", "Play one game and describe it in sentences."),
    "replay": ("marchsim.cli.replay", "Replay a recorded game, check it and describe it."),
    "scenario": ("marchsim.cli.scenario", "Play scenario files and check their expectations."),
    "strategies": ("marchsim.cli.strategies", "List the strategies that can be used."),
    "components": (
        "marchsim.cli.components",
        "Show the components of a game and the source of each number.",
    ),
    "cards": ("marchsim.cli.components:cards", "Show the cards in force and the source of each number."),
    "tiles": ("marchsim.cli.components:tiles", "Show the tiles in force and the source of each number."),
    "rules": ("marchsim.cli.components:rules", "Show the rule parameters in force, with range and meaning."),
    "gate": ("marchsim.cli.gate", "Compare rules with a baseline: has the game changed?"),
    "baseline": ("marchsim.cli.baseline", "Create, show and accept the baselines of a gate."),
    "cards-study": ("marchsim.cli.deal_studies:cards", "Confirm the effect of each card on fresh deals."),
    "species-study": (
        "marchsim.cli.deal_studies:species",
        "Measure the effect of each species on the same deals.",
    ),
    "coach": ("marchsim.cli.coach", "Find the decisions that matter, and costly mistakes."),
    "tune": ("marchsim.cli.tune", "Tune the weights of a strategy and confirm the gain."),
    "best-response": (
        "marchsim.cli.best_response",
        "Measure how exploitable a field of strategies is.",
    ),
    "optimize": ("marchsim.cli.optimize", "Find the smallest change of the rules that meets targets."),
    "level": ("marchsim.cli.level", "Find starting amounts with which all seats win equally."),
    "sensitivity": (
        "marchsim.cli.sensitivity",
        "Test claims with other plausible numbers and other players.",
    ),
    "stats": ("marchsim.cli.stats", "Compute statistics from numbers or files, without a game."),
    "new": ("marchsim.cli.new", "Write a file to start from: configuration, overlay, strategy."),
}


class Marchsim(Verbs):
    """The command `marchsim` with its table of verbs."""

    table = VERBS


NEW_LINE = "\n"
LONGEST = 2000  # letters of a message
COMPLETE = "_MARCHSIM_COMPLETE"  # set by a shell that asks what a command line may go on with
app = plain_app(cls=Marchsim, subcommand_metavar="VERB ...")


def version() -> str:
    """The versions of marchsim and Python, and the mode of the engine with the reason for it."""
    import_module("marchsim.kernel.rng")  # whether the compiled engine can be loaded shows when it is
    mode = marchsim.MODE
    engine = ": ".join(filter(None, ("compiled" if mode.compiled else "interpreted", mode.reason)))
    return f"marchsim {marchsim.__version__} ({engine}; Python {platform.python_version()})"


def show_version(wanted: bool) -> None:
    """If `wanted`, print the version and exit."""
    if wanted:
        typer.echo(version())
        raise typer.Exit


@app.callback()
def frame(
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show version and engine.")
    ] = False,
) -> None:
    """Simulate tournaments of March of the Ants and judge the game's balance.

    Example:
      marchsim VERB --help (or marchsim help VERB) explains a verb, with examples.
    """


def complain(message: str) -> None:
    """Print an error message on stderr. A very long message is shortened in the middle."""
    shown = (
        message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} ... {message[-LONGEST // 4 :]}"
    )
    sys.stderr.write(f"marchsim: error: {errors.plain(shown, keep=NEW_LINE)}\n")


def warn(message: str) -> None:
    """Print a warning on stderr. The command continues."""
    sys.stderr.write(f"marchsim: warning: {errors.plain(message, keep=NEW_LINE)}\n")


def bug(error: BaseException) -> None:
    """Print an unexpected exception as a bug, with the traceback if MARCHSIM_DEBUG is set."""
    _trace(error)
    complain(
        f"unexpected {type(error).__name__}: {error}. This is a bug in marchsim, not in your files;"
        " MARCHSIM_DEBUG=1 shows where."
    )


def _trace(error: BaseException) -> None:
    if os.environ.get("MARCHSIM_DEBUG", "") not in ("", "0"):
        traceback.print_exception(error)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. Prints errors and raises none.

    Ctrl-C is recorded from the start, because Python may drop the exception.
    """
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns where no home can be written
    command = get_command(app)
    if arguments and arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    try:
        for word in arguments:
            _check_text(word)
        with (
            interrupt.noted(),
            _own_errors(),
            command.make_context("marchsim", list(arguments) or ["--help"]) as context,
        ):
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as leaving:
        return leaving.exit_code
    except errors.MarchsimError as error:
        if error.__cause__ is not None:
            _trace(error)
        complain(str(error))
        return error.exit_code
    except ArgumentError as error:
        where = getattr(error, "ctx", None)
        path = where.command_path if where is not None else "marchsim"
        complain(f"{wrong_argument(error)} See `{path} --help`.")
        return errors.BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("marchsim: interrupted\n")
        return errors.INTERRUPTED
    except OSError as error:
        if error.strerror is None:
            bug(error)
            return errors.INTERNAL
        return _unusable(error)
    except RecursionError as error:
        _trace(error)
        complain(
            "an argument is nested too deeply, such as a path of a thousand folders; give a flatter one."
        )
        return errors.BAD_INPUT
    except Exception as error:
        bug(error)
        return errors.INTERNAL
    return errors.OK


@contextmanager
def _own_errors() -> Iterator[None]:
    """Do as `games.own_errors` does. Games are not loaded unless something fails."""
    try:
        yield
    except Exception as error:
        if hasattr(error, "exit_code"):
            raise
        from marchsim import games

        with games.own_errors():
            raise


def _check_text(word: str) -> None:
    """Raise ConfigError if an argument is not valid text, because no table or page could hold it."""
    try:
        word.encode()
    except UnicodeEncodeError:
        raise errors.ConfigError(
            f"'{word}': its bytes are not UTF-8 text, which manifests and pages need; rename the "
            "file or folder, or work inside the folder and leave its name out."
        ) from None


def complete() -> int:
    """Answer a shell's request for completions of a command line, or for its completion script."""
    import_module("typer.completion").completion_init()
    try:
        get_command(app).main(args=[], prog_name="marchsim")
    except errors.MarchsimError:  # what stands there is no command
        return errors.BAD_INPUT
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else errors.OK
    return errors.OK


def main() -> None:
    """Run the command line of this process, and exit with its code even if standard output is broken."""
    streams.settle()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads cost six times as much
    code = complete() if COMPLETE in os.environ else run(sys.argv[1:])
    try:
        streams.finish()
    except OSError as error:
        code = code or _unusable(error)
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        os._exit(code)  # Python would wait for threads that a strategy has left running
    sys.exit(code)


def _unusable(error: OSError) -> int:
    """Print which file, folder or stream the operating system refused. Returns the exit code."""
    try:
        Path.cwd()
    except OSError:
        complain("the working folder has been removed or cannot be read; change to another, as by `cd`.")
        return errors.BAD_INPUT
    where = "output" if error.filename is None else error.filename
    complain(f"{where}: {error.strerror}; check the path, its permissions and the free space.")
    return errors.BAD_INPUT
