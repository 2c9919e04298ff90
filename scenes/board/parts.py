"""The board's part of the lobby."""

from scenes.spec import PlayPart

PLAY: PlayPart[None] = PlayPart("scenes.board.play:PlayLayer", most_persons=1, secret=(), form=None)
