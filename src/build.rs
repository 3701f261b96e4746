//! Rebuilds the crate when a script or a variant is added or removed: the files are embedded.

#![forbid(unsafe_code)]

fn main() {
    println!("cargo:rerun-if-changed=scripts");
    println!("cargo:rerun-if-changed=variants");
}
