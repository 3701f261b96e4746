//! The hooks: where each may stand, what it is given, what it returns and what it may do. The
//! loader, the compiler, the linter, the reference and the messages read this table.

use super::api::Effect;
use super::symbol::Symbol;
use super::values::Type;
use crate::base::error::{and, suggest};
use crate::kernel::Hook;

/// The function of a rules script that draws the position. It is not a hook: no game runs it.
pub const PICTURE: &str = "picture";

/// A hook as scripts know it.
#[derive(Clone, Copy, Debug)]
pub struct HookSpec {
    pub hook: Hook,
    /// The folders of the scripts that it runs in.
    pub folders: &'static [&'static str],
    /// Its parameters. Rules scripts have no [`SOURCE`]; `resolve` takes more.
    params: &'static [(&'static str, Type)],
    /// The type of what it returns; [`Type::Datum`] for what is announced, [`Type::Nothing`] if
    /// that does not matter.
    pub returns: Type,
    /// The symbol that verbs give only where this hook calls them.
    pub symbol: Option<Symbol>,
    /// The effects that the verbs which it calls may have.
    pub may: &'static [Effect],
    /// When it runs, after "Runs".
    pub runs: &'static str,
    /// Its result, after "Returns".
    pub returned: &'static str,
    /// More to know, as sentences; may be empty.
    pub more: &'static str,
    /// An example, one line.
    pub example: &'static str,
}

/// The parameter for the card that hears a hook.
pub const SOURCE: &str = "source";

/// The parameter for who chooses a player.
const CHOOSER: &str = "by";

const CARDS: &[&str] = &["cards"];
const PLAYS: &[&str] = &["cards", "combos"];
const RULES: &[&str] = &["rules"];
const HEARD: &[&str] = &["cards", "rules"];

const READ: &[Effect] = &[Effect::Read];
const ALL: &[Effect] = &[Effect::Read, Effect::Ask, Effect::Change, Effect::Chance];

const MAYBE_CARD: Type = Type::Any(&[Type::Card, Type::Nothing]);
const MAYBE_ACTION: Type = Type::Any(&[Type::Action, Type::Nothing]);
const KINDS: Type = Type::List(&Type::Kind);

macro_rules! hooks {
    ($($hook:ident($($param:ident: $type:expr),*) $folders:ident $may:ident $(=> $symbol:ident)?
        runs $runs:literal; returns $type_returned:expr, $returned:literal;
        $more:literal; $example:literal)*) => {
        &[$(HookSpec {
            hook: Hook::$hook,
            folders: $folders,
            params: &[$((stringify!($param), $type)),*],
            returns: $type_returned,
            may: $may,
            symbol: [$(Some(Symbol::$symbol),)? None][0],
            runs: $runs,
            returned: $returned,
            more: $more,
            example: $example,
        }),*]
    };
}

