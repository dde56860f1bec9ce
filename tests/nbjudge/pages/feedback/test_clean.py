"""Nothing active is left of what a student displayed, whatever it was."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.pages.feedback.clean import (
    MOST_OUTPUTS,
    MOST_TEXT,
    harmless_html,
    harmless_markdown,
    harmless_outputs,
)

ACTIVE = re.compile(
    r"<\s*/?\s*(script|style|iframe|object|embed|svg|math|link|meta|base|form|input|button|video|audio)|"
    r"<[^>]*\son\w+\s*=|javascript\s*:|<[^>]*\sstyle\s*=|<[^>]*\ssrc\s*=\s*[\"']?(?!data:image/)",
    re.IGNORECASE,
)
TRICKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src='https://elsewhere.example/pixel.png'>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<div style='position:fixed;top:0;left:0;width:100%;height:100%'>Score: 10/10</div>",
    "<style>.score { display: none } body::before { content: 'Score 10/10' }</style>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<iframe src='https://elsewhere.example'></iframe>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<form action='https://elsewhere.example'><input name=a><button>Send</button></form>",
    "<meta http-equiv='refresh' content='0;url=https://elsewhere.example'>",
    "<base href='https://elsewhere.example/'>",
    "<link rel=stylesheet href='https://elsewhere.example/a.css'>",
    "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
    "</div></section></main><h1>Score 10/10</h1>",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_html_tricks_become_harmless(trick: str):
    cleaned = harmless_html(f"<b>kept</b>{trick}")
    assert "<b>kept</b>" in cleaned
    assert not ACTIVE.search(cleaned), cleaned
    assert "</div>" not in cleaned or "<div>" in cleaned
    assert "class=" not in cleaned
    assert "id=" not in cleaned


def test_a_data_frames_table_stays():
    table = '<table border="1" class="dataframe"><tr><th>a</th></tr><tr><td>1</td></tr></table>'
    assert "<td>1</td>" in harmless_html(table)
    assert 'border="1"' in harmless_html(table)


@pytest.mark.parametrize("trick", [*TRICKS, "[x](java&Tab;script:alert(1))", "[x](&#106;avascript:alert(1))"])
def test_markdown_tricks_become_harmless_for_nbgraders_pages(trick: str):
    from nbconvert.filters import markdown2html

    rendered = markdown2html(harmless_markdown(f"**kept** {trick}"))
    assert "<strong>kept</strong>" in rendered
    assert not ACTIVE.search(rendered), rendered


def test_written_mathematics_and_simple_tags_stay_as_they_are():
    text = "Since $a < b$ and 1 < 2, **x** is <b>small</b>; see <https://example.org/a>."
    assert harmless_markdown(text) == text


def displayed(data: dict[str, object]) -> dict[str, object]:
    return harmless_outputs([{"output_type": "display_data", "data": data, "metadata": {"x": 1}}])[0]["data"]


def test_scripts_and_widgets_are_named_in_their_place():
    data = displayed({"application/javascript": "alert(1)", "application/vnd.jupyter.widget-view+json": {}})
    assert list(data) == ["text/plain"]
    assert "application/javascript" in data["text/plain"]


def test_a_drawing_becomes_a_picture():
    data = displayed({"image/svg+xml": "<svg><script>alert(1)</script></svg>"})
    assert data["text/html"].startswith('<img alt="drawing" src="data:image/svg+xml;base64,')
    assert "script" not in data["text/html"]


def test_a_picture_is_base64_or_nothing():
    good = base64.b64encode(b"picture").decode()
    assert displayed({"image/png": good}) == {"image/png": good}
    assert "image/png" not in displayed({"image/png": '"><script>alert(1)</script>'})


def test_floods_are_cut():
    outputs = harmless_outputs([{"output_type": "stream", "name": "stdout", "text": "x" * 10**6}] * 500)
    assert len(outputs) == MOST_OUTPUTS + 1
    assert all(len(output["text"]) < MOST_TEXT + 100 for output in outputs)


@given(st.text(alphabet=st.sampled_from("<>/=\"' \n&#;:abijnoprst"), max_size=200) | st.sampled_from(TRICKS))
def test_any_html_becomes_harmless(text: str):
    assert not ACTIVE.search(harmless_html(text))


@given(
    st.lists(
        st.fixed_dictionaries({"output_type": st.sampled_from(["stream", "error", "display_data", "x"])}),
        max_size=3,
    )
)
def test_outputs_that_lack_their_parts_do_no_harm(outputs: list[dict[str, object]]):
    harmless_outputs(outputs)


def test_a_picture_from_elsewhere_is_named_and_leaves_no_broken_image():
    cleaned = harmless_html('<img alt="a > b" src="http://e.example/x.png"><img src=x onerror="y()">')
    assert cleaned == "<em>[a picture from elsewhere is left out]</em>" * 2
    kept = '<img width="3" src="data:image/png;base64,AAAA">'
    assert harmless_html(kept) == kept


@pytest.mark.parametrize(
    "picture",
    [
        "![a](http://e.example/x.png)",
        "![a]( http://e.example/x.png)",
        "![a](<http://e.example/x.png>)",
        "![a](//e.example/x.png)",
        "![a](/files/x.png)",
        "![a](ht\\tp://e.example/x.png)",
        "![a](http\\://e.example/x.png)",
        "![a](\nhttp://e.example/x.png)",
        "![a [b] c](http://e.example/x.png)",
        "![a][there]\n\n[there]: http://e.example/x.png",
        "![there]\n\n[there]: http://e.example/x.png",
        "[![a](http://e.example/x.png)](near.png)",
        "![a](near.png?b=http://e.example/x.png)",
    ],
)
def test_no_picture_is_fetched_from_elsewhere_by_nbgraders_pages(picture: str):
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    assert "<img" not in markdown2html_mistune(harmless_markdown(picture))


@pytest.mark.parametrize(
    "picture",
    [
        "![a](near.png)",
        "![a](figures/near-1.png)",
        '![](near.png "title")',
        "![a](attachment:near.png)",
        "![a](data:image/png;base64,AAAA)",
    ],
)
def test_pictures_beside_the_notebook_stay(picture: str):
    assert harmless_markdown(picture, ["near.png"]) == picture


@pytest.mark.parametrize("name", ["gone.png", "", "ü.png", "a\\_b.png", "a%20b.png", "near.png/x"])
def test_a_picture_that_is_not_attached_does_not_end_nbgraders_page(name: str):
    """nbconvert raises an error then, and the formgrader shows a page without the notebook."""
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    text = f'a ![b](attachment:{name}) ![c](attachment:{name} "d")'
    shown = harmless_markdown(text, ["near.png", "ü.png", "a\\_b.png", "a%20b.png"])
    assert "<img" not in markdown2html_mistune(shown)
    shown = harmless_outputs(
        [{"output_type": "display_data", "data": {"text/markdown": text}, "metadata": {}}]
    )
    assert "<img" not in markdown2html_mistune(shown[0]["data"]["text/markdown"])
