// The tape holds every moment of the attempt. It can be put to any of them; world is then what there was.

const PAUSE = 1000; // ms; longer silences are drawn and played shorter, as their logarithm

const shorten = (gap) => (gap <= PAUSE ? gap : PAUSE * (1 + 0.4 * Math.log(gap / PAUSE)));

export class Tape {
  moments = []; // {rv, at, id, card, before, says, mark}
  place = []; // of each moment: where it lies on the timeline, in shortened ms
  cursor = 0; // how many moments have happened
  world = new Map(); // uid → card, at the cursor
  known = new Map(); // uid → the last card that the object had
  order = new Map(); // uid → when it was first seen
  hues = new Map(); // uid of a ReplicaSet, or owner and hash → which template of its owner it is
  templates = new Map(); // uid of an owner → how many templates it had
  marks = [];
  #latest = new Map();

  get length() { return this.moments.length; }
  get extent() { return this.place.at(-1) ?? 0; }
  get last() { return this.moments[this.cursor - 1]; } // what happened last before the cursor

  add(list) {
    let from = this.length;
    for (const moment of list) from = Math.min(from, this.#insert(moment));
    this.#measure(from);
  }

  // #insert keeps the order of resourceVersions. A moment that comes late is of another watch, so nothing that is
  // there already is about the same object.
  #insert(moment) {
    let at = this.length;
    while (at > 0 && this.moments[at - 1].rv > moment.rv) at--;
    moment.before = this.#latest.get(moment.id) ?? null;
    if (moment.card) {
      this.#latest.set(moment.id, moment.card);
      this.known.set(moment.id, moment.card);
      this.#meet(moment.id, moment.card);
    } else this.#latest.delete(moment.id);
    this.moments.splice(at, 0, moment);
    if (at < this.cursor) {
      this.#apply(moment.id, moment.card);
      this.cursor++;
    }
    if (moment.mark) this.marks.push(moment);
    return at;
  }

  #meet(id, card) {
    if (!this.order.has(id)) this.order.set(id, this.order.size);
    if (card.kind === 'ReplicaSet') this.#number(id, card.owner);
    else if (card.hash) this.#number(`${card.owner} ${card.hash}`, card.owner);
  }

  #number(key, owner) {
    if (this.hues.has(key)) return;
    const n = this.templates.get(owner) ?? 0;
    this.hues.set(key, n);
    this.templates.set(owner, n + 1);
  }

  #measure(from) {
    this.place.length = Math.min(this.place.length, from);
    for (let i = from; i < this.length; i++) {
      const moment = this.moments[i];
      const before = this.moments[i - 1];
      moment.time = Math.max(moment.at, before?.time ?? 0); // clocks of watches differ by a little
      moment.index = i;
      this.place.push(before ? this.place[i - 1] + shorten(moment.time - before.time) : 0);
    }
  }

  #apply(id, card) {
    if (card) this.world.set(id, card);
    else this.world.delete(id);
  }

  // seek goes to the state after n moments.
  seek(n) {
    n = Math.max(0, Math.min(this.length, n));
    while (this.cursor < n) {
      const moment = this.moments[this.cursor++];
      this.#apply(moment.id, moment.card);
    }
    while (this.cursor > n) {
      const moment = this.moments[--this.cursor];
      this.#apply(moment.id, moment.before);
    }
  }

  // after is how many moments have happened at a place of the timeline.
  after(place) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.place[middle] <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // atRevision is how many moments have happened at a resourceVersion.
  atRevision(rv) {
    const i = this.moments.findIndex((moment) => moment.rv > rv);
    return i < 0 ? this.length : i;
  }

  // root is the uid at the top of the chain of owners.
  root(id) {
    for (let steps = 0; steps < 8; steps++) {
      const owner = this.known.get(id)?.owner;
      if (!owner || !this.known.has(owner)) return id;
      id = owner;
    }
    return id;
  }

  // hue is which template of its workload a Pod or ReplicaSet has, counted from 0; undefined if there is only one.
  hue(id, card) {
    if (card.kind === 'ReplicaSet') return this.hues.get(id);
    return card.hash ? this.hues.get(`${card.owner} ${card.hash}`) : this.hues.get(card.owner);
  }

  // rollouts are the stretches from a new template to the arrival of its workload.
  rollouts(root) {
    return this.marks.filter((m) => m.id === root && (m.mark === 'rollout' || m.mark === 'undo')).sort((a, b) => a.index - b.index).map((start) => {
      const ends = (m) => m.id === root && (!m.card || m.card.done || m.mark === 'rollout' || m.mark === 'undo');
      let to = start.index + 1;
      while (to < this.length && !ends(this.moments[to])) to++;
      return { start, from: start.index, to: Math.min(to, this.length - 1) };
    });
  }
}
