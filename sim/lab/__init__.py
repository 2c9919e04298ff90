"""One physical experiment, many times."""
