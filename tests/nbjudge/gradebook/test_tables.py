"""nbgrader's tables come without the rest of nbgrader, which comes when somebody uses it."""

import subprocess
import sys

LOADED = """
import sys
from nbjudge.gradebook import tables
api = tables.load()
print(sorted({"jsonschema", "nbformat", "setuptools", "urllib3"} & set(sys.modules)))
"""
USED = """
print(api.utils.parse_utc("2026-01-01 12:00 UTC"))
import nbgrader.preprocessors, requests
from nbgrader import api as again, utils
print(again is api, utils is api.utils, tables.load() is api, callable(requests.get))
"""


def said_by(program: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_what_the_tables_do_not_need_is_not_loaded():
    assert said_by(LOADED) == ["[]"]


def test_it_is_loaded_when_it_is_used_and_there_is_one_of_each():
    assert said_by(LOADED + USED)[1:] == ["2026-01-01 12:00:00", "True True True True"]
