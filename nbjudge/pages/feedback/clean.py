"""Makes what a student's code displayed harmless, for the page that students get and for the staff's pages.

No script, no handler of events, no resource from elsewhere, no style that could cover a score; as much as a
reader needs and no more. What is taken away is named in its place.
"""

import base64
import binascii
import re
from collections.abc import Collection, Mapping, Sequence

from nbjudge.course.notebook_json import NewOutput, Output

MOST_TEXT = 20_000  # characters of one output that are shown
MOST_HTML = 200_000
MOST_PICTURE = 4 << 20  # of base64
MOST_OUTPUTS = 100  # of one cell
PICTURES = ("image/png", "image/jpeg", "image/gif")
_CUT = "\n… the rest of the output is left out …\n"
_TAGS = """
    a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption
    figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup
    table tbody td tfoot th thead tr tt u ul var wbr
"""
_ATTRIBUTES = {
    "*": {"title", "align", "dir", "lang"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "table": {"border"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "ol": {"start", "type"},
    "col": {"span"},
}
_PICTURE_URL = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*")
_DRAWING = re.compile(r'<img alt="drawing" src="data:image/svg\+xml;base64,[A-Za-z0-9+/]*=*">')
_LAYOUT = (
    r"(?:border|margin|padding)(?:-(?:left|right|top|bottom))?|(?:max|min)-width|display|flex(?:-wrap)?|gap|opacity"
    r"|color|background|line-height|font-(?:family|weight|style)|white-space|overflow-(?:wrap|x)|(?:text|vertical)-align"
)
_OUTSIDE = r"url|image|expression|calc|[\s:]-[\d.]"  # what fetches, or moves a box over others
_STYLE = re.compile(rf"(?:{_LAYOUT})\s*:(?!.*(?:{_OUTSIDE}))[\w\s.,#%()+-]{{1,100}}", re.IGNORECASE)
_SIZE = re.compile(r"\d{1,4}%?")
_NO_PICTURE = re.compile(r'<img(?!(?:\s+\w+="[^"]*")*\s+src=")(?:\s+\w+="[^"]*")*\s*/?>')
_LEFT_OUT = "<em>[a picture from elsewhere is left out]</em>"
_WITH_CONTENT = "script style iframe object noscript template svg math title"
_PLAIN = "b|i|u|em|strong|sub|sup|br|hr|p|code|pre|kbd|small|center|del|s|li|ul|ol"
_PLAIN_TAG = re.compile(rf"</?(?:{_PLAIN})\s*/?>|<https?://[^\s<>]*>", re.IGNORECASE)
_ACTIVE = re.compile(r"<(?=[a-zA-Z/!?])|&(?=#|Tab;|NewLine;|colon;)|(?<=script)(?=\s*:)", re.IGNORECASE)
_NEAR = r"data:image/(?:png|jpeg|gif|webp);base64,|attachment:|[\w.~%+-][\w.~%+/-]{0,300}(?=[)\s])"
_ATTACHED = re.compile(r"!(?=\[[^\[\]\n]*\]\(attachment:([^)\s]*))")
_AS_IT_IS = re.compile(r"[A-Za-z0-9._~+-]+")  # in an address: nothing of it is escaped
_FAR_PICTURE = re.compile(rf"!(?=\[)(?!\[[^\[\]\n]*\]\((?:{_NEAR}))")
_NOTHING = "\u200b"  # a space of no width: it keeps what stands before it from being read as HTML


def harmless_html(text: str, styled: bool = False) -> str:
    """Give HTML without anything active: what a data frame's table or a course's own panel needs stays.

    With `styled` those styles stay that a panel is laid out with: none that leaves its box or fetches.

    >>> harmless_html('<b onclick="x()">2</b><script>alert(1)</script>')
    '<b>2</b>'
    >>> harmless_html('<i style="color:red;position:fixed">2</i>', styled=True)
    '<i style="color:red">2</i>'
    >>> harmless_html('<i style="margin:4px -40em;padding:calc(1px - 9em);display:block">9</i>', styled=True)
    '<i style="display:block">9</i>'
    """
    import nh3  # not by a worker that has only results to check

    cleaned = nh3.clean(
        text[:MOST_HTML],
        tags=set(_TAGS.split()),
        clean_content_tags=set(_WITH_CONTENT.split()),
        attributes={
            tag: names | ({"style"} if styled and tag == "*" else set()) for tag, names in _ATTRIBUTES.items()
        },
        attribute_filter=_attribute,
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer nofollow",
    )
    return _NO_PICTURE.sub(_LEFT_OUT, cleaned)


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Keep an attribute only with a value of the kind that it should have."""
    if name == "src":
        return value if len(value) <= MOST_PICTURE and _PICTURE_URL.fullmatch(value) else None
    if name == "href":
        return None if value.strip().lower().startswith("data:") else value
    if name in ("width", "height"):
        return value if _SIZE.fullmatch(value) else None
    if name == "style":
        return ";".join(part.strip() for part in value.split(";") if _STYLE.fullmatch(part.strip())) or None
    return value


def harmless_markdown(text: str, attached: Collection[str] = ()) -> str:
    """Give Markdown in which no HTML but the simplest is HTML: the other tags are shown as they were typed.

    A picture that does not lie beside the notebook becomes a link: to fetch it tells who reads. So does one
    that is not `attached`: nbconvert, and the formgrader with it, would show nothing of the notebook.

    >>> harmless_markdown("a <b>bold</b> <script>, 1 < 2") == "a <b>bold</b> <\u200bscript>, 1 < 2"
    True
    """

    def broken(match: re.Match[str]) -> str:
        plain = _PLAIN_TAG.match(text, match.start()) is not None
        return match[0] if plain else match[0] + _NOTHING

    def missing(match: re.Match[str]) -> str:
        found = match[1] in attached and _AS_IT_IS.fullmatch(match[1])
        return match[0] if found else match[0] + _NOTHING

    return _ATTACHED.sub(missing, _FAR_PICTURE.sub(f"!{_NOTHING}", _ACTIVE.sub(broken, text)))


def harmless_outputs(outputs: Sequence[Output], styled: bool = False) -> list[NewOutput]:
    """Give outputs that any page may show: known kinds, each of a bounded size, nothing active in them."""
    kept = [made for output in outputs[:MOST_OUTPUTS] if (made := _output(output, styled)) is not None]
    if len(outputs) > MOST_OUTPUTS:
        left = f"… {len(outputs) - MOST_OUTPUTS} more outputs are left out …\n"
        kept.append({"output_type": "stream", "name": "stdout", "text": left})
    return kept


def _output(output: Output, styled: bool) -> NewOutput | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": "stream", "name": name, "text": shortened(joined(output.get("text", "")))}
    if kind == "error":
        lines = [shortened(joined(line)) for line in list(output.get("traceback", ()))[:100]]
        name, value = joined(output.get("ename", "")), joined(output.get("evalue", ""))
        return {"output_type": "error", "ename": name[:200], "evalue": shortened(value), "traceback": lines}
    if kind in ("display_data", "execute_result"):
        data = _data(output.get("data", {}), styled)
        made: NewOutput = {"output_type": kind, "data": data, "metadata": {}}
        return made | ({"execution_count": None} if kind == "execute_result" else {})
    return None


def _data(data: Mapping[str, object], styled: bool) -> dict[str, str]:
    kept: dict[str, str] = {}
    for kind in PICTURES:
        if kind in data and is_picture(joined(data[kind])):
            kept[kind] = joined(data[kind]).replace("\n", "")
    if "image/svg+xml" in data and not kept and len(joined(data["image/svg+xml"])) <= MOST_PICTURE:
        kept["text/html"] = _drawing(joined(data["image/svg+xml"]))
    elif "text/html" in data:
        text = joined(data["text/html"])
        kept["text/html"] = text if is_drawing(text) else harmless_html(text, styled)
    for kind in ("text/markdown", "text/latex"):
        if kind in data:
            kept[kind] = harmless_markdown(shortened(joined(data[kind])))
    if "text/plain" in data:
        kept["text/plain"] = shortened(joined(data["text/plain"]))
    if not kept:
        kept["text/plain"] = f"<a display of kind {', '.join(sorted(map(str, data)))[:100]} is not shown>"
    return kept


def _drawing(text: str) -> str:
    """Show a drawing as a picture: in one, nothing runs and nothing is fetched."""
    content = base64.b64encode(text.encode("utf-8", "replace")).decode()
    return f'<img alt="drawing" src="data:image/svg+xml;base64,{content}">'


def is_drawing(text: str) -> bool:
    """Whether HTML is just what `_drawing` makes: a graded notebook holds it, and its page reads it again."""
    return len(text) <= 2 * MOST_PICTURE and _DRAWING.fullmatch(text) is not None


def is_picture(content: str) -> bool:
    """Whether a text is base64, and of a bounded size."""
    if len(content) > MOST_PICTURE:
        return False
    try:
        base64.b64decode(content.replace("\n", ""), validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def joined(value: object) -> str:
    """Join a text that a notebook may hold as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def shortened(text: str) -> str:
    """Cut the middle out of a text that is too long to be shown.

    >>> len(shortened("x" * 10**6)) < 21_000
    True
    """
    if len(text) <= MOST_TEXT:
        return text
    return text[: MOST_TEXT // 2] + _CUT + text[-MOST_TEXT // 2 :]
