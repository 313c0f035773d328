"""The frame of the command line: lazy verbs, help, and what becomes of errors."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import frame, main

HEAVY = ("polars", "numpy", "scipy", "matplotlib", "jinja2", "multiprocess", "rich", "librt")


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        cwd=Path(__file__).resolve().parents[2],
    )


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Adds a verb `try` that calls a function."""

    def add(action: Callable[[], None]) -> None:
        module = types.ModuleType("marchsim.cli.attempt")

        def command() -> None:
            """Do what the test wants.

            Example:
              marchsim try    two blanks stay
            """
            action()

        module.command = command  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(main.VERBS, "try", (module.__name__, "Try something."))

    return add


def raising(error: BaseException) -> Callable[[], None]:
    def action() -> None:
        raise error

    return action


def test_help_lists_every_verb_and_loads_none(capsys: pytest.CaptureFixture[str]) -> None:
    """The list comes from the table; no module of a verb is imported for it."""
    code = "import sys; from marchsim.cli.main import run; run([]); print(*sys.modules, file=sys.stderr)"
    result = python("-c", code)
    for name, (module, line) in main.VERBS.items():
        assert f"  {name} " in result.stdout
        assert line in result.stdout, "a line of help that is cut"
        assert module not in result.stderr.split()
    loaded = {name.partition(".")[0] for name in result.stderr.split()}
    assert not loaded & set(HEAVY)


def test_help_needs_little_time() -> None:
    """About 0.3 s on a quiet machine; the bound allows for a busy one."""
    code = (
        "import sys, time; start = time.process_time(); from marchsim.cli.main import run; run(['--help']);"
        "print(time.process_time() - start, file=sys.stderr)"
    )
    assert min(float(python("-c", code).stderr) for _ in range(3)) < 0.5


def test_module_and_script_are_the_same() -> None:
    """`python -m marchsim` answers as `marchsim` does."""
    result = python("-m", "marchsim", "--version")
    assert result.returncode == errors.OK
    assert result.stdout == main.version() + "\n"


def test_no_argument_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([]) == errors.OK
    assert capsys.readouterr().out.startswith("Usage: marchsim")


