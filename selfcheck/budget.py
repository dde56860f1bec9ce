"""Time that may be spent: counted on the processor, so that a busy machine takes nothing from anybody.

Whoever waits without reckoning (sleeps, asks for input) has five times as long by the clock on the wall.
"""

import time

PATIENCE = 5


class Budget:
    """So many seconds from now on."""

    def __init__(self, seconds: float) -> None:
        """Begin to count."""
        self.seconds = seconds
        self._reckoned = time.process_time()
        self._waited = time.monotonic()

    @property
    def spent(self) -> bool:
        """Whether the time is up."""
        reckoned = time.process_time() - self._reckoned
        return reckoned >= self.seconds or time.monotonic() - self._waited >= PATIENCE * self.seconds
