"""``boyi heuristics``: the page of heuristics, made from what the search declares.

The page in the repository, ``docs/heuristics.md``, is what this command prints. Its text stands in ``heuristics.md``
beside this file; everything else comes from ``Config.fields()``, ``Config.counters()`` and the presets.
"""

import argparse
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from boyi import Config, _core
from boyi.cli import options
from boyi.fields import LEVELS

__all__ = ["add", "page"]

Declared = dict[str, Any]
"""A field as ``Config.fields()`` describes it, or a counter as ``Config.counters()`` does."""

GAMES = tuple(_core.games())
FOLDER = "../src/search/heuristics/"

MEANINGS = {
    "everyday": "Switches of the well-known heuristics, and their main numbers.",
    "expert": "Finer switches and numbers, for those who tune a heuristic or study it. Some are off in all presets: "
    "they did not pay, or they serve experiments.",
    "historical": "What published programs do and boyi's own configurations do not. Only presets of these programs set "
    "them.",
}
"""What the fields of each level have in common."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "heuristics",
        _print,
        "print the page of heuristics: every field, counter and preset of this version, in Markdown",
    )
    sub.add_argument("--out", metavar="FILE", help="write the page to a file instead")


def _print(arguments: argparse.Namespace) -> None:
    if arguments.out is None:
        print(page(), end="")
    else:
        Path(arguments.out).write_text(page(), encoding="utf-8")


def page() -> str:
    """The page of heuristics of the installed version, in Markdown.

    >>> "## Everyday fields" in page()
    True
    """
    text = files("boyi.cli").joinpath("heuristics.md").read_text(encoding="utf-8")
    parts = {"contents": _contents(), "fields": _fields(), "counters": _counters(), "presets": _presets()}
    for name, lines in parts.items():
        text = text.replace(f"<!-- {name} -->\n", "".join(f"{line}\n" for line in lines))
    return text


def _groups(level: str) -> Iterator[tuple[str, list[Declared]]]:
    """The groups of a level in reading order, each with its fields."""
    fields = [field for field in Config.fields() if field["level"] == level]
    for group, those in groupby(fields, lambda field: field["group"]):
        yield group, list(those)


def _contents() -> Iterator[str]:
    for number, level in enumerate(LEVELS, 1):
        groups = (f"[{group}](#{level}-{_slug(group)})" for group, _ in _groups(level))
        yield f"{number}. [{_title(level)} fields](#{level}-fields): {', '.join(groups)}"


def _fields() -> Iterator[str]:
    for level in LEVELS:
        yield f"## {_title(level)} fields"
        yield ""
        yield MEANINGS[level]
        yield ""
        for group, fields in _groups(level):
            yield f"### {_title(level)}: {group}"
            yield ""
            head = ["field", "kind", "values", *GAMES, "default", "what it does"]
            yield from _table(head, [_field(field) for field in fields])


def _counters() -> Iterator[str]:
    counters = Config.counters()
    for group in dict.fromkeys(counter["group"] for counter in counters):
        yield f"### Counters: {group}"
        yield ""
        rows = ([f"`{each['name']}`", each["heuristic"], _counted(each)] for each in counters if each["group"] == group)
        yield from _table(["counter", "heuristic", "what it counts"], rows)


def _counted(counter: Declared) -> str:
    cut = counter["ends"]
    return _escaped(counter["sentence"]) + (f" `cut` of the node in a trace: `{cut}`." if cut else "")


def _presets() -> Iterator[str]:
    for name, sentence in Config.preset_sentences().items():
        home = Config.home(name)
        yield f"### Preset {name}"
        yield ""
        yield f"{sentence} Made for {home or 'all games'}."
        yield ""
        configs = {game: Config.preset(name, game) for game in ([home] if home else GAMES)}
        if len(set(configs.values())) == 1:
            yield from _on(next(iter(configs.values())))
        else:
            for game, config in configs.items():
                yield f"For {game}:"
                yield ""
                yield from _on(config)


def _on(config: Config) -> Iterator[str]:
    """The fields of a configuration that differ from the default: a row for each group."""
    changed = [field for field in Config.fields() if getattr(config, field["name"]) != field["default"]]

    def listed(fields: Iterable[Declared]) -> str:
        return ", ".join(_set(field, getattr(config, field["name"])) for field in fields)

    rows = []
    for group, fields in groupby(changed, lambda field: field["group"]):
        both = list(fields)
        parameters = [field for field in both if field["kind"] == "parameter"]
        rows.append([group, listed(field for field in both if field not in parameters), listed(parameters)])
    if rows:
        yield from _table(["group", "heuristics", "parameters"], rows)
    else:
        yield "Every field has its default."
        yield ""


def _set(field: Declared, value: Any) -> str:
    link = _link(field["name"])
    return link if value is True else f"{link} {_value(value)}"


def _field(field: Declared) -> list[str]:
    name = field["name"]
    boyi = [
        "–" if game in field["without_meaning"] else _value(getattr(Config.preset("boyi", game), name))
        for game in GAMES
    ]
    about = [_escaped(field["sentence"])]
    about += [f"{value}: {_escaped(meaning)}" for value, meaning in _meanings(field)]
    about += [f"Has no effect in {game}: {_escaped(why)}." for game, why in field["without_meaning"].items()]
    if field["without_effect"]:
        about.append(f"May have no effect, because {_escaped(', or because '.join(field['without_effect']))}.")
    if field["source"]:
        about.append(f"*Source*: {_escaped(field['source'])}.")
    if field["kind"] != "parameter":
        about.append(f"*Presets*: {_users(field)}.")
    about.append(f"*Code*: [`{field['heuristic']}.rs`]({FOLDER}{field['heuristic']}.rs).")
    return [
        f'<a id="{name}"></a>`{name}`',
        field["kind"],
        _values(field),
        *boyi,
        _value(field["default"]),
        "<br>".join(about),
    ]


def _meanings(field: Declared) -> list[tuple[str, str]]:
    if field["name"] == "evaluation":  # games declare their evaluations
        return [(f"`{name}` ({game})", text) for game in GAMES for name, text in Config.evaluations(game).items()]
    return [(f"`{name}`", meaning) for name, meaning in field["meanings"].items()]


def _users(field: Declared) -> str:
    """The presets in which a field differs from its default, by its value there."""
    users: dict[Any, list[str]] = {}
    for name in Config.presets():
        home = Config.home(name)
        games = [home] if home else GAMES
        values = {game: getattr(Config.preset(name, game), field["name"]) for game in games}
        for value in dict.fromkeys(values.values()):
            here = [game for game in games if values[game] == value]
            if value != field["default"]:
                where = "" if len(here) == len(games) else f" ({', '.join(here)})"
                users.setdefault(value, []).append(f"[{name}](#preset-{name}){where}")
    return "; ".join(f"{_value(value)} in {', '.join(names)}" for value, names in users.items()) or "none"


def _values(field: Declared) -> str:
    if field["type"] == "bool":
        return "on, off"
    if field["type"] == "str":
        return ", ".join(map(_value, field["range"]))
    low, high = field["range"]
    return f"{low} or more" if high == 2**31 - 1 else f"{low} to {high}"


def _value(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"`{value}`" if isinstance(value, str) else str(value)


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    for row in [head, ["---"] * len(head), *rows]:
        yield f"| {' | '.join(row)} |"
    yield ""


def _link(name: str) -> str:
    return f"[`{name}`](#{name})"


def _title(group: str) -> str:
    return group[0].upper() + group[1:]


def _slug(group: str) -> str:
    return group.replace(" ", "-")


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
