"""The board of boyi.view: what Python does with it, and what a person does with it in a browser."""

import base64
from pathlib import Path

import pytest

import boyi
from boyi.games import game_names

widget = pytest.importorskip("boyi.board.widget")
SCREENSHOTS = Path(__file__).parents[2] / "out" / "view"


def test_python_plays_takes_back_and_looks_on():
    board = boyi.view(boyi.xiangqi.Position().play_all("h2e2 h9g7"))
    seen = []
    board.observe(lambda change: seen.append(change["new"].turn), "position")
    board.play("马二进三")
    assert [str(move) for move in board.moves] == ["h2e2", "h9g7", "h0g2"] and seen == ["black"]
    board.undo()
    board.undo()
    assert board.position.turn == "black" and len(board.moves) == 1
    board.redo()
    assert [str(move) for move in board.moves] == ["h2e2", "h9g7"]
    board.play("h0g2")  # the move that followed: the game is still whole
    board.go(0)
    board.undo()
    assert board.moves == [] and len(board._scene["moves"]) == 3
    board.play("b2e2")
    assert board._scene["moves"] == ["炮八平五"]
    with pytest.raises(boyi.IllegalMoveError):
        board.play("a0a9")
    assert len(board.moves) == 1


@pytest.mark.parametrize(
    "position",
    [boyi.xiangqi.Position(), boyi.gomoku.Position("h8 i9 h9", rule="renju"), boyi.connect4.Position("dde")],
    ids=game_names(),
)
def test_the_engine_thinks_in_the_background_and_moves(position):
    board = boyi.view(position, nodes=3000)
    board.think()
    board.wait(30)
    scene = board._scene
    assert not board.thinking and scene["line"].startswith("depth ") and "<polyline" in scene["course"]
    assert board.position == position and scene["svg"] != position.svg(size=420)
    board.think(play=True)
    board.wait(30)
    assert len(board.moves) == len(position.moves) + 1 and board._scene["line"] == ""


