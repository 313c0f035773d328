"""`marchsim`: the table of verbs, and what becomes of errors.

Our own errors are printed in one line with the exit code they carry; anything else is a bug of ours
and says so. See marchsim.errors for the exit codes.
"""

from __future__ import annotations

import io
import os
import platform
import sys
import threading
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.main import get_command

import marchsim
from marchsim import errors
from marchsim.cli.frame import ArgumentError, Verbs, plain_app
from marchsim.runner import interrupt

VERBS: dict[str, tuple[str, str]] = {
    "run": ("marchsim.cli.run", "Play the tournament of a configuration into a run folder."),
    "check": ("marchsim.cli.check", "Try a configuration: what it takes, and what it cannot answer."),
    "plan": ("marchsim.cli.plan", "Tell how many games find a difference of a given size."),
    "runs": ("marchsim.cli.runs", "List, describe, check, merge and extend run folders."),
    "export": ("marchsim.cli.export", "Write the tables of a run as CSV or Parquet files."),
    "report": ("marchsim.cli.report", "Write a report of a run: HTML, Markdown, JSON, figures."),
    "play": ("marchsim.cli.play", "Play one game and tell it in sentences."),
    "replay": ("marchsim.cli.replay", "Play a recorded game again, check and tell it."),
    "scenario": ("marchsim.cli.scenario", "Play scenario files and check what they expect."),
    "strategies": ("marchsim.cli.strategies", "List the strategies that can be used."),
    "cards": ("marchsim.cli.cards", "Show the cards in force and where their numbers come from."),
    "tiles": ("marchsim.cli.tiles", "Show the tiles in force and where their numbers come from."),
    "rules": ("marchsim.cli.rules", "Show the rule parameters in force, with range and meaning."),
    "gate": ("marchsim.cli.gate", "Hold rules against a baseline: has the game changed?"),
    "baseline": ("marchsim.cli.baseline", "Make, show and accept the baselines of the gate."),
    "cards-study": ("marchsim.cli.cards_study", "Confirm what each card is worth, on fresh deals."),
    "stats": ("marchsim.cli.stats", "Compute statistics from numbers or files, without a game."),
    "new": ("marchsim.cli.new", "Write a file to start from: an overlay or a strategy."),
}


class Marchsim(Verbs):
    """The verbs of marchsim."""

    table = VERBS


app = plain_app(cls=Marchsim, subcommand_metavar="VERB ...")


def version() -> str:
    """Return the version, how the engine runs and why, and the Python it runs on."""
    mode = marchsim.MODE
    engine = "compiled" if mode.compiled else f"interpreted: {mode.reason}"
    return f"marchsim {marchsim.__version__} ({engine}; Python {platform.python_version()})"


def show_version(wanted: bool) -> None:
    """Print the version and leave, if it was asked for."""
    if wanted:
        typer.echo(version())
        raise typer.Exit


@app.callback()
def frame(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show version and engine."),
    ] = False,
) -> None:
    """Simulate tournaments of March of the Ants and judge the game's balance.

    marchsim VERB --help tells more about a verb, with examples.
    """


def printable(text: str) -> str:
    """Return a text with control characters spelled out, so that data cannot steer a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def complain(message: str) -> None:
    """Print one of our messages on stderr."""
    sys.stderr.write(f"marchsim: error: {printable(message)}\n")


def warn(message: str) -> None:
    """Print on stderr what speaks against a command that is carried out all the same."""
    sys.stderr.write(f"marchsim: warning: {printable(message)}\n")


def bug(error: BaseException) -> None:
    """Print what an unexpected exception means to the user, and the traceback if it was asked for."""
    if os.environ.get("MARCHSIM_DEBUG", "") not in ("", "0"):
        traceback.print_exception(error)
    complain(
        f"unexpected {type(error).__name__}: {error}. This is a bug in marchsim, not in your files;"
        " MARCHSIM_DEBUG=1 shows where."
    )


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return its exit code; prints errors and raises none.

    Ctrl-C is noted from the beginning: it may strike where Python drops what it raises.
    """
    command = get_command(app)
    try:
        with (
            interrupt.noted(),
            command.make_context("marchsim", list(arguments) or ["--help"]) as context,
        ):
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as leaving:
        return leaving.exit_code
    except errors.MarchsimError as error:
        complain(str(error))
        return error.exit_code
    except ArgumentError as error:
        where = getattr(error, "ctx", None)
        path = where.command_path if where is not None else "marchsim"
        message = error.format_message()
        complain(f"{message}{'' if message.endswith(('.', '?')) else '.'} See `{path} --help`.")
        return errors.BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("marchsim: interrupted\n")
        return errors.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has seen enough; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return errors.OK
    except OSError as error:
        if error.strerror is None:
            bug(error)
            return errors.INTERNAL
        where = "output" if error.filename is None else error.filename
        complain(f"{where}: {error.strerror}; check the path, its permissions and the room there.")
        return errors.BAD_INPUT
    except Exception as error:
        bug(error)
        return errors.INTERNAL
    return errors.OK


def main() -> None:
    """Run the command line of this process and leave with its exit code.

    What the terminal or file at the other end cannot show is spelled out.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = run(sys.argv[1:])
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        sys.stdout.flush()
        os._exit(code)  # Python would wait for threads that a strategy has left behind
    sys.exit(code)
