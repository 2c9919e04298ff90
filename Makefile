# The five things one does. `make setup` makes the environment that the others use.
BIN = .venv/bin

.PHONY: setup check test slow pages

setup:
	python3 -m venv .venv
	$(BIN)/pip install -e '.[dev,docs]'
	$(BIN)/pre-commit install

check:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell
	$(BIN)/mypy

test:
	$(BIN)/python -m pytest -n 2

slow:
	$(BIN)/python -m pytest -n 2 -m 'slow and not study'

pages:
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
