"""An object gets the content of another one: what changed on one side changes on the other."""

import contextlib
from typing import Any


def update(mine: Any, content: Any) -> None:
    """Give an object the content that the one at the other side has now."""
    kind = type(mine)
    if type(content) is not kind:
        return
    if kind is list or kind is bytearray:
        mine[:] = content
    elif kind in (dict, set) or isinstance(mine, (dict, set)):
        mine.clear()
        mine.update(content)
    elif kind.__name__ == "ndarray":
        _update_array(mine, content)
    elif kind.__name__ == "deque":
        mine.clear()
        mine.extend(content)
    elif kind.__name__ in ("DataFrame", "Series"):
        with contextlib.suppress(AttributeError, TypeError, ValueError):
            mine._update_inplace(content)
    elif hasattr(mine, "__dict__"):
        vars(mine).clear()
        vars(mine).update(vars(content))


def _update_array(mine: Any, content: Any) -> None:
    """Write into an array; one that has another size now keeps its own memory, into which others may look."""
    if not mine.flags.writeable or mine.dtype != content.dtype or mine.size != content.size:
        return
    if mine.shape != content.shape:
        try:
            mine.resize(content.shape, refcheck=False)  # of the same size: the memory stays
        except ValueError:  # its parts do not lie one after the other
            return
    mine[...] = content
