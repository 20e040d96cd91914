"""Search in English and Chinese: runs of Chinese characters are indexed by their pairs of neighbours.

Chinese has no spaces, so that 杀手 within 杀手着法 is no word to Sphinx's English search. Pairs need no dictionary, and
a page with all pairs of what was asked for has it nearly always.
"""

import re

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

CHINESE = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
RUNS = re.compile(f"[{CHINESE}]+|[^{CHINESE}]+")


def pairs(word: str) -> list[str]:
    """A word cut into what is Chinese, as pairs of characters, and what is not.

    >>> pairs("杀手着法"), pairs("killers"), pairs("α剪枝"), pairs("车")
    (['杀手', '手着', '着法'], ['killers'], ['α', '剪枝'], ['车'])
    """
    found: list[str] = []
    for run in RUNS.findall(word):
        whole = len(run) < 2 or not re.match(f"[{CHINESE}]", run)
        found += [run] if whole else [run[at : at + 2] for at in range(len(run) - 1)]
    return found


class SearchBoth(SearchEnglish):
    """Sphinx's English search with pairs of Chinese characters."""

    js_splitter_code = """
var splitQuery = (query) =>
  query.split(/[^\\p{Letter}\\p{Number}_\\p{Emoji_Presentation}]+/gu).flatMap((word) =>
    (word.match(/[CHINESE]+|[^CHINESE]+/gu) || []).flatMap((run) =>
      run.length < 2 || !/[CHINESE]/u.test(run)
        ? [run]
        : [...run].slice(1).map((second, at) => run[at] + second)));
""".replace("CHINESE", CHINESE)

    def split(self, input: str) -> list[str]:
        """The words of a text."""
        return [part for word in super().split(input) for part in pairs(word)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Gives Sphinx this search for the site's language, English."""
    app.add_search_language(SearchBoth)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
