//! Checks of the architecture, made by reading the sources: dependencies between modules run one way as `src/lib.rs`
//! says, the search does not use any game, only `py` uses Python, no code is unsafe, and files and functions are short.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Modules from the bottom up. Each uses only modules on lines above; modules on one line do not use each other.
const LAYERS: [&[&str]; 15] = [
    &["error", "lanes"],
    &["files"],
    &["movelist"],
    &["game"],
    &["evaluator"],
    &["score"],
    &["window"],
    &["guided", "perft", "solve"],
    &["games"],
    &["evaluations"],
    &["search"],
    &["presets", "selfplay"],
    &["bench"],
    &["py"],
    &["lib"],
];

/// Folders of `games`: each uses only itself and what all games share.
static GAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let folder = |file: &String| Some(file.strip_prefix("games/")?.split_once('/')?.0.to_string());
    sources().keys().filter_map(folder).collect()
});

const MOST_LINES: usize = 400;
const MOST_FUNCTION_LINES: usize = 80;
/// Files of search nodes and their drivers. They call heuristics by name and read none of their settings: each
/// heuristic decides itself whether it is off.
const NODES: [&str; 5] =
    ["search/pvs.rs", "search/qsearch.rs", "search/horizon.rs", "search/iterate.rs", "search/root.rs"];

/// Path (relative to `src`, with `/`) and text of every source file.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().iter().collect::<PathBuf>();
                files.insert(name.to_str().unwrap().replace('\\', "/"), std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    assert!(
        files.len() > 30 && NODES.iter().all(|node| files.contains_key(*node)),
        "these are not the sources: {:?}",
        files.keys()
    );
    files
}

/// The code alone: comments and the insides of texts and characters become spaces, lines stay where they are, and a
/// module of tests at the end is left out.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
    let (mut code, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(letter) = rest.chars().next() {
        let blank = skipped(rest, code.chars().last());
        if blank == 0 {
            code.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            code.extend(rest[..blank].chars().map(|c| if c == '\n' { c } else { ' ' }));
            rest = &rest[blank..];
        }
    }
    code
}

/// Bytes of the comment, text or character that begins here, after the character `before`.
fn skipped(rest: &str, before: Option<char>) -> usize {
    let after = |begin: usize, end: &str| rest[begin..].find(end).map_or(rest.len(), |at| begin + at + end.len());
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return after(2, "*/");
    }
    let hashes = rest.trim_start_matches('r').chars().take_while(|&c| c == '#').count();
    let raw = rest.starts_with('r') && rest[1 + hashes..].starts_with('"');
    if raw && !before.is_some_and(|c| c.is_alphanumeric()) {
        return after(2 + hashes, &format!("\"{}", "#".repeat(hashes)));
    }
    let closed = |quote: char| {
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        end.map_or(rest.len(), |(at, _)| at + 1)
    };
    let mut letters = rest.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some('"'), ..) => closed('"'),
        // A character, and not a lifetime.
        (Some('\''), Some(inside), next) if inside == '\\' || next == Some('\'') => closed('\''),
        _ => 0,
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Words of a source text, with the byte offset of each.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let word = |part: &str| part.as_ptr() as usize - code.as_ptr() as usize;
    code.split(|c| !is_word(c)).filter(|part| !part.is_empty()).map(move |part| (word(part), part))
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// First part of a module path: `search` for `search/pvs.rs`, `score` for `score.rs`.
fn module(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// Uses of modules that are not below the file's own module.
fn wrong_arrows(file: &str, code: &str) -> Vec<String> {
    let own = module(file);
    let mut wrong = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let target = code[at + "crate::".len()..].split(|c| !is_word(c)).next().unwrap();
        let fine = target == own || layer(target).is_some_and(|below| Some(below) < layer(own));
        let path = code[at + "crate::".len()..].split(|c: char| !is_word(c) && c != ':').next().unwrap();
        let game = |path: &str| GAMES.iter().find(|game| path.split(['/', ':']).any(|part| part == *game));
        let other_game = own == "games" && game(path).is_some() && game(path) != game(file);
        if !fine || other_game {
            let line = code[..at].lines().count();
            wrong.push(format!("src/{file}:{line}: {own} must not use crate::{path}"));
        }
    }
    if layer(own).is_none() {
        wrong.push(format!("src/{file}: {own} has no place among the layers of this test and of src/lib.rs"));
    }
    // Paths out of a module, or from one game to another, must be written as `crate::`, so that this test sees them.
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let inside = match own {
        "py" => 0, // Nothing lies above it.
        "games" => 2,
        _ => 1,
    };
    let climbs = code.contains("super::") && path.split('/').count() <= inside;
    if climbs || code.contains("super::super") {
        wrong.push(format!("src/{file}: super:: leads out of {path}, write crate::"));
    }
    wrong
}

/// Words that must not occur in a file.
fn wrong_words(file: &str, code: &str) -> Vec<String> {
    let forbidden = |word: &str| {
        let (small, own) = (word.to_lowercase(), module(file));
        match own {
            "search" if GAMES.iter().any(|game| small.contains(game)) => Some("the search knows no game"),
            _ if own != "py" && ["pyo3", "numpy"].contains(&word) => Some("only src/py knows Python"),
            _ if word == "unsafe" => Some("nothing here is unsafe"),
            _ if NODES.contains(&file) && word == "plan" => Some("the node calls heuristics by name"),
            _ => None,
        }
    };
    let found = words(code).filter_map(|(at, word)| Some((at, word, forbidden(word)?)));
    found.map(|(at, word, why)| format!("src/{file}:{}: {word:?}: {why}", code[..=at].lines().count())).collect()
}

