"""The pages that students get: one HTML file for each notebook, whole in itself, without a script."""
