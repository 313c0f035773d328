"""What kinds of seats are worth: against known truth, in each other's place, and by whom they fall."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from marchsim.analysis.course.pace import ended
from marchsim.analysis.field.kinds import Kinds, Worth, _fallen, kinds, measured
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import classify, panels
from marchsim.analysis.reading.source import scan
from marchsim.analysis.variants.blocks import by_block
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, NothingMeasured, RecordError, StateMismatch
from marchsim.recorder.lock import Lock
from marchsim.reporting.exchange import few
from marchsim.reporting.sections.kinds import sentence
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning.chunks import Sizer
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.studies.dealing.study import DealsPlayed
from marchsim.studies.exchange import exchange_study
from tests.policies import uses

NAMES = ("ash", "birch", "cedar")


def entries(deals: int, strength: tuple[float, ...], seed: int = 1) -> pl.DataFrame:
    """Return games of three seats, one a deal, won with chances by strength of kind and seat."""
    chance, rows = np.random.Generator(np.random.PCG64(seed)), []
    for deal in range(deals):
        kinds = chance.permutation(3)
        weights = np.array([strength[kind] for kind in kinds]) * np.array([1.4, 1.0, 0.8])
        winner = int(chance.choice(3, p=weights / weights.sum()))
        order = [winner, *(seat for seat in range(3) if seat != winner)]
        rows += [
            {
                "deal": deal, "game": deal, "seat": seat, "kind": NAMES[kinds[seat]], "strategy": "s",
                "credit": float(seat == winner), "rank": 1 + order.index(seat),
                "fell": None if seat == winner else 5 + seat,
                "felled_by": "" if seat == winner else str(winner),
            }
            for seat in range(3)
        ]  # fmt: skip
    return pl.DataFrame(rows)


def test_wins_are_those_where_100_are_fair_and_add_up() -> None:
    """Each kind's share by hand, with Wilson's interval; shrunk towards each other; seats too."""
    rows = entries(300, (1.0, 2.0, 3.0))
    found = measured(rows, "tree", 3)
    for one in found.worths:
        own = rows.filter(pl.col("kind") == one.kind)["credit"]
        wilson = stats.binomtest(int(own.sum()), len(own)).proportion_ci(method="wilson")
        assert one.wins.value == pytest.approx(300 * own.mean())
        assert (one.wins.low, one.wins.high) == pytest.approx((300 * wilson.low, 300 * wilson.high))
    assert sum(one.wins.value or 0 for one in found.worths) == pytest.approx(300)
    spread = [np.ptp([one.shrunk for one in found.worths]), np.ptp([one.wins.value for one in found.worths])]
    assert 0 < spread[0] < spread[1]
    assert len(found.places) == 9 and all(one.shrunk is not None for one in found.places)


@pytest.mark.parametrize("credit", [0.0, None])
def test_where_no_kind_has_won_none_is_said_to_win_most(credit: float | None) -> None:
    """As in few exchanges, where a third seat won each, or where games end without a winner."""
    rows = entries(3, (1.0, 1.0, 1.0)).with_columns(credit=pl.lit(credit, pl.Float64))
    assert sentence(measured(rows, "tree", 3)) == "No tree won a game here, so nothing is known of trees."


@pytest.mark.slow
def test_intervals_hold_a_known_truth() -> None:
    """Of 200 runs with three kinds alike about 95 of 100 intervals hold 100 wins, measured and shrunk."""
    held = drawn = 0
    for seed in range(200):
        found = measured(entries(60, (1.0, 1.0, 1.0), seed), "tree", 3)
        held += sum((one.wins.low or 0) <= 100 <= (one.wins.high or 999) for one in found.worths)
        drawn += sum(
            one.shrunk_interval is not None and one.shrunk_interval.low <= 100 <= one.shrunk_interval.high
            for one in found.worths
        )
    assert 0.92 <= held / 600 <= 0.985
    assert drawn / 600 >= 0.95


def test_who_ends_ahead_of_whom_and_who_eliminates_whom() -> None:
    """By hand from the games: better ranks, rounds of the fall, and the kind whose dice did it."""
    rows = entries(200, (1.0, 2.0, 3.0))
    found = measured(rows, "tree", 3)
    games = {
        game: dict(zip(part["kind"], part["rank"], strict=True)) for (game,), part in rows.group_by("game")
    }
    assert not found.instead
    for (kind, other), ahead in found.ahead.items():
        wanted = np.mean([ranks[kind] < ranks[other] for ranks in games.values()])
        assert ahead.value == pytest.approx(wanted)
    by_winner = rows.filter(pl.col("credit") == 1)["kind"].value_counts()
    wins = dict(by_winner.iter_rows())
    for fall in found.fallen:
        own = rows.filter((pl.col("kind") == fall.name) & pl.col("fell").is_not_null())
        assert fall.rounds.value == pytest.approx(own["fell"].mean())
        assert sum(fall.by.values()) == len(own) and fall.name not in fall.by
    for name in NAMES:
        assert sum(fall.by.get(name, 0) for fall in found.fallen) == 2 * wins[name]


def test_several_who_eliminate_one_count_once_for_each_kind() -> None:
    """Two of one kind are one, nobody is a kind of its own, and another game's seats are not mixed up."""
    rows = pl.DataFrame({
        "game": [1, 1, 1, 1, 2, 2, 2], "deal": [0] * 7, "seat": [0, 1, 2, 3, 0, 1, 2],
        "kind": ["oak", "ash", "ash", "elm", "elm", "oak", "ash"],
        "fell": [3, None, None, 4, 2, 5, None], "felled_by": ["1+2", None, None, "", "1+2", "2", None],
    }, schema_overrides={"seat": pl.Int8})  # fmt: skip
    found = {one.name: one.by for one in _fallen(rows, ["ash", "elm", "oak"])}
    assert found == {"ash": {}, "elm": {"": 1, "ash": 1, "oak": 1}, "oak": {"ash": 2}}


