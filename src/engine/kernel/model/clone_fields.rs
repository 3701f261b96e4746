//! Copies of what games copy again and again.

/// Implements [`Clone`] field by field, so that [`Clone::clone_from`] reuses the memory of each.
macro_rules! clone_fields {
    ($type:ty: $($field:tt),*) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, other: &Self) {
                $(self.$field.clone_from(&other.$field);)*
            }
        }
    };
}
pub(in crate::kernel) use clone_fields;
