"""The grader of nbgrader courses. It knows no course and no check: it reads what a test cell displays.

Each room imports only from rooms above it; a test holds the order.

    tasks, records, marks   plain data: what is run, what came of it, what it is worth
    reports      what a course's check says of an answer: the published format
    extensions   what other distributions add, found by name
    course/      a course on disk: its files, options, and the release with its tests
    inside/      what is loaded in a job; knows nothing of the rest
    sandbox/     levels of protection, fork servers, jobs
    judge/       test cells on the trusted side, with stand-ins for what is the student's
    submission/  what anybody may have written: read, aligned with the release, rebuilt
    execution/   one notebook through both processes
    gradebook/   nbgrader's tables, by one writer
    grading/     from a folder to a record; the door to a release; the rule for "unchanged"
    pages/       what people see: the graded notebook, the student's page, the page of summary
    classroom/   many submissions: workers, one writer; the doctor
    drop_in/     the same steps in the places of nbgrader's
    commands/    the command line
"""
