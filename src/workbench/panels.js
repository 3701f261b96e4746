// In a narrow window one panel is shown at a time.

const PANELS = ['project', 'editor', 'table'];
function showPanel(shown) {
  document.body.dataset.panel = shown;
  for (const name of PANELS) $(`to-${name}`).setAttribute('aria-pressed', String(name === shown));
  settle();
}
for (const name of PANELS) $(`to-${name}`).addEventListener('click', () => showPanel(name));
showPanel('editor');

// The tools below the table.
const SHARES = 'Write this game as a page to step through', IS_OPEN = 'The game is not over: a replay would show its players hidden cards';
const share = button('share a replay', () => send({ type: 'download', what: 'replay' }), { id: 'share' });
const friends = el('dialog', { id: 'friends', 'aria-label': 'Friends', click: ({ target }) => { if (target === friends) friends.close(); } });
document.body.append(friends);
function invite() {
  work('invite');
  const note = isLocal() && el('p', {}, 'Only this computer can open it. For phones and others in your network: litterbox workbench --share');
  friends.replaceChildren(...[invitation(), note, button('Close', () => friends.close())].filter(Boolean));
  friends.showModal();
}
document.querySelector('footer').append(el('div', { class: 'bench-tools' },
  button('lay out', () => { layout.isAsked = true; input(':table'); }, { id: 'lay-out', title: 'Change the cards of the position' }),
  button('play again', () => work('again'), { id: 'again' }),
  button('invite', invite, { id: 'invite-friends', title: 'Friends play the seats of this table' }),
  share));
// Whoever plays all seats knows all cards.
function drawShare() {
  share.disabled = !live.table?.is_solo && !live.position?.outcome;
  share.title = share.disabled ? IS_OPEN : SHARES;
}
for (const name of ['table', 'snapshot', 'update']) {
  const heard = HEARD[name];
  HEARD[name] = message => { heard(message); drawShare(); };
}
