"""Win rates by copies: worked out by hand, against duckdb, and bad tables refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest

from marchsim.analysis.outside.copies import Copies, CopiesTable, copies
from marchsim.errors import RecordError

HEAD = "draft_id,won,opening_hand_Ant,drawn_Ant,tutored_Ant,deck_Ant,sideboard_Ant,rank"
# Two copies of Ant in the deck of x, one of y, none of z.
BY_HAND = f"""{HEAD}
x,True,1,1,0,2,0,gold
x,False,0,1,0,2,0,gold
x,True,0,0,1,2,0,gold
y,False,0,0,0,1,1,
y,True,1,0,0,1,1,
z,True,0,0,0,0,3,gold
"""


def table(tmp_path: Path, text: str, name: str = "games.csv") -> CopiesTable:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return copies(path)


def one(found: CopiesTable, card: str = "Ant") -> Copies:
    (row,) = [row for row in found.cards if row.card == card]
    return row


def test_every_copy_counts(tmp_path: Path) -> None:
    """GP 8 copies, 5 won; OH 2 of 2; GD 1 of 2; GIH 3 of 4; GNS 0 + 1 + 1 + 1 copies, 1 won; IWD."""
    found = table(tmp_path, BY_HAND)
    row = one(found)
    assert (found.games, found.clusters, found.cluster) == (6, 3, "draft_id")
    assert found.won.value == pytest.approx(4 / 6) and row.games == 5
    rates = {
        "deck": (8, 5 / 8), "opening": (2, 1.0), "later": (2, 0.5), "held": (4, 3 / 4), "unseen": (3, 1 / 3),
    }  # fmt: skip
    for name, (entries, share) in rates.items():
        rate = getattr(row, name)
        assert (rate.entries, rate.value) == (entries, pytest.approx(share)), name
    assert row.improvement.value == pytest.approx(3 / 4 - 1 / 3)


def test_errors_are_by_deck(tmp_path: Path) -> None:
    """IWD's error is that of a difference of two ratios, linearised by hand over draft_id."""
    row = one(table(tmp_path, BY_HAND))
    held, unseen = np.array([[2, 3], [1, 1]]), np.array([[1, 2], [0, 1]])  # won and copies, of x and y
    influence = (held[:, 0] - held[:, 1] * 3 / 4) / 4 - (unseen[:, 0] - unseen[:, 1] / 3) / 3
    assert row.improvement.se == pytest.approx(np.sqrt(np.sum(influence**2) * 2 / 1))
    assert row.improvement.low is not None and row.improvement.low < 0.4


def many(games: int, seed: int) -> pl.DataFrame:
    """Return games of six drafts each with odd names of cards; card 0 helps where it is drawn."""
    generator = np.random.default_rng(seed)
    columns: dict[str, object] = {"draft_id": [f"d{at // 6}" for at in range(games)]}
    odds = np.full(games, 0.5)
    for card, name in enumerate(("Swarm, the Third", "naïve “Ant”", "B|C", "opening_hand_trick")):
        deck = generator.binomial(3, 0.3, games)
        opening = generator.binomial(deck, 0.2)
        drawn = generator.binomial(deck - opening, 0.4)
        odds += 0.2 * (opening + drawn > 0) * (card == 0)
        columns |= {f"opening_hand_{name}": opening, f"drawn_{name}": drawn, f"deck_{name}": deck}
    columns["won"] = generator.random(games) < odds
    return pl.DataFrame(columns)


def test_csv_parquet_and_duckdb_agree(tmp_path: Path) -> None:
    """Both kinds of file give the same; sums by SQL give the same rates; the planted card gains most."""
    frame = many(3_000, 1)
    frame.write_parquet(tmp_path / "games.parquet")
    frame.with_columns(pl.col("won").cast(pl.Int8)).write_csv(tmp_path / "games.csv", include_bom=True)
    ours = copies(tmp_path / "games.parquet")
    assert copies(tmp_path / "games.csv").cards == ours.cards
    names = ["B|C", "naïve “Ant”", "opening_hand_trick", "Swarm, the Third"]
    assert [row.card for row in ours.cards] == names
    for row in ours.cards:
        query = f"""
            with t as (select "opening_hand_{row.card}" + "drawn_{row.card}" h, "deck_{row.card}" d,
                              won::int w
                       from read_parquet('{tmp_path / "games.parquet"}'))
            select sum(h), sum(h * w) / sum(h), sum(d - h), sum((d - h) * w) / sum(d - h),
                   sum(d * w) / sum(d)
            from t"""
        held, rate, unseen, other, deck = duckdb.sql(query).fetchall()[0]
        assert (row.held.entries, row.unseen.entries) == (held, unseen)
        assert (row.held.value, row.unseen.value, row.deck.value) == pytest.approx((rate, other, deck))
        assert row.improvement.value == pytest.approx(rate - other)
    best = one(ours, "Swarm, the Third").improvement
    assert best.low is not None and best.low > 0.1


