"""What a course may set in its nbgrader_config.py: `c.NbJudge.workers = 4` and the like.

Each setting is a field of `Options`, which has its type and its default; those of limits are in `Limits`.
They are read by a class of traitlets that is made of these fields, with the rest of nbgrader's configuration,
so that a course has one place for all.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import new_class
from typing import Any

from traitlets import Bool, Float, Integer, List, Unicode
from traitlets.config import Config, Configurable

from nbjudge.tasks import Limits

SECTIONS = ("scores", "misconceptions", "questions", "students", "similar", "notes")


@dataclass(frozen=True)
class Options:
    """The settings of a course as plain data: what a worker is told when it starts."""

    workers: int = 0  # how many submissions run at once; 0 means one for each core
    preload: tuple[str, ...] = ()  # modules to load once for all, besides those that cells import
    hide: tuple[str, ...] = ()  # modules that a student's process must not have: the reference, libraries
    visible: tuple[str, ...] = ()  # folders that students' code and tests may read: a package of the course
    judge_visible: tuple[str, ...] = ()  # folders that only the tests may read: the reference
    show_hidden: bool = False  # whether feedback may show what hidden tests say
    secret_file: str = os.path.join(".nbjudge", "secret")  # what decides the hidden draws
    golden_directory: str = "golden"  # where the golden records of the assignments lie
    rubric_directory: str = "rubrics"  # where their rubrics lie
    extensions_file: str = ""  # who has longer for what: a CSV file
    people_file: str = ""  # who each student is to an LMS: a CSV file
    late_rule: str = "nbgrader"  # by which late submissions lose points
    report_sections: tuple[str, ...] = SECTIONS  # of the page about the class, in their order
    formgrader: str = "http://localhost:8888/formgrader"  # where it is, for links from that page
    leave_out_illustrations: bool = False  # whether cells that no mark depends on are not run
    limits: Limits = field(default_factory=Limits)  # each is a setting of its own: c.NbJudge.cell_seconds
    unsafe: bool = False  # without any protection: only for code that you would run yourself
    level: str = ""  # the least level of protection at which submissions may run: 3, 3b, 2, 1
    executor: str = "sandbox"  # what runs a notebook: a name of the group nbjudge.executors
    backend: str = "local"  # what runs submissions: a name of the group nbjudge.backends
    cluster: str = ""  # where the scheduler of the backend dask is: tls://host:8786
    watch_pause_seconds: float = 60.0  # how long after a result a student's next submission waits
    log_file: str = ""  # to which a line is added for each result
    log_json: bool = False  # whether these lines are JSON
    metrics_file: str = ""  # for numbers about the work, as Prometheus's node_exporter reads them

    @property
    def own_code(self) -> tuple[str, ...]:
        """Folders with code of the course's own: when it changes, results are out of date."""
        return (*self.visible, *self.judge_visible)

    @property
    def own_packages(self) -> tuple[str, ...]:
        """Name these folders as the packages that they are."""
        return tuple(os.path.basename(os.path.normpath(folder)) for folder in self.own_code)

    def to_json(self) -> dict[str, object]:
        """Give the options as data that JSON can hold.

        >>> Options.from_json(Options(hide=("sklearn",)).to_json()).hide
        ('sklearn',)
        """
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Options":
        """Read what `to_json` gave."""
        return cls(**{**_with_tuples(data), "limits": Limits(**data["limits"])})


_DEFAULTS = {one.name: one.default for one in fields(Options) if one.name != "limits"}
_LIMITS = {one.name: one.default for one in fields(Limits) if one.name != "grace_seconds"}
_FOLDERS = ("visible", "judge_visible")
_TRAITS = {bool: Bool, float: Float, int: Integer, str: Unicode}

_traits = {  # what reads each setting out of a configuration, and refuses a value of another type
    name: (
        List(Unicode(), list(default)) if isinstance(default, tuple) else _TRAITS[type(default)](default)
    ).tag(config=True)
    for name, default in {**_DEFAULTS, **_LIMITS}.items()
}
NbJudge = new_class("NbJudge", (Configurable,), exec_body=lambda body: body.update(_traits))


def from_config(config: Config, root: str) -> Options:
    """Read the options out of the configuration of a course that lies at `root`."""
    given = NbJudge(config=config)
    values = {name: getattr(given, name) for name in _DEFAULTS}
    values |= {name: [os.path.join(root, folder) for folder in values[name]] for name in _FOLDERS}
    values["formgrader"] = values["formgrader"].rstrip("/")
    return Options(**_with_tuples(values), limits=Limits(**{name: getattr(given, name) for name in _LIMITS}))


def _with_tuples(values: Mapping[str, object]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list | tuple) else value for name, value in values.items()
    }
