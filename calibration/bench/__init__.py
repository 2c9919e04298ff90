"""What things cost: steps, placements, bowls, frames."""
