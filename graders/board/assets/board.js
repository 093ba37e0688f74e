// The board: what the server streams goes onto the tape, and the page shows the tape at the cursor.
import { $, el, icon, say, set, t } from './dom.js';
import { Cluster } from './cluster.js';
import { STATES, stateText } from './pods.js';
import { Tape } from './tape.js';
import { drawTasks } from './tasks.js';
import { Timeline } from './timeline.js';
import { Workloads } from './workloads.js';

const JUMP = 60; // changes; over a longer distance nothing flies
const SPEAK = 1200; // ms between two sentences for screen readers

history.replaceState(null, '', location.pathname); // the token has done its work

const tape = new Tape();
let selected = null;
let chosen = false; // by hand
let loaded = false;

const cluster = new Cluster(pick);
const workloads = new Workloads(pick);
const timeline = new Timeline(tape, (from) => draw(Math.abs(tape.cursor - from) <= JUMP && loaded));

let frame = 0;
let fly = false;

// draw shows the world at the cursor, once per frame at most.
function draw(flying) {
  fly = frame ? fly && flying : flying;
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    cluster.draw(tape, selected, fly);
    workloads.draw(tape, selected);
    announce();
  });
}

function pick(id) {
  chosen = true;
  select(id);
}

function select(id) {
  selected = id;
  timeline.show(id && tape.root(id));
  draw(false);
}

// guess selects the workload that was rolled out last, or the first, until somebody chooses.
function guess() {
  if (chosen) return;
  const mark = tape.marks.findLast((m) => m.mark === 'rollout' || m.mark === 'undo');
  const deployments = [...tape.order.keys()].filter((key) => tape.known.get(key).kind === 'Deployment');
  const id = mark?.id ?? deployments.findLast((key) => !tape.known.get(key).done) ?? deployments[0];
  if (id && id !== selected) select(id);
}

let spoken = 0;
let speaking = 0;

// announce tells screen readers what has changed, at a pace that can be heard.
function announce() {
  if (!loaded || speaking) return;
  speaking = setTimeout(() => {
    speaking = 0;
    spoken = performance.now();
    const last = tape.last;
    say($('#announce'), last ? last.says : t('beginning'));
  }, Math.max(50, spoken + SPEAK - performance.now()));
}

function listen() {
  const stream = new EventSource('/events');
  stream.addEventListener('moments', (event) => {
    tape.add(JSON.parse(event.data));
    guess();
    timeline.grown();
  });
  stream.addEventListener('score', (event) => drawTasks(JSON.parse(event.data), (rv) => {
    timeline.stop();
    timeline.go(tape.atRevision(rv));
  }));
  stream.addEventListener('state', (event) => state(JSON.parse(event.data)));
  stream.addEventListener('open', () => set(document.body, 'data-lost', null));
  stream.addEventListener('error', () => {
    set(document.body, 'data-lost', 'true');
    status(stream.readyState === EventSource.CLOSED ? t('closed') : t('lost'));
  });
}

function state({ loaded: all, ended }) {
  if (all && !loaded) {
    loaded = true;
    timeline.redraw();
    draw(false);
    set(document.body, 'data-loaded', 'true');
  }
  const live = document.body.dataset.live === 'true' && !ended;
  set(document.body, 'data-on', live);
  status(!all ? t('loading') : ended ? t('ended') : live ? t('live') : t('recorded'));
}

function status(text) { say($('#status'), text); }

function legend() {
  $('#legend ul').append(...STATES.map((name) => el('li', {}, el('span', { class: 'pod', 'data-state': name, 'data-hue': '0' }, icon(name)), stateText(name))));
  $('.key').append(...['pods', 'ready', 'most', 'least'].map((name) => el('li', { class: name }, t(`chart${name[0].toUpperCase()}${name.slice(1)}`))));
}

function theme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const kept = localStorage.getItem('theme');
  if (kept) set(root, 'data-theme', kept);
  $('#theme').addEventListener('click', () => {
    const now = root.dataset.theme ?? (dark.matches ? 'dark' : 'light');
    const next = now === 'dark' ? 'light' : 'dark';
    set(root, 'data-theme', next);
    localStorage.setItem('theme', next);
  });
}

theme();
legend();
listen();
