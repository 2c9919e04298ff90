"""The pictures of ZATRE that are painted once and reused."""
