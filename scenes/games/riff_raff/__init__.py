"""The picture of Riff Raff: sea, ship, cargo, hands, and what everybody holds."""
