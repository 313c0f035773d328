"""Run `python -m marchsim` like the command `marchsim`."""

from __future__ import annotations

from marchsim.cli.main import main

if __name__ == "__main__":
    main()
