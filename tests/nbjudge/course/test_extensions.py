"""Extensions are found by name; what cannot be had is said in one sentence."""

from pathlib import Path

import pytest

from nbjudge.course import extensions
from nbjudge.course.extensions import ExtensionError
from tests.nbjudge import distributions

GROUP = extensions.EXPORTERS


def test_finds_what_another_distribution_offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(
        str(distributions.write(tmp_path, "answer = 42\n", {GROUP: {"answer": "answer"}}, "found"))
    )
    assert "answer" in extensions.names(GROUP)
    assert extensions.load(GROUP, "answer") == 42


def test_an_unknown_name_lists_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(
        str(distributions.write(tmp_path, "", {GROUP: {"one": "x", "two": "y"}}, "listed"))
    )
    with pytest.raises(ExtensionError, match=r"There is no exporter 'three'. Installed: .*one, two"):
        extensions.load(GROUP, "three")


def test_what_fails_on_import_names_its_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(
        str(distributions.write(tmp_path, "1 / 0\n", {GROUP: {"zero": "x"}}, "broken"))
    )
    with pytest.raises(
        ExtensionError,
        match=r"exporter 'zero' cannot be loaded: the entry point zero = broken_extension:x of broken 1.0 "
        r"fails with ZeroDivisionError: division by zero",
    ):
        extensions.load(GROUP, "zero")


def test_two_distributions_with_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("first", "second"):
        folder = distributions.write(tmp_path / name, "x = 1\n", {GROUP: {"same": "x"}}, name)
        monkeypatch.syspath_prepend(str(folder))
    with pytest.raises(ExtensionError, match=r"'same' is ambiguous: .* of first 1.0 and .* of second 1.0"):
        extensions.load(GROUP, "same")
