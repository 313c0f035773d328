"""Loading runs: from anywhere, of any game, and the errors of the command line where it cannot be done."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import marchsim
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, MissingRun, RecordError, StateMismatch
from tests import policies


def test_importing_it_loads_nothing_heavy() -> None:
    """Neither polars nor the engine, but what it offers is listed and known to type checkers."""
    code = (
        "import sys, marchsim;"
        "heavy = {'polars', 'numpy', 'scipy', 'matplotlib', 'typer', 'marchsim.library'};"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules);"
        "assert {'load', 'run', 'play', 'MarchsimError'} <= set(dir(marchsim)); marchsim.MarchsimError;"
        "assert not heavy & set(sys.modules); marchsim.load; assert 'matplotlib' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = marchsim.lode  # type: ignore[attr-defined]


def test_a_run_is_found_by_its_name_and_read_from_elsewhere(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the command line a bare name is one in runs/; what is read later does not go by where we are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    shutil.copytree(demo, tmp_path / "runs" / "mine")
    run = marchsim.load("mine")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert len(run.seats) == len(marchsim.load(demo).seats) and run.path == tmp_path / "runs" / "mine"


def test_what_is_no_run_and_what_is_damaged_is_told_as_on_the_command_line(
    demo: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One line, the same as that of the verb, with its kind of error; nothing of a crash inside polars."""
    broken = Path(shutil.copytree(demo, tmp_path / "broken"))
    (part,) = (broken / "tables" / "cards").iterdir()
    content = bytearray(part.read_bytes())
    content[4 : len(content) // 2] = bytes(len(content) // 2 - 4)
    part.write_bytes(content)
    gone = Path(shutil.copytree(demo, tmp_path / "gone"))
    shutil.rmtree(gone / "tables" / "seats")
    for place, kind, of in (
        (tmp_path / "nothing", MissingRun, "seats"),
        (broken, StateMismatch, "cards"),
        (gone, StateMismatch, "seats"),
    ):
        with pytest.raises(kind) as raised:
            getattr(marchsim.load(place), of)
        assert isinstance(raised.value, marchsim.MarchsimError) and "\n" not in str(raised.value)
        with pytest.raises(kind) as reported:
            getattr(marchsim.load(place).report, "cards")()  # noqa: B009
        assert "panicked" not in capfd.readouterr().err
        code = command_line(["report", "cards", str(place), "--out", str(tmp_path / "out")])
        told = capfd.readouterr().err.removeprefix("marchsim: error: ").strip()
        assert code == kind.exit_code and told == str(reported.value)


def test_frames_and_tables_that_are_not_there_are_named_with_the_nearest(run: marchsim.LoadedRun) -> None:
    with pytest.raises(RecordError, match=r"no frame 'seat'\. Did you mean 'seats'"):
        run.columns("seat")
    with pytest.raises(RecordError, match=r"no table 'event'.*Known: games"):
        run.scan("event")
    with pytest.raises(RecordError, match=r'where a configuration, or marchsim.run, says record = "events"'):
        run.scan("events")
    for name, hint in (("seat", "Did you mean 'seats'"), ("events", 'record = "events"'),
                       ("timings", r'run\.scan\("timings"\)')):  # fmt: skip
        with pytest.raises(AttributeError, match=f"a run has no '{name}'.*{hint}.*Frames: games"):
            getattr(run, name)


def test_the_toy_game_has_all_but_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames and estimates know no game; what it does not record is told in one line, or is empty."""
    policies.register()
    monkeypatch.chdir(tmp_path)
    policies.write(tmp_path, policies.STEADY)
    design = '[design]\nkind = "roundrobin"\nplayers = [3]\nblocks = 12\n'
    (tmp_path / "race.toml").write_text(f'name = "race"\ngame = "toy"\n{design}{policies.USES}')
    run = marchsim.run(tmp_path / "race.toml", workers=1)
    assert run.path == tmp_path / "runs" / "race" and "Dice Race" in repr(run)
    assert run.seats["wins"].mean() == pytest.approx(100) and len(run.rounds) == 4 * len(run.seats)
    assert run.strategies["strategy"].sort().to_list() == sorted(policies.STEADY)
    assert len(run.report.winrate()) == len(policies.STEADY)
    with pytest.raises(ConfigError, match="one variant alone"):
        run.report.variants()
    assert set(run.report.profile()["measure"]) >= {"luck"}
    for read in (lambda: run.cards, run.report.cards, run.report.plays):
        with pytest.raises(RecordError, match="this run has no table of the cards"):
            read()
    again = marchsim.run(tmp_path / "race.toml", workers=1)
    assert again.games.equals(run.games), "a finished run is not played again"
    game = marchsim.play(["roller.py", "rester.py"], game="toy", seed=3)
    assert len(game.scores) == 2 and game.story and len(game.events)
