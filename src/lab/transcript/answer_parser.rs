//! Parses answers: the answer to the current decision, or a play with its announced choices. A line
//! is all or nothing: on an error the caller restores the game.

use crate::kernel::decision::AutoAnswer;
use crate::kernel::{ActionId, CardId, Choice, Decision, Game, Kind, Prompt, REST, Seat, Subject};
use crate::message::{are_numbers, option_list, whose};
use crate::transcript::{ApplyError, ChosenOption, LINE_IGNORED, LoadedRuleset, choose};
use crate::variant::fold;
use crate::variant::notation::combo_parser::{self, ParsedPlay};
use crate::variant::notation::{CardWord, Notation, times};
use std::ops::Range;

/// The maximum of `*N` in a play: no combo has more cards.
const MAX_EQUAL: usize = 20;

/// Applies an answer line and returns the chosen options.
///
/// # Errors
/// The word that was not understood, with the options; or a fault.
pub fn answer(
    game: &mut Game,
    loaded: &LoadedRuleset,
    line: &str,
) -> Result<Vec<ChosenOption>, ApplyError> {
    read(game, loaded, line).map(|(given, _)| given)
}

/// Returns the answer with option numbers replaced by option texts; `None` if the line has no such
/// number, or no text is equivalent.
pub fn spelled(game: &Game, loaded: &LoadedRuleset, line: &str) -> Option<String> {
    if !line.split_whitespace().any(|word| word.parse::<usize>().is_ok()) {
        return None;
    }
    let (given, numbers) = read(&mut game.fork(), loaded, line).ok()?;
    let spell = |by_id: bool| {
        let (mut text, mut done) = (String::new(), 0);
        for number in &numbers {
            text.push_str(&line[done..number.at.start]);
            text.push_str(if by_id { &number.option } else { &number.words });
            done = number.at.end;
        }
        text + &line[done..]
    };
    let means_it = |text: &String| answer(&mut game.fork(), loaded, text).is_ok_and(|g| g == given);
    if numbers.is_empty() { None } else { [false, true].map(spell).into_iter().find(means_it) }
}

/// Returns the line with `play` before it if it begins with what the asked player can play on a
/// turn, and is no answer without it. Runs no script.
pub fn completed_play(game: &Game, notation: &Notation, line: &str) -> Option<String> {
    let decision = game.decision().filter(|decision| decision.prompt == Prompt::Turn)?;
    let first = line.split_whitespace().next()?;
    let keyed = decision.options.iter().map(|choice| ((), notation.keys(choice)));
    let is_answer = is_play(first)
        || first.parse::<usize>().is_ok()
        || addressee(line).is_some()
        || !notation.named(first, keyed).is_empty();
    let text = format!("play {line}");
    let is_play = combo_parser::longest(&words_of(&text)[1..], game, decision, notation).is_ok();
    (!is_answer && is_play).then_some(text)
}

fn read(
    game: &mut Game,
    loaded: &LoadedRuleset,
    line: &str,
) -> Result<(Vec<ChosenOption>, Vec<NamedNumber>), ApplyError> {
    let notation = &loaded.notation;
    let (given, numbers, hand, set) = Default::default();
    let mut parser = AnswerParser { game, notation, line, given, numbers, hand, set };
    let (seat, rest) = addressed(line);
    if let Some(name) = seat {
        parser.pass_over(name)?;
    }
    parser.line(&words_of(rest)).map_err(|error| error.in_one_word(notation, rest))?;
    Ok((parser.given, parser.numbers))
}

/// The words of an answer; in a play, `skip*2` stands for two words.
fn words_of(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if !words.first().is_some_and(|word| word.eq_ignore_ascii_case("play")) {
        return words;
    }
    let times = |word| match times(word) {
        Ok((card, n)) if n <= MAX_EQUAL => std::iter::repeat_n(card, n),
        _ => std::iter::repeat_n(word, 1),
    };
    words.into_iter().flat_map(times).collect()
}

/// An option number in an answer line.
struct NamedNumber {
    /// Its index in the line.
    at: Range<usize>,
    /// The text of the option as displayed.
    words: String,
    /// The text of the option by ids.
    option: String,
}

