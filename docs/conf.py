"""Settings of Sphinx for the manual."""

from __future__ import annotations

from benchreport.version import __version__
from docs.building.deciding_chart import chart_substitutions
from docs.building.results import substitutions
from docs.building.sphinx_extension import setup as setup

project = "benchreport"
author = "The benchreport developers"
copyright = "the benchreport developers, MIT licence"  # noqa: A001
version = release = __version__
language = "en"
smartquotes = False  # options begin with two hyphens

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["README.md"]
nitpicky = True
# Types of other packages; the site is built without a network, so that their pages cannot be looked up.
nitpick_ignore_regex = [("py:(class|obj|exc|data)", r".*")]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "attrs_inline", "attrs_block", "substitution"]
myst_substitutions = {**substitutions(), **chart_substitutions()}
myst_heading_anchors = 4
html_math_renderer = "outlines"

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_validation_checks: set[str] = set()
add_module_names = False
python_maximum_signature_line_length = 90
toc_object_entries = False

html_theme = "furo"
html_title = f"benchreport {__version__}"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
# What a search shows below a hit would be fetched, which no browser does from disk.
html_show_search_summary = False
pygments_style = "tango"
pygments_dark_style = "monokai"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b4f8a", "color-brand-content": "#0b4f8a"},
    "dark_css_variables": {"color-brand-primary": "#7fbcf0", "color-brand-content": "#7fbcf0"},
}
