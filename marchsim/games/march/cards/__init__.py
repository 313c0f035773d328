"""The cards of March of the Ants. Only a card whose effect is more than numbers has a class.

The class has the card's triggers and its rating. `book` maps cards to classes. Common behaviour of all cards
is in `engine`, which knows no card by name.
"""
