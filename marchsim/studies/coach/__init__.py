"""A study of single decisions: their regret, the kinds that matter, and the costliest of them."""
