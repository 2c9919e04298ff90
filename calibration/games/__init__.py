"""What is measured of one game alone, a folder each: the pictures that its metrics name."""
