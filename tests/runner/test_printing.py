"""What strategies print reaches the terminal with a name, spelled out and bounded, whatever way they do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.runner import run
from marchsim.runner.playing.process_state import (
    LINES,
    LimitedOutput,
    OutputReader,
    at_once,
    by_file,
    live_output,
)
from tests.runner.test_clock import Noting
from tests.runner.test_faults import HOPELESS, configure, start

MORE = "odd says: (further output is not shown)"
WAYS = (
    "import sys, ctypes\n"
    "print('\\x1b[31mred')\n"
    "sys.stderr.write('err\\n')\n"
    "os.write(1, b'raw\\x1b[2J\\n')\n"
    "if turn == 0: os.system('echo shell')\n"
    "return 0"
)


def test_all_ways_of_printing_are_heard(place: Path) -> None:
    """Through Python with the strategy's name, else with the process; nothing of it is on standard output."""
    config = configure(place, WAYS, 20, blocks=1)
    process = start(place, config, "--out", "run", "--workers", "1")
    out, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 0 and out.startswith("30 games") and "\x1b" not in out + err
    lines = [line.removeprefix("marchsim: ") for line in err.splitlines()]
    assert all(line in lines for line in ("odd says: \\x1b[31mred", "odd says: err", MORE))
    others = {line for line in lines if line.startswith("worker ")}
    assert {line.partition(" says: ")[2] for line in others} == {
        "raw\\x1b[2J", "shell", "(further output is not shown)"
    }  # fmt: skip
    assert sum(line.startswith("odd says: ") for line in lines) == LINES + 1
    assert len(lines) <= 5 * (LINES + 1)


def test_a_backend_in_this_process_names_who_prints(place: Path) -> None:
    """Python's output alone, at once and bounded: it is there for a debugger."""
    config = configure(place, "print('\\x1b[31mred')\nreturn 0", 20, blocks=3)
    process = start(place, config, "--out", "run", "--workers", "0")
    out, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 0 and out.startswith("90 games") and "\x1b" not in out + err
    assert err.count("odd says: \\x1b[31mred") == LINES and MORE in err


def test_a_flood_is_cut_off(place: Path, processes: None) -> None:
    """Millions of letters cost little, and 2,000 of them are shown; an open line is shown at the end."""
    told = Noting()
    run(configure(place, "print('x' * 10**6, end='')\nreturn 0", 20), "a", workers=1, progress=told)
    assert [len(note) for note in told.notes] == [len("odd says: ") + 2000, len(MORE)]
    told = Noting()
    body = (
        "if turn == 0 and not os.path.exists('said'):\n    open('said', 'w').close(); print('last', end='')\n"
    )
    run(configure(place, body + "return 0", 20), "b", workers=1, progress=told)
    assert told.notes == ["odd says: last"]


def test_lines_find_their_speakers() -> None:
    """Pieces in any order: lines that name a speaker, lines of the process, letters that are none."""
    heard: list[tuple[str, str]] = []
    reader = OutputReader(LimitedOutput(lambda *said: heard.append(said), lines=3), "worker 7")
    for data in (b"one\n\x1eod", b"d\x1fhel\xfflo\nopen\x1eodd\x1f", b"again\n\n\x1b[0mlast"):
        reader.feed(data)
    reader.end()
    assert heard == [
        ("worker 7", "one"), ("odd", "hel\\xfflo"), ("worker 7", "open"), ("odd", "again"), ("worker 7", ""),
        ("worker 7", "(further output is not shown)"),
    ]  # fmt: skip


def test_a_person_who_plays_a_game_sees_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`play` shows it on standard error, with the name; JSON on standard output stays JSON."""
    monkeypatch.chdir(tmp_path)
    Path("chatty.py").write_text(
        "from marchsim.games.march.players import Heuristic\n"
        "class Chatty(Heuristic):\n"
        "    def action(self, me, table):\n"
        "        print('\\x1b[1mthinking')\n"
    )
    arguments = ["play", "--strategies", "chatty.py,first,last", "--seed", "3"]
    assert command_line(arguments) == 0
    told = capsys.readouterr()
    assert "chatty says: \\x1b[1mthinking" in told.err and "thinking" not in told.out
    assert command_line([*arguments, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("{") and "thinking" not in out
    with live_output(by_file({}), at_once()):
        print("not by a strategy")
    assert capsys.readouterr().out == "not by a strategy\n" and sys.stdout.write
