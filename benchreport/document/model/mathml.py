"""Formulas in our part of TeX as MathML, for those who hear a page; whatever lies outside that part is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from benchreport.errors import TemplateError

TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\d+(?:\.\d+)?|[A-Za-z]|\S")
LONGEST = 2000  # characters of a formula
LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "nu": "ν", "psi": "ψ", "rho": "ρ", "sigma": "σ", "tau": "τ", "chi": "χ",
    "Gamma": "Γ", "Delta": "Δ", "Lambda": "Λ", "Phi": "Φ",
}  # fmt: skip
SIGNS = {
    "pm": "±", "mp": "∓", "leq": "≤", "geq": "≥", "neq": "≠", "sim": "∼", "succ": "≻", "succeq": "⪰", "in": "∈",
    "ni": "∋", "cap": "∩", "cdot": "⋅", "ast": "∗", "mid": "∣", "top": "⊤", "ldots": "…", "times": "×",
    "forall": "∀", "exists": "∃", "Leftrightarrow": "⇔", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋",
    "{": "{", "}": "}", "#": "#", "%": "%", "int": "∫",
}  # fmt: skip
LIMITS = {"sum": "<mo>∑</mo>", "prod": "<mo>∏</mo>", "max": "<mi>max</mi>", "min": "<mi>min</mi>"}
FUNCTIONS = ("ln", "log", "Pr", "det", "arg")
ACCENTS = {"bar": "¯", "overline": "¯", "tilde": "˜", "hat": "ˆ"}
SPACES = {"!": "-0.167em", ",": "0.167em", ";": "0.278em", "quad": "1em", "qquad": "2em"}
SINGLE = {
    **{f"\\{name}": f"<mi>{sign}</mi>" for name, sign in LETTERS.items()},
    **{f"\\{name}": f"<mo>{sign}</mo>" for name, sign in SIGNS.items()},
    **{sign: f"<mo>{escape(sign)}</mo>" for sign in "+=<>,.:;/!"},
    **{sign: f'<mo stretchy="false">{sign[-1]}</mo>' for sign in (*"()[]|", "\\{", "\\}")},
    **{f"\\{name}": text for name, text in LIMITS.items()},
    **{f"\\{name}": f"<mi>{name}</mi>" for name in FUNCTIONS},
    **{f"\\{name}": f'<mspace width="{width}"/>' for name, width in SPACES.items()},
    "-": "<mo>−</mo>",
    "'": "<mo>′</mo>",
}
TWO_PARTS = {
    "\\frac": "<mfrac>{}{}</mfrac>",
    "\\dfrac": "<mfrac>{}{}</mfrac>",
    "\\binom": '<mrow><mo>(</mo><mfrac linethickness="0">{}{}</mfrac><mo>)</mo></mrow>',
}
SCRIPTS = {"_": "sub", "^": "sup"}
BOLD_ONE = "𝟏"


@lru_cache(maxsize=512)
def mathml(tex: str, *, display: bool = False) -> str:
    r"""Return a formula as an element of MathML.

    Examples
    --------
    >>> mathml(r"\chi^2_F")
    '<math><msubsup><mi>χ</mi><mi>F</mi><mn>2</mn></msubsup></math>'
    >>> mathml(r"\input{secret}")
    Traceback (most recent call last):
    benchreport.errors.TemplateError: the formula '\\input{secret}' has '\\input', which is not in our part of TeX
    hint: fractions, roots, sums, scripts, Greek letters and upright words can be set
    """
    if len(tex) > LONGEST:
        raise TemplateError(f"a formula of {len(tex):,} characters", hint=f"at most {LONGEST} are set")
    block = ' display="block"' if display else ""
    return f"<math{block}>{_Reader(tex).row()}</math>"


class _Reader:
    """Reads the tokens of one formula."""

    def __init__(self, tex: str) -> None:
        self.tex = tex
        self.tokens: list[str] = TOKEN.findall(tex)
        self.place = 0

    def row(self, end: str = "") -> str:
        """Return everything up to a token as one element."""
        parts = list(self._until(end))
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def _until(self, end: str) -> Iterator[str]:
        while self.place < len(self.tokens):
            if end and self.tokens[self.place] == end:
                self.place += 1
                return
            yield self._scripted()
        if end:
            raise self._refusal(f"lacks a {end!r}")

    def _scripted(self) -> str:
        """Return the next atom with what is raised or lowered at it."""
        token = self.tokens[self.place]
        base = self._atom()
        scripts: dict[str, str] = {}
        while self.place < len(self.tokens) and (self.tokens[self.place] in SCRIPTS or self.tokens[self.place] == "'"):
            sign = self._next()
            kind = SCRIPTS.get(sign, "sup")
            if kind in scripts:
                raise self._refusal(f"has two scripts {sign!r} at one place")
            scripts[kind] = SINGLE[sign] if sign == "'" else self._atom()
        if not scripts:
            return base
        tag = "m" + "".join(kind for kind in SCRIPTS.values() if kind in scripts)
        if token.removeprefix("\\") in LIMITS:
            tag = tag.replace("sub", "under").replace("sup", "over")
        return f"<{tag}>{base}{scripts.get('sub', '')}{scripts.get('sup', '')}</{tag}>"

    def _atom(self) -> str:
        token = self._next()
        if token in SINGLE:
            return SINGLE[token]
        if token == "{":
            return self.row("}")
        if token in TWO_PARTS:
            return TWO_PARTS[token].format(self._atom(), self._atom())
        if token == "\\sqrt":
            return f"<msqrt>{self._atom()}</msqrt>"
        if token == "\\left":
            opening = self._fence()
            inside = "".join(self._until("\\right"))
            return f"<mrow>{opening}{inside}{self._fence()}</mrow>"
        if token.removeprefix("\\") in ACCENTS and len(token) > 1:
            return f'<mover accent="true">{self._atom()}<mo>{ACCENTS[token[1:]]}</mo></mover>'
        if token in ("\\mathrm", "\\mathbf"):
            return self._upright(bold=token == "\\mathbf")
        if not token.isascii() or not token[0].isalnum():
            raise self._refusal(f"has {token!r}, which is not in our part of TeX")
        return f"<mi>{token}</mi>" if token.isalpha() else f"<mn>{token}</mn>"

    def _upright(self, *, bold: bool) -> str:
        opening = self.place
        self.row("}") if self._next() == "{" else None
        word = "".join(self.tokens[opening + 1 : self.place - 1])
        if bold and word == "1":
            return f"<mn>{BOLD_ONE}</mn>"
        if bold or not word.isascii() or not word.isalnum():
            raise self._refusal(f"has {word!r} in upright letters")
        return f'<mi mathvariant="normal">{word}</mi>'

    def _fence(self) -> str:
        token = self._next()
        sign = token if len(token) == 1 else SIGNS.get(token[1:], "")
        if not sign or sign not in "()[]{}|⌈⌉⌊⌋.":
            raise self._refusal(f"has {token!r} as a delimiter")
        return f"<mo>{sign}</mo>" if sign != "." else ""

    def _next(self) -> str:
        if self.place >= len(self.tokens):
            raise self._refusal("ends too early")
        self.place += 1
        return self.tokens[self.place - 1]

    def _refusal(self, reason: str) -> TemplateError:
        return TemplateError(
            f"the formula {self.tex!r} {reason}",
            hint="fractions, roots, sums, scripts, Greek letters and upright words can be set",
        )
