"""Reports: one HTML file that shows what stores hold, with pictures, and needs nothing but itself."""
