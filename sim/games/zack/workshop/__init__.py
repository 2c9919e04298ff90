"""The prototype of a table of Zack!: handles, dials, live table, drawing and survey."""
