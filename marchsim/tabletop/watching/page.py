"""The page on which to watch a game: one self-contained file for any browser, without a network.

The page can jump to key moments: landmarks, changes of the lead, many points at once, and the end. The
template escapes texts. Data are JSON in a block that no browser runs. A content security policy allows only
the page's own script and style, by their hashes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from marchsim.errors import plain
from marchsim.kernel.game import Outcome
from marchsim.tabletop.drawing import Shape, css_rules, element
from marchsim.tabletop.watching.film import END, Film, Frame
from marchsim.tabletop.watching.scene import Landmark, Scenery

if TYPE_CHECKING:
    from jinja2 import Environment


LEAD = Landmark("lead change", "lead changes", "l", ())
POINTS = Landmark("big score", "big scores", "g", ())


@dataclass(frozen=True)
class KeyMoment:
    """A frame to which a viewer can jump: its number, its landmark's name ('' for the end), and its words."""

    frame: int
    landmark: str
    text: str


def key_moments(frames: Sequence[Frame], players: Sequence[str], scenery: Scenery) -> list[KeyMoment]:
    """The key moments of a game, in order. If the players play together, changes of the lead do not count."""
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
    """The moments at which a player takes the sole lead from another, judged at the end of each phase.

    The frame of such a moment is the last one in which points were scored.
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
    """The seat of the sole leader. -1 if several seats have the highest score."""
    best = max(scores)
    return scores.index(best) if list(scores).count(best) == 1 else -1


def many_points(frames: Sequence[Frame], many: int) -> list[KeyMoment]:
    """The moments at which a player scores at least `many` points at once."""
    return [
        KeyMoment(at, POINTS.name, after.text)
        for at, (before, after) in enumerate(pairwise(frames), 1)
        if max(now - then for then, now in zip(before.scores, after.scores, strict=True)) >= many
    ]


# The page
@dataclass(frozen=True)
class About:
    """Texts on a watched game: its own name, a line on it, its last lines, and the game's title (`game`)."""

    name: str
    game: str
    line: str
    ending: Sequence[str]


def page(film: Film, players: Sequence[str], outcome: Outcome, about: About) -> bytes:
    """The page of a finished game, as bytes."""
    from markupsafe import Markup

    environment = _environment()
    players = [plain(player) for player in players]
    landmarks = [*film.scenery.landmarks, LEAD, POINTS]
    moments = key_moments(film.frames, players, film.scenery)
    signs = [(_drawn(shapes, film.styles), words) for shapes, words in film.scenery.key]
    found = data(film, players, moments, landmarks)
    style = environment.get_template(
        "watch.css"
    ).render(
        scene=Markup("\n".join(f".drawn {rule}" for rule in css_rules(film.styles))),  # all is drawn by now
        tones=film.scenery.tones[: len(players)],
    )
    script = (resources.files("marchsim.tabletop.watching") / "templates" / "watch.js").read_text("utf-8")
    return environment.get_template("watch.html").render(
        about=about, players=players, tones=film.scenery.tones, frames=film.frames, moments=moments,
        landmarks=[mark for mark in landmarks if any(one.landmark == mark.name for one in moments)],
        rounds=after_rounds(film.frames), opponent=film.scenery.opponent, signs=signs,
        remarks=remarks(film.frames, players, outcome, film.scenery.score), data=found,
        score=film.scenery.score,
        secrets=any(listing.secret for listing in film.scenery.lists),
        style=Markup(style), script=Markup(script), style_hash=_hash(style), script_hash=_hash(script),
    ).encode()  # fmt: skip


@cache
def _environment() -> Environment:
    """The renderer of templates. It is created once per process."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("marchsim.tabletop.watching", "templates"),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["plain"] = plain
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": True}
    return environment


def _drawn(shapes: Sequence[Shape], styles: dict[str, str]) -> Any:
    """Shapes as SVG for a template, with all names escaped."""
    from markupsafe import Markup

    return Markup("".join(element(shape, styles) for shape in shapes))


def _hash(text: str) -> str:
    """The hash of a text, as a content security policy states it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def data(
    film: Film, players: Sequence[str], moments: Sequence[KeyMoment], landmarks: Sequence[Landmark]
) -> dict[str, Any]:
    """The data for the page's script, except the sentences of the frames, which are in the page's story."""
    scenery = film.scenery
    phases = list(film.phases)
    outline = scenery.outline
    return {
        "players": players,
        "letters": [tone.letter for tone in scenery.tones[: len(players)]],
        "numbers": scenery.numbers,
        "lists": [[listing.name, int(listing.secret)] for listing in scenery.lists],
        "opponent": scenery.opponent,
        "score": scenery.score,
        "phases": phases,
        "outline": _drawn([outline], film.styles) if outline else "",
        "reach": [max(abs(point[axis]) for point in outline.points) for axis in (0, 1)]
        if outline
        else [0, 0],
        "words": list(film.words),
        "places": [[name, round(x, 1), round(y, 1)] for _, name, (x, y) in film.places],
        "symbols": list(film.symbols),
        "frames": [
            [one.event, one.round, phases.index(one.phase), one.depth, one.seat, one.secret, one.delta]
            for one in film.frames
        ],
        "moments": [[moment.frame, moment.landmark, moment.text] for moment in moments],
        "keys": {mark.key: mark.name for mark in landmarks},
        "reasons": {at: one.reasons for at, one in enumerate(film.frames) if one.reasons},
    }


def after_rounds(frames: Sequence[Frame]) -> list[Frame]:
    """The last frame of each round."""
    last = {frame.round: frame for frame in frames if frame.round}
    return list(last.values())


def remarks(
    frames: Sequence[Frame], players: Sequence[str], outcome: Outcome, score: tuple[str, str]
) -> list[str]:
    """Remarks on the winner's lead, and on a winner who was in last place half-way through the game."""
    winners = [seat for seat in range(len(players)) if (outcome.winners >> seat) & 1]
    if outcome.void or outcome.opponent is not None or len(players) < 2 or len(winners) != 1:
        return []
    winner = winners[0]
    second = max(score for seat, score in enumerate(outcome.scores) if seat != winner)
    ahead = outcome.scores[winner] - second
    tie = f"A tie in {score[1]}."
    told = [f"{ahead} {score[ahead != 1]} ahead of the next." if ahead > 0 else "" if ahead else tie]
    rounds = after_rounds(frames)
    half = rounds[len(rounds) // 2 - 1].scores if len(rounds) > 1 else ()
    if half and all(half[winner] < score for seat, score in enumerate(half) if seat != winner):
        told.append(f"{players[winner]} was last after round {len(rounds) // 2} of {len(rounds)}.")
    return [words for words in told if words]
