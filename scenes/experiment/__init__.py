"""Trials for people: a table of them is checked, shown one after the other in a window, and recorded with consent."""
