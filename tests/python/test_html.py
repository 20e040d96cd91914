"""What a notebook shows of results, entries, proofs and games: HTML that is well formed, and says what is there."""

from html.parser import HTMLParser

import IPython.display
import pytest

import boyi
from boyi import gomoku, html, lab, xiangqi

FIVE = gomoku.Position("h8 i9 h9 i8 h10 i7")
ALONE = {"br", "hr", "img"}


class Reader(HTMLParser):
    """Reads HTML, and fails where an element is closed that is not the last one opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(shown: object) -> str:
    """The text of an object's HTML."""
    reader = Reader()
    reader.feed(shown._repr_html_())  # type: ignore[attr-defined]
    assert reader.open == []
    return " ".join(reader.texts)


def test_a_result_shows_its_move_and_every_iteration() -> None:
    result = boyi.Searcher().search(xiangqi.Position(), depth=4)
    text = read(result)
    assert str(result.move) in text and f"{result.nodes:,}" in text and "4 iterations" in text
    assert all(str(step.score) in text for step in result.iterations)


def test_a_result_of_the_book_says_so() -> None:
    result = boyi.Searcher(book=True).search(xiangqi.Position(), depth=4)
    assert "from the opening book" in read(result) and "iterations" not in read(result)


def test_a_game_that_is_over_has_no_move() -> None:
    result = boyi.Searcher().search(xiangqi.Position("3k5/6R2/9/9/8P/9/9/9/4K4/9 b"), depth=2)
    assert "None" not in read(result)


@pytest.mark.parametrize("layout", ["single", "two-bound"])
def test_an_entry_shows_its_key_and_bound(layout: str) -> None:
    searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_layout=layout))
    searcher.search(xiangqi.Position(), depth=3)
    entry = searcher.table.probe(xiangqi.Position())
    text = read(entry)
    assert f"{entry.key:016x}" in text and ("exact" in text) == (layout == "single")


def test_a_proof_unfolds_and_a_large_one_is_cut() -> None:
    found = boyi.kill_search(FIVE, force="vcf")
    text = read(found)
    assert "win" in text and all(str(move) in text for move in (found.proof.move, *found.proof.replies))
    leaf = boyi.Proof(FIVE.parse("a1"), {}, 1)
    wide = boyi.Proof(
        FIVE.parse("b1"), {FIVE.parse(f"{file}{rank}"): leaf for file in "cdefg" for rank in range(2, 9)}, 2
    )
    deep = wide
    for _ in range(40):
        deep = boyi.Proof(FIVE.parse("b1"), {FIVE.parse("c1"): deep, FIVE.parse("d1"): wide}, 3)
    assert "and more" in read(deep) and "and more" not in read(wide)
    assert deep._repr_html_().count("<li>") <= html.MOST_PARTS


def test_a_score_shows_a_bar_and_whose_it_is() -> None:
    assert "35 for red" in " ".join(read(boyi.Score(35, "red")).split())
    assert "mate in 2" in read(boyi.Score(9997, "black"))
    widths = [boyi.Score(raw, "red")._repr_html_().split("width:")[2].split("%")[0] for raw in (-9999, -200, 0, 9999)]
    assert widths == ["0", "12", "50", "100"]


def test_a_kill_shows_its_last_board() -> None:
    shown = boyi.kill_search(FIVE)
    assert shown.position == FIVE and shown._repr_html_().startswith(FIVE.play_all(shown.line).svg(size=300))


def test_no_kill_has_no_proof() -> None:
    assert "none" in read(boyi.kill_search(gomoku.Position("h8"), force="vcf"))


def test_a_game_shows_its_board_and_winner() -> None:
    match = lab.match("boyi", "plain", game="xiangqi", games=2, depth=1, max_plies=4, progress=False)
    game = match.games[0]
    assert "<svg" in game._repr_html_() and "max_plies after 4 moves" in read(game) and game.moves[0] in read(game)


def test_text_is_no_markup() -> None:
    assert "<b>" not in html.table(["<b>"], [["<b>"]]) and "<b>" not in html.facts([("<b>", "<b>")])


def test_a_configuration_shows_first_how_it_is_made() -> None:
    text = read(boyi.Config.preset("boyi", "gomoku").replace(width=0))
    assert "Config.preset('boyi', 'gomoku').replace(width=0)" in text.split("field")[0]
    assert "static_order" in text and read(boyi.Config()).startswith("Config()")


@pytest.mark.parametrize("layout", ["single", "two-bound", "leafwalk"])
def test_a_table_shows_its_entries_by_depth_and_bound(layout: str) -> None:
    searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_layout=layout, table_mb=1))
    assert f"layout {layout}" in read(searcher.table) and "0: 0.0%" in read(searcher.table)
    searcher.search(xiangqi.Position(), depth=3)
    text = read(searcher.table)
    assert f"{len(searcher.table):,}" in text
    if layout != "two-bound":
        exact = (searcher.table.entries()["bound"] == boyi.Bound.EXACT).sum()
        assert "exact lower upper" in text and exact > 0


def test_a_searcher_shows_what_it_searches_with() -> None:
    text = read(boyi.Searcher("plain", evaluate=lambda position: 0))
    assert "alpha" not in text and "none" in text and "own functions evaluate" in text
    assert "1.0% full" not in text and "Config.preset(" in text
    assert "16 MiB" in read(boyi.Searcher()) and "Book" in read(boyi.Searcher(book=True))


def test_a_run_shows_every_iteration_and_then_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, page: IPython.display.HTML) -> None:
            shown.append(page.data)

    monkeypatch.setattr(IPython.display, "display", lambda page, display_id: Handle())
    with boyi.Searcher().start(xiangqi.Position(), depth=4) as run:
        run._ipython_display_()
    assert [page.count("<tr>") for page in shown[:4]] == [2, 3, 4, 5]
    assert shown[4:] == [run.result()._repr_html_()]
