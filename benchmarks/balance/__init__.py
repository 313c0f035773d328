"""Targets as public tasks, and a comparison of ways to meet them."""
