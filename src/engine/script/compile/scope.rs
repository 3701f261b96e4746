//! The variables of a function that is being lowered.

/// A variable that has a name.
#[derive(Clone, Debug)]
pub struct Variable {
    name: String,
    /// Its slot in the tree of its function, and in the frame.
    local: u16,
    slot: u16,
    is_constant: bool,
}

/// The variables by name, innermost last, and their slots.
#[derive(Debug, Default)]
pub struct Scope {
    variables: Vec<Variable>,
    /// Whether closures share the variable in each slot.
    shared: Vec<bool>,
    /// The number of variables around the innermost closure.
    n_around: usize,
}

impl Scope {
    pub const fn open(&self) -> usize {
        self.variables.len()
    }

    pub fn close(&mut self, outer: usize) {
        self.variables.truncate(outer);
    }

    /// Begins the body of another function, which sees none of the variables. Returns them.
    pub fn enter(&mut self) -> (Vec<Variable>, usize) {
        (std::mem::take(&mut self.variables), std::mem::take(&mut self.n_around))
    }

    /// Ends the body of another function.
    pub fn leave(&mut self, outer: (Vec<Variable>, usize)) {
        (self.variables, self.n_around) = outer;
    }

    /// Begins the body of a closure that sees the variables around it, and captures these. Returns
    /// the number of those around the one that contains it.
    pub fn begin_frame(&mut self, captured: &[u16]) -> usize {
        let outer = std::mem::replace(&mut self.n_around, self.variables.len());
        for local in captured {
            let found = self.variables.iter().rev().find(|v| v.local == *local).cloned();
            self.variables.extend(found);
        }
        outer
    }

    /// Ends the body of a closure.
    pub fn end_frame(&mut self, outer: usize) {
        self.n_around = outer;
    }

    /// The variables of the innermost function or closure with their slots, innermost last.
    pub fn visible(&self) -> impl Iterator<Item = (&str, u16)> {
        self.variables[self.n_around..].iter().map(|v| (v.name.as_str(), v.slot))
    }

    /// Gives a slot another name.
    pub fn alias(&mut self, (name, local): (&str, u16), slot: u16) {
        let (name, is_constant) = (name.to_owned(), false);
        self.variables.push(Variable { name, local, slot, is_constant });
    }

    /// Declares a variable; returns its slot.
    pub fn declare(&mut self, variable: (&str, u16), is_shared: bool) -> u16 {
        let slot = self.temporary();
        self.shared[slot as usize] = is_shared;
        self.alias(variable, slot);
        slot
    }

    /// Makes the last variable a constant.
    pub fn fix(&mut self) {
        self.variables.last_mut().into_iter().for_each(|variable| variable.is_constant = true);
    }

    /// Returns a slot without a name.
    pub fn temporary(&mut self) -> u16 {
        self.shared.push(false);
        self.shared.len() as u16 - 1
    }

    /// Returns the slot of a variable by that in the tree.
    pub fn find(&self, local: u16) -> Option<u16> {
        self.variables.iter().rev().find(|v| v.local == local).map(|v| v.slot)
    }

    /// Returns the name of the constant in a slot.
    pub fn constant_at(&self, slot: u16) -> Option<&str> {
        self.variables.iter().find(|v| v.slot == slot && v.is_constant).map(|v| &*v.name)
    }

    /// Whether closures share the variable in a slot.
    pub fn is_shared(&self, slot: u16) -> bool {
        self.shared[slot as usize]
    }

    /// Returns the variables that have names, with their slots.
    pub fn named(&self) -> Vec<(String, u16)> {
        self.variables.iter().map(|variable| (variable.name.clone(), variable.slot)).collect()
    }

    /// Returns the number of slots.
    pub const fn n_slots(&self) -> usize {
        self.shared.len()
    }
}
