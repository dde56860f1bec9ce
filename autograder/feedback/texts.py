"""Turns the texts of a notebook into HTML: code with its colours, Markdown with its formulas.

The same cells come in every submission, so what was turned once is kept. Long texts are shown without
colours: a student's text must not cost the time of the others.
"""

import html
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from autograder.feedback.clean import harmless_html, shortened

MOST_COLOURED = 30_000
MOST_MARKDOWN = 60_000


@lru_cache(maxsize=2048)
def code(source: str) -> str:
    """Give Python source as a box of coloured HTML."""
    if len(source) > MOST_COLOURED:
        return f'<div class="code"><pre>{html.escape(shortened(source))}</pre></div>'
    lexer, formatter, highlight = _colours()
    return f'<div class="code"><pre>{highlight(source, lexer, formatter).rstrip()}</pre></div>'


@cache
def _colours() -> tuple[Any, Any, Any]:
    pygments, python = import_module("pygments"), import_module("pygments.lexers.python")
    formatter = import_module("pygments.formatters.html").HtmlFormatter(nowrap=True)
    return python.PythonLexer(stripnl=False), formatter, pygments.highlight


@lru_cache(maxsize=2048)
def markdown(text: str) -> str:
    """Give Markdown as HTML that is safe to show, formulas in a script-free form.

    >>> markdown("*a* <script>x</script>")
    '<p><em>a</em> </p>\\n'
    """
    if len(text) > MOST_MARKDOWN:
        return f"<pre>{html.escape(shortened(text))}</pre>"
    rendered: str = _renderer()(text)
    return harmless_html(rendered)


@cache
def _renderer() -> Any:
    mistune = import_module("mistune")
    return mistune.create_markdown(escape=False, plugins=["table", "math", "strikethrough", "url"])
