"""Baselines for Riff Raff: bots that have learned, with the files of what they learned (docs/reference/strategies.md).

`casual:fitted` and `casual:trained` name them at a table; to play they need nothing beyond Yardarm itself. They
are trained in a checkout: `python -m studies.baselines.fitted` and `python -m studies.baselines.trained`.
"""
