"""Damage is never made official: overlaps and flipped bits stop a run, and `runs repair` mends it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import StateMismatch
from marchsim.recorder import RunFolder
from marchsim.recorder.digest import digest
from marchsim.recorder.losses import left
from marchsim.recorder.store import Store
from marchsim.runner import run
from marchsim.runner.repairing import extend, repair
from marchsim.runner.replay import verify
from marchsim.runner.tournament import _Run
from tests.forging import manifest
from tests.toy import HERE, script

EXTEND = ["runs", "extend", "--strategy-path", ".", "run", "--blocks", "0", "--workers", "1"]
AGAIN = ["run", "race.toml", "--out", "run", "--workers", "1"]


@pytest.fixture
def stored(place: Path, apart: None) -> dict[str, str]:
    """A run of 72 games in four parts; returns its digests."""
    return run("race.toml", "run", workers=1, chunk=20).folder.digests()


def part(table: str, first: int = 20, last: int = 39) -> Path:
    return Path("run/tables") / table / f"part-{first}-{last}.parquet"


def flip(path: Path, at: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[at % len(content)] ^= 1 << bit
    path.write_bytes(content)


OVERLAPS: dict[str, Callable[[], object]] = {
    "a smaller part inside": lambda: shutil.copy(part("games"), part("games", 22, 25)),
    "a larger part around": lambda: shutil.copy(part("cards"), part("cards", 10, 49)),
    "across an edge": lambda: shutil.copy(part("seats"), part("seats", 30, 45)),
    "beyond the plan": lambda: shutil.copy(part("games"), part("games", 500, 519)),
    "in every table": lambda: [
        shutil.copy(part(table), part(table, 20, 29)) for table in ("games", "seats", "rounds", "cards")
    ],
}


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_a_part_that_was_put_back_is_never_counted(
    stored: dict[str, str], overlap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a restore or a copy without deletion does: run, extend and merge stop, repair puts it aside."""
    shutil.copytree("run", "twin")
    OVERLAPS[overlap]()
    for arguments in (AGAIN, EXTEND, ["runs", "merge", "run", "twin", "--out", "both"]):
        assert command_line(arguments) == 6
        assert "`marchsim runs repair run` moves the bad files aside" in capsys.readouterr().err
    assert command_line(["runs", "verify", "--strategy-path", ".", "run"]) == 6
    assert "`marchsim runs repair run` moves the bad files aside" in capsys.readouterr().err
    assert RunFolder("run").digests() == stored
    found = repair("run", workers=1, strategy_paths=HERE)
    assert found.played == found.owed == 0 and found.found
    assert verify("run", strategy_paths=HERE).problems == [] and RunFolder("run").digests() == stored
    moved = list(Path("run/quarantine").rglob("*.parquet"))
    assert len(moved) == len(found.found)
    assert run("race.toml", "run", workers=1).played == 0


