//! Hashes as texts of 16 hexadecimal digits.

/// Returns the hash of a position as text.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Returns the hash of a file.
pub fn short_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}
