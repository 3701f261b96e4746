//! Editions as JSON.
