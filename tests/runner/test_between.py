"""Between two verbs: what one of them left half done, another completes, and complete means all games."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import MarchsimError, RecordError, StateMismatch
from marchsim.recorder import RunFolder, compaction, journal, losses, writer
from marchsim.recorder import manifest as manifests
from marchsim.recorder.portion import planned
from marchsim.recorder.store import Store
from marchsim.recorder.survey import run_folders as listed
from marchsim.recorder.writer import RunWriter
from marchsim.runner import run
from marchsim.runner.planning import plan
from marchsim.runner.playing import worker
from marchsim.runner.repairing import extend, repair, retry
from marchsim.runner.replay import verify
from marchsim.runner.tournament import _Run
from tests import policies
from tests.forging import manifest
from tests.runner.test_repair import dying, killed_after, part, torn
from tests.runner.test_retry import FITFUL
from tests.toy import HERE, script
from tools.faults import FAULTS, Dead, calls, failing, numbers

TOLD = ["runs", "verify", "--strategy-path", ".", "run", "--sample", "0"]


def naive(table: str = "games", folder: str = "run") -> list[int]:
    """Return the games that another program finds, which reads all files of a table."""
    files = sorted(Path(folder, "tables", table).glob("*.parquet"))
    return sorted(game for file in files for game in pl.read_parquet(file)["game"].to_list())


def consistent() -> None:
    """A run that says that it is complete has stored all games of its plan, once each."""
    folder = RunFolder("run", check=False)
    if folder.complete:
        assert folder.stored() == [(0, (planned(folder.manifest) or 0) - 1)] and not folder.ledger.owed


def once(monkeypatch: pytest.MonkeyPatch, name: str, meant: Callable[[Path], bool]) -> list[Path]:
    """Let the first call of a method of Path that is meant fail with EIO; returns what it was about."""
    call, failed = getattr(Path, name), list[Path]()

    def failing_once(self: Path, *arguments: Any, **more: Any) -> Any:
        if not failed and meant(self):
            failed.append(self)
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(self))
        return call(self, *arguments, **more)

    monkeypatch.setattr(Path, name, failing_once)
    return failed


@pytest.mark.parametrize(
    ("call", "then"),
    [
        ("replace", "run"), ("unlink", "extend"), ("replace", "repair"),
        *(pytest.param(*pair, marks=pytest.mark.slow)
          for pair in (("unlink", "run"), ("replace", "extend"), ("unlink", "repair"))),
    ],
)  # fmt: skip
def test_an_error_after_a_merge_counts_is_put_in_order_by_any_verb(
    place: Path, monkeypatch: pytest.MonkeyPatch, call: str, then: str
) -> None:
    """One failed rename or removal: the run ends with an error; nothing is lost or doubled."""
    whole = run("race.toml", "whole", workers=1).folder.digests()
    monkeypatch.setattr(writer, "MANY", 10**9)
    with monkeypatch.context() as patched:
        meant = ".part-0-71." if call == "replace" else "part-0-19."
        failed = once(patched, call, lambda path: path.name.startswith(meant) and path.parent.name == "games")
        with pytest.raises(RecordError, match=r"cannot be written \(Input/output error\)"):
            run("race.toml", "run", workers=1, chunk=20)
    assert failed and not RunFolder("run").complete
    assert command_line(TOLD) == 0 and len(naive()) == len(set(naive()))
    if then == "repair":
        assert command_line(["runs", "repair", "--strategy-path", ".", "run"]) == 0
    elif then == "extend":
        assert extend("run", to=7, workers=1, strategy_paths=HERE).played == 12
    assert run("race.toml", "run", workers=1, blocks=7 if then == "extend" else 6).played == 0
    assert naive() == list(range(84 if then == "extend" else 72))
    assert then == "extend" or RunFolder("run").digests() == whole
    assert not [path for path in Path("run").rglob(".*") if path.name != "lock"]
    consistent()


@pytest.mark.parametrize(
    ("then", "stored"),
    [
        ("repair", 0), ("run", 1),
        *(pytest.param(*pair, marks=pytest.mark.slow)
          for pair in (("retry", 0), ("run", 0), ("repair", 1), ("retry", 1))),
    ],
)  # fmt: skip
def test_an_extension_that_was_cut_off_is_not_complete(
    place: Path, then: str, stored: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is done in between: the blocks that were asked for are played, by the command that asked."""
    run("race.toml", "run", workers=1, blocks=2)
    with dying(_Run, "_store", stored):
        run("race.toml", "run", workers=1, blocks=4, chunk=9)
    assert len(RunFolder("run").stored()) == 1 and RunFolder("run").complete == (stored == 0)
    verb = [then, "run", "--workers", "1"] if then != "run" else ["verify", "run"]
    assert command_line(["runs", *verb]) == 0
    consistent()
    assert run("race.toml", "run", workers=1, blocks=4).played == 24 - 9 * stored
    assert RunFolder("run").digests() == run("race.toml", "whole", workers=1, blocks=4).folder.digests()


