"""The command line: one verb a file, each calling one library function of the same name."""
