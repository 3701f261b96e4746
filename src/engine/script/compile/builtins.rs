//! The functions and operators that the machine has itself, by name.

/// A list function with a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFunction {
    /// `filter`.
    Filter,
    /// `map`.
    Map,
    /// `some`.
    Some,
    /// `all`.
    All,
    /// `find`.
    Find,
    /// `reduce`.
    Reduce,
    /// `index_of`.
    IndexOf,
}

/// Declares the operators, each with its syntax.
macro_rules! operators {
    ($($operator:ident $syntax:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Operator {
            $(#[doc = $syntax] $operator,)*
        }

        impl Operator {
            /// The operators by their syntax.
            const ALL: &[(&str, Self)] = &[$(($syntax, Self::$operator)),*];
        }
    };
}

operators! {
    Equal "==",
    NotEqual "!=",
    Less "<",
    LessOrEqual "<=",
    Greater ">",
    GreaterOrEqual ">=",
    Add "+",
    Subtract "-",
    Multiply "*",
    Divide "/",
    Remainder "%",
    Power "**",
    And "&",
    Or "|",
    ExclusiveOr "^",
    ShiftLeft "<<",
    ShiftRight ">>",
}

impl Operator {
    /// Returns the operator with this syntax.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(syntax, _)| *syntax == name).map(|(_, operator)| *operator)
    }

    /// Returns its syntax.
    pub fn syntax(self) -> &'static str {
        Self::ALL.iter().find(|(_, operator)| *operator == self).map_or("", |(syntax, _)| *syntax)
    }
}

impl ListFunction {
    /// Returns the numbers of values that its closure may take, the preferred one first.
    pub const fn counts(self) -> &'static [usize] {
        match self {
            Self::Reduce => &[2, 3, 1],
            _ => &[1, 2, 0],
        }
    }

    /// Returns the function with this name and number of arguments besides the closure.
    pub fn find(name: &str, n_others: usize) -> Option<Self> {
        Some(match (name, n_others) {
            ("filter", 0) => Self::Filter,
            ("map", 0) => Self::Map,
            ("some", 0) => Self::Some,
            ("all", 0) => Self::All,
            ("find", 0) => Self::Find,
            ("reduce", 0 | 1) => Self::Reduce,
            ("index_of", 0) => Self::IndexOf,
            _ => return None,
        })
    }
}
