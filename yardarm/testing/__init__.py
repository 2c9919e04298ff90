"""The conformance suite: what holds of every game, ours or anybody's. It needs pytest, which the extra `test` has.

    python -m yardarm.testing pig
    python -m yardarm.testing mygame.spec:SPEC

The second form is for a game that is not installed yet.
"""
