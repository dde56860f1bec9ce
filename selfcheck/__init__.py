"""The exercise kit: checks in a notebook that find a mistake and name it. NumPy is all that it needs.

In reading order:

An exercise     exercise: inputs, right answer, known mistakes, as data; compare: is a value the expected one?
Trying it       attempt: one call of a function that may do anything; trial: every case, and with again,
                between and corners those that whole kinds of mistakes fail; check: what a notebook calls
What to say     diagnosis, blunders, memory, parts, relations, habits: which mistake? smaller: on which
                input? panel, values, regions: how it looks; waiting: a given cell before its task
For authors     authoring: text to notebooks, the students' release, the proof of strength; `selfcheck --help`

It knows no grader. Under one, three environment variables tell it what it has to know: see `check`.
"""
