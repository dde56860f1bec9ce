"""What is loaded inside a sandbox, on the student's side and on the judge's: it stands alone.

Only the standard library, what a notebook needs anyway (numpy, IPython, ipykernel, when first used) and
these modules themselves are imported here: in the student's sandbox nothing else of the grader exists.
"""
