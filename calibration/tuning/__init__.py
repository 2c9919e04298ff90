"""The work of `tune` and `study sensitivity`: parameters, models of the response, and the search."""
