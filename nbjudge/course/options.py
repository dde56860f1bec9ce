"""What a course may set in its nbgrader_config.py: `c.NbJudge.workers = 4` and the like.

One traitlets class, read with the rest of nbgrader's configuration, so that a course has one place for all.
"""

import os
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from traitlets import Bool, Float, Integer, List, Unicode
from traitlets.config import Config, Configurable

from nbjudge.tasks import Limits

SECTIONS = ("scores", "misconceptions", "questions", "students", "similar", "notes")
SECRET_FILE = os.path.join(".nbjudge", "secret")


class NbJudge(Configurable):
    """The keys of the configuration, each with what it is for."""

    preload = List(
        Unicode(), help="Modules to load once for all notebooks, besides those that their cells import."
    ).tag(config=True)
    workers = Integer(0, help="How many submissions run at once; 0 means one for each core.").tag(config=True)
    hide = List(
        Unicode(), help="Modules that a student's process must not have: the reference, libraries."
    ).tag(config=True)
    show_hidden = Bool(False, help="Whether feedback may show what hidden tests say.").tag(config=True)
    secret_file = Unicode(SECRET_FILE, help="Where the secret lies that decides the hidden draws.").tag(
        config=True
    )
    late_rule = Unicode("nbgrader", help="The rule by which late submissions lose points.").tag(config=True)
    extensions_file = Unicode("", help="Who has longer for what: a CSV file.").tag(config=True)
    report_sections = List(
        Unicode(), list(SECTIONS), help="The sections of the page of summary, in their order."
    ).tag(config=True)
    people_file = Unicode("", help="Who each student is to an LMS: a CSV file.").tag(config=True)
    formgrader = Unicode(
        "http://localhost:8888/formgrader", help="Where the formgrader is, for links from the report."
    ).tag(config=True)
    golden_directory = Unicode("golden", help="Where the golden records of the assignments lie.").tag(
        config=True
    )
    rubric_directory = Unicode("rubrics", help="Where the rubrics of the assignments lie.").tag(config=True)
    unsafe = Bool(False, help="Run without any protection. Only for code that you would run yourself.").tag(
        config=True
    )
    cell_seconds = Float(Limits.cell_seconds, help="How long one cell may run.").tag(config=True)
    notebook_seconds = Float(Limits.notebook_seconds, help="How long one notebook may run.").tag(config=True)
    memory_bytes = Integer(Limits.memory_bytes, help="Memory that one notebook may use.").tag(config=True)
    processes = Integer(Limits.processes, help="Processes that one notebook may have.").tag(config=True)
    output_bytes = Integer(Limits.output_bytes, help="Output of a cell that is kept.").tag(config=True)
    displays = Integer(Limits.displays, help="Displays of a cell that are kept.").tag(config=True)
    disk_bytes = Integer(Limits.disk_bytes, help="Room for the files of one notebook.").tag(config=True)
    backend = Unicode(
        "local", help="What runs submissions: worker processes on this machine, or another."
    ).tag(config=True)
    cluster = Unicode("", help="Where the scheduler of the backend dask is: tls://host:8786.").tag(
        config=True
    )
    level = Unicode(
        "", help="The least level of protection at which submissions may run; any, if none is named."
    ).tag(config=True)
    leave_out_illustrations = Bool(
        False, help="Whether cells that no mark depends on are not run: pictures, experiments."
    ).tag(config=True)
    watch_pause_seconds = Float(
        60.0, help="How long after one result a student's next submission waits, while a course is watched."
    ).tag(config=True)
    log_file = Unicode("", help="A file for a line about each result, to which lines are added.").tag(
        config=True
    )
    log_json = Bool(False, help="Whether these lines are JSON.").tag(config=True)
    metrics_file = Unicode(
        "", help="A file for numbers about the work, as Prometheus's node_exporter reads them."
    ).tag(config=True)
    executor = Unicode("sandbox", help="What runs a notebook: the sandbox and the judge, or another.").tag(
        config=True
    )
    visible = List(
        Unicode(), help="Folders that students' code and tests may read: a package of the course."
    ).tag(config=True)
    judge_visible = List(Unicode(), help="Folders that only the tests may read: the reference.").tag(
        config=True
    )


_LISTS = ("hide", "visible", "judge_visible", "preload", "report_sections")


@dataclass(frozen=True)
class Options:
    """The settings of a course as plain data: what a worker is told when it starts."""

    workers: int = 0
    hide: tuple[str, ...] = ()
    show_hidden: bool = False
    unsafe: bool = False
    secret_file: str = SECRET_FILE
    golden_directory: str = "golden"
    late_rule: str = "nbgrader"
    people_file: str = ""
    formgrader: str = "http://localhost:8888/formgrader"
    extensions_file: str = ""
    rubric_directory: str = "rubrics"
    report_sections: tuple[str, ...] = SECTIONS
    limits: Limits = field(default_factory=Limits)
    visible: tuple[str, ...] = ()
    judge_visible: tuple[str, ...] = ()
    preload: tuple[str, ...] = ()
    leave_out_illustrations: bool = False
    backend: str = "local"  # a name of the entry-point group nbjudge.backends
    cluster: str = ""
    level: str = ""  # the name of a level: 3, 3b, 2, 1
    watch_pause_seconds: float = 60.0
    log_file: str = ""
    log_json: bool = False
    metrics_file: str = ""
    executor: str = "sandbox"  # a name of the group nbjudge.executors

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
        lists = {name: tuple(data[name]) for name in _LISTS}
        return cls(**{**data, **lists, "limits": Limits(**data["limits"])})


def from_config(config: Config, root: str) -> Options:
    """Read the options out of the configuration of a course that lies at `root`."""
    given = NbJudge(config=config)
    limits = {
        limit.name: getattr(given, limit.name) for limit in fields(Limits) if limit.name != "grace_seconds"
    }
    return Options(
        workers=given.workers,
        hide=tuple(given.hide),
        show_hidden=given.show_hidden,
        unsafe=given.unsafe,
        secret_file=given.secret_file,
        golden_directory=given.golden_directory,
        late_rule=given.late_rule,
        people_file=given.people_file,
        formgrader=given.formgrader.rstrip("/"),
        extensions_file=given.extensions_file,
        rubric_directory=given.rubric_directory,
        report_sections=tuple(given.report_sections),
        limits=Limits(**limits),
        preload=tuple(given.preload),
        leave_out_illustrations=given.leave_out_illustrations,
        backend=given.backend,
        cluster=given.cluster,
        level=given.level,
        watch_pause_seconds=given.watch_pause_seconds,
        log_file=given.log_file,
        log_json=given.log_json,
        metrics_file=given.metrics_file,
        executor=given.executor,
        visible=tuple(os.path.join(root, folder) for folder in given.visible),
        judge_visible=tuple(os.path.join(root, folder) for folder in given.judge_visible),
    )
