"""The cards of March of the Ants: a class only for a card whose effect is more than numbers."""
