"""The demonstration of a game by ``boyi compare``."""

from dataclasses import dataclass

__all__ = ["Demo", "Fields"]

Fields = dict[str, bool | int | str]


@dataclass(frozen=True)
class Demo:
    """Steps of a game that ``boyi compare`` compares if the user names neither presets nor fields."""

    shows: str
    """What the steps show, to complete the sentence "It shows …"."""
    title: str
    """Heading above the table."""
    why: str
    """Sentence that says which heuristics are off in all steps, and why."""
    off: Fields
    """The fields that switch these heuristics off."""
    first: Fields
    """The fields of the first step."""
    steps: dict[str, Fields]
    """What each step adds to the one before, by name."""
    table_depth: int
    """Depth in plies of the search whose transposition table is shown: deeper, so that there is more to show."""
