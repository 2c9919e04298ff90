"""What would happen, and what would usually have happened: one's own intent, tried out under one's own noise."""
