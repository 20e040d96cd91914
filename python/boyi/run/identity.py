"""The version and build of boyi that a process runs: all workers of an experiment must have the one it began with."""

import os
import platform
from functools import lru_cache
from typing import NamedTuple

from boyi import __version__
from boyi._core import bench, build_info, games
from boyi.errors import WorkerError

UNKNOWN = "unknown"
"""The commit of a build outside a repository."""


class Identity(NamedTuple):
    """What makes results comparable: equal identities search equal trees."""

    version: str
    commit: str
    signature: str
    """Node counts of the bench, by game: they change if the search tree does."""

    def __str__(self) -> str:
        return f"boyi {self.version} (commit {self.commit}, bench {self.signature})"


@lru_cache(maxsize=1)
def identity() -> Identity:
    """The identity of this process; the first call searches the bench positions, about half a second.

    Processes that are forked afterwards know it already.
    """
    signature = " ".join(f"{game} {bench(game)}" for game in games())
    return Identity(__version__, build_info()["commit"], signature)


def refuse_other(sender: Identity) -> None:
    """Refuses work that another boyi than that of this process has sent.

    Commits are compared where both are known: a build outside a repository does not know its own.

    Raises:
        WorkerError: with the machine and process, and what either of the two runs.
    """
    own = identity()
    same_commit = own.commit == sender.commit or UNKNOWN in (own.commit, sender.commit)
    if own._replace(commit=sender.commit) != sender or not same_commit:
        raise WorkerError(
            f"the worker process {os.getpid()} on {platform.node()} runs {own}: expected {sender}, which the "
            "experiment runs; install that one on every worker"
        )
