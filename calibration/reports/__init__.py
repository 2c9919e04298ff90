"""Reports: one HTML file that tells what stores hold, with pictures, and needs nothing but itself."""
