"""Dask: the tables of any other backend, and nothing lost or doubled when workers or the scheduler go."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import StateMismatch
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.backends import choosing, dask_worker
from marchsim.runner.backends.choosing import Multiprocess, Serial
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.playing.worker import GameJob
from tests.runner.test_faults import (
    FOREVER,
    HOPELESS,
    RARE,
    SLOW,
    STANDING,
    children,
    configure,
    others,
    start,
    void_games,
    wait_for,
    wait_for_parts,
)
from tests.runner.test_run import digests

ROOT = Path(__file__).parents[2]
CLUSTER = (
    "import sys; from distributed import LocalCluster\n"
    "if __name__ == '__main__':\n"
    "    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)\n"
    "    print(cluster.scheduler_address, flush=True); sys.stdin.read(); cluster.close()\n"
)


@pytest.fixture
def inside() -> Iterator[str]:
    """The address of a scheduler and two workers that are threads of this process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


def command(*arguments: str, **more: str) -> subprocess.Popen[str]:
    """Start Python beside this process, with the sources that are tested."""
    return subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=os.environ | {"PYTHONPATH": str(ROOT)} | more, start_new_session=True,
    )  # fmt: skip


@pytest.fixture
def outside() -> Iterator[str]:
    """The address of a scheduler in another process, with two worker processes."""
    process = command("-c", CLUSTER)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_cluster_gives_the_tables_of_one_process(place: Path, inside: str) -> None:
    """Digests, the count of games, and void games of a strategy that never answers: as everywhere."""
    config = configure(place, FOREVER, 0.1)
    serial = run(config, "serial", workers=1)
    result = run(config, "dask", workers=inside, chunk=7)
    assert result.played == 60 and result.void_games == serial.void_games > 0
    assert digests(result.folder) == digests(serial.folder)
    assert run(config, "dask", workers=inside).played == 0


@pytest.mark.slow
def test_backends_give_the_same_tables(place: Path, inside: str) -> None:
    """Serial, multiprocess and a Dask cluster, with several chunk sizes."""
    places: list[int | str] = [0, 2, inside]
    found = [
        digests(run("race.toml", f"run-{at}-{chunk}", chunk=chunk, workers=where).folder)
        for at, where in enumerate(places)
        for chunk in (None, 5)
    ]
    assert all(found[0].values()) and all(other == found[0] for other in found)


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_costs_nothing(place: Path, outside: str) -> None:
    """kill -9 of a worker: told, played again, and equal to an undisturbed run."""
    config = configure(place, SLOW, 10, blocks=20)
    process = start(place, config, "--out", "run", "--workers", outside)
    wait_for_parts(place, "run", 2, process)
    workers = [pid for pid in pids_below(host_of_cluster()) if "spawn_main" in words(pid)]
    os.kill(workers[0], signal.SIGKILL)
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 0, err
    folder = RunFolder("run")
    assert "(Dask); its games are replayed" in err
    assert folder.complete and not void_games(folder)
    whole = run(configure(place, "return 0", 10, blocks=20), "whole", workers=1)
    assert digests(folder) == digests(whole.folder)


def host_of_cluster() -> int:
    """Return the process that CLUSTER runs in."""
    places = Path("/proc").glob("[0-9]*")
    return int(next(p.name for p in places if CLUSTER.encode() in (p / "cmdline").read_bytes()))


def pids_below(parent: int) -> list[int]:
    """Return the processes that a process has started, and those that these have."""
    own = [int(p.name) for p in Path("/proc").glob("[0-9]*") if parent_of(p) == parent]
    return own + [pid for child in own for pid in pids_below(child)]


