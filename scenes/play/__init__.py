"""Playing with the mouse, the same for every game: lobby, settings, session, records.

folders        the folders of settings, records and hand logs
settings       a player's settings, saved between sessions
setup          what is played and by whom: checked, and opened as a match or a practice
session        a match or a practice under way, with its record and hand logs
widgets        buttons, choices, fields; form lays them out, form_art paints them, form_board shows them
screen         a form in front of the table; lobby and menus (pause, end, settings and so on) are screens
controller     the part that every game's play layer shares; keys, forecast: what some of them share
table_view     a session in the window: its game's scene and play layer
input_router   the events of the window, passed on to screen or table
scene          the window: table, screens, messages (notice); loop runs it
command        the verb
"""
