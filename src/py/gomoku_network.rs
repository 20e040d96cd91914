//! The Python class `boyi.gomoku.Network`: networks that evaluate gomoku, with their weights as numpy arrays.

use std::sync::Arc;

use pyo3::prelude::*;

use super::errors::option_error;
use super::texts::text;
use super::values::whole;
use super::weights::{array, numbers, reals, weights_class};
use crate::evaluator::{Named, Saved};
use crate::games::gomoku::Network;
use crate::games::gomoku::eval::network::roles::{NAMES, ROLES};
use crate::games::gomoku::eval::network::threat_classes::SHAPE;
use crate::games::gomoku::eval::network::windows::{ROWS, key_of, rows};
use crate::games::gomoku::eval::network::{CHANNELS, HIDDEN, Weights};
use crate::simd::LANES;

/// Shape of the logits by who holds which threats, of all roles.
fn threats_shape() -> Vec<usize> {
    [&[ROLES], SHAPE.as_slice()].concat()
}

weights_class! {
    /// A neural network that evaluates gomoku positions and scores moves, for `Searcher(evaluation=…)`, `Position.evaluate` and
    /// `boyi.lab.Setup`. `Network.shipped()` is the one of `Config.evaluation` "network"; `boyi.lab.train` makes others.
    ///
    /// Players have roles: 0 by the rule freestyle, 1 by the rule standard, 2 for black and 3 for white by the rule renju, whose
    /// forbidden points are black's. Each role has weights of its own, the first axis of all arrays; `ROLES` has their names.
    /// A window is the four cells on each side of an empty point in one direction. `windows[role, row]` is its vector for the
    /// player who looks at it; windows that mirror each other share a row, and windows without a stone have zeros and no row, see
    /// `row`. The value to the side to move, and the score of its move to a point, are, with the other weights of the mover's
    /// role,
    ///
    /// * view(point, player) = the sum of the four windows' vectors for the player's role, clipped to 0 to 255, over 255,
    /// * pool = the sums over all empty points of view(point, mover), then of view(point, other), over 16: 32 numbers,
    /// * hidden = `first.T @ pool + first_bias`, negative numbers replaced by 0,
    /// * logit = `output @ hidden + direct @ pool + output_bias + threats[class]`, the logarithm of the odds of winning,
    /// * value = logit * scale, cut off towards zero,
    /// * score(point) = `policy` times view(point, mover), then view(point, other): a logit among all moves.
    ///
    /// * `windows`: whole numbers from -1020 to 1020 of shape (4, 7366, 16);
    /// * `first`: shape (4, 32, 16), `first_bias` and `output`: shape (4, 16), `direct` and `policy`: shape (4, 32),
    ///   `output_bias`: shape (4,), all float32 from -1000 to 1000;
    /// * `threats`: shape (4, 3, 2, 2, 3, 2, 3, 2, 2, 3), float32 as well, by who holds which threats. For the mover: points where
    ///   a stone makes a four (none, one, more), whether one of them makes an open three too, whether a point makes two open
    ///   threes, points that make an open three (none, up to 4, more); for the other player whether it makes an open four,
    ///   and the same four;
    /// * `scale`: evaluation units in a logit, 1 to 10000;
    /// * `about`: what the network was made of and how; JSON by convention.
    ///
    /// Where the winning row is not of five, a search with a network evaluates by patterns. Raises OptionError for another
    /// shape or a number out of range.
    ///
    /// >>> import boyi
    /// >>> network = boyi.gomoku.Network.shipped()
    /// >>> position = boyi.gomoku.Position("h8 i9 h9")
    /// >>> network.windows.shape, position.evaluate(network) == position.evaluate("network")
    /// ((4, 7366, 16), True)
    PyGomokuNetwork = "GomokuNetwork" of Gomoku in gomoku: Network, NetworkFileError
}

#[pymethods]
impl PyGomokuNetwork {
    /// Names of the roles, by number.
    #[classattr]
    const ROLES: (&str, &str, &str, &str) = (NAMES[0], NAMES[1], NAMES[2], NAMES[3]);

