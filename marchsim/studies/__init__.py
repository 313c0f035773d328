"""What runs games and looks at them: single games told, replayed and compared."""
