"""Changes to a game on a command line: `march_steps=4`, `cards.army-head.cost=4`, `preset=long`.

A word NAME=VALUE acts like a line of an overlay file. NAME is a parameter of the rules, or a dotted path of
keys. VALUE is TOML, or plain text without quotes. All words together are one overlay, so you can give values
that are valid only together.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from marchsim.errors import ConfigError, nearest

SETTING = re.compile(r"[A-Za-z][\w.\- ]*=")
PRESET = "preset"
RULES = "rules"
AS_PRESET, AS_SET = f"--{PRESET}", "--set"  # as sources in messages and manifests
OF_CONFIGURATIONS = ("name", "game", "seed", "record", "decision_seconds", "population")
LONGEST = 1000  # letters of a word
LONGEST_FILE = 255  # of the name of a file


def is_setting(word: str) -> bool:
    """Whether a word is NAME=VALUE and not the path of a file."""
    return SETTING.match(word) is not None and not (len(word) <= LONGEST_FILE and Path(word).is_file())


def check(word: str) -> str:
    """The word, unchanged. Raises ConfigError unless it is NAME=VALUE."""
    if not is_setting(word) or len(word) > LONGEST or not word.partition("=")[2].strip():
        raise ConfigError(
            f"{AS_SET}: {word[:LONGEST]!r} is not NAME=VALUE; write march_steps=4, for instance."
        )
    return word


def options(words: Iterable[str]) -> list[str]:
    """The options on a command line that make these changes: --rules FILE, --set NAME=VALUE, --preset."""
    found = []
    for word in words:
        name, _, value = word.partition("=")
        if not is_setting(word):
            found += ["--rules", word]
        else:
            found += [AS_PRESET, value] if name == PRESET else [AS_SET, word]
    return found


def preset_of(words: Iterable[str]) -> str:
    """The preset that the words set. '' if there is none."""
    return next((word.partition("=")[2] for word in words if word.startswith(f"{PRESET}=")), "")


def read(words: Sequence[str], keys: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """Turn words into overlays: one for the preset, one for the rest. `keys` are those of an overlay.

    Raises ConfigError if a word is malformed or set twice. The game checks names and values later.
    """
    found: list[tuple[str, dict[str, Any]]] = []
    whole: dict[str, Any] = {}
    for word in words:
        name, _, text = check(word).partition("=")
        if name.strip() == PRESET:
            found.append((AS_PRESET, {PRESET: text.strip()}))
        else:
            _put(whole, path(name.strip(), keys), _value(text.strip()), word)
    return [*found, *([(AS_SET, whole)] if whole else [])]


def path(name: str, keys: Sequence[str]) -> list[str]:
    """The keys that lead to a field. A single name is a key of an overlay, or a parameter of the rules."""
    path = [part.strip() for part in name.split(".")]
    if not all(path):
        raise ConfigError(f"{name!r} has a point too many; write TABLE.NAME.FIELD=VALUE.")
    if name in OF_CONFIGURATIONS:
        raise ConfigError(
            f"{AS_SET}: {name} is a key of a configuration, not a rule: copy one "
            f"(`marchsim new config mine.toml --from demo`) and write {name} = ... there."
        )
    if len(path) == 1:
        return path if path[0] in keys and path[0] != RULES else [RULES, *path]
    if path[0] not in keys:
        raise ConfigError(
            f"{name}: there is no table {path[0]!r}.{nearest(path[0], keys)} "
            f"Write TABLE.{name}=VALUE with one of these: {', '.join(keys)}."
        )
    return path


def _value(text: str) -> Any:
    """The value that a text has in TOML. Text that is not TOML is returned unchanged."""
    try:
        found = tomllib.loads(f"value = {text}") if "\n" not in text else {}
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return text
    value = found.get("value", text)
    return value if isinstance(value, bool | int | float | str | list) and len(found) == 1 else text


def _put(whole: dict[str, Any], path: Sequence[str], value: Any, word: str) -> None:
    here = whole
    for key in path[:-1]:
        here = here.setdefault(key, {})
        if not isinstance(here, dict):
            raise ConfigError(f"{AS_SET}: {word}: {key} is set as a whole, too; give one of them.")
    if path[-1] in here:
        raise ConfigError(f"{AS_SET}: {word}: {'.'.join(path)} is set twice; give one value.")
    here[path[-1]] = value