def test_without_a_column_of_decks_games_are_independent(tmp_path: Path) -> None:
    """A deal column comes before draft_id; without either each game is a cluster of its own."""
    frame = many(600, 2)
    for given, expected in (
        (frame, ("draft_id", 100)), (frame.with_columns(deal=pl.lit(1)), ("deal", 1)),
        (frame.drop("draft_id"), ("", 600)),
    ):  # fmt: skip
        given.write_parquet(tmp_path / "games.parquet")
        found = copies(tmp_path / "games.parquet")
        assert (found.cluster, found.clusters) == expected
        assert found.cards[0].held.value == copies(tmp_path / "games.parquet").cards[0].held.value
    lone = found.cards[0]
    assert lone.held.low is not None
    frame.with_columns(deal=pl.lit(1)).write_parquet(tmp_path / "one.parquet")
    alone = copies(tmp_path / "one.parquet").cards[0]
    assert alone.held.low is None and alone.improvement.low is None and "only" in alone.improvement.note


def test_cards_that_nobody_drew_have_no_rate(tmp_path: Path) -> None:
    """No copy anywhere, all drawn, none drawn: unknown, never a division by zero."""
    text = (
        "won,opening_hand_A,drawn_A,deck_A,opening_hand_B,drawn_B,deck_B\n" + "1,0,0,0,1,0,1\n0,0,0,0,0,1,1\n"
    )
    found = table(tmp_path, text)
    none, every = one(found, "A"), one(found, "B")
    assert none.held.value is None and none.improvement.value is None and none.games == 0
    assert every.held.value == 0.5 and every.unseen.value is None and every.improvement.value is None


ROW = "won,opening_hand_A,drawn_A,deck_A\n"
BAD = {
    "no won": ("wins,opening_hand_A,drawn_A,deck_A\n1,0,0,1\n", "no column 'won'"),
    "no card": ("won,game\n1,2\n", "a card needs columns opening_hand_CARD"),
    "a column missing": ("won,opening_hand_A,deck_A\n1,0,1\n", "no column 'drawn_A'"),
    "no row": (ROW, "no row under the names"),
    "nothing": ("", "the first row is empty"),
    "a loss in words": (ROW + "1,0,0,1\nlost,0,0,1\n", "row 2 (after the names), column 'won': 'lost'"),
    "half a copy": (ROW + "1,0.5,0,1\n", "column 'opening_hand_A': '0.5'; give a whole number of copies"),
    "negative": (ROW + "1,0,-1,1\n", "column 'drawn_A': '-1'"),
    "many": (ROW + "1,0,0,999\n", "0 to 250"),
    "empty": (ROW + "1,0,0,1\n1,,0,1\n", "row 2 (after the names), column 'opening_hand_A': empty"),
    "text": (ROW + "1,0,x,1\n", "column 'drawn_A': 'x'"),
    "infinite": (ROW + "1,0,inf,1\n", "column 'drawn_A': 'inf'"),
    "twice": ("won,won,opening_hand_A,drawn_A,deck_A\n1,1,0,0,1\n", "two columns 'won'"),
    "no name": ("won,opening_hand_,drawn_,deck_\n1,0,0,1\n", "a card needs a name"),
    "blank deck": ("draft_id," + ROW + ",1,0,0,1\n", "every row needs a draft_id"),
    "long row": (ROW + "1,0,0,1,9,9\n", "cannot be read as a table"),
    "escape": ("won,opening_hand_\x1b[2J\n1,0\n", "its first row holds control characters"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_table_is_refused_in_a_sentence(tmp_path: Path, case: str) -> None:
    """The message names the file and the place, in one line."""
    text, said = BAD[case]
    with pytest.raises(RecordError) as caught:
        table(tmp_path, text)
    message = str(caught.value)
    assert said in message and "games.csv" in message and "\n" not in message and "\x1b" not in message
    assert len(message) < 400


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    """Missing, another ending, another encoding, broken Parquet, Parquet with columns of other types."""
    (tmp_path / "x.txt").write_text(BY_HAND)
    (tmp_path / "x.csv").write_bytes("won,opening_hand_J\xe4ger\n".encode("latin-1"))
    (tmp_path / "x.parquet").write_bytes(b"PAR1 nothing of the kind")
    pl.DataFrame({"won": [1], "opening_hand_A": [[1]], "drawn_A": [0], "deck_A": [1]}).write_parquet(
        tmp_path / "list.parquet"
    )
    for name, said in {
        "nothing.csv": "no such file", "x.txt": "neither .csv nor .parquet", "x.csv": "cannot be read",
        "x.parquet": "cannot be read", "list.parquet": "cannot be read",
    }.items():  # fmt: skip
        with pytest.raises(RecordError, match=said):
            copies(tmp_path / name)
