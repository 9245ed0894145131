"""The rules of a game as compiled functions: slots, defaults, random numbers, kernels and policies."""

from palaestra.kernel.arrays import FEATURES, RETURNS, STATE, FeatureArray, FloatArray, IntArray
from palaestra.kernel.kernel import (
    KERNEL,
    CompiledKernel,
    Kernel,
    KernelStruct,
    PlainKernel,
    make_kernel,
    play_out,
)
from palaestra.kernel.policy import (
    POLICY,
    WRAPPED_POLICY,
    PlainPolicy,
    PolicyStruct,
    WrappedPolicy,
    wrap_policy,
)
from palaestra.kernel.rng import reseed
from palaestra.kernel.rule import rule, signature_of
from palaestra.kernel.rules import Rules, Sizes
from palaestra.kernel.slots import SLOTS, Slot
from palaestra.kernel.slots import determinize as determinize_open
from palaestra.kernel.slots import key as hash_state
from palaestra.kernel.slots import observe as observe_open

__all__ = [
    "FEATURES",
    "KERNEL",
    "POLICY",
    "RETURNS",
    "SLOTS",
    "STATE",
    "WRAPPED_POLICY",
    "CompiledKernel",
    "FeatureArray",
    "FloatArray",
    "IntArray",
    "Kernel",
    "KernelStruct",
    "PlainKernel",
    "PlainPolicy",
    "PolicyStruct",
    "Rules",
    "Sizes",
    "Slot",
    "WrappedPolicy",
    "determinize_open",
    "hash_state",
    "make_kernel",
    "observe_open",
    "play_out",
    "reseed",
    "rule",
    "signature_of",
    "wrap_policy",
]
