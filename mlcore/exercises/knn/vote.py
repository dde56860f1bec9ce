"""Who is near, and what they say: what the tasks on predictions share, in plain loops."""

import numpy as np


def by_distance(model, q):
    """Return the numbers of all examples, nearest first; of equally near ones the earlier first."""
    dists = [model["metric"](q, x) for x in model["X"]]
    return sorted(range(len(dists)), key=dists.__getitem__)


def nearest(model, q):
    """Return the numbers of the k nearest rows, and all distances."""
    dists = np.array([model["metric"](q, x) for x in model["X"]], dtype=float)
    return np.argsort(dists, kind="stable")[: model["k"]], dists


def neighbour_labels(model, q):
    """Return the labels of the k nearest, nearest first."""
    return [model["y"][i] for i in by_distance(model, q)[: model["k"]]]


def labels_within(model, q):
    """Return the labels of everybody who is as near as the k-th neighbour."""
    rows, dists = nearest(model, q)
    return [label for label, d in zip(model["y"], dists, strict=True) if d <= dists[rows[-1]]]


def votes(model, q) -> list[int]:
    """Return how many of the k nearest are of each class."""
    labels = np.asarray(neighbour_labels(model, q)).tolist()
    return [labels.count(c) for c in np.asarray(model["classes"]).tolist()]


def most_votes(labels, classes):
    """Return the class with most votes; of several the first in the order of the classes."""
    votes = [sum(label == c for label in labels) for c in classes]
    return classes[votes.index(max(votes))]
