"""Test which claims about a game survive other component numbers and other players."""
