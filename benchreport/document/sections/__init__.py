"""The sections of a report: a topic in each module, which declares its sections."""

from __future__ import annotations

from benchreport.document.model.blocks import Part as Part
from benchreport.scan import Index

# The standard report: what comes before the sections that are asked for by name, and what closes it.
OPENING = ("answer", "data", "results", "sensitivity", "sizes", "cost", "singles", "predictions", "errors")
CLOSING = ("tables", "methods", "references")
STANDARD = OPENING + CLOSING
PARTS = Index("benchreport.document.sections", Part)
