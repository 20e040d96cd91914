//! Immutable xiangqi positions with their history.

use crate::evaluator::Named;
use std::sync::Arc;

use super::bitboard::BOARD;
use super::board::{Board, EMPTY, Guard, kind_of};
use super::chase::{Chase, Lap};
use super::eval::{PieceSquare, XiangqiEvaluator};
use super::fen::{KIND_NAMES, MOST_PLIES, player_name};
use super::game::Xiangqi;
use super::keys::{self, Keys};
use super::movegen::Counter;
use super::moves::{encode, from_of, move_name, parse_coordinates, square_name, to_of};
use super::notation::{self, Notation};
use super::pgn;
use super::repetition::{self, Cycle};
use super::rules::{Fault, Rules};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side, VerdictRules};
use crate::games::outcome::{Outcome, Reason};

/// An immutable xiangqi position with its history. Playing a move returns a new position.
///
/// Positions share their history: a clone increments a reference count, a move copies one board.
#[derive(Clone)]
pub struct Position(Arc<Inner>);

struct Inner {
    board: Board,
    guard: Guard,
    clock: u32,
    fullmove: u32,
    ply: u32,
    rules: Rules,
    past: Option<Link>,
}

/// The previous position and the move played there.
struct Link {
    before: Position,
    mv: Move,
    captured: bool,
}

impl Drop for Inner {
    /// Drops a long history iteratively, because the default would recurse and overflow the stack.
    fn drop(&mut self) {
        let mut next = self.past.take();
        while let Some(link) = next {
            next = Arc::into_inner(link.before.0).and_then(|mut inner| inner.past.take());
        }
    }
}

impl Position {
    /// The start position.
    pub fn start() -> Position {
        Position::from_fen(super::fen::START).expect("the start position is sound")
    }

    /// A position without history. `clock` is the number of plies since the last capture, `fullmove` the move number
    /// from 1. The board is not checked; see [`super::fen::check`].
    pub fn new(board: Board, clock: u32, fullmove: u32) -> Position {
        let (guard, rules) = (board.guard(), Rules::default());
        Position(Arc::new(Inner { guard, board, clock, fullmove, ply: 0, rules, past: None }))
    }

    /// The position with its history under another rule set.
    pub fn under(&self, rules: Rules) -> Position {
        if self.rules() == rules {
            return self.clone();
        }
        let origin = &self.origin().0;
        let inner = Inner { board: origin.board.clone(), guard: origin.guard, past: None, rules, ..**origin };
        self.moves().into_iter().fold(Position(Arc::new(inner)), |position, mv| position.after(mv))
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.0.rules
    }

    /// Reads a FEN; fields missing after the pieces take the values of the start position.
    pub fn from_fen(text: &str) -> Result<Position> {
        super::fen::parse(text)
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        super::fen::write(self)
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        self.0.board.side()
    }

    /// Plies since the last capture.
    pub fn clock(&self) -> u32 {
        self.0.clock
    }

    /// Number of the full move, from 1, as in FEN.
    pub fn fullmove(&self) -> u32 {
        self.0.fullmove
    }

    /// Number of moves played since [`Position::origin`].
    pub fn ply(&self) -> u32 {
        self.0.ply
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.0.guard.checkers != 0
    }

