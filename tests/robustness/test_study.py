"""A sensitivity study of a planted game: labels, bytes, resumption, plan, and what the verbs say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from marchsim import games
from marchsim.cli.main import run as command_line
from marchsim.cli.sensitivity import changed
from marchsim.errors import ConfigError, StateMismatch
from marchsim.recorder.claims import Claim
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.studies.sensitivity import output
from marchsim.studies.sensitivity.preparation import PreparedSensitivity, _about, prepare
from marchsim.studies.sensitivity.sensitivity import Sensitivity, forecast, sensitivity
from tests.accessible import faults
from tests.studies import test_level

Capture = pytest.CaptureFixture[str]
SEAT = '\n[[claims]]\nmetric = "first-seat"\nis = "above"\n'
CLAIM = f"{SEAT}line = 0.45\npublished = 0.53\n"  # true in 4 of 7 boxes
NARROW = "[priors]\nfood = { spread = 1, low = -1 }\n"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a configuration of the game, without waiting for the disk."""
    monkeypatch.chdir(tmp_path)
    write()
    (tmp_path / "narrow.toml").write_text(NARROW)
    return tmp_path


def write(more: str = CLAIM, game: str = "guessed") -> None:
    """Write start.toml."""
    games.register("guessed", "tests.robustness.guessed:GAME")
    path = Path(test_level.configured(Path(), more))
    path.write_text(path.read_text().replace('"head-start"', f'"{game}"'))


def ready(**more: object) -> PreparedSensitivity:
    """Return a small study made ready."""
    return prepare("start.toml", **{"draws": 40, "deals": 25, **more})  # type: ignore[arg-type]


def played(prepared: PreparedSensitivity, out: str = "out", workers: int = 1) -> Sensitivity:
    """Play a study in a folder."""
    return sensitivity(prepared, Path(out), workers=workers)


def test_a_claim_that_other_numbers_reverse_flips_and_its_number_is_found_first() -> None:
    """In 3 of 7 boxes the first seat wins less than 45 %; the number behind that is its food."""
    found = played(ready(draws=50, deals=25))
    row = found.rows[0]
    cell = next(iter(row.cells.values()))
    assert row.verdict == "flips"
    assert 0.3 < cell.right.value < 0.8
    assert found.worth is not None and found.worth.first[0].item == "rules.food_seat_0"
    told = next(iter(row.explained.values()))
    assert told is not None
    assert [group.name for group in told.groups if group.share is not None] == ["food.0"]


def test_a_claim_that_no_box_reverses_does_not_flip() -> None:
    """With one unit more or less the first seat wins more than a third everywhere."""
    write(SEAT)
    found = played(ready(draws=30, deals=40, priors_file=Path("narrow.toml")))
    cell = next(iter(found.rows[0].cells.values()))
    assert found.rows[0].verdict != "flips"
    assert cell.right.value > 0.8


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_bytes_are_equal_for_workers_and_interruptions(workers: int) -> None:
    """One worker in one go, and a study that is stopped in the midst of a draw, at each look, and goes on."""

    class Stop(Quiet):
        """Stops after some games of a stage."""

        def __init__(self, stage: int) -> None:
            super().__init__()
            self.stage = stage

        def begin(self, total: int, stored: int) -> None:
            self.stage -= 1

        def update(self, done: int, *more: object) -> None:
            if self.stage <= 0 and done > 30:
                raise KeyboardInterrupt

    write(CLAIM.replace("0.45", "-2"))  # is not settled after 50 draws, and judged again at the end
    prepared, contents = ready(draws=100, deals=3), []
    for out, players, stopped in (("one", 1, ()), ("cut", workers, (1, 2, 3))):
        for stage in stopped:
            with pytest.raises((Interrupted, KeyboardInterrupt)):
                sensitivity(prepared, Path(out), workers=1, progress=Stop(stage))
        found = played(prepared, out, players)
        contents.append(output.write(found, Path(out)).read_bytes())
    assert contents[0] == contents[1]
    again = played(prepared, "cut")
    assert (again.draws, again.played.now) == (100, 0)
    assert output.write(again, Path("cut")).read_bytes() == contents[0]
    assert again.played.games == 300 + 100 * 3 * 3  # each game counts once


def test_more_draws_add_to_a_study_and_other_priors_are_refused() -> None:
    """Games that are stored are not played again; another study in the same folder is exit code 6."""
    first = played(ready(draws=10, deals=5))
    more = played(ready(draws=20, deals=5))
    assert more.played.now == 10 * 5 * 3
    assert more.played.games == first.played.games + more.played.now
    assert (first.calls, more.calls) == ((10,), (20,))  # nothing was written, so nothing was shown
    output.write(first, Path("out"))
    shown = played(ready(draws=20, deals=5))
    assert shown.calls == (10, 20) and [one.call for one in shown.looks] == [1, 2]
    assert "Look 2 at this study, made before for 10 draws." in output.answer(replace(shown, draws=20))[-1]
    data = json.loads(output.write(shown, Path("out")).read_text())
    assert data["calls"] == [10, 20] and data["looks"] == [10]  # no more draws would settle it
    again = output.write(played(ready(draws=20, deals=5)), Path("out"))
    assert json.loads(again.read_text())["calls"] == [10, 20]
    with pytest.raises(StateMismatch, match="draws"):
        played(ready(draws=20, deals=5, priors_file=Path("narrow.toml")))


def test_a_run_of_draws_is_not_replayed_as_if_it_had_one_set_of_numbers() -> None:
    """Its games were played with other numbers than its configuration's: replay says so, exit code 6."""
    played(ready(draws=10, deals=2))
    assert command_line(["replay", "out/draws-as listed", "0", "--strategy-path", "."]) == 6


