//! Variants: what the shipped ones hold, and what is said of broken ones.

use litterbox::variant::{Library, Ruleset};

#[test]
fn shipped_variants_load() {
    let library = Library::embedded();
    for id in library.variant_ids() {
        match Ruleset::load(&library, id, &[]) {
            Ok(_) => {}
            Err(errors) => panic!("{}", litterbox::error::render(&errors, false)),
        }
    }
}
