"""Chunks: whatever dies, every missing game is played once in the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.errors import RecordError
from marchsim.recorder.portion import missing
from marchsim.runner.planning.chunks import MOST_STARTS, PAUSES, Chunk, ChunkQueue, Lost, Sizer


def handed(queue: ChunkQueue, size: int, under_way: int = 0) -> Chunk:
    """Return the next chunk, which there must be."""
    chunk = queue.next(size, under_way)
    assert chunk is not None
    return chunk


def declared(chunk: Chunk) -> dict[int, str]:
    return {d.game: d.kind for d in chunk.void}


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
    """Deadly games end void and no others, though chunks die, stand still or are left at random.

    Three are under way at a time, but a game that is played alone is so with no other.
    """
    queue = ChunkQueue(missing(total, []))
    played: list[int] = []
    void: set[int] = set()
    busy: list[Chunk] = []
    accidents = 4
    while queue or busy:
        while len(busy) < 3 and (chunk := queue.next(size, len(busy))) is not None:
            busy.append(chunk)
        assert len(busy) == 1 or not any(chunk.alone for chunk in busy)
        chunk = busy.pop(data.draw(st.integers(0, len(busy) - 1)))
        victims = [g for g in range(chunk.first, chunk.last + 1) if g in deadly and g not in declared(chunk)]
        usual = accidents and not chunk.alone and not chunk.void
        accident = usual and data.draw(st.sampled_from(["none", "dies", "stuck", "left"]))
        game = data.draw(st.integers(chunk.first, chunk.last))
        accidents -= accident in ("dies", "stuck", "left")
        if victims:
            queue.lost(Lost(chunk, victims[0], "error", "died"))
        elif accident in ("dies", "stuck"):
            queue.lost(Lost(chunk, game, "time", "late", certain=accident == "stuck"))
        elif accident == "left":
            played += range(chunk.first, game)
            assert queue.ended(chunk, game, "memory") == Chunk(game, game, second="memory")
        else:
            played += range(chunk.first, chunk.last + 1)
            void |= set(declared(chunk))
            assert queue.ended(chunk, -1, "") is None
    assert sorted(played) == list(range(total))
    assert void == deadly & set(range(total))


def test_nothing_else_is_played_beside_a_game_that_is_alone() -> None:
    """It waits until the others have ended, and they wait until it has."""
    queue = ChunkQueue([(0, 99)])
    first, second = handed(queue, 10), handed(queue, 10, 1)
    queue.ended(first, 4, "time")
    assert queue.next(10, 1) is None and queue.left() == 80 + 1 + 5
    queue.ended(second, -1, "")
    assert handed(queue, 10) == Chunk(4, 4, second="time")
    assert queue.next(10, 1) is None
    assert handed(queue, 10) == Chunk(5, 9)
    assert handed(queue, 10, 1) == Chunk(20, 29)


@pytest.mark.parametrize("kind", ["time", "memory", "error"])
def test_a_game_that_comes_to_nothing_alone_too_is_void(kind: str) -> None:
    """The kind, the reason in words and the seat are those of its second time."""
    queue = ChunkQueue([(0, 9)])
    lost = Lost(handed(queue, 10), 4, kind, "the first time", certain=True, seat=0)
    assert queue.lost(lost) == Chunk(4, 4, second=kind)
    alone = handed(queue, 10)
    assert queue.lost(Lost(alone, 4, kind, "the second time", seat=2)) is None
    chunk = handed(queue, 10)
    (verdict,) = chunk.void
    assert (chunk.first, chunk.last, chunk.second) == (4, 4, "")
    assert (verdict.game, verdict.kind, verdict.fault, verdict.seat) == (4, kind, "the second time", 2)
    assert [handed(queue, 10), handed(queue, 10)] == [Chunk(0, 3), Chunk(5, 9)] and not queue


def test_a_chunk_is_narrowed_down_after_three_deaths() -> None:
    """Twice it is repeated whole; then the game that was under way is played alone, and may well end."""
    queue = ChunkQueue([(0, 9)])
    for deaths in range(2):
        chunk = handed(queue, 10)
        assert chunk.deaths == deaths and queue.lost(Lost(chunk, 3, "error", "died")) is None
    queue.lost(Lost(handed(queue, 10), 3, "error", "died"))
    assert handed(queue, 10) == Chunk(3, 3, second="error")
    assert [handed(queue, 10), handed(queue, 10)] == [Chunk(0, 2), Chunk(4, 9)]


@pytest.mark.parametrize("second", ["", "time"])
def test_workers_that_die_outside_of_games_end_the_run(second: str) -> None:
    """Ten deaths in a row before any game are no game's fault: the message says what to do."""
    now = [0.0]
    queue = ChunkQueue([], clock=lambda: now[0])
    queue.lost(Lost(Chunk(0, 0, second=second), -1, "error", "died"))
    for _ in range(MOST_STARTS - 2):
        now[0] += max(PAUSES)
        queue.lost(Lost(handed(queue, 1), -1, "error", "died"))
    now[0] += max(PAUSES)
    with pytest.raises(RecordError, match="--workers"):
        queue.lost(Lost(handed(queue, 1), -1, "error", "died"))