/// Returns the name before the colon of an answer (`cat: nope`).
pub fn addressee(line: &str) -> Option<&str> {
    addressed(line).0
}

/// Splits off the seat of an answer (`cat: nope`).
fn addressed(line: &str) -> (Option<&str>, &str) {
    match line.split_once(':') {
        Some((name, rest)) if !name.trim().is_empty() => (Some(name.trim()), rest),
        _ => (None, line),
    }
}

struct AnswerParser<'a> {
    game: &'a mut Game,
    notation: &'a Notation,
    line: &'a str,
    given: Vec<ChosenOption>,
    numbers: Vec<NamedNumber>,
    /// The kinds that the player could name when the play began, sorted.
    hand: Vec<Kind>,
    /// The kinds of the cards of the set that was just played.
    set: Vec<Kind>,
}

impl AnswerParser<'_> {
    fn decision(&self) -> Result<&Decision, ApplyError> {
        self.game.decision().ok_or_else(|| {
            ApplyError::hinted("the game is over", "`:back` steps back, `:new` starts a new game")
        })
    }

    fn choose(&mut self, index: usize) -> Result<(), ApplyError> {
        let decision = self.decision()?;
        let given = ChosenOption {
            seat: self.notation.seat(decision.seat).to_owned(),
            option: self.notation.options(decision).swap_remove(index),
            index,
        };
        choose(self.game, index)?;
        self.given.push(given);
        Ok(())
    }

    /// Passes for the seats that are asked before this one.
    fn pass_over(&mut self, name: &str) -> Result<(), ApplyError> {
        let seat = self.notation.the_asked(name).map_err(ApplyError::refused)?;
        let first = self.decision()?.seat;
        let window = self.game.table().stack.last().map(|action| action.id);
        while self.decision()?.seat != seat || !self.is_window(window) {
            let decision = self.decision()?;
            if decision.seat == first && first == seat {
                return Ok(());
            }
            let pass = decision.options.iter().position(|choice| *choice == Choice::Pass);
            let Some(pass) = pass.filter(|_| self.is_window(window)) else {
                let (first, name) = (self.notation.seat(first), self.notation.seat(seat));
                return Err(ApplyError::hinted(
                    format!("{name} is not asked here"),
                    format!("{first} is asked first: use `{first}: ANSWER`"),
                ));
            };
            self.choose(pass)?;
        }
        Ok(())
    }

    /// Whether the current decision is the window of this action.
    fn is_window(&self, action: Option<ActionId>) -> bool {
        let open = self.game.table().stack.last().map(|top| top.id);
        let prompt = self.game.decision().map(|decision| &decision.prompt);
        open == action && prompt == Some(&Prompt::Respond)
    }

    fn line(&mut self, words: &[&str]) -> Result<(), ApplyError> {
        let decision = self.decision()?;
        let Some((first, rest)) = words.split_first() else {
            return Err(self.refuse("the line contains no answer".into()));
        };
        if decision.prompt == Prompt::Turn && is_play(first) {
            return self.play(rest);
        }
        if decision.seat == Seat::CHANCE {
            return self.outcomes(words);
        }
        if let Some(index) = self.phrase(words)? {
            return self.choose(index);
        }
        let index = self.option(first)?;
        let Decision { options, prompt, .. } = self.decision()?;
        let choice = &options[index];
        let is_play = match choice {
            Choice::Play(_) | Choice::Combo(..) | Choice::Copies(..) | Choice::Respond(_) => true,
            Choice::Placed(..) => matches!(prompt, Prompt::Turn | Prompt::Respond),
            _ => false,
        };
        if is_play {
            self.choose(index)?;
            return self.announce(rest, 0);
        }
        if let Some(word) = rest.first() {
            return Err(self.refuse(format!("`{word}` is unexpected after `{first}`")));
        }
        self.choose(index)
    }

    /// The option of a script that several words say as it is written, such as `show hand`.
    fn phrase(&self, words: &[&str]) -> Result<Option<usize>, ApplyError> {
        let said = fold(&words.concat());
        let is_said = |choice: &Choice| matches!(choice, Choice::Text(text) if fold(text) == said);
        Ok(self.decision()?.options.iter().position(is_said).filter(|_| words.len() > 1))
    }

    /// An outcome of chance: one line may give a whole shuffle, top first, the cards included that
    /// have no alternative.
    fn outcomes(&mut self, words: &[&str]) -> Result<(), ApplyError> {
        // The cards that are still to be placed, with their numbers.
        let mut left: Vec<(Choice, u32)> = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let asked = self.game.decision().filter(|decision| decision.seat == Seat::CHANCE);
            let is_rest = |choice: &Choice| matches!(choice, Choice::Text(text) if **text == *REST);
            let is_shuffle = asked.is_some_and(|asked| asked.options.iter().any(is_rest));
            if let Some(asked) = asked.filter(|_| is_shuffle) {
                left = asked.options.iter().cloned().zip(asked.weights.iter().copied()).collect();
            }
            let is_named = |(choice, n): &(Choice, u32)| *n > 0 && self.means(word, choice);
            if !is_shuffle && let Some(at) = left.iter().position(is_named) {
                left[at].1 -= 1;
                continue;
            }
            // The last cards have placed themselves.
            if !is_shuffle && !left.is_empty() && fold(word) == REST {
                left.clear();
                continue;
            }
            if asked.is_none() {
                let why = format!("`{word}` is unexpected after `{}`", words[..i].join(" "));
                return Err(ApplyError::hinted(why, LINE_IGNORED));
            }
            let index = self.option(word)?;
            match left.get_mut(index).filter(|_| is_shuffle) {
                Some((choice, n)) if !is_rest(choice) => *n -= 1,
                _ => left.clear(),
            }
            self.choose(index)?;
        }
        Ok(())
    }

    /// A play: first the cards, then the answers to its questions.
    fn play(&mut self, words: &[&str]) -> Result<(), ApplyError> {
        let decision = self.decision()?;
        if words.is_empty() {
            return Err(self.refuse("`play` needs a card or combo".into()));
        }
        let ParsedPlay { index, remaining, n_words } =
            match combo_parser::longest(words, self.game, decision, self.notation) {
                Ok(played) => played,
                Err(why) => return Err(self.refuse(why.into())),
            };
        let (choice, table) = (&decision.options[index], self.game.table());
        let hand = combo_parser::named_cards(self.game, decision.seat);
        let hand = hand.iter().map(|card| table.kind(*card)).collect();
        let is_set = choice.combo().is_some();
        let mut set = choice.set_kinds().to_vec();
        set.extend(remaining.iter().map(|card| table.kind(*card)));
        (self.hand, self.set) = (hand, set);
        self.choose(index)?;
        let n_known = if is_set { self.choose_cards(remaining)? } else { 0 };
        self.announce(&words[n_words..], n_known)
    }

    /// Selects these cards as the set that is asked for one card at a time. Returns how many
    /// questions were answered automatically.
    fn choose_cards(&mut self, mut cards: Vec<CardId>) -> Result<usize, ApplyError> {
        let mut n_known = 0;
        while !cards.is_empty() {
            let (table, rules) = (self.game.table(), self.game.rules());
            let is_like = |a: CardId| move |b: &CardId| table.are_alike(rules, a, *b);
            // A card without an alternative may be named, too.
            let answers = self.game.auto_answers();
            let taken = answers[n_known..].iter().map_while(|answer| answer.choice.card());
            for card in taken {
                n_known += 1;
                if let Some(named) = cards.iter().position(is_like(card)) {
                    cards.remove(named);
                }
            }
            let asked = self.game.decision();
            let asked = asked.filter(|decision| matches!(decision.prompt, Prompt::Cards(_)));
            let Some(asked) = asked.filter(|_| !cards.is_empty()) else { break };
            let is_offered = |card: &CardId| {
                let mut options = asked.options.iter();
                options.position(|choice| choice.card().is_some_and(|c| is_like(c)(card)))
            };
            let named = cards.iter().enumerate().find_map(|(i, card)| Some((i, is_offered(card)?)));
            let Some((named, index)) = named else { break };
            cards.remove(named);
            self.choose(index)?;
        }
        if let Some(card) = cards.first() {
            let kind = self.game.table().kind(*card);
            let id = &self.notation.kind(kind).id;
            return Err(self.refuse(format!("`{id}` cannot be one of these cards")));
        }
        let answers = self.game.auto_answers();
        Ok(answers.iter().take_while(|answer| answer.choice.card().is_some()).count())
    }

    /// The questions of a play, in order. The answer to an automatic question is optional.
    fn announce(&mut self, words: &[&str], n_known: usize) -> Result<(), ApplyError> {
        let mut words = words;
        let mut n_known = n_known;
        loop {
            let answers = self.game.auto_answers();
            let told: Vec<&AutoAnswer> =
                answers.iter().skip(n_known).filter(|answer| answer.announcing).collect();
            let mut only = None;
            for answer in &told {
                let named = words.first().filter(|word| self.means(word, &answer.choice));
                if let Some(word) = named {
                    self.check_after_set(word, only.as_ref())?;
                    words = &words[1..];
                } else {
                    only = Some(answer.choice.clone());
                }
            }
            n_known = n_known.max(answers.len());
            let Some(word) = words.first() else { return Ok(()) };
            if !self.game.decision().is_some_and(|decision| decision.announcing) {
                return Err(self.left_over(word, only));
            }
            let index = self.option(word)?;
            self.check_after_set(word, only.as_ref())?;
            self.set.clear();
            self.choose(index)?;
            words = &words[1..];
        }
    }

    /// Refuses a word after the cards of a set that may be one more of its cards, or what is asked
    /// after a player that nobody has named.
    fn check_after_set(&self, word: &str, only: Option<&Choice>) -> Result<(), ApplyError> {
        let Some(Choice::Player(only)) = only else { return Ok(()) };
        let name = CardWord::of(word).name;
        if self.notation.kinds_named(name, self.set.iter().copied()).is_empty() {
            return Ok(());
        }
        let (at, player) =
            (word.as_ptr().addr() - self.line.as_ptr().addr(), self.notation.seat(*only));
        let (cards, rest) = self.line.split_at(at);
        let repeats = CardWord::of(rest.split_whitespace().next().unwrap_or_default()).name == name;
        let named = match repeats {
            true => format!("use `{}{player} {rest}`", addressed(cards).1),
            false => format!("name {player} before `{word}`"),
        };
        let why = format!("`{word}` may be one more card of the set, or what is asked of {player}");
        Err(ApplyError::hinted(why, named))
    }

    fn left_over(&self, word: &str, only: Option<Choice>) -> ApplyError {
        let why = match only {
            Some(Choice::Player(seat)) => {
                format!("`{word}` does not fit: {} is the only choice", self.notation.seat(seat))
            }
            _ if !self.notation.kinds_named(word, self.hand.iter().copied()).is_empty() => {
                let start = word.as_ptr().addr() - self.line.as_ptr().addr();
                let end = self.line[start..].find(char::is_whitespace);
                let played = end.map_or(self.line, |end| &self.line[..start + end]);
                format!("`{}` is not possible now", addressed(played).1.trim())
            }
            _ => format!("unexpected `{word}`"),
        };
        ApplyError::hinted(why, LINE_IGNORED)
    }

    fn means(&self, word: &str, choice: &Choice) -> bool {
        match choice {
            Choice::Number(n) => word.parse() == Ok(*n),
            Choice::Player(seat) if self.notation.find_seat(word) == Some(*seat) => true,
            _ => {
                let (word, keys) = (CardWord::of(word), self.notation.keys(choice));
                let table = self.game.shown();
                choice
                    .card()
                    .map_or(!word.is_of_card(), |c| self.notation.is_meant(&word, table, c))
                    && !self.notation.named(word.name, std::iter::once(((), keys))).is_empty()
            }
        }
    }

    /// Finds the option of the current decision for a word: a full name takes precedence over a
    /// prefix, and both over an option number.
    fn option(&mut self, word: &str) -> Result<usize, ApplyError> {
        let decision = self.decision()?;
        let options = &decision.options;
        if let Some(seat) = self.notation.find_seat(word)
            && let Some(index) = options.iter().position(|choice| *choice == Choice::Player(seat))
        {
            return Ok(index);
        }
        // Words may differ in signs or in their case alone.
        let is_word = |choice: &Choice| matches!(choice, Choice::Text(text) if **text == *word);
        if let Some(index) = options.iter().position(is_word) {
            return Ok(index);
        }
        if let Some(index) = self.notation.numbered_option(decision, word) {
            return Ok(index);
        }
        let is_number = |choice: &Choice| matches!(choice, Choice::Number(_));
        let same_number = options.iter().position(|c| is_number(c) && self.means(word, c));
        let card = CardWord::of(word);
        let is_meant = |choice: &Choice| self.notation.is_option_meant(&card, choice, self.game);
        let meant = options.iter().enumerate().filter(|(_, choice)| is_meant(choice));
        let keyed = meant.map(|(i, choice)| (i, self.notation.keys(choice)));
        let found = self.notation.named(card.name, keyed);
        let texts = self.notation.words(decision);
        let typed = options.iter().zip(&texts).filter_map(|(choice, text)| {
            matches!(choice, Choice::Number(_) | Choice::Text(_)).then_some(text.as_str())
        });
        let is_listed = are_numbers(typed);
        match (same_number, found.as_slice()) {
            (Some(index), _) => Ok(index),
            (None, [first, rest @ ..]) => {
                if rest.iter().all(|other| texts[*other] == texts[*first]) {
                    return Ok(*first);
                }
                let keyed = options.iter().map(|choice| self.notation.keys(choice)).enumerate();
                let named = match card.is_of_card() {
                    true => found,
                    false => self.notation.named(card.name, keyed),
                };
                let may_be: Vec<&str> = named.iter().map(|i| texts[*i].as_str()).collect();
                Err(self.refuse(format!("`{word}` is ambiguous: {}", may_be.join(" or "))))
            }
            (None, []) => match word.parse::<usize>() {
                Ok(n) if !is_listed && (1..=options.len()).contains(&n) => {
                    let start = word.as_ptr().addr() - self.line.as_ptr().addr();
                    let at = start..start + word.len();
                    let (mut texts, mut ids) = (texts, self.notation.options(decision));
                    let (words, option) = (texts.swap_remove(n - 1), ids.swap_remove(n - 1));
                    self.numbers.push(NamedNumber { at, words, option });
                    Ok(n - 1)
                }
                _ => Err(self.no_option(word, &texts)),
            },
        }
    }

    fn no_option(&self, word: &str, texts: &[String]) -> ApplyError {
        let play = format!("play {word}");
        let plays = |text: &&String| text.starts_with(&play);
        if let Some(text) = texts.iter().find(plays) {
            return self.refuse(format!("`{word}` is not an answer; use `{text}`"));
        }
        let options = self.game.decision().map_or(&[][..], |decision| &decision.options);
        let hint = self.notation.suggested_option(word, options, texts);
        let what = match self.asked_about() {
            Some(about) => format!("not an answer to {about}"),
            None => "not possible now".into(),
        };
        self.refuse(format!("`{word}` is {what}{hint}"))
    }

    /// The subject of the current decision.
    fn asked_about(&self) -> Option<String> {
        match &self.game.decision()?.prompt {
            Prompt::Turn => None,
            Prompt::Cards(_) => Some("the question which cards".into()),
            Prompt::Text(text) => Some(format!("\"{}\"", self.notation.read(text))),
            Prompt::Respond => {
                let action = self.game.table().stack.last()?;
                let by = whose(self.notation.seat(action.by));
                Some(match action.subject {
                    Subject::Card(_, kind) => format!("{by} {}", self.notation.kind(kind).title),
                    Subject::Combo(combo) => {
                        format!("{by} {}", self.notation.combo(combo).title)
                    }
                    Subject::Explosion(_) => "the explosion".into(),
                    Subject::Draw => format!("{by} draw"),
                    Subject::Turn => format!("the start of {by} turn"),
                    Subject::Between => format!("the pause in {by} turn"),
                })
            }
        }
    }

    /// Returns an error that lists the options.
    fn refuse(&self, why: String) -> ApplyError {
        let Some(decision) = self.game.decision() else { return ApplyError::refused(why) };
        let options = option_list(&self.notation.option_infos(decision));
        ApplyError::hinted(why, format!("Options: {options}"))
    }
}

fn is_play(word: &str) -> bool {
    let key = fold(word);
    !key.is_empty() && "play".starts_with(&key)
}
