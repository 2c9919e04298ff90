"""Training and scoring of the baselines for Riff Raff (docs/reference/strategies.md); they need the extra `rl`."""
