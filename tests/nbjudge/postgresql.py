"""A PostgreSQL cluster of the tests' own, with passwords, that ends with them."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text

PASSWORD = "of the staff"


def programs() -> Path | None:
    """Where the server's programs are: Debian keeps them off the path, one folder for each version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def has_name() -> bool:
    """Whether the user has a name here: PostgreSQL makes no cluster for a bare number."""
    return os.geteuid() in {entry.pw_uid for entry in pwd.getpwall()}


PROGRAMS = programs()
NEEDED = [
    pytest.mark.skipif(not has_name(), reason="PostgreSQL wants a user with a name"),
    pytest.mark.skipif(
        PROGRAMS is None, reason="PostgreSQL's server is not installed (on Debian: apt install postgresql)"
    ),
    pytest.mark.xdist_group("postgresql"),
]


@dataclass(frozen=True)
class Server:
    """A running cluster."""

    port: int
    restart: Callable[[], None]  # at once, whatever it is doing

    def address(self, name: str, password: str = PASSWORD, user: str = "staff", port: int = 0) -> str:
        secret = password.replace(" ", "%20")
        return f"postgresql+psycopg://{user}:{secret}@127.0.0.1:{port or self.port}/{name}"

    def made(self, name: str) -> str:
        """Make a database, and give its address."""
        engine = create_engine(self.address("postgres"), isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{name}"'))
        return self.address(name)


@contextlib.contextmanager
def running() -> Iterator[Server]:
    """Start a cluster; its server refuses root, who asks the user that Debian's package makes."""
    assert PROGRAMS
    user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    (folder / "password").write_text(PASSWORD)
    if user:
        for path in (folder, folder / "password"):
            shutil.chown(path, **user)

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [PROGRAMS / program, "-D", folder / "data", *arguments],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder, timeout=60, **user,
        )  # fmt: skip

    try:
        run(
            "initdb",
            "-A",
            "scram-sha-256",
            "-U",
            "staff",
            f"--pwfile={folder}/password",
            "-E",
            "UTF8",
            "--no-sync",
        )
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", settings, "start")
        yield Server(port, lambda: run("pg_ctl", "-w", "-m", "immediate", "-o", settings, "restart"))
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)
