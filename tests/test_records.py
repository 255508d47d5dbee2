"""Our frozen records beside those of the standard library: the same behaviour, fewer functions compiled."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from benchreport.records import dataclass

OPTIONS: dict[str, bool] = {"frozen": True, "slots": True, "kw_only": True}


def _point(decorator: Callable[..., Any], **options: bool) -> Any:
    @decorator(**OPTIONS | options)
    class Point:
        """A point."""

        name: str
        x: float = 0.5
        tags: list[str] = dataclasses.field(default_factory=list, compare=False)
        looks: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)
        secret: str = dataclasses.field(default="", repr=False)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("negative")

        @property
        def double(self) -> float:
            return 2 * self.x

    return Point


def _heir(decorator: Callable[..., Any]) -> Any:
    @decorator(**OPTIONS)
    class Heir(_point(decorator)):  # type: ignore[misc]
        """A point with one more field, and another default."""

        x: float = 1.5
        z: float

    return Heir


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A record that can be pickled, since its class has a place in a module."""

    a: int
    b: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """A record of one field."""

    a: Any


@dataclass(frozen=True)
class Unmade:
    """A record given by position, with a field given by name."""

    value: float
    unit: str = dataclasses.field(default="", kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """A record without fields."""


@pytest.mark.parametrize("make", [_point, _heir])
def test_a_record_is_what_the_standard_library_makes(make: Callable[..., Any]) -> None:
    ours, theirs = make(dataclass), make(dataclasses.dataclass)
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    assert [field.name for field in dataclasses.fields(ours)] == [field.name for field in dataclasses.fields(theirs)]
    assert ours.__slots__ == theirs.__slots__
    assert not hasattr(ours(name="a", **_rest(ours)), "__dict__")
    assert (ours.__name__, ours.__doc__) == (theirs.__name__, theirs.__doc__)
    own, other = (kind(name="a", x=2, secret="s", **_rest(kind)) for kind in (ours, theirs))
    assert repr(own) == repr(other)
    assert dataclasses.asdict(own) == dataclasses.asdict(other)
    assert own.double == other.double == 4
    assert hash(own) == hash(other)


@pytest.mark.parametrize("options", [{"slots": False}, {"kw_only": False}, {"eq": False}, {"repr": False}])
def test_a_record_of_another_sort_is_what_the_standard_library_makes(options: dict[str, bool]) -> None:
    ours, theirs = (_point(decorator, **options) for decorator in (dataclass, dataclasses.dataclass))
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    own, other, same = ours(name="a"), theirs(name="a"), ours(name="a")
    assert hasattr(own, "__dict__") == hasattr(other, "__dict__") == ("slots" in options)
    assert (repr(own) == repr(other)) == ("repr" not in options)
    assert (own == same) == (hash(own) == hash(same)) == ("eq" not in options)
    assert ours.__match_args__ == theirs.__match_args__
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        own.x = 2


def test_the_signature_of_a_record_is_the_same_before_and_after_the_first_is_made() -> None:
    before = inspect.signature(Unmade)
    assert list(before.parameters) == ["value", "unit"]
    assert not hasattr(Unmade(2.0), "__signature__")
    assert inspect.signature(Unmade) == before


def test_a_class_with_an_initialiser_of_its_own_keeps_it() -> None:
    class Metre(Unmade):
        def __init__(self, value: float) -> None:
            super().__init__(value, unit="m")

    assert [Metre(value).unit for value in (1.0, 2.0)] == ["m", "m"]


def _rest(kind: Any) -> dict[str, float]:
    return {"z": 3.0} if "z" in kind.__slots__ else {}


def test_records_are_the_same_by_their_compared_fields() -> None:
    kind = _point(dataclass)
    assert kind(name="a", tags=["t"]) == kind(name="a")
    assert kind(name="a") != kind(name="a", x=1)
    assert kind(name="a") != kind(name="a", looks={"b": "c"})
    assert kind(name="a") != _point(dataclass)(name="a")
    assert hash(kind(name="a", looks={"b": "c"})) == hash(kind(name="a"))
    nan = float("nan")
    assert Single(a=nan) == Single(a=nan)
    assert Single(a=nan) != Single(a=float("nan"))
    assert Nothing() == Nothing()
    assert repr(Nothing()) == "Nothing()"


def test_a_record_cannot_be_changed() -> None:
    pair = Pair(a=1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'a'"):
        pair.a = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'b'"):
        del pair.b
    with pytest.raises(dataclasses.FrozenInstanceError):
        pair.c = 2  # type: ignore[attr-defined]


def test_a_record_is_made_from_named_values_alone() -> None:
    kind = _point(dataclass)
    assert kind(name="a").tags is not kind(name="a").tags
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'name'"):
        kind()
    with pytest.raises(TypeError, match="unexpected keyword argument 'y'"):
        kind(name="a", y=1)
    with pytest.raises(TypeError, match="positional"):
        kind("a")
    with pytest.raises(ValueError, match="negative"):
        kind(name="a", x=-1)


def test_copies_are_the_same_record() -> None:
    pair = Pair(a=1, b=(2, 3))
    assert pickle.loads(pickle.dumps(pair)) == copy.copy(pair) == copy.deepcopy(pair) == pair
    assert dataclasses.replace(pair, a=5) == Pair(a=5, b=(2, 3))


def test_a_record_that_holds_itself_can_be_written() -> None:
    values: list[Any] = []
    single = Single(a=values)
    values.append(single)
    assert repr(single) == "Single(a=[...])"


def test_other_dataclasses_are_left_to_the_standard_library() -> None:
    @dataclass(slots=True)
    class Counter:
        count: int = 0

    counter = Counter(3)
    counter.count += 1
    assert counter == Counter(4)
