"""What often differs from one run to the next, and is in the answer, in what is shown, or in both."""

from .attack import Attack, in_every_answer

ATTACKS = [
    Attack(
        "C-set", "the order of a set", answers=in_every_answer("return ''.join({'a', 'b', 'c', 'd', 'e'})")
    ),
    Attack(
        "C-mark",
        "a mark that hangs on the order of a set",
        base="right",
        answers={
            "square": "def square(x):\n    return x * x * (min({'p', 'q', 'r', 's'}, key=lambda s: 0) in 'pq')"
        },
    ),
    Attack(
        "C-hash",
        "hashes of texts, and dictionaries by them",
        early=("print(hash('kNN'), {hash(word) % 7: word for word in ('prior', 'odds', 'bayes', 'kNN')})",),
    ),
    Attack(
        "C-chance",
        "numbers drawn without a seed",
        early=(
            "import random, numpy as np\nprint(random.random(), np.random.rand(), np.random.default_rng().random(), random.Random().random())",
        ),
        answers={"square": "import random\ndef square(x):\n    return x * x if random.random() < .5 else 0"},
    ),
    Attack(
        "C-thread",
        "threads that each add their part",
        base="right",
        early=(
            "import threading\nseen = []\nones = [threading.Thread(target=seen.append, args=(n,)) for n in range(20)]\n"
            "[one.start() for one in ones]; [one.join() for one in ones]\nprint(sorted(seen))",
        ),
    ),
    Attack(
        "C-id",
        "objects by their default name",
        early=("class Tree: pass\ndef f(): pass\nprint(Tree(), f, [Tree()], id(f) == id(f))\nTree()",),
    ),
    Attack(
        "C-clock",
        "a clock that decides nothing",
        base="right",
        early=("import time\nstart = time.time()\nassert time.perf_counter() > 0",),
    ),
    Attack(
        "C-zone",
        "the hour where the machine is",
        early=("import time\nprint(time.strftime('%Z'), time.localtime(0).tm_hour)",),
    ),
    Attack(
        "C-file",
        "folders and files as they come",
        early=("import os\n[open(name, 'w').close() for name in 'ab']\nprint(sorted(os.listdir('.')))",),
    ),
    Attack(
        "C-temp",
        "the names of temporary files",
        early=("import os, tempfile\nprint(os.path.basename(tempfile.mktemp()))",),
    ),
]
