"""The command line: what each command says, to a terminal or to a script."""
