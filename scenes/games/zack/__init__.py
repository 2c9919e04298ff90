"""The pictures of Zack!: table, bowl in section, cards in the air, hands, and the panels of the players."""
