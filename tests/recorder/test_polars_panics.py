"""What polars prints when it crashes over damaged bytes does not reach the terminal; everything else does."""

from __future__ import annotations

import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
import pytest
from polars.exceptions import PanicException, PolarsError

from marchsim.recorder.parquet import quiet, said

PANIC = b"\nthread 'async-executor-0' (7) panicked at crates/x.rs:4:9:\nassertion failed\n  left: 0\nstack:\n"


def test_the_text_of_a_panic_is_dropped_and_other_words_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with quiet():
        os.write(2, b"before\n")
        with quiet():
            os.write(2, PANIC)
        os.write(2, b"note: run with RUST_BACKTRACE=1\n")
    os.write(2, b"after\n")
    assert capfd.readouterr().err == "before\nafter\n"
    assert said(b"thread 'main' panicked at x.rs:1:1:\nboom") == b""


def test_whoever_debugs_sees_everything(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARCHSIM_DEBUG", "1")
    with quiet():
        os.write(2, PANIC)
    assert capfd.readouterr().err == PANIC.decode()


def test_standard_error_is_itself_again_after_an_exception(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), quiet():
        sys.stderr.write("words\n")
        raise KeyboardInterrupt
    sys.stderr.write("more\n")
    assert capfd.readouterr().err == "words\nmore\n"


def test_a_process_without_standard_error_reads_all_the_same() -> None:
    kept = os.dup(2)
    os.close(2)
    try:
        with quiet():
            pass
        with pytest.raises(OSError, match="Bad file"):
            os.fstat(2)
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def test_several_threads_read_damaged_bytes_in_silence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of 200 damaged files some make polars panic (or did, in one of its releases)."""
    path = tmp_path / "whole.parquet"
    pl.DataFrame({"a": range(500), "b": [f"word {n % 40}" for n in range(500)]}).write_parquet(path)
    whole = path.read_bytes()

    def damaged(number: int) -> str:
        content, draw = bytearray(whole), random.Random(number)
        for _ in range(4):
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        here = tmp_path / f"{number}.parquet"
        here.write_bytes(content)
        try:
            with quiet():
                pl.read_parquet(here)
        except (PanicException, PolarsError) as error:
            return type(error).__name__
        return ""

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(damaged, range(200)))
    assert capfd.readouterr().err == ""
    assert sum(map(bool, found)) > 50
