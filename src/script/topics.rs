//! The documentation of names that scripts define: hooks, constants, and the patterns of `SET`, for
//! `?NAME` and `litterbox api NAME`.

/// A reference entry that is not a verb.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Its name in scripts.
    pub name: &'static str,
    /// The group it is listed under: `hooks`, `constants` or `patterns`.
    pub group: &'static str,
    /// Its forms, each with the script folders it applies to.
    pub forms: &'static [(&'static str, &'static str)],
    /// The description.
    pub doc: &'static str,
    /// An example, one line.
    pub example: &'static str,
}

impl Topic {
    /// Returns all forms in one line.
    #[must_use]
    pub fn signature(&self) -> String {
        let form = |(form, of): &(&str, &str)| match of.is_empty() {
            true => (*form).to_owned(),
            false => format!("{form} ({of})"),
        };
        self.forms.iter().map(form).collect::<Vec<_>>().join(", ")
    }
}

macro_rules! topic {
    ($group:literal $name:literal [$($form:literal $of:literal),+]
     $doc:literal $example:literal) => {
        Topic {
            name: $name,
            group: $group,
            forms: &[$(($form, $of)),+],
            doc: $doc,
            example: $example,
        }
    };
}

/// Returns the topic with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

/// All topics, by group.
pub const TOPICS: &[Topic] = &[
    topic!("hooks" "setup" ["fn setup()" "rules"]
        "Runs once before the first turn to shuffle and deal. Returns nothing."
        "fn setup() { draw_pile().shuffle(); deal(hand_size()); }"),
    topic!("hooks" "playable" ["fn playable(me)" "cards, combos"]
        "Runs when the options of a player are listed. `me` is that player. Returns whether the \
         card or combo is offered. Can read only public facts and the player's own hand."
        "fn playable(me) { !draw_pile().is_empty }"),
    topic!("hooks" "announce" ["fn announce(me)" "cards, combos"]
        "Runs when the card or combo is played, before others can respond: it chooses targets and \
         pays costs. `me` is the player. Returns what is announced to everybody: nothing, one \
         value, or a list; `resolve` receives it after `me`."
        "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }"),
    topic!("hooks" "resolve" ["fn resolve(me, …)" "cards, combos"]
        "Runs when the window has closed and the play was not cancelled: it is the effect. \
         `me` is the player; the other parameters are what `announce` returned. Returns nothing."
        "fn resolve(me, victim) { victim.take_turns(2); }"),
    topic!("hooks" "can_draw" ["fn can_draw(me)" "rules"]
        "Runs when the options of a turn are listed. `me` is the current player. Returns whether \
         they may draw (default: yes). A turn without options ends by itself, and a round of such \
         turns ends the game. Can read only public facts and the player's own hand."
        "fn can_draw(me) { !draw_pile().is_empty }"),
    topic!("hooks" "draw_step" ["fn draw_step(me)" "rules"]
        "Runs when a player draws to end a turn. `me` is that player. Returns nothing; the turn \
         ends only if it calls `end_turn()`."
        "fn draw_step(me) { me.draw(); end_turn(); }"),
    topic!("hooks" "responds" ["fn responds(me, action)" "cards"]
        "Runs when a window opens, for kinds whose `WHEN` includes the moment. `me` is who may \
         answer, `action` what is answered. Returns whether the card may answer it; it may look \
         only at public facts and the player's own hand."
        "fn responds(me, action) { action.by != me }"),
    topic!("hooks" "gained" ["fn gained(me, card)" "cards"]
        "Runs when a card of this kind has entered a hand, except in the deal. `me` is \
         the player, `card` the card. Returns nothing."
        "fn gained(me, card) { me.explode(card); }"),
    topic!("hooks" "lost" ["fn lost(me, card)" "cards"]
        "Runs when a card of this kind has left a hand. `me` is the player, `card` the card. \
         Returns nothing."
        "fn lost(me, card) { me.draw(); }"),
    topic!("hooks" "exploded" ["fn exploded(me, hazard)" "rules"]
        "Runs when a player has exploded and was not rescued. `me` is the player, `hazard` the card \
         they exploded by, or `()`. Returns nothing."
        "fn exploded(me, hazard) { me.hand.discard_all(); me.out(); }"),
    topic!("hooks" "rescued" ["fn rescued(me, card)" "cards"]
        "Runs when an explosion by a card of this kind was cancelled. `me` is the rescued player, \
         `card` the card. Returns nothing."
        "fn rescued(me, card) { card.hide_in(draw_pile(), 0); }"),
    topic!("hooks" "turn_start" ["fn turn_start(me, source)" "cards", "fn turn_start(me)" "rules"]
        "Runs when a turn begins; in a card script for each card of its kind in front of that \
         player or on the table. `me` is the current player, `source` the card. Returns nothing."
        "fn turn_start(me, source) { source.discard(); }"),
    topic!("hooks" "after_draw" [
        "fn after_draw(me, source, card)" "cards", "fn after_draw(me, card)" "rules"]
        "Runs when a player has drawn and survived; in a card script for each card of its kind in \
         front of that player or on the table. `me` is the player, `source` the listening card, \
         `card` the drawn one. Returns nothing."
        "fn after_draw(me, source, card) { source.discard(); }"),
    topic!("hooks" "after_rescue" [
        "fn after_rescue(me, source, hazard)" "cards", "fn after_rescue(me, hazard)" "rules"]
        "Runs when a player was rescued from an explosion and no other one of theirs waits, after \
         the `rescued` of the hazard; in a card script for each card of its kind in front of that \
         player or on the table. `me` is the player, `source` the listening card, `hazard` the \
         card they survived. Returns nothing."
        "fn after_rescue(me, source, hazard) { source.discard(); }"),
    topic!("hooks" "after_play" [
        "fn after_play(me, source, play)" "cards", "fn after_play(me, play)" "rules"]
        "Runs when a card or combo, cancelled or not, has left the stack and everything it caused \
         is over. `me` is who played it, `source` the listening card. Returns nothing."
        "fn after_play(me, source, play) { if play.card != source { source.discard(); } }"),
    topic!("hooks" "before_draw" [
        "fn before_draw(me, source, card)" "cards", "fn before_draw(me, card)" "rules"]
        "Runs before a player draws a card, and may do something else instead. `me` is the player, \
         `source` the listening card, `card` the card about to be drawn. Returns `true` if it is \
         not drawn."
        "fn before_draw(me, source, card) { card.give_to(source.played_by); true }"),
    topic!("hooks" "before_take" [
        "fn before_take(me, source, thief)" "cards", "fn before_take(me, thief)" "rules"]
        "Runs before a player is robbed (`take_random`, `take_chosen`, `take_kind`), and may do \
         something else instead. `me` is the victim, `source` the listening card. Returns `true` \
         if nothing is taken."
        "fn before_take(me, source, thief) { source.give_to(thief); true }"),
    topic!("hooks" "before_explode" [
        "fn before_explode(me, source, hazard)" "cards", "fn before_explode(me, hazard)" "rules"]
        "Runs before a player explodes, before anything is revealed, and may do something else \
         instead. `me` is the player, `source` the listening card, `hazard` the card or `()`. \
         Returns `true` if the player does not explode."
        "fn before_explode(me, source, hazard) { source.discard(); true }"),
    topic!("hooks" "plays_as" ["fn plays_as(me, action)" "cards"]
        "Runs when options are listed. Returns the kinds that the card may be played as: their \
         `playable`, `responds`, `announce` and `resolve` apply. `action` is what would be \
         answered; `()` on the player's own turn. It must not change anything."
        "fn plays_as(me, action) { if action == () { [\"skip\"] } else { [] } }"),
    topic!("hooks" "turn_end" ["fn turn_end(me, source)" "cards", "fn turn_end(me)" "rules"]
        "Runs when a turn ends; in a card script for each card of its kind in front of that \
         player or on the table. `me` is the player, `source` the card. Returns nothing."
        "fn turn_end(me, source) { source.discard(); }"),
    topic!("hooks" "picture" ["fn picture()" "rules"]
        "Runs whenever a position is shown. Returns a text to show with it."
        "fn picture() { `${draw_pile().len} cards are left` }"),
    topic!("composition" "previous" ["previous()" "", "previous(value, …)" ""]
        "Runs the same hook of the script before this one in the list of the kind, of the combo or \
         of the rules, and returns its value: with the same values, or with those given, `me` \
         included. Fails where no such script defines the hook."
        "fn exploded(me, hazard) { previous(); me.next.draw(); }"),
    topic!("constants" "WHEN" ["const WHEN = [MOMENT, …];" "cards"]
        "When a card can be played: a list of `main` (on the player's own turn), and `card`, \
         `combo`, `explosion`, `draw`, `turn` (in response to one). Default: `[\"main\"]`."
        "const WHEN = [\"card\", \"combo\"];"),
    topic!("constants" "TO" ["const TO = PLACE;" "cards"]
        "Where a played card goes: `discard`, `front` (in front of its player) or `table`. Default: \
         `discard`."
        "const TO = \"front\";"),
    topic!("constants" "FROM" ["const FROM = [PLACE, …];" "cards"]
        "Where a card is played from: a list of `hand` and `front` (in front of its player). \
         Default: `[\"hand\"]`."
        "const FROM = [\"hand\", \"front\"];"),
    topic!("constants" "HEARS" ["const HEARS = PLACE;" "cards"]
        "Where a card hears hooks about its player: `play` (in front of the player or on the \
         table) or `hand`. Default: `play`."
        "const HEARS = \"hand\";"),
    topic!("constants" "SET" ["const SET = PATTERN;" "combos"]
        "The cards of a combo: `same(…)`, `different(…)`, `any(…)` or `any_of(…)`. Required for \
         combos."
        "const SET = same(2);"),
    topic!("constants" "OPTIONS" ["const OPTIONS = #{ NAME: #{ … }, … };" ""]
        "The options that the script reads with `option(\"NAME\")`. Each has `about`, a sentence, and \
         `values`, the default first; or a `value`: true, false or a whole number. With `count: \
         true` the value is a number or an expression in `players`."
        "const OPTIONS = #{ loot: #{ values: [\"one\", \"all\"], about: \"How many cards a pair takes.\" } };"),
    topic!("patterns" "same" ["same(n)" "", "same(n, tag)" ""]
        "A `SET` of `n` equal cards, 1 to 20; with a tag, of kinds that have it."
        "const SET = same(2, \"cat\");"),
    topic!("patterns" "different" ["different(n)" "", "different(n, tag)" ""]
        "A `SET` of `n` cards of different kinds, 1 to 20; with a tag, of kinds that have it."
        "const SET = different(5);"),
    topic!("patterns" "any" ["any(n)" "", "any(n, tag)" ""]
        "A `SET` of `n` cards in any mix, 1 to 20; with a tag, of kinds that have it. The player \
         chooses them one at a time."
        "const SET = any(3, \"cat\");"),
    topic!("patterns" "any_of" ["any_of(n, [KIND, …])" ""]
        "A `SET` of `n` cards of these kinds in any mix, 1 to 20. The player chooses them one at a \
         time."
        "const SET = any_of(2, [\"nope\", \"skip\"]);"),
];
