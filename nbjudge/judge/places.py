"""The golden record: where the course's own solution gives an object, a student may give one.

A handle lets the student's process answer `==`, `bool`, any attribute: it carries the verdict, and the
expected value with it. So an object is a handle only where the solution gave one; anywhere else it is opaque,
and the test fails by itself. A place is a path without arguments and indices, `test3:Account().deposit`,
built by the judge alone.
"""

from dataclasses import dataclass, field


@dataclass
class Places:
    """What the record allows, and what was met."""

    golden: frozenset[str] | None = None  # None: everything is allowed, and noted
    met: set[str] = field(default_factory=set)

    @property
    def recording(self) -> bool:
        """Return whether this is the course's solution, from which the record is made."""
        return self.golden is None

    def admits(self, place: str) -> bool:
        """Return whether an object may arrive at this place; note that one did."""
        if self.golden is not None and place not in self.golden:
            return False
        self.met.add(place)
        return True

    def note(self, place: str) -> None:
        """Note something else about the solution: it ends in a number, it changes its arguments."""
        if self.recording:
            self.met.add(place)

    def expects(self, place: str) -> bool | None:
        """Return whether the solution was noted for this; None if there is no record."""
        return None if self.golden is None else place in self.golden
