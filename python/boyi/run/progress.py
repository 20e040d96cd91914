"""Progress bars."""

from collections.abc import Callable
from typing import Any, Self

from boyi.run.extras import need


def progress_bar(shown: bool) -> Callable[..., Any]:
    """The class of progress bars: tqdm, or one that shows nothing.

    Raises:
        MissingExtraError: if ``shown`` and tqdm is missing.
    """
    return need("tqdm.auto").tqdm if shown else _Silence


class _Silence:
    """A progress bar that shows nothing."""

    def __init__(self, **_: Any) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, _: int = 1) -> None:
        """Counts one more item as done, or several."""

    def set_postfix_str(self, _: str) -> None:
        """Sets the text that is shown behind the bar."""
