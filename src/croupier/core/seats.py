"""Changes one seat among the frozen ones of a state.

Must not know what a seat has in any game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar


class Named(Protocol):
    """A frozen dataclass with a name."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...


SeatT = TypeVar("SeatT", bound=Named)


def with_changes(seats: tuple[SeatT, ...], name: str, **changes: Any) -> tuple[SeatT, ...]:
    """The seats, with some fields of the one of this name changed; as they were where there is none."""
    return tuple(replace(seat, **changes) if seat.name == name else seat for seat in seats)
