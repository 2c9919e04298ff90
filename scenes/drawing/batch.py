"""Things that are drawn together, from back to front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

from pyglet import graphics

from scenes.window import display_list

if TYPE_CHECKING:
    from pyglet.graphics import Group


class Drawable(Protocol):
    """A thing that a batch draws and can tell of."""

    @property
    def drawn_by(self) -> tuple[Group, int] | None:
        """The group that draws it, and where its vertices begin; None if it is not to be seen."""

    def tell(self, listener: display_list.Listener) -> None:
        """Tell what is drawn, if anything is."""


class Batch(graphics.Batch):
    """A batch of pyglet's that tells a listener what it would draw, where there is one."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: WeakSet[Any] = WeakSet()
        self._order: list[Drawable] | None = None

    def add(self, drawn: Drawable) -> None:
        """Take note of a thing that pyglet draws with this batch."""
        self._drawn.add(drawn)
        self._order = None

    def get_domain(self, *arguments: Any) -> Any:
        """Return pyglet's own, by which things come to their group: the order may be another from now on."""
        self._order = None
        return super().get_domain(*arguments)

    def draw(self) -> None:
        """Draw everything, or tell the listener what would be drawn."""
        listener = display_list.listener()
        if listener is None:
            super().draw()
            return
        listener.layer(display_list.clip())
        if self._order is None or self._draw_list_dirty:
            self._order = self._in_order()
        for drawn in self._order:
            drawn.tell(listener)

    def _in_order(self) -> list[Drawable]:
        if self._draw_list_dirty:
            self._update_draw_list()
        of: dict[Group, list[tuple[int, int, Drawable]]] = {}
        for number, drawn in enumerate(list(self._drawn)):
            found = drawn.drawn_by
            if found is not None:
                of.setdefault(found[0], []).append((found[1], number, drawn))
        return [drawn for group in self._groups() for _, _, drawn in sorted(of.get(group, ()))]

    def _groups(self) -> Iterator[Group]:
        waiting = [group for group in reversed(self.top_groups) if group.visible]
        while waiting:
            group = waiting.pop()
            yield group
            waiting += [child for child in reversed(self.group_children.get(group, ())) if child.visible]
