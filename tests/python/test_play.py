"""``boyi play`` without a browser: what its page can do, and what its server lets in."""

import asyncio
import base64
import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import records
from boyi.board import words
from boyi.board.clock import CLOCKS, GameClock
from boyi.board.engine import LEVELS, Engine, presets_of
from boyi.board.page import Page
from boyi.cli import main
from boyi.games import GAMES, game_names, game_of
from boyi.languages import LANGUAGES
from boyi.pieces import PIECES

client = pytest.importorskip("websockets.sync.client")
from websockets.exceptions import ConnectionClosed, InvalidStatus  # noqa: E402

from boyi.board.server import MOST_BYTES, Server  # noqa: E402

BOARD = Path(words.__file__).parent
LONG = 60
"""Seconds that a test waits for what takes far less."""


def until(true: Callable[[], Any]) -> Any:
    """Waits until something is so, and returns it."""
    end = time.monotonic() + LONG
    while not (found := true()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)
    return found


class Told:
    """A page's session, and the newest of all that it has told."""

    def __init__(self, game: str, **engine: Any) -> None:
        self.news: dict[str, Any] = {}
        engine = {"level": "1,000 nodes"} | engine
        self.page = Page(game_of(game).start(), Engine(game, **engine), self.news.__setitem__)

    def __getattr__(self, name: str) -> Any:
        return self.news.get(name)

    def ask(self, do: str, **message: Any) -> None:
        self.page.hear({"do": do} | message)

    def thought(self) -> None:
        until(lambda: not self.scene["thinking"])


@pytest.fixture(params=game_names())
def told(request: pytest.FixtureRequest) -> Iterator[Told]:
    told = Told(request.param)
    yield told
    told.page.analyse(False)
    told.page.stop_contrast()


# The page


def test_the_engine_answers_and_both_moves_are_taken_back(told: Told) -> None:
    move = str(told.page.game.position.legal_moves()[0])
    told.ask("play", move=move)
    told.thought()
    assert len(told.scene["moves"]) == 2 == told.scene["at"] and not told.scene["note"]
    told.ask("undo")
    assert told.scene["at"] == 0 and not told.scene["thinking"]
    told.ask("redo")
    assert told.scene["at"] == 2
    told.ask("new", game=told.page.engine.game)
    assert told.scene["moves"] == []


def test_the_other_side_is_played_and_two_engines_play(told: Told) -> None:
    first, second = told.page.engine.game and game_of(told.page.engine.game).sides
    told.ask("seat", sides=[first])
    told.thought()
    assert told.scene["at"] == 1 and told.scene["turn"] == second and told.settings["engine_sides"] == [first]
    told.ask("seat", sides=[first, second])
    until(lambda: told.scene["at"] > 3)
    told.ask("seat", sides=[])
    at = told.scene["at"]
    told.thought()
    assert told.scene["at"] == at


def test_a_switch_changes_the_nodes(told: Told) -> None:
    game = told.page.engine.game
    value = 0 if boyi.Config.preset("boyi", game).killers else 2
    told.ask("switch", field="killers", value=value)
    found = until(lambda: (told.contrast or {}).get("rows") and told.contrast)
    assert found["before"]["nodes"] != found["after"]["nodes"]
    assert found["changes"] == [["killers", str(2 - value), str(value)]]
    assert found["rows"][-1] == [found["depth"], found["before"]["nodes"], found["after"]["nodes"]]
    config = boyi.Config.preset("boyi", game).replace(killers=value)
    again = boyi.Searcher(config).search(told.page.game.position, depth=found["depth"])
    assert again.iterations[-1].nodes == found["after"]["nodes"], "it is the search that anybody can repeat"
    assert told.settings["changed"] == ["killers"] and told.page.engine.config.killers == value
    told.ask("reset")
    assert told.contrast is None and told.settings["changed"] == []


def test_what_is_chosen_while_the_engine_thinks_does_not_cost_its_move() -> None:
    told = Told("xiangqi", level="30 seconds")
    told.ask("play", move="h2e2")
    told.ask("lines", lines=2)
    told.ask("analyse", on=True)
    assert told.scene["thinking"] and told.scene["lines"] == []
    told.ask("engine", preset="plain", level="1,000 nodes")
    until(lambda: told.scene["at"] == 2 and told.scene["lines"])
    told.ask("stop")
    assert not told.scene["thinking"]


def test_several_lines_are_analysed_until_they_are_not(told: Told) -> None:
    told.ask("seat", sides=[])
    for _ in range(3):  # an empty board of gomoku has one candidate only
        told.ask("play", move=str(told.page.game.position.candidates()[-1]))
    told.ask("lines", lines=3)
    told.ask("analyse", on=True)
    until(lambda: len(told.scene["lines"]) == 3)
    assert told.scene["thinking"]
    told.ask("play", move=str(told.page.game.position.candidates()[0]))
    until(lambda: told.scene["at"] == 4 and told.scene["lines"])
    told.ask("stop")
    assert not told.scene["thinking"] and not told.settings["analysing"]


