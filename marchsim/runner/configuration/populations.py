"""Populations: files with the strategies behind the names of a configuration (D-109).

docs/explain/populations.md describes them.

    population = "tuned"            # a shipped name, or FILE.toml in the configuration's folder

A population replaces each listed strategy whose `use` is one of its names. A mixture (members with shares) is
played whole, as is any population if no strategies are listed. The resolved configuration, also in manifests,
holds every parameter, so runs do not need the file again.

A single strategy may have a file of its own, such as `marchsim tune` writes:

    use = "warden-tuned.toml"       # in [[strategies]]; name and parameters given there override the file's

The file's table [strategy] is an entry of a configuration, and is read together with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from marchsim import games, tomlfile
from marchsim.errors import ConfigError, nearest
from marchsim.recorder.manifest import renamed
from marchsim.recorder.metrics import OF
from marchsim.runner.configuration import sources
from marchsim.runner.configuration.design import MOST_PLAYERS
from marchsim.runner.configuration.fields import Fields
from marchsim.runner.configuration.schema import Cast, Configuration

ENDING = ".toml"
MOST_MEMBERS = 1_000


@dataclass(frozen=True)
class Member:
    """The strategy that a population has for a name. `share` is its frequency in a mixture, else None.

    It is for all games, or for these numbers of `players`, or for the variant `tuned_for`.
    """

    name: str
    use: str
    parameters: Mapping[str, Any]
    players: tuple[int, ...] = ()
    tuned_for: str = ""
    share: float | None = None
    declared: bool | None = None
    limited: bool | None = None

    def fits(self, counts: Sequence[int], variants: Sequence[str]) -> bool:
        """Whether the member may play with all these numbers of players and in one of these variants."""
        here = not self.players or set(counts) <= set(self.players)
        return here and (not self.tuned_for or self.tuned_for in variants)


@dataclass(frozen=True)
class Population:
    """The members of a population file, in the order of the file."""

    name: str
    file: str
    members: tuple[Member, ...]

    @property
    def fingerprint(self) -> str:
        """The hash of the members. Comments and the table [population] are not part of it."""
        return sha256(json.dumps([asdict(one) for one in self.members], sort_keys=True).encode()).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the members, each once."""
        return tuple(dict.fromkeys(member.name for member in self.members))

    @property
    def shares(self) -> dict[str, float]:
        """The share of each member of a mixture, by name. Empty for other populations."""
        found = {member.name: member.share for member in self.members}
        return {name: share for name, share in found.items() if share}

    def member(self, name: str, counts: Sequence[int], variants: Sequence[str]) -> Member:
        """The member for a name, these numbers of players and these variants (names or presets).

        A member tuned for one of the variants comes first, then one for these numbers of players, then one
        for all games. Raises ConfigError if there is none.
        """
        fitting = [one for one in self.members if one.name == name and one.fits(counts, variants)]
        if not fitting:
            listed = ", ".join(map(str, counts))
            raise ConfigError(
                f"{self.file}: {name}: is for other games than those with {listed} players"
                f"{' of ' + ', '.join(variants) if variants else ''}; add one without `players` and "
                "`tuned_for`."
            )
        return max(fitting, key=lambda one: (bool(one.tuned_for), bool(one.players)))


def read(asked: str, place: str, game: str, folders: Sequence[Path], typed: bool = False) -> Population:
    """Read a population, given as a shipped name or as a file in one of the folders.

    If `typed`, the user gave the file on the command line, and it may be anywhere.
    """
    if asked.endswith(ENDING):
        if typed and not asked.isprintable():
            raise ConfigError(f"--population: {asked!r}: its path holds control characters; rename the file.")
        path = Path(asked) if typed else find_file(asked, place, folders, "population")
    else:
        known = sources.shipped_names(f"strategies/{game}/populations", ENDING)
        if asked not in known:
            raise ConfigError(
                f"{place}: there is no population {asked!r} of the game {game}.{nearest(asked, known)} "
                f"Shipped: {', '.join(known) or 'none'}; or give FILE.toml (docs/explain/populations.md)."
            )
        path = sources.shipped_folder(f"strategies/{game}/populations") / f"{asked}{ENDING}"
    data = renamed(tomlfile.read(path, "population")[1])
    whole = with_strategy_files(data, str(path), (path.resolve().parent, *folders))
    return _parsed(whole, path.stem, str(path))


def _parsed(data: Mapping[str, Any], name: str, file: str) -> Population:
    top = Fields(data, file)
    if "strategy" in data and "strategies" not in data:
        raise top.error(
            "strategy", "this is one strategy, and no population; name its file as `use` of [[strategies]]."
        )
    top.table("population")  # where it comes from, for a reader
    called = top.name("name", name)
    entries = top.tables("strategies", MOST_MEMBERS)
    members = tuple(_member(fields) for fields in entries)
    top.finish()
    if not members:
        raise top.error("strategies", "missing; a population has [[strategies]] with `use` and parameters.")
    _check(members, entries)
    return Population(called, file, members)


