"""The page on what holds whatever is assumed."""

from marchsim.reporting.robustness.report import report_sensitivity

__all__ = ["report_sensitivity"]
