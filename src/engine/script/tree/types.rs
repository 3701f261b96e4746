//! The functions that scripts can call, with the types of their values.

use crate::script::reflect::{Signature, Ty, TypeSet, agent_signatures, signatures};
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub type Functions = BTreeMap<String, Vec<Signature>>;

static OF_ENGINE: LazyLock<Functions> = LazyLock::new(signatures);

static OF_AGENTS: LazyLock<Functions> = LazyLock::new(agent_signatures);

/// The known functions: those of the engine, and those that scripts add.
#[derive(Clone, Debug)]
pub struct KnownFunctions {
    engine: &'static Functions,
    /// Includes the engine's functions of the same name.
    added: Functions,
}

impl KnownFunctions {
    /// The functions of the engine.
    pub fn of_engine() -> Self {
        Self { engine: &OF_ENGINE, added: Functions::new() }
    }

    /// The functions of the engine of agents.
    pub fn of_agents() -> Self {
        Self { engine: &OF_AGENTS, added: Functions::new() }
    }

    /// Returns these functions with others added.
    pub fn with(&self, more: impl IntoIterator<Item = (String, Vec<Signature>)>) -> Self {
        let mut all = self.clone();
        for (name, ways) in more {
            let engine = self.engine.get(&name).cloned().unwrap_or_default();
            all.added.entry(name).or_insert(engine).extend(ways);
        }
        all
    }

    /// Returns these functions with others added of which nothing is known but the number of
    /// parameters.
    pub fn with_unknown<'n>(&self, more: impl IntoIterator<Item = (&'n str, usize)>) -> Self {
        let way = |n| Signature { params: vec![TypeSet::ANY; n], returns: Ty::ANY };
        self.with(more.into_iter().map(|(name, n)| (name.to_owned(), vec![way(n)])))
    }

    /// Returns the signatures of a function; none if it is unknown.
    pub fn get(&self, name: &str) -> Option<&Vec<Signature>> {
        self.added.get(name).or_else(|| self.engine.get(name))
    }

    /// Whether a script defines a function of this name.
    pub fn is_added(&self, name: &str) -> bool {
        self.added.contains_key(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &Vec<Signature>)> {
        let engine = self.engine.iter().filter(|(name, _)| !self.added.contains_key(*name));
        engine.chain(&self.added)
    }
}

/// Returns whether a signature may match a call with these arguments.
pub fn fits(way: &Signature, args: &[Ty]) -> bool {
    way.params.len() == args.len()
        && way.params.iter().zip(args).all(|(param, arg)| param.meets(arg.sorts))
}
