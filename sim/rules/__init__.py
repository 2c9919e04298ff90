"""The rules: one pure engine a game. No physics, no random source, no clock, no input or output."""
