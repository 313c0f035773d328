"""Runs: equal tables however they are played, resumed or extended, and what the command line says."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError
from marchsim.recorder import RunFolder
from marchsim.recorder.writer import RunWriter
from marchsim.runner import run
from marchsim.runner.planning import plan as plans
from marchsim.runner.replay import game_of
from tests.forging import manifest
from tests.toy import HERE, ToySession, script

ROOT = Path(__file__).parents[2]


def digests(folder: RunFolder) -> dict[str, str]:
    stored = {name: entry.get("digest") for name, entry in folder.manifest["tables"].items()}
    return {name: digest for name, digest in stored.items() if name not in ("timings", "thinking")}


def configure(place: Path, *more: str, name: str = "c.toml", **changes: object) -> str:
    text = (place / "race.toml").read_text()
    for old, new in changes.items():
        text = text.replace(f"{old} = ", f"{old} = {new} #")
    (place / name).write_text(text + "\n".join(more))
    return name


def test_tables_are_the_same_for_any_workers_and_chunks(place: Path) -> None:
    """One or two workers and any chunk size give equal digests of every table."""
    variant = "[[variants]]\nname = 'v'\ncards.compass.cost = 1\nrules.rounds = 2\n"
    config = configure(place, variant, players="[2, 3]", blocks=1)
    found = [
        digests(run(config, f"run{at}", workers=workers, chunk=chunk).folder)
        for at, (workers, chunk) in enumerate([(1, None), (1, 1), (1, 7), (2, 3)])
    ]
    assert all(found[0].values()) and all(other == found[0] for other in found)


def test_rows_are_stored_in_the_order_of_their_games(place: Path, apart: None) -> None:
    """Though games of several numbers of players, each at a table of its own, take turns in a chunk."""
    folder = run(configure(place, players="[2, 3]"), "run", workers=1, chunk=40).folder
    for name in ("games", "seats", "rounds"):
        for part in folder.parts(name):
            rows = pl.read_parquet(part.path)
            assert rows["game"].is_sorted()
            joined = folder.scan("games").select("game", "players").collect()
            assert set(rows.join(joined, on="game")["players"]) == {2, 3}


def test_events_are_recorded_on_request(place: Path) -> None:
    """`record = "events"` adds the events table and changes none of the others."""
    (place / "e.toml").write_text('record = "events"\n' + (place / "race.toml").read_text())
    with_events, without = run("e.toml", "e", workers=1), run("race.toml", "r", workers=1)
    assert digests(without.folder).items() <= digests(with_events.folder).items()
    events = with_events.folder.scan("events").collect()
    assert events.height == (3 + 4 * 4) * with_events.games and events.schema["kind"] == pl.String


def test_results_do_not_depend_on_the_hash_seed(place: Path) -> None:
    """Two PYTHONHASHSEEDs, with other chunks each, whole or divided: equal digests."""
    configure(place, name="short.toml", blocks=2)
    code = (
        "import sys; from marchsim import games; games.register('toy', 'tests.toy:TOY')\n"
        "from marchsim.runner import run; from marchsim.recorder.merging import merge\n"
        "from marchsim.recorder import RunFolder\n"
        "name, workers, chunk, of = sys.argv[1], *map(int, sys.argv[2:])\n"
        "parts = [f'{at}/{of}' for at in range(1, of + 1)]\n"
        "found = [run('short.toml', f'{name}-{part[0]}', workers=workers, chunk=chunk, part=part).folder.path"
        " for part in parts]\n"
        "whole = merge(found, name) if of > 1 else RunFolder(found[0])\n"
        "tables = whole.manifest['tables']\n"
        "print({name: entry.get('digest') for name, entry in tables.items()})"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, f"h{seed}", str(workers), str(chunk), str(of)], text=True,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
        )
        for seed, workers, chunk, of in ((0, 1, 50, 1), (77, 1, 7, 2))
    ]  # fmt: skip
    whole = digests(run("short.toml", "whole", workers=1).folder) | {"timings": None, "thinking": None}
    (output,) = {process.communicate()[0] for process in processes}
    assert ast.literal_eval(output) == whole


def test_a_run_is_recorded_as_documented(place: Path) -> None:
    """Every game of the plan has its row, seats match the schedule, credits of a game add up to one."""
    result = run("race.toml", workers=1)
    assert result.folder.path == Path("runs/race") and result.games == result.played == 72
    games = result.folder.scan("games").collect()
    assert games["game"].to_list() == list(range(72)) and games["digest"].n_unique() == 72
    assert games["deal"].n_unique() == 24 == games["seed"].n_unique()
    seats = result.folder.scan("seats").collect()
    assert (seats.group_by("game").agg(pl.col("credit").sum())["credit"] - 1).abs().max() < 1e-12
    assert seats["boon"].to_list()[:3] == ["boots", "map", "rope"]
    shares = seats.group_by("strategy", "seat").len()
    assert shares["len"].unique().to_list() == [18]
    cards = result.folder.scan("cards").collect()
    assert cards["played"].null_count() == 72 * 2 and set(cards["card"].unique()) == {"boots", "map", "rope"}
    assert result.folder.scan("items").collect().height == 3
    assert result.folder.complete and result.folder.digests() == digests(result.folder)
    manifest = result.folder.manifest
    assert manifest["plan"] == {"games": 72, "deals": 24, "blocks": 6, "games_per_block": 12}
    assert manifest["strategies"][0]["source"] == (place / "roller.py").read_text()
    assert manifest["configuration"]["text"] == (place / "race.toml").read_text()


def test_an_interrupted_run_goes_on_by_set_difference(place: Path, apart: None) -> None:
    """Removing any parts and running again gives the tables of a run without interruption."""
    whole = digests(run("race.toml", "run", workers=1, chunk=10).folder)
    for name in ("games", "rounds"):
        part = sorted((place / "run" / "tables" / name).glob("part-2*"))[0]
        part.unlink()
    (place / "run" / "tables" / "seats" / f".part-0-9.parquet.{'a' * 16}.new").write_bytes(b"half")
    again = run("race.toml", "run", workers=1, chunk=4)
    assert again.played == 10 and digests(again.folder) == whole
    assert not list((place / "run" / "tables" / "seats").glob(".*"))


def test_a_run_is_extended_by_more_blocks(place: Path) -> None:
    """Two blocks and then six are the same as six at once; fewer than are stored is a mismatch."""
    assert run("race.toml", "a", workers=1, blocks=2).games == 24
    assert digests(run("race.toml", "a", workers=1).folder) == digests(
        run("race.toml", "b", workers=1).folder
    )
    with pytest.raises(StateMismatch, match="2 blocks have only 24 games"):
        run("race.toml", "a", workers=1, blocks=2)


def test_another_run_is_not_continued(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A different seed, rule, card, engine source or strategy text is named, and nothing is touched."""
    run("race.toml", "run", workers=1, blocks=1)
    (place / "overlay.toml").write_text("[rules]\nrounds = 2\n")
    with pytest.raises(StateMismatch, match=r"another seed\. Choose another --out"):
        run("race.toml", "run", workers=1, seed=6)
    with pytest.raises(StateMismatch, match="another variant base"):
        run("race.toml", "run", workers=1, rules=["overlay.toml"])
    (place / "cards.toml").write_text("[cards.compass]\ncost = 1\n")
    with pytest.raises(StateMismatch, match="another variant base"):
        run("race.toml", "run", workers=1, rules=["cards.toml"])
    with monkeypatch.context() as patch:
        patch.setattr(plans, "engine_fingerprint", lambda where: "another")
        with pytest.raises(StateMismatch, match="another engine"):
            run("race.toml", "run", workers=1)
    (place / "roller.py").write_text(script("return 1"))
    assert command_line(["run", "race.toml", "--out", "run", "--workers", "1"]) == 6
    assert (
        "run: holds a run that was played with another strategy roller. Choose another"
        in capsys.readouterr().err
    )
    assert RunFolder(place / "run").complete


