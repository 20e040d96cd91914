//! Late move reductions (Levy, Broughton and Taylor 1989; Romstad 2006): quiet moves late in the order are searched less deep first.

heuristic! {
    lmr, group "reductions",
    fields {
        lmr: bool = true, neutral false, Approximate,
            "Late move reductions: quiet moves late in the order are searched less deep first.", "Levy, Broughton and Taylor 1989; Romstad 2006";
        lmr_min_depth: i32 = 3, neutral 3, [1, 64], Parameter,
            "Least depth at which moves are reduced.", "";
        lmr_min_moves: i32 = 3, neutral 3, [1, 64], Parameter,
            "Moves searched to full depth before any is reduced.", "";
        lmr_base: i32 = 40, neutral 40, [0, 400], Parameter,
            "Base of the LMR formula, times 100: reduction in plies = base + ln(depth) * ln(move number) / divisor.", "common practice since Stockfish";
        lmr_divisor: i32 = 200, neutral 200, [50, 1000], Parameter,
            "Divisor of the LMR formula, times 100.", "";
        lmr_history: i32 = 4096, neutral 0, [0, 65536], Parameter,
            "History value that makes a reduction one ply smaller (larger below zero); 0 ignores history.", "";
        lmr_in_pv: bool = true, neutral true, Parameter,
            "Reduces at nodes of the principal variation too, by a ply less.", "Toga: no";
        lmr_cut: i32 = 0, neutral 0, [0, 4], Parameter,
            "Plies more by which lmr reduces at nodes that are expected to cut off.", "common practice since Stockfish";
    }
    events {
        Reduction = "reductions", "A move was searched at reduced depth.";
        ReductionResearch = "reduction_researches", "A reduced move did better than expected and was searched again.";
    }
    without_effect |c| {
        lmr_history if c.lmr && c.history == HistoryUse::Off, "there is no history";
    }
}
