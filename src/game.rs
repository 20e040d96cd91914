//! The contract between the rules of a game and the search.
//!
//! [`Game`] is the rules; [`Forcing`] adds what kill search needs, [`Tactics`] what the
//! heuristics of a node need. Methods that make no sense for a game have a neutral
//! default, so that the heuristics which call them have no effect there. Rules never
//! see the search, and the search never sees a board.

pub use crate::movelist::{Move, MoveList, Ranked};

/// The two players; the first to move in the usual start position comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Side {
    /// Red in xiangqi and Connect Four, black in gomoku.
    #[default]
    First = 0,
    /// Black in xiangqi, white in gomoku, yellow in Connect Four.
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

/// Result of a game that has ended, from the view of the side to move. The search turns it into a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// Nobody wins: no move or no progress is left.
    Drawn,
    /// Nobody wins: the position repeats, and neither side forced the repetition against the rules.
    DrawnByRepetition,
    /// The opponent forced the repetition in a way the rules forbid.
    WonByRepetition,
    /// The side to move forced the repetition in a way the rules forbid.
    LostByRepetition,
}

/// Which repetitions [`Game::verdict`] counts as an end of the game, and whether it counts the limit of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerdictRules {
    /// Number of earlier occurrences of the position that make a repetition; 0 switches repetition off.
    pub recur: u32,
    /// Move number ([`Game::played`]) from which on `recur` earlier occurrences make a repetition, usually that of the
    /// root. A repetition that reaches back before it needs as many as in a game, if that is more
    /// ([`VerdictRules::OF_A_GAME`]).
    pub since: usize,
    /// Whether the game is drawn when the rules' limit of moves without progress is reached.
    pub move_limit: bool,
}

impl VerdictRules {
    /// The rules by which a game ends: the third occurrence of a position is a repetition, and limits of moves hold.
    pub const OF_A_GAME: VerdictRules = VerdictRules { recur: 2, since: 0, move_limit: true };
}

/// The moves a generator is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveClass {
    /// The moves that a search tries: all legal ones, unless the game leaves out some, see [`Game::is_generated`].
    Candidates,
    /// Moves that change the balance at once: captures in xiangqi, fours in gomoku, wins in Connect Four.
    Noisy,
    /// Moves of [`MoveClass::Candidates`] that are not noisy.
    Quiet,
    /// Every legal move, also those that [`MoveClass::Candidates`] leaves out.
    Legal,
}

/// Rules of a two-player game of perfect information. Positions are played in place and undone.
pub trait Game: Clone + Send {
    /// Number of move slots; [`Game::slot`] maps every move into `0..MOVE_SLOTS`.
    const MOVE_SLOTS: usize;

    /// Number of target slots; [`Game::target_slot`] maps every move into `0..TARGET_SLOTS`.
    const TARGET_SLOTS: usize;

    /// Whether positions can repeat, so that a score may depend on the path to the position.
    const REPEATS: bool = true;

    /// Side to move.
    fn side(&self) -> Side;

    /// 64-bit hash of pieces and side to move. Must be cheap, since every node asks for it: xiangqi and gomoku update
    /// Zobrist keys incrementally, Connect Four hashes its two bitboards.
    fn key(&self) -> u64;

    /// The key after a legal move, without playing it.
    fn key_after(&self, mv: Move) -> u64;