def test_a_missing_part_is_told_and_played_again(
    place: Path, apart: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that somebody removed is named, its games are counted as played now."""
    whole = run("race.toml", "run", workers=1, chunk=20)
    (place / "run" / "tables" / "rounds" / "part-20-39.parquet").unlink()
    assert command_line(["run", "race.toml", "--out", "run", "--workers", "1"]) == 0
    told = capsys.readouterr()
    assert (
        "run/tables/rounds/part-20-39.parquet (games 20 to 39): missing; its games will be replayed"
        in told.err
    )
    assert "72 games, 52 stored before, 20 played now" in told.out
    assert digests(RunFolder("run")) == digests(whole.folder)


def test_a_part_that_is_damaged_while_the_run_goes_on_is_played_again(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was stored is read once more when small parts are merged; what then differs is played again."""
    whole = digests(run("race.toml", "whole", workers=1).folder)
    stored = RunWriter.write

    def damaging(self: RunWriter, first: int, last: int, *arguments: Any) -> None:
        stored(self, first, last, *arguments)
        if first == 4 and not Path("run/quarantine").exists():
            part = Path(f"run/tables/rounds/part-{first}-{last}.parquet")
            part.write_bytes(part.read_bytes()[:-1] + b"x")

    monkeypatch.setattr(RunWriter, "write", damaging)
    assert command_line(["run", "race.toml", "--out", "run", "--workers", "1"]) == 0
    assert "its bytes are not those that were stored; its games will be replayed" in capsys.readouterr().err
    assert digests(RunFolder("run")) == whole


def test_two_runs_do_not_share_a_folder(place: Path) -> None:
    """While one run writes, another is refused."""
    import fcntl

    run("race.toml", "run", workers=1, blocks=1)
    with (place / "run" / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(RecordError, match="another run is writing here"):
            run("race.toml", "run", workers=1)


def test_workers_are_limited(place: Path) -> None:
    """A nonsensical number of workers is an error, not a default."""
    with pytest.raises(ConfigError, match="--workers: 1000 is outside"):
        run("race.toml", workers=1000)


def with_script(place: Path, body: str, **changes: object) -> str:
    (place / "bad.py").write_text(script(body))
    return configure(place, "[[strategies]]\nuse = 'bad.py'\n", **changes)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("if turn == 2 and score == 9: raise ValueError('boom')\nreturn 0", "error"),
        ("if turn == 2 and score == 9: raise SystemExit(3)\nreturn 0", "error"),
        ("if turn == 2 and score == 9: return 'x'\nreturn 0", "answer"),
    ],
)
def test_void_games_are_counted_and_never_scored(place: Path, body: str, kind: str) -> None:
    """A failing strategy makes void games with null results; the others are as if nothing had happened."""
    result = run(with_script(place, body, blocks=2), "run", workers=1)
    assert list(result.voids) == ["bad"] and list(result.voids["bad"]) == [kind] and result.void_games > 0
    assert result.games == 2 * 10 * 3
    void = result.folder.scan("games").filter(pl.col("void") != "").collect()
    assert set(void["void"]) == {kind} and void["winners"].to_list() == [0] * void.height
    seats = result.folder.scan("seats").join(void.lazy(), on="game", how="semi").collect()
    assert seats.height == 3 * void.height
    for column in ("score", "rank", "credit", "luck", "boon"):
        assert seats[column].null_count() == seats.height
    assert result.folder.scan("rounds").join(void.lazy(), on="game", how="semi").collect().height == 0
    assert result.folder.void_example("bad") == void["game"][0]
    again = run("c.toml", "run2", workers=1, chunk=7)
    assert digests(again.folder) == digests(result.folder)


