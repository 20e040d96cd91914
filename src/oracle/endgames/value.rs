//! Values of endgame positions as bytes.

/// What a position is worth for the side to move when both play perfectly. Moves are those of the winner until the other
/// side has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can win.
    Draw,
    /// The side to move wins in a number of its moves, at least 1.
    Win(u8),
    /// The side to move loses after a number of its opponent's moves; 0 if it has no legal move.
    Loss(u8),
}

/// Byte of a position that cannot be.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

/// The longest win that a byte can tell, in moves of the winner.
pub(super) const LONGEST: u8 = 126;

const LOSS: u8 = 128;

impl Value {
    pub(super) fn byte(self) -> u8 {
        match self {
            Value::Draw => 0,
            Value::Win(moves) => moves,
            Value::Loss(moves) => LOSS + moves,
        }
    }

    /// The value of a byte, `None` for a position that cannot be.
    pub(super) fn of_byte(byte: u8) -> Option<Value> {
        match byte {
            IMPOSSIBLE => None,
            0 => Some(Value::Draw),
            LOSS.. => Some(Value::Loss(byte - LOSS)),
            _ => Some(Value::Win(byte)),
        }
    }

    /// Moves of both sides until the game is over.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Draw => None,
            Value::Win(moves) => Some(2 * moves as u32 - 1),
            Value::Loss(moves) => Some(2 * moves as u32),
        }
    }
}
