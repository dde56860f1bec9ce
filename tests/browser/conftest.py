"""A browser for all that is looked at, and the place where what was seen is kept."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

SEEN = Path(__file__).parents[2] / "build" / "browser"
# What is unfolded fades in; while it does, its letters are pale.
UNFOLD = """() => {
    document.querySelectorAll('details').forEach(fold => { fold.open = true; });
    return Promise.all(document.getAnimations().map(one => one.finished)).then(() => null); }"""


def chromium():
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def keep():
    """Keep what a page shows as a picture; all of it, or what the window holds."""

    def kept(page, name, whole=False):
        SEEN.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SEEN / f"{name}.png", full_page=whole)

    return kept


@pytest.fixture(scope="session")
def waited_for():
    """Wait until a server has said where it is."""

    def waiting(said, server, pattern):
        for _ in range(600):
            if found := re.search(pattern, said.read_text()):
                return found[0]
            assert server.poll() is None, said.read_text()
            time.sleep(0.1)
        raise AssertionError(said.read_text())

    return waiting


@pytest.fixture(scope="session")
def lab(waited_for):
    """Serve a student's copy of the course by `mlcore lab`, in a home of its own; give the address."""

    @contextmanager
    def served(home):
        environment = os.environ | {
            "HOME": str(home),
            "JUPYTER_CONFIG_DIR": str(home / "config"),
            "JUPYTER_DATA_DIR": str(home / "data"),
            "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
            "IPYTHONDIR": str(home / "ipython"),
        }
        said = home / "said"
        command = [sys.executable, "-m", "mlcore", "lab", "--no-browser"]
        with (
            said.open("w") as log,
            subprocess.Popen(command, stdout=log, stderr=log, env=environment) as server,
        ):
            try:
                yield waited_for(said, server, r"http://127\.0\.0\.1:\d+/lab/\S+")
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait(120)

    return served


@pytest.fixture(scope="module")
def address(tmp_path_factory, lab):
    """The address of a JupyterLab with a student's copy of the course, whose pages show their own model."""
    home = tmp_path_factory.mktemp("course")
    (home / "config").mkdir()
    (home / "config" / "jupyter_lab_config.py").write_text("c.LabApp.expose_app_in_browser = True\n")
    with lab(home) as address:
        yield address


@pytest.fixture(scope="session")
def staff_lab(waited_for):
    """Serve a graded course by JupyterLab, with nbgrader's formgrader, in a home of its own."""

    @contextmanager
    def served(course, port):
        places = {
            f"JUPYTER_{name}_DIR": str(course / "home" / name) for name in ("CONFIG", "DATA", "RUNTIME")
        }
        said = course / "said"
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
        command += ["--ServerApp.token=secret", "--ServerApp.port_retries=0"]
        environment = os.environ | {"HOME": str(course / "home")} | places
        with (
            said.open("w") as log,
            subprocess.Popen(command, cwd=course, stdout=log, stderr=log, env=environment) as server,
        ):
            try:
                waited_for(said, server, r"http://127\.0\.0\.1:\d+/lab")
                yield f"http://127.0.0.1:{port}"
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait(120)

    return served


@pytest.fixture(scope="module")
def port():
    """A port of this machine that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def notebook(browser, address):
    """Open a notebook of the course, without those of the tests before; its kernel ends with the test."""

    @contextmanager
    def opened(path):
        context = browser.new_context(viewport={"width": 1300, "height": 950})
        page = context.new_page()
        page.set_default_timeout(120_000)
        base, _, token = address.partition("/lab/tree/START_HERE.ipynb?")
        page.goto(f"{base}/lab/tree/{path}?reset&{token}")
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        page.get_by_text("| Idle").first.wait_for()
        yield page
        page.evaluate("async () => { await jupyterapp.shell.currentWidget.sessionContext.shutdown() }")
        context.close()

    return opened