@pytest.mark.parametrize(
    "table",
    [
        "games",
        "rounds",
        "timings",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("seats", "cards", "items")),
    ],
)
def test_one_flipped_bit_is_found_and_mended(
    stored: dict[str, str], table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever it lies: no verb passes it, and repair proves that the digests are those of before."""
    path = part(table) if table != "items" else part(table, 0, 0)
    shutil.copytree("run", "twin")
    flip(path, 60)
    for arguments in (AGAIN, EXTEND, ["runs", "merge", "run", "twin", "--out", "both"]):
        assert command_line(arguments) == 6
        err = capsys.readouterr().err
        assert f"{path} " in err and "its bytes are not those that were stored" in err
    assert command_line(["runs", "verify", "--strategy-path", ".", "run"]) == 6
    assert "`marchsim runs repair run` moves the bad files aside" in capsys.readouterr().err
    before = {one: one.read_bytes() for one in Path("run").rglob("*") if one.is_file()}
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--dry-run"]) == 6
    assert {one: one.read_bytes() for one in Path("run").rglob("*") if one.is_file()} == before
    capsys.readouterr()
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--workers", "1"]) == 0
    games = 0 if table in ("items", "timings") else 20
    told = capsys.readouterr().out
    assert "1 file moved to quarantine/" in told
    assert (f"{games} games were replayed and are the same as before" in told) == (games > 0)
    assert verify("run", strategy_paths=HERE).problems == [] and RunFolder("run").digests() == stored
    assert [
        one.read_bytes() for one in Path("run/quarantine").rglob(path.name) if one.parent.name == table
    ] == [before[path]]
    history = json.loads(Path("run/manifest.json").read_text())["history"]
    assert history[0]["did"] == "put right" and path.name in history[0]["found"][0]


def test_a_sound_run_needs_no_repair(stored: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    before = {
        one: (one.stat().st_mtime_ns, one.read_bytes()) for one in Path("run").rglob("*") if one.is_file()
    }
    assert command_line(["runs", "repair", "--strategy-path", ".", "run"]) == 0
    assert "nothing to repair" in capsys.readouterr().out
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--dry-run"]) == 0
    assert command_line(AGAIN) == 0 and command_line(EXTEND) == 0
    after = {
        one: (one.stat().st_mtime_ns, one.read_bytes()) for one in Path("run").rglob("*") if one.is_file()
    }
    assert after == before


def test_an_unfinished_run_is_mended_and_not_played_on(place: Path, apart: None) -> None:
    """Only what it held is played again."""
    run("race.toml", "run", workers=1, chunk=20)

    def unfinished(data: dict[str, Any]) -> None:
        data.update(complete=False)
        for table in data["tables"].values():
            table["parts"] = {name: one for name, one in table["parts"].items() if "part-60" not in name}

    manifest(Path("run"), unfinished)
    for path in Path("run/tables").rglob("part-60*"):
        path.unlink()
    flip(part("rounds"), 70)
    found = repair("run", workers=1, strategy_paths=HERE)
    assert found.owed == found.played == 20
    folder = RunFolder("run")
    assert folder.stored() == [(0, 59)] and not folder.complete
    assert run("race.toml", "run", workers=1).played == 12


def test_games_that_come_out_otherwise_are_not_stored(stored: dict[str, str], place: Path) -> None:
    """If the games that were lost cannot be played as they were, nothing is moved and nothing overwritten."""
    flip(part("rounds"), 70)
    before = {one: one.read_bytes() for one in Path("run").rglob("*") if one.is_file()}
    old = (place / "roller.py").read_text()
    (place / "roller.py").write_text(script("return 1", "Roller"))
    with pytest.raises(StateMismatch, match="strategy roller changed"):
        repair("run", workers=1, strategy_paths=HERE)
    assert {one: one.read_bytes() for one in Path("run").rglob("*") if one.is_file()} == before
    (place / "roller.py").write_text(old)
    assert repair("run", workers=1, strategy_paths=HERE).played == 20 and RunFolder("run").digests() == stored


def test_a_debt_is_kept_until_it_is_paid(stored: dict[str, str]) -> None:
    """A manifest that promises other rows than the games have is found when they are played again."""

    def other(data: dict[str, Any]) -> None:
        entry = data["tables"]["rounds"]["parts"][part("rounds").name]
        entry["sum"] = f"{int(entry['sum'], 16) ^ 1:064x}"

    manifest(Path("run"), other)
    with pytest.raises(StateMismatch, match=r"tables.rounds: its digest is not that of its parts"):
        RunFolder("run")
    false = RunFolder("run", check=False)
    forged = digest(false.tables["rounds"], false.ledger.total("rounds"))
    manifest(Path("run"), lambda data: data["tables"]["rounds"].update(digest=forged))
    assert any(
        "do not have the checksum" in problem for problem in verify("run", strategy_paths=HERE).problems
    )
    part("rounds").unlink()
    for _ in range(2):
        with pytest.raises(
            StateMismatch, match=r"20 games were lost .* their replay differs \(table rounds\)"
        ):
            run("race.toml", "run", workers=1)
    folder = RunFolder("run")
    assert not folder.complete and len(folder.ledger.owed) == 1 and folder.stored()[-1] == (40, 71)
    with pytest.raises(StateMismatch, match="games were lost, and not all of them are replayed yet"):
        folder.scan("games")


def test_lost_games_are_owed_piece_by_piece(stored: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted while it pays, a run knows what it still owes."""
    part("seats").unlink()
    part("rounds", 40, 59).unlink()
    from marchsim.runner.tournament import _Run

    store, pieces = _Run._store, []

    def once(self: Any, result: Any) -> None:
        if pieces:
            raise KeyboardInterrupt
        store(self, result)
        pieces.append(result)

    with monkeypatch.context() as patched:
        patched.setattr(_Run, "_store", once)
        with pytest.raises(KeyboardInterrupt):
            run("race.toml", "run", workers=1, chunk=7)
    folder = RunFolder("run")
    assert [last - first + 1 for first, last in left(folder.ledger.owed, folder.stored())] == [33]
    shutil.copytree("run", "twin")
    with pytest.raises(StateMismatch, match=r"games were lost; .* then merge"):
        from marchsim.recorder.merging import merge

        merge(["run", "twin"], "both")
    assert run("race.toml", "run", workers=1, chunk=9).played == 33
    assert RunFolder("run").digests() == stored and RunFolder("run").ledger.owed == ()


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_damaged_journal_is_told_and_mended(place: Path, apart: None, line: int) -> None:
    """A run that was killed has a journal; what of it is not as written does not count."""
    whole = run("race.toml", "whole", workers=1, chunk=20).folder.digests()
    killed_after(3)
    journal = Path("run/journal.jsonl")
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b"rows", b"sows", 1)
    journal.write_bytes(b"".join(lines))
    with pytest.raises(
        StateMismatch, match=rf"journal.jsonl: line {line + 1}: not what was written; .*runs repair"
    ):
        run("race.toml", "run", workers=1)
    repair("run", workers=1, strategy_paths=HERE)
    assert run("race.toml", "run", workers=1).folder.digests() == whole


