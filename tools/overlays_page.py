"""The reference of overlays: what a file may say, every base amount, every parameter of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from marchsim.games.march.components.amounts import BASE
from marchsim.games.march.components.checks import COST_MOST, FEROCITY_MOST, NAME_MOST, SITES_MOST, TEXT_MOST
from marchsim.games.march.components.data import SITES
from marchsim.games.march.components.overlay import CARDS_MOST
from marchsim.games.march.rules.parameters import CHAPTERS
from marchsim.games.march.rules.presets import PRESETS
from marchsim.games.march.rules.variant import resolve
from marchsim.tabletop.rules.presets import players_of

HEAD = """# Overlays

Made from the code by `make docs`. An overlay is a TOML file that changes the rules, cards and tiles of a run;
give it with `--rules FILE` (several lie over each other in order), or put its tables into a configuration.
A single value needs no file: `--set march_steps=4`, `--set cards.royal-jelly.cost=3`; it lies over all files.
[`marchsim try`](try.md) says what a change does.

```toml
preset = "first-game"        # the rules to start from; several: "long+primitive"
beyond = ["Hidden Spring", 22]   # just these Beyond the Meadow hexes; a number: so many, drawn at random
provenance = "design"        # what the numbers are: "design" (a change), or "printed" (read off the box)

[rules]
march_steps = 4

[cards.royal-jelly]          # a card by its id: any of its fields
cost = 3
amounts.larvae = 5           # one of its amounts; the others stay

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
{name} and texts of {text} characters. Everything a file sets takes its provenance, and reports count by
provenance; a number that is stated as `printed` counts as printed even where the assumption was right.

## Texts

The text of a card is a template over its amounts, so that it says what the numbers do: `{{larvae}}` is an
amount, `{{larvae:larva|larvae}}` a word for one or for several, `{{digs?words}}` words that stand while the
amount is not 0. A text holds no digits of its own. An amount that it does not speak of is added as a
sentence, so a new card needs no text at all.

Cards with code (`"coded": true` in `marchsim cards --json`) have just the amounts that they have; each other
card may have every amount of its kind, below. An amount that is 0 or absent does nothing.
"""

TITLES = {
    "event": "Events",
    "head": "Heads",
    "thorax": "Thoraxes",
    "abdomen": "Abdomens",
    "goal": "Colony Goals",
}


def text() -> str:
    """Return the page."""
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
    yield "\nThey are combined with `+`, or as a list: see [variants](variants.md)."
    for chapter, some in CHAPTERS.items():
        yield f"\n## Parameters: {chapter}\n"
        yield "| parameter | standard | range | rules | meaning |\n| --- | --- | --- | --- | --- |"
        for parameter in some:
            standard = str(parameter.human(parameter.default))
            standard = standard.lower() if parameter.type == "bool" else standard
            meaning = " ".join(part for part in (f"{parameter.meaning}.", parameter.note) if part)
            numbers = " ".join(parameter.rules)
            yield f"| `{parameter.name}` | {standard} | {parameter.range} | {numbers} | {meaning} |"
