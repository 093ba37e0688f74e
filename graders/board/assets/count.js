// What is counted for the chart: as in the Deployment controller, a Pod that ended or is being deleted does not count.
const active = (card) => card?.kind === 'Pod' && (card.state === 'pending' || card.state === 'notready' || card.state === 'ready');
const ready = (card) => card?.kind === 'Pod' && card.state === 'ready';

// series counts the Pods of one workload over the whole tape. Each point holds from its moment to the next one.
export function series(tape, root) {
  const points = [];
  const mine = new Map();
  let pods = 0;
  let up = 0;
  let card = null;
  let rolling = false; // between a new template and the arrival: only then the limits hold
  const belongs = (id) => {
    if (!mine.has(id)) mine.set(id, tape.root(id) === root);
    return mine.get(id);
  };
  tape.moments.forEach((moment, index) => {
    if (!belongs(moment.id)) return;
    pods += active(moment.card) - active(moment.before);
    up += ready(moment.card) - ready(moment.before);
    if (moment.id === root) card = moment.card;
    if (moment.id === root && (moment.mark === 'rollout' || moment.mark === 'undo')) rolling = true;
    else if (!card || card.done) rolling = false;
    const point = { index, pods, ready: up, ...limits(card, pods) };
    point.broken = rolling && ((point.most !== null && pods > point.most) || (point.least !== null && up < point.least));
    const last = points.at(-1);
    if (!last || ['pods', 'ready', 'most', 'least', 'want', 'broken'].some((key) => last[key] !== point[key])) points.push(point);
  });
  return points;
}

// limits are the bounds that a rolling update keeps; null where there are none.
function limits(card) {
  if (!card) return { want: null, most: null, least: null };
  const want = card.kind === 'Pod' || card.kind === 'CronJob' ? null : card.want;
  if (!card.rolling) return { want, most: null, least: null };
  return { want, most: card.want + (card.surge ?? 0), least: Math.max(0, card.want - (card.unavailable ?? 0)) };
}

// at is the point that holds after n moments.
export function at(points, n) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].index < n) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}
