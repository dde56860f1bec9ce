"""How well the checks do on answers that their makers had not seen: ``python -m benchmarks.unseen``.

    answers   what was written, as it stands in the folders of text files here
    verdicts  what a teacher thinks of each sentence that a check said
    __main__  puts every answer to its check, and prints the table

The answers were written for this course, from the notebooks alone, by somebody who had not seen the checks,
their inputs or the lists of known mistakes. They are not students' work. A folder is one sitting: `first` was
written before the first mend, `second`, `third` and `fourth` after rounds of mends.
"""
