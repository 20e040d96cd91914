//! Making opening books from games.

use std::collections::BTreeMap;

use super::{Book, Row};
use crate::error::{Error, Result};
use crate::game::{Move, Side};
use crate::games::xiangqi::Position;
use crate::games::xiangqi::keys;
use crate::games::xiangqi::moves::mirrored;

/// The result of a game, if known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// One side won.
    Won(Side),
    /// The game was drawn.
    Drawn,
    /// The result is not known.
    Unknown,
}

impl Ending {
    /// All results with the texts used in game records.
    pub const TEXTS: [(&str, Ending); 4] = [
        ("1-0", Ending::Won(Side::First)),
        ("0-1", Ending::Won(Side::Second)),
        ("1/2-1/2", Ending::Drawn),
        ("*", Ending::Unknown),
    ];

    /// The result with a text such as "1-0"; an error for any other text.
    pub fn from_text(text: &str) -> Result<Ending> {
        let found = Ending::TEXTS.into_iter().find(|&(known, _)| known == text);
        found.map(|(_, ending)| ending).ok_or_else(|| Error::unknown("result", text, &Ending::TEXTS.map(|(t, _)| t)))
    }

    /// Points for each move of a side: 2 for a win, 1 for a draw, 0 for a loss, as in Polyglot books (Fabien Letouzey,
    /// 2004); 1 for an unknown result, because the move was at least worth playing.
    pub fn points(self, side: Side) -> u32 {
        match self {
            Ending::Won(winner) => 2 * (winner == side) as u32,
            Ending::Drawn | Ending::Unknown => 1,
        }
    }
}

/// Counts the moves of games for a book.
pub struct Maker {
    plies: usize,
    counts: BTreeMap<(u64, u16), Count>,
}

#[derive(Default)]
struct Count {
    weight: u32,
    games: u32,
    /// Key and move code under which the mirror image of the move is counted.
    twin: (u64, u16),
}

impl Maker {
    /// A maker without games; the first `plies` plies of each game will count.
    pub fn new(plies: usize) -> Maker {
        Maker { plies, counts: BTreeMap::new() }
    }

    /// Counts the moves of a game, given by its last position. Without `ending`, the result is the outcome of that
    /// position. A move played twice in one position of a game counts once.
    pub fn add(&mut self, game: &Position, ending: Option<Ending>) {
        let by_rule = || match game.outcome() {
            Some(outcome) => outcome.winner.map_or(Ending::Drawn, Ending::Won),
            None => Ending::Unknown,
        };
        let ending = ending.unwrap_or_else(by_rule);
        let mut board = game.origin().board().rekeyed(&keys::DEFAULT);
        let mut seen = Vec::new();
        for mv in game.moves().into_iter().take(self.plies) {
            let at = (board.key(), mv.0);
            if !seen.contains(&at) {
                let count = self.counts.entry(at).or_default();
                count.weight = count.weight.saturating_add(ending.points(board.side()));
                count.games = count.games.saturating_add(1);
                count.twin = (board.mirrored().key(), mirrored(mv).0);
                seen.push(at);
            }
            board.apply(mv);
        }
    }

    /// The book of the moves played in at least `min_count` games, counting mirror images together. Moves without
    /// points are left out.
    pub fn book(&self, min_count: u32) -> Book {
        let games = |at: &(u64, u16)| self.counts.get(at).map_or(0, |count| count.games);
        let often = |at: &(u64, u16), count: &Count| {
            let mirrored = if count.twin == *at { 0 } else { games(&count.twin) };
            count.games.saturating_add(mirrored) >= min_count
        };
        let kept = self.counts.iter().filter(|(at, count)| count.weight > 0 && often(at, count));
        let rows = kept.map(|(&(key, mv), count)| Row::new(key, Move(mv), count.weight, count.games));
        Book { rows: rows.collect() }
    }
}
