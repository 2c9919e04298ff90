"""What there is: games, and of each its pieces, strategies, figures, presets and configurations."""

from __future__ import annotations

from sim.batch.match_counts import metrics_of
from sim.catalogue import (
    FigureName,
    PieceKind,
    PresetName,
    StrategyName,
    figures_of,
    pieces_of,
    presets_of,
    strategies_of,
)
from sim.errors import InputError
from sim.options import ListOptions
from sim.spec import GAMES
from yardarm.configurations import Config, GameConfiguration, configured
from yardarm.words import checked_as


def games() -> tuple[str, ...]:
    """Return the names of all games, those of other packages included.

    For example:

        >>> import yardarm as ya
        >>> ya.games()[:4]
        ('riff-raff', 'zack', 'zatre', 'zigzag')
    """
    return tuple(GAMES)


@checked_as(ListOptions)
def pieces(game: str, config: Config = None) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces of a game. config: the configuration whose pieces are meant. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> "crate" in [piece.name for piece in ya.pieces("riff-raff")]
        True
    """
    found = pieces_of(configured(game, config, "play"))
    if not found:
        raise InputError("game: expected one with {what}, found {asked}.", what="pieces", asked=repr(game))
    return found


@checked_as(ListOptions)
def strategies(game: str) -> tuple[StrategyName, ...]:
    """Return the strategies of a game, the weakest first. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> ya.strategies("zatre")[0].name
        'random'
    """
    return strategies_of(game)


@checked_as(ListOptions)
def figures(game: str) -> tuple[FigureName, ...]:
    """Return the figures that `simulate`, `sweep` and `tune` take, with labels and units. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> next(figure.unit for figure in ya.figures("riff-raff") if figure.key == "fall_rate")
        'share'
    """
    return figures_of(metrics_of(game).table)


@checked_as(ListOptions)
def presets(game: str) -> tuple[PresetName, ...]:
    """Return the shipped presets of a game, with the keys that each changes. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> "family" in [preset.name for preset in ya.presets("riff-raff")]
        True
    """
    return presets_of(game)


@checked_as(ListOptions)
def configuration(game: str, config: Config = None) -> GameConfiguration:
    """Return a configuration of a game, checked: a preset, a file, or what differs. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> ya.configuration("zatre").with_({"table.draw_s": 2})["table.draw_s"]
        2
    """
    return GameConfiguration.of(game, config)
