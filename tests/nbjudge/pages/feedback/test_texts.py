"""What one process turned into HTML is shown by another as if it had turned it itself."""

import pytest

from nbjudge.pages.feedback import texts

CODE = "def square(x):\n    return x * x\n"
WRITTEN = "The *area* is $x^2$, and\n$$\\sqrt{x}$$\nis the side. <script>alert(1)</script>"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Begin as a process does that has turned nothing, and leave nothing to the next test."""
    monkeypatch.setattr(texts, "_known_code", {})
    monkeypatch.setattr(texts, "_known_markdown", {})
    forget()
    yield
    forget()


def forget():
    for kept in (texts.code, texts._rendered, texts._finished, texts.know):
        kept.cache_clear()


def broken(*_arguments, **_options):
    raise AssertionError("it was turned again")


def test_code_and_formulas_are_turned_once_for_all_processes(monkeypatch):
    expected = texts.code(CODE), texts.markdown(WRITTEN)
    content = texts.turned([CODE], [WRITTEN])
    assert "<math" in expected[1]
    assert "<script" not in expected[1]
    forget()
    monkeypatch.setattr(texts, "_MARK", "formula-of-another-process-")
    monkeypatch.setattr(texts, "_MARKED", texts.re.compile(r"formula-of-another-process-(\d+)-"))
    monkeypatch.setattr(texts, "_coloured", broken)
    monkeypatch.setattr(texts, "mathml", broken)
    texts.know(content)
    assert (texts.code(CODE), texts.markdown(WRITTEN)) == expected
    with pytest.raises(AssertionError, match="turned again"):
        texts.code(CODE + "\n")


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"{", b"[]", b"{}", b'{"mark": 1, "code": {}, "markdown": {"a": 1}}']
)
def test_what_is_nothing_of_the_kind_is_left(content):
    texts.know(content)
    assert texts.code("1") == texts.code.__wrapped__("1")
    assert "<p>a</p>" in texts.markdown("a")
