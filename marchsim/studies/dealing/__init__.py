"""Studies that play each deal in several games, each with its own way to change the deal."""
