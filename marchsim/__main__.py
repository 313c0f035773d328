"""`python -m marchsim` is the same as `marchsim`."""

from __future__ import annotations

from marchsim.cli.main import main

if __name__ == "__main__":
    main()
