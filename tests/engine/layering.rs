//! Checks of the architecture, made by reading the sources: dependencies between modules run one way as `src/lib.rs`
//! says, the search does not use any game, only `py` uses Python, no code is unsafe, and functions are short.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Modules from the bottom up. Each uses only modules on lines above; modules on one line do not use each other.
const LAYERS: [&[&str]; 15] = [
    &["error", "simd"],
    &["files"],
    &["movelist"],
    &["game"],
    &["evaluator"],
    &["score"],
    &["window"],
    &["guided", "perft", "solve"],
    &["games"],
    &["evaluations"],
    &["search", "oracle"],
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

/// The code of a file without its tests.
fn code(text: &str) -> syn::File {
    let mut file = syn::parse_file(text).unwrap();
    let tests: syn::Attribute = syn::parse_quote!(#[cfg(test)]);
    file.items.retain(|item| !matches!(item, syn::Item::Mod(module) if module.attrs.contains(&tests)));
    file
}

/// A word of the code, those inside macros included, with its line; `::` counts as a word.
type Word = (String, usize);

fn words(code: &syn::File) -> Vec<Word> {
    fn collect(tokens: TokenStream, found: &mut Vec<Word>) {
        for token in tokens {
            let line = token.span().start().line;
            match token {
                TokenTree::Group(group) => collect(group.stream(), found),
                TokenTree::Ident(word) => found.push((word.to_string(), line)),
                TokenTree::Punct(mark) => found.push((mark.to_string(), line)),
                TokenTree::Literal(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(code.to_token_stream(), &mut found);
    found
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// First part of a module path: `search` for `search/pvs.rs`, `score` for `score.rs`.
fn module(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// Paths that begin with a word, such as `crate`: the words after it, with the line.
fn paths(words: &[Word], first: &str) -> Vec<(Vec<String>, usize)> {
    let begins = (0..words.len()).filter(|&at| words[at].0 == first);
    let rest = |at: usize| {
        let steps =
            words[at + 1..].chunks(3).take_while(|step| step.len() == 3 && step[0].0 == ":" && step[1].0 == ":");
        (steps.map(|step| step[2].0.clone()).collect::<Vec<String>>(), words[at].1)
    };
    begins.map(rest).filter(|(path, _)| !path.is_empty()).collect()
}

/// Uses of modules that are not below the file's own module.
fn wrong_arrows(file: &str, code: &syn::File) -> Vec<String> {
    let (own, words, mut wrong) = (module(file), words(code), Vec::new());
    let game = |parts: &[&str]| parts.iter().find(|part| GAMES.contains(**part)).map(ToString::to_string);
    for (path, line) in paths(&words, "crate") {
        let target = path[0].as_str();
        let fine = target == own || layer(target).is_some_and(|below| Some(below) < layer(own));
        let other = game(&path.iter().map(String::as_str).collect::<Vec<_>>());
        let other_game = own == "games" && other.is_some() && other != game(&file.split('/').collect::<Vec<_>>());
        let search_of_games = (own, target) == ("search", "games");
        if !fine || other_game || search_of_games {
            wrong.push(format!("src/{file}:{line}: {own} must not use crate::{}", path.join("::")));
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
    let climbs =
        paths(&words, "super").into_iter().find(|(steps, _)| steps[0] == "super" || path.split('/').count() <= inside);
    wrong.extend(climbs.map(|(_, line)| format!("src/{file}:{line}: super:: leads out of {path}, write crate::")));
    wrong
}

/// Words that must not occur in a file.
fn wrong_words(file: &str, code: &syn::File) -> Vec<String> {
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
    let found = words(code).into_iter().filter_map(|(word, line)| Some((forbidden(&word)?, word, line)));
    found.map(|(why, word, line)| format!("src/{file}:{line}: {word:?}: {why}")).collect()
}

/// Names, first lines and numbers of lines of functions.
#[derive(Default)]
struct Functions(Vec<(String, usize, usize)>);

impl Functions {
    fn note(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let (first, last) = (signature.span().start().line, body.span().end().line);
        self.0.push((signature.ident.to_string(), first, last + 1 - first));
    }
}

impl Visit<'_> for Functions {
    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.note(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.note(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.note(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

/// Functions that are too long.
fn too_long(file: &str, code: &syn::File) -> Vec<String> {
    let mut functions = Functions::default();
    functions.visit_file(code);
    let long = functions.0.into_iter().filter(|&(.., lines)| lines > MOST_FUNCTION_LINES);
    long.map(|(name, first, lines)| format!("src/{file}:{first}: fn {name} has {lines} lines")).collect()
}

/// Findings of a check in all sources.
fn assert_nothing(check: impl Fn(&str, &syn::File) -> Vec<String>) {
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
fn functions_are_short() {
    assert_nothing(too_long);
}

#[test]
fn arrows_against_the_order_are_seen() {
    let seen = |file, text| !wrong_arrows(file, &code(text)).is_empty();
    assert!(seen("search/pvs.rs", "use crate::games::xiangqi::Position;"));
    assert!(seen("search/pvs.rs", "use crate::games::GameKind;"));
    assert!(seen("search/pvs.rs", "macro_rules! m { () => { $crate::games::GameKind }; }"));
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
    assert_eq!(words("search/pvs.rs", "fn xiangqi() {}\nstruct GomokuThing;"), 2);
    assert_eq!(words(NODES[0], "fn f() { if self.plan.futility.on {} }"), 1);
    assert_eq!(words("search/pvs.rs", "// xiangqi\nconst A: &str = \"gomoku\"; /* xiangqi */"), 0);
    assert_eq!(words("games/mod.rs", "use pyo3::prelude::*; fn f() { unsafe { numpy() } }"), 3);
    assert_eq!(words("games/mod.rs", "#[cfg(test)]\nmod tests { use pyo3::prelude::*; }"), 0);
    assert_eq!(words("py/mod.rs", "use pyo3::prelude::*; fn f() { let unsafe_code = 1; }"), 0);
    let function =
        |lines: usize| format!("/// A {{\nfn long(a: [u8; 3]) {{\n{}}}\n", "let b = '{';\n".repeat(lines - 2));
    assert!(too_long("game.rs", &code(&function(80))).is_empty());
    assert_eq!(too_long("game.rs", &code(&function(81))), ["src/game.rs:2: fn long has 81 lines"]);
    assert!(too_long("game.rs", &code("trait T { fn none(&self, a: [u8; 2]); type F; }")).is_empty());
}
