"""Imports from folders that a job may not list, though it may read a package in them.

Landlock shows a job the package and not the folder around it, whose other names are nobody's business. Python
lists that folder when it looks for the package, finds nothing, and gives up. The finder here asks for each
file by its name instead.
"""

import os
import sys
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
    SourcelessFileLoader,
)


class _Anything(set[str]):
    """Names that could be there."""

    def __contains__(self, name: object) -> bool:
        return True


class Finder(FileFinder):
    """Python's own, for which a folder that shows no name may hold any."""

    def _fill_cache(self) -> None:
        super()._fill_cache()  # type: ignore[misc]  # Python's own, since 3.3
        self._path_cache: set[str] = self._path_cache or _Anything()


def prepare() -> None:
    """Let the zygote, and all that it forks, look this way."""
    loaders = (
        (ExtensionFileLoader, EXTENSION_SUFFIXES),
        (SourceFileLoader, SOURCE_SUFFIXES),
        (SourcelessFileLoader, BYTECODE_SUFFIXES),
    )
    sys.path_hooks.insert(0, Finder.path_hook(*loaders))


def forget() -> None:
    """Forget, in the job, the finders of folders that can no longer be listed."""
    for path in list(sys.path_importer_cache):
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_DIRECTORY))
        except PermissionError:
            del sys.path_importer_cache[path]
        except OSError:
            continue
