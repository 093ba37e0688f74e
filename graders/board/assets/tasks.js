// The tasks of the lab with points and state, and the score.
import { $, clock, el, icon, keyed, say, set, t, use } from './dom.js';

const MARKS = { passed: 'ready', partial: 'partial', failed: 'terminating', blocked: 'pending', error: 'failed', '': 'open' };
const WORDS = { passed: 'passed', partial: 'partial', failed: 'taskFailed', blocked: 'blocked', error: 'error', '': 'ungraded' };

// drawTasks shows a score; show leads to the moment of a resourceVersion.
export function drawTasks(score, show) {
  const panel = $('#score');
  panel.querySelector('.hint').hidden = true;
  panel.querySelector('.total').hidden = false;
  const share = score.points === null || !score.max ? 0 : (100 * score.points) / score.max;
  set(panel.querySelector('.got'), 'stroke-dasharray', `${share} 100`);
  say(panel.querySelector('.total b'), score.points === null ? `– / ${score.max}` : `${score.points} / ${score.max}`);
  say(panel.querySelector('.total small'), score.error || (score.at ? t('asOf', clock.format(score.at).replace(/[.,]\d$/, '')) : t('ungraded')));
  keyed(panel.querySelector('ol'), score.tasks, (task) => task.id, makeTask, (item, task) => {
    const summary = item.firstChild.firstChild;
    set(item, 'data-status', task.status || 'open');
    use(summary, MARKS[task.status] ?? 'open');
    say(summary.children[1], task.title);
    say(summary.children[2], ` (${t(WORDS[task.status] ?? 'ungraded')})`);
    say(summary.children[3], task.status ? `${task.points}/${task.max}` : String(task.max));
    keyed(item.firstChild.lastChild, task.checks, (check) => check.title, makeCheck, (line, check) => updateCheck(line, check, show));
  });
}

function makeTask() {
  return el('li', {}, el('details', {}, el('summary', {}, icon('open'), el('span'), el('span', { class: 'unseen' }), el('b')), el('ul')));
}

function makeCheck() {
  const button = el('button', { type: 'button' }, t('show'));
  return el('li', {}, icon('open'), el('div', {}, el('span'), el('p'), button), el('b'));
}

function updateCheck(line, check, show) {
  const [title, why, button] = line.children[1].children;
  set(line, 'data-status', check.status || 'open');
  use(line, MARKS[check.status] ?? 'open');
  say(title, check.title);
  say(why, [check.seen, check.why].filter(Boolean).join(' — '));
  why.hidden = !why.textContent;
  button.hidden = !check.rv || check.status === 'passed';
  button.onclick = () => show(Number(check.rv));
  say(line.lastChild, String(check.max));
}
