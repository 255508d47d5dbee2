"""The option that names the files of a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


class OutputOption(click.Option):
    """An option whose help names every format of a report."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help; formats are looked up only where a help is printed."""
        from benchreport.document.formats import output_names

        record = super().get_help_record(ctx)
        return record and (record[0], f"{output_names()}; repeatable.")


def outputs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the files of a report."""
    words = "A file or folder to write; repeatable."
    return click.option("-o", "--output", "outputs", cls=OutputOption, multiple=True, help=words)(command)
