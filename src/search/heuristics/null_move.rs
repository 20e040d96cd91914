//! Null move (Beal 1989; Donninger 1993): if passing the turn still meets beta, a move would too.

heuristic! {
    null_move, group "pruning",
    fields {
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
    }
    events {
        NullTried = "null_tried", "A null move was tried.";
        NullCutoff = "null_cutoffs", ends NullMove = "null_move", "A null move cut off.";
        NullVerified = "null_verified", "A null move's cut was verified by a search.";
        NullRefuted = "null_refuted", "Verification refuted a null move's cut.";
    }
    without_effect |c| {
        null_verification if !c.null_move, "no null move is tried";
    }
}
