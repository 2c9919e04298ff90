"""Riff Raff: cargo on a swaying ship."""
