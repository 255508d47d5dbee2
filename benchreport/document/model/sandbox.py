"""Templates run in a sandbox with limits, since they may come inside a stranger's PDF; the user's own before ours."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial, wraps
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType, TracebackType
from typing import Any

import polars as pl
from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateSyntaxError
from jinja2.defaults import DEFAULT_NAMESPACE
from jinja2.exceptions import SecurityError, TemplateNotFound
from jinja2.filters import FILTERS, do_format
from jinja2.runtime import LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

from benchreport.document.model.blocks import Look, Report
from benchreport.document.model.looks import is_template, template_text
from benchreport.errors import BenchreportError, TemplateError, did_you_mean
from benchreport.resources import resource, shipped
from benchreport.version import version_of

READY = "compiled"  # the folder of the code of our own templates, which `make ready` writes
OURS = "shipped/"  # {% include "shipped/sections/setup.jinja" %} in a template that shadows it
PLAIN = (str, int, float, tuple, list, dict)
# Values that hold no others.
ATOMS = (str, int, float, type(None))
PLAIN_ATOMS = frozenset({*ATOMS, bool})
# What a dictionary and a loop of Jinja2 can be asked for without looking further.
NAMES_OF_DICT = frozenset(dir(dict))
PLACES_IN_LOOP = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length", "depth", "depth0"})
UNDEFINED = re.compile(r"'(\w+)' is undefined|has no attribute '(\w+)'")
# LaTeX is full of braces and per cent signs.
DELIMITERS: dict[str, dict[str, Any]] = {
    "latex": {
        "block_start_string": "<%",
        "block_end_string": "%>",
        "variable_start_string": "<<",
        "variable_end_string": ">>",
        "comment_start_string": "<#",
        "comment_end_string": "#>",
    }
}
LONGEST_TEXT = 1_000_000
LONGEST_OUTPUT = 50_000_000
TOO_LONG = f"more than {LONGEST_OUTPUT:,} characters"
MOST_BITS = 10_000
WIDE_FORMAT = re.compile(r"\d{5,}|%[-+ #0]*\d*\.?\*")
# A width that is one of the values: '{:.{digits}f}'.
NESTED_FORMAT = re.compile(r"\{[^{}]*:[^{}]*\{")


def limited_operation(operator: str, left: Any, right: Any) -> None:
    """Raise if an operation of a template would make a text or number of absurd size.

    Examples
    --------
    >>> limited_operation("**", 10, 10**10)
    Traceback (most recent call last):
    jinja2.exceptions.SecurityError: a number of more than 10,000 bits
    """
    if operator == "%" and isinstance(left, str):
        refuse_wide_format(left)
    elif operator == "**" and isinstance(left, int) and isinstance(right, int):
        if right > 0 and left.bit_length() * right > MOST_BITS:
            raise SecurityError(f"a number of more than {MOST_BITS:,} bits")
    elif operator == "*":
        for sequence, times in ((left, right), (right, left)):
            if isinstance(sequence, str | list | tuple) and isinstance(times, int):
                _refuse_long(len(sequence) * times)
        if isinstance(left, int) and isinstance(right, int) and left.bit_length() + right.bit_length() > MOST_BITS:
            raise SecurityError(f"a number of more than {MOST_BITS:,} bits")


def limited_arguments(values: Iterable[Any]) -> None:
    """Raise if a number handed to a method or filter is a length that no text should have."""
    for value in values:
        if isinstance(value, int):
            _refuse_long(value)


def refuse_wide_format(text: str) -> None:
    """Raise if a format asks for a width of five digits or more, or for ``%*d``."""
    if WIDE_FORMAT.search(text):
        raise SecurityError("a width in a format has at most four digits")


def limited_filter(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter of Jinja2 that refuses absurd lengths."""

    @wraps(function)
    def limited(*args: Any, **kwargs: Any) -> Any:
        limited_arguments([*args, *kwargs.values()])
        return function(*args, **kwargs)

    return limited


