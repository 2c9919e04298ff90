"""People: what hands and nerves do (skill, reaction, motor), and one strategy module a game."""
