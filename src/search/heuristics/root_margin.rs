//! Root margin: plays, by random choice, one of the root's moves that score nearly as high as the best.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::game::Tactics;
use crate::score::{Score, is_decisive};
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::root::{Line, RootMoves};
use crate::search::worker::Worker;

heuristic! {
    root_margin, group "iteration",
    fields {
        root_margin: i32 = 0, [0, 400], Approximate,
            "Finds the true score of every root move within this margin of the best, in evaluation units, and plays one of these moves, chosen by `seed`; 0 plays the best.", "XiangQi Wizard";
        seed: i32 = 0, [0, 2147483647], Parameter,
            "Seed of random choices: among root moves within `root_margin`, and among the moves of an opening book.", "";
    }
    plan |c| {
        /// Seed of the random choice among the moves within the margin.
        seed: u64 = c.seed as u64;
    }
    copies { margin = root_margin }
    events {
        RootMarginMove = "root_margin_moves", "A root move came within `root_margin` of the best one.";
        RootMarginNode = "root_margin_nodes", "A node was searched below a root move within `root_margin` of the best one.";
    }
}

impl RootMoves {
    /// One of the lines that scored within `margin` of the best, chosen by `seed`; `None` where the margin is 0 or the
    /// best score is a won or lost game.
    fn chosen(&self, margin: Score, seed: u64) -> Option<&Line> {
        let best = self.raised.iter().max_by_key(|line| line.score)?;
        if margin == 0 || is_decisive(best.score) {
            return None;
        }
        let close: Vec<&Line> = self.raised.iter().filter(|line| line.score >= best.score - margin).collect();
        Some(close[Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..close.len())])
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Counts a move of the root that came within the margin of the best; `nodes` is the node count before its search.
    pub fn count_margin_move(&mut self, nodes: u64) {
        self.observer.count(Event::RootMarginMove);
        self.observer.count_many(Event::RootMarginNode, self.stop.nodes() - nodes);
    }

    /// Alpha of a node after a move scored `score`. With a margin, alpha of the root stays that far below the score, so
    /// that moves that are nearly as good get exact scores.
    #[inline(always)]
    pub fn raised_alpha<N: NodeType>(&self, alpha: Score, score: Score) -> Score {
        if !N::ROOT || is_decisive(score) { score } else { alpha.max(score - self.plan.root_margin.margin) }
    }

    /// The line chosen among those of the last iteration that are nearly as good as its best; `None` where there is no
    /// choice. A position and a seed always give one and the same choice.
    pub fn choose_root_line(&self) -> Option<Line> {
        self.root.chosen(self.plan.root_margin.margin, self.plan.root_margin.seed ^ self.game.key()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use crate::score::MATE;

    fn line(code: u16, score: Score) -> Line {
        Line { score, pv: vec![Move(code)] }
    }

    #[test]
    fn the_choice_is_among_the_close_ones_and_the_seed_makes_it() {
        let mut root = RootMoves::default();
        root.raised = vec![line(1, 10), line(2, 4), line(3, 12)];
        let choices: Vec<u16> = (0..200).map(|seed| root.chosen(5, seed).unwrap().pv[0].0).collect();
        assert!(choices.contains(&1) && choices.contains(&3) && !choices.contains(&2));
        assert_eq!(root.chosen(5, 7), root.chosen(5, 7));
        assert_eq!(root.chosen(0, 7), None);
        let mut won = RootMoves::default();
        won.raised = vec![line(1, MATE - 5), line(2, MATE - 9)];
        assert_eq!(won.chosen(8, 7), None);
    }
}
