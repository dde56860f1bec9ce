"""Turns the texts of a notebook into HTML: code with its colours, Markdown with its formulas and pictures.

The same cells come in every submission, so what was turned once is kept, and what another process turned
can be known here. Long texts are shown without colours: a student's text must not cost the time of the
others.
"""

import base64
import contextlib
import html
import json
import re
import secrets
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from pathlib import Path

from nbjudge.course.files import read_bytes
from nbjudge.pages.feedback.clean import harmless_html, shortened
from nbjudge.pages.feedback.formulas import mathml

MOST_COLOURED = 30_000
MOST_MARKDOWN = 60_000
MOST_PICTURE = 1 << 20
MOST_ENVIRONMENTS = 50
_KINDS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp"}
_PICTURE = re.compile(r'(?<=src=")(?![a-z]+:)[^"<>]{1,200}(?=")')
_ENVIRONMENT = re.compile(r"^\\begin\{(\w{1,20}\*?)\}.*?\\end\{\1\}", re.DOTALL | re.MULTILINE)
_MARK = f"formula-{secrets.token_hex(8)}-"  # stands for a formula while the rest is made harmless
_MARKED = re.compile(rf"{_MARK}(\d+)-")
Pictures = tuple[tuple[str, str], ...]
_known_code: dict[str, str] = {}
_known_markdown: dict[str, tuple[str, tuple[str, ...]]] = {}


def turned(codes: Iterable[str], written: Iterable[str]) -> bytes:
    """Turn texts that every submission holds, for other processes to `know`."""
    data = {
        "mark": _MARK,
        "code": {source: code(source) for source in codes},
        "markdown": {text: _rendered(text) for text in written},
    }
    return json.dumps(data).encode()


@cache
def know(content: bytes) -> None:
    """Take over what another process has `turned`; what is nothing of the kind is left."""
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
        data = json.loads(content)
        here = {
            text: (rendered.replace(data["mark"], _MARK), tuple(formulas))
            for text, (rendered, formulas) in data["markdown"].items()
        }
        _known_code.update(data["code"])
        _known_markdown.update(here)


@lru_cache(maxsize=2048)
def code(source: str) -> str:
    """Give Python source as a box of coloured HTML."""
    if known := _known_code.get(source):
        return known
    if len(source) > MOST_COLOURED:
        return f'<div class="code"><pre>{html.escape(shortened(source))}</pre></div>'
    return f'<div class="code"><pre>{_coloured()(source).rstrip()}</pre></div>'


@cache
def _coloured() -> Callable[[str], str]:
    import pygments  # when there is a page to be made
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

    return partial(pygments.highlight, lexer=PythonLexer(stripnl=False), formatter=HtmlFormatter(nowrap=True))


def markdown(text: str, folder: Path | None = None) -> str:
    """Give Markdown as HTML that is safe to show; pictures that lie in the folder become part of it.

    >>> markdown("*a* <script>x</script>")
    '<p><em>a</em> </p>\\n'
    """
    if len(text) > MOST_MARKDOWN and "](data:" not in text:
        return f"<pre>{html.escape(shortened(text))}</pre>"
    rendered, formulas = _rendered(text)
    names = sorted(set(_PICTURE.findall(rendered))) if folder else []
    pictures = tuple((name, found) for name in names if folder and (found := _picture(folder, name)))
    return _finished(rendered, formulas, pictures)


@lru_cache(maxsize=2048)
def _rendered(text: str) -> tuple[str, tuple[str, ...]]:
    """Render Markdown; formulas are kept apart, with marks in their places."""
    if known := _known_markdown.get(text):
        return known
    formulas: list[str] = []
    if text.count("\\begin") <= MOST_ENVIRONMENTS:
        text = _ENVIRONMENT.sub(lambda match: f"\n$$\n{match[0]}\n$$\n", _without_dollars(text))

    def keep(formula: str, block: bool) -> str:
        formulas.append(mathml(formula.strip(), block))
        return f"{_MARK}{len(formulas) - 1}-"

    import mistune  # when there is a page to be made

    writer = mistune.HTMLRenderer(escape=False)
    render = mistune.create_markdown(renderer=writer, plugins=["table", "math", "strikethrough", "url"])
    writer.register("inline_math", lambda renderer, formula: keep(formula, False))
    writer.register("block_math", lambda renderer, formula: f"<p>{keep(formula, True)}</p>\n")
    return str(render(text)), tuple(formulas)


def _without_dollars(text: str) -> str:
    """Take the dollars away that stand around an environment, so that all environments look the same."""
    return re.sub(r"\$\$\s*(\\begin\{(\w{1,20}\*?)\}[^$]*?\\end\{\2\})\s*\$\$", r"\n\1\n", text)


@lru_cache(maxsize=2048)
def _finished(rendered: str, formulas: tuple[str, ...], pictures: Pictures) -> str:
    known = dict(pictures)
    whole = _PICTURE.sub(lambda match: known.get(match[0], match[0]), rendered)
    return _MARKED.sub(lambda match: _formula(formulas, int(match[1])), harmless_html(whole))


def _formula(formulas: tuple[str, ...], number: int) -> str:
    return formulas[number] if number < len(formulas) else ""


def is_picture(name: str, size: int) -> bool:
    """Whether a file of this name and size may become part of a page.

    >>> is_picture("plots/tree.PNG", 1000), is_picture("data.csv", 1000)
    (True, False)
    """
    return Path(name).suffix.lower() in _KINDS and size <= MOST_PICTURE


def _picture(folder: Path, name: str) -> str:
    """Read a picture that lies beside the notebook; give nothing if it is none, or lies elsewhere."""
    path = folder / name
    kind = _KINDS.get(path.suffix.lower())
    if kind is None or ".." in path.parts or Path(name).is_absolute():
        return ""
    try:
        content = read_bytes(path, MOST_PICTURE)
    except (OSError, ValueError):
        return ""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
