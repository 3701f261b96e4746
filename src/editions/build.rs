//! Rebuilds the crate when an embedded file is added or removed.

#![forbid(unsafe_code)]

fn main() {
    println!("cargo:rerun-if-changed=../../scripts");
    println!("cargo:rerun-if-changed=../../variants");
    println!("cargo:rerun-if-changed=lint/codes");
}