/// All hooks, in the order of the reference.
pub const HOOKS: &[HookSpec] = hooks! {
    Setup() RULES ALL
        runs "before the first turn of a game, and of each round (`new_round`), to shuffle and deal";
        returns Type::Nothing, "nothing"; "It may ask: nobody is at turn yet.";
        "fn setup() { draw_pile().shuffle(); deal(hand_size()); }"
    Playable(me: Type::Player) PLAYS READ
        runs "when the options of a player are listed";
        returns Type::Bool, "whether the card or combo is offered"; "`me` is that player.";
        "fn playable(me) { !draw_pile().is_empty }"
    Announce(me: Type::Player) PLAYS ALL
        runs "when the card or combo is played, before others can respond: it chooses targets and \
              pays costs";
        returns Type::Datum, "what is announced to everybody: nothing, one value, or a list; \
                              `resolve` receives it after `me`";
        "`me` is the player.";
        "fn announce(me) { me.choose_player(\"Whom?\", others(me)) }"
    Resolve(me: Type::Player) PLAYS ALL
        runs "when the window has closed and the play was not cancelled: it is the effect";
        returns Type::Nothing, "nothing";
        "`me` is the player; the other parameters are what `announce` returned.";
        "fn resolve(me, victim) { victim.take_turns(2); }"
    Cancelled(me: Type::Player, action: Type::Action) PLAYS ALL
        runs "when the play was cancelled and has left the stack, instead of `resolve`";
        returns Type::Nothing, "nothing";
        "`me` is its player, `action` the play, which may be a response.";
        "fn cancelled(me, action) { action.card.move_to(me.hand); }"
    CanDraw(me: Type::Player) RULES READ
        runs "when the options of a turn are listed";
        returns Type::Bool, "whether the player may draw (default: yes)";
        "A turn without options ends by itself, and a round of such turns in which nothing else \
         happens ends the game as `end_game()` does.";
        "fn can_draw(me) { !draw_pile().is_empty }"
    DrawStep(me: Type::Player) RULES ALL
        runs "when a player draws to end a turn";
        returns Type::Nothing, "nothing"; "The turn ends only if it calls `end_turn()`.";
        "fn draw_step(me) { me.draw(); end_turn(); }"
    Responds(me: Type::Player, action: Type::Action) CARDS READ
        runs "when a window opens, for kinds whose `WHEN` includes the moment";
        returns Type::Bool, "whether the card may answer it";
        "`me` is who may answer, `action` what is answered.";
        "fn responds(me, action) { action.by != me }"
    Gained(me: Type::Player, card: Type::Card) CARDS ALL => Burst
        runs "when a card of this kind has entered a hand, except in the deal";
        returns Type::Nothing, "nothing"; "`me` is the player, `card` the card.";
        "fn gained(me, card) { me.explode(card); }"
    Lost(me: Type::Player, card: Type::Card) CARDS ALL
        runs "when a card of this kind has left a hand";
        returns Type::Nothing, "nothing"; "`me` is the player, `card` the card.";
        "fn lost(me, card) { me.draw(); }"
    Exploded(me: Type::Player, hazard: MAYBE_CARD) RULES ALL
        runs "when a player has exploded and was not rescued";
        returns Type::Nothing, "nothing";
        "`me` is the player, `hazard` the card they exploded by, or `()`.";
        "fn exploded(me, hazard) { me.hand.discard_all(); me.out(); }"
    Rescued(me: Type::Player, card: Type::Card) CARDS ALL
        runs "when an explosion by a card of this kind was cancelled";
        returns Type::Nothing, "nothing"; "`me` is the rescued player, `card` the card.";
        "fn rescued(me, card) { card.hide_in(draw_pile(), 0); }"
    TurnStart(me: Type::Player, source: Type::Card) HEARD ALL
        runs "when a turn begins";
        returns Type::Nothing, "nothing"; "`me` is the current player, `source` the card.";
        "fn turn_start(me, source) { source.discard(); }"
    TurnEnd(me: Type::Player, source: Type::Card) HEARD ALL
        runs "when a turn ends";
        returns Type::Nothing, "nothing"; "`me` is the player, `source` the card.";
        "fn turn_end(me, source) { source.discard(); }"
    AfterDraw(me: Type::Player, source: Type::Card, card: Type::Card) HEARD ALL
        runs "when a player has drawn and survived";
        returns Type::Nothing, "nothing";
        "`me` is the player, `source` the listening card, `card` the drawn one.";
        "fn after_draw(me, source, card) { source.discard(); }"
    AfterRescue(me: Type::Player, source: Type::Card, hazard: Type::Card) HEARD ALL
        runs "when a player was rescued from an explosion and no other one of theirs waits, after \
              the `rescued` of the hazard";
        returns Type::Nothing, "nothing";
        "`me` is the player, `source` the listening card, `hazard` the card they survived.";
        "fn after_rescue(me, source, hazard) { source.discard(); }"
    AfterPlay(me: Type::Player, source: Type::Card, play: Type::Action) HEARD ALL
        runs "when a card or combo has left the stack, cancelled or not, and everything it caused \
              is over";
        returns Type::Nothing, "nothing"; "`me` is who played it, `source` the listening card.";
        "fn after_play(me, source, play) { if play.card != source { source.discard(); } }"
    BeforeDraw(me: Type::Player, source: Type::Card, card: Type::Card) HEARD ALL
        runs "before a player draws `card`";
        returns Type::Bool, "`true` if something else was done instead";
        "`me` is the player, `source` the listening card.";
        "fn before_draw(me, source, card) { card.give_to(source.played_by); true }"
    BeforeTake(me: Type::Player, source: Type::Card, thief: Type::Player) HEARD ALL
        runs "before somebody steals from a player (`take_random`, `take_chosen`, `take_kind`)";
        returns Type::Bool, "`true` if something else was done instead";
        "`me` is the victim, `source` the listening card.";
        "fn before_take(me, source, thief) { source.give_to(thief); true }"
    BeforeExplode(me: Type::Player, source: Type::Card, hazard: MAYBE_CARD) HEARD ALL
        runs "before a player explodes, before anything is revealed";
        returns Type::Bool, "`true` if something else was done instead";
        "`me` is the player, `source` the listening card, `hazard` the card or `()`.";
        "fn before_explode(me, source, hazard) { source.discard(); true }"
    Targetable(me: Type::Player, source: Type::Card, by: Type::Player, action: Type::Action)
        HEARD READ
        runs "when `choose_player` in a play of another player offers a player";
        returns Type::Bool, "whether `by` may choose the player: one `false` is enough";
        "`me` is who may be chosen, `source` the listening card, `by` who chooses for the play \
         `action`, which has no cards while options are listed. Nobody is kept from choosing \
         themselves. If nobody is left, the play is not offered; if that shows later, it ends there.";
        "fn targetable(me, source, by, action) { !action.tagged(\"attack\") }"
    PlaysAs(me: Type::Player, action: MAYBE_ACTION) CARDS READ
        runs "when options are listed";
        returns KINDS, "the kinds that the card may be played as: their `playable`, `responds`, \
                        `announce`, `resolve` and `cancelled` apply";
        "`action` is what would be answered; `()` on the player's own turn.";
        "fn plays_as(me, action) { if action == () { [\"skip\"] } else { [] } }"
};

