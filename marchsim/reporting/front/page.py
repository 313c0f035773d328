"""The first page: answers, next commands, sections with figures and folded details, and its HTML."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate

from jinja2 import Environment
from markupsafe import Markup

from marchsim.analysis.judging.verdict import (
    CARDS,
    KINDS,
    LENGTH,
    SEATS,
    STRATEGIES,
    SURE,
    VARIANTS,
    WON,
)
from marchsim.analysis.reading.source import entry, provenance
from marchsim.analysis.trying.answers import TryAnswer
from marchsim.reporting.drawing.draws import sheet
from marchsim.reporting.drawing.palette import Key, badge, looks
from marchsim.reporting.front import figures, robust, sentences, tables
from marchsim.reporting.front.commands import Command, ends, first
from marchsim.reporting.front.gather import Front
from marchsim.reporting.front.headline import headline
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Bullets, Document, Table, Text, Value
from marchsim.reporting.pages.format import clean, count, name, show
from marchsim.reporting.pages.saving import templates
from marchsim.reporting.sections.design import assumed_words, called
from marchsim.reporting.sections.kinds import plural
from marchsim.reporting.sections.robust import CURVES, DOTS, curves
from marchsim.reporting.sections.verdicts import ICONS

LEDE = (
    "Every number counts wins where a fair game would give 100: {who} at 112 wins 12 % more often than its "
    "fair share, for any number of players."
)
WORDS = (
    "Fair: all seats (strategies, hands) win equally often.",
    "Clearly: the whole interval is beyond the margin. Noticeable: not zero, perhaps too small to matter.",
    "95 % sure: the intervals of all answers hold at once in 95 of 100 such runs, each judged once. "
    "That of a card is its own, and its chip also needs one that holds for all cards.",
    "To matter: to be larger than the margin, which a configuration can set in [report.margins].",
    "Deal: one shuffle of the components, played once from every seat. Games of a deal are not independent.",
    "Wins index: wins where a fair game gives 100.",
    "Open: we cannot tell yet. The interval allows several answers.",
    "Distinguishable: clearly different. Not distinguishable: may still differ.",
    "Baseline player: a strategy without a plan. Games with one are left out of this page. Handicapped: a "
    "strategy that is limited on purpose. Its games count, but its wins are not judged.",
)
OWN_LINES = "lines are 95 % intervals, each by itself. The verdict uses wider ones, for all at once."
EVERYTHING = "all tables and figures, on one page"
MARKED = (
    "A baseline player is a strategy without a plan. Games with one are left out. If every game with some "
    "number of players has one, nothing is judged there."
)
MOST_FOLDED = 100_000  # bytes of tables of the detailed report that are folded into the page


@dataclass(frozen=True)
class Picture:
    """A figure with its caption."""

    title: str
    note: str
    svg: str
    half: bool = False


@dataclass(frozen=True)
class Fold:
    """Details that the reader unfolds: texts, points, figures, tables, and links to files."""

    title: str
    hint: str = ""
    texts: Sequence[str] = ()
    points: Sequence[str] = ()
    tables: Sequence[Table] = ()
    files: Sequence[tuple[str, str]] = ()
    find: bool = False
    skip: Sequence[str] = ()
    id: str = ""
    figures: Sequence[Picture] = ()


@dataclass(frozen=True)
class Part:
    """A section of the first page, as data for its template."""

    id: str
    title: str
    chips: Sequence[tuple[str, str]] = ()
    said: Sequence[str] = ()
    figures: Sequence[Picture] = ()
    points: Sequence[str] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[Command] = ()
    folds: Sequence[Fold] = ()
    links: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Page:
    """A page as data for its template: the first page of a run, or the page of a try or of a search.

    A change has its place, the number of its rule, and the values before and after. `commands` are all
    commands, for the terminal.
    """

    title: str
    name: str
    game: str
    size: str
    headline: str
    answers: Sequence[sentences.Answer | TryAnswer]
    sections: Sequence[Part]
    footer: str
    next: Sequence[Command]
    lede: str = ""
    notices: Sequence[Text] = ()
    tiny: Sequence[str] = ()
    look: Mapping[str, Key] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    changes: Sequence[tuple[str, str, str, str]] = ()
    commands: Sequence[Command] = ()

    @property
    def places(self) -> set[str]:
        """The ids of the sections."""
        return {section.id for section in self.sections}


def page(front: Front, document: Document, run: str, pages: Mapping[str, str], full: bool) -> Page:
    """The first page of a run. `document` is its detailed report and `run` its name in commands.

    `pages` are the paths of card pages by id. `full` is true if the detailed page is written, too.
    """
    own = {table.id: table for table in tables.tables(front)}
    look = looks([row.name for row in front.strategies] or list(front.won_by_strategy))
    answered = sentences.answered(front)
    sections = [
        part
        for part in (
            _strategies(front, own, look), _seats(front, own), _kinds(front, own), _cards(front, own),
            _won(front, own, look), _length(front, own), _variants(front, document, run),
        ) if part is not None
    ]  # fmt: skip
    sections = _with_details(sections, document)
    sections += [*_robust(front, own), _sure(front, own, run), _about(front, document, full, run)]
    scale = any(one.question in (SEATS, STRATEGIES, KINDS, CARDS) for one in front.verdicts)
    lede = LEDE.format(who=_who(front))
    assumed = assumed_words(provenance(front.run))  # the last answer gives it
    return Page(
        title=f"{called(front.run.manifest)}: {headline(front.verdicts)}",
        name=called(front.run.manifest),
        game=str(entry(front.run.manifest, "game", "title") or ""),
        size=_size(front),
        headline=headline(front.verdicts),
        lede=" ".join(
            one
            for one in (sentences.decided_sentence(front), lede if scale else "", robust.lede(front))
            if one
        ),
        notices=[one for one in document.notices if one.text != assumed],
        answers=[sentences.answer(one, front) for one in answered],
        tiny=[figures.tiny(one, front) for one in answered],
        next=first(front, run),
        sections=sections,
        footer="One file that needs no network. Its data are in report.json and tables/*.csv.",
        look=look,
        pages=pages,
    )


def _size(front: Front) -> str:
    """The size of the run, such as '36,000 games · 3, 4 and 5 players · 11 strategies'."""
    counts = [str(k) for k in front.players]
    names = {name_ for panel in front.here for name_ in panel.strategies}
    parts = [words.plural(front.games, "game")]
    if counts:
        parts.append(f"{words.listed(counts)} player{'' if counts == ['1'] else 's'}")
        parts.append(words.plural(len(names), "strategy", "strategies"))
    if front.several:
        parts.append(f"rules {name(front.rules)}")
    return " · ".join(parts)


def _chips(front: Front, question: str) -> list[tuple[str, str]]:
    one = front.verdict(question)
    return [(one.chip, sentences.chip_words(one))] if one else []


def _note(several: bool, lines: str) -> str:
    """The note under a figure of dots. `lines` explains the lines.

    If there are several numbers of players, the note also explains the digits in the dots.
    """
    digit = "the digit is the number of players; " if several else ""
    return words.capital(digit + lines)


def _strategies(front: Front, own: Mapping[str, Table], look: Mapping[str, Key]) -> Part | None:
    if not front.strategies:
        return None
    _, left = figures.ends(front.strategies)
    note = _note(len(front.players) > 1, f"{OWN_LINES} Grey is too small to matter.")
    note += f" {count(left)} in between are in the table." if left else ""
    picture = Picture("Wins of each strategy, where 100 are fair.", note, figures.strategies(front, look))
    rows = words.plural(len(front.strategies), "row")
    folds = [Fold("All numbers", rows, tables=[own["first-strategies"]])]
    if pairs := own.get("first-pairs"):
        many = words.plural(len(pairs.rows), "pair")
        folds.append(Fold("Who is ahead of whom", many, tables=[pairs], find=True))
    return Part(
        "strategies", "Strategies", _chips(front, STRATEGIES), sentences.strategy_sentences(front), [picture],
        folds=folds,
    )  # fmt: skip


def _seats(front: Front, own: Mapping[str, Table]) -> Part | None:
    if not front.seats:
        return None
    title = "Wins by seat, where 100 are fair. Seat 1 plays first in the first round."
    note = _note(False, f"{OWN_LINES} Grey is too small to matter.")
    picture = Picture(title, note, figures.seats(front))
    return Part(
        "seats", sentences.seats_title(front), _chips(front, SEATS), sentences.seat_sentences(front),
        [picture], folds=[Fold("All numbers", tables=[own["first-seats"]])],
    )  # fmt: skip


def _kinds(front: Front, own: Mapping[str, Table]) -> Part | None:
    """The section on kinds of seats, such as species, or None if all seats are alike."""
    if not front.kinds:
        return None
    title = plural(front.kinds[0].column).capitalize()
    table = own["first-kinds"]
    note = _note(len(front.kinds) > 1, OWN_LINES)
    picture = Picture(f"Wins by {front.kinds[0].column}, where 100 are fair.", note, figures.kinds(front))
    folds = [Fold("All numbers", words.plural(len(table.rows), "row"), tables=[table])]
    return Part("kinds", title, _chips(front, KINDS), sentences.kind_sentences(front), [picture], folds=folds)


def _cards(front: Front, own: Mapping[str, Table]) -> Part | None:
    if not front.cards:
        return None
    _, left = figures.extremes(front.cards)
    which = f"the five strongest and the five weakest of {count(len(front.cards))}" if left else "all of them"
    note = "Best estimate of each card given the others. Open dot: inconclusive. Grey: too small to matter."
    title = f"Extra wins when dealt the card, where 100 are fair: {which}."
    fold = Fold(
        f"All {count(len(front.cards))} cards", "search, sort", tables=[own["first-cards"]], find=True,
        skip=("id", "page"),
    )  # fmt: skip
    return Part(
        "cards", "Cards", sentences.card_chips(front), sentences.card_sentences(front),
        [Picture(title, note, figures.cards(front))], folds=[fold],
    )  # fmt: skip


def _won(front: Front, own: Mapping[str, Table], look: Mapping[str, Key]) -> Part | None:
    by_rules, by_strategy = front.won_by_rules, front.won_by_strategy
    if not by_rules:
        return None
    digits = len(front.players) > 1
    note = _note(len(front.players) > 1, "lines are 95 % intervals.")
    shown = [
        Picture("Games won of 100, by rules.", note, figures.won(by_rules, "rules", {}, digits))
    ] if len(by_rules) > 1 or len(by_strategy) < 2 else []  # fmt: skip
    if len(by_strategy) > 1:
        under = f" Rules {name(front.rules)}." if len(by_rules) > 1 else ""
        title = "Games won of 100, by strategies at the table."
        shown.append(Picture(title, note + under, figures.won(by_strategy, "strategy", look, digits)))
    held = [own[key] for key in ("first-won", "first-won-strategies") if key in own]
    return Part(
        "won", "Games won", _chips(front, WON), sentences.opponent_sentences(front), shown,
        folds=[Fold("All numbers", tables=held)],
    )  # fmt: skip


def _length(front: Front, own: Mapping[str, Table]) -> Part | None:
    if not front.lengths:
        return None
    note = "Dot: the median, thick: the middle half of the games, thin: 90 of 100."
    shown = [Picture("Turns of a game.", note, figures.lengths(front), True)]
    if led := figures.leaders(front):
        title = "How many of 100 games does the leader after a round win?"
        shown.append(Picture(title, "Sole leaders only.", led, True))
    held = [own[key] for key in ("first-length", "first-drama") if key in own]
    return Part(
        "length", "Length and drama" if front.dramas else "Length", _chips(front, LENGTH),
        sentences.drama_sentences(front), shown, folds=[Fold("All numbers", tables=held)],
    )  # fmt: skip


def _variants(front: Front, document: Document, run: str) -> Part | None:
    """The section on effects of variants, worded as in the detailed report, or None without variants."""
    if not front.several:
        return None
    held = [table for table in document.tables() if table.id.startswith("v-")]
    names = list(dict.fromkeys(panel.variant for panel in front.every))
    said = list(document.summary[:6])
    listed = words.listed([name(one) for one in names[:8]] + (["more"] if len(names) > 8 else []))
    told = [
        f"{count(len(names))} sets of rules were played: {listed}.",
        f"This page is of {name(front.rules)}.",
    ]
    command = Command("All of it", f"marchsim report variants {run}", "the effects of each variant")
    return Part(
        "variants", "Effects of the variants", _chips(front, VARIANTS), told, commands=[command],
        folds=[Fold("In exact terms", texts=said, tables=_within(held))],
    )  # fmt: skip


def _within(found: Sequence[Table], most: int = MOST_FOLDED) -> list[Table]:
    """The first tables whose sizes add up to at most `most` bytes."""
    sizes = accumulate(_bytes(table) for table in found)
    return [table for table, used in zip(found, sizes, strict=True) if used <= most]


def _bytes(table: Table) -> int:
    """The approximate size of a table on the page, in bytes."""
    return 500 + len(table.rows) * (10 + 38 * len(table.columns))


DETAILS = {
    "strategies": (("Play of each strategy", ("-means", "-points")),),
    "seats": (("Does it depend on the strategy?", ("-places-table",)),),
    "length": (("More on pace and points", ("-lead", "-endings", "-by-round")),),
    "kinds": (
        ("By seat, beside whom, and by whom eliminated", ("-kinds-seats", "-kinds-pairs", "-kinds-fallen")),
    ),
    "won": (("More on games won", ("-shares", "-margins", "-members")),),
}


def _with_details(sections: Sequence[Part], document: Document) -> list[Part]:
    """The sections with additional folded tables from the detailed report, up to a size limit."""
    left, made = MOST_FOLDED, []
    for part in sections:
        folds = list(part.folds)
        for title, endings in DETAILS.get(part.id, ()):
            held = [table for table in document.tables() if table.id.endswith(endings)]
            held = _within([table for table in held if not table.id.startswith("v-")], left)
            left -= sum(_bytes(table) for table in held)
            if held:
                folds.append(Fold(title, words.plural(len(held), "table"), tables=held))
        made.append(replace(part, folds=folds))
    return made


def _robust(front: Front, own: Mapping[str, Table]) -> list[Part]:
    """The section on sensitivity studies of the same rules, or [] if there are none."""
    if not front.studies:
        return []
    folds = [Fold("All claims", words.plural(len(front.claims), "claim"), tables=[own["first-robust"]])]
    if found := curves(front.studies):
        picture = Picture(CURVES, DOTS, sheet(found).svg("; ".join(one.words() for one in found)))
        folds.append(Fold("Their curves", words.plural(len(found), "claim"), figures=[picture]))
    return [Part("robust", "With other numbers and players", said=robust.said(front), folds=folds)]


def _sure(front: Front, own: Mapping[str, Table], run: str) -> Part:
    more = [own["first-more"]] if "first-more" in own else []
    return Part(
        "sure", "How sure, and what next", _chips(front, SURE), sentences.certainty_sentences(front),
        tables=more, commands=ends(front, run),
    )  # fmt: skip


def _who(front: Front) -> str:
    """Words for those whose wins the page counts, such as 'a seat, strategy or species'."""
    if any(one.question == CARDS for one in front.verdicts):
        return "a seat, strategy or hand"
    return f"a seat, strategy or {front.kinds[0].column}" if front.kinds else "a seat or strategy"


def _about(front: Front, document: Document, full: bool, run: str) -> Part:
    """The section on how the page was made, with exact methods, terms and links to other files."""
    rules, seed = document.about.get("rules"), document.about.get("seed")
    marks = [
        str(one.get("fingerprint") or "")[:12]
        for one in (rules if isinstance(rules, list) else [])
        if isinstance(one, Mapping) and one.get("name") == front.rules
    ]
    told = f"Played with marchsim {name(str(document.about.get('marchsim') or 'of an unknown version'))}"
    told += f", rules {name(marks[0])}" if marks and marks[0] else ""
    told += "" if seed is None else f", seed {seed}"
    if front.games:
        told += f": {words.plural(front.deals, 'deal')}, {words.plural(front.games, 'game')}"
    said = [f"{told}.", *([MARKED] if front.marks else [])]
    methods = [block for section in document.sections if section.id == "methods" for block in section.blocks]
    exact = [text for block in methods if isinstance(block, Bullets) for text in block.items]
    exact += ["In exact terms:", *document.summary]
    files = [(f"tables/{table.id}.csv", table.title) for table in document.tables()]
    detail = [] if full else [Command("Everything", f"marchsim report all {run} --full", EVERYTHING)]
    folds = [
        Fold("Methods, in exact terms", points=exact, id="methods"),
        Fold("Words used here", points=WORDS),
        *([Fold("All tables", f"{len(files)} as CSV", files=files)] if files else []),
    ]
    return Part(
        "about", "Where this comes from", said=said, commands=detail, folds=folds,
        links=[("full.html", f"The detailed report: {EVERYTHING}")] if full else [],
    )  # fmt: skip


# HTML --------------------------------------------------------------------------------
@cache
def environment(*more: str) -> Environment:
    """The template environment of first pages, which also searches the packages `more`. It is cached.

    All texts are escaped, except SVG that this package draws.
    """
    made = templates(*more, "marchsim.reporting.front")
    made.filters |= {"show": show, "clean": clean, "raw": raw, "ours": Markup}
    made.filters["badge"] = lambda look: Markup(badge(look))
    made.globals |= {"icons": ICONS}
    return made


def html(found: Page) -> str:
    """The page as the text of a single HTML file."""
    return environment().get_template("index.html").render(page=found)


def raw(value: Value) -> str:
    """The number by which a cell is sorted, as text.

    It is the cell's number, the first number of a pair, or a very small number if there is none.
    """
    if isinstance(value, tuple):
        value = value[0]
    if isinstance(value, (int, float)) and math.isfinite(value):
        return f"{value:.6g}"
    return "-1e9"
