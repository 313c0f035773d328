"""What a run is bound to: the source of kernel, tabletop and the game that is played; of no other game."""

from __future__ import annotations

from pathlib import Path

import pytest

import marchsim.games
from marchsim.runner.planning.plan import engine_fingerprint, played_by

MARCH = "marchsim.games.march.game:MARCH"
TOY = "tests.toy:TOY"


def edit(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """Let a file of the source read as if it had another line."""
    real = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: real(path) + (b"\n#" if path.as_posix().endswith(file) else b"")
    )


@pytest.mark.parametrize(
    ("file", "march", "toy"),
    [
        ("marchsim/kernel/rng.py", True, True),
        ("marchsim/tabletop/options.py", True, True),
        ("marchsim/tabletop/rules/parameters.py", True, True),
        ("marchsim/games/march/engine/queen_phase.py", True, False),
        ("tests/toy.py", False, True),
        ("marchsim/games/__init__.py", False, False),
        ("marchsim/runner/planning/plan.py", False, False),
    ],
)
def test_an_edit_changes_the_fingerprint_of_the_games_that_it_plays(
    monkeypatch: pytest.MonkeyPatch, file: str, march: bool, toy: bool
) -> None:
    before = engine_fingerprint(MARCH), engine_fingerprint(TOY)
    edit(monkeypatch, file)
    assert (engine_fingerprint(MARCH) != before[0], engine_fingerprint(TOY) != before[1]) == (march, toy)


def test_a_game_beside_it_is_none_of_its_business(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However deep the module of a game's door lies, the whole of its package counts."""
    rules = tmp_path / "other" / "rules.py"
    (rules.parent / "deep").mkdir(parents=True)
    (rules.parent / "__init__.py").touch()
    rules.write_text("ROUNDS = 3\n")
    monkeypatch.setattr(marchsim.games, "__path__", [*marchsim.games.__path__, str(tmp_path)])
    other = "marchsim.games.other.deep.door:OTHER"
    assert played_by(other) == ("marchsim.kernel", "marchsim.tabletop", "marchsim.games.other")
    before = engine_fingerprint(MARCH), engine_fingerprint(other)
    rules.write_text("ROUNDS = 4\n")
    assert engine_fingerprint(MARCH) == before[0] and engine_fingerprint(other) != before[1]
