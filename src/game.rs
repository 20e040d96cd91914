//! The contract between the rules of a game and the search.
//!
//! [`Game`] is rules; [`Forcing`] is what kill search asks; [`Tactics`] is what the
//! heuristics of the node ask besides. A question that makes no sense for a game has
//! a neutral answer by default, so that the heuristic that asks it is inert there.
//! Rules never see the search, the search never sees a board.

pub use crate::movelist::{Move, MoveList, Ranked};

/// The two players; the first to move in the usual start position comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Side {
    /// Red in xiangqi, black in gomoku.
    #[default]
    First = 0,
    /// Black in xiangqi, white in gomoku.
    Second = 1,
}

impl Side {
    /// 0 or 1.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Result of a game that has ended, as the side to move sees it. The search prices it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// Nobody wins: no move or no progress is left.
    Drawn,
    /// Nobody wins: the position repeats, and nobody is to blame.
    DrawnByRepetition,
    /// The opponent forced the repetition in a way the rules forbid.
    WonByRepetition,
    /// The side to move forced the repetition in a way the rules forbid.
    LostByRepetition,
}

/// What a game judges inside a search, see [`Game::verdict`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judging {
    /// Earlier occurrences of the position that make a repetition; 0 judges none.
    pub recur: u32,
    /// Number of moves played ([`Game::played`]) from which on an earlier occurrence counts so; one before that makes
    /// a repetition only where the rules of the game say so.
    pub since: usize,
    /// Whether the limit of moves without progress draws.
    pub move_limit: bool,
}

/// The moves a generator is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveClass {
    /// All legal moves.
    All,
    /// Moves that change the balance at once: captures in xiangqi, threats in gomoku.
    Noisy,
    /// Legal moves that are not noisy.
    Quiet,
}

/// Rules of a two-player game of perfect information. Positions are played in place and undone.
pub trait Game: Clone + Send {
    /// Number of history slots; [`Game::slot`] maps every move into `0..MOVE_SLOTS`.
    const MOVE_SLOTS: usize;

    /// Whether a position may come again, so that a result may depend on the way to it.
    const REPEATS: bool = true;

    /// Side to move.
    fn side(&self) -> Side;

    /// Key of pieces and side to move, kept incrementally.
    fn key(&self) -> u64;

    /// What the path adds to the key where scores that depend on it are kept apart: 0 unless positions of it have come
    /// twice or the limit of moves is near.
    fn path_key(&self) -> u64 {
        0
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// Takes back the last move or null move.
    fn undo(&mut self);

    /// Number of moves (null moves too) that [`Game::undo`] can take back.
    fn played(&self) -> usize;

    /// Result by rule other than by lack of moves, which is [`Game::stuck`].
    fn verdict(&self, judging: Judging) -> Option<Verdict>;

    /// Result when no legal move exists.
    fn stuck(&self) -> Verdict;

    /// Appends the legal moves of a class, always in the same order.
    fn generate(&self, class: MoveClass, out: &mut MoveList);

    /// Number of legal moves.
    fn count_moves(&self) -> usize {
        let mut list = MoveList::default();
        self.generate(MoveClass::All, &mut list);
        list.len()
    }

    /// Whether any code at all, a stale table move or a killer, is a legal move here.
    fn is_legal(&self, mv: Move) -> bool;

    /// Whether any code at all is a move that [`Game::generate`] gives here. A game that leaves out legal moves which
    /// nobody would consider says so: a move remembered from elsewhere must not bring one of them back, or the order of
    /// moves would change scores.
    fn is_generated(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    /// Slot of a legal move of the side to move in history tables.
    fn slot(&self, mv: Move) -> usize;
}

/// What a field of the configuration may need of a game, without which it changes nothing there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    /// Scores of quiet moves, [`Tactics::static_score`].
    QuietScores,
    /// Threats that are no checks, [`Tactics::is_threatened`].
    Threats,
    /// Ends of the game that the position itself shows, [`Forcing::known_end`].
    KnownEnds,
    /// Rules of thumb for replies to threats, [`Forcing::DEFENCE_RULES`].
    DefenceRules,
    /// Pieces of which some can wait and others cannot, [`Tactics::waiting_pieces`].
    WaitingPieces,
    /// A material value that changes in a game, [`Tactics::strength`].
    Material,
    /// Noisy moves that win less than their worth says, [`Tactics::is_discounted`].
    Discounts,
    /// Positions that come again.
    Repetition,
    /// A limit of moves without progress.
    MoveLimit,
}

/// What the attacker's moves must do in a kill search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// Threaten to end the game with the next move.
    Checks,
    /// Threaten to win by checks, as far as a look at the position tells: fours and threes in gomoku.
    Threats,
    /// Threaten to win by checks, be the threat ever so quiet: every move is tried.
    AnyThreat,
}

