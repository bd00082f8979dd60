"""A vector of LANES numbers as a numba type, so that a kernel written for one number is compiled for all lanes.

Where numba meets an array of vectors (`in_lanes`), what is read from it is one LLVM vector and each + − × ÷ of it one
instruction for all lanes: the same rounding as for a single number, for LLVM neither reorders nor contracts what is not
marked as fast mathematics. A number meeting a vector is copied into every lane.

This module needs numba; it is imported only where kernels are compiled.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import PrimitiveModel
from numba.core.errors import NumbaError as Refused
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, overload, register_model
from numba.np.arrayobj import make_array

from . import arithmetic
from .width import LANES

__all__ = ["Refused"]

FLOAT, WORD = ir.DoubleType(), ir.IntType(64)
FLOATS, WORDS = ir.VectorType(FLOAT, LANES), ir.VectorType(WORD, LANES)
NUMBERS = (types.Float, types.Integer)
SIGN = 1 << 63

Emit = Callable[..., Any]


class Vector(types.Type):
    """LANES floats."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector({LANES})")

    def unify(self, _: Any, other: Any) -> Any:
        """A variable that is a number on one path and a vector on another is a vector."""
        return self if isinstance(other, NUMBERS) else None

    def can_convert_from(self, _: Any, other: Any) -> Any:
        """A number can become a vector."""
        return Conversion.safe if isinstance(other, NUMBERS) else None


class Mask(types.Type):
    """LANES truth values."""

    def __init__(self) -> None:
        super().__init__(name=f"Mask({LANES})")


VECTOR, MASK = Vector(), Mask()


def _overload(function: Callable[..., Any], implementation: Callable[..., Any]) -> None:
    """Tell numba what a function does with vectors. Not strict: strictness compares annotations as well."""
    overload(function, strict=False)(implementation)


def _model(kind: type, llvm: Any) -> None:
    """Hold numba's type in a register of LLVM's type."""

    def __init__(self: Any, manager: Any, held: Any) -> None:
        PrimitiveModel.__init__(self, manager, held, llvm)

    register_model(kind)(type(f"{kind.__name__}Model", (PrimitiveModel,), {"__init__": __init__}))


_model(Vector, FLOATS)
_model(Mask, ir.VectorType(ir.IntType(1), LANES))


def _to_all_lanes(context: Any, builder: Any, given: Any, _: Any, value: Any) -> Any:
    """One number in every lane."""
    number = context.cast(builder, value, given, types.float64)
    undefined, first = ir.Constant(FLOATS, ir.Undefined), ir.Constant(ir.IntType(32), 0)
    places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(builder.insert_element(undefined, number, first), undefined, places)


for _kind in NUMBERS:
    lower_cast(_kind, Vector)(_to_all_lanes)


def _is_number(kind: Any) -> bool:
    return isinstance(kind, (Vector, *NUMBERS))


def _operation(emit: Emit, count: int, result: Any = VECTOR) -> Any:
    """An intrinsic of `count` numbers or vectors, at least one of them a vector; `emit` writes its instructions."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = signature.args
        vectors = [context.cast(builder, v, k, VECTOR) for v, k in zip(values, kinds, strict=True)]
        return emit(builder, *vectors)

    def of_one(_: Any, a: Any) -> Any:
        return result(a), generate

    def of_two(_: Any, a: Any, b: Any) -> Any:
        return result(a, b), generate

    return intrinsic(of_one if count == 1 else of_two)


def _unary(function: Callable[..., Any], emit: Emit) -> None:
    """Let a vector be given to a function of one number."""
    operation = _operation(emit, 1)

    def implementation(a: Any) -> Any:
        return (lambda a: operation(a)) if isinstance(a, Vector) else None

    _overload(function, implementation)


def _binary(function: Callable[..., Any], emit: Emit, result: Any = VECTOR) -> None:
    """Let vectors, or a vector and a number, be given to a function of two numbers."""
    operation = _operation(emit, 2, result)

    def implementation(a: Any, b: Any) -> Any:
        some = isinstance(a, Vector) or isinstance(b, Vector)
        return (lambda a, b: operation(a, b)) if some and _is_number(a) and _is_number(b) else None

    _overload(function, implementation)


def _llvm(name: str) -> Emit:
    """LLVM's own function of one vector, by its name."""

    def emit(builder: Any, x: Any) -> Any:
        kind = ir.FunctionType(FLOATS, [FLOATS])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.v{LANES}f64"), [x])

    return emit


