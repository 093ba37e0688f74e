// What makes Pods: the list of workloads with their ReplicaSets, and the chain of owners of the selected object.
import { $, el, keyed, say, set, t } from './dom.js';
import { chip, paint, stateText } from './pods.js';

const HUES = 6;

export class Workloads {
  #pick;

  constructor(pick) { this.#pick = pick; }

  draw(tape, selected) {
    const family = new Family(tape);
    this.#list(tape, family, selected);
    this.#chain(tape, family, selected);
  }

  #list(tape, family, selected) {
    const root = selected && tape.root(selected);
    $('#no-workloads').hidden = family.roots.length > 0;
    keyed($('#workload-list'), family.roots, ([id]) => id, ([id]) => {
      const button = el('button', { type: 'button', class: 'workload' }, el('b'), ' ', el('span', { class: 'kind' }), el('span', { class: 'state' }));
      button.addEventListener('click', () => this.#pick(id));
      return el('li', {}, button, el('ul', { class: 'sets' }));
    }, (item, [id, card]) => {
      const [button, sets] = item.children;
      const [name, kind, state] = button.children;
      say(kind, card.kind);
      say(name, title(card));
      say(state, progress(card, family.podsBelow(id)));
      set(button, 'aria-pressed', id === root);
      set(item, 'data-moving', moving(card) ? 'true' : null);
      const rows = family.setsOf(id).filter((row) => row.pods > 0 || row.want > 0 || id === root);
      keyed(sets, rows, (row) => row.id, (row) => {
        const made = el('button', { type: 'button', class: 'set' }, el('i', { class: 'swatch' }), el('b'), el('span'), el('small'));
        made.addEventListener('click', () => this.#pick(row.id));
        return el('li', {}, made);
      }, (line, row) => {
        const made = line.firstChild;
        const [swatch, revision, image, count] = made.children;
        set(swatch, 'data-hue', row.hue === undefined ? 'none' : row.hue % HUES);
        set(made, 'data-empty', row.pods ? null : 'true');
        set(made, 'aria-pressed', row.id === selected);
        set(made, 'title', row.name);
        say(revision, row.label);
        say(image, row.image);
        say(count, row.pods ? `×${row.pods}` : t('kept'));
        set(made, 'aria-label', [row.label, row.name, row.image, row.pods ? t(row.pods === 1 ? 'pod' : 'pods', row.pods) : t('kept')].join(', '));
      });
    });
  }

  #chain(tape, family, selected) {
    const columns = selected ? family.columns(selected) : [];
    const hint = $('#chain .hint');
    hint.hidden = columns.length > 0;
    say(hint, selected ? t('gone') : t('pick'));
    keyed($('#chain .columns'), columns, (column) => columns.indexOf(column), () => el('div', { class: 'column' }, el('p', { class: 'link' }), el('ul')), (column, { link, cards }) => {
      say(column.firstChild, link);
      keyed(column.lastChild, cards, (entry) => entry.id, (entry) => this.#entry(entry), (item, entry) => {
        if (entry.card.kind === 'Pod') paint(item.firstChild, entry.id, entry.card, tape, selected);
        else this.#box(item.firstChild, entry, tape, selected);
      });
    });
  }

