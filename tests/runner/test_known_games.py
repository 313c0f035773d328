"""Games that a finished run beside a try holds are copied: the result is that of a try that played them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from marchsim.cli.main import run as command_line
from marchsim.recorder import RunFolder, survey
from marchsim.runner import RunResult, run
from marchsim.studies.trying.request import TryRequest, prepare
from tests import forging, policies

BLOCKS = 2


def tried(
    out: str, *words: str, blocks: int = BLOCKS, beside: tuple[str, ...] = (), **more: object
) -> RunResult:
    """Play a change of the race in chunks of one size."""
    asked = prepare(TryRequest(words, "race.toml")).configuration
    places = [Path(place) for place in beside]
    return run(asked, out, blocks=blocks, chunk=31, beside=places, **{"workers": 1, **more})  # type: ignore[arg-type]


def content(folder: str) -> dict[str, bytes]:
    """Return the files of a run's tables of games."""
    found = Path(folder, "tables").rglob("*.parquet")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in found
        if path.parent.name not in ("timings", "thinking")
    }


@pytest.fixture
def beside(place: Path) -> RunResult:
    """A finished try of one value."""
    return tried("one", "rest_points=3")


def test_the_result_has_the_bytes_of_one_that_played_all(beside: RunResult) -> None:
    """The base comes from the run of another value, which had more variants before it or fewer."""
    each = beside.games // 2
    alone, helped = tried("alone", "rest_points=4"), tried("helped", "rest_points=4", beside=("one",))
    assert (alone.played, alone.taken) == (2 * each, {})
    assert (helped.played, helped.taken) == (each, {Path("one"): each})
    assert content("helped") == content("alone") and helped.folder.digests() == alone.folder.digests()
    assert RunFolder("helped").scan("timings").select(pl.col("games").sum()).collect().item() == each


def test_each_variant_comes_from_the_run_that_has_most_of_it(beside: RunResult) -> None:
    """Several values take base and value from different runs, as far as these go, and play the rest."""
    each = beside.games // 2 // BLOCKS  # a block
    tried("longer", "rest_points=5", blocks=BLOCKS + 1)
    places = ("one", "longer", "nothing")
    alone = tried("alone", "rest_points=3,4", blocks=BLOCKS + 2)
    helped = tried("helped", "rest_points=3,4", blocks=BLOCKS + 2, beside=places)
    taken = {Path("longer"): (BLOCKS + 1) * each, Path("one"): BLOCKS * each}
    assert helped.taken == taken and helped.played == alone.played - sum(taken.values())
    assert content("helped") == content("alone")
    whole = tried("whole", "rest_points=4", beside=("helped",))
    assert whole.played == 0 and content("whole") == content_of_first(BLOCKS)


def content_of_first(blocks: int) -> dict[str, bytes]:
    """Return the files of a try of the value 4 that played everything."""
    tried("again", "rest_points=4", blocks=blocks)
    return content("again")


def test_a_try_is_continued_with_games_from_beside(beside: RunResult) -> None:
    """More deals of the same try: its own games stay, those after them are copied where they are known."""
    each = beside.games // 2 // BLOCKS
    tried("longer", "rest_points=5", blocks=BLOCKS + 2)
    more = tried("one", "rest_points=3", blocks=BLOCKS + 3, beside=("longer",))
    assert more.taken == {Path("longer"): 2 * each} and more.played == 4 * each
    tried("alone", "rest_points=3", blocks=BLOCKS + 3)
    assert more.folder.digests() == RunFolder("alone").digests()


def test_lost_games_are_played_and_not_copied(beside: RunResult) -> None:
    """A part of the try itself is gone: the same command plays its games again, with the same rows."""
    before = tried("helped", "rest_points=4", beside=("one",)).folder.digests()
    next(Path("helped", "tables", "seats").glob("*.parquet")).unlink()
    again = tried("helped", "rest_points=4", beside=("one",))
    assert again.taken == {} and again.folder.digests() == before


def flip() -> None:
    """Change a byte in the middle of a part."""
    (path,) = Path("one", "tables", "seats").glob("*.parquet")
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(bytes(whole))


def forged() -> None:
    """Give a seat another score, in a part with right checksums of its bytes alone."""
    forging.forge(Path("one"), "seats", pl.col("score") + 1, sums=False)


def rewritten() -> None:
    """Change a strategy after the run."""
    policies.write(Path(), {"roller": "return 1"})


def unfinished() -> None:
    """Make the run one that goes on."""
    forging.manifest(Path("one"), lambda data: data.update(complete=False))


def void() -> None:
    """Let the run have void games."""
    forging.manifest(Path("one"), lambda data: data.update(voids={"": {"time": 1}}))


def other_rules() -> None:
    """Let the base of the run be another game."""
    forging.manifest(Path("one"), lambda data: data["identity"].update({"variant base": "0" * 64}))


def other_engine() -> None:
    """Let another engine have played the run."""
    forging.manifest(Path("one"), lambda data: data["identity"].update(engine="0" * 64))


def garbage() -> None:
    """Put something else in the place of the manifest."""
    Path("one", "manifest.json").write_text("[]")


@pytest.mark.parametrize(
    "spoil", [flip, forged, rewritten, unfinished, void, other_rules, other_engine, garbage]
)
def test_games_that_are_not_surely_the_same_are_played(beside: RunResult, spoil: Callable[[], None]) -> None:
    """A run that is damaged, unfinished, forged, or of another game, engine or strategy lends nothing."""
    spoil()
    helped = tried("helped", "rest_points=4", beside=("one",))
    assert helped.taken == {} and helped.played == helped.games
    tried("alone", "rest_points=4")
    assert content("helped") == content("alone")


def test_another_seed_shares_no_game(beside: RunResult) -> None:
    other = prepare(TryRequest(("rest_points=4",), "race.toml", seed=6)).configuration
    assert run(other, "helped", blocks=1, workers=1, beside=[Path("one")]).taken == {}


def test_games_are_played_if_their_run_is_removed_meanwhile(
    beside: RunResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was copied before was checked part by part. The others are played."""
    flip()
    with monkeypatch.context() as blind:
        blind.setattr(survey, "survey", lambda folder, rows=False: [])
        helped = tried("helped", "rest_points=4", beside=("one",))
    assert helped.played == helped.games
    tried("alone", "rest_points=4")
    assert content("helped") == content("alone")


@pytest.mark.slow
def test_two_workers_copy_the_same_games(beside: RunResult) -> None:
    helped = tried("helped", "rest_points=4", beside=("one",), workers=2)
    alone = tried("alone", "rest_points=4")
    assert helped.taken == {Path("one"): alone.games // 2}
    assert helped.folder.digests() == alone.folder.digests()


def test_the_terminal_says_which_games_were_copied(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second try in the same place plays its changed games alone; its page has the same numbers."""
    words = ["race.toml", "--deals", "2", "--players", "3", "--workers", "1"]
    for change in ("rest_points=3", "rest_points=4"):
        assert command_line(["try", change, *words]) == 0
    out = capsys.readouterr().out
    told = "of them are the same games as in runs/try/race_rest_points-3_3-players, and are copied from there"
    assert out.count(told) == 1 and out.count(" games in ") == 2
    assert command_line(["try", "rest_points=4", *words, "--out", "elsewhere/alone"]) == 0
    copied, alone = (
        Path("reports/try", name, "try.json") for name in ("race_rest_points-4_3-players", "alone")
    )
    assert json.loads(copied.read_text()) == json.loads(alone.read_text())
