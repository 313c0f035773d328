"""JSON that is not to be trusted is read by one reader: any trouble is one clear error of one kind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from marchsim import jsonfile
from marchsim.errors import RecordError, StateMismatch

MOST = 10_000
BAD = {
    "broken": (b'{"a": ', "is not JSON: Expecting value"),
    "empty": (b"", "is not JSON: Expecting value"),
    "two": (b"1 2", "is not JSON: Extra data"),
    "binary": (b"\xff\xfe", "is not UTF-8 text (byte 0)"),
    "deep": (b"[" * 5000 + b"]" * 5000, "is nested too deeply"),
    "rather deep": (b'{"a":' * 101 + b"1" + b"}" * 101, "is nested too deeply"),
    "infinity": (b'{"pid": Infinity}', "cannot be used: Infinity is not a JSON number"),
    "minus infinity": (b"[-Infinity]", "cannot be used: -Infinity is not a JSON number"),
    "nan": (b"[NaN]", "cannot be used: NaN is not a JSON number"),
    "large": (b"[1e400]", "cannot be used: the number 1e400 is too large"),
    "large whole": (b"1" + b"0" * 400, "cannot be used: the number 10000000000000000000... is too large"),
    "of 5000 digits": (b"9" * 5000, "cannot be used: the number 99999999999999999999... is too large"),
    "above 64 bits": (b"18446744073709551616", "cannot be used: the number 1844674407370955"),
    "half a character": (b'["\\ud800"]', "holds half a character"),
    "huge": (b" " * (MOST + 1), "cannot be read: larger than 10,000 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_plain_json_is_one_clear_error(tmp_path: Path, name: str) -> None:
    """It names the file, what it should have been, what is wrong and what to do."""
    content, message = BAD[name]
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(StateMismatch) as caught:
        jsonfile.read(path, "baseline", MOST, StateMismatch, mend="make it anew")
    assert str(caught.value).startswith(f"{path}: this baseline {message}")
    assert str(caught.value).endswith("; make it anew.") and "\n" not in str(caught.value)


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    none, folder, pipe, link = (tmp_path / name for name in ("none", "folder", "pipe", "link"))
    folder.mkdir()
    os.mkfifo(pipe)
    (tmp_path / "held").write_bytes(b"1")
    link.symlink_to("held")
    told = {
        none: "there is no such lock; look elsewhere.",
        folder: "this lock cannot be read: a folder; check the path.",
        pipe: "this lock cannot be read: not a regular file; check the path.",
        link: "this lock cannot be read: a symbolic link, where a file must be; check the path.",
    }
    for path, message in told.items():
        with pytest.raises(RecordError) as caught:
            jsonfile.read(path, "lock", MOST, RecordError, own=True, missing="look elsewhere")
        assert str(caught.value) == f"{path}: {message}"
    assert jsonfile.read(link, "lock", MOST, RecordError) == 1


def test_plain_json_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "good.json"
    text = '{"a": [1, -2, 0.5, 1e-400, null, true], "\\u00e4": "\\ud83d\\ude00", "b": 18446744073709551615}'
    path.write_text(text, encoding="utf-8")
    held = {"a": [1, -2, 0.5, 0.0, None, True], "ä": "\U0001f600", "b": 2**64 - 1}
    assert jsonfile.read(path, "baseline", MOST, RecordError) == held
    assert jsonfile.parse(text.encode(), "line 3", "journal", RecordError) == held
    assert jsonfile.parse(b'{"a":' * 100 + b"1" + b"}" * 100, "line 3", "journal", RecordError)


def test_a_line_of_a_journal_is_named_in_its_error() -> None:
    with pytest.raises(RecordError) as caught:
        jsonfile.parse(b"{", "runs/a/journal, line 3", "journal", RecordError)
    assert str(caught.value).startswith("runs/a/journal, line 3: this journal is not JSON: ")
