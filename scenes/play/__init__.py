"""A person at the table, the same for every game: lobby, settings, what is played, what is kept of it.

folders   where settings, records and the logs of hands lie
settings  what a player wishes, kept from one time to the next
setup     what is to be played, by whom: checked, and opened as a match or a practice
session   a match or a practice under way, and everything of it that must not get lost
widgets   what a form is made of: buttons, choices, fields; form, form_art, board: how it is laid out, painted, shown
screen    a form before the table; lobby, wishes (settings), menus (pause, end, handover, notice, keys, countdown)
table     a session in the window: its game's scene and play layer
scene     the window: table and screens, the pointer, the keys; loop runs it
command   the verb
"""
