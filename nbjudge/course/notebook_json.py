"""Notebooks as JSON. nbformat describes them by a schema and publishes no types, so these say no more."""

from collections.abc import Mapping
from typing import Any

Notebook = Mapping[str, Any]
Cell = Mapping[str, Any]
Output = Mapping[str, Any]
Metadata = Mapping[str, Any]
NewNotebook = dict[str, Any]  # while it is made
NewCell = dict[str, Any]
NewOutput = dict[str, Any]
