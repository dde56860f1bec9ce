"""The judge: runs the test cells of a course on the trusted side, against a student's process.

`names` is the namespace of a test cell, `standins` what stands there for the student's objects, `student` the
conversation, `places` the golden record, `shell` the interpreter, `process` the loop of the judge's job.
"""
