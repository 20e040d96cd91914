//! Kill search inside the search: at the root, and at the horizon.

heuristic! {
    kill_search, group "forced wins",
    choices {
        /// Which wins by force a kill search looks for.
        KillUse {
            /// None.
            Off = "off",
            /// By checks: fours in gomoku.
            Checks = "checks",
            /// By threats too: fours and threes in gomoku.
            Threats = "threats",
        }
    }
    fields {
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
    }
    events {
        KillNode = "kill_nodes", "A position was looked at by a kill search.";
        KillRoot = "kill_root", "A kill search at the root was begun.";
        KillRootWin = "kill_root_wins", "A kill search at the root found a win.";
        KillRootChanged = "kill_root_changed", "A win found at the root begins with another move than the best of the first iteration.";
        KillHorizon = "kill_horizon", "A kill search at the horizon was begun.";
        KillHorizonWin = "kill_horizon_wins", "A kill search at the horizon found a win.";
        KillHorizonStopped = "kill_horizon_stopped", "A kill search at the horizon came to its limit of positions.";
        KillHorizonChanged = "kill_horizon_changed", "The best move of an iteration rests on a win by force, and is another one than the iteration's before.";
    }
}
