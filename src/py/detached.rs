//! Values that are dropped without holding the Python interpreter.

use std::ops::Deref;

use pyo3::prelude::*;

/// A value whose `drop` runs detached from the interpreter, so that other Python threads can run: freeing a large table
/// takes 0.1 seconds per GiB and more.
pub struct Detached<T: Send>(Option<T>);

impl<T: Send> Detached<T> {
    /// Takes the value over.
    pub fn new(value: T) -> Detached<T> {
        Detached(Some(value))
    }
}

impl<T: Send> Deref for Detached<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("only drop takes the value")
    }
}

impl<T: Send> Drop for Detached<T> {
    fn drop(&mut self) {
        let value = &mut self.0;
        // Without an interpreter to detach from, the value is dropped as a field, after this function.
        let _ = Python::try_attach(|py| py.detach(|| drop(value.take())));
    }
}
