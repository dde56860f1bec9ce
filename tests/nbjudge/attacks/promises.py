"""What the guide promises, sentence by sentence, and the cases that try it.

A sentence is named by its beginning. A case is an attack of the class by its id, one on the sandbox alone
(`sandbox: name`), or a test (`file::function`, below tests/nbjudge or tests). A sentence of the guide's
section on safety that promises something and is not here fails a test; so does a case that is not there.
"""

PROMISES: dict[str, tuple[str, ...]] = {
    "A student's cells run in a *job*": (
        "E29", "E53", "F4", "F7", "F8", "N1", "N2", "N3", "S1", "S1b", "E60", "P6", "R3", "R4", "E36", "T8b",
        "sandbox: reads a file outside", "sandbox: writes outside", "sandbox: internet",
        "sandbox: system calls", "sandbox: ten gigabytes", "sandbox: many large files",
        "sandbox/test_server.py::test_a_job_begins_with_an_empty_folder",
    ),
    "A job is never root.": ("sandbox: becomes root", "sandbox: has privileges, or takes them"),
    "When it ends, all that it started ends with it.": (
        "E58", "E58b", "T4b", "T7d", "T8", "T8c", "T8d", "sandbox: daemon", "sandbox: double fork",
        "sandbox: leaves shared memory", "sandbox/test_scratch.py::test_not_after_the_owner_was_killed",
    ),
    "A test never enters the student's process.": (
        "G7", "G7b", "G8", "G9", "E30", "E30b", "S2", "S3", "S3b", "S10", "X7", "D9", "D10",
        "U1", "U2", "U2b", "U2c", "U3", "U10", "U12",
        "judge/test_made_code.py::test_whoever_would_run_a_student_s_text_for_a_test_does_not",
    ),
    "So a student cannot silence an `assert`": (
        "E02", "E03", "E05", "E10", "E13", "E04", "E59", "J03", "U4", "U5", "U9", "U11", "U18",
        "judge/test_parts.py::test_no_object_passes_for_the_number_beside_it",
        "attacks/test_strangers.py::test_no_trick_on_a_stranger_s_test_gains",
        "attacks/test_on_units.py::test_no_trick_gains_in_a_unit",
    ),
    "Each such kind counts only where": (
        "H1", "H2", "H4", "H5", "G1", "G1b", "G2", "G2b", "G3",
        "judge/test_kinds.py::test_a_lie_by_its_kind_earns_nothing",
        "judge/test_liars.py::test_the_whole_matrix_has_no_wrong_pass",
    ),
    "So it does with empty texts": (
        "judge/test_kinds.py::test_a_lie_by_its_kind_earns_nothing",
        "judge/test_kinds.py::test_zeros_of_32_bits_count_as_the_numbers_that_they_are",
        "judge/test_kinds.py::test_a_solution_that_changes_its_argument_gives_nothing_empty",
    ),
    "So it does where the test itself makes NaN": (
        "judge/test_invalid.py::test_nan_that_the_test_makes_earns_nothing",
        "judge/test_invalid.py::test_where_the_solution_s_numbers_make_it_too_it_counts",
    ),
    "So it does where pandas lines up": (
        "judge/test_lining_up.py::test_a_row_without_a_partner_earns_nothing",
        "judge/test_lining_up.py::test_a_right_one_counts",
    ),
    "And so it does where an object comes back": (
        "judge/test_shared.py::test_what_is_kept_is_seen_to_change",
        "judge/test_shared.py::test_what_is_kept_costs_nothing_where_nothing_changes",
    ),
    "Where a student's object is derived": (
        "D1", "D1b", "D1c", "D2", "D2b", "D2c", "D3", "D4", "D7",
        "E59", "J07", "judge/test_honest.py::test_it_counts_as_in_a_notebook",
        "judge/test_honest.py::test_what_only_looks_like_it_earns_nothing",
    ),
    "One process serves all tests": (
        "attacks/test_lasting.py::test_what_may_last_has_a_copy_for_each_test",
        "attacks/test_lasting.py::test_it_would_last_in_one_copy_and_does_not_in_a_copy_for_each",
        "attacks/test_lasting.py::test_a_module_handed_in_under_the_name_of_one_of_python_s_may_keep_anything",
        "execution/test_one_copy.py::test_where_something_may_last_or_order_matters_each_test_has_its_own",
        "execution/test_one_copy.py::test_results_are_the_same_as_with_a_copy_for_each",
        "execution/test_one_copy.py::test_one_copy_serves_all_tests_and_the_one_in_its_place_those_after_a_death",
    ),
    "What is not known has a copy for each": (
        "execution/test_calculating.py::test_what_is_not_known_is_in_doubt",
        "execution/test_one_copy.py::test_a_test_after_one_that_changed_an_object_there_has_a_new_one",
        "execution/test_one_copy.py::test_one_copy_serves_all_tests_and_the_one_in_its_place_those_after_a_death",
    ),
    "What the test changes later": (
        "judge/test_shared.py::test_a_number_of_what_is_kept_is_that_of_what_it_is_now",
        "judge/test_shared.py::test_what_the_student_s_code_has_made_of_it_is_left_alone",
        "judge/test_shared.py::test_whatever_the_name_is_by_which_the_test_changes_it",
    ),
    "What a call does to its arguments": (
        "H3", "J07", "D5", "judge/test_changes.py::test_only_the_argument_that_the_solution_changes_is_free",
        "judge/test_changes.py::test_a_name_of_the_test_is_nobody_s_to_change",
    ),
    "Cells that a student added may use up half": ("T6", "T6b", "T6c", "T6e", "T6f", "R4g", "E33b"),
    "Where a test binds a name that a cell": (
        "execution/test_hidden_inputs.py::test_where_tests_cannot_wait_no_cell_says_anything_any_more",
    ),
    "When a copy learns of a hidden input": (
        "T1", "T1b", "T1c", "T1d", "T2", "T2b", "T2c", "T2d", "T2e", "T3", "T3b", "T3c", "T4", "T4b", "T4c",
        "T4d", "T5", "T5b", "T5c", "T5d", "R1", "W1", "U8", "U13", "U14", "U15", "U16", "U17",
        "execution/test_hidden_inputs.py::test_a_second_run_of_a_test_says_nothing_of_what_the_first_one_gave",
        "execution/test_hidden_inputs.py::test_a_test_inside_shows_nothing_of_what_one_above_gave",
        "execution/test_hidden_inputs.py::test_no_channel_brings_it_to_a_cell_below",
        "attacks/test_attacks.py::test_no_page_tells_what_a_hidden_test_hands_over",
    ),
    "A submission that is graded again": (
        "attacks/test_repeatable.py::test_the_same_record_in_any_order_by_any_number_of_workers", "C1", "T9",
        "attacks/test_ten_times.py::test_the_records_of_all_rounds_are_the_same_bytes",
    ),
    "For that, the same things are pinned": (
        "C2", "J10", "T9", "sandbox/test_server.py::test_servers_agree_on_sets_and_on_the_rest_of_the_world",
        "sandbox/test_server.py::test_jobs_of_one_seed_draw_the_same_however_they_draw",
    ),
    "What asks for the time": ("C1", "C3", "attacks/test_repeatable.py::test_only_addresses_are_taken_out",),
    "There a student's object may arrive": ("J03", "J09", "E04b", "E32", "H2b"),
    "An object of a class that the test itself": (
        "judge/test_doubles.py::test_nothing_is_reached_that_the_test_does_not_offer",
        "judge/test_doubles.py::test_a_double_is_no_result",
        "attacks/test_strangers.py::test_no_trick_on_a_stranger_s_test_gains",
    ),
    "A file that answers write": (
        "judge/test_written.py::test_a_file_that_the_solution_does_not_write_stays_where_it_is",
        "judge/test_written.py::test_code_and_what_lies_elsewhere_never_comes",
        "judge/test_written.py::test_a_file_never_becomes_code_of_the_test",
        "attacks/test_strangers.py::test_no_trick_on_a_stranger_s_test_gains",
    ),
    "Which cells there are": ("E16", "E17", "E18", "E19", "E21", "E24", "M1", "M3", "U21", "U28"),
    "So copied, moved, deleted": (
        "E22", "E25", "E26", "E28", "M2", "M4", "U20", "U20b", "U26", "U27", "G20", "G23",
    ),
    "A graded notebook can be opened": (
        "E42", "E42b", "E42c", "E42d", "W1", "W1b", "W1d", "W6", "U19", "U22", "U23",
        "browser/test_hostile.py::test_nothing_runs_and_nothing_is_fetched",
        "attacks/test_attacks.py::test_no_page_runs_what_a_student_wrote",
    ),
    "JupyterLab starts a kernel beside it": (
        "browser/test_hostile.py::test_nothing_runs_and_nothing_is_fetched",
        "grading/test_steps.py::test_what_a_kernel_would_import_lies_there_as_text",
        "drop_in/test_drop_in.py::test_what_a_kernel_would_import_lies_there_as_text",
    ),
    "Some 300 tricks": (
        "attacks/test_attacks.py::test_the_trick_gains_nothing_and_costs_nobody",
        "attacks/test_attacks.py::test_honest_students_keep_their_scores",
        "attacks/test_attacks.py::test_nothing_is_left_running",
        "attacks/test_attacks.py::test_no_file_and_no_shared_object_is_left",
    ),
}  # fmt: skip

EXPLAINS = (  # sentences with such words that promise nothing
    "An exact type is not enough",
    "**The same every time.**",
    "It still holds. Without `*=kinds 4`",
)
