//! Immutable positions of Connect Four with their history.

use super::board::{Board, is_move};
use super::{SHEET, text};
use crate::error::{Error, Result};
use crate::evaluator::Named;
use crate::game::{Forcing, Game, Tactics};
use crate::game::{Move, MoveClass, MoveList, Side};
use crate::games::GameKind;
use crate::games::connect4::{Connect4, Lines};
use crate::games::notation::check_notation;
use crate::games::outcome::{Outcome, Reason};

/// An immutable position with its history. Playing a move returns a new position.
#[derive(Clone, Default)]
pub struct Position {
    origin: Board,
    moves: Vec<Move>,
    board: Board,
}

impl Position {
    /// The position of a text, see [`text::parse`].
    pub fn from_text(text: &str) -> Result<Position> {
        Ok(Position::from_board(text::parse(text)?))
    }

    /// The position of a board, without history.
    pub fn from_board(board: Board) -> Position {
        Position { origin: board, moves: Vec::new(), board }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        self.board.side()
    }

    /// Number of moves played since [`Position::origin`].
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The moves played since [`Position::origin`].
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position with which the history begins.
    pub fn origin(&self) -> Position {
        Position::from_board(self.origin)
    }

    /// The position as a game in which moves can be played and taken back.
    pub fn game(&self) -> Connect4 {
        Connect4::new(self.board, Lines::own())
    }

    /// The legal moves, columns from the left; none once the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.game().generate(MoveClass::Candidates, &mut moves);
        moves.iter().collect()
    }

    /// The moves that a search tries: all legal ones.
    pub fn candidates(&self) -> Result<Vec<Move>> {
        Ok(self.legal_moves())
    }

    /// Whether a 16-bit code is a legal move. Any code is accepted.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// An error if a move is illegal.
    pub fn check_legal(&self, mv: Move) -> Result<()> {
        let reason = if !is_move(mv) {
            "no column".into()
        } else if self.board.has_four(!self.side()) {
            format!("the game is over, {} has won", GameKind::Connect4.player_name(!self.side()))
        } else if self.board.landing(mv) == 0 {
            "the column is full".into()
        } else {
            return Ok(());
        };
        Err(Error::illegal(&text::move_name(mv), format!("{reason} (move {})", self.ply() + 1)))
    }

    /// The move that a text such as `d` means.
    pub fn move_of_text(&self, text: &str) -> Result<Move> {
        text::parse_move(text)
    }

    /// The position after a move; an error if it is illegal.
    pub fn play(&self, mv: Move) -> Result<Position> {
        self.check_legal(mv)?;
        let mut next = self.clone();
        next.board.put(next.board.landing(mv));
        next.moves.push(mv);
        Ok(next)
    }

    /// Plays the moves of a text such as `d d e` or `dde`, up to the first that cannot be played.
    pub fn play_text(&mut self, text: &str) -> Result<()> {
        for mv in text::parse_moves(text)? {
            *self = self.play(mv)?;
        }
        Ok(())
    }

    /// The legal move that a text such as `d` means; the only notation is `uci`.
    pub fn parse(&self, text: &str, notation: Option<&str>) -> Result<Move> {
        check_notation(notation.unwrap_or("uci"), &SHEET)?;
        let mv = self.move_of_text(text)?;
        self.check_legal(mv)?;
        Ok(mv)
    }

    /// A legal move as text; the only notation is `uci`.
    pub fn format(&self, mv: Move, notation: &str) -> Result<String> {
        check_notation(notation, &SHEET)?;
        Ok(text::move_name(mv))
    }

    /// The position in one line, see [`text::line`].
    pub fn fen(&self) -> String {
        text::line(&self.board)
    }

    /// The position as a diagram, and the side to move.
    pub fn diagram(&self) -> String {
        text::diagram(&self.board)
    }

    /// The result of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.board.has_four(!self.side()) {
            Some(Outcome { winner: Some(!self.side()), reason: Reason::Four })
        } else {
            self.board.is_full().then_some(Outcome { winner: None, reason: Reason::BoardFull })
        }
    }

    /// What explains the result of a game besides its reason: nothing in Connect Four.
    pub fn evidence(&self) -> (String, Vec<Move>) {
        Default::default()
    }

    /// The position with its history, mirrored left to right: column `a` becomes `g`.
    pub fn mirrored(&self) -> Position {
        let moves = self.moves.iter().map(|mv| Move(8 - mv.0)).collect();
        Position { origin: self.origin.mirrored(), moves, board: self.board.mirrored() }
    }

    /// Whether the opponent threatens to complete four in a row with its next move.
    pub fn is_check(&self) -> bool {
        self.game().in_check()
    }

    /// Whether a legal move completes four in a row, or threatens to with the next move.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.game().completes_or_threatens(mv)
    }

    /// Whether the side to move can complete four in a row with its next move.
    pub fn has_mate_in_one(&self) -> bool {
        self.game().has_mate_in_one()
    }

    /// Fingerprint of the kind of position: all positions of Connect Four are of one kind.
    pub fn fingerprint(&self) -> String {
        "keys=default".into()
    }

    /// Zobrist key in the default key set, which is the game's only one.
    pub fn default_key(&self) -> u64 {
        self.board.key()
    }
}

impl PartialEq for Position {
    /// Whether stones and side to move are equal; history is not compared.
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
    }
}

impl Eq for Position {}
