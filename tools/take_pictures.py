"""Take the pictures of the README: ``make pictures``, after ``make CLASS=knn grade``.

    panel.png   what a student reads under a task, for a wrong answer
    report.png  the page about a class of made-up students

Chromium must be there (CHROMIUM=/path for another than the system's); each picture is in few colours, and has
two pixels for each of the page's, so that it is sharp on screens of today and where a forge makes it wider.
"""

import argparse
import io
import os
import shutil
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from mlcore.exercises import check

COLOURS = 64
WIDTH = 820  # of a page, as wide as a forge shows a README
# The lower end of the last line, row or picture that fits.
LINES = "p, li, tr, h1, h2, img, svg, div"
WHOLE_LINES = """([lines, most]) => Math.ceil(Math.max(...[...document.querySelectorAll(lines)]
    .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().bottom)
    .filter(bottom => bottom <= most - 2))) + 2"""


def predict(model: dict[str, object], Q: object) -> object:
    """Ask the nearest neighbour only, whatever k is: a mistake that students make."""
    distances = [[model["metric"](q, x) for x in model["X"]] for q in Q]
    return np.asarray(model["y"])[np.argmin(distances, axis=1)]


def main() -> None:
    """Take both pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graded", type=Path, help="the folder of a graded class")
    parser.add_argument("to", type=Path)
    options = parser.parse_args()
    report = options.graded / "summary" / "01_knn" / "report.html"
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("There is no Chromium: apt install chromium, or CHROMIUM=/path")
    if not report.is_file():
        sys.exit(f"There is no {report}: make CLASS=knn grade")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        panel = f"<body style='font:16px sans-serif'>{check('knn.predict', predict)._repr_html_()}"
        write(picture_of(browser, panel, 900), options.to / "panel.png")
        write(picture_of(browser, report.read_text(encoding="utf-8"), 700), options.to / "report.png")
        browser.close()


def picture_of(browser: Browser, html: str, most: int) -> bytes:
    """Return the upper part of a page; what would be cut in the middle of a line is left out."""
    size = {"width": WIDTH, "height": most}
    page = browser.new_context(viewport=size, device_scale_factor=2).new_page()
    page.set_content(html)
    height = page.evaluate(WHOLE_LINES, [LINES, most])
    taken = page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": height})
    page.context.close()
    return taken


def write(png: bytes, path: Path) -> None:
    """Write a picture in few colours."""
    with Image.open(io.BytesIO(png)) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
