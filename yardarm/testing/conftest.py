"""The markers of the suite, for who runs it without the pyproject.toml of Yardarm."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers."""
    config.addinivalue_line("markers", "slow: more than three quarters of a second")
    config.addinivalue_line("markers", "study: the longest")
