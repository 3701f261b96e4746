//! What was printed against what stands in the file: `...` for any lines, `[..]` for any text.

const ANY_LINES: &str = "...";
const ANY_TEXT: &str = "[..]";

/// Whether a line of a file stands for a line that was printed.
#[must_use]
pub fn fits(pattern: &str, line: &str) -> bool {
    let line = line.trim_end();
    let mut parts = pattern.trim_end().split(ANY_TEXT);
    let first = parts.next().unwrap_or_default();
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return first == line };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether the lines of a file stand for all that was printed. Empty lines at the end do not count.
#[must_use]
pub fn holds(expected: &[String], printed: &[String]) -> bool {
    all_fit(&expected[..without_blanks(expected)], &printed[..without_blanks(printed)])
}

fn is_any(pattern: &str) -> bool {
    pattern.trim() == ANY_LINES
}

fn without_blanks(lines: &[String]) -> usize {
    lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1)
}

fn all_fit(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((pattern, rest)) if is_any(pattern) => {
            (0..=printed.len()).any(|skipped| all_fit(rest, &printed[skipped..]))
        }
        Some((pattern, rest)) => match printed.split_first() {
            Some((line, after)) => fits(pattern, line) && all_fit(rest, after),
            None => false,
        },
    }
}

/// What to write in the place of the lines of a file: what was printed, with the wildcards that
/// still fit and the empty lines at the end.
#[must_use]
pub fn accepted(expected: &[String], printed: &[String]) -> Vec<String> {
    if holds(expected, printed) {
        return expected.to_vec();
    }
    let (old, blanks) = expected.split_at(without_blanks(expected));
    let new = &printed[..without_blanks(printed)];
    let mut lines = match (old, new) {
        // A last line that does not fit is not lost in the wildcard before it.
        ([before @ .., last], [first @ .., end])
            if before.last().is_some_and(|line| is_any(line))
                && !is_any(last)
                && !fits(last, end) =>
        {
            [align(before, first), vec![end.clone()]].concat()
        }
        _ => align(old, new),
    };
    lines.extend_from_slice(blanks);
    lines
}

/// Lays the printed lines along the old ones so that as many as possible fit; an old line that fits
/// stays, wildcards and all.
fn align(old: &[String], new: &[String]) -> Vec<String> {
    let (n_old, n_new) = (old.len(), new.len());
    let is_any = |i: usize| is_any(&old[i]);
    // The most lines that fit from old line i and new line j on.
    let mut best = vec![vec![0_usize; n_new + 1]; n_old + 1];
    for i in (0..n_old).rev() {
        for j in (0..=n_new).rev() {
            let mut most = best[i + 1][j];
            if j < n_new {
                most = most.max(best[i][j + 1]);
                if !is_any(i) && fits(&old[i], &new[j]) {
                    most = most.max(best[i + 1][j + 1] + 1);
                }
            }
            best[i][j] = most;
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < n_old || j < n_new {
        if i < n_old && j < n_new && !is_any(i) && fits(&old[i], &new[j]) {
            lines.push(old[i].clone());
            (i, j) = (i + 1, j + 1);
        } else if i < n_old && is_any(i) {
            lines.push(old[i].clone());
            let reached = best[i + 1][j];
            i += 1;
            while j < n_new && best[i][j + 1] == reached && !begins(old, i, &new[j..]) {
                j += 1;
            }
        } else if i < n_old && (j == n_new || best[i + 1][j] >= best[i][j + 1]) {
            // Nor is a line right before a wildcard.
            let is_next = i + 1 < n_old && is_any(i + 1);
            if is_next && j < n_new && best[i + 1][j + 1] == best[i][j] {
                lines.push(new[j].clone());
                j += 1;
            }
            i += 1;
        } else {
            lines.push(new[j].clone());
            j += 1;
        }
    }
    lines
}

/// Whether the old line fits the first of the new ones.
fn begins(old: &[String], i: usize, new: &[String]) -> bool {
    match (old.get(i), new.first()) {
        (Some(old), Some(new)) => fits(old, new),
        _ => false,
    }
}
