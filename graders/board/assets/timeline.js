// The timeline: where in the attempt the page is, playing it, and stepping through it.
import { $, clock, el, icon, keyed, say, set, t, use } from './dom.js';
import { drawChart, moveHead } from './chart.js';
import { at, series } from './count.js';

const SPEEDS = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 20];
const UNITS = 100000; // steps of the slider
const REPLAY = 12000; // ms that a rollout in slow motion should take
const CHAPTERS = 40; // the newest rollouts have a button
const FRESH = 250; // ms between two drawings of the chart while moments stream in

export class Timeline {
  #tape;
  #changed; // called after the cursor has moved, with how far
  #points = [];
  #frame = { from: 0, to: 1, root: null }; // what the track shows, in places of the tape
  #range = null; // the moments of the chapter, {from, to}
  #chapter = null; // the first moment of the rollout that is looked at; null: everything
  #speed = SPEEDS.indexOf(1);
  #playing = null; // {place, then}: where, and when that was
  #drawn = 0;
  #due = 0;
  follow = true; // stay at the newest moment

  constructor(tape, changed) {
    this.#tape = tape;
    this.#changed = changed;
    $('#previous').addEventListener('click', () => this.step(-1));
    $('#next').addEventListener('click', () => this.step(1));
    $('#play').addEventListener('click', () => (this.#playing ? this.stop() : this.play()));
    $('#slower').addEventListener('click', () => this.#pace(this.#speed - 1));
    $('#faster').addEventListener('click', () => this.#pace(this.#speed + 1));
    $('#live').addEventListener('click', () => this.toEnd());
    $('#position').addEventListener('input', (event) => this.#slide(Number(event.target.value)));
    $('#position').addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      $('#play').click();
    });
    document.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.redraw()).observe($('.track'));
    this.#pace(this.#speed);
  }

  // show makes the chart that of another workload.
  show(root) {
    if (root === this.#frame.root) return;
    this.#frame.root = root;
    this.#chapter = null;
    this.redraw();
  }

  // grown is called when the tape has new moments.
  grown() {
    if (this.follow && !this.#playing) this.go(this.#tape.length);
    this.#due ||= setTimeout(() => this.redraw(), Math.max(0, this.#drawn + FRESH - performance.now()));
  }

  // redraw counts anew and draws the chart.
  redraw() {
    clearTimeout(this.#due);
    this.#due = 0;
    this.#drawn = performance.now();
    const tape = this.#tape;
    const root = this.#frame.root;
    this.#points = root ? series(tape, root) : [];
    const rollouts = root ? tape.rollouts(root) : [];
    const chapter = rollouts.find((r) => r.start === this.#chapter);
    this.#range = chapter ?? null;
    const margin = chapter ? Math.max(50, (tape.place[chapter.to] - tape.place[chapter.from]) * 0.04) : 0;
    this.#frame.from = chapter ? tape.place[chapter.from] - margin : 0;
    this.#frame.to = chapter ? tape.place[chapter.to] + margin : tape.extent;
    this.#chapters(rollouts, root && tape.known.get(root));
    drawChart($('.chart'), tape, this.#points, this.#frame);
    this.#tell();
  }

  #chapters(rollouts, card) {
    const items = [{ key: 'whole', icon: null, text: t('whole'), pressed: !this.#chapter, act: () => this.#zoom(null) }];
    for (const rollout of rollouts.slice(-CHAPTERS)) {
      const after = rollout.start.card;
      items.push({ key: `${rollout.start.rv}`, icon: rollout.start.mark, text: `${card?.name ?? ''} ${after.image ?? ''}`, pressed: rollout.start === this.#chapter, act: () => this.replay(rollout) });
    }
    keyed($('.chapters'), items, (item) => item.key, (item) => el('button', { type: 'button' }, item.icon ? icon(item.icon) : '', el('span')), (button, item) => {
      say(button.lastChild, item.text);
      set(button, 'aria-pressed', item.pressed);
      set(button, 'title', item.icon ? t('replay') : null);
      button.onclick = item.act;
    });
  }

  #zoom(start) {
    this.#chapter = start;
    this.redraw();
  }

  // replay shows one rollout from its beginning, so slowly that one can follow it.
  replay(rollout) {
    const tape = this.#tape;
    this.stop();
    this.#zoom(rollout.start);
    this.go(rollout.from, false);
    const length = tape.place[rollout.to] - tape.place[rollout.from];
    const fit = SPEEDS.findLastIndex((speed) => length / speed >= REPLAY);
    this.#pace(Math.max(0, Math.min(fit, SPEEDS.indexOf(1))));
    this.play();
  }

  play() {
    const tape = this.#tape;
    if (tape.cursor >= tape.length || (this.#range && tape.cursor > this.#range.to)) this.go(tape.after(this.#frame.from - 1), false);
    this.follow = false;
    this.#playing = { place: Math.max(this.#place(), this.#frame.from), then: performance.now() };
    this.#button();
    requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    const playing = this.#playing;
    if (!playing) return;
    playing.place += Math.max(0, now - playing.then) * SPEEDS[this.#speed];
    playing.then = now;
    const to = this.#tape.after(playing.place);
    if (to !== this.#tape.cursor) this.go(to, false);
    else this.#head(playing.place);
    if (playing.place >= this.#frame.to) return this.stop();
    requestAnimationFrame((later) => this.#tick(later));
  }

  stop() {
    this.#playing = null;
    this.#button();
    this.#tell();
  }

  toEnd() {
    this.stop();
    this.follow = true;
    this.#zoom(null);
    this.go(this.#tape.length);
  }

  // step goes on by some changes, or back.
  step(by) {
    this.stop();
    this.go(this.#tape.cursor + by);
  }

  // go puts the page to the state after n moments.
  go(n, follows = n >= this.#tape.length) {
    const from = this.#tape.cursor;
    this.#tape.seek(n);
    this.follow = follows;
    if (this.#chapter && !this.#playing && !this.#inside()) return this.#changed(from), this.#zoom(null);
    this.#changed(from);
    this.#tell();
  }

  #inside() {
    return !this.#range || (this.#tape.cursor >= this.#range.from && this.#tape.cursor <= this.#range.to + 1);
  }

  #place() { return this.#tape.cursor ? this.#tape.place[this.#tape.cursor - 1] : 0; }

  #slide(value) {
    this.stop();
    const { from, to } = this.#frame;
    const n = value >= UNITS && to >= this.#tape.extent ? this.#tape.length : this.#tape.after(from + ((to - from) * value) / UNITS);
    this.go(n);
  }

  #pace(index) {
    this.#speed = Math.max(0, Math.min(SPEEDS.length - 1, index));
    const speed = SPEEDS[this.#speed];
    say($('#speed'), `${speed}×`);
    set($('#speed'), 'aria-label', t('speed', `${speed}×`));
    $('#slower').disabled = this.#speed === 0;
    $('#faster').disabled = this.#speed === SPEEDS.length - 1;
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target;
    if (target.matches?.('input:not(#position), select, textarea')) return;
    const steps = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1) };
    if (target.id === 'position') Object.assign(steps, { ArrowDown: steps.ArrowLeft, ArrowUp: steps.ArrowRight, Home: () => this.#slide(0), End: () => this.#slide(UNITS) });
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]();
  }

  #button() {
    const button = $('#play');
    const name = this.#playing ? 'pause' : 'play';
    use(button, name);
    set(button, 'aria-label', t(name));
    set(button, 'title', t(name));
  }

  #head(place) {
    const { from, to } = this.#frame;
    moveHead($('.chart'), this.#tape, place, this.#frame);
    $('#position').value = Math.round((UNITS * (place - from)) / Math.max(1, to - from));
  }

  // #tell says where the cursor is.
  #tell() {
    const tape = this.#tape;
    const last = tape.last;
    const when = last ? clock.format(last.time) : '';
    say($('.told time'), when);
    say($('#says'), last ? last.says : t('beginning'));
    say($('.told .count'), t('change', tape.cursor, tape.length));
    set($('#position'), 'aria-valuetext', `${when} ${last ? last.says : t('beginning')}`);
    const newest = this.follow && tape.cursor >= tape.length;
    set($('#live'), 'aria-pressed', newest);
    set(document.body, 'data-newest', newest);
    const point = at(this.#points, tape.cursor);
    const root = tape.known.get(this.#frame.root);
    say($('#chart-title'), root ? t('chart', root.name, point?.pods ?? 0, point?.ready ?? 0) : t('timeline'));
    this.#head(this.#playing ? this.#playing.place : this.#place());
  }
}
