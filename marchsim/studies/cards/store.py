"""The folder of a card study: its pairs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marchsim.studies.cards.playing import PAIRS
from marchsim.studies.dealing.store import DealStore

SCHEMA = "marchsim.cards/1"


class StudyStore(DealStore):
    """The one writer of a card study's folder."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        super().__init__(folder, manifest, PAIRS, "card study")