def _member(fields: Fields) -> Member:
    use = fields.text("use")
    name = fields.name("name", use.removesuffix(".py").rpartition("/")[2])
    players = fields.one_or_more("players", int, "a number of players")
    for count in players:
        if not 1 <= count <= MOST_PLAYERS:
            raise fields.error("players", f"{count} is outside 1 to {MOST_PLAYERS}.")
    aim = fields.text("tuned_for", "")
    share = fields.number("share", 0.0, 1.0, None)
    declared, limited = fields.flag("baseline"), fields.flag("handicapped")
    fields.table("tuned")  # where its numbers come from, for a reader
    return Member(name, use, fields.rest(), players, aim, share, declared, limited)


def _check(members: Sequence[Member], entries: Sequence[Fields]) -> None:
    """Raise ConfigError if two members contradict each other."""
    for at, (member, fields) in enumerate(zip(members, entries, strict=True)):
        for other in members[:at]:
            if other.name != member.name:
                continue
            if other.use != member.use:
                raise fields.error("use", f"{member.name!r} uses {other.use!r} above; use the same here.")
            same = other.tuned_for == member.tuned_for and bool(other.players) == bool(member.players)
            if same and (not member.players or set(other.players) & set(member.players)):
                raise fields.error(
                    "name", f"{member.name!r} is there twice; say which by `players` or `tuned_for`."
                )
    shares = {member.name: member.share for member in members}
    given = [share for share in shares.values() if share is not None]
    if given and (len(given) < len(shares) or sum(given) <= 0):
        missing = [name for name, share in shares.items() if share is None]
        told = f"{', '.join(missing)} without one" if missing else "all are 0"
        raise ConfigError(f"{entries[0].file}: share: {told}; give every strategy of a mixture its share.")


def cast(
    data: Mapping[str, Any], file: str, folders: Sequence[Path], override: str = ""
) -> tuple[dict[str, Any], Population | None]:
    """Put the strategies of a population into a configuration's data.

    `override` names a population to use in place of the configuration's own.
    """
    top = Fields(data, file)
    asked = override or top.text("population", "")
    if not asked:
        return {key: value for key, value in data.items() if key != "population"}, None
    place = "--population" if override else f"{file}: population"
    game = data.get("game", games.DEFAULT)
    if not isinstance(game, str):
        return dict(data), None  # an error of its own
    population = read(asked, place, game, folders, typed=bool(override))
    listed = data.get("strategies", [])
    if not isinstance(listed, list):
        return dict(data), None  # likewise
    whole = dict(data)
    if population.shares:
        whole["design"] = _mixed(top.inner("design"), population)
        whole |= _of_those_who_play(whole, listed, population)
    if population.shares or not listed:
        listed = [{"use": name} for name in population.shares or population.names]
    entries, played, others = _entries(listed, population)
    if not played:
        raise ConfigError(
            f"{place}: {asked}: none of the strategies listed here is in that population, which has "
            f"{', '.join(population.names)}; leave [[strategies]] out to play it whole."
        )
    whole["strategies"] = entries
    whole["population"] = Cast(population.name, population.fingerprint, played, tuple(others)).data()
    return whole, population


def _mixed(design: Fields, population: Population) -> dict[str, Any]:
    if design.data.get("kind") != "random":
        raise design.error(
            "kind", f'a mixture ({population.file} has shares) is drawn by them, which only "random" does.'
        )
    return {**design.data, "shares": population.shares}


def _of_those_who_play(
    data: Mapping[str, Any], listed: Sequence[Any], population: Population
) -> dict[str, Any]:
    """The tables [report] and [[claims]], without the shares of strategies that the mixture lacks."""
    uses = [one for one in listed if isinstance(one, Mapping)]
    plays = {OF + name for name in population.shares}
    gone = {f"{OF}{one.get('name', one.get('use'))}" for one in uses} - plays
    told: dict[str, Any] = {}
    report = data.get("report")
    if isinstance(report, Mapping):
        told["report"] = {key: _remaining(value, gone) for key, value in report.items()}
    if isinstance(claims := data.get("claims"), list):
        told["claims"] = [
            one for one in claims if not isinstance(one, Mapping) or one.get("metric") not in gone
        ]
    return told


def _remaining(value: Any, gone: set[str]) -> Any:
    """A list or table of metrics, without the metrics in `gone`."""
    if isinstance(value, Mapping):
        return {key: one for key, one in value.items() if key not in gone}
    return [one for one in value if one not in gone] if isinstance(value, list) else value


