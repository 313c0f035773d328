"""Studies that play each deal several times, changing it in a way of their own."""