/// The place in [`HOOKS`] of each hook. A hook without a row does not compile.
const ROWS: [usize; Hook::ALL.len()] = {
    let mut rows = [HOOKS.len(); Hook::ALL.len()];
    let mut i = 0;
    while i < HOOKS.len() {
        rows[HOOKS[i].hook as usize] = i;
        i += 1;
    }
    let mut hook = 0;
    while hook < rows.len() {
        assert!(rows[hook] < HOOKS.len(), "a hook has no row");
        hook += 1;
    }
    rows
};

impl HookSpec {
    /// Returns the row of a hook.
    pub const fn of(hook: Hook) -> &'static Self {
        &HOOKS[ROWS[hook as usize]]
    }

    /// Whether it runs in scripts of this folder: `cards`, `combos` or `rules`.
    pub fn is_run(&self, folder: &str) -> bool {
        self.folders.contains(&folder)
    }

    /// Returns the parameters that the kernel always gives, with their types.
    pub fn params(&self, of_rules: bool) -> impl Iterator<Item = (&'static str, Type)> + use<> {
        self.params.iter().copied().filter(move |(name, _)| !of_rules || *name != SOURCE)
    }

    /// Whether a function with this number of parameters can be the hook.
    pub fn takes(&self, n_params: usize, of_rules: bool) -> bool {
        let n_given = self.params(of_rules).count();
        n_params == n_given || self.hook == Hook::Resolve && n_params > n_given
    }

    /// Returns how the function is written in scripts of a folder: `fn resolve(me, …)`.
    pub fn form(&self, folder: &str) -> String {
        let names = self.params(folder == "rules").map(|(name, _)| name);
        let names = names.chain((self.hook == Hook::Resolve).then_some("…"));
        format!("fn {}({})", self.hook.name(), names.collect::<Vec<_>>().join(", "))
    }

    /// Returns the forms, each with the folders of scripts that write it so.
    pub fn forms(&self) -> Vec<(String, String)> {
        let mut forms: Vec<(String, String)> = Vec::new();
        for folder in self.folders {
            let form = self.form(folder);
            match forms.iter_mut().find(|(other, _)| *other == form) {
                Some((_, folders)) => *folders += &format!(", {folder}"),
                None => forms.push((form, (*folder).to_owned())),
            }
        }
        forms
    }

    /// Returns the parameter for the player whose hand it can read if it [only
    /// reads](Self::only_reads).
    pub fn reader(&self) -> &'static str {
        let is_chooser = |(name, _): &&(&'static str, Type)| *name == CHOOSER;
        self.params.iter().find(is_chooser).map_or("me", |(name, _)| name)
    }

    /// Returns the name in a script of the [reader](Self::reader), among these parameters.
    pub fn reader_in<'a>(&self, params: &'a [String], of_rules: bool) -> Option<&'a String> {
        let place = self.params(of_rules).position(|(name, _)| name == self.reader())?;
        params.get(place)
    }

    /// Whether it may call no verb but those that read.
    pub fn only_reads(&self) -> bool {
        self.may == READ
    }

    pub fn doc(&self) -> String {
        let Self { runs, returned, more, .. } = self;
        let heard = match self.hook.has_listeners() {
            true => {
                "; in a card script for each card of its kind in front of that player or on the table"
            }
            false => "",
        };
        let reads = match (self.only_reads(), self.reader()) {
            (true, "me") => "Can read only public facts and the player's own hand.".to_owned(),
            (true, reader) => format!("Can read only public facts and the hand of `{reader}`."),
            _ => String::new(),
        };
        let returns = format!("Returns {returned}.");
        let sentences = [&format!("Runs {runs}{heard}."), *more, &returns, &reads];
        let sentences = sentences.into_iter().filter(|sentence| !sentence.is_empty());
        sentences.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the names of the hooks that run in scripts of a folder.
pub fn names(folder: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    HOOKS.iter().filter(move |spec| spec.is_run(folder)).map(|spec| spec.hook.name())
}

/// Returns the names of the hooks that a function of a script in this folder may have been meant to
/// be: those with its parameters, if its name is similar to one of them, or else all.
fn alike(folder: &str, name: &str, params: &[impl AsRef<str>]) -> Vec<&'static str> {
    let has = |spec: &&HookSpec| {
        let mut given = params.iter().map(AsRef::as_ref);
        let known = spec.params(folder == "rules");
        let is_begun = known.into_iter().all(|(known, _)| given.next() == Some(known));
        is_begun && (spec.hook == Hook::Resolve || given.next().is_none())
    };
    let specs = HOOKS.iter().filter(|spec| spec.is_run(folder));
    let fitting: Vec<_> = specs.filter(has).map(|spec| spec.hook.name()).collect();
    match suggest(name, fitting.iter().copied()) {
        Some(_) => fitting,
        None => names(folder).collect(),
    }
}

/// Returns the name of the hook that a function of a script in this folder is meant to be: one that
/// once had this name, or has a similar one.
pub fn meant(folder: &str, name: &str, params: &[impl AsRef<str>]) -> Option<&'static str> {
    match name {
        "drawn" if folder == "cards" => Some(Hook::Gained.name()),
        _ => suggest(name, alike(folder, name, params)),
    }
}

/// Returns the names of the hooks that may only read: `playable`, `responds` and so on.
pub fn queries() -> String {
    let names = HOOKS.iter().filter(|spec| spec.only_reads());
    let names: Vec<String> = names.map(|spec| format!("`{}`", spec.hook.name())).collect();
    and(&names.iter().map(String::as_str).collect::<Vec<_>>())
}
