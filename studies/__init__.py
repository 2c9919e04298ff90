"""One-off derivations: how shipped figures, tables and pictures of the documents were made. No part of the wheel."""
