// A pack with a card for every kind of question, counter and end of a game.

const kinds = {
  // Other titles than ids: long words, many words, one letter, other scripts.
  hippo: ['Kaleidoscopic Hippopotamus', '//! Kaleidoscopic Hippopotamus: nothing.\n\nfn resolve(me) {}'],
  squirrel: ['Eichhörnchenschwanz', '//! Eichhörnchenschwanz: nothing.\n\nfn resolve(me) {}'],
  x: ['X', '//! X: nothing.\n\nfn resolve(me) {}'],
  long_name: ['The Very Long Title of a Card That Nobody Would Print', '//! The longest title: nothing.\n\nfn resolve(me) {}'],
  chinese: ['爆炸貓咪大作戰之終極對決', '//! A Chinese title: nothing.\n\nfn resolve(me) {}'],
  ask_cards: ['Cards', `fn resolve(me) { me.choose_card("Which card do you want?", me.hand); }`],
  ask_other: ['Borrow', `fn resolve(me) { for p in others(me) { p.choose_card(\`Lend \${me} which card?\`, p.hand); } }`],
  ask_hidden: ['Blind Pick', `fn resolve(me) { me.choose_card("Which of their cards?", others(me)[0].hand, ["leave them"]); }`],
  ask_places: ['Collect', `fn resolve(me) { me.choose_card("Which card, from where?", me.hand.cards + me.front.cards + others(me)[0].front.cards + discard_pile().cards); }`],
  ask_kind: ['Name It', `fn resolve(me) { me.choose_kind("Name a kind of card:", kinds(), ["none of them"]); }`],
  ask_player: ['Point', `fn announce(me) { me.choose_player("Point at whom?", others(me)) }\n\nfn resolve(me, p) { p.confirm(\`\${me} points at you. Do you mind?\`); }`],
  ask_number: ['Dial', `fn resolve(me) { let n = me.choose_number("Which number?", 1, 40); say(\`dialled: \${n}\`); }`],
  ask_few: ['Bet', `fn resolve(me) { let n = me.choose_number("Bet how much?", -2, 3); say(\`bet: \${n}\`); }`],
  ask_depth: ['Hide It', `fn resolve(me) { let n = me.choose_depth("How deep?", draw_pile()); say(\`buried: \${n}\`); }`],
  ask_words: ['Promise', `fn resolve(me) { let word = me.choose("What do you promise?", ["I will not steal from you in this round", "nothing", "2 cards of yours, and one of mine, at the end", "peace"]); say(\`promised: \${word}\`); }`],
  ask_counted: ['Ration', `fn resolve(me) { let word = me.choose("How many?", ["none", "1 card", "2 cards", "3 cards"]); say(\`rationed: \${word}\`); }`],
  ask_yes: ['Swear', `fn resolve(me) { me.confirm("Do you swear to tell the truth, the whole truth and nothing but the truth?"); }`],
  ask_order: ['Sort', `fn resolve(me) { me.arrange(draw_pile(), 4); }`],
  all_words: ['Vote', `fn resolve(me) { choose_words_together(players(), "Rock, paper or scissors?", ["rock", "paper", "scissors"]); }`],
  all_numbers: ['Bid', `fn resolve(me) { choose_numbers_together(players(), "Bid how many cards?", 0, 9); }`],
  all_cards: ['Show', `fn resolve(me) { choose_cards_together(players(), "Show which card?", players().map(|p| p.hand)); }`],
  others_words: ['Ballot', `fn resolve(me) { choose_words_together(others(me), "Guilty?", ["guilty", "not guilty"]); }`],
  charm: ['Charm', `const TO = "front";\n\nfn resolve(me) { let c = this_card(); c.set("charges", 3); c.set("owner", me); c.set("likes", "tacocat"); c.set("mood", "up"); me.set("debts", 2); me.set("rival", others(me)[0]); me.set("favorite", "see_the_future"); set("round", 12); set("leader", me); }`],
  say_long: ['Speak', `fn resolve(me) { say("The quick brown fox jumps over the lazy dog, and Eichhörnchenschwanz over Kaleidoscopic Hippopotamus."); }`],
  interject: ['Interject', 'const WHEN = ["draw", "turn", "between"];\n\nfn resolve(me) {}'],
  win: ['Triumph', `fn resolve(me) { me.wins(); }`],
  win_all: ['Peace', `fn resolve(me) { for p in players() { p.wins(); } }`],
  lose: ['Forfeit', `fn resolve(me) { me.loses(); }`],
  score_all: ['Reckoning', `fn resolve(me) { let n = 1000; for p in players() { p.score(n); n -= 333; } end_game(); }`],
  leave: ['Farewell', `fn resolve(me) { me.explode(()); }`],
};

const file = ([id, [, body]]) => [`scripts/cards/${id}.rhai`, `${body.startsWith('//!') ? '' : `//! ${id}: a question.\n\n`}${body}\n`];
const variant = (name, more = {}) => JSON.stringify({
  name, extends: 'classic', players: [2, 16], deal: 4,
  deck: { ...Object.fromEntries(Object.keys(kinds).filter(id => id !== 'interject').map(id => [id, 4])), draw_from_the_bottom: 2, tacocat: 20, skip: 20, defuse: 'players + 2', exploding_kitten: 'players - 1' },
  counters: {
    player: ['debts', { id: 'rival', holds: 'player' }, { id: 'favorite', holds: 'kind' }],
    table: ['round', { id: 'leader', holds: 'player' }],
    card: ['charges', { id: 'owner', holds: 'player' }, { id: 'likes', holds: 'kind' }, { id: 'mood', holds: 'text', words: ['up', 'down'] }],
  },
  ...more,
});

/** The files of the pack: the variants `asking`, `teams` and `moments`, in which windows open before draws, too. */
export const FILES = {
  ...Object.fromEntries(Object.entries(kinds).map(file)),
  'variants/asking.json': variant('Everything That Can Be Asked'),
  'variants/moments.json': JSON.stringify({ name: 'Moments', extends: 'asking', deck: { interject: 4 } }),
  'variants/teams.json': variant('Teams', { teams: 2 }),
  'variants/titles/en.json': JSON.stringify({ language: 'en', name: 'English', cards: Object.fromEntries(Object.entries(kinds).map(([id, [title]]) => [id, { title }])) }),
};
