"""Dataclasses whose methods need not be compiled: ``dataclass`` of the standard library, for a program that must start.

Python compiles six functions for every frozen dataclass, which was a tenth of the time that a small report takes. Here
frozen records share all of them but ``__init__``, which is compiled when the first record is made. Dataclasses that are
not frozen are left to the standard library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from functools import cache, partial
from inspect import Signature, signature
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

# A frozen dataclass with any other option is left to the standard library too.
CHOICES = {"frozen", "slots", "kw_only", "eq", "repr"}

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: Any) -> Callable[[type], type]:
        """Return the decorator that makes a class a dataclass.

        Examples
        --------
        >>> @dataclass(frozen=True, slots=True, kw_only=True)
        ... class Interval:
        ...     low: float
        ...     high: float = 1.0
        >>> Interval(low=0.5)
        Interval(low=0.5, high=1.0)
        >>> Interval(low=0.5).low = 0.0
        Traceback (most recent call last):
        dataclasses.FrozenInstanceError: cannot assign to field 'low'
        """
        ours = options.get("frozen", False) and options.keys() <= CHOICES
        return partial(_record, options=options) if ours else _dataclass(**options)


def _record(cls: Any, *, options: Mapping[str, bool]) -> Any:
    """Return a class as a frozen dataclass."""
    slots, kw_only = options.get("slots", False), options.get("kw_only", False)
    compared, written = options.get("eq", True), options.get("repr", True)
    shared = _FROZEN | (_COMPARED if compared else {}) | (_WRITTEN if written else {}) | (_IN_SLOTS if slots else {})
    for name, method in shared.items():
        if name not in cls.__dict__:
            setattr(cls, name, method)
    record = _dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    record.__init__, record.__signature__ = _first_initialiser(record), _Signature()
    return record


def _first_initialiser(record: Any) -> Callable[..., None]:
    """Return the function that sets the fields of the first record of a class; it compiles that of all others."""

    def first(self: Any, /, *values: Any, **named: Any) -> None:
        record.__init__ = _initialiser(record)
        record.__init__(self, *values, **named)

    return first


class _Signature:
    """The signature of a class of records, made when it is asked for."""

    def __get__(self, record: Any, cls: type[Any]) -> Signature:
        if record is not None:
            raise AttributeError("__signature__")
        function = signature(_initialiser(cls))
        return function.replace(parameters=list(function.parameters.values())[1:])


def _initialiser(record: Any) -> Callable[..., None]:
    """Return the function that sets the fields of a record, compiled."""
    values: dict[str, Any] = {"set_field": object.__setattr__, "LEFT_OUT": _LEFT_OUT}
    parameters, lines = [], []
    for number, field in enumerate(sorted(fields(record), key=lambda field: field.kw_only is True)):
        if field.kw_only and "*" not in parameters:
            parameters.append("*")
        name, value = field.name, field.name
        if field.default_factory is not MISSING:
            values[f"make_{number}"] = field.default_factory
            parameters.append(f"{name}=LEFT_OUT")
            value = f"make_{number}() if {name} is LEFT_OUT else {name}"
        elif field.default is not MISSING:
            values[f"default_{number}"] = field.default
            parameters.append(f"{name}=default_{number}")
        else:
            parameters.append(name)
        lines.append(f"set_field(self, {name!r}, {value})")
    if hasattr(record, "__post_init__"):
        lines.append("self.__post_init__()")
    head = ", ".join(["self", *parameters])
    exec(f"def __init__({head}):\n  " + "\n  ".join([*lines, "pass"]), values)
    function: Any = values["__init__"]
    function.__annotations__ = {field.name: field.type for field in fields(record)} | {"return": None}
    function.__module__, function.__qualname__ = record.__module__, f"{record.__qualname__}.__init__"
    return function  # type: ignore[no-any-return]


class _LeftOut:
    """The value of a parameter for which a record makes one of its own."""

    def __repr__(self) -> str:
        return "<factory>"


_LEFT_OUT = _LeftOut()


@cache
def _compared(cls: type[Any]) -> Callable[[Any], Any]:
    """Return what reads the values by which two records of a class are the same."""
    return _reader([field.name for field in fields(cls) if field.compare])


@cache
def _counted(cls: type[Any]) -> Callable[[Any], Any]:
    """Return what reads the values that count for the hash of a record."""
    return _reader([field.name for field in fields(cls) if (field.compare if field.hash is None else field.hash)])


def _reader(names: list[str]) -> Callable[[Any], Any]:
    """Return what reads fields as a tuple; alone, ``attrgetter`` of one name would return its value."""
    return attrgetter(*names) if len(names) > 1 else lambda record: tuple([getattr(record, name) for name in names])


def _same(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    values = _compared(self.__class__)
    return values(self) == values(other)


def _hashed(self: Any) -> int:
    return hash(_counted(self.__class__)(self))


@recursive_repr()
def _written(self: Any) -> str:
    values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({values})"


def _refuse_value(_: Any, name: str, __: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(_: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


# Methods that records share: all of them, those that are compared, those that are written out, those with slots.
_FROZEN: dict[str, Callable[..., Any]] = {"__setattr__": _refuse_value, "__delattr__": _refuse_deletion}
_COMPARED: dict[str, Callable[..., Any]] = {"__eq__": _same, "__hash__": _hashed}
_WRITTEN: dict[str, Callable[..., Any]] = {"__repr__": _written}
_IN_SLOTS: dict[str, Callable[..., Any]] = {"__getstate__": _state, "__setstate__": _restore}