def parent_of(place: Path) -> int:
    try:
        return int((place / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return -1


def words(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


@pytest.mark.slow
def test_a_scheduler_elsewhere_plays_and_may_be_lost(place: Path, outside: str) -> None:
    """--workers ADDRESS; when it is gone the run says so with the command that goes on, exit code 2."""
    config = configure(place, SLOW, 10, blocks=40)
    process = start(place, config, "--out", "run", "--workers", outside)
    wait_for_parts(place, "run", 2, process)
    os.killpg(host_of_cluster(), signal.SIGKILL)
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 2, err
    assert f"the Dask scheduler ({outside}) was lost. Nothing stored is lost" in err
    assert f"The same command resumes it:\n  marchsim run {config} --out run --workers" in err
    stored = RunFolder("run").scan("games").collect().height
    assert 0 < stored < 1200
    assert run(config, "run", workers=2).played == 1200 - stored


@pytest.mark.slow
def test_an_interrupt_stops_a_cluster_quickly(place: Path, outside: str) -> None:
    """Ctrl-C, which the terminal sends to all its processes, waits for no game: exit code 130."""
    config = configure(place, STANDING, 100, blocks=200)
    process = start(place, config, "--out", "run", "--workers", outside)
    wait_for_parts(place, "run", 1, process)
    (place / "stand").touch()
    wait_for((place / "standing").exists, process)
    for pid in (process.pid, *children(process.pid)):
        os.kill(pid, signal.SIGINT)
    _, err = process.communicate(timeout=HOPELESS)
    assert process.returncode == 130
    assert "Traceback" not in err and "The same command resumes it:" in err


@pytest.mark.slow
def test_tls_settings_of_dask_are_honoured(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler asks for a key: where Dask is configured to have it the run is played, else exit code 2."""
    distributed = pytest.importorskip("distributed")
    security = distributed.Security.temporary()
    files = {"CA_FILE": security.tls_ca_file, "CLIENT__CERT": security.tls_client_cert}
    files["CLIENT__KEY"] = security.tls_client_key
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, security=security
    ) as cluster:
        arguments = ["race.toml", "--out", "run", "--workers", cluster.scheduler_address]
        _, err = start(place, *arguments).communicate(timeout=HOPELESS)
        assert f"--workers: {cluster.scheduler_address} cannot be reached" in err
        for name, content in files.items():
            (place / name).write_text(content)
            monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{name}", str(place / name))
        process = start(place, *arguments)
        _, err = process.communicate(timeout=HOPELESS)
        assert process.returncode == 0, err
    assert RunFolder("run").complete


@pytest.mark.slow
def test_a_deadly_game_is_found_by_a_cluster(place: Path, outside: str) -> None:
    """A strategy that kills its process costs its own games only, and no Dask worker."""
    plain = others(run(configure(place, "return 0"), "plain", workers=1).folder, {})
    body = RARE + "    os._exit(9)\nreturn 0"
    result = run(configure(place, body), "run", workers=outside)
    void = void_games(result.folder)
    assert void and set(void.values()) == {"error"}
    assert others(result.folder, void) == [row for row in plain if row[0] not in void]


@pytest.mark.slow
def test_a_worker_without_marchsim_is_refused(place: Path) -> None:
    """One line names it, with exit code 6, before anything is played."""
    hidden = place / "hidden"
    hidden.mkdir()
    (hidden / "marchsim.py").write_text("raise ModuleNotFoundError(\"No module named 'marchsim'\")")
    process = command("-c", CLUSTER, PYTHONPATH=str(hidden))
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    try:
        ran = start(place, "race.toml", "--workers", address)
        _, err = ran.communicate(timeout=HOPELESS)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert ran.returncode == 6, err
    assert "marchsim: error: the Dask worker tcp://" in err and "No module named 'marchsim'" in err


def test_another_engine_or_version_on_a_worker_is_refused(place: Path) -> None:
    """Fingerprints are compared when a run begins, and again by a worker that plays its first chunk."""
    job = GameJob.of(plans.make(configs.load("race.toml")).job)
    assert dask_worker.refusal("0", job.engine, job.where).startswith("has marchsim ")
    assert dask_worker.refusal(_version(), "0", job.where) == "has another engine source than this one"
    assert dask_worker.refusal(_version(), job.engine, "tests.gone:GAME") == "does not have the game"
    assert dask_worker.refusal(_version(), job.engine, job.where) == ""
    with pytest.raises(StateMismatch, match="a Dask worker has another engine source"):
        dask_worker.play("x", _version(), replace(job, engine="0"), Chunk(0, 0))
    entrant = job.entrants[0]
    forged = replace(entrant, source=replace(entrant.source, text="class Other: pass"))
    with pytest.raises(StateMismatch, match="another source of strategy 'roller' than its fingerprint"):
        dask_worker.play("x", _version(), replace(job, entrants=(forged, *job.entrants[1:])), Chunk(0, 0))


def _version() -> str:
    import marchsim

    return marchsim.__version__


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("--workers", "head:8786"),
            "--workers: 'head:8786' is neither a number of processes nor the address",
        ),
        (("--workers", "-1"), "--workers: '-1' is neither a number of processes"),
        (("--workers", "257"), "--workers: 257 is outside 0 to 256"),
        (("--workers", "nonsense://x"), "--workers: nonsense://x cannot be reached"),
    ],
)
def test_wrong_places_are_2(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    assert command_line(["run", "race.toml", "--out", "run", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_without_the_extra_the_error_says_what_to_install(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert command_line(["run", "race.toml", "--workers", "tcp://x:1"]) == 2
    assert "pip install 'marchsim[cluster]'" in capsys.readouterr().err


def test_the_backend_asked_for_plays(place: Path, processes: None) -> None:
    """One worker plays shipped strategies in this process, none plays all here."""
    shipped = GameJob.of(plans.make(configs.load("field-4")).job)
    assert isinstance(choosing.read(1).opened(shipped, 9, print), Serial)
    assert isinstance(choosing.read(2).opened(shipped, 9, print), Multiprocess)
    job = GameJob.of(plans.make(configs.load("race.toml")).job)
    assert isinstance(choosing.read(1).opened(job, 9, print), Multiprocess)
    assert isinstance(choosing.read(0).opened(job, 9, print), Serial)
    assert choosing.read("tcp://x:1").scheduler == "tcp://x:1"