    /// The legal moves, in generation order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.0.board.generate(&self.0.guard, BOARD, &mut moves);
        moves
    }

    /// The moves that a search tries: all legal ones. Never an error; in other games it may be one.
    pub fn candidates(&self) -> Result<Vec<Move>> {
        Ok(self.legal_moves())
    }

    /// Number of legal moves.
    pub fn count_moves(&self) -> usize {
        let mut counter = Counter::default();
        self.0.board.generate(&self.0.guard, BOARD, &mut counter);
        counter.0
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.0.board.is_legal(&self.0.guard, mv)
    }

    /// Whether a legal move captures.
    pub fn is_capture(&self, mv: Move) -> bool {
        self.0.board.piece(to_of(mv)) != EMPTY
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.0.board.gives_check(from_of(mv), to_of(mv))
    }

    /// Static exchange evaluation of a legal move, see [`Board::see`].
    pub fn see(&self, mv: Move) -> i32 {
        self.0.board.see(mv)
    }

    /// Whether the side to move has a move that leaves the opponent without a legal move.
    pub fn has_mate_in_one(&self) -> bool {
        self.0.board.has_mate_in_one(&self.0.guard)
    }

    /// The position after a move; an error if it is illegal. Moves after a draw are allowed.
    pub fn play(&self, mv: Move) -> Result<Position> {
        self.check_legal(mv)?;
        Ok(self.after(mv))
    }

    /// An error if a move is illegal.
    pub fn check_legal(&self, mv: Move) -> Result<()> {
        if self.is_legal(mv) { Ok(()) } else { Err(self.refusal(mv)) }
    }

    /// The move that a text means: a legal move in any notation, or any two squares such as `h2e2`.
    pub fn move_of_text(&self, text: &str) -> Result<Move> {
        parse_coordinates(text).map_or_else(|| notation::parse(self, text, None), Ok)
    }

    fn after(&self, mv: Move) -> Position {
        let mut board = self.0.board.clone();
        let captured = board.apply(mv) != EMPTY;
        Position(Arc::new(Inner {
            guard: board.guard(),
            board,
            clock: if captured { 0 } else { (self.clock() + 1).min(MOST_PLIES) },
            fullmove: (self.fullmove() + self.side().index() as u32).min(MOST_PLIES),
            ply: self.ply() + 1,
            rules: self.rules(),
            past: Some(Link { before: self.clone(), mv, captured }),
        }))
    }

    /// The reason why a move is illegal.
    #[cold]
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let (from, to) = (from_of(mv), to_of(mv));
        if from >= 90 || to >= 90 {
            return Error::illegal(&format!("code {}", mv.0), "no xiangqi move has this code");
        }
        let (name, piece) = (move_name(mv), self.0.board.piece(from));
        let reason = if piece == EMPTY {
            format!("no piece stands on {}", &name[..2])
        } else if piece & 1 != self.side().index() as u8 {
            format!("the piece on {} is not the side to move's", &name[..2])
        } else if self.0.board.targets(from) & super::bitboard::bit(to) == 0 {
            format!("the piece on {} cannot go to {}", &name[..2], &name[2..])
        } else {
            "it would leave the own king attacked".into()
        };
        Error::illegal(&name, format!("{reason}, in {}", self.fen()))
    }

    /// The position with which the history begins.
    pub fn origin(&self) -> &Position {
        let mut position = self;
        while let Some(link) = &position.0.past {
            position = &link.before;
        }
        position
    }

    /// The moves played since [`Position::origin`].
    pub fn moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.links().map(|link| link.mv).collect();
        moves.reverse();
        moves
    }

    /// The move that led here, if any was played.
    pub fn last_move(&self) -> Option<Move> {
        self.0.past.as_ref().map(|link| link.mv)
    }

    /// The history, latest move first.
    fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.0.past.as_ref(), |link| link.before.0.past.as_ref())
    }

    /// The cycle that makes this position a repetition, see [`repetition::find`]; `recur` is the number of earlier
    /// occurrences, at least 1.
    pub fn cycle(&self, recur: u32) -> Option<Cycle> {
        let mut check = self.is_check();
        let past = self.links().map(|link| repetition::Step {
            key: link.before.0.board.key(),
            irreversible: link.captured,
            check: std::mem::replace(&mut check, link.before.is_check()),
        });
        repetition::find(self.0.board.key(), |_| recur, past)
    }

    /// The last moves in order, so many plies of them.
    fn laps(&self, plies: usize) -> Vec<Lap> {
        let mut check = self.is_check();
        let laps = self.links().take(plies).map(|link| Lap {
            board: link.before.0.board.clone(),
            mv: link.mv,
            check: std::mem::replace(&mut check, link.before.is_check()),
        });
        let mut laps: Vec<Lap> = laps.collect();
        laps.reverse();
        laps
    }

    /// Checks that each side has given since the last capture.
    fn checks_given(&self) -> [u32; 2] {
        let laps = self.laps(self.clock().min(self.ply()) as usize);
        [Side::First, Side::Second]
            .map(|side| laps.iter().filter(|lap| lap.check && lap.board.side() == side).count() as u32)
    }

    /// Why a side has lost by a repetition, in a sentence, and for a chase the attacks with which it ended; empty if none has.
    pub fn evidence(&self) -> (String, Vec<Move>) {
        let Some(cycle) = self.cycle(VerdictRules::OF_A_GAME.recur).filter(|_| self.count_moves() > 0) else {
            return Default::default();
        };
        match self.rules().fault(&cycle, self.side(), || self.laps(cycle.plies)) {
            None => Default::default(),
            Some((loser, Fault::Check)) => (format!("{} gave check with every move", player_name(loser)), Vec::new()),
            Some((loser, Fault::Chase(Chase { attacked, attackers, bound }))) => {
                let named = |square: u8| {
                    format!("the {} on {}", KIND_NAMES[kind_of(self.board().piece(square))], square_name(square))
                };
                let by: Vec<String> = attackers.iter().map(|&square| named(square)).collect();
                let text = format!(
                    "{} attacked {}{} anew with every move, at last with {}",
                    player_name(loser),
                    named(attacked),
                    if bound { ", bound by a horse," } else { "" },
                    by.join(" and ")
                );
                (text, attackers.into_iter().map(|attacker| encode(attacker, attacked)).collect())
            }
        }
    }

    /// The result of the game under its rules, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let (us, them) = (self.side(), !self.side());
        let over = |winner, reason| Some(Outcome { winner, reason });
        if self.count_moves() == 0 {
            return over(Some(them), if self.is_check() { Reason::Checkmate } else { Reason::Stalemate });
        }
        if let Some(cycle) = self.cycle(VerdictRules::OF_A_GAME.recur) {
            return match self.rules().fault(&cycle, us, || self.laps(cycle.plies)) {
                None => over(None, Reason::Repetition),
                Some((loser, Fault::Check)) => over(Some(!loser), Reason::PerpetualCheck),
                Some((loser, Fault::Chase(_))) => over(Some(!loser), Reason::PerpetualChase),
            };
        }
        let limit_reached = self.rules().is_limit_reached(self.clock(), || self.checks_given());
        limit_reached.then_some(Outcome { winner: None, reason: Reason::MoveLimit })
    }

    /// The position with its history, mirrored left to right: file `a` becomes `i`.
    pub fn mirrored(&self) -> Position {
        self.mapped(Board::mirrored, super::moves::mirrored)
    }

    /// The position with its history, using another Zobrist key set.
    pub fn rekeyed(&self, keys: &'static Keys) -> Position {
        if std::ptr::eq(keys, self.board().keys()) {
            return self.clone();
        }
        self.mapped(|board| board.rekeyed(keys), |mv| mv)
    }

    fn mapped(&self, board: impl Fn(&Board) -> Board, mv: impl Fn(Move) -> Move) -> Position {
        let origin = self.origin();
        let start = Position::new(board(&origin.0.board), origin.0.clock, origin.0.fullmove).under(self.rules());
        self.moves().into_iter().fold(start, |position, played| position.after(mv(played)))
    }

    /// Plays the moves of a text with blanks between them, up to the first that cannot be played. Numbers of moves with
    /// their dots, and results, are passed over.
    pub fn play_text(&mut self, text: &str) -> Result<()> {
        for word in text.split_whitespace().filter_map(pgn::move_text) {
            *self = self.play(self.move_of_text(word)?)?;
        }
        Ok(())
    }

    /// The legal move that a text means in a notation given by name; without one, all but `uci10` are tried.
    pub fn parse(&self, text: &str, notation: Option<&str>) -> Result<Move> {
        notation::parse(self, text, notation.map(Notation::from_name).transpose()?)
    }

    /// A legal move as text, in a notation given by name.
    pub fn format(&self, mv: Move, notation: &str) -> Result<String> {
        Ok(notation::format(self, mv, Notation::from_name(notation)?))
    }

    /// The position as a text diagram, with the side to move.
    pub fn diagram(&self) -> String {
        super::fen::diagram(self.board())
    }

    /// Fingerprint of rules and key set: a table filled under another one cannot serve the position.
    pub fn fingerprint(&self) -> String {
        format!("rules={} keys={}", self.rules().name(), self.board().keys().name)
    }

    /// Zobrist key in the default key set, whatever set the position uses; equal positions have equal keys.
    pub fn default_key(&self) -> u64 {
        self.board().key_in(&keys::DEFAULT)
    }

    /// The position, with its history, as a game with boyi's own piece-square values.
    pub fn game(&self) -> Xiangqi {
        self.game_with(PieceSquare::own())
    }

    /// The position, with its history, as a game for a search, with an evaluator.
    pub fn game_with<E: XiangqiEvaluator>(&self, evaluator: Arc<E>) -> Xiangqi<E> {
        let origin = self.origin();
        let mut game = Xiangqi::new(origin.0.board.clone(), origin.0.clock, evaluator).under(self.rules());
        for mv in self.moves() {
            game.play(mv);
        }
        game
    }
}

impl PartialEq for Position {
    /// Whether pieces, side to move and rules are equal; clocks, history and key sets are not compared.
    fn eq(&self, other: &Position) -> bool {
        self.0.board == other.0.board && self.rules() == other.rules()
    }
}

impl Eq for Position {}
