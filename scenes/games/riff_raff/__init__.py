"""The pictures of Riff Raff: sea, ship, cargo, hands, and the panels of the players."""
