"""Google's quota per minute: so many reads and so many writes for each user and for the project.

Must not know what a request does, only which bucket it counts against.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

MINUTE = 60.0


@dataclass(slots=True)
class Quota:
    """Counts the requests of the last sixty seconds; what was refused does not count.

    A sliding minute is stricter than Google's, which fills up again at fixed times: who keeps to this keeps to that.
    """

    clock: Callable[[], float]
    user: int = 60
    project: int = 300
    drive: int = 12_000
    _taken: dict[tuple[str, str], deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def take(self, email: str, bucket: str) -> tuple[int, str] | None:
        """Counts a request; (limit, "user" or "project") where the minute allows no more of its kind."""
        now = self.clock()
        limits = {(email, bucket): (self.drive if bucket == "drive" else self.user, "user")}
        if bucket != "drive":
            limits["", bucket] = (self.project, "project")
        for key, (limit, scope) in limits.items():
            taken = self._taken[key]
            while taken and taken[0] <= now - MINUTE:
                taken.popleft()
            if len(taken) >= limit:
                return limit, scope
        for key in limits:
            self._taken[key].append(now)
        return None

    def reset(self) -> None:
        """A fresh minute."""
        self._taken.clear()

    def used(self, email: str, bucket: str) -> int:
        """How many requests of the last minute counted."""
        return sum(1 for at in self._taken[email, bucket] if at > self.clock() - MINUTE)

    def wait(self, email: str, bucket: str) -> float:
        """How many seconds until the oldest of them falls out."""
        taken = self._taken[email, bucket]
        return max(0.0, taken[0] + MINUTE - self.clock()) if taken else 0.0
