"""A person plays a seat: in a terminal of its own process, and by what is fed to its input."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from marchsim.errors import ConfigError, StrategyError
from marchsim.studies.play import play
from marchsim.tabletop.telling.asker import understood

ROOT = Path(__file__).resolve().parents[2]
USES = ("human", "warlord", "forager")
COMMAND = [sys.executable, "-m", "marchsim", "play", "--strategies", "human,first,last"]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


class Script:
    """A terminal whose person types what is given, then always the first option; keeps what it shows."""

    def __init__(self, *answers: str, then: str = "1") -> None:
        self.answers = iter(answers)
        self.then = then
        self.shown: list[str] = []

    def tell(self, line: str) -> None:
        """Keep a line."""
        self.shown.append(line)

    def ask(self, prompt: str) -> str:
        """Return the next answer; the end of input if there is none."""
        self.shown.append(prompt)
        answer = next(self.answers, self.then)
        if not answer:
            raise EOFError
        return answer


def test_a_person_who_takes_first_options_plays_as_first_does() -> None:
    """Number 1 is option 0, and the seat is asked exactly what a strategy would be."""
    script = Script()
    found = play(USES, 3, terminal=script, tell=script.tell)
    assert not found.outcome.void
    assert found.outcome == play(("first", *USES[1:]), 3).outcome


def test_words_mean_what_numbers_mean() -> None:
    script = Script("xyz", "expl", "explore", "from great-tunnel", "0", "999", "2")
    found = play(USES, 3, terminal=script, tell=script.tell)
    shown = "\n".join(script.shown)
    assert "No option has that name" in shown and "The options are 1 to" in shown
    assert re.search(r"That could be 1 \(from great-tunnel NE\), .* say more of it", shown)
    assert "    human explores." in script.shown and not found.outcome.void


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("2", 1), ("march", 1), ("play royal", 2), ("play royal-jelly", 2), ("=explore", 0), ("REST", 4)],
)
def test_an_answer_is_understood(words: str, wanted: int) -> None:
    choices = [("explore",), ("march",), ("play royal-jelly",), ("play swarm",), ("rest",)]
    assert understood(words, choices) == (wanted, "")


@pytest.mark.parametrize("words", ["play", "0", "6", "-1", "1.0", "²", "", "=", "9" * 400])
def test_what_is_not_clear_is_no_answer(words: str) -> None:
    choices = [("explore",), ("march",), ("play royal-jelly",), ("play swarm",), ("rest",)]
    index, complaint = understood(words, choices)
    assert index == -1 and complaint


def test_the_person_sees_its_own_hand_and_no_other() -> None:
    """Card texts and stores are shown; what others draw is not, though the story of a game tells it."""
    told: list[str] = []
    play(("first", *USES[1:]), 3, tell=told.append)
    drawn = {re.sub(r" draws .*", "", line).strip() for line in told if " draws " in line}
    assert {"warlord", "forager"} <= drawn
    script = Script("hand", "meadow", "players", "all", "options", "?")
    found = play(USES, 3, terminal=script, tell=script.tell)
    shown = "\n".join(script.shown)
    assert "human draws" in shown and "warlord draws" not in shown and "forager draws" not in shown
    assert "cost" in shown and "ferocity" in shown and "great-tunnel: ants: human 1, warlord 1" in shown
    assert "Ctrl-C ends the game." in shown
    hidden = [event for event in found.events if "nobody else sees" in event["text"]]
    assert hidden and all(set(event) == {"number", "round", "phase", "text"} for event in hidden)


def test_the_end_of_input_ends_the_game_with_a_message() -> None:
    found = play(USES, 3, terminal=Script("1", then=""))
    assert found.outcome.void == "answer"
    with pytest.raises(StrategyError, match="'human': the input ended before the game did"):
        found.check()


def test_a_person_needs_a_terminal() -> None:
    with pytest.raises(ConfigError, match="a person needs a terminal"):
        play(USES, 3)
    with pytest.raises(ConfigError, match="a person's decisions cannot be explained"):
        play(USES, 3, terminal=Script(), explain="human")


def test_fed_input_plays_to_its_end() -> None:
    done = subprocess.run(
        COMMAND, input="explore\n?\n1\n", capture_output=True, text=True, env=ENV, timeout=300, check=False
    )
    assert done.returncode == 2
    assert "human explores." in done.stdout and "Ctrl-C ends the game." in done.stdout
    assert "error: strategy 'human': the input ended before the game did" in done.stderr
    assert done.stderr.count("\n") == 1
    done = subprocess.run(
        COMMAND, input="1\n" * 2000, capture_output=True, text=True, env=ENV, timeout=300, check=False
    )
    assert done.returncode == 0 and "digest" in done.stdout


@pytest.fixture
def terminal() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The verb in a pseudo-terminal of its own: the process and our end of it."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        COMMAND, stdin=theirs, stdout=theirs, stderr=theirs, env=ENV, start_new_session=True
    )
    os.close(theirs)
    yield process, ours
    process.kill()
    process.wait()
    os.close(ours)


def shown(ours: int, *until: str, seconds: float = 300.0) -> str:
    """Return what a terminal shows up to some words, one after the other; fails where they do not come."""
    text, at, end = "", 0, time.monotonic() + seconds
    for words in until:
        while (found := text.find(words, at)) < 0:
            left = end - time.monotonic()
            assert left > 0 and select.select([ours], [], [], left)[0], text
            try:
                text += os.read(ours, 4096).decode(errors="replace")
            except OSError:  # the other end is closed
                assert words in text[at:], text
        at = found + len(words)
    return text


def test_ctrl_c_in_a_terminal_ends_cleanly(terminal: tuple[subprocess.Popen[bytes], int]) -> None:
    """Exit code 130 and no traceback, after an answer was taken."""
    process, ours = terminal
    assert "1  explore" in shown(ours, "human> ")
    os.write(ours, b"explore\n")
    shown(ours, "human explores.", "from great-tunnel NW", "human> ")
    for _ in range(20):  # one that comes as the prompt is just being shown is heard with the next key only
        process.send_signal(signal.SIGINT)
        if select.select([ours], [], [], 1.0)[0]:
            break
    assert "Traceback" not in shown(ours, "marchsim: interrupted")
    assert process.wait(30) == 130
