"""Where boyi is found: the addresses of ``pyproject.toml``, and what is made of them.

``[project.urls]`` is the one place where they stand. ``python docs/site_addresses.py README.md`` makes the links and
pictures of a page absolute, as the package's page on an index needs them: there, the files beside the page are missing.
"""

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
BRANCH = "main"
PICTURES = (".png", ".gif", ".svg", ".webp")
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^()\s]+)(?=\))")


@dataclass(frozen=True)
class Addresses:
    """The address of the repository, without a slash at the end."""

    repository: str

    @property
    def name(self) -> str:
        """Owner and name of the repository."""
        return "/".join(self.repository.split("/")[-2:])

    def colab(self, path: str) -> str:
        """Where Colab opens a notebook of the repository."""
        return f"https://colab.research.google.com/github/{self.name}/blob/{BRANCH}/{path}"

    def binder(self, path: str) -> str:
        """Where Binder opens a notebook of the repository."""
        return f"https://mybinder.org/v2/gh/{self.name}/{BRANCH}?labpath={path}"

    def absolute(self, page: str) -> str:
        """Markdown whose relative links lead to the repository, and whose pictures come from there.

        >>> Addresses("https://github.com/OWNER/boyi").absolute("[a](docs/a.md#b), [c](#d), ![e](f.png)")
        '[a](https://github.com/OWNER/boyi/blob/main/docs/a.md#b), [c](#d), ![e](https://github.com/OWNER/boyi/raw/main/f.png)'
        """
        return LINK.sub(lambda found: f"{self.repository}/{self._kind(found[0])}/{BRANCH}/{found[0]}", page)

    def _kind(self, path: str) -> str:
        return "raw" if path.endswith(PICTURES) else "blob"


@cache
def addresses() -> Addresses:
    """The addresses of this project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return Addresses(project["urls"]["Repository"].rstrip("/"))


def main(paths: list[str]) -> None:
    """Makes the links of pages of the top folder absolute, in place."""
    for path in map(Path, paths):
        path.write_text(addresses().absolute(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
