//! Node types: what a node of a principal variation search is, known at compile time.

/// What a node is expected to be before it is searched (Marsland and Popowich 1985): in a perfectly ordered tree, nodes
/// beside the principal variation cut off with their first move or fail low with all of them, in turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// On the principal variation.
    Pv,
    /// A move is expected to cut off.
    Cut,
    /// No move is expected to raise alpha.
    All,
}

impl Expected {
    /// What a child that is searched with a null window is expected to be.
    #[inline(always)]
    pub const fn child(self) -> Expected {
        match self {
            Expected::Pv | Expected::All => Expected::Cut,
            Expected::Cut => Expected::All,
        }
    }
}

/// Type of a node.
pub trait NodeType {
    /// Whether the node has an open window and belongs to the principal variation as far as is known.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// Type of the child that inherits the window.
    type Next: NodeType;
}

/// The root.
pub struct Root;
/// A node with an open window. In plain alpha-beta every node but the root is one.
pub struct Pv;
/// A node with a null window.
pub struct NonPv;

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
