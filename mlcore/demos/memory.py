"""Memory: what a model keeps of n examples.

    naive Bayes      2 K d + K numbers: means, variances, class counts; n does not occur (parametric)
    tree             so many numbers a node; where classes overlap, nodes in proportion to n
    neighbours       n (d + 1) numbers: the examples themselves (non-parametric), and whoever gets the model
                     gets the data

Measured as bytes of the pickled model. Confirmed by counting numbers, and by reading an example back out of
the file.
"""

import io
import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.ticker import FuncFormatter
from sklearn.tree import DecisionTreeClassifier

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.naive_bayes import GaussianNB
from mlcore.neighbors import KNeighborsClassifier

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000)
D, K = 10, 3
MODELS = ("naive Bayes", "tree", "neighbours")


@dataclass(frozen=True)
class Result:
    """Bytes of three pickled models against n, and what can be read out of them."""

    n: IntArray  # (s,)
    size: FloatArray  # (3, s) bytes
    nodes: IntArray  # (s,) of the tree
    secret: FloatArray  # (d,) one training example
    found: dict[str, bool]  # whether its bytes stand in the pickled model


def examples(n: int) -> tuple[FloatArray, IntArray]:
    """Return n examples of three classes that overlap, (n, d) and (n,)."""
    rng = np.random.default_rng(23)
    y = rng.integers(0, K, n)
    return rng.normal(size=(n, D)) + 0.7 * y[:, None], y


def models(n: int) -> dict[str, Any]:
    """Return the three models of n examples."""
    X, y = examples(n)
    return {
        "naive Bayes": GaussianNB().fit(X, y),
        "tree": DecisionTreeClassifier(random_state=0).fit(X, y),
        "neighbours": KNeighborsClassifier(1, algorithm="brute").fit(X, y),
    }


def pickled(model: object) -> bytes:
    """Return the bytes that a saved model takes on disk."""
    file = io.BytesIO()
    pickle.dump(model, file, protocol=5)
    return file.getvalue()


def compute() -> Result:
    """Fit and save the three models for every n; look for one training example in the last files."""
    fitted = [models(n) for n in SIZES]
    secret = examples(SIZES[-1])[0][0]  # (d,)
    return Result(
        n=np.array(SIZES),
        size=np.array([[len(pickled(each[name])) for each in fitted] for name in MODELS], dtype=float),
        nodes=np.array([each["tree"].tree_.node_count for each in fitted]),
        secret=secret,
        found={name: secret.tobytes() in pickled(fitted[-1][name]) for name in MODELS},
    )


def confirm(result: Result) -> None:
    """Count the numbers that each model keeps, eight bytes each, and compare growth with growth."""
    growth = np.diff(result.size, axis=1)  # (3, s − 1)
    more = np.diff(result.n)
    claim(np.abs(growth[0]).max() <= 8, "A naive Bayes model must not grow with n.")
    claim(result.size[0].min() >= 8 * (2 * K * D + K), "It keeps its means, variances and class counts.")
    agree(
        growth[2],
        8 * more * (D + 1),
        "The neighbours keep d features and a label of each example.",
        rtol=0.01,
    )
    slope = np.polyfit(np.log(result.n), np.log(result.nodes), 1)[0]
    claim(0.85 < slope < 1.15, "Where classes overlap a full-grown tree grows in proportion to n.")
    agree(
        growth[1], (64 + 8 * K) * np.diff(result.nodes), "A node of a tree takes 64 + 8 K bytes.", rtol=0.01
    )
    claim(
        result.found == {"naive Bayes": False, "tree": False, "neighbours": True},
        "Only the neighbours' file may contain a training example word for word.",
    )


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    per_example = np.diff(result.size, axis=1)[:, -1] / np.diff(result.n)[-1]
    return [
        f"Naive Bayes keeps {2 * K * D + K} numbers of {D} features and {K} classes, whether n is "
        f"{result.n[0]:,} or {result.n[-1]:,}.",
        f"Each further example adds {round(per_example[2])} bytes to the neighbours: "
        f"{D} features and a label.",
        f"The full-grown tree has {result.nodes[0]:,} nodes for {result.n[0]:,} examples and "
        f"{result.nodes[-1]:,} for {result.n[-1]:,}.",
        "A training example stands word for word in the saved neighbours, and in neither of the others.",
    ]


def draw(result: Result) -> Slide:
    """Draw bytes against n, logarithmic in both directions."""
    figure, (ax,) = slide(title="What a saved model takes")
    for name, size, style, marker in zip(
        MODELS, result.size, ("-", "--", "-."), ("o", "s", "^"), strict=True
    ):
        ax.loglog(result.n, size, style, marker=marker, color="black", linewidth=3, markersize=8)
        ax.annotate(
            name,
            (result.n[-1], size[-1]),
            xytext=(12, 0),
            textcoords="offset points",
            va="center",
            fontsize=TEXT_SIZE,
        )
    ax.set_xlim(80, 120_000)
    ax.set_xticks(result.n, [f"{n:,}" for n in result.n])
    ax.xaxis.set_minor_locator(ax.xaxis.get_major_locator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size / 1000:,g} kB"))
    name_axes(ax, "number of examples n", "size of the file")
    return figure


DEMO = Demo(
    name="memory",
    question="What does a model keep of the data it has seen?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"memory": draw},
)
