"""Text of users and files is shown as text: what it would be as HTML never gets into a page."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import html, lab, records, svg, xiangqi
from boyi.games import game_names
from boyi.lab.matches.result import Game as Played
from boyi.markup import Markup, element, joined
from boyi.records import Game

HOSTILE = "</script></title><script>alert(1)</script><img src=x onerror='alert(1)'>\"&lt;<!--"
"""Text that ends a script, an attribute and an element, and begins others."""


class Elements(HTMLParser):
    """Reads a page, and keeps what it is made of."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.comments: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def check(page: str, scripts: int = 0) -> None:
    """Nothing of the hostile text is an element, an attribute or a comment."""
    reader = Elements()
    reader.feed(page)
    reader.close()
    assert reader.tags.count("script") == scripts and "img" not in reader.tags, page[:2000]
    assert not reader.comments and not any(name.startswith("on") for name in reader.attributes)
    outside = re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)
    assert "alert(1)" not in page or "&lt;script&gt;alert(1)" in outside


def hostile_game(game: str) -> Game:
    """A game with hostile text wherever a game has text."""
    made = Game(game, headers={"Red": HOSTILE, "Black": HOSTILE, "White": HOSTILE, HOSTILE: HOSTILE})
    made.result = made.trailer = HOSTILE
    made.root.comment = HOSTILE
    for _ in range(3):
        node = made.end.add(made.end.position.legal_moves()[0], HOSTILE)
        node.comment_before = HOSTILE
        assert node.parent is not None
        node.parent.add(node.parent.position.legal_moves()[1], HOSTILE)
    return made


@pytest.mark.parametrize("game", game_names())
def test_a_hostile_game_is_shown_as_text(game: str, tmp_path: Path) -> None:
    made = hostile_game(game)
    check(made._repr_html_(), scripts=1)
    annotations = lab.annotate([made, made], nodes=50, progress=False)
    check(annotations.html(1), scripts=1)
    check(annotations._repr_html_(), scripts=2)
    annotations.save(tmp_path / "index.html")
    check((tmp_path / "index.html").read_text(encoding="utf-8"))
    check((tmp_path / "index" / "2.html").read_text(encoding="utf-8"), scripts=1)


def test_hostile_names_of_players_captions_and_evaluations_are_shown_as_text() -> None:
    start = xiangqi.Position()
    check(lab.boards([start], [HOSTILE])._repr_html_())
    check(html.table([HOSTILE], [[HOSTILE]]))
    check(html.facts([(HOSTILE, HOSTILE)]))
    check(svg.xiangqi_board(start.to_array(), turn=HOSTILE))
    comparison = lab.compare({HOSTILE: boyi.Config(), "b": boyi.Config(killers=2)}, [start], depth=1, progress=False)
    check(comparison._repr_html_())
    game = Played(
        number=0,
        pair=0,
        opening=start,
        moves=("h2e2",),
        players={"red": HOSTILE, "black": HOSTILE},
        winner=HOSTILE,
        reason=HOSTILE,
        nodes={},
        time={},
        searches={},
        depths={},
    )
    check(game._repr_html_())


def test_what_is_inside_an_element_is_escaped_unless_it_is_markup() -> None:
    shown: Any = element("p", HOSTILE, element("b", HOSTILE), 3, title=HOSTILE, data_n=1, open=None)
    check(shown)
    assert shown.startswith('<p title="') and ' data-n="1"' in shown and "open" not in shown
    assert joined("<", Markup("<br>")) == "&lt;<br>" and isinstance(joined(), Markup)


def test_text_becomes_html_at_one_place() -> None:
    root = Path(boyi.__file__).parent
    users = [
        path.name for path in root.rglob("*.py") if re.search(r"\bescape\b", path.read_text().replace("re.escape", ""))
    ]
    assert users == ["markup.py"], users


def test_a_script_of_a_page_ends_where_it_should() -> None:
    page = records.Game.from_moves("h2e2")._repr_html_()
    (script,) = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    assert "<!--" not in script and script.rstrip().endswith("();")