    #[new]
    #[pyo3(signature = (windows, first, first_bias, output, direct, output_bias, threats, policy, *, scale=100, about="{}"))]
    #[expect(clippy::too_many_arguments, reason = "the arguments of a Python class")]
    fn new(
        windows: &Bound<'_, PyAny>,
        first: &Bound<'_, PyAny>,
        first_bias: &Bound<'_, PyAny>,
        output: &Bound<'_, PyAny>,
        direct: &Bound<'_, PyAny>,
        output_bias: &Bound<'_, PyAny>,
        threats: &Bound<'_, PyAny>,
        policy: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] scale: i64,
        #[pyo3(from_py_with = text)] about: &str,
    ) -> PyResult<PyClassInitializer<PyGomokuNetwork>> {
        let weights = Weights {
            scale: scale.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            windows: numbers("windows", windows, &[ROLES, ROWS, CHANNELS])?,
            first: reals("first", first, &[ROLES, LANES, HIDDEN])?,
            first_bias: reals("first_bias", first_bias, &[ROLES, HIDDEN])?,
            output: reals("output", output, &[ROLES, HIDDEN])?,
            direct: reals("direct", direct, &[ROLES, LANES])?,
            output_bias: reals("output_bias", output_bias, &[ROLES])?,
            threats: reals("threats", threats, &threats_shape())?,
            policy: reals("policy", policy, &[ROLES, LANES])?,
            about: about.into(),
        };
        let network = Network::new(weights).map_err(|reason| option_error(format!("bad network: {reason}")))?;
        Ok(PyGomokuNetwork::of(Arc::new(network)))
    }

    /// The row of `windows` of a drawn window, or None for one without stones and for one that no board has.
    ///
    /// The drawing has nine characters: `X` for stones of the player who looks, `O` for those of the other, `.` empty, `#`
    /// beyond the edge, and `_` for the point in the middle. Raises OptionError for another drawing.
    ///
    /// >>> import boyi
    /// >>> boyi.gomoku.Network.row(".XXX_...O") == boyi.gomoku.Network.row("O..._XXX.")
    /// True
    #[staticmethod]
    fn row(#[pyo3(from_py_with = text)] drawing: &str) -> PyResult<Option<u16>> {
        let expected = "expected four of \"X\", \"O\", \".\" and \"#\" on each side of \"_\"";
        let key = key_of(drawing).ok_or_else(|| option_error(format!("drawing={drawing:?}: {expected}")))?;
        Ok(rows().black[key])
    }

    /// Evaluation units in a logit.
    #[getter]
    fn scale(&self) -> i32 {
        self.inner.weights().scale
    }

    /// Vectors of the windows: a read-only int16 array of shape (4, 7366, 16).
    #[getter]
    fn windows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().windows, &[ROLES, ROWS, CHANNELS])
    }

    /// Weights of the hidden units: a read-only float32 array of shape (4, 32, 16).
    #[getter]
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().first, &[ROLES, LANES, HIDDEN])
    }

    /// Biases of the hidden units: a read-only float32 array of shape (4, 16).
    #[getter]
    fn first_bias<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().first_bias, &[ROLES, HIDDEN])
    }

    /// Output weights of the hidden units: a read-only float32 array of shape (4, 16).
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().output, &[ROLES, HIDDEN])
    }

    /// Output weights of the pool: a read-only float32 array of shape (4, 32).
    #[getter]
    fn direct<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().direct, &[ROLES, LANES])
    }

    /// Output biases, in logits: a read-only float32 array of shape (4,).
    #[getter]
    fn output_bias<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().output_bias, &[ROLES])
    }

    /// Logits by who holds which threats: a read-only float32 array of shape (4, 3, 2, 2, 3, 2, 3, 2, 2, 3).
    #[getter]
    fn threats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().threats, &threats_shape())
    }

    /// Weights of a point's views in the score of the move there: a read-only float32 array of shape (4, 32).
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().policy, &[ROLES, LANES])
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("<boyi.gomoku.Network {}, scale {}>", slf.as_super().fingerprint(), slf.scale())
    }
}
