"""Studies that play each deal several times, with a change of their own each time."""
