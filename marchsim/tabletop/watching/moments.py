"""The key moments of a game: landmarks, lead changes, many points at once, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from marchsim.tabletop.watching.film import END, Frame
from marchsim.tabletop.watching.scene import Landmark, Scenery

LEAD = Landmark("lead change", "lead changes", "l", ())
POINTS = Landmark("big score", "big scores", "g", ())


@dataclass(frozen=True)
class KeyMoment:
    """A frame worth a jump: its number, the name of its landmark ('' for the end), and its words."""

    frame: int
    landmark: str
    text: str


def key_moments(frames: Sequence[Frame], players: Sequence[str], scenery: Scenery) -> list[KeyMoment]:
    """The key moments of a game in order. If the players play together, there are no lead changes."""
    kinds = {kind: landmark.name for landmark in scenery.landmarks for kind in landmark.kinds}
    found = [
        KeyMoment(at, kinds[one.kind], one.text)
        for at, one in enumerate(frames)
        if one.kind in kinds and one.round  # not in the set-up
    ]
    found += [] if scenery.opponent else lead_changes(frames, players)
    found += many_points(frames, scenery.much) if scenery.much else []
    found += [KeyMoment(at, "", one.text) for at, one in enumerate(frames) if one.kind == END]
    return sorted(found, key=lambda moment: moment.frame)


def lead_changes(frames: Sequence[Frame], players: Sequence[str]) -> list[KeyMoment]:
    """The moments at which a new sole leader takes over from the last one, judged at the end of each phase.

    The frame is the last one in which points were scored.
    """
    found: list[KeyMoment] = []
    before, scored = -1, 0
    for at, frame in enumerate(frames):
        if at and frame.scores != frames[at - 1].scores:
            scored = at
        after = frames[at + 1] if at + 1 < len(frames) else None
        if after is not None and (after.round, after.phase) == (frame.round, frame.phase):
            continue
        now = sole_leader(frame.scores)
        if now >= 0 and now != before:
            if before >= 0:
                counts = f"{frame.scores[now]} to {frame.scores[before]}"
                found.append(
                    KeyMoment(
                        scored, LEAD.name, f"{players[now]} takes the lead from {players[before]} ({counts})."
                    )
                )
            before = now
    return found


def sole_leader(scores: Sequence[int]) -> int:
    """The seat of the sole leader, or -1 if there is a tie."""
    best = max(scores)
    return scores.index(best) if list(scores).count(best) == 1 else -1


def many_points(frames: Sequence[Frame], many: int) -> list[KeyMoment]:
    """The frames in which a player scores many points at once."""
    return [
        KeyMoment(at, POINTS.name, after.text)
        for at, (before, after) in enumerate(pairwise(frames), 1)
        if max(now - then for then, now in zip(before.scores, after.scores, strict=True)) >= many
    ]
