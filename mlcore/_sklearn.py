"""All private names of scikit-learn that this package uses: with a new minor release, look here first.

scikit-learn keeps its promises about public names only, so pyproject.toml admits the two minor releases that
are tested: the newest by `make test`, the one before by `make test-oldest`. Where a public name does as well,
the modules use that one. What is left, and why:

    check_parameters, checks_parameters    constructor arguments are judged by the same rules, and refused in
    HasMethods, Interval, StrOptions       the same words, as those of scikit-learn: `_validate_params`,
    InvalidParameterError                  `_fit_context`, `_param_validation`; each class gives its rules as
                                           `_parameter_constraints`
    KNeighborsMixin                        a mark only, by which other libraries know a neighbours estimator
"""

from collections.abc import Callable
from typing import Any, TypeVar

from sklearn.base import _fit_context
from sklearn.utils._param_validation import HasMethods, Interval, InvalidParameterError, StrOptions

__all__ = [
    "Constraints",
    "HasMethods",
    "Interval",
    "InvalidParameterError",
    "StrOptions",
    "check_parameters",
    "checks_parameters",
]

Constraints = dict[str, list[object]]  # of each argument: the rules of which it must keep one
Method = TypeVar("Method", bound=Callable[..., Any])
checks_parameters: Callable[[Method], Method] = _fit_context(prefer_skip_nested_validation=True)
"""A decorator of methods that learn: it checks the constructor's arguments first."""


def check_parameters(estimator: Any) -> None:
    """Raise unless the constructor's arguments keep the rules of the estimator's class."""
    estimator._validate_params()


def __getattr__(name: str) -> Any:
    """Import what naive Bayes never needs, scikit-learn's neighbours, only for those who ask for it."""
    if name == "KNeighborsMixin":
        from sklearn.neighbors._base import KNeighborsMixin

        return KNeighborsMixin
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
