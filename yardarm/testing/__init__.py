"""The conformance suite: what holds of every game, ours or anybody's. It needs pytest, which the extra `test` has.

    python -m yardarm.testing pig
    python -m yardarm.testing mygame.spec:SPEC
    python -m yardarm.testing riff-raff --config house.toml

The second form is for a game that is not installed yet, the third for a table with rules of its own.
"""

TESTED, PRESET = "YARDARM_TESTED", "YARDARM_TESTED_PRESET"
"""The variables of the environment that say which game is tested, by which preset, to processes of its own as well."""
