"""The pictures, panels and controls of ZATRE."""