def limited_format(text: str, function: Callable[..., str]) -> Callable[..., str]:
    """Return the ``format`` method of a text, with widths of sensible size."""
    refuse_wide_format(text)

    @wraps(function)
    def limited(*args: Any, **kwargs: Any) -> str:
        if NESTED_FORMAT.search(text):
            limited_arguments([*args, *kwargs.values()])
        return function(*args, **kwargs)

    return limited


def format_filter(text: str, *args: Any, **kwargs: Any) -> str:
    """Return a text with its ``%`` placeholders filled in, with widths of sensible size."""
    refuse_wide_format(str(text))
    return do_format(text, *args, **kwargs)


LIMITED_FILTERS: Mapping[str, Callable[..., Any]] = {
    "format": format_filter,
    **{name: limited_filter(FILTERS[name]) for name in ("center", "indent", "wordwrap", "batch", "slice", "tojson")},
}


def joined_output(parts: Iterable[str], path: str) -> str:
    """Return the output of a template; raise as soon as it grows beyond 50 million characters."""
    pieces: list[str] = []
    length = 0
    for piece in parts:
        pieces.append(piece)
        length += len(piece)
        if length > LONGEST_OUTPUT:
            raise TemplateError(f"{path} writes {TOO_LONG}", hint="check its loops")
    return "".join(pieces)


def refuse_endless_output(length: int) -> None:
    """Raise if the values that a template printed are longer than 50 million characters."""
    if length > LONGEST_OUTPUT:
        raise SecurityError(TOO_LONG)


def _refuse_long(length: int) -> None:
    if length > LONGEST_TEXT:
        raise SecurityError(f"a length of {length:,}; at most {LONGEST_TEXT:,} is allowed")


class Rows:
    """Result rows in a template's hands: they can be handed back with a finding, and nothing else."""

    __slots__ = ("__frame",)

    def __init__(self, frame: pl.DataFrame) -> None:
        self.__frame = frame

    def frame(self) -> pl.DataFrame:
        """Return the rows; templates cannot call this."""
        return self.__frame


class Vocabulary:
    """What a section template writes with; its methods are the only ones of ours that templates may call."""

    __slots__ = ()


def sealed(value: Any) -> Any:
    """Return a value as templates may see it: frames closed, also those in lists and dictionaries.

    Examples
    --------
    >>> type(sealed({"rows": [pl.DataFrame()]})["rows"][0]).__name__
    'Rows'
    """
    if isinstance(value, ATOMS):
        return value
    if isinstance(value, (pl.DataFrame, pl.LazyFrame)):
        return Rows(value.lazy().collect())
    if type(value) is dict and PLAIN_ATOMS.issuperset(map(type, value.values())):
        return value
    if isinstance(value, dict):
        return {name: item if type(item) in PLAIN_ATOMS else sealed(item) for name, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)([item if type(item) in PLAIN_ATOMS else sealed(item) for item in value])
    return value


