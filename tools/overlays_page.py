"""Make the reference of overlays: all keys of a file, every base amount, and every rule parameter."""

from __future__ import annotations

from collections.abc import Iterable

from marchsim.games.march.amounts import BASE
from marchsim.games.march.components.data import (
    COST_MOST,
    FEROCITY_MOST,
    NAME_MOST,
    SITES,
    SITES_MOST,
    TEXT_MOST,
)
from marchsim.games.march.components.loader import CARDS_MOST
from marchsim.games.march.rules.parameters import CHAPTERS
from marchsim.games.march.rules.variant import PRESETS, resolve
from marchsim.tabletop.rules.overlays import players_of

HEAD = """# Overlays

    marchsim run demo --rules mine.toml
    marchsim run demo --set march_steps=4 --set cards.royal-jelly.cost=3
    marchsim try --help

An overlay is a TOML file that changes the rules, cards and tiles of a run. Give it with `--rules FILE`
(several apply in order), or put its tables into a [configuration](configuration.md). For a single value use
`--set`, which overrides all files. [`marchsim try`](../howto/try.md) shows the effect of a change. You make
an overlay from this page's tables, which come from the code (`make docs`).

```toml
preset = "first-game"        # the rules to start from. Several: "long+primitive"
beyond = ["Hidden Spring", 22]   # exactly these Beyond the Meadow hexes. A number: so many, drawn at random
provenance = "design"        # source of the numbers: "design" (a change), or "printed" (read off the box)

[rules]
march_steps = 4

[cards.royal-jelly]          # a card by its id: any of its fields
cost = 3
amounts.larvae = 5           # one of its amounts. The others stay

[cards.brood-surge]
enabled = false              # out of the deck

[cards.spring-flood]         # a new card that needs no code
name = "Spring Flood"
type = "event"               # event, goal, or evolution with section = "head", "thorax" or "abdomen"
cost = 2
ferocity = 2
payment = "any"              # any, larvae or ants
centipede = false
amounts = {{ draw = 1, others_lose_food = 1 }}

[tiles.5]                    # a tile by its number
sites = "D F"                # the control site first: {sites}
tunnels = [0, 1, 3, 4]       # clockwise: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW
icon = "wormhole"            # "", wormhole or centipede

[great-tunnel]
back = [0, 2, 4]
```

Limits: {cards} cards in all, costs to {cost}, ferocities to {ferocity}, {site_count} sites a tile, names of
{name} and texts of {text} characters. Everything that you set takes the file's provenance, and reports
count by provenance. A number that you mark as `printed` counts as printed even if the assumption was right.

## Texts

The text of a card is a template over its amounts, so that it always agrees with the numbers: `{{larvae}}`
is an amount, `{{larvae:larva|larvae}}` a word for one or for several, `{{digs?words}}` words for an amount
that is not 0. Write no digits in a text. marchsim adds a sentence for each amount that the text leaves out,
so your new card needs no text at all.

Cards with code (`"coded": true` in `marchsim cards --json`) have a fixed set of amounts. You may give each
other card every amount of its kind, below. An amount that is 0 or absent has no effect.
"""

TITLES = {
    "event": "Events",
    "head": "Heads",
    "thorax": "Thoraxes",
    "abdomen": "Abdomens",
    "goal": "Colony Goals",
}


def text() -> str:
    """The text of the page."""
    head = HEAD.format(
        sites=", ".join(f"{letter} {meaning}" for letter, meaning in SITES.items()),
        cards=CARDS_MOST,
        cost=COST_MOST,
        ferocity=FEROCITY_MOST,
        site_count=SITES_MOST,
        name=NAME_MOST,
        text=TEXT_MOST,
    )
    return "\n".join([head, *amounts(), *parameters()]) + "\n"


def amounts() -> Iterable[str]:
    """Yield a table of amounts for each kind of card."""
    for kind, title in TITLES.items():
        yield f"## Amounts of {title}\n"
        yield "| amount | range | meaning |\n| --- | --- | --- |"
        for name, amount in BASE[kind].items():
            yield f"| `{name}` | {amount.low}-{amount.high} | {amount.meaning} |"
        yield ""


def parameters() -> Iterable[str]:
    """Yield the presets and a table of parameters for each chapter of the rules."""
    yield "## Presets\n"
    for preset in PRESETS.values():
        players = players_of(*resolve("page", preset.name).players())
        numbers = f" ({', '.join(preset.numbers)})" if preset.numbers else ""
        yield f"- `{preset.name}`, {players}: {preset.meaning}{numbers}"
    yield "\nThey are combined with `+`, or as a list: see [variants](../howto/variants.md)."
    for chapter, some in CHAPTERS.items():
        yield f"\n## Parameters: {chapter}\n"
        yield "| parameter | standard | range | rules | meaning |\n| --- | --- | --- | --- | --- |"
        for parameter in some:
            standard = str(parameter.human(parameter.default))
            standard = standard.lower() if parameter.type == "bool" else standard
            meaning = " ".join(part for part in (f"{parameter.meaning}.", parameter.note) if part)
            numbers = " ".join(parameter.rules)
            yield f"| `{parameter.name}` | {standard} | {parameter.range} | {numbers} | {meaning} |"
