"""The page on which to watch a game: one self-contained file for any browser, without a network.

A film has the look at the start of a game, and the changes that each event makes. The page can jump to key
moments: landmarks, changes of the lead, many points at once, and the end. The template escapes texts. Data
are JSON in a block that no browser runs. A content security policy allows only the page's own script and
style, by their hashes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from marchsim.errors import plain
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Decision, Moment
from marchsim.tabletop.drawing import Shape, css_rules, element
from marchsim.tabletop.telling.decisions import best_and_chosen
from marchsim.tabletop.watching.scene import Area, Holding, Landmark, Look, Pictured, Scenery

if TYPE_CHECKING:
    from jinja2 import Environment

Item = TypeVar("Item", bound=Hashable)
END = "(end)"  # no kind of event has such a name


class Index(Generic[Item]):
    """A set of things, each with a number, from 0."""

    def __init__(self) -> None:
        self.numbers: dict[Item, int] = {}

    def number(self, item: Item) -> int:
        """The number of a thing. A new thing is added with the next number."""
        return self.numbers.setdefault(item, len(self.numbers))

    def __iter__(self) -> Any:
        return iter(self.numbers)


@dataclass(frozen=True)
class Frame:
    """An event on the page: its number and kind, its time, the seat that acted, and the changes by it.

    `secret` is the only seat that may see the event, or -1. `scores` has the scores after it, by seat.
    `delta` maps each changed key to its new value. Key `aN` has the symbols of place N. Keys `sN`, `nN`, `tN`
    and `lN.K` have score, numbers, signs and list K of seat N. `f` has the facts, `o` the opponent's score.
    """

    event: int
    kind: str
    round: int
    phase: str
    depth: int
    seat: int
    secret: int
    text: str
    scores: tuple[int, ...]
    delta: dict[str, Any]
    reasons: list[list[Any]] = field(default_factory=list)


class Film:
    """Collects the frames of one game while a story describes it."""

    def __init__(self, teller: Pictured) -> None:
        self.teller = teller
        self.scenery = teller.scenery()
        self.frames: list[Frame] = []
        self.words: Index[str] = Index()
        self.places: Index[tuple[str, str, tuple[float, float]]] = Index()
        self.symbols: Index[tuple[int, int, str]] = Index()
        self.phases: Index[str] = Index()
        self.styles: dict[str, str] = {}
        self.areas: Mapping[str, Area] = {}
        self.state: dict[str, Any] = {}
        self.reasons: list[list[Any]] = []

    def happened(self, moment: Moment) -> None:
        """Add a frame for an event, if a story shows it."""
        if moment.line is not None:
            last = moment.line.rpartition("\n")[2]
            depth = (len(last) - len(last.lstrip(" "))) // 2
            secret = moment.seat if moment.secret else -1
            kind = moment.mark or str(moment.row.get("event", ""))
            self.take(
                moment.number, kind, moment.round, moment.phase, depth, moment.seat, secret, moment.text
            )

    def decided(self, decision: Decision) -> None:
        """Keep an explained decision for the next frame, which shows its consequences."""
        self.reasons.append(self.reason(decision))

    def ended(self, events: int, words: str) -> None:
        """Add the last frame. `events` is the number of events, and `words` the end of the game in words."""
        last = self.frames[-1]
        self.take(events, END, last.round, last.phase, 0, -1, -1, words)

    def take(
        self, event: int, kind: str, number: int, phase: str, depth: int, seat: int, secret: int, text: str
    ) -> None:
        """Add a frame that shows the present position."""
        look = self.teller.look()
        found = self.board(look) | self.table(look)
        delta = {key: value for key, value in found.items() if self.state.get(key) != value}
        self.state |= delta
        scores = tuple(holding.score for holding in look.seats)
        self.phases.number(phase)
        self.frames.append(
            Frame(event, kind, number, phase, depth, seat, secret, plain(text), scores, delta, self.reasons)
        )
        self.reasons = []

    def board(self, look: Look) -> dict[str, Any]:
        """The symbols in all areas that have changed since the last frame, keyed by place."""
        found: dict[str, Any] = {}
        for key, area in self.areas.items():
            now = look.areas.get(key)
            if now is None or now.at != area.at:
                found[f"a{self.place(key, area)}"] = []
        for key, area in look.areas.items():
            if area is not self.areas.get(key):
                found[f"a{self.place(key, area)}"] = [self.symbol(piece) for piece in area.pieces]
        self.areas = look.areas
        return found

    def place(self, key: str, area: Area) -> int:
        """The number by which the page refers to an area at its place in the drawing."""
        return self.places.number((key, area.name, area.at))

    def symbol(self, piece: Any) -> int:
        """The number of the symbol that shows a piece at its place."""
        markup = "".join(element(shape, self.styles) for shape in piece.shapes)
        return self.symbols.number((self.word(piece.place), self.word(piece.words), markup))

    def table(self, look: Look) -> dict[str, Any]:
        """The possessions of the players and the common facts, by key."""
        found: dict[str, Any] = {"f": [self.word(fact) for fact in look.facts]}
        if look.opponent is not None:
            found["o"] = look.opponent
        for seat, holding in enumerate(look.seats):
            found |= self.holding(seat, holding)
        return found

    def holding(self, seat: int, holding: Holding) -> dict[str, Any]:
        """The possessions of a player, by key."""
        lists = {
            f"l{seat}.{at}": [self.word(item) for item in items] for at, items in enumerate(holding.lists)
        }
        return {
            f"s{seat}": holding.score,
            f"n{seat}": list(holding.numbers),
            f"t{seat}": [self.word(sign) for sign in holding.signs],
            **lists,
        }

    def word(self, text: str) -> int:
        """The number by which the page refers to a text."""
        return self.words.number(plain(text))

    def reason(self, decision: Decision) -> list[Any]:
        """An explained decision with its best options, as a list for the page.

        Its items: seat, question, subject, kind of decision, number of options, and a list for each
        shown option (words, 1 if chosen, score, its parts, number of rollouts, standard error).
        """
        row = decision.row
        told = [
            [
                self.word(one["option"]), int(one["index"] == row["chosen"]), one["score"],
                [[self.word(part["what"]), part["score"]] for part in one["parts"]],
                one.get("samples", 0), one.get("error", 0),
            ]
            for one in best_and_chosen(row)
        ]  # fmt: skip
        words = [self.word(str(row[key])) for key in ("asked", "about", "by")]
        return [decision.seat, *words, len(row["options"]), told]


# The page


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