class Sandbox(ImmutableSandboxedEnvironment):
    """Lets templates read plain values and the fields of our records, and call the words of templates.

    Frames, and everything else that has methods which write, are out of reach: what may be read and called is listed,
    not what may not. Functions can be called but not handed on, since trusted code might call them. Numbers and texts
    of absurd size are refused.
    """

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters = {**self.filters, **LIMITED_FILTERS}
        del self.globals["lipsum"]  # makes text of any length

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Return the sandboxed ``format`` of a text, with widths of sensible size."""
        wrapped = super().wrap_str_format(value)
        return None if wrapped is None else limited_format(value.__self__, wrapped)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operation, if it is of sensible size."""
        limited_operation(operator, left, right)
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may read an attribute."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        room = type(obj).__module__
        readable = isinstance(obj, PLAIN) or room.startswith(("jinja2.", "benchreport."))
        return (
            readable and not isinstance(obj, (Rows, Report)) and (not callable(value) or self.is_safe_callable(value))
        )

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute, closed."""
        # Asked several times for every cell of a table.
        if type(obj) is dict and attribute in obj and attribute not in NAMES_OF_DICT:
            value = obj[attribute]
            return value if type(value) in PLAIN_ATOMS else sealed(value)
        if type(obj) is LoopContext and attribute in PLACES_IN_LOOP:
            return getattr(obj, attribute)
        return sealed(super().getattr(obj, attribute))

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an item, closed; frames have none."""
        if not isinstance(obj, PLAIN) and not type(obj).__module__.startswith(("jinja2.", "benchreport.")):
            raise SecurityError(f"access to the items of {type(obj).__name__} is refused")
        return sealed(super().getitem(obj, argument))

    def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a call, which is handed values alone."""
        for argument in (*args, *kwargs.values()):
            if callable(argument) and not isinstance(argument, Macro):
                raise SecurityError("a function cannot be an argument")
        owner = getattr(obj, "__self__", None)
        if isinstance(owner, str):
            limited_arguments([*args, *kwargs.values()])
        return super().call(context, obj, *args, **kwargs)

    def is_safe_callable(self, obj: Any) -> bool:
        """Return whether a template may call something."""
        obj = obj.func if isinstance(obj, partial) else obj
        if any(obj is builtin for builtin in DEFAULT_NAMESPACE.values()):
            return True
        owner = getattr(obj, "__self__", obj)
        if isinstance(owner, FunctionType):
            # Jinja2's own stand-ins for range and str.format keep to limits of their own.
            home = str(owner.__globals__.get("__name__"))
            return home in ("jinja2.sandbox", "benchreport.numerals") or home.startswith("benchreport.document.")
        room = type(owner).__module__
        return isinstance(owner, PLAIN) or room.startswith("jinja2.") or isinstance(owner, Vocabulary)


# What the Python code of a template depends on beside its text and the version of Jinja2.
SETTINGS = (
    *("block_start_string", "block_end_string", "variable_start_string", "variable_end_string"),
    *("comment_start_string", "comment_end_string", "line_statement_prefix", "line_comment_prefix"),
    *("trim_blocks", "lstrip_blocks", "newline_sequence", "keep_trailing_newline", "optimized", "autoescape"),
)


class Templates(FunctionLoader):
    """Finds templates by their path; Python code that lies ready for the same text is not made again."""

    def load(self, environment: Environment, name: str, globals: Any = None) -> Template:  # noqa: A002
        """Return a template, ready to run."""
        source, place, _ = self.get_source(environment, name)
        code = _ready_code(environment, name, source, str(place)) or environment.compile(source, name, place)
        return environment.template_class.from_code(environment, code, globals or {})


def ready_name(environment: Environment, name: str, source: str) -> str:
    """Return the file in which the code of a template lies ready: named by all that the code depends on."""
    finalize = environment.finalize and environment.finalize.__qualname__
    operators = sorted(getattr(environment, "intercepted_binops", ()))
    settings = [getattr(environment, setting) for setting in SETTINGS]
    facts = (version_of("jinja2"), settings, finalize, operators, sorted(environment.extensions), name, source)
    return f"{name.removesuffix('.jinja').replace('/', '_')}_{sha256(repr(facts).encode()).hexdigest()[:12]}.py"


def _ready_code(environment: Environment, name: str, source: str, place: str) -> CodeType | None:
    file = f"{READY}/{ready_name(environment, name, source)}"
    if file not in shipped("templates"):
        return None
    code = SourceFileLoader(file, str(resource("templates", file))).get_code(file)
    return code and code.replace(co_filename=place)


def environment(look: Look, **options: Any) -> Sandbox:
    """Return the environment in which the templates of a look are found and run."""
    return Sandbox(
        loader=Templates(partial(_source, look)),
        undefined=StrictUndefined,
        optimized=False,  # to fold constants takes longer than to run them once
        trim_blocks=True,
        lstrip_blocks=True,
        **options,
    )


def _source(look: Look, path: str) -> tuple[str, str, None] | None:
    name = path.removeprefix(OURS)
    includable = is_template(name) and name.endswith(".jinja")
    if includable and path in look.templates:
        return look.templates[path], path, None
    if includable and name in shipped("templates"):
        return template_text(Look(), name), str(resource("templates", name)), None
    return None


def macros_environment(name: str, look: Look) -> Sandbox:
    """Return the environment of the macros of a format."""
    return environment(look, keep_trailing_newline=True, **DELIMITERS.get(name, {}))


class Macros:
    """The macros of a format, as written in its template."""

    def __init__(self, name: str, look: Look) -> None:
        self._look = look
        self._path = f"formats/{name}.jinja"
        # Every text is escaped before it comes here.
        with blamed(look):
            self._module = macros_environment(name, look).get_template(self._path).module

    def __getattr__(self, name: str) -> Callable[..., str]:
        macro = getattr(self._module, name, None)
        if macro is None:
            hint = f"`benchreport init --templates {self._path}` copies the one that ships, which has it"
            raise TemplateError(f"{self._path} has no macro {name!r}", hint=hint)

        def call(*parts: Any) -> str:
            with blamed(self._look):
                return str(macro(*parts))

        self.__dict__[name] = call
        return call


macros_of = lru_cache(maxsize=16)(Macros)


@contextmanager
def blamed(
    look: Look, names: Iterable[str] = (), *, former: Callable[[str], str | None] = lambda _: None
) -> Iterator[None]:
    """Run a template so that what fails in one of the user's raises an error that names its file and line.

    What fails in ours stays as it is: the user did not cause it. ``names`` are those that the template may use;
    ``former`` returns where a name of earlier versions is found now.
    """
    try:
        yield
    except BenchreportError:
        raise
    except Exception as problem:  # a template can make any code raise; what is not the user's is raised again
        place = _place(look, problem)
        if place is None:
            raise
        path, line = place
        raise TemplateError(
            f"{path}, line {line}: {_complaint(problem)}", hint=_hint(problem, path, names, former)
        ) from problem


def _place(look: Look, problem: Exception) -> tuple[str, int] | None:
    """Return the innermost line of a template, if it is the user's."""
    if isinstance(problem, TemplateSyntaxError):
        return (problem.name, problem.lineno) if problem.name and problem.name in look.templates else None
    places = list(_template_lines(problem.__traceback__))
    return places[-1] if places and places[-1][0] in look.templates else None


