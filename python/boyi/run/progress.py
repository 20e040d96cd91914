"""Progress bars."""

from collections.abc import Callable
from typing import Any, Self

from boyi.run.extras import need


def progress_bar(shown: bool) -> Callable[..., Any]:
    """What makes progress bars: tqdm, or something silent in its place."""
    return need("tqdm.auto").tqdm if shown else _Silence


class _Silence:
    """A progress bar that shows nothing."""

    def __init__(self, **_: Any) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self) -> None:
        """One more is done."""

    def set_postfix_str(self, _: str) -> None:
        """What to show behind the bar."""