def test_a_docstring_is_printed_as_it_stands(
    verb: Callable[[Callable[[], None]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    verb(lambda: None)
    assert main.run(["try", "--help"]) == errors.OK
    out = capsys.readouterr().out
    assert out.startswith("Usage: marchsim try")
    assert "  Example:\n    marchsim try    two blanks stay\n" in out


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (errors.ConfigError("a.toml: no"), 2, "marchsim: error: a.toml: no\n"),
        (errors.StateMismatch("other rules"), 6, "marchsim: error: other rules\n"),
        (errors.NothingMeasured("no games"), 5, "marchsim: error: no games\n"),
        (errors.ConfigError("evil \x1b[2J name"), 2, "marchsim: error: evil \\x1b[2J name\n"),
        (
            PermissionError(13, "Permission denied", "out/report.html"),
            2,
            "marchsim: error: out/report.html: Permission denied; check the path, its permissions and the"
            " free space.\n",
        ),
        (
            OSError(28, "No space left on device"),
            2,
            "marchsim: error: output: No space left on device; check the path, its permissions and the"
            " free space.\n",
        ),
        (KeyboardInterrupt(), 130, "marchsim: interrupted\n"),
    ],
)
def test_an_error_is_one_line_and_an_exit_code(
    verb: Callable[[Callable[[], None]], None],
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    message: str,
) -> None:
    """Control characters from files cannot reach the terminal."""
    verb(raising(error))
    assert main.run(["try"]) == code
    assert capsys.readouterr() == ("", message)


def test_anything_else_is_our_bug(
    verb: Callable[[Callable[[], None]], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line that says so, and the traceback for whoever asks."""
    verb(raising(KeyError("ant")))
    assert main.run(["try"]) == errors.INTERNAL
    assert capsys.readouterr().err == (
        "marchsim: error: unexpected KeyError: 'ant'. This is a bug in marchsim, not in your files;"
        " MARCHSIM_DEBUG=1 shows where.\n"
    )
    monkeypatch.setenv("MARCHSIM_DEBUG", "1")
    assert main.run(["try"]) == errors.INTERNAL
    assert capsys.readouterr().err.startswith("Traceback")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["repot"], "there is no verb 'repot'. Did you mean 'report' or 'export' or 'replay'?"),
        (["--versio"], "No such option: --versio"),
        (["try", "--loud"], "No such option: --loud. See `marchsim try --help`."),
        (["try", "more"], "(more). See `marchsim try --help`."),
    ],
)
def test_bad_arguments_are_exit_2(
    verb: Callable[[Callable[[], None]], None],
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    verb(lambda: None)
    assert main.run(arguments) == errors.BAD_INPUT
    assert message in capsys.readouterr().err


def test_a_verb_may_leave_with_its_own_code(verb: Callable[[Callable[[], None]], None]) -> None:
    """A failed expectation is an exit code, not an error."""
    verb(raising(main.typer.Exit(errors.EXPECTATION_FAILED)))
    assert main.run(["try"]) == errors.EXPECTATION_FAILED


def test_a_terminal_that_lacks_letters_gets_their_numbers() -> None:
    """What cannot be shown is spelled out, and is no error."""
    code = (
        "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'ascii');"
        "from marchsim.cli.main import main; sys.argv = ['marchsim', 'cards']; main()"
    )
    result = python("-c", code)
    assert result.returncode == errors.OK and "\\u2020 stand-in" in result.stdout


def test_a_reader_that_stops_early_is_no_error() -> None:
    """`marchsim --help | head -0` ends quietly."""
    code = (
        "import os, sys; reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 1);"
        "from marchsim.cli.main import main; sys.argv = ['marchsim', '--help']; main()"
    )
    result = python("-c", code)
    assert (result.returncode, result.stderr) == (errors.OK, "")


@pytest.mark.parametrize("name", main.VERBS)
def test_every_verb_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`marchsim VERB --help`, and that of each of its commands, shows a command line to copy."""
    commands = getattr(frame.load_verb(name, main.VERBS[name][0]), "commands", {})
    named = [[name, command] for command, one in commands.items() if not one.hidden]
    for arguments in [[name], *named]:
        assert main.run([*arguments, "--help"]) == errors.OK
        below = capsys.readouterr().out.partition("\n")[2]
        assert f"marchsim {' '.join(arguments)} " in " ".join(below.split())


def test_a_group_keeps_its_name_with_one_command_only() -> None:
    """`marchsim GROUP SUB` does not collapse into `marchsim GROUP`."""
    module = types.ModuleType("group")
    module.app = frame.plain_app()  # type: ignore[attr-defined]

    @module.app.command("all")  # type: ignore[attr-defined]
    def everything() -> None:
        """Do everything."""

    sys.modules["group"] = module
    try:
        assert list(frame.load_verb("report", "group").commands) == ["all"]
    finally:
        del sys.modules["group"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["try", "march_steps=4", "--seconds", "5 years"],
            "--seconds: '5 years' is no time; write 90, 5m or 1h",
        ),
        (["try", "march_steps=4", "--seed", "1e30"], "'1e30' is not a whole number; write it in digits"),
        (["new", "overlay", "x.toml", "--first", "900"], "'--first': 900 is not at most 200"),
        (["new", "overlay", "x.toml", "--first", "0"], "'--first': 0 is not at least 1"),
        (["sensitivity", "standard", "--draws", "8", "--players", "4"], "--draws: 8 is outside 10 to 2000"),
        (["new", "strategy", "Übung"], "Übung: the name of a strategy or game is letters from a to z and"),
        (["new", "game", "Übung"], "Übung: the name of a strategy or game is letters from a to z and"),
        (
            ["coach", "demo", "--seed", "9223372036854775808"],
            "--seed: 9223372036854775808 is outside 0 to 9223372036854775807",
        ),
    ],
)
def test_wrong_arguments_are_named_in_our_words(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    """A validator's own sentence, and a name with its letters escaped, help nobody."""
    assert main.run(words) == errors.BAD_INPUT
    assert message in capsys.readouterr().err


def test_a_working_folder_that_was_removed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system names no file then."""
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert main.run(["run", "demo", "--plan"]) == errors.BAD_INPUT
    assert "the working folder has been removed" in capsys.readouterr().err