def _words(number: int) -> Any:
    return ir.Constant(WORDS, [number] * LANES)


def _floats(number: float) -> Any:
    return ir.Constant(FLOATS, [number] * LANES)


def _with_sign(builder: Any, x: Any, sign: Any) -> Any:
    """The bits of x but the first, and the first of `sign`."""
    size = builder.and_(builder.bitcast(x, WORDS), _words(SIGN - 1))
    return builder.bitcast(builder.or_(size, builder.and_(builder.bitcast(sign, WORDS), _words(-SIGN))), FLOATS)


def _power_of_two(builder: Any, k: Any) -> Any:
    """See `arithmetic.power_of_two`."""
    bits = builder.bitcast(builder.fadd(k, _floats(arithmetic.SHIFTER)), WORDS)
    return builder.bitcast(builder.shl(builder.add(bits, _words(1023)), _words(52)), FLOATS)


for _names, _instruction in (
    ((operator.add, operator.iadd), ir.IRBuilder.fadd),
    ((operator.sub, operator.isub), ir.IRBuilder.fsub),
    ((operator.mul, operator.imul), ir.IRBuilder.fmul),
    ((operator.truediv, operator.itruediv), ir.IRBuilder.fdiv),
):
    for _name in _names:
        _binary(_name, _instruction)


def _comparison(sign: str) -> Emit:
    """False where a lane is NaN."""
    return lambda builder, a, b: builder.fcmp_ordered(sign, a, b)


for _name, _sign in ((operator.lt, "<"), (operator.gt, ">"), (operator.ge, ">="), (operator.eq, "==")):
    _binary(_name, _comparison(_sign), MASK)
_unary(operator.neg, ir.IRBuilder.fneg)
_unary(math.sqrt, _llvm("sqrt"))
_unary(arithmetic.floor, _llvm("floor"))
_unary(abs, _llvm("fabs"))
_unary(arithmetic.power_of_two, _power_of_two)
_binary(arithmetic.with_sign, _with_sign)


def _selection(_: Any, chosen: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        sides = [context.cast(builder, v, k, VECTOR) for v, k in zip(values[1:], signature.args[1:], strict=True)]
        return builder.select(values[0], *sides)

    return VECTOR(chosen, one, other), generate


_select = intrinsic(_selection)


def _where(chosen: Any, one: Any, other: Any) -> Any:
    vectors = isinstance(chosen, Mask) and _is_number(one) and _is_number(other)
    return (lambda chosen, one, other: _select(chosen, one, other)) if vectors else None


_overload(arithmetic.where, _where)


def _vectors_of(_: Any, array: Any) -> Any:
    """The same memory with the last axis taken for one vector. Not aligned: numpy promises 16 bytes, a vector needs
    more. It holds no reference: whoever called the kernel keeps the array."""
    view = types.Array(VECTOR, array.ndim - 1, "C", aligned=False)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        whole = make_array(signature.args[0])(context, builder, values[0])
        seen = make_array(view)(context, builder)
        axes = cgutils.unpack_tuple(builder, whole.shape)[:-1]
        strides = cgutils.unpack_tuple(builder, whole.strides)[:-1]
        word = context.get_value_type(types.intp)
        count = ir.Constant(word, 1)
        for axis in axes:
            count = builder.mul(count, axis)
        seen.data = builder.bitcast(whole.data, seen.data.type)
        seen.nitems, seen.itemsize = count, ir.Constant(word, LANES * 8)
        seen.shape, seen.strides = cgutils.pack_array(builder, axes), cgutils.pack_array(builder, strides)
        seen.meminfo, seen.parent = ir.Constant(seen.meminfo.type, None), ir.Constant(seen.parent.type, None)
        return seen._getvalue()

    return view(array), generate


_as_vectors = intrinsic(_vectors_of)


def _in_lanes(array: Any) -> Any:
    fits = isinstance(array, types.Array) and array.dtype == types.float64 and array.layout == "C" and array.ndim > 1
    return (lambda array: _as_vectors(array)) if fits else None


_overload(arithmetic.in_lanes, _in_lanes)
