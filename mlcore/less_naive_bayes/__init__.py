"""Less naive Bayes: features may depend on the class and on a few other features.

In reading order: ``models`` (which features a feature depends on), ``network`` (what all such models share),
``chow_liu`` (how the tree is learnt). Measurements that depend on each other are in ``mlcore.discriminant``.
"""

from mlcore.less_naive_bayes.models import KOrderNB, TreeAugmentedNB

__all__ = ["KOrderNB", "TreeAugmentedNB"]