    /// Hash of those parts of the path that can change a score, combined with the key where the table keeps
    /// path-dependent scores apart. 0 unless a position of the path has occurred twice or the move limit is near.
    fn path_key(&self) -> u64 {
        0
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// Takes back the last move or null move.
    fn undo(&mut self);

    /// Number of moves, null moves included, that [`Game::undo`] can take back.
    fn played(&self) -> usize;

    /// Result if the game has ended by a rule; [`Game::stuck`] is the result for a lack of legal moves.
    fn verdict(&self, verdict_rules: VerdictRules) -> Option<Verdict>;

    /// Result when no legal move exists.
    fn stuck(&self) -> Verdict;

    /// Appends the legal moves of a class, always in the same order.
    fn generate(&self, class: MoveClass, out: &mut MoveList);

    /// Number of moves that a search tries, those of [`MoveClass::Candidates`].
    fn count_moves(&self) -> usize {
        let mut list = MoveList::default();
        self.generate(MoveClass::Candidates, &mut list);
        list.len()
    }

    /// Whether a 16-bit code, such as a stale table move or a killer, is a legal move here. Any code is accepted.
    fn is_legal(&self, mv: Move) -> bool;

    /// Whether a 16-bit code is a move that [`Game::generate`] generates here. Differs from [`Game::is_legal`] in games
    /// where generation leaves out legal moves, such as gomoku's moves far from all stones: a killer or table move must
    /// not bring one of them back, because then move ordering would change scores.
    fn is_generated(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    /// Move slot: index of a move in tables of moves such as history, from 0 to [`Game::MOVE_SLOTS`] - 1. The move must be
    /// legal for the side to move.
    fn slot(&self, mv: Move) -> usize;

    /// Target slot: index of a move by the piece that moves and its target, from 0 to [`Game::TARGET_SLOTS`] - 1, for
    /// tables of pairs of moves. The move must be legal for the side to move.
    fn target_slot(&self, mv: Move) -> usize;
}

/// A feature that some games have. A configuration field that needs it has no effect in games without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// Scores of quiet moves, [`Tactics::static_score`].
    QuietScores,
    /// Threats that are no checks, [`Tactics::is_threatened`].
    Threats,
    /// Wins and losses that are visible without a search, [`Forcing::known_end`].
    KnownEnds,
    /// Wins by two threats that are visible without a search, [`Forcing::known_threat`].
    KnownThreats,
    /// Rules of thumb for replies to threats, [`Forcing::DEFENCE_RULES`].
    DefenceRules,
    /// Pieces of which some can wait and others cannot, [`Tactics::waiting_pieces`].
    WaitingPieces,
    /// A material value that changes in a game, [`Tactics::strength`].
    Material,
    /// Noisy moves that win less than their MVV-LVA value, [`Tactics::is_discounted`].
    Discounts,
    /// Moves from one square to another, so that history slots can leave out the start.
    MovingPieces,
    /// Exchanges: noisy moves to which the opponent can reply in kind, [`Tactics::see_at_least`].
    Exchanges,
    /// A part of the position that changes seldom, [`Tactics::structure_key`].
    Structure,
    /// Positions that can repeat, [`Game::REPEATS`].
    Repetition,
    /// A rule that draws the game after some moves without progress.
    MoveLimit,
}

impl Feature {
    /// The feature in words that can follow "has no".
    pub const fn text(self) -> &'static str {
        match self {
            Feature::QuietScores => "static scores of quiet moves",
            Feature::Threats => "threats other than checks",
            Feature::KnownEnds => "wins that are recognised without a search",
            Feature::KnownThreats => "wins by two threats that are recognised without a search",
            Feature::DefenceRules => "rules of thumb for replies to threats",
            Feature::WaitingPieces => {
                "distinction between pieces that can nearly always pass a move and pieces that cannot"
            }
            Feature::Material => "pieces with a material value",
            Feature::Discounts => "captures that win less on one half of the board",
            Feature::MovingPieces => "moves from one square to another",
            Feature::Exchanges => "exchanges of pieces",
            Feature::Structure => "part of the position that changes seldom, such as pawns",
            Feature::Repetition => "positions that repeat",
            Feature::MoveLimit => "limit of moves without progress",
        }
    }
}

/// The attacker's forcing moves in a kill search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// Moves that threaten to end the game with the next move: checks in xiangqi, fours in gomoku.
    Checks,
    /// Moves that threaten to win by checks, as far as visible without a search: fours and open threes in gomoku.
    Threats,
    /// Every move after which the attacker would win by checks if the defender passed. A search after each legal move
    /// finds out which moves these are, so this is slow.
    AnyThreat,
}

/// What kill search needs of a game: forcing moves and the replies to them. With the defaults, which have no forcing
/// moves, kill search finds nothing.
pub trait Forcing: Game {
    /// Names of the game's rules of thumb for replies to threats; [`Forcing::replies`] takes an index into this list.
    /// The field `kill_defence` selects one by name.
    const DEFENCE_RULES: &'static [&'static str] = &[];

    /// Whether the side to move is in check: it loses with the opponent's next move unless it parries the threat.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether a legal move gives check.
    fn gives_check(&mut self, mv: Move) -> bool {
        self.play(mv);
        let gives_check = self.in_check();
        self.undo();
        gives_check
    }

    /// Plays a null move and returns true, if the game supports it. [`Game::undo`] takes it back.
    fn play_null(&mut self) -> bool {
        false
    }

    /// Plies to the end of the game, if visible without a search: positive if the side to move wins, negative if it
    /// loses, 0 if it has lost already.
    fn known_end(&self) -> Option<i32> {
        None
    }

    /// Plies to a win of the side to move that is certain because the opponent can neither stop all its threats nor
    /// check; asked where [`Forcing::known_end`] sees nothing.
    fn known_threat(&self) -> Option<i32> {
        None
    }

    /// A move that wins at once, if [`Forcing::known_end`] says that there is one.
    fn winning_move(&self) -> Option<Move> {
        None
    }

    /// Whether some legal move may give check. A cheap test: false is certain, true is not.
    fn may_check(&self) -> bool {
        true
    }

    /// Appends the legal moves that give check, the most promising first. If one of them certainly wins, the others may
    /// be left out.
    fn checks(&mut self, _out: &mut MoveList) {}

    /// Appends the checks that also prepare further checks, the most promising first; all checks in a game that does not
    /// distinguish them.
    fn building_checks(&mut self, out: &mut MoveList) {
        self.checks(out);
    }

    /// Appends the legal moves that visibly threaten to win by checks, checks included, the most promising first; with
    /// `any`, every legal move that might make such a threat.
    fn threats(&mut self, any: bool, out: &mut MoveList) {
        if any { self.generate(MoveClass::Candidates, out) } else { self.checks(out) }
    }

    /// Appends the legal moves that parry the check; all moves left out lose at once.
    fn evasions(&self, out: &mut MoveList) {
        self.generate(MoveClass::Candidates, out);
    }

    /// Appends the legal moves that may stop a threat. `line` is the threat: the moves, checks and replies in turn, by
    /// which the opponent would win if the side to move passed. A move may be left out only if it certainly does not stop
    /// the threat.
    fn defences(&mut self, _line: &[Move], out: &mut MoveList) {
        self.generate(MoveClass::Candidates, out);
    }

    /// Appends the replies to threats that a rule of thumb allows; `rule` is its index in [`Forcing::DEFENCE_RULES`].
    fn replies(&self, _rule: usize, out: &mut MoveList) {
        self.generate(MoveClass::Candidates, out);
    }
}

