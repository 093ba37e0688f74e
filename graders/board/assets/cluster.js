// The cluster: nodes by zone, the Pods on them, and those that wait for a node.
import { $, el, icon, keyed, put, say, set, still, t } from './dom.js';
import { chip, paint } from './pods.js';

const FLIGHT = 480; // ms that a Pod needs to a node
const CROWD = 160; // with more Pods than this nothing flies

export class Cluster {
  #chips = new Map();
  #pick;

  constructor(pick) { this.#pick = pick; }

  // draw shows the world at the cursor. fly says whether Pods may be seen moving.
  draw(tape, selected, fly) {
    const pods = [...tape.world].filter(([, card]) => card.kind === 'Pod').sort(([a], [b]) => tape.order.get(a) - tape.order.get(b));
    const before = fly && !still.matches && pods.length <= CROWD ? this.#where() : null;
    const nodes = [...tape.world].filter(([, card]) => card.kind === 'Node').map(([id, card]) => ({ id, card, pods: [] }));
    const byName = new Map(nodes.map((node) => [node.card.name, node]));
    const waiting = new Map();
    for (const pod of pods) {
      const node = byName.get(pod[1].node);
      if (node) node.pods.push(pod);
      else push(waiting, pod[1].node ? t('noNode') : pod[1].why || '', pod);
    }
    const focused = document.activeElement?.closest('.pod');
    this.#prune(tape.world);
    this.#queue(waiting, tape, selected);
    this.#zones(nodes, tape, selected);
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    if (before) this.#fly(before);
  }

  #prune(world) {
    for (const id of this.#chips.keys()) if (!world.has(id)) this.#chips.delete(id);
  }

  #chip(id) {
    if (!this.#chips.has(id)) this.#chips.set(id, chip(id, this.#pick));
    return this.#chips.get(id);
  }

  #fill(list, pods, tape, selected) {
    keyed(list, pods, ([id]) => id, () => el('li'), (item, [id, card]) => {
      const button = this.#chip(id);
      put(item, button, 0);
      paint(button, id, card, tape, selected);
    });
  }

  #queue(waiting, tape, selected) {
    const queue = $('#queue');
    const count = [...waiting.values()].reduce((sum, pods) => sum + pods.length, 0);
    say(queue.querySelector('b'), count ? String(count) : '');
    queue.querySelector('.hint').hidden = count > 0;
    keyed(queue.querySelector('ul'), [...waiting], ([why]) => why, () => el('li', {}, el('ul', { class: 'pods' }), el('p')), (item, [why, pods]) => {
      this.#fill(item.firstChild, pods, tape, selected);
      say(item.lastChild, why);
    });
  }

  #zones(nodes, tape, selected) {
    const zones = new Map();
    nodes.sort((a, b) => a.card.name.localeCompare(b.card.name, 'en', { numeric: true }));
    for (const node of nodes) push(zones, node.card.zone ?? '', node);
    const sorted = [...zones].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    keyed($('#zones'), sorted, ([zone]) => zone, ([zone]) => {
      const title = el('h3', {}, zone || t('noZone'));
      return el('section', { class: 'zone', 'aria-label': zone ? t('zone', zone) : t('noZone') }, title, el('div', { class: 'nodes' }));
    }, (element, [, members]) => {
      keyed(element.lastChild, members, (node) => node.id, makeNode, (box, node) => this.#node(box, node, tape, selected));
    });
  }

  #node(box, node, tape, selected) {
    const { card, pods } = node;
    const [head, meters, facts, list] = box.children;
    say(head.querySelector('h4'), card.name);
    set(box, 'aria-label', t('node', card.name));
    set(box, 'data-cordoned', card.cordoned ? 'true' : null);
    set(box, 'data-dense', pods.length > 24 ? 'true' : null);
    const flags = [card.cordoned && ['cordon', t('cordoned')], card.notReady && ['failed', t('notReady')]].filter(Boolean);
    keyed(head.lastChild, flags, (flag) => flag[0], ([name, text]) => el('span', { class: `flag ${name}` }, icon(name), text));
    const used = (what) => pods.reduce((sum, [, pod]) => sum + (['failed', 'succeeded'].includes(pod.state) ? 0 : pod[what] ?? 0), 0);
    const rows = [['CPU', 'cpu', used('cpu') / 1000, (card.cpu ?? 0) / 1000], ['GPU', 'gpu', used('gpus'), card.gpus ?? 0]].filter((row) => row[3] > 0);
    keyed(meters, rows, (row) => row[0], makeMeter, updateMeter);
    const chips = [...(card.taints ?? []).map((text) => ['taint', text]), ...(card.labels ?? []).toSorted((a, b) => tier(b) - tier(a)).map((text) => ['label', text])];
    keyed(facts, chips, (fact) => fact.join(' '), makeFact);
    this.#fill(list.firstChild, pods, tape, selected);
    list.lastChild.hidden = pods.length > 0;
  }

  #where() {
    const places = new Map();
    for (const [id, element] of this.#chips) if (element.isConnected) places.set(id, element.getBoundingClientRect());
    return places;
  }

  // #fly lets every chip that is elsewhere now glide there from where it was seen (FLIP).
  #fly(before) {
    const queue = $('#queue').getBoundingClientRect();
    const moves = [];
    for (const [id, element] of this.#chips) {
      for (const running of element.getAnimations()) running.cancel();
      const now = element.getBoundingClientRect();
      const from = before.get(id);
      if (from) moves.push([element, from.left - now.left, from.top - now.top, 1]);
      else if (element.closest('#zones')) moves.push([element, queue.left + 16 - now.left, queue.top + 16 - now.top, 0]);
      else moves.push([element, 0, -8, 0]);
    }
    for (const [element, x, y, opacity] of moves) {
      if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
      element.animate([{ transform: `translate(${x}px, ${y}px)`, opacity, zIndex: 2 }, { transform: 'none', opacity: 1, zIndex: 2 }], { duration: FLIGHT, easing: 'cubic-bezier(.2,.8,.2,1)' });
    }
  }
}

function push(map, key, item) {
  if (map.has(key)) map.get(key).push(item);
  else map.set(key, [item]);
}

const tier = (label) => (/tier=/.test(label) ? 1 : 0);

function makeNode() {
  return el('article', { class: 'node' },
    el('div', { class: 'head' }, el('h4'), el('div', { class: 'flags' })),
    el('div', { class: 'meters' }), el('ul', { class: 'facts' }),
    el('div', {}, el('ul', { class: 'pods' }), el('p', { class: 'hint' }, t('empty'))));
}

function makeMeter([name]) {
  return el('div', { class: 'meter', role: 'img' }, el('span', {}, name), el('i', {}, el('i')), el('b'));
}

function updateMeter(element, [, what, used, whole]) {
  const number = (n) => String(Math.round(n * 100) / 100);
  set(element, 'aria-label', t(what, number(used), number(whole)));
  set(element, 'title', t(what, number(used), number(whole)));
  element.children[1].firstChild.style.width = `${Math.min(100, (100 * used) / whole)}%`;
  set(element, 'data-full', used >= whole ? 'true' : null);
  say(element.lastChild, `${number(used)}/${number(whole)}`);
}

function makeFact([kind, text]) {
  const slash = text.indexOf('/') + 1;
  return el('li', { class: kind, title: t(kind, text), 'data-tier': kind === 'label' && tier(text) ? 'true' : null },
    kind === 'taint' ? icon('taint') : '', el('span', { class: 'unseen' }, t(kind, '')), el('span', {}, el('small', {}, text.slice(0, slash)), text.slice(slash)));
}
