"""Whoever looks up a public name finds each parameter, and what comes back."""

import importlib
import inspect
import pkgutil
import re

import pytest

import mlcore


def rooms():
    """What users of the reference import from; plain.py has formulas for docstrings."""
    left_out = {"course_folder", "demos", "exercises", "installed", "plain", "progress"}
    names = {module.name for module in pkgutil.iter_modules(mlcore.__path__)} - left_out
    return [importlib.import_module(f"mlcore.{name}") for name in sorted(names) if not name.startswith("_")]


def public(room):
    """Every class and function that a room offers, with the public methods of its classes."""
    names = getattr(room, "__all__", None) or [
        name for name, thing in vars(room).items() if getattr(thing, "__module__", "") == room.__name__
    ]
    for name in sorted(name for name in names if not name.startswith("_")):
        thing = getattr(room, name)
        if inspect.isclass(thing):
            yield f"{room.__name__}.{name}", thing
            for method_name, method in inspect.getmembers(thing, callable):
                ours = (getattr(method, "__module__", None) or "").startswith("mlcore")
                if ours and not method_name.startswith("_"):
                    yield f"{room.__name__}.{name}.{method_name}", method
        elif inspect.isfunction(thing):
            yield f"{room.__name__}.{name}", thing


PUBLIC = {name: thing for room in rooms() for name, thing in public(room)}


def section(thing, title):
    """The names in one section of a docstring: ``a, b : type`` names a and b."""
    text = inspect.getdoc(thing) or ""
    match = re.search(rf"^{title}\n-+\n(.*?)(?=\n\n\S[^\n]*\n-+\n|\Z)", text, re.DOTALL | re.MULTILINE)
    if not match:
        return []
    heads = [line.partition(" : ")[0] for line in match[1].splitlines() if line and not line.startswith(" ")]
    return [name.lstrip("*") for head in heads for name in head.split(", ")]


def parameters(thing):
    signature = inspect.signature(thing)
    return [name for name in signature.parameters if name not in ("self", "cls")]


def test_all_that_the_course_offers_is_looked_at():
    assert len(PUBLIC) > 150
    assert {"mlcore.neighbors.KNeighborsClassifier.kneighbors", "mlcore.distances.gower"} <= PUBLIC.keys()


@pytest.mark.parametrize("name", PUBLIC)
def test_each_parameter_is_documented(name):
    assert section(PUBLIC[name], "Parameters") == parameters(PUBLIC[name])


@pytest.mark.parametrize("name", PUBLIC)
def test_what_comes_back_is_documented(name):
    thing = PUBLIC[name]
    if inspect.isclass(thing):
        fitted = hasattr(thing, "fit")
        assert bool(section(thing, "Attributes")) == fitted
    elif name != "mlcore.naive_bayes.ComplementNB.sample":  # which always raises
        assert section(thing, "Returns")


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if name.count(".") == 2])
def test_each_name_has_an_example(name):
    exempt = {
        "mlcore.bayes_classifier.BayesClassifier",  # abstract
        "mlcore.datasets.Dataset",  # what loaders return
        "mlcore.datasets.Penguins",
        "mlcore.datasets.load_mnist",  # needs a network
        "mlcore.decisions.ErrorDecomposition",  # what functions return
        "mlcore.selection.LearningCurve",
    }
    examples = inspect.getdoc(PUBLIC[name]).partition("\nExamples\n--------\n")[2]
    assert name in exempt or ">>> " in examples