def _entries(listed: Sequence[Any], population: Population) -> tuple[list[Any], dict[str, str], list[str]]:
    """The entries of [[strategies]], the member played for each name, and the names that play as listed."""
    entries: list[Any] = []
    played: dict[str, str] = {}
    others: list[str] = []
    for entry in listed:
        use = entry.get("use") if isinstance(entry, Mapping) else None
        if isinstance(use, str) and use in population.names:
            member = next(one for one in population.members if one.name == use)
            marks = {"baseline": member.declared, "handicapped": member.limited}
            more = {mark: value for mark, value in marks.items() if value is not None}
            entries.append({"name": use, **more, **entry, "use": member.use})
            played[str(entries[-1]["name"])] = use
        else:
            entries.append(entry)
            others.append(str(entry.get("name", use)) if isinstance(entry, Mapping) else "")
    return entries, played, others


def settled(configuration: Configuration, population: Population) -> Configuration:
    """A configuration with the parameters of its population. Each variant gets those tuned for it.

    Parameters in the configuration itself take precedence.
    """
    assert configuration.population is not None
    played, counts = configuration.population.played, configuration.design.players

    def parameters(name: str, own: Mapping[str, Any], variants: Sequence[str]) -> dict[str, Any]:
        return overlaid(population.member(played[name], counts, variants).parameters, own)

    listed = {entry.name: entry.parameters for entry in configuration.strategies if entry.name in played}
    base = {name: parameters(name, own, (configuration.preset,)) for name, own in listed.items()}
    strategies = tuple(
        replace(entry, parameters=base.get(entry.name, entry.parameters))
        for entry in configuration.strategies
    )
    variants = []
    for variant in configuration.variants:
        words = (variant.name, str(variant.overlay.get("preset") or configuration.preset))
        anew = {name: parameters(name, own, words) for name, own in listed.items()}
        changed = {name: found for name, found in anew.items() if found != base[name]}
        variants.append(replace(variant, population=changed))
    return replace(configuration, strategies=strategies, variants=tuple(variants))


def with_strategy_files(data: Mapping[str, Any], file: str, folders: Sequence[Path]) -> dict[str, Any]:
    """The data of a configuration, with the contents of strategy files in place of their names."""
    listed = data.get("strategies")
    if not isinstance(listed, list):
        return dict(data)
    whole = [_expanded(entry, f"{file}: strategies[{at}].use", folders) for at, entry in enumerate(listed, 1)]
    return {**data, "strategies": whole}


def _expanded(entry: Any, place: str, folders: Sequence[Path]) -> Any:
    """An entry on top of the contents of its file. An entry without a file is returned unchanged."""
    use = entry.get("use") if isinstance(entry, Mapping) else None
    if not isinstance(use, str) or not use.endswith(ENDING):
        return entry
    own = {key: value for key, value in entry.items() if key != "use"}
    return overlaid(_read_strategy(find_file(use, place, folders, "strategy")), own)


def find_file(use: str, place: str, folders: Sequence[Path], what: str) -> Path:
    """The file that a configuration names, in one of the folders. `what` is the word for it in errors."""
    if not use.isprintable():
        raise ConfigError(f"{place}: {use!r}: its path holds control characters; rename the file.")
    paths = [((folder.resolve() / use).resolve(), folder.resolve()) for folder in folders]
    for path, folder in paths:
        if path.is_file() and path.is_relative_to(folder):
            return path
    if any(path.is_file() for path, _ in paths):
        raise ConfigError(f"{place}: {use!r} lies outside the folder of the configuration; copy it there.")
    raise ConfigError(f"{place}: there is no {what} file {use!r}; `marchsim tune` writes such files.")


def _read_strategy(path: Path) -> dict[str, Any]:
    """Read the table [strategy] of a file. The file may also have a table [tuned], which is not used here."""
    _, data = tomlfile.read(path, "strategy file")
    top = Fields(data, str(path))
    if "strategies" in data and "strategy" not in data:
        raise top.error(
            "strategies", "this is a population; play it with --population, or population = FILE."
        )
    if "strategy" not in data:
        raise top.error(
            "strategy", "missing; a strategy file has a table [strategy] with `use` and parameters."
        )
    strategy = top.inner("strategy")
    top.table("tuned")
    top.finish()
    if (use := strategy.text("use")).endswith(ENDING):
        raise strategy.error("use", f"{use!r} is a strategy file too; name the strategy itself.")
    strategy.name("name", path.stem)
    return {"name": path.stem, **strategy.data}


def overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Put plain data on top of other data. Tables are merged, and everything else is replaced."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = overlaid(old, value)
        merged[key] = value
    return merged