@pytest.mark.parametrize("cut", [1, 40, 300])
def test_a_journal_that_a_crash_cut_off_is_taken_up_to_there(place: Path, apart: None, cut: int) -> None:
    """The last line is half there: its games are played again."""
    whole = run("race.toml", "whole", workers=1, chunk=20).folder.digests()
    torn(cut)
    again = run("race.toml", "run", workers=1, chunk=20)
    assert again.folder.digests() == whole and again.played == 72 - 40


@pytest.mark.parametrize("finished", [False, True])
def test_an_older_manifest_put_back_stops_every_verb(place: Path, apart: None, finished: bool) -> None:
    """As a backup of one file does: nothing answers, nothing is moved, and the newer one goes on."""
    whole = run("race.toml", "whole", workers=1, chunk=20).folder.digests()
    with dying(Store, "change", 1):
        run("race.toml", "run", workers=1, chunk=20)
    older = manifest_of("run").read_bytes()
    if finished:
        run("race.toml", "run", workers=1, chunk=20)
    else:
        killed_after(2)
    newer = manifest_of("run").read_bytes()
    manifest_of("run").write_bytes(older)
    before = held("run")
    for arguments in (["runs", "show", "run"], ["runs", "verify", "run"], ["runs", "repair", "run"],
                      AGAIN, EXTEND, ["report", "run"], ["export", "run", "--out", "out"]):  # fmt: skip
        assert command_line(arguments) == 6, arguments
    assert held("run") == before
    manifest_of("run").write_bytes(newer)
    assert run("race.toml", "run", workers=1).folder.digests() == whole


def test_a_manifest_that_is_ahead_of_its_record_counts(stored: dict[str, str]) -> None:
    """A crash between the two leaves the record of the manifest before."""
    record = Path("run/saved.json")
    told = json.loads(record.read_text())
    record.write_text(json.dumps({"saves": told["saves"] - 1, "check": "0" * 64}))
    assert RunFolder("run").digests() == stored
    assert command_line(AGAIN) == 0


@pytest.mark.parametrize("text", ["", "[]", '{"saves": true}', '{"saves": 1e3, "check": "0"}', "\\x00"])
def test_a_damaged_record_is_told(stored: dict[str, str], text: str) -> None:
    Path("run/saved.json").write_text(text)
    with pytest.raises(StateMismatch, match=r"saved\.json.* put manifest.json and saved.json back"):
        RunFolder("run")


def manifest_of(folder: str) -> Path:
    return Path(folder) / "manifest.json"


def held(folder: str) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


@contextmanager
def dying(of: type, name: str, left: int) -> Iterator[None]:
    """Let a method end the process after so many calls, as far as the folder can tell."""
    call, count = getattr(of, name), [left]

    def counted(self: Any, *arguments: Any, **more: Any) -> Any:
        if not count[0]:
            raise SystemExit
        count[0] -= 1
        return call(self, *arguments, **more)

    with pytest.MonkeyPatch.context() as patched, pytest.raises(SystemExit):
        patched.setattr(of, name, counted)
        yield


