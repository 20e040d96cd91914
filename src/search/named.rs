//! Enums whose variants have names, as Python and the files that are written show them.

/// Makes an enum whose variants are declared with their names.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All names, in order of declaration.
            pub const NAMES: [&'static str; [$($text),+].len()] = [$($text),+];

            /// The variant's name.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }
        }
    };
}
