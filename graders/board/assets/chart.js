// The chart on the timeline: Pods and ready Pods of one workload, between the limits of its rolling update.
import { svg, t } from './dom.js';

const TOP = 18; // room for the marks
const BOTTOM = 10; // room for the density of changes
export const INSET = 9; // half a thumb of the slider, so that both have the same ends
const AIR = 10; // between a caption and what is beside it

// drawChart draws the points of a workload that lie in a window {from, to} of the tape.
export function drawChart(chart, tape, points, frame) {
  const width = chart.clientWidth;
  const height = chart.clientHeight;
  const title = chart.querySelector('title');
  const scale = new Scale(tape, frame, width, height, points);
  chart.setAttribute('viewBox', `0 0 ${width} ${height}`);
  chart.replaceChildren(title, density(tape, scale), ...lines(points, scale), ...marks(tape, scale, frame.root), playhead(height));
}

// moveHead puts the playhead where the cursor is.
export function moveHead(chart, tape, place, frame) {
  const x = new Scale(tape, frame, chart.clientWidth, chart.clientHeight, []).x(place);
  chart.querySelector('.head')?.setAttribute('transform', `translate(${x} 0)`);
  for (const text of chart.querySelectorAll('.caption')) {
    const end = chart.clientWidth - INSET - AIR;
    const covered = x - AIR < end && x + AIR > end - text.getComputedTextLength();
    text.setAttribute('x', covered ? x - AIR : end); // beside the playhead rather than under it
  }
}

class Scale {
  constructor(tape, { from, to }, width, height, points) {
    Object.assign(this, { tape, from, to: Math.max(to, from + 1), width, height });
    this.highest = Math.max(1, ...points.map((p) => Math.max(p.pods, p.most ?? 0, p.want ?? 0)));
  }

  x(place) { return INSET + ((Math.min(Math.max(place, this.from), this.to) - this.from) / (this.to - this.from)) * (this.width - 2 * INSET); }
  y(n) { return this.height - BOTTOM - (n / (this.highest + 0.4)) * (this.height - TOP - BOTTOM); }
  inside(place) { return place >= this.from && place <= this.to; }
}

// lines are the steps of each count. Where many fall on one pixel only its lowest and highest are drawn.
function lines(points, scale) {
  if (!points.length) return [];
  const drawn = [
    path('pods', points, 'pods', scale, true),
    path('most', points, 'most', scale),
    path('least', points, 'least', scale),
    path('want', points, 'want', scale, false, (p) => p.most === null),
    path('ready', points, 'ready', scale),
    path('broken', points, 'ready', scale, false, (p) => p.broken),
  ];
  const last = points.findLast((p) => scale.tape.place[p.index] <= scale.to) ?? points.at(-1);
  if (last.most !== null) {
    drawn.push(caption('most', t('most', last.most), above(scale.y(last.most)), scale), caption('least', t('least', last.least), scale.y(last.least) + 12, scale));
  } else if (last.want !== null) drawn.push(caption('want', t('wanted', last.want), above(scale.y(last.want)), scale));
  return drawn.filter(Boolean);
}

// above is where the caption of a line stands: above it, unless the marks are there.
const above = (y) => y - 3 < TOP + 4 ? y + 12 : y - 3;

const caption = (name, text, y, scale) => svg('text', { class: `caption ${name}`, x: scale.width - INSET - AIR, 'text-anchor': 'end', y: Math.min(scale.height - 2, y) }, text);

function path(name, points, key, scale, area = false, when = () => true) {
  let d = '';
  let open = null; // the value of the step that goes on
  let start = 0;
  const step = (x, value) => {
    const y = scale.y(value).toFixed(1);
    if (open === null) {
      start = x;
      d += `M${x} ${area ? scale.y(0).toFixed(1) : y}`;
      if (area) d += `V${y}`;
    } else d += `H${x}V${y}`;
    open = value;
  };
  const stop = (x) => {
    if (open === null) return;
    d += `H${x}`;
    if (area) d += `V${scale.y(0).toFixed(1)}H${start}Z`;
    open = null;
  };
  const within = clip(points, scale);
  for (const point of within) {
    const x = scale.x(scale.tape.place[point.index]).toFixed(1);
    const value = when(point) ? point[key] : null;
    if (value === null) stop(x);
    else if (value !== open) step(x, value);
  }
  stop(scale.x(scale.to).toFixed(1));
  return d && svg('path', { class: name, d });
}

// clip leaves out what is outside of the window, but keeps the point that holds at its beginning; and of the points on one
// pixel it keeps the lowest, the highest and the last.
function clip(points, scale) {
  const first = Math.max(0, points.findLastIndex((p) => scale.tape.place[p.index] <= scale.from));
  const kept = [];
  let column = [];
  let x = null;
  const close = () => {
    if (column.length > 4) {
      const by = column.toSorted((a, b) => a.ready - b.ready || a.pods - b.pods);
      column = [...new Set([column[0], by[0], by.at(-1), column.at(-1)])].sort((a, b) => a.index - b.index);
    }
    kept.push(...column);
    column = [];
  };
  for (const point of points.slice(first)) {
    const place = scale.tape.place[point.index];
    if (place > scale.to) break;
    const pixel = Math.round(scale.x(place));
    if (pixel !== x) close();
    x = pixel;
    column.push(point);
  }
  close();
  return kept;
}

// density shows where much happened, in columns of a few pixels.
function density(tape, scale) {
  const columns = new Map();
  for (let i = tape.after(scale.from - 1); i < tape.length && tape.place[i] <= scale.to; i++) {
    const x = Math.round(scale.x(tape.place[i]) / 3) * 3;
    columns.set(x, (columns.get(x) ?? 0) + 1);
  }
  const d = [...columns].map(([x, n]) => `M${x} ${scale.height}v-${Math.min(BOTTOM - 2, 2 + Math.log2(n) * 1.5).toFixed(1)}`).join('');
  return svg('path', { class: 'density', d });
}

const SIGNS = { rollout: 'rollout', undo: 'undo', scale: 'scale', node: 'taint', failure: 'failed' };

function marks(tape, scale, root) {
  const drawn = [];
  let last = -Infinity;
  for (const moment of tape.marks.toSorted((a, b) => a.index - b.index)) {
    const place = tape.place[moment.index];
    const x = scale.x(place);
    const own = tape.root(moment.id) === root;
    if (!scale.inside(place) || (!own && moment.mark !== 'node' && moment.mark !== 'failure') || x - last < 13) continue;
    last = x;
    drawn.push(svg('g', { class: `mark ${moment.mark}`, transform: `translate(${x.toFixed(1)} 0)` },
      svg('title', {}, moment.says), svg('path', { d: `M0 ${TOP - 3}V${scale.height - BOTTOM}` }), svg('use', { href: `#i-${SIGNS[moment.mark]}`, x: -6, y: 1, width: 12, height: 12 })));
  }
  return drawn;
}

const playhead = (height) => svg('g', { class: 'head' }, svg('path', { d: `M0 4V${height}` }), svg('circle', { cy: 6, r: 6 }));