def test_the_tree_of_the_last_search_is_drawn(told: Told) -> None:
    told.ask("tree", depth=3)
    tree = told.tree
    assert tree["svg"].startswith("<svg") and tree["depth"] == 3 and tree["nodes"] > 10
    told.ask("play", move=str(told.page.game.position.legal_moves()[0]))
    told.thought()
    told.ask("tree", depth=2)
    searched = told.page.game.start.play(told.page.game.moves[0])
    assert tree["svg"] != told.tree["svg"]
    assert told.tree["nodes"] == boyi.lab.trace(told.page.engine.config, searched, 2).total


@pytest.mark.parametrize("game", [game.name for game in GAMES if game.record_format])
def test_games_are_saved_and_opened(game: str) -> None:
    told = Told(game)
    told.ask("play", move=str(told.page.game.position.legal_moves()[0]))
    told.thought()
    for format in told.settings["formats"]:
        told.ask("save", format=format)
        text = told.file["text"]
        assert records.loads(text, format)[0].moves == told.page.game.moves
        other = Told("connect4")
        other.ask("open", data=base64.b64encode(text.encode()).decode())
        assert other.page.game.moves == told.page.game.moves and other.scene["at"] == 0, other.scene["note"]
        assert other.settings["game"] == game and other.settings["engine_sides"] == []
        assert len(other.games) == 1
    assert not Told("connect4").settings["formats"]


def test_a_file_with_several_games() -> None:
    told = Told("xiangqi")
    text = '1. C2=5 H8+7 *\n\n[Red "<b>A"]\n1. C2=6 *\n'
    told.ask("open", data=base64.b64encode(text.encode()).decode())
    assert len(told.games) == 2 and len(told.page.game.moves) == 2
    told.ask("choose", number=1)
    assert [str(move) for move in told.page.game.moves] == ["h2d2"]
    told.ask("choose", number=2)
    assert "number" in told.scene["note"]


def test_letters_and_languages() -> None:
    told = Told("xiangqi")
    told.ask("look", language="zh", pieces="characters")
    told.ask("seat", sides=[])
    told.ask("play", move="h2e2")
    assert told.scene["moves"] == ["炮二平五"] and told.scene["status"] == "黑方走" and "帥" in told.scene["svg"]
    told.ask("look", language="en", pieces="letters")
    assert told.scene["moves"] == ["C2=5"] and told.scene["status"] == "black to move"
    pictured = re.findall(r">([A-Z])</text>", told.scene["svg"])
    assert len(pictured) == 32 and set(pictured) == set("KAEHRCP") and "帥" not in told.scene["svg"]
    assert told.scene["svg"].count('fill="#1557b0"') == 0
    told.ask("think")
    until(lambda: told.scene["line"])
    told.ask("stop")
    assert not re.search("[\u4e00-\u9fff]", told.scene["line"]) and "<polygon" in told.scene["svg"]


@pytest.mark.parametrize(("minutes", "lost"), [("0.005", "red"), ("5", None)])
def test_clocks_run_and_fall(minutes: str, lost: str | None) -> None:
    told = Told("xiangqi")
    told.ask("clock", clock=f"{minutes}+0")
    assert told.scene["clock"]["running"] is None
    told.ask("play", move="h2e2")
    told.thought()
    assert told.scene["at"] == 2 and told.scene["clock"]["running"] == "red"
    if lost:
        until(lambda: told.scene["over"])
        assert told.scene["status"] == "red has lost on time" and not any(row[4] for row in told.scene["points"])
    told.ask("undo")
    assert not told.scene["over"] and told.scene["clock"]["running"] is None
    assert told.scene["clock"]["left"]["red"] == 60 * float(minutes)


def test_a_clock_counts_what_is_thought() -> None:
    seconds = [0.0]
    clock = GameClock(("red", "black"), 1, 2, now=lambda: seconds[0])
    clock.moved("red", 1)
    seconds[0] = 10
    assert (clock.left("red"), clock.left("black"), clock.running) == (60, 50, "black")
    clock.moved("black", 2)
    seconds[0] = 90
    assert (clock.left("red"), clock.left("black")) == (0, 52)
    clock.back_to(1)
    assert (clock.left("red"), clock.left("black"), clock.running) == (60, 60, None)
    for text in CLOCKS:
        assert (GameClock.of(text, ("a", "b")) is None) == (text == "off")
    for text in ("", "5", "0+5", "x+y", "1+" + "9" * 99):
        with pytest.raises(boyi.OptionError):
            GameClock.of(text, ("a", "b"))


