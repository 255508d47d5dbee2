"""Text in LaTeX: every sign harmless, words as an author would write them, long runs with places to break."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

MATHEMATICS = {
    "−": "-", "±": r"\pm", "×": r"\times", "χ": r"\chi", "η": r"\eta", "Λ": r"\Lambda", "Δ": r"\Delta",
    "▴": r"\blacktriangle", "▾": r"\blacktriangledown", "≤": r"\le", "≥": r"\ge", "≈": r"\approx",
    "→": r"\rightarrow", "←": r"\leftarrow", "<": "<", ">": ">", "∞": r"\infty", "·": r"\cdot", "●": r"\bullet",
    "○": r"\circ", "◐": r"\odot", "◇": r"\diamond", "≠": r"\ne", "⁻": "^{-}", "α": r"\alpha", "β": r"\beta",
    "γ": r"\gamma", "↑": r"\uparrow", "↓": r"\downarrow",
    "δ": r"\delta", "ε": r"\varepsilon", "θ": r"\theta", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "µ": r"\mu",
    "ν": r"\nu", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "φ": r"\varphi", "ψ": r"\psi", "ω": r"\omega",
}  # fmt: skip
SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", '"': r"\textquotedbl{}",
    "|": r"\textbar{}", "`": r"\textasciigrave{}", "–": "--", "—": "---", "’": "'",
    "“": "``", "”": "''", "…": r"\dots{}",
    **{sign: rf"\textsuperscript{{{digit}}}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    "\N{NO-BREAK SPACE}": "~", "\N{THIN SPACE}": r"\,", "\N{NARROW NO-BREAK SPACE}": r"\,",
    **{sign: f"${code}$" for sign, code in MATHEMATICS.items()},
}  # fmt: skip
# What pdfLaTeX sets in the T1 encoding without more packages.
LETTERS = frozenset(chr(code) for code in range(0x20, 0x7F)) | frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž§£")  # fmt: skip  # noqa: E501
UNBROKEN = re.compile(r"[^ \N{NO-BREAK SPACE}]+")
# Two of these in a row would become another sign.
JOINED = "-,'’"
# Blanks at which no line ends: between a number and its per cent or sign, and within an interval.
TIED = re.compile(r"(?<=\d) (?=%)| (?=[=<>≤≥≈] [−.\d])|(?<= [=<>≤≥≈]) (?=[−.\d])|(?<=\d,) (?=[−.\d]+[\])])")
SQUARED = re.compile(r"\$(\\\w+)\$\\textsuperscript\{2\}")
# Runs of more signs may be broken, into pieces of so many.
LONGEST_RUN, RUN_PIECE = 30, 8


def escape(text: str) -> str:
    """Return any text harmless in LaTeX; what pdfLaTeX cannot set is spelt out by its code points.

    Examples
    --------
    >>> escape("A&B_100%"), escape("漢")
    ('A\\\\&B\\\\_100\\\\%', 'U+6F22')
    """
    tied = TIED.sub("\N{NO-BREAK SPACE}", spelt_out(text))
    escaped = UNBROKEN.sub(lambda run: _breakable(run[0]), tied).replace("\N{NO-BREAK SPACE}", "~")
    return SQUARED.sub(r"$\1^2$", escaped)


def _breakable(run: str) -> str:
    """Return a run without blanks, escaped; a long one may be broken here and there."""
    step = RUN_PIECE if len(run) > LONGEST_RUN else len(run)
    signs = [
        SIGNS.get(sign, sign) + ("{}" if sign in JOINED and after in JOINED else "")
        for sign, after in zip_longest(run, run[1:], fillvalue=" ")
    ]
    return "\\allowbreak{}".join("".join(signs[start : start + step]) for start in range(0, len(run), step))


def spelt_out(text: str) -> str:
    """Return a text with code points for what pdfLaTeX cannot set."""
    return "".join(sign if sign in LETTERS or sign in SIGNS else _spelt(sign) for sign in text)


def _spelt(sign: str) -> str:
    return " " if sign.isspace() else f"U+{ord(sign):04X}"


def pieces_of(text: str) -> Iterator[str]:
    """Yield what of a text is never broken: words, and pieces of very long ones.

    Examples
    --------
    >>> list(pieces_of("a name")), [len(piece) for piece in pieces_of("x" * 35)]
    (['a', 'name'], [8, 8, 8, 8, 3])
    """
    for word in text.split():
        step = RUN_PIECE if len(word) > LONGEST_RUN else len(word)
        yield from (word[start : start + step] for start in range(0, len(word), step))
