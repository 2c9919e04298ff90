"""The world, headless: rules, physics, people, matches. Imports no window and no plot."""
