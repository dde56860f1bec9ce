"""What Sphinx needs to know; `make docs` has put pages and notebooks together before (tools/build_site.py).

Nothing is fetched, now or by a reader's browser: formulas become MathML, scripts come with the theme.
"""

import re

from sphinx.application import Sphinx

import mlcore
from nbjudge.pages.feedback.formulas import mathml

project = "mlcore"
author = "The mlcore authors"
copyright = author
release = mlcore.__version__
language = "en"

extensions = ["myst_nb", "numpydoc", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # the notebooks come with their outputs, which nbval compares
nb_render_markdown_format = "myst"
nb_merge_streams = True
numpydoc_show_class_members = False
autodoc_typehints = "none"  # numpydoc's sections say what goes in
autodoc_member_order = "bysource"
toc_object_entries = False  # the headings say the same
exclude_patterns = ["files"]  # to be downloaded, not read
suppress_warnings = ["mystnb.unknown_mime_type"]  # what only a grader reads
pygments_style = "a11y-high-contrast-light"
html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_title = "mlcore"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# These stand alone: a column for a section's other pages would be empty.
ALONE = (
    *("students", "glossary", "notation", "concepts", "teaching", "grading", "extending", "scaling"),
    *("errata", "figures", "reading", "speed", "CONTRIBUTING", "releasing", "SECURITY", "CHANGELOG"),
)
html_sidebars = {page: [] for page in ALONE}
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def _inline(writer, node) -> None:
    formula, mark = mathml(node.astext()), node.get("mark", "")
    writer.body.append(f'<span class="kept-together">{formula}{mark}</span>' if mark else formula)
    raise _skip()


def _display(writer, node) -> None:
    number = f'<span class="eqno">({node["number"]})</span>' if node.get("number") else ""
    # A wide formula is scrolled, by keyboard too.
    writer.body.append(
        f'<div class="formula" tabindex="0" role="group" aria-label="formula">{number}'
        f"{mathml(node.astext(), block=True)}</div>"
    )
    raise _skip()


def _skip() -> Exception:
    from docutils.nodes import SkipNode

    return SkipNode()


def _describe_pictures(app: Sphinx, tree, name: str) -> None:
    """Give each picture of a notebook words for those who do not see it: where it belongs."""
    from docutils import nodes

    for image in tree.findall(nodes.image):
        if not image.get("alt"):
            section = image.parent
            while section is not None and not isinstance(section, nodes.section):
                section = section.parent
            title = section.next_node(nodes.title).astext() if section is not None else name
            image["alt"] = f"Picture drawn by the code above it, in: {title}"


def _keep_marks(app: Sphinx, tree, name: str) -> None:
    """Give a formula the mark that follows it: no line begins with a comma or a question mark."""
    from docutils import nodes

    for formula in tree.findall(nodes.math):
        place = formula.parent.index(formula) + 1
        after = formula.parent[place] if place < len(formula.parent) else None
        found = MARK.match(after.astext()) if isinstance(after, nodes.Text) else None
        if found:
            formula["mark"] = found[0]
            formula.parent[place] = nodes.Text(after.astext()[found.end() :])


MARK = re.compile(r"[,.;:?!)\]”’]+")


def _ours_only(app: Sphinx, what: str, name: str, thing, skip: bool, options) -> bool | None:
    """Leave out what a class has from scikit-learn alone: it is described there; and a field's number."""
    theirs = (getattr(thing, "__module__", None) or "").startswith("sklearn.")
    return True if theirs or (thing.__doc__ or "").startswith("Alias for field number") else None


INDEX = re.compile(r"(?<![\w\\])([^\W\d_]|[Σ∏]|max|min|argmax)_(\{[^}]+\}|\w)(?!\w)")  # θ_{c,j}, n_c
POWER = re.compile(r"(?<=[\w)|])\^(\{[^}]+\}|\([^)]+\)|\w)")


def _formulas(app: Sphinx, what: str, name: str, thing, options, lines: list[str]) -> None:
    """Set the formulas of a docstring: indices low, powers high, and |x| as it stands."""
    if any(line.lstrip().startswith("====") for line in lines):
        return  # a table, whose columns stand where they stand
    for place, line in enumerate(lines):
        if "`" in line or " : " in line or line.lstrip().startswith((">>>", "...")):
            continue
        line = line.replace("|", "\\|")
        line = INDEX.sub(lambda found: rf"{found[1]}\ :sub:`{found[2].strip('{}')}`\ ", line)
        lines[place] = POWER.sub(lambda found: rf"\ :sup:`{found[1].strip('{}')}`\ ", line)


def _say_what_a_fold_holds(app: Sphinx, page: str, template: str, context: dict, tree) -> None:
    """Let a fold be called by the words that are seen on it, not by a label beside them."""
    context["body"] = context.get("body", "").replace(' aria-label="Toggle hidden content"', "")


def setup(app: Sphinx) -> None:
    """Switch on MathML, and words for pictures; keep the reference to what is ours."""
    app.connect("autodoc-skip-member", _ours_only)
    app.connect("autodoc-process-docstring", _formulas, priority=400)  # before numpydoc
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.connect("doctree-resolved", _describe_pictures)
    app.connect("doctree-resolved", _keep_marks)
    app.connect("html-page-context", _say_what_a_fold_holds)
