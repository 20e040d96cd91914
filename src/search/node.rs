//! Node types of a principal variation search, known at compile time: root, PV, non-PV, and without the hash move.

/// Expected type of a node before it is searched (Marsland and Popowich 1985). In a perfectly ordered tree, nodes
/// beside the principal variation are in turn cut nodes, whose first move fails high, and all nodes, whose moves all
/// fail low.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// PV node: on the principal variation.
    Pv,
    /// Cut node: a move is expected to fail high.
    Cut,
    /// All node: no move is expected to raise alpha.
    All,
}

impl Expected {
    /// Expected type of a child that is searched with a null window.
    #[inline(always)]
    pub const fn child(self) -> Expected {
        match self {
            Expected::Pv | Expected::All => Expected::Cut,
            Expected::Cut => Expected::All,
        }
    }
}

/// Type of a node, as a type parameter, so that each type gets compiled code of its own.
pub trait NodeType {
    /// Whether the node has an open window, and so may lie on the principal variation.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
    /// Whether the node leaves out its hash move, so that its result is not the position's.
    const EXCLUDES: bool = false;
    /// Type of the child that inherits the window.
    type Next: NodeType;
}

/// The root of the tree.
pub struct Root;
/// A node with an open window. In plain alpha-beta every node but the root is one.
pub struct Pv;
/// A node with a null window.
pub struct NonPv;
/// A node that is searched a second time, with a null window and without its hash move, see
/// [`singular`](super::heuristics::singular).
pub struct Excluding;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Pv;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = NonPv;
}

impl NodeType for Excluding {
    const PV: bool = false;
    const ROOT: bool = false;
    const EXCLUDES: bool = true;
    type Next = NonPv;
}
