"""A class that was made up: submissions of a course's units as students write them, and what each deserves.

standalone   an answer out of an exercise's module, as source that runs in a notebook's cell on its own
handwriting  the same answer as one particular student writes it
proof        what an answer deserves, by the cases of its exercise
people       who is in the class: what they can do, whom they talk to, what they try
trouble      what goes wrong besides wrong answers: loops, crashes, half of an answer, cheating
papers       a student's notebook as a file
classroom    all of it: the submissions, and beside them the sealed key
"""
