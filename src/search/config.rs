//! Every switch and parameter of the search, declared once.
//!
//! A field has a name, a type, boyi's default, the neutral value at which its
//! heuristic is absent, a range, a class, a sentence and a source. Rust and
//! Python, help texts and tables of heuristics all read this one list.

use super::field::FieldType;
pub use super::field::*;
use crate::error::{Error, hint};
pub use crate::game::Defence;

macro_rules! fields {
    ($($name:ident: $type:ty = $default:expr, neutral $neutral:expr, $([$low:literal, $high:literal],)? $class:ident,
       $sentence:literal, $source:literal;)+) => {
        /// What a search does: every switch and parameter.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct Config {
            $(#[doc = $sentence] pub $name: $type,)+
        }

        impl Config {
            /// Everything that is declared, in reading order.
            pub fn fields() -> Vec<Field> {
                vec![$(Field {
                    name: stringify!($name),
                    domain: fields!(@domain $type $(, $low, $high)?),
                    default: FieldType::value($default),
                    neutral: FieldType::value($neutral),
                    class: Class::$class,
                    sentence: $sentence,
                    source: $source,
                },)+]
            }

            /// Every heuristic absent: plain fail-soft alpha-beta in generation order to a fixed depth.
            pub fn neutral() -> Config {
                Config { $($name: $neutral,)+ }
            }

            /// Value of a field by name.
            pub fn get(&self, name: &str) -> Option<Value> {
                match name { $(stringify!($name) => Some(self.$name.value()),)+ _ => None }
            }

            fn put(&mut self, name: &str, value: Value) {
                match name {
                    $(stringify!($name) => self.$name = FieldType::from_value(value).expect("a checked value"),)+
                    _ => unreachable!("a checked name"),
                }
            }
        }

        impl Default for Config {
            fn default() -> Config {
                Config { $($name: $default,)+ }
            }
        }
    };
    (@domain $type:ty) => { <$type as FieldType>::DOMAIN };
    (@domain $type:ty, $low:literal, $high:literal) => { Domain::Int($low, $high) };
}

