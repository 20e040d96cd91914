//! Immutable gomoku positions with their history.

use std::sync::Arc;

use super::SHEET;
use super::board::{Board, Geometry, Point, Rule};
use super::evaluations::{AnyGomoku, with_gomoku};
use super::reach::Reach;
use super::rules::{self, Foul, Judge};
use super::text::{diagram, line, move_name, parse_diagram, parse_moves, parse_point, player_name};
use crate::error::{Error, Result};
use crate::game::{Forcing, Game, Move, MoveClass, MoveList, Side, Tactics};
use crate::games::notation::check_notation;
use crate::games::outcome::{Outcome, Reason};

/// An immutable gomoku position with its history. Playing a move returns a new position.
///
/// Positions share their history: a clone increments a reference count, a move copies one board.
#[derive(Clone)]
pub struct Position(Arc<Inner>);

struct Inner {
    board: Board,
    /// The side that has won, and a stone of its winning row.
    won: Option<(Side, Point)>,
    ply: u32,
    /// The previous position and the move played there. There are at most as many links as points, so dropping them may
    /// recurse.
    past: Option<(Position, Move)>,
}

impl Position {
    /// The empty board, black to move.
    pub fn new(geometry: Geometry, rule: Rule) -> Result<Position> {
        Ok(Position::from_board(Board::empty(geometry, rule)?))
    }

    /// The position of a board, without history. The board may have winning rows; if both sides have one, the side that
    /// moved last is the winner.
    pub fn from_board(board: Board) -> Position {
        let (us, them) = (board.side(), !board.side());
        let row_of = |side| {
            let mut stones = (0..board.geometry().points() as Point).filter(|&point| board.at(point) == Some(side));
            Some((side, stones.find(|&point| rules::wins(&board, side, point))?))
        };
        let won = row_of(them).or_else(|| row_of(us));
        Position(Arc::new(Inner { board, won, ply: 0, past: None }))
    }

    /// The position of a board without history, on which the caller knows that nobody has won.
    pub fn from_open_board(board: Board) -> Position {
        Position(Arc::new(Inner { board, won: None, ply: 0, past: None }))
    }

    /// The position after these moves from the empty board, black first.
    pub fn from_moves(geometry: Geometry, rule: Rule, moves: &[Move]) -> Result<Position> {
        moves.iter().try_fold(Position::new(geometry, rule)?, |position, &mv| position.play(mv))
    }

    /// The position with the given stones, in order of point index. Without `turn`, black is to move if both sides have
    /// equally many stones, white if black has one more; other numbers are an error.
    pub fn from_cells(geometry: Geometry, rule: Rule, cells: &[Option<Side>], turn: Option<Side>) -> Result<Position> {
        let mut board = Board::empty(geometry, rule)?;
        if cells.len() != geometry.points() {
            return Err(Error::Value(format!("{} points, expected {}", cells.len(), geometry.points())));
        }
        for (point, cell) in cells.iter().enumerate() {
            if let Some(side) = cell {
                board.place(point as Point, *side);
            }
        }
        let (black, white) = (board.stones(Side::First), board.stones(Side::Second));
        board.set_side(match turn {
            Some(side) => side,
            None if black == white => Side::First,
            None if black == white + 1 => Side::Second,
            None => {
                return Err(Error::Value(format!(
                    "whose turn is it with {black} black and {white} white stones? Expected as many of both or one \
                     more black, or the turn to be given"
                )));
            }
        });
        Ok(Position::from_board(board))
    }

    /// The position of a text diagram, where `k` in a row win; `turn` overrides the side to move in the text. See
    /// [`parse_diagram`] and [`Position::from_cells`].
    pub fn from_diagram(text: &str, rule: Rule, k: usize, turn: Option<Side>) -> Result<Position> {
        let diagram = parse_diagram(text)?;
        let geometry = Geometry::new(diagram.rows, diagram.cols, k)?;
        Position::from_cells(geometry, rule, &diagram.cells, turn.or(diagram.turn))
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// Size of the board and length of a winning row.
    pub fn geometry(&self) -> Geometry {
        self.0.board.geometry()
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.0.board.rule()
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        self.0.board.side()
    }

    /// Number of moves played since [`Position::origin`].
    pub fn ply(&self) -> u32 {
        self.0.ply
    }

    /// The legal moves, in order of point index: none once the game is over; in renju no forbidden points for black.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.board().cells().len());
        moves.extend(self.legal());
        moves
    }