def test_a_plan_tells_games_and_time_of_each_look() -> None:
    """The pilot that it plays is the study's own, so nothing of it is lost."""
    prepared = ready(draws=120, deals=None)
    told = forecast(prepared, Path("out"), workers=1)
    first, second, last = told["looks"]
    assert [first["draws"], second["draws"], last["draws"]] == [50, 100, 120]
    assert second["games"] == 2 * first["games"] == 100 * told["blocks_of_a_draw"] * 3
    assert 2 < first["seconds"] < second["seconds"] < 2 * first["seconds"]  # start and page are there once
    assert told["blocks_of_a_draw"] >= 30


def test_claims_that_are_unclear_under_the_assumed_numbers_are_not_tried() -> None:
    """Usual claims are taken up where the study's own figures say them."""
    write("")
    found = played(ready(draws=10, deals=5))
    assert {row.tried.claim.metric for row in found.rows} | {one.claim.metric for one in found.left} >= {
        "first-seat"
    }
    assert all(abs(one.assumed - one.stated.line) <= 2 * one.se for one in found.left)


def test_what_cannot_be_tried_is_said_in_a_sentence(capsys: Capture) -> None:
    """A game that says nothing of its numbers, too few draws, a claim about players that do not play."""
    write(game="toy")
    assert command_line(["sensitivity", "start.toml"]) == 2
    assert "it gives no plausible ranges for its assumed numbers" in capsys.readouterr().err
    write()
    with pytest.raises(ConfigError, match="--draws: 3"):
        ready(draws=3)
    write(f'{CLAIM}population = ["tuned"]\n')
    with pytest.raises(ConfigError, match="is about tuned"):
        ready()


def test_a_change_is_told_by_the_claims_that_hold() -> None:
    """What hardly changes is said once for all metrics, wins of strategies together; the rest is open."""
    texts = [
        "x hardly changes the turns",
        "x hardly changes the wins of a",
        "x hardly changes the wins of b",
    ]
    assert output._does("x", texts) == ["hardly changes the turns and the wins of a and b"]
    lead = output._lead({key: [] for key in output.VERBS})
    assert lead == "nothing that it does, or does not do, is settled in the plausible component sets."
    stated = SimpleNamespace(tried=SimpleNamespace(
        text="x hardly changes the turns", claim=SimpleNamespace(variant="x"),
        stated=SimpleNamespace(way="within"),
    ))  # fmt: skip
    held = output._lead({key: [] for key in output.VERBS} | {output.HOLDS: [stated], output.OPEN: [stated]})
    assert (
        held
        == "1 of 2 claims hold; the rest is open: in the plausible component sets, too, it hardly changes "
        "the turns."
    )


def test_what_goes_on_is_the_same_command_with_other_options() -> None:
    """Options take the place of those given, in either form."""
    words = ["sensitivity", "demo", "--draws", "50", "--out=x", "--quiet"]
    assert changed(words, draws="100", out="y") == [
        "marchsim", "sensitivity", "demo", "--quiet", "--draws", "100", "--out", "y",
    ]  # fmt: skip


def test_of_many_boxes_as_many_quantiles_stay_as_a_page_draws() -> None:
    """Few stay as they are, sorted."""
    assert output.boxes(np.array([2.0, -0.00001, 1.0])) == [0.0, 1.0, 2.0]
    kept = output.boxes(np.arange(1001.0))
    assert (len(kept), kept[0], kept[-1]) == (50, 10.0, 990.0)


def test_only_claims_about_some_metrics_are_tried() -> None:
    """--metric leaves the others out; one that no claim is about is named with those that are."""
    assert {claim.metric for claim in ready(metrics=["first-seat"]).claims} == {"first-seat"}
    claims = (Claim("species.ash"), Claim("turns"), Claim("species.oak"), Claim("share.ash"))
    assert _about(claims, ["species"]) == (claims[0], claims[2])
    assert _about(claims, ["turns", "share.ash"]) == (claims[1], claims[3])
    with pytest.raises(ConfigError, match="--metric: no claim is about first-seet"):
        ready(metrics=["first-seet"])


def test_the_verb_writes_answer_page_and_data(capsys: Capture) -> None:
    """Exit code 3 for a claim that flips; --json is the file; the list can be made an overlay."""
    words = ["sensitivity", "start.toml", "--draws", "50", "--deals", "20", "--out", "out", "--workers", "1"]
    assert command_line([*words, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "marchsim.sensitivity/1" and told["counted"]["flips"] == 1
    stored = json.loads(Path("out/sensitivity.json").read_text())
    assert stored["claims"] == told["claims"]
    (cell,) = stored["claims"][0]["populations"].values()
    assert len(cell["boxes"]) == 50 and cell["boxes"] == sorted(cell["boxes"])
    assert '"boxes": [0.' in Path("out/sensitivity.json").read_text()
    page = Path("out/report/report.html").read_text()
    assert faults(page) == []
    assert "the other way round" in page and 'id="figure-curve-1' in page
    table = page[page.index("Groups of numbers that matter") :]
    assert ">food.0<" in table and ">all others<" in table and ">not linear<" in table
    new = ["new", "overlay", "--assumed", "--first", "1", "--by", "out", "--game", "guessed", "mine.toml"]
    assert command_line(new) == 0
    assert Path("mine.toml").read_text() == "# rules.food_seat_0\n"
    capsys.readouterr()
    assert command_line(words) == 3
    told_words = capsys.readouterr().out
    assert "Look up these first" in told_words and "rules.food_seat_0" in told_words
    assert command_line(["new", "overlay", "--first", "1", "x.toml"]) == 2
    assert command_line(["new", "overlay", "--assumed", "--first", "1", "--by", "none", "x.toml"]) == 6
