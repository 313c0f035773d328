"""The cards of March of the Ants: a class only for a card whose effect is more than numbers.

A card's moments and its rating stand in one class, on the amounts of its data; `book` says which card has
which class. What all cards do alike is in `engine`, which names none of them.
"""