def test_the_widget_replies_by_itself():
    board = boyi.view(boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/9/4K4 b"), nodes=500, reply=True)
    board.play("d9d8")
    board.wait(30)
    assert board.position.turn == "black" and len(board.moves) == 2 and not board.thinking
    board.undo()
    assert board.moves == []
    board.redo()
    assert len(board.moves) == 2
    board.go(1)
    board.wait(30)
    assert len(board.moves) == 1, "who leafs through a game is not answered"


def test_letters_and_chinese():
    board = boyi.view(pieces="letters")
    board.play("h2e2")
    assert board._scene["moves"] == ["C2=5"] and "帥" not in board._scene["svg"]
    chinese = boyi.view(boyi.gomoku.Position("h8"), language="zh", pieces="letters")
    assert chinese._scene["status"] == "白方走" and chinese._words["Think"] == "思考"
    assert boyi.view()._words.get("Think") is None and "帥" in boyi.view()._scene["svg"]


def test_a_search_without_end_gives_way():
    board = boyi.view(time=600)
    board.think()
    assert board.thinking
    board.play("h2e2")
    assert not board.thinking
    board.think()
    board.stop()
    assert not board.thinking
    board.wait(30)
    assert [str(move) for move in board.moves] == ["h2e2"]


def test_a_game_that_is_over_says_so():
    board = boyi.view("3k5/9/9/9/9/9/9/4R4/9/R3K4 w")
    mate = next(move for move in board.position.legal_moves() if board.position.play(move).outcome())
    board.play(mate)
    assert board._scene["status"].startswith("red has won") and board._scene["over"]
    assert not any(row[4] for row in board._scene["points"])
    board.think()
    assert not board.thinking


@pytest.mark.parametrize(
    "message",
    [
        *(None, 3, "play", [], {}, {"do": "_show"}, {"do": "close"}, {"do": ["play"]}),
        *({"do": "play"}, {"do": "play", "move": "a0a9"}, {"do": "play", "move": [1]}),
        *({"do": "go"}, {"do": "go", "ply": "x"}, {"do": "go", "ply": 10**9}),
    ],
)
def test_bad_messages_change_nothing(message):
    board = boyi.view()
    board._heard(board, message, [])
    assert board.position == boyi.xiangqi.Position() and not board.thinking


def test_what_view_refuses():
    for wrong in ({"position": 3}, {"size": 5}, {"time": 0}, {"searcher": "bouyi"}, {"reply": "red"}):
        with pytest.raises(boyi.OptionError):
            boyi.view(**wrong)
    for wrong in ({"pieces": "letter"}, {"pieces": 3}, {"language": "fr"}, {"language": ["en"]}):
        with pytest.raises(boyi.OptionError, match=next(iter(wrong))):
            boyi.view(**wrong)
    with pytest.raises(boyi.PositionError):
        boyi.view("no position")


class Host:
    """A page that shows a board: messages travel as in a notebook, but without one."""

    def __init__(self, page, board):
        self.page, self.board, self.inbox, self.shown = page, board, [], None
        page.expose_function("toPython", lambda message: self.inbox.append(message))
        folder = Path(widget.__file__).parent
        module = base64.b64encode((folder / "board.js").read_bytes()).decode()
        page.set_content(f"<style>{(folder / 'board.css').read_text()}</style><main></main>")
        page.evaluate(
            """async ([source, scene]) => {
                const listeners = [];
                window.scene = scene;
                window.show = (next) => { window.scene = next; listeners.forEach((call) => call()); };
                const model = {
                    get: (name) => (name === "_scene" ? window.scene : {}), send: (content) => window.toPython(content),
                    on: (_, call) => listeners.push(call), off: () => {},
                };
                const module = await import("data:text/javascript;base64," + source);
                module.default.render({ model, el: document.querySelector("main") });
            }""",
            [module, board._scene],
        )
        self.pump()

    def pump(self):
        """Lets messages arrive on both sides."""
        self.page.wait_for_timeout(30)
        while self.inbox:
            self.board._heard(self.board, self.inbox.pop(0), [])
        if self.board._scene is not self.shown:
            self.shown = self.board._scene
            self.page.evaluate("(scene) => window.show(scene)", self.shown)

    def until_it_has_thought(self):
        self.pump()
        while self.board.thinking:
            self.pump()
        self.pump()

    def click(self, selector):
        self.page.click(selector)
        self.pump()

    def point(self, name):
        self.click(f'.point[data-name="{name}"]')

    def picture(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


@pytest.fixture
def open_page(browser):
    """Opens pages without network; what goes wrong on them fails the test."""
    pages, wrong = [], []

    def opened(width, height, scheme="light"):
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(request.url) if request.url.startswith("http") else None)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()
    assert not wrong


@pytest.mark.slow  # needs a browser
def test_a_person_plays_xiangqi_against_the_engine(open_page):
    board = boyi.view(nodes=20_000)
    host = Host(open_page(1000, 640), board)
    page = host.page
    host.point("h2")
    legal = [move for move in board.position.legal_moves() if move.from_square == "h2"]
    assert page.locator(".target").count() == len(legal) > 5
    host.picture("xiangqi-chosen")
    host.point("e9")  # no target: the choice is given up
    assert page.locator(".target").count() == 0 and board.moves == []
    host.point("h2")
    host.point("e2")
    assert [str(move) for move in board.moves] == ["h2e2"]
    assert page.locator(".moves button").all_inner_texts() == ["炮二平五"]
    assert page.locator(".status").inner_text() == "black to move"
    host.click(".think")
    host.until_it_has_thought()
    assert page.locator(".line").inner_text().startswith("depth ") and page.locator(".course polyline").count() == 1
    assert page.locator(".picture polygon").count() > 0, "the line is drawn as arrows"
    host.picture("xiangqi-thought")
    host.click(".move")
    host.until_it_has_thought()
    assert len(board.moves) == 2 and page.locator(".moves button").count() == 2
    host.click(".undo")
    host.click(".undo")
    assert board.moves == [] and page.locator(".undo").is_disabled()
    host.click(".moves li:nth-child(2) button")
    assert len(board.moves) == 2
    before = page.locator('.point[data-name="a0"]').bounding_box()
    host.click(".flip")
    after = page.locator('.point[data-name="a0"]').bounding_box()
    assert after["x"] > before["x"] and after["y"] < before["y"]


@pytest.mark.slow  # needs a browser
def test_a_search_is_watched_and_stopped(open_page):
    host = Host(open_page(1000, 640), boyi.view(time=600))
    host.click(".think")
    while not host.page.locator(".line").inner_text():
        host.pump()
    assert host.board.thinking and host.page.locator(".think").inner_text() == "Stop"
    host.click(".think")
    assert not host.board.thinking and host.page.locator(".think").inner_text() == "Think"


@pytest.mark.slow  # needs a browser
def test_gomoku_on_a_phone_in_the_dark_by_keyboard(open_page):
    board = boyi.view(boyi.gomoku.Position("h8 i9"), nodes=20_000)
    page = open_page(390, 844, "dark")
    host = Host(page, board)
    page.add_style_tag(content="body { background: #111; color: #eee; margin: 8px }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.focus('.point[tabindex="0"]')
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.name") == "b2"
    page.keyboard.press("Enter")
    host.pump()
    assert [str(move) for move in board.moves] == ["h8", "i9", "b2"]
    assert page.evaluate("document.activeElement.dataset.name") == "b2", "the focus stays where it was"
    assert page.locator('.point[data-name="b2"]').get_attribute("aria-label") == "b2, black stone"
    host.point("b2")
    assert len(board.moves) == 3, "a point that is taken does nothing"
    host.click(".think")
    host.until_it_has_thought()
    assert page.locator(".line").inner_text().startswith("depth ")
    host.picture("gomoku-phone-dark")
