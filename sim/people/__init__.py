"""People: skill, reaction, motor noise and execution, the same in every game."""
