"""What the units on naive Bayes share: models with one table θ, and answers that differ in their scores only.

Such an answer takes the scores of a unit as its first argument; `for_unit` and `partial` give it those.
"""
