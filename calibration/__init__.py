"""Studies, benchmarks, tuning and fitting. Uses sim, never scenes."""
