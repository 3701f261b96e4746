//! Images that a pack brings for its cards: in print and in replays, and which files are refused.

use crate::program::Litterbox;

/// The first bytes of a PNG file of this size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".iter().copied();
    head.chain(width.to_be_bytes()).chain(height.to_be_bytes()).chain(*b"\x08\0\0\0\0").collect()
}

const SVG: &str = "<?xml version=\"1.0\"?>\n<!-- A tax -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" \
                   viewBox=\"0 0 4 4\"><path d=\"M0 0h4v4z\"/></svg>\n";

/// A pack in which Skip and Nope have images.
fn pack(skip: &str, files: &[(&str, &[u8])]) -> Litterbox {
    let titles = format!(
        r#"{{ "language": "en", "name": "English", "cards": {{
        "nope": {{ "title": "Nope", "image": "art/nope.png" }},
        "skip": {{ "title": "Skip", "image": "{skip}" }} }} }}"#
    );
    let litterbox = Litterbox::new().with("variants/titles/en.json", &titles);
    std::fs::create_dir_all(litterbox.path().join("art")).unwrap();
    for (name, bytes) in [("art/nope.png", &*png(40, 30))].iter().chain(files) {
        std::fs::write(litterbox.path().join(name), bytes).unwrap();
    }
    litterbox
}

#[test]
fn the_image_of_an_author_is_on_printed_cards_and_in_replays() {
    let litterbox = pack("art/skip.svg", &[("art/skip.svg", SVG.as_bytes())]);
    let addresses = [
        "data:image/svg+xml;charset=utf-8;base64,PD94bWwgdmVyc2lvbj0iMS4wIj8+",
        "data:image/png;base64,iVBORw0KGgo",
    ];
    let ran = litterbox.run(&["print", "classic", "--out", "out.html", "--kinds", "skip,nope"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let page = litterbox.read("out.html");
    assert!(page.contains("img-src data:"), "its policy");
    for address in addresses {
        assert!(page.contains(&format!("<img src=\"{address}")), "{address}: {page}");
    }
    let game = "# A game\n\n```litterbox\n> :new classic ann bob --seed 1\n```\n";
    let litterbox = litterbox.with("game.session.md", game);
    // The titles of another language show it, too.
    for language in ["en", "fr"] {
        let line = ["replay", "game.session.md", "--out", "game.html", "--lang", language];
        let ran = litterbox.run(&line);
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let page = litterbox.read("game.html");
        assert!(page.contains("img-src data:"), "its policy");
        for address in addresses {
            assert!(page.contains(&format!("\"image\":\"{address}")), "{language}: {address}");
        }
    }
}

#[test]
fn images_are_checked_by_their_content() {
    let svg = |inside: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>");
    let bomb =
        "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>";
    let cases: &[(&str, Vec<u8>, &str)] = &[
        ("a.svg", format!("{bomb}{}", svg("<text>&b;</text>")).into(), "with a document type"),
        ("a.svg", svg("<script>alert(1)</script>").into(), "an element `script`"),
        ("a.svg", svg("<svg:script href=\"x\"/>").into(), "an element `script`"),
        ("a.svg", svg("<foreignObject/>").into(), "an element `foreignObject`"),
        ("a.svg", svg("<use href=\"#a\"/>").into(), "an element `use`"),
        ("a.svg", svg("<image href=\"http://example.org/\"/>").into(), "an element `image`"),
        ("a.svg", svg("<title a=\"-->\"/><filter/>").into(), "an element `filter`"),
        ("a.svg", b"<html><svg/></html>".to_vec(), "neither PNG nor SVG"),
        ("a.svg", b"text <svg/>".to_vec(), "neither PNG nor SVG"),
        ("a.svg", b"<!-- <svg/> -->".to_vec(), "neither PNG nor SVG"),
        ("a.png", b"GIF89a".to_vec(), "neither PNG nor SVG"),
        ("a.png", b"\xff\xd8\xff\xe0".to_vec(), "neither PNG nor SVG"),
        ("a.png", b"\x89PNG\r\n\x1a\n".to_vec(), "a damaged PNG file"),
        ("a.png", png(2_049, 1), "2049 × 1 pixels; at most 2048 × 2048 fit"),
        ("a.png", [png(1, 1), vec![0; 200_000]].concat(), "larger than 200 kB"),
        ("b.png", png(1, 1), "there is no such file"),
        ("../a.png", png(1, 1), "outside of the folder of the pack"),
        ("/etc/hostname", png(1, 1), "outside of the folder of the pack"),
        ("art", png(1, 1), "a folder, not a file"),
    ];
    for (name, bytes, says) in cases {
        let litterbox = pack(name, &[("a.svg", bytes), ("a.png", bytes)]);
        let ran = litterbox.run(&["check", "variants/titles/en.json"]);
        let shown = ran.shown();
        assert_eq!(ran.code, Some(1), "{name}: {shown}");
        for part in ["V0130", &format!("cannot read {name}: "), says, "variants/titles/en.json:3"] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert_ne!(litterbox.run(&["print", "classic"]).code, Some(0), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn an_image_is_of_the_folder_of_the_pack() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("a.svg"), SVG).unwrap();
    let litterbox = pack("a.svg", &[]);
    let link = litterbox.path().join("a.svg");
    std::os::unix::fs::symlink(outside.path().join("a.svg"), link).unwrap();
    let shown = litterbox.run(&["check", "variants/titles/en.json"]).shown();
    assert!(shown.contains("cannot read a.svg: "), "{shown}");
}

#[test]
fn the_images_of_an_edition_have_four_megabytes() {
    let entry =
        |i: usize| format!("\"c{i}\": {{ \"title\": \"Card {i}\", \"image\": \"{i}.png\" }}");
    let entries: Vec<String> = (0..21).map(entry).collect();
    let titles = format!(
        "{{ \"language\": \"en\", \"name\": \"English\", \"cards\": {{ {} }} }}",
        entries.join(", ")
    );
    let litterbox = Litterbox::new().with("variants/titles/en.json", &titles);
    let bytes = [png(1, 1), vec![0; 199_900]].concat();
    for i in 0..21 {
        std::fs::write(litterbox.path().join(format!("{i}.png")), &bytes).unwrap();
    }
    let shown = litterbox.run(&["check", "variants/titles/en.json"]).shown();
    assert!(shown.contains("cannot read 20.png: the images have more than 4 MB"), "{shown}");
    assert!(!shown.contains("cannot read 19.png"), "{shown}");
}
