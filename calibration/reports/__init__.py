"""Reports: one self-contained HTML file with pictures that shows the contents of stores."""
