"""Training and scoring of the baselines for Riff Raff (docs/baselines.md); they need the extra `rl`."""