@pytest.mark.parametrize("game", game_names())
def test_every_preset_and_level_plays(game: str) -> None:
    position = game_of(game).start()
    for preset in presets_of(game):
        engine = Engine(game, preset, "100 nodes")
        assert boyi.Searcher(engine.config).search(position, **engine.limits()).move in position.legal_moves()
        assert not engine.before.diff(engine.config)
        assert all(field["value"] == field["before"] for field in engine.fields("en"))
    assert presets_of(game)[-1] == "boyi"


@pytest.mark.parametrize(
    "message",
    [
        *(None, 3, "play", [], {}, {"do": None}, {"do": ["play"]}, {"do": "close"}, {"do": "play"}),
        *({"do": "play", "move": "a0a9"}, {"do": "play", "move": [1]}, {"do": "go", "ply": float("inf")}),
        *({"do": "new", "game": "go"}, {"do": "new", "game": "xiangqi", "text": "x" * 10_000}, {"do": "new"}),
        *({"do": "seat", "sides": ["white"]}, {"do": "seat", "sides": "red"}, {"do": "seat", "sides": [[]]}),
        *({"do": "engine", "preset": "boy", "level": "100 nodes"}, {"do": "engine", "preset": "boyi", "level": "1"}),
        *({"do": "switch", "field": "seed", "value": 1}, {"do": "switch", "field": "killers", "value": "many"}),
        *({"do": "switch", "field": [], "value": 1}, {"do": "clock", "clock": "1"}, {"do": "lines", "lines": 99}),
        *({"do": "tree", "depth": 99}, {"do": "look", "language": "fr", "pieces": "letters"}),
        *({"do": "look", "language": [], "pieces": {}}, {"do": "open", "data": "%"}, {"do": "open", "data": ""}),
        *({"do": "open", "data": "YWJj"}, {"do": "choose", "number": 0}, {"do": "save", "format": "sgf"}),
        {"do": "save", "format": []},
    ],
)
def test_what_the_page_cannot_do_is_said(message: object) -> None:
    told = Told("xiangqi")
    before = told.settings
    told.page.hear(message)
    assert 0 < len(told.scene["note"]) <= 500 and told.page.game.position == boyi.xiangqi.Position()
    assert told.settings == before and not told.scene["thinking"]


def test_all_words_are_known_in_all_languages() -> None:
    texts = set(LEVELS) | set(PIECES) | set(game_names()) | {"off", "on"}
    texts |= set(re.findall(r'data-say="([^"]*)"', (BOARD / "page.html").read_text(encoding="utf-8")))
    for script in BOARD.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        texts |= set(re.findall(r'say\("([^"]*)"\)', text))
        texts |= set(re.findall(r'\["\w+", "\w*\W?", "([^"]+)"\]', text)) | {"Think", "Stop", "Move"}
    for game in GAMES:
        texts |= {*game.sides, game.piece_words(None)} | (set(game.rules) if "rule" in game.options else set())
        for letter in "KABNRCPkabnrcp" if game.says_check else "XO":
            texts.add(game.piece_words(letter))
        for field in Engine(game.name).fields("en"):
            texts |= {field["name"].replace("_", " "), field["group"]}
    assert len(texts) > 150 and "Turn the board" in texts
    for language in LANGUAGES:
        missing = texts - words.words(language).keys()
        assert language == "en" or not missing, (language, missing)


# The server


class Served:
    """A server in a thread."""

    def __init__(self, game: str = "xiangqi") -> None:
        start, engine = game_of(game).start(), Engine(game, level="1,000 nodes")
        self.server = Server(lambda tell: Page(start, engine, tell))
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        self.task = self.loop.create_task(self.server.run(ready.set))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert ready.wait(LONG)
        self.host, self.token = self.server.address.removeprefix("http://").strip("/").split("/")

    def _run(self) -> None:
        try:
            self.loop.run_until_complete(self.task)
        except asyncio.CancelledError:
            self.loop.close()

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.task.cancel)
        self.thread.join(LONG)

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=LONG)
        connection.request("GET", path, headers=headers)
        return connection.getresponse()

    def connect(self, token: str | None = None, **options: Any) -> Any:
        options = {"origin": f"http://{self.host}", "max_size": None, "proxy": None} | options
        return client.connect(f"ws://{self.host}/{token or self.token}/socket", **options)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.close()


