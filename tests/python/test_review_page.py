"""The page of a reviewed game in a browser: mouse, keyboard, phones, dark and light, paper, and no network."""

import re
import shutil
from pathlib import Path

import pytest

from boyi import lab, records

pytest.importorskip("tqdm")
pytestmark = pytest.mark.slow  # needs a browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SCREENSHOTS = Path(__file__).parents[2] / "out" / "review"

TEXT = """
[Event "A </script> test"]
[Red "王"]
[Black "Anna"]

1. 炮二平五 马8进7 {稳健} 2. 马二进三 车9平8 (2... 炮2平5 3. 马八进七) 3. 车一平二 卒1进1
4. 车二进七 车8进2 5. 兵三进一 马2进3 1/2-1/2
"""


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Pages: an index of two games of xiangqi, and a game of each of the others."""
    folder = tmp_path_factory.mktemp("pages")
    game, second = records.loads(TEXT)[0], records.Game.from_moves("c3c4 g6g5", headers={"Red": "B"})
    lab.annotate([game, second], nodes=2000, progress=False, language="en").save(folder / "games.html")
    lab.annotate(game, nodes=2000, progress=False).save(folder / "zh.html")
    five = records.Game.from_moves("h8 i9 i8 j8 g8 f8 g10 h9 h10 a1 h11", "gomoku", headers={"Black": "A"})
    lab.annotate(five, nodes=1000, progress=False).save(folder / "gomoku.html")
    four = records.Game.from_moves("d d c c e e b", "connect4", result="1-0")
    lab.annotate(four, nodes=1000, progress=False).save(folder / "connect4.html")
    return folder


@pytest.fixture
def open_page(browser, folder):
    """Opens pages without network; what goes wrong on them fails the test."""
    pages, wrong = [], []

    def opened(name, width=1280, height=900, scheme="light"):
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(request.url) if request.url.startswith("http") else None)
        page.goto((folder / name).as_uri())
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()
    assert not wrong


def here(page):
    """The move that the list shows as the current one, with what is said of it."""
    shown = page.locator(".detail:not([hidden])")
    assert shown.count() == 1
    return page.locator(".moves button.here").all_inner_texts(), shown.inner_text()


def picture(page):
    return page.locator(".picture").inner_html()


def test_a_game_is_played_through_by_mouse_and_keyboard(open_page):
    page = open_page("zh.html")
    assert page.title().startswith("王 - Anna") and "A </script> test" in page.locator(".facts").inner_text()
    start = picture(page)
    assert here(page) == ([], "起始局面") and page.locator("button[value=back]").is_disabled()
    page.click("button[value=on]")
    assert here(page)[0] == ["炮二平五"] and picture(page) != start
    page.keyboard.press("ArrowRight")
    assert here(page)[0] == ["马8进7"] and "稳健" in here(page)[1]
    page.keyboard.press("End")
    assert here(page)[0] == ["马2进3"] and page.locator("button[value=on]").is_disabled()
    assert page.locator(".plot").get_attribute("aria-valuenow") == "10"
    page.keyboard.press("Home")
    assert picture(page) == start
    page.click('.moves button:text-is("车二进七")')
    said = here(page)[1]
    assert said.startswith("4. 车二进七 ??") and "最佳着法是" in said and page.locator(".picture .arrow").count() == 2
    kinds = [arrow.get_attribute("class") for arrow in page.locator(".picture .arrow").all()]
    assert kinds == ["arrow played", "arrow best"]
    before = picture(page)
    page.keyboard.press("f")
    assert picture(page) != before and page.locator(".turned").count() == 1
    page.keyboard.press("f")
    assert picture(page) == before


def test_best_lines_and_variations_are_played_on_the_board(open_page):
    page = open_page("zh.html")
    page.click('.moves button:text-is("车二进七")')
    blunder = picture(page)
    line = page.locator(".detail:not([hidden]) .best-line button")
    assert line.count() >= 2
    page.keyboard.press("b")
    assert line.first.get_attribute("class") == "here" and page.locator(".aside").count() == 1
    assert here(page)[1].startswith("4. 车二进七"), "what is said stays that of the move"
    page.keyboard.press("ArrowRight")
    assert line.nth(1).get_attribute("class") == "here" and page.locator(".picture .arrow").count() == 0
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert here(page)[0] == ["卒1进1"], "back from the first move of a line is the position that it leaves"
    page.click('.moves button:text-is("车二进七")')
    page.keyboard.press("b")
    page.keyboard.press("Escape")
    assert picture(page) == blunder and page.locator(".aside").count() == 0
    page.click('.moves button:text-is("车9平8")')
    page.click('.detail:not([hidden]) .line button:has-text("马八进七")')
    assert page.locator(".aside").count() == 1


def test_the_graph_follows_and_leads_the_board(open_page):
    page = open_page("games.html")
    page.click('a:has-text("Anna")')
    assert page.url.endswith("games/1.html")
    box = page.locator(".plot").bounding_box()

    def cursor():
        return page.locator(".cursor").bounding_box()["x"] - box["x"]

    assert cursor() < 5
    page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + 20)
    assert here(page)[0] == ["车二进七"] and abs(cursor() - 0.7 * box["width"]) < 5
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.95 * box["width"], box["y"] + 20, steps=5)
    page.mouse.up()
    assert page.locator(".plot").get_attribute("aria-valuenow") in ("9", "10")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    marked = here(page)[1]
    assert re.match(r"\S+ \S+ (\?|!)", marked), marked
    page.click(".summary li button >> nth=-1")
    assert here(page)[0] == ["车二进七"]
    page.wait_for_timeout(400)  # the bar glides
    bar = page.locator(".bar i").bounding_box()["height"] / page.locator(".bar").bounding_box()["height"]
    assert bar < 0.25, "red has lost its chariot"
    page.click("nav a >> nth=0")
    assert page.url.endswith("games.html") and page.locator(".boyi-index tbody tr").count() == 2


@pytest.mark.parametrize("name", ["games.html", "games/1.html", "zh.html", "gomoku.html", "connect4.html"])
@pytest.mark.parametrize(("width", "scheme"), [(400, "light"), (400, "dark"), (1280, "light"), (1280, "dark")])
def test_pages_fit_phones_and_screens_light_and_dark(name, width, scheme, open_page):
    page = open_page(name, width, 850, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    colours = page.evaluate(
        "(() => { const s = getComputedStyle(document.body); return [s.color, s.backgroundColor] })()"
    )
    lightness = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours]
    assert (lightness[0] > lightness[1]) == (scheme == "dark")
    if "games.html" not in name:
        page.keyboard.press("ArrowRight")
        board = page.locator(".picture").bounding_box()
        assert 250 < board["width"] <= width and board["x"] >= 0
        small = [button.bounding_box() for button in page.locator(".buttons button").all()]
        assert all(box["height"] >= 36 and box["width"] >= 40 for box in small), "a finger finds the buttons"
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name.replace('/', '-')}-{width}-{scheme}.png", full_page=True)


def test_paper_has_moves_and_diagrams_of_marked_moves(open_page):
    page = open_page("games/1.html")
    page.emulate_media(media="print")
    assert not page.locator(".buttons").is_visible() and not page.locator(".left").is_visible()
    marked = page.locator(".detail.marked")
    assert marked.count() >= 1 and all(each.is_visible() for each in marked.all())
    assert marked.locator(".diagram svg").count() == marked.count()
    assert not page.locator(".detail:not(.marked)").first.is_visible()
    moves = page.locator(".moves")
    assert moves.evaluate("(list) => list.scrollHeight <= list.clientHeight + 1"), "the whole list is printed"
    assert page.pdf(format="A4")[:4] == b"%PDF"


def test_without_scripts_there_is_a_board_with_moves(browser, folder):
    page = browser.new_page(java_script_enabled=False)
    page.goto((folder / "zh.html").as_uri())
    assert page.locator(".picture svg").is_visible() and page.locator(".moves button").count() == 10
    page.close()
