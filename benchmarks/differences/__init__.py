"""Where do mlcore and scikit-learn differ? Drawn cases, an exact judge, and the differences that are meant.

    python -m benchmarks.differences --minutes 60     # a long run
    python -m benchmarks.differences --seed 1234 --cases 1     # one case again

``tables`` draws data and the containers that they come in; ``naive_bayes``, ``neighbours`` and ``functions``
each draw cases and judge them; ``intended`` says which differences are meant, and why. A difference that is
not in that table is a failure, whoever is right.
"""
