"""The command line: one file for each command, each a few lines over the library.

Commands are functions with typer annotations; :mod:`palaestra.cli.group` lists them without importing them. Tables
go to stdout through :mod:`palaestra.cli.output`, everything else to stderr through :mod:`palaestra.cli.notices`.

What the commands of plugins may use is listed in ``__init__.pyi``, and in docs/api.md. The names are imported when
they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
