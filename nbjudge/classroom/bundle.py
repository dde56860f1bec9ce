"""A bundle: all that a worker needs of an assignment, as bytes that say the same wherever they are opened.

The release with its hidden tests, the files beside it, the golden record, the settings, the course's own
code, and which Python and packages the results are made by. Not the secret: each submission comes with the
seeds that were derived from it.
"""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbjudge.classroom import envelope, prepared
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import digest, write_bytes
from nbjudge.course.options import Options
from nbjudge.course.release import Release
from nbjudge.grading import unchanged
from nbjudge.grading.left_out import left_out
from nbjudge.grading.steps import Assignment
from nbjudge.submission.rebuild import Terms


class OtherEnvironment(CourseError):
    """Here notebooks would be run by something else than where the bundle was made."""


def of(course: Course, release: Release, with_code: bool) -> bytes:
    """Make the bundle of an assignment as it is now; without code for workers who read the same disk."""
    options = course.options
    environment = unchanged.environment(options.own_code)
    assignment = Assignment.prepare(course, release, environment)
    unneeded = left_out(course, release, environment)
    kept = prepared.load(course, release, environment)
    golden = {name: sorted(places) for name, places in (assignment.terms.golden or {}).items()}
    data = {
        "release": replace(release, student_files=(), course_files=()).to_json(),
        "options": options.to_json(),
        "golden": golden,
        "free": sorted(assignment.free),
        "left_out": {name: sorted(cells) for name, cells in unneeded.items()},
        "environment": assignment.environment,
        "made_by": unchanged.made_by(),
        "code": [[folder, unchanged.of_package(folder)] for folder in options.own_code],
    }
    return envelope.sealed(data, {
        **{f"data/{name}": content for name, content in assignment.data.items()},
        **{f"course/{name}": content for name, content in assignment.course_data.items()},
        **{f"kept/{name}": content for name, content in kept.items()},
        **{
            f"code/{number}/{name}": content
            for number, folder in enumerate(options.own_code if with_code else ())
            for name, content in unchanged.files_of(folder)
        },
    })  # fmt: skip


def name_of(bundle: bytes) -> str:
    """Name a bundle by its content."""
    return digest(bundle)[:16]


@contextlib.contextmanager
def unpacked(bundle: bytes) -> Iterator[Assignment]:
    """Give the assignment; the course's code lies on the disk meanwhile, where it is not there anyway."""
    data, files = envelope.opened(bundle)
    with contextlib.ExitStack() as stack:
        places = {
            folder: _place(folder, known, _below(files, f"code/{number}/"), stack)
            for number, (folder, known) in enumerate(data["code"])
        }
        options = Options.from_json(data["options"])
        visible, judge_visible = options.visible, options.judge_visible
        options = replace(
            options,
            visible=tuple(places[folder] for folder in visible),
            judge_visible=tuple(places[folder] for folder in judge_visible),
        )
        _check(data, options)
        golden = {name: frozenset(places) for name, places in data["golden"].items()}
        yield Assignment(
            Release.from_json(data["release"]),
            options,
            Terms(options.limits, options.hide, golden),
            _below(files, "data/"),
            _below(files, "course/"),
            data["environment"],
            frozenset(data["free"]),
            {name: frozenset(cells) for name, cells in data["left_out"].items()},
            _below(files, "kept/"),
        )


def _below(files: Mapping[str, bytes], prefix: str) -> dict[str, bytes]:
    return {name.removeprefix(prefix): content for name, content in files.items() if name.startswith(prefix)}


def _place(folder: str, known: str, files: Mapping[str, bytes], stack: contextlib.ExitStack) -> str:
    """Say where a folder of the course's code is, the same file by file; unpack it if it is not here."""
    if Path(folder).is_dir() and unchanged.of_package(folder) == known:
        return folder
    if not files:
        raise CourseError(f"The folder {folder} has changed or is gone: run this again.")
    place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nbjudge-bundle-")))
    place.chmod(0o755)  # jobs are other users
    package = place / os.path.basename(os.path.normpath(folder))
    for name, content in files.items():
        write_bytes(package / name, content, sync=False)
    return str(package)


def _check(data: Mapping[str, Any], options: Options) -> None:
    if unchanged.environment(options.own_code) == data["environment"]:
        return
    here, there = unchanged.made_by(), data["made_by"]
    differ = [name for name in ("Python", "grader") if here[name] != there[name]]
    odd = [f"{name} {here[name]} instead of {there[name]}" for name in differ]
    for word, one, other in (("also", here, there), ("not", there, here)):
        names = sorted({*one["packages"]} - {*other["packages"]})
        odd += [f"{word} {', '.join(names[:5])}"] if names else []
    raise OtherEnvironment(
        f"{sys.executable} would not give the same results as where the run was started: {'; '.join(odd)}."
    )
