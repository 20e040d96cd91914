//! The macro `named_enum`: enums whose variants have text names, used in Python and in files.

/// Declares an enum whose variants have text names.
macro_rules! named_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All names, in order of declaration.
            pub const NAMES: [&'static str; [$($text),+].len()] = [$($text),+];

            /// Name of the variant.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }
        }
    };
}