/// Names, first lines and numbers of lines of all functions with a body.
fn functions(code: &str) -> Vec<(&str, usize, usize)> {
    let mut found = Vec::new();
    let mut names = words(code).peekable();
    while let Some((begin, word)) = names.next() {
        let Some(&(at, name)) = names.peek().filter(|_| word == "fn") else { continue };
        // `fn(u8)` is a type.
        if code[begin + 2..at].trim() != "" {
            continue;
        }
        let (mut round, mut braces) = (0, 0);
        for (offset, letter) in code[at..].char_indices() {
            match letter {
                '(' | '[' => round += 1,
                ')' | ']' => round -= 1,
                '{' => braces += 1,
                '}' => braces -= 1,
                _ => {}
            }
            let ends = letter == '}' && braces == 0;
            if ends {
                let first = code[..=begin].lines().count();
                found.push((name, first, code[begin..=at + offset].lines().count()));
            }
            if ends || letter == ';' && round == 0 && braces == 0 {
                break;
            }
        }
    }
    found
}

/// Files and functions that are too long.
fn too_long(file: &str, code: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let lines = code.lines().count();
    if lines > MOST_LINES {
        wrong.push(format!("src/{file}: {lines} lines, at most {MOST_LINES}"));
    }
    for (name, first, lines) in functions(code) {
        if lines > MOST_FUNCTION_LINES {
            wrong.push(format!("src/{file}:{first}: fn {name} has {lines} lines, at most {MOST_FUNCTION_LINES}"));
        }
    }
    wrong
}

/// Findings of a check in all sources.
fn assert_nothing(check: impl Fn(&str, &str) -> Vec<String>) {
    let wrong: Vec<String> = sources().iter().flat_map(|(file, text)| check(file, &code(text))).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn arrows_run_one_way() {
    assert_nothing(wrong_arrows);
}

#[test]
fn the_search_knows_no_game_and_only_py_knows_python() {
    assert_nothing(wrong_words);
}

#[test]
fn files_and_functions_are_short() {
    assert_nothing(too_long);
}

#[test]
fn arrows_against_the_order_are_seen() {
    let seen = |file, code| !wrong_arrows(file, code).is_empty();
    assert!(seen("search/pvs.rs", "use crate::games::xiangqi::Position;"));
    assert!(seen("games/xiangqi/game.rs", "fn f() { crate::search::Config::default(); }"));
    assert!(seen("games/gomoku/eval.rs", "use crate::games::xiangqi::PieceSquare;"));
    assert!(seen("score.rs", "use crate::window::Bound;"));
    assert!(seen("perft.rs", "use crate::solve::solve;"));
    assert!(seen("bench.rs", "use crate::py::x;"));
    assert!(seen("search/table/mod.rs", "use super::super::games;"));
    assert!(seen("games/gomoku/mod.rs", "use super::xiangqi;") && seen("score.rs", "use super::search;"));
    assert!(seen("magic.rs", ""), "a module without a place");
    assert!(!seen("search/table/file.rs", "use crate::search::config::TableUse; use crate::error::{Error, Result};"));
    assert!(!seen("games/gomoku/eval.rs", "use crate::games::gomoku::pattern; use super::board;"));
    assert!(!seen("games/gomoku/eval.rs", "use crate::games::outcome::Outcome;"));
    assert!(seen("games/outcome.rs", "use crate::games::gomoku::Gomoku;"));
}

#[test]
fn words_and_sizes_out_of_place_are_seen() {
    let words = |file, text| wrong_words(file, &code(text)).len();
    assert_eq!(words("search/pvs.rs", "let xiangqi = 1;\nstruct GomokuThing;"), 2);
    assert_eq!(words(NODES[0], "if self.plan.futility.on {}"), 1);
    assert_eq!(words("search/pvs.rs", "// xiangqi\nlet a = \"gomoku\"; /* xiangqi */"), 0);
    assert_eq!(words("games/mod.rs", "use pyo3::prelude::*; unsafe { numpy() }"), 3);
    assert_eq!(words("py/mod.rs", "use pyo3::prelude::*; #![forbid(unsafe_code)]"), 0);
    let function =
        |lines: usize| format!("/// A {{\nfn long(a: [u8; 3]) {{\n{}}}\n", "let b = '{';\n".repeat(lines - 2));
    assert_eq!(functions(&code(&function(80))), [("long", 2, 80)]);
    assert!(too_long("game.rs", &code(&function(80))).is_empty());
    assert_eq!(too_long("game.rs", &code(&function(81))).len(), 1);
    assert_eq!(too_long("game.rs", &"\n".repeat(401)).len(), 1);
    assert!(functions("trait T { fn none(&self, a: [u8; 2]); type F = fn(u8) -> u8; }").is_empty());
}

#[test]
fn only_code_is_read() {
    let text = "a // b\nc /* d\n */ e \"f \\\" g\" 'h' '\\'' i<'j> r#\"k\"l\"# m\n#[cfg(test)]\nmod tests { n }";
    let code = code(text);
    let left: Vec<&str> = words(&code).map(|(_, word)| word).collect();
    assert_eq!(left, ["a", "c", "e", "i", "j", "m"]);
    assert_eq!(code.lines().count(), 3);
}