/// What kill search asks of a game: moves that force, and the replies to them. A game without such moves leaves
/// everything as it is, and kill search finds nothing there.
pub trait Forcing: Game {
    /// Names of the game's rules of thumb for replies to threats; [`Forcing::replies`] takes a place in this list. The
    /// field `kill_defence` chooses among them by name.
    const DEFENCE_RULES: &'static [&'static str] = &[];

    /// Whether the side to move must answer a threat of immediate loss.
    fn in_check(&self) -> bool {
        false
    }

    /// Passes the turn if the game knows such a thing; undone by [`Game::undo`].
    fn play_null(&mut self) -> bool {
        false
    }

    /// Plies to the end of the game where a look at the position tells: positive if the side to move wins, negative if
    /// it loses, 0 if it has lost.
    fn known_end(&self) -> Option<i32> {
        None
    }

    /// The move that ends the game at once, where [`Forcing::known_end`] says that there is one.
    fn winning_move(&self) -> Option<Move> {
        None
    }

    /// Whether there may be a move that gives check; cheap, and never wrong when it says no.
    fn may_check(&self) -> bool {
        true
    }

    /// Appends the legal moves that give check, the most promising first. Where one of them is sure to win, it may be
    /// the only one. Without such moves in a game, kill search finds nothing there.
    fn checks(&mut self, _out: &mut MoveList) {}

    /// Appends the legal moves that threaten to win by checks as far as a look at the position tells, checks included,
    /// the most promising first; with `any`, every legal move that might threaten it.
    fn threats(&mut self, any: bool, out: &mut MoveList) {
        if any { self.generate(MoveClass::All, out) } else { self.checks(out) }
    }

    /// Appends every legal reply to a check that can hold.
    fn evasions(&self, out: &mut MoveList) {
        self.generate(MoveClass::All, out);
    }

    /// Appends every legal reply that might hold against an opponent who, if the side to move passed, would win by
    /// the checks in `line`, with the replies between them.
    fn defences(&mut self, _line: &[Move], out: &mut MoveList) {
        self.generate(MoveClass::All, out);
    }

    /// Appends the replies to threats that a rule of thumb allows, by its place in [`Forcing::DEFENCE_RULES`].
    fn replies(&self, _rule: usize, out: &mut MoveList) {
        self.generate(MoveClass::All, out);
    }
}

/// What the heuristics of the node ask of a game.
pub trait Tactics: Forcing {
    /// What heuristics may need and the game does not have, and why.
    const LACKS: &'static [(Need, &'static str)] = &[];

    /// Whether somebody's own code takes part, see [`crate::guided`]. It may be slow and may want a stop at any moment:
    /// the search then looks at its limits at every node, and at the flag after every evaluation.
    const GUIDED: bool = false;

    /// Static evaluation from the side to move's view.
    fn evaluate(&self) -> i32;

    /// Material and position of the side to move alone; what is called "enough material" is compared with it.
    fn strength(&self) -> i32 {
        i32::MAX
    }

    /// Pieces of the side to move that nearly always have a harmless move. A side with few of them may be in zugzwang,
    /// where passing the turn would be better than any move.
    fn waiting_pieces(&self) -> i32 {
        i32::MAX
    }

    /// Whether a legal move is noisy: a capture in xiangqi, a threat in gomoku.
    fn is_noisy(&self, mv: Move) -> bool;

    /// Most valuable victim, least valuable attacker: the order of noisy moves.
    fn mvv_lva(&self, _mv: Move) -> i32 {
        0
    }

    /// Whether a noisy move wins less than [`Tactics::mvv_lva`] says, so that quiescence may ask for more of it.
    fn is_discounted(&self, _mv: Move) -> bool {
        false
    }

    /// What a look at a move tells of its worth, for the order of quiet moves.
    fn static_score(&self, _mv: Move) -> i32 {
        0
    }

    /// Whether somebody's own order comes in the place of the stages of move ordering.
    #[inline(always)]
    fn has_order(&self) -> bool {
        false
    }

    /// Scores all moves of a node by that order.
    #[inline(always)]
    fn rank(&self, _moves: &mut [Ranked]) {}

    /// Whether the side to move has a move that wins at once. Exact, and cheap enough to be asked at every leaf.
    fn has_mate_in_one(&self) -> bool {
        self.known_end() == Some(1)
    }

    /// Whether the opponent threatens a check that cannot be answered, and the side to move is not in check.
    fn is_threatened(&self) -> bool {
        false
    }

    /// Appends the legal moves that a side so threatened may still play: checks, and what stops the threat. At least one,
    /// if there is a legal move at all.
    fn answers(&self, out: &mut MoveList) {
        self.generate(MoveClass::All, out);
    }
}