def heard(connection: Any, true: Callable[[dict[str, Any]], Any]) -> Any:
    """The first message for which something is so."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        message = json.loads(connection.recv(timeout=LONG))
        if true(message):
            return message
    raise AssertionError("it was never told")


def test_a_move_is_played_and_answered(served: Served) -> None:
    with served.connect() as page:
        first = heard(page, lambda told: "scene" in told and "settings" in told)
        assert first["scene"]["status"] == "red to move" and first["settings"]["game"] == "xiangqi"
        page.send(json.dumps({"do": "play", "move": "h2e2"}))
        answer = heard(page, lambda told: told.get("scene", {}).get("at") == 2)
        assert answer["scene"]["turn"] == "red"
        with served.connect() as other:  # a page that comes later sees the game
            assert heard(other, lambda told: "scene" in told)["scene"]["at"] == 2
        page.send(json.dumps({"do": "new", "game": "xiangqi"}))
        heard(page, lambda told: told.get("scene", {}).get("moves") == [])


def test_files_are_served_with_rules_for_the_browser(served: Served) -> None:
    page = served.get(f"/{served.token}/").read().decode()
    names = re.findall(r'(?:href|src)="([\w.]+)"', page)
    assert len(names) == 3
    for name in [*names, "board.js", "connection.js", "panels.js"]:
        answer = served.get(f"/{served.token}/{name}")
        assert answer.status == 200 and answer.read() == (BOARD / name).read_bytes()
        assert "default-src 'none'" in (answer.getheader("Content-Security-Policy") or "")
        assert answer.getheader("Referrer-Policy") == "no-referrer"
        assert answer.getheader("X-Content-Type-Options") == "nosniff"


@pytest.mark.parametrize("path", ["/", "/socket", "/x/", "/x/socket", "/é/", "//", "/{token}x/", "/favicon.ico"])
def test_who_lacks_the_token_gets_nothing(served: Served, path: str) -> None:
    path = path.format(token=served.token).replace("é", "%C3%A9")
    assert served.get(path).status == 403
    with pytest.raises(InvalidStatus, match="403"), served.connect(token="x" * len(served.token)):
        pass


@pytest.mark.parametrize("name", ["server.py", "../board/page.py", "%2e%2e/server.py", "board.js/", "words.json"])
def test_other_files_are_not_served(served: Served, name: str) -> None:
    assert served.get(f"/{served.token}/{name}").status == 404


def test_other_hosts_are_refused(served: Served) -> None:
    port = served.host.partition(":")[2]
    for path in (f"/{served.token}/", f"/{served.token}/socket"):
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{int(port) - 1}", ""):
            assert served.get(path, Host=host).status == 403
    assert served.get(f"/{served.token}/", Host=f"localhost:{port}").status == 200


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://{host}", "http://{host}.evil.example"]
)
def test_other_origins_are_refused(served: Served, origin: str | None) -> None:
    named = origin and origin.format(host=served.host)
    with pytest.raises(InvalidStatus, match="403"), served.connect(origin=named):
        pass


def test_a_huge_message_ends_its_connection_only(served: Served) -> None:
    with served.connect() as page, served.connect() as other:
        heard(page, lambda told: "scene" in told)
        with pytest.raises(ConnectionClosed) as closed:  # while it is sent to, or read
            page.send("x" * (MOST_BYTES + 1))
            while True:
                page.recv(timeout=LONG)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        other.send(json.dumps({"do": "flip"}))
        heard(other, lambda told: told.get("scene", {}).get("points", [["a0", 0, 99]])[0][2] < 50)
        other.send(json.dumps({"do": "flip"}))


@pytest.mark.parametrize(
    "text", ["", "play", "{", "[" * 100_000, b"\xff\xfe", '{"do": "play", "move": 1e999', "9" * 9999]
)
def test_what_is_no_message_is_answered_with_an_error(served: Served, text: str | bytes) -> None:
    with served.connect() as page:
        page.send(text)
        assert "expected JSON" in heard(page, lambda told: "error" in told)["error"]
        page.send(json.dumps({"do": "nothing"}))
        assert "'nothing'" in heard(page, lambda told: told.get("scene", {}).get("note"))["scene"]["note"]


def test_the_command_says_where_the_page_is_and_ends() -> None:
    command = [sys.executable, "-m", "boyi.cli", "play", "--game", "connect4", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", program.stdout.readline())
        assert address
        connection = http.client.HTTPConnection(address[0].split("/")[2], timeout=LONG)
        connection.request("GET", "/" + address[0].split("/")[3] + "/")
        assert connection.getresponse().status == 200
        program.send_signal(signal.SIGINT)
        assert program.wait(LONG) == 0


def test_what_the_command_refuses(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    port = served.host.partition(":")[2]
    for given, said in (
        (["--port", "99999"], "--port 99999: expected 0 to 65535"),
        (["--port", port], f"port={port}: "),
        (["--preset", "bouyi"], "did you mean 'boyi'?"),
        (["--rule", "renju"], "--rule renju: expected with --game gomoku"),
    ):
        assert main(["play", "--no-browser", *given]) == 2
        assert said in capsys.readouterr().err
