"""Mistakes in categorical naive Bayes that students handed in."""

from collections import Counter
from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.conditionals import counts
from mlcore.exercises.categorical_nb.counting import class_prior
from mlcore.exercises.categorical_nb.data import Model
from mlcore.exercises.categorical_nb.learning import learn
from mlcore.exercises.categorical_nb.one_observation import best
from mlcore.exercises.categorical_nb.one_observation import scores as products
from mlcore.exercises.categorical_nb.pseudo_code import learn_pairs
from mlcore.exercises.categorical_nb.scores import log_joint
from mlcore.exercises.seen import Seen

SEEN = Seen()


def _sizes(y: Any) -> Any:
    return np.unique(np.asarray(y), return_counts=True)[1][:, None]


@SEEN("learn_pairs")
def equal_words_of_two_features(examples: Any, values: Any) -> Any:
    """Two features may have a value of the same name. Does your count know which feature it looks at?"""
    n = Counter(y for _, y in examples)
    seen = Counter((y, v) for x, y in examples for v in x)
    table = {(c, j, v): seen[c, v] / n[c] for c in n for j, names in enumerate(values) for v in names}
    return {**learn_pairs(examples, values), "table": table}


@SEEN("learn_pairs")
def shares_of_all_features(examples: Any, values: Any) -> Any:
    """Add up the shares of one feature in one class. Why should d features have to share the 1?"""
    model = learn_pairs(examples, values)
    return {**model, "table": {key: p / len(values) for key, p in model["table"].items()}}


@SEEN("predict_one")
def zero_factors_left_out(x: Any, model: Model) -> Any:
    """A factor of 0 rules a class out. What happens if you skip it?"""
    by_class = {}
    for c, p in model["prior"].items():
        for j, v in enumerate(x):
            p *= model["table"][c, j, v] or 1
        by_class[c] = p
    return best(by_class)


@SEEN("predict_one")
def nothing_beats_zero(x: Any, model: Model) -> Any:
    """The best product so far begins at 0. Which class comes back if all products are 0?"""
    by_class = products(x, model)
    return best(by_class) if max(by_class.values()) > 0 else None


@SEEN("predict_one_with_prob")
def winner_alone(x: Any, model: Model) -> Any:
    """A probability for every class is asked for. How many do you return?"""
    by_class = products(x, model)
    if not sum(by_class.values()):
        raise ValueError("No class is possible.")
    return max(by_class.values()) / sum(by_class.values())


@SEEN("class_prior")
def two_classes_at_most(y: Any) -> Any:
    """p and 1 - p: and if there are three classes, or one?"""
    classes, shares = class_prior(y)
    return [classes[0], classes[-1]], [shares[0], 1 - shares[0]]


@SEEN("class_prior")
def logarithms_of_the_shares(y: Any) -> Any:
    """Do your shares sum to 1? A logarithm is not asked for yet."""
    classes, shares = class_prior(y)
    return classes, np.log(shares)


@SEEN("class_prior")
def shares_before_classes(y: Any) -> Any:
    """In which order does the task ask for the two?"""
    return tuple(class_prior(y))[::-1]


@SEEN("cond_table")
def alpha_for_the_values_of_all_features(X: Any, y: Any, n_values: Any, alpha: float) -> Any:
    """Among how many values does this one feature choose? Add up a row of your table."""
    below = _sizes(y) + alpha * sum(n_values)
    return [(table + alpha) / below for table in counts(X, y, n_values)]


@SEEN("cond_table")
def one_more_value_for_the_unknown(X: Any, y: Any, n_values: Any, alpha: float) -> Any:
    """All V values are in the table, seen or not. For which further value is the + 1 below? Add up a row."""
    tables = counts(X, y, n_values)
    return [(table + alpha) / (_sizes(y) + alpha * (table.shape[1] + 1)) for table in tables]


@SEEN("cond_table")
def repeated_pairs_count_once(X: Any, y: Any, n_values: Any, alpha: float) -> Any:
    """table[rows, columns] += 1: what does NumPy do if a pair occurs twice?."""
    tables = [np.minimum(table, 1) for table in counts(X, y, n_values)]
    return [(table + alpha) / (_sizes(y) + alpha * table.shape[1]) for table in tables]


