"""The reference: k-nearest neighbours and naive Bayes, right, readable and fast.

Import from the modules, as in scikit-learn:

>>> from mlcore.naive_bayes import GaussianNB
>>> from mlcore.neighbors import KNeighborsClassifier
"""

__version__ = "0.1.0"
