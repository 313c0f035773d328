"""Stores the variants of a manifest compactly: the first in full, the others by their differences from it.

`resolved` has the full contents of a variant (rules and components), some 60 KB. The other variants have
`differs` instead, a list of differences. Each has a `path` (keys from the outside in) and the new `value`. If
there is no `value`, the path was removed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WHOLE = "resolved"
DIFFERS = "differs"
DEEPEST = 12  # keys of a path


def together(described: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The variants in stored form: the first in full, the others by their differences from it."""
    found = [dict(one) for one in described]
    for one in found[1:]:
        one[DIFFERS] = list(_differences((), found[0][WHOLE], one.pop(WHOLE)))
    return found


def resolved(variants: Any, described: Mapping[str, Any]) -> Any:
    """The full contents of a variant in a manifest, which is untrusted. None if the manifest lacks them."""
    if DIFFERS not in described:
        return described.get(WHOLE)
    first = variants[0] if isinstance(variants, list) and variants else None
    whole = first.get(WHOLE) if isinstance(first, Mapping) else None
    differs = described[DIFFERS]
    if not isinstance(whole, Mapping) or not isinstance(differs, list):
        return None
    made: Any = dict(whole)
    for change in differs:
        path = change.get("path") if isinstance(change, Mapping) else None
        if not isinstance(path, list) or not 0 < len(path) <= DEEPEST:
            return None
        made = _changed(made, [str(key) for key in path], change)
    return made


def _differences(path: tuple[str, ...], old: Any, new: Any) -> Iterator[dict[str, Any]]:
    """Yield an entry of `differs` for each place where two pieces of plain data differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            if key not in new:
                yield {"path": [*path, key]}
            elif key not in old:
                yield {"path": [*path, key], "value": new[key]}
            else:
                yield from _differences((*path, key), old[key], new[key])
    elif json.dumps(old) != json.dumps(new):  # true is not 1, and a tuple is a list
        yield {"path": list(path), "value": new}


def _changed(data: Any, path: Sequence[str], change: Mapping[str, Any]) -> Any:
    """The data after one change at a path. Unchanged parts are shared, not copied."""
    key, below = path[0], path[1:]
    made = dict(data) if isinstance(data, Mapping) else {}
    if below:
        made[key] = _changed(made.get(key), below, change)
    elif "value" in change:
        made[key] = change["value"]
    else:
        made.pop(key, None)
    return made
