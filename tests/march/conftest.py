"""`scene`: a position by names in which a test plays one thing and looks at what became of it.

def test_larvae_march_first(scene):
    g = scene("soil: red control, black food; red: food 1, larvae 3; deck: swarm")
    g.action("march", by="red", answers=["2 x larva > soil", "pass", "black: pass"])
    g.expect("soil: red control, red out 2, black food, contested; red: food 0, larvae 1")

What a position may say stands in docs/howto/scenarios.md; in short, parts end with `;`, items with `,`:

- `players: red, black, blue`: turn order; else the colours red, yellow, black, blue, purple, as many as
  are named, at least three (`players: 1` and `players: 2` are said).
- A hex: `soil: at 1 -1, turn 2, red control, black 2, blue 3 out, centipede, wormhole`. Sites are control,
  food, larva, larvae (double), card, point (larva-1, larva-2 where a tile has several) and out; an ant
  without a site takes the first empty one. Without `at 1 0` or `NE of bark` a hex lies beside the Great
  Tunnel, and without `turn` it is joined to the map by a tunnel. The Great Tunnel: `tunnel: red 2`.
- A player: `red: food 2, larvae 3, score 1, wins 1, acted 1, rested, hand swarm royal-jelly, head amazon
  turtle, goals outlander` (evolutions from the bottom to the top). What is not named is zero or empty; all
  other cubes are in the supply.
- `deck: swarm, royal-jelly` from the top (`rest` as the last: all other cards, shuffled), `discards: ...`,
  `pile: dry seep, bark` (also `rest`), `marker: red`, `round: 4`, `phase: soldier`, `tokens: 1`, `seed: 3`,
  `unsettled: true` (ants may stand beside a vacant site).

`scene(position, passing=["blue"], rules={"march_steps": 3}, cards={"swarm": {"cost": 1}}, tiles={...})`:
players in `passing` decline whatever they may decline; the rest is an overlay.

What can be played: `opening`, `turn`, `action("march", by)`, `play(card, by)`, `worker_phase`, `battle(hex)`,
`soldier_phase`, `abdomens`, `harvest`, `feed`, `decree`, `slumber`, `queen_phase`, `end_of_game`,
`rest_of_game`. Each takes `answers` and returns its decisions; answers must be used up. A question with one
option is not asked. An answer names an option by words of its text, in their order ("soil.food > bark",
"lose out", "card swarm", "yes", "pass", "from soil NE", "turn 2"; "any" is the first option), perhaps who is
asked ("blue: pass") and how often ("3 x larva > soil"). `Answer(text, offered=(), not_offered=(), only=())`
looks at the options too.

What came of it: `g.expect(text)` in the words of a position (the ants of a hex are a full list there, and
`events: red points 1 battle` or `never: red draw` look for events), `g.seat("red").food`,
`g.hex("soil").control`, `g.table.deck`, `g.options("lose")`, `g.decisions`, `g.happened("red points 1")`,
`g.story()` in sentences, and `g.g`, the engine's Play, with `g.card("swarm")` and `g.number("soil")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from marchsim.games.march.scenarios.scene import Answer, Decision, Scene, Unmet

__all__ = ["Answer", "Decision", "Scene", "Unmet"]


def make_scene(position: str = "", passing: Iterable[str] = (), **overlay: Any) -> Scene:
    """Return a scene; `overlay` may hold preset, rules, cards, tiles."""
    return Scene(position, overlay or None, passing, "scene")


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Return what sets a scene."""
    return make_scene
