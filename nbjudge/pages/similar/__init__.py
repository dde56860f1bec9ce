"""Similar work: pairs of students whose answers agree beyond what the task forces.

tokens     an answer as what is left when names, comments and layout are taken away
agreement  the answers of a class -> pairs, each with what speaks for it
page       the pairs side by side, for the staff
"""
