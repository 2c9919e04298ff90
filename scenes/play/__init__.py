"""A person at the table: lobby, settings, the match or practice under way, and what is kept of it. The same for every game.

folders   where settings, records and the logs of hands lie
settings  what a player wishes, kept from one time to the next
setup     what is to be played, by whom: checked, and opened as a match or a practice
session   a match or a practice under way, and everything of it that must not get lost
widgets   what a form is made of: buttons, choices, fields; form, form_art: how it is laid out and painted
screens   lobby, settings, pause, handover, end: forms over the table
scene     the window: table and screens, the pointer, the keys; loop runs it
command   the verb
"""