def test_a_machine_under_pressure_is_given_time() -> None:
    """After three deaths in a row, chunks go out one at a time after growing pauses, until one is played."""
    now = [0.0]
    queue = ChunkQueue([(0, 99)], clock=lambda: now[0])
    first, second, third = handed(queue, 10), handed(queue, 10, 1), handed(queue, 10, 2)
    said = []
    for chunk in (first, second, third):
        queue.lost(Lost(chunk, -1, "error", "died"))
        said.append(bool(queue.pressed))
    assert said == [False, False, True]
    for pause in PAUSES[:3]:
        assert queue.next(10) is None
        now[0] += pause * 0.9
        assert queue.next(10) is None
        now[0] += pause * 0.2
        chunk = handed(queue, 10)
        assert queue.next(10, 1) is None
        queue.lost(Lost(chunk, -1, "error", "died"))
        assert not queue.pressed
    now[0] += max(PAUSES)
    queue.ended(handed(queue, 10), -1, "")
    assert handed(queue, 10) and handed(queue, 10, 1)


def test_many_workers_that_die_at_once_end_no_run() -> None:
    """Sixteen deaths in one moment are one sign of pressure: the pause comes before the end."""
    now = [0.0]
    queue = ChunkQueue([(0, 159)], clock=lambda: now[0])
    for chunk in [handed(queue, 10, at) for at in range(16)]:
        queue.lost(Lost(chunk, -1, "error", "died"))
    assert queue.next(10) is None
    now[0] += max(PAUSES)
    assert handed(queue, 10).deaths == 1


def test_deaths_before_any_game_while_others_play_end_no_run() -> None:
    """Who kills workers as they start (a watchdog, a person) stops nothing as long as any come through."""
    queue = ChunkQueue([(0, 9)])
    for _ in range(MOST_STARTS - 1):
        queue.lost(Lost(handed(queue, 10), -1, "error", "died"))
        queue.ended(None, -1, "")
    with pytest.raises(RecordError, match=f"^{MOST_STARTS} worker processes died outside of any game"):
        queue.lost(Lost(handed(queue, 10), -1, "error", "died"))


@given(st.integers(1, 8), st.integers(1, 10**6), st.floats(0.001, 100), st.floats(0, 1000))
def test_chunk_sizes_are_never_zero_and_follow_the_speed(
    workers: int, left: int, seconds: float, elapsed: float
) -> None:
    """A chunk has at least one game and at most what its time holds, or the first guess."""
    now = [0.0]
    sizer = Sizer(workers, clock=lambda: now[0])
    now[0] = elapsed
    assert sizer.size(left) == 4
    sizer.measured(100, seconds)
    assert 1 <= sizer.size(left) <= max(1, sizer.target() * 100 / seconds)
    assert 1 <= sizer.size(left, 0.5) <= max(1, 0.5 * 100 / seconds)
    assert Sizer(workers, 5).size(left) == 5


def test_chunks_grow_with_the_run() -> None:
    """A twentieth of the time so far, from 2 to 15 seconds; never more than 4,000 games, less at the end."""
    now = [100.0]
    sizer = Sizer(2, clock=lambda: now[0])
    sizer.measured(100, 1.0)
    sizes = []
    for now[0] in (100.0, 130.0, 200.0, 300.0, 400.0, 9999.0):
        sizes.append(sizer.size(10**6))
    assert sizes == [200, 200, 500, 1000, 1500, 1500]
    assert sizer.size(400) == 100
    sizer.measured(1000, 1.0)
    assert sizer.size(10**6) == 4000
