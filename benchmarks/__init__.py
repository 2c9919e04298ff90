"""Yardarm's engine against a peer: the same ship, the same cargo, the same placements in pymunk and in MuJoCo.

MuJoCo is an optional requirement (benchmarks/requirements.txt); nothing outside this folder imports it.
"""
