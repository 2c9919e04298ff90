"""The pictures of Riff Raff that are painted once: sea and sky, ship, pieces, hands."""