def killed_after(parts: int) -> None:
    """Leave a run folder as a run does that is killed after so many parts."""
    with dying(Store, "change", parts + 1):  # one is that of the components
        run("race.toml", "run", workers=1, chunk=20)
    assert Path("run/journal.jsonl").exists()


def torn(cut: int) -> None:
    """Leave a run folder whose journal lacks its last bytes; its last parts had not got their names yet."""
    killed_after(3)
    journal = Path("run/journal.jsonl")
    *_, last = journal.read_bytes().splitlines()
    for table, put in json.loads(last.partition(b" ")[2])["put"].items():
        for name, one in put.items():
            path = Path("run/tables", table, name)
            path.rename(path.with_name(f".{name}.{one['token']}.new"))
    journal.write_bytes(journal.read_bytes()[:-cut])


@pytest.mark.parametrize("damage", [False, True])
@pytest.mark.parametrize(
    ("place_of", "value"),
    [
        (("configuration",), 0), (("configuration", "resolved"), True),
        (("configuration", "resolved", "preset"), ["none"]),
        (("configuration", "resolved", "design", "blocks"), "x"),
        (("configuration", "resolved", "overlays"), ""), (("configuration", "resolved", "strategies"), {}),
        (("configuration", "resolved", "strategies", 0, "name"), []),
        (("configuration", "resolved", "variants"), [{"name": "base", "rules": {"rounds": 1.5}}]),
        (("identity",), []), (("identity", "seed"), None), (("tables", "games", "columns"), 3),
    ],
)  # fmt: skip
def test_a_forged_manifest_is_refused_and_nothing_is_changed(
    stored: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    place_of: tuple[Any, ...],
    value: object,
    damage: bool,
) -> None:
    """Values of wrong types in a manifest whose check fits: an error of ours, with and without lost games."""

    def put(data: Any) -> None:
        for key in place_of[:-1]:
            data = data[key]
        data[place_of[-1]] = value

    if damage:
        part("games").unlink()
    manifest(Path("run"), put)
    before = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}
    assert command_line(["runs", "repair", "--strategy-path", ".", "run", "--workers", "1"]) in (2, 6)
    assert "manifest" in capsys.readouterr().err
    after = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}
    assert before == {path: after[path] for path in before} and len(after) - len(before) <= 1


@pytest.mark.parametrize("name", ["tables", "tables/rounds"])
def test_a_linked_folder_is_moved_aside(stored: dict[str, str], tmp_path: Path, name: str) -> None:
    """Repair takes the link away, not what it points to."""
    elsewhere = tmp_path / "elsewhere"
    (Path("run") / name).rename(elsewhere)
    (Path("run") / name).symlink_to(elsewhere)
    before = sorted(elsewhere.rglob("*"))
    assert repair("run", dry_run=True, strategy_paths=HERE).owed == 72
    assert repair("run", workers=1, strategy_paths=HERE).played == 72
    assert RunFolder("run").digests() == stored and sorted(elsewhere.rglob("*")) == before


def test_an_extension_that_is_repeated_goes_to_the_same_number(place: Path) -> None:
    """Two blocks more, killed and asked for again, are two blocks more, not four."""
    run("race.toml", "run", workers=1, blocks=2)
    for _ in range(2):
        with dying(_Run, "_store", 0):
            extend("run", 2, workers=1, strategy_paths=HERE)
    assert extend("run", 2, workers=1, strategy_paths=HERE).games == 48
    assert extend("run", 2, workers=1, strategy_paths=HERE).games == 72
    assert extend("run", to=7, workers=1, strategy_paths=HERE).games == 84
    assert extend("run", to=7, workers=1, strategy_paths=HERE).played == 0
    with pytest.raises(StateMismatch, match="3 blocks have only 36 games"):
        extend("run", to=3, workers=1, strategy_paths=HERE)


def test_a_run_folder_is_nowhere_written_outside_of_itself(stored: dict[str, str], tmp_path: Path) -> None:
    """A folder from elsewhere whose quarantine is a link is refused."""
    (tmp_path / "elsewhere").mkdir()
    Path("run/quarantine").symlink_to(tmp_path / "elsewhere")
    flip(part("rounds"), 70)
    with pytest.raises(StateMismatch, match="quarantine: a symbolic link"):
        repair("run", workers=1, strategy_paths=HERE)
    assert not list((tmp_path / "elsewhere").iterdir())