fields! {
    pvs: bool = true, neutral false, Exact,
        "Principal variation search: all moves but the first are scouted with a null window and searched again only if they beat alpha.", "Marsland and Campbell 1982";
    iterative: bool = true, neutral false, Exact,
        "Iterative deepening from depth 1; without it the search starts at the depth limit.", "Slate and Atkin 1977";
    aspiration: i32 = 25, neutral 0, [0, 2000], Exact,
        "Half width of the window around the last iteration's score, doubled on each failure; 0 searches the full window.", "Slate and Atkin 1977";
    aspiration_min_depth: i32 = 4, neutral 4, [1, 64], Parameter,
        "First iteration with an aspiration window.", "";
    mate_distance: MateDistance = MateDistance::Full, neutral MateDistance::Off, Exact,
        "Narrows the window to the mates that are still possible at this ply.", "common practice";
    stop_on_mate: bool = true, neutral false, Exact,
        "Ends the iterations once the score is a proven mate.", "XiangQi Wizard";
    root_sort: RootSort = RootSort::Off, neutral RootSort::Off, Exact,
        "Keeps a list of the root's moves: with all sorted after each iteration by what they scored, with best in the order of the first iteration but for the best move, which comes first. Off: the root is ordered as any other node, anew in each iteration.", "Fruit 2.1: all";
    keep_interrupted: bool = true, neutral false, Rule,
        "Plays the best move that the iteration which a limit interrupts has proved, instead of the last finished iteration's.", "Fruit 2.1; common practice";
    root_margin: i32 = 0, neutral 0, [0, 400], Approximate,
        "Gives every move of the root that comes this near the best its true score, and plays one of them, chosen by seed; 0 plays the best.", "XiangQi Wizard";
    max_ply: i32 = 64, neutral 64, [1, 96], Parameter,
        "Plies from the root at which every line ends with the evaluation.", "XiangQi Wizard: 64";
    fail_hard: bool = false, neutral false, Exact,
        "Returns alpha or beta where a score lies outside the window; off: fail-soft, the score itself.", "fail-soft: Fishburn 1983; hard: gomoku report";
    table: TableUse = TableUse::Bucket, neutral TableUse::Off, Exact,
        "Transposition table and its replacement scheme.", "Greenblatt, Eastlake and Crocker 1967; schemes: Breuker, Uiterwijk and van den Herik 1994";
    table_layout: Layout = Layout::Single, neutral Layout::Single, Approximate,
        "What the table holds: leafwalk keeps static scores of leaves beside the entries, and a deeper entry is walked to such a leaf instead of answering itself; two-bound keeps a lower and an upper bound.", "leafwalk: gomoku AI tutorial, chapter 6; two-bound: Fruit 2.1";
    table_mb: i32 = 16, neutral 16, [1, 65536], Parameter,
        "Size in MiB of the table that a searcher makes for itself.", "";
    table_depth: TableDepth = TableDepth::AtLeast, neutral TableDepth::AtLeast, Approximate,
        "Which depth of an entry may answer; a deeper entry answers another question than the one asked.", "Breuker 1998";
    table_mates: bool = true, neutral false, Approximate,
        "Believes mate scores at any depth where their bound allows.", "XiangQi Wizard";
    table_pv_cutoffs: bool = false, neutral false, Exact,
        "Lets the table answer at nodes of the principal variation too.", "off: Fruit 2.1";
    table_leaves: bool = false, neutral false, Exact,
        "Keeps evaluations at the horizon in the table, as exact entries of depth 0.", "gomoku report";
    path_scores: PathScores = PathScores::Tutorial, neutral PathScores::Ignore, Rule,
        "What the table does with scores that depend on the path: draws and wins by repetition.", "ElephantEye; XiangQi Wizard";
    path_chain: i32 = 8, neutral 8, [1, 64], Parameter,
        "Plies that path_scores = chain walks.", "";
    table_answers: i32 = 0, neutral 0, [-1, 2147483647], Parameter,
        "Answers after which the table gives only moves, for finding the one that changes a result; 0 sets no limit, -1 gives only moves.", "";
    pv_writeback: bool = false, neutral false, Exact,
        "Writes the principal variation's moves back into the table after each iteration.", "Fruit 2.1";
    defect: Defect = Defect::Off, neutral Defect::Off, Approximate,
        "Does wrong, to be looked at, what published programs of a tutorial do wrong with their table.", "XiangQi Wizard and its translations";
    hash_move: bool = true, neutral false, Exact,
        "Tries the table's move first.", "Slate and Atkin 1977";
    root_hash_move: bool = true, neutral false, Exact,
        "Takes a move from the table at the root too.", "common practice; off: XiangQi Wizard";
    mvv_lva: bool = true, neutral false, Exact,
        "Tries captures before all else, most valuable victim first, least valuable attacker first among equals.", "Slate and Atkin 1977";
    killers: i32 = 2, neutral 0, [0, 2], Exact,
        "Moves per ply that cut off beside this node, tried before quiet moves are generated.", "Akl and Newborn 1977";
    counter_moves: bool = true, neutral false, Exact,
        "Tries the quiet move that last refuted the opponent's move.", "Uiterwijk 1992";
    history: HistoryUse = HistoryUse::Gravity, neutral HistoryUse::Off, Exact,
        "Orders quiet moves by their success everywhere in the tree.", "Schaeffer 1989; gravity: common practice since Stockfish";
    history_on_alpha: bool = false, neutral false, Exact,
        "Rewards moves that raise alpha as well as those that cut off.", "XiangQi Wizard";
    history_limit: i32 = 8192, neutral 8192, [64, 65536], Parameter,
        "Value that gravity history approaches.", "";
    static_order: i32 = 0, neutral 0, [0, 256], Exact,
        "Weight of what a look at a quiet move tells beside its history: the point score in gomoku.", "gomoku report";
    width: i32 = 0, neutral 0, [0, 500], Approximate,
        "Most moves tried at a node, the best by order; 0 tries all.", "gomoku report: 15";
    threat_stages: bool = false, neutral false, Approximate,
        "Against a threat to win by a check that cannot be answered, tries only checks and what stops it.", "Rapfi";
    known_ends: bool = false, neutral false, Approximate,
        "Ends a node where a look at the position tells who wins: fives and open fours in gomoku.", "Rapfi";
    horizon_evasions: bool = false, neutral false, Approximate,
        "Never evaluates a side in check: beyond the horizon its replies are searched by a ply.", "common practice";
    kill_root: KillUse = KillUse::Off, neutral KillUse::Off, Approximate,
        "Kill search at the root, after the first iteration: a forced win found there ends the search.", "gomoku report";
    kill_root_nodes: i32 = 100_000, neutral 100_000, [1, 1_000_000_000], Parameter,
        "Most positions of a kill search at the root.", "";
    kill_horizon: KillUse = KillUse::Off, neutral KillUse::Off, Approximate,
        "Kill search at the horizon, for the side to move: N plies of search and M of forcing moves.", "gomoku report; Rapfi";
    kill_plies: i32 = 0, neutral 0, [0, 200], Parameter,
        "Plies of a kill search at the horizon (M), half of them the attacker's; 0 sets no limit.", "gomoku report: about 10";
    kill_nodes: i32 = 500, neutral 500, [1, 1_000_000_000], Parameter,
        "Most positions of a kill search at the horizon.", "";
    kill_defence: Defence = Defence::Sound, neutral Defence::Sound, Parameter,
        "Replies of the defender in kill searches by threats: all that can hold, or one of the report's two rules.", "gomoku report";
    quiescence: bool = true, neutral false, Approximate,
        "Searches captures beyond the horizon until the position is quiet.", "Greenblatt, Eastlake and Crocker 1967";
    qsearch_evasions: bool = true, neutral false, Approximate,
        "In check, quiescence tries every move and does not stand pat.", "XiangQi Wizard; common practice";
    qsearch_mvv_lva: bool = true, neutral false, Exact,
        "Orders the captures of quiescence by MVV/LVA.", "Slate and Atkin 1977";
    qsearch_floor: i32 = 0, neutral 0, [0, 60], Approximate,
        "Quiescence skips captures of lower MVV/LVA value (10 victim - attacker).", "XiangQi Wizard: 10";
    qsearch_home_floor: i32 = 0, neutral 0, [0, 60], Approximate,
        "The same for captures on the mover's own half.", "XiangQi Wizard: 20";
    check_plies: i32 = 1, neutral 0, [0, 16], Approximate,
        "Plies of quiescence in which quiet moves that give check are tried too.", "Fruit 2.1: 1";
    mate_in_one: bool = false, neutral false, Approximate,
        "Sees at the horizon, exactly and without a search, that the side to move has a mate in one, where its evaluation does not meet beta.", "an analysis of Fruit 2.1 for xiangqi";
    check_extension: bool = true, neutral false, Approximate,
        "A move that gives check costs no depth.", "Slate and Atkin 1977";
    single_reply_extension: bool = true, neutral false, Approximate,
        "The only legal reply to a check costs no depth.", "XiangQi Wizard; common practice";
    single_reply_pv_only: bool = false, neutral false, Parameter,
        "Extends single replies only at nodes of the principal variation.", "Toga";
    null_move: bool = true, neutral false, Approximate,
        "Cuts off if passing the turn, searched less deep, still meets beta.", "Beal 1989; Donninger 1993";
    null_reduction: i32 = 3, neutral 2, [1, 8], Parameter,
        "Plies by which the null move search is shallower than a move's (R).", "";
    null_min_depth: i32 = 2, neutral 1, [1, 64], Parameter,
        "Least depth for a null move.", "";
    null_material: i32 = 200, neutral 0, [0, 8000], Parameter,
        "The side to move must have more material and position value than this.", "XiangQi Wizard: 200";
    null_eval: bool = true, neutral false, Parameter,
        "Tries the null move only where the evaluation meets beta.", "Fruit 2.1";
    null_eval_depth: i32 = 0, neutral 0, [0, 64], Parameter,
        "At this depth or less the null move is tried whatever the evaluation.", "Fruit 2.1: R + 1";
    null_officers: i32 = 0, neutral 0, [0, 6], Parameter,
        "Chariots, horses and cannons that the side to move must have for a null move.", "Crafty: a number of pieces";
    null_below_mate: bool = false, neutral false, Parameter,
        "Tries no null move where beta is a won or lost game.", "Fruit 2.1";
    null_store: bool = false, neutral false, Parameter,
        "Stores null move cuts in the table.", "Fruit 2.1: no";
    null_in_pv: bool = false, neutral false, Parameter,
        "Tries the null move at nodes of the principal variation too.", "";
    null_twice: bool = false, neutral false, Parameter,
        "Allows a null move in answer to a null move.", "Fruit 2.1: yes";
    null_verification: bool = true, neutral false, Approximate,
        "Believes a null move cut below null_verified_material only if a shallower search without null move agrees.", "Plenkner 1995; Tabibi and Netanyahu 2002";
    null_verified_material: i32 = 400, neutral 400, [0, 8000], Parameter,
        "Above this material and position value a null move cut needs no verification.", "XiangQi Wizard: 400";
    reverse_futility: bool = false, neutral false, Approximate,
        "Cuts off near the horizon where the evaluation is far above beta.", "Fruit's descendants: static null move, about 2009";
    reverse_futility_max_depth: i32 = 3, neutral 3, [1, 64], Parameter,
        "Largest depth of that.", "";
    reverse_futility_margin: i32 = 100, neutral 100, [0, 4000], Parameter,
        "How far above beta, for each ply of depth.", "";
    razoring: bool = false, neutral false, Approximate,
        "Near the horizon, where the evaluation is far below alpha, believes what lies beyond the horizon: quiescence, kill search.", "Birmingham and Kent 1977; into kill search: Rapfi";
    razor_max_depth: i32 = 2, neutral 2, [1, 64], Parameter,
        "Largest depth of that.", "";
    razor_margin: i32 = 150, neutral 150, [0, 4000], Parameter,
        "How far below alpha, for each ply of depth.", "";
    futility: bool = false, neutral false, Approximate,
        "Near the horizon, passes over quiet moves where the evaluation is far below alpha.", "Schaeffer 1986; Heinz 1998";
    futility_max_depth: i32 = 3, neutral 3, [1, 64], Parameter,
        "Largest depth of that.", "";
    futility_margin: i32 = 100, neutral 100, [0, 4000], Parameter,
        "How far below alpha, for each ply of depth.", "";
    late_move_pruning: bool = false, neutral false, Approximate,
        "Near the horizon, passes over quiet moves that come late in the order.", "common practice since about 2008";
    late_move_max_depth: i32 = 8, neutral 8, [1, 64], Parameter,
        "Largest depth of that.", "";
    late_move_base: i32 = 3, neutral 3, [1, 200], Parameter,
        "Moves tried at depth 0 before any is passed over.", "";
    late_move_slope: i32 = 300, neutral 300, [0, 2000], Parameter,
        "Hundredths of a move more for each ply of depth.", "";
    lmr: bool = true, neutral false, Approximate,
        "Late move reductions: quiet moves late in the order are searched less deep first.", "Levy, Broughton and Taylor 1989; Romstad 2006";
    lmr_min_depth: i32 = 3, neutral 3, [1, 64], Parameter,
        "Least depth at which moves are reduced.", "";
    lmr_min_moves: i32 = 3, neutral 3, [1, 64], Parameter,
        "Moves searched to full depth before any is reduced.", "";
    lmr_base: i32 = 40, neutral 40, [0, 400], Parameter,
        "Hundredths of a ply in: reduction = base + ln(depth) * ln(move number) / divisor.", "common practice since Stockfish";
    lmr_divisor: i32 = 200, neutral 200, [50, 1000], Parameter,
        "Hundredths, in the same formula.", "";
    lmr_history: i32 = 4096, neutral 0, [0, 65536], Parameter,
        "History value that makes a reduction one ply smaller (larger below zero); 0 ignores history.", "";
    lmr_in_pv: bool = true, neutral true, Parameter,
        "Reduces at nodes of the principal variation too, by a ply less.", "Toga: no";
    lmr_cut: i32 = 0, neutral 0, [0, 4], Parameter,
        "Plies more by which lmr reduces at nodes that are expected to cut off.", "common practice since Stockfish";
    history_pruning: i32 = 0, neutral 0, [0, 100], Approximate,
        "Reduces by a ply quiet moves that cut off in less than so many per cent of their tries; from lmr_min_depth and after lmr_min_moves.", "Letouzey 2005, Fruit 2.1: 60";
    repetition: i32 = 1, neutral 0, [0, 3], Rule,
        "Earlier occurrences at which a repeated position is judged inside the search; 0 judges none.", "XiangQi Wizard: 1";
    repetition_scope: RepetitionScope = RepetitionScope::Tree, neutral RepetitionScope::Game, Rule,
        "Earlier occurrences that `repetition` counts: with tree only those at the root or below it, while a position that was played before the root must have occurred twice, as the rules ask; with game all of them.", "game: XiangQi Wizard, Fruit 2.1; tree: common practice since Stockfish";
    move_limit: bool = true, neutral false, Rule,
        "Draws at the rules' limit of plies without a capture.", "the rules of the game";
    draw_score: i32 = 0, neutral 0, [-1000, 1000], Rule,
        "What a draw costs the side to move at the root.", "XiangQi Wizard: 20";
    seed: i32 = 0, neutral 0, [0, 2147483647], Parameter,
        "Seed of whatever is random: the choice among moves of the root within root_margin, and among those of an opening book.", "";
}

