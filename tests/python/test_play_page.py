"""The page of ``boyi play`` in a browser: a stranger's first minute, the keyboard, a phone, both languages."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import boyi

pytest.importorskip("websockets")
pytestmark = pytest.mark.slow  # needs a browser
SCREENSHOTS = Path(__file__).parents[2] / "out" / "play"
CHINESE = re.compile("[\u4e00-\u9fff]")
OWN_CHINESE = {"boyi 博弈", "Language 语言", "中文", "楚 河", "漢 界"}
"""What is Chinese on the English page: the name, what Chinese readers look for, and the river of the board."""


@pytest.fixture(scope="module")
def start():
    """Starts ``boyi play`` with options, and returns the address that it prints."""
    programs = []

    def started(*options):
        command = [sys.executable, "-m", "boyi.cli", "play", "--no-browser", *options]
        programs.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return programs[-1].stdout.readline().split()[-1]

    yield started
    for program in programs:
        program.terminate()
        program.wait(10)


@pytest.fixture
def open_page(browser):
    """Opens an address; errors of scripts, and requests to anywhere else, fail the test."""
    contexts, wrong = [], []

    def opened(address, width=1280, height=860, scheme="light", locale="en-GB"):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale=locale, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        page.on("request", lambda asked: None if asked.url.startswith((address, "blob:")) else wrong.append(asked.url))
        page.goto(address)
        page.wait_for_selector(".point")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def picture(page, name):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def moves(page, number):
    """Waits for so many moves in the list, and until the engine does not think."""
    page.wait_for_function(
        "number => document.querySelectorAll('.moves button').length === number"
        " && !document.querySelector('.boyi-view.thinking')",
        arg=number,
    )
    return page.locator(".moves button").all_inner_texts()


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_stranger_plays_and_switches_killers_off_within_a_minute(start, open_page):
    begin = time.monotonic()
    page = open_page(start())
    page.wait_for_selector(".status:has-text('red to move')")
    page.click('.point[data-name="h2"]')
    page.click('.point[data-name="e2"]')
    played = moves(page, 2)
    assert played[0] == "C2=5" and not CHINESE.search(played[1])
    page.click("text=Heuristics")
    page.select_option("[data-field=killers]", "0")
    page.wait_for_selector("#contrast .figure")
    took = time.monotonic() - begin
    cells = page.locator("#contrast tbody >> nth=0").locator("tr >> nth=0").locator("td").all_inner_texts()
    assert (
        cells[0].startswith("nodes to depth")
        and cells[1] != cells[2]
        and "killers 2 → 0" in page.inner_text("#contrast")
    )
    assert took < 60 and page.locator(".player").all_inner_texts() == ["red: you", "black: boyi *"]
    picture(page, "xiangqi-1280-light")
    texts = page.locator("body").inner_text().splitlines() + page.locator("option").all_inner_texts()
    foreign = {text.strip() for text in texts if CHINESE.search(text)}
    assert all(any(own in text for own in OWN_CHINESE) for text in foreign), foreign
    page.click("#reset")
    page.wait_for_function("() => !document.querySelector('#contrast').children.length")
    assert page.locator("[data-field=killers]").input_value() == "2"
    page.reload()
    page.wait_for_selector(".point")
    assert moves(page, 2) == played, "the game is still there"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("game", ["xiangqi", "gomoku", "connect4"])
def test_all_panels_fit_the_page(start, open_page, game, width, scheme):
    page = open_page(start("--game", game, "--preset", "boyi-classic"), width, 860, scheme)
    page.select_option("#level", "1,000 nodes")
    page.click('.point[data-name="d1"]') if game != "xiangqi" else page.click('.point[data-name="b0"]')
    if game == "xiangqi":
        page.click('.point[data-name="c2"]')
    moves(page, 2)
    for tab in ("play", "switches", "analysis", "files"):
        page.click(f"#tab-{tab}")
        if tab == "switches":
            for group in page.locator("#fields summary").all()[:3]:
                group.click()
        if tab == "analysis":
            page.select_option("#lines", "3")
            page.check("#analysing")
            page.wait_for_selector(".lines li >> nth=2")
            page.uncheck("#analysing")
            page.click("#tree")
            page.wait_for_selector(".drawn svg")
        assert fits(page), tab
        picture(page, f"{game}-{width}-{scheme}-{tab}")


def test_the_keyboard_is_enough(start, open_page):
    page = open_page(start("--game", "gomoku", "--rule", "renju"))
    page.focus('.point[tabindex="0"]')
    for key in ["ArrowUp"] * 7 + ["ArrowRight"] * 7:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    assert moves(page, 2)[0] == "h8"
    page.focus("#tab-play")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-switches" and page.is_visible("#switches")
    page.focus("[data-field=killers]")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#contrast .figure")
    assert page.evaluate("document.activeElement.dataset.field") == "killers", "the focus stays on the switch"
    page.focus(".undo")
    page.keyboard.press("Enter")
    page.wait_for_selector(".undo:disabled")


def test_chinese_by_the_browsers_language_and_by_the_list(start, open_page):
    page = open_page(start(), locale="zh-CN")
    page.wait_for_selector(".status:has-text('红方走')")
    assert page.locator(".picture text >> text=帥").count() == 1
    page.click("#tab-switches")
    assert page.locator("label:has-text('杀手着法')").count() == 1
    picture(page, "xiangqi-1280-chinese")
    page.select_option("#language", "en")
    page.wait_for_selector(".status:has-text('red to move')")
    page.reload()
    page.wait_for_selector(".status:has-text('red to move')")


def test_files_clocks_and_the_other_side(start, open_page, tmp_path):
    page = open_page(start())
    page.select_option("#clock", "3+2")
    page.wait_for_selector(".player >> text=3:00")
    page.select_option("#seat", label="black")
    assert len(moves(page, 1)) == 1 and page.locator(".player").all_inner_texts()[1].startswith("black: you")
    page.click("#tab-files")
    with page.expect_download() as saved:
        page.click("#save")
    file = tmp_path / "game.pgn"
    saved.value.save_as(file)
    game = next(boyi.records.read(file))
    assert len(game.moves) == 1 and game.headers["Red"] == "boyi boyi"
    file.write_text('1. C2=5 H8+7 2. H2+3 R9=8 *\n\n[Red "<i>A"]\n1. C2=6 *\n')
    page.set_input_files("#open", file)
    page.wait_for_selector("#games-row:not([hidden])")
    assert moves(page, 4) == ["C2=5", "H8+7", "H2+3", "R9=8"]
    page.select_option("#games", "1")
    assert moves(page, 1) == ["C2=6"]
    page.fill("#text", "3k5/9/9/9/9/9/9/4R4/9/R3K4 w")
    page.click("#setup")
    page.wait_for_function("() => document.querySelectorAll('.picture g:last-of-type text').length < 10")
    page.fill("#text", "<script>alert(1)</script>")
    page.click("#setup")
    page.wait_for_selector(".note:has-text('<script>')")


def test_another_page_cannot_command_it(start, open_page, browser):
    """A page of another origin that even knows the token is refused by the server."""
    address = start()
    page = browser.new_page()
    answers = page.evaluate(
        """async (address) => {
            const socket = new Promise((done) => {
                const tried = new WebSocket(address.replace("http", "ws") + "socket");
                tried.onopen = () => done("open");
                tried.onerror = () => done("refused");
            });
            const read = fetch(address).then(() => "read", () => "refused");
            return [await socket, await read];
        }""",
        address,
    )
    page.close()
    assert answers == ["refused", "refused"], json.dumps(answers)
