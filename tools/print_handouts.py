"""Print the site's units and demonstrations as PDF: ``make handouts``, from what `make docs` has built.

On paper no fold can be opened: notes are printed open, answers and solutions are left out, and so is what a
check said of our own answer. The look is that of the site, `@media print` in docs/site/_static/site.css.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOR_PAPER = """() => {
    for (const fold of document.querySelectorAll('details')) {
        const title = fold.querySelector('summary')?.textContent.trim() ?? '';
        if (fold.matches('.hide, .answer') || /^(Answer|A possible answer)/.test(title)) fold.remove();
        else fold.open = true;
    }
    for (const panel of document.querySelectorAll('.cell_output [role=group][aria-label^="Check of"]'))
        panel.closest('.cell_output').remove();
    document.documentElement.dataset.theme = 'light';
}"""
FOOTER = (
    '<div style="width: 100%; font: 8px sans-serif; color: #555; padding: 0 16mm; display: flex;'
    ' justify-content: space-between"><span class="title"></span>'
    '<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>'
)


def main() -> None:
    """Print every page of the two kinds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("to", type=Path)
    options = parser.parse_args()
    pages = [page for kind in ("units", "demos") for page in sorted((options.site / kind).glob("*.html"))]
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not pages:
        sys.exit(f"There is no site in {options.site}: make docs")
    if chromium is None:
        sys.exit("There is no Chromium: apt install chromium, or CHROMIUM=/path")
    options.to.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for path in pages:
            page = browser.new_page()
            page.goto(path.resolve().as_uri())
            (options.to / f"{path.stem}.pdf").write_bytes(printed(page))
            page.close()
        browser.close()
    size = sum(path.stat().st_size for path in options.to.glob("*.pdf")) / 1e6
    print(f"{len(pages)} handouts, {size:.0f} MB: {options.to}")


def printed(page: Page) -> bytes:
    """Return a page as PDF, with headings that a reader can jump to and a screen reader knows."""
    page.evaluate(FOR_PAPER)
    paper = page.pdf(
        prefer_css_page_size=True, print_background=True, tagged=True, outline=True,
        display_header_footer=True, header_template="<span></span>", footer_template=FOOTER,
    )  # fmt: skip
    return paper


if __name__ == "__main__":
    main()
