// One Pod as a chip: its shape and mark say the state, its colour the ReplicaSet or template.
import { el, icon, say, set, t, use } from './dom.js';

export const STATES = ['pending', 'notready', 'ready', 'terminating', 'failed', 'succeeded'];
const HUES = 6;

export const stateText = (state) => t(state === 'ready' ? 'readyState' : state);

export function chip(id, pick) {
  const button = el('button', { type: 'button', class: 'pod', 'data-id': id }, icon('ready'), el('span'), el('small'));
  button.addEventListener('click', () => pick(id));
  return button;
}

// paint brings a chip up to date.
export function paint(button, id, card, tape, selected) {
  const hue = tape.hue(id, card);
  set(button, 'data-state', card.state);
  set(button, 'data-hue', hue === undefined ? 'none' : hue % HUES);
  set(button, 'aria-pressed', id === selected);
  set(button, 'data-other', selected && tape.root(id) !== tape.root(selected) ? 'true' : null);
  use(button, card.state);
  say(button.children[1], short(id, card, tape));
  say(button.children[2], mark(card, tape, hue));
  const label = describe(id, card, tape);
  set(button, 'aria-label', label);
  set(button, 'title', label);
}

// short is the name without what the owner's name says already, as in "web z8x2k".
function short(id, card, tape) {
  const root = tape.known.get(tape.root(id));
  const tail = card.name.slice(card.name.lastIndexOf('-') + 1);
  return root && tape.root(id) !== id && tail !== card.name ? `${root.name} ${tail}` : card.name;
}

function mark(card, tape, hue) {
  const owner = tape.world.get(card.owner) ?? tape.known.get(card.owner);
  if (owner?.kind === 'ReplicaSet') return owner.rev ? `r${owner.rev}` : '';
  return hue === undefined ? '' : `t${hue + 1}`;
}

// describe is everything about a Pod in one line.
function describe(id, card, tape) {
  const owner = tape.world.get(card.owner) ?? tape.known.get(card.owner);
  const parts = [`Pod ${card.name}`, stateText(card.state)];
  if (card.why) parts.push(card.why);
  if (owner?.rev) parts.push(t('revision', owner.rev));
  else if (card.hash) parts.push(t('template', tape.hue(id, card) + 1));
  if (card.image) parts.push(card.image);
  if (card.restarts) parts.push(t('restarts', card.restarts));
  if (card.nominated && !card.node) parts.push(t('promised', card.nominated));
  if (card.node) parts.push(t('node', card.node));
  return parts.join(', ');
}
