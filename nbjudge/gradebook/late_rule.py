"""Late rules: what a notebook loses that was handed in late.

A rule is found by its name in the group `nbjudge.late_rules`. What is registered there is called once with
the course's configuration and gives the rule: a function from late work to the points that it loses, or to
None. `nbgrader`, the default, asks nbgrader's own plugin for it.
"""

import math
from collections.abc import Callable
from typing import cast

from traitlets.config import Config

from nbjudge.course import extensions
from nbjudge.course.course import Course, CourseError, importable
from nbjudge.marks import LateWork

LateRule = Callable[[LateWork], float | None]


class LateRuleError(Exception):
    """A rule failed on one submission; the text says how."""


def of(course: Course) -> LateRule:
    """Make the rule that a course has chosen; a plugin in its folder is found, as in nbgrader."""
    name = course.options.late_rule
    try:
        with importable(course.root):
            make = cast(Callable[[Config], LateRule], extensions.load(extensions.LATE_RULES, name))
            rule = make(course.config)
    except CourseError:
        raise
    except Exception as error:
        raise CourseError(
            f"The late rule {name!r} cannot be used: {type(error).__name__}: {error}"
        ) from error

    def named(work: LateWork) -> float | None:
        try:
            with importable(course.root):  # a plugin may import more when it is called
                return _number(rule(work))
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise LateRuleError(f"The late rule {name!r} failed on it: {reason}") from error

    return named


def penalty(rule: LateRule, work: LateWork) -> float | None:
    """Ask a rule, and keep its answer between nothing and the whole score, as nbgrader does.

    >>> work = LateWork("ps1", "amy", "squares", score=3.0, max_score=4.0, seconds=60.0)
    >>> penalty(lambda work: 2 * work.score, work), penalty(lambda work: None, work)
    (3.0, None)
    """
    points = rule(work)
    return None if points is None else min(max(points, 0.0), work.score)


def nbgrader(config: Config) -> LateRule:
    """Make nbgrader's rule: `LateSubmissionPlugin`, or the plugin that the course has instead.

    Without a plugin of the course's own there are two methods, and neither is worth two seconds of imports.
    """
    if "plugin_class" not in config.AssignLatePenalties:
        zero = config.LateSubmissionPlugin.get("penalty_method", "none") == "zero"
        return lambda work: work.score if zero else None
    from nbgrader.preprocessors import AssignLatePenalties

    step = AssignLatePenalties(config=config)
    step.init_plugin()
    plugin = step.plugin_inst
    return lambda work: plugin.late_submission_penalty(work.student, work.score, work.seconds)


def _number(points: float | None) -> float | None:
    """Give a rule's answer as a number; a ValueError or TypeError if it is none."""
    if points is None:
        return None
    if not math.isfinite(points):
        raise ValueError(f"{points!r} is not a number of points")
    return float(points)
