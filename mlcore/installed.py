"""Is what is installed enough for the course? What the first cells of the notebooks ask.

needs   refuse, in one line, a package that is too old for a notebook
report  each library with its version, and what to do where one is missing or too old
"""

import sys
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement
from packaging.version import Version

import mlcore

EXTRA = "lab"  # what a student's environment has beyond the package itself


class TooOld(ImportError):
    """What is installed does not fit the notebook; a notebook shows the sentence alone, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"Not yet: {self}"]


def needs(wanted: str) -> None:
    """Refuse a package older than a notebook needs.

    Parameters
    ----------
    wanted : str
        The first version of mlcore that the notebook runs with.

    Raises
    ------
    TooOld
        If this mlcore is older.

    Examples
    --------
    >>> needs("0.1")
    """
    if Version(mlcore.__version__) < Version(wanted):
        raise TooOld(
            f"this notebook needs mlcore {wanted} or newer, and here is {mlcore.__version__}. "
            f"Install the newer one (START_HERE.ipynb says how), then restart the kernel."
        )


def report() -> str:
    """Say of Python and of each library whether it is there and new enough.

    Returns
    -------
    str
        A line for each, and a last line that says what to do.

    Examples
    --------
    >>> print(report().splitlines()[0].split()[0])
    Python
    """
    lines = [
        f"{'Python':14}{sys.version.split()[0]:12}{sys.executable}",
        f"{'mlcore':14}{mlcore.__version__}",
    ]
    wrong = 0
    for requirement in _wanted():
        line, fits = _line(requirement)
        lines.append(line)
        wrong += not fits
    way_out = f'"{sys.executable}" -m pip install --upgrade "mlcore[{EXTRA}]"'
    last = "All of it fits. Go on."
    if wrong:
        does = "does" if wrong == 1 else "do"
        last = f"{wrong} of these {does} not fit. In a terminal: {way_out}. Then restart the kernel."
    return "\n".join([*lines, "", last])


def _wanted() -> list[Requirement]:
    """Return what mlcore asks for on this machine with a student's extra, by the alphabet."""
    try:
        listed = [Requirement(line) for line in requires("mlcore") or []]
    except PackageNotFoundError:  # run from a folder that was never installed
        return []
    extras, wanted = {""}, {}
    new = {EXTRA}
    while new:  # an extra may ask for another one: mlcore[demos], and that for mlcore[plot]
        extras |= new
        asked = [one.extras for one in listed if one.name == "mlcore" and _applies(one, extras)]
        new = set().union(*asked) - extras
    for requirement in listed:
        if requirement.name != "mlcore" and _applies(requirement, extras):
            wanted[requirement.name] = requirement
    return [wanted[name] for name in sorted(wanted)]


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def _line(requirement: Requirement) -> tuple[str, bool]:
    try:
        found = version(requirement.name)
    except PackageNotFoundError:
        return f"{requirement.name:14}{'missing':12}wanted: {requirement.specifier}", False
    fits = requirement.specifier.contains(found, prereleases=True)
    return (
        f"{requirement.name:14}{found:12}{'' if fits else f'wanted: {requirement.specifier}'}".rstrip(),
        fits,
    )
