"""The head of a report, from the manifest of its run: name, versions, rules and warnings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.analysis.judging.verdict import unmeasured_words
from marchsim.analysis.reading.panels import Barred
from marchsim.analysis.reading.source import Run, entry
from marchsim.analysis.reading.void_ratio import void_ratios
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Text
from marchsim.reporting.pages.format import name


def called(manifest: Mapping[str, Any], unnamed: str = "run") -> str:
    """The name of the configuration, for a title, or `unnamed` if it has none."""
    return name(str(entry(manifest, "configuration", "resolved", "name") or unnamed))


def panel_name(players: int, variant: str, several: bool, opponent: str = "") -> str:
    """The name of a panel: number of players, any opponent, and the variant if the run has `several`."""
    told = words.plural(players, "player") + (f" against {name(opponent)}" if opponent else "")
    return told + (f", rules {words.quoted(variant)}" if several else "")


def about(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that identify a report, from the manifest: names, seed, versions and fingerprints."""
    rules = entry(manifest, "variants")
    players = entry(manifest, "population")
    known = ("name", "fingerprint", "played", "as_listed", "players")
    told = {key: entry(players, key) for key in known} if isinstance(players, Mapping) else None
    return {
        "run": entry(manifest, "configuration", "resolved", "name"),
        "game": entry(manifest, "game", "title"),
        "seed": entry(manifest, "configuration", "resolved", "seed"),
        "marchsim": entry(manifest, "marchsim"),
        "rules": [
            {
                "name": entry(one, "name"),
                "preset": entry(one, "preset"),
                "fingerprint": entry(one, "fingerprint"),
            }
            for one in (rules if isinstance(rules, list) else [])
        ],
        **({"population": told} if told else {}),
    }


def population(manifest: Mapping[str, Any]) -> list[Text]:
    """A note that names the population, or [] if the players come from none."""
    found = entry(manifest, "population")
    if not isinstance(found, Mapping):
        return []
    listed = found.get("as_listed")
    others = [words.quoted(str(one)) for one in (listed if isinstance(listed, list) else [])]
    more = f" Not in it, and as they are: {words.listed(others)}." if others else ""
    mark = str(found.get("fingerprint"))[:12]
    told = f"Played by population {words.quoted(str(found.get('name')))} (fingerprint {name(mark)}).{more}"
    return [Text(f"{told} Results hold for these players.", "note")]


def voids_differ(run: Run) -> list[Text]:
    """A warning that some variants or strategies have more void games than others.

    The list is empty if the difference is not significant.
    """
    found = [one.words for one in void_ratios(run)]
    if not found:
        return []
    rest = f", and {len(found) - 3} more" if len(found) > 3 else ""
    told = f"Void games are not spread evenly: {'; '.join(found[:3])}{rest} (deal by deal, Holm at 5 %)."
    return [Text(f"{told} The counted games are a selection, so all results below may be biased.", "warning")]


def warnings(manifest: Mapping[str, Any]) -> list[Text]:
    """The game's warnings, each with the variants to which it applies. No warning is repeated."""
    rules = entry(manifest, "variants")
    found: dict[str, list[str]] = {}
    for one in rules if isinstance(rules, list) else []:
        listed = entry(one, "warnings")
        for warning in listed if isinstance(listed, list) else []:
            found.setdefault(str(warning), []).append(words.quoted(str(entry(one, "name"))))
    several = len(rules) > 1 if isinstance(rules, list) else False
    return [
        Text((f"Rules {words.listed(names)}: " if several else "") + warning, "warning")
        for warning, names in found.items()
    ]


def barred_words(found: Barred) -> str:
    """A sentence on games left out because of baseline players, or '' if there are none."""
    if not found.games:
        return ""
    who = words.listed([words.quoted(one) for one in found.names])
    told = f"Games with a baseline player ({who}) are left out here: {found.games:,} of {found.of:,}."
    return f"{told} {unmeasured_words(found.empty, found.names)}" if found.empty else told