def test_two_in_each_others_place_are_compared_seat_by_seat() -> None:
    """A deal as dealt and exchanged: their difference over both seats; the others do not count."""
    base = {"strategy": "s", "rank": 1}
    rows = pl.DataFrame([
        {"deal": 1, "game": 10, "seat": 0, "kind": "ash", "credit": 1.0, "against": "", **base},
        {"deal": 1, "game": 10, "seat": 1, "kind": "birch", "credit": 0.0, "against": "", **base},
        {"deal": 1, "game": 11, "seat": 0, "kind": "birch", "credit": 1.0, "against": "ash", **base},
        {"deal": 1, "game": 11, "seat": 1, "kind": "ash", "credit": 0.0, "against": "birch", **base},
        {"deal": 2, "game": 20, "seat": 0, "kind": "birch", "credit": 0.0, "against": "", **base},
        {"deal": 2, "game": 20, "seat": 1, "kind": "ash", "credit": 1.0, "against": "", **base},
        {"deal": 2, "game": 21, "seat": 0, "kind": "ash", "credit": 1.0, "against": "birch", **base},
        {"deal": 2, "game": 21, "seat": 1, "kind": "birch", "credit": 0.0, "against": "ash", **base},
    ])  # fmt: skip
    found = measured(rows, "tree", 2)
    assert list(found.ahead) == list(found.instead) == [("ash", "birch")]
    instead = found.instead["ash", "birch"]
    assert instead.value == pytest.approx(100.0)  # 0 on one deal, 200 on the other
    assert (instead.deals, instead.entries) == (2, 4)


def test_how_games_ended_and_with_whom_a_kind_wins() -> None:
    """Each game counts once; wins by strategy add up to those of the kind; by name who made it fall."""
    rows = entries(60, (1.0, 2.0, 3.0)).with_columns(
        strategy=pl.when(pl.col("game") % 2 == 0).then(pl.lit("bold")).otherwise(pl.lit("meek")),
        ending=pl.when(pl.col("game") < 15).then(pl.lit("cap")).otherwise(pl.lit("queen")),
        felled_by=pl.when(pl.col("fell").is_null()).then(pl.lit("")).otherwise(pl.lit("ash+birch")),
    )
    found = measured(rows, "tree", 3)
    assert {way: (ended(share), share.value) for way, share in found.ends.items()} == {
        "cap": (15, 0.25),
        "queen": (45, 0.75),
    }
    for kind in NAMES:
        own = [one.wins for one in found.suited if one.kind == kind]
        (whole,) = (one.wins for one in found.worths if one.kind == kind)
        assert [one.entries for one in own] == [30, 30]
        assert sum(one.value or 0 for one in own) / 2 == pytest.approx(whole.value)
    assert all(set(one.by) == {"ash", "birch"} for one in found.fallen)


