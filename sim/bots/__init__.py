"""External bots: of another package, of a file, of another process; asked in plain data, never trusted."""