def test_the_cap_on_decisions_is_nobodys_fault(place: Path) -> None:
    """A game that asks too much is void `limit`, counted without a name."""
    config = configure(place, "[rules]\ndecisions_most = 1000\n")
    assert run(config, "fine", workers=1).void_games == 0
    (place / "c.toml").write_text((place / "c.toml").read_text().replace("1000", "5"))
    with pytest.raises(StrategyError, match="20 games void in a row"):
        run(config, "stopped", workers=1)


def test_twenty_voids_in_a_row_end_the_run(place: Path) -> None:
    """A strategy that always fails ends the run; the message names the game and the command that shows it."""
    with pytest.raises(
        StrategyError, match=r"'bad' made 20 .* ValueError: boom\. See it: marchsim replay run \d+"
    ):
        run(with_script(place, "raise ValueError('boom')"), "run", workers=1)
    assert not RunFolder("run").complete


def test_a_strategy_that_cannot_be_made_is_void(place: Path) -> None:
    """An exception in the constructor is the strategy's fault like any other."""
    (place / "bad.py").write_text(
        "from tests.toy import ToyStrategy\n"
        "class B(ToyStrategy):\n    def __init__(self):\n        raise SystemExit(1)\n"
    )
    with pytest.raises(StrategyError, match="it could not be made: SystemExit: 1"):
        run(configure(place, "[[strategies]]\nuse = 'bad.py'\n"), "run", workers=1)


