"""Turns LaTeX formulas into MathML, which every browser of today draws without a script.

A formula that cannot be turned is shown as it was typed. The result holds only what draws formulas.
"""

import html
from functools import lru_cache
from xml.etree import ElementTree

MOST = 4000  # characters of one formula
_NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
_TAGS = """
    math menclose mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot
    mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics
"""
_ATTRIBUTES = """
    accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence
    form frame height largeop linethickness lspace mathsize mathvariant maxsize minsize movablelimits
    notation rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width
"""  # no links, no styles
_BARS = frozenset("|∣‖∥")  # of a norm: unless told to, they are not to grow with an exponent beside them
_NAMES = frozenset(("log", "ln", "exp", "sin", "cos", "tan", "arg"))  # set with a little room, as in 2 log n
_KNOWN, _KEPT = frozenset(_TAGS.split()), frozenset(_ATTRIBUTES.split())


class _NoFormula(Exception):
    """What was made of a formula holds more than a formula."""


@lru_cache(maxsize=4096)
def mathml(formula: str, block: bool = False) -> str:
    r"""Give a formula as MathML, or as escaped text.

    >>> mathml("x^2").startswith("<math")
    True
    >>> mathml(r"\\frac{")
    '<code>\\\\frac{</code>'
    """
    typed = f"<code>{html.escape(formula)}</code>"
    if len(formula) > MOST:
        return typed
    try:
        from latex2mathml.converter import convert  # only where there are formulas

        made = convert(formula, display="block" if block else "inline")
        root = ElementTree.fromstring(made)
        _clean(root)
        return ElementTree.tostring(root, encoding="unicode", default_namespace=None)
    except Exception:  # whatever a student typed: the formula is shown as text
        return typed


def _clean(element: ElementTree.Element) -> None:
    element.tag = element.tag.removeprefix(_NAMESPACE)
    if element.tag not in _KNOWN:
        raise _NoFormula(element.tag)
    element.attrib = {name: value for name, value in element.attrib.items() if name in _KEPT}
    if element.tag == "mo" and element.text in _BARS:
        element.attrib.setdefault("stretchy", "false")
    if element.text:
        element.text = element.text.replace("\\_", "_")  # a name such as var\\_smoothing
    for child in element:
        _clean(child)
    for place, child in reversed(list(enumerate(element))):
        if _named(child):
            if place + 1 < len(element) and not _opens(element[place + 1]):
                element.insert(place + 1, _room())
            if place and element[place - 1].tag not in ("mo", "mspace"):
                element.insert(place, _room())


def _named(element: ElementTree.Element) -> bool:
    return element.tag == "mi" and element.text in _NAMES


def _opens(element: ElementTree.Element) -> bool:
    """Return whether it is or begins with a bracket, or is any other sign that keeps its own distance."""
    return element.tag == "mo" or (element.tag == "mrow" and len(element) > 0 and _opens(element[0]))


def _room() -> ElementTree.Element:
    return ElementTree.Element("mspace", {"width": "0.17em"})