    fn legal(&self) -> impl Iterator<Item = Move> + '_ {
        let mut judge = Judge::new(&self.0.board);
        let black = self.side() == Side::First;
        let empty = self.0.board.empty_points().filter(|_| self.0.won.is_none());
        empty.filter(move |&point| !(black && judge.foul(point).is_some())).map(|point| self.geometry().encode(point))
    }

    /// Whether a 16-bit code is a legal move. Any code is accepted.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.objection(mv).is_none()
    }

    /// The position after a move. An error for a point that is off the board, occupied or forbidden, and after the end
    /// of the game.
    pub fn play(&self, mv: Move) -> Result<Position> {
        self.check_legal(mv)?;
        Ok(self.after(mv))
    }

    /// An error if a move is illegal.
    pub fn check_legal(&self, mv: Move) -> Result<()> {
        let Some(reason) = self.objection(mv) else { return Ok(()) };
        Err(Error::illegal(&move_name(mv), format!("{reason} (move {})", self.ply() + 1)))
    }

    /// The move on the point that a text such as `h8` names.
    pub fn move_of_text(&self, text: &str) -> Result<Move> {
        Ok(self.geometry().encode(parse_point(self.geometry(), text)?))
    }

    fn after(&self, mv: Move) -> Position {
        let (mut board, mover, point) = (self.0.board.clone(), self.side(), self.geometry().point_of(mv));
        board.play(point);
        let won = rules::wins(&board, mover, point).then_some((mover, point));
        Position(Arc::new(Inner { board, won, ply: self.ply() + 1, past: Some((self.clone(), mv)) }))
    }

    /// Why a move is illegal; `None` if it is legal.
    fn objection(&self, mv: Move) -> Option<String> {
        let (board, geometry, point) = (&self.0.board, self.geometry(), self.geometry().point_of(mv));
        if point as usize >= geometry.points() {
            return Some(format!("off the board of {} rows and {} cols", geometry.rows(), geometry.cols()));
        }
        if let Some((winner, _)) = self.0.won {
            return Some(format!("the game is over, {} has won", player_name(winner)));
        }
        if board.is_full() {
            return Some("the game is over, the board is full".into());
        }
        if let Some(side) = board.at(point) {
            return Some(format!("a {} stone stands there already", player_name(side)));
        }
        let foul = if self.side() == Side::First { rules::forbidden(board, point) } else { None };
        foul.map(|foul| format!("forbidden to black in renju: {}", foul.name()))
    }

    /// What explains the result of a game besides its reason: nothing in gomoku.
    pub fn evidence(&self) -> (String, Vec<Move>) {
        Default::default()
    }

    /// The result of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let over = |winner, reason| Some(Outcome { winner, reason });
        if let Some((winner, _)) = self.0.won {
            over(Some(winner), Reason::Five)
        } else if self.0.board.is_full() {
            over(None, Reason::BoardFull)
        } else if self.legal().next().is_none() {
            over(Some(!self.side()), Reason::NoLegalMove)
        } else {
            None
        }
    }

    /// The points that renju forbids to black, whoever is to move, in order of index; none under other rules.
    pub fn forbidden_points(&self) -> Vec<(Point, Foul)> {
        rules::forbidden_points(&self.0.board)
    }

    /// The stones of the winning row, if a side has won.
    pub fn winning_line(&self) -> Option<Vec<Point>> {
        let (winner, point) = self.0.won?;
        rules::winning_row(&self.0.board, winner, point)
    }

    /// The position with which the history begins.
    pub fn origin(&self) -> &Position {
        let mut position = self;
        while let Some((before, _)) = &position.0.past {
            position = before;
        }
        position
    }

    /// The moves played since [`Position::origin`].
    pub fn moves(&self) -> Vec<Move> {
        let links = std::iter::successors(self.0.past.as_ref(), |(before, _)| before.0.past.as_ref());
        let mut moves: Vec<Move> = links.map(|&(_, mv)| mv).collect();
        moves.reverse();
        moves
    }

    /// The move that led here, if any was played.
    pub fn last_move(&self) -> Option<Move> {
        self.0.past.as_ref().map(|&(_, mv)| mv)
    }

    /// The position with its history, mirrored left to right: file `a` becomes the last.
    pub fn mirrored(&self) -> Position {
        const MIRROR: u8 = 1;
        let geometry = self.geometry();
        let start = Position::from_board(self.origin().0.board.image(MIRROR));
        let moves = self.moves().into_iter();
        moves.fold(start, |position, mv| position.after(geometry.encode(geometry.image(geometry.point_of(mv), MIRROR))))
    }

    /// Plays the moves of a text such as `h8 i9` or `h8i9`, up to the first that cannot be played.
    pub fn play_text(&mut self, text: &str) -> Result<()> {
        for mv in parse_moves(self.geometry(), text)? {
            *self = self.play(mv)?;
        }
        Ok(())
    }

    /// The legal move that a text such as `h8` means; the only notation is `uci`.
    pub fn parse(&self, text: &str, notation: Option<&str>) -> Result<Move> {
        check_notation(notation.unwrap_or("uci"), &SHEET)?;
        let mv = self.move_of_text(text)?;
        self.check_legal(mv)?;
        Ok(mv)
    }

    /// A legal move as text; the only notation is `uci`.
    pub fn format(&self, mv: Move, notation: &str) -> Result<String> {
        check_notation(notation, &SHEET)?;
        Ok(move_name(mv))
    }

    /// The position in one line, see [`line`].
    pub fn fen(&self) -> String {
        line(self.board())
    }

    /// The position as a diagram, and the side to move.
    pub fn diagram(&self) -> String {
        diagram(self.board())
    }

    /// The moves that a search tries, see [`Reach::Near`]. An error for `k` above 5.
    pub fn candidates(&self) -> Result<Vec<Move>> {
        let (game, mut moves) = (AnyGomoku::new(self, Reach::Near)?, MoveList::new());
        with_gomoku!(&game, game => game.generate(MoveClass::Candidates, &mut moves));
        Ok(moves.iter().collect())
    }

    /// Whether the opponent threatens to complete a row with the next move. An error for `k` above 5.
    pub fn is_check(&self) -> Result<bool> {
        let game = AnyGomoku::new(self, Reach::Everywhere)?;
        Ok(with_gomoku!(&game, game => game.in_check()))
    }

    /// Whether the side to move can complete a row with its next move. An error for `k` above 5.
    pub fn has_mate_in_one(&self) -> Result<bool> {
        let game = AnyGomoku::new(self, Reach::Everywhere)?;
        Ok(with_gomoku!(&game, game => game.has_mate_in_one()))
    }

    /// Whether a legal move threatens to complete a row with the next move. An error for `k` above 5.
    pub fn gives_check(&self, mv: Move) -> Result<bool> {
        self.after(mv).is_check()
    }

    /// Fingerprint of rule, size and key set: a table filled under another one cannot serve the position.
    pub fn fingerprint(&self) -> String {
        let (geometry, rule) = (self.geometry(), self.rule().name());
        format!("rule={rule} rows={} cols={} k={} keys=default", geometry.rows(), geometry.cols(), geometry.k())
    }

    /// Zobrist key in the default key set, which is gomoku's only one.
    pub fn default_key(&self) -> u64 {
        self.board().key()
    }

    /// Key that is equal for positions which differ only by a symmetry of the board: 8 symmetries of a square, 4 of
    /// another rectangle. Size and rule are not part of it.
    pub fn canonical_key(&self) -> u64 {
        let keys = self.geometry().symmetries().map(|symmetry| self.0.board.image(symmetry).key());
        keys.min().expect("every board has symmetries")
    }
}

impl PartialEq for Position {
    /// Whether size, rule, stones and side to move are equal; history is not compared.
    fn eq(&self, other: &Position) -> bool {
        self.0.board == other.0.board
    }
}

impl Eq for Position {}
