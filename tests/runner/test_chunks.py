"""Chunks: whatever dies, every missing game is played once in the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.errors import RecordError
from marchsim.recorder.portion import missing
from marchsim.runner.chunks import Chunk, ChunkQueue, Sizer


@given(st.integers(1, 60), st.sets(st.integers(0, 59)))
def test_missing_is_what_is_not_stored(total: int, stored: set[int]) -> None:
    """Missing ranges and stored games together are the plan, without overlaps."""
    found = [
        game
        for first, last in missing(total, [(g, g) for g in sorted(stored)])
        for game in range(first, last + 1)
    ]
    assert found == [game for game in range(total) if game not in stored]


@given(st.integers(1, 80), st.integers(1, 30), st.sets(st.integers(0, 79), max_size=3), st.data())
def test_every_game_is_played_once_whatever_dies(
    total: int, size: int, deadly: set[int], data: st.DataObject
) -> None:
    """Deadly games end void, all others played, although other deaths and stand-stills happen at random."""
    queue = ChunkQueue(missing(total, []))
    played: list[int] = []
    void: set[int] = set()
    accidents = 3
    while queue:
        chunk = queue.next(size)
        declared = {d.game for d in chunk.void}
        victims = [g for g in range(chunk.first, chunk.last + 1) if g in deadly and g not in declared]
        accident = accidents and data.draw(st.sampled_from(["none", "none", "dies", "stuck"]))
        if victims:
            queue.died(chunk, victims[0])
        elif accident == "dies":
            accidents -= 1
            queue.died(chunk, data.draw(st.integers(chunk.first, chunk.last)))
        elif accident == "stuck" and not declared:
            accidents -= 1
            queue.stuck(chunk, data.draw(st.integers(chunk.first, chunk.last)), 1.0)
        else:
            played += range(chunk.first, chunk.last + 1)
            void |= declared
    assert sorted(played) == list(range(total))
    assert deadly & set(range(total)) <= void


def test_a_single_game_that_kills_three_workers_is_void() -> None:
    """After three deaths the guilty game is declared, with the reason in words."""
    queue = ChunkQueue([])
    queue.died(Chunk(4, 4, deaths=2), 4)
    assert "died in this game 3 times" in queue.next(1).void[0].fault


def test_workers_that_die_outside_of_games_end_the_run() -> None:
    """Three deaths before any game are no game's fault: the message says what to do."""
    queue = ChunkQueue([])
    with pytest.raises(RecordError, match="--workers 1"):
        queue.died(Chunk(0, 9, deaths=2), -1)


@given(st.integers(1, 8), st.integers(1, 10**6), st.floats(0.001, 100))
def test_chunk_sizes_are_never_zero_and_follow_the_speed(workers: int, left: int, seconds: float) -> None:
    """A chunk has at least one game and at most what two seconds hold, or the first guess."""
    sizer = Sizer(workers)
    assert sizer.size(left) == 4
    sizer.measured(100, seconds)
    assert 1 <= sizer.size(left) <= max(1, 200 / seconds)
    assert Sizer(workers, 5).size(left) == 5
