// The fixed words of the page in other languages: `{0}` stands for the first value. What is missing is in English.

const LANGUAGES = ['en', 'fr', 'it', 'zh'];
const WORDS = {
  '{0}’s': ['de {0}', 'di {0}', '{0}的'], '{0}’s {1}': ['{1} de {0}', '{1} di {0}', '{0}的{1}'], '{0}’s turn': ['tour de {0}', 'turno di {0}', '{0}的回合'], 'your turn': ['à vous', 'tocca a te', '轮到你了'], 'Your turn': ['À vous de jouer', 'Tocca a te', '轮到你了'],
  'the game is over': ['la partie est finie', 'la partita è finita', '游戏结束'], ' · {0} owed': [' · {0} tours à jouer', ' · {0} turni da fare', ' · 还有{0}个回合'], ' · reversed': [' · sens inversé', ' · senso inverso', ' · 方向相反'], 'the first of {0}': ['le premier de {0}', 'il primo di {0}', '{0}个中的第一个'],
  'on turn': ['joue', 'di turno', '正在行动'], out: ['éliminé', 'eliminato', '出局'], thinking: ['réfléchit', 'pensa', '思考中'], asked: ['doit choisir', 'deve scegliere', '需要选择'], away: ['absent', 'assente', '离开'], passing: ['passe', 'passa', '一直跳过'], 'needs more time': ['demande du temps', 'chiede tempo', '需要更多时间'],
  'agent {0}': ['robot {0}', 'robot {0}', '电脑 {0}'], 'team {0}': ['équipe {0}', 'squadra {0}', '第{0}队'], 'score {0}': ['score {0}', 'punti {0}', '{0}分'], 'hand face down': ['main cachée', 'mano coperta', '手牌扣着'], 'in front': ['devant', 'davanti', '面前'], ' (you)': [' (vous)', ' (tu)', '（你）'],
  '1 card': ['1 carte', '1 carta', '1张牌'], '{0} cards': ['{0} cartes', '{0} carte', '{0}张牌'], 'draw pile': ['pioche', 'mazzo', '抽牌堆'], 'discard pile': ['défausse', 'scarti', '弃牌堆'], 'discard pile · {0}': ['défausse · {0}', 'scarti · {0}', '弃牌堆 · {0}'], next: ['suite', 'poi', '接下来'],
  'nothing is being played': ['rien n’est en jeu', 'niente è in gioco', '没有正在打出的牌'], 'a rule takes effect': ['une règle s’applique', 'una regola ha effetto', '规则生效'], 'takes effect': ['prend effet', 'ha effetto', '生效'], waits: ['attend', 'attende', '等待'], stopped: ['annulé', 'annullato', '被阻止'], 'plays it': ['la joue', 'la gioca', '打出'], 'answers {0}': ['répond : {0}', 'risponde: {0}', '回应{0}'],
  'waiting for answers': ['on attend les réponses', 'si attendono risposte', '等待回应'], 'Waiting for answers': ['On attend les réponses', 'Si attendono risposte', '等待回应'], 'to {0}': ['à : {0}', 'a: {0}', '对{0}'], '{0} may answer': ['{0} peut répondre', '{0} può rispondere', '{0}可以回应'], 'you may answer': ['vous pouvez répondre', 'puoi rispondere', '你可以回应'],
  '{0} is choosing': ['{0} choisit', '{0} sceglie', '{0}正在选择'], '{0} are choosing': ['{0} choisissent', '{0} scelgono', '{0}正在选择'], 'You choose': ['À vous de choisir', 'Scegli tu', '由你选择'], 'you choose': ['vous choisissez', 'scegli tu', '由你选择'], 'all at the same time': ['tous en même temps', 'tutti insieme', '同时'], 'the others choose at the same time': ['les autres choisissent en même temps', 'gli altri scelgono insieme a te', '其他人同时选择'],
  'You are exploding': ['Vous explosez', 'Stai esplodendo', '你要爆炸了'], '{0} is exploding': ['{0} explose', '{0} sta esplodendo', '{0}要爆炸了'], 'Do you answer?': ['Répondez-vous ?', 'Rispondi?', '你要回应吗？'], 'You hold no answer to it.': ['Vous n’avez pas de réponse.', 'Non hai risposte.', '你没有可以回应的牌。'],
  '{0} would stop it.': ['{0} l’annulerait.', '{0} lo annullerebbe.', '{0}会阻止它。'], '{0} would stop {1}.': ['{0} annulerait : {1}.', '{0} annullerebbe: {1}.', '{0}会阻止{1}。'], 'It would stop {0}.': ['Cela annulerait : {0}.', 'Annullerebbe: {0}.', '它会阻止{0}。'],
  draw: ['pioche', 'pesca', '抽牌'], explosion: ['explosion', 'esplosione', '爆炸'], Draw: ['Piocher', 'Pesca', '抽牌'], Pass: ['Passer', 'Passa', '跳过'], Yes: ['Oui', 'Sì', '是'], No: ['Non', 'No', '否'], 'Play {0}': ['Jouer {0}', 'Gioca {0}', '打出{0}'], 'Pass until my turn': ['Passer jusqu’à mon tour', 'Passa fino al mio turno', '跳过直到我的回合'], 'I need more time': ['Il me faut du temps', 'Mi serve tempo', '我需要更多时间'], Close: ['Fermer', 'Chiudi', '关闭'],
  Story: ['Récit', 'Storia', '过程'], Cards: ['Cartes', 'Carte', '卡牌'], Notes: ['Notes', 'Note', '备注'], story: ['récit', 'storia', '过程'], watching: ['spectateur', 'spettatore', '旁观'], 'the game begins': ['la partie commence', 'la partita comincia', '游戏开始'],
  'Play again': ['Rejouer', 'Gioca ancora', '再来一局'], 'Download the replay': ['Télécharger la partie', 'Scarica la partita', '下载回放'], 'out of the game, first to last': ['éliminés, du premier au dernier', 'eliminati, dal primo all’ultimo', '出局顺序'], '{0} wins': ['{0} gagne', '{0} vince', '{0}获胜'], '{0} win': ['{0} gagnent', '{0} vincono', '{0}获胜'], '{0} loses': ['{0} perd', '{0} perde', '{0}输了'], '{0} lose': ['{0} perdent', '{0} perdono', '{0}输了'],
  'Come in': ['Entrez', 'Entra', '进来吧'], 'Say who you are, and take a seat.': ['Dites qui vous êtes et prenez une place.', 'Di’ chi sei e prendi un posto.', '写下名字，选一个座位。'], 'The game has begun. Take a seat, and play on under its name.': ['La partie a commencé. Prenez une place et jouez sous son nom.', 'La partita è iniziata. Prendi un posto e gioca con il suo nome.', '游戏已经开始。选一个座位，用它的名字继续。'], 'All seats are taken. You can watch, or wait until one is free.': ['Toutes les places sont prises. Vous pouvez regarder, ou attendre.', 'I posti sono occupati. Puoi guardare o aspettare.', '座位已满。你可以旁观或等待。'], 'The author has closed the room. You can watch.': ['L’auteur a fermé la salle. Vous pouvez regarder.', 'L’autore ha chiuso la stanza. Puoi guardare.', '房间已关闭。你可以旁观。'],
  'Your name': ['Votre nom', 'Il tuo nome', '你的名字'], 'First say who you are.': ['Dites d’abord qui vous êtes.', 'Prima di’ chi sei.', '请先写下名字。'], 'Sit down': ['S’asseoir', 'Siediti', '坐下'], 'Just watch': ['Regarder seulement', 'Guarda soltanto', '只旁观'], 'Seat {0}': ['Place {0}', 'Posto {0}', '座位{0}'], here: ['présent', 'presente', '在线'], free: ['libre', 'libero', '空位'], agent: ['robot', 'robot', '电脑'],
};
let language = 'en';
/** A fixed text in the language of the page. */
function W(text, ...values) {
  const found = WORDS[text]?.[LANGUAGES.indexOf(language) - 1] ?? text;
  return found.replace(/\{(\d)\}/g, (_, i) => values[i]);
}
/** What is in English whatever the language of the page. */
const ENGLISH = { lang: 'en' };
function speak(wanted) {
  language = LANGUAGES.includes(wanted) ? wanted : 'en';
  document.documentElement.lang = language;
}
