"""The games, a folder each: rules, bots, match, metrics, referee, configuration, and the spec that joins them."""
