//! Fills the templates of pages.

/// Replaces each key of a template by a text: the keys in the order in which the template has them,
/// and none in the texts.
pub fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let (mut html, mut rest) = (String::new(), template);
    for (key, text) in texts {
        let (before, after) = rest.split_once(key).unwrap_or((rest, ""));
        html.extend([before, text]);
        rest = after;
    }
    html + rest
}
