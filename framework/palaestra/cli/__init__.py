"""The command line: one file per command, each a few lines over the library.

Commands are functions with typer annotations; :mod:`palaestra.cli.group` lists them without importing them. Tables
go to stdout through :mod:`palaestra.cli.output`, everything else to stderr through :mod:`palaestra.cli.notices`.
"""
