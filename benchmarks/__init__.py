"""mlcore against scikit-learn: the same data in one run, time and peak memory. Start with ``make bench``."""
