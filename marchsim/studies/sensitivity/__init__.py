"""Test which claims about a game still hold with other component numbers and with other players."""
