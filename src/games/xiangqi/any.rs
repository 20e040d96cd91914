//! A game of xiangqi for whoever chooses games at run time.

/// Evaluates an expression with the game inside a [`super::AnyGame`] (or a reference to one).
#[cfg(feature = "python")]
macro_rules! with_any {
    ($any:expr, $game:ident => $body:expr) => {{
        let $game = $any;
        $body
    }};
}
#[cfg(feature = "python")]
pub(crate) use with_any;
