"""What holds for all tests: examples of hypothesis are the same in every run and are never timed."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure, and a run that fails can be run again.
settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")