def test_what_says_that_it_is_complete_and_lacks_games_is_refused(place: Path) -> None:
    """However it came about: no reader takes it, repair lets the same run go on."""
    run("race.toml", "run", workers=1, blocks=2)
    manifest(Path("run"), lambda data: data["plan"].update(blocks=4, games=48))
    assert command_line(TOLD) == 6
    with pytest.raises(StateMismatch, match=r"complete, but holds 24 of 48 games; .*runs repair run"):
        RunFolder("run")
    repair("run", workers=1, strategy_paths=HERE)
    assert not RunFolder("run").complete
    assert run("race.toml", "run", workers=1, blocks=4).played == 24
    with RunWriter(Path("run"), RunFolder("run").tables, RunFolder("run").manifest) as opened:
        opened.cut(40)
        with pytest.raises(StateMismatch, match="40 of 48 games are stored"):
            opened.save(complete=True)


def test_a_refused_number_of_blocks_changes_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few blocks, another seed, another table: exit code 6, and each file is as it was."""
    run("race.toml", "run", workers=1, blocks=4)
    (place / "more.toml").write_text((place / "race.toml").read_text() + "\n[record]\n")
    before = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}
    folders = sorted(path for path in Path("run").rglob("*") if path.is_dir())
    again = ["run", "race.toml", "--out", "run", "--workers", "1"]
    text = (place / "race.toml").read_text()
    (place / "events.toml").write_text(text.replace("seed = 5", 'seed = 5\nrecord = "events"'))
    for words, code in (
        (["runs", "extend", "--strategy-path", ".", "run", "--to", "3"], 6), ([*again, "--blocks", "3"], 6),
        ([*again, "--seed", "6"], 6),
        (["run", "events.toml", "--blocks", "4", "--out", "run", "--workers", "1"], 6),
        (["runs", "extend", "run", "--blocks", "0"], 0), (TOLD, 0), (["runs", "repair", "run"], 0),
    ):  # fmt: skip
        assert command_line(words) == code, (words, capsys.readouterr().err)
        assert {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()} == before
        assert sorted(path for path in Path("run").rglob("*") if path.is_dir()) == folders
    assert listed(Path("run"))[0].state == "complete"


def test_games_beyond_the_plan_are_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A manifest whose plan is shorter than what is stored: exit code 6, and the whole run mends it."""
    run("race.toml", "run", workers=1, blocks=4)
    manifest(Path("run"), lambda data: data["plan"].update(blocks=2, games=24))
    assert command_line(TOLD) == 6 and "its plan has only 24 games" in capsys.readouterr().err
    assert run("race.toml", "run", workers=1, blocks=4).played == 0
    assert command_line(TOLD) == 0


WILD = "return 1 if __import__('pathlib').Path('wild').exists() else 0"


