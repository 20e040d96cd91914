"""The build backend: maturin's, whose source distributions also hold the commit that they were made from.

Wheels ask the repository for the commit (``build.rs``), but a source distribution has none. ``python
python/build_backend.py FOLDER`` makes one.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import maturin
from maturin import (  # noqa: F401
    build_editable,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    """Makes a source distribution with the file ``COMMIT``, and returns its name."""
    commit = Path("COMMIT")
    if not Path(".git").exists():  # no repository: what there is stays
        return maturin.build_sdist(sdist_directory, config_settings)
    describe = ["git", "-c", "safe.directory=*", "describe", "--always", "--dirty"]
    commit.write_text(subprocess.run(describe, check=True, capture_output=True, text=True).stdout)
    try:
        return maturin.build_sdist(sdist_directory, config_settings)
    finally:
        commit.unlink()


if __name__ == "__main__":
    build_sdist(sys.argv[1])
