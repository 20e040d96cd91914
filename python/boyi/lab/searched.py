"""What searches the positions of an experiment: configurations of boyi, and programs of others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boyi import Config, Position
from boyi.errors import GameMismatchError, OptionError
from boyi.lab.engines.answer import Answer, Misdeed
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.limits import LIMITS, checked_limits
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.setup import Setup
from boyi.run import arguments
from boyi.run.tasks import Search, run_search

Configs = Mapping[str, Config | Setup | Engine | str] | Iterable[str]


def checked_searched(given: Configs, game: str, evaluation: Any, *, counted: bool = True) -> dict[str, Setup | Engine]:
    """The setups and programs that a user gave, by name, with an evaluation for setups that have none.

    If nodes need not be ``counted``, programs may take part that do not report them.

    Raises:
        OptionError: for anything else, none at all, a name that occurs twice, two evaluations of one setup, or a
            program that does not report the nodes that are to be counted.
        GameMismatchError: for a program of another game.
    """
    if isinstance(given, str):
        given = [given]
    names = arguments.several(
        "configs", given, "a dict from a name to a Config, a Setup or an Engine, or a list of names of presets"
    )
    for name in names:
        if not isinstance(name, str):
            raise OptionError(f"{name!r} in configs: expected a name; for a Config give a dict from a name to it")
        if names.count(name) > 1:
            raise OptionError(f"{name!r} occurs {names.count(name)} times in configs: expected every name once")
    values = given if isinstance(given, Mapping) else {name: name for name in names}
    found: dict[str, Setup | Engine] = {}
    for name, value in values.items():
        if not isinstance(value, Engine):
            found[name] = _evaluated(name, Setup.of(f"configs[{name!r}]", value, game), evaluation)
        elif value.game != game:
            raise GameMismatchError(
                f"configs[{name!r}] plays {value.game} (protocol={value.protocol!r}), and the positions are of {game}"
            )
        elif counted and not value.reports_nodes:
            raise OptionError(
                f"configs[{name!r}]: programs do not report nodes by protocol={value.protocol!r}, so their searches "
                "cannot be compared; boyi.lab.match lets them play"
            )
        else:
            found[name] = replace(value, limits=_own_limits(name, value.limits))
    return found


def setups_of(searched: Mapping[str, Setup | Engine]) -> dict[str, Setup]:
    """The configurations that boyi searches, by name; programs are left out."""
    return {name: setup for name, setup in searched.items() if isinstance(setup, Setup)}


def reported_names(
    searched: Mapping[str, Setup | Engine], positions: Sequence[Position], depth: int | None, nodes: int | None
) -> dict[str, str]:
    """The names that the programs report, by their names in the experiment; OptionError if one does not run."""
    return {
        name: EnginePlayer(engine, run_search, program_limits(engine, depth, nodes)).probe(positions)
        for name, engine in searched.items()
        if isinstance(engine, Engine)
    }


def asked(name: str, engine: Engine, position: Any, search: Search, depth: int | None, nodes: int | None) -> Answer:
    """Starts a program, and lets it search a position.

    Raises:
        OptionError: if it does not return a legal move.
    """
    player = EnginePlayer(engine, search, program_limits(engine, depth, nodes))
    try:
        return player.move(position, None)
    except Misdeed as misdeed:
        said = "; ".join(misdeed.transcript[-4:])
        raise OptionError(f"configs[{name!r}] in {position.fen}: {misdeed.reason} ({said})") from None
    finally:
        player.close()


def _evaluated(name: str, setup: Setup, evaluation: Any) -> Setup:
    """A setup with the evaluation of the experiment, unless it has its own."""
    if evaluation is None or setup.evaluation is not None:
        return setup
    if setup.evaluate is not None:
        raise OptionError(f"evaluation= and a function evaluate of {name!r}: expected one of the two")
    return replace(setup, evaluation=evaluation)


def _own_limits(name: str, given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The checked limits that a program has instead of those of the experiment; None if it has none of its own."""
    if given is None:
        return None
    limits = checked_limits(dict.fromkeys(LIMITS) | dict(given))
    if limits["clock"] is not None:
        raise OptionError(f"configs[{name!r}], limits={dict(given)!r}: expected no clock, since there is no game")
    return limits


def program_limits(engine: Engine, depth: int | None, nodes: int | None) -> dict[str, Any]:
    """The limits of a program: its own, or those of the experiment."""
    own = engine.limits
    return dict.fromkeys(LIMITS) | {"depth": depth, "nodes": nodes} if own is None else dict(own)