@pytest.mark.parametrize("verb", ["repair", pytest.param("run", marks=pytest.mark.slow)])
def test_after_a_wrong_replay_the_right_one_mends_the_run(
    place: Path, apart: None, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that were stored on trial leave again, and are what they were when the cause is gone."""
    (place / "roller.py").write_text(script(WILD, "Roller"))
    whole = run("race.toml", "run", workers=1, chunk=20).folder.digests()
    shutil.rmtree("run/tables/games")
    Path("wild").touch()

    def again(chunk: int = 7) -> None:
        if verb == "run":
            run("race.toml", "run", workers=1, chunk=chunk)
        else:
            with monkeypatch.context() as patched:
                patched.setattr(
                    "marchsim.runner.planning.chunks.Sizer.size", lambda self, left, seconds=0: chunk
                )
                repair("run", workers=1, strategy_paths=HERE)

    for _ in range(2):
        with pytest.raises(
            StateMismatch, match=r"72 games were lost .* so it does not count; .* quarantine/"
        ):
            again()
        folder = RunFolder("run")
        assert folder.stored() == [] and len(folder.ledger.owed) == 1 and not folder.complete
        assert listed(Path("run"))[0].state.startswith("damaged: games were lost")
    Path("wild").unlink()
    again(11)
    assert RunFolder("run").digests() == whole and RunFolder("run").complete
    assert command_line(["runs", "verify", "--strategy-path", ".", "run", "--sample", "9999"]) == 0
    kept = {path.name for path in Path("run/quarantine").rglob("*.parquet") if path.parent.name == "seats"}
    assert {"part-0-6.parquet", "part-63-69.parquet"} <= kept


def test_what_is_lost_while_a_debt_is_paid_is_owed_once(place: Path, apart: None) -> None:
    """A part on trial that goes missing, beside one that is sound: the debt stays what it was."""
    whole = run("race.toml", "run", workers=1, chunk=20).folder.digests()
    part("rounds").unlink()
    with dying(_Run, "_store", 2):
        run("race.toml", "run", workers=1, chunk=5)
    part("seats", 20, 24).unlink()
    part("cards", 40, 59).unlink()
    assert repair("run", dry_run=True, strategy_paths=HERE).owed == 15 + 20
    assert repair("run", workers=1, strategy_paths=HERE).played == 35
    assert RunFolder("run").digests() == whole and RunFolder("run").complete


FINISHED = (("run", 3), ("retry", 1), ("extend", 99))


@pytest.mark.parametrize(
    ("then", "changes"),
    [
        pytest.param(then, changes, marks=() if (then, changes) in FINISHED else pytest.mark.slow)
        for then in ("run", "retry", "repair", "extend")
        for changes in (1, 3, 99)
    ],
)
def test_a_retry_that_was_cut_off_is_finished_by_any_verb(
    place: Path, apart: None, monkeypatch: pytest.MonkeyPatch, then: str, changes: int
) -> None:
    """New rows, what becomes of the promise, and the old reasons come to count in one step."""
    policies.write(place, {"roller": FITFUL})
    void = run("race.toml", "run", workers=1, chunk=20).void_games
    Path("well").touch()
    with monkeypatch.context() as patched, dying(Store, "change", changes):
        patched.setattr(RunWriter, "restore", lambda self: (_ for _ in ()).throw(SystemExit))
        retry("run", workers=1, strategy_paths=HERE)
    words = {
        "run": ["run", "race.toml", "--out", "run"],
        "extend": ["runs", "extend", "--strategy-path", ".", "run", "--blocks", "0"],
    }
    assert command_line([*words.get(then, ["runs", then, "run"]), "--workers", "1"]) == 0
    folder = RunFolder("run")
    left = sum(count for kinds in folder.voids().values() for count in kinds.values())
    told = [game for entry in folder.manifest["history"] for game in entry["games"]]
    assert folder.complete and len(told) == void - left and (left == 0 or (changes < 4 and then != "retry"))
    assert all(kind == "error" and now == "" for _, kind, now in told)
    assert verify("run", 0, strategy_paths=HERE).problems == []
    consistent()


def test_a_changed_manifest_is_never_official(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One digit of a sum in the manifest of an unfinished run, and no verb goes on from it."""
    run("race.toml", "run", workers=1, blocks=2, chunk=24)
    with dying(_Run, "_store", 1):
        run("race.toml", "run", workers=1, blocks=4, chunk=9)
    path = Path("run/manifest.json")
    data = json.loads(path.read_text())
    entry = data["tables"]["games"]["parts"]["part-0-23.parquet"]
    entry["sum"] = entry["sum"][:-1] + f"{int(entry['sum'][-1], 16) ^ 1:x}"
    path.write_text(json.dumps(data))
    for words in (["extend", "run", "--to", "4"], ["repair", "run"], ["verify", "run"], ["ls", "."]):
        assert command_line(["runs", *words]) == (6 if words[0] != "ls" else 0)
        told = "".join(capsys.readouterr()).replace("\n", " ")
        assert "manifest.json: not what was written" in told or words[0] == "ls"
    manifest(Path("run"), lambda data: data["tables"]["games"]["parts"].update({"part-0-23.parquet": entry}))
    assert command_line(TOLD) == 6 and "do not have the checksum" in capsys.readouterr().err
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--dry-run"]) == 6
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--workers", "1"]) == 6
    assert "their replay differs (table games)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "at", [pytest.param(at, marks=() if at in (0, 2, 5) else pytest.mark.slow) for at in range(6)]
)
def test_a_repair_of_a_broken_journal_may_die_at_any_step(
    place: Path, apart: None, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """What its sound lines say is in the manifest before it is moved aside."""
    killed_after(3)
    path = Path("run/journal.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b"rows", b"sows", 1), *lines[3:]]))
    with monkeypatch.context() as patched:
        for module, name in ((losses, "move"), (manifests, "write"), (journal, "append")):
            step(patched, module, name, at)
        with suppress(SystemExit):
            repair("run", workers=1, strategy_paths=HERE)
    consistent()
    repair("run", workers=1, strategy_paths=HERE)
    folder = RunFolder("run")
    assert folder.stored() == [(0, 19)] and not folder.complete
    assert list(Path("run/quarantine").rglob("journal.jsonl"))
    assert run("race.toml", "run", workers=1).played == 52


def step(patched: pytest.MonkeyPatch, module: Any, name: str, at: int) -> None:
    """Let the process end before the call number `at` of all functions that this was said of."""
    call = getattr(module, name)

    def counted(*arguments: Any, **more: Any) -> Any:
        STEPS.append(name)
        if len(STEPS) > at:
            raise SystemExit
        return call(*arguments, **more)

    STEPS.clear()
    patched.setattr(module, name, counted)


STEPS: list[str] = []


def test_a_torn_journal_takes_a_line_after_its_last_sound_one(place: Path, apart: None) -> None:
    """A part is missing, too, and the process dies before the manifest is saved."""
    torn(30)
    part("games", 0, 19).unlink()
    with dying(_Run, "_store", 0):
        run("race.toml", "run", workers=1, chunk=20)
    assert RunFolder("run", check=False).ledger.broken == ""
    assert extend("run", to=6, workers=1, strategy_paths=HERE).games == 72


def test_repair_says_what_was_moved_and_what_was_missing(
    place: Path, apart: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files that were not there are not moved, sound ones of the same games are told; `ls` sees it all."""
    run("race.toml", "run", workers=1, chunk=20)
    part("games").unlink()
    assert "games/part-20-39.parquet (games 20 to 39): missing" in listed(Path("run"))[0].state
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--dry-run"]) == 6
    assert "0 files to move aside, 1 part missing, 20 games to replay" in capsys.readouterr().out
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--workers", "1"]) == 0
    assert (
        "0 files moved to quarantine/, 5 files of the same games with them, though sound, 1 part "
        "missing; 20 games were replayed and are the same as before; the digests are unchanged"
    ) in capsys.readouterr().out
    shutil.copy(part("seats", 0, 19), part("seats").with_name("part-0-19 copy.parquet"))
    assert "copy.parquet: is not a part of the run" in listed(Path("run"))[0].state
    (place / "roller.py").rename(place / "gone.py")
    part("games", 0, 19).unlink()
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--workers", "1"]) == 6
    assert "there is no strategy file" in capsys.readouterr().err


def extended() -> None:
    run("race.toml", "run", workers=1, blocks=3, chunk=9)


VERBS: dict[str, Callable[[], object]] = {
    "retry": lambda: retry("run", workers=1, strategy_paths=HERE),
    "repair": lambda: repair("run", workers=1, strategy_paths=HERE),
    "extend": extended,
}


@pytest.mark.parametrize(
    ("first", "every"),
    [("extend", 400), *(pytest.param(verb, 1, marks=pytest.mark.slow) for verb in VERBS)],
)
def test_after_a_fault_another_verb_goes_on(
    place: Path, monkeypatch: pytest.MonkeyPatch, first: str, every: int
) -> None:
    """An error or a death at any call of one verb, then another one: nothing is lost or doubled."""
    for module in (plan, worker):
        monkeypatch.setattr(module, "engine_fingerprint", lambda where: "e" * 64)
    monkeypatch.setattr(writer, "MANY", 2)
    monkeypatch.setattr(compaction, "TARGET", 6_000)
    policies.write(place, {"roller": FITFUL})
    run("race.toml", "begun", workers=1, blocks=2, chunk=9)
    Path("well").touch()
    if first == "repair":
        Path("well").unlink()
        next(path for path in sorted(Path("begun/tables/rounds").iterdir())).unlink()
    shutil.copytree("begun", "run")
    count = calls(VERBS[first])
    for at, number in enumerate(numbers(count, every)):
        for then, other in VERBS.items():
            shutil.rmtree("run")
            shutil.copytree("begun", "run")
            with failing(number, FAULTS[at % len(FAULTS)]), suppress(MarchsimError, Dead):
                VERBS[first]()
            consistent()
            with suppress(StateMismatch):  # lost games that are still owed are repaired or played first
                other()
            consistent()
            extended()
            consistent()
            assert RunFolder("run").complete and naive() == list(range(36)), (number, then)
            assert verify("run", 0, strategy_paths=HERE).problems == []
