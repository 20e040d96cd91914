//! Raises ImportError on a processor that lacks instructions the library was compiled for, instead of crashing later.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// Compares the features compiled in with those of the processor.
#[cfg(target_arch = "x86_64")]
pub fn check() -> PyResult<()> {
    let cpu = raw_cpuid::CpuId::new();
    let basic = cpu.get_feature_info();
    let extended = cpu.get_extended_feature_info();
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt"), basic.as_ref().is_some_and(|f| f.has_popcnt())),
        ("sse4.2", cfg!(target_feature = "sse4.2"), basic.as_ref().is_some_and(|f| f.has_sse42())),
        ("bmi2", cfg!(target_feature = "bmi2"), extended.as_ref().is_some_and(|f| f.has_bmi2())),
        ("avx2", cfg!(target_feature = "avx2"), extended.as_ref().is_some_and(|f| f.has_avx2())),
        ("avx512f", cfg!(target_feature = "avx512f"), extended.as_ref().is_some_and(|f| f.has_avx512f())),
    ];
    match features.into_iter().find(|&(_, compiled, present)| compiled && !present) {
        None => Ok(()),
        Some((name, ..)) => Err(PyImportError::new_err(format!(
            "this build of boyi needs a processor with {name}; build it from source on this machine instead, \
             with RUSTFLAGS='-C target-cpu=native'"
        ))),
    }
}

/// Does nothing: optional features are checked on x86-64 only.
#[cfg(not(target_arch = "x86_64"))]
pub fn check() -> PyResult<()> {
    Ok(())
}
