//! The variables of a function that is being lowered.

use crate::script::values::Type;

/// The variables by name, innermost last, and their slots.
#[derive(Debug, Default)]
pub struct Scope {
    variables: Vec<(String, u16)>,
    /// The type of each slot, if it is always the same.
    types: Vec<Option<Type>>,
}

impl Scope {
    pub const fn open(&self) -> usize {
        self.variables.len()
    }

    pub fn close(&mut self, outer: usize) {
        self.variables.truncate(outer);
    }

    /// Begins the body of another function, which sees none of the variables. Returns them.
    pub fn enter(&mut self) -> Vec<(String, u16)> {
        std::mem::take(&mut self.variables)
    }

    /// Ends the body of another function.
    pub fn leave(&mut self, outer: Vec<(String, u16)>) {
        self.variables = outer;
    }

    /// Gives a slot another name.
    pub fn alias(&mut self, name: &str, slot: u16) {
        self.variables.push((name.to_owned(), slot));
    }

    /// Declares a variable with a type, if it is known; returns its slot.
    pub fn declare(&mut self, name: &str, known: Option<Type>) -> u16 {
        let slot = self.types.len() as u16;
        self.types.push(known);
        self.variables.push((name.to_owned(), slot));
        slot
    }

    /// Returns a slot without a name.
    pub fn temporary(&mut self, known: Option<Type>) -> u16 {
        self.types.push(known);
        self.types.len() as u16 - 1
    }

    /// Returns the slot of a variable.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.variables.iter().rev().find(|(n, _)| n == name).map(|(_, slot)| *slot)
    }

    /// Returns the type of a slot.
    pub fn type_of(&self, slot: u16) -> Option<Type> {
        self.types[slot as usize]
    }

    /// Returns the number of slots.
    pub const fn n_slots(&self) -> usize {
        self.types.len()
    }
}
