"""Packages that boyi's extras install, imported when they are used.

``boyi[lab]`` has pandas, matplotlib, scipy and tqdm, ``boyi[train]`` jax and optax too.
"""

from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi.errors import MissingExtraError


def need(module: str, extra: str = "lab") -> Any:
    """Imports a module by its name; raises :class:`boyi.MissingExtraError` with the command that installs its extra.

    >>> need("math").sqrt(4.0)
    2.0
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingExtraError(f"this needs the package {package}: pip install 'boyi[{extra}]'") from error


def rows_frame(rows: npt.NDArray[np.void]) -> Any:
    """A structured array as a pandas DataFrame, a column for each field.

    Raises:
        MissingExtraError: if pandas is missing.
    """
    return need("pandas").DataFrame({name: rows[name] for name in rows.dtype.names or ()})
