"""Parameter sweeps: every combination of given values of fields of a configuration."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from boyi import Config
from boyi.run import arguments

__all__ = ["grid"]

Value = bool | int | str


def grid(config: Config | str, **fields: Value | Iterable[Value]) -> dict[str, Config]:
    """All combinations of the given values of fields, as named configurations for :func:`compare`.

    Args:
        config: where all other fields come from: a Config, or the name of a preset.
        fields: for each field its values; a single value is set in every combination.

    Returns:
        A dict from a name such as ``"killers=1 hash_move=True"`` to its Config, the last field running fastest.

    Raises:
        OptionError: for an unknown field or preset, a value out of range, or a field without values.

    >>> from boyi import lab
    >>> list(lab.grid("boyi", killers=[0, 2], hash_move=[False, True]))[:2]
    ['killers=0 hash_move=False', 'killers=0 hash_move=True']
    """
    base = arguments.config("config", config)
    values = {name: _values(name, given) for name, given in fields.items()}
    combinations: Iterator[dict[str, Any]] = (
        dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())
    )
    return {_label(chosen): base.replace(**chosen) for chosen in combinations}


def _values(name: str, given: Value | Iterable[Value]) -> list[Value]:
    if isinstance(given, bool | int | str):
        return [given]
    return arguments.several(name, given, "a value of the field or several")


def _label(chosen: dict[str, Value]) -> str:
    return " ".join(f"{name}={value}" for name, value in chosen.items()) or "all as given"