impl Config {
    /// Changes a field by name. Refuses unknown names (suggesting the nearest) and values out of range.
    pub fn set(&mut self, name: &str, value: &FieldInput<'_>) -> Result<(), Error> {
        let fields = Config::fields();
        let Some(field) = fields.iter().find(|f| f.name == name) else {
            let hint = hint(name, fields.iter().map(|f| f.name));
            return Err(Error::Value(format!("no configuration field is called {name:?}{hint}")));
        };
        let refuse = |expected: String| Err(Error::Value(format!("{name} = {value}: expected {expected}")));
        let value = match (field.domain, value) {
            (Domain::Bool, FieldInput::Bool(on)) => Value::Bool(*on),
            (Domain::Bool, _) => return refuse("True or False".into()),
            (Domain::Int(low, high), FieldInput::Int(n)) if (low as i64..=high as i64).contains(n) => {
                Value::Int(*n as i32)
            }
            (Domain::Int(low, high), _) => return refuse(format!("a whole number from {low} to {high}")),
            (Domain::Names(names), FieldInput::Text(text)) if names.contains(text) => {
                Value::Name(names.iter().find(|n| *n == text).expect("contained"))
            }
            (Domain::Names(names), input) => {
                let text = if let FieldInput::Text(text) = input { text } else { "" };
                let hint = if text.is_empty() { String::new() } else { hint(text, names.iter().copied()) };
                return refuse(format!("one of {names:?}{hint}"));
            }
        };
        self.put(name, value);
        Ok(())
    }
}
