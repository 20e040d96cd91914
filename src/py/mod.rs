//! The Python extension module `boyi._core`: PyO3 wrappers around the library, without rules or search of its own.
#![allow(clippy::wrong_self_convention, reason = "Python names: Move.from_square is a property")]

mod any;
mod arrays;
mod at_exit;
mod bar;
mod book;
mod classic;
mod clock;
mod config;
mod connect4;
mod detached;
mod entries;
mod errors;
mod evaluation;
mod explore;
mod fields;
mod foreign_names;
mod gomoku;
mod gomoku_network;
mod html;
mod kill;
mod limits;
mod moves;
mod network;
mod own_code;
mod pgn;
mod pieces;
mod position;
mod processor;
mod records;
mod results;
mod run;
mod samples;
mod scene;
mod searcher;
mod selfplay;
mod table;
mod table_cutoff;
mod table_file;
mod tablebase;
mod texts;
mod trace;
mod turn;
mod values;
mod waiting;
mod watch;
mod weights;
mod xiangqi;

use pyo3::prelude::*;

// Everything is frozen, atomic or behind a lock: free-threaded interpreters need not hold theirs.
#[pymodule(gil_used = false)]
mod _core {
    use super::*;
    use crate::games::GameKind;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use super::book::PyBook;
    #[pymodule_export]
    use super::classic::{PyClassic, xiangqi_classic_features};
    #[pymodule_export]
    use super::clock::PyClock;
    #[pymodule_export]
    use super::config::PyConfig;
    #[pymodule_export]
    use super::connect4::PyPosition as PyConnect4Position;
    #[pymodule_export]
    use super::evaluation::PyEvaluation;
    #[pymodule_export]
    use super::gomoku::PyPosition as PyGomokuPosition;
    #[pymodule_export]
    use super::gomoku_network::PyGomokuNetwork;
    #[pymodule_export]
    use super::kill::kill_search;
    #[pymodule_export]
    use super::moves::PyMove;
    #[pymodule_export]
    use super::network::PyNetwork;
    #[pymodule_export]
    use super::pgn::read_pgn;
    #[pymodule_export]
    use super::run::Run;
    #[pymodule_export]
    use super::samples::{gomoku_samples, xiangqi_samples};
    #[pymodule_export]
    use super::searcher::PySearcher;
    #[pymodule_export]
    use super::selfplay::SelfPlayRun;
    #[pymodule_export]
    use super::table::PyTable;
    #[pymodule_export]
    use super::table_cutoff::table_cutoff;
    #[pymodule_export]
    use super::table_file::PyTableFile;
    #[pymodule_export]
    use super::tablebase::PyTablebase;
    #[pymodule_export]
    use super::trace::{trace, trace_names};
    #[pymodule_export]
    use super::values::PyScore;
    #[pymodule_export]
    use super::weights::PyWeights;
    #[pymodule_export]
    use super::xiangqi::PyPosition as PyXiangqiPosition;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    const MAX_DEPTH: usize = crate::score::MAX_PLY;
    #[pymodule_export]
    const MAX_NODES: i64 = super::limits::MAX_NODES;
    #[pymodule_export]
    const MAX_THREADS: usize = crate::search::MAX_THREADS;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        processor::check()?;
        // rust-numpy looks up numpy's C functions at first use and panics if Ctrl-C interrupts it, so it is done at
        // import.
        numpy::PyArray1::from_slice(module.py(), &[0_u8]);
        fields::add_properties(module.py())?;
        at_exit::register(module.py())
    }

    /// The bench: number of nodes of fixed searches with the preset "boyi". It is the signature of this version's
    /// search and changes only if the search tree does.
    ///
    /// `game` is the name of a game, such as "gomoku". Ctrl-C stops it. Raises OptionError for an unknown game.
    #[pyfunction]
    #[pyo3(signature = (game="xiangqi"))]
    fn bench(py: Python<'_>, #[pyo3(from_py_with = super::texts::text)] game: &str) -> PyResult<u64> {
        let kind = GameKind::from_name(game)?;
        let nodes = waiting::run(py, "bench", |stop| crate::bench::nodes_until(kind, stop))?;
        Ok(nodes.expect("only an exception stops it"))
    }

    /// The games: a dict from name to the names of the two players, the one who moves first comes first.
    ///
    /// >>> boyi._core.games()["gomoku"]
    /// ('black', 'white')
    #[pyfunction]
    fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let games = PyDict::new(py);
        for kind in GameKind::ALL {
            let [first, second] = kind.sheet().players;
            games.set_item(kind.name(), (first, second))?;
        }
        Ok(games)
    }

    /// How this library was built: a dict of texts with the version, commit, build profile and processor features.
    #[pyfunction]
    fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let info = PyDict::new(py);
        for (name, value) in crate::bench::build_info() {
            info.set_item(name, value)?;
        }
        Ok(info)
    }
}
