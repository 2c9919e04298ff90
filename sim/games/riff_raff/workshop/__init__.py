"""The prototype of a ship of Riff Raff: handles, dials, live ship, drawing and survey."""
