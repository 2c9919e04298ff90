"""Whether the answers hold, and how shipped figures, tables and pictures were made. No part of the wheel."""
