"""The cards of March of the Ants whose effects need code, each as a class.

A class has the card's triggers and its rating. `book` finds the class of a card. Numbers alone define all
other cards. `engine` has the behaviour common to all cards, and knows no card by name.
"""
