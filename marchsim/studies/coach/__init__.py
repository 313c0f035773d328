"""The study of single decisions: their regret, the kinds of decision that matter, and the costliest ones."""