def _template_lines(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    """Yield the template lines of a traceback, innermost last: as Jinja2 rewrote it, or not yet."""
    for frame, line in traceback.walk_tb(trace):
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            yield template.filename, template.get_corresponding_lineno(line)
        elif "__jinja_exception__" in frame.f_globals:
            yield frame.f_code.co_filename, line


def _complaint(problem: Exception) -> str:
    if isinstance(problem, TemplateNotFound):
        return f"there is no template {problem.name!r}"
    message = problem.message if isinstance(problem, TemplateSyntaxError) else str(problem)
    return (message or type(problem).__name__).rstrip(".")


def _hint(problem: Exception, path: str, fields: Iterable[str], former: Callable[[str], str | None]) -> str:
    names = sorted(fields)
    undefined = UNDEFINED.search(str(problem))
    place = former(undefined[1] or undefined[2]) if undefined else None
    if undefined and place is not None:
        return f"{undefined[1] or undefined[2]} is now {place}"
    if undefined and undefined[1] and names:
        return did_you_mean(undefined[1], names)
    if isinstance(problem, TemplateNotFound):
        return did_you_mean(str(problem.name), [name for name in shipped("templates") if name.endswith(".jinja")])
    return f"fix that line; `benchreport init --templates {path} --force` gives ours back"