CONFIG = """name = "little"
game = "antwars"
preset = "{preset}"
seed = 2
[rules]
rounds = 6
cap_win = "strongest"
[design]
kind = "random"
players = [2, 3]
blocks = 1
[[strategies]]
use = "{one}"
""" + uses("turtle", "random")


@pytest.fixture
def little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration."""
    from tools.antgames import PLANS

    monkeypatch.chdir(tmp_path)
    for preset in ("dealt", "standard"):
        (tmp_path / f"{preset}.toml").write_text(CONFIG.format(preset=preset, one=PLANS[0]), encoding="utf-8")
    return tmp_path


def test_every_species_sits_once_in_every_seat_of_its_deal(little: Path) -> None:
    """k x k entries a deal, k (k - 1) / 2 + 1 games, beside the same strategies; and so again."""
    found = exchange_study(str(little / "dealt.toml"), "one", deals=4, workers=1)
    assert found.work.column == "species" and found.void == 0 and found.games == 4 * (2 + 4)
    for (players, _), deal in found.counted.group_by("players", "deal"):
        assert deal.height == int(str(players)) ** 2 == deal.select("kind", "seat").n_unique()
        assert (deal.group_by("seat").agg(pl.col("strategy").n_unique())["strategy"] == 1).all()
    assert found.counted.equals(exchange_study(str(little / "dealt.toml"), "two", deals=4, workers=1).counted)
    one = measured(found.counted.filter(pl.col("players") == 3), "species", 3)
    assert isinstance(one, Kinds) and list(one.instead) == list(one.ahead)


def test_the_report_is_written_while_the_study_is_locked(little: Path) -> None:
    """Nobody else can write in the folder then; afterwards somebody can."""
    seen = []

    def report(found: DealsPlayed) -> None:
        with pytest.raises(RecordError, match="is writing here"):
            Lock(found.folder / "data")
        seen.append(found.counted.height)

    found = exchange_study(str(little / "dealt.toml"), "one", deals=2, workers=1, report=report)
    assert seen == [found.counted.height]
    Lock(little / "one" / "data").close()


def test_a_run_says_what_species_win_and_have(little: Path) -> None:
    """The metric of a species is its share of the games that were won; its life is known by round."""
    text = (little / "dealt.toml").read_text(encoding="utf-8").replace('use = "random"', 'use = "hunter"')
    (little / "field.toml").write_text(text, encoding="utf-8")
    folder = run(str(little / "field.toml"), "run", workers=1, blocks=6).folder
    rows = scan(folder, "seats", ("game", "species", "credit")).collect().drop_nulls("credit")
    blocks = by_block(folder, ("species.atta",))
    games = classify(folder, ())
    for players, deal, value in blocks.select("players", "deal", "species.atta").iter_rows():
        here = games.filter((pl.col("players") == players) & (pl.col("deal") == deal))["game"].implode()
        own = rows.filter(pl.col("game").is_in(here), pl.col("species") == "atta")["credit"].mean()
        assert value == (None if own is None else pytest.approx(own, abs=1e-8))
    (panel,) = (one for one in panels(folder) if one.players == 3)
    found = kinds(folder, panel)
    assert found is not None
    minors = next(means for (_, what), means in found.lives.items() if what == "minors")
    assert list(minors) == [1, 2, 3, 4, 5, 6] and (minors[1].value or 0) > 0


def test_species_that_are_chosen_are_not_exchanged(little: Path) -> None:
    with pytest.raises(ConfigError, match=r"players choose their species here.*--preset dealt"):
        exchange_study(str(little / "standard.toml"), deals=2, workers=1)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_chunks_and_interruptions_change_no_byte_of_a_study(
    little: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One deal at a time, by two workers too; stopped, then extended: the same table, and nothing else."""

    class Stop(Quiet):
        def update(self, done: int, standing: str = "") -> None:
            raise KeyboardInterrupt

    file = str(little / "dealt.toml")
    one = exchange_study(file, "one", deals=3, workers=1)
    assert one.played == one.games == 3 * (2 + 4)
    monkeypatch.setattr(Sizer, "size", lambda self, *left: 1)
    exchange_study(file, "two", deals=3, workers=workers)
    monkeypatch.setattr(Sizer, "size", lambda self, *left: 2)
    with pytest.raises(Interrupted, match="of 6 deals are stored"):
        exchange_study(file, "three", deals=3, workers=1, progress=Stop())
    exchange_study(file, "three", deals=2, workers=1)
    assert 0 < exchange_study(file, "three", deals=3, workers=1).played <= 2 + 4
    assert exchange_study(file, "three", deals=3, workers=1).played == 0
    fewer = exchange_study(file, "three", deals=2, workers=1)
    assert fewer.rows.equals(one.rows.filter(pl.col("deal") < 2))
    whole = (little / "one" / "data" / "exchanges.parquet").read_bytes()
    for name in ("two", "three"):
        assert (little / name / "data" / "exchanges.parquet").read_bytes() == whole
        assert {path.name for path in (little / name / "data").iterdir()} == {
            "exchanges.parquet",
            "study.json",
        }
    with pytest.raises(StateMismatch, match=r"holds another species study \(differs in seed"):
        exchange_study(configs.load(file).changed(seed=9), "one", deals=3, workers=1)


