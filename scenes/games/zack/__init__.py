"""The picture of Zack!: table, bowl in section, cards in the air, hands, and what everybody holds."""
