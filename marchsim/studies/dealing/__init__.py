"""Studies that play deals in several games each: a player of deals, the folder that keeps them, the loop.

What is dealt otherwise (cards to hands, species to seats) each study says itself.
"""