def test_a_species_is_a_metric_of_the_games_in_which_it_sits(little: Path) -> None:
    """`species.ID` is the share of wins of the seats that have it, null where nobody has."""
    text = (little / "dealt.toml").read_text(encoding="utf-8").replace('"random"', '"breeder"')
    (little / "all.toml").write_text(text.replace('kind = "breeder"', 'kind = "random"'), encoding="utf-8")
    found = run(configs.load(str(little / "all.toml")).changed(blocks=3), little / "run", workers=1).folder
    keys = ["players", "deal", "line_up"]
    games = scan(found, "games", ("game", *keys)).select("game", *keys)
    seats = scan(found, "seats", ("game", "species", "credit")).join(games, on="game").collect()
    own = seats.filter(pl.col("species").cast(pl.String) == "atta").drop_nulls("credit")
    by_game = own.group_by(*keys, "game").agg(pl.col("credit").mean())
    wanted = by_game.group_by(keys).agg(pl.col("credit").mean()).sort(keys)
    blocks = by_block(found, ("species.atta",)).drop_nulls("species.atta").sort(keys)
    assert blocks["species.atta"].to_list() == pytest.approx(wanted["credit"].to_list())
    assert blocks.height and blocks["species.atta"].sum() > 0


def test_a_deal_with_a_void_game_does_not_count(little: Path) -> None:
    """Its seats say why; a study of nothing else measures nothing."""
    text = (little / "dealt.toml").read_text(encoding="utf-8").replace("rounds = 6", "decisions_most = 100")
    (little / "short.toml").write_text(text, encoding="utf-8")
    with pytest.raises(NothingMeasured, match="every one has a void game"):
        exchange_study(str(little / "short.toml"), "void", deals=2, workers=1)
    rows = pl.read_parquet(little / "void" / "data" / "exchanges.parquet")
    assert rows.height == 2 * (2 + 3) and set(rows["void"]) == {"limit"} and rows["credit"].null_count() == 10


@pytest.mark.parametrize(
    ("half", "said"), [(45.0, ["40 deals: ±45. 203 deals make ±20, which may matter."]), (19.0, [])]
)
def test_a_study_of_few_deals_says_how_wide_its_intervals_are(half: float, said: list[str]) -> None:
    """By the median interval of a kind, against the margin of 20. Four times the deals halve it."""
    wins = [Estimate(100.0, 100.0 - by, 100.0 + by) for by in (half - 5, half, half + 5)]
    worths = [Worth(name, -1, one) for name, one in zip("abc", wins, strict=True)]
    found = Kinds("species", 4, worths, places=[], ahead={}, instead={}, fallen=[], deals=40)
    assert few([found]) == said


def test_the_verbs_say_what_each_game_can_have_studied(
    little: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Species for Ant Wars, cards for March; each verb names the other's where it has none."""
    assert command_line(["species-study", "dealt.toml", "--deals", "2"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "3 players: “" in out
        and "where 100 are fair" in out
        and "next: marchsim sensitivity dealt.toml --players 3 --metric species # does" in out
        and (little / "reports" / "little-species" / "report.html").exists()
    )
    text = (little / "reports" / "little-species" / "report.md").read_text(encoding="utf-8")
    assert "More wins than the other in its place" in text and "are assumed" in text
    assert command_line(["species-study", "demo", "--deals", "2"]) == 2
    assert "`marchsim cards-study` studies them" in " ".join(capsys.readouterr().err.split())
    assert command_line(["cards-study", "dealt.toml", "--deals", "2"]) == 2
    assert "`marchsim species-study`" in " ".join(capsys.readouterr().err.split())
