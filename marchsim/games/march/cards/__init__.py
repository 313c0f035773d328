"""The cards of March of the Ants: a class only for a card whose effect is more than numbers.

A card's triggers and its rating are in one class, over the amounts of its data. `book` maps cards to classes.
Common behaviour of all cards is in `engine`, which knows no card by name.
"""
