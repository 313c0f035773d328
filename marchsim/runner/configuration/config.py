"""Reads a configuration from TOML into checked plain data (`schema`). Names are not looked up yet.

The game says which keys an overlay may have (rules, cards, ...). Their contents are passed on unchanged, and
the game checks them when a variant is resolved.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from marchsim import games, tomlfile
from marchsim.errors import ConfigError, StateMismatch, nearest
from marchsim.recorder import manifest as manifests
from marchsim.recorder.manifest import renamed
from marchsim.runner.configuration import populations, settings, sources, sweep, verdict_tables
from marchsim.runner.configuration.design import DEALS, KINDS, MOST_PLAYERS, OPPONENTS, Design, read_stop
from marchsim.runner.configuration.fields import NAME, Fields
from marchsim.runner.configuration.schema import (
    LONGEST,
    MOST_BLOCKS,
    MOST_SEED,
    Cast,
    Configuration,
    Overlay,
    StrategyEntry,
    VariantEntry,
)
from marchsim.runner.configuration.sources import split

RECORDS = ("rounds", "events")
MOST_STRATEGIES = 200
MOST_VARIANTS = 200
MOST_LINE_UPS = 10_000
MOST_SHARE = 1_000_000


def load(config: str, population: str = "", preset: str = "") -> Configuration:
    """Load a configuration: from a path, by the name of a shipped one, or from a run folder.

    `population` (a shipped name or a path) replaces the configuration's own. Its name is added to the
    configuration's name, since another population makes another run. `preset` replaces the configuration's
    own.
    """
    if config not in sources.configurations() and manifests.exists(Path(config)):
        if population:
            raise ConfigError(f"--population: {config} is a run, so its players are fixed; name a file.")
        return of_run(Path(config), manifests.read(Path(config)), preset)
    path = find(config)
    text, data = tomlfile.read(path, "configuration")
    if preset:
        data["preset"] = preset
    folder = path.resolve().parent
    folders = (folder, Path.cwd())
    whole, players = populations.cast(data, str(path), folders, population)
    found = parse(populations.with_strategy_files(whole, str(path), folders), str(path))
    if players is not None:
        found = populations.settled(found, players)
        if population:
            found = replace(found, name=f"{found.name[: LONGEST - len(players.name) - 1]}-{players.name}")
    return replace(found, text=text, folder=folder)


def find(config: str) -> Path:
    """The path of a configuration that is given as a path or as a shipped name."""
    path = Path(config)
    if path.is_file() or path.suffix == ".toml" or len(path.parts) != 1:
        return path
    known = sources.configurations()
    if config not in known:
        beside = f" Did you mean {config}.toml?" if path.with_suffix(".toml").is_file() else ""
        raise ConfigError(
            f"there is no configuration {config!r}.{beside or nearest(config, known)} "
            f"Give a path to a .toml file or a shipped name ({', '.join(known) or 'none found'})."
        )
    return known[config]


def read_overlays(rules: Sequence[str | Path], game: str = games.DEFAULT) -> list[Overlay]:
    """Read changes on top of a configuration: files, and words NAME=VALUE. The game checks them later.

    Later files override earlier ones. The words (settings.read) override all files.
    """
    given = [str(one) for one in rules]
    words = [word for word in given if settings.is_setting(word)]
    files = [_read_overlay(path, game) for path in given if path not in words]
    changes = settings.read(words, _overlay_keys(game, settings.AS_SET)) if words else []
    return [*files, *changes]


def _read_overlay(path: str, game: str) -> Overlay:
    fields = Fields(tomlfile.read(Path(path), "overlay")[1], path)
    overlay = _overlay(fields, _overlay_keys(game, path))
    _hint_at_rules(fields, game)
    fields.finish()
    return path, overlay


def parse(data: Mapping[str, Any], file: str) -> Configuration:
    """Make a configuration from the data of a TOML file. Raises ConfigError, which names the first fault."""
    data = renamed(data)
    top = Fields(data, file)
    name = top.name("name", Path(file).stem if file else "run")
    game = top.name("game", games.DEFAULT)
    keys = _overlay_keys(game, file)
    preset = _preset(top, "standard")
    seed = top.integer("seed", 0, MOST_SEED, 1)
    record = top.choice("record", RECORDS, "rounds")
    decision_seconds = top.number("decision_seconds", 0.05, 3600.0, 10.0)
    overlay = {key: value for key, value in _overlay(top, keys).items() if key != "preset" and value != {}}
    strategies = tuple(_strategy(fields) for fields in top.tables("strategies", MOST_STRATEGIES))
    field_names = [s.name for s in strategies]
    varied = top.tables("variants", MOST_VARIANTS)
    for fields in varied:
        _hint_at_rules(fields, game, known=("name", "strategies", "population", "preset", *keys))
    variants = tuple(_variant(fields, keys, field_names) for fields in varied)
    sweeping = top.inner("sweep")
    if "sweep" in top.data:
        _hint_at_rules(sweeping, game, "", ("kind", "strategies", "preset", *keys), "[sweep.rules]")
        swept = sweep.read(sweeping, keys, MOST_VARIANTS - len(variants))
        variants += tuple(_variant(Fields(point, file, "sweep"), keys, field_names) for point in swept)
    variant_names = [variant.name for variant in variants]
    design = top.inner("design")
    stop = read_stop(top.inner("stop"), MOST_BLOCKS, "blocks" in design.data)
    gated = verdict_tables.read_gate(top.inner("gate"), top.inner("targets"))
    told = verdict_tables.read_report(top.inner("report"), field_names)
    claimed = top.tables("claims", verdict_tables.MOST_CLAIMS)
    claims = verdict_tables.read_claims(claimed, field_names, variant_names)
    _hint_at_rules(top, game, preset)
    players = _cast(top.inner("population")) if "population" in data else None
    top.finish()
    _unique("strategies", field_names, file)
    _unique("variants", variant_names, file)
    if not strategies:
        raise ConfigError(
            f'{file}: strategies: none given; add [[strategies]] with use = "random", for instance.'
        )
    return Configuration(
        name, game, preset, seed, record, decision_seconds, ((file, overlay),) if overlay else (),
        _design(design, field_names), strategies, variants, stop, gated, told, file, population=players,
        claims=claims,
    )  # fmt: skip


def _hint_at_rules(
    top: Fields, game: str, preset: str = "", known: Sequence[str] = (), table: str = "[rules]"
) -> None:
    """Raise ConfigError if a key is a parameter of the rules that belongs under `table`."""
    for key in top.rest():
        if key not in known and key in games.load(game).variant("", preset, ()).resolved().get("rules", {}):
            raise top.error(key, f"it is a rule; write it under {table}: {key} = {top.data[key]!r}.")


def of_run(path: Path, manifest: Mapping[str, Any], preset: str = "") -> Configuration:
    """The configuration that a run folder was played with. Raises StateMismatch if it is not recorded."""
    configured = manifest.get("configuration")
    if not isinstance(configured, Mapping) or not isinstance(configured.get("resolved"), dict):
        raise StateMismatch(f"{path}: its manifest does not say what was played; it is damaged.")
    data = configured["resolved"] | ({"preset": preset} if preset else {})
    found = from_data(data, str(path / manifests.FILE))
    return replace(found, file=str(configured.get("file", "")), text=str(configured.get("text", "")))


def from_data(data: Mapping[str, Any], file: str) -> Configuration:
    """Make a configuration from data of `Configuration.data`. The data are untrusted and checked again."""
    top = Fields(data, file)
    stored = top.tables("overlays", 100)
    configuration = parse(top.rest(), file)
    overlays = []
    for entry in stored:
        source = entry.text("source")
        fields = Fields(entry.table("overlay"), source)
        overlays.append((source, _overlay(fields, _overlay_keys(configuration.game, file))))
        fields.finish()
    return replace(configuration, overlays=tuple(overlays))


def _overlay_keys(game: str, file: str) -> tuple[str, ...]:
    """The keys that an overlay may have in a game, besides `preset`."""
    try:
        return games.load(game).overlay_keys
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None


def _overlay(fields: Fields, keys: Sequence[str]) -> dict[str, Any]:
    """The tables that an overlay has. A preset becomes one string."""
    found = {"preset": _preset(fields)} if "preset" in fields.data else {}
    return found | {key: copy.deepcopy(fields.get(key)) for key in keys if fields.get(key) is not None}


def _preset(fields: Fields, default: str = "") -> str:
    """The preset as one string, with + between several. The file may also list them."""
    value = fields.get("preset")
    parts = value.split("+") if isinstance(value, str) else [default] if value is None else value
    if not isinstance(parts, list) or not parts or not all(isinstance(part, str) for part in parts):
        raise fields.error("preset", f"{value!r} is not a name, several joined by +, or a list of names.")
    for part in parts:
        if not NAME.fullmatch(part.strip()):
            raise fields.error("preset", f"{part!r} is not the name of a preset.")
    return "+".join(part.strip() for part in parts)


def _variant(fields: Fields, keys: Sequence[str], field_names: list[str]) -> VariantEntry:
    changes = copy.deepcopy(fields.table("strategies"))
    anew = copy.deepcopy(fields.table("population"))  # of a resolved configuration
    for key, table in (("strategies", changes), ("population", anew)):
        for name, parameters in table.items():
            _known(fields, key, name, field_names)
            if not isinstance(parameters, dict):
                raise fields.error(f"{key}.{name}", f"{parameters!r} is not a table of parameters.")
            if table is changes and {"use", "name", "baseline", "handicapped"} & set(parameters):
                told = "a variant changes parameters, not `use`, `name`, `baseline` or `handicapped`."
                raise fields.error(f"{key}.{name}", told)
            _plain_parameters(fields, f"{key}.{name}.", parameters)
    entry = VariantEntry(fields.name("name"), _overlay(fields, keys), changes, anew)
    fields.finish()
    return entry


def _cast(fields: Fields) -> Cast:
    """The population that a stored configuration names."""
    played = fields.table("played")
    if not all(isinstance(name, str) for name in played.values()):
        raise fields.error("played", "must map names to names.")
    found = Cast(
        fields.name("name"), fields.text("fingerprint"), dict(played),
        fields.one_or_more("as_listed", str, "the name of a strategy") if fields.get("as_listed") else (),
    )  # fmt: skip
    fields.finish()
    return found


def _strategy(fields: Fields) -> StrategyEntry:
    use = fields.text("use")
    path, class_name = split(use)
    name = fields.name("name", class_name or Path(path).stem)
    declared, limited = fields.flag("baseline"), fields.flag("handicapped")
    parameters = copy.deepcopy(fields.rest())
    _plain_parameters(fields, "", parameters)
    return StrategyEntry(name, use, parameters, declared, limited)


def _plain_parameters(fields: Fields, place: str, parameters: Mapping[str, Any]) -> None:
    for key, value in parameters.items():
        if not _plain(value):
            raise fields.error(
                f"{place}{key}", "parameters must be finite numbers, texts, true/false, lists or tables."
            )


def _plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(_plain(part) for part in value.values())
    if isinstance(value, list):
        return all(_plain(part) for part in value)
    return isinstance(value, (str, int)) or (isinstance(value, float) and isfinite(value))


def _unique(kind: str, names: list[str], file: str) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ConfigError(
                f"{file}: {kind}[{at + 1}].name: {name!r} is taken; give each a name of its own."
            )


def _design(fields: Fields, field_names: list[str]) -> Design:
    kind = fields.choice("kind", KINDS, "roundrobin")
    players = fields.one_or_more("players", int, "a number of players")
    blocks = fields.integer("blocks", 1, MOST_BLOCKS, 100)
    deals = fields.choice("deals", DEALS, "per-matchup")
    opponents = fields.choice("opponents", OPPONENTS, "mixed")
    focal = fields.one_or_more("focal", str, "the name of a strategy")
    line_ups = _line_ups(fields, field_names)
    shares = _shares(fields, field_names)
    fields.finish()
    for option, needed, given in (
        ("focal", "gauntlet", focal), ("opponents", "gauntlet", "opponents" in fields.data),
        ("line_ups", "fixed", line_ups), ("shares", "random", shares),
    ):  # fmt: skip
        if given and kind != needed:
            raise fields.error(
                option, f'works only with kind = "{needed}", but kind is "{kind}"; remove one of them.'
            )
        if option in ("focal", "line_ups") and not given and kind == needed:
            raise fields.error(option, f'missing; kind = "{kind}" needs it.')
    for name in focal:
        _known(fields, "focal", name, field_names)
    players = _players(fields, players, line_ups, kind)
    return Design(kind, tuple(sorted(players)), blocks, deals, opponents, focal, line_ups, shares)


def _shares(fields: Fields, field_names: list[str]) -> tuple[tuple[str, float], ...]:
    """The relative frequency of each strategy at a table. () if none are given, so that all are equal."""
    found = fields.table("shares")
    for name, share in found.items():
        _known(fields, f"shares.{name}", name, field_names)
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 < share <= MOST_SHARE:
            raise fields.error(f"shares.{name}", f"{share!r} is not a number above 0, {MOST_SHARE} at most.")
    missing = [name for name in field_names if name not in found]
    if found and missing:
        raise fields.error("shares", f"{missing[0]!r} has none; give every strategy its share.")
    return tuple((name, float(found[name])) for name in field_names) if found else ()


def _players(
    fields: Fields, players: tuple[int, ...], line_ups: tuple[tuple[str, ...], ...], kind: str
) -> tuple[int, ...]:
    lengths = {len(line_up) for line_up in line_ups}
    for count in (*players, *lengths):
        if not 1 <= count <= MOST_PLAYERS:
            raise fields.error("players", f"{count} is outside 1 to {MOST_PLAYERS}.")
    if kind != "fixed":
        return players or (4,)
    if players and set(players) != lengths:
        listed = ", ".join(str(length) for length in sorted(lengths))
        raise fields.error("players", f"the line-ups have {listed} players; leave `players` out.")
    return tuple(lengths)


def _line_ups(fields: Fields, field_names: list[str]) -> tuple[tuple[str, ...], ...]:
    raw = fields.get("line_ups") or []
    if not isinstance(raw, list) or len(raw) > MOST_LINE_UPS:
        raise fields.error(
            "line_ups", f"give a list of at most {MOST_LINE_UPS} line-ups, each a list of names."
        )
    for at, line_up in enumerate(raw, 1):
        if not isinstance(line_up, list) or not line_up or any(not isinstance(n, str) for n in line_up):
            raise fields.error(f"line_ups[{at}]", f"{line_up!r} is not a list of strategy names.")
        for name in line_up:
            _known(fields, f"line_ups[{at}]", name, field_names)
        if line_up in raw[: at - 1]:
            raise fields.error(f"line_ups[{at}]", "the same line-up is listed twice; remove one.")
    return tuple(tuple(line_up) for line_up in raw)


def _known(fields: Fields, key: str, name: str, field_names: list[str]) -> None:
    if name not in field_names:
        raise fields.error(
            key,
            f"no strategy is named {name!r}.{nearest(name, field_names)} Known: {', '.join(field_names)}.",
        )
