"""The scene of Riff Raff: the ship before the sea, her cargo, the hands, and the players' panels."""
