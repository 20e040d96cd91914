"""The options that a program of xiangqi lists, and whether what a user gives is a value of them."""

from dataclasses import dataclass
from difflib import get_close_matches

from boyi.errors import OptionError
from boyi.lab.engines.engine import OptionValue

_WORDS = ("type", "default", "min", "max", "var")


@dataclass(frozen=True)
class ProgramOption:
    """An ``option`` line.

    >>> option = ProgramOption.parse("option name Skill Level type spin default 20 min -20 max 20")
    >>> option.name, option.type, option.text(5)
    ('Skill Level', 'spin', '5')
    >>> ProgramOption.parse("option usemillisec type check default false").name
    'usemillisec'
    """

    name: str
    type: str
    low: int | None = None
    high: int | None = None
    values: tuple[str, ...] = ()

    @classmethod
    def parse(cls, line: str) -> "ProgramOption":
        """Reads a line of UCI, or of UCCI, which has no word ``name``."""
        words = line.split()[1:]
        if words[:1] == ["name"] and words[1:2] != ["type"]:
            words = words[1:]
        parts: list[tuple[str, list[str]]] = [("name", [])]
        for word in words:
            if word in _WORDS:
                parts.append((word, []))
            else:
                parts[-1][1].append(word)
        found = {key: " ".join(rest) for key, rest in parts}
        low, high = (_number(found.get(key, "")) for key in ("min", "max"))
        values = tuple(" ".join(rest) for key, rest in parts if key == "var")
        return cls(found["name"], found.get("type", "string"), low, high, values)

    def text(self, value: OptionValue) -> str | None:
        """A value as the program reads it; None for a button.

        Raises:
            OptionError: if it is no value of this option.
        """
        text = str(value).lower() if isinstance(value, bool) else str(value)
        number = None if isinstance(value, bool) else _number(text)
        above = number is not None and (self.low is None or self.low <= number)
        fits, expected = {
            "button": (value is None, "None, since it is a button"),
            "check": (text in ("true", "false"), "True or False"),
            "spin": (above and (self.high is None or (number or 0) <= self.high), self._range()),
            "combo": (text in self.values, " or ".join(map(repr, self.values))),
        }.get(self.type, (value is not None, "a text"))
        if not fits:
            raise OptionError(f"options={{{self.name!r}: {value!r}}}: expected {expected}")
        return None if value is None else text

    def _range(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


def find(options: dict[str, ProgramOption], name: str) -> ProgramOption:
    """The option of a name, in which capitals make no difference; ``options`` are by names in small letters.

    Raises:
        OptionError: if there is none.
    """
    if name.lower() in options:
        return options[name.lower()]
    near = get_close_matches(name.lower(), options, n=1)
    known = ", ".join(option.name for option in options.values()) or "none"
    hint = f"did you mean {options[near[0]].name!r}?" if near else f"expected one of its options: {known}"
    raise OptionError(f"options={{{name!r}: …}}: the program has no such option; {hint}")


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