def test_a_recorded_game_can_be_played_again(place: Path) -> None:
    """`game_of` gives all that is needed for the same digest; a changed strategy is a mismatch."""
    result = run("race.toml", "run", workers=1)
    found = game_of("run", 41, HERE)
    session = found.game.session(found.variant, found.entry.players, "rounds")
    assert isinstance(session, ToySession) and found.row is not None
    outcome = session.play(
        41, found.entry.deal_key, found.entry.seat_keys(), [maker() for maker in found.makers]
    )
    assert outcome.digest == found.row["digest"] and found.notices == ()
    seats = result.folder.scan("seats").filter(pl.col("game") == 41).collect()
    assert seats["strategy"].to_list() == list(found.names)
    with pytest.raises(ConfigError, match="games are 0 to 71"):
        game_of("run", 72, HERE)
    (place / "rester.py").write_text(script("return 0"))
    with pytest.raises(StateMismatch, match="strategy rester changed since"):
        game_of("run", 41, HERE)


@pytest.mark.parametrize("configured", [None, 3, [], {}, {"resolved": []}])
def test_a_manifest_that_does_not_say_what_was_played_is_an_error(place: Path, configured: object) -> None:
    """A manifest is untrusted: whatever stands where the configuration should is told as damage."""
    run("race.toml", "run", workers=1, blocks=1)
    manifest(place / "run", lambda data: data.update(configuration=configured))
    with pytest.raises(RecordError, match="does not say what was played"):
        game_of("run", 0, HERE)


def test_a_run_folder_runs_no_code(place: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A manifest that names a strategy file elsewhere cannot make us load it."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "roller.py").write_text("raise RuntimeError('loaded')\n")
    run("race.toml", "run", workers=1, blocks=1)
    use = {"use": str(elsewhere / "roller.py")}
    manifest(place / "run", lambda data: data["configuration"]["resolved"]["strategies"][0].update(use))
    with pytest.raises(StrategyError, match=r"no strategy file|outside the folders"):
        game_of("run", 0, HERE)


def test_the_command_line_tells_the_end_and_the_next_step(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The summary names games, folder and the next command; --quiet says nothing."""
    assert command_line(["run", "race.toml", "--workers", "1", "--out", "my run"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("72 games in ") and "none void" in out and " 'my run'\n" in out
    assert out.endswith("\nnext: marchsim report all 'my run'\n")
    assert command_line(["run", "race.toml", "--workers", "1", "--out", "my run"]) == 0
    assert capsys.readouterr().out.startswith("72 games, all stored before, none void")
    assert command_line(["run", "race.toml", "--workers", "1", "--out", "quiet", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_the_command_line_warns_of_void_games(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Void games alone exit 0 with a warning and the command that shows one."""
    config = with_script(place, "if turn == 2 and score == 9: return 'x'\nreturn 0")
    assert command_line(["run", config, "--workers", "1", "--out", "run"]) == 0
    assert "warning: void games, strategy 'bad': " in (out := capsys.readouterr().out)
    assert "answer; see one:\n  marchsim replay run " in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["race.toml", "--workers", "x"], 2, "'x' is neither a number of processes"),
        (["race.toml", "--seed", "-4"], 2, "--seed: -4 is outside"),
        (["race.tml"], 2, "there is no configuration 'race.tml'"),
        (["race.toml", "--rules", "none.toml"], 2, "none.toml: there is no such overlay"),
        (["race.toml", "--out", "race.toml"], 2, "cannot be created"),
    ],
)
def test_bad_arguments_exit_with_a_message(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    """Every wrong argument is one line on stderr and exit code 2."""
    assert command_line(["run", *arguments]) == code
    assert message in capsys.readouterr().err


def test_a_run_with_variants_tells_the_base(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In full; of the others what each answer is. What they change is in the report."""
    text = (place / "race.toml").read_text() + '[[variants]]\nname = "short"\nrules.rounds = 2\n'
    (place / "two.toml").write_text(text)
    assert command_line(["run", "two.toml", "--workers", "1", "--blocks", "1", "--out", "two"]) == 0
    out = capsys.readouterr().out
    assert "  wins where 100 are fair, rules base" in out and out.count("3 players") == 3
    assert "  Are the seats fair? Under short: cannot tell yet.\n" in out
    assert out.endswith("\nnext: marchsim report all two\n")
