"""Draws the moving picture of the README: the engine thinks on the board of ``boyi.view``, and a switch is turned.

``make picture`` runs it by hand, where Chromium and a font with Chinese characters are installed. Everything on it is
real: the board is the widget's own page, and the trees are recorded searches.
"""

import argparse
import base64
import io
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import boyi
from boyi import lab
from boyi.board.widget import View

TARGET = Path(__file__).parent / "_static" / "switch.gif"
PRESET, SWITCH = "fruit", "null_move"
POSITION = 2
"""Which position of the suite ``xiangqi/middlegame``."""
THINKING, DEPTH, PLIES = 8, 4, 2
"""Depth of the search on the board, and of the trees; plies of the trees that are drawn."""
STEPS = 12
"""Pictures in which a tree grows."""
WIDTH, HEIGHT, BOARD = 860, 600, 340
COLOURS = 255
MOST_BYTES = 1_000_000

STYLE = """
body { margin: 0; background: #fff; color: #222; font: 15px/1.4 "DejaVu Sans", system-ui, sans-serif; }
main { display: flex; gap: 24px; padding: 12px; box-sizing: border-box; height: 100vh; overflow: hidden; }
#board { flex: 0 0 340px; overflow: hidden; align-content: flex-start; }
#tree { flex: 1; display: flex; flex-direction: column; min-width: 0; gap: 10px; }
#switch { display: flex; align-items: center; gap: 10px; font-size: 18px; }
#knob { width: 46px; height: 24px; border-radius: 12px; background: #b5b5b5; position: relative; }
#knob::after {
  content: ""; position: absolute; top: 3px; left: 3px; width: 18px; height: 18px; border-radius: 9px; background: #fff;
}
#knob.on { background: #0f7b6c; }
#knob.on::after { left: 25px; }
#trees { display: flex; gap: 20px; flex: 1; min-height: 0; }
#trees div { flex: 1; min-width: 0; overflow: hidden; }
#trees p { margin: 0; height: 24px; font-weight: 600; }
#trees hr { height: 14px; width: 0; margin: 0 0 10px; border: 0; background: #1557b0; }
#trees svg { width: 100%; height: auto; }
"""

SCRIPT = """async ([source, state]) => {
    const listeners = [];
    window.show = (next) => { Object.assign(state, next); listeners.forEach((call) => call()); };
    const model = {
        get: (name) => state[name], send: () => {}, off: () => {}, on: (_, call) => listeners.push(call),
        set: () => {}, save_changes: () => {},
    };
    const page = await import("data:text/javascript;base64," + source);
    page.default.render({ model, el: document.querySelector("#board") });
}"""

Picture = tuple[Image.Image, int]
"""An image and how many milliseconds it stays."""


def states(view: View) -> list[dict[str, Any]]:
    """What the widget tells its page while the engine thinks, from the beginning to the end."""
    told = [{"_scene": view._scene}]
    view.observe(lambda change: told.append({"_scene": change["new"]}), "_scene")
    view.think()
    view.wait()
    return told


def opened(page: Page, first: dict[str, Any]) -> None:
    """Shows the widget's own page in its first state, with an empty place for trees beside it."""
    folder = Path(boyi.board.__file__).parent
    style = STYLE + (folder / "board.css").read_text(encoding="utf-8")
    switch = f'<div id="switch"><span id="knob" class="on"></span><code>{SWITCH}</code></div>'
    trees = f'<div id="trees">{"<div><p></p><hr><span></span></div>" * 2}</div>'
    page.set_content(f'<style>{style}</style><main><div id="board"></div><div id="tree">{switch}{trees}</div></main>')
    page.evaluate(SCRIPT, [base64.b64encode((folder / "board.js").read_bytes()).decode(), first])


def shot(page: Page, milliseconds: int) -> Picture:
    """The page as it is."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB"), milliseconds


def grown(page: Page, column: int, tree: lab.Tree, most: int) -> Iterator[Picture]:
    """A tree that grows in the order of its search, under a bar of its number of nodes; ``most`` fill the column."""
    page.evaluate(
        "([column, svg]) => { document.querySelector('#trees').children[column].lastChild.innerHTML = svg; }",
        [column, tree.svg(plies=PLIES)],
    )
    for step in range(1, STEPS + 1):
        nodes = round(len(tree) * step / STEPS)
        page.evaluate(
            """([column, part, said, width]) => {
                const [text, bar, place] = document.querySelector("#trees").children[column].children;
                text.textContent = said;
                bar.style.width = `${width}%`;
                place.firstElementChild.style.clipPath = `inset(0 0 ${100 - 100 * part}% 0)`;
            }""",
            [column, step / STEPS, f"{'off' if column else 'on'}: {nodes:,} nodes", 100 * nodes / most],
        )
        yield shot(page, 120)


def pictures(page: Page) -> Iterator[Picture]:
    """The whole story: the engine thinks; the tree with the switch on; the tree with the switch off."""
    position = lab.suite("xiangqi/middlegame")[POSITION]
    config = boyi.Config.preset(PRESET, position.game)
    trees = [lab.trace(config.replace(**{SWITCH: on}), position, depth=DEPTH) for on in (True, False)]
    first, *later = states(boyi.view(position, config, depth=THINKING, time=60, size=BOARD))
    opened(page, first)
    yield shot(page, 1200)
    for each in later:
        page.evaluate("(state) => window.show(state)", each)
        yield shot(page, 350)
    for column, on in enumerate((True, False)):
        page.evaluate("(on) => document.querySelector('#knob').classList.toggle('on', on)", on)
        yield shot(page, 1000)
        yield from grown(page, column, trees[column], max(map(len, trees)))
    yield shot(page, 2500)


def saved(shown: list[Picture], target: Path) -> None:
    """Writes the pictures as one GIF with common colours.

    Raises:
        SystemExit: if the file is larger than a README should load.
    """
    both = Image.new("RGB", (WIDTH, 2 * HEIGHT))  # the switch is on in the second picture, and off in the last one
    both.paste(shown[1][0], (0, 0))
    both.paste(shown[-1][0], (0, HEIGHT))
    palette = both.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image, _ in shown]
    durations = [milliseconds for _, milliseconds in shown]
    images[0].save(target, save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=True)
    size = target.stat().st_size
    print(f"{target.name}: {len(shown)} pictures, {size:,} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"{target.name} has {size:,} bytes: expected at most {MOST_BYTES:,}")


def main() -> None:
    """Draws the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=TARGET, help="the file to write")
    target = parser.parse_args().out
    if not subprocess.run(["fc-list", ":lang=zh"], capture_output=True, check=True).stdout:
        raise SystemExit("no font with Chinese characters: expected one, for example the package fonts-noto-cjk")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        story = list(pictures(page))
        saved([story[-1], *story], target)  # where pictures do not move, the first one is shown
        browser.close()


if __name__ == "__main__":
    main()
