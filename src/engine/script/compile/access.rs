//! The game that a run works on.

use crate::kernel::effect::{EffectContext, Reader};
use std::ops::Deref;

/// The game that a run works on: a query borrows it, and can change nothing.
pub enum Access<'a> {
    Read(&'a EffectContext, Reader<'a>),
    Act(&'a mut EffectContext),
}

impl Access<'_> {
    /// Whom the script runs for.
    #[inline(always)]
    pub fn reader(&self) -> Reader<'_> {
        match self {
            Self::Read(_, reader) => *reader,
            Self::Act(context) => context.reader(),
        }
    }

    /// Whether it asks and changes, and does not only list an option.
    #[inline(always)]
    pub const fn is_acting(&self) -> bool {
        matches!(self, Self::Act(context) if context.run.listing.is_none())
    }
}

impl Deref for Access<'_> {
    type Target = EffectContext;

    #[inline(always)]
    fn deref(&self) -> &EffectContext {
        match self {
            Self::Read(context, _) => context,
            Self::Act(context) => context,
        }
    }
}