/// What the heuristics of a search node need of a game.
pub trait Tactics: Forcing {
    /// Features of the game that heuristics may need. Heuristics that need another one have no effect in the game.
    const HAS: &'static [Feature] = &[];

    /// Whether user-defined functions take part, see [`crate::guided`]. They may be slow and may stop the search at any
    /// moment, so the search then checks its limits at every node and the stop flag after every evaluation.
    const GUIDED: bool = false;

    /// Number of kinds of pieces that a move may capture.
    const CAPTURED_KINDS: usize = 1;

    /// Static evaluation from the side to move's view.
    fn evaluate(&self) -> i32;

    /// Material of the side to move: the sum of its piece-square values, in evaluation units. Null move is tried only if
    /// it is large enough; the default forbids nothing.
    fn strength(&self) -> i32 {
        i32::MAX
    }

    /// Number of the side to move's pieces that nearly always have a harmless move. A side with few of them may be in
    /// zugzwang, where passing the turn would be better than any move.
    fn waiting_pieces(&self) -> i32 {
        i32::MAX
    }

    /// Whether a legal move is noisy: a capture in xiangqi, a four in gomoku, a win in Connect Four. Quiescence searches noisy
    /// moves without a limit of depth, so a chain of them has to end soon.
    fn is_noisy(&self, mv: Move) -> bool;

    /// Score of a noisy move for move ordering: most valuable victim, least valuable attacker (MVV-LVA).
    fn mvv_lva(&self, _mv: Move) -> i32 {
        0
    }

    /// Whether a noisy move usually wins less than [`Tactics::mvv_lva`] says, so that quiescence may use a higher
    /// floor.
    fn is_discounted(&self, _mv: Move) -> bool {
        false
    }

    /// Whether a legal move, capture or not, wins at least `least` evaluation units of material in the exchange that
    /// follows it (static exchange evaluation); a negative `least` allows a loss.
    fn see_at_least(&self, _mv: Move, _least: i32) -> bool {
        true
    }

    /// Kind of the piece that a noisy move captures, below [`Tactics::CAPTURED_KINDS`]; 0 if it captures none.
    fn captured_kind(&self, _mv: Move) -> usize {
        0
    }

    /// Hash of a part of the position that changes seldom and tells much about the rest, such as where the pawns stand;
    /// `None` if the game has no such part.
    fn structure_key(&self) -> Option<u64> {
        None
    }

    /// Value, in evaluation units, of the piece that a legal move captures; `None` if it captures none.
    fn captured_value(&self, _mv: Move) -> Option<i32> {
        None
    }

    /// Whether a legal move captures on the square where the opponent's last move has captured.
    fn recaptures(&self, _mv: Move) -> bool {
        false
    }

    /// Static score of a quiet move for move ordering; the highest is tried first.
    fn static_score(&self, _mv: Move) -> i32 {
        0
    }

    /// Whether a user-defined move ordering replaces the stages of move ordering.
    #[inline(always)]
    fn has_order(&self) -> bool {
        false
    }

    /// Scores all moves of a node by the user-defined move ordering.
    #[inline(always)]
    fn rank(&self, _moves: &mut [Ranked]) {}

    /// Whether the side to move has a move that wins at once. Exact, and cheap enough to be called at every leaf.
    fn has_mate_in_one(&self) -> bool {
        self.known_end() == Some(1)
    }

    /// Whether the opponent threatens a check that cannot be parried, or with `doubles` a move that wins by two threats,
    /// and the side to move is not in check.
    fn is_threatened(&self, _doubles: bool) -> bool {
        false
    }

    /// Appends the legal moves worth trying when [`Tactics::is_threatened`]: checks, and moves that stop the threat. At
    /// least one, if there is a legal move at all.
    fn replies_to_threat(&self, out: &mut MoveList) {
        self.generate(MoveClass::Candidates, out);
    }

    /// Whether all legal moves that [`MoveClass::Candidates`] leaves out certainly lose; with `replies_only`, all that
    /// [`Tactics::replies_to_threat`] leaves out. A loss after all moves tried is then a proved loss. Returning false is
    /// always safe: the loss is then reported as unproved.
    fn omitted_moves_lose(&self, replies_only: bool) -> bool {
        !replies_only
    }
}