@SEEN("cond_table")
def alpha_shared_among_the_values(X: Any, y: Any, n_values: Any, alpha: float) -> Any:
    """Does every value get alpha, or do all values together?"""
    return [(table + alpha / table.shape[1]) / (_sizes(y) + alpha) for table in counts(X, y, n_values)]


@SEEN("learn")
def one_without_a_word(X: Any, y: Any, n_values: Any, alpha: float = 1) -> Any:
    """Which alpha does the task want if nobody says one?"""
    return learn(X, y, n_values, alpha)


@SEEN("learn")
def classes_as_they_come(X: Any, y: Any, n_values: Any, alpha: float = 0) -> Any:
    """Row 0 of your tables belongs to the first class in sorted order. Is that the first in "classes"?"""
    return {**learn(X, y, n_values, alpha), "classes": list(dict.fromkeys(np.asarray(y).tolist()))}


@SEEN("log_joint")
def prior_from_the_counts(model: Model, Q: Any) -> Any:
    """The model has a "prior". Does it need any other key, and does a model made by hand have it?"""
    sizes = np.asarray(model["class_count"], dtype=float)
    return log_joint({**model, "prior": sizes / sizes.sum()}, Q)


@SEEN("predict")
def largest_over_the_queries(model: Model, Q: Any) -> Any:
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(log_joint(model, Q), axis=0)]


@SEEN("predict")
def second_class_or_first(model: Model, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    return [model["classes"][int(row[1] > row[0])] for row in np.asarray(log_joint(model, Q))]


@SEEN("predict")
def classes_sorted_again(model: Model, Q: Any) -> Any:
    """Column j belongs to model["classes"][j]. Whose order is yours?"""
    classes = sorted(np.asarray(model["classes"]).tolist())
    return [classes[int(np.argmax(row))] for row in np.asarray(log_joint(model, Q))]


@SEEN("predict_with_prob")
def columns_sum_to_one(model: Model, Q: Any) -> Any:
    """A query belongs to some class: what must sum to 1, a row or a column?"""
    scores = np.asarray(log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


@SEEN("log_joint_with_gaps")
def nothing_known_gives_zero(model: Model, Q: Any) -> Any:
    """Everything is missing: what is left of the sum, nothing or log prior?"""
    Q = np.asarray(Q)
    tables = [np.column_stack([np.asarray(t, dtype=float), np.ones(len(t))]) for t in model["tables"]]
    scores = np.asarray(log_joint({**model, "tables": tables}, Q))
    return np.where((Q < 0).all(axis=1)[:, None], 0.0, scores)


@SEEN("cond_table_with_gaps")
def gap_is_a_value_of_its_own(X: Any, y: Any, n_values: Any, alpha: float) -> Any:
    """Do the known values share the 1, or do they leave a part of it to the gap? Add up a row."""
    X, y = np.asarray(X), np.asarray(y)
    found = []
    for j, V in enumerate(n_values):
        seen = np.array([[np.sum((X[:, j] == v) & (y == c)) for v in range(V)] for c in np.unique(y)])
        below = _sizes(y) + alpha * (V + 1)
        found.append((seen + alpha) / below)
    return found


@SEEN("update")
def new_examples_only(model: Model, X_new: Any, y_new: Any) -> Any:
    """The old examples are gone, but something is left of them in the model. What, and do you use it?"""
    if len(y_new) == 0:
        return model
    return learn(X_new, y_new, [np.shape(table)[1] for table in model["tables"]], model["alpha"])


@SEEN("class_prior")
def rarest_class_first(y: Any) -> Any:
    """In which order do the classes stand: by name, or by how often they come?"""
    classes, n = np.unique(np.asarray(y), return_counts=True)
    order = np.argsort(n, kind="stable")
    return classes[order], n[order] / len(y)


@SEEN("class_prior")
def commonest_class_first(y: Any) -> Any:
    """In which order do the classes stand: by name, or by how often they come?"""
    common = Counter(np.asarray(y).tolist()).most_common()
    return [c for c, _ in common], [n / len(y) for _, n in common]


@SEEN("log_joint")
def sum_of_shares_logged(model: Model, Q: Any) -> Any:
    """The logarithm of a product is a sum of logarithms. What is a logarithm of a sum?"""
    tables = [np.asarray(table, dtype=float) for table in model["tables"]]
    shares = [sum(table[:, v] for table, v in zip(tables, q, strict=True)) for q in np.asarray(Q)]
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(model["prior"], dtype=float)) + np.log(np.array(shares))