  #entry({ id, card }) {
    if (card.kind === 'Pod') return el('li', {}, chip(id, this.#pick));
    const box = el('button', { type: 'button', class: 'link-box' }, el('span', { class: 'kind' }), el('b'), el('small'));
    box.addEventListener('click', () => card.kind !== 'Node' && this.#pick(id));
    return el('li', {}, box);
  }

  #box(box, { id, card }, tape, selected) {
    const hue = card.kind === 'ReplicaSet' ? tape.hue(id, card) : undefined;
    set(box, 'data-hue', hue === undefined ? 'none' : hue % HUES);
    set(box, 'aria-pressed', card.kind === 'Node' ? null : id === selected);
    set(box, 'disabled', card.kind === 'Node' ? '' : null);
    say(box.children[0], card.kind);
    say(box.children[1], card.name);
    say(box.children[2], details(card));
  }
}

function details(card) {
  const parts = [];
  if (card.rev) parts.push(t('revision', card.rev));
  if (card.kind === 'Node') parts.push(card.zone ? t('zone', card.zone) : t('noZone'));
  else if (card.kind === 'CronJob') parts.push(card.schedule);
  else parts.push(t('ready', card.ready, card.want));
  if (card.state) parts.push(stateText(card.state));
  return parts.join(' · ');
}

const moving = (card) => ['Deployment', 'DaemonSet', 'StatefulSet'].includes(card.kind) && !card.done;

function title(card) {
  const own = document.body.dataset.namespace;
  return card.ns && own && card.ns !== own ? `${card.ns}/${card.name}` : card.name;
}

function progress(card, pods) {
  switch (card.kind) {
    case 'Pod': return stateText(card.state);
    case 'Job': return card.state ? stateText(card.state) : t('running', pods);
    case 'CronJob': return card.schedule;
    default: return `${card.ready}/${card.want}${card.paused ? ` · ${t('paused')}` : moving(card) ? ` · ${t('rolling')}` : ''}`;
  }
}

// Family is who owns whom at the cursor.
class Family {
  #tape;
  #below = new Map();
  roots = [];

  constructor(tape) {
    this.#tape = tape;
    const sorted = [...tape.world].sort(([a], [b]) => tape.order.get(a) - tape.order.get(b));
    for (const [id, card] of sorted) {
      if (card.kind === 'Node') continue;
      if (!card.owner || !tape.world.has(card.owner)) this.roots.push([id, card]);
      else if (this.#below.has(card.owner)) this.#below.get(card.owner).push([id, card]);
      else this.#below.set(card.owner, [[id, card]]);
    }
  }

  below(id) { return this.#below.get(id) ?? []; }

  podsBelow(id) { return this.below(id).reduce((sum, [child, card]) => sum + (card.kind === 'Pod' ? 1 : this.podsBelow(child)), 0); }

  // setsOf are the ReplicaSets of a Deployment, or the templates that the Pods of a DaemonSet or StatefulSet have.
  setsOf(id) {
    const rows = new Map();
    for (const [child, card] of this.below(id)) {
      const hue = this.#tape.hue(child, card);
      if (card.kind === 'ReplicaSet') rows.set(child, { id: child, name: card.name, hue, rank: card.rev ?? 0, label: `r${card.rev ?? '?'}`, image: card.image, pods: this.below(child).length, want: card.want });
      else if (card.hash && rows.has(card.hash)) rows.get(card.hash).pods++;
      else if (card.hash) rows.set(card.hash, { id: child, name: card.hash, hue, rank: hue, label: `t${hue + 1}`, image: card.image, pods: 1, want: 1 });
      else if (card.kind === 'Job') rows.set(child, { id: child, name: card.name, rank: this.#tape.order.get(child), label: card.state ? stateText(card.state) : '', image: card.name, pods: this.below(child).length, want: 1 });
    }
    return [...rows.values()].sort((a, b) => b.rank - a.rank); // the newest first
  }

  // columns are the chain from the root down to the selected object and everything below it, and for a Pod its node.
  columns(selected) {
    const path = [];
    for (let id = selected; this.#tape.world.has(id) && path.length < 8; id = this.#tape.world.get(id).owner) path.unshift({ id, card: this.#tape.world.get(id) });
    if (!path.length) return [];
    const columns = path.map((entry, i) => ({ link: i ? t('makes') : '', cards: [entry] }));
    for (let level = path.slice(-1); level.length;) {
      level = level.flatMap(({ id }) => this.below(id)).map(([id, card]) => ({ id, card }));
      if (level.length) columns.push({ link: t('makes'), cards: level });
    }
    const { card } = path.at(-1);
    const node = card.kind === 'Pod' && [...this.#tape.world].find(([, other]) => other.kind === 'Node' && other.name === card.node);
    if (node) columns.push({ link: t('chooses'), cards: [{ id: node[0], card: node[1] }] });
    return columns;
  }
}
