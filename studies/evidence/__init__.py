"""The page of evidence, docs/evidence.md: `rows.toml` says what is asked, docs/evidence.json what the commands gave."""
