"""Tuning: values of parameters at which a game meets targets, found by playing it; and which parameters matter."""
