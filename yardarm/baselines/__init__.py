"""Baselines for Riff Raff: bots that have learned, with the files of what they learned (docs/baselines.md).

`casual:fitted` and `casual:trained` name them at a table; to play they need nothing beyond Yardarm itself. Learning
them anew needs the extra `rl`: `python -m yardarm.baselines.fitted` and `python -m yardarm.baselines.trained`.
"""
