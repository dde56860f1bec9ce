"""The grader. It knows nothing of this course: `mlcore` may import it, it never imports `mlcore`.

In reading order, with what comes first being what the rest is about:

What is run        tasks       a notebook to run, and what came of it, as plain data
A course on disk   course, options, files; skeleton: the release with its tests, made by skeleton_source
                   or, where there is no source, by skeleton_gradebook
A submission       notebooks: read what anybody may have written; align its cells with the release's;
                   rebuild the tasks
Running it         execution, notebook_run, sides: a notebook through both processes, cell by cell
    sandbox        from outside: levels, fork server, jobs; inside: what is loaded in a job
    judge          tests on the trusted side, with stand-ins for what is the student's
What came of it    records; grading, the steps from a folder to a record; marks; gradebook,
                   gradebook_structure and gradebook_rows, over nbgrader's own tables
What people see    hidden: what students must not; autograded, publish, feedback: notebooks and pages;
                   summary: the page for the staff
A class            worker, pool, run: many submissions at once, one writer; imports: what to load first
A course's health  doctor, golden: the places where objects decide; solution
Commands           cli; grade_command, doctor_command, show; progress
In nbgrader        drop_in, drop_in_steps: the same steps in the places of nbgrader's

Beside the grader, for those who write exercises as data:

An exercise        exercise, compare; check in the notebook; trial and limits: every case, whatever the
                   function does
What to say        diagnosis, parts, relations, habits: which mistake? panel, values, regions: how it looks;
                   waiting: a given cell before its task
Is it strong?      strength, mutants, survivors, strength_command
From text          roles, build, release: source text, executed notebook, what students get
"""
