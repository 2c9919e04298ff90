"""Yardarm-40: a suite of tasks for bots, in 25 templates of cargo, 10 of throws and 5 tables."""
