//! Any bytes as an opening book: what is read is written as it was.
#![no_main]

use boyi::games::xiangqi::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Book::parse(bytes) {
        Ok(book) => assert_eq!(book.text().into_bytes(), String::from_utf8_lossy(bytes).replace("\r\n", "\n").into_bytes()),
        Err(reason) => assert!(!reason.is_empty()),
    }
});
